//! Invariants of any war: random fleets and random orders never produce anything impossible.
//!
//! `ECLIPTIC_WARS=200 ECLIPTIC_WAR_TICKS=5000` runs more and longer wars, as `scripts/wars` does.

mod logged;
mod muster;
mod recorded;
mod roll;
mod storage;
mod troopers;
mod whims;
mod witness;

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::Has;
use ecliptic::sim::combat::Wreck;
use ecliptic::sim::combat::torpedoes::Torpedo;
use ecliptic::sim::ids::FactionId;
use ecliptic::sim::ids::StructureId;
use ecliptic::sim::order::OrderResult;
use ecliptic::sim::simulation::overlap::overlaps_with_structures;
use ecliptic::sim::spatial::solid::Solid;
use ecliptic::sim::world::Condition;
use ecliptic::sim::world::Grounds;
use ecliptic::sim::world::{ArmedClass, ArmsTable};
use ecliptic::sim::world::{Flight, Position, Ship};
use ecliptic::sim::world::{Growing, Structure};
use ecliptic::sim::{Order, OrderQueue, Refusal, Simulation, Sky};
use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::sim::worlds::{difference, from_environment, overlaps, reread, ships};
use muster::War;
use roll::Roll;
use storage::Storage;
use whims::{Stage, settle};
use witness::{Tally, Witness, take_notes};

/// Number of wars, unless `ECLIPTIC_WARS` is set.
const WARS: u64 = 6;
/// Default number of wars that are saved in the middle; each has less fighting.
const SAVED_WARS: u64 = 24;
/// Ticks of each war, unless `ECLIPTIC_WAR_TICKS` is set.
const WAR_TICKS: u64 = 600;
/// One of this many wars is fought by twins, one of which is disturbed.
const WARS_PER_MEDDLED: u64 = 10;
/// Twins fight for this share of the time.
const TWIN_SHARE: u64 = 2;
/// Ticks for which a save and its world are continued.
const TICKS_AFTER_SAVE: u64 = 300;
/// Ticks between new orders.
const ORDER_TICKS: u64 = 100;
/// Ticks between looks, economy ticks and judgements; saves are made in between.
const BEAT_TICKS: u64 = 10;
/// Ticks between orders in another's name, among twins.
const INTRUSION_TICKS: u64 = 7;
/// Ticks that fleets need to leave the site of a new structure.
const SETTLING_TICKS: u64 = 120;

/// The expected result of an order.
#[derive(Clone, Debug, PartialEq)]
enum Expected {
    /// Success, or a refusal for a good reason.
    Either,
    /// A refusal for any reason.
    Refused,
    /// A refusal for this reason.
    For(Refusal),
}

impl Expected {
    fn is_met(&self, outcome: &Result<(), Refusal>) -> bool {
        match (self, outcome) {
            (Self::Either, _) => true,
            (Self::Refused, Err(refusal)) => !refusal.to_string().is_empty(),
            (Self::For(expected), Err(refusal)) => expected == refusal,
            (Self::Refused | Self::For(_), Ok(())) => false,
        }
    }
}

/// An order with its player and its expected result.
#[derive(Clone, Debug, PartialEq)]
struct Whim {
    player: FactionId,
    order: Order,
    expected: Expected,
}

/// Hands orders in.
fn hand_in(simulation: &mut Simulation, whims: &mut [Whim]) {
    for whim in whims {
        settle(simulation, whim);
        let mut door = simulation.world_mut().resource_mut::<OrderQueue>();
        door.give(whim.player, whim.order.clone());
    }
}

/// Takes the answers to these orders, player by player.
fn take_answers(simulation: &mut Simulation, whims: &[Whim]) -> Vec<OrderResult> {
    let players: BTreeSet<FactionId> = whims.iter().map(|whim| whim.player).collect();
    let mut door = simulation.world_mut().resource_mut::<OrderQueue>();
    players.into_iter().flat_map(|player| door.take_answers(player)).collect()
}

/// Compares the answers with the expected results of the orders of this tick.
fn compare(simulation: &mut Simulation, whims: &[Whim], war: u64) {
    let answers = take_answers(simulation, whims);
    let mut whims: Vec<&Whim> = whims.iter().collect();
    whims.sort_by_key(|whim| whim.player);
    assert_eq!(answers.len(), whims.len(), "war {war}: every order is answered once");
    let tick = simulation.tick_count();
    for (answer, whim) in answers.iter().zip(whims) {
        assert_eq!((answer.player, &answer.order), (whim.player, &whim.order), "war {war}, tick {tick}");
        let is_met = whim.expected.is_met(&answer.outcome);
        assert!(is_met, "war {war}, tick {tick}: {whim:?}\n{:?}", answer.outcome);
    }
}

