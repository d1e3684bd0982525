//! The state of a world in a save, in the types of the world itself.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use crate::level;
use crate::level::ranges::{BESIDE_KM, PLACE_KM};
use crate::level::{Wish, is_usual};
use crate::sim::combat::{HangarState, Losses, Toll, Torpedo, WingOf, Wreck};
use crate::sim::economy::levels::{Founded, insert_some};
use crate::sim::outcome::history::Past;
use crate::sim::outcome::{Contests, History, Verdict, victory};
use crate::sim::visibility::{Knowledge, Memory};
use crate::sim::{
    Armoury, BodyId, Calendar, Circling, ClassId, Condition, Course, Doctrine, Engagement, FactionId, Fleet,
    FleetId, Flight, Formation, Ground, Grounds, Growing, Holding, Holdings, Idle, LastTick, Ledger, Ledgers,
    Leg, MemberOf, NextIds, Place, Position, Repeats, Route, RouteWish, Ship, ShipClasses, ShipId, Shipyard,
    Sides, Station, Structure, StructureClasses, UnderFire, visibility,
};

/// The state of a world, beside the level and the rules that it was made from.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldState {
    /// Ticks since the level's epoch.
    pub tick: u64,
    /// The seed of the world's chances.
    pub seed: u64,
    /// The next numbers of ships, fleets and structures.
    pub next_ids: NextIds,
    /// The bodies as properties, in the order of the sky.
    pub holdings: TiVec<BodyId, Holding>,
    /// The grounds of bodies, in the same order.
    pub grounds: TiVec<BodyId, Ground>,
    /// The ledgers of the factions, in the order of the level.
    pub ledgers: TiVec<FactionId, Ledger>,
    /// Losses and kills of factions.
    pub losses: TiVec<FactionId, Toll>,
    /// Sight and memory of factions.
    pub knowledge: TiVec<FactionId, Memory>,
    /// Progress of the conditions of victory.
    pub contests: Contests,
    /// The decision of the game.
    pub verdict: Verdict,
    /// History for the result.
    pub history: Past,
    /// The fleets, by number.
    pub fleets: Vec<FleetState>,
    /// The ships, by number.
    pub ships: Vec<ShipState>,
    /// The structures, by number.
    pub structures: Vec<StructureState>,
    /// The torpedoes under way, by number.
    pub torpedoes: Vec<TorpedoState>,
    /// The pieces of wrecks, by number.
    pub wrecks: Vec<Wreck>,
}

/// A fleet.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetState {
    /// Number, name and faction.
    pub fleet: Fleet,
    /// Route.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<Leg>,
    /// The planned way of the first leg.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub course: Course,
    /// Formation.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub formation: Formation,
    /// Route preference.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub wish: Wish,
    /// Whether it flies its route in a loop.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub repeats: bool,
    /// Doctrine.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub doctrine: level::Doctrine,
    /// Present fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engagement: Option<Engagement>,
    /// State under fire without a fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under_fire: Option<UnderFire>,
}

ranges!(FleetState { route, course, doctrine, engagement, under_fire });

/// A ship, without the properties that follow from its class.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipState {
    /// Number.
    pub id: ShipId,
    /// Class.
    pub class: ClassId,
    /// Fleet.
    pub fleet: FleetId,
    /// Position, heliocentric, km.
    pub position: DVec3,
    /// State of flight.
    pub flight: Flight,
    /// The place that it holds without an order.
    pub station: Station,
    /// State of its ring motion.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub circling: Circling,
    /// Place in the formation, from the middle of the fleet, km.
    pub place: DVec3,
    /// Whether it could not be paid for.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub idle: bool,
    /// Combat state; absent: new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// Hangar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hangar: Option<HangarState>,
    /// The carrier that is its home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wing_of: Option<WingOf>,
}

ranges!(ShipState { position: PLACE_KM, flight, station, place: BESIDE_KM, condition });

/// A structure.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StructureState {
    /// The structure and its place.
    pub structure: Structure,
    /// Growth; absent: finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growing: Option<Growing>,
    /// Yard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yard: Option<Shipyard>,
    /// Whether it could not be paid for.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub idle: bool,
    /// Combat state; absent: new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

