//! The look of all elements: colours and sizes, fonts, signs.
//!
//! - Enters: the files of fonts and signs, which are a part of the program.
//! - Leaves: colours and sizes, widths of words, pictures of signs.
//! - Must never: spawn a panel.
//!
//! | file | piece |
//! |---|---|
//! | `theme.rs` | colours and sizes |
//! | `fonts.rs` | the fonts, and widths of words |
//! | `icon.rs` | signs, from one atlas |

pub mod fonts;
pub mod icon;
pub mod theme;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((fonts::plugin, icon::plugin));
}
