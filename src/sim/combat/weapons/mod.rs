//! Weapons: the choice of targets, mounts that turn, shots and point defence.
//!
//! - Enters: battlefields with their colliders, the sight of factions, the orders of fleets.
//! - Leaves: targets, aims of mounts, hits, launches, events of shots.
//! - Must never: reduce armour or shields (`damage/` does), or shoot at units out of sight.
//!
//! | file | does |
//! |---|---|
//! | `visible_enemies.rs` | the foes that a faction sees on a battlefield |
//! | `matchups.rs` | the preferences between classes |
//! | `choosing.rs` | the best target among the visible enemies |
//! | `aiming.rs` | each ship and structure looks for a target and aims |
//! | `gunner.rs` | targets of the mounts of one of them, and their aim |
//! | `accuracy.rs` | chances to hit, and the effect of experience |
//! | `salvo.rs`, `firing.rs` | shots, from the muzzle to their ends |
//! | `line_of_fire.rs` | the obstacles in their way |
//! | `interception.rs` | point defence shoots at torpedoes |
//! | `skill.rs` | names of experienced crews, for players |

pub mod accuracy;
pub mod aiming;
pub mod choosing;
mod firing;
pub mod gunner;
mod interception;
mod line_of_fire;
pub mod matchups;
mod salvo;
pub mod skill;
mod visible_enemies;

use bevy::prelude::*;

use crate::sim::Tick;
use crate::sim::combat::FightSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(aiming::plugin);
    app.add_systems(Tick, interception::intercept.in_set(FightSystems::Intercept));
    app.add_systems(Tick, firing::fire.in_set(FightSystems::Fire));
}
