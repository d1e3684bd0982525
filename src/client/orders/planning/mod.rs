//! Orders by buttons and keys, at once or with a click, and the settings of fleets.
//!
//! - Enters: the selection, keys and buttons, the routes as drawn.
//! - Leaves: orders through the world's one door, the [`Tool`](crate::client::input::tool::Tool) for an order that
//!   needs a click, words and anchors on the screen.
//! - Must never: change a route in any other way. The world decides whether an order is allowed.
//!
//! | file | does |
//! |---|---|
//! | `making.rs` | from an intention, and the held keys, to orders |
//! | `assault.rs` | landing and bombardment in words |
//! | `chosen.rs` | the selected fleets |
//! | `buttons/` | the rows of orders in the card of the selection, their keys, and what the world would refuse |
//! | `fleet_settings.rs` | formations, routes and doctrines, as chosen by keys and buttons |
//! | `along.rs` | angles along the path of a body |
//! | `waiting.rs` | the list of events to wait for |
//! | `renaming.rs` | the field for another name of a fleet |
//! | `anchors.rs` | anchors of the ends of legs, drawn |

pub mod along;
pub mod anchors;
pub mod assault;
pub mod buttons;
pub mod chosen;
pub mod fleet_settings;
pub mod making;
pub mod renaming;
#[cfg(test)]
pub mod test_support;
pub mod waiting;

use bevy::prelude::*;

use crate::client::frame::{FrameSystems, InputSystems};
use crate::client::hud::layout::places::LeftColumnSystems;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::worlds::AppState;
use crate::sim::OfWorld;

/// Adds the planning of orders.
pub fn plugin(app: &mut App) {
    app.add_plugins(renaming::plugin);
    app.init_of_world::<buttons::able::Able>().init_of_world::<waiting::WaitMenu>();
    app.on_escape(Rung::WaitList, waiting::close);
    app.add_systems(OnEnter(AppState::Playing), buttons::spawn_row.in_set(LeftColumnSystems::Orders));
    app.add_systems(Update, waiting::fill_list.in_set(InputSystems::Select));
    app.add_systems(
        PostUpdate,
        (buttons::write_row, buttons::color_signs, waiting::write_waits, anchors::draw_anchors)
            .chain()
            .in_set(FrameSystems::Draw),
    );
}
