//! The whole state of a world: from a level, into a level, and as one number.

pub mod capture;
mod check;
pub mod spawn;
mod state;
pub mod state_hash;

pub use capture::capture;
pub use spawn::{check_state, clear, spawn};
pub(super) use state_hash::plugin;
pub use state_hash::{Digests, Part};
