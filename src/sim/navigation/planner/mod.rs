//! The planner of courses, independent of a world.
//!
//! It works in one plane through start and goal that is otherwise level ([`plane`]). An obstacle enters its graph
//! when an edge has run into it. The work is bounded by a budget of edges; the result is always a route, perhaps
//! an incomplete one.

pub mod chart;
pub mod journey;
pub mod obstacle;
pub mod outline;
pub mod passing;
pub mod plane;
pub mod search;
pub mod visibility;
