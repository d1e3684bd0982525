//! The field of steering for a picture; the tick never asks.

pub mod field;
pub mod surroundings;
