//! The journey of the selected ships to a goal before they are sent there: when they arrive, and how long it takes.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{date_words, days_words, duration, seconds_until};
use crate::client::input::Selected;
use crate::client::view::RenderPosition;
use crate::client::worlds::Kept;
use crate::sim::navigation::course::Planner;
use crate::sim::navigation::{BerthFinders, FleetSum, FleetSummary, LookAhead, plan};
use crate::sim::{Calendar, Goal, Leg, MemberOf, Route, Ship};

/// An estimate is made again after this time, seconds of real time, or for another goal.
const TRUST_S: f64 = 0.25;
/// The most fleets whose journeys are estimated: those that need the longest.
const MOST_FLEETS: usize = 8;

/// The last estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Estimate {
    to: Goal,
    /// Julian date (TDB); `None` if the goal cannot be met.
    arrival_jd: Option<f64>,
    /// When it was made, seconds of real time.
    since_s: f64,
}

/// Query bundle for the journeys of the selected ships.
#[derive(SystemParam)]
pub struct Journeys<'w, 's> {
    ships: Query<'w, 's, (&'static RenderPosition, &'static Ship, &'static MemberOf), With<Selected>>,
    planner: Planner<'w, 's>,
    berth_finders: BerthFinders<'w>,
    time: Res<'w, Time<Real>>,
    last: Kept<'w, 's, Option<Estimate>>,
}

impl Journeys<'_, '_> {
    /// The duration and the date of the journey to a goal in two pieces of words; `None` if the goal cannot be met.
    pub fn words(&mut self, to: Goal) -> Option<[String; 2]> {
        let arrival_jd = self.arrival_jd(to)?;
        Some(journey_words(arrival_jd, &self.planner.calendar))
    }

    /// The length of the journey to a goal, days; `None` if the goal cannot be met.
    pub fn days(&mut self, to: Goal) -> Option<f64> {
        Some(self.arrival_jd(to)? - self.planner.calendar.now_jd())
    }

    /// The date on which the last of the fleets arrives, if all set out now, Julian date (TDB).
    fn arrival_jd(&mut self, to: Goal) -> Option<f64> {
        let now_s = self.time.elapsed_secs_f64();
        let known = *self.last.now();
        // A point under the pointer is another one at each move of the mouse.
        let is_same = |known: Goal| known == to || matches!((known, to), (Goal::Place(_), Goal::Place(_)));
        let known = known.filter(|known| is_same(known.to) && now_s - known.since_s < TRUST_S);
        if let Some(known) = known {
            return known.arrival_jd;
        }
        let arrival_jd = self.estimate(to);
        *self.last.now() = Some(Estimate { to, arrival_jd, since_s: now_s });
        arrival_jd
    }

