//! Where and when a fleet meets what it flies to.

use glam::DVec3;

use super::super::Sky;
use super::super::fleets::{Leg, Route, Target};
use super::super::parking::Harbour;
use super::super::ships::Station;
use super::company::Company;
use crate::orbit::{PathBounds, SECONDS_PER_DAY, State, Traveller, earliest_meeting};

/// How far ahead a meeting is looked for, days.
const MEETING_HORIZON_DAYS: f64 = 36_525.0;

/// Where and when a fleet meets something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The middle of the fleet's places at that time, km.
    pub position: DVec3,
    /// The date, Julian date (TDB).
    pub jd: f64,
}

/// Where and when a fleet gets to the end of a leg.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// Where its way there bends, km: each where it is when the fleet passes it.
    pub bends: Vec<DVec3>,
    /// The middle of the fleet's places at that time, km.
    pub position: DVec3,
    /// The date, Julian date (TDB).
    pub jd: f64,
}

/// The meeting of a fleet at its slowest ship's cruise speed with a place that goes along with a body;
/// `None` where it cannot be met.
pub fn meet(
    sky: &Sky,
    anchor: Option<usize>,
    offset: DVec3,
    company: &Company,
    now_jd: f64,
) -> Option<Meeting> {
    let Some(body) = anchor else {
        let days = company.center.distance(offset) / (company.cruise_km_s * SECONDS_PER_DAY);
        return Some(Meeting { position: offset, jd: now_jd + days });
    };
    let traveller =
        Traveller { position: company.center, speed_km_s: company.cruise_km_s, departure_jd: now_jd };
    let bounds = PathBounds {
        max_speed_km_s: sky.system.max_speed_km_s(body),
        max_acceleration_km_s2: sky.system.max_acceleration_km_s2(body),
    };
    let path = |jd: f64| {
        let state = sky.system.displayed_state(body, jd);
        State { position: state.position + offset, velocity: state.velocity }
    };
    earliest_meeting(&traveller, bounds, MEETING_HORIZON_DAYS, path)
        .map(|meeting| Meeting { position: meeting.position, jd: meeting.jd })
}

/// Where a leg ends that a fleet begins at a date, as far as that can be known before: which berths will be
/// free by then nobody knows.
pub fn end_of(harbour: &Harbour, leg: &Leg, company: &Company, jd: f64) -> Option<Station> {
    if let Target::Place { anchor, offset } = leg.target {
        return Some(Station { anchor, offset });
    }
    let berth = harbour.berth(company, leg, jd, &[])?;
    Some(Station { anchor: Some(berth.body), offset: berth.offset })
}

/// The arrivals that a route leads to, leg by leg: what the client draws. `bends` are those of its legs in
/// turn; a leg for which there are none leads straight.
pub fn plan(
    harbour: &Harbour,
    route: &Route,
    bends: &[&[Station]],
    company: &Company,
    now_jd: f64,
) -> Vec<Arrival> {
    let mut arrivals = Vec::with_capacity(route.0.len());
    let (mut company, mut jd) = (*company, now_jd);
    for (number, leg) in route.0.iter().enumerate() {
        let Some(end) = end_of(harbour, leg, &company, jd) else { return arrivals };
        let bends = bends.get(number).copied().unwrap_or_default();
        let mut stops = Vec::with_capacity(bends.len());
        for bend in bends.iter().chain(std::iter::once(&end)) {
            let Some(met) = meet(harbour.sky, bend.anchor, bend.offset, &company, jd) else {
                return arrivals;
            };
            (company.center, jd) = (met.position, met.jd);
            stops.push(met.position);
        }
        let position = stops.pop().unwrap_or(company.center);
        arrivals.push(Arrival { bends: stops, position, jd });
    }
    arrivals
}
