//! The parts of the world: its components and resources, without systems that change them.
//!
//! - Enters: nothing but the numbers of things ([`ids`](super::ids)) and the shapes of solids.
//! - Leaves: the types that every other part of the world reads and writes.
//! - Must never: hold a system, or know the work of a tick.
//!
//! | folder or file | has |
//! |---|---|
//! | `sky/` | bodies, rings, anchors of places, the calendar |
//! | `ships.rs`, `structures.rs`, `fleets/` | ships; structures with their yards; fleets and their routes |
//! | `arms/` | weapons, conditions, fights |
//! | `holdings.rs`, `money/` | owned bodies and their ground; treasuries |
//! | `players/` | factions, seats, minds, messages, the winner |
//! | `source.rs` | the level that the world was made from |
//! | `lifetime.rs` | which types live as long as a world, and which are no state |

mod arms;
mod fleets;
mod holdings;
pub(in crate::sim) mod lifetime;
pub mod money;
mod players;
mod ships;
mod sky;
mod source;
mod structures;

use bevy::prelude::App;

use crate::sim::OfWorld;

pub use arms::arms_table::{
    ArmedClass, ArmsTable, HangarNumbers, MountedWeapon, WeaponNumbers, ticks, worth,
};
pub use arms::condition::{Condition, Igniter, MOST_CALM_TICKS, MountState};
pub use arms::engagement::{Engagement, UnderFire};
pub(in crate::sim) use fleets::route::AREA_KM;
pub use fleets::route::{AttackTarget, Course, Goal, Leg, Repeats, Route, RouteWish, Track, WaitEvent};
pub use fleets::{
    Doctrine, Fleet, Formation, MemberOf, Members, NextIds, fleets_in_order, made_name, members_in_order,
    unused_name,
};
pub use holdings::{EconomyChoice, Ground, Grounds, Holding, Holdings, Ledgers, has_ground, terrain_of};
pub use money::accounts::PlanetBooks;
pub use money::instalments::{Growth, GrowthProgress};
pub use money::ledger::Ledger;
pub use players::beliefs::Feared;
pub use players::builds::{BuildReason, BuiltClass};
pub use players::ended::{EndedOperation, Ending, MOST_ENDED, Scouting};
pub use players::factions::{Factions, Sides};
pub use players::giving_up::GivesUp;
pub use players::mailbox::Mailbox;
pub use players::memory::{Mind, Minds, Sighting};
pub use players::minds::{
    Choice, MindRecord, ODDS_BANDS, OddsRecord, Operation, OperationKind, Setback, Stage,
};
pub use players::notices::{Notice, Notices};
pub use players::seats::{MindCatalog, Seat, Seats};
pub use players::verdict::{Decision, Verdict};
pub use ships::{
    AnchoredPlace, Flight, FormationOffset, Gait, LastTick, Position, RingMotion, Ship, ShipClasses,
};
pub use sky::anchor::{Anchor, degrees_ahead_of, origin_of};
pub use sky::calendar::Calendar;
pub use sky::rings::{RingBody, RingLayout, RingPlace, RingPlane, Rings, free_run};
pub use sky::{Body, Sky};
pub use source::{SourceLevel, SpawnError};
pub use structures::{Growing, Idle, Shipyard, Structure, StructureClasses, YardJob, slots_taken};

/// Declares which of these types are scratch.
pub(super) fn plugin(app: &mut App) {
    const RULES: &str = "from the level and the rules; no tick changes it";
    app.declare_scratch::<SourceLevel>(RULES)
        .declare_scratch::<ShipClasses>(RULES)
        .declare_scratch::<StructureClasses>(RULES)
        .declare_scratch::<EconomyChoice>(RULES)
        .declare_scratch::<MindCatalog>(RULES)
        .declare_scratch::<ArmsTable>(RULES)
        .declare_scratch::<Rings>(RULES)
        .declare_scratch::<Sides>("from the factions")
        .declare_scratch::<Sky>("from the level and the calendar")
        .declare_scratch::<Body>("marks what the sky lists")
        .declare_scratch::<Members>("the other side of `MemberOf`")
        .declare_scratch::<LastTick>("for drawing, and for what breaks in the same tick");
}
