//! Keeps the log of a game that is played.

use std::io;

use super::log::Log;
use super::packer::Packer;
use super::ring::RING_TICKS;
use crate::record::marks::Mark;
use crate::sim::order::{Given, Giver};
use crate::sim::{CapturedWorld, Digests};

/// The log of a game that is played, and the worlds that are still being packed for it.
pub(in crate::record) struct Keeper {
    log: Log,
    packer: Packer,
}

impl Keeper {
    /// Keeps a log from a world on.
    ///
    /// # Errors
    /// The system has no thread for packing.
    pub(in crate::record) fn begin(log: Log, world: CapturedWorld) -> io::Result<Self> {
        let mut keeper = Self { log, packer: Packer::begin()? };
        keeper.packer.world(world);
        Ok(keeper)
    }

    /// The log as far as it is kept.
    pub(in crate::record) fn log(&self) -> &Log {
        &self.log
    }

    /// Keeps an order that comes after the last tick.
    pub(in crate::record) fn order(&mut self, given: &Given) {
        if given.by == Giver::Player {
            self.log.add_order(given.player, given.order.clone());
            self.log.make_room();
        }
    }

    /// Keeps what a tick has brought, and the worlds that have been packed meanwhile.
    pub(in crate::record) fn tick(&mut self, tick: u64, marks: &[Mark]) {
        self.log.reach(tick);
        self.log.add_marks(marks);
        for world in self.packer.collect() {
            self.log.add_world(world);
        }
    }

    /// Keeps the hash of the last tick.
    pub(in crate::record) fn hash(&mut self, digests: &Digests) {
        self.log.add_hash(digests.state_hash());
    }

    /// Whether the world of this tick is wanted, and there is room for it.
    pub(in crate::record) fn wants_world(&self, tick: u64) -> bool {
        tick.is_multiple_of(RING_TICKS) && self.packer.takes_world()
    }

    /// Keeps a world of the last tick.
    pub(in crate::record) fn world(&mut self, world: CapturedWorld) {
        self.packer.world(world);
    }

    /// Ends the log, once the worlds in work are packed.
    pub(in crate::record) fn finish(self) -> Log {
        let Self { mut log, packer } = self;
        for world in packer.finish() {
            log.add_world(world);
        }
        log.end(true, None);
        log
    }
}
