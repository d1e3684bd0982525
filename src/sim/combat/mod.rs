//! Fighting: targets, shots, torpedoes, damage, destruction, repair, carriers.
//!
//! - Enters: ships and structures at their places at the end of the tick, the sight of factions, and the doctrines
//!   of fleets.
//! - Leaves: [`Condition`](crate::sim::world::Condition)s, torpedoes, wrecks, destroyed ships and structures;
//!   their events.
//! - Must never: move a living ship (`task/war/engagement` gives it another goal), shoot at units out of its
//!   faction's sight, or let chance depend on anything but seed, tick and shooter.
//!
//! A fight goes through the parts of [`FightSystems`], in their order:
//!
//! | part | file | does |
//! |---|---|---|
//! | Track | `torpedoes/`, `wrecks.rs` | records torpedoes and wrecks |
//! | Gather | `battlefield/` | finds where foes are within reach or torpedoes fly; the only cost in peace |
//! | Collide | `colliders/` | places hulls and wrecks as obstacles of rays |
//! | Aim | `weapons/aiming.rs` | gunners choose targets and turn their mounts |
//! | Steer | `torpedoes/steering.rs` | torpedoes choose their ways |
//! | Intercept | `weapons/interception.rs` | point defence shoots torpedoes down |
//! | Fire | `weapons/firing.rs` | shots are fired, and hit, miss or are stopped |
//! | Ground | `invasion/bombarding.rs` | bombarding ships fire their other weapons at the ground |
//! | Fly | `torpedoes/contacts.rs` | torpedoes touch and burst; new ones fly from now on |
//! | Damage | `damage/`, `wrecks.rs` | hits take effect; the destroyed are gone; pieces drift |
//! | Repair | `repair/` | shields recover, yards and repair ships repair armour |
//! | Hangars | `hangars.rs` | carriers launch wings and take them in |
//!
//! The terms are those of [`crate::level::arms`]; their numbers are resolved once into an
//! [`ArmsTable`](crate::sim::world::ArmsTable). `turning.rs` is the geometry of mounts, `chance.rs` decides hits.
//! `estimate.rs` predicts fights for players; the world does not use it.
//! `test_support.rs` has fixtures for tests.

pub mod battlefield;
pub mod chance;
pub mod colliders;
pub mod damage;
pub mod estimate;
pub mod hangars;
pub mod repair;
#[cfg(test)]
pub(crate) mod test_support;
pub mod torpedoes;
pub mod turning;
pub mod weapons;
pub mod wrecks;

use bevy::prelude::*;

use crate::sim::{SimSystems, Tick};

pub use battlefield::{Battlefields, Combatant, Hit};
pub use damage::ground_hits::GroundHits;
pub use damage::losses::Losses;
pub use damage::losses::Toll;
pub use hangars::{HangarState, WingOf};
pub use torpedoes::Torpedo;
pub use torpedoes::launching::AimedAt;
pub use weapons::accuracy::experience_level;
pub use wrecks::Wreck;

/// The parts of [`SimSystems::Fight`], in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FightSystems {
    /// Records torpedoes and wrecks.
    Track,
    /// Find the parts of space in which foes are within reach of each other.
    Gather,
    /// Hulls and wrecks become obstacles of rays.
    Collide,
    /// Choose targets and turn mounts.
    Aim,
    /// Torpedoes steer.
    Steer,
    /// Point defence shoots torpedoes down.
    Intercept,
    /// Fire.
    Fire,
    /// Ships fire their other weapons at the ground; another room does it.
    Ground,
    /// Torpedoes fly.
    Fly,
    /// Hits take effect.
    Damage,
    /// Shields recover; yards and repair ships repair.
    Repair,
    /// Carriers launch wings and take them in.
    Hangars,
}

pub(in crate::sim) fn plugin(app: &mut App) {
    let parts = (
        FightSystems::Track,
        FightSystems::Gather,
        FightSystems::Collide,
        FightSystems::Aim,
        FightSystems::Steer,
        FightSystems::Intercept,
        FightSystems::Fire,
        FightSystems::Ground,
        FightSystems::Fly,
        FightSystems::Damage,
        FightSystems::Repair,
        FightSystems::Hangars,
    );
    app.configure_sets(Tick, parts.chain().in_set(SimSystems::Fight));
    app.add_plugins((battlefield::plugin, colliders::plugin, torpedoes::plugin, weapons::plugin));
    app.add_plugins((damage::hits::plugin, repair::plugin, hangars::plugin));
}
