//! Surrender, the fall of factions, victory, and the history for the result.
//!
//! - Enters: conditions of victory, the possessions of sides, the events of a tick, a faction that surrenders.
//! - Leaves: the [`Verdict`], the progress toward it ([`Contests`]), and the [`History`].
//! - Must never: stop the world, or decide a war twice.
//!
//! | file or folder | does |
//! |---|---|
//! | `victory/` | decides when a side has won |
//! | `surrender.rs` | ends a faction that gives up |
//! | `fall.rs` | lets all others forget a faction of which nothing is left |
//! | `history.rs` | records the course of the war |
//! | `test_support.rs` | decisions for tests of the client and of leagues |

mod fall;
pub mod history;
pub mod surrender;
#[cfg(test)]
pub(crate) mod test_support;
pub mod victory;

pub use history::History;
pub use victory::{Contests, Verdict};

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((fall::plugin, victory::plugin, history::plugin));
}
