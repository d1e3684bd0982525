//! Orders handed in by the clock, for runs and pictures without a player.
//!
//! Each order of a file goes through the one door ([`OrderQueue`]) before its tick.

use bevy::prelude::*;

use crate::sim::order::file::{TimedOrder, find_player};
use crate::sim::{Calendar, FactionId, Factions, OrderQueue, Refusal};

/// Orders that are still to come.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The latest first.
    orders: Vec<TimedOrder>,
}

impl Script {
    /// A script of some orders, in any sequence; `now` is the next tick. Orders for past ticks are left out.
    pub fn new(mut orders: Vec<TimedOrder>, now: u64) -> Self {
        orders.retain(|order| order.tick >= now);
        // Orders are popped from the end; the sort is stable, so orders of one tick keep their order.
        orders.sort_by_key(|order| order.tick);
        orders.reverse();
        Self { orders }
    }

    /// Hands in the orders whose tick has come. `world` is a spawned one, between two ticks.
    ///
    /// # Errors
    /// An order names a player that the level does not have.
    pub fn hand_in(&mut self, world: &mut World) -> Result<(), String> {
        let now = world.resource::<Calendar>().tick;
        while self.orders.last().is_some_and(|order| order.tick <= now) {
            let Some(timed) = self.orders.pop() else { break };
            let player = find_player(&world.resource::<Factions>().0, &timed.player)?;
            world.resource_mut::<OrderQueue>().give(player, timed.order);
        }
        Ok(())
    }
}

/// Takes the unread refusals of all players, each player's oldest first: for a program that represents them all.
pub fn take_refusals(world: &mut World) -> Vec<Refusal> {
    let players: Vec<FactionId> = world.resource::<Factions>().0.keys().collect();
    let mut door = world.resource_mut::<OrderQueue>();
    let answers = players.into_iter().flat_map(|player| door.take_answers(player));
    answers.filter_map(|answer| answer.outcome.err()).collect()
}
