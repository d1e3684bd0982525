//! The goal of a leg for a whole fleet: where its end and its bends will be when the fleet meets them.

use bevy::prelude::*;
use glam::DVec3;

use crate::sim::motion::{ShipTable, wells};
use crate::sim::navigation::fleet_summary::FleetSummary;
use crate::sim::navigation::formation::Cohesion;
use crate::sim::navigation::meeting::meet;
use crate::sim::{Anchor, AnchoredPlace, Calendar, Course, Goal, Leg, Sky, TargetId};

/// A fleet has passed a bend of its course when it is within this number of ticks of it.
const PASSING_TICKS: f64 = 6.0;
/// A follower aims at most this number of ticks ahead of the other fleet, whose turns cannot be foreseen.
const FOLLOWING_TICKS: f64 = 150.0;

/// The goal of a leg for every ship of a fleet in this tick.
pub(super) struct FleetGoal {
    /// The leg.
    pub leg: Leg,
    /// How the ships keep together.
    pub conduct: Cohesion,
    /// Greatest motion of the fleet's middle under its own power in this tick: that of the slowest ship, km.
    pub step_km: f64,
    /// The share of the pace that is flown while the fleet waits for stragglers.
    pub pace: f64,
    /// The anchor of its end.
    pub anchor: Anchor,
    /// The offset of its end from the anchor, km.
    pub offset: DVec3,
    /// Motion of a followed fleet in this tick, km.
    pub drift: DVec3,
    /// The fleet taken together, for which the meeting was found.
    pub company: FleetSummary,
    /// Motion of the anchor from now until the fleet's arrival, km.
    pub lead: DVec3,
    /// Waypoints, as a range of those of all fleets.
    pub bends: std::ops::Range<usize>,
}

/// A bend of a fleet's course in this tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    /// Its place.
    pub place: AnchoredPlace,
    /// Motion of its anchor from now until the fleet's arrival, km.
    pub lead: DVec3,
    /// Place of the passage, km.
    pub met: DVec3,
}

/// The goal of a leg; `drift` is the motion of a followed or attacked target in this tick, km. `None` for a wait, and
/// for a leg that has no end yet.
pub(super) fn fleet_goal(
    sky: &Sky,
    leg: &Leg,
    conduct: Cohesion,
    company: &FleetSummary,
    calendar: &Calendar,
    drift: DVec3,
) -> Option<FleetGoal> {
    // The whole fleet flies at the gait of its middle, so that a rim does not tear it apart.
    let near = sky.bodies_near(company.center, 0.0);
    let step_km = wells::carriage(sky, &near, company.center, &company.into(), calendar.tick_seconds()).reach;
    let end = leg_end(sky, leg, company, calendar.now_jd(), step_km, drift)?;
    Some(FleetGoal {
        leg: *leg,
        conduct,
        step_km,
        pace: 1.0,
        anchor: end.anchor,
        offset: end.offset,
        drift: end.drift,
        company: *company,
        lead: end.lead,
        bends: 0..0,
    })
}

/// The end of a leg and its motion, as in [`FleetGoal`].
struct LegEnd {
    anchor: Anchor,
    offset: DVec3,
    drift: DVec3,
    lead: DVec3,
}

/// The end of a leg. In a tick the fleet makes `step_km`, and its target moves by `drift`, km.
fn leg_end(
    sky: &Sky,
    leg: &Leg,
    company: &FleetSummary,
    now_jd: f64,
    step_km: f64,
    drift: DVec3,
) -> Option<LegEnd> {
    let place = leg.track.place;
    let anchored = |anchor: Anchor, offset: DVec3| {
        let lead = lead_to_meeting(sky, anchor, offset, company, now_jd);
        LegEnd { anchor, offset, drift: DVec3::ZERO, lead }
    };
    let drifting = |aim: DVec3| {
        let ticks = company.center.distance(aim) / step_km.max(f64::MIN_POSITIVE);
        LegEnd {
            anchor: Anchor::Space,
            offset: place + drift,
            drift,
            lead: drift * ticks.min(FOLLOWING_TICKS),
        }
    };
    Some(match leg.goal {
        Goal::Place(_) | Goal::Body(_) | Goal::Ring { .. } => {
            let AnchoredPlace { anchor, offset } = leg.end()?;
            anchored(anchor, offset)
        }
        Goal::Fleet { .. } => drifting(place + leg.beside),
        Goal::Attack(_) => match wells::anchor_before(sky, place) {
            // In a well the body matters more than how it moves there.
            Some(body) => anchored(Anchor::Body(body), place - sky.before[body].position),
            None => drifting(place),
        },
        Goal::Ground { body, .. } => {
            LegEnd { offset: DVec3::ZERO, ..anchored(Anchor::Body(body), leg.beside) }
        }
        Goal::Wait(_) => return None,
    })
}

