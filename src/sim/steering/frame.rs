//! The frame of floats that moves with a neighbourhood, and the targets of its ships.

use glam::{DVec3, Vec3};

use crate::orbit::TICKS_PER_SECOND;
use crate::sim::motion::ShipTable;

/// A ship nearer to its place than its travel in this time, s, aims for the place itself, no longer for the
/// meeting.
const NEAR_PLACE_S: f64 = 0.7;

/// A frame that moves with a neighbourhood.
pub(in crate::sim) struct Frame {
    /// Position of its origin at the beginning of the tick, km.
    pub(in crate::sim) origin: DVec3,
    /// Motion in this tick, km.
    pub(in crate::sim) step: DVec3,
}

impl Frame {
    pub(in crate::sim) fn point(&self, point: DVec3) -> Vec3 {
        (point - self.origin).as_vec3()
    }

    /// A step in the world as a velocity in the frame, km in a second of play.
    pub(in crate::sim) fn velocity(&self, step: DVec3) -> Vec3 {
        ((step - self.step) * TICKS_PER_SECOND).as_vec3()
    }
}

/// The target of a ship, km, and its motion in this tick.
pub(super) fn target_of(table: &ShipTable, index: usize) -> (DVec3, DVec3) {
    let (goal, carriage) = (&table.goals[index], &table.carriages[index]);
    let place_before = goal.place - goal.place_step;
    let distance = table.positions[index].distance(place_before);
    let is_near = distance < carriage.reach * (NEAR_PLACE_S * TICKS_PER_SECOND);
    if is_near { (place_before, goal.place_step) } else { (goal.aim, carriage.step) }
}
