//! The abilities of the selected ships, as the world would answer an order.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::input::selection::Selected;
use crate::client::worlds::Kept;
use crate::sim::ids::{FactionId, ShipId};
use crate::sim::order::{Abilities, abilities};
use crate::sim::{Calendar, OrderDoor, Ship};

/// The abilities of the selected ships.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Able(pub Abilities);

/// The inputs of the abilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Which ships are asked about, in the order of their numbers.
    ships: Vec<ShipId>,
    /// The asking faction.
    faction: FactionId,
    tick: u64,
    /// Number of orders that the world has processed: while the game is paused they change it between two ticks.
    orders: u64,
}

/// Asks the world for the abilities of the selected ships, if they may have changed.
pub fn note_abilities(
    world: &mut World,
    selected: &mut QueryState<&Ship, With<Selected>>,
    last: &mut SystemState<Kept<Option<Asked>>>,
) {
    let mut ships: Vec<ShipId> = selected.iter(world).map(|ship| ship.id).collect();
    ships.sort_unstable();
    let (faction, tick) = (world.resource::<Player>().faction, world.resource::<Calendar>().tick);
    let asked = Asked { ships, faction, tick, orders: world.resource::<OrderDoor>().looked_at() };
    let Ok(mut last) = last.get_mut(world) else { return };
    if last.now().as_ref() == Some(&asked) {
        return;
    }
    *last.now() = Some(asked.clone());
    let is_nobody = asked.ships.is_empty();
    let now = if is_nobody { Abilities::default() } else { abilities(world, faction, &asked.ships) };
    world.resource_mut::<Able>().set_if_neq(Able(now));
}
