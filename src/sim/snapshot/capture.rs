//! From a world back to a level: a save is a level, and so is what a late joiner receives.

use bevy::prelude::*;
use glam::DVec3;

use crate::level::{self, Epoch, Level, Moment, ShipState, Waypoint};
use crate::sim::combat::damage::losses;
use crate::sim::combat::{WingOf, hangars, wrecks};
use crate::sim::motion::names::{named_goal, named_station};
use crate::sim::outcome::{history, victory};
use crate::sim::world::{
    Circling, Course, Doctrine, Engagement, Factions, Fleet, Flight, Formation, Idle, Leg, NextIds, Place,
    Position, Repeats, Route, RouteWish, Ship, ShipClasses, SourceLevel, Station, UnderFire,
    members_in_order,
};
use crate::sim::{Calendar, Sky, economy, invasion, visibility};

/// The world as a level, exact to the last bit; `None` where no world was spawned.
pub fn capture(world: &mut World) -> Option<Level> {
    let mut level = world.get_resource::<SourceLevel>()?.0.clone();
    let calendar = *world.get_resource::<Calendar>()?;
    let ids = *world.get_resource::<NextIds>()?;
    level.epoch = Epoch::Jd(calendar.clock.epoch_jd);
    level.starts_today = false;
    level.start = Some(Moment {
        tick: calendar.tick,
        seed: calendar.seed,
        next_ship: ids.ship,
        next_fleet: ids.fleet,
        next_structure: ids.structure,
    });
    let mut query = world.query::<(Entity, &Fleet)>();
    let mut fleets: Vec<(Fleet, Entity)> =
        query.iter(world).map(|(entity, fleet)| (fleet.clone(), entity)).collect();
    fleets.sort_unstable_by_key(|(fleet, _)| fleet.id);
    level.fleets = fleets.iter().map(|(fleet, entity)| capture_fleet(world, fleet, *entity)).collect();
    economy::levels::capture_into(world, &mut level);
    crate::sim::combat::torpedoes::levels::capture_into(world, &mut level);
    invasion::levels::capture_into(world, &mut level);
    victory::capture_into(world, &mut level);
    history::capture_into(world, &mut level);
    visibility::levels::capture_into(world, &mut level);
    wrecks::capture_into(world, &mut level);
    losses::capture_into(world, &mut level);
    Some(level)
}

fn capture_fleet(world: &World, fleet: &Fleet, entity: Entity) -> level::Fleet {
    let sky = world.resource::<Sky>();
    let faction = world.resource::<Factions>().0.get(fleet.faction);
    let course = world.get::<Course>(entity);
    let legs = world.get::<Route>(entity).into_iter().flat_map(|route| &route.0);
    level::Fleet {
        name: fleet.name.clone(),
        id: Some(fleet.id.0),
        faction: faction.map(|faction| faction.name.clone()).unwrap_or_default(),
        at: None,
        ships: members_in_order(world, entity)
            .into_iter()
            .filter_map(|(_, ship)| capture_ship(world, sky, ship))
            .collect(),
        route: legs.filter_map(|leg| capture_leg(world, sky, leg)).collect(),
        formation: capture_formation(world.get::<Formation>(entity).copied().unwrap_or_default()),
        wish: world.get::<RouteWish>(entity).copied().unwrap_or_default().0,
        repeats: world.get::<Repeats>(entity).copied().unwrap_or_default().0,
        doctrine: world.get::<Doctrine>(entity).copied().unwrap_or_default().0,
        engagement: world.get::<Engagement>(entity).map(Engagement::state),
        under_fire: world.get::<UnderFire>(entity).map(UnderFire::state),
        course: course.and_then(|course| capture_course(sky, course)),
        plans_anew: course.is_some_and(|course| !course.is_planned && !course.bends.is_empty()),
    }
}

fn capture_formation(formation: Formation) -> level::Formation {
    let Formation { shape, conduct, facing, formed } = formation;
    level::Formation { shape, conduct, facing: facing.map(tuple), formed }
}

fn capture_ship(world: &World, sky: &Sky, entity: Entity) -> Option<level::Ship> {
    let ship = world.get::<Ship>(entity)?;
    let flight = world.get::<Flight>(entity)?;
    let class = world.resource::<ShipClasses>().0.get(ship.class)?;
    let station = world.get::<Station>(entity)?;
    let circling = world.get::<Circling>(entity)?;
    let state = ShipState {
        id: ship.id.0,
        position_km: tuple(world.get::<Position>(entity)?.0),
        own_velocity_km_s: tuple(flight.own_velocity),
        heading: tuple(flight.heading),
        impatience: flight.impatience,
        holding: flight.holding,
        idle: world.get::<Idle>(entity).is_some(),
        blocked_ticks: flight.blocked_ticks,
        arrived: flight.arrived,
        nearest_km: flight.nearest_km,
        place_km: tuple(world.get::<Place>(entity)?.0),
        station: named_station(station, sky),
        ring: circling.ring,
        carried_ticks: circling.carried_ticks,
        condition: hangars::condition_state(world, entity, ship.class),
        carrier: world.get::<WingOf>(entity).map(|wing| wing.carrier.0),
    };
    Some(level::Ship { class: class.name.clone(), count: 1, state: Some(Box::new(state)) })
}

/// A leg as a level says it; `None` for one that attacks a class which is not there.
fn capture_leg(world: &World, sky: &Sky, leg: &Leg) -> Option<Waypoint> {
    Some(Waypoint {
        to: named_goal(&leg.goal, sky, &world.resource::<ShipClasses>().0)?,
        beside_km: tuple(leg.beside),
        spacing_km: Some(leg.spacing_km),
        berth: leg.berth.map(|berth| named_station(&berth, sky)),
        until_jd: leg.until_jd,
        ring: None,
        attack: leg.engage,
    })
}

fn capture_course(sky: &Sky, course: &Course) -> Option<Vec<level::Station>> {
    let bends = || course.bends.iter().map(|bend| named_station(bend, sky)).collect();
    (course.is_planned || !course.bends.is_empty()).then(bends)
}

fn tuple(vector: DVec3) -> (f64, f64, f64) {
    (vector.x, vector.y, vector.z)
}
