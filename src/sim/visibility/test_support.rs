//! A world in which one faction knows the owners of some bodies, and not of others.

use bevy::prelude::*;
use glam::DVec3;

use super::look_now;
use crate::sim::simulation::test_support::begun;
use crate::sim::{BodyId, FactionId, Position, Ship, Simulation, Structure};

/// Terra's scout is at home; Ares holds Mars with a satellite, and Venus with empty rings.
const HELD: &str = r##"(
    schema_version: 1, title: "test", epoch: date("2026-11-21"),
    bodies: [body("Sun"), body("Venus"), body("Earth"), body("Moon"), body("Mars")],
    factions: [
        (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 1000000, resources: 1000000)),
        (name: "Ares", color: "#ff7a45", home: "Mars", treasury: (money: 1000000, resources: 1000000)),
    ],
    fleets: [(name: "Eye", faction: "Terra", at: near("Earth"), ships: [(class: "scout")])],
    structures: [(class: "satellite", faction: "Ares", body: "Mars", ring: 0, slot: 0)],
    holdings: [(body: "Venus", owner: "Ares")],
    settings: (player: "Terra"),
)"##;
pub(crate) const SUN: BodyId = BodyId(0);
pub(crate) const VENUS: BodyId = BodyId(1);
pub(crate) const EARTH: BodyId = BodyId(2);
pub(crate) const MARS: BodyId = BodyId(4);
pub(crate) const TERRA: FactionId = FactionId(0);
pub(crate) const ARES: FactionId = FactionId(1);

/// The world after one tick.
pub(crate) fn held() -> Simulation {
    begun(HELD)
}

/// Sends Terra's scout to the rings of Mars, and home again if it returns; all factions look meanwhile.
pub(crate) fn visit_mars(world: &mut World, returns: bool) {
    let ring = world.query_filtered::<&Position, With<Structure>>().single(world).expect("it stands").0;
    let from = put_scout(world, ring);
    if returns {
        put_scout(world, from);
    }
}

/// Moves Terra's scout, makes all factions look, and returns where it was.
fn put_scout(world: &mut World, place: DVec3) -> DVec3 {
    let mut scouts = world.query_filtered::<&mut Position, With<Ship>>();
    let mut position = scouts.single_mut(world).expect("there is one");
    let before = std::mem::replace(&mut position.0, place);
    look_now(world);
    before
}
