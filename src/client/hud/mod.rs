//! The overlay on the scene: panels, map, timeline, news, guide and help.
//!
//! - Enters: the player's knowledge of the world.
//! - Leaves: words and pictures; orders from buttons.
//! - Must never: compute values that the world provides.
//!
//! | folder or file | shows |
//! |---|---|
//! | `bars/` | the status line and messages; the date and the pace; the moment of a replay |
//! | `guide/` | the first steps, one at a time, with a pointer |
//! | `help/` | the page of keys, the encyclopedia |
//! | `planet/` | the treasury, the planet panel with build menu and yards |
//! | `lists/` | the player's planets and fleets, and known enemies; bodies and fleets, found by name |
//! | `selection/` | the classes, crews and subgroup of the selection |
//! | `minimap/`, `timeline/` | the whole system; bodies and own fleets at a later time |
//! | `news/` | past events; coming encounters |
//! | `minds/` | the plans of minds, and what they believe, for spectators and after the war |
//! | `aim_words.rs` | the conditions of victory and the progress toward them in words |
//! | `odds_words.rs` | the expected result of a fight in words |
//! | `layout/` | nothing itself: the places of panels and columns, and words that fit them |

pub mod aim_words;
pub mod bars;
pub mod guide;
mod help;
pub mod layout;
mod lists;
pub mod minds;
pub mod minimap;
mod news;
pub mod odds_words;
pub mod planet;
pub mod selection;
pub mod timeline;

pub use bars::{clock, replay, status, toasts};
pub use help::encyclopedia;
pub use lists::{outliner, search};
pub use news::{log, warnings};

use bevy::prelude::*;

use crate::client::worlds::MessagesOfWorld;

/// Adds all panels but the guide, which only the game and the picture of a briefing have.
pub fn plugin(app: &mut App) {
    // The sound reads it in programs without a guide, too.
    app.add_message_of_world::<guide::StepDone>();
    // And so does the menu.
    app.add_message_of_world::<guide::SkirmishWanted>();
    app.add_plugins((
        bars::plugin,
        layout::plugin,
        lists::outliner::plugin,
        planet::plugin,
        lists::search::plugin,
        selection::plugin,
        minimap::plugin,
        timeline::plugin,
        news::plugin,
        help::plugin,
        minds::plugin,
    ));
}
