//! Knowledge from a level into the world, and back.
//!
//! - Enters: what a level says that factions saw and remember.
//! - Leaves: [`Knowledge`], and the same words and numbers again, so that what is captured and settled in
//!   again goes on bit by bit.
//! - Must never: judge a level (its check has done so), or have anyone look where a save says what was seen.
//!
//! Of what a faction saw at its last look a save says only the numbers: where those things are is in the save
//! anyhow. Ghosts are told in full, because what they are of may be gone.

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiVec;

use super::knowledge::{Knowledge, mark, place_of, what};
use super::system::{look_now, open_eyes};
use super::{Ghost, Memory};
use crate::level::{self, Level};
use crate::sim::ids::{BodyId, ClassId, FactionId};
use crate::sim::world::{Factions, RingPlace, Rings, ShipClasses, SpawnError, StructureClasses};
use crate::sim::{Calendar, Sky};

/// Puts what factions know into a world that has all its ships and structures. Where a game begins, which is
/// where the level has no `start`, everyone looks round at once; a save says what was seen.
///
/// # Errors
/// For a name that nothing has; a level that was checked has none.
pub fn settle_in(world: &mut World, level: &Level) -> Result<(), SpawnError> {
    let reader = Reader {
        level,
        sky: world.resource::<Sky>(),
        rings: world.resource::<Rings>(),
        tick: world.resource::<Calendar>().tick,
        ship_classes: world.resource::<ShipClasses>(),
        structure_classes: world.resource::<StructureClasses>(),
    };
    let knowledge = Knowledge::new(reader.memories()?);
    world.insert_resource(knowledge);
    if level.start.is_none() {
        look_now(world);
    } else {
        open_eyes(world);
    }
    Ok(())
}

/// Reads a level.
struct Reader<'a> {
    level: &'a Level,
    sky: &'a Sky,
    rings: &'a Rings,
    tick: u64,
    ship_classes: &'a ShipClasses,
    structure_classes: &'a StructureClasses,
}

impl Reader<'_> {
    fn memories(&self) -> Result<TiVec<FactionId, Memory>, SpawnError> {
        let mut ghosts: TiVec<FactionId, Vec<Ghost>> = vec![Vec::new(); self.level.factions.len()].into();
        for (index, sighting) in self.level.sightings.iter().enumerate() {
            let user = format!("sightings[{index}]");
            let faction = self.faction(&user, &sighting.faction)?;
            let ghost = self.ghost(&user, sighting)?;
            if let Some(ghosts) = ghosts.get_mut(faction) {
                ghosts.push(ghost);
            }
        }
        let mut watched = self.watched()?.into_iter();
        let memory = |ghosts: Vec<Ghost>| Memory::new(ghosts, watched.next().unwrap_or_default());
        Ok(ghosts.into_iter().map(memory).collect())
    }

    /// The ids of what each faction saw: all else is looked up when it is needed.
    fn watched(&self) -> Result<TiVec<FactionId, Vec<u64>>, SpawnError> {
        let mut ids: TiVec<FactionId, Vec<u64>> = vec![Vec::new(); self.level.factions.len()].into();
        for (index, seen) in self.level.seen.iter().enumerate() {
            let faction = self.faction(&format!("seen[{index}]"), &seen.faction)?;
            let Some(ids) = ids.get_mut(faction) else { continue };
            ids.extend(seen.ships.iter().map(|id| mark(level::Sighted::Ship(*id))));
            ids.extend(seen.structures.iter().map(|id| mark(level::Sighted::Structure(*id))));
        }
        Ok(ids)
    }

    fn ghost(&self, user: &str, sighting: &level::Sighting) -> Result<Ghost, SpawnError> {
        let anchor = sighting.at.body.as_ref().map(|name| self.body(user, name)).transpose()?;
        let said = DVec3::from(sighting.at.offset_km);
        let mut ghost = Ghost {
            id: mark(sighting.of),
            faction: self.faction(user, &sighting.owner)?,
            class: self.class(user, sighting)?,
            position: said,
            heading: DVec3::from(sighting.heading),
            anchor,
            offset: said,
            stands: self.stands(sighting),
            seen_tick: sighting.tick,
        };
        ghost.position = place_of(&ghost, self.sky, self.rings, self.tick);
        Ok(ghost)
    }

    /// The slots in which a structure stood: as many as its class takes.
    fn stands(&self, sighting: &level::Sighting) -> Option<RingPlace> {
        let level::RingSlot { ring, slot } = sighting.stands?;
        let class = self.structure_classes.0.iter().find(|class| class.name == sighting.class)?;
        Some(RingPlace { ring, slot, slots: class.slots })
    }

    fn class(&self, user: &str, sighting: &level::Sighting) -> Result<ClassId, SpawnError> {
        let name = &sighting.class;
        let (found, what) = match sighting.of {
            level::Sighted::Ship(_) => {
                (self.ship_classes.0.position(|class| class.name == *name), "ship class")
            }
            level::Sighted::Structure(_) => {
                (self.structure_classes.0.position(|class| class.name == *name), "structure class")
            }
        };
        found.ok_or_else(|| unknown(user, what, name))
    }

    fn faction(&self, user: &str, name: &str) -> Result<FactionId, SpawnError> {
        self.level.faction_id(name).ok_or_else(|| unknown(user, "faction", name))
    }

    fn body(&self, user: &str, name: &str) -> Result<BodyId, SpawnError> {
        self.sky.system.find(name).ok_or_else(|| unknown(user, "body", name))
    }
}

