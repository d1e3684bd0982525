//! The rule of sight: whether one sensor sees one unit.
//!
//! A sensor sees units within its range, scaled by their visibility, unless a ball lies between both. Pure
//! geometry; `scan.rs` does the same for many at once.

use glam::DVec3;

use crate::orbit::segment::share_nearest_to_origin;

/// A line of sight may dip into a ball by this share of its radius: more than the rounding of a line that begins
/// on the surface, less than anyone could see.
pub(in crate::sim) const GRAZE: f64 = 1.0e-4;

/// A sensor: a ship, a structure or a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensor {
    /// The faction of the sensor.
    pub faction: u16,
    /// Position, heliocentric km.
    pub position: DVec3,
    /// Sight range for a unit of visibility 1, km. At 0 or less it is blind.
    pub range_km: f64,
}

/// A unit that may be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighted {
    /// The owner, who always sees it. A number without a faction means no owner.
    pub faction: u16,
    /// Position, heliocentric km.
    pub position: DVec3,
    /// Factor on sight ranges: the product of the factors of its size and of its engines. At 0 or less only its
    /// owner sees it.
    pub visibility: f64,
}

/// A ball that hides units behind it: a body of the sky.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occluder {
    /// Centre, heliocentric km.
    pub center: DVec3,
    /// Radius, km. At 0 or less it hides nothing.
    pub radius_km: f64,
}

impl Occluder {
    /// Whether the ball lies between two places. A place inside the ball counts as the one on its surface above
    /// it.
    pub fn hides(&self, from: DVec3, to: DVec3) -> bool {
        if self.radius_km <= 0.0 {
            return false;
        }
        let start = self.lifted(from, to);
        let way = self.lifted(to, from) - start;
        let nearest = start + way * share_nearest_to_origin(start, way);
        let radius = self.radius_km * (1.0 - GRAZE);
        nearest.length_squared() < radius * radius
    }

    /// A place relative to the centre, lifted to the surface if it is below. A place at the very centre is lifted
    /// toward the other place.
    fn lifted(&self, place: DVec3, other: DVec3) -> DVec3 {
        let offset = place - self.center;
        if offset.length_squared() >= self.radius_km * self.radius_km {
            return offset;
        }
        let toward = (other - self.center).normalize_or(DVec3::Z);
        offset.normalize_or(toward) * self.radius_km
    }
}

/// Whether a unit of this visibility is within the range of a sensor.
pub(in crate::sim) fn is_within_range(sensor: DVec3, range_km: f64, thing: DVec3, visibility: f64) -> bool {
    let range_km = range_km * visibility;
    sensor.distance_squared(thing) <= range_km * range_km
}

/// Whether a sensor sees a unit: always one of its own faction, a foreign one within range and not behind a ball.
/// Numbers that are not finite are never seen.
pub fn sees(sensor: &Sensor, thing: &Sighted, occluders: &[Occluder]) -> bool {
    sensor.faction == thing.faction
        || (sensor.range_km > 0.0
            && thing.visibility > 0.0
            && is_within_range(sensor.position, sensor.range_km, thing.position, thing.visibility)
            && !occluders.iter().any(|ball| ball.hides(sensor.position, thing.position)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An Earth as the game shows it, far from the Sun.
    fn planet() -> Occluder {
        Occluder { center: DVec3::new(1.5e8, -3.0e7, 2.0e6), radius_km: 3.8e5 }
    }

    fn hides(from: DVec3, to: DVec3) -> bool {
        let ball = planet();
        let forth = ball.hides(ball.center + from, ball.center + to);
        assert_eq!(forth, ball.hides(ball.center + to, ball.center + from));
        forth
    }

    #[test]
    fn a_ball_hides_only_units_behind_it() {
        let sensor = DVec3::X * 1.0e6;
        assert!(hides(sensor, DVec3::X * -1.0e6));
        assert!(hides(sensor, DVec3::new(-1.0e6, 3.0e5, 0.0)));
        assert!(!hides(sensor, DVec3::X * 5.0e5), "in front of it");
        assert!(!hides(sensor, DVec3::X * 5.0e6), "with the ball in the back");
        assert!(!hides(sensor, DVec3::new(1.0e6, 4.0e6, 0.0)), "aside");
        assert!(!hides(sensor, sensor), "at the same place");
    }

    #[test]
    fn a_grazing_line_passes() {
        let at = |height: f64, x: f64| DVec3::new(x, 3.8e5 * height, 0.0);
        assert!(!hides(at(1.0, 1.0e6), at(1.0, -1.0e6)));
        assert!(!hides(at(1.001, 1.0e6), at(1.001, -1.0e6)));
        assert!(hides(at(0.999, 1.0e6), at(0.999, -1.0e6)));
    }

    #[test]
    fn places_inside_count_as_on_the_surface() {
        let up = DVec3::new(0.3, 0.4, -0.5).normalize();
        let (inside, above) = (up * 1.0e5, up * 1.0e6);
        assert!(!hides(inside, above));
        assert!(!hides(up * 3.8e5, above), "on the surface");
        assert!(hides(inside, -above), "through the ball");
        assert!(hides(inside, -inside), "both inside, on two sides");
        assert!(!hides(inside, up * 2.0e5), "both inside, one above the other");
        assert!(!hides(DVec3::ZERO, above), "from the very centre");
        assert!(!hides(DVec3::ZERO, DVec3::ZERO));
    }

    #[test]
    fn range_depends_on_the_thing_too() {
        let sensor = Sensor { faction: 0, position: DVec3::ZERO, range_km: 1000.0 };
        let thing = |x: f64, visibility: f64| Sighted { faction: 1, position: DVec3::X * x, visibility };
        assert!(sees(&sensor, &thing(1000.0, 1.0), &[]) && !sees(&sensor, &thing(1000.1, 1.0), &[]));
        assert!(sees(&sensor, &thing(2500.0, 2.5), &[]) && !sees(&sensor, &thing(600.0, 0.5), &[]));
        assert!(!sees(&sensor, &thing(0.0, 0.0), &[]) && !sees(&sensor, &thing(0.0, -1.0), &[]));
        assert!(!sees(&sensor, &thing(f64::NAN, 1.0), &[]) && !sees(&sensor, &thing(0.0, f64::NAN), &[]));
        assert!(sees(&sensor, &Sighted { faction: 0, ..thing(1.0e9, 0.0) }, &[]), "one's own");
        let wall = Occluder { center: DVec3::X * 500.0, radius_km: 100.0 };
        assert!(!sees(&sensor, &thing(900.0, 1.0), &[wall]));
        assert!(sees(&sensor, &thing(900.0, 1.0), &[Occluder { radius_km: -100.0, ..wall }]));
    }
}
