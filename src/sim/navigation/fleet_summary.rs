//! A fleet as a whole: its middle and its common speed.

use bevy::prelude::*;
use glam::DVec3;

use crate::sim::motion::wells::Speeds;
use crate::sim::{Members, Position, Ship, by_number};

/// Summary of a fleet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FleetSummary {
    /// The mean of the ships' places, km.
    pub center: DVec3,
    /// The slowest ship's cruise speed, km/s.
    pub cruise_km_s: f64,
    /// The slowest ship's speed in wells, km/s.
    pub manoeuvre_km_s: f64,
    /// The longest time that a ship's engines need from rest to full speed, seconds of play.
    pub thrust_s: f64,
    /// The radius of the smallest hull, km.
    pub least_radius_km: f64,
    /// The mean of the ships' places in the formation, km.
    pub mean_place: DVec3,
    /// Number of ships.
    pub count: u32,
}

impl From<&FleetSummary> for Speeds {
    fn from(company: &FleetSummary) -> Self {
        Self { cruise_km_s: company.cruise_km_s, manoeuvre_km_s: company.manoeuvre_km_s }
    }
}

impl FleetSummary {
    /// Sums a fleet up; `None` without ships. The sum is taken in the order of the ships' numbers, so
    /// that the last bit does not depend on the order of storage.
    pub fn of(members: &Members, ships: &Query<(&Position, &Ship)>) -> Option<Self> {
        let found = by_number(ships.iter_many(members.iter()), |(_, ship)| ship.id);
        let mut sum = FleetSum::default();
        found.into_iter().for_each(|(position, ship)| sum.add(position.0, DVec3::ZERO, ship));
        sum.total()
    }
}

/// Sums over the ships of a fleet, for its summary.
#[derive(Clone, Copy, Debug, Default)]
pub struct FleetSum {
    positions: DVec3,
    places: DVec3,
    cruise_km_s: f64,
    manoeuvre_km_s: f64,
    thrust_s: f64,
    least_radius_km: f64,
    count: u32,
}

impl FleetSum {
    /// Adds a ship.
    pub fn add(&mut self, position: DVec3, place: DVec3, ship: &Ship) {
        let least = |known: f64, own: f64| if self.count == 0 { own } else { known.min(own) };
        self.cruise_km_s = least(self.cruise_km_s, ship.cruise_km_s);
        self.manoeuvre_km_s = least(self.manoeuvre_km_s, ship.manoeuvre_km_s);
        self.thrust_s = self.thrust_s.max(ship.thrust_s);
        self.least_radius_km = least(self.least_radius_km, ship.radius_km);
        self.positions += position;
        self.places += place;
        self.count += 1;
    }

    /// The fleet; `None` without ships.
    pub fn total(&self) -> Option<FleetSummary> {
        let Self { positions, places, cruise_km_s, manoeuvre_km_s, thrust_s, least_radius_km, count } = *self;
        let mean = |sum: DVec3| sum / f64::from(count);
        (count > 0).then(|| FleetSummary {
            center: mean(positions),
            cruise_km_s,
            manoeuvre_km_s,
            thrust_s,
            least_radius_km,
            mean_place: mean(places),
            count,
        })
    }
}
