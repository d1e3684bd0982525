//! A log from the pieces of a file. Its bytes may come from anyone: memory is bounded, and of a damaged log the
//! sound part is kept.

use std::io::Read;
use std::path::Path;

use super::log::{Keeping, Log, MOST_NOTED_BYTES};
use super::packed::PackedWorld;
use super::spread::Spread;
use crate::record::chunk::LogError;
use crate::record::content::{Snapshot, Turns};
use crate::record::reader::{LogReader, Piece};
use crate::sim::order::Giver;

impl Log {
    /// Opens the log in a file, as [`Self::read`] does.
    ///
    /// # Errors
    /// See [`Self::read`].
    pub fn open(path: &Path) -> Result<Self, LogError> {
        Self::read(LogReader::open(path)?)
    }

    /// Reads a log as far as it is sound: damage after the first world is its [`Self::fault`], not an error.
    ///
    /// # Errors
    /// The log cannot be read up to its first world.
    pub fn read<R: Read>(mut reader: LogReader<R>) -> Result<Self, LogError> {
        // The reader lets no other piece come first.
        let Some(Piece::Snapshot(first)) = reader.next_piece()? else { return Err(LogError::NoBeginning) };
        let (head, identity) = (reader.head().clone(), reader.identity().clone());
        let mut log = Self::empty(head, Some(identity), first.tick, Keeping::Spread(Spread::default()));
        log.add_snapshot(&first);
        let fault = loop {
            match reader.next_piece() {
                Ok(Some(piece)) => {
                    if let Err(words) = log.add(piece) {
                        break Some(words);
                    }
                }
                Ok(None) => break None,
                Err(error) => break Some(error.to_string()),
            }
        };
        log.sort_marks();
        log.end(reader.is_whole() && fault.is_none(), fault);
        Ok(log)
    }

    /// Adds a piece of a file.
    ///
    /// # Errors
    /// A sentence: there is no room for more.
    fn add(&mut self, piece: Piece) -> Result<(), String> {
        match piece {
            Piece::Snapshot(snapshot) => self.add_snapshot(&snapshot),
            Piece::Turns(turns) => return self.add_turns(turns),
            Piece::Hash(point) => self.add_hash(point.state),
            Piece::Marks(marks) => self.add_marks(&marks),
        }
        self.expect_room()
    }

    fn add_turns(&mut self, turns: Turns) -> Result<(), String> {
        let mut tick = turns.first_tick;
        for turn in turns.turns {
            for given in turn.orders.into_iter().filter(|given| given.by == Giver::Player) {
                self.add_order(given.player, given.order);
                self.expect_room()?;
            }
            tick += u64::from(turn.ticks);
            self.reach(tick);
        }
        Ok(())
    }

    /// A world that has some orders of its tick already would get them twice.
    fn add_snapshot(&mut self, snapshot: &Snapshot) {
        if !self.has_orders_of_last_tick() {
            self.add_world(PackedWorld::of_text(snapshot.tick, &snapshot.text));
        }
    }

    fn expect_room(&self) -> Result<(), String> {
        if self.has_room() {
            return Ok(());
        }
        Err(format!(
            "the log goes on after tick {}, but its orders, hashes and marks take more than {} MiB of memory: only \
             the part up to that tick is shown",
            self.last_tick(),
            MOST_NOTED_BYTES / 1024 / 1024
        ))
    }
}
