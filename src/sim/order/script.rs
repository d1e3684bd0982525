//! Orders handed in by the clock, for runs and pictures without a player.
//!
//! Each order of a file goes through the one door ([`OrderQueue`]) before its tick.

use bevy::prelude::*;

use crate::sim::order::file::{TimedOrder, find_player};
use crate::sim::visibility::{Viewer, with_view};
use crate::sim::{Calendar, FactionId, Factions, OrderQueue, Refusal};

/// Orders that are still to come.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The latest first.
    orders: Vec<TimedOrder>,
    /// Of orders with names that stood for nothing.
    refusals: Vec<Refusal>,
}

impl Script {
    /// A script of some orders, in any sequence; `now` is the next tick. Orders for past ticks are left out.
    pub fn new(mut orders: Vec<TimedOrder>, now: u64) -> Self {
        orders.retain(|order| order.tick >= now);
        // Orders are popped from the end; the sort is stable, so orders of one tick keep their order.
        orders.sort_by_key(|order| order.tick);
        orders.reverse();
        Self { orders, refusals: Vec::new() }
    }

    /// Hands in the orders whose tick has come, with the numbers that their names stand for in this moment: an order
    /// cannot use a name that another order of the same tick makes. `world` is a spawned one, between two ticks.
    ///
    /// # Errors
    /// An order names a player that the level does not have.
    pub fn hand_in(&mut self, world: &mut World) -> Result<(), String> {
        let now = world.resource::<Calendar>().tick;
        while self.orders.last().is_some_and(|order| order.tick <= now) {
            let Some(timed) = self.orders.pop() else { break };
            let player = find_player(&world.resource::<Factions>().0, &timed.player)?;
            match with_view(world, Viewer::Faction(player), |view| timed.order.by_numbers(view)) {
                Some(Ok(order)) => world.resource_mut::<OrderQueue>().give(player, order),
                Some(Err(refusal)) => self.refusals.push(refusal),
                None => {}
            }
        }
        Ok(())
    }

    /// Takes the unread refusals of all players, for a program that represents them all: those of names first, then
    /// each player's oldest first.
    pub fn take_refusals(&mut self, world: &mut World) -> Vec<Refusal> {
        let players: Vec<FactionId> = world.resource::<Factions>().0.keys().collect();
        let mut door = world.resource_mut::<OrderQueue>();
        let answers = players.into_iter().flat_map(|player| door.take_answers(player));
        let refused = answers.filter_map(|answer| answer.outcome.err());
        self.refusals.drain(..).chain(refused).collect()
    }
}
