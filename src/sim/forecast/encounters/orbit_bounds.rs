//! Bounds on the place of a body: between two spheres about the origin, and not far above or below the ecliptic.

use glam::DVec3;

use super::Span;
use crate::level::StarSystem;
use crate::orbit::Orbit;
use crate::sim::BodyId;

/// Bound on what the small terms of the catalogue's motions, such as the swing of Pluto's plane, add to a tilt or to a
/// distance.
const DRIFT_SHARE: f64 = 0.01;

/// The bounds that a body never leaves, in the magnified world, km.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitBounds {
    /// The least distance from the origin.
    pub nearest_km: f64,
    /// The greatest distance from the origin; infinite on an open path.
    pub farthest_km: f64,
    /// The greatest distance from the plane of the ecliptic.
    pub height_km: f64,
}

impl OrbitBounds {
    /// Bounds that hold for every body.
    const ANYWHERE: Self = Self { nearest_km: 0.0, farthest_km: f64::INFINITY, height_km: f64::INFINITY };

    /// Bounds on the place of a body within a span of dates; unbounded for an unknown body.
    pub fn of(system: &StarSystem, body: BodyId, span: Span) -> Self {
        let Some(this) = system.bodies.get(body) else { return Self::ANYWHERE };
        let farthest_km = this.orbit.apoapsis_km().unwrap_or(f64::INFINITY) * (1.0 + DRIFT_SHARE);
        let own = Self {
            nearest_km: this.orbit.periapsis_km() * (1.0 - DRIFT_SHARE) * this.path_magnify,
            farthest_km: farthest_km * this.path_magnify,
            height_km: height_km(&this.orbit, farthest_km, span) * this.path_magnify,
        };
        this.parent.map_or(own, |parent| Self::of(system, parent, span).carrying(&own))
    }

    /// The bounds of a body whose parent has these bounds, from its bounds about the parent.
    fn carrying(&self, own: &Self) -> Self {
        let apart = (self.nearest_km - own.farthest_km).max(own.nearest_km - self.farthest_km);
        Self {
            nearest_km: apart.max(0.0),
            farthest_km: self.farthest_km + own.farthest_km,
            height_km: self.height_km + own.height_km,
        }
    }

    /// A lower bound on the distance from a point, heliocentric ecliptic km.
    pub fn distance_from(&self, point: DVec3) -> f64 {
        let radius = point.length();
        let by_radius = (self.nearest_km - radius).max(radius - self.farthest_km);
        by_radius.max(point.z.abs() - self.height_km).max(0.0)
    }

    /// A lower bound on the distance from another body, km.
    pub fn distance_between(&self, other: &Self) -> f64 {
        (self.nearest_km - other.farthest_km).max(other.nearest_km - self.farthest_km).max(0.0)
    }
}

/// Greatest distance of a path from the ecliptic plane through its parent, true km. A planet's inclination drifts
/// evenly, so that it is greatest at one of the span's ends.
fn height_km(orbit: &Orbit, farthest_km: f64, span: Span) -> f64 {
    let share = |jd: f64| orbit.osculating(jd).map_or(0.0, |conic| libm::sin(conic.inclination).abs());
    let tilted = || {
        let share = share(span.from_jd).max(share(span.until_jd));
        // An open path in the ecliptic would give infinity times zero.
        if share > 0.0 { farthest_km * share } else { 0.0 }
    };
    match orbit {
        Orbit::Fixed => 0.0,
        Orbit::Planet(_) | Orbit::Conic(_) => tilted(),
        Orbit::EarthFromBarycentre { moon, moon_mass_fraction, .. } => {
            tilted() + moon.apoapsis_km() * *moon_mass_fraction
        }
        // Between two dates a comet may pass over to another plane.
        Orbit::Returns(returns) => farthest_km * returns.greatest_tilt(),
        Orbit::Moon(_) | Orbit::Lunar(_) => farthest_km,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support::shipped_level;

    #[test]
    fn no_body_of_the_solar_system_leaves_its_bounds() {
        let system = StarSystem::build(&shipped_level("sol.ron")).expect("it is sound");
        // 1900 to 2050, in spans of five years.
        for span in 0..30 {
            let from_jd = 2_415_021.0 + f64::from(span) * 1826.0;
            let span = Span { from_jd, until_jd: from_jd + 1826.0 };
            for body in system.bodies.keys() {
                let bounds = OrbitBounds::of(&system, body, span);
                for look in 0..=334 {
                    let jd = from_jd + 1826.0 * f64::from(look) / 334.0;
                    let place = system.displayed_state(body, jd).position;
                    let name = &system.bodies[body].name;
                    assert!(bounds.distance_from(place) <= 1.0, "{name} at {jd}");
                }
            }
        }
    }

    const SHELL: OrbitBounds = OrbitBounds { nearest_km: 90.0, farthest_km: 110.0, height_km: 5.0 };

    #[test]
    fn points_are_as_far_as_the_shell_is() {
        assert_eq!(SHELL.distance_from(DVec3::X * 100.0), 0.0);
        assert_eq!(SHELL.distance_from(DVec3::X * 60.0), 30.0);
        assert_eq!(SHELL.distance_from(DVec3::Y * 150.0), 40.0);
        assert_eq!(SHELL.distance_from(DVec3::new(100.0, 0.0, -20.0)), 15.0);
        assert_eq!(OrbitBounds::ANYWHERE.distance_from(DVec3::Z * 1.0e12), 0.0);
    }

    #[test]
    fn moons_take_their_planets_shell_along() {
        let moon = OrbitBounds { nearest_km: 3.0, farthest_km: 4.0, height_km: 1.0 };
        let carried = OrbitBounds { nearest_km: 86.0, farthest_km: 114.0, height_km: 6.0 };
        assert_eq!(SHELL.carrying(&moon), carried);
        let star = OrbitBounds { nearest_km: 0.0, farthest_km: 0.0, height_km: 0.0 };
        assert_eq!(star.carrying(&SHELL), SHELL);
    }

    #[test]
    fn shells_are_apart_by_the_room_between() {
        let outer = OrbitBounds { nearest_km: 200.0, farthest_km: f64::INFINITY, height_km: 5.0 };
        assert_eq!(SHELL.distance_between(&outer), 90.0);
        assert_eq!(outer.distance_between(&SHELL), 90.0);
        assert_eq!(SHELL.distance_between(&SHELL), 0.0);
    }
}
