//! Surrender, victory, and the history for the result.

pub mod history;
pub mod surrender;
pub mod victory;

pub use history::History;
pub use victory::{Contests, Verdict};

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((victory::plugin, history::plugin));
}
