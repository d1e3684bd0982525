//! Rings, structures, yards and money in the world.

use ecliptic::level::model::holdings::LedgerSource;
use ecliptic::orbit::AU_KM;
use ecliptic::sim::ids::{FactionId, StructureId};
use ecliptic::sim::order::{ConstructionRefusal, Refusal};
use ecliptic::sim::world::money::Ledger;
use ecliptic::sim::world::{
    Condition, Fleet, Grounds, Growing, Holdings, Idle, Ledgers, MemberOf, NextIds, Position, Rings, Ship,
    Shipyard, Structure,
};
use ecliptic::sim::{Command, ConstructionOrder, Goal, Order, Simulation, Sky, When};
use glam::DVec3;

use super::worlds::{ByName, middle_of_all, of_two, reread, shipped, world, written};

fn first_light() -> Simulation {
    let (level, rules) = shipped("first-light.ron");
    Simulation::new(&level, &rules, 1).expect("a shipped level spawns")
}

fn build(simulation: &Simulation, class: &str, body: &str, ring: u8, slot: u16) -> Order {
    let (class, body) = (simulation.structure_class(class), simulation.body(body));
    Order::Construction(ConstructionOrder::Build { class, body, ring, slot })
}

/// Ships of a class in the first yard.
fn ships_of_class(simulation: &Simulation, class: &str, count: u8) -> Order {
    let class = simulation.ship_class(class);
    Order::Construction(ConstructionOrder::BuildShips { yard: StructureId(0), class, count })
}

fn structures(simulation: &mut Simulation) -> Vec<(Structure, Option<Growing>)> {
    let world = simulation.world_mut();
    let mut query = world.query::<(&Structure, Option<&Growing>)>();
    let mut all: Vec<_> = query.iter(world).map(|(one, growing)| (one.clone(), growing.cloned())).collect();
    all.sort_by_key(|(one, _)| one.id);
    all
}

fn ledger(simulation: &Simulation, faction: FactionId) -> &Ledger {
    &simulation.world().resource::<Ledgers>().0[faction]
}

fn spent(simulation: &Simulation, source: LedgerSource) -> i64 {
    -ledger(simulation, FactionId(0)).since_start().of(source).money
}

#[test]
fn structures_circle_their_planet_and_go_along_with_it() {
    let mut simulation = first_light();
    let hearth = simulation.body("Hearth");
    for _ in 0..400 {
        simulation.run(1);
        let tick = simulation.tick_count();
        let world = simulation.world_mut();
        let mut query = world.query::<(&Structure, &Position)>();
        for (one, position) in query.iter(world).filter(|(one, _)| one.body == hearth) {
            let layout = world.resource::<Rings>().of(hearth).expect("Hearth has rings");
            let place = world.resource::<Sky>().now[hearth].position;
            let ring = usize::from(one.ring);
            let offset = position.0 - place;
            assert!((offset.length() / layout.radius_km(ring) - 1.0).abs() < 1.0e-9);
            assert!(offset.distance(layout.run_offset(ring, one.slot, one.slots, tick)) < 1.0e-3);
        }
    }
}

#[test]
fn a_structure_grows_by_instalments() {
    let mut simulation = first_light();
    assert_eq!(simulation.give(0, build(&simulation, "satellite", "Hearth", 0, 3)), Ok(()));
    simulation.run(100);
    let (_, growing) = structures(&mut simulation).pop().expect("it is there");
    let growth = growing.expect("it grows").growth;
    assert_eq!(growth.done_ticks, 101);
    assert_eq!(growth.paid, growth.price.share_of(101, growth.total_ticks));
    assert_eq!(spent(&simulation, LedgerSource::Building), i64::from(growth.paid.money));
    simulation.run(u64::from(growth.total_ticks));
    assert!(structures(&mut simulation).iter().all(|(_, growing)| growing.is_none()));
    assert_eq!(spent(&simulation, LedgerSource::Building), i64::from(growth.price.money));
    assert_eq!(ledger(&simulation, FactionId(0)).check(), Ok(()));
}

