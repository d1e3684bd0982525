//! Fighting: targets, shots, torpedoes, damage, destruction, repair, carriers.
//!
//! - Enters: ships and structures where they are at the end of the tick, what factions see of each other, and
//!   the doctrine of fleets.
//! - Leaves: [`Condition`](crate::sim::world::Condition)s, torpedoes, wrecks, destroyed ships and structures;
//!   events of all of it.
//! - Must never: move a living ship (`task/engagement` gives it another goal), shoot at anything that the own
//!   faction does not see, or let the outcome of a shot depend on anything but seed, tick and shooter.
//!
//! A fight is worked through in the parts of [`FightSystems`], in their order:
//!
//! | part | file | does |
//! |---|---|---|
//! | Gather | `fray/` | finds where foes are within reach or torpedoes fly; nothing else costs anything |
//! | Collide | `colliders/` | places hulls and wrecks as obstacles of rays |
//! | Aim | `aiming.rs`, `choosing.rs`, `spotted.rs`, `turning.rs` | gunners choose targets and turn their mounts |
//! | Intercept | `torpedoes/`, `interception.rs` | torpedoes steer, and point defence shoots them down |
//! | Fire | `firing.rs`, `salvo.rs` | shots are fired, and hit, miss or are stopped |
//! | Bombard | `invasion/bombarding.rs` | bombarding ships fire their other weapons at the ground |
//! | Fly | `torpedoes/contacts.rs` | torpedoes touch and burst; new ones fly from now on |
//! | Suffer | `harm.rs`, `leaping.rs`, `deaths.rs`, `wrecks.rs` | hits are suffered; the destroyed are gone; pieces drift |
//! | Mend | `mending.rs`, `docks.rs` | shields recover, yards and repair ships repair armour |
//! | Hangars | `hangars.rs` | carriers launch wings and take them in |
//!
//! The words are those of [`crate::level::arms`]; their numbers are resolved once into an
//! [`Armoury`](crate::sim::world::Armoury). `nearby.rs` finds neighbours, `losses.rs` counts losses, and
//! `wounds.rs` records what hulls suffer. `estimate.rs` predicts fights for players, `skill.rs` names
//! experienced crews; the world asks neither.

pub mod aiming;
pub mod chance;
pub mod choosing;
pub mod colliders;
pub mod deaths;
pub mod docks;
pub mod estimate;
pub mod firing;
pub mod fray;
pub mod ground_hits;
pub mod hangars;
pub mod harm;
pub mod interception;
pub mod leaping;
pub mod losses;
pub mod mending;
pub mod nearby;
mod salvo;
pub mod skill;
pub mod spotted;
pub mod torpedoes;
#[cfg(test)]
pub(crate) mod trial;
pub mod turning;
pub mod wounds;
pub mod wrecks;

use bevy::prelude::*;

use crate::sim::Tick;

pub use fray::{Combatant, Fray, Hit};
pub use hangars::{HangarState, WingOf};
pub use losses::Losses;
pub use wrecks::Wreck;

use crate::sim::SimSystems;
use crate::sim::world::lifetime::OfWorld;

/// The parts of [`SimSystems::Fight`], in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FightSystems {
    /// Find where foes are within reach of each other.
    Gather,
    /// Hulls and wrecks take their places among what rays can meet.
    Collide,
    /// Choose targets and turn mounts.
    Aim,
    /// Torpedoes steer, and point defence shoots them down.
    Intercept,
    /// Fire.
    Fire,
    /// Ships fire their other weapons at the ground; another room does it.
    Bombard,
    /// Torpedoes fly.
    Fly,
    /// Hits are suffered.
    Suffer,
    /// Yards and repair ships repair.
    Mend,
    /// Carriers launch wings and take them in.
    Hangars,
}

pub(in crate::sim) fn plugin(app: &mut App) {
    let parts = (
        FightSystems::Gather,
        FightSystems::Collide,
        FightSystems::Aim,
        FightSystems::Intercept,
        FightSystems::Fire,
        FightSystems::Bombard,
        FightSystems::Fly,
        FightSystems::Suffer,
        FightSystems::Mend,
        FightSystems::Hangars,
    );
    app.configure_sets(Tick, parts.chain().in_set(SimSystems::Fight));
    app.init_scratch::<Fray>("filled anew in every tick");
    app.add_plugins((fray::plugin, harm::plugin, mending::plugin, hangars::plugin));
    app.add_plugins((colliders::plugin, aiming::plugin, firing::plugin, torpedoes::plugin));
}
