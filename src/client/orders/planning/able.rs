//! What the selected ships can do, as the world would answer an order.

use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::input::selection::Selected;
use crate::sim::Ship;
use crate::sim::ids::ShipId;
use crate::sim::order::{Abilities, abilities};

/// What the selected ships can do.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Able(pub Abilities);

/// Asks the world what the selected ships can do now.
pub fn note_abilities(world: &mut World) {
    let mut selected = world.query_filtered::<&Ship, With<Selected>>();
    let mut ships: Vec<ShipId> = selected.iter(world).map(|ship| ship.id).collect();
    ships.sort_unstable();
    let faction = world.resource::<Player>().faction;
    let now = if ships.is_empty() { Abilities::default() } else { abilities(world, faction, &ships) };
    world.resource_mut::<Able>().set_if_neq(Able(now));
}

/// Ships for the tests of this room.
#[cfg(test)]
pub mod samples {
    use super::Abilities;
    use crate::sim::order::{Refusal, TaskRefusal};

    fn fleet(ships: usize) -> Abilities {
        Abilities { ships, ..Abilities::default() }
    }

    fn refused(why: TaskRefusal) -> Option<Refusal> {
        Some(Refusal::Task(why))
    }

    /// Three warships without troopers.
    pub fn warships() -> Abilities {
        Abilities { no_assault: [refused(TaskRefusal::NoTroopers), None], ..fleet(3) }
    }

    /// The same that hold their fire.
    pub fn quiet() -> Abilities {
        let holds = || refused(TaskRefusal::HoldsFire("First".to_owned()));
        let [no_landing, _] = warships().no_assault;
        Abilities { no_attack: holds(), no_assault: [no_landing, holds()], ..warships() }
    }

    /// Two ships with 300 troopers and without weapons.
    pub fn landers() -> Abilities {
        Abilities {
            carriers: 2,
            troopers: 300.0,
            no_attack: refused(TaskRefusal::Unarmed),
            no_assault: [None, refused(TaskRefusal::NoBombardment)],
            ..fleet(2)
        }
    }
}
