//! Alerts: chips at the top for contacts, attacks, landings, losses, turns and outcomes of battles, and sides about to
//! win. A click looks there. Nothing is told twice: an alert has no line, and only the list of all events repeats it.
//! The clock slows down to ×1, but not for the end of a battle, and for a contact only if armed ships of a foe have
//! come, or its troop ships to a body of the player's.
//!
//! - Enters: the events of the log, and whether their causes go on.
//! - Leaves: chips, arrows, a slower pace, and the list of alerts for the pulses on the map.
//! - Must never: alert of anything that the log does not have.
//!
//! | file | does |
//! |---|---|
//! | `present.rs` | the alerts that there are, in their order |
//! | `causes.rs` | alerts that last as long as their causes |
//! | `slowing.rs` | the pace, which an alert slows down |
//! | `chips.rs` | the chips at the top |
//! | `edge_arrows.rs` | arrows to alerts and to the selected ships outside of the picture |

mod causes;
mod chips;
mod edge_arrows;
mod present;
mod slowing;

pub use present::Alerts;
pub use slowing::{Slowdown, SlowedBy};

use bevy::prelude::*;

use crate::client::frame::NewsSystems;
use crate::client::widgets::presses;
use crate::client::worlds::{AppState, SetUpSystems, WhilePlaying};
use crate::sim::OfWorld;

/// Adds the alerts. They rest until there is a world.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Alerts>().init_of_world::<SlowedBy>().add_plugins(presses::<chips::AlertAction>);
    app.add_systems(OnEnter(AppState::Playing), chips::furnish_slot.in_set(SetUpSystems::Rows));
    app.add_systems(
        Update,
        (
            chips::act,
            edge_arrows::act,
            present::age,
            causes::renew,
            causes::follow,
            present::collect,
            slowing::slow_down,
            chips::write,
        )
            .chain()
            .after(super::panel::write_lines)
            .in_set(NewsSystems::Report)
            .in_set(WhilePlaying),
    );
    edge_arrows::plugin(app);
}
