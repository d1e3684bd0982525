//! The whole state of a world: read from a level or a save, written into a save, and hashed.
//!
//! - Enters: a checked level with its rules and a seed, or with the state of a save; a world between two ticks.
//! - Leaves: a spawned world; a copy of a world, which becomes a save on any thread; a level with the state of a world; [`Digests`] after every tick.
//! - Must never: spawn an unchecked state, or omit state that decides the future.

pub mod capture;
mod check;
mod names;
mod parts;
mod read;
pub mod spawn;
mod state;
pub mod state_hash;

pub use capture::{CapturedWorld, capture};
pub use names::text_of;
pub use spawn::{SavedGame, check_state, clear, saved_game, spawn};
pub use state_hash::Digests;
pub(super) use state_hash::plugin;
