//! Common parts of all effects of a fight.
//!
//! - Enters: fresh events, units in sight, the clock of effects, the limits of the quality.
//! - Leaves: anchors and places of effects, and the meshes that all effects share.
//! - Must never: decide which effects are drawn.
//!
//! | file | subject |
//! |---|---|
//! | `scene.rs` | queries of a frame: shots with their ends, places on the screen |
//! | `hardpoints.rs` | where the shots of a unit begin |
//! | `anchors.rs` | what an effect moves with: a ship, or the nearest well |
//! | `pool.rs` | the newest effects of each kind |
//! | `paint.rs`, `meshes.rs`, `outline.rs` | colours of damage and of shields; ribbons and discs; uneven discs |

pub mod anchors;
pub mod hardpoints;
pub mod meshes;
pub mod outline;
pub mod paint;
pub mod pool;
pub mod scene;

pub use anchors::EffectAnchor;
pub use meshes::{add_cloud, add_disc, add_glow, add_ribbon};
pub use outline::Outline;
pub use paint::{SHIELD_COLOR, direction, hot, light_of, shield_light};
pub use pool::Pool;
pub use scene::{EffectInputs, Shot};
