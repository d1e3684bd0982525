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
    FormationOffset, Grounds, Growing, Holdings, Idle, Ledgers, MemberOf, Minds, NextIds, Position, Repeats,
    RingMotion, Route, RouteWish, Seats, Ship, Shipyard, Structure, UnderFire,
};

/// The state of a world. The test of scratch takes the types that are read here for state. Positions are
/// heliocentric, in the J2000 ecliptic frame of the magnified world, km.
#[derive(SystemParam)]
pub struct WorldParts<'w, 's> {
    /// The tick, the seed, and the clock that turns ticks into dates.
    pub calendar: Res<'w, Calendar>,
    /// The next numbers of ships, fleets and structures.
    pub next_ids: Res<'w, NextIds>,
    /// The factions as the level has them, in its order. Saves leave them to the level.
    pub factions: Res<'w, Factions>,
    /// Which factions are played by minds, in the order of the factions.
    pub seats: Res<'w, Seats>,
    /// The memories of minds, in the order of the factions.
    pub minds: Res<'w, Minds>,
    /// Owners and worth of bodies, in the order of the sky.
    pub holdings: Res<'w, Holdings>,
    /// Defenders, invaders, unrest and ruin of bodies, in the order of the sky.
    pub grounds: Res<'w, Grounds>,
    /// Treasuries with their sources, in the order of the factions.
    pub ledgers: Res<'w, Ledgers>,
    /// Losses and kills, in the order of the factions.
    pub losses: Res<'w, Losses>,
    /// Sight and memory of others, in the order of the factions.
    pub knowledge: Res<'w, Knowledge>,
    /// Progress of the conditions of victory, in the order of the level.
    pub contests: Res<'w, Contests>,
    /// The winner, if there is one.
    pub verdict: Res<'w, Verdict>,
    /// Figures and battles for the page of the result.
    pub history: Res<'w, History>,
    /// The fleets, in the order of storage, as all lists below: sort by number what must have an order.
    pub fleets: Query<'w, 's, FleetParts>,
    /// The ships.
    pub ships: Query<'w, 's, ShipParts>,
    /// The fleets that ships are members of.
    pub fleets_of_ships: Query<'w, 's, &'static Fleet>,
    /// The structures, finished or growing.
    pub structures: Query<'w, 's, StructureParts>,
    /// The torpedoes under way.
    pub torpedoes: Query<'w, 's, TorpedoParts>,
    /// The pieces of wrecks. A piece has its place in itself: km from the body that it drifts with.
    pub wrecks: Query<'w, 's, &'static Wreck>,
}

/// The state of a fleet.
#[derive(QueryData)]
pub struct FleetParts {
    /// Number, name and faction.
    pub fleet: &'static Fleet,
    /// The legs that are still to be flown, the present one first.
    pub route: &'static Route,
    /// The planned way of the first leg.
    pub course: &'static Course,
    /// Shape, cohesion and facing, as ordered.
    pub formation: &'static Formation,
    /// The preference among routes, as ordered.
    pub wish: &'static RouteWish,
    /// Whether the route is flown in a loop.
    pub repeats: &'static Repeats,
    /// How it fights, as ordered.
    pub doctrine: &'static Doctrine,
    /// Its fight; `None` outside of one.
    pub engagement: Option<&'static Engagement>,
    /// Its strength when it came under fire; `None` in a fight, and unless it was hit lately.
    pub under_fire: Option<&'static UnderFire>,
}

/// The state of a ship.
#[derive(QueryData)]
pub struct ShipParts {
    /// Number and class; the numbers of the class are no state.
    pub ship: &'static Ship,
    /// The entity of its fleet; saves and hashes take the fleet's number.
    pub member: &'static MemberOf,
    /// Position at the end of the tick.
    pub position: &'static Position,
    /// Velocity (km/s, relative to the carrier), heading, and progress on the leg.
    pub flight: &'static Flight,
    /// The place that it holds without an order, km from its anchor.
    pub anchored_place: &'static AnchoredPlace,
    /// The ring that it circles in, and for how many ticks.
    pub ring_motion: &'static RingMotion,
    /// Its place in the formation, km from the middle of the fleet.
    pub formation_offset: &'static FormationOffset,
    /// Present if its upkeep could not be paid.
    pub idle: Option<&'static Idle>,
    /// Armour, shield (points), aim and mounts; `None` before the first tick of a new ship.
    pub condition: Option<&'static Condition>,
    /// Wings aboard; `None` for a ship without a hangar.
    pub hangar: Option<&'static HangarState>,
    /// The carrier that is its home; `None` for a ship that is no wing.
    pub wing_of: Option<&'static WingOf>,
}

/// The state of a structure. Its position follows from its ring.
#[derive(QueryData)]
pub struct StructureParts {
    /// Number, class, faction, body, ring and slot.
    pub structure: &'static Structure,
    /// Progress and payments; `None` for a finished structure.
    pub growing: Option<&'static Growing>,
    /// Queue and rally; `None` without a yard.
    pub yard: Option<&'static Shipyard>,
    /// Present if its upkeep could not be paid.
    pub idle: Option<&'static Idle>,
    /// Armour, shield (points), aim and mounts; `None` before the first tick of a new structure.
    pub condition: Option<&'static Condition>,
}

/// The state of a torpedo.
#[derive(QueryData)]
pub struct TorpedoParts {
    /// Number, launcher, target, velocity and fuel.
    pub torpedo: &'static Torpedo,
    /// Position at the end of the tick.
    pub position: &'static Position,
}
