//! The end of a tick: it is counted, and the whole state is hashed.
//!
//! Two worlds with the same hash are taken to be the same; two runs of the same level, seed and orders
//! must have the same hash after every tick. Everything that decides about the future goes into it, in
//! the order of the ships' and fleets' numbers, bit by bit.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;
use xxhash_rust::xxh3::Xxh3Default;

use crate::sim::combat::torpedoes::{self, Torpedo};
use crate::sim::combat::{Losses, Wreck, hangars, wrecks};
use crate::sim::lifetime::OfWorld;
use crate::sim::money::Growth;
use crate::sim::motion::ship_table::ShipTable;
use crate::sim::outcome::history::History;
use crate::sim::outcome::victory::{Contests, Verdict};
use crate::sim::task::attack::quarry_bits;
use crate::sim::visibility::knowledge::{self, Knowledge};
use crate::sim::world::{
    Anchor, Circling, Condition, Course, Doctrine, Engagement, Fleet, Flight, Formation, Goal, Grounds,
    Growing, Holdings, Idle, Ledgers, Leg, MemberOf, NextIds, Place, Position, Repeats, Route, RouteWish,
    Ship, Shipyard, Station, Structure, UnderFire,
};
use crate::sim::{Calendar, SimSystems, Tick};

/// The hash of the whole state at the end of the last tick.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateHash(pub u64);

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_of_world::<StateHash>();
    app.add_systems(Tick, seal.in_set(SimSystems::Seal));
}

type FleetState<'a> = (
    Entity,
    &'a Fleet,
    &'a Route,
    &'a Formation,
    &'a RouteWish,
    &'a Course,
    &'a Repeats,
    &'a Doctrine,
    Option<&'a Engagement>,
    Option<&'a UnderFire>,
);

type ShipState<'a> = (&'a Ship, &'a MemberOf, &'a Position, &'a Flight, &'a Station, &'a Circling, &'a Place);

fn seal(
    mut calendar: ResMut<Calendar>,
    mut hash: ResMut<StateHash>,
    table: Res<ShipTable>,
    ships: Query<ShipState>,
    fleets: Query<FleetState>,
    estate: Estate,
    mut order: Local<Vec<(u32, Entity)>>,
) {
    calendar.tick += 1;
    let mut state = StateWriter::default();
    state.number(calendar.tick);
    state.number(calendar.seed);
    estate.write(&mut state);
    // The ships were gathered in the order of their numbers at the beginning of the tick.
    for (entity, ship) in table.entities.iter().filter_map(|&entity| Some((entity, ships.get(entity).ok()?)))
    {
        let fleet = fleets.get(ship.1.0).map_or(u32::MAX, |(_, fleet, ..)| fleet.id.0);
        state.number(u64::from(fleet));
        write_ship(&mut state, ship);
        if let Ok(condition) = estate.conditions.get(entity) {
            condition.write(&mut |number| state.number(number));
        }
        if let Ok(aboard) = estate.hangars.get(entity) {
            hangars::write(aboard, &mut |number| state.number(number));
        }
    }
    order.clear();
    order.extend(fleets.iter().map(|(entity, fleet, ..)| (fleet.id.0, entity)));
    order.sort_unstable();
    for (_, fleet, route, formation, wish, course, repeats, doctrine, engagement, under_fire) in
        order.iter().filter_map(|&(_, entity)| fleets.get(entity).ok())
    {
        state.number(u64::from(fleet.id.0));
        state.text(&fleet.name);
        state.number(fleet.faction.bits());
        state.number(route.0.len() as u64);
        route.0.iter().for_each(|leg| write_leg(&mut state, leg));
        write_formation(&mut state, formation);
        state.number(wish.0 as u64);
        write_course(&mut state, course);
        state.number(u64::from(repeats.0));
        write_doctrine(&mut state, doctrine);
        write_fights(&mut state, engagement, under_fire);
    }
    hash.0 = state.digest();
}

fn write_ship(state: &mut StateWriter, (ship, _, position, flight, station, circling, place): ShipState) {
    state.number(u64::from(ship.id.0));
    state.number(ship.class.bits());
    state.vector(position.0);
    state.vector(flight.own_velocity);
    state.vector(flight.heading);
    state.real(flight.impatience);
    state.number(u64::from(flight.holding));
    state.number(u64::from(flight.blocked_ticks));
    state.number(u64::from(flight.arrived));
    state.real(flight.nearest_km);
    state.anchor(station.anchor);
    state.vector(station.offset);
    state.number(circling.ring.map_or(u64::MAX, u64::from));
    state.number(u64::from(circling.carried_ticks));
    state.vector(place.0);
}

fn write_formation(state: &mut StateWriter, formation: &Formation) {
    state.number(formation.shape as u64);
    state.number(formation.conduct as u64);
    state.number(u64::from(formation.facing.is_some()));
    state.vector(formation.facing.unwrap_or_default());
    state.number(u64::from(formation.formed));
}

