//! Tasks against foes, and the conduct of fleets in fights.
//!
//! - Enters: legs against foes, and the knowledge of each faction.
//! - Leaves: places to go to, engagements, ends of legs, notices to players.
//! - Must never: shoot, land troopers or use facts that the faction does not know.
//!
//! | file or folder | subject |
//! |---|---|
//! | `attack.rs` | attacks by order: whether they may be given |
//! | `foe.rs` | foes, and whether they belong to the target of an order |
//! | `hunt.rs` | attacks under way: the known places of their targets, and their ends |
//! | `land.rs`, `bombard.rs` | troopers that land on a body, bombardment of its ground |
//! | `ground.rs` | the common part of both: the place of the fleet, and the end of the leg |
//! | `retreat.rs` | the nearest finished shipyard, and a place beside it |
//! | `engagement/` | the rules of engagement |
//! | `doctrine.rs` | how a fleet fights |
//! | `sides.rs` | the owner of ground, as far as a faction knows |

pub mod attack;
pub mod bombard;
pub mod doctrine;
pub mod engagement;
pub mod foe;
pub mod ground;
pub mod hunt;
pub mod land;
pub mod retreat;
pub(in crate::sim::task) mod sides;