ranges!(StructureState { condition });

/// A torpedo under way.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TorpedoState {
    /// The torpedo.
    pub torpedo: Torpedo,
    /// Position, heliocentric, km.
    pub position: DVec3,
}

// Limit on the flight of a torpedo: with all its fuel at the speed of light, in the fastest calendar.
ranges!(TorpedoState { torpedo, position: -1.0e18..=1.0e18 });

impl WorldState {
    /// The state of a world; `None` without a world.
    pub fn of(world: &mut World) -> Option<Self> {
        let calendar = *world.get_resource::<Calendar>()?;
        let (fleets, ships, structures) = (fleets(world), ships(world), structures(world));
        let (torpedoes, wrecks) = (torpedoes(world), wrecks(world));
        Some(Self {
            tick: calendar.tick,
            seed: calendar.seed,
            next_ids: *world.get_resource()?,
            holdings: world.get_resource::<Holdings>()?.0.clone(),
            grounds: world.get_resource::<Grounds>()?.0.clone(),
            ledgers: world.get_resource::<Ledgers>()?.0.clone(),
            losses: world.get_resource::<Losses>()?.0.clone(),
            knowledge: world.get_resource::<Knowledge>()?.memories().clone(),
            contests: world.get_resource::<Contests>()?.clone(),
            verdict: world.get_resource::<Verdict>()?.clone(),
            history: Past::clone(world.get_resource::<History>()?),
            fleets,
            ships,
            structures,
            torpedoes,
            wrecks,
        })
    }

    /// Resumes a world that has its sky, calendar, factions, classes and rings already. Values beyond the present
    /// limits of their classes are clamped.
    pub fn enter(self, world: &mut World) {
        world.insert_resource(self.next_ids);
        world.insert_resource(Holdings(self.holdings));
        world.insert_resource(Grounds(self.grounds));
        world.insert_resource(Ledgers(self.ledgers.into_iter().map(Ledger::resumed).collect()));
        world.insert_resource(Losses(self.losses));
        let past = self.history.within(world.resource::<Armoury>());
        world.insert_resource(History::from(past));
        victory::resume(world, self.contests, self.verdict);
        let mut fleets = BTreeMap::new();
        for fleet in self.fleets {
            fleets.insert(fleet.fleet.id, fleet.enter(world));
        }
        for ship in self.ships {
            // A checked state has the fleet of every ship.
            if let Some(fleet) = fleets.get(&ship.fleet) {
                ship.enter(world, *fleet);
            }
        }
        self.structures.into_iter().for_each(|structure| structure.enter(world));
        for TorpedoState { torpedo, position } in self.torpedoes {
            let torpedo = torpedo.resumed(world.resource::<Sides>());
            world.spawn((torpedo, Position(position)));
        }
        world.spawn_batch(self.wrecks);
        visibility::go_on(world, self.knowledge);
    }
}

impl FleetState {
    fn enter(self, world: &mut World) -> Entity {
        let mut entity = world.spawn((
            self.fleet,
            Route(self.route.into()),
            self.course,
            self.formation,
            RouteWish(self.wish),
            Repeats(self.repeats),
            Doctrine(self.doctrine),
        ));
        insert_some(&mut entity, self.engagement);
        insert_some(&mut entity, self.under_fire);
        entity.id()
    }
}

impl ShipState {
    fn enter(self, world: &mut World, fleet: Entity) {
        let armed = world.resource::<Armoury>().ships.get(self.class).cloned();
        // Names of classes are resolved to existing classes.
        let Some(rules) = world.resource::<ShipClasses>().0.get(self.class) else { return };
        let ship = Ship::new(self.id, self.class, rules);
        let position = self.position;
        let parts = (Position(position), LastTick::new(position), self.flight, self.station, self.circling);
        let mut entity = world.spawn((ship, parts, Place(self.place), MemberOf(fleet)));
        let condition = self.condition.zip(armed.as_ref()).map(|(condition, armed)| condition.within(armed));
        insert_some(&mut entity, condition);
        let numbers = armed.as_ref().and_then(|armed| armed.hangar);
        insert_some(&mut entity, self.hangar.zip(numbers).map(|(hangar, numbers)| hangar.within(&numbers)));
        insert_some(&mut entity, self.wing_of);
        insert_some(&mut entity, self.idle.then_some(Idle));
    }
}

