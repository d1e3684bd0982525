//! Tasks against foes: attack, land, bombard, withdraw; and the rules of engagement (`engagement/`).
//!
//! `doctrine.rs` sets how a fleet fights, `sides.rs` the ownership of ground as far as a faction knows.

pub mod attack;
pub mod bombard;
pub mod doctrine;
pub mod engagement;
pub mod ground;
pub mod land;
pub mod retreat;
pub(in crate::sim::task) mod sides;
