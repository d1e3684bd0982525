//! The overlay on the scene: panels, map, timeline, warnings, log.
//!
//! - Enters: the player's knowledge of the world.
//! - Leaves: words and pictures; orders from buttons.
//! - Must never: compute values that the world provides.
//!
//! | folder or file | shows |
//! |---|---|
//! | `bars/` | the status line and messages; the date and the pace |
//! | `help.rs` | the page of keys |
//! | `guide/` | the first steps, one at a time, with a pointer |
//! | `planet/` | the treasury, the planet panel with build menu and yards |
//! | `encyclopedia/` | the classes, the rules and the marks of the map, from the data of the game |
//! | `outliner/` | the player's planets and fleets, and known enemies, as a list |
//! | `search.rs` | bodies and own fleets, found by name |
//! | `selection/` | the classes, crews and subgroup of the selection |
//! | `minimap/`, `timeline/` | the whole system; bodies and own fleets at a later time |
//! | `log/`, `warnings/` | past events; coming encounters |
//! | `minds/` | the plans of minds, and what they believe, for spectators and after the war |
//! | `odds_words.rs` | the expected result of a fight in words |
//! | `layout/` | columns, fitting of words, tips |

pub mod bars;
pub mod encyclopedia;
pub mod guide;
pub mod help;
pub mod layout;
pub mod log;
pub mod minds;
pub mod minimap;
pub mod odds_words;
pub mod outliner;
pub mod planet;
pub mod search;
pub mod selection;
pub mod timeline;
pub mod warnings;

pub use bars::{clock, status};

use bevy::prelude::*;

use crate::client::worlds::MessagesOfWorld;

/// Adds all panels but the guide, which only the game itself has.
pub fn plugin(app: &mut App) {
    // The sound reads it in programs without a guide, too.
    app.add_message_of_world::<guide::StepDone>();
    app.add_plugins((
        bars::plugin,
        layout::plugin,
        outliner::plugin,
        planet::plugin,
        search::plugin,
        selection::plugin,
        minimap::plugin,
        timeline::plugin,
        warnings::plugin,
        log::plugin,
        help::plugin,
        encyclopedia::plugin,
        minds::plugin,
    ));
}
