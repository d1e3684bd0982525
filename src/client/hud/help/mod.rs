//! What a player can look up.
//!
//! - Enters: the actions with their keys, the classes and numbers of the rules.
//! - Leaves: the page of keys; the encyclopedia, open at an entry that others ask for.
//! - Must never: show a number that is not read from the rules.
//!
//! | folder or file | shows |
//! |---|---|
//! | `keys_page.rs`, `key_groups.rs` | the actions of mouse and keys |
//! | `encyclopedia/` | the classes, the rules and the marks of the map, from the data of the game |

pub mod encyclopedia;
mod key_groups;
pub mod keys_page;

use bevy::prelude::*;

/// Adds the pages.
pub fn plugin(app: &mut App) {
    app.add_plugins((keys_page::plugin, encyclopedia::plugin));
}
