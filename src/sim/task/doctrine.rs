//! How a fleet is to fight, and what its player hears of a fleet that will not.

use bevy::prelude::*;

use super::dispatch::notice;
use crate::level::{self, Stance};
use crate::sim::world::{Doctrine, Fleet, Goal, Leg, Notices, Route};

/// Has a fleet fight in a certain way from now on.
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

/// Reports to the player of a fleet that holds its fire from now on, if its route leads it to fight.
fn report_orders_to_fight(world: &mut World, fleet: Entity) {
    let fights = |leg: &Leg| leg.is_hostile() && !matches!(leg.goal, Goal::Land(_)) || leg.engage;
    let is_sent = world.get::<Route>(fleet).is_some_and(|route| route.0.iter().any(fights));
    if !is_sent || !holds_fire(world, fleet) {
        return;
    }
    let Some(Fleet { name, faction, .. }) = world.get::<Fleet>(fleet).cloned() else { return };
    let words = format!("{name} holds its fire: it goes where it was sent, and attacks nobody there");
    let note = notice(world, fleet, faction, words);
    world.resource_mut::<Notices>().add(note);
}