/// Whether a condition is possible for a living unit of that class.
fn is_alive(condition: &Condition, class: &ArmedClass) -> bool {
    let rest = [condition.burning, condition.experience, condition.troopers];
    let is_armoured = condition.armour > 0.0 && condition.armour <= class.armour;
    let is_shielded = (0.0..=class.shield).contains(&condition.shield);
    is_armoured && is_shielded && rest.iter().all(|value| value.is_finite() && *value >= 0.0)
}

/// Positions and sizes of bodies.
fn sky_of(simulation: &Simulation) -> Vec<(String, DVec3, f64)> {
    let sky = simulation.world().resource::<Sky>();
    let bodies = sky.system.bodies.iter().zip(&sky.now);
    bodies.map(|(body, state)| (body.name.clone(), state.position, body.displayed_radius_km)).collect()
}

/// The ships that overlap others, or bodies, in words.
fn touching(all: &[(Ship, DVec3, Flight)], bodies: &[(String, DVec3, f64)]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, (one, place, flight)) in all.iter().enumerate() {
        let solid = one.solid(*place, flight);
        for (other, elsewhere, others_flight) in &all[..at] {
            if solid.depth(&other.solid(*elsewhere, others_flight)) > 0.0 {
                found.push(format!("{one:?} {flight:?} and {other:?} {others_flight:?}"));
            }
        }
        for (name, middle, radius_km) in bodies {
            if solid.depth(&Solid::ball(*middle, *radius_km)) > 0.0 {
                found.push(format!("{one:?} {flight:?} and {name}"));
            }
        }
    }
    found
}

/// The tick since which each structure exists, by number.
type Since = BTreeMap<StructureId, u64>;

/// Checks the state of a whole world.
fn check(simulation: &mut Simulation, since: &mut Since, war: u64) {
    let tick = simulation.tick_count();
    let all = ships(simulation);
    for (ship, place, flight) in &all {
        let is_finite = place.is_finite() && flight.own_velocity.is_finite() && flight.heading.is_finite();
        assert!(is_finite, "war {war}, tick {tick}: {:?} is nowhere", ship.id);
    }
    assert_eq!(
        overlaps(simulation),
        (0, 0.0),
        "war {war}, tick {tick}: {:#?}",
        touching(&all, &sky_of(simulation))
    );
    check_flotsam(simulation, war);
    check_conditions(simulation, war);
    let world = simulation.world_mut();
    let mut query = world.query::<(&Structure, &Position)>();
    let mut standing: Vec<Solid> = Vec::new();
    for (structure, place) in query.iter(world) {
        let begun = *since.entry(structure.id).or_insert(tick);
        if tick > begun + SETTLING_TICKS {
            standing.push(Solid::ball(place.0, structure.radius_km));
        }
    }
    let hulls: Vec<Solid> = all.iter().map(|(ship, place, flight)| ship.solid(*place, flight)).collect();
    assert_eq!(overlaps_with_structures(&hulls, &standing), (0, 0.0), "war {war}, tick {tick}");
}

/// Torpedoes and wrecks have finite places.
fn check_flotsam(simulation: &mut Simulation, war: u64) {
    let tick = simulation.tick_count();
    let world = simulation.world_mut();
    let mut torpedoes = world.query::<(&Torpedo, &Position)>();
    for (torpedo, place) in torpedoes.iter(world) {
        let is_finite =
            place.0.is_finite() && torpedo.own_velocity.is_finite() && torpedo.heading.is_finite();
        assert!(is_finite, "war {war}, tick {tick}: {torpedo:?} is nowhere: {place:?}");
    }
    let mut wrecks = world.query::<&Wreck>();
    let sky = world.resource::<Sky>();
    for wreck in wrecks.iter(world) {
        let place = wreck.position(sky);
        let is_finite = place.is_finite() && wreck.step.is_finite() && wreck.turn.is_finite();
        assert!(is_finite, "war {war}, tick {tick}: {wreck:?} is nowhere: {place:?}");
    }
}

