//! The state of a world: saves, hashes, and the exchange of worlds.

mod bad_saves;
mod calendar;
mod determinism;
mod old_saves;
mod replaced;
mod saves;
mod schedule;

use super::worlds;
