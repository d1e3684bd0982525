//! Obstacles that a traveller must not come near: balls and oriented boxes, at rest or in motion. And zones
//! that it would rather not cross.
//!
//! Lengths are km, in any one frame. A shape or a place with a number that is not finite counts as absent.

use glam::{DMat3, DVec3};

use crate::sim::spatial::segment::distance_from;

/// The form of an obstacle about its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A planet, an asteroid, a mine.
    Ball {
        /// Radius, km, 0 or more.
        radius: f64,
    },
    /// A station, or a part of one.
    Box {
        /// Half of its lengths along its axes, km, 0 or more.
        half_extents: DVec3,
        /// Its axes as columns: unit vectors at right angles.
        axes: DMat3,
    },
}

impl Shape {
    /// Are all numbers finite, and the lengths not negative?
    pub fn is_sound(&self) -> bool {
        match self {
            Self::Ball { radius } => radius.is_finite() && *radius >= 0.0,
            Self::Box { half_extents, axes } => {
                half_extents.is_finite() && half_extents.min_element() >= 0.0 && axes.is_finite()
            }
        }
    }

    /// Radius of the ball about the centre that holds all of it, km.
    pub fn reach(&self) -> f64 {
        match self {
            Self::Ball { radius } => *radius,
            Self::Box { half_extents, .. } => half_extents.length(),
        }
    }

    /// Radius of the ball about the centre that holds all places where [`Self::gap`] is less than `clearance`, km.
    pub fn reach_with(&self, clearance: f64) -> f64 {
        match self {
            Self::Ball { radius } => radius + clearance,
            Self::Box { half_extents, .. } => (*half_extents + clearance).length(),
        }
    }

    /// The height above the surface of a point at `offset` from the centre, km; negative inside. For a box
    /// this is the growth of its half extents that would reach the point: the distance in front of a face,
    /// somewhat less beyond a corner.
    pub fn gap(&self, offset: DVec3) -> f64 {
        match self {
            Self::Ball { radius } => offset.length() - radius,
            Self::Box { half_extents, axes } => {
                ((axes.transpose() * offset).abs() - *half_extents).max_element()
            }
        }
    }

    /// Does the straight way between two points, seen from the centre, come where [`Self::gap`] is less
    /// than `clearance` (km)?
    pub fn is_met(&self, from: DVec3, to: DVec3, clearance: f64) -> bool {
        if !(from + to + clearance).is_finite() {
            return false;
        }
        match self {
            Self::Ball { radius } => distance_from(DVec3::ZERO, from, to) < radius + clearance,
            Self::Box { half_extents, axes } => {
                let turned = axes.transpose();
                meets_slabs(turned * from, turned * (to - from), *half_extents + clearance)
            }
        }
    }
}

/// Does a way meet the inside of a box that lies along the coordinate axes about the origin?
fn meets_slabs(from: DVec3, way: DVec3, half: DVec3) -> bool {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        // A way along a slab divides by zero, which gives an infinity, or, on the face itself, a NaN, which
        // `min` and `max` pass over: both lead to the right answer.
        let lower = (-half[axis] - from[axis]) / way[axis];
        let upper = (half[axis] - from[axis]) / way[axis];
        enter = enter.max(lower.min(upper));
        leave = leave.min(lower.max(upper));
    }
    half.min_element() > 0.0 && enter < leave
}

/// The obstacles in a traveller's space, now and later.
pub trait Field {
    /// How many obstacles there are.
    fn len(&self) -> usize;

    /// Is there none?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The form of an obstacle; `index` is less than [`Self::len`].
    fn shape(&self, index: usize) -> Shape;

    /// The centre of an obstacle this number of seconds (0 or more) after the departure, km. The same
    /// question must always have the same answer.
    fn place(&self, index: usize, seconds_ahead: f64) -> DVec3;

    /// The speed that the centre of an obstacle never exceeds, km/s. Distant obstacles are then left out without
    /// looks at their places on many dates.
    fn most_speed(&self, _index: usize) -> f64 {
        f64::INFINITY
    }

    /// Whether it will ever be elsewhere than at the departure. `true` for a fixed obstacle only costs time.
    fn is_moving(&self, _index: usize) -> bool {
        true
    }
}

/// Obstacles that do not move: each with the place of its centre, km.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StillField(pub Vec<(Shape, DVec3)>);

impl Field for StillField {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn shape(&self, index: usize) -> Shape {
        self.0.get(index).map_or(Shape::Ball { radius: 0.0 }, |(shape, _)| *shape)
    }

    fn place(&self, index: usize, _seconds_ahead: f64) -> DVec3 {
        self.0.get(index).map_or(DVec3::NAN, |(_, place)| *place)
    }

    fn is_moving(&self, _index: usize) -> bool {
        false
    }
}

/// A ball that may be crossed at a price, such as a hostile well or the range of a sensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// Its centre, km.
    pub center: DVec3,
    /// Its radius, km.
    pub radius: f64,
    /// A length inside costs `1 + dread` times as much as outside. 0 or less does not count; more than
    /// [`GREATEST_DREAD`] counts as that.
    pub dread: f64,
}

/// Dread beyond which more makes no difference.
pub const GREATEST_DREAD: f64 = 1.0e6;
