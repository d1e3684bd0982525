//! What all rooms of the client share: the order of a frame, the player, lines, and short messages.
//!
//! - Enters: nothing.
//! - Leaves: the sets that systems are sorted into ([`InputSystems`], [`NewsSystems`], [`FrameSystems`]).
//! - Must never: know another room of the client but `worlds`.

mod lines;
mod player;
mod schedule;
mod toasts;

use bevy::prelude::*;

use crate::sim::OfWorld;

pub use lines::{GridGizmos, LineGizmos};
pub use player::Player;
pub use schedule::{FrameSystems, InputSystems, NewsSystems, ToolSystems};
pub use toasts::Toasts;

/// Adds the order of a frame.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Toasts>();
    schedule::plugin(app);
    lines::plugin(app);
}
