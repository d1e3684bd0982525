//! What every faction sees and remembers of others.

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use super::marks::{mark, what};
use super::{Ghost, Memory};
use crate::level::Level;
use crate::sim::Sky;
use crate::sim::event::Entry;
use crate::sim::ids::{FactionId, ShipId, TargetId};
use crate::sim::world::Rings;
use crate::sim::world::digest::Hashed;

/// The faction of what belongs to nobody.
pub(in crate::sim) const NOBODY: u16 = u16::MAX;

/// What each faction sees and remembers of others, in the order of the factions. Of what is a faction's own
/// nothing is in it, because that is always known. Of what is seen only the numbers are in it: what it is and
/// where, the thing itself tells.
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

    /// Whether a faction sees something of others. It says no to what is the faction's own: see [`may_see`].
    pub fn sees(&self, faction: FactionId, of: TargetId) -> bool {
        self.memories.get(faction).is_some_and(|memory| memory.watched().binary_search(&mark(of)).is_ok())
    }

    /// The same for a ship.
    pub fn sees_ship(&self, faction: FactionId, id: ShipId) -> bool {
        self.sees(faction, TargetId::Ship(id))
    }

    /// What a faction sees of others: ships by number, then structures by number. What died since the last
    /// look is still among them.
    pub fn seen(&self, faction: FactionId) -> impl Iterator<Item = TargetId> + '_ {
        self.memories.get(faction).into_iter().flat_map(Memory::watched).map(|id| what(*id))
    }

    /// What a faction remembers and does not see: ships by number, then structures by number. [`what`] tells
    /// what the ghost is of, [`place_of`] where it is now.
    pub fn ghosts(&self, faction: FactionId) -> impl Iterator<Item = &Ghost> + '_ {
        self.memories.get(faction).into_iter().flat_map(Memory::ghosts)
    }

    /// Has a faction forget the ghost of something that it has learnt to be no more. What it saw at its last
    /// look stays until the next one, which finds it gone.
    pub fn forget_lost(&mut self, faction: FactionId, of: TargetId) {
        if self.memories.get(faction).is_some_and(|memory| memory.ghost(mark(of)).is_some()) {
            self.memories.change(|memories| memories[faction].forget(mark(of)));
        }
    }

    /// Lets the memories of so many factions change, and computes the hash again.
    pub(in crate::sim) fn change(&mut self, factions: usize, change: impl FnOnce(&mut [Memory])) {
        self.memories.change(|memories| {
            memories.resize_with(factions, Memory::default);
            change(memories.as_mut());
        });
    }
}

/// Who asks what may be known. It is no part of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Viewer {
    /// Nobody: nothing is known.
    #[default]
    Nobody,
    /// A faction: it knows what is its own, and what it sees and remembers.
    Faction(FactionId),
    /// Somebody who may see everything.
    Everything,
}

impl Viewer {
    /// The viewer of a level: its player, or one who sees everything where the level allows it or has no players.
    pub fn of_level(level: &Level) -> Self {
        if level.settings.reveal || level.factions.is_empty() {
            return Self::Everything;
        }
        let named = level.settings.player.as_ref();
        Self::Faction(named.and_then(|name| level.faction_id(name)).unwrap_or(FactionId(0)))
    }

    /// Whether the viewer knows of an event.
    pub fn knows(self, entry: &Entry) -> bool {
        match self {
            Self::Nobody => false,
            Self::Faction(faction) => entry.known_to.contains(faction),
            Self::Everything => true,
        }
    }
}

/// Whether a viewer may know of a ship or structure now; `owner` is the faction that it belongs to.
pub fn may_see(knowledge: &Knowledge, viewer: Viewer, owner: FactionId, of: TargetId) -> bool {
    match viewer {
        Viewer::Nobody => false,
        Viewer::Faction(faction) => faction == owner || knowledge.sees(faction, of),
        Viewer::Everything => true,
    }
}

/// Where a ghost is at the end of a tick, in a sky that stands as it does then; heliocentric, km. What was in
/// a well goes along with the well's body, and what stood in a ring turns with the ring.
pub fn place_of(ghost: &Ghost, sky: &Sky, rings: &Rings, tick: u64) -> DVec3 {
    carried_place(ghost, sky, rings, tick).unwrap_or(ghost.position)
}

/// The same; `None` for a ghost that nothing carries.
pub(in crate::sim) fn carried_place(ghost: &Ghost, sky: &Sky, rings: &Rings, tick: u64) -> Option<DVec3> {
    let body = ghost.anchor?;
    let center = sky.now.get(body)?.position;
    let turned = ghost
        .stands
        .zip(rings.of(body))
        .map(|(stands, layout)| layout.run_offset(usize::from(stands.ring), stands.slot, stands.slots, tick));
    Some(center + turned.unwrap_or(ghost.offset))
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
    use crate::sim::ids::{BodyId, ClassId, StructureId};
    use crate::sim::world::RingPlace;
    use crate::sim::world::digest::digest_of;

    fn ghost(id: u64) -> Ghost {
        Ghost {
            id,
            faction: FactionId(1),
            class: ClassId::from(3),
            position: DVec3::X,
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
    fn viewers_see_what_they_may() {
        let seen = TargetId::Ship(ShipId(7));
        let knowledge = Knowledge::new(vec![Memory::new([], [mark(seen)]), Memory::default()].into());
        let sees = |viewer, of| may_see(&knowledge, viewer, FactionId(1), of);
        assert!(sees(Viewer::Faction(FactionId(0)), seen) && sees(Viewer::Everything, seen));
        assert!(!sees(Viewer::Nobody, seen) && !sees(Viewer::Faction(FactionId(9)), seen));
        let hidden = TargetId::Structure(StructureId(7));
        assert!(!sees(Viewer::Faction(FactionId(0)), hidden) && sees(Viewer::Everything, hidden));
        assert!(sees(Viewer::Faction(FactionId(1)), hidden), "its own");
        assert_eq!(knowledge.seen(FactionId(0)).collect::<Vec<_>>(), [seen]);
    }

    #[test]
    fn the_hash_knows_ghosts_from_what_is_seen() {
        let of = |memory: Memory| digest_of(&Knowledge::new(vec![memory].into()));
        let all = [
            of(Memory::default()),
            of(Memory::new([ghost(4)], [])),
            of(Memory::new([], [4])),
            of(Memory::new([ghost(5)], [])),
            of(Memory::new([Ghost { seen_tick: 7, ..ghost(4) }], [])),
            of(Memory::new([Ghost { class: ClassId::from(4), ..ghost(4) }], [])),
            of(Memory::new([Ghost { offset: DVec3::Z, ..ghost(4) }], [])),
            of(Memory::new([Ghost { stands: Some(stands(1)), ..ghost(4) }], [])),
            of(Memory::new([Ghost { stands: Some(stands(2)), ..ghost(4) }], [])),
        ];
        for (index, one) in all.iter().enumerate() {
            assert!(!all[..index].contains(one), "{index}");
        }
    }

    #[test]
    fn the_hash_does_not_know_where_a_body_has_taken_a_ghost() {
        let carried = Ghost { anchor: Some(BodyId(2)), offset: DVec3::Y, ..ghost(4) };
        let moved = Ghost { position: DVec3::Z, ..carried };
        let of = |ghost: Ghost| digest_of(&Knowledge::new(vec![Memory::new([ghost], [])].into()));
        assert_eq!(of(carried), of(moved));
    }
}