fn write_doctrine(state: &mut StateWriter, Doctrine(doctrine): &Doctrine) {
    state.number(doctrine.stance as u64);
    state.number(u64::from(doctrine.withdraw_percent));
    state.number(doctrine.prey.map_or(u64::MAX, |kind| kind as u64));
}

/// What a fleet keeps of its fight, and of being shot at without one. Each says first whether it is there, so
/// that the numbers of one are never taken for those of the other.
fn write_fights(state: &mut StateWriter, engagement: Option<&Engagement>, under_fire: Option<&UnderFire>) {
    state.number(u64::from(engagement.is_some()));
    if let Some(engagement) = engagement {
        engagement.write(&mut |number| state.number(number));
    }
    state.number(u64::from(under_fire.is_some()));
    if let Some(under_fire) = under_fire {
        under_fire.write(&mut |number| state.number(number));
    }
}

fn write_course(state: &mut StateWriter, course: &Course) {
    state.number(u64::from(course.is_planned));
    state.number(course.bends.len() as u64);
    for bend in &course.bends {
        state.anchor(bend.anchor);
        state.vector(bend.offset);
    }
}

fn write_leg(state: &mut StateWriter, leg: &Leg) {
    write_goal(state, &leg.goal);
    state.number(u64::from(leg.engage));
    state.vector(leg.beside);
    state.real(leg.spacing_km);
    state.number(u64::from(leg.berth.is_some()));
    let berth = leg.berth.unwrap_or_default();
    state.anchor(berth.anchor);
    state.vector(berth.offset);
    state.number(u64::from(leg.until_jd.is_some()));
    state.real(leg.until_jd.unwrap_or_default());
}

fn write_goal(state: &mut StateWriter, goal: &Goal) {
    match *goal {
        Goal::Place(place) => {
            state.number(0);
            state.anchor(place.anchor);
            state.vector(place.offset);
        }
        Goal::Body(body) => [1, body.bits()].into_iter().for_each(|part| state.number(part)),
        Goal::Ring { body, ring } => {
            [2, body.bits(), u64::from(ring)].into_iter().for_each(|part| state.number(part));
        }
        Goal::Fleet { fleet, guard } => {
            [3, u64::from(fleet.0), u64::from(guard)].into_iter().for_each(|part| state.number(part));
        }
        Goal::Wait(event) => {
            state.number(4);
            event.bits().into_iter().for_each(|part| state.number(part));
        }
        Goal::Attack(quarry) => {
            state.number(5);
            quarry_bits(&quarry).into_iter().for_each(|part| state.number(part));
        }
        Goal::Land(body) => [6, body.bits()].into_iter().for_each(|part| state.number(part)),
        Goal::Bombard(body) => [7, body.bits()].into_iter().for_each(|part| state.number(part)),
    }
}

/// What a structure is and does.
type StructureState = (
    &'static Structure,
    Option<&'static Growing>,
    Option<&'static Shipyard>,
    Option<&'static Condition>,
    Has<Idle>,
);

/// What belongs to whom, and what everyone knows of others.
#[derive(SystemParam)]
struct Estate<'w, 's> {
    next_ids: Res<'w, NextIds>,
    holdings: Res<'w, Holdings>,
    ledgers: Res<'w, Ledgers>,
    knowledge: Res<'w, Knowledge>,
    grounds: Res<'w, Grounds>,
    contests: Res<'w, Contests>,
    verdict: Res<'w, Verdict>,
    history: Res<'w, History>,
    conditions: Query<'w, 's, &'static Condition>,
    hangars: Query<'w, 's, hangars::Aboard, With<Ship>>,
    wrecks: Query<'w, 's, &'static Wreck>,
    losses: Res<'w, Losses>,
    idle_ships: Query<'w, 's, &'static Ship, With<Idle>>,
    structures: Query<'w, 's, StructureState>,
    torpedoes: Query<'w, 's, (&'static Torpedo, &'static Position)>,
}

impl Estate<'_, '_> {
    fn write(&self, state: &mut StateWriter) {
        let NextIds { ship, fleet, structure } = *self.next_ids;
        [ship, fleet, structure].into_iter().for_each(|next| state.number(u64::from(next)));
        for holding in &self.holdings.0 {
            state.number(holding.owner.map_or(u64::MAX, |owner| owner.bits()));
            state.number(u64::from(holding.economics));
            state.number(u64::from(holding.resources));
        }
        for ledger in &self.ledgers.0 {
            ledger.write(&mut |number| state.number(number));
        }
        let mut idle: Vec<u32> = self.idle_ships.iter().map(|ship| ship.id.0).collect();
        idle.sort_unstable();
        idle.into_iter().for_each(|id| state.number(u64::from(id)));
        let mut structures: Vec<_> = self.structures.iter().collect();
        structures.sort_unstable_by_key(|(structure, ..)| structure.id);
        for (structure, growing, yard, condition, is_idle) in structures {
            write_structure(state, structure);
            state.number(u64::from(is_idle));
            state.number(u64::from(growing.is_some_and(|growing| growing.paused)));
            if let Some(condition) = condition {
                condition.write(&mut |number| state.number(number));
            }
            growing.into_iter().for_each(|growing| write_growth(state, &growing.growth));
            yard.into_iter().for_each(|yard| write_yard(state, yard));
        }
        knowledge::write(&self.knowledge, &mut |number: u64| state.number(number));
        wrecks::write(self.wrecks.iter(), &mut |number: u64| state.number(number));
        self.losses.write(&mut |number: u64| state.number(number));
        torpedoes::write(self.torpedoes.iter(), &mut |number: u64| state.number(number));
        self.grounds.write(&mut |number| state.number(number));
        self.contests.write(&mut |number| state.number(number));
        self.verdict.write(&mut |number| state.number(number));
        self.history.write(&mut |number| state.number(number));
    }
}

