//! Steering: attraction and repulsion, over a guarantee that nothing overlaps.
//!
//! - Enters: ships with their goals and carriers, and bodies on rails.
//! - Leaves: the place of every ship at the end of the tick.
//! - Must never: know or decide why a ship goes where it goes.
//!
//! The core ([`Steering`]) is plain arithmetic over a [`Crowd`] in one local frame; the arena, the benchmarks
//! and the tests use it alone. Its parts:
//!
//! | part | file | does |
//! |---|---|---|
//! | seats | `grid.rs`, `neighbours.rs` | sorts ships so that neighbours lie side by side; chooses the neighbours that matter |
//! | pull | `forces/pull.rs` | straight to the target, or round a body where it will be; braking in time |
//! | circling | `obstacles/circling.rs` | past structures, and out of their way |
//! | push | `forces/push.rs` | a ship that will pass too close pushes; all turn to the same side |
//! | thrust | `forces/thrust.rs` | the wish within the limits of the engines |
//! | contact | `hulls/` | hulls slide along each other, and never overlap |
//! | settle | `forces/settle.rs` | a ship that has arrived holds; rally points fill as a ball |
//!
//! `step/` is their order. `system.rs` is the tick's side: it cuts the world into neighbourhoods
//! (`neighbourhoods.rs`), each with a frame of its own (`frame.rs`), looks up the ways of bodies, and picks the
//! structures that matter there (`obstacles/`). `crowd.rs` has the arrays of ships, `turning.rs` the side to which
//! all ships turn.
//!
//! # Three choices that are not obvious
//!
//! - **The turning axis is (1, 2, 3), made a unit vector.** All ships turn to the same side of it, so that
//!   two that meet head-on both do the same. It leans on purpose: were it north or east, two fleets in
//!   upright lattices that meet head-on would turn aside along their own rows and meet the next ship there.
//!   Skewed, the lattices slide through each other's gaps.
//! - **Planes instead of shorter steps.** A step can also be shortened until it touches nothing. That is safe, but
//!   it takes away the motion along the other hull together with the motion into it, and a crowd freezes. A plane
//!   takes only the motion across it. It divides the gap as both ships wished to use it. So a ship that keeps to
//!   its side is safe from any motion of the other, and the order of ships does not matter. Only where several
//!   planes leave no room is a step shortened, toward one that is always safe: with the crowd, or with a body
//!   close by.
//! - **`libm::expf` for following.** Velocity makes up 1 - e^(-dt / 0.2 s) of the difference in a step, so a
//!   flight is nearly the same at 10, 30 and 60 steps a second; dt / 0.2 s would not give that. It is
//!   `libm`'s because the last bit of the standard library's differs between platforms.
//!
//! # Promises and limits
//!
//! Ships that were apart at the beginning of a tick do not overlap each other, a body or a structure at its end.
//! In between they do not fly through one another or through a body, except where parting by force has to move
//! them. Ships that overlap at the beginning get no nearer, and come apart gently.
//!
//! - A frame has the precision of `f32`: 0.06 km at 1,000,000 km from its origin, 1 km at ten times that.
//!   Hulls count as larger by that, so that rounding makes no overlap. Fleets that follow each other in a
//!   long chain are one neighbourhood with a coarse far end.
//! - Fleets that cross at cruise do not foresee each other: a corvette sees some 2,000 km and flies 331,200
//!   km a tick in `sol.ron`. Contact keeps them apart.
//! - Parting by force gives up after 32 rounds: bodies may press a crowd faster than it can give way.
//!   `simulate` and `arena` count every overlap that is left.
//! - The tangent looks a minute ahead, and knows a body's way in straight pieces of four seconds. It leads
//!   round bodies, not out of a cup of them; courses do that.

pub mod crowd;
pub mod forces;
mod frame;
pub mod grid;
pub mod hulls;
pub mod neighbourhoods;
pub mod neighbours;
pub mod obstacles;
pub mod step;
pub mod system;
pub mod turning;

pub use crowd::{Craft, Crowd, HullShape, Limits};
pub use forces::pull::Approach;
pub use obstacles::bodies::Bodies;
pub use obstacles::circling::CirclingObstacle;
pub use step::Steering;

pub use crate::rules::SteeringRules;
