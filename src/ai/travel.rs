//! Times of travel, and the best departures.

use glam::DVec3;

use super::situation::{OwnShip, Situation};
use crate::level::duration;
use crate::orbit::{SECONDS_PER_DAY, TICKS_PER_SECOND, Traveller, earliest_meeting_jd};
use crate::sim::{Anchor, BodyId};

/// The longest journey that a mind considers, seconds of play.
const LONGEST_S: f64 = 1200.0;
/// Time for departure and arrival in wells, seconds of play.
const WELLS_S: f64 = 6.0;
/// The search for a short journey goes this much beyond its limit, which rounding may shift, seconds of play.
const BEYOND_S: f64 = 1.0;
/// A second of waiting counts as this share of a second under way: at home a fleet grows, and so does the foe.
const WAIT_WEIGHT: f64 = 0.9;

/// Seconds of play for a journey to a body that begins after a delay, seconds of play, from the present place of
/// a body or of a ship. `None` if the journey is too long.
pub fn seconds_to(
    situation: &Situation,
    from: From,
    speed_km_s: f64,
    to: BodyId,
    delay_s: f64,
) -> Option<f64> {
    search(situation, from, speed_km_s, to, (delay_s, LONGEST_S))
}

/// A journey as [`seconds_to`] computes it, searched for only so far ahead, seconds of play without [`WELLS_S`].
fn search(
    situation: &Situation,
    from: From,
    speed_km_s: f64,
    to: BodyId,
    (delay_s, ahead_s): (f64, f64),
) -> Option<f64> {
    let sky = &situation.almanac().sky;
    let days = situation.days_per_second();
    let departure_jd = situation.almanac().calendar.now_jd() + delay_s * days;
    let position = start(situation, from, delay_s);
    let well_km = sky.system.bodies.get(to)?.well_radius_km;
    if delay_s == 0.0 && position.distance(situation.place(to)) < well_km {
        return Some(0.0);
    }
    let traveller = Traveller { position, speed_km_s, departure_jd };
    let path = |jd: f64| sky.state_at(to, jd);
    let jd = earliest_meeting_jd(&traveller, sky.bounds_of(Anchor::Body(to)), ahead_s * days, path)?;
    Some((jd - departure_jd) / days + WELLS_S)
}

/// Where a journey begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum From {
    /// A place, km.
    Place(DVec3),
    /// A body, wherever it then is.
    Body(BodyId),
}

/// Where a journey begins after a delay, seconds of play: a place, km.
fn start(situation: &Situation, from: From, delay_s: f64) -> DVec3 {
    match from {
        From::Place(place) => place,
        From::Body(body) => place_in(situation, body, delay_s),
    }
}

/// The place of a body after some seconds of play, km.
pub fn place_in(situation: &Situation, body: BodyId, seconds: f64) -> DVec3 {
    if seconds <= 0.0 {
        return situation.place(body);
    }
    let jd = situation.almanac().calendar.now_jd() + seconds * situation.days_per_second();
    situation.almanac().sky.system.displayed_state(body, jd).position
}

/// Where the journey of a ship at rest begins: at the body of the innermost well that carries it; in open space at its
/// place.
pub fn start_of(situation: &Situation, ship: &OwnShip) -> From {
    let sky = &situation.almanac().sky;
    let radius_km = |body: BodyId| sky.system.bodies.get(body).map_or(f64::MAX, |body| body.well_radius_km);
    let near = sky.bodies_near(ship.position, 0.0).into_iter();
    let wells = near.filter(|body| situation.is_in_well(*body, ship.position));
    let innermost =
        wells.min_by(|one, other| radius_km(*one).total_cmp(&radius_km(*other)).then(one.cmp(other)));
    innermost.map_or(From::Place(ship.position), From::Body)
}

