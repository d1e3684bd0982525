//! Words at points of the world that are wanted for a frame, such as those at the pointer.
//!
//! - Enters: words, each at a point or beside a ball, with their importance.
//! - Leaves: wishes for their places, and the words in the nodes of the layer.
//! - Must never: keep words for another frame.
//!
//! | file | does |
//! |---|---|
//! | `said.rs` | the texts of a frame, and the ways to say one |
//! | `words.rs` | words at a point: their importance, and the room that they want |
//! | `nodes.rs` | the nodes that show them |

mod nodes;
mod said;
mod words;

pub use nodes::{ask_points, clear_labels, color_tables, spawn_labels};
pub use said::{NamedBody, PointLabels};
pub use words::LABEL_PIXELS;
