//! From a level to a world. Its counterpart is [`super::capture()`]: what is spawned and captured again is
//! the same level.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use typed_index_collections::TiSlice;

use crate::level::{self, BodyIndices, Level, Place, ShipClass, ShipState, StarSystem, Waypoint};
use crate::orbit::AU_KM;
use crate::rules::LevelRules;
use crate::sim::combat::damage::losses;
use crate::sim::combat::{Wreck, hangars, wrecks};
use crate::sim::ids::{BodyId, ClassId, FleetId, ShipId};
use crate::sim::motion::names::{FleetName, Missing, Names};
use crate::sim::motion::ring_orbit::RAMP_TICKS;
use crate::sim::motion::wells::resting_at;
use crate::sim::outcome::{history, victory};
use crate::sim::spatial::honeycomb::{pattern_radius_km, slot_offset};
use crate::sim::steering::system::SteeringChoice;
use crate::sim::task::dispatch::SPACING_RADII;
use crate::sim::task::follow::note_places;
use crate::sim::world::lifetime::begin_era;
use crate::sim::world::{
    Anchor, Armoury, Body, Circling, Condition, Course, Doctrine, Engagement, Factions, Fleet, Flight,
    Formation, Goal, Idle, LastTick, Leg, MemberOf, NextIds, Place as InFormation, Position, Repeats, Route,
    RouteWish, Ship, ShipClasses, Sides, SourceLevel, SpawnError, Station, Structure, UnderFire,
};
use crate::sim::{Calendar, Sky, economy, invasion, visibility};

/// Distance from a body at which a fleet starts that is just `near` it, in radii of the body.
const NEAR_RADII: f64 = 3.0;
/// Bearing between fleets that start near the same body, degrees: the golden angle keeps them apart.
const NEXT_BEARING_DEG: f64 = 137.507_764;

/// Puts the world of a level into `world`, in the place of any that was there.
///
/// `rules` are those that hold in it ([`crate::rules::Rules::for_level`]). `seed` decides what the level leaves
/// open; a save brings its own.
///
/// # Errors
/// Only for a level that would not pass [`crate::level::check`].
pub fn spawn(world: &mut World, level: &Level, rules: &LevelRules, seed: u64) -> Result<(), SpawnError> {
    clear(world);
    let system = StarSystem::build(level)?;
    let (tick, seed) = level.start.map_or((0, seed), |moment| (moment.tick, moment.seed));
    let calendar = Calendar { clock: system.clock, tick, seed };
    let sky = Sky::new(system, calendar.now_jd());
    let ids = level.start.map_or(NextIds::default(), |moment| NextIds {
        ship: moment.next_ship,
        fleet: moment.next_fleet,
        structure: moment.next_structure,
    });
    for (index, body) in sky.system.bodies.iter_enumerated() {
        world.spawn((Body(index), Name::new(body.name.clone())));
    }
    world.insert_resource(SourceLevel(level.clone()));
    world.insert_resource(SteeringChoice(rules.steering));
    world.insert_resource(ShipClasses(rules.ship_classes.clone().into()));
    world.insert_resource(Factions(level.factions.iter().map(without_treasury).collect()));
    world.insert_resource(calendar);
    world.insert_resource(Armoury::new(rules));
    world.insert_resource(Sides::of(&level.factions));
    let chance = ChaCha8Rng::seed_from_u64(seed);
    let classes = TiSlice::from_ref(&rules.ship_classes);
    let armoury = world.resource::<Armoury>().clone();
    let mut spawner = Spawner {
        level,
        classes,
        armoury,
        sky: &sky,
        bodies: sky.system.indices(),
        fleets: (0..)
            .zip(&level.fleets)
            .map(|(index, fleet)| (fleet.name.as_str(), fleet_id(index, fleet)))
            .collect(),
        chance,
        ids,
        near: Vec::new(),
    };
    for (index, fleet) in (0..).zip(&level.fleets) {
        spawner.fleet(world, index, fleet)?;
    }
    let ids = spawner.ids;
    world.insert_resource(ids);
    world.insert_resource(sky);
    economy::levels::settle_in(world, level, rules)?;
    crate::sim::combat::torpedoes::levels::settle_in(world, level)?;
    invasion::levels::settle_in(world, level)?;
    victory::settle_in(world, level)?;
    history::settle_in(world, level);
    visibility::levels::settle_in(world, level)?;
    wrecks::settle_in(world, level)?;
    losses::settle_in(world, level);
    note_places(world);
    Ok(())
}

