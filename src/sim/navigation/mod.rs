//! From routes to goals: where every ship is drawn to in this tick.
//!
//! A fleet's first leg says where its places are; the goal of each of its ships is one of them
//! (`goals.rs`). A target that moves is met where it will be when the fleet gets there (`meeting.rs`). The
//! way there is planned round what is in it when a leg begins (`course.rs`), and, where the fleet so wishes,
//! round what others hold or see (`dreaded.rs`); a leg ends when all have
//! arrived (`legs.rs`). A ship without an order is drawn to the place that it keeps, and one whose fleet
//! fights manoeuvres against its target instead (`world/engagement.rs`). [`plan`] tells the same for the future:
//! it is what the client draws.
//!
//! The planner itself knows no world: `search.rs` with `obstacle.rs`, `plane.rs`, `outline.rs`, `chart.rs`,
//! `visibility.rs` and `passing.rs`.

pub mod berth;
pub mod chart;
mod company;
pub mod course;
pub mod dreaded;
mod goals;
mod lateness;
mod legs;
mod meeting;
pub mod obstacle;
pub mod outline;
pub mod passing;
pub mod plane;
pub mod search;
pub mod visibility;

use bevy::prelude::*;

use crate::sim::motion::ship_table;
use crate::sim::{NavigateSystems, SimSystems, Tick};
pub use company::Company;
pub(in crate::sim) use goals::outside_bodies;
pub use legs::PATIENCE_TICKS;
pub use meeting::{Arrival, end_of, meet, plan};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Tick, berth::settle_targets.in_set(NavigateSystems::Berth));
    let plan = (course::chart_courses, goals::set_goals).chain();
    app.add_systems(Tick, plan.in_set(NavigateSystems::Plan));
    app.add_systems(Tick, legs::finish_legs.in_set(SimSystems::Move).after(ship_table::scatter));
}
