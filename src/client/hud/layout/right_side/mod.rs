//! Layout of the right and lower side: the planet panel, the plans of minds, the minimap and, left of them, the guide.
//!
//! - Enters: the size of the picture, the panels that are shown, their sizes.
//! - Leaves: the greatest height of the panel, the place of the map, the width of the guide; the areas that panels
//!   cover.
//! - Must never: know the subject of a panel.
//!
//! | file | does |
//! |---|---|
//! | `place.rs` | the places of all parts, from the size of the screen |
//! | `arrange.rs` | puts the parts there in every frame |
//! | `covered.rs` | the areas that panels cover, for words on the sky, and the free one between them |

mod arrange;
mod covered;
mod place;

pub use arrange::arrange;
pub use covered::{Covers, note_covered};
pub use place::lay_out;