/// Removes the present world with all its entities, resets its resources, and begins the next
/// [`Era`](crate::sim::Era). Without a world there are no ticks.
pub fn clear(world: &mut World) {
    type Flying = With<crate::sim::combat::torpedoes::Torpedo>;
    type Things = Or<(With<Body>, With<Ship>, With<Fleet>, With<Structure>, With<Wreck>, Flying)>;
    let mut things = world.query_filtered::<Entity, Things>();
    let things: Vec<Entity> = things.iter(world).collect();
    for thing in things {
        world.despawn(thing);
    }
    world.remove_resource::<Sky>();
    world.remove_resource::<SourceLevel>();
    begin_era(world);
}

fn formation(formation: &level::Formation) -> Formation {
    let level::Formation { shape, conduct, facing, formed } = *formation;
    Formation { shape, conduct, facing: facing.map(vector), formed }
}

/// The number of the fleet at this place in a level's list.
fn fleet_id(index: u32, fleet: &level::Fleet) -> FleetId {
    FleetId(fleet.id.unwrap_or(index))
}

/// A faction as it stays while the world lives: what it has is in its ledger.
fn without_treasury(faction: &level::Faction) -> level::Faction {
    level::Faction { treasury: None, ..faction.clone() }
}

struct Spawner<'a> {
    level: &'a Level,
    classes: &'a TiSlice<ClassId, ShipClass>,
    armoury: Armoury,
    sky: &'a Sky,
    bodies: BodyIndices,
    /// The level's fleets by their names.
    fleets: BTreeMap<&'a str, FleetId>,
    chance: ChaCha8Rng,
    ids: NextIds,
    /// How many fleets already start near a body, and at which bearing the first does.
    near: Vec<(BodyId, f64, u32)>,
}

