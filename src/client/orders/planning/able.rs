//! The abilities of the selected ships, as the world would answer an order.

use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::input::Selected;
use crate::client::worlds::Kept;
use crate::sim::order::{Abilities, abilities};
use crate::sim::visibility::Views;
use crate::sim::{Calendar, FactionId, OrderDoor, Ship, ShipId};

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

/// Asks what the selected ships can do now, where that may have changed.
pub fn note_abilities(
    views: Views,
    selected: Query<&Ship, With<Selected>>,
    (player, calendar, door): (Res<Player>, Res<Calendar>, Res<OrderDoor>),
    mut last: Kept<Option<Asked>>,
    mut able: ResMut<Able>,
) {
    let mut ships: Vec<ShipId> = selected.iter().map(|ship| ship.id).collect();
    ships.sort_unstable();
    let asked = Asked { ships, faction: player.faction, tick: calendar.tick, orders: door.looked_at() };
    if last.now().as_ref() == Some(&asked) {
        return;
    }
    let is_nobody = asked.ships.is_empty();
    let view = views.of(player.faction);
    let now = if is_nobody { Abilities::default() } else { abilities(view, &asked.ships) };
    able.set_if_neq(Able(now));
    *last.now() = Some(asked);
}
