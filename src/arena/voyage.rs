//! A ship's flight from its start to its target, and its length relative to the straight flight.
//!
//! Places at the ends of steps, in the frame in which the target rests, give the moment of arrival and two ratios.
//! After the arrival nothing changes any more.

use glam::DVec3;

use super::scenario::Ship;

/// Ratios of a voyage to the straight flight at the greatest speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detour {
    /// Flown length over the straight distance.
    pub path: f64,
    /// Time until the arrival over the time of the straight flight at the greatest speed.
    pub time: f64,
}

/// The progress of a ship.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ShipProgress {
    /// At its target from the beginning.
    Home,
    UnderWay,
    Arrived(Detour),
}

/// The flight of one ship.
#[derive(Clone, Debug, PartialEq)]
pub struct Voyage {
    target: DVec3,
    tolerance: f64,
    speed: f64,
    straight: f64,
    place: DVec3,
    flown: f64,
    progress: ShipProgress,
}

impl Voyage {
    /// The flight of a scenario's ship, in the scenario's moving frame.
    pub fn of(ship: &Ship, tolerance: f64) -> Self {
        Self::new(DVec3::from(ship.at), DVec3::from(ship.to), tolerance, ship.speed)
    }

    /// The beginning of a way. A ship has arrived within `tolerance` of its target; `speed` is its greatest speed.
    pub fn new(start: DVec3, target: DVec3, tolerance: f64, speed: f64) -> Self {
        let straight = start.distance(target);
        let progress = if straight <= tolerance { ShipProgress::Home } else { ShipProgress::UnderWay };
        Self { target, tolerance, speed, straight, place: start, flown: 0.0, progress }
    }

    /// Whether the ship has not arrived yet.
    pub fn is_under_way(&self) -> bool {
        self.progress == ShipProgress::UnderWay
    }

    /// The ratios of a ship that has arrived; `None` for one under way, or at its target from the beginning.
    pub fn detour(&self) -> Option<Detour> {
        match self.progress {
            ShipProgress::Arrived(detour) => Some(detour),
            ShipProgress::Home | ShipProgress::UnderWay => None,
        }
    }

    /// Advances to the ship's place at the end of a step that began at time `began` and took `dt`, seconds.
    ///
    /// The arrival is where the step crosses the tolerance. The rest of the way counts as flown straight at the
    /// greatest speed, so an unhindered flight has ratios of exactly 1 at any tolerance.
    pub fn advance(&mut self, place: DVec3, began: f64, dt: f64) {
        if !self.is_under_way() {
            return;
        }
        let step = place.distance(self.place);
        if place.distance(self.target) <= self.tolerance {
            let share = self.share_until_arrival(place);
            let path = self.flown + share * step + self.tolerance;
            let time = began + share * dt + self.tolerance / self.speed;
            let detour = Detour { path: path / self.straight, time: time * self.speed / self.straight };
            self.progress = ShipProgress::Arrived(detour);
        }
        self.flown += step;
        self.place = place;
    }

    /// The share of a step, from outside the tolerance to `place` inside it, that lies outside.
    fn share_until_arrival(&self, place: DVec3) -> f64 {
        // |offset + share step| = tolerance; the form of the root that does not cancel.
        let offset = self.place - self.target;
        let step = place - self.place;
        let outside = offset.length_squared() - self.tolerance * self.tolerance;
        let approach = -offset.dot(step);
        let root = (approach * approach - outside * step.length_squared()).max(0.0).sqrt();
        (outside / (approach + root)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_flight_is_the_measure() {
        let mut voyage = Voyage::new(DVec3::ZERO, DVec3::X * 40.0, 2.0, 4.0);
        for step in 0_u32..300 {
            let began = f64::from(step) * 0.1;
            voyage.advance(DVec3::X * (4.0 * (began + 0.1)).min(39.0), began, 0.1);
        }
        let detour = voyage.detour().expect("it has arrived");
        assert!((detour.path - 1.0).abs() < 1e-9 && (detour.time - 1.0).abs() < 1e-9, "{detour:?}");
    }

    #[test]
    fn a_way_round_a_corner_is_longer() {
        let mut voyage = Voyage::new(DVec3::ZERO, DVec3::new(3.0, 4.0, 0.0), 1e-6, 1.0);
        voyage.advance(DVec3::X * 3.0, 0.0, 5.0);
        assert!(voyage.is_under_way() && voyage.detour().is_none());
        voyage.advance(DVec3::new(3.0, 4.0, 0.0), 5.0, 5.0);
        let detour = voyage.detour().expect("it has arrived");
        assert!((detour.path - 1.4).abs() < 1e-5 && (detour.time - 2.0).abs() < 1e-5, "{detour:?}");
    }

    #[test]
    fn a_ship_that_holds_a_station_has_no_path() {
        let mut voyage = Voyage::new(DVec3::ZERO, DVec3::X, 2.0, 4.0);
        voyage.advance(DVec3::X, 0.0, 0.1);
        assert!(!voyage.is_under_way() && voyage.detour().is_none());
    }
}