#[test]
fn building_is_refused_with_reasons() {
    let mut simulation = first_light();
    let refused = |simulation: &mut Simulation, order: &dyn Fn(&Simulation) -> Order| {
        simulation.give(0, order(simulation)).expect_err("it is refused").to_string()
    };
    let stress = refused(&mut simulation, &|simulation| build(simulation, "shipyard", "Hearth", 0, 1));
    assert!(stress.contains("cannot bear the stress"), "{stress}");
    let taken = refused(&mut simulation, &|simulation| build(simulation, "satellite", "Hearth", 0, 0));
    assert!(taken.contains("taken"), "{taken}");
    let foreign = refused(&mut simulation, &|simulation| build(simulation, "satellite", "Strand", 0, 2));
    assert!(foreign.contains("bring one"), "nobody knows that it is Cairn's: {foreign}");
    let absent = refused(&mut simulation, &|simulation| build(simulation, "satellite", "Tide", 0, 2));
    assert!(absent.contains("ship"), "{absent}");
    let repeat = ConstructionOrder::Repeat { yard: StructureId(2), repeats: true };
    let not_yours = refused(&mut simulation, &|_| Order::Construction(repeat));
    assert!(not_yours.contains('2'), "{not_yours}");
    let wing = refused(&mut simulation, &|simulation| ships_of_class(simulation, "fighter wing", 1));
    assert!(wing.contains("hangars"), "{wing}");
    assert_eq!(structures(&mut simulation).len(), 4, "a refused order leaves the world as it was");
}

#[test]
fn growth_halts_without_money_and_goes_on() {
    let poor = |treasury: &str| {
        format!(
            r##"(
                schema_version: 1, title: "test", epoch: date("2026-11-21"),
                bodies: [body("Sun"), body("Earth"), body("Mars")],
                factions: [(name: "Terra", color: "#4aa8ff", home: "Earth", treasury: {treasury})],
                holdings: [(body: "Earth", owner: "Terra", economics: 100, resources: 0)],
            )"##
        )
    };
    let mut simulation = world(&poor("(money: 5, resources: 1000)"));
    assert_eq!(simulation.give(0, build(&simulation, "satellite", "Earth", 0, 0)), Ok(()));
    let mut halted = false;
    for _ in 0..2_000 {
        let before = structures(&mut simulation)[0].1.as_ref().map(|growing| growing.growth.done_ticks);
        simulation.run(1);
        let after = structures(&mut simulation)[0].1.as_ref().map(|growing| growing.growth.done_ticks);
        halted |= before.is_some() && before == after;
        assert_eq!(
            ledger(&simulation, FactionId(0)).check(),
            Ok(()),
            "what building took is booked, and was there"
        );
        assert!(after.is_none() || after >= before, "it keeps what it has");
    }
    assert!(halted, "there was money all the time");
    assert!(structures(&mut simulation)[0].1.is_none(), "it is finished in the end");
    assert_eq!(spent(&simulation, LedgerSource::Building), 120);
}

#[test]
fn paused_growth_waits_and_cancelled_growth_is_gone() {
    let mut simulation = first_light();
    simulation.give(0, build(&simulation, "satellite", "Hearth", 0, 3)).expect("allowed");
    let id = structures(&mut simulation).pop().expect("it is there").0.id;
    simulation
        .give(0, Order::Construction(ConstructionOrder::Pause { structure: id, paused: true }))
        .expect("allowed");
    let paid = spent(&simulation, LedgerSource::Building);
    simulation.run(60);
    assert_eq!(spent(&simulation, LedgerSource::Building), paid);
    simulation.give(0, Order::Construction(ConstructionOrder::Cancel { structure: id })).expect("allowed");
    assert_eq!(structures(&mut simulation).len(), 4);
    assert_eq!(
        spent(&simulation, LedgerSource::Building),
        paid,
        "what is spent is gone, the rest never went"
    );
    assert_eq!(
        simulation.give(0, build(&simulation, "satellite", "Hearth", 0, 3)),
        Ok(()),
        "the slot is free again"
    );
}

#[test]
fn a_yard_builds_ships_and_sends_them_to_its_rally() {
    let mut simulation = first_light();
    let yard = StructureId(0);
    let rally = Some(Goal::Body(simulation.body("Lull")));
    simulation.give(0, Order::Construction(ConstructionOrder::RallyTo { yard, rally })).expect("allowed");
    simulation.give(0, ships_of_class(&simulation, "corvette", 2)).expect("allowed");
    let ships_before = ships(&mut simulation, FactionId(0));
    simulation.run(900);
    assert_eq!(ships(&mut simulation, FactionId(0)), ships_before + 2);
    assert_eq!(spent(&simulation, LedgerSource::Ships), 480);
    let world = simulation.world_mut();
    let mut yards = world.query::<&Shipyard>();
    assert!(yards.iter(world).any(|yard| yard.built == 2 && yard.queue.is_empty()));
    assert_eq!(super::worlds::overlaps(&mut simulation), (0, 0.0));
}

fn has_fleet(simulation: &mut Simulation, name: &str) -> bool {
    super::worlds::fleet_sizes(simulation).iter().any(|(known, _)| known == name)
}

