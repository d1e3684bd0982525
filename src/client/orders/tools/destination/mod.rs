//! Tools for the destinations of ships, a file each: a place, a patrol, a fleet to guard, a station ahead of a body.
//! `stalk.rs` shows the height of a place.

pub(super) mod go;
pub(super) mod guard;
pub(super) mod patrol;
mod stalk;
pub(super) mod station;
