//! The whole state of a world: read from a level or a save, written into a save, and hashed.

pub mod capture;
mod check;
mod names;
mod read;
pub mod spawn;
mod state;
pub mod state_hash;

pub use capture::capture;
pub use spawn::{check_state, clear, spawn};
pub(super) use state_hash::plugin;
pub use state_hash::{Digests, Part};
