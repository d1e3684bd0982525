//! Sightings and memories of every faction, of the other factions.

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use super::{LastKnown, Memory, SeenGarrison};
use crate::sim::digest::Hashed;
use crate::sim::event::{Entry, FactionSet};
use crate::sim::{BodyId, FactionId, Rings, ShipId, Sky, TargetId};

/// The faction number of things without an owner.
pub(in crate::sim) const NOBODY: u16 = u16::MAX;

/// Everything that each faction sees and remembers of others, in the order of the factions. Own units are left
/// out, because they are always known. Of units in sight only the numbers are kept: the rest is read from the unit
/// itself.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Knowledge {
    /// Hashed again with every look.
    memories: Hashed<TiVec<FactionId, Memory>>,
}

impl Knowledge {
    pub(in crate::sim) fn new(memories: TiVec<FactionId, Memory>) -> Self {
        Self { memories: Hashed::new(memories) }
    }

    /// The memories of all factions.
    pub(in crate::sim) fn memories(&self) -> &TiVec<FactionId, Memory> {
        &self.memories
    }

    /// Whether a faction sees a foreign unit; `false` for own units: see [`may_see`].
    pub fn sees(&self, faction: FactionId, of: TargetId) -> bool {
        self.memories.get(faction).is_some_and(|memory| memory.watched().binary_search(&of).is_ok())
    }

    /// Whether a faction sees a foreign ship.
    pub fn sees_ship(&self, faction: FactionId, id: ShipId) -> bool {
        self.sees(faction, TargetId::Ship(id))
    }

    /// The foreign units that a faction sees: ships by number, then structures by number. Units destroyed since
    /// the last look are still listed.
    pub fn seen(&self, faction: FactionId) -> impl Iterator<Item = TargetId> + '_ {
        self.memories.get(faction).into_iter().flat_map(Memory::watched).copied()
    }

    /// The foreign units that a faction remembers and does not see: ships by number, then structures by number.
    /// [`place_of`] gives the present place of a ghost.
    pub fn ghosts(&self, faction: FactionId) -> impl Iterator<Item = &LastKnown> + '_ {
        self.memories.get(faction).into_iter().flat_map(Memory::ghosts)
    }

    /// Removes the ghost of a unit that the faction knows to be destroyed. Units seen at the last look stay until
    /// the next one.
    pub fn forget_lost(&mut self, faction: FactionId, of: TargetId) {
        if self.memories.get(faction).is_some_and(|memory| memory.ghost(of).is_some()) {
            self.memories.change(|memories| memories[faction].forget(of));
        }
    }

    /// The last known owner of a body among other factions, from a faction's sightings and news.
    pub fn last_owner(&self, faction: FactionId, body: BodyId) -> Option<FactionId> {
        self.memories.get(faction)?.owner(body)
    }

    /// Records what factions learn of bodies. `note` records it in a memory.
    pub(in crate::sim) fn learn<Fact: Copy>(
        &mut self,
        news: &[BodyNews<Fact>],
        note: impl Fn(&mut Memory, BodyId, Option<Fact>),
    ) {
        if news.is_empty() {
            return;
        }
        self.memories.change(|memories| {
            for &BodyNews { faction, body, fact } in news {
                if let Some(memory) = memories.get_mut(faction) {
                    note(memory, body, fact);
                }
            }
        });
    }

    /// The garrison of a body of others, as a faction sees it or saw it last.
    pub fn garrison(&self, faction: FactionId, body: BodyId) -> Option<SeenGarrison> {
        self.memories.get(faction)?.garrison(body)
    }

    /// Whether anybody remembers units or bodies of a faction.
    pub(in crate::sim) fn remembers(&self, faction: FactionId) -> bool {
        self.memories.iter().any(|memory| memory.remembers(faction))
    }

    /// Removes all ghosts of a faction's units, and its bodies: everybody knows that none of them is left.
    pub fn forget_faction(&mut self, faction: FactionId) {
        self.memories
            .change(|memories| memories.iter_mut().for_each(|memory| memory.forget_faction(faction)));
    }

    /// Changes the memories of this many factions, and updates the hash.
    pub(in crate::sim) fn change(&mut self, factions: usize, change: impl FnOnce(&mut [Memory])) {
        self.memories.change(|memories| {
            memories.resize_with(factions, Memory::default);
            change(memories.as_mut());
        });
    }
}

/// What a faction learns of a body: its owner, or its garrison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyNews<Fact> {
    /// The faction that learns it.
    pub faction: FactionId,
    /// The body.
    pub body: BodyId,
    /// The fact; `None`: there is no other owner, or no garrison of others.
    pub fact: Option<Fact>,
}

/// The viewer whose knowledge is asked for. It is no part of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Viewer {
    /// No viewer: nothing is known.
    #[default]
    Nobody,
    /// A faction: it knows its own units, and foreign ones that it sees or remembers.
    Faction(FactionId),
    /// A faction to which nothing is hidden: it acts as itself, and knows what an all-seeing viewer knows.
    Revealed(FactionId),
    /// An all-seeing viewer, which is no faction.
    Everything,
}

impl Viewer {
    /// Whether the viewer knows of an event.
    pub fn knows(self, entry: &Entry) -> bool {
        self.is_among(entry.known_to)
    }

