//! Doctrines of fleets, and notices about fleets that will not fight.

use bevy::prelude::*;

use crate::level;
use crate::level::Stance;
use crate::sim::task::crew::{Can, Groups, is_able};
use crate::sim::task::dispatch::notify_player;
use crate::sim::visibility::WorldView;
use crate::sim::{Doctrine, Leg, Route, TaskRefusal};

/// Sets a fleet's doctrine.
pub(in crate::sim) fn set(world: &mut World, fleet: Entity, doctrine: level::Doctrine) {
    let held_fire = holds_fire(world, fleet);
    world.entity_mut(fleet).insert(Doctrine(doctrine));
    if !held_fire {
        report_orders_to_fight(world, fleet);
    }
}

/// Whether a fleet is ordered not to shoot.
pub(in crate::sim) fn holds_fire(world: &World, fleet: Entity) -> bool {
    world.get::<Doctrine>(fleet).is_some_and(|doctrine| doctrine.0.stance == Stance::HoldFire)
}

/// Refuses to send a fleet to fight while it holds its fire. `can_fight` selects the ships that matter; the other
/// ships may hold their fire.
pub(super) fn check_fires(view: WorldView, groups: &Groups, can_fight: Can) -> Result<(), TaskRefusal> {
    for (fleet, ships) in groups {
        let Some(known) = view.fleet(*fleet) else { continue };
        let holds_fire = known.doctrine.is_some_and(|doctrine| doctrine.0.stance == Stance::HoldFire);
        if holds_fire && ships.iter().any(|ship| is_able(view, *ship, can_fight)) {
            return Err(TaskRefusal::HoldsFire(known.fleet.name.clone()));
        }
    }
    Ok(())
}

/// Reports to the player of a fleet that holds its fire from now on, if its route leads it to fight.
fn report_orders_to_fight(world: &mut World, fleet: Entity) {
    let fights = |leg: &Leg| leg.is_hostile() && !leg.goal.lands() || leg.engage;
    let is_sent = world.get::<Route>(fleet).is_some_and(|route| route.0.iter().any(fights));
    if !is_sent || !holds_fire(world, fleet) {
        return;
    }
    notify_player(world, fleet, |name| {
        format!("{name} holds its fire: it goes where it was sent, and attacks nobody there")
    });
}
