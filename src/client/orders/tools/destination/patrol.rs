//! Patrol: fly to and fro between here and the point that is clicked.

use crate::client::input::Tool;
use crate::client::orders::planning::making::patrol;
use crate::client::orders::tools::aim::{AIM, ClickOutcome, ClickRequest, ClickSpot, Marks};
use crate::sim::Goal;

/// Purpose of the next click.
pub const HINT: &str = "Click where to patrol to · <add>: another point · <deselect>: cancel";

/// The meaning of a click.
pub fn meaning(_: Tool, spot: &ClickSpot, request: &ClickRequest) -> ClickOutcome {
    let Some(to) = spot.point else {
        return ClickOutcome::Missed("There is no place to patrol to · <deselect>: cancel");
    };
    ClickOutcome::Chose(patrol(&request.ships, Goal::point(to), request.when, request.has_route))
}

/// Shows what a click will do.
pub fn draw(mut marks: Marks) {
    marks.draw(AIM);
    marks.say("Patrol to here".to_owned(), AIM);
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::client::orders::tools::test_support::{SHIPS, on_plane, request};
    use crate::sim::{Command, Order, Units, When};

    #[test]
    fn patrols_need_a_place() {
        let command = Command::Patrol { to: Goal::point(DVec3::X) };
        let patrol = Order::fleet(Units::Ships(SHIPS.to_vec()), command);
        let request = request(When::Now);
        assert_eq!(meaning(Tool::Patrol, &on_plane(), &request), ClickOutcome::Chose(vec![patrol]));
        assert!(matches!(meaning(Tool::Patrol, &ClickSpot::default(), &request), ClickOutcome::Missed(_)));
    }
}
