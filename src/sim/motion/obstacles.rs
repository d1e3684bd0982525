//! Obstacles at the place of a new unit, and a place without any.

use std::ops::Range;

use bevy::prelude::*;
use glam::DVec3;

use crate::sim::spatial::honeycomb::{pattern_radius_km, slot_offset};
use crate::sim::{Position, Ship, Sky, Structure};

/// Distance of a new ship from the hull that it leaves, in its own bounding radii.
pub(in crate::sim) const EXIT_RADII: f64 = 3.0;

/// The first of these slots of a honeycomb about a middle where a new ship of this bounding radius touches nothing, as
/// a place; `None` if something is at each of them. Places are heliocentric, km.
pub(in crate::sim) fn free_place(
    world: &mut World,
    middle: DVec3,
    slots: Range<u32>,
    (spacing_km, bound_km): (f64, f64),
) -> Option<DVec3> {
    let obstacles = balls_near(world, middle, pattern_radius_km(slots.end, spacing_km) + bound_km);
    first_place(middle, slots, spacing_km, |place| {
        obstacles.iter().all(|(ball, radius_km)| place.distance(*ball) > radius_km + bound_km)
    })
}

/// The first place of a honeycomb about a middle that is free.
fn first_place(
    middle: DVec3,
    slots: Range<u32>,
    spacing_km: f64,
    is_free: impl Fn(DVec3) -> bool,
) -> Option<DVec3> {
    slots.map(|slot| middle + slot_offset(slot, spacing_km)).find(|place| is_free(*place))
}

/// The balls in which ships turn, the bodies and the structures that are within reach of a place: middles and
/// radii, km. In no particular order: callers only test whether any of the balls is in the way.
fn balls_near(world: &mut World, middle: DVec3, reach_km: f64) -> Vec<(DVec3, f64)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_ship_takes_the_first_free_place() {
        let middle = DVec3::new(5.0, 0.0, 0.0);
        assert_eq!(first_place(middle, 0..9, 4.0, |_| true), Some(middle));
        let next = first_place(middle, 0..9, 4.0, |place| place.distance(middle) > 1.0);
        assert_eq!(next, Some(middle + slot_offset(1, 4.0)));
        assert_eq!(first_place(middle, 3..9, 4.0, |_| true), Some(middle + slot_offset(3, 4.0)));
        assert_eq!(first_place(middle, 3..9, 4.0, |_| false), None);
    }
}
