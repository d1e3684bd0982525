//! A torpedo that is steered, and its target.

use glam::DVec3;

use crate::sim::{BodyId, TargetId};

/// A torpedo at the beginning of a tick. Lengths are km, times ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pilot {
    /// Position.
    pub place: DVec3,
    /// Heading, a unit vector.
    pub heading: DVec3,
    /// Motion of its carrier per tick.
    pub carried: DVec3,
    /// Motion under its own power per tick.
    pub reach: f64,
    /// Turn per tick, radians, at most half a turn.
    pub turn: f64,
    /// Bounding radius, km.
    pub radius_km: f64,
    /// Side.
    pub side: u16,
    /// Immune launcher.
    pub spared: Option<TargetId>,
    /// The body whose ground is the target; the goal is then the middle of the body.
    pub ground: Option<BodyId>,
}

/// The target of a torpedo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorpedoTarget {
    /// Position at the beginning of the tick, km.
    pub place: DVec3,
    /// Motion per tick, km.
    pub step: DVec3,
}
