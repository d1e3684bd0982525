//! Departure windows: the duration of a journey to a body by the date of departure.
//!
//! A journey is computed as routes are: straight to the first meeting with the body at cruise speed
//! ([`earliest_meeting`]). It begins after the present route of the fleet, as an order to depart then would.

use bevy::prelude::*;

use super::itinerary::Itinerary;
use crate::level::StarSystem;
use crate::orbit::{Traveller, earliest_meeting};
use crate::sim::{BodyId, FleetId, Goal};

/// The latest departure in a chart, days of the calendar from now.
pub const MOST_DAYS: f64 = 3.0 * 365.25;
/// Number of departure dates in a chart.
pub const SAMPLES: usize = 64;
/// Horizon of meetings after the departure, days.
const LONGEST_DAYS: f64 = 20.0 * 365.25;

/// The subject of a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartSubject {
    /// The fleet.
    pub fleet: FleetId,
    /// The destination.
    pub target: BodyId,
    /// The present end of the fleet's route; another route changes the journey.
    pub goal: Option<Goal>,
}

/// Travel times by the date of departure.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct DepartureWindows {
    subject: Option<ChartSubject>,
    from_jd: f64,
    span_days: f64,
    /// Duration by departure date, days; `None` if the body cannot be met, or is not computed yet.
    days: Vec<Option<f64>>,
    /// Index of the next date to compute; [`SAMPLES`] when all are known.
    next: usize,
}

impl DepartureWindows {
    /// Switches to a subject at a date. Results are kept until the dates have shifted by one sample, and are then
    /// recomputed bit by bit.
    pub fn follow(&mut self, subject: ChartSubject, now_jd: f64, span_days: f64) {
        let is_new = self.subject != Some(subject)
            || self.days.len() != SAMPLES
            || (self.span_days - span_days).abs() > 1.0e-6
            || now_jd < self.from_jd;
        if is_new {
            self.days.clear();
            self.days.resize(SAMPLES, None);
        } else if self.next < SAMPLES || now_jd - self.from_jd < span_days / SAMPLES as f64 {
            return;
        }
        self.subject = Some(subject);
        self.from_jd = now_jd;
        self.span_days = span_days;
        self.next = 0;
    }

    /// Removes the chart.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Computes up to `count` more dates.
    pub fn advance(&mut self, system: &StarSystem, itinerary: &Itinerary, speed_km_s: f64, count: usize) {
        let Some(subject) = self.subject else { return };
        for _ in 0..count {
            let jd = self.jd(self.next);
            let is_free = itinerary.arrivals.last().is_none_or(|last| jd >= last.jd);
            let Some(days) = self.days.get_mut(self.next) else { return };
            let journey = || travel_days(system, itinerary, speed_km_s, subject.target, jd);
            *days = if is_free { journey() } else { None };
            self.next += 1;
        }
    }

    /// The subject; `None` while there is no chart.
    pub fn subject(&self) -> Option<ChartSubject> {
        self.subject
    }

    /// The date of a sample, Julian date (TDB).
    pub fn jd(&self, sample: usize) -> f64 {
        self.from_jd + self.span_days * sample as f64 / SAMPLES as f64
    }

    /// The index of the sample at a date; may be beyond the end of the chart.
    pub fn sample_at(&self, jd: f64) -> usize {
        let share = (jd - self.from_jd) / self.span_days.max(f64::MIN_POSITIVE);
        (share.max(0.0) * SAMPLES as f64).round() as usize
    }

    /// The duration of a journey that begins now, days; `None` without one.
    pub fn now(&self) -> Option<f64> {
        self.days.first().copied().flatten()
    }

    /// The durations of all journeys, days, by sample.
    pub fn days(&self) -> &[Option<f64>] {
        &self.days
    }

    /// Whether all dates have been computed.
    pub fn is_done(&self) -> bool {
        self.next >= SAMPLES
    }

