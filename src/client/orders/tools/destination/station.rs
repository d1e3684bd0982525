//! Keep station ahead of a body: one click chooses the body, the next the distance ahead.

use bevy::prelude::*;

use crate::client::input::Tool;
use crate::client::orders::planning::along::arc;
use crate::client::orders::planning::making::go;
use crate::client::orders::tools::aim::{AIM, Aiming, ClickOutcome, ClickRequest, ClickSpot, Marks};
use crate::client::view::Moment;
use crate::sim::task::ahead_words;
use crate::sim::{BodyId, Goal, Sky};

/// Purpose of the next click, after a body was clicked or before.
pub fn hint(body: Option<BodyId>) -> &'static str {
    match body {
        None => "Click the body to keep station with · <deselect>: cancel",
        Some(_) => "Click how far ahead or behind · <add>: queue · <deselect>: cancel",
    }
}

/// The meaning of a click.
pub fn meaning(tool: Tool, spot: &ClickSpot, request: &ClickRequest) -> ClickOutcome {
    let Tool::Station(Some(body)) = tool else {
        let why = "Click the body to keep station with · <deselect>: cancel";
        return spot
            .body
            .map_or(ClickOutcome::Missed(why), |body| ClickOutcome::GoesOn(Tool::Station(Some(body))));
    };
    let order = spot.degrees.map(|degrees| go(&request.ships, Goal::ahead(body, degrees), request.when));
    ClickOutcome::order(order, "Nothing is ahead of that body or behind it · <deselect>: cancel")
}

/// Shows what a click will do: the arc of the path to the place that is pointed at.
pub fn draw(tool: Res<Tool>, aiming: Aiming, sky: Res<Sky>, moment: Res<Moment>, mut marks: Marks) {
    let (Tool::Station(body), Some(point)) = (*tool, marks.pointed.point) else { return };
    let Some(body) = body else {
        let name = marks.pointed.body.and_then(|body| aiming.name(body));
        return marks.say(question(name.as_deref()), AIM);
    };
    let Some(degrees) = aiming.degrees(body, point) else { return };
    let places = arc(&sky.system, body, degrees, moment.jd);
    let Marks { lines, origin, .. } = &mut marks;
    lines.linestrip(places.iter().map(|place| origin.place(*place)), AIM);
    let name = aiming.name(body).unwrap_or_default();
    let end = places.last().copied().unwrap_or(point);
    marks.say_at(end, format!("Keep station {}", ahead_words(degrees, &name)), AIM);
}

/// With which body a click will have station kept.
fn question(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("Keep station with {name}: then click how far ahead"),
        None => "Keep station: click a body".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::orders::tools::test_support::{MARS, goes, on_mars, request};
    use crate::sim::When;

    #[test]
    fn a_station_takes_two_clicks() {
        let meant = |tool: Tool, spot: &ClickSpot| meaning(tool, spot, &request(When::Last));
        let next = Tool::Station(Some(MARS));
        assert_eq!(meant(Tool::Station(None), &on_mars()), ClickOutcome::GoesOn(next));
        assert!(matches!(meant(Tool::Station(None), &ClickSpot::default()), ClickOutcome::Missed(_)));
        let spot = ClickSpot { degrees: Some(30.0), ..on_mars() };
        assert_eq!(meant(next, &spot), goes(Goal::ahead(MARS, 30.0), When::Last));
        assert!(matches!(meant(next, &ClickSpot::default()), ClickOutcome::Missed(_)));
    }

    #[test]
    fn the_pointer_asks_for_a_body_first() {
        assert!(question(Some("Mars")).starts_with("Keep station with Mars"));
        assert_eq!(question(None), "Keep station: click a body");
    }
}
