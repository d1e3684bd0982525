//! Berths: the places of fleets at a body.
//!
//! A berth is on the side of arrival, outside the surface, inside the well, clear of the structures in its rings,
//! and free of other fleets. A fleet that is sent into a ring gathers next to it, above the structures, and then
//! begins to orbit (`motion/ring_orbit.rs`). A leg to a body or a ring gets its berth when it begins. Fleets are
//! served in the order of their numbers, so that storage does not matter.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::{FleetSummary, meet};
use crate::sim::motion::ring_orbit::{TurningFrame, first_free_aside};
use crate::sim::spatial::honeycomb::pattern_radius_km;
use crate::sim::{
    Anchor, AnchoredPlace, BodyId, Calendar, Fleet, Goal, Leg, Members, Position, RingLayout, RingMotion,
    Rings, Route, Ship, Sky, StructureClasses, by_number,
};

/// Distance from a body's centre at which a fleet with this destination stays, in radii of the body.
const PARKING_RADII: f64 = 2.2;
/// Share of a well's radius that a parking place may be from the body.
const PARKING_WELL_SHARE: f64 = 0.7;
/// Clearance from a ring, in radii of the largest structure: for structures in the ring, and ships that pass them.
const RING_ROOM_RADII: f64 = 2.0;
/// No fleet waits higher above the plane of a ring than this share of the ring's radius.
pub(in crate::sim) const HIGHEST_SHARE: f64 = 0.1;

/// The space next to a body that a fleet takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Berth {
    /// The body.
    pub body: BodyId,
    /// Middle, from the body's centre, km.
    pub offset: DVec3,
    /// Radius of the fleet about the middle, km.
    pub room_km: f64,
}

impl Berth {
    /// The middle as an anchored place.
    pub fn place(&self) -> AnchoredPlace {
        AnchoredPlace { anchor: Anchor::Body(self.body), offset: self.offset }
    }

    fn overlaps(&self, other: &Self) -> bool {
        let apart = self.room_km + other.room_km;
        self.body == other.body && self.offset.distance_squared(other.offset) < apart * apart
    }
}

/// Finds berths for fleets that begin a leg to a body or a ring.
pub(super) fn settle_targets(
    mut fleets: Query<(Entity, &Fleet, &mut Route, &Members)>,
    ships: Query<(&Position, &Ship)>,
    places: Query<(&AnchoredPlace, &RingMotion, &Ship)>,
    calendar: Res<Calendar>,
    berth_finders: BerthFinders,
) {
    let begins = |route: &Route| {
        let needs_berth = |leg: &Leg| matches!(leg.goal, Goal::Body(_) | Goal::Ring { .. });
        route.0.front().is_some_and(|leg| leg.berth.is_none() && needs_berth(leg))
    };
    let place_of = |route: &Route, members: &Members| berth_of(route, members, &places, &berth_finders.rings);
    settle_fleets(&mut fleets, &ships, begins, place_of, |leg, _, company, taken| {
        let berth = berth_finders.look().berth(company, leg, calendar.now_jd(), taken)?;
        leg.berth = Some(berth.place());
        Some(berth)
    });
}

/// Assigns places to the fleets that begin a leg, in the order of their numbers, so that storage does not matter.
///
/// `begins` picks these fleets, and `place_of` returns the place that a fleet has already. `settle` writes a place into
/// a leg, clear of the places that are taken, and returns the place; `None` if the leg needs none.
pub(in crate::sim) fn settle_fleets<Place>(
    fleets: &mut Query<(Entity, &Fleet, &mut Route, &Members)>,
    ships: &Query<(&Position, &Ship)>,
    begins: impl Fn(&Route) -> bool,
    place_of: impl Fn(&Route, &Members) -> Option<Place>,
    settle: impl Fn(&mut Leg, &Members, &FleetSummary, &[Place]) -> Option<Place>,
) {
    let waiting = fleets.iter().filter(|(_, _, route, _)| begins(route));
    let waiting = by_number(waiting.map(|(entity, fleet, ..)| (fleet.id, entity)), |(id, _)| *id);
    if waiting.is_empty() {
        return;
    }
    let mut taken: Vec<Place> =
        fleets.iter().filter_map(|(_, _, route, members)| place_of(route, members)).collect();
    for (_, entity) in waiting {
        let Ok((_, _, mut route, members)) = fleets.get_mut(entity) else { continue };
        let Some(company) = FleetSummary::of(members, ships) else { continue };
        let Some(leg) = route.0.front_mut() else { continue };
        let place = settle(leg, members, &company, &taken);
        taken.extend(place);
    }
}

/// The berth that a fleet takes or is on its way to; `None` for a fleet that orbits in a ring.
fn berth_of(
    route: &Route,
    members: &Members,
    places: &Query<(&AnchoredPlace, &RingMotion, &Ship)>,
    rings: &Rings,
) -> Option<Berth> {
    let count = u32::try_from(members.len()).ok()?;
    if let Some(leg) = route.0.front().filter(|_| !route.rests()) {
        let AnchoredPlace { anchor: Anchor::Body(body), offset } = leg.end()? else { return None };
        return Some(Berth { body, offset, room_km: room_km(leg, count) });
    }
    let turns = |(place, ring_motion, _): (&AnchoredPlace, &RingMotion, &Ship)| {
        TurningFrame::of(rings, place.anchor.body(), ring_motion.ring)
            .is_some_and(|frame| !frame.is_at_rest())
    };
    if members.iter().filter_map(|entity| places.get(entity).ok()).any(turns) {
        return None;
    }
    // Summed in the order of the ships' numbers, so that the last bit is always the same.
    let kept = by_number(places.iter_many(members.iter()), |(_, _, ship)| ship.id);
    let body = kept.first()?.0.anchor.body()?;
    let offset = kept.iter().map(|(place, ..)| place.offset).sum::<DVec3>() / kept.len() as f64;
    let room_km = kept.iter().map(|(place, ..)| place.offset.distance(offset)).fold(0.0, f64::max);
    Some(Berth { body, offset, room_km })
}

