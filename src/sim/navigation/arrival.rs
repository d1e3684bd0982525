//! The arrivals of a route, leg by leg: the look ahead for players, and for the berth of a retreat.

use glam::DVec3;

use super::berth::BerthFinder;
use super::engine_delay::{EngineRules, engine_delay_days};
use super::fleet_summary::FleetSummary;
use super::meeting::meet;
use super::well_delay::well_delay_days;
use crate::sim::motion::{dates, wells};
use crate::sim::{Anchor, AnchoredPlace, Goal, Leg, Route, WaitEvent};

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
    let mut voyage = Voyage { look_ahead, company: *company, jd: now_jd, rest: None };
    let arrive = |(number, leg): (usize, &Leg)| match leg.goal {
        Goal::Wait(event) => Some(voyage.wait(leg, event)),
        _ => voyage.fly(leg, bends.get(number).copied().unwrap_or_default()),
    };
    route.0.iter().enumerate().map_while(arrive).collect()
}

/// A fleet between two legs of its route.
struct Voyage<'a> {
    look_ahead: &'a LookAhead<'a>,
    company: FleetSummary,
    /// The date, Julian date (TDB).
    jd: f64,
    /// The place at which it rests; `None` before its first leg ends.
    rest: Option<AnchoredPlace>,
}

impl Voyage<'_> {
    fn wait(&mut self, leg: &Leg, event: WaitEvent) -> Arrival {
        let sky = self.look_ahead.berth_finder.sky;
        let departure_jd = self.jd;
        let rest = *self.rest.get_or_insert_with(|| wells::resting_at(sky, self.company.center));
        let date = leg.until_jd.or_else(|| dates::date_of(event, sky, &rest, departure_jd));
        self.jd = date.unwrap_or(departure_jd).max(departure_jd);
        self.company.center = rest.position_at(sky, self.jd);
        Arrival { bends: Vec::new(), position: self.company.center, departure_jd, jd: self.jd }
    }

    /// `None` if the end of the leg, or a bend before it, cannot be reached.
    fn fly(&mut self, leg: &Leg, bends: &[AnchoredPlace]) -> Option<Arrival> {
        let LookAhead { berth_finder, engine_rules } = self.look_ahead;
        let sky = berth_finder.sky;
        let departure_jd = self.jd;
        let end = end_of(berth_finder, leg, &self.company, self.jd)?;
        let mut passages = Vec::with_capacity(bends.len() + 1);
        let (mut way_km, mut last_km) = (0.0, 0.0);
        for bend in bends.iter().chain(std::iter::once(&end)) {
            let met = meet(sky, bend.anchor, bend.offset, &self.company, self.jd)?;
            last_km = self.company.center.distance(met.position);
            way_km += last_km;
            self.jd = met.jd + well_delay_days(sky, &self.company, self.jd, bend);
            self.company.center = bend.position_at(sky, self.jd);
            passages.push(Passage { position: self.company.center, jd: self.jd });
        }
        // The end of the leg is no bend.
        passages.pop();
        if comes_to_rest(&leg.goal) {
            self.jd += engine_delay_days(engine_rules, sky, &self.company, (way_km, last_km), &end);
            self.company.center = end.position_at(sky, self.jd);
        }
        self.rest = Some(end);
        Some(Arrival { bends: passages, position: self.company.center, departure_jd, jd: self.jd })
    }
}
