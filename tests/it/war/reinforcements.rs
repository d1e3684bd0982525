//! Reinforcements of defenders: troopers land at home only against invaders, and help.

use ecliptic::sim::ids::{BodyId, FactionId};
use ecliptic::sim::world::{Condition, Fleet, Ground, Grounds, Holdings, MemberOf};
use ecliptic::sim::{Command, Order, OrderQueue, Refusal, Simulation, Sky, When};

use crate::sim::worlds::{ByName, legs_left, world};

/// Limit on the duration of any event in these tests, ticks.
const PATIENCE: u64 = 6_000;

/// Two landers of Ares with orders to land on Earth, which belongs to Terra, and two of Terra's that could help.
fn invasion() -> Simulation {
    world(
        r##"(
            schema_version: 1, title: "test", epoch: date("2026-11-21"),
            bodies: [body("Sun"), body("Earth"), body("Mars")],
            factions: [
                (name: "Terra", color: "#4aa8ff", treasury: (money: 5000, resources: 5000)),
                (name: "Ares", color: "#ff7a45", treasury: (money: 5000, resources: 5000)),
            ],
            ship_classes: [(
                name: "lander", radius_km: 300, cruise_km_s: 230, manoeuvre_km_s: 40,
                troopers: 100, kind: troops,
            )],
            holdings: [
                (body: "Earth", owner: "Terra", economics: 100, resources: 100, ground: (defenders: 120)),
            ],
            fleets: [
                (name: "Landers", faction: "Ares", at: beside(body: "Earth", radii: 1.5, bearing_deg: 40),
                    ships: [(class: "lander", count: 2)], route: [(to: land("Earth"))]),
                (name: "Relief", faction: "Terra", at: beside(body: "Earth", radii: 1.5, bearing_deg: 220),
                    ships: [(class: "lander", count: 2)]),
            ],
        )"##,
    )
}

fn earth(simulation: &Simulation) -> BodyId {
    simulation.world().resource::<Sky>().system.find("Earth").expect("the body is there")
}

fn ground(simulation: &Simulation) -> Ground {
    simulation.world().resource::<Grounds>().of(earth(simulation))
}

fn owner(simulation: &Simulation) -> Option<FactionId> {
    simulation.world().resource::<Holdings>().0[earth(simulation)].owner
}

/// Troopers aboard of the ships of a faction.
fn aboard(simulation: &mut Simulation, faction: FactionId) -> f64 {
    let world = simulation.world_mut();
    let mut ships = world.query::<(&Condition, &MemberOf)>();
    let is_its = |member: &MemberOf| world.get::<Fleet>(member.0).is_some_and(|one| one.faction == faction);
    ships.iter(world).filter(|(_, member)| is_its(member)).map(|(condition, _)| condition.troopers).sum()
}

/// Lands Terra's landers on Earth, and returns the result of the order.
fn help(simulation: &mut Simulation) -> Result<(), Refusal> {
    let order = Order::fleet(simulation.fleet("Relief"), Command::go(simulation.landing("Earth"), When::Now));
    simulation.world_mut().resource_mut::<OrderQueue>().give(FactionId(0), order);
    simulation.run(1);
    let answers = simulation.world_mut().resource_mut::<OrderQueue>().take_answers(FactionId(0));
    answers.into_iter().next_back().expect("an answer").outcome
}

fn run_until_invaded(simulation: &mut Simulation) {
    while !ground(simulation).is_fought_over() {
        simulation.run(1);
        assert!(simulation.tick_count() < PATIENCE, "nobody lands");
    }
}

#[test]
fn without_help_the_planet_falls() {
    let mut simulation = invasion();
    run_until_invaded(&mut simulation);
    while owner(&simulation) == Some(FactionId(0)) {
        simulation.run(1);
        assert!(simulation.tick_count() < PATIENCE, "{:?}", ground(&simulation));
    }
    assert_eq!((owner(&simulation), aboard(&mut simulation, FactionId(0))), (Some(FactionId(1)), 200.0));
}

#[test]
fn troopers_help_to_defend_their_own_planet_and_none_is_lost_on_the_way() {
    let mut simulation = invasion();
    let refused = help(&mut simulation).expect_err("nobody has landed yet").to_string();
    assert!(refused.starts_with("Earth is on your side, and nobody has invaded it"), "{refused}");
    assert_eq!(legs_left(&mut simulation, "Relief"), 0);
    run_until_invaded(&mut simulation);
    help(&mut simulation).expect("now there is somebody to fight");
    assert_eq!(legs_left(&mut simulation, "Relief"), 1);
    let mut before = f64::INFINITY;
    let mut has_landed = false;
    while ground(&simulation).is_fought_over() {
        let defenders = ground(&simulation).defenders;
        let sum = aboard(&mut simulation, FactionId(0)) + defenders;
        assert!(sum <= before + 1.0e-9, "{sum}, but there were {before}");
        before = sum;
        simulation.run(1);
        assert!(simulation.tick_count() < PATIENCE, "{:?}", ground(&simulation));
        has_landed |= ground(&simulation).defenders > defenders;
    }
    assert!(has_landed, "they have gone ashore");
    assert_eq!(owner(&simulation), Some(FactionId(0)), "the invaders are beaten");
    // Troopers still aboard stay there.
    let left = aboard(&mut simulation, FactionId(0));
    simulation.run(30);
    assert_eq!((legs_left(&mut simulation, "Relief"), aboard(&mut simulation, FactionId(0))), (0, left));
}
