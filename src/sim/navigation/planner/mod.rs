//! The planner of courses, independent of a world.
//!
//! - Enters: a journey, obstacles and their motions, zones, a budget. Lengths are km, in any one frame.
//! - Leaves: a route, or the best part of one and the reason; whether a route has become blocked.
//! - Must never: know a world, or store a route.
//!
//! | file | subject |
//! |---|---|
//! | `journey.rs`, `obstacle.rs` | start, goal and traveller; obstacles and zones in space |
//! | `search.rs` | the planner: a route in rounds, until it meets no moving obstacle |
//! | `plane.rs` | the plane of a plan, through start and goal and otherwise level |
//! | `outline.rs` | convex outlines in the plane |
//! | `chart.rs` | the obstacles of a plan as such outlines |
//! | `visibility.rs` | the shortest way in the plane, by a graph of corners |
//! | `passing.rs` | where a route comes too near to an obstacle |
//!
//! An obstacle enters the graph when an edge has run into the obstacle. The work is bounded by a budget of edges;
//! the result is always a route, perhaps an incomplete one.

pub mod chart;
pub mod journey;
pub mod obstacle;
pub mod outline;
pub mod passing;
pub mod plane;
pub mod search;
pub mod visibility;
