//! From routes to goals: the target of every ship in this tick.
//!
//! - Enters: fleets with their routes and formations, ships, the sky.
//! - Leaves: `ShipTable::goals`; courses; legs that end.
//! - Must never: move a ship, or know why a fleet has its leg.
//!
//! | file or folder | does |
//! |---|---|
//! | `berth.rs` | finds the place next to its target to which the first leg of a fleet leads |
//! | `meeting.rs` | finds the future place at which a moving target is met |
//! | `course.rs` | plans the way round obstacles when a leg begins |
//! | `avoid_zones.rs` | finds the zones held or seen by others, which a fleet may prefer to avoid |
//! | `planner/` | searches for a way round obstacles |
//! | `formation/` | gives each ship its place in its fleet |
//! | `goals/` | sets the goal of each ship for this tick |
//! | `legs.rs` | ends a leg when all ships have arrived |
//! | `arrival.rs` | looks ahead ([`plan`]), for display and for the berth of a retreat |
//! | `well_delay.rs`, `engine_delay.rs` | the delays in such a look ahead |
//! | `fleet_summary.rs` | sums up a fleet: its middle and its common speed |
//!
//! A ship without an order is drawn to its place; a ship in a fight manoeuvres against its target instead
//! (`task/war/engagement/`).
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
pub use formation::system::{member, middle_of, offsets_of};
pub(in crate::sim) use goals::outside_bodies;
pub use legs::PATIENCE_TICKS;
pub use meeting::meet;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Tick, berth::settle_targets.in_set(NavigateSystems::Berth));
    let plan = (course::chart_courses, goals::set_goals).chain();
    app.add_systems(Tick, plan.in_set(NavigateSystems::Plan));
    app.add_systems(Tick, legs::finish_legs.in_set(MoveSystems::Arrive));
}
