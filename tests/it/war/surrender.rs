//! A faction surrenders: it loses all possessions at once, and the rest of the world goes on.

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::{Entity, With};
use ecliptic::sim::combat::torpedoes::Torpedo;
use ecliptic::sim::combat::{Losses, Toll, WingOf};
use ecliptic::sim::event::{Events, GameEvent};
use ecliptic::sim::ids::FactionId;
use ecliptic::sim::order::{SurrenderRefusal, apply_orders};
use ecliptic::sim::outcome::history::History;
use ecliptic::sim::visibility::{Knowledge, look_now};
use ecliptic::sim::world::{Fleet, Ground, Grounds, Holdings, Ledgers, MemberOf, Ship, Structure, Verdict};
use ecliptic::sim::{Order, OrderQueue, Position, Refusal, Simulation, Sky};
use glam::DVec3;

use crate::sim::worlds::{ByName, reread, world};

const TERRA: FactionId = FactionId(0);
const ARES: FactionId = FactionId(1);
const PAX: FactionId = FactionId(2);
/// Limit on the duration of any event in these tests, ticks.
const PATIENCE: u64 = 6_000;

/// Terra holds Earth and Venus; Ares holds Mars. A carrier of Terra fights at Earth. Both have landers above the
/// other's home. A gunboat of Terra holds the well of a comet, and a scout of Terra flies from well to well.
/// `more` are more factions.
fn level(team: &str, more: &str, fleets: &str) -> String {
    format!(
        r##"(
            schema_version: 1, title: "test", epoch: date("2026-11-21"),
            bodies: [body("Sun"), body("Venus"), body("Earth"), body("Mars"), body("Halley")],
            factions: [
                (name: "Terra", color: "#4aa8ff", {team} treasury: (money: 900000, resources: 900000)),
                (name: "Ares", color: "#ff7a45", treasury: (money: 900000, resources: 900000)),
                {more}
            ],
            weapons: [
                (name: "popgun", damage: kinetic, harm: 0.001, reload_s: 1, range_km: 900000),
                (name: "dart", damage: kinetic, harm: 0.1, reload_s: 1, range_km: 900000,
                    delivery: torpedo(speed_km_s: 12, turn_s: 1, fuel_s: 4, radius_km: 60, points: 3)),
            ],
            ship_classes: [
                (
                    name: "mother", radius_km: 900, length_km: 3600, cruise_km_s: 150, manoeuvre_km_s: 25,
                    sight_km: 6.0e6, kind: capital,
                    arms: (armour: (points: 1.0e9), weapons: [(weapon: "popgun"), (weapon: "dart")]),
                    hangar: (class: "mite", count: 3, build_s: 2),
                ),
                (
                    name: "mite", radius_km: 150, cruise_km_s: 260, manoeuvre_km_s: 60, kind: wing,
                    arms: (armour: (points: 1.0e9)),
                ),
                (
                    name: "hulk", radius_km: 400, cruise_km_s: 150, manoeuvre_km_s: 25,
                    arms: (armour: (points: 1.0e9)),
                ),
                (
                    name: "lander", radius_km: 300, cruise_km_s: 230, manoeuvre_km_s: 40,
                    troopers: 100, kind: troops,
                ),
                (
                    name: "gunboat", radius_km: 300, cruise_km_s: 230, manoeuvre_km_s: 40,
                    arms: (weapons: [(weapon: "popgun")]),
                ),
            ],
            holdings: [
                (body: "Venus", owner: "Terra", economics: 100, resources: 100, ground: (defenders: 90)),
                (body: "Earth", owner: "Terra", economics: 100, resources: 100, ground: (defenders: 300)),
                (body: "Mars", owner: "Ares", economics: 100, resources: 100, ground: (defenders: 300)),
            ],
            structures: [
                (class: "satellite", faction: "Terra", body: "Earth", ring: 1, slot: 3),
                (
                    class: "shipyard", faction: "Terra", body: "Venus", ring: 2, slot: 10,
                    yard: (queue: [(class: "cruiser"), (class: "scout")], repeat: true),
                ),
                (class: "satellite", faction: "Ares", body: "Mars", ring: 1, slot: 3),
            ],
            fleets: [
                (name: "Home", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 0),
                    ships: [(class: "mother")]),
                (name: "Raiders", faction: "Terra", at: beside(body: "Mars", radii: 1.5, bearing_deg: 40),
                    ships: [(class: "lander", count: 2)], route: [(to: land("Mars"))]),
                (name: "Ice", faction: "Terra", at: beside(body: "Halley", radii: 60),
                    ships: [(class: "gunboat")]),
                (name: "Runner", faction: "Terra", at: au(0, 3, 0), ships: [(class: "scout")],
                    route: [(to: body("Venus")), (to: au(0, 3, 0))]),
                (name: "Hulks", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 15),
                    ships: [(class: "hulk", count: 2)]),
                (name: "Landers", faction: "Ares", at: beside(body: "Earth", radii: 1.5, bearing_deg: 200),
                    ships: [(class: "lander", count: 2)], route: [(to: land("Earth"))]),
                {fleets}
            ],
            victory: [eliminate],
        )"##
    )
}

