//! The look of all elements: colours and sizes, fonts, signs.
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
