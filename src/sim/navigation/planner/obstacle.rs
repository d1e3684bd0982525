//! Obstacles that a traveller must not come near: balls and oriented boxes, at rest or in motion; and zones to
//! avoid.
//!
//! Lengths are km, in any one frame. A radius or a place with a number that is not finite counts as absent.

use glam::DVec3;

use crate::orbit::State;
use crate::orbit::segment::distance_from;

/// Whether a radius is that of an obstacle: finite, and not negative.
pub(super) fn is_sound(radius: f64) -> bool {
    radius.is_finite() && radius >= 0.0
}

/// Whether the straight way between two points, seen from the centre of a ball, comes nearer than `clearance` to
/// the ball (km).
pub(super) fn is_met(radius: f64, from: DVec3, to: DVec3, clearance: f64) -> bool {
    (from + to + clearance).is_finite() && distance_from(DVec3::ZERO, from, to) < radius + clearance
}

/// The obstacles in a traveller's space, now and later.
pub trait Field {
    /// Number of obstacles.
    fn count(&self) -> usize;

    /// The radius of an obstacle, km; `index` is less than [`Self::count`].
    fn radius(&self, index: usize) -> f64;

    /// The centre of an obstacle this number of seconds (0 or more) after the departure, km. The result must be a
    /// function of the arguments.
    fn place(&self, index: usize, seconds_ahead: f64) -> DVec3;

    /// [`Self::place`] with the velocity there, km/s.
    fn state(&self, index: usize, seconds_ahead: f64) -> State {
        State { position: self.place(index, seconds_ahead), velocity: DVec3::ZERO }
    }

    /// The acceleration that the centre of an obstacle never exceeds, km/s²; infinite where states have no true
    /// velocity. Distant obstacles are then left out without looks at their places on many dates.
    fn most_acceleration(&self, _index: usize) -> f64 {
        f64::INFINITY
    }

    /// Whether the obstacle will ever be away from its place at the departure. `true` for a fixed obstacle only
    /// costs time.
    fn is_moving(&self, _index: usize) -> bool {
        true
    }
}

/// A ball that may be crossed at a price, such as a hostile well or the range of a sensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// Centre, km.
    pub center: DVec3,
    /// Radius, km.
    pub radius: f64,
    /// A length inside costs `1 + dread` times as much as outside. 0 or less does not count; more than
    /// [`GREATEST_DREAD`] counts as that.
    pub dread: f64,
}

/// The greatest dread that counts.
pub const GREATEST_DREAD: f64 = 1.0e6;
