//! Fly to and fro between two places, for ever.

use bevy::prelude::*;

use super::dispatch::{middle, send, spacing_km};
use super::move_to;
use crate::sim::motion::resting_at;
use crate::sim::{Goal, Leg, Repeats, Route, Sky};

/// Lets fleets fly to and fro between a goal and their present places.
pub(in crate::sim) fn begin(world: &mut World, fleets: &[Entity], goal: Goal) {
    send(world, fleets, Leg::new(goal, 0.0), false);
    for &fleet in fleets {
        let start = resting_at(world.resource::<Sky>(), middle(world, fleet));
        if move_to::check(world.resource::<Sky>(), &start).is_err() {
            continue;
        }
        let spacing_km = spacing_km(world, fleet);
        if let Some(mut route) = world.get_mut::<Route>(fleet) {
            route.0.push_back(Leg::new(Goal::Place(start), spacing_km));
        }
        world.entity_mut(fleet).insert(Repeats(true));
    }
}
