//! A siege: guns first, then fire on a garrison that is too strong, then troopers. What cannot bombard destroys
//! structures meanwhile.

use ecliptic::level::Assault;
use ecliptic::sim::invasion::lanchester::equal_invaders;
use ecliptic::sim::{
    AttackTarget, Command, Ending, Goal, Grounds, Holdings, Minds, OperationKind, ShipId, Simulation,
    Structure, StructureClasses, TargetId, Verdict,
};

use super::{CONCORD, RIVALRY, Scene, body, commands, first_order, owner};

/// The troopers of two troop ships.
const TROOPERS: f64 = 160.0;

/// Four cruisers and two troop ships of a mind before Thale, which has a sentry and a garrison.
fn before_thale(defenders: f64) -> Simulation {
    Scene::with(&[])
        .holding("Thale", Some("Concord"), 40, defenders)
        .structure("Concord", "sentry", ("Thale", 1, 0))
        .ships("Rivalry", ("Thale", 14.0, 0.0), &[("cruiser", 4)])
        .ships("Rivalry", ("Thale", 14.0, 30.0), &[("troop ship", 2)])
        .played_by("merciless", "steward")
}

/// The tick of the first order for an assault on the ground of Thale.
fn first_assault(simulation: &Simulation, assault: Assault) -> Option<u64> {
    first_order(simulation, Goal::Ground { body: body(simulation, "Thale"), assault })
}

/// Plays until the troopers are sent down; returns the ticks of the first orders to bombard and to land. When the
/// first of them is given, the sentry is gone, and the shipyard is left.
fn fire_and_landing(simulation: &mut Simulation) -> (Option<u64>, u64) {
    let mut has_begun = false;
    loop {
        assert!(simulation.tick_count() < 1_500, "it lands");
        simulation.run(1);
        let fire = first_assault(simulation, Assault::Bombard);
        let landing = first_assault(simulation, Assault::Land);
        if !has_begun && fire.or(landing).is_some() {
            has_begun = true;
            assert_eq!(structures_of_concord(simulation), 1, "the sentry comes first");
        }
        if let Some(landing) = landing {
            return (fire, landing);
        }
    }
}

fn structures_of_concord(simulation: &mut Simulation) -> usize {
    let world = simulation.world_mut();
    let mut all = world.query::<&Structure>();
    all.iter(world).filter(|one| one.faction == CONCORD).count()
}

/// How many times the garrison of Thale the troopers are.
fn superiority(simulation: &Simulation) -> f64 {
    let thale = body(simulation, "Thale");
    let (grounds, holdings) =
        (simulation.world().resource::<Grounds>(), simulation.world().resource::<Holdings>());
    TROOPERS / equal_invaders(grounds.of(thale).defenders, holdings.0[thale].terrain)
}

#[test]
fn a_garrison_that_is_nearly_as_strong_is_bombarded_before_troopers_land() {
    let mut simulation = before_thale(123.0);
    let before = superiority(&simulation);
    assert!((1.05..1.15).contains(&before), "the troopers are {before} times the garrison");
    let (fire, landing) = fire_and_landing(&mut simulation);
    assert!(fire.is_some_and(|fire| fire < landing), "fire at {fire:?}, landing at {landing}");
    let then = superiority(&simulation);
    assert!(then > 1.2, "they land as {then} times the garrison");
    simulation.run(1_500 - simulation.tick_count());
    assert_eq!(owner(&simulation, "Thale"), Some(RIVALRY));
    let verdict = &simulation.world().resource::<Verdict>().0;
    assert!(verdict.as_ref().is_some_and(|decision| decision.side == 1), "{verdict:?}");
    let thale = body(&simulation, "Thale");
    let mind = simulation.world().resource::<Minds>().0[RIVALRY].as_ref().expect("it plays");
    let taken = mind.ended.iter().rfind(|one| (one.kind, one.target) == (OperationKind::Take, thale));
    assert_eq!(taken.map(|one| one.ending), Some(Ending::Succeeded), "with it the war is decided");
    assert!(!mind.is_pursued(OperationKind::Take, thale));
}

