//! The memory of a faction: ghosts, at the places where foreign units were last seen.
//!
//! Each look adds the units in sight. Only sightings enter: a ghost learns nothing from the unit itself once that
//! is out of sight. Own units need no memory, and should not be passed in.
//!
//! A ghost is forgotten when the unit is seen again, when the [`Look`] does not keep it, or when there are too
//! many ghosts: then the oldest are dropped. Nothing is allocated unless the numbers of ghosts and sightings grow.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::marks::{mark, what};
use crate::level::ids::names::of_structures;
use crate::level::ranges::{PLACE_KM, UNIT};
use crate::sim::{BodyId, ClassId, FactionId, RingPlace, ShipId, StructureId, TargetId};

/// The last knowledge of a unit that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "GhostText", from = "GhostText")]
pub struct Ghost {
    /// Id, unique among ships and structures.
    pub id: u64,
    /// The owner.
    pub faction: FactionId,
    /// Class.
    pub class: ClassId,
    /// Place of the last sighting, carried to the present; heliocentric, km. Derived from `anchor`, `offset` and
    /// the sky, and no part of the state.
    pub position: DVec3,
    /// The unit vector to which its bow pointed.
    pub heading: DVec3,
    /// The body of the well in which it was seen: its place moves with the body.
    pub anchor: Option<BodyId>,
    /// Offset from that body's centre, or from the origin without an anchor, km.
    pub offset: DVec3,
    /// The slot of a structure in the rings of that body: its place turns with the ring.
    pub stands: Option<RingPlace>,
    /// The tick of the last sighting.
    pub seen_tick: u64,
}

ranges!(Ghost { heading: UNIT, offset: PLACE_KM });

/// The serialised form of a ghost: the kind of unit decides which class list applies.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Ghost", deny_unknown_fields)]
struct GhostText {
    of: ClassOf,
    faction: FactionId,
    heading: DVec3,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    anchor: Option<BodyId>,
    offset: DVec3,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stands: Option<RingPlace>,
    seen_tick: u64,
}

/// The number and the class of the unit.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ClassOf {
    Ship(ShipId, ClassId),
    Structure(StructureId, #[serde(with = "of_structures")] ClassId),
}

impl From<Ghost> for GhostText {
    fn from(ghost: Ghost) -> Self {
        let Ghost { id, faction, class, position: _, heading, anchor, offset, stands, seen_tick } = ghost;
        let of = match what(id) {
            TargetId::Ship(id) => ClassOf::Ship(id, class),
            TargetId::Structure(id) => ClassOf::Structure(id, class),
        };
        Self { of, faction, heading, anchor, offset, stands, seen_tick }
    }
}

impl From<GhostText> for Ghost {
    fn from(text: GhostText) -> Self {
        let GhostText { of, faction, heading, anchor, offset, stands, seen_tick } = text;
        let (id, class) = match of {
            ClassOf::Ship(id, class) => (mark(TargetId::Ship(id)), class),
            ClassOf::Structure(id, class) => (mark(TargetId::Structure(id)), class),
        };
        Self { id, faction, class, position: offset, heading, anchor, offset, stands, seen_tick }
    }
}

/// A look of a faction at its surroundings.
pub trait Look {
    /// A unit that was in sight until now, as it is to be remembered; `None` for a unit that was destroyed or has
    /// become the faction's own.
    fn as_it_is(&self, id: u64) -> Option<Ghost>;

    /// The present place of a ghost, heliocentric, km; `None` if nothing carries it.
    fn place_now(&self, ghost: &Ghost) -> Option<DVec3>;

    /// Whether a ghost at its present place is still to be remembered.
    fn keeps(&self, ghost: &Ghost) -> bool;
}

/// The memory of one faction.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Ghosts, sorted by id.
    ghosts: Vec<Ghost>,
    /// Ids of the units in sight at the last look, sorted.
    watched: Vec<u64>,
    /// Buffer for the units in sight at the next look.
    #[serde(skip)]
    next: Vec<u64>,
    /// Buffer for the tick of each ghost's last sighting, with its id.
    #[serde(skip)]
    ages: Vec<(u64, u64)>,
}