    /// As the forecast of a fleet on a straight course: what lies in the way is not known before the order.
    fn estimate(&self, to: Goal) -> Option<f64> {
        let mut fleets: BTreeMap<Entity, FleetSum> = BTreeMap::new();
        for (place, ship, fleet) in &self.ships {
            fleets.entry(fleet.0).or_default().add(place.0, DVec3::ZERO, ship);
        }
        let look_ahead =
            LookAhead { berth_finder: self.berth_finders.look(), engine_rules: self.planner.engine_rules() };
        let route = Route(std::iter::once(Leg::new(to, 0.0)).collect());
        let now_jd = self.planner.calendar.now_jd();
        let arrival_jd = |company: FleetSummary| {
            plan(&look_ahead, &route, &[], &company, now_jd).first().map(|arrival| arrival.jd)
        };
        let sky = &self.planner.sky;
        let place = match to {
            Goal::Place(place) => place.position_now(sky),
            _ => sky.now.get(to.body()?)?.position,
        };
        let fleets = last_ones(fleets.into_values().filter_map(|fleet| fleet.total()).collect(), place);
        fleets.into_iter().map(arrival_jd).try_fold(now_jd, |latest, jd| Some(latest.max(jd?)))
    }
}

/// Of many fleets those that need the longest to a place on a straight way, km.
fn last_ones(mut fleets: Vec<FleetSummary>, to: DVec3) -> Vec<FleetSummary> {
    let seconds = |fleet: &FleetSummary| fleet.center.distance(to) / fleet.cruise_km_s.max(f64::MIN_POSITIVE);
    fleets.sort_by(|one, other| seconds(other).total_cmp(&seconds(one)));
    fleets.truncate(MOST_FLEETS);
    fleets
}

/// How long a journey takes that ends on a date, with the time of play at ×1; and the date.
fn journey_words(arrival_jd: f64, calendar: &Calendar) -> [String; 2] {
    let days = arrival_jd - calendar.now_jd();
    let time = format!("{} ({})", days_words(days), duration(seconds_until(arrival_jd, calendar)));
    [time, format!("Arrives about {}", date_words(arrival_jd))]
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::orbit::{GameClock, J2000_JD};
    use crate::sim::forecast::{FleetForecast, FleetForecaster};
    use crate::sim::visibility::test_support::{MARS, TERRA, held};
    use crate::sim::{Fleet, Position};

    #[test]
    fn a_journey_is_told_in_days_or_hours_with_its_time_of_play() {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.4 };
        let calendar = Calendar { clock, tick: 0, seed: 0 };
        let words = |days: f64| journey_words(J2000_JD + days, &calendar);
        assert_eq!(words(13.2), ["13 days (33 s)", "Arrives about 2000-01-14"]);
        assert_eq!(words(40.0), ["40 days (1 min 40 s)", "Arrives about 2000-02-10"]);
        assert_eq!(words(6.4)[0], "6.4 days (16 s)");
        assert_eq!(words(1.5)[0], "36 h (4 s)");
        assert_eq!(words(0.0)[0], "1 h (under 1 s)");
    }

    #[test]
    fn of_very_many_fleets_the_last_to_arrive_are_estimated() {
        let fleet = |x: f64, cruise_km_s: f64| FleetSummary {
            center: DVec3::X * x,
            cruise_km_s,
            manoeuvre_km_s: 1.0,
            thrust_s: 1.0,
            least_radius_km: 1.0,
            mean_place: DVec3::ZERO,
            count: 1,
        };
        let near = (1..=8_u8).map(|x| fleet(f64::from(x), 1.0));
        let all = near.chain([fleet(100.0, 1.0), fleet(10.0, 0.01)]).collect();
        let kept: Vec<f64> = last_ones(all, DVec3::ZERO).iter().map(|fleet| fleet.center.x).collect();
        assert_eq!(kept, [10.0, 100.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0]);
    }

    fn forecast(mut forecaster: FleetForecaster) {
        forecaster.update(TERRA);
    }

    #[test]
    fn the_arrival_before_the_order_is_that_after_it() {
        arrives_as_forecast(Goal::Body(MARS));
    }

    #[test]
    fn the_arrival_in_a_ring_is_known_before_the_order_as_well() {
        arrives_as_forecast(Goal::Ring { body: MARS, ring: 0 });
    }

    #[test]
    fn the_arrival_at_a_place_in_space_is_known_before_the_order_as_well() {
        arrives_as_forecast(Goal::point(DVec3::new(2.5e8, 1.0e8, 2.0e6)));
    }

    fn arrives_as_forecast(to: Goal) {
        let mut simulation = held();
        let world = simulation.world_mut();
        world.init_resource::<Time<Real>>();
        let mut scouts = world.query_filtered::<(Entity, &Position), With<Ship>>();
        let (scout, place) = scouts.single(world).map(|(ship, place)| (ship, place.0)).expect("there is one");
        world.entity_mut(scout).insert((Selected, RenderPosition(place)));
        let arrival = move |mut journeys: Journeys| journeys.arrival_jd(to);
        let before = world.run_system_once(arrival).expect("it runs").expect("it can be met");

        let mut routes = world.query::<(&Fleet, &mut Route)>();
        routes.single_mut(world).expect("there is one fleet").1.0.push_back(Leg::new(to, 1.0));
        world.run_system_once(forecast).expect("it runs");
        let forecast = world.query::<&FleetForecast>().single(world).expect("it has one");
        let itinerary = &forecast.itinerary;
        let after = itinerary.arrivals.first().expect("it arrives").jd;
        let days = after - itinerary.now_jd;
        assert!(days > 0.0 && (before - after).abs() < 0.1 * days, "{before} {after} {days}");
    }
}
