//! From the world to the minimap and back.
//!
//! A distance `r` from the star is drawn at ln(1 + r / r0) of the map's edge, so that the inner planets have
//! room and the outer ones are still on it.

use bevy::prelude::*;
use glam::DVec3;

use crate::level::{BodyKind, StarSystem};
use crate::orbit::AU_KM;

/// The distance beyond which the scale becomes logarithmic, as a share of the innermost orbit.
const INNER_SHARE: f64 = 0.5;
/// Radius of the map in radii of the outermost orbit.
const OUTER_SHARE: f64 = 1.1;
/// Default for the nearest and the farthest orbit, AU, of a system without orbits.
const USUAL_AU: (f64, f64) = (0.4, 40.0);

/// The scale of distances on the map.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct MapScale {
    /// Up to about here distances keep their proportions, km.
    pub(super) inner_km: f64,
    /// Distance at the edge of the map, km.
    pub(super) outer_km: f64,
}

impl MapScale {
    /// A map with room for all planets and dwarfs of a system.
    pub fn of(system: &StarSystem) -> Self {
        let (mut nearest, mut farthest) = (f64::INFINITY, 0.0_f64);
        for body in &system.bodies {
            if !matches!(body.kind, BodyKind::Planet | BodyKind::Dwarf) {
                continue;
            }
            let Some(conic) = body.orbit.osculating(system.epoch_jd) else { continue };
            let Some(apoapsis_km) = conic.apoapsis_km() else { continue };
            nearest = nearest.min(conic.periapsis_km * body.path_magnify);
            farthest = farthest.max(apoapsis_km * body.path_magnify);
        }
        if farthest <= 0.0 || nearest <= 0.0 {
            (nearest, farthest) = (USUAL_AU.0 * AU_KM, USUAL_AU.1 * AU_KM);
        }
        Self { inner_km: INNER_SHARE * nearest, outer_km: OUTER_SHARE * farthest }
    }

    /// The place on the map; places beyond the edge are clamped to it.
    pub fn to_map(&self, place: DVec3) -> Vec2 {
        let distance = DVec3::new(place.x, place.y, 0.0).length();
        if distance <= 0.0 {
            return Vec2::ZERO;
        }
        let share = libm::log1p(distance / self.inner_km) / libm::log1p(self.outer_km / self.inner_km);
        let scale = share.min(1.0) / distance;
        Vec2::new((place.x * scale) as f32, (-place.y * scale) as f32)
    }

    /// The place of the ecliptic at a point of the map; `None` beyond its edge.
    pub fn to_world(&self, point: Vec2) -> Option<DVec3> {
        let share = f64::from(point.length());
        if share > 1.0 {
            return None;
        }
        let distance = self.inner_km * libm::expm1(share * libm::log1p(self.outer_km / self.inner_km));
        let toward = DVec3::new(f64::from(point.x), -f64::from(point.y), 0.0).normalize_or_zero();
        Some(toward * distance)
    }

    /// Whether a place is on the map rather than beyond its edge.
    pub fn has_room_for(&self, place: DVec3) -> bool {
        DVec3::new(place.x, place.y, 0.0).length() <= self.outer_km
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale() -> MapScale {
        MapScale { inner_km: 0.2 * AU_KM, outer_km: 50.0 * AU_KM }
    }

    #[test]
    fn there_and_back() {
        for (x, y) in [(0.4, 0.0), (-1.0, 0.3), (5.0, -9.0), (-20.0, -35.0)] {
            let place = DVec3::new(x, y, 0.0) * AU_KM;
            let back = scale().to_world(scale().to_map(place));
            let error = back.map_or(f64::MAX, |back| back.distance(place));
            assert!(error < 1.0e-5 * place.length(), "{place} {back:?}");
        }
        assert_eq!(scale().to_map(DVec3::ZERO), Vec2::ZERO);
        assert_eq!(scale().to_world(Vec2::ZERO), Some(DVec3::ZERO));
    }

    #[test]
    fn north_is_up_and_the_edge_holds() {
        let north = scale().to_map(DVec3::new(0.0, AU_KM, 0.7 * AU_KM));
        assert!(north.x == 0.0 && north.y < 0.0, "{north}");
        let far = scale().to_map(DVec3::X * 900.0 * AU_KM);
        assert!((far.x - 1.0).abs() < 1.0e-6 && far.y == 0.0);
        assert!(!scale().has_room_for(DVec3::X * 900.0 * AU_KM));
        assert_eq!(scale().to_world(Vec2::X * 1.01), None);
    }

    #[test]
    fn the_inner_planets_have_room() {
        let at = |au: f64| scale().to_map(DVec3::X * au * AU_KM).x;
        assert!(at(1.0) - at(0.72) > 0.03, "Venus and Earth stand apart");
        assert!(at(0.39) > 0.15 && at(30.0) < 0.95);
    }
}
