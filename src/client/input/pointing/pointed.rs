//! The point under the mouse.

use bevy::prelude::*;
use glam::DVec3;

use super::gestures::UnderPointer;
use crate::client::view::RingPoint;
use crate::sim::{BodyId, Goal};

/// The point under the mouse.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointed {
    /// The point of the plane under the pointer, km; lifted above the plane while the right button is dragged.
    pub point: Option<DVec3>,
    /// The body under the pointer.
    pub body: Option<BodyId>,
    /// The ring whose line is under the pointer; `None` if a body is under the pointer.
    pub ring: Option<RingPoint>,
    /// The height of the pointed plane, km above the ecliptic.
    pub plane_km: f64,
    /// Whether the point is being lifted.
    pub is_lifting: bool,
    /// The ordered facing of a formation, while it is dragged.
    pub facing: Option<DVec3>,
}

impl Pointed {
    /// Whether the point follows from a drag, and not from the object under the pointer.
    pub fn is_drag(&self) -> bool {
        self.is_lifting || self.facing.is_some()
    }

    /// Whether the pointer is over a panel that means nothing in the world. The map is a panel, and points at the
    /// world.
    pub fn is_on_panel(&self, under: &UnderPointer) -> bool {
        under.is_panel() && self.point.is_none()
    }

    /// Whether the pointer is over the map, and means a place of the world there.
    pub fn is_on_map(&self, under: &UnderPointer) -> bool {
        under.panel.is_some() && !under.is_covered && self.point.is_some()
    }

    /// The destination of a click: a body comes before a ring, and a ring before a point of the plane.
    pub fn goal(&self) -> Option<Goal> {
        let ring = || self.ring.map(|RingPoint { body, ring, .. }| Goal::Ring { body, ring });
        self.body.map(Goal::Body).or_else(ring).or_else(|| self.point.map(Goal::point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_hides_the_world_but_for_the_map() {
        let panel = UnderPointer { panel: Some(Entity::PLACEHOLDER), ..UnderPointer::default() };
        let on_point = Pointed { point: Some(DVec3::X), ..Pointed::default() };
        assert!(Pointed::default().is_on_panel(&panel) && !on_point.is_on_panel(&panel));
        assert!(on_point.is_on_map(&panel) && !Pointed::default().is_on_map(&panel));
        assert!(!on_point.is_on_map(&UnderPointer::default()), "it is on the sky");
        assert!(!Pointed::default().is_on_panel(&UnderPointer::default()), "it looks at the sky");
    }

    #[test]
    fn a_click_means_a_body_before_a_ring_and_a_ring_before_a_point() {
        let body = BodyId(4);
        let ring = Some(RingPoint { body, ring: 1, place: DVec3::Z });
        let on_point = Pointed { point: Some(DVec3::X), ..Pointed::default() };
        let on_ring = Pointed { ring, ..on_point };
        assert_eq!(Pointed { body: Some(body), ..on_ring }.goal(), Some(Goal::Body(body)));
        assert_eq!(on_ring.goal(), Some(Goal::Ring { body, ring: 1 }));
        assert_eq!(on_point.goal(), Some(Goal::point(DVec3::X)));
        assert_eq!(Pointed::default().goal(), None);
    }
}