/// Seconds of play until a ship can be at a body.
pub fn of_ship(situation: &Situation, ship: &OwnShip, to: BodyId) -> Option<f64> {
    seconds_to(situation, From::Place(ship.position), ship.cruise_km_s, to, 0.0)
}

/// Seconds of play until a ship can be at a body, as [`of_ship`] gives them; `None` if they are more than `most_s`. The
/// search ends at this limit, so a ship that is too far away costs hardly anything.
pub fn of_ship_within(situation: &Situation, ship: &OwnShip, to: BodyId, most_s: f64) -> Option<f64> {
    let ahead_s = (most_s - WELLS_S + BEYOND_S).clamp(0.0, LONGEST_S);
    let from = From::Place(ship.position);
    search(situation, from, ship.cruise_km_s, to, (0.0, ahead_s)).filter(|seconds| *seconds <= most_s)
}

/// Seconds of play for a straight way from a place to another, km, as both are now.
pub fn straight_s(situation: &Situation, from: DVec3, to: DVec3, speed_km_s: f64) -> f64 {
    let km_per_s = speed_km_s * SECONDS_PER_DAY * situation.days_per_second();
    from.distance(to) / km_per_s.max(f64::MIN_POSITIVE)
}

/// Seconds of play for a straight way to a body, as both ends of it are after a delay, seconds of play.
pub fn straight_after_s(situation: &Situation, from: From, speed_km_s: f64, to: BodyId, delay_s: f64) -> f64 {
    straight_s(situation, start(situation, from, delay_s), place_in(situation, to, delay_s), speed_km_s)
}

/// The delay of the best departure from a body to another within a horizon, and the journey then, both seconds of
/// play: the one with the earliest arrival, unless a later one saves more than it costs.
pub fn best_departure(
    situation: &Situation,
    (from, to): (BodyId, BodyId),
    speed_km_s: f64,
    horizon_s: f64,
) -> Option<(f64, f64)> {
    /// Departures that are compared.
    const SAMPLES: u32 = 6;
    let delays = (0..SAMPLES).map(|sample| horizon_s * f64::from(sample) / f64::from(SAMPLES));
    let journeys = delays.filter_map(|delay_s| {
        Some((delay_s, seconds_to(situation, From::Body(from), speed_km_s, to, delay_s)?))
    });
    cheapest(journeys, WAIT_WEIGHT)
}

/// The best of some departures, each with its delay and its journey, seconds of play; the first of equals. A second of
/// waiting counts as a share of a second under way.
pub fn cheapest(departures: impl Iterator<Item = (f64, f64)>, wait_weight: f64) -> Option<(f64, f64)> {
    departures.min_by(|one, other| {
        let cost = |(delay, journey): &(f64, f64)| wait_weight * delay + journey;
        cost(one).total_cmp(&cost(other))
    })
}

/// A time of travel in words: `1 min 20 s away`.
pub fn away_words(seconds: f64) -> String {
    format!("{} away", duration(seconds))
}

/// The tick that lies this many seconds of play ahead.
pub fn tick_in(situation: &Situation, seconds: f64) -> u64 {
    situation.tick + (seconds.max(0.0) * TICKS_PER_SECOND) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_departure_waits_only_for_a_journey_that_is_shorter_by_more() {
        let best = |departures: &[(f64, f64)]| cheapest(departures.iter().copied(), WAIT_WEIGHT);
        assert_eq!(best(&[(0.0, 60.0), (10.0, 48.0)]), Some((10.0, 48.0)), "12 s shorter for 10 s");
        assert_eq!(best(&[(0.0, 60.0), (10.0, 55.0)]), Some((0.0, 60.0)), "5 s shorter for 10 s");
        assert_eq!(best(&[(0.0, 60.0), (10.0, 51.0)]), Some((0.0, 60.0)), "the first of equals");
        assert_eq!(best(&[(10.0, 80.0)]), Some((10.0, 80.0)), "an earlier one would take too long");
        assert_eq!(best(&[]), None);
    }
}
