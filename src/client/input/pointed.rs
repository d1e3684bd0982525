//! The point under the mouse.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::view::RingPoint;
use crate::level::NamedGoal;
use crate::sim::BodyId;

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
}

/// The destination of a click: a body comes before a ring, and a ring before a point of the plane. `name` returns
/// the name of a body.
pub fn clicked_goal(
    name: impl Fn(BodyId) -> Option<String>,
    body: Option<BodyId>,
    ring: Option<RingPoint>,
    to: Option<DVec3>,
) -> Option<NamedGoal> {
    if let Some(body) = body {
        return name(body).map(NamedGoal::Body);
    }
    if let Some(RingPoint { body, ring, .. }) = ring {
        return name(body).map(|body| NamedGoal::Ring { body, ring });
    }
    to.map(NamedGoal::point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_means_a_body_before_a_ring_and_a_ring_before_a_point() {
        let name = |body: BodyId| (body == BodyId(4)).then(|| "Mars".to_owned());
        let ring = Some(RingPoint { body: BodyId(4), ring: 1, place: DVec3::Z });
        let to = Some(DVec3::X);
        let body = || "Mars".to_owned();
        assert_eq!(clicked_goal(name, Some(BodyId(4)), ring, to), Some(NamedGoal::Body(body())));
        assert_eq!(clicked_goal(name, None, ring, to), Some(NamedGoal::Ring { body: body(), ring: 1 }));
        assert_eq!(clicked_goal(name, None, None, to), Some(NamedGoal::point(DVec3::X)));
        assert_eq!(clicked_goal(name, None, None, None), None);
        assert_eq!(clicked_goal(name, Some(BodyId(9)), ring, to), None, "there is no such body");
    }
}
