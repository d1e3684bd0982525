//! From routes to goals: the target of every ship in this tick.
//!
//! - Enters: fleets with their routes and formations, ships, the sky.
//! - Leaves: `ShipTable::goals`; courses; legs that end.
//! - Must never: move a ship, or know why a fleet has its leg.
//!
//! The first leg of a fleet leads to a place next to the fleet's target (`berth.rs`); the goal of a ship is its
//! place there (`goals/`). A moving target is met at its future place (`meeting.rs`). The way is planned round
//! obstacles when a leg begins (`course.rs`) and, by the fleet's preference, round zones held or seen by others
//! (`avoid_zones.rs`). A leg ends when all ships have arrived (`legs.rs`). A ship without an order is drawn to its
//! place; a ship in a fight manoeuvres against its target instead (`task/war/engagement/`). [`plan`] looks
//! ahead for display, and for the berth of a retreat: `arrival.rs`, with the delays of `well_delay.rs` and
//! `engine_delay.rs`.
//!
//! `formation/` has the places of ships in their fleet, and [`planner`] the search for a way round obstacles.
//!
//! Known limits: courses ignore structures, steering goes round them. Berths keep clear of all fleets at a body or
//! on their way there, seen or not.

mod arrival;
pub mod avoid_zones;
pub mod berth;
pub mod course;
pub(in crate::sim::navigation) mod engine_delay;
pub(in crate::sim::navigation) mod fleet_summary;
pub mod formation;
mod goals;
mod legs;
mod meeting;
pub mod planner;
pub(in crate::sim::navigation) mod well_delay;

use bevy::prelude::*;

use crate::sim::{MoveSystems, NavigateSystems, Tick};
pub use arrival::{Arrival, LookAhead, Passage, end_of, plan};
pub use berth::{BerthFinder, BerthFinders};
pub use engine_delay::EngineRules;
pub use fleet_summary::{FleetSum, FleetSummary};
pub use formation::shape::Member;
pub use formation::system::{member, offsets_of};
pub(in crate::sim) use goals::outside_bodies;
pub use legs::PATIENCE_TICKS;
pub use meeting::meet;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Tick, berth::settle_targets.in_set(NavigateSystems::Berth));
    let plan = (course::chart_courses, goals::set_goals).chain();
    app.add_systems(Tick, plan.in_set(NavigateSystems::Plan));
    app.add_systems(Tick, legs::finish_legs.in_set(MoveSystems::Arrive));
}