impl StructureState {
    fn enter(self, world: &mut World) {
        let Some(rules) = world.resource::<StructureClasses>().0.get(self.structure.class) else { return };
        let structure = Structure { slots: rules.slots, radius_km: rules.radius_km, ..self.structure };
        let yard = self.yard.filter(|_| rules.is_yard());
        let armed = world.resource::<Armoury>().structures.get(structure.class);
        let condition = self.condition.zip(armed).map(|(condition, armed)| condition.within(armed));
        Founded { structure, growing: self.growing, yard, condition, is_idle: self.idle }.spawn(world);
    }
}

type FleetParts = (
    &'static Fleet,
    &'static Route,
    &'static Course,
    (&'static Formation, &'static RouteWish, &'static Repeats, &'static Doctrine),
    (Option<&'static Engagement>, Option<&'static UnderFire>),
);

fn fleets(world: &mut World) -> Vec<FleetState> {
    let mut query = world.query::<FleetParts>();
    let states = query.iter(world).map(|(fleet, route, course, choices, (engagement, under_fire))| {
        let (formation, wish, repeats, doctrine) = choices;
        FleetState {
            fleet: fleet.clone(),
            route: route.0.iter().copied().collect(),
            course: course.clone(),
            formation: *formation,
            wish: wish.0,
            repeats: repeats.0,
            doctrine: doctrine.0,
            engagement: engagement.copied(),
            under_fire: under_fire.copied(),
        }
    });
    let mut fleets: Vec<FleetState> = states.collect();
    fleets.sort_unstable_by_key(|state| state.fleet.id);
    fleets
}

type Flying = (&'static Position, &'static Flight, &'static Station, &'static Circling, &'static Place);
type Fought = (Option<&'static Condition>, Option<&'static HangarState>, Option<&'static WingOf>);

/// The ships of all fleets.
fn ships(world: &mut World) -> Vec<ShipState> {
    let fleets = world.query::<&Fleet>();
    let mut query = world.query::<(&Ship, &MemberOf, Flying, Has<Idle>, Fought)>();
    let parts = query.iter(world).filter_map(|(ship, member, flying, idle, (condition, hangar, wing_of))| {
        let (position, flight, station, circling, place) = flying;
        Some(ShipState {
            id: ship.id,
            class: ship.class,
            fleet: fleets.get_manual(world, member.0).ok()?.id,
            position: position.0,
            flight: *flight,
            station: *station,
            circling: *circling,
            place: place.0,
            idle,
            condition: condition.copied(),
            hangar: hangar.copied(),
            wing_of: wing_of.copied(),
        })
    });
    let mut ships: Vec<ShipState> = parts.collect();
    ships.sort_unstable_by_key(|state| state.id);
    ships
}

fn structures(world: &mut World) -> Vec<StructureState> {
    type Parts = (Option<&'static Growing>, Option<&'static Shipyard>, Option<&'static Condition>);
    let mut query = world.query::<(&Structure, Parts, Has<Idle>)>();
    let states = query.iter(world).map(|(structure, (growing, yard, condition), idle)| StructureState {
        structure: structure.clone(),
        growing: growing.cloned(),
        yard: yard.cloned(),
        idle,
        condition: condition.copied(),
    });
    let mut structures: Vec<StructureState> = states.collect();
    structures.sort_unstable_by_key(|state| state.structure.id);
    structures
}

fn torpedoes(world: &mut World) -> Vec<TorpedoState> {
    let mut query = world.query::<(&Torpedo, &Position)>();
    let states = query
        .iter(world)
        .map(|(torpedo, position)| TorpedoState { torpedo: torpedo.clone(), position: position.0 });
    let mut torpedoes: Vec<TorpedoState> = states.collect();
    torpedoes.sort_unstable_by_key(|state| state.torpedo.id);
    torpedoes
}

fn wrecks(world: &mut World) -> Vec<Wreck> {
    let mut wrecks: Vec<Wreck> = world.query::<&Wreck>().iter(world).copied().collect();
    wrecks.sort_unstable_by_key(|wreck| wreck.id);
    wrecks
}
