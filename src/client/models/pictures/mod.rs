//! Flat pictures: icons, marks, outlines, globes and charts.
//!
//! - Enters: shapes of classes and factions, values of a chart.
//! - Leaves: images, points and lines in a plane.
//! - Must never: choose a colour of a faction.
//!
//! | file | does |
//! |---|---|
//! | `canvas.rs` | paints a picture point by point |
//! | `icons.rs` | icons of bodies, ships and structures |
//! | `ship_mark.rs`, `outlines.rs` | the marks of ship classes; the outlines of structures and ships |
//! | `marks.rs` | shapes that distinguish factions besides their colours |
//! | `globe.rs` | globes, as one sees bodies from afar |
//! | `portrait.rs` | hulls in sunlight |
//! | `chart.rs` | the lines of a graph |
//! | `segment.rs` | the distance of a point from a straight segment |

pub mod canvas;
pub mod chart;
pub mod globe;
pub mod icons;
pub mod marks;
pub mod outlines;
pub mod portrait;
pub mod segment;
pub mod ship_mark;
