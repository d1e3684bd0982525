//! Makes turns of orders and ticks, as they come.

use super::content::{Turns, encoded};
use super::turn::Turn;
use crate::sim::order::Given;

/// The size of orders at which a chunk is closed before its time, bytes.
const FULL_BYTES: usize = 64 * 1024;

/// The turns of a chunk in work.
#[derive(Default)]
pub(super) struct TurnBuilder {
    turns: Turns,
    /// The size of their orders, bytes.
    bytes: usize,
}

impl TurnBuilder {
    pub(super) fn at(first_tick: u64) -> Self {
        Self { turns: Turns { first_tick, turns: Vec::new() }, bytes: 0 }
    }

    /// Adds an order before the next tick. Returns the turns so far if there is no room for it among them.
    pub(super) fn add(&mut self, given: Given) -> Option<Turns> {
        let bytes = encoded(&given).map_or(0, |bytes| bytes.len());
        let full = if self.bytes + bytes > FULL_BYTES { self.take() } else { None };
        self.bytes += bytes;
        match self.turns.turns.last_mut() {
            Some(turn) if turn.ticks == 0 => turn.orders.push(given),
            _ => self.turns.turns.push(Turn { ticks: 0, orders: vec![given] }),
        }
        full
    }

    pub(super) fn count_tick(&mut self) {
        match self.turns.turns.last_mut() {
            Some(turn) => turn.ticks += 1,
            None => self.turns.turns.push(Turn { ticks: 1, orders: Vec::new() }),
        }
    }

    /// The turns so far, unless there are none; the next ones follow them.
    pub(super) fn take(&mut self) -> Option<Turns> {
        let next = self.turns.first_tick + self.turns.ticks();
        let taken = std::mem::replace(self, Self::at(next)).turns;
        (!taken.turns.is_empty()).then_some(taken)
    }
}
