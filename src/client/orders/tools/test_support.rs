//! Clicks for the tests of tools.

use bevy::prelude::*;
use glam::DVec3;

use super::aim::{ClickOutcome, ClickRequest, ClickSpot};
use crate::client::orders::planning::making::go;
use crate::level::NamedGoal;
use crate::sim::{BodyId, ShipId, When};

/// The only ship.
pub const SHIPS: [ShipId; 1] = [ShipId(7)];

/// A request of one ship without a route.
pub fn request(when: When) -> ClickRequest {
    ClickRequest { ships: SHIPS.to_vec(), when, has_route: false }
}

/// On a body, before a point.
pub fn on_mars() -> ClickSpot {
    let name = || "Mars".to_owned();
    let goal = Some(NamedGoal::Body(name()));
    ClickSpot {
        body: Some(BodyId(4)),
        name: Some(name()),
        goal,
        point: Some(DVec3::X),
        is_thing: true,
        ..default()
    }
}

/// On the plane alone.
pub fn on_plane() -> ClickSpot {
    ClickSpot { goal: Some(NamedGoal::point(DVec3::X)), point: Some(DVec3::X), ..default() }
}

/// That ship goes there.
pub fn goes(goal: NamedGoal, when: When) -> ClickOutcome {
    ClickOutcome::Chose(vec![go(&SHIPS, goal, when)])
}
