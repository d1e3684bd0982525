//! The pieces that panels and pages are made of, and how they look.
//!
//! - Enters: words, values and keys, as plain data.
//! - Leaves: nodes on the screen.
//! - Must never: know what a panel is about, or what a press does.
//!
//! | file | does |
//! |---|---|
//! | `theme.rs` | colours and sizes |
//! | `tooltip.rs` | what a button does, beside a pointer that rests on it |

pub mod theme;
pub mod tooltip;

use bevy::prelude::*;

/// Adds what widgets do by themselves.
pub fn plugin(app: &mut App) {
    app.add_plugins(tooltip::plugin);
}
