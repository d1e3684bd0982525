//! The structure under the pointer, and the structure that was clicked last.
//!
//! Structures are no `Pick`s: a right click over a structure applies to the ring or the body behind it, except on a
//! yard that the selected ships need (`orders/tools/target/yard.rs`).

use bevy::prelude::*;

use crate::client::view::FocusTarget;
use crate::sim::{BodyId, RingPlace, StructureId};

/// The structure under the pointer in the last frame.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct HoveredStructure(pub Option<Hovered>);

/// A structure under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hovered {
    /// Number.
    pub id: StructureId,
    /// The body of its ring.
    pub body: BodyId,
    /// Place in the rings.
    pub stands: RingPlace,
    /// Radius, km.
    pub radius_km: f64,
    /// Whether the pointer is on the structure, and not only near it.
    pub is_exact: bool,
}

impl Hovered {
    /// The camera target for the structure.
    pub fn target(&self) -> FocusTarget {
        FocusTarget::Structure { body: self.body, stands: self.stands, radius_km: self.radius_km }
    }
}

/// Other objects under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beneath {
    /// No object.
    Sky,
    /// A body: a click hits it unless the pointer is exactly on the structure.
    Body,
    /// A ship or a fleet: a click always hits it.
    Ship,
}

impl HoveredStructure {
    /// The structure that a click hits, given the other objects there.
    pub fn meant(&self, beneath: Beneath) -> Option<Hovered> {
        self.0.filter(|one| match beneath {
            Beneath::Sky => true,
            Beneath::Body => one.is_exact,
            Beneath::Ship => false,
        })
    }
}

/// The structure that was clicked last; `None` after a click on another object.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InspectedStructure(pub Option<StructureId>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_and_bodies_come_before_near_structures() {
        let stands = RingPlace { ring: 1, slot: 2, slots: 1 };
        let near = Hovered { id: StructureId(7), body: BodyId(3), stands, radius_km: 600.0, is_exact: false };
        let on = HoveredStructure(Some(Hovered { is_exact: true, ..near }));
        let near = HoveredStructure(Some(near));
        assert_eq!(near.meant(Beneath::Sky), near.0);
        assert_eq!((near.meant(Beneath::Body), on.meant(Beneath::Body)), (None, on.0));
        assert_eq!(on.meant(Beneath::Ship), None);
        assert_eq!(HoveredStructure::default().meant(Beneath::Sky), None);
    }
}
