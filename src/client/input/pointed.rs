//! What the pointer shows.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::view::ring_places::RingPoint;
use crate::sim::ids::BodyId;

/// What the pointer shows.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointed {
    /// The point of the plane under the pointer, and lifted while the right button is dragged, km.
    pub point: Option<DVec3>,
    /// The body under the pointer.
    pub body: Option<BodyId>,
    /// The ring at whose line the pointer is; none where it is on a body.
    pub ring: Option<RingPoint>,
    /// The height of the plane that is pointed at, km above the ecliptic.
    pub plane_km: f64,
    /// Whether the point is being lifted.
    pub is_lifting: bool,
    /// The direction in which a formation is to look, while that is dragged.
    pub facing: Option<DVec3>,
}

impl Pointed {
    /// Whether the pointer shows what a drag means, and not what is under it.
    pub fn is_drag(&self) -> bool {
        self.is_lifting || self.facing.is_some()
    }
}
