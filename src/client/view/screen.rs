//! Visibility on the screen: where the things with marks are, and which bodies hide those behind them.

use bevy::prelude::*;
use glam::DVec3;

use super::interpolation::BodyPlaces;
use super::ring_places::passes_at_km;
use super::view_camera::ViewCamera;
use crate::sim::Sky;

/// A body hides what is behind it where its disc is larger than this, pixels of its radius: beside a smaller one there
/// is room for the mark.
const LEAST_DISC: f64 = 40.0;
/// Behind the rim of such a disc marks fade over this distance, pixels.
const RIM_PIXELS: f64 = 8.0;
/// Within this many radii of its middle a thing stands on a body, and not behind it.
pub const OWN_RADII: f64 = 1.01;

/// The place of an object with a marker.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct ScreenAnchor {
    /// Heliocentric ecliptic km.
    pub place: DVec3,
    /// Radius, km.
    pub radius_km: f64,
    /// The area of its hull about its place, as it is seen: in km across the line of sight at the distance of its
    /// place, x to the right, y down; empty for what is no hull, or not seen.
    pub hull_km: Rect,
    /// Whether the object is unknown to the player.
    pub is_hidden: bool,
}

/// The bodies that are large on the screen in this frame: few, if any. What is behind them is not seen.
#[derive(Resource, Clone, Debug, Default)]
pub struct NearBodies {
    eye: DVec3,
    near: Vec<NearBody>,
}

#[derive(Clone, Copy, Debug)]
struct NearBody {
    middle: DVec3,
    radius_km: f64,
    pixels_per_km: f64,
}

impl NearBodies {
    /// Finds them among bodies with these places and radii, km.
    fn note(&mut self, view: &ViewCamera, bodies: impl Iterator<Item = (DVec3, f64)>) {
        self.eye = view.eye;
        self.near.clear();
        self.near.extend(bodies.filter_map(|(middle, radius_km)| {
            let pixels_per_km = view.pixels_per_radius(view.eye.distance(middle));
            let is_near = radius_km * pixels_per_km > LEAST_DISC;
            is_near.then_some(NearBody { middle, radius_km, pixels_per_km })
        }));
    }

    /// The share of a thing at a place that is seen past these bodies: 0 behind one of them, 1 beside all.
    pub fn seen_share(&self, place: DVec3) -> f32 {
        self.near.iter().map(|body| body.seen_share(self.eye, place)).fold(1.0, f32::min)
    }
}

impl NearBody {
    fn seen_share(&self, eye: DVec3, place: DVec3) -> f32 {
        if place.distance(self.middle) <= OWN_RADII * self.radius_km {
            return 1.0;
        }
        let Some(miss_km) = passes_at_km(eye, place, self.middle) else { return 1.0 };
        let behind_pixels = (self.radius_km - miss_km) * self.pixels_per_km;
        1.0 - (behind_pixels / RIM_PIXELS).clamp(0.0, 1.0) as f32
    }
}

/// Finds the bodies that are large on the screen in this frame.
pub(super) fn note_near_bodies(
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    view: Res<ViewCamera>,
    mut near: ResMut<NearBodies>,
) {
    let bodies = sky.system.bodies.iter().zip(&places.0);
    near.note(&view, bodies.map(|(body, place)| (*place, body.displayed_radius_km)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of a thing at a place that is seen past a ball about the origin by an eye at -1000 km on the y axis.
    fn share(radius_km: f64, place: DVec3) -> f32 {
        let view = ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..ViewCamera::default() };
        let mut near = NearBodies::default();
        near.note(&view, std::iter::once((DVec3::ZERO, radius_km)));
        near.seen_share(place)
    }

    #[test]
    fn what_is_behind_a_near_body_is_not_seen() {
        let view = ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..ViewCamera::default() };
        let km_of_pixel = 1.0 / view.pixels_per_radius(1000.0);
        let (large, small) = (100.0 * km_of_pixel, 0.5 * LEAST_DISC * km_of_pixel);
        assert_eq!(share(large, DVec3::Y * 1.0e9), 0.0, "a comet far behind it");
        assert_eq!(share(small, DVec3::Y * 1.0e9), 1.0, "the body is small");
        assert_eq!(share(large, DVec3::NEG_Y * 500.0), 1.0, "before it");
        assert_eq!(share(large, DVec3::NEG_Y * 2000.0), 1.0, "behind the eye");
        assert_eq!(share(large, DVec3::Y * large), 1.0, "on it");
        let beside = |pixels: f64| share(large, DVec3::new(2.0 * pixels * km_of_pixel, 1000.0, 0.0));
        assert_eq!([110.0, 80.0].map(beside), [1.0, 0.0]);
        assert!((0.1..0.9).contains(&beside(98.0)), "it fades behind the rim: {}", beside(98.0));
    }
}
