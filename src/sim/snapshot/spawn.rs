//! From a level to a world, or from a save. Its counterpart is [`super::capture()`]: a world spawned from a save
//! and captured at once gives the same save.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use typed_index_collections::TiSlice;

use super::check::CheckContext;
use super::read::read;
use crate::level;
use crate::level::{BodyIndices, Level, Posted, ShipClass, StarSystem, StartPlace, Waypoint};
use crate::orbit::AU_KM;
use crate::rules::Rules;
use crate::sim::combat::{Losses, Toll, Wreck};
use crate::sim::economy::levels::lay_rings;
use crate::sim::motion::{Missing, NameLookup, resting_at};
use crate::sim::outcome::victory;
use crate::sim::spatial::honeycomb::{pattern_radius_km, slot_offset};
use crate::sim::steering::system::SteeringChoice;
use crate::sim::task::SPACING_RADII;
use crate::sim::task::follow::note_places;
use crate::sim::world::lifetime::begin_era;
use crate::sim::{
    Anchor, AnchoredPlace, ArmsTable, Body, BodyId, Calendar, ClassId, Doctrine, Factions, Fleet, FleetId,
    Flight, Formation, FormationOffset, LastTick, Leg, MemberOf, MindCatalog, Minds, NextIds, Position,
    Repeats, Route, RouteWish, Seats, Ship, ShipClasses, Sides, Sky, SourceLevel, SpawnError, Structure,
    Verdict, economy, invasion, visibility,
};

/// Distance from a body at which a fleet starts that is just `near` it, in radii of the body.
const NEAR_RADII: f64 = 3.0;
/// Bearing between fleets that start near the same body, degrees: the golden angle keeps them apart.
const NEXT_BEARING_DEG: f64 = 137.507_764;

/// Puts the world of a level into `world`, and removes any previous one.
///
/// `rules` are the level's rules ([`crate::rules::Rules::for_level`]). `seed` decides random choices of the level;
/// a save has its own.
///
/// # Errors
/// For a level that fails [`crate::level::check`], and for a saved state that contradicts its level. The world is
/// then unchanged.
pub fn spawn(world: &mut World, level: &Level, rules: &Rules, seed: u64) -> Result<(), SpawnError> {
    let system = StarSystem::build(level)?;
    let frame = CheckContext { level, system: &system, rules };
    let state = level.state.as_ref().map(|state| read(state, &frame)).transpose()?;
    clear(world);
    let (tick, seed) = state.as_ref().map_or((0, seed), |state| (state.tick, state.seed));
    let calendar = Calendar { clock: system.clock, tick, seed };
    let sky = Sky::new(system, calendar.now_jd());
    for (index, body) in sky.system.bodies.iter_enumerated() {
        world.spawn((Body(index), Name::new(body.name.clone())));
    }
    world.insert_resource(SourceLevel(Level { state: None, ..level.clone() }));
    world.insert_resource(SteeringChoice(rules.steering));
    world.insert_resource(ShipClasses(rules.ship_classes.clone().into()));
    world.insert_resource(Factions(level.factions.iter().map(without_treasury).collect()));
    world.insert_resource(calendar);
    world.insert_resource(ArmsTable::new(rules));
    world.insert_resource(Sides::of(&level.factions));
    world.insert_resource(Seats::of(&level.factions));
    world.insert_resource(Minds::default());
    world.insert_resource(MindCatalog(rules.minds.clone()));
    world.insert_resource(NextIds::default());
    world.insert_resource(sky);
    lay_rings(world, rules);
    match state {
        Some(state) => state.enter(world),
        None => begin(world, level, rules, seed)?,
    }
    Ok(())
}

/// Checks the saved state of a level, if it has one. `rules` are the level's rules.
///
/// # Errors
/// All faults, each with its place in the file.
pub fn check_state(level: &Level, rules: &Rules) -> Result<(), SpawnError> {
    saved_game(level, rules).map(|_| ())
}

/// What a list of saves tells of a game, beside the level.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedGame {
    /// Ticks since the level's epoch.
    pub tick: u64,
    /// The present seats of the factions.
    pub seats: Seats,
    /// The decision of the war, if it has fallen.
    pub verdict: Verdict,
}

/// Checks the saved state of a level, and tells what it is of; `None` for a level that begins. `rules` are the
/// level's rules.
///
/// # Errors
/// All faults, each with its place in the file.
pub fn saved_game(level: &Level, rules: &Rules) -> Result<Option<SavedGame>, SpawnError> {
    let Some(state) = &level.state else { return Ok(None) };
    let system = StarSystem::build(level)?;
    let state = read(state, &CheckContext { level, system: &system, rules })?;
    let seats = if state.seats.0.is_empty() { Seats::of(&level.factions) } else { state.seats };
    Ok(Some(SavedGame { tick: state.tick, seats, verdict: state.verdict }))
}

