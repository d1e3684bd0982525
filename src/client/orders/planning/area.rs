//! The circle that is drawn while an attack waits for its click: all that foes have in it is attacked.
//!
//! - Enters: where the left button went down, and where it is dragged to or let go.
//! - Leaves: the area that is being drawn, its circle and its words.
//! - Must never: give an order; `aim.rs` does when the button is let go.

use bevy::prelude::*;
use glam::DVec3;

use super::aim::STRIKE;
use crate::client::frame::LineGizmos;
use crate::client::frame::words::au;
use crate::client::input::gestures::Gesture;
use crate::client::view::scale::{Origin, UNIT_KM};
use crate::level::NamedQuarry;

/// Corners of the circle.
const CORNERS: u32 = 96;

/// The area that is being drawn, while it is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct DrawnArea(pub Option<Area>);

/// A ball about a point of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Its middle, heliocentric ecliptic km.
    pub at: DVec3,
    /// Its radius, km; above 0.
    pub radius_km: f64,
}

impl Area {
    /// About where a drag began, as far as where it is, but no wider than the world allows, `widest_km`;
    /// `None` where that is no length.
    pub fn between(at: DVec3, rim: DVec3, widest_km: f64) -> Option<Self> {
        let away_km = at.distance(rim);
        let radius_km = away_km.min(widest_km);
        (away_km.is_finite() && radius_km > 0.0).then_some(Self { at, radius_km })
    }

    /// As orders name it.
    pub fn quarry(&self) -> NamedQuarry {
        NamedQuarry::Around { km: self.at.into(), radius_km: self.radius_km }
    }

    /// What letting go will do.
    pub fn words(&self) -> String {
        format!("attack all within {}", au(self.radius_km))
    }

    /// Draws it where it cuts its plane.
    pub fn draw(&self, origin: &Origin, lines: &mut Gizmos<LineGizmos>) {
        let level = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        let radius = (self.radius_km / UNIT_KM) as f32;
        lines.circle(Isometry3d::new(origin.place(self.at), level), radius, STRIKE).resolution(CORNERS);
    }
}

/// What the left button does to an area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Where it went down, pixels.
    pub from: Vec2,
    /// Where it is, pixels.
    pub to: Vec2,
    /// Whether it was let go.
    pub is_over: bool,
}

impl Stroke {
    /// Of a gesture; `None` of one that draws nothing.
    pub fn of(gesture: &Gesture) -> Option<Self> {
        match *gesture {
            Gesture::Drag { button: MouseButton::Left, from, to } => Some(Self { from, to, is_over: false }),
            Gesture::Drop { button: MouseButton::Left, from, to } => Some(Self { from, to, is_over: true }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_is_as_wide_as_it_was_drawn() {
        let (at, rim) = (DVec3::new(1.0e6, 0.0, 0.0), DVec3::new(1.0e6, 4.0e5, 0.0));
        let area = Area::between(at, rim, 1.0e9).expect("it has a radius");
        assert_eq!(area.quarry(), NamedQuarry::Around { km: at.into(), radius_km: 4.0e5 });
        assert!(area.words().starts_with("attack all within 0.002"), "{}", area.words());
        assert_eq!(Area::between(at, at, 1.0e9), None);
        assert_eq!(Area::between(at, DVec3::NAN, 1.0e9), None);
        let widest = Area::between(at, rim, 3.0e5);
        assert_eq!(widest, Some(Area { at, radius_km: 3.0e5 }), "no wider than would be carried out");
    }

    #[test]
    fn only_the_left_button_draws() {
        let (from, to) = (Vec2::ZERO, Vec2::X * 40.0);
        let drag = |button| Gesture::Drag { button, from, to };
        assert_eq!(Stroke::of(&drag(MouseButton::Left)), Some(Stroke { from, to, is_over: false }));
        assert_eq!(Stroke::of(&drag(MouseButton::Right)), None);
        let drop = Gesture::Drop { button: MouseButton::Left, from, to };
        assert!(Stroke::of(&drop).is_some_and(|stroke| stroke.is_over));
        let click = Gesture::Click { button: MouseButton::Left, at: from, on: None, double: false };
        assert_eq!(Stroke::of(&click), None);
    }
}
