//! Layout of the right side: the planet panel above the minimap.
//!
//! - Enters: the size of the picture, the panels that are shown, their sizes.
//! - Leaves: the greatest height of the panel, whether the map is shown; the areas that panels cover.
//! - Must never: know the subject of a panel.
//!
//! The map is in the lower right corner, and a long panel ends above it: the wheel scrolls the rest. The map is hidden
//! under a page. The plans of minds may stand below the panel, which is then shorter (`plans_place.rs`).
//!
//! | file | does |
//! |---|---|
//! | `arrange.rs` | fits panel and map in every frame |
//! | `covered.rs` | the areas that panels cover, for words on the sky, and the free one between them |

mod arrange;
mod covered;

pub use arrange::arrange;
pub use covered::{Covers, note_covered};