impl Spawner<'_> {
    fn fleet(&mut self, world: &mut World, index: u32, fleet: &level::Fleet) -> Result<(), SpawnError> {
        let unknown =
            |what, name: &str| SpawnError::Unknown { fleet: fleet.name.clone(), what, name: name.to_owned() };
        let faction =
            self.level.faction_id(&fleet.faction).ok_or_else(|| unknown("faction", &fleet.faction))?;
        let id = fleet_id(index, fleet);
        self.ids.fleet = self.ids.fleet.max(id.0.saturating_add(1));
        let classes: Vec<(ClassId, &level::Ship)> = fleet
            .ships
            .iter()
            .map(|ship| {
                let class = self.classes.position(|class| class.name == ship.class);
                class.map(|class| (class, ship)).ok_or_else(|| unknown("ship class", &ship.class))
            })
            .collect::<Result<_, _>>()?;
        let largest = classes.iter().map(|(class, _)| self.classes[*class].bound_km()).fold(0.0, f64::max);
        let spacing_km = SPACING_RADII * largest;
        let count = fleet.ships.iter().map(|ship| ship.count).fold(0, u32::saturating_add);
        let place =
            fleet.at.as_ref().map(|place| self.station(place, fleet, count, spacing_km)).transpose()?;
        let route = Route(
            fleet
                .route
                .iter()
                .map(|waypoint| self.leg(waypoint, fleet, spacing_km))
                .collect::<Result<_, _>>()?,
        );
        let course = Course {
            bends: fleet
                .course
                .iter()
                .flatten()
                .map(|bend| self.kept_place(bend, fleet))
                .collect::<Result<_, _>>()?,
            is_planned: fleet.course.is_some() && !fleet.plans_anew,
        };
        let name = fleet.name.clone();
        let entity = world
            .spawn((
                Fleet { id, name, faction },
                route,
                formation(&fleet.formation),
                RouteWish(fleet.wish),
                Repeats(fleet.repeats),
                Doctrine(fleet.doctrine),
                course,
            ))
            .id();
        if let Some(state) = &fleet.engagement {
            world.entity_mut(entity).insert(Engagement::resumed(state));
        }
        if let Some(state) = &fleet.under_fire {
            world.entity_mut(entity).insert(UnderFire::resumed(state));
        }
        let mut slot = 0;
        for (class, entry) in classes {
            for _ in 0..entry.count {
                let bundle = match (&entry.state, place) {
                    (Some(state), _) => self.saved_ship(class, state, fleet)?,
                    (None, Some(station)) => self
                        .new_ship(class, station, slot, spacing_km)
                        .ok_or_else(|| SpawnError::NoNumber(fleet.name.clone()))?,
                    (None, None) => return Err(SpawnError::NoPlace(fleet.name.clone())),
                };
                let is_idle = entry.state.as_ref().is_some_and(|state| state.idle);
                let mut ship = world.spawn((bundle, MemberOf(entity)));
                if let Some(condition) = self.condition(class, entry.state.as_deref()) {
                    ship.insert(condition);
                }
                hangars::settle_in(&mut ship, self.armoury.ships.get(class), entry.state.as_deref());
                if is_idle {
                    ship.insert(Idle);
                }
                slot += 1;
            }
        }
        Ok(())
    }

    /// A ship in a place of the pattern about a middle; `None` once no ship can have a number.
    fn new_ship(
        &mut self,
        class: ClassId,
        center: Station,
        slot: u32,
        spacing_km: f64,
    ) -> Option<ShipBundle> {
        let id = self.ids.take_ship()?;
        let station = Station { offset: center.offset + slot_offset(slot, spacing_km), ..center };
        let position = self.sky.origin_now(center.anchor) + station.offset;
        // Ships start with their backs to the star.
        let heading = DVec3::new(position.x, position.y, 0.0).normalize_or(DVec3::X);
        let flight = Flight { heading, ..default() };
        let place = InFormation(slot_offset(slot, spacing_km));
        let ship = Ship::new(id, class, &self.classes[class]);
        Some((ship, Position(position), LastTick::new(position), flight, station, Circling::default(), place))
    }

    fn saved_ship(
        &mut self,
        class: ClassId,
        state: &ShipState,
        fleet: &level::Fleet,
    ) -> Result<ShipBundle, SpawnError> {
        self.ids.ship = self.ids.ship.max(state.id.saturating_add(1));
        let position = vector(state.position_km);
        let flight = Flight {
            own_velocity: vector(state.own_velocity_km_s),
            heading: vector(state.heading),
            impatience: state.impatience,
            holding: state.holding,
            blocked_ticks: state.blocked_ticks,
            arrived: state.arrived,
            nearest_km: state.nearest_km,
        };
        let station = self.kept_place(&state.station, fleet)?;
        let carried_ticks = state.carried_ticks.min(RAMP_TICKS);
        let place = InFormation(vector(state.place_km));
        Ok((
            Ship::new(ShipId(state.id), class, &self.classes[class]),
            Position(position),
            LastTick::new(position),
            flight,
            station,
            Circling { ring: state.ring, carried_ticks },
            place,
        ))
    }

    /// What fights have left of a ship; of a new one nothing is said.
    fn condition(&self, class: ClassId, state: Option<&ShipState>) -> Option<Condition> {
        let said = state?.condition.as_ref()?;
        Some(Condition::resumed(
            self.armoury.ships.get(class)?,
            said,
            TiSlice::from_ref(&self.level.factions),
        ))
    }

    fn leg(&self, waypoint: &Waypoint, fleet: &level::Fleet, spacing_km: f64) -> Result<Leg, SpawnError> {
        let goal = self.named(fleet, |names| names.goal(&waypoint.to))?;
        let berth = waypoint.berth.as_ref().map(|berth| self.kept_place(berth, fleet)).transpose()?;
        let (goal, berth) = match (goal, waypoint.ring) {
            // In an older save a leg into a ring that has begun is one to the place beside it.
            (Goal::Place(Station { anchor: Anchor::Body(body), offset }), Some(ring)) => {
                (Goal::Ring { body, ring }, Some(Station { anchor: Anchor::Body(body), offset }))
            }
            (goal, _) => (goal, berth),
        };
        let spacing_km = waypoint.spacing_km.unwrap_or(spacing_km);
        let Waypoint { beside_km, until_jd, attack, .. } = *waypoint;
        let beside = vector(beside_km);
        Ok(Leg { beside, berth, until_jd, engage: attack, ..Leg::new(goal, spacing_km) })
    }

    /// Something that a fleet of the level names, by number.
    fn named<T>(
        &self,
        fleet: &level::Fleet,
        read: impl FnOnce(&Names<'_>) -> Result<T, Missing>,
    ) -> Result<T, SpawnError> {
        let body = |name: &str| self.bodies.find(name);
        let led = |name: FleetName<'_>| match name {
            FleetName::Name(name) => self.fleets.get(name).copied(),
            // It may be gone.
            FleetName::Number(id) => Some(id),
            FleetName::OfShip(_) => None,
        };
        let names = Names { sky: self.sky, body: &body, classes: self.classes, fleet: &led };
        read(&names).map_err(|missing| {
            let (what, name) = match missing {
                Missing::Body(name) => ("body", name),
                Missing::Class(name) => ("ship class", name),
                Missing::Fleet(name) => ("fleet", name),
                Missing::Ship(id) => ("ship", id.0.to_string()),
                Missing::Wait(fault) => ("date", fault.to_string()),
            };
            SpawnError::Unknown { fleet: fleet.name.clone(), what, name }
        })
    }

    fn kept_place(&self, station: &level::Station, fleet: &level::Fleet) -> Result<Station, SpawnError> {
        self.named(fleet, |names| names.station(station))
    }

    /// The middle of a new fleet.
    fn station(
        &mut self,
        place: &Place,
        fleet: &level::Fleet,
        count: u32,
        spacing_km: f64,
    ) -> Result<Station, SpawnError> {
        let (body, radii, bearing_deg) = match place {
            Place::Au(x, y, z) => return Ok(resting_at(self.sky, DVec3::new(*x, *y, *z) * AU_KM)),
            Place::Km(x, y, z) => return Ok(resting_at(self.sky, DVec3::new(*x, *y, *z))),
            Place::Near(name) => {
                let body = self.body(name, fleet)?;
                (body, NEAR_RADII, self.next_bearing_deg(body))
            }
            Place::Beside(beside) => (self.body(&beside.body, fleet)?, beside.radii, beside.bearing_deg),
        };
        let radius_km = self.sky.system.bodies[body].displayed_radius_km;
        let room = radius_km + pattern_radius_km(count, spacing_km) + spacing_km;
        let bearing = bearing_deg.to_radians();
        let side = DVec3::new(libm::cos(bearing), libm::sin(bearing), 0.0);
        Ok(Station { anchor: Anchor::Body(body), offset: side * (radii * radius_km).max(room) })
    }

    fn next_bearing_deg(&mut self, body: BodyId) -> f64 {
        if let Some((_, first, count)) = self.near.iter_mut().find(|(known, ..)| *known == body) {
            *count += 1;
            return *first + NEXT_BEARING_DEG * f64::from(*count);
        }
        let first = self.chance.random_range(0.0..360.0);
        self.near.push((body, first, 0));
        first
    }

    fn body(&self, name: &str, fleet: &level::Fleet) -> Result<BodyId, SpawnError> {
        self.named(fleet, |names| names.body(name))
    }
}

type ShipBundle = (Ship, Position, LastTick, Flight, Station, Circling, InFormation);

fn vector((x, y, z): (f64, f64, f64)) -> DVec3 {
    DVec3::new(x, y, z)
}
