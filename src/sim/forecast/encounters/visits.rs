//! The bodies at which a faction is active: comets far from all its possessions are of no concern.

use std::collections::BTreeSet;

use glam::DVec3;

use crate::level::StarSystem;
use crate::sim::{AttackTarget, BodyId, Goal, Leg};

/// The bodies at which a faction is active, as far as recorded.
#[derive(Clone, Debug)]
pub struct Visits<'a> {
    system: &'a StarSystem,
    /// Places of the bodies, heliocentric ecliptic km.
    centers: &'a [DVec3],
    bodies: BTreeSet<BodyId>,
    /// The last place recorded with a look at all wells, and the distance to the next well, km.
    last: Option<(DVec3, f64)>,
}

impl<'a> Visits<'a> {
    /// No visits yet, with the bodies of a system at these places, heliocentric ecliptic km.
    pub fn new(system: &'a StarSystem, centers: &'a [DVec3]) -> Self {
        Self { system, centers, bodies: BTreeSet::new(), last: None }
    }

    /// Records the faction's presence at a place, heliocentric ecliptic km: in all wells around it.
    pub fn note_place(&mut self, place: DVec3) {
        // The ships of a fleet are close together: a well that reaches the first of them reaches the others.
        if self.last.is_some_and(|(last, clear_km)| last.distance(place) < clear_km) {
            return;
        }
        let mut clear_km = f64::INFINITY;
        for ((index, body), center) in self.system.bodies.iter_enumerated().zip(self.centers) {
            let beyond_km = center.distance(place) - body.well_radius_km;
            if beyond_km < 0.0 {
                self.bodies.insert(index);
            } else {
                clear_km = clear_km.min(beyond_km);
            }
        }
        self.last = Some((place, clear_km));
    }

    /// Records the faction's presence in the well of a body.
    pub fn note_body(&mut self, body: BodyId) {
        self.bodies.insert(body);
    }

    /// Records the destination of a leg of the faction.
    pub fn note_leg(&mut self, leg: &Leg) {
        let (body, place) = match leg.goal {
            Goal::Fleet { .. } => (None, Some(leg.track.place)),
            Goal::Attack(target) => (well_of(target), Some(leg.track.place)),
            goal => (goal.body(), None),
        };
        self.bodies.extend(body);
        if let Some(place) = place {
            self.note_place(place);
        }
    }

    /// The bodies, in the order of the sky.
    pub fn bodies(self) -> Vec<BodyId> {
        self.bodies.into_iter().collect()
    }
}

/// The body in whose well a target is sought; `None` for a search anywhere.
fn well_of(target: AttackTarget) -> Option<BodyId> {
    match target {
        AttackTarget::Class { body, .. } => body,
        AttackTarget::Area { middle, .. } => middle.anchor.body(),
        AttackTarget::Fleet(_) | AttackTarget::Target(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Anchor;
    use crate::sim::forecast::test_support::{BASALT, COMET, ICE, MOON, at, system};
    use crate::sim::ids::ClassId;
    use crate::sim::world::{AnchoredPlace, Track};
    use typed_index_collections::TiSlice;

    fn visited(note: impl FnOnce(&mut Visits, &TiSlice<BodyId, DVec3>)) -> Vec<BodyId> {
        let system = system();
        let centers: Vec<DVec3> = system.bodies.keys().map(|body| at(&system, body, 0.0)).collect();
        let mut visits = Visits::new(&system, &centers);
        note(&mut visits, TiSlice::from_ref(&centers));
        visits.bodies()
    }

    #[test]
    fn ships_are_in_all_wells_that_reach_them() {
        assert_eq!(visited(|visits, at| visits.note_place(at[COMET] + DVec3::X * 1.0e5)), [COMET]);
        assert_eq!(visited(|visits, at| visits.note_place(at[MOON])), [BASALT, MOON]);
        assert!(visited(|visits, at| visits.note_place(at[COMET] + DVec3::Z * 2.0e5)).is_empty());
        assert_eq!(visited(|visits, _| visits.note_body(ICE)), [ICE]);
    }

    #[test]
    fn a_ship_beside_another_is_not_taken_for_one_in_the_same_wells() {
        let in_turn = visited(|visits, at| {
            visits.note_place(at[COMET] + DVec3::X * 2.0e5);
            visits.note_place(at[COMET] + DVec3::X * 1.9e5);
            visits.note_place(at[COMET] + DVec3::X * 1.0e5);
            visits.note_place(at[COMET] + DVec3::X * 0.9e5);
            visits.note_place(at[MOON]);
        });
        let apart = visited(|visits, at| {
            visits.note_place(at[MOON]);
            visits.note_place(at[COMET]);
        });
        assert_eq!(in_turn, apart);
    }

    #[test]
    fn routes_lead_to_bodies_and_targets() {
        let to = |goal: Goal| visited(|visits, _| visits.note_leg(&Leg::new(goal, 1.0)));
        assert_eq!(to(Goal::Body(COMET)), [COMET]);
        assert_eq!(to(Goal::Ring { body: ICE, ring: 1 }), [ICE]);
        let offset = DVec3::X;
        assert_eq!(to(Goal::Place(AnchoredPlace { anchor: Anchor::Body(COMET), offset })), [COMET]);
        let ahead = Anchor::Ahead { body: COMET, degrees: 60.0 };
        assert!(to(Goal::Place(AnchoredPlace { anchor: ahead, offset })).is_empty(), "that is far from it");
        let class = AttackTarget::Class { class: ClassId::FIRST, body: Some(COMET) };
        assert!(to(Goal::Attack(class)).contains(&COMET));
        let anywhere = Goal::Attack(AttackTarget::Class { class: ClassId::FIRST, body: None });
        let hunted = visited(|visits, at| {
            let track = Track { place: at[COMET], ..Track::default() };
            visits.note_leg(&Leg { track, ..Leg::new(anywhere, 1.0) });
        });
        assert_eq!(hunted, [COMET]);
    }
}
