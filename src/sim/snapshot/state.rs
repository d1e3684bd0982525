//! The state of a world in a save, in the types of the world itself.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use super::parts::{FleetPartsItem, ShipPartsItem, StructurePartsItem, TorpedoPartsItem, WorldParts};
use crate::level::is_usual;
use crate::level::ranges::{BESIDE_KM, PLACE_KM};
use crate::orbit::CATALOGUE_EDITION;
use crate::sim::combat::{HangarState, Losses, Toll, Torpedo, WingOf, Wreck};
use crate::sim::economy::levels::{StructureState, insert_some};
use crate::sim::outcome::history::Past;
use crate::sim::outcome::{Contests, History, Verdict, victory};
use crate::sim::visibility::Memory;
use crate::sim::{
    AnchoredPlace, ArmsTable, BodyId, ClassId, Condition, Course, Doctrine, Engagement, FactionId, Fleet,
    FleetId, Flight, Formation, FormationOffset, Ground, Grounds, Holding, Holdings, Idle, LastTick, Ledger,
    Ledgers, MemberOf, Minds, NextIds, Position, Repeats, RingMotion, Route, RouteWish, Seat, Seats, Ship,
    ShipClasses, ShipId, Sides, SourceLevel, Structure, StructureClasses, UnderFire, by_number, visibility,
};

/// The state of a world, beside the level and the rules that it was made from.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldState {
    /// Ticks since the level's epoch.
    pub tick: u64,
    /// The seed of the world's chances.
    pub seed: u64,
    /// The edition of the catalogue of bodies that the places were made with, [`CATALOGUE_EDITION`]; absent: the one
    /// before the first number.
    #[serde(default)]
    pub catalogue_edition: u32,
    /// The next numbers of ships, fleets and structures.
    pub next_ids: NextIds,
    /// The seats of the factions; absent: as the level has them.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub seats: Seats,
    /// The memories of minds; absent: none has played yet.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub minds: Minds,
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
    #[serde(default, skip_serializing_if = "is_usual")]
    pub route: Route,
    /// The planned way of the first leg.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub course: Course,
    /// Formation.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub formation: Formation,
    /// Route preference.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub wish: RouteWish,
    /// Whether it flies its route in a loop.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub repeats: Repeats,
    /// Doctrine.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub doctrine: Doctrine,
    /// Present fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engagement: Option<Engagement>,
    /// State under fire without a fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under_fire: Option<UnderFire>,
}

ranges!(FleetState { route.0, course, doctrine.0, engagement, under_fire });

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
    /// Position.
    pub position: Position,
    /// State of flight.
    pub flight: Flight,
    /// The place that it holds without an order.
    #[serde(alias = "station")]
    pub anchored_place: AnchoredPlace,
    /// State of its ring motion.
    #[serde(alias = "circling", default, skip_serializing_if = "is_usual")]
    pub ring_motion: RingMotion,
    /// Place in the formation.
    #[serde(alias = "place")]
    pub formation_offset: FormationOffset,
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

ranges!(ShipState { position.0: PLACE_KM, flight, anchored_place, formation_offset.0: BESIDE_KM, condition });

/// A torpedo under way.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TorpedoState {
    /// The torpedo.
    pub torpedo: Torpedo,
    /// Position.
    pub position: Position,
}

// The farthest that a torpedo may have flown: as fast as light, in the fastest calendar, all its fuel.
ranges!(TorpedoState { torpedo, position.0: -1.0e18..=1.0e18 });

impl WorldState {
    /// The state of a world; `None` without a world.
    pub fn of(world: &mut World) -> Option<Self> {
        let level = &world.get_resource::<SourceLevel>()?.0;
        let has_minds = level.factions.iter().any(|faction| faction.mind.is_some());
        let mut access = SystemState::<WorldParts>::new(world);
        let WorldParts {
            calendar,
            next_ids,
            // The level has them.
            factions: _,
            seats,
            minds,
            holdings,
            grounds,
            ledgers,
            losses,
            knowledge,
            contests,
            verdict,
            history,
            fleets,
            ships,
            fleets_of_ships,
            structures,
            torpedoes,
            wrecks,
        } = access.get(world).ok()?;
        let fleet_of = |member: &MemberOf| fleets_of_ships.get(member.0).ok().map(|fleet| fleet.id);
        let ships = ships.iter().filter_map(|ship| Some(ShipState::of(fleet_of(ship.member)?, ship)));
        Some(Self {
            tick: calendar.tick,
            seed: calendar.seed,
            catalogue_edition: CATALOGUE_EDITION,
            next_ids: *next_ids,
            // Persons may sit where the level has minds.
            seats: if has_minds || seats.0.iter().any(|seat| *seat != Seat::default()) {
                Seats::clone(&seats)
            } else {
                Seats::default()
            },
            minds: Minds::clone(&minds),
            holdings: holdings.0.clone(),
            grounds: grounds.0.clone(),
            ledgers: ledgers.0.clone(),
            losses: losses.0.clone(),
            knowledge: knowledge.memories().clone(),
            contests: Contests::clone(&contests),
            verdict: Verdict::clone(&verdict),
            history: Past::clone(&history),
            fleets: by_number(fleets.iter().map(FleetState::of), |state| state.fleet.id),
            ships: by_number(ships, |state| state.id),
            structures: by_number(structures.iter().map(structure_of), |state| state.structure.id),
            torpedoes: by_number(torpedoes.iter().map(TorpedoState::of), |state| state.torpedo.id),
            wrecks: by_number(wrecks.iter().copied(), |wreck| wreck.id),
        })
    }

