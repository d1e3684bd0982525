//! Tasks against foes: attack, land, bombard, withdraw; and the rules of engagement (`engagement/`).
//!
//! - Enters: legs against foes, and the knowledge of each faction.
//! - Leaves: places to go to, engagements, ends of legs, notices to players.
//! - Must never: shoot, land troopers or use facts that the faction does not know.
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