fn unknown(user: &str, what: &'static str, name: &str) -> SpawnError {
    SpawnError::UnknownThing { user: user.to_owned(), what, name: name.to_owned() }
}

/// Writes what factions know into the level that a world is captured in. A world into which nothing was
/// settled leaves it as it is.
pub fn capture_into(world: &World, level: &mut Level) {
    let Some(writer) = Writer::of(world) else { return };
    level.sightings = writer.sightings();
    level.seen = writer.seen();
}

/// Writes a level.
struct Writer<'w> {
    knowledge: &'w Knowledge,
    sky: &'w Sky,
    factions: &'w Factions,
    ship_classes: &'w ShipClasses,
    structure_classes: &'w StructureClasses,
}

impl<'w> Writer<'w> {
    fn of(world: &'w World) -> Option<Self> {
        Some(Self {
            knowledge: world.get_resource()?,
            sky: world.get_resource()?,
            factions: world.get_resource()?,
            ship_classes: world.get_resource()?,
            structure_classes: world.get_resource()?,
        })
    }

    /// What is remembered: by faction, then ships by number, then structures by number.
    fn sightings(&self) -> Vec<level::Sighting> {
        let mut all = Vec::new();
        for (index, faction) in self.factions.0.iter_enumerated() {
            let ghosts = self.knowledge.ghosts(index);
            all.extend(ghosts.filter_map(|ghost| self.sighting(&faction.name, ghost)));
        }
        all
    }

    fn sighting(&self, faction: &str, ghost: &Ghost) -> Option<level::Sighting> {
        let of = what(ghost.id);
        let class = ghost.class;
        let class = match of {
            level::Sighted::Ship(_) => &self.ship_classes.0.get(class)?.name,
            level::Sighted::Structure(_) => &self.structure_classes.0.get(class)?.name,
        };
        let body = ghost.anchor.and_then(|body| self.sky.system.bodies.get(body));
        Some(level::Sighting {
            faction: faction.to_owned(),
            of,
            class: class.clone(),
            owner: self.factions.0.get(ghost.faction)?.name.clone(),
            at: level::Station {
                body: body.map(|body| body.name.clone()),
                ahead_deg: None,
                offset_km: ghost.offset.into(),
            },
            stands: ghost.stands.map(|stands| level::RingSlot { ring: stands.ring, slot: stands.slot }),
            heading: ghost.heading.into(),
            tick: ghost.seen_tick,
            place_in_sight: false,
        })
    }

    /// What is seen, by faction; nothing of one that sees nothing.
    fn seen(&self) -> Vec<level::Seen> {
        let factions = self.factions.0.iter_enumerated();
        let all = factions.map(|(index, faction)| self.seen_by(index, &faction.name));
        all.filter(|seen| !(seen.ships.is_empty() && seen.structures.is_empty())).collect()
    }

    fn seen_by(&self, faction: FactionId, name: &str) -> level::Seen {
        let mut seen = level::Seen { faction: name.to_owned(), ..level::Seen::default() };
        for of in self.knowledge.seen(faction) {
            match of {
                level::Sighted::Ship(id) => seen.ships.push(id),
                level::Sighted::Structure(id) => seen.structures.push(id),
            }
        }
        seen
    }
}
