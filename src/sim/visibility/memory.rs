//! The memory of a faction: ghosts, at the places where foreign units were last seen, the owners of bodies as last
//! known, and the garrisons of others as last seen.
//!
//! Each look adds the units in sight. Only sightings enter: a ghost learns nothing from the unit itself once that
//! is out of sight. Own units need no memory, and should not be passed in.
//!
//! A ghost is forgotten when the unit is seen again, when the [`Look`] does not keep it, or when there are too
//! many ghosts: then the oldest are dropped. Nothing is allocated unless the numbers of ghosts and sightings grow.

use std::collections::BTreeMap;

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::level::ids::names::of_structures;
use crate::level::ranges::{MOST_TROOPERS, PLACE_KM, UNIT};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{BodyId, ClassId, FactionId, FleetId, RingPlace, ShipId, StructureId, TargetId};

/// Numbers of foreign troopers are known in steps of this many.
pub const TROOPER_STEP: f64 = 10.0;

/// A number of foreign troopers as it is known.
pub(super) fn rough_troopers(count: f64) -> f64 {
    (count / TROOPER_STEP).round() * TROOPER_STEP
}

/// The last knowledge of a unit that was seen. [`place_of`](super::knowledge::place_of) gives its present place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastKnown {
    /// The unit.
    pub of: UnitClass,
    /// The owner.
    pub faction: FactionId,
    /// The fleet in which a ship was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fleet: Option<FleetId>,
    /// The unit vector to which its bow pointed.
    pub heading: DVec3,
    /// The body of the well it was in: its place moves with the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<BodyId>,
    /// Offset from that body's centre, or from the origin without an anchor, km.
    pub offset: DVec3,
    /// The slot of a structure in the rings of that body: its place turns with the ring.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands: Option<RingPlace>,
    /// The tick of the last sighting.
    pub seen_tick: u64,
}

ranges!(LastKnown { heading: UNIT, offset: PLACE_KM });

/// A ship or a structure with its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitClass {
    /// A ship.
    Ship(ShipId, ClassId),
    /// A structure.
    Structure(StructureId, #[serde(with = "of_structures")] ClassId),
}

impl LastKnown {
    /// The unit's number.
    pub fn id(&self) -> TargetId {
        match self.of {
            UnitClass::Ship(id, _) => TargetId::Ship(id),
            UnitClass::Structure(id, _) => TargetId::Structure(id),
        }
    }

    /// The unit's class, among those of ships or those of structures.
    pub fn class(&self) -> ClassId {
        match self.of {
            UnitClass::Ship(_, class) | UnitClass::Structure(_, class) => class,
        }
    }
}

/// A garrison of others as it was last seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenGarrison {
    /// Its troopers, estimated.
    pub defenders: f64,
    /// The tick of the look by which it was out of sight; `None` while it is in sight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_tick: Option<u64>,
}

ranges!(SeenGarrison { defenders: 0.0..=MOST_TROOPERS });

impl SeenGarrison {
    /// The time since it was seen, at a tick, seconds of play; 0 while it is in sight.
    pub fn age_s(self, tick: u64) -> f64 {
        self.seen_tick.map_or(0.0, |seen| tick.saturating_sub(seen) as f64 / TICKS_PER_SECOND)
    }

    /// The same after a look that does not see it.
    pub(super) fn out_of_sight(self, tick: u64) -> Self {
        Self { seen_tick: self.seen_tick.or(Some(tick)), ..self }
    }
}

/// A look of a faction at its surroundings.
pub trait Look {
    /// A unit that was in sight until now, as it is to be remembered; `None` for a unit that was destroyed or has
    /// become the faction's own.
    fn last_known(&self, id: TargetId) -> Option<LastKnown>;

    /// Whether a ghost at its present place is still to be remembered.
    fn keeps(&self, ghost: &LastKnown) -> bool;
}

/// Buffers of a look, reused from look to look.
#[derive(Debug, Default)]
pub struct LookBuffers {
    /// The units in sight, sorted.
    seen: Vec<TargetId>,
    /// The tick of each ghost's last sighting, with its id.
    ages: Vec<(u64, TargetId)>,
}

/// The memory of one faction.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Ghosts, sorted by id.
    ghosts: Vec<LastKnown>,
    /// The units in sight at the last look, sorted.
    watched: Vec<TargetId>,
    /// The last known owners of bodies among other factions, from sightings and news. Absent: none is known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    owners: BTreeMap<BodyId, FactionId>,
    /// The garrisons of others that were seen. Absent: none was.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    garrisons: BTreeMap<BodyId, SeenGarrison>,
}