/// No living unit is without armour, or above its class's maximum; every ground is in a possible state.
fn check_conditions(simulation: &mut Simulation, war: u64) {
    let tick = simulation.tick_count();
    let world = simulation.world_mut();
    let mut query = world.query::<(&Structure, &Condition, Has<Growing>)>();
    let armoury = world.resource::<ArmsTable>();
    for (structure, condition, is_growing) in query.iter(world) {
        let class = &armoury.structures[structure.class];
        let is_sound = is_growing || is_alive(condition, class);
        assert!(is_sound, "war {war}, tick {tick}: {structure:?} {condition:?}");
    }
    let mut query = world.query::<(&Ship, &Condition)>();
    let armoury = world.resource::<ArmsTable>();
    for (ship, condition) in query.iter(world) {
        let class = &armoury.ships[ship.class];
        assert!(is_alive(condition, class), "war {war}, tick {tick}: {:?} {condition:?}", ship.id);
    }
    for (body, ground) in world.resource::<Grounds>().0.iter_enumerated() {
        let troopers = [ground.defenders, ground.invaders.map_or(1.0, |(_, count)| count)];
        let shares = [ground.unrest, ground.ruin];
        let is_sound = troopers[0] >= 0.0
            && troopers[1] > 0.0
            && troopers.iter().all(|count| count.is_finite())
            && shares.iter().all(|share| (0.0..=1.0).contains(share));
        assert!(is_sound, "war {war}, tick {tick}: {body:?} {ground:?}");
    }
}

/// A war with the source of chance for its orders, which serves nothing else: the orders do not depend on events
/// in its worlds.
struct Campaign {
    number: u64,
    chance: ChaCha8Rng,
    war: War,
}

impl Campaign {
    fn new(number: u64) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(number);
        let war = muster::war(number, &mut chance);
        Self { number, chance, war }
    }

    /// A new world for the war.
    fn world(&self) -> Simulation {
        let War { level, rules, .. } = &self.war;
        Simulation::new(level, rules, self.number).expect("a checked level spawns")
    }

    fn stage(&self, simulation: &mut Simulation) -> Stage {
        Stage::of(simulation, &self.war.rules, &self.war.ground)
    }

    /// New orders for everyone in a world.
    fn orders(&mut self, simulation: &mut Simulation) -> Vec<Whim> {
        self.stage(simulation).to_everyone(&mut self.chance)
    }

    /// The orders of the next tick: none in most ticks.
    fn whims(&mut self, simulation: &mut Simulation) -> Vec<Whim> {
        let is_time = simulation.tick_count().is_multiple_of(ORDER_TICKS);
        if is_time { self.orders(simulation) } else { Vec::new() }
    }

    /// Continues the war in one world, without a reader of its notices.
    fn fight(&mut self, simulation: &mut Simulation, ticks: u64) {
        for _ in 0..ticks {
            let mut whims = self.whims(simulation);
            hand_in(simulation, &mut whims);
            simulation.run(1);
            compare(simulation, &whims, self.number);
        }
        take_notes(simulation.world_mut());
    }

    /// Continues the war in two worlds, which must be the same after every tick and to the last word in the end;
    /// otherwise reports the tick and the difference. It begins with new orders, so that many decisions fall
    /// before the next look. `between` changes the second world before every tick.
    fn fight_twice(
        &mut self,
        worlds: [&mut Simulation; 2],
        ticks: u64,
        mut between: impl FnMut(&mut Simulation),
    ) -> Result<(), String> {
        let [one, other] = worlds;
        let war = self.number;
        for tick in 0..ticks {
            let mut whims = if tick == 0 { self.orders(one) } else { self.whims(one) };
            between(other);
            let words = [&mut *one, &mut *other].map(|world| {
                hand_in(world, &mut whims);
                world.run(1);
                (take_answers(world, &whims), take_notes(world.world_mut()))
            });
            let [said, others_said] = words;
            if said != others_said {
                return Err(format!(
                    "war {war}, tick {tick}: {said:?}\nbut\n{others_said:?}",
                    tick = one.tick_count()
                ));
            }
            if one.hash() != other.hash() {
                break;
            }
        }
        let tick = one.tick_count();
        let parts = one.digests().difference(&other.digests());
        let [one, other] = [one, other].map(|world| world.capture().expect("there is a world"));
        match difference(&one, &other) {
            Some(found) => Err(format!("war {war}, tick {tick}: {parts:?} differ by their digests: {found}")),
            None => parts.map_or(Ok(()), |parts| {
                Err(format!("war {war}, tick {tick}: the digests of {parts} differ, and no save tells why"))
            }),
        }
    }
}

/// Reports all failed wars.
fn expect_all(outcomes: impl Iterator<Item = Result<(), String>>) {
    let faults: Vec<String> = outcomes.filter_map(Result::err).collect();
    assert!(faults.is_empty(), "{} wars:\n{}", faults.len(), faults.join("\n"));
}

