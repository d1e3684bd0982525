//! Icons, names and words at points of the world.

pub mod label_room;
pub mod markers;
pub mod stacks;
