//! The orbits of bodies as lines.
//!
//! - Enters: the orbits and the places of bodies in this frame, the camera.
//! - Leaves: lines, and signs on the orbit of the focused body.
//! - Must never: compute a place of its own for a body.
//!
//! | file | does |
//! |---|---|
//! | `lines.rs` | the lines |
//! | `points.rs` | their points, dense where they are seen to bend |
//! | `strokes.rs`, `dashes.rs` | their strokes; the dashes of their parts below the ecliptic |
//! | `marks.rs` | periapsis and nodes of one of them |

mod dashes;
pub mod lines;
pub mod marks;
pub mod points;
mod strokes;
