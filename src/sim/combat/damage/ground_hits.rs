//! Hits on the ground of bodies.
//!
//! Combat adds to [`GroundHits`]; the invasion takes all hits out later in the same tick.

use bevy::prelude::*;

use crate::sim::{BodyId, FactionId};

/// A hit on the ground of a body in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundHit {
    /// The body.
    pub body: BodyId,
    /// The faction that did it.
    pub faction: FactionId,
    /// Damage, points.
    pub harm: f64,
}

/// The unapplied hits on bodies in this tick, in the order of impact.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct GroundHits(pub Vec<GroundHit>);