/// Adds the initial state of a level.
fn begin(world: &mut World, level: &Level, rules: &Rules, seed: u64) -> Result<(), SpawnError> {
    spawn_fleets(world, level, rules, seed)?;
    economy::levels::enter_possessions(world, level, rules)?;
    invasion::levels::enter_grounds(world, level);
    victory::begin_contests(world, level)?;
    world.insert_resource(Losses(vec![Toll::default(); level.factions.len()].into()));
    visibility::look_now(world);
    note_places(world);
    Ok(())
}

fn spawn_fleets(world: &mut World, level: &Level, rules: &Rules, seed: u64) -> Result<(), SpawnError> {
    let sky = world.resource::<Sky>().clone();
    let mut spawner = Spawner {
        level,
        classes: TiSlice::from_ref(&rules.ship_classes),
        sky: &sky,
        bodies: sky.system.indices(),
        fleets: (0..)
            .zip(&level.fleets)
            .map(|(index, fleet)| (fleet.name.as_str(), FleetId(index)))
            .collect(),
        chance: ChaCha8Rng::seed_from_u64(seed),
        ids: NextIds::default(),
        near: Vec::new(),
    };
    for (index, fleet) in (0..).zip(&level.fleets) {
        spawner.fleet(world, index, fleet)?;
    }
    world.insert_resource(spawner.ids);
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
    let level::Formation { shape, conduct, facing } = *formation;
    Formation { shape, conduct, facing: facing.map(DVec3::from), formed: false }
}

/// The constant part of a faction: its money is in its ledger, its mind in its seat.
fn without_treasury(faction: &level::Faction) -> level::Faction {
    level::Faction { treasury: None, mind: None, ..faction.clone() }
}

struct Spawner<'a> {
    level: &'a Level,
    classes: &'a TiSlice<ClassId, ShipClass>,
    sky: &'a Sky,
    bodies: BodyIndices,
    /// The level's fleets by their names.
    fleets: BTreeMap<&'a str, FleetId>,
    chance: ChaCha8Rng,
    ids: NextIds,
    /// Number of fleets that already start near a body, and the bearing of the first.
    near: Vec<(BodyId, f64, u32)>,
}

