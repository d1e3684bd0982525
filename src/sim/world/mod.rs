//! What the world is made of: its components and resources, and nothing that changes them.
//!
//! - Enters: nothing but the numbers of things ([`ids`](super::ids)), the shapes of solids, and money.
//! - Leaves: the types that every other part of the world reads and writes.
//! - Must never: hold a system, or know what happens in a tick.

mod anchor;
mod armoury;
mod calendar;
mod condition;
mod engagement;
mod factions;
mod fleets;
mod holdings;
mod mailbox;
mod notices;
mod rings;
mod route;
mod ships;
mod sky;
mod source;
mod structures;

use bevy::prelude::App;

use crate::sim::lifetime::OfWorld;

pub use anchor::{Anchor, origin_of};
pub use armoury::{ArmedClass, Armoury, HangarNumbers, MountedWeapon, WeaponNumbers, ticks, worth};
pub use calendar::Calendar;
pub use condition::{Condition, Igniter, MOST_CALM_TICKS, MountState};
pub use engagement::{Engagement, UnderFire};
pub use factions::{Factions, Sides};
pub use fleets::{
    Doctrine, Fleet, Formation, MemberOf, Members, NextIds, made_name, members_in_order, unused_name,
};
pub use holdings::{EconomyChoice, Ground, Grounds, Holding, Holdings, Ledgers, has_ground, terrain_of};
pub use mailbox::Mailbox;
pub use notices::{Note, Notices};
pub use rings::{RingBody, RingLayout, RingPlace, RingPlane, Rings, free_run};
pub use route::{Course, Goal, Leg, Quarry, Repeats, Route, RouteWish, Track, WaitEvent};
pub use ships::{Circling, Flight, Gait, LastTick, Place, Position, Ship, ShipClasses, Station};
pub use sky::{Body, Sky};
pub use source::{SourceLevel, SpawnError};
pub use structures::{
    Growing, Idle, Shipyard, Structure, StructureClasses, YardJob, find_structure, slots_taken,
    structures_in_order, taken_slots,
};

/// Declares which of these types are no state.
pub(super) fn plugin(app: &mut App) {
    const RULES: &str = "from the level and the rules; no tick changes it";
    app.declare_scratch::<SourceLevel>(RULES)
        .declare_scratch::<ShipClasses>(RULES)
        .declare_scratch::<StructureClasses>(RULES)
        .declare_scratch::<EconomyChoice>(RULES)
        .declare_scratch::<Armoury>(RULES)
        .declare_scratch::<Rings>(RULES)
        .declare_scratch::<Sides>("from the factions")
        .declare_scratch::<Sky>("from the level and the calendar")
        .declare_scratch::<Body>("marks what the sky lists")
        .declare_scratch::<Members>("the other side of `MemberOf`")
        .declare_scratch::<LastTick>("for drawing, and for what breaks in the same tick");
}
