//! From a world to a save: the level that it was made from, with the state that it has come to.

use std::rc::Rc;

use bevy::prelude::*;

use super::state::WorldState;
use crate::level::ids::names::{Named, Names, with_names};
use crate::level::model::SCHEMA_VERSION;
use crate::level::{Epoch, Faction, Level, SavedState, ShipClass, StarSystem, StructureClass};
use crate::sim::world::{Armoury, ShipClasses, SourceLevel, StructureClasses};
use crate::sim::{Calendar, Sky};

/// The world as a save, exact to the last bit; `None` where no world was spawned.
pub fn capture(world: &mut World) -> Option<Level> {
    let state = WorldState::of(world)?;
    let mut level = world.get_resource::<SourceLevel>()?.0.clone();
    let system = &world.get_resource::<Sky>()?.system;
    let (ships, structures) = (world.resource::<ShipClasses>(), world.resource::<StructureClasses>());
    let weapons = world.resource::<Armoury>().weapons.iter().map(|weapon| weapon.name.as_str());
    let names = names_of(system, &level.factions, (&ships.0.raw, &structures.0.raw), weapons);
    level.schema_version = SCHEMA_VERSION;
    level.epoch = Epoch::Jd(world.get_resource::<Calendar>()?.clock.epoch_jd);
    level.starts_today = false;
    level.state = match with_names(names, || SavedState::write(&state)) {
        Ok(state) => Some(state),
        Err(error) => {
            error!("the world cannot be written down: {error}");
            return None;
        }
    };
    Some(level)
}

/// The names of all that text calls by name: of a sky, factions, classes of ships and of structures, and weapons.
pub fn names_of<'n>(
    system: &StarSystem,
    factions: &[Faction],
    (ships, structures): (&[ShipClass], &[StructureClass]),
    weapons: impl Iterator<Item = &'n str>,
) -> Rc<Names> {
    let mut names = Names::default();
    names.set(Named::Body, system.bodies.iter().map(|body| body.name.as_str()));
    names.set(Named::Faction, factions.iter().map(|faction| faction.name.as_str()));
    names.set(Named::ShipClass, ships.iter().map(|class| class.name.as_str()));
    names.set(Named::StructureClass, structures.iter().map(|class| class.name.as_str()));
    names.set(Named::Weapon, weapons);
    Rc::new(names)
}
