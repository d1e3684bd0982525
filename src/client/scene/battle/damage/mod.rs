//! Effects of hits: flashes, ripples, smoke, camera shake, bars and numbers.
//!
//! - Enters: fresh events of damage, units in sight and the state of their hulls.
//! - Leaves: light and smoke in the shared meshes, bars, numbers, a shaking camera.
//! - Must never: show damage to a unit out of sight, or more bright flashes than are safe.

pub mod bars;
pub mod flashes;
pub mod numbers;
pub mod ripples;
pub mod shake;
pub mod smoke;
