//! Ordnance that comes down on the ground of bodies.
//!
//! Combat adds to [`GroundHits`]; the invasion takes all of it out later in the same tick.

use bevy::prelude::*;

use crate::sim::ids::{BodyId, FactionId};

/// Something that came down on a body in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundHit {
    /// The body.
    pub body: BodyId,
    /// The faction that did it.
    pub faction: FactionId,
    /// How hard it was, points.
    pub harm: f64,
}

/// What came down on bodies in this tick and has not been suffered yet, in the order in which it did.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct GroundHits(pub Vec<GroundHit>);