/// An ally of Terra's, with a gunboat at the same comet.
fn allied() -> String {
    let pax =
        r##"(name: "Pax", color: "#4aff7a", team: "blue", treasury: (money: 900000, resources: 900000)),"##;
    let ice = r#"(name: "Ally", faction: "Pax", at: beside(body: "Halley", radii: 40), ships: [(class: "gunboat")]),"#;
    level(r#"team: "blue","#, pax, ice)
}

/// Runs until wings and torpedoes are under way, both homes are fought over, and the comet's well is held.
fn at_its_height(text: &str) -> Simulation {
    let mut simulation = world(text);
    loop {
        simulation.run(1);
        let grounds = ["Earth", "Mars"].map(|name| ground(&simulation, name));
        let (wings, torpedoes) = in_flight(&mut simulation);
        let is_held = ground(&simulation, "Halley").held.is_some();
        if wings > 0 && torpedoes > 0 && is_held && grounds.iter().all(Ground::is_fought_over) {
            return simulation;
        }
        assert!(simulation.tick_count() < PATIENCE, "{wings} {torpedoes} {is_held} {grounds:?}");
    }
}

/// The wings and the torpedoes under way.
fn in_flight(simulation: &mut Simulation) -> (usize, usize) {
    let world = simulation.world_mut();
    let wings = world.query::<&WingOf>().iter(world).count();
    (wings, world.query::<&Torpedo>().iter(world).count())
}

fn ground(simulation: &Simulation, name: &str) -> Ground {
    let body = simulation.world().resource::<Sky>().system.find(name).expect("the body is there");
    simulation.world().resource::<Grounds>().of(body)
}

/// The ships, fleets, structures and bodies of a faction.
fn possessions(simulation: &mut Simulation, faction: FactionId) -> [usize; 4] {
    let world = simulation.world_mut();
    let mut ships = world.query_filtered::<&MemberOf, With<Ship>>();
    let mut fleets = world.query::<&Fleet>();
    let mut structures = world.query::<&Structure>();
    let is_own = |member: &&MemberOf| world.get::<Fleet>(member.0).expect("a fleet").faction == faction;
    let bodies = world.resource::<Holdings>().0.iter().filter(|one| one.owner == Some(faction)).count();
    [
        ships.iter(world).filter(is_own).count(),
        fleets.iter(world).filter(|fleet| fleet.faction == faction).count(),
        structures.iter(world).filter(|one| one.faction == faction).count(),
        bodies,
    ]
}

fn give(simulation: &mut Simulation, player: FactionId) {
    simulation.world_mut().resource_mut::<OrderQueue>().give(player, Order::Surrender);
}

/// Applies the waiting orders without a tick, as while the game is paused.
fn apply(simulation: &mut Simulation) {
    simulation.world_mut().run_system_once(apply_orders).expect("it runs");
}

/// Surrenders in the next tick, and returns the answer.
fn surrender(simulation: &mut Simulation, player: FactionId) -> Result<(), Refusal> {
    give(simulation, player);
    simulation.run(1);
    let mut answers = simulation.world_mut().resource_mut::<OrderQueue>().take_answers(player);
    answers.pop().expect("every order is answered").outcome
}

/// Whether each of some factions knows that another has surrendered.
fn knows_of(simulation: &Simulation, faction: FactionId, by: &[FactionId]) -> Vec<bool> {
    let mut events = simulation.world().resource::<Events>().since(0);
    let entry =
        events.find(|entry| entry.event == GameEvent::Surrendered { faction }).expect("it is an event");
    by.iter().map(|by| entry.known_to.contains(*by)).collect()
}

/// The winners, once the war is decided, and the reason.
fn winners(simulation: &Simulation) -> Option<(Vec<String>, String)> {
    let decision = simulation.world().resource::<Verdict>().0.clone()?;
    Some((decision.winners, decision.reason))
}

fn refused(why: SurrenderRefusal) -> Result<(), Refusal> {
    Err(Refusal::Surrender(why))
}

#[test]
fn nothing_is_left_of_a_faction_that_surrenders() {
    let mut simulation = at_its_height(&level("", "", ""));
    let [ships, _, structures, _] = possessions(&mut simulation, TERRA);
    let of_ares = possessions(&mut simulation, ARES);
    let losses = simulation.world().resource::<Losses>().clone();
    let ledgers = simulation.world().resource::<Ledgers>().clone();
    let (_, torpedoes) = in_flight(&mut simulation);
    assert!(ships > 5 && structures == 2, "{ships} {structures}");
    let began = simulation.tick_count();
    give(&mut simulation, TERRA);
    apply(&mut simulation);

    assert_eq!(possessions(&mut simulation, TERRA), [0; 4]);
    assert_eq!(possessions(&mut simulation, ARES), of_ares);
    assert_eq!(in_flight(&mut simulation), (0, torpedoes), "torpedoes go on");
    let [venus, earth, mars, halley] =
        ["Venus", "Earth", "Mars", "Halley"].map(|name| ground(&simulation, name));
    assert_eq!((venus.defenders, earth.defenders, mars.invaders, halley.held), (0.0, 0.0, None, None));
    assert!(earth.is_fought_over() && mars.defenders > 0.0, "Ares' troopers stay: {earth:?} {mars:?}");
    assert_eq!(*simulation.world().resource::<Ledgers>(), ledgers, "no treasury changes");
    let now = simulation.world().resource::<Losses>();
    let scuttled = (ships + structures) as u32;
    let of_terra = Toll { scuttled, ..losses.of(TERRA) };
    assert_eq!((now.of(TERRA), now.of(ARES)), (of_terra, losses.of(ARES)), "nobody destroyed them");

    simulation.run(1);
    assert_eq!(knows_of(&simulation, TERRA, &[TERRA, ARES]), [true, true]);
    let destroyed = simulation.world().resource::<Events>().since(0).filter(
        |entry| matches!(entry.event, GameEvent::Destroyed { what, by: None, .. } if what.faction == TERRA),
    );
    assert_eq!(destroyed.count(), ships + structures);
    assert!(simulation.world().resource::<History>().battles.is_empty(), "a surrender is no battle");
    simulation.run(10);
    let why = "Terra surrendered".to_owned();
    assert_eq!(winners(&simulation), Some((vec!["Ares".to_owned()], why)));
    let told: Vec<(FactionId, u64)> = simulation
        .world()
        .resource::<History>()
        .surrenders
        .iter()
        .map(|surrender| (surrender.faction, surrender.tick))
        .collect();
    assert_eq!(told, [(TERRA, began)]);
    while simulation.owner("Earth") != Some(ARES) {
        simulation.run(1);
        assert!(simulation.tick_count() < PATIENCE, "nobody takes Earth: {:?}", ground(&simulation, "Earth"));
    }
    simulation.run(200);
    assert_eq!((possessions(&mut simulation, TERRA), in_flight(&mut simulation)), ([0; 4], (0, 0)));
    assert_eq!(surrender(&mut simulation, ARES), refused(SurrenderRefusal::Decided));
}

#[test]
fn a_faction_without_possessions_cannot_surrender_again() {
    let mut simulation = at_its_height(&level("", "", ""));
    // Between two judgements.
    while simulation.tick_count() % 10 != 2 {
        simulation.run(1);
    }
    assert_eq!(surrender(&mut simulation, TERRA), Ok(()));
    let mut twin = {
        let (level, rules) = reread(&mut simulation);
        Simulation::new(&level, &rules, 1).expect("a save spawns")
    };
    assert_eq!(surrender(&mut simulation, TERRA), refused(SurrenderRefusal::NothingLeft));
    twin.run(1);
    assert_eq!(simulation.digests().difference(&twin.digests()), None, "a refused order changes no bit");
    simulation.run(10);
    assert_eq!(surrender(&mut simulation, TERRA), refused(SurrenderRefusal::Decided));
}

#[test]
fn allies_fight_on() {
    let mut simulation = at_its_height(&allied());
    assert_eq!(ground(&simulation, "Halley").held.map(|(holder, _)| holder), Some(TERRA));
    let of_pax = possessions(&mut simulation, PAX);
    assert_eq!(surrender(&mut simulation, TERRA), Ok(()));
    assert_eq!(knows_of(&simulation, TERRA, &[TERRA, ARES, PAX]), [true; 3]);
    simulation.run(600);
    assert_eq!((winners(&simulation), possessions(&mut simulation, TERRA)), (None, [0; 4]));
    assert_eq!(simulation.owner("Halley"), Some(PAX), "the comet falls to those who are still there");
    assert_eq!(possessions(&mut simulation, PAX)[..3], of_pax[..3]);
    assert_eq!(surrender(&mut simulation, PAX), Ok(()));
    simulation.run(10);
    let why = "Terra and Pax surrendered".to_owned();
    assert_eq!(winners(&simulation), Some((vec!["Ares".to_owned()], why.clone())));
    let (level, rules) = reread(&mut simulation);
    let resumed = Simulation::new(&level, &rules, 1).expect("a save spawns");
    assert_eq!(winners(&resumed), Some((vec!["Ares".to_owned()], why)), "a save keeps who surrendered");
}

#[test]
fn a_surrender_is_the_same_in_a_tick_while_paused_and_after_a_save() {
    let text = level("", "", "");
    let saved = |simulation: &mut Simulation| {
        let (level, rules) = reread(simulation);
        Simulation::new(&level, &rules, 9).expect("a save spawns")
    };
    let mut worlds: Vec<Simulation> = (0..4).map(|_| at_its_height(&text)).collect();
    worlds[1] = saved(&mut worlds[1]);
    worlds.iter_mut().for_each(|simulation| give(simulation, TERRA));
    apply(&mut worlds[2]);
    apply(&mut worlds[3]);
    worlds[3] = saved(&mut worlds[3]);
    for tick in 0..400 {
        worlds.iter_mut().for_each(|simulation| simulation.run(1));
        if tick == 1 {
            // Between the surrender and the judgement, or right after it.
            worlds[1] = saved(&mut worlds[1]);
        }
        let first = worlds[0].digests();
        for (number, other) in worlds.iter().enumerate().skip(1).filter(|_| tick != 1) {
            assert_eq!(first.difference(&other.digests()), None, "world {number}, {tick} ticks later");
        }
    }
    assert!(worlds.iter().all(|simulation| winners(simulation).is_some()));
}

#[test]
fn nobody_remembers_units_of_a_faction_that_has_surrendered() {
    let mut simulation = at_its_height(&level("", "", ""));
    let world = simulation.world_mut();
    let mut ships = world.query::<(Entity, &MemberOf, &mut Position)>();
    let is_of_ares = |member: &MemberOf| world.get::<Fleet>(member.0).expect("a fleet").faction == ARES;
    let of_ares = ships.iter(world).filter(|(_, member, _)| is_of_ares(member)).map(|(ship, ..)| ship);
    let of_ares: Vec<Entity> = of_ares.collect();
    for ship in of_ares {
        world.get_mut::<Position>(ship).expect("it is somewhere").0 += DVec3::Z * 9.0e8;
    }
    look_now(world);
    let ghosts = |simulation: &Simulation| simulation.world().resource::<Knowledge>().ghosts(ARES).count();
    assert!(ghosts(&simulation) > 0, "what Ares has seen is out of its sight");
    give(&mut simulation, TERRA);
    apply(&mut simulation);
    assert_eq!(ghosts(&simulation), 0);
}
