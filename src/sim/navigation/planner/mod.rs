//! The planner of courses; it knows no world.
//!
//! It works in one plane through start and goal that is otherwise level ([`plane`]). Obstacles enter its graph when
//! an edge has run into them. Its work is bounded by a budget of edges; a route always comes back, and says whether
//! it is complete.

pub mod chart;
pub mod journey;
pub mod obstacle;
pub mod outline;
pub mod passing;
pub mod plane;
pub mod search;
pub mod visibility;
