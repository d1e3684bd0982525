//! Where panels and words stand: columns, fitting, tips.

pub mod button_face;
pub mod fitting;
pub mod right_side;
pub mod tips;
pub mod top_middle;

use bevy::prelude::*;

use crate::client::frame::FrameSystems;
use crate::client::worlds::{AppState, SetUpSystems};

/// The rows of the column at the lower left, from top to bottom.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeftColumnSystems {
    /// The latest lines of the log.
    Log,
    /// The hint.
    Hints,
    /// The buttons of orders.
    Orders,
    /// What is selected.
    Selection,
}

/// Adds the columns and tips.
pub fn plugin(app: &mut App) {
    let rows = (
        LeftColumnSystems::Log,
        LeftColumnSystems::Hints,
        LeftColumnSystems::Orders,
        LeftColumnSystems::Selection,
    );
    app.configure_sets(OnEnter(AppState::Playing), rows.chain().in_set(SetUpSystems::Rows));
    app.add_plugins((tips::plugin, top_middle::plugin));
    app.add_systems(PostUpdate, right_side::note_covered.in_set(FrameSystems::Collect));
}
