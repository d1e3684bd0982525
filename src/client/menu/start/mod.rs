//! The start of a level on the screen.
//!
//! - Enters: a level that is loaded, the player's knowledge of its world.
//! - Leaves: the screen with the progress of loading; the briefing at the beginning of a level.
//! - Must never: read a level itself.
//!
//! | file | does |
//! |---|---|
//! | `loading.rs` | the screen while shaders are read and the first frames built |
//! | `briefing.rs` | the briefing, for which the clock waits |

pub mod briefing;
pub mod loading;