/// Makes all ships of a fleet burn down.
fn burn_down(simulation: &mut Simulation, name: &str) {
    let world = simulation.world_mut();
    let mut fleets = world.query::<(bevy::prelude::Entity, &Fleet)>();
    let found = fleets.iter(world).find(|(_, fleet)| fleet.name == name).map(|(entity, _)| entity);
    let fleet = found.expect("it is there");
    let mut ships = world.query::<(&MemberOf, &mut Condition)>();
    for (_, mut condition) in ships.iter_mut(world).filter(|(member, _)| member.0 == fleet) {
        condition.armour = 1.0;
        condition.burning = 1000.0;
    }
    simulation.run(1);
}

#[test]
fn the_name_of_a_lost_fleet_does_not_come_again() {
    let mut whole = first_light();
    whole.give(0, ships_of_class(&whole, "scout", 1)).expect("allowed");
    whole.run(600);
    assert!(has_fleet(&mut whole, "1st Hearth Scouts"));
    burn_down(&mut whole, "1st Hearth Scouts");
    assert!(!has_fleet(&mut whole, "1st Hearth Scouts"));
    let text = ecliptic::level::to_ron(&whole.capture().expect("a world")).expect("it is written");
    let (level, rules) = written(&text);
    let mut resumed = Simulation::new(&level, &rules, 5).expect("a save spawns");
    for simulation in [&mut whole, &mut resumed] {
        simulation.give(0, ships_of_class(simulation, "scout", 1)).expect("allowed");
        simulation.run(600);
        assert!(!has_fleet(simulation, "1st Hearth Scouts") && has_fleet(simulation, "2nd Hearth Scouts"));
    }
    assert_eq!(whole.digests().difference(&resumed.digests()), None);
}

#[test]
fn new_ships_join_a_fleet_of_their_yard_by_any_name() {
    let mut whole = first_light();
    whole.give(0, ships_of_class(&whole, "scout", 1)).expect("allowed");
    whole.run(600);
    // The name alone does not make a fleet one of the yard.
    for (fleet, name) in [("1st Hearth Scouts", "Eyes"), ("Pathfinders", "1st Hearth Scouts")] {
        let rename = Command::Rename(name.to_owned());
        whole.give(0, Order::fleet(whole.fleet(fleet), rename)).expect("allowed");
    }
    let others = super::worlds::fleet_sizes(&mut whole).len();
    let (level, rules) = reread(&mut whole);
    let mut resumed = Simulation::new(&level, &rules, 5).expect("a save spawns");
    for simulation in [&mut whole, &mut resumed] {
        simulation.give(0, ships_of_class(simulation, "scout", 1)).expect("allowed");
        simulation.run(600);
        let sizes = super::worlds::fleet_sizes(simulation);
        assert!(sizes.contains(&("Eyes".to_owned(), 2)) && sizes.len() == others, "{sizes:?}");
    }
    assert_eq!(whole.digests().difference(&resumed.digests()), None);
}

#[test]
fn ships_of_other_kinds_found_fleets_of_their_own() {
    let mut whole = first_light();
    for class in ["scout", "miner", "corvette"] {
        whole.give(0, ships_of_class(&whole, class, 1)).expect("allowed");
        whole.run(1_000);
    }
    let (level, rules) = reread(&mut whole);
    let mut resumed = Simulation::new(&level, &rules, 5).expect("a save spawns");
    for simulation in [&mut whole, &mut resumed] {
        // The fleets of all kinds still wait.
        for class in ["miner", "scout", "corvette"] {
            simulation.give(0, ships_of_class(simulation, class, 1)).expect("allowed");
            simulation.run(1_000);
        }
        let sizes = super::worlds::fleet_sizes(simulation);
        for name in ["1st Hearth Scouts", "2nd Hearth Miners", "3rd Hearth Squadron"] {
            assert!(sizes.contains(&(name.to_owned(), 2)), "{name}: {sizes:?}");
        }
    }
    assert_eq!(whole.digests().difference(&resumed.digests()), None);
}

