//! Damage: effects of hits on hulls, and the removal of the destroyed.
//!
//! - Enters: the hits of a tick, and fires.
//! - Leaves: reduced conditions, experience, losses, wrecks, events.
//! - Must never: choose a target, or decide whether a shot hits.
//!
//! | file | does |
//! |---|---|
//! | `model.rs` | shield, armour, fire and silence of one hull; independent of the engine |
//! | `hits.rs` | applies the hits of a tick, and lets fires burn |
//! | `chain_damage.rs` | the neighbours that an electric hit leaps to |
//! | `report.rs` | sums up the losses of a hull, as events |
//! | `destruction.rs` | removes destroyed ships and structures from the world |
//! | `losses.rs` | counts losses and kills of factions |
//! | `ground_hits.rs` | hits on the ground of bodies, for the invasion |

pub mod chain_damage;
pub mod destruction;
pub mod ground_hits;
pub mod hits;
pub mod losses;
pub mod model;
pub mod report;