impl Memory {
    /// A memory with these ghosts and with the units in sight at the last look.
    pub fn new(
        ghosts: impl IntoIterator<Item = LastKnown>,
        watched: impl IntoIterator<Item = TargetId>,
    ) -> Self {
        let (ghosts, watched) = (ghosts.into_iter().collect(), watched.into_iter().collect());
        Self { ghosts, watched, owners: BTreeMap::new(), garrisons: BTreeMap::new() }.resumed()
    }

    /// A memory resumed from a save, whose lists may stand in any order.
    pub fn resumed(mut self) -> Self {
        self.owners.retain(|_, owner| *owner != FactionId::NOBODY);
        self.watched.sort_unstable();
        self.watched.dedup();
        self.sort_ghosts();
        self
    }

    /// Records a look: all foreign units in sight, in any order. At most `most` ghosts are kept: the oldest go
    /// first, of equally old ones those with the lowest ids. `sight` is called, in the order of ids, for each unit
    /// that was not in sight at the look before, with the tick of its last sighting if that is remembered.
    pub fn update(
        &mut self,
        seen: impl IntoIterator<Item = TargetId>,
        look: &impl Look,
        most: usize,
        buffers: &mut LookBuffers,
        mut sight: impl FnMut(TargetId, Option<u64>),
    ) {
        let now = &mut buffers.seen;
        now.clear();
        now.extend(seen);
        now.sort_unstable();
        now.dedup();
        for id in now.iter().filter(|id| self.watched.binary_search(id).is_err()) {
            sight(*id, self.ghost(*id).map(|ghost| ghost.seen_tick));
        }
        let lost = self.watched.iter().filter(|id| now.binary_search(id).is_err());
        self.ghosts.extend(lost.filter_map(|id| look.last_known(*id)));
        self.watched.clone_from(now);
        self.sort_ghosts();
        self.drop_oldest(most, &mut buffers.ages);
        self.ghosts.retain(|ghost| look.keeps(ghost));
    }

    /// Sorts the ghosts, without those of units in sight.
    fn sort_ghosts(&mut self) {
        self.ghosts.retain(|ghost| self.watched.binary_search(&ghost.id()).is_err());
        self.ghosts.sort_unstable_by_key(LastKnown::id);
        self.ghosts.dedup_by_key(|ghost| ghost.id());
    }

    fn drop_oldest(&mut self, most: usize, ages: &mut Vec<(u64, TargetId)>) {
        let surplus = self.ghosts.len().saturating_sub(most);
        if surplus == 0 {
            return;
        }
        ages.clear();
        ages.extend(self.ghosts.iter().map(|ghost| (ghost.seen_tick, ghost.id())));
        let (_, youngest_to_go, _) = ages.select_nth_unstable(surplus - 1);
        let limit = *youngest_to_go;
        self.ghosts.retain(|ghost| (ghost.seen_tick, ghost.id()) > limit);
    }

    /// Removes a ghost for good: the faction knows that the unit is destroyed.
    pub fn forget(&mut self, id: TargetId) {
        self.ghosts.retain(|ghost| ghost.id() != id);
    }

    /// Whether there is a ghost of a faction's units, or a body that it holds, as far as known.
    pub fn remembers(&self, faction: FactionId) -> bool {
        self.ghosts.iter().any(|ghost| ghost.faction == faction)
            || self.owners.values().any(|owner| *owner == faction)
    }

    /// Removes a faction that has nothing left: the ghosts of its units, and its bodies.
    pub fn forget_faction(&mut self, faction: FactionId) {
        self.ghosts.retain(|ghost| ghost.faction != faction);
        self.owners.retain(|_, owner| *owner != faction);
    }

    /// Records the other faction that holds a body; `None`: there is none.
    pub fn note_owner(&mut self, body: BodyId, owner: Option<FactionId>) {
        match owner {
            Some(owner) => self.owners.insert(body, owner),
            None => self.owners.remove(&body),
        };
    }

    /// The other faction that holds a body, as last known.
    pub fn owner(&self, body: BodyId) -> Option<FactionId> {
        self.owners.get(&body).copied()
    }

    /// Records the garrison of a body as it is seen, or was; `None`: it is the faction's own, or unknown.
    pub fn note_garrison(&mut self, body: BodyId, garrison: Option<SeenGarrison>) {
        match garrison {
            Some(garrison) => self.garrisons.insert(body, garrison),
            None => self.garrisons.remove(&body),
        };
    }

    /// The garrison of a body of others, as it is seen or was seen last.
    pub fn garrison(&self, body: BodyId) -> Option<SeenGarrison> {
        self.garrisons.get(&body).copied()
    }

    /// All of them, in the order of the sky.
    pub fn garrisons(&self) -> impl Iterator<Item = (BodyId, &SeenGarrison)> {
        self.garrisons.iter().map(|(body, garrison)| (*body, garrison))
    }