#[test]
fn things_without_a_free_number_are_not_made_and_not_lost() {
    let mut simulation = first_light();
    let ids = *simulation.world().resource::<NextIds>();
    let used_up = NextIds { ship: u32::MAX, fleet: u32::MAX, structure: u32::MAX };
    *simulation.world_mut().resource_mut::<NextIds>() = used_up;
    let refused = simulation.give(0, build(&simulation, "satellite", "Hearth", 0, 3));
    assert_eq!(refused, Err(Refusal::Construction(ConstructionRefusal::NoMoreStructures)));
    simulation.give(0, ships_of_class(&simulation, "scout", 1)).expect("allowed");
    let before = ships(&mut simulation, FactionId(0));
    simulation.run(600);
    assert_eq!(
        (ships(&mut simulation, FactionId(0)), *simulation.world().resource::<NextIds>()),
        (before, used_up)
    );
    // A ship that is paid for waits in its yard.
    *simulation.world_mut().resource_mut::<NextIds>() = ids;
    simulation.run(1);
    assert_eq!(ships(&mut simulation, FactionId(0)), before + 1);
}

fn ships(simulation: &mut Simulation, faction: FactionId) -> usize {
    let world = simulation.world_mut();
    let fleets: Vec<(bevy::prelude::Entity, FactionId)> =
        world.query::<(bevy::prelude::Entity, &Fleet)>().iter(world).map(|(e, f)| (e, f.faction)).collect();
    let mut query = world.query::<(&Ship, &MemberOf)>();
    query
        .iter(world)
        .filter(|(_, of)| fleets.iter().any(|(fleet, owner)| *fleet == of.0 && *owner == faction))
        .count()
}

#[test]
fn a_free_body_is_founded_with_a_ship_beside_it() {
    let mut simulation = first_light();
    let lull = simulation.body("Lull");
    simulation.order(Order::fleet(
        simulation.fleet("Pathfinders"),
        Command::go(Goal::Body(simulation.body("Lull")), When::Now),
    ));
    simulation.run(2_500);
    let rings = simulation.world().resource::<Rings>().of(lull).map(|layout| layout.count());
    assert!(rings.is_some_and(|count| (2..=6).contains(&count)), "{rings:?}");
    assert_eq!(simulation.give(0, build(&simulation, "satellite", "Lull", 0, 0)), Ok(()));
    simulation.run(300);
    assert_eq!(simulation.world().resource::<Holdings>().0[lull].owner, Some(FactionId(0)));
}

