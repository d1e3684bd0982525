//! What is written over the scene: labels, panels, map, timeline, warnings, log.
//!
//! - Enters: what the player may know.
//! - Leaves: words and pictures; from buttons, orders.
//! - Must never: work out what the world could be asked.

pub mod help;
pub mod hints;
pub mod layout;
pub mod log;
pub mod minimap;
pub mod planet;
pub mod selection;
pub mod status;
pub mod timeline;
pub mod warnings;

use bevy::prelude::*;

/// Adds all panels.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        status::plugin,
        layout::plugin,
        planet::plugin,
        selection::plugin,
        minimap::plugin,
        timeline::plugin,
        warnings::plugin,
        log::plugin,
        help::plugin,
    ));
}
