//! The chart of travel times: for the selected fleet and a body, the duration of the journey by the date of
//! departure.
//!
//! - Enters: the selected fleet with its forecast, the body under the pointer, the subject of the planet panel.
//! - Leaves: bars and words on the screen; the order to leave at the best date, by the button.
//! - Must never: give any other order.
//!
//! | file | does |
//! |---|---|
//! | `subject.rs` | the fleet and the body of the chart, and the dates that are computed |
//! | `panel.rs` | its bars and words on the screen |
//! | `place.rs` | its place, clear of other panels |
//! | `set_out.rs` | the order of its button |

mod panel;
mod place;
mod set_out;
mod subject;

pub use panel::{ChartPanel, spawn_chart, write_chart};
pub use place::place_chart;
pub use set_out::set_out_by_click;
pub use subject::{ChartWords, look_for_windows};