impl Spawner<'_> {
    fn fleet(&mut self, world: &mut World, index: u32, fleet: &level::Fleet) -> Result<(), SpawnError> {
        let faction = self.level.faction_id(&fleet.faction);
        let faction = faction.ok_or_else(|| SpawnError::unknown(&user(fleet), "faction", &fleet.faction))?;
        let id = FleetId(index);
        self.ids.fleet = self.ids.fleet.max(id.0.saturating_add(1));
        let entries = self.entries(fleet)?;
        let largest = entries.iter().map(|(class, _)| self.classes[*class].bound_km()).fold(0.0, f64::max);
        let spacing_km = SPACING_RADII * largest;
        let count = fleet.ships.iter().map(|ship| ship.count).fold(0, u32::saturating_add);
        let place =
            fleet.at.as_ref().map(|place| self.fleet_center(place, fleet, count, spacing_km)).transpose()?;
        let legs = fleet.route.iter().map(|waypoint| self.leg(waypoint, fleet, spacing_km));
        let route = Route(legs.collect::<Result<_, _>>()?);
        let name = fleet.name.clone();
        let entity = world
            .spawn((
                Fleet { id, name, faction },
                route,
                formation(&fleet.formation),
                RouteWish(fleet.wish),
                Repeats(fleet.repeats),
                Doctrine(fleet.doctrine),
            ))
            .id();
        let mut slot = 0;
        for (class, entry) in entries {
            for _ in 0..entry.count {
                let bundle = match (&entry.posted, place) {
                    (Some(posted), _) => self.posted_ship(class, posted),
                    (None, Some(center)) => self.new_ship(class, center, slot, spacing_km),
                    (None, None) => return Err(SpawnError::NoPlace(fleet.name.clone())),
                };
                let bundle = bundle.ok_or_else(|| SpawnError::NoNumber(fleet.name.clone()))?;
                world.spawn((bundle, MemberOf(entity)));
                slot += 1;
            }
        }
        Ok(())
    }

    /// The entries of a fleet's list of ships, with their classes.
    fn entries<'a>(&self, fleet: &'a level::Fleet) -> Result<Vec<(ClassId, &'a level::Ship)>, SpawnError> {
        let entry = |ship: &'a level::Ship| {
            let class = self.classes.position(|class| class.name == ship.class);
            let entry = class.map(|class| (class, ship));
            entry.ok_or_else(|| SpawnError::unknown(&user(fleet), "ship class", &ship.class))
        };
        fleet.ships.iter().map(entry).collect()
    }

    /// A ship in a place of the pattern about a middle; `None` if no ship number is left.
    fn new_ship(
        &mut self,
        class: ClassId,
        center: AnchoredPlace,
        slot: u32,
        spacing_km: f64,
    ) -> Option<ShipBundle> {
        let in_formation = FormationOffset(slot_offset(slot, spacing_km));
        let place = AnchoredPlace { offset: center.offset + in_formation.0, ..center };
        let position = place.position_now(self.sky);
        // Ships start with their backs to the star.
        let heading = DVec3::new(position.x, position.y, 0.0).normalize_or(DVec3::X);
        self.ship(class, position, Flight { heading, ..default() }, place, in_formation)
    }

    /// A ship with its own place; `None` if no ship number is left.
    fn posted_ship(&mut self, class: ClassId, posted: &Posted) -> Option<ShipBundle> {
        let position = DVec3::from(posted.km);
        let heading = DVec3::from(posted.heading);
        let flight = Flight { heading, arrived: true, nearest_km: 0.0, ..default() };
        self.ship(class, position, flight, resting_at(self.sky, position), FormationOffset::default())
    }

    /// A ship at a heliocentric position, km; `None` if no ship number is left.
    fn ship(
        &mut self,
        class: ClassId,
        position: DVec3,
        flight: Flight,
        place: AnchoredPlace,
        in_formation: FormationOffset,
    ) -> Option<ShipBundle> {
        let id = self.ids.take_ship()?;
        let ship = Ship::new(id, class, &self.classes[class]);
        Some((ship, Position(position), LastTick::new(position), flight, place, in_formation))
    }

    fn leg(&self, waypoint: &Waypoint, fleet: &level::Fleet, spacing_km: f64) -> Result<Leg, SpawnError> {
        let goal = self.named(fleet, |names| names.goal(&waypoint.to))?;
        let spacing_km = waypoint.spacing_km.unwrap_or(spacing_km);
        let beside = DVec3::from(waypoint.beside_km);
        Ok(Leg { beside, engage: waypoint.attack, ..Leg::new(goal, spacing_km) })
    }

    /// Finds a thing that a fleet of the level names.
    fn named<T>(
        &self,
        fleet: &level::Fleet,
        read: impl FnOnce(&NameLookup<'_>) -> Result<T, Missing>,
    ) -> Result<T, SpawnError> {
        let body = |name: &str| self.bodies.find(name);
        let led = |name: &str| self.fleets.get(name).copied();
        let names = NameLookup { sky: self.sky, body: &body, classes: self.classes, fleet: &led };
        read(&names).map_err(|missing| {
            let (what, name) = match missing {
                Missing::Body(name) => ("body", name),
                Missing::ShipClass(name) => ("ship class", name),
                Missing::StructureClass(name) => ("structure class", name),
                Missing::Fleet(name) => ("fleet", name),
                Missing::Date(fault) => ("date", fault),
            };
            SpawnError::unknown(&user(fleet), what, &name)
        })
    }

    /// The middle of a new fleet.
    fn fleet_center(
        &mut self,
        place: &StartPlace,
        fleet: &level::Fleet,
        count: u32,
        spacing_km: f64,
    ) -> Result<AnchoredPlace, SpawnError> {
        let (body, radii, bearing_deg) = match place {
            StartPlace::Au(x, y, z) => return Ok(resting_at(self.sky, DVec3::new(*x, *y, *z) * AU_KM)),
            StartPlace::Km(x, y, z) => return Ok(resting_at(self.sky, DVec3::new(*x, *y, *z))),
            StartPlace::Near(name) => {
                let body = self.body(name, fleet)?;
                (body, NEAR_RADII, self.next_bearing_deg(body))
            }
            StartPlace::Beside(beside) => (self.body(&beside.body, fleet)?, beside.radii, beside.bearing_deg),
        };
        let radius_km = self.sky.system.bodies[body].displayed_radius_km;
        let room = radius_km + pattern_radius_km(count, spacing_km) + spacing_km;
        let bearing = bearing_deg.to_radians();
        let side = DVec3::new(libm::cos(bearing), libm::sin(bearing), 0.0);
        Ok(AnchoredPlace { anchor: Anchor::Body(body), offset: side * (radii * radius_km).max(room) })
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

type ShipBundle = (Ship, Position, LastTick, Flight, AnchoredPlace, FormationOffset);

/// Name of a fleet in messages.
fn user(fleet: &level::Fleet) -> String {
    format!("fleet `{}`", fleet.name)
}
