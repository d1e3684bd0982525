//! The log of a game: from it the same world comes again, bit by bit.
//!
//! - Enters: a world that plays, with the journal of its orders; the bytes of a log.
//! - Leaves: a file `.eclog`; the pieces of one; the past of a game in memory; the turns of a log, played into a
//!   world; the proof that a log and this program agree.
//! - Must never: see the client; change a world but by orders; stop the ticks for a disk; trust a byte of a file.
//!
//! A game is its level, its seed and its orders. A [`Turn`] says which orders come before a tick, and how many
//! ticks follow. The orders of minds are in the log too: a replay makes them again, and compares. An order has one
//! type and one form in binary, `postcard` of [`Order`](crate::sim::Order).
//!
//! | file | subject |
//! |---|---|
//! | `turn.rs` | turns, and how one is played into a world |
//! | `identity.rs`, `trial` | which program may play a log: code, rules, and a trial on the machine at hand |
//! | `chunk.rs` | the frame of the file: chunks with kind, lengths and checksum |
//! | `content.rs` | the contents of chunks |
//! | `marks.rs` | moments worth looking at: battles, bodies taken, the first landing, the decision |
//! | `writer.rs` | writes a log on a thread of its own |
//! | `before.rs` | the beginning of a log that goes on from another one |
//! | `recorder.rs` | follows a world, and tells writer and memory what has happened |
//! | `builder.rs` | makes turns of orders and ticks |
//! | `reader.rs` | reads a log, whatever its bytes |
//! | `verify.rs` | plays a log again, and compares |
//! | `memory/` | a log in memory: for rewinding a game, and for a replay |
//! | `test_support.rs` | beginnings of logs, for tests |
//!
//! # The file
//!
//! Eight bytes that name the format, four with its version, then chunks: the head, the world at the beginning, and
//! from then on for every second of play its turns and a hash, now and then marks, every minute a
//! snapshot; at last an end. A snapshot is a save, as text, which later versions open unless the motions of real
//! bodies have changed. Every checksum begins with the one before, so that no chunk can be exchanged, left out or
//! put elsewhere. A log that breaks off is read up to its last whole chunk.

mod before;
mod builder;
mod chunk;
mod content;
mod identity;
mod marks;
mod memory;
mod reader;
mod recorder;
#[cfg(test)]
mod test_support;
mod turn;
mod verify;
mod writer;

pub use chunk::{Kind, LogError, Share};
pub use content::{FileHead, HashPoint, Head, Player, Snapshot, Turns};
#[cfg(test)]
pub(crate) use identity::script;
pub use identity::{FINGERPRINT, Identity, MakeIdentity, trial, trial_war};
pub use marks::{Mark, MarkKind, MarkNames};
pub use memory::{Log, PackedWorld, PlayerOrder, RING_TICKS};
pub use reader::{LogReader, Piece};
pub use recorder::{
    HASH_TICKS, Recorder, Recording, SNAPSHOT_TICKS, begin, finish, finish_within, go_on, leave, note, plugin,
};
#[cfg(test)]
pub(crate) use test_support::log_of_war;
pub use turn::{Turn, play};
pub use verify::{Figures, Outcome, verify};
pub use writer::Written;
