//! Layout of panels and text: columns, fitting, lines that pass.
//!
//! - Enters: the size of the picture, the sizes of panels, texts.
//! - Leaves: places of panels and columns, covered areas and the free one between them, texts that fit.
//! - Must never: know the subject of a panel, or read the world.
//!
//! | file or folder | subject |
//! |---|---|
//! | `places.rs` | markers of panels, their sizes, and the columns that arrange them |
//! | `right_side/` | the planet panel and the minimap, and the areas that panels cover |
//! | `plans_place.rs` | the place of the plans of minds beside the planet panel, below it, or in its place |
//! | `battle_place.rs` | the place of the card of a battle, beside what one looks at |
//! | `side_panels.rs` | which panels are shown at the sides, and which give way |
//! | `top_middle/` | the column in the middle at the top |
//! | `standing.rs` | lines at the top that pass when they are no longer new |
//! | `free_area.rs` | the area between the panels with the most room for a round thing, and a free place for a panel |
//! | `fitting.rs` | texts that are broken or shortened to fit a width |

pub mod battle_place;
pub mod fitting;
pub mod free_area;
pub mod places;
pub mod plans_place;
pub mod right_side;
pub mod side_panels;
pub mod standing;
#[cfg(test)]
mod test_support;
pub mod top_middle;

use bevy::prelude::*;

use crate::client::frame::FrameSystems;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::OfWorld;
use places::LeftColumnSystems;

/// Adds the columns.
pub fn plugin(app: &mut App) {
    let rows = (
        LeftColumnSystems::Log,
        LeftColumnSystems::Guide,
        LeftColumnSystems::Briefing,
        LeftColumnSystems::Selection,
        LeftColumnSystems::Orders,
    );
    app.configure_sets(OnEnter(AppState::Playing), rows.chain().in_set(SetUpSystems::Rows));
    app.init_of_world::<standing::Standing>().add_plugins(top_middle::plugin);
    app.add_systems(PostUpdate, right_side::note_covered.in_set(FrameSystems::Collect));
}
