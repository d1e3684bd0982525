//! The proving ground of the steering core.
//!
//! - Enters: a [`Scenario`] by its name ([`named()`]) or from a RON file ([`read_scenario`]).
//! - Leaves: an [`ArenaReport`]: overlaps, arrivals and their ways, the calm of the flight, the cost of a step.
//! - Must never: know the client, change a run by measuring it, or let the real time influence a flight.
//!
//! [`run()`] flies a scenario on the steering core alone, without world, engine and orders.
//!
//! | file | does |
//! |---|---|
//! | `scenario.rs` | the model of a scenario, and its file |
//! | `named.rs` | the scenarios that have names; `open_space.rs` and `among_bodies.rs` make them, `shapes.rs` places their ships |
//! | `run.rs` | passes a scenario to the core, step by step |
//! | `routes.rs` | waypoints round bodies, where the scenario asks for them |
//! | `measure.rs` | the figures of a run; `overlaps.rs` counts touches, `voyage.rs` follows a ship's way |
//! | `trace.rs` | writes every step to a file |
//! | `level.rs` | makes a level of a scenario, to be played in the game's own window |

mod among_bodies;
mod level;
pub mod measure;
pub mod named;
mod open_space;
mod overlaps;
mod routes;
pub mod run;
pub mod scenario;
mod shapes;
pub mod trace;
mod voyage;

pub use level::level_text;
pub use measure::ArenaReport;
pub use named::{NameError, named};
pub use run::{AllocationCounter, Options, StepFrame, run};
pub use scenario::{ArenaBody, BodyPath, Scenario, Ship, parse_scenario, read_scenario};
pub use trace::Trace;
