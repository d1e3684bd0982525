//! The place of a fleet at a later time, as far as it is known, and its route as it is drawn.
//!
//! Between its meetings a fleet is assumed to fly at one speed, as in its route's arrivals. At rest in a well it
//! moves with the body, in a ring it turns with the ring, and in open space it stays.

use glam::DVec3;

use crate::level::{BodyKind, FULL_HOLD, StarSystem};
use crate::sim::motion::ring_orbit::RingTurn;
use crate::sim::navigation::{Arrival, Passage};
use crate::sim::{Anchor, BodyId, Goal, Route, origin_of};

/// The way of a fleet from its present place.
#[derive(Clone, Debug, PartialEq)]
pub struct Itinerary {
    /// Middle now, km.
    pub from: DVec3,
    /// The present date, Julian date (TDB).
    pub now_jd: f64,
    /// The body in whose well it is now.
    pub carrier: Option<BodyId>,
    /// The known arrivals at the ends of its legs.
    pub arrivals: Vec<Arrival>,
    /// The anchor at the end of the last arrival.
    pub last_anchor: Anchor,
    /// The ring in which it orbits: now, for a resting fleet, or else after the last of its arrivals.
    pub ring: Option<InRing>,
}

/// A ring in which a fleet circles from a date on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InRing {
    /// The turn of the ring.
    pub turn: RingTurn,
    /// Ticks of a day of the calendar.
    pub ticks_per_day: f64,
    /// Position of the fleet's middle at that date, km.
    pub from: DVec3,
    /// The date, Julian date (TDB).
    pub from_jd: f64,
}

impl InRing {
    /// The middle of the fleet at a date, km; before the fleet orbits, its offset from the body is not turned yet.
    fn place(&self, system: &StarSystem, jd: f64) -> DVec3 {
        let middle = |jd: f64| origin_of(system, Anchor::Body(self.turn.body), jd).position;
        let ticks = (jd - self.from_jd).max(0.0) * self.ticks_per_day;
        middle(jd) + self.turn.turned(self.from - middle(self.from_jd), ticks)
    }
}

impl Itinerary {
    /// The place of the fleet at a date, km, and the index of its leg; after the last leg their number.
    pub fn place(&self, system: &StarSystem, jd: f64) -> (DVec3, usize) {
        let (place, leg) = fleet_at(&self.arrivals, self.from, self.now_jd, jd);
        if let Some(ring) = self.ring.filter(|ring| jd >= ring.from_jd) {
            return (ring.place(system, jd), leg);
        }
        let Some(last) = self.arrivals.last() else {
            return (carried(system, self.carrier.into(), self.from, self.now_jd, jd), 0);
        };
        if leg < self.arrivals.len() {
            return (place, leg);
        }
        (carried(system, self.last_anchor, last.position, last.jd, jd), leg)
    }

    /// Whether it stays at its place, as far as known.
    pub fn is_at_rest(&self) -> bool {
        self.arrivals.is_empty() && self.carrier.is_none()
    }

    /// The body in whose well it rests without a destination.
    pub fn rests_at(&self) -> Option<BodyId> {
        self.carrier.filter(|_| self.arrivals.is_empty())
    }
}

/// A leg as it is drawn: by the places of bodies when the fleet passes them. A leg within the well of one planet is
/// drawn about the place of the planet when the leg begins, because the planet carries the fleet along.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnLeg {
    /// The waypoints and the end, km.
    pub stops: Vec<DVec3>,
    /// From places on the date of the arrival to where they are drawn, km.
    pub shift: DVec3,
}

impl DrawnLeg {
    /// The end, km.
    pub fn end(&self) -> Option<DVec3> {
        self.stops.last().copied()
    }
}

impl Itinerary {
    /// The legs of a route as they are drawn on a screen that shows bodies where they are at `seen_jd`, as far as their
    /// ends are known.
    pub fn drawn_legs(&self, system: &StarSystem, route: &Route, mut seen_jd: f64) -> Vec<DrawnLeg> {
        let mut from = self.carrier;
        let mut legs = Vec::with_capacity(self.arrivals.len());
        for (leg, arrival) in route.0.iter().zip(&self.arrivals) {
            let to = if matches!(leg.goal, Goal::Wait(_)) { from } else { anchor_of(&leg.goal).body() };
            let frame = from.zip(to).and_then(|(one, other)| common_carrier(system, one, other, arrival.jd));
            let shift = |jd: f64| match frame {
                Some(body) => carried(system, Anchor::Body(body), DVec3::ZERO, jd, seen_jd),
                None => DVec3::ZERO,
            };
            let bends = arrival.bends.iter().map(|bend| bend.position + shift(bend.jd));
            let end = arrival.position + shift(arrival.jd);
            legs.push(DrawnLeg { stops: bends.chain([end]).collect(), shift: shift(arrival.jd) });
            from = to;
            if frame.is_none() {
                seen_jd = arrival.jd;
            }
        }
        legs
    }
}