/// Radius of the places of a leg, with the gap to a neighbour.
fn room_km(leg: &Leg, count: u32) -> f64 {
    leg.beside.length() + pattern_radius_km(count, leg.spacing_km) + leg.spacing_km
}

/// The data that berths depend on.
#[derive(Clone, Copy, Debug)]
pub struct BerthFinder<'a> {
    /// All bodies.
    pub sky: &'a Sky,
    /// The rings of all bodies.
    pub rings: &'a Rings,
    /// Height of the largest structure above the plane of its ring, km.
    pub clear_km: f64,
}

/// Query bundle for berths.
#[derive(SystemParam)]
pub struct BerthFinders<'w> {
    sky: Res<'w, Sky>,
    rings: Res<'w, Rings>,
    classes: Res<'w, StructureClasses>,
}

impl BerthFinders<'_> {
    /// The finder of berths at the present tick.
    pub fn look(&self) -> BerthFinder<'_> {
        BerthFinder::new(&self.sky, &self.rings, &self.classes)
    }
}

impl<'a> BerthFinder<'a> {
    /// The finder of berths in a world.
    pub fn new(sky: &'a Sky, rings: &'a Rings, classes: &StructureClasses) -> Self {
        let clear_km = classes.0.iter().map(|class| class.radius_km).fold(0.0, f64::max);
        Self { sky, rings, clear_km }
    }

    /// The berth of a fleet that is sent to a body or to a ring, nearest to the side of arrival and free of
    /// others; `None` for a leg to anything else. Without rings, a leg to a ring leads to the body.
    pub fn berth(&self, company: &FleetSummary, leg: &Leg, now_jd: f64, taken: &[Berth]) -> Option<Berth> {
        let (body, ring) = match leg.goal {
            Goal::Body(body) => (body, None),
            Goal::Ring { body, ring } => (body, self.rings.of(body).zip(Some(ring))),
            _ => return None,
        };
        Some(match ring {
            Some((layout, ring)) => {
                let from = coming_from(self.sky, body, company, now_jd);
                let room_km = room_km(leg, company.count);
                self.ring_berth(layout, (body, ring), from, room_km, taken)
            }
            None => self.free_berth(body, company, leg, now_jd, taken),
        })
    }

    /// A berth next to a body; between its rings if there is room.
    fn free_berth(
        &self,
        body: BodyId,
        company: &FleetSummary,
        leg: &Leg,
        now_jd: f64,
        taken: &[Berth],
    ) -> Berth {
        let this = &self.sky.system.bodies[body];
        let from = coming_from(self.sky, body, company, now_jd);
        let room_km = room_km(leg, company.count);
        let least = this.displayed_radius_km + room_km;
        let usual = (PARKING_RADII * this.displayed_radius_km).max(least);
        let widest = (PARKING_WELL_SHARE * this.well_radius_km).max(least);
        let usual = usual.min(widest);
        let clear_km = room_km + RING_ROOM_RADII * self.clear_km;
        let between = |rings: &RingLayout| rings.clear_distance_km(usual, clear_km, least, widest);
        let distance = self.rings.of(body).map_or(usual, between);
        let ahead = libm::atan2(from.y, from.x);
        let step = (room_km / distance).min(1.0);
        let berth = |steps: f64| {
            let angle = ahead + steps * step;
            let side = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0);
            Berth { body, offset: side * distance, room_km }
        };
        first_free(berth, taken)
    }

    /// A berth above a ring; `from` is the direction of arrival, seen from the body.
    fn ring_berth(
        &self,
        layout: &RingLayout,
        (body, ring): (BodyId, u8),
        from: DVec3,
        room_km: f64,
        taken: &[Berth],
    ) -> Berth {
        let radius_km = layout.radius_km(usize::from(ring));
        let height_km = (room_km + self.clear_km).min(HIGHEST_SHARE * radius_km);
        let (first, step) = (layout.plane.angle_of(from), (room_km / radius_km).min(1.0));
        let berth = |steps: f64| {
            let offset = layout.plane.outward(first + steps * step) * radius_km;
            Berth { body, offset: offset + layout.plane.pole * height_km, room_km }
        };
        first_free(berth, taken)
    }
}

/// The first free one of the berths 0, 1, -1, 2, -2, ... steps aside; the berth 0 steps aside if all are taken.
fn first_free(berth: impl Fn(f64) -> Berth, taken: &[Berth]) -> Berth {
    let is_free = |berth: &Berth| !taken.iter().any(|other| other.overlaps(berth));
    first_free_aside(berth, is_free)
}

/// Direction of arrival of a fleet at a body, seen from that body at their meeting, km.
pub(in crate::sim) fn coming_from(sky: &Sky, body: BodyId, company: &FleetSummary, now_jd: f64) -> DVec3 {
    let met = meet(sky, Anchor::Body(body), DVec3::ZERO, company, now_jd);
    company.center - met.map_or(sky.now[body].position, |meeting| meeting.position)
}
