//! Guard: stay beside the fleet that is clicked, and guard it.

use bevy::prelude::*;

use crate::client::input::Tool;
use crate::client::orders::planning::making::follow;
use crate::client::orders::tools::aim::{AIM, ClickOutcome, ClickRequest, ClickSpot, Marks};
use crate::client::orders::tools::target::meant::Meant;
use crate::client::view::SeenShips;

/// Purpose of the next click.
pub const HINT: &str = "Click the fleet to guard · <add>: queue · <deselect>: cancel";

/// The meaning of a click.
pub fn meaning(_: Tool, spot: &ClickSpot, request: &ClickRequest) -> ClickOutcome {
    let order = spot.fleet.map(|other| follow(&request.ships, other, true, request.when));
    ClickOutcome::order(order, "Click a ship of the fleet to guard · <deselect>: cancel")
}

/// Shows what a click will do.
pub fn draw(mut marks: Marks, meant: Res<Meant>, ships: SeenShips) {
    let seen = meant.0.and_then(|entity| ships.meant_by(entity));
    let name = seen.map(|seen| ships.name_of_fleet(&seen).to_owned());
    marks.say(words(name.as_deref()), AIM);
}

fn words(name: Option<&str>) -> String {
    name.map_or_else(|| "Guard: click a fleet".to_owned(), |name| format!("Guard {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::orders::tools::test_support::{goes, on_plane, request};
    use crate::sim::ids::FleetId;
    use crate::sim::{Goal, When};

    #[test]
    fn guards_need_a_fleet() {
        let meant = |spot: &ClickSpot| meaning(Tool::Guard, spot, &request(When::Now));
        assert!(matches!(meant(&on_plane()), ClickOutcome::Missed(_)));
        let fleet = FleetId(9);
        let guard = Goal::Fleet { fleet, guard: true };
        assert_eq!(meant(&ClickSpot { fleet: Some(fleet), ..on_plane() }), goes(guard, When::Now));
    }

    #[test]
    fn the_pointer_says_whom_a_click_will_have_guarded() {
        assert_eq!(words(Some("First")), "Guard First");
        assert_eq!(words(None), "Guard: click a fleet");
    }
}