    /// Resumes a world that has its sky, calendar, factions, classes and rings already. Values beyond the present
    /// limits of their classes are clamped.
    pub fn enter(self, world: &mut World) {
        world.insert_resource(self.next_ids);
        if !self.seats.0.is_empty() {
            world.insert_resource(self.seats);
        }
        world.insert_resource(self.minds);
        world.insert_resource(Holdings(self.holdings));
        world.insert_resource(Grounds(self.grounds));
        world.insert_resource(Ledgers(self.ledgers.into_iter().map(Ledger::resumed).collect()));
        world.insert_resource(Losses(self.losses));
        let past = self.history.within(world.resource::<ArmsTable>());
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
        self.structures.into_iter().for_each(|structure| enter_structure(structure, world));
        for TorpedoState { torpedo, position } in self.torpedoes {
            let torpedo = torpedo.resumed(world.resource::<Sides>());
            world.spawn((torpedo, position));
        }
        world.spawn_batch(self.wrecks);
        visibility::restore(world, self.knowledge);
    }
}

impl FleetState {
    fn of(parts: FleetPartsItem) -> Self {
        let FleetPartsItem {
            fleet,
            route,
            course,
            formation,
            wish,
            repeats,
            doctrine,
            engagement,
            under_fire,
        } = parts;
        Self {
            fleet: fleet.clone(),
            route: route.clone(),
            course: course.clone(),
            formation: *formation,
            wish: *wish,
            repeats: *repeats,
            doctrine: *doctrine,
            engagement: engagement.copied(),
            under_fire: under_fire.copied(),
        }
    }

    fn enter(self, world: &mut World) -> Entity {
        let Self { fleet, route, course, formation, wish, repeats, doctrine, engagement, under_fire } = self;
        let mut entity = world.spawn((fleet, route, course, formation, wish, repeats, doctrine));
        insert_some(&mut entity, engagement);
        insert_some(&mut entity, under_fire);
        entity.id()
    }
}

impl ShipState {
    fn of(fleet: FleetId, parts: ShipPartsItem) -> Self {
        let ShipPartsItem {
            ship,
            member: _,
            position,
            flight,
            anchored_place,
            ring_motion,
            formation_offset,
            idle,
            condition,
            hangar,
            wing_of,
        } = parts;
        Self {
            id: ship.id,
            class: ship.class,
            fleet,
            position: *position,
            flight: *flight,
            anchored_place: *anchored_place,
            ring_motion: *ring_motion,
            formation_offset: *formation_offset,
            idle: idle.is_some(),
            condition: condition.copied(),
            hangar: hangar.copied(),
            wing_of: wing_of.copied(),
        }
    }

    fn enter(self, world: &mut World, fleet: Entity) {
        let Self {
            id, class, fleet: _, position, flight, anchored_place, ring_motion, formation_offset, ..
        } = self;
        let armed = world.resource::<ArmsTable>().ships.get(class).cloned();
        // Names of classes are resolved to existing classes.
        let Some(rules) = world.resource::<ShipClasses>().0.get(class) else { return };
        let ship = Ship::new(id, class, rules);
        let last = LastTick::new(position.0);
        let parts =
            (ship, position, last, flight, anchored_place, ring_motion, formation_offset, MemberOf(fleet));
        let mut entity = world.spawn(parts);
        let condition = self.condition.zip(armed.as_ref()).map(|(condition, armed)| condition.within(armed));
        insert_some(&mut entity, condition);
        let numbers = armed.as_ref().and_then(|armed| armed.hangar);
        insert_some(&mut entity, self.hangar.zip(numbers).map(|(hangar, numbers)| hangar.within(&numbers)));
        insert_some(&mut entity, self.wing_of);
        insert_some(&mut entity, self.idle.then_some(Idle));
    }
}

fn structure_of(parts: StructurePartsItem) -> StructureState {
    let StructurePartsItem { structure, growing, yard, idle, condition } = parts;
    StructureState {
        structure: structure.clone(),
        growing: growing.cloned(),
        yard: yard.cloned(),
        idle: idle.is_some(),
        condition: condition.copied(),
    }
}

fn enter_structure(state: StructureState, world: &mut World) {
    let Some(rules) = world.resource::<StructureClasses>().0.get(state.structure.class) else { return };
    let structure = Structure { slots: rules.slots, radius_km: rules.radius_km, ..state.structure };
    let yard = state.yard.filter(|_| rules.is_yard());
    let armed = world.resource::<ArmsTable>().structures.get(structure.class);
    let condition = state.condition.zip(armed).map(|(condition, armed)| condition.within(armed));
    StructureState { structure, yard, condition, ..state }.spawn(world);
}

impl TorpedoState {
    fn of(TorpedoPartsItem { torpedo, position }: TorpedoPartsItem) -> Self {
        Self { torpedo: torpedo.clone(), position: *position }
    }
}
