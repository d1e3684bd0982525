//! The arrivals of a route, leg by leg: the look ahead for players, and for the berth of a retreat.

use glam::DVec3;

use super::berth::BerthFinder;
use super::engine_delay::{EngineRules, engine_delay_days};
use super::fleet_summary::FleetSummary;
use super::meeting::meet;
use super::well_delay::well_delay_days;
use crate::sim::motion::{dates, wells};
use crate::sim::{Anchor, AnchoredPlace, Goal, Leg, Route};

/// What a look ahead depends on besides the fleet and its route.
#[derive(Clone, Copy, Debug)]
pub struct LookAhead<'a> {
    /// The berths at the ends of legs.
    pub berth_finder: BerthFinder<'a>,
    /// The time that engines need.
    pub engine_rules: EngineRules<'a>,
}

/// A waypoint of a fleet, at its place when the fleet passes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// The middle of the fleet's places at that time, km.
    pub position: DVec3,
    /// The date, Julian date (TDB).
    pub jd: f64,
}

/// Place and date of a fleet's arrival at the end of a leg.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// The waypoints before it.
    pub bends: Vec<Passage>,
    /// The middle of the fleet's places at that time, km.
    pub position: DVec3,
    /// The date on which the leg begins, Julian date (TDB).
    pub departure_jd: f64,
    /// The date on which it ends, Julian date (TDB). For a wait it is the date until which the fleet rests.
    pub jd: f64,
}

/// The end of a leg that a fleet begins at a date, as far as it can be predicted: free berths cannot. `None` for a
/// wait.
pub fn end_of(
    berth_finder: &BerthFinder,
    leg: &Leg,
    company: &FleetSummary,
    jd: f64,
) -> Option<AnchoredPlace> {
    if let Some(kept) = leg.kept() {
        return Some(kept);
    }
    match leg.goal {
        // The present place: the future one is unknown.
        Goal::Fleet { .. } | Goal::Attack(_) => {
            Some(AnchoredPlace { anchor: Anchor::Space, offset: leg.track.place })
        }
        _ => berth_finder.berth(company, leg, jd, &[]).map(|berth| berth.place()),
    }
}

/// Whether a leg to this goal ends with ships that rest: those that follow or attack others go on.
fn comes_to_rest(goal: &Goal) -> bool {
    !matches!(goal, Goal::Fleet { .. } | Goal::Attack(_) | Goal::Wait(_))
}

/// The arrivals of a route, leg by leg. `bends` are the waypoints of its legs in turn; a leg without
/// waypoints is straight. A wait arrives at the resting place of the fleet.
pub fn plan(
    look_ahead: &LookAhead,
    route: &Route,
    bends: &[&[AnchoredPlace]],
    company: &FleetSummary,
    now_jd: f64,
) -> Vec<Arrival> {
    let LookAhead { berth_finder, engine_rules } = look_ahead;
    let mut arrivals = Vec::with_capacity(route.0.len());
    let (mut company, mut jd) = (*company, now_jd);
    let mut rest: Option<AnchoredPlace> = None;
    for (number, leg) in route.0.iter().enumerate() {
        let departure_jd = jd;
        if let Goal::Wait(event) = leg.goal {
            let rest = *rest.get_or_insert_with(|| wells::resting_at(berth_finder.sky, company.center));
            let date = leg.until_jd.or_else(|| dates::date_of(event, berth_finder.sky, &rest, jd));
            jd = date.unwrap_or(jd).max(jd);
            company.center = rest.position_at(berth_finder.sky, jd);
            arrivals.push(Arrival { bends: Vec::new(), position: company.center, departure_jd, jd });
            continue;
        }
        let Some(end) = end_of(berth_finder, leg, &company, jd) else { return arrivals };
        let bends = bends.get(number).copied().unwrap_or_default();
        let mut stops = Vec::with_capacity(bends.len());
        let (mut way_km, mut last_km) = (0.0, 0.0);
        for bend in bends.iter().chain(std::iter::once(&end)) {
            let Some(met) = meet(berth_finder.sky, bend.anchor, bend.offset, &company, jd) else {
                return arrivals;
            };
            last_km = company.center.distance(met.position);
            way_km += last_km;
            jd = met.jd + well_delay_days(berth_finder.sky, &company, jd, bend);
            company.center = bend.position_at(berth_finder.sky, jd);
            stops.push(Passage { position: company.center, jd });
        }
        if comes_to_rest(&leg.goal) {
            jd += engine_delay_days(engine_rules, berth_finder.sky, &company, (way_km, last_km), &end);
            company.center = end.position_at(berth_finder.sky, jd);
        }
        stops.pop();
        let position = company.center;
        arrivals.push(Arrival { bends: stops, position, departure_jd, jd });
        rest = Some(end);
    }
    arrivals
}