impl Memory {
    /// A memory with these ghosts and with the ids of the units in sight at the last look.
    pub fn new(ghosts: impl IntoIterator<Item = Ghost>, watched: impl IntoIterator<Item = u64>) -> Self {
        let mut memory = Self {
            ghosts: ghosts.into_iter().collect(),
            watched: watched.into_iter().collect(),
            ..Self::default()
        };
        memory.watched.sort_unstable();
        memory.watched.dedup();
        memory.sort_ghosts();
        memory
    }

    /// Records a look: the ids of all foreign units in sight, in any order. At most `most` ghosts are kept: the
    /// oldest go first, of equally old ones those with the lowest ids. `sight` is called for each unit that was
    /// not in sight at the look before, in the order of ids, with the tick of the last sighting if that is
    /// remembered.
    pub fn update(
        &mut self,
        seen: impl IntoIterator<Item = u64>,
        look: &impl Look,
        most: usize,
        mut sight: impl FnMut(u64, Option<u64>),
    ) {
        self.next.clear();
        self.next.extend(seen);
        self.next.sort_unstable();
        self.next.dedup();
        for id in self.next.iter().filter(|id| self.watched.binary_search(id).is_err()) {
            sight(*id, self.ghost(*id).map(|ghost| ghost.seen_tick));
        }
        let lost = self.watched.iter().filter(|id| self.next.binary_search(id).is_err());
        self.ghosts.extend(lost.filter_map(|id| look.as_it_is(*id)));
        std::mem::swap(&mut self.watched, &mut self.next);
        self.sort_ghosts();
        self.drop_oldest(most);
        self.ghosts.retain_mut(|ghost| {
            ghost.position = look.place_now(ghost).unwrap_or(ghost.position);
            look.keeps(ghost)
        });
    }

    /// Sorts the ghosts, without those of units in sight.
    fn sort_ghosts(&mut self) {
        self.ghosts.retain(|ghost| self.watched.binary_search(&ghost.id).is_err());
        self.ghosts.sort_unstable_by_key(|ghost| ghost.id);
        self.ghosts.dedup_by_key(|ghost| ghost.id);
    }

    fn drop_oldest(&mut self, most: usize) {
        let surplus = self.ghosts.len().saturating_sub(most);
        if surplus == 0 {
            return;
        }
        self.ages.clear();
        self.ages.extend(self.ghosts.iter().map(|ghost| (ghost.seen_tick, ghost.id)));
        let (_, youngest_to_go, _) = self.ages.select_nth_unstable(surplus - 1);
        let limit = *youngest_to_go;
        self.ghosts.retain(|ghost| (ghost.seen_tick, ghost.id) > limit);
    }

    /// Removes a ghost for good: the faction knows that the unit is destroyed.
    pub fn forget(&mut self, id: u64) {
        self.ghosts.retain(|ghost| ghost.id != id);
    }

    /// Removes the ghosts of all units that belonged to a faction when they were last seen.
    pub fn forget_faction(&mut self, faction: FactionId) {
        self.ghosts.retain(|ghost| ghost.faction != faction);
    }

    /// The ghosts, by id.
    pub fn ghosts(&self) -> impl Iterator<Item = &Ghost> {
        self.ghosts.iter()
    }

    /// The ghost of a thing.
    pub fn ghost(&self, id: u64) -> Option<&Ghost> {
        let place = self.ghosts.binary_search_by_key(&id, |ghost| ghost.id).ok()?;
        self.ghosts.get(place)
    }