/// A scout of the first faction beside Mars, which has no owner, and some defenders of its own.
fn beside_mars(mars: &str) -> Simulation {
    let fields = format!(
        r#"fleets: [(name: "Eye", faction: "Terra", at: beside(body: "Mars", radii: 3), ships: [(class: "scout")])],
        holdings: [(body: "Mars", {mars})],"#
    );
    world(&of_two(r#"body("Earth"), body("Mars")"#, &fields))
}

fn set_defenders(simulation: &mut Simulation, name: &str, defenders: f64) {
    let body = simulation.body(name);
    simulation.world_mut().resource_mut::<Grounds>().0[body].defenders = defenders;
}

#[test]
fn a_rich_body_without_an_owner_resists_a_founding() {
    let mut simulation = beside_mars("economics: 100");
    simulation.run(10);
    let founding = build(&simulation, "satellite", "Mars", 0, 0);
    let resists = |defenders| {
        let refusal = ConstructionRefusal::Resists { body: "Mars".to_owned(), defenders, most: 40 };
        Err(Refusal::Construction(refusal))
    };
    let refused = simulation.give(0, founding.clone());
    assert_eq!(refused, resists(100));
    assert_eq!(
        refused.map_err(|refusal| refusal.to_string()),
        Err("Mars has 100 defenders of its own: land troopers, or bombard it down to 40".to_owned())
    );
    set_defenders(&mut simulation, "Mars", 43.0);
    let refused = simulation.give(0, founding.clone());
    let words =
        refused.map_err(|refusal| refusal.to_string()).expect_err("43 are seen as 40, but they are there");
    assert!(words.contains("cannot be begun: Mars has 43 defenders of its own"), "{words}");
    set_defenders(&mut simulation, "Mars", 30.0);
    assert_eq!(simulation.give(0, founding), Ok(()));
    simulation.run(100);
    let done = |simulation: &mut Simulation| {
        structures(simulation).pop().and_then(|(_, growing)| growing).map(|growing| growing.growth.done_ticks)
    };
    set_defenders(&mut simulation, "Mars", 90.0);
    let before = done(&mut simulation);
    simulation.run(100);
    assert!(before.is_some() && done(&mut simulation) == before, "the garrison has come back: it waits");
    set_defenders(&mut simulation, "Mars", 0.0);
    simulation.run(200);
    assert_eq!(simulation.owner("Mars"), Some(FactionId(0)));
}

#[test]
fn a_poor_body_without_an_owner_is_founded_with_its_defenders() {
    let mut simulation = beside_mars("economics: 40");
    simulation.run(10);
    assert_eq!(simulation.give(0, build(&simulation, "satellite", "Mars", 0, 0)), Ok(()));
    simulation.run(300);
    assert_eq!(simulation.owner("Mars"), Some(FactionId(0)));
    let mars = simulation.body("Mars");
    assert!(simulation.world().resource::<Grounds>().of(mars).defenders >= 40.0);
}

#[test]
fn a_structure_at_a_star_or_a_comet_takes_nothing() {
    for name in ["Sun", "Halley"] {
        let fields = format!(
            r#"fleets: [
                (name: "Eye", faction: "Terra", at: beside(body: "{name}", radii: 3), ships: [(class: "scout")]),
            ],"#
        );
        let comet = r#"body("Earth"), changed(name: "Halley", magnify: 3000, well_radii: 75)"#;
        let mut simulation = world(&of_two(comet, &fields));
        simulation.run(10);
        assert_eq!(simulation.give(0, build(&simulation, "satellite", name, 0, 0)), Ok(()), "{name}");
        simulation.run(300);
        let built = structures(&mut simulation);
        assert!(built.len() == 1 && built[0].1.is_none(), "{name}: it stands");
        assert_eq!(simulation.owner(name), None, "{name}");
    }
}

#[test]
fn incomes_come_and_upkeep_goes() {
    let mut simulation = first_light();
    let before = ledger(&simulation, FactionId(0)).balance();
    simulation.run(1_200);
    let now = ledger(&simulation, FactionId(0));
    assert!(now.balance().money > before.money && now.balance().resources > before.resources);
    assert!(now.since_start().of(LedgerSource::Planets).money > 0);
    assert!(now.since_start().of(LedgerSource::FleetUpkeep).money < 0);
    assert!(now.since_start().of(LedgerSource::StructureUpkeep).money < 0);
    assert_eq!(now.since_start().of(LedgerSource::Tax).money, 0, "one planet is not taxed");
    assert_eq!(now.check(), Ok(()));
}

#[test]
fn the_newest_ships_go_idle_when_nobody_pays() {
    let text = r##"(
        schema_version: 1, title: "test", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Earth"), body("Mars")],
        factions: [(name: "Terra", color: "#4aa8ff", treasury: (money: 10))],
        fleets: [(name: "First", faction: "Terra", at: au(0, -1.6, 0), ships: [(class: "corvette", count: 8)])],
    )"##;
    let mut simulation = world(text);
    simulation.run(1_000);
    let world = simulation.world_mut();
    let idle = world.query_filtered::<&Ship, bevy::prelude::With<Idle>>().iter(world).count();
    assert_eq!(idle, 8, "nothing comes in, so in the end all of them wait");
    assert_eq!(ledger(&simulation, FactionId(0)).balance().money, 0);
    let before = middle_of_all(&mut simulation);
    let to = before + DVec3::X * 0.5 * AU_KM;
    simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
    simulation.run(100);
    let way = middle_of_all(&mut simulation).distance(before);
    assert!(way < 0.05 * AU_KM, "idle ships hardly move: {way}");
}

#[test]
fn a_miner_beside_a_comet_gains_rare_materials() {
    let text = r##"(
        schema_version: 1, title: "test", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Earth"), changed(name: "Encke", magnify: 3000)],
        factions: [(name: "Terra", color: "#4aa8ff", home: "Earth")],
        fleets: [(name: "First", faction: "Terra", at: near("Encke"), ships: [(class: "miner", count: 3)])],
    )"##;
    let mut simulation = world(text);
    simulation.run(600);
    let mined = ledger(&simulation, FactionId(0)).since_start().of(LedgerSource::Mining);
    assert!(mined.rare > 0 && mined.money == 0, "{mined:?}");
}

#[test]
fn a_save_while_things_grow_goes_on_as_if_nothing_had_been() {
    let mut whole = first_light();
    whole.give(0, build(&whole, "trade station", "Hearth", 3, 6)).expect("allowed");
    whole.give(0, ships_of_class(&whole, "frigate", 3)).expect("allowed");
    whole
        .give(0, Order::Construction(ConstructionOrder::Repeat { yard: StructureId(0), repeats: true }))
        .expect("allowed");
    whole.run(333);
    let text = ecliptic::level::to_ron(&whole.capture().expect("a world")).expect("it is written");
    let (level, rules) = written(&text);
    let mut resumed = Simulation::new(&level, &rules, 5).expect("a save spawns");
    assert_eq!(ledger(&resumed, FactionId(0)).balance(), ledger(&whole, FactionId(0)).balance());
    for _ in 0..900 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "in tick {}", whole.tick_count());
    }
}