#[test]
fn troopers_land_at_once_on_a_weak_garrison() {
    let (fire, landing) = fire_and_landing(&mut before_thale(60.0));
    assert!(fire.is_none_or(|fire| landing <= fire), "fire at {fire:?}, landing at {landing}");
}

/// The cruiser in [`mixed`]; the other fighters have no weapon that reaches the ground.
const CRUISER: ShipId = ShipId(0);

/// A cruiser, three frigates and some troop ships of a mind before Thale, which has a garrison, a shipyard, two trade
/// stations, and no gun.
fn mixed(defenders: f64, troop_ships: u32) -> Simulation {
    let scene = Scene::with(&[])
        .holding("Thale", Some("Concord"), 40, defenders)
        .structure("Concord", "trade station", ("Thale", 3, 4))
        .structure("Concord", "trade station", ("Thale", 3, 12))
        .ships("Rivalry", ("Thale", 14.0, 0.0), &[("cruiser", 1), ("frigate", 3)])
        .watch("Thale");
    let landers = [("troop ship", troop_ships)];
    let scene = if troop_ships > 0 { scene.ships("Rivalry", ("Thale", 14.0, 30.0), &landers) } else { scene };
    scene.played_by("merciless", "warden")
}

/// The structures of a class at Thale, by number.
fn at_thale(simulation: &mut Simulation, class: &str) -> Vec<TargetId> {
    let thale = body(simulation, "Thale");
    let world = simulation.world_mut();
    let mut all = world.query::<&Structure>();
    let classes = &world.resource::<StructureClasses>().0;
    let is_one = |one: &&Structure| one.body == thale && classes[one.class].name == class;
    let mut found: Vec<TargetId> =
        all.iter(world).filter(is_one).map(|one| TargetId::Structure(one.id)).collect();
    found.sort_unstable();
    found
}

/// The tick of the first order to attack one of some structures.
fn first_attack(simulation: &Simulation, structures: &[TargetId]) -> Option<u64> {
    let ticks = structures.iter().filter_map(|one| {
        let attack = Goal::Attack(AttackTarget::Target(*one));
        first_order(simulation, attack)
    });
    ticks.min()
}

#[test]
fn ships_that_cannot_bombard_destroy_structures_while_no_troopers_come() {
    let mut simulation = mixed(150.0, 0);
    let (yards, stations) =
        (at_thale(&mut simulation, "shipyard"), at_thale(&mut simulation, "trade station"));
    let attacks_station = loop {
        assert!(simulation.tick_count() < 1_800, "they attack a trade station");
        simulation.run(10);
        if let Some(tick) = first_attack(&simulation, &stations) {
            break tick;
        }
    };
    let attacks_yard = first_attack(&simulation, &yards);
    assert!(
        attacks_yard.is_some_and(|tick| tick < attacks_station),
        "first the shipyard, at {attacks_yard:?}"
    );
    let fire = first_assault(&simulation, Assault::Bombard);
    assert!(fire.is_some_and(|fire| fire <= attacks_station), "the cruiser bombards, from {fire:?} on");
    let at_last = commands(&simulation).filter(|(tick, ..)| *tick == attacks_station);
    let mut sent =
        at_last.filter(|(_, _, command)| matches!(command, Command::Go { goal: Goal::Attack(_), .. }));
    assert!(sent.all(|(_, ships, _)| !ships.contains(&CRUISER)), "the cruiser does nothing else");
}

/// Structures fall to the side that takes their body.
#[test]
fn structures_are_spared_once_troopers_land() {
    // A few shots of the cruiser are enough for the landing.
    let mut simulation = mixed(112.0, 2);
    let standing = |simulation: &mut Simulation| {
        ["shipyard", "trade station"].map(|class| at_thale(simulation, class)).concat()
    };
    let all = standing(&mut simulation);
    while first_assault(&simulation, Assault::Land).is_none() {
        assert!(simulation.tick_count() < 1_500, "it lands");
        simulation.run(1);
    }
    assert!(first_attack(&simulation, &all).is_some(), "they were attacked");
    let before = standing(&mut simulation);
    assert!(!before.is_empty(), "something is left");
    simulation.run(600);
    assert_eq!(standing(&mut simulation), before);
}
