//! Obstacles at the place of a new unit.

use bevy::prelude::*;
use glam::DVec3;

use crate::sim::{Position, Ship, Sky, Structure};

/// The balls in which ships turn, the bodies and the structures that are within reach of a place: middles and
/// radii, km. In no particular order: callers only test whether any of the balls is in the way.
pub(in crate::sim) fn balls_near(world: &mut World, middle: DVec3, reach_km: f64) -> Vec<(DVec3, f64)> {
    let mut ships = world.query::<(&Ship, &Position)>();
    let mut structures = world.query::<(&Structure, &Position)>();
    let world: &World = world;
    let sky = world.resource::<Sky>();
    let bodies = sky.system.bodies.iter().zip(&sky.now);
    let bodies = bodies.map(|(body, state)| (state.position, body.displayed_radius_km));
    let hulls = ships.iter(world).map(|(ship, position)| (position.0, ship.bound_km()));
    let structures = structures.iter(world).map(|(structure, position)| (position.0, structure.radius_km));
    let balls = bodies.chain(hulls).chain(structures);
    balls.filter(|(ball, radius_km)| ball.distance(middle) <= radius_km + reach_km).collect()
}