/// Fights a war to the end and checks all of it; returns its counts.
fn fight_out(war: u64, ticks: u64) -> Tally {
    let mut campaign = Campaign::new(war);
    let mut simulation = campaign.world();
    let mut witness = Witness::new(war);
    let mut since = Since::new();
    let mut before = Roll::of(&mut simulation);
    for tick in 0..ticks {
        let mut whims: Vec<Whim> = Vec::new();
        if tick.is_multiple_of(ORDER_TICKS) {
            let stage = campaign.stage(&mut simulation);
            let chance = &mut campaign.chance;
            whims.extend(stage.to_the_dead(witness.graves(), chance));
            whims.extend(stage.to_everyone(chance));
            whims.extend(stage.in_others_names(chance));
            hand_in(&mut simulation, &mut whims);
        }
        simulation.run(1);
        compare(&mut simulation, &whims, war);
        check(&mut simulation, &mut since, war);
        let after = Roll::of(&mut simulation);
        witness.look(&mut simulation, &before);
        troopers::check(&before, &after, &simulation, war);
        before = after;
    }
    witness.tally
}

#[test]
fn nothing_impossible_comes_of_any_war() {
    let wars = from_environment("ECLIPTIC_WARS", WARS);
    let ticks = from_environment("ECLIPTIC_WAR_TICKS", WAR_TICKS);
    let mut all = Tally::default();
    for war in 0..wars {
        all.add(&fight_out(war, ticks));
    }
    println!("{wars} wars of {ticks} ticks: {all:?}");
    if wars >= WARS && ticks >= WAR_TICKS {
        assert!(all.is_full(), "wars in which nothing happens prove nothing: {all:?}");
    }
}

#[test]
fn orders_in_anothers_name_change_nothing() {
    let wars = from_environment("ECLIPTIC_WARS", WARS).div_ceil(WARS_PER_MEDDLED);
    let ticks = from_environment("ECLIPTIC_WAR_TICKS", WAR_TICKS) / TWIN_SHARE;
    // Odd numbers, which are wars on the duel's level and offer the most to disturb.
    for war in (0..wars).map(|number| 2 * number + 1) {
        let mut campaign = Campaign::new(war);
        let (mut plain, mut meddled) = (campaign.world(), campaign.world());
        for tick in 0..ticks {
            let mut meddling: Vec<Whim> = Vec::new();
            if tick.is_multiple_of(INTRUSION_TICKS) {
                meddling = campaign.stage(&mut plain).in_others_names(&mut campaign.chance);
            }
            let mut own = campaign.whims(&mut plain);
            meddling.extend(own.iter().cloned());
            hand_in(&mut plain, &mut own);
            hand_in(&mut meddled, &mut meddling);
            plain.run(1);
            meddled.run(1);
            compare(&mut plain, &own, war);
            compare(&mut meddled, &meddling, war);
            let difference = plain.digests().difference(&meddled.digests());
            assert_eq!(difference, None, "war {war}, tick {tick}");
        }
    }
}

#[test]
fn a_save_in_the_middle_of_any_war_goes_on_bit_by_bit() {
    let wars = from_environment("ECLIPTIC_WARS", SAVED_WARS);
    let beats = from_environment("ECLIPTIC_WAR_TICKS", WAR_TICKS) / BEAT_TICKS;
    expect_all((0..wars).map(|war| {
        let mut moments = ChaCha8Rng::seed_from_u64(war);
        let beat = moments.random_range(beats / 8..=beats / 2);
        let mut campaign = Campaign::new(war);
        let mut whole = campaign.world();
        campaign.fight(&mut whole, BEAT_TICKS * beat + moments.random_range(1..BEAT_TICKS));
        let (save, rules) = reread(&mut whole);
        let mut resumed = Simulation::new(&save, &rules, war + 1).expect("a save spawns");
        campaign.fight_twice([&mut whole, &mut resumed], TICKS_AFTER_SAVE, |_| ())
    }));
}

#[test]
fn storage_order_changes_no_war() {
    let wars = from_environment("ECLIPTIC_WARS", WARS);
    let ticks = from_environment("ECLIPTIC_WAR_TICKS", WAR_TICKS) / TWIN_SHARE;
    expect_all((0..wars).map(|war| {
        let mut campaign = Campaign::new(war);
        let (mut plain, mut shaken) = (campaign.world(), campaign.world());
        let mut storage = Storage::new(war);
        let outcome =
            campaign.fight_twice([&mut plain, &mut shaken], ticks, |world| storage.shake(world.world_mut()));
        assert!(storage.has_moved(), "war {war}: everything is stored as it was");
        outcome
    }));
}
