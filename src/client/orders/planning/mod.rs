//! Orders that need no click, and those that wait for one: buttons, keys, and what is chosen for fleets.
//!
//! - Enters: the selection, keys and buttons, the routes as they are drawn.
//! - Leaves: orders through the world's one door, the [`Tool`](crate::client::input::tool::Tool) for the click that an
//!   order asks for, words and anchors on the screen.
//! - Must never: change a route in any other way. Whether an order is allowed is the world's to say.
//!
//! | file | does |
//! |---|---|
//! | `making.rs` | from a meaning, and the keys that are held, to orders |
//! | `assault.rs` | landing and bombardment in words |
//! | `chosen.rs`, `able.rs` | the selected fleets; what they can do, as the world answers |
//! | `buttons/` | the row of orders above the panel of the selection, and their keys |
//! | `formation.rs`, `doctrines.rs` | how fleets stand and fight, as keys and buttons choose it |
//! | `along.rs` | angles along the path of a body |
//! | `waiting.rs` | the list of what can be waited for |
//! | `anchors.rs` | what the end of a leg goes along with, drawn |

pub mod able;
pub mod along;
pub mod anchors;
pub mod assault;
pub mod buttons;
pub mod chosen;
pub mod doctrines;
pub mod formation;
pub mod making;
#[cfg(test)]
pub mod trial;
pub mod waiting;

use bevy::prelude::*;

use crate::client::frame::{FrameSystems, InputSystems};
use crate::client::hud::layout::places::LeftColumnSystems;
use crate::client::input::escape::{EscapeLadder, Rung};
use crate::client::worlds::AppState;
use crate::sim::OfWorld;

/// Size of the words of rows, pixels.
const WORD_PIXELS: f32 = 13.0;

/// Adds the planning of orders.
pub fn plugin(app: &mut App) {
    app.init_of_world::<able::Able>().init_of_world::<waiting::WaitMenu>();
    app.on_escape(Rung::WaitList, waiting::close);
    app.add_systems(OnEnter(AppState::Playing), buttons::spawn_row.in_set(LeftColumnSystems::Orders));
    app.add_systems(
        Update,
        (buttons::press_button, waiting::choose_wait).chain().in_set(InputSystems::Panel),
    );
    app.add_systems(
        PostUpdate,
        (buttons::write_row, waiting::write_waits, anchors::draw_anchors).chain().in_set(FrameSystems::Draw),
    );
}
