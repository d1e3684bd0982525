//! A slot for a structure of a class.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::aim::{ClickOutcome, ClickRequest, ClickSpot};
use crate::client::frame::{LineGizmos, capital};
use crate::client::hud::layout::fitting::broken;
use crate::client::hud::planet::gather::PlanetData;
use crate::client::input::{Tool, UnderPointer};
use crate::client::scene::labels::point_labels::{LABEL_PIXELS, PointLabels};
use crate::client::scene::ribbons::SmokeSheet;
use crate::client::scene::rings::{
    Planned, PlannedStructure, REFUSED, RingSpot, RingView, ShownRings, SlotChoice, Starts, choice_at,
    draw_choice,
};
use crate::level::StructureClass;
use crate::sim::Order;

/// Greatest width of the words about a refused slot: in one line they would lie across the planet, pixels.
const REASON_WIDTH: f32 = 320.0;
/// Purpose of the next click.
pub const HINT: &str = "Click a lit slot to build there · <deselect>: cancel";

/// The meaning of a click. A click on a planet or a ship beside all slots focuses it, as without a tool.
pub fn meaning(_: Tool, spot: &ClickSpot, _: &ClickRequest) -> ClickOutcome {
    match &spot.site {
        Some(order) => ClickOutcome::Chose(vec![Order::Construction(*order)]),
        None if spot.is_thing => ClickOutcome::Passed,
        None => ClickOutcome::Missed("Nothing can be built there: click a lit slot · <deselect>: cancel"),
    }
}

/// Lights the slots where the chosen class can be built, and plans a structure at the slot under the pointer; says why
/// it cannot be built there.
pub fn show(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    under: Res<UnderPointer>,
    tool: Res<Tool>,
    rings: RingView,
    planet_data: PlanetData,
    mut shown: ResMut<ShownRings>,
    mut planned: ResMut<PlannedStructure>,
    mut labels: ResMut<PointLabels>,
    mut smoke: ResMut<SmokeSheet>,
    mut lines: Gizmos<LineGizmos>,
) {
    planned.0 = None;
    let class = tool.class().and_then(|index| Some((index, planet_data.classes.0.get(index)?)));
    if shown.every != class.is_some() {
        shown.every = class.is_some();
    }
    let Some((index, class)) = class else { return };
    let starts: Starts =
        shown.bodies.iter().filter_map(|body| Some((*body, planet_data.starts(class, *body)?))).collect();
    let cursor = window.and_then(|window| window.cursor_position()).filter(|_| !under.is_panel());
    let choice = cursor.and_then(|cursor| choice_at(cursor, &rings, &shown, &starts, class.slots));
    // A click on an object is meant for the object, unless a structure can be built there.
    let choice = choice.filter(|choice| choice.is_free || under.entity.is_none());
    let color = planet_data.colors.of(planet_data.me());
    draw_choice(&mut smoke, &mut lines, &rings, &starts, class.slots, choice, color);
    let Some(SlotChoice { spot, is_free }) = choice else { return };
    let plan = Planned::new(index, class.slots, spot, is_free);
    planned.0 = Some(plan);
    let why_not = if is_free { None } else { refusal(&planet_data, class, spot) };
    if let Some((why_not, place)) = why_not.zip(rings.standing_place(plan.body, plan.stands)) {
        labels.say(place, in_lines(&why_not), REFUSED);
    }
}

/// Why a structure of a class cannot be built at a slot, as a sentence.
fn refusal(planet_data: &PlanetData, class: &StructureClass, spot: RingSpot) -> Option<String> {
    let checked = planet_data.plot(spot.body).and_then(|plot| plot.check(class, spot.ring, spot.slot));
    checked.err().map(|refusal| capital(&refusal.to_string()))
}

/// A reason, broken into short lines.
fn in_lines(reason: &str) -> String {
    broken(reason, REASON_WIDTH, LABEL_PIXELS)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{MARS, on_mars, on_plane, request};
    use super::*;
    use crate::client::widgets::fonts::words_width;
    use crate::sim::ids::ClassId;
    use crate::sim::{ConstructionOrder, When};

    #[test]
    fn a_slot_is_built_in_and_a_planet_is_looked_at() {
        let meant = |spot: &ClickSpot| meaning(Tool::Build(ClassId::FIRST), spot, &request(When::Now));
        let site = ConstructionOrder::Build { class: ClassId::FIRST, body: MARS, ring: 1, slot: 2 };
        let order = Order::Construction(site);
        assert_eq!(meant(&ClickSpot { site: Some(site), ..on_mars() }), ClickOutcome::Chose(vec![order]));
        assert_eq!(meant(&on_mars()), ClickOutcome::Passed);
        assert!(matches!(meant(&on_plane()), ClickOutcome::Missed(_)));
    }

    #[test]
    fn a_long_reason_stands_in_short_lines() {
        let words = in_lines(
            "A trade station cannot bear the stress so far inside: it fits the outer rings of Hearth",
        );
        assert!(words.lines().count() > 1, "{words}");
        assert!(words.lines().all(|line| words_width(line, LABEL_PIXELS) <= REASON_WIDTH), "{words}");
    }
}