impl FleetGoal {
    /// The spacing by which lateness is measured. At cruise a fleet makes many spacings in a tick, and a lag of
    /// one tick's way is no reason to wait.
    pub(super) fn reckoned_spacing_km(&self) -> f64 {
        self.leg.spacing_km.max(self.step_km)
    }
}

/// A ship's place in the moving formation, relative to the ship, km.
pub(super) fn error_in_formation(table: &ShipTable, index: usize, fleet: &FleetGoal) -> DVec3 {
    fleet.company.center + table.places[index] - fleet.company.mean_place - table.positions[index]
}

/// Drops the waypoints that a fleet has passed, and records the future places of those ahead.
pub(super) fn look_ahead(
    sky: &Sky,
    fleet: &FleetGoal,
    mut course: Mut<Course>,
    now_jd: f64,
    bends: &mut Vec<Bend>,
) -> std::ops::Range<usize> {
    let first = bends.len();
    let center = fleet.company.center;
    bends.extend(course.bends.iter().map(|&place| {
        let lead = lead_to_meeting(sky, place.anchor, place.offset, &fleet.company, now_jd);
        Bend { place, lead, met: place.position_before(sky) + lead }
    }));
    let end =
        AnchoredPlace { anchor: fleet.anchor, offset: fleet.offset + fleet.leg.beside }.position_before(sky);
    let reach = PASSING_TICKS * fleet.step_km;
    let ahead = &bends[first..];
    let passed = (0..ahead.len())
        .take_while(|&at| {
            let next = ahead.get(at + 1).map_or(end + fleet.lead, |bend| bend.met);
            center.distance(ahead[at].met) < reach || is_beyond(center, &ahead[at], next)
        })
        .count();
    if passed > 0 {
        course.bends.drain(..passed);
    }
    first + passed..bends.len()
}

/// Whether a place is nearer to the next point of a course than the bend before that point.
pub(super) fn is_beyond(place: DVec3, bend: &Bend, next: DVec3) -> bool {
    place.distance_squared(next) < bend.met.distance_squared(next)
}

/// A leg to a fleet's present place, in place of a leg that it does not fly for now.
pub(super) fn leg_to_stay(sky: &Sky, leg: &Leg, company: &FleetSummary) -> Leg {
    let anchor = Anchor::from(wells::anchor_before(sky, company.center));
    let offset = company.center - company.mean_place - leg.beside - sky.origin_before(anchor);
    Leg { goal: Goal::Place(AnchoredPlace { anchor, offset }), ..*leg }
}

/// Motion of a fleet's middle in this tick if it continues, km: the motion of its carrier, and the fleet's own
/// motion in the tick before.
pub(super) fn step_of(table: &ShipTable, fleet: Entity, tick_seconds: f64) -> DVec3 {
    let (mut sum, mut count) = (DVec3::ZERO, 0_u32);
    for (index, _) in table.fleets.iter().enumerate().filter(|(_, other)| **other == fleet) {
        sum += table.step(index, tick_seconds);
        count += 1;
    }
    sum / f64::from(count.max(1))
}

/// Motion of the attacked ship in this tick if it continues, km; zero for a structure and for a target out of
/// sight.
pub(super) fn hunted_step(table: &ShipTable, leg: &Leg, tick_seconds: f64) -> DVec3 {
    let (Goal::Attack(_), Some(TargetId::Ship(id))) = (leg.goal, leg.track.lead) else { return DVec3::ZERO };
    let found = table.ships.binary_search_by_key(&id, |ship| ship.id);
    found.map_or(DVec3::ZERO, |index| table.step(index, tick_seconds))
}

/// The way of a place with its anchor until it is met, km.
pub(super) fn lead_to_meeting(
    sky: &Sky,
    anchor: Anchor,
    offset: DVec3,
    company: &FleetSummary,
    now_jd: f64,
) -> DVec3 {
    if anchor == Anchor::Space {
        return DVec3::ZERO;
    }
    let now = sky.origin_before(anchor) + offset;
    meet(sky, anchor, offset, company, now_jd).map_or(DVec3::ZERO, |meeting| meeting.position - now)
}
