//! The past of a game in memory: its orders, hashes and marks, and some of its worlds.
//!
//! - Enters: the pieces of a log; or what a recorder has seen of a game that is played.
//! - Leaves: a [`Log`], which gives any of its moments again: the latest world before it, and the orders since.
//! - Must never: grow without bound; wait for a disk; do work of a snapshot on the thread of the ticks, apart from
//!   the copy.
//!
//! A moment is a number of ticks. A world of a moment does not have the orders that came after that many ticks:
//! a player of the log gives them first.
//!
//! | file | subject |
//! |---|---|
//! | `packed.rs` | a world as packed text |
//! | `worlds.rs` | some worlds, in the sequence of their ticks |
//! | `ring.rs` | which worlds of a game that is played are kept |
//! | `spread.rs` | which worlds of a replay are kept |
//! | `log.rs`, `log/` | the log; its tests |
//! | `reading.rs` | a log from the pieces of a file |
//! | `packer.rs` | packs worlds on a thread of its own |
//! | `keeper.rs` | keeps the log of a game that is played |

mod keeper;
mod log;
mod packed;
mod packer;
mod reading;
mod ring;
mod spread;
mod worlds;

pub(super) use keeper::Keeper;
pub use log::{Log, PlayerOrder};
pub use packed::PackedWorld;
pub(super) use packed::text_of;
pub use ring::RING_TICKS;
