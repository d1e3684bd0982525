//! Clicks for the tests of tools.

use bevy::prelude::*;
use glam::DVec3;

use super::aim::{ClickOutcome, ClickRequest, ClickSpot};
use crate::client::orders::planning::making::go;
use crate::sim::{BodyId, Goal, ShipId, When};

/// A body.
pub const MARS: BodyId = BodyId(4);
/// The only ship.
pub const SHIPS: [ShipId; 1] = [ShipId(7)];

/// A request of one ship without a route.
pub fn request(when: When) -> ClickRequest {
    ClickRequest { ships: SHIPS.to_vec(), when, has_route: false }
}

/// On a body, before a point.
pub fn on_mars() -> ClickSpot {
    let goal = Some(Goal::Body(MARS));
    ClickSpot { body: Some(MARS), goal, point: Some(DVec3::X), is_thing: true, ..default() }
}

/// On the plane alone.
pub fn on_plane() -> ClickSpot {
    ClickSpot { goal: Some(Goal::point(DVec3::X)), point: Some(DVec3::X), ..default() }
}

/// That ship goes there.
pub fn goes(goal: Goal, when: When) -> ClickOutcome {
    ClickOutcome::Chose(vec![go(&SHIPS, goal, when)])
}