    /// The shortest journey: its sample and its duration, days. The first of several.
    pub fn best(&self) -> Option<(usize, f64)> {
        let known = self.days.iter().enumerate().filter_map(|(sample, days)| Some((sample, (*days)?)));
        known.min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// The duration of the longest journey, days; 0 without journeys.
    pub fn longest(&self) -> f64 {
        self.days.iter().flatten().copied().fold(0.0, f64::max)
    }
}

/// Duration, days, of a journey to a body that begins at a date, from the fleet's place at that date; `None` if
/// there is no meeting.
pub fn travel_days(
    system: &StarSystem,
    itinerary: &Itinerary,
    speed_km_s: f64,
    target: BodyId,
    departure_jd: f64,
) -> Option<f64> {
    system.bodies.get(target)?;
    let (position, _) = itinerary.place(system, departure_jd);
    let traveller = Traveller { position, speed_km_s, departure_jd };
    let bounds = system.path_bounds(target);
    let meeting =
        earliest_meeting(&traveller, bounds, LONGEST_DAYS, |jd| system.displayed_state(target, jd))?;
    Some(meeting.jd - departure_jd)
}

/// The span of departure dates, days: one revolution of the target or of the fleet's carrier about the star,
/// whichever is longer, and no more than [`MOST_DAYS`].
pub fn span_days(system: &StarSystem, target: BodyId, carrier: Option<BodyId>) -> f64 {
    let turn = |body: BodyId| turn_days(system, body).unwrap_or(MOST_DAYS);
    turn(target).max(carrier.map_or(0.0, turn)).min(MOST_DAYS)
}

/// Period of a body, or of the planet that it circles, about the star, days; `None` for a body that does not
/// circle the star.
fn turn_days(system: &StarSystem, body: BodyId) -> Option<f64> {
    let mut outer = system.bodies.get(body)?;
    // Parents come before their children, so this ends.
    while let Some(parent) = outer.parent.and_then(|parent| system.bodies.get(parent)) {
        if parent.parent.is_none() {
            break;
        }
        outer = parent;
    }
    outer.orbit.period_days()
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{BASALT, ICE, MOON, at, system};
    use super::*;
    use crate::orbit::SECONDS_PER_DAY;
    use crate::sim::Anchor;
    use crate::sim::navigation::Arrival;
    use glam::DVec3;

    fn subject() -> ChartSubject {
        ChartSubject { fleet: FleetId(1), target: ICE, goal: None }
    }

    fn at_basalt(system: &StarSystem) -> Itinerary {
        Itinerary {
            from: at(system, BASALT, 0.0),
            now_jd: system.epoch_jd,
            carrier: Some(BASALT),
            arrivals: vec![],
            last_anchor: Anchor::Space,
            ring: None,
        }
    }

    #[test]
    fn a_journey_ends_where_the_body_then_is() {
        let system = system();
        let departure = system.epoch_jd + 100.0;
        let days = travel_days(&system, &at_basalt(&system), 300.0, ICE, departure).unwrap();
        let way = at(&system, BASALT, 100.0).distance(at(&system, ICE, 100.0 + days));
        assert!((way / 300.0 / SECONDS_PER_DAY - days).abs() < 1.0e-3, "{days}");
        assert_eq!(travel_days(&system, &at_basalt(&system), 300.0, BodyId(99), departure), None);
        let still = Itinerary { from: DVec3::ZERO, carrier: None, ..at_basalt(&system) };
        let days = travel_days(&system, &still, 300.0, ICE, departure).unwrap();
        assert!((days - 3.0 * crate::orbit::AU_KM / 300.0 / SECONDS_PER_DAY).abs() < 0.1, "{days}");
    }

    #[test]
    fn the_span_is_a_turn_of_the_slower() {
        let system = system();
        assert!((span_days(&system, BASALT, None) - 365.25).abs() < 1.0);
        assert_eq!(span_days(&system, MOON, None), span_days(&system, BASALT, None), "a moon's planet");
        assert_eq!(span_days(&system, BASALT, Some(ICE)), MOST_DAYS, "Ice takes five years");
        assert_eq!(span_days(&system, BodyId(0), None), MOST_DAYS, "the star");
    }

    #[test]
    fn dates_are_looked_at_bit_by_bit_and_the_best_is_found() {
        let system = system();
        let itinerary = at_basalt(&system);
        let mut windows = DepartureWindows::default();
        assert_eq!(windows.best(), None);
        windows.follow(subject(), system.epoch_jd, 600.0);
        windows.advance(&system, &itinerary, 300.0, 10);
        assert_eq!(windows.days().iter().flatten().count(), 10);
        assert!(!windows.is_done());
        windows.advance(&system, &itinerary, 300.0, 1000);
        assert!(windows.is_done());
        assert_eq!(windows.days().iter().flatten().count(), SAMPLES);
        let (sample, days) = windows.best().unwrap();
        assert!(windows.days().iter().flatten().all(|other| *other >= days));
        assert_eq!(windows.sample_at(windows.jd(sample)), sample);
        assert!(windows.longest() > days);
        // The planets are nearest to each other when the inner one has caught up with the outer.
        let gap = |sample: usize| {
            let days = windows.jd(sample) - system.epoch_jd;
            at(&system, BASALT, days).distance(at(&system, ICE, days))
        };
        assert!(gap(sample) < 2.3 * crate::orbit::AU_KM, "{} AU", gap(sample) / crate::orbit::AU_KM);
    }

    #[test]
    fn a_fleet_under_way_departs_after_its_route() {
        let system = system();
        let mut windows = DepartureWindows::default();
        let (position, jd) = (at(&system, BASALT, 100.0), system.epoch_jd + 100.0);
        let arrival = Arrival { bends: vec![], position, departure_jd: jd, jd };
        let itinerary = Itinerary { arrivals: vec![arrival], ..at_basalt(&system) };
        windows.follow(subject(), system.epoch_jd, 640.0);
        windows.advance(&system, &itinerary, 300.0, SAMPLES);
        assert_eq!((windows.now(), windows.days()[9]), (None, None));
        assert!(windows.days()[10].is_some() && windows.best().is_some_and(|(sample, _)| sample >= 10));
    }

    #[test]
    fn known_windows_stay_until_they_are_old() {
        let system = system();
        let mut windows = DepartureWindows::default();
        let start = system.epoch_jd;
        windows.follow(subject(), start, 640.0);
        windows.advance(&system, &at_basalt(&system), 300.0, SAMPLES);
        windows.follow(subject(), start + 5.0, 640.0);
        assert!(windows.is_done(), "it is as good as before");
        windows.follow(subject(), start + 11.0, 640.0);
        assert!(!windows.is_done() && windows.best().is_some(), "the old ones stay meanwhile");
        windows.follow(ChartSubject { target: BASALT, ..subject() }, start + 11.0, 640.0);
        assert_eq!(windows.best(), None);
    }
}
