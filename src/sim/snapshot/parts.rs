//! All that a world is, as it stands in components and resources: saves hold it, and the hash reads it.
//!
//! Save and hash take these queries apart field by field, so that neither compiles until a component that is added
//! here has its place in both.

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::sim::combat::{HangarState, Losses, Torpedo, WingOf, Wreck};
use crate::sim::outcome::{Contests, History, Verdict};
use crate::sim::visibility::Knowledge;
use crate::sim::{
    AnchoredPlace, Calendar, Condition, Course, Doctrine, Engagement, Factions, Fleet, Flight, Formation,
    FormationOffset, Grounds, Growing, Holdings, Idle, Ledgers, MemberOf, NextIds, Position, Repeats,
    RingMotion, Route, RouteWish, Ship, Shipyard, Structure, UnderFire,
};

/// The state of a world. The test of scratch takes the types that are read here for state.
#[derive(SystemParam)]
pub struct WorldParts<'w, 's> {
    pub calendar: Res<'w, Calendar>,
    pub next_ids: Res<'w, NextIds>,
    pub factions: Res<'w, Factions>,
    pub holdings: Res<'w, Holdings>,
    pub grounds: Res<'w, Grounds>,
    pub ledgers: Res<'w, Ledgers>,
    pub losses: Res<'w, Losses>,
    pub knowledge: Res<'w, Knowledge>,
    pub contests: Res<'w, Contests>,
    pub verdict: Res<'w, Verdict>,
    pub history: Res<'w, History>,
    pub fleets: Query<'w, 's, FleetParts>,
    pub ships: Query<'w, 's, ShipParts>,
    /// The fleets that ships are members of.
    pub fleets_of_ships: Query<'w, 's, &'static Fleet>,
    pub structures: Query<'w, 's, StructureParts>,
    pub torpedoes: Query<'w, 's, TorpedoParts>,
    pub wrecks: Query<'w, 's, &'static Wreck>,
}

/// The state of a fleet.
#[derive(QueryData)]
pub struct FleetParts {
    pub fleet: &'static Fleet,
    pub route: &'static Route,
    pub course: &'static Course,
    pub formation: &'static Formation,
    pub wish: &'static RouteWish,
    pub repeats: &'static Repeats,
    pub doctrine: &'static Doctrine,
    pub engagement: Option<&'static Engagement>,
    pub under_fire: Option<&'static UnderFire>,
}

/// The state of a ship.
#[derive(QueryData)]
pub struct ShipParts {
    pub ship: &'static Ship,
    pub member: &'static MemberOf,
    pub position: &'static Position,
    pub flight: &'static Flight,
    pub station: &'static AnchoredPlace,
    pub circling: &'static RingMotion,
    pub place: &'static FormationOffset,
    pub idle: Option<&'static Idle>,
    pub condition: Option<&'static Condition>,
    pub hangar: Option<&'static HangarState>,
    pub wing_of: Option<&'static WingOf>,
}

/// The state of a structure. Its position follows from its ring.
#[derive(QueryData)]
pub struct StructureParts {
    pub structure: &'static Structure,
    pub growing: Option<&'static Growing>,
    pub yard: Option<&'static Shipyard>,
    pub idle: Option<&'static Idle>,
    pub condition: Option<&'static Condition>,
}

/// The state of a torpedo.
#[derive(QueryData)]
pub struct TorpedoParts {
    pub torpedo: &'static Torpedo,
    pub position: &'static Position,
}
