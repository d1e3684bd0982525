//! The delay of a fleet that sets off and comes to rest, relative to a flight at full speed throughout, in days.
//!
//! A fleet counts as resting when the flight begins. For one that is under way the delay is too long: at most by half
//! of its engines' time to full speed, and by the lag of velocity behind the engines.

use super::fleet_summary::FleetSummary;
use super::legs::ARRIVED_RADII;
use super::well_delay::well_of;
use crate::orbit::SECONDS_PER_DAY;
use crate::sim::motion::wells::speed_km_s;
use crate::sim::steering::{Approach, Limits, SteeringRules};
use crate::sim::{AnchoredPlace, Calendar, Sky};

/// Pieces in which the approach is summed up, each shorter than the one before by the same ratio.
const PIECES: i32 = 32;

/// What the delay depends on besides the fleet and its flight.
#[derive(Clone, Copy, Debug)]
pub struct EngineRules<'a> {
    /// The numbers of steering.
    pub steering: &'a SteeringRules,
    /// Seconds of the calendar in a second of play.
    pub play_second_s: f64,
}

impl<'a> EngineRules<'a> {
    /// Those of a world.
    pub fn new(steering: &'a SteeringRules, calendar: &Calendar) -> Self {
        Self { steering, play_second_s: calendar.play_second_s() }
    }
}

/// The delay, in days, of a flight of a length to a place of rest, and of its last stretch.
pub fn engine_delay_days(
    rules: &EngineRules,
    sky: &Sky,
    company: &FleetSummary,
    (way_km, last_km): (f64, f64),
    to: &AnchoredPlace,
) -> f64 {
    let arrival_km_s = well_of(sky, to)
        .map_or(company.cruise_km_s, |body| speed_km_s(sky, body, to.offset.length(), &company.into()));
    let engines = Engines {
        speed: arrival_km_s * rules.play_second_s,
        thrust_s: company.thrust_s,
        near_km: ARRIVED_RADII * company.least_radius_km,
    };
    engines.delay_s(rules.steering, way_km, last_km) * rules.play_second_s / SECONDS_PER_DAY
}

/// The engines of a fleet near its place of rest.
#[derive(Clone, Copy, Debug)]
struct Engines {
    /// Full speed, km in a second of play.
    speed: f64,
    /// Time from rest to full speed, seconds of play.
    thrust_s: f64,
    /// The distance at which a ship has arrived, km.
    near_km: f64,
}

impl Engines {
    /// The delay of a flight from rest to rest with a last stretch of this length, seconds of play.
    fn delay_s(&self, rules: &SteeringRules, way_km: f64, last_km: f64) -> f64 {
        let full_way_km = self.speed * (0.5 * self.thrust_s + self.braking_s(rules));
        // The share of full speed that the flight reaches.
        let share = (way_km / full_way_km).min(1.0).sqrt();
        // Velocity follows the engines late.
        let setting_off_s = share * ((1.0 - 0.5 * share) * self.thrust_s + f64::from(rules.smoothing_s));
        let set_off_km = 0.5 * share * share * self.thrust_s * self.speed;
        setting_off_s + self.approach_delay_s(rules, last_km.min(way_km.min(full_way_km) - set_off_km))
    }

    /// The time of flight at full speed that an approach from full speed takes the place of: see
    /// [`Approach::straight`].
    fn braking_s(&self, rules: &SteeringRules) -> f64 {
        let (arrival_s, share) = (f64::from(rules.arrival_s), f64::from(rules.braking_share));
        if share * arrival_s >= self.thrust_s {
            return arrival_s;
        }
        0.5 * (self.thrust_s / share + share * arrival_s * arrival_s / self.thrust_s)
    }

    /// The delay of an approach from a distance at the speeds that steering allows, seconds of play.
    fn approach_delay_s(&self, rules: &SteeringRules, from_km: f64) -> f64 {
        if from_km <= self.near_km {
            return 0.0;
        }
        let limits = Limits {
            speed: self.speed as f32,
            acceleration: (self.speed / self.thrust_s) as f32,
            turn_rate: f32::INFINITY,
        };
        let ratio = libm::pow(self.near_km / from_km, 1.0 / f64::from(PIECES));
        let lost_s = |piece: i32| {
            let far_km = from_km * libm::pow(ratio, f64::from(piece));
            let length_km = far_km * (1.0 - ratio);
            let middle_km = far_km - 0.5 * length_km;
            let speed = f64::from(Approach::straight(rules, &limits, middle_km as f32).speed);
            length_km / speed - length_km / self.speed
        };
        (0..PIECES).map(lost_s).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CRUISER: Engines = Engines { speed: 2.0e7, thrust_s: 0.7, near_km: 200.0 };

    #[test]
    fn long_flights_lose_the_same_time_and_short_ones_less() {
        let rules = SteeringRules::default();
        let [short, long, longer] =
            [1.0e6, 1.0e8, 1.0e9].map(|way_km| CRUISER.delay_s(&rules, way_km, way_km));
        assert!((long - longer).abs() < 1.0e-9, "{long} and {longer}");
        assert!(short < long, "{short} and {long}");
        assert_eq!(CRUISER.delay_s(&rules, 0.0, 0.0), 0.0);
        let bent = CRUISER.delay_s(&rules, 1.0e9, 1.0e6);
        assert!(short < bent && bent < long, "a short last stretch shortens the approach alone: {bent}");
    }

    #[test]
    fn an_engine_of_endless_thrust_loses_time_near_its_place_alone() {
        let rules = SteeringRules::default();
        let engines = Engines { thrust_s: 1.0e-9, ..CRUISER };
        // At a speed of distance / arrival_s the rest of the way shrinks by e in each arrival_s.
        let begins_km = engines.speed * f64::from(rules.arrival_s);
        let slowing_s = f64::from(rules.arrival_s) * (libm::log(begins_km / engines.near_km) - 1.0);
        let expected = slowing_s + f64::from(rules.smoothing_s);
        let found = engines.delay_s(&rules, 1.0e9, 1.0e9);
        assert!((found - expected).abs() < 0.05, "{found}, not {expected}");
    }
}
