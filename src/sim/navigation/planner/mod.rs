//! The planner of courses, independent of a world.
//!
//! - Enters: a journey, obstacles and their motions, zones, a budget.
//! - Leaves: a route, or the best part of one and the reason.
//! - Must never: know a world, or store a route.
//!
//! It works in one plane, through start and goal and otherwise level ([`plane`]). An obstacle enters its graph
//! when an edge has run into the obstacle. The work is bounded by a budget of edges; the result is always a route,
//! perhaps an incomplete one.

pub mod chart;
pub mod journey;
pub mod obstacle;
pub mod outline;
pub mod passing;
pub mod plane;
pub mod search;
pub mod visibility;
