//! The reach of shipyards: ships in the ring of the yard or near it, and structures at its planet.
//!
//! Rings are far longer than the reach of yards, and yards in all but the outermost ring turn with it. So a ship
//! that keeps its place anywhere in the yard's ring is served by tenders.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::sim::motion::ring_orbit::TurningFrame;
use crate::sim::{AnchoredPlace, BodyId, Calendar, RingMotion, Rings, Route, Sky, Structure};

/// The place of a unit that may be repaired.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mooring {
    /// Position, heliocentric J2000 ecliptic, km.
    pub place: DVec3,
    /// The body and the ring in which it keeps its place, see [`RingPlaces::mooring`].
    pub ring: Option<(BodyId, u8)>,
    /// The body of its ring, if it is a structure.
    pub stands_at: Option<BodyId>,
}

impl Mooring {
    /// The mooring of a structure.
    pub fn of_structure(structure: &Structure, place: DVec3) -> Self {
        Self { place, ring: None, stands_at: Some(structure.body) }
    }
}

/// A yard or repair ship, and its reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dock {
    /// Position, heliocentric J2000 ecliptic, km.
    pub place: DVec3,
    /// Range, km.
    pub reach_km: f64,
    /// The body and the ring of a yard: it reaches the whole ring, and all structures of that body; `None` for a
    /// repair ship.
    pub ring: Option<(BodyId, u8)>,
}

impl Dock {
    /// The dock of a yard.
    pub fn of_yard(yard: &Structure, place: DVec3, reach_km: f64) -> Self {
        Self { place, reach_km, ring: Some((yard.body, yard.ring)) }
    }

    /// Whether it repairs a unit at this mooring.
    pub fn reaches(&self, mooring: &Mooring) -> bool {
        let is_in_its_ring = self.ring.is_some() && self.ring == mooring.ring;
        let stands_there = self.ring.is_some_and(|(body, _)| mooring.stands_at == Some(body));
        is_in_its_ring
            || stands_there
            || mooring.place.distance_squared(self.place) <= self.reach_km * self.reach_km
    }
}

/// The places of rings at the end of the current tick.
#[derive(SystemParam)]
pub struct RingPlaces<'w> {
    sky: Res<'w, Sky>,
    rings: Res<'w, Rings>,
    calendar: Res<'w, Calendar>,
}

impl RingPlaces<'_> {
    /// The mooring of a ship at a position whose fleet has this route. The ship's place in a ring counts only while
    /// the fleet rests, because ships under way keep the place that they left, and if the ship is at most
    /// `within_km` from it.
    pub fn mooring(
        &self,
        route: Option<&Route>,
        position: DVec3,
        place: &AnchoredPlace,
        ring_motion: &RingMotion,
        within_km: f64,
    ) -> Mooring {
        let rests = route.is_some_and(Route::rests);
        let ring = if rests { self.ring_of(place, ring_motion, position, within_km) } else { None };
        Mooring { place: position, ring, stands_at: None }
    }

    /// The body and the ring in which a ship at rest holds its place; `None` for a ship without a place in a ring,
    /// or farther than `within_km` from it.
    fn ring_of(
        &self,
        place: &AnchoredPlace,
        ring_motion: &RingMotion,
        position: DVec3,
        within_km: f64,
    ) -> Option<(BodyId, u8)> {
        let (body, ring) = (place.anchor.body()?, ring_motion.ring?);
        let frame = TurningFrame::of(&self.rings, Some(body), Some(ring))?;
        let kept = frame.lift(place.offset, self.calendar.tick + 1, ring_motion.carried_ticks);
        let center = self.sky.now.get(body)?.position;
        (position.distance(center + kept) <= within_km).then_some((body, ring))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yard_reaches_its_whole_ring_and_near_places() {
        let yard = Dock { place: DVec3::ZERO, reach_km: 10.0, ring: Some((BodyId(3), 2)) };
        let lies =
            |x: f64, ring: Option<(BodyId, u8)>| Mooring { place: DVec3::X * x, ring, stands_at: None };
        assert!(yard.reaches(&lies(9.0, None)) && yard.reaches(&lies(9.0, Some((BodyId(4), 0)))));
        assert!(yard.reaches(&lies(1.0e6, Some((BodyId(3), 2)))), "the far side of its ring");
        assert!(!yard.reaches(&lies(11.0, None)));
        assert!(
            !yard.reaches(&lies(11.0, Some((BodyId(3), 1))))
                && !yard.reaches(&lies(11.0, Some((BodyId(4), 2))))
        );
        let stands = |body: BodyId| Mooring { stands_at: Some(body), ..lies(1.0e6, None) };
        assert!(
            yard.reaches(&stands(BodyId(3))) && !yard.reaches(&stands(BodyId(4))),
            "all rings of its planet"
        );
        let ship = Dock { ring: None, ..yard };
        assert!(ship.reaches(&lies(10.0, None)) && !ship.reaches(&lies(11.0, None)));
    }
}
