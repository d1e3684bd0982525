//! The quality of the picture in the scene.
//!
//! - Enters: the player's choice, or else the graphics adapter.
//! - Leaves: antialiasing and glow of the camera; limits on trails and on the drawn parts of a fight.
//! - Must never: change what is drawn for another reason than its cost.
//!
//! | file | does |
//! |---|---|
//! | `adapter.rs` | fits the camera and costly effects to the choice or the adapter |
//! | `limits.rs` | the limits of each quality |

mod adapter;
pub mod limits;

pub use adapter::fit_to_adapter;