    /// The ghosts, by id.
    pub fn ghosts(&self) -> impl Iterator<Item = &LastKnown> {
        self.ghosts.iter()
    }

    /// The ghost of a unit.
    pub fn ghost(&self, id: TargetId) -> Option<&LastKnown> {
        let place = self.ghosts.binary_search_by_key(&id, LastKnown::id).ok()?;
        self.ghosts.get(place)
    }

    /// The units in sight at the last look, ascending.
    pub fn watched(&self) -> &[TargetId] {
        &self.watched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than any of these tests remembers.
    const MANY: usize = 100;

    fn ship(number: u32) -> TargetId {
        TargetId::Ship(ShipId(number))
    }

    /// A ship at a place along the x axis.
    fn thing(number: u32, x: f64) -> LastKnown {
        LastKnown {
            of: UnitClass::Ship(ShipId(number), ClassId::from(7)),
            faction: FactionId(1),
            fleet: None,
            heading: DVec3::Y,
            anchor: None,
            offset: DVec3::X * x,
            stands: None,
            seen_tick: 0,
        }
    }

    /// A look in a tick by an eye that sees everything up to a place on the x axis, in a world of some things.
    struct Up {
        to: f64,
        tick: u64,
        things: Vec<LastKnown>,
    }

    impl Up {
        fn to(to: f64, tick: u64, things: &[LastKnown]) -> Self {
            Self { to, tick, things: things.to_vec() }
        }

        fn seen(&self) -> Vec<TargetId> {
            let seen = self.things.iter().filter(|thing| thing.offset.x <= self.to);
            seen.map(LastKnown::id).rev().collect()
        }

        fn enter(&self, memory: &mut Memory) {
            memory.update(self.seen(), self, MANY, &mut LookBuffers::default(), |_, _| {});
        }
    }

    impl Look for Up {
        fn last_known(&self, id: TargetId) -> Option<LastKnown> {
            let thing = self.things.iter().find(|thing| thing.id() == id)?;
            Some(LastKnown { seen_tick: self.tick, ..*thing })
        }

        fn keeps(&self, ghost: &LastKnown) -> bool {
            ghost.offset.x > self.to
        }
    }

    /// The numbers of remembered ships.
    fn ids(memory: &Memory) -> Vec<u32> {
        numbers(memory.ghosts().map(LastKnown::id))
    }

    fn numbers(ids: impl IntoIterator<Item = TargetId>) -> Vec<u32> {
        let number = |id| if let TargetId::Ship(ShipId(number)) = id { number } else { u32::MAX };
        ids.into_iter().map(number).collect()
    }

    #[test]
    fn ships_and_structures_of_one_number_are_two_things_and_ships_come_first() {
        let station =
            LastKnown { of: UnitClass::Structure(StructureId(0), ClassId::from(7)), ..thing(0, 1.0) };
        let memory = Memory::new([station, thing(u32::MAX, 1.0), thing(0, 1.0)], []);
        let station = TargetId::Structure(StructureId(0));
        assert!(memory.ghosts().map(LastKnown::id).eq([ship(0), ship(u32::MAX), station]));
        assert_eq!(memory.ghost(station).map(|ghost| ghost.of), memory.ghosts().last().map(|ghost| ghost.of));
    }

    #[test]
    fn a_unit_lost_from_sight_becomes_a_ghost_at_its_last_place() {
        let mut memory = Memory::default();
        Up::to(100.0, 10, &[thing(5, 80.0), thing(3, 90.0)]).enter(&mut memory);
        assert!(ids(&memory).is_empty());
        assert_eq!(memory.watched(), [ship(3), ship(5)]);
        Up::to(100.0, 11, &[thing(5, 120.0), thing(3, 91.0)]).enter(&mut memory);
        let ghost = memory.ghost(ship(5)).expect("it is remembered");
        assert_eq!((ghost.offset.x, ghost.seen_tick, ghost.class()), (120.0, 11, ClassId::from(7)));
        Up::to(70.0, 12, &[thing(5, 140.0), thing(3, 92.0)]).enter(&mut memory);
        assert_eq!(ids(&memory), vec![3, 5]);
        assert_eq!(memory.ghost(ship(5)).map(|ghost| ghost.offset.x), Some(120.0), "it learns nothing");
    }

    #[test]
    fn a_unit_in_sight_is_no_ghost() {
        let mut memory = Memory::new([thing(5, 80.0)], []);
        Up::to(10.0, 20, &[thing(5, 5.0)]).enter(&mut memory);
        assert!(ids(&memory).is_empty());
        Up::to(10.0, 21, &[thing(5, 15.0)]).enter(&mut memory);
        assert_eq!(memory.ghost(ship(5)).map(|ghost| (ghost.offset.x, ghost.seen_tick)), Some((15.0, 21)));
        let hostile = Memory::new([thing(4, 1.0), thing(5, 1.0), thing(4, 2.0)], [ship(5), ship(5)]);
        assert_eq!((ids(&hostile), hostile.watched()), (vec![4], [ship(5)].as_slice()));
    }

    #[test]
    fn new_sightings_have_the_tick_of_the_last_sight() {
        let mut memory = Memory::new([thing(5, 80.0)], [ship(3)]);
        let mut sightings = |to: f64, tick: u64| {
            let look = Up::to(to, tick, &[thing(3, 2.0), thing(5, 80.0), thing(8, 90.0)]);
            let mut found = Vec::new();
            memory.update(look.seen(), &look, MANY, &mut LookBuffers::default(), |id, last| {
                found.push((numbers([id])[0], last));
            });
            found
        };
        assert_eq!(sightings(100.0, 10), [(5, Some(0)), (8, None)], "3 was in sight before");
        assert!(sightings(100.0, 20).is_empty());
        assert!(sightings(85.0, 30).is_empty());
        assert_eq!(sightings(100.0, 40), [(8, Some(30))]);
    }

    #[test]
    fn ghosts_that_the_look_does_not_keep_are_forgotten() {
        let mut memory = Memory::new([thing(5, 80.0), thing(6, 95.0)], []);
        Up::to(50.0, 5, &[]).enter(&mut memory);
        assert_eq!(ids(&memory), vec![5, 6]);
        Up::to(90.0, 6, &[]).enter(&mut memory);
        assert_eq!(ids(&memory), vec![6]);
    }

    #[test]
    fn destroyed_units_leave_no_ghosts() {
        let mut memory = Memory::new([thing(4, 10.0)], [ship(5)]);
        memory.forget(ship(4));
        Up::to(0.0, 3, &[]).enter(&mut memory);
        assert!(ids(&memory).is_empty());
        let mut memory =
            Memory::new([thing(4, 10.0), LastKnown { faction: FactionId(2), ..thing(6, 10.0) }], []);
        assert!(memory.remembers(FactionId(1)));
        memory.forget_faction(FactionId(1));
        assert_eq!((ids(&memory), memory.remembers(FactionId(1))), (vec![6], false));
    }

    #[test]
    fn owners_are_remembered_until_others_are_known_or_they_have_nothing_left() {
        let (mars, venus) = (BodyId(4), BodyId(1));
        let (ares, pax) = (FactionId(1), FactionId(2));
        let mut memory = Memory::default();
        memory.note_owner(mars, Some(ares));
        memory.note_owner(venus, Some(ares));
        memory.note_owner(venus, Some(pax));
        assert_eq!([mars, venus].map(|body| memory.owner(body)), [Some(ares), Some(pax)]);
        assert!(memory.remembers(ares));
        memory.forget_faction(ares);
        assert_eq!([ares, pax].map(|faction| memory.remembers(faction)), [false, true]);
        memory.note_owner(venus, None);
        assert_eq!([mars, venus].map(|body| memory.owner(body)), [None; 2]);
    }

    #[test]
    fn of_too_many_the_oldest_go() {
        let ghost = |id: u32, seen_tick: u64| LastKnown { seen_tick, ..thing(id, 80.0) };
        let mut memory = Memory::new([ghost(1, 30), ghost(2, 10), ghost(3, 20), ghost(4, 10)], [ship(9)]);
        let look = Up::to(0.0, 40, &[thing(9, 60.0)]);
        for (most, left) in [(5, vec![1, 2, 3, 4, 9]), (4, vec![1, 3, 4, 9]), (2, vec![1, 9]), (0, vec![])] {
            memory.update([], &look, most, &mut LookBuffers::default(), |_, _| {});
            assert_eq!(ids(&memory), left);
        }
    }

    #[test]
    fn a_memory_takes_no_more_room_when_the_same_happens_again() {
        let near: Vec<LastKnown> = (0..500).map(|id| thing(id, 10.0)).collect();
        let far: Vec<LastKnown> = (0..500).map(|id| thing(id, 90.0)).collect();
        let (mut memory, mut buffers) = (Memory::default(), LookBuffers::default());
        let mut room = None;
        for tick in 0..20 {
            let things = if tick % 2 == 0 { &near } else { &far };
            let look = Up::to(50.0, tick, things);
            memory.update(look.seen(), &look, MANY, &mut buffers, |_, _| {});
            assert_eq!(memory.ghosts().count(), if tick % 2 == 0 { 0 } else { MANY });
            let of = [memory.watched.capacity(), buffers.seen.capacity(), buffers.ages.capacity()];
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
