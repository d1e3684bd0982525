//! Effects of hits: flashes, ripples, smoke, camera shake, bars and numbers.

pub mod bars;
pub mod flashes;
pub mod numbers;
pub mod ripples;
pub mod shake;
pub mod smoke;
