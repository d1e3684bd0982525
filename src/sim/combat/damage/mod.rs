//! Damage: what hits do to hulls, and the end of the destroyed.
//!
//! | file | does |
//! |---|---|
//! | `model.rs` | shield, armour, fire and silence of one hull; no engine |
//! | `hits.rs` | applies the hits of a tick, and lets fires burn |
//! | `chain_damage.rs` | the neighbours that an electric hit leaps to |
//! | `report.rs` | sums up what a hull has lost, as events |
//! | `destruction.rs` | takes destroyed ships and structures out of the world |
//! | `losses.rs` | counts losses and kills of factions |
//! | `ground_hits.rs` | what came down on the ground of bodies; the invasion takes it |

pub mod chain_damage;
pub mod destruction;
pub mod ground_hits;
pub mod hits;
pub mod losses;
pub mod model;
pub mod report;