    /// Whether the viewer is one of these factions, or sees everything.
    pub fn is_among(self, factions: FactionSet) -> bool {
        match self {
            Self::Nobody => false,
            Self::Faction(faction) => factions.contains(faction),
            Self::Revealed(_) | Self::Everything => true,
        }
    }

    /// The faction of the viewer; `None` if the viewer is no faction.
    pub fn faction(self) -> Option<FactionId> {
        match self {
            Self::Faction(faction) | Self::Revealed(faction) => Some(faction),
            Self::Nobody | Self::Everything => None,
        }
    }

    /// Whether nothing is hidden from the viewer.
    pub fn sees_all(self) -> bool {
        matches!(self, Self::Revealed(_) | Self::Everything)
    }
}

/// Whether a viewer may know of a ship or structure now; `owner` is its faction.
pub fn may_see(knowledge: &Knowledge, viewer: Viewer, owner: FactionId, of: TargetId) -> bool {
    match viewer {
        Viewer::Nobody => false,
        Viewer::Faction(faction) => faction == owner || knowledge.sees(faction, of),
        Viewer::Revealed(_) | Viewer::Everything => true,
    }
}

/// The place of a ghost at the end of a tick, for the sky of that moment; heliocentric, km. A ghost in a well
/// moves with the well's body, and a structure's ghost turns with its ring.
pub fn place_of(ghost: &LastKnown, sky: &Sky, rings: &Rings, tick: u64) -> DVec3 {
    let carrier = ghost.anchor.and_then(|body| Some((body, sky.now.get(body)?.position)));
    let Some((body, center)) = carrier else { return ghost.offset };
    let turned = ghost
        .stands
        .zip(rings.of(body))
        .map(|(stands, layout)| layout.run_offset(usize::from(stands.ring), stands.slot, stands.slots, tick));
    center + turned.unwrap_or(ghost.offset)
}

/// The index of a faction as sight counts them.
pub(in crate::sim) fn faction_number(faction: FactionId) -> u16 {
    u16::try_from(faction.0).unwrap_or(NOBODY)
}

/// The faction of an index as sight counts them.
pub(in crate::sim) fn faction_of(number: u16) -> FactionId {
    if number == NOBODY { FactionId::NOBODY } else { FactionId(usize::from(number)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::digest::digest_of;
    use crate::sim::ids::{ClassId, FleetId, StructureId};
    use crate::sim::visibility::memory::UnitClass;
    use crate::sim::world::RingPlace;

    fn ghost(number: u32) -> LastKnown {
        LastKnown {
            of: UnitClass::Ship(ShipId(number), ClassId::from(3)),
            faction: FactionId(1),
            fleet: None,
            heading: DVec3::Y,
            anchor: None,
            offset: DVec3::ZERO,
            stands: None,
            seen_tick: 0,
        }
    }

    fn stands(slot: u16) -> RingPlace {
        RingPlace { ring: 0, slot, slots: 1 }
    }

    #[test]
    fn viewers_see_own_units_and_sightings() {
        let seen = TargetId::Ship(ShipId(7));
        let knowledge = Knowledge::new(vec![Memory::new([], [seen]), Memory::default()].into());
        let sees = |viewer, of| may_see(&knowledge, viewer, FactionId(1), of);
        assert!(sees(Viewer::Faction(FactionId(0)), seen) && sees(Viewer::Everything, seen));
        assert!(!sees(Viewer::Nobody, seen) && !sees(Viewer::Faction(FactionId(9)), seen));
        let hidden = TargetId::Structure(StructureId(7));
        assert!(!sees(Viewer::Faction(FactionId(0)), hidden) && sees(Viewer::Everything, hidden));
        assert!(sees(Viewer::Revealed(FactionId(0)), hidden), "nothing is hidden from it");
        assert!(sees(Viewer::Faction(FactionId(1)), hidden), "its own");
        assert_eq!(knowledge.seen(FactionId(0)).collect::<Vec<_>>(), [seen]);
    }

    #[test]
    fn the_hash_distinguishes_ghosts_from_units_in_sight() {
        let of = |memory: Memory| digest_of(&Knowledge::new(vec![memory].into()));
        let all = [
            of(Memory::default()),
            of(Memory::new([ghost(4)], [])),
            of(Memory::new([], [TargetId::Ship(ShipId(4))])),
            of(Memory::new([], [TargetId::Structure(StructureId(4))])),
            of(Memory::new([ghost(5)], [])),
            of(Memory::new([LastKnown { seen_tick: 7, ..ghost(4) }], [])),
            of(Memory::new([LastKnown { of: UnitClass::Ship(ShipId(4), ClassId::from(4)), ..ghost(4) }], [])),
            of(Memory::new([LastKnown { offset: DVec3::Z, ..ghost(4) }], [])),
            of(Memory::new([LastKnown { fleet: Some(FleetId(4)), ..ghost(4) }], [])),
            of(Memory::new([LastKnown { stands: Some(stands(1)), ..ghost(4) }], [])),
            of(Memory::new([LastKnown { stands: Some(stands(2)), ..ghost(4) }], [])),
        ];
        for (index, one) in all.iter().enumerate() {
            assert!(!all[..index].contains(one), "{index}");
        }
    }
}