    /// The ids of the units in sight at the last look, ascending.
    pub fn watched(&self) -> &[u64] {
        &self.watched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than any of these tests remembers.
    const MANY: usize = 100;

    /// A thing at a place along the x axis.
    fn thing(id: u64, x: f64) -> Ghost {
        Ghost {
            id,
            faction: FactionId(1),
            class: ClassId::from(7),
            position: DVec3::X * x,
            heading: DVec3::Y,
            anchor: None,
            offset: DVec3::ZERO,
            stands: None,
            seen_tick: 0,
        }
    }

    /// A look in a tick by an eye that sees everything up to a place on the x axis, in a world of some things.
    struct Up {
        to: f64,
        tick: u64,
        things: Vec<Ghost>,
        /// The middle of body 2.
        center: DVec3,
    }

    impl Up {
        fn to(to: f64, tick: u64, things: &[Ghost]) -> Self {
            Self { to, tick, things: things.to_vec(), center: DVec3::ZERO }
        }

        fn seen(&self) -> Vec<u64> {
            let seen = self.things.iter().filter(|thing| thing.position.x <= self.to);
            seen.map(|thing| thing.id).rev().collect()
        }

        fn enter(&self, memory: &mut Memory) {
            memory.update(self.seen(), self, MANY, |_, _| {});
        }
    }

    impl Look for Up {
        fn as_it_is(&self, id: u64) -> Option<Ghost> {
            let thing = self.things.iter().find(|thing| thing.id == id)?;
            Some(Ghost { seen_tick: self.tick, ..*thing })
        }

        fn place_now(&self, ghost: &Ghost) -> Option<DVec3> {
            (ghost.anchor == Some(BodyId(2))).then_some(self.center + ghost.offset)
        }

        fn keeps(&self, ghost: &Ghost) -> bool {
            ghost.position.x > self.to
        }
    }

    fn ids(memory: &Memory) -> Vec<u64> {
        memory.ghosts().map(|ghost| ghost.id).collect()
    }

    #[test]
    fn what_is_lost_becomes_a_ghost_at_its_last_place() {
        let mut memory = Memory::default();
        Up::to(100.0, 10, &[thing(5, 80.0), thing(3, 90.0)]).enter(&mut memory);
        assert!(ids(&memory).is_empty());
        assert_eq!(memory.watched(), [3, 5]);
        Up::to(100.0, 11, &[thing(5, 120.0), thing(3, 91.0)]).enter(&mut memory);
        let ghost = memory.ghost(5).expect("it is remembered");
        assert_eq!((ghost.position.x, ghost.seen_tick, ghost.class), (120.0, 11, ClassId::from(7)));
        Up::to(70.0, 12, &[thing(5, 140.0), thing(3, 92.0)]).enter(&mut memory);
        assert_eq!(ids(&memory), vec![3, 5]);
        assert_eq!(memory.ghost(5).map(|ghost| ghost.position.x), Some(120.0), "it learns nothing");
    }

    #[test]
    fn what_is_seen_is_no_ghost() {
        let mut memory = Memory::new([thing(5, 80.0)], []);
        Up::to(10.0, 20, &[thing(5, 5.0)]).enter(&mut memory);
        assert!(ids(&memory).is_empty());
        Up::to(10.0, 21, &[thing(5, 15.0)]).enter(&mut memory);
        assert_eq!(memory.ghost(5).map(|ghost| (ghost.position.x, ghost.seen_tick)), Some((15.0, 21)));
        let hostile = Memory::new([thing(4, 1.0), thing(5, 1.0), thing(4, 2.0)], [5, 5]);
        assert_eq!((ids(&hostile), hostile.watched()), (vec![4], [5].as_slice()));
    }

    #[test]
    fn what_comes_into_sight_is_told_with_when_it_was_seen_last() {
        let mut memory = Memory::new([thing(5, 80.0)], [3]);
        let mut sightings = |to: f64, tick: u64| {
            let look = Up::to(to, tick, &[thing(3, 2.0), thing(5, 80.0), thing(8, 90.0)]);
            let mut found = Vec::new();
            memory.update(look.seen(), &look, MANY, |id, last| found.push((id, last)));
            found
        };
        assert_eq!(sightings(100.0, 10), [(5, Some(0)), (8, None)], "3 was in sight before");
        assert!(sightings(100.0, 20).is_empty());
        assert!(sightings(85.0, 30).is_empty());
        assert_eq!(sightings(100.0, 40), [(8, Some(30))]);
    }

    #[test]
    fn what_the_look_does_not_keep_is_forgotten() {
        let mut memory = Memory::new([thing(5, 80.0), thing(6, 95.0)], []);
        Up::to(50.0, 5, &[]).enter(&mut memory);
        assert_eq!(ids(&memory), vec![5, 6]);
        Up::to(90.0, 6, &[]).enter(&mut memory);
        assert_eq!(ids(&memory), vec![6]);
    }

    #[test]
    fn a_ghost_in_a_well_goes_along_with_it() {
        let in_well = Ghost { anchor: Some(BodyId(2)), offset: DVec3::Y * 30.0, ..thing(5, 80.0) };
        let adrift = Ghost { anchor: Some(BodyId(9)), ..thing(6, 80.0) };
        let mut memory = Memory::new([in_well, adrift], []);
        for tick in 0..5_u64 {
            Up { center: DVec3::X * (80 + tick) as f64, ..Up::to(0.0, tick, &[]) }.enter(&mut memory);
        }
        let place = |id: u64| memory.ghost(id).map(|ghost| ghost.position);
        assert_eq!(place(5), Some(DVec3::new(84.0, 30.0, 0.0)));
        assert_eq!(place(6), Some(DVec3::X * 80.0));
    }

    #[test]
    fn what_is_no_more_leaves_no_ghost() {
        let mut memory = Memory::new([thing(4, 10.0)], [5]);
        memory.forget(4);
        Up::to(0.0, 3, &[]).enter(&mut memory);
        assert!(ids(&memory).is_empty());
        let mut memory = Memory::new([thing(4, 10.0), Ghost { faction: FactionId(2), ..thing(6, 10.0) }], []);
        memory.forget_faction(FactionId(1));
        assert_eq!(ids(&memory), [6]);
    }

    #[test]
    fn of_too_many_the_oldest_go() {
        let ghost = |id: u64, seen_tick: u64| Ghost { seen_tick, ..thing(id, 80.0) };
        let mut memory = Memory::new([ghost(1, 30), ghost(2, 10), ghost(3, 20), ghost(4, 10)], [9]);
        let look = Up::to(0.0, 40, &[thing(9, 60.0)]);
        for (most, left) in [(5, vec![1, 2, 3, 4, 9]), (4, vec![1, 3, 4, 9]), (2, vec![1, 9]), (0, vec![])] {
            memory.update([], &look, most, |_, _| {});
            assert_eq!(ids(&memory), left);
        }
    }

    #[test]
    fn a_memory_takes_no_more_room_when_the_same_happens_again() {
        let near: Vec<Ghost> = (0..500).map(|id| thing(id, 10.0)).collect();
        let far: Vec<Ghost> = (0..500).map(|id| thing(id, 90.0)).collect();
        let mut memory = Memory::default();
        let mut room = None;
        for tick in 0..20 {
            let things = if tick % 2 == 0 { &near } else { &far };
            Up::to(50.0, tick, things).enter(&mut memory);
            assert_eq!(memory.ghosts().count(), if tick % 2 == 0 { 0 } else { MANY });
            let of = [memory.watched.capacity() + memory.next.capacity(), memory.ages.capacity()];
            let now = (of, memory.ghosts.capacity());
            if tick > 4 {
                assert_eq!(*room.get_or_insert(now), now);
            }
        }
    }

    #[test]
    fn a_saved_memory_goes_on_as_if_nothing_had_happened() {
        let mut memory = Memory::default();
        Up::to(100.0, 1, &[thing(5, 80.0), thing(3, 20.0), thing(8, 60.0)]).enter(&mut memory);
        Up::to(70.0, 2, &[thing(5, 80.0), thing(3, 21.0), thing(8, 75.0)]).enter(&mut memory);
        let mut resumed = Memory::new(memory.ghosts().copied(), memory.watched().iter().rev().copied());
        for memory in [&mut memory, &mut resumed] {
            Up::to(78.0, 3, &[thing(5, 81.0), thing(3, 79.0), thing(8, 61.0)]).enter(memory);
        }
        assert!(memory.ghosts().eq(resumed.ghosts()));
        assert_eq!(memory.watched(), resumed.watched());
        assert_eq!(ids(&memory), vec![3, 5]);
    }
}
