//! Names that are folded away: from afar a moon or a fleet stands at one point of the picture with a body, whose name
//! then stands for all that is there. The mark of the fleet stays, with its count. Names of fleets whose marks are
//! folded themselves are a matter of `knots.rs`.

use glam::DVec3;

/// A name is folded away at this distance of its thing from a body, and comes back at the second one: pixels of the UI
/// for the way between them as it is seen from the side. So no turn of the view and no transit before a disc folds it.
const REACH: (f64, f64) = (18.0, 28.0);

/// A body whose name stands for others.
#[derive(Clone, Copy, Debug)]
struct Host {
    /// Heliocentric ecliptic km.
    place: DVec3,
    /// Size of a kilometre there, pixels of the UI.
    pixels_per_km: f64,
    /// Importance of its name.
    weight: f32,
}

/// The bodies of the picture whose names stand for others.
#[derive(Clone, Debug, Default)]
pub(super) struct Hosts(Vec<Host>);

impl Hosts {
    /// Adds a body: its place, heliocentric ecliptic km, the size of a kilometre there, pixels of the UI, and the
    /// importance of its name.
    pub(super) fn add(&mut self, place: DVec3, pixels_per_km: f64, weight: f32) {
        self.0.push(Host { place, pixels_per_km, weight });
    }

    /// Whether the name of a thing at a place is folded away, by a more important one. `was_shown`: whether it was not
    /// in the frame before.
    pub(super) fn fold(&self, place: DVec3, weight: f32, was_shown: bool) -> bool {
        let (folded, back) = REACH;
        let reach = if was_shown { folded } else { back };
        let stands_for_it =
            |host: &Host| host.weight > weight && host.place.distance(place) * host.pixels_per_km < reach;
        self.0.iter().any(stands_for_it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A planet of this weight at the origin, where a kilometre is a pixel.
    fn planet(weight: f32) -> Hosts {
        let mut hosts = Hosts::default();
        hosts.add(DVec3::ZERO, 1.0, weight);
        hosts
    }

    #[test]
    fn a_fleet_at_its_planet_has_no_name_from_afar() {
        let hosts = planet(8.0);
        let is_folded = |pixels: f64, was_shown: bool| hosts.fold(DVec3::X * pixels, 7.0, was_shown);
        assert!(is_folded(REACH.0 - 1.0, true) && is_folded(REACH.0 - 1.0, false));
        assert!(!is_folded(REACH.1 + 1.0, true) && !is_folded(REACH.1 + 1.0, false));
        assert!(!Hosts::default().fold(DVec3::ZERO, 7.0, false), "open space");
    }

    #[test]
    fn a_name_at_the_edge_does_not_come_and_go() {
        let hosts = planet(8.0);
        let mut is_shown = false;
        let mut changes = 0;
        for frame in 0..600_u32 {
            // It moves out slowly, and trembles by some pixels.
            let pixels = 15.0 + 0.03 * f64::from(frame) + 4.0 * f64::from(frame % 3);
            let now = !hosts.fold(DVec3::Y * pixels, 7.0, is_shown);
            changes += u32::from(now != is_shown);
            is_shown = now;
        }
        assert!(is_shown && changes == 1, "{changes}");
    }

    #[test]
    fn what_matters_more_than_the_planet_keeps_its_name() {
        let is_folded = |of_planet: f32, of_fleet: f32| planet(of_planet).fold(DVec3::ZERO, of_fleet, true);
        assert!(is_folded(8.0, 7.0) && is_folded(14.0, 7.0));
        assert!(!is_folded(14.0, 27.0), "it is selected");
        assert!(!is_folded(5.0, 7.0), "a small body is less than a fleet");
    }

    #[test]
    fn a_fleet_before_the_disc_of_its_planet_keeps_its_name() {
        // It is between the planet and the eye: both have the same pixel.
        assert!(!planet(8.0).fold(DVec3::NEG_Y * 60.0, 7.0, false));
    }
}
