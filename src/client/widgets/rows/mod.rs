//! Rows of words, pictures, buttons and sliders, one below the other.
//!
//! - Enters: rows as plain data.
//! - Leaves: nodes on the screen; presses and changed values.
//! - Must never: rebuild a row whose shape has not changed, or know the effect of a press.
//!
//! Put [`Rows`] on a column, and call [`show`](Rows::show) with rows as plain data, in any frame. Nodes are
//! rebuilt only if a row changes its shape, so that a button does not flicker under the pointer. The effect of a
//! press is a component `A`: on each button, each slider, and each row that is pressed as a whole. `Activate` and
//! `ValueChange<f32>` arrive at that entity; with the plugin [`presses`], presses arrive as messages
//! [`Pressed`].
//!
//! | file | piece |
//! |---|---|
//! | `cell.rs`, `row.rs` | cells and rows, as plain data |
//! | `row_list.rs` | the rows of a column |
//! | `long_rows.rs` | many rows in a scrolled column: those far out of view have no cells |
//! | `headed.rs` | the rows of a panel: a head that stays, and a body that scrolls |
//! | `nodes.rs`, `cell_nodes.rs` | the nodes of a row and of its cells: spawned, and written again |
//! | `underline.rs` | lines below words that are wrong |
//! | `pressed.rs` | presses as messages |

mod cell;
mod cell_nodes;
mod headed;
mod long_rows;
mod nodes;
mod pressed;
mod row;
mod row_list;
mod underline;

pub use cell::{CELL_GAP, CHIP_ROOM, Cell, Column, ITEM_GAP, ITEM_ROOM, SIGN_ROOM, SPREAD_GAP};
pub use headed::HeadedRows;
pub use long_rows::LongRows;
pub use nodes::{RowIndex, RowRoom, STOP_EDGE, STOP_GAP, STOP_PADDING};
pub use pressed::{Pressed, presses};
pub use row::Row;
pub use row_list::Rows;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((nodes::plugin, underline::plugin));
}
