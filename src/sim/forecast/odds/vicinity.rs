//! The surroundings of an attacked group: all places close enough to share its battlefield.

use glam::DVec3;

/// The surroundings of a group of targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Vicinity {
    places: Vec<DVec3>,
    middle: DVec3,
    /// Radius of the group about its middle, km.
    radius_km: f64,
    reach_km: f64,
}

impl Vicinity {
    /// The surroundings of places, heliocentric km, up to `reach_km` from any of them; `None` without places.
    pub fn about(places: Vec<DVec3>, reach_km: f64) -> Option<Self> {
        if places.is_empty() {
            return None;
        }
        let middle = places.iter().sum::<DVec3>() / places.len() as f64;
        let radius_km = places.iter().map(|place| place.distance(middle)).fold(0.0, f64::max);
        Some(Self { places, middle, radius_km, reach_km })
    }

    /// The mean of the places, heliocentric km.
    pub fn middle(&self) -> DVec3 {
        self.middle
    }

    /// Whether a place is inside, heliocentric km.
    pub fn holds(&self, place: DVec3) -> bool {
        // A quick test excludes most distant places.
        if place.distance(self.middle) > self.radius_km + self.reach_km {
            return false;
        }
        let square = self.reach_km * self.reach_km;
        self.places.iter().any(|one| one.distance_squared(place) <= square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_near_one_of_them_is_near() {
        let places = vec![DVec3::ZERO, DVec3::X * 100.0];
        let vicinity = Vicinity::about(places, 10.0).expect("somebody is there");
        assert_eq!(vicinity.middle(), DVec3::X * 50.0);
        for (x, is_near) in [(-11.0, false), (-9.0, true), (9.0, true), (50.0, false), (109.0, true)] {
            assert_eq!(vicinity.holds(DVec3::X * x), is_near, "{x}");
        }
        assert!(!vicinity.holds(DVec3::new(0.0, 8.0, 8.0)));
        assert_eq!(Vicinity::about(Vec::new(), 10.0), None);
    }
}
