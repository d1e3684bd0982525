//! The whole state of a world: read from a level or a save, written into a save, and hashed.
//!
//! - Enters: a checked level with its rules and a seed, or with the state of a save; a world between two ticks.
//! - Leaves: a spawned world; a copy of a world, which becomes a save on any thread; a level with the state of a
//!   world; [`Digests`] after every tick.
//! - Must never: spawn an unchecked state, or omit state that decides the future.
//!
//! | file | does |
//! |---|---|
//! | `parts.rs` | all that a world is: the components and resources of the state |
//! | `spawn.rs` | from a level or a save to a world |
//! | `capture.rs` | from a world to a save |
//! | `state.rs` | the types of the state in a save |
//! | `read.rs`, `names.rs`, `check.rs` | read this state from text, by the names in the world; check it |
//! | `state_hash.rs` | counts the tick and hashes the state |

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
