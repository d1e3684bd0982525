//! The start of a level on the screen.
//!
//! - Enters: a level that is loaded, the player's knowledge of its world.
//! - Leaves: the screen with the progress of loading; the curtain before the first picture of a world; the briefing
//!   at the beginning of a level.
//! - Must never: read a level itself.
//!
//! | file | does |
//! |---|---|
//! | `loading.rs` | the screen while shaders are read and the first frames built |
//! | `curtain.rs` | black before the sky and a page before the panels, until the first picture is whole |
//! | `pipelines.rs` | how many shaders the driver still compiles |
//! | `briefing.rs` | the briefing, for which the clock waits |

pub mod briefing;
pub mod curtain;
pub mod loading;
mod pipelines;
#[cfg(test)]
pub(super) mod test_support;