/// The body, no star, that carries a fleet from one body to the other: one of them, or the body whose well holds both.
fn common_carrier(system: &StarSystem, one: BodyId, other: BodyId, jd: f64) -> Option<BodyId> {
    let is_star = |body: BodyId| system.bodies[body].kind == BodyKind::Star;
    let holder = |body: &BodyId| {
        let parent = system.bodies[*body].parent.filter(|parent| !is_star(*parent))?;
        let held_km = FULL_HOLD * system.bodies[parent].well_radius_km;
        (system.displayed_offset(*body, jd).position.length() < held_km).then_some(parent)
    };
    let carriers = |body: BodyId| std::iter::successors(Some(body), holder);
    carriers(one).find(|body| !is_star(*body) && carriers(other).any(|carrier| carrier == *body))
}

/// The place of a fleet at a date, km, and the index of its leg. Before the departure at `now_jd` the place is `from`.
/// Between two meetings it moves evenly along the waypoints of the leg. Afterwards it is the end of the last leg, and
/// the index is the number of legs.
fn fleet_at(arrivals: &[Arrival], from: DVec3, now_jd: f64, jd: f64) -> (DVec3, usize) {
    let (mut begin, mut begin_jd) = (from, now_jd);
    for (leg, arrival) in arrivals.iter().enumerate() {
        if jd < arrival.jd {
            let share = ((jd - begin_jd) / (arrival.jd - begin_jd)).clamp(0.0, 1.0);
            return (along(begin, &arrival.bends, arrival.position, share), leg);
        }
        (begin, begin_jd) = (arrival.position, arrival.jd);
    }
    (begin, arrivals.len())
}

/// The place at a share of the length of a way with bends, km.
fn along(from: DVec3, bends: &[Passage], to: DVec3, share: f64) -> DVec3 {
    let stops = bends.iter().map(|bend| bend.position).chain([to]);
    let mut last = from;
    let mut length = 0.0;
    for stop in stops.clone() {
        length += last.distance(stop);
        last = stop;
    }
    let mut left = length * share;
    last = from;
    for stop in stops {
        let hop = last.distance(stop);
        if left <= hop {
            return last.lerp(stop, left / hop.max(f64::MIN_POSITIVE));
        }
        left -= hop;
        last = stop;
    }
    to
}

/// The place at `jd` of a thing that was at `place` at `from_jd` and moves with an anchor, km.
pub fn carried(system: &StarSystem, anchor: Anchor, place: DVec3, from_jd: f64, jd: f64) -> DVec3 {
    place + (origin_of(system, anchor, jd).position - origin_of(system, anchor, from_jd).position)
}

/// The anchor at the end of a leg, as far as it is known in advance.
pub(super) fn anchor_of(goal: &Goal) -> Anchor {
    match goal {
        Goal::Place(place) => place.anchor,
        goal => Anchor::from(goal.body()),
    }
}

