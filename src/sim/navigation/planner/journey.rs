//! Start, goal and traveller of a route.

use glam::DVec3;

/// Start, goal and traveller of a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Journey {
    /// Start, km.
    pub start: DVec3,
    /// Goal, km.
    pub goal: DVec3,
    /// The traveller's speed, km/s. Without speed all obstacles count as fixed.
    pub speed: f64,
    /// The distance of the traveller's centre from all surfaces, km: its own radius and a margin. Less than 0
    /// counts as 0.
    pub clearance: f64,
}

impl Journey {
    /// Duration of a way, seconds; 0 without speed.
    pub fn seconds(&self, distance: f64) -> f64 {
        if self.speed > 0.0 { distance / self.speed } else { 0.0 }
    }

    pub(super) fn is_sound(&self) -> bool {
        self.start.is_finite() && self.goal.is_finite() && self.clearance.is_finite()
    }
}
