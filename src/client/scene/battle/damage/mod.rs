//! Effects of hits: flashes, shields, fragments, smoke, camera shake, bars and numbers.
//!
//! - Enters: fresh events of damage, units in sight and the state of their hulls.
//! - Leaves: light and smoke in the shared meshes, shields, bars, numbers, a shaking camera.
//! - Must never: show damage to a unit out of sight, or more bright flashes than are safe.
//!
//! | file or folder | draws |
//! |---|---|
//! | `flashes/` | flashes of hits, and explosions |
//! | `shields.rs`, `shield_material.rs` | waves of light over a shield that is hit; their material |
//! | `fragments.rs`, `smoke.rs` | shards of destroyed units; smoke, fires and sparks of damaged ones |
//! | `bars.rs`, `numbers.rs` | bars of shield and armour; damage as numbers |
//! | `shake.rs` | nothing itself: the camera shakes near explosions |

pub mod bars;
pub mod flashes;
pub mod fragments;
pub mod numbers;
pub mod shake;
pub mod shield_material;
pub mod shields;
pub mod smoke;
