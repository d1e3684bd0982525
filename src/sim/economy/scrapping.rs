//! Ships are scrapped at a yard for part of their price, and their upkeep ends.

use bevy::prelude::*;

use crate::level::{LedgerSource, Price};
use crate::sim::task::dispatch::notify_player;
use crate::sim::task::{Groups, disband_if_empty, is_small_craft};
use crate::sim::visibility::WorldView;
use crate::sim::{BodyId, EconomyChoice, FactionId, Ledgers, Ship, ShipClasses, TaskRefusal, UnderFire};

/// Whether ships may be scrapped at their places: each in the well of a body with a finished yard of their
/// faction.
///
/// # Errors
/// A ship is elsewhere, or small craft are among the ships.
pub(in crate::sim) fn check(view: WorldView, faction: FactionId, groups: &Groups) -> Result<(), TaskRefusal> {
    let own = view.structures().filter(|seen| seen.structure.faction == faction);
    let yards = own.filter(|seen| seen.yard.is_some() && seen.grown.is_none());
    let bodies: Vec<BodyId> = yards.map(|seen| seen.structure.body).collect();
    let sky = &view.almanac().sky;
    for ship in groups.iter().flat_map(|(_, ships)| ships) {
        if is_small_craft(view, *ship) {
            return Err(TaskRefusal::SmallCraft);
        }
        let place = view.ship(*ship).map(|seen| seen.position).unwrap_or_default();
        if !bodies.iter().any(|body| sky.is_in_well(*body, place)) {
            return Err(TaskRefusal::NoYardNear);
        }
    }
    Ok(())
}

/// The refund for a scrapped ship.
fn scrap_price(price: Price, percent: u32) -> Price {
    price.share_of(percent, 100)
}

/// Scraps ships.
pub(in crate::sim) fn begin(world: &mut World, faction: FactionId, groups: Groups) {
    let percent = world.resource::<EconomyChoice>().0.building.scrap_percent;
    for (fleet, ships) in groups {
        let count = ships.len();
        let noun = if count == 1 { "ship" } else { "ships" };
        notify_player(world, fleet, |name| {
            format!("{count} {noun} of {name} scrapped for {percent} % of the price")
        });
        for ship in ships {
            let class = world.get::<Ship>(ship).map(|ship| ship.class);
            let classes = &world.resource::<ShipClasses>().0;
            let price = class.and_then(|class| classes.get(class)).map(|class| class.price);
            if let (Some(price), Some(ledger)) = (price, world.resource_mut::<Ledgers>().0.get_mut(faction)) {
                ledger.refund(LedgerSource::Ships, scrap_price(price, percent));
            }
            world.despawn(ship);
        }
        if !disband_if_empty(world, fleet) {
            world.entity_mut(fleet).remove::<UnderFire>();
        }
    }
}