fn write_structure(state: &mut StateWriter, structure: &Structure) {
    state.number(u64::from(structure.id.0));
    state.number(structure.class.bits());
    state.number(structure.faction.bits());
    state.number(structure.body.bits());
    state.number(u64::from(structure.ring));
    state.number(u64::from(structure.slot));
}

fn write_growth(state: &mut StateWriter, growth: &Growth) {
    state.number(u64::from(growth.done_ticks));
    [growth.paid.money, growth.paid.resources, growth.paid.rare]
        .into_iter()
        .for_each(|sum| state.number(u64::from(sum)));
}

fn write_yard(state: &mut StateWriter, yard: &Shipyard) {
    state.number(yard.queue.len() as u64);
    for job in &yard.queue {
        state.number(job.class.bits());
        write_growth(state, &job.growth);
    }
    state.number(u64::from(yard.repeats));
    state.number(u64::from(yard.built));
    state.number(u64::from(yard.fleets));
    state.number(u64::from(yard.rally.is_some()));
    if let Some(rally) = &yard.rally {
        write_goal(state, rally);
    }
}

/// Bytes that are gathered before they are hashed: many values at once are hashed far faster than one by one,
/// and the hash is the same.
const GATHERED_BYTES: usize = 4096;

/// Feeds values to the hash bit by bit, the same on every machine.
struct StateWriter {
    hash: Xxh3Default,
    gathered: [u8; GATHERED_BYTES],
    /// How many of the gathered bytes are yet to be hashed.
    waiting: usize,
}

impl Default for StateWriter {
    fn default() -> Self {
        Self { hash: Xxh3Default::new(), gathered: [0; GATHERED_BYTES], waiting: 0 }
    }
}

impl StateWriter {
    fn number(&mut self, value: u64) {
        let bytes = value.to_le_bytes();
        if self.waiting + bytes.len() > GATHERED_BYTES {
            self.flush();
        }
        self.gathered[self.waiting..self.waiting + bytes.len()].copy_from_slice(&bytes);
        self.waiting += bytes.len();
    }

    fn text(&mut self, value: &str) {
        self.number(value.len() as u64);
        self.flush();
        self.hash.update(value.as_bytes());
    }

    /// Hashes what was gathered.
    fn flush(&mut self) {
        self.hash.update(&self.gathered[..self.waiting]);
        self.waiting = 0;
    }

    /// The hash of all that was written.
    fn digest(mut self) -> u64 {
        self.flush();
        self.hash.digest()
    }

    fn real(&mut self, value: f64) {
        self.number(value.to_bits());
    }

    fn anchor(&mut self, anchor: Anchor) {
        anchor.bits().into_iter().for_each(|part| self.number(part));
    }

    fn vector(&mut self, value: DVec3) {
        self.real(value.x);
        self.real(value.y);
        self.real(value.z);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::ShipId;
    use crate::sim::ids::TargetId;

    /// The hash of what two fleets keep of their fights.
    fn hash_of(fleets: [(Option<Engagement>, Option<UnderFire>); 2]) -> u64 {
        let mut state = StateWriter::default();
        for (engagement, under_fire) in &fleets {
            write_fights(&mut state, engagement.as_ref(), under_fire.as_ref());
        }
        state.digest()
    }

    #[test]
    fn a_fight_is_not_taken_for_fleets_under_fire_with_the_same_numbers() {
        let foe = TargetId::Ship(ShipId(7));
        let fight =
            Engagement { foe: Some(foe), calm_ticks: 1, strength: 90.0, moves: true, is_cornered: false };
        let one = UnderFire { strength: f64::from_bits(foe.bits()), has_asked: true };
        let other = UnderFire { strength: fight.strength, has_asked: true };
        let (mut of_fight, mut of_fire) = (Vec::new(), Vec::new());
        fight.write(&mut |number| of_fight.push(number));
        one.write(&mut |number| of_fire.push(number));
        other.write(&mut |number| of_fire.push(number));
        assert_eq!(of_fight, of_fire, "one after the other they are the same numbers");
        let fought = hash_of([(Some(fight), None), (None, None)]);
        let shot_at = hash_of([(None, Some(one)), (None, Some(other))]);
        assert_ne!(fought, shot_at);
        assert_ne!(hash_of([(None, None), (Some(fight), None)]), fought);
    }
}
