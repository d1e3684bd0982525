//! Theories of the motion of real bodies, which no fixed ellipse describes well enough.
//!
//! - Enters: a row of a table of `assets/sky`, a Julian date.
//! - Leaves: states relative to the parent, an ellipse to draw, bounds of the path.
//! - Must never: know which bodies there are: the catalogue does.
//!
//! | file | has |
//! |---|---|
//! | `series.rs` | sums of periodic terms |
//! | `moving_ellipse.rs` | an ellipse that slowly turns and deforms |
//! | `mean_elements.rs` | planets and moons: elements that drift |
//! | `lunar.rs` | the Moon |
//! | `returns.rs` | comets: elements for each return |

pub mod lunar;
pub mod mean_elements;
mod moving_ellipse;
pub mod returns;
pub mod series;