/// The body and the ring in which a fleet orbits after its route; `None` if the route does not end in a ring.
pub(super) fn ring_behind(route: &Route) -> Option<(BodyId, u8)> {
    match route.0.back()?.goal {
        Goal::Ring { body, ring } => Some((body, ring)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{BASALT, ICE, MOON, at, system};
    use super::*;
    use crate::level::model::holdings::RingNumbers;
    use crate::sim::motion::ring_orbit::RAMP_TICKS;
    use crate::sim::world::{AnchoredPlace, Leg, Rings};
    use crate::sim::world::{RingBody, RingLayout};

    /// Rings for the planet at 1 AU alone.
    fn rings() -> Rings {
        let body =
            RingBody { displayed_radius_km: 4.0e5, well_radius_km: 3.0e6, pole: DVec3::Z, is_star: false };
        Rings(vec![None, RingLayout::new(&body, 4, None, &RingNumbers::default())].into())
    }

    fn arrival(bends: &[DVec3], position: DVec3, jd: f64) -> Arrival {
        let bends = bends.iter().map(|&position| Passage { position, jd }).collect();
        Arrival { bends, position, departure_jd: jd, jd }
    }

    /// A leg of 10 km to the right, 14 km with its bend, then a leg of 10 km up.
    fn arrivals() -> Vec<Arrival> {
        let corner = DVec3::new(0.0, 4.0, 0.0);
        vec![
            arrival(&[corner], DVec3::new(10.0, 4.0, 0.0), 114.0),
            arrival(&[], DVec3::new(10.0, 4.0, 10.0), 124.0),
        ]
    }

    #[test]
    fn before_its_departure_a_fleet_is_where_it_is() {
        assert_eq!(fleet_at(&arrivals(), DVec3::ZERO, 100.0, 90.0), (DVec3::ZERO, 0));
        assert_eq!(fleet_at(&arrivals(), DVec3::ZERO, 100.0, 100.0), (DVec3::ZERO, 0));
        assert_eq!(fleet_at(&[], DVec3::X, 100.0, 190.0), (DVec3::X, 0));
    }

    #[test]
    fn between_its_bends_it_goes_evenly() {
        let cases = [
            (102.0, DVec3::new(0.0, 2.0, 0.0), 0),
            (104.0, DVec3::new(0.0, 4.0, 0.0), 0),
            (109.0, DVec3::new(5.0, 4.0, 0.0), 0),
            (119.0, DVec3::new(10.0, 4.0, 5.0), 1),
        ];
        for (jd, place, leg) in cases {
            let (found, flown) = fleet_at(&arrivals(), DVec3::ZERO, 100.0, jd);
            assert!(found.distance(place) < 1.0e-9 && flown == leg, "{jd}: {found} on leg {flown}");
        }
    }

    #[test]
    fn a_leg_that_takes_no_time_is_passed() {
        let standing = [arrival(&[], DVec3::ZERO, 100.0), arrival(&[], DVec3::X, 101.0)];
        let (place, leg) = fleet_at(&standing, DVec3::ZERO, 100.0, 100.5);
        assert!(place.distance(DVec3::X * 0.5) < 1.0e-9 && leg == 1, "{place} on leg {leg}");
        assert_eq!(along(DVec3::X, &[Passage { position: DVec3::X, jd: 100.0 }], DVec3::X, 0.5), DVec3::X);
    }

    #[test]
    fn a_leg_within_a_well_is_drawn_about_the_planet_where_it_is() {
        let mut system = system();
        let start = system.epoch_jd;
        let offset = DVec3::new(2.0e4, 0.0, 0.0);
        let legs = [(BASALT, 2.0), (MOON, 4.0), (ICE, 100.0), (ICE, 103.0)];
        let arrivals = legs.map(|(body, days)| arrival(&[], at(&system, body, days) + offset, start + days));
        let route = Route(legs.map(|(body, _)| Leg::new(Goal::Body(body), 1.0)).into());
        let itinerary = Itinerary {
            from: at(&system, BASALT, 0.0),
            now_jd: start,
            carrier: Some(BASALT),
            arrivals: arrivals.to_vec(),
            last_anchor: Anchor::Body(ICE),
            ring: None,
        };
        let drawn = itinerary.drawn_legs(&system, &route, start);
        let moon = at(&system, MOON, 4.0) - at(&system, BASALT, 4.0);
        let well_km = system.bodies[BASALT].well_radius_km;
        assert!(moon.length() < FULL_HOLD * well_km, "the moon lies in its planet's well");
        let expected = [
            at(&system, BASALT, 0.0),
            at(&system, BASALT, 0.0) + moon,
            at(&system, ICE, 100.0),
            at(&system, ICE, 100.0),
        ];
        for (leg, place) in drawn.iter().zip(expected) {
            let end = leg.end().expect("it has one");
            assert!(end.distance(place + offset) < 1.0, "{end}, not {place}");
        }
        assert_eq!(drawn.len(), expected.len());

        system.bodies[BASALT].well_radius_km = 0.5 * moon.length();
        let outside = itinerary.drawn_legs(&system, &route, start);
        let end = outside[1].end().expect("it has one");
        assert!(end.distance(at(&system, MOON, 4.0) + offset) < 1.0, "nothing carries it to a moon outside");
    }

    #[test]
    fn behind_its_last_leg_it_goes_along_with_the_body() {
        let system = system();
        let start = system.epoch_jd;
        let offset = DVec3::new(2.0e4, 0.0, 0.0);
        let met = at(&system, BASALT, 10.0) + offset;
        let mut itinerary = Itinerary {
            from: DVec3::ZERO,
            now_jd: start,
            carrier: None,
            arrivals: vec![arrival(&[], met, start + 10.0)],
            last_anchor: Anchor::Body(BASALT),
            ring: None,
        };
        let (place, leg) = itinerary.place(&system, start + 5.0);
        assert!(place.distance(met * 0.5) < 1.0 && leg == 0);
        let (place, leg) = itinerary.place(&system, start + 60.0);
        assert!(place.distance(at(&system, BASALT, 60.0) + offset) < 1.0 && leg == 1);
        itinerary.last_anchor = Anchor::Space;
        assert_eq!(itinerary.place(&system, start + 60.0), (met, 1), "a point in space stays");
    }

    #[test]
    fn without_a_route_it_rests() {
        let system = system();
        let start = system.epoch_jd;
        let from = at(&system, BASALT, 0.0) + DVec3::Z * 1.0e4;
        let mut itinerary = Itinerary {
            from,
            now_jd: start,
            carrier: None,
            arrivals: vec![],
            last_anchor: Anchor::Space,
            ring: None,
        };
        assert_eq!(itinerary.place(&system, start + 40.0), (from, 0));
        assert!(itinerary.is_at_rest() && itinerary.rests_at().is_none());
        itinerary.carrier = Some(BASALT);
        let (place, _) = itinerary.place(&system, start + 40.0);
        assert!(place.distance(at(&system, BASALT, 40.0) + DVec3::Z * 1.0e4) < 1.0);
        assert!(!itinerary.is_at_rest());
        assert_eq!(itinerary.rests_at(), Some(BASALT));
    }

    #[test]
    fn a_circling_fleet_turns_with_the_ring() {
        let (system, rings) = (system(), rings());
        let start = system.epoch_jd;
        let turn = RingTurn::of(&rings, BASALT, 0, RAMP_TICKS).expect("there is a ring");
        let layout = rings.of(BASALT).expect("there are rings");
        let offset = DVec3::new(6.0e5, 1.0e5, 0.0);
        let from = at(&system, BASALT, 0.0) + offset;
        let ring = Some(InRing { turn, ticks_per_day: 60.0, from, from_jd: start });
        let mut itinerary = Itinerary {
            from,
            now_jd: start,
            carrier: Some(BASALT),
            arrivals: vec![],
            last_anchor: Anchor::Space,
            ring,
        };
        for ticks in [0_u32, 60, 90, 6_000] {
            let days = f64::from(ticks) / 60.0;
            let turned = layout.plane.rotated(offset, f64::from(ticks) * layout.turn_per_tick(0));
            let (place, leg) = itinerary.place(&system, start + days);
            let wanted = at(&system, BASALT, days) + turned;
            assert!(place.distance(wanted) < 1.0 && leg == 0, "{ticks} ticks later: {place} {wanted}");
        }
        // Under way the offset is not turned yet.
        itinerary.from = DVec3::ZERO;
        itinerary.arrivals = vec![arrival(&[], at(&system, BASALT, 10.0) + offset, start + 10.0)];
        itinerary.ring = ring.map(|ring| InRing {
            from: at(&system, BASALT, 10.0) + offset,
            from_jd: start + 10.0,
            ..ring
        });
        let (place, leg) = itinerary.place(&system, start + 5.0);
        assert!(place.distance((at(&system, BASALT, 10.0) + offset) * 0.5) < 1.0 && leg == 0);
        let (place, leg) = itinerary.place(&system, start + 11.0);
        let turned = layout.plane.rotated(offset, 60.0 * layout.turn_per_tick(0));
        assert!(place.distance(at(&system, BASALT, 11.0) + turned) < 1.0 && leg == 1);
    }

    #[test]
    fn a_route_tells_in_which_ring_it_ends() {
        let leg = |goal| Leg::new(goal, 1.0);
        let route = |legs: &[Leg]| Route(legs.iter().copied().collect());
        let place = |anchor: Anchor| leg(Goal::Place(AnchoredPlace { anchor, offset: DVec3::X }));
        let later = leg(Goal::Ring { body: BASALT, ring: 2 });
        assert_eq!(ring_behind(&route(&[place(Anchor::Space), later])), Some((BASALT, 2)));
        assert_eq!(ring_behind(&route(&[later, place(Anchor::Body(BASALT))])), None);
        assert_eq!(ring_behind(&route(&[])), None);
    }
}
