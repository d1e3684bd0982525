//! What fleets do to foes: attack, land, bombard, withdraw; and their rules of engagement (`engagement/`).
//!
//! `doctrine.rs` says how a fleet is to fight, `sides.rs` whose ground it is as far as a faction knows.

pub mod attack;
pub mod bombard;
pub mod doctrine;
pub mod engagement;
pub mod ground;
pub mod land;
pub mod retreat;
pub(in crate::sim::task) mod sides;
