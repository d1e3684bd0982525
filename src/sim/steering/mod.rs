//! Steering: attraction and repulsion, over a guarantee that nothing overlaps.
//!
//! What enters: ships with their goals and what carries them, and bodies on rails. What leaves: where every
//! ship ends its tick. Nothing here knows why a ship goes where it goes, or decides it.
//!
//! The core ([`Steering`]) is plain arithmetic over a [`Crowd`] in one local frame; the arena, the
//! benchmarks and the tests use it alone. Its parts, each in a file of its own:
//!
//! | part | file | does |
//! |---|---|---|
//! | seats | `grid.rs`, `neighbours.rs` | sorts ships so that neighbours lie side by side; who attends to whom |
//! | pull | `pull.rs` | straight to the target, or round a body where it will be; braking in time |
//! | circling | `motion/ring_orbit.rs` | past structures, and out of their way |
//! | push | `push.rs` | who will pass too close pushes, everyone to the same side |
//! | thrust | `thrust.rs` | what the engines make of the wish |
//! | contact | `contact.rs`, `hull.rs` | hulls slide along each other, and never overlap |
//! | settle | `settle.rs` | who has arrived holds; rally points fill as a ball |
//!
//! `step/` is their order. `system.rs` is the tick's side of it: it cuts the world into neighbourhoods
//! (`neighbourhoods.rs`), each a frame of its own, looks up where bodies will be (`rails.rs`), and picks the
//! structures that matter there (`structures.rs`). `surroundings.rs` gathers the same about one ship, for those
//! who look at its field.

pub mod bodies;
pub mod circling;
pub mod contact;
pub mod crowd;
pub mod field;
pub mod grid;
pub mod hull;
pub mod neighbourhoods;
pub mod neighbours;
pub mod pull;
pub mod push;
pub mod rails;
pub mod settle;
pub mod step;
pub mod structures;
pub mod surroundings;
pub mod system;
pub mod thrust;
mod ways;

pub use bodies::Bodies;
pub use circling::Circling;
pub use crowd::{Craft, Crowd, Hull, Limits};
pub use step::Steering;

pub use crate::rules::SteeringRules;
