//! Conduct of fleets near foes: stances, orders of war, withdrawal, and later legs.

use bevy::prelude::{Entity, With};
use ecliptic::level::{self, Doctrine, Level, Stance};
use ecliptic::rules::Rules;
use ecliptic::sim::combat::Battlefields;
use ecliptic::sim::event::{Entry, Events, GameEvent};

use ecliptic::sim::ids::{FactionId, FleetId, ShipId, StructureId, TargetId};
use ecliptic::sim::world::{
    Condition, Engagement, Fleet, Flight, Members, Notices, Position, Route, Structure, UnderFire,
};
use ecliptic::sim::{Anchor, AnchoredPlace, AttackTarget, Command, Goal, Order, Simulation, Units, When};
use glam::{DQuat, DVec3};

use crate::sim::worlds::{ByName, body_place, body_radius, legs_left, overlaps, rules, written};

/// The range of the guns of this world, km, and the distance that its gunboats keep.
const RANGE_KM: f64 = 400_000.0;
const STAND_OFF_KM: f64 = 0.6 * RANGE_KM;
/// Raiders within reach of a defensive fleet, and raiders beyond it.
const NEAR: &str = r#"(name: "Raiders", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 18),
    ships: [(class: "hulk", count: 2)])"#;
const FAR: &str = r#"(name: "Raiders", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 60),
    ships: [(class: "hulk", count: 2)])"#;
/// The first fleet of every world here.
const FIRST: Units = Units::Fleet(FleetId(0));
const YARD: &str = r#"(class: "shipyard", faction: "Terra", body: "Earth", ring: 3, slot: 0)"#;

/// A level with harmless guns, so that only conduct matters.
fn skirmish(fleets: &str, structures: &str) -> String {
    format!(
        r##"(
            schema_version: 1, title: "test", epoch: date("2026-11-21"),
            bodies: [body("Sun"), body("Earth"), body("Mars")],
            weapons: [
                (name: "test gun", damage: kinetic, harm: 0, reload_s: 1, range_km: 400000),
                (name: "siege gun", damage: kinetic, harm: 0, reload_s: 1, range_km: 400000, smallest_km: 200),
                (name: "side arm", damage: kinetic, harm: 0, reload_s: 1, range_km: 100000),
                (name: "flak", damage: kinetic, harm: 0, reload_s: 1, range_km: 400000, intercepts: true),
                (name: "mortar", damage: heat, harm: 0.1, reload_s: 1, range_km: 400000, bombards: true),
            ],
            ship_classes: [
                (name: "gunboat", radius_km: 400, cruise_km_s: 230, manoeuvre_km_s: 40, sight_km: 3e7,
                    arms: (weapons: [(weapon: "test gun")], stand_off: (share: 0.6))),
                (name: "wasp", radius_km: 300, cruise_km_s: 230, manoeuvre_km_s: 40, sight_km: 3e7,
                    arms: (weapons: [(weapon: "test gun")], stand_off: (circles: true, share: 0.4))),
                (name: "sieger", radius_km: 400, cruise_km_s: 230, manoeuvre_km_s: 40, sight_km: 3e7,
                    arms: (weapons: [(weapon: "siege gun"), (weapon: "side arm")], stand_off: (share: 0.6))),
                (name: "breaker", radius_km: 400, cruise_km_s: 230, manoeuvre_km_s: 40, sight_km: 3e7,
                    arms: (weapons: [(weapon: "siege gun")], stand_off: (share: 0.6))),
                (name: "picket", radius_km: 400, cruise_km_s: 230, manoeuvre_km_s: 40, sight_km: 3e7,
                    arms: (weapons: [(weapon: "flak")], stand_off: (share: 0.6))),
                (name: "gnat", radius_km: 100, cruise_km_s: 230, manoeuvre_km_s: 40, sight_km: 3e7,
                    arms: (weapons: [(weapon: "test gun")])),
                (name: "broadsider", radius_km: 400, cruise_km_s: 230, manoeuvre_km_s: 40, sight_km: 3e7,
                    arms: (weapons: [(weapon: "test gun", facing_deg: 90, arc_deg: 60)])),
                (name: "bomber", radius_km: 400, cruise_km_s: 230, manoeuvre_km_s: 40, turn_s: 4,
                    arms: (weapons: [(weapon: "mortar", arc_deg: 60)])),
                (name: "hulk", radius_km: 400, cruise_km_s: 230, manoeuvre_km_s: 40, sight_km: 3e7),
                (name: "mite", radius_km: 100, cruise_km_s: 230, manoeuvre_km_s: 40, sight_km: 3e7),
            ],
            factions: [
                (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 1000000, resources: 1000000)),
                (name: "Ares", color: "#ff7a45", home: "Mars", treasury: (money: 1000000, resources: 1000000)),
            ],
            fleets: [{fleets}],
            structures: [{structures}],
        )"##
    )
}

/// A fleet of gunboats above Earth, with further fields.
fn first(said: &str) -> String {
    format!(
        r#"(name: "First", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 0),
            ships: [(class: "gunboat", count: 3)], {said}),"#
    )
}

fn world(fleets: &str, structures: &str) -> Simulation {
    let (level, classes) = written(&skirmish(fleets, structures));
    Simulation::new(&level, &classes, 1).expect("a checked level spawns")
}

fn with_stance(stance: &str, raiders: &str) -> Simulation {
    world(&format!("{}{raiders}", first(&format!("doctrine: (stance: {stance})"))), "")
}

fn attack(target: AttackTarget) -> Order {
    Order::fleet(FIRST, Command::go(Goal::Attack(target), When::Now))
}

/// The first fleet attacks the raiders, which are far away.
fn against_far_raiders() -> Simulation {
    let mut simulation = world(&format!("{}{FAR}", first("")), "");
    let raiders = AttackTarget::Fleet(simulation.fleet_id("Raiders"));
    simulation.give(0, attack(raiders)).expect("they are seen");
    simulation
}

/// The notices to the first side since it was asked last.
fn notices(simulation: &mut Simulation) -> Vec<String> {
    let notices = simulation.world_mut().resource_mut::<Notices>().take(FactionId(0));
    notices.into_iter().map(|note| note.words).collect()
}

fn fleet(simulation: &mut Simulation, name: &str) -> Entity {
    let world = simulation.world_mut();
    let mut fleets = world.query::<(Entity, &Fleet)>();
    let found = fleets.iter(world).find(|(_, fleet)| fleet.name == name);
    found.map(|(entity, _)| entity).expect("the fleet is there")
}

fn ships_of(simulation: &mut Simulation, name: &str) -> Vec<Entity> {
    let entity = fleet(simulation, name);
    simulation.world().get::<Members>(entity).map(|members| members.iter().collect()).unwrap_or_default()
}

/// The middle of a fleet.
fn middle(simulation: &mut Simulation, name: &str) -> DVec3 {
    let ships = ships_of(simulation, name);
    let world = simulation.world();
    let places = ships.iter().filter_map(|ship| world.get::<Position>(*ship));
    places.map(|place| place.0).sum::<DVec3>() / ships.len() as f64
}

/// Position of a fleet, relative to Earth.
fn from_earth(simulation: &mut Simulation, name: &str) -> DVec3 {
    middle(simulation, name) - body_place(simulation, "Earth")
}

fn gap(simulation: &mut Simulation) -> f64 {
    middle(simulation, "First").distance(middle(simulation, "Raiders"))
}

fn engagement(simulation: &mut Simulation) -> Option<Engagement> {
    let first = fleet(simulation, "First");
    simulation.world().get::<Engagement>(first).copied()
}

/// Removes a fleet from the world, as if it had been destroyed.
fn destroy(simulation: &mut Simulation, name: &str) {
    let (entity, ships) = (fleet(simulation, name), ships_of(simulation, name));
    let world = simulation.world_mut();
    for gone in ships.into_iter().chain([entity]) {
        world.despawn(gone);
    }
}

#[test]
fn far_from_home_a_defensive_fleet_waits_for_foes() {
    let fleets = format!("{}{FAR}", first("doctrine: (stance: defensive)"));
    let text = skirmish(&fleets, "").replacen("home: \"Earth\"", "home: \"Mars\"", 1);
    let (level, classes) = written(&text);
    let mut simulation = Simulation::new(&level, &classes, 1).expect("a checked level spawns");
    let was = from_earth(&mut simulation, "First");
    simulation.run(500);
    assert!(from_earth(&mut simulation, "First").distance(was) < 5_000.0);
    assert!(engagement(&mut simulation).is_none());
}

#[test]
fn stances_have_their_effects() {
    for (stance, raiders, comes) in [
        ("aggressive", FAR, true),
        ("aggressive", NEAR, true),
        // The fleet is at home, and so it defends the whole well.
        ("defensive", FAR, true),
        ("defensive", NEAR, true),
        ("return", NEAR, true),
        ("hold_position", NEAR, false),
        ("hold_fire", NEAR, false),
    ] {
        let mut simulation = with_stance(stance, raiders);
        let (before, was) = (gap(&mut simulation), from_earth(&mut simulation, "First"));
        simulation.run(500);
        let after = gap(&mut simulation);
        if comes {
            let kept = 0.7 * STAND_OFF_KM..=1.1 * STAND_OFF_KM;
            assert!(kept.contains(&after), "{stance}: {after} km of {before} km are left");
        } else {
            let moved = from_earth(&mut simulation, "First").distance(was);
            assert!(moved < 5_000.0, "{stance}: it has moved by {moved} km");
        }
        let is_engaged = engagement(&mut simulation).is_some();
        assert_eq!(is_engaged, comes || stance == "hold_position", "{stance}");
    }
}

#[test]
fn the_kept_distance_follows_from_the_weapons_fired_at_the_target() {
    for (target, range_km) in [("hulk", RANGE_KM), ("mite", 100_000.0)] {
        let first = first("doctrine: (stance: aggressive)").replace("gunboat", "sieger");
        let mut simulation = world(&format!("{first}{}", NEAR.replace("hulk", target)), "");
        simulation.run(700);
        let (kept, after) = (0.6 * range_km, gap(&mut simulation));
        assert!((0.7 * kept..=1.1 * kept).contains(&after), "{after} km to a {target}, not {kept}");
    }
}

/// Turns the bows of a fleet's ships to a direction.
fn turn_bows(simulation: &mut Simulation, name: &str, direction: DVec3) {
    for ship in ships_of(simulation, name) {
        let mut flight = simulation.world_mut().get_mut::<Flight>(ship).expect("it flies");
        flight.heading = direction.normalize();
    }
}

/// The least of the cosines between a direction and the bows of a fleet's ships.
fn least_bow(simulation: &mut Simulation, name: &str, direction: DVec3) -> f64 {
    let ships = ships_of(simulation, name);
    let flights = ships.iter().filter_map(|ship| simulation.world().get::<Flight>(*ship));
    flights.map(|flight| flight.heading.dot(direction.normalize())).fold(1.0, f64::min)
}

#[test]
fn a_standing_ship_turns_so_that_its_guns_bear() {
    // With a gun to port the foe has to lie there.
    for (class, angle_deg) in [("gunboat", 0.0_f64), ("broadsider", -90.0)] {
        let first = first("doctrine: (stance: hold_position)").replace("gunboat", class);
        let raiders = NEAR.replace("bearing_deg: 18", "bearing_deg: 8");
        let mut simulation = world(&format!("{first}{raiders}"), "");
        simulation.run(30);
        let (was, foe) = (middle(&mut simulation, "First"), middle(&mut simulation, "Raiders"));
        let wanted = DQuat::from_rotation_z(angle_deg.to_radians()) * (foe - was).with_z(0.0);
        turn_bows(&mut simulation, "First", -wanted);
        simulation.run(1);
        assert!(least_bow(&mut simulation, "First", wanted) < -0.9, "{class}: nobody turns at once");
        simulation.run(120);
        let least = least_bow(&mut simulation, "First", wanted);
        assert!(least > 0.98, "{class}: {least}");
    }
}

#[test]
fn guns_bombard_once_the_ship_has_turned_them_on_the_ground() {
    let bombers = r#"(name: "Bombers", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 0),
        ships: [(class: "bomber")], route: [(to: bombard("Earth"))]),"#;
    let mut simulation = world(bombers, "");
    let bombarded = |simulation: &Simulation| {
        let events = simulation.world().resource::<Events>();
        events.since(0).filter(|entry| matches!(entry.event, GameEvent::Bombarded { .. })).count()
    };
    while bombarded(&simulation) == 0 {
        simulation.run(1);
        assert!(simulation.tick_count() < 4_000, "it never bombards");
    }
    simulation.run(60);
    let outward = from_earth(&mut simulation, "Bombers");
    turn_bows(&mut simulation, "Bombers", outward);
    let before = bombarded(&simulation);
    simulation.run(60);
    assert_eq!(bombarded(&simulation), before, "its stern is to the ground");
    simulation.run(90);
    assert!(bombarded(&simulation) > before, "it has turned round");
}

#[test]
fn a_ship_that_circles_its_target_keeps_its_distance() {
    let wasps = r#"(name: "First", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 0),
        ships: [(class: "wasp", count: 3)], doctrine: (stance: aggressive)),"#;
    let mut simulation = world(&format!("{wasps}{NEAR}"), "");
    simulation.run(300);
    let aside = |simulation: &mut Simulation| {
        (middle(simulation, "First") - middle(simulation, "Raiders")).normalize()
    };
    let before = aside(&mut simulation);
    let mut least_cosine = 1.0_f64;
    for _ in 0..60 {
        simulation.run(5);
        let distance = gap(&mut simulation);
        assert!(distance > 0.2 * RANGE_KM && distance < 0.6 * RANGE_KM, "{distance} km");
        least_cosine = least_cosine.min(aside(&mut simulation).dot(before));
    }
    assert!(least_cosine < -0.5, "it has not come round: {least_cosine}");
}

#[test]
fn a_fleet_that_returns_goes_back_and_others_stay() {
    for (stance, goes_back) in [("return", true), ("defensive", false)] {
        let mut simulation = with_stance(stance, NEAR);
        let was = from_earth(&mut simulation, "First");
        simulation.run(400);
        assert!(from_earth(&mut simulation, "First").distance(was) > 0.3 * RANGE_KM, "{stance}");
        let away = from_earth(&mut simulation, "Raiders").normalize();
        let to = middle(&mut simulation, "Raiders") + away * 3.0e7;
        let flee = Order::fleet(simulation.fleet("Raiders"), Command::go(Goal::point(to), When::Now));
        simulation.give(1, flee).expect("their own fleet");
        simulation.run(900);
        assert_eq!(engagement(&mut simulation), None, "{stance}");
        let off = from_earth(&mut simulation, "First").distance(was);
        assert_eq!(off < 5_000.0, goes_back, "{stance}: {off} km from where it was");
    }
}

#[test]
fn attack_on_the_way_goes_on_afterwards() {
    let mut simulation = world(&format!("{}{NEAR}", first("")), "");
    let radius = body_radius(&simulation, "Earth");
    let goal = DVec3::new(0.0, 5.0 * radius, 0.0);
    let to = body_place(&simulation, "Earth") + goal;
    let order = Order::fleet(FIRST, Command::engage(Goal::point(to), When::Now));
    simulation.give(0, order).expect("own fleet");
    simulation.run(400);
    assert!(engagement(&mut simulation).is_some_and(|engagement| engagement.moves));
    assert_eq!(legs_left(&mut simulation, "First"), 1);
    assert!(gap(&mut simulation) < 1.1 * STAND_OFF_KM, "it stays with them");
    destroy(&mut simulation, "Raiders");
    simulation.run(1_200);
    assert_eq!((engagement(&mut simulation), legs_left(&mut simulation, "First")), (None, 0));
    let off = from_earth(&mut simulation, "First").distance(goal);
    assert!(off < 20_000.0, "it ends {off} km beside its goal");
}

/// Sends the first fleet to and fro between its place and a point past the raiders; returns the point, relative to
/// Earth.
fn patrol(simulation: &mut Simulation) -> DVec3 {
    let goal = DVec3::new(0.0, 5.0 * body_radius(simulation, "Earth"), 0.0);
    let to = body_place(simulation, "Earth") + goal;
    simulation.give(0, Order::fleet(FIRST, Command::Patrol { to: Goal::point(to) })).expect("own fleet");
    goal
}

#[test]
fn an_aggressive_patrol_fights_foes_and_goes_on_afterwards() {
    let mut simulation = with_stance("aggressive", NEAR);
    let goal = patrol(&mut simulation);
    simulation.run(400);
    assert!(engagement(&mut simulation).is_some_and(|engagement| engagement.moves));
    assert_eq!(legs_left(&mut simulation, "First"), 2);
    assert!(gap(&mut simulation) < 1.1 * STAND_OFF_KM, "it stays with them");
    destroy(&mut simulation, "Raiders");
    let mut nearest = f64::MAX;
    for _ in 0..1_200 {
        simulation.run(1);
        nearest = nearest.min(from_earth(&mut simulation, "First").distance(goal));
    }
    assert_eq!((engagement(&mut simulation), legs_left(&mut simulation, "First")), (None, 2));
    assert!(nearest < 60_000.0, "its patrol comes no nearer than {nearest} km to where it leads");
}

#[test]
fn other_patrols_pass_by() {
    for stance in ["defensive", "return", "hold_position"] {
        let mut simulation = with_stance(stance, NEAR);
        patrol(&mut simulation);
        for _ in 0..200 {
            simulation.run(1);
            assert_eq!(engagement(&mut simulation), None, "{stance}");
        }
        assert_eq!(legs_left(&mut simulation, "First"), 2, "{stance}");
    }
}

#[test]
fn on_its_way_a_fleet_shoots_at_foes_in_range() {
    let raiders = NEAR.replacen("bearing_deg: 18", "bearing_deg: 14", 1);
    let fleet = first("doctrine: (stance: aggressive)");
    let [mut met, mut alone] = [format!("{fleet}{raiders}"), fleet].map(|fleets| {
        let text = skirmish(&fleets, "").replacen("reload_s: 1,", "reload_s: 1, turn_s: 0.1,", 1);
        let (level, classes) = written(&text);
        Simulation::new(&level, &classes, 1).expect("a checked level spawns")
    });
    let goal = DVec3::new(0.0, 5.0 * body_radius(&met, "Earth"), 0.0);
    for simulation in [&mut met, &mut alone] {
        let to = body_place(simulation, "Earth") + goal;
        simulation.give(0, Order::fleet(FIRST, Command::go(Goal::point(to), When::Now))).expect("own fleet");
    }
    let mut ticks = 0;
    while legs_left(&mut met, "First") > 0 && ticks < 400 {
        assert_eq!(engagement(&mut met), None, "after {ticks} ticks");
        let off = from_earth(&mut met, "First").distance(from_earth(&mut alone, "First"));
        assert!(off < 5_000.0, "it has left its way by {off} km after {ticks} ticks");
        met.run(1);
        alone.run(1);
        ticks += 1;
    }
    assert!(ticks > 5, "it has a way to go");
    let own = |mark: TargetId| matches!(mark, TargetId::Ship(ShipId(0..3)));
    let is_shot =
        |event: &GameEvent| matches!(event, GameEvent::Shot { by, at, .. } if own(by.id) && !own(at.id));
    let shots = met.world().resource::<Events>().since(0).filter(|entry| is_shot(&entry.event)).count();
    assert!(shots > 0, "it has not fired");
}

#[test]
fn an_attack_on_the_way_to_a_body_ends_in_a_berth() {
    let mut simulation = world(&format!("{}{NEAR}", first("")), "");
    let units = FIRST;
    let order = Order::fleet(units, Command::engage(Goal::Body(simulation.body("earth")), When::Now));
    simulation.give(0, order).expect("own fleet");
    let first = fleet(&mut simulation, "First");
    let route = simulation.world().get::<Route>(first).expect("it has one");
    assert!(route.0.front().is_some_and(|leg| leg.engage), "{route:?}");
    simulation.run(400);
    assert!(engagement(&mut simulation).is_some_and(|engagement| engagement.moves));
    destroy(&mut simulation, "Raiders");
    simulation.run(1_200);
    assert_eq!((engagement(&mut simulation), legs_left(&mut simulation, "First")), (None, 0));
    let (height, radius) = (from_earth(&mut simulation, "First").length(), body_radius(&simulation, "Earth"));
    assert!(height > 1.05 * radius && height < 10.0 * radius, "{height} km from the middle of Earth");
}

/// Sets the stance of the first fleet.
fn set_stance(simulation: &mut Simulation, stance: Stance) {
    let doctrine = Doctrine { stance, ..Doctrine::default() };
    let order = Order::fleet(FIRST, Command::Doctrine(doctrine));
    simulation.give(0, order).expect("own fleet");
}

#[test]
fn a_fleet_that_holds_fire_takes_no_order_to_attack() {
    let fleets = format!("{}{NEAR}", first("doctrine: (stance: hold_fire)"));
    let text = skirmish(&fleets, "").replacen("range_km: 400000", "range_km: 400000, bombards: true", 1);
    let (level, classes) = written(&text);
    let mut simulation = Simulation::new(&level, &classes, 1).expect("a checked level spawns");
    let (units, queue) = (FIRST, false);
    let to = body_place(&simulation, "Earth") + DVec3::Y * 2.0e6;
    let hulks = || AttackTarget::Class { class: simulation.ship_class("hulk"), body: None };
    let insert =
        |engage: bool, goal: Goal| Order::fleet(FIRST, Command::Go { goal, engage, when: When::Before(0) });
    let orders = [
        attack(AttackTarget::Fleet(simulation.fleet_id("Raiders"))),
        attack(hulks()),
        attack(simulation.foes_about("Earth")),
        attack(AttackTarget::Area { middle: AnchoredPlace::free(to), radius_km: 1.0e6 }),
        Order::fleet(units.clone(), Command::engage(Goal::point(to), When::queued(queue))),
        Order::fleet(
            units.clone(),
            Command::engage(Goal::Body(simulation.body("Mars")), When::queued(queue)),
        ),
        Order::fleet(units, Command::go(simulation.bombardment("Mars"), When::queued(queue))),
        insert(false, Goal::Attack(hulks())),
        insert(true, Goal::point(to)),
        insert(true, Goal::Body(simulation.body("Mars"))),
        insert(false, simulation.bombardment("Mars")),
    ];
    for order in &orders {
        let refusal = simulation.give(0, order.clone()).expect_err("must be refused");
        assert_eq!(refusal.to_string(), "First holds its fire: change its stance first", "{order:?}");
        assert_eq!(legs_left(&mut simulation, "First"), 0, "a refused order changes nothing");
    }
    set_stance(&mut simulation, Stance::HoldPosition);
    for order in orders {
        simulation.give(0, order.clone()).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"));
    }
    notices(&mut simulation);
    set_stance(&mut simulation, Stance::HoldFire);
    assert_eq!(
        notices(&mut simulation),
        ["First holds its fire: it goes where it was sent, and attacks nobody there"]
    );
}

#[test]
fn a_plain_order_is_not_left() {
    let mut simulation = world(&format!("{}{NEAR}", first("doctrine: (stance: aggressive)")), "");
    simulation.run(30);
    let goal = DVec3::new(0.0, -5.0 * body_radius(&simulation, "Earth"), 0.0);
    let to = body_place(&simulation, "Earth") + goal;
    let order = Order::fleet(FIRST, Command::go(Goal::point(to), When::Now));
    simulation.give(0, order).expect("own fleet");
    assert_eq!(engagement(&mut simulation), None, "it heeds the order at once");
    simulation.run(20);
    assert!(engagement(&mut simulation).is_none() && gap(&mut simulation) > 1.3 * STAND_OFF_KM);
}

/// The events of targets that left sight.
fn lost_targets(simulation: &Simulation) -> Vec<Entry> {
    let events = simulation.world().resource::<Events>();
    let lost = events.since(0).filter(|entry| matches!(entry.event, GameEvent::TargetLost { .. }));
    lost.copied().collect()
}

#[test]
fn the_attacker_is_told_of_a_target_that_leaves_sight() {
    let mut simulation = against_far_raiders();
    simulation.run(20);
    assert!(lost_targets(&simulation).is_empty());
    hide(&mut simulation, 9.0e8);
    simulation.run(20);
    let lost = lost_targets(&simulation);
    let [entry] = lost.as_slice() else { panic!("{lost:?}") };
    let GameEvent::TargetLost { fleet, faction, what, ends, .. } = entry.event else { panic!("{entry:?}") };
    assert_eq!((fleet, faction, what.faction, ends), (FleetId(0), FactionId(0), FactionId(1), false));
    assert!(entry.known_to.contains(FactionId(0)) && !entry.known_to.contains(FactionId(1)));
}

/// Moves the raiders as far above the plane of the orbits, out of the sight of the first fleet.
fn hide(simulation: &mut Simulation, km: f64) {
    for ship in ships_of(simulation, "Raiders") {
        let mut position = simulation.world_mut().get_mut::<Position>(ship).expect("it is somewhere");
        position.0 += DVec3::Z * km;
    }
}

#[test]
fn a_target_out_of_sight_is_sought_where_it_was_last_seen() {
    let mut simulation = against_far_raiders();
    simulation.run(20);
    hide(&mut simulation, 9.0e8);
    simulation.run(20);
    hide(&mut simulation, 9.0e9);
    let there = middle(&mut simulation, "Raiders") - DVec3::Z * 9.0e9;
    notices(&mut simulation);
    let (save, classes) = reread(&mut simulation);
    let mut resumed = Simulation::new(&save, &classes, 99).expect("a save spawns");
    let far = middle(&mut simulation, "First").distance(there);
    let mut ticks = 0;
    while legs_left(&mut simulation, "First") > 0 {
        simulation.run(10);
        resumed.run(10);
        assert_eq!(simulation.digests().difference(&resumed.digests()), None, "{ticks} ticks after the save");
        ticks += 10;
        assert!(ticks < 9_000, "it seeks for ever");
    }
    let near = middle(&mut simulation, "First").distance(there);
    assert!(near < 0.5 * far, "it stops {near} km from where they were, and was {far} km away");
    assert_eq!(notices(&mut simulation), ["First lost sight of its target, and stops"]);
}

#[test]
fn a_target_that_is_seen_again_on_the_way_is_attacked() {
    let mut simulation = against_far_raiders();
    simulation.run(20);
    hide(&mut simulation, 9.0e8);
    simulation.run(20);
    hide(&mut simulation, -9.0e8);
    simulation.run(900);
    assert_eq!(legs_left(&mut simulation, "First"), 1);
    let gap_km = gap(&mut simulation);
    assert!(gap_km < 1.1 * STAND_OFF_KM, "{gap_km} km");
}

/// The first fleet attacks all about Mars from outside of its well, where nobody is.
fn to_a_quiet_well() -> (Simulation, f64) {
    let mut simulation = world(&first(""), "");
    simulation.give(0, attack(simulation.foes_about("Mars"))).expect("it has weapons");
    let system = &simulation.world().resource::<ecliptic::sim::Sky>().system;
    let well_km = system.bodies[system.find("Mars").expect("it is in the sky")].well_radius_km;
    (simulation, well_km)
}

#[test]
fn an_attack_about_a_body_without_foes_ends_at_the_body() {
    let (mut simulation, well_km) = to_a_quiet_well();
    let away =
        |simulation: &mut Simulation| middle(simulation, "First").distance(body_place(simulation, "Mars"));
    while legs_left(&mut simulation, "First") > 0 {
        simulation.run(50);
        assert!(simulation.tick_count() < 60_000, "still {} km away", away(&mut simulation));
    }
    let arrived = away(&mut simulation);
    assert!(arrived < 0.8 * well_km, "it stops {arrived} km from Mars, whose well reaches {well_km} km");
    simulation.run(900);
    let later = away(&mut simulation);
    assert!((later - arrived).abs() < 20_000.0, "Mars leaves it behind: {arrived} km, then {later} km");
}

#[test]
fn a_fleet_that_is_sent_on_does_not_stay_where_it_attacked() {
    let (mut simulation, _) = to_a_quiet_well();
    let on = Goal::Body(simulation.body("Earth"));
    simulation.give(0, Order::fleet(FIRST, Command::go(on, When::Last))).expect("own fleet");
    while legs_left(&mut simulation, "First") > 1 {
        simulation.run(50);
        assert!(simulation.tick_count() < 60_000, "it is not there yet");
    }
    let first = fleet(&mut simulation, "First");
    let route = simulation.world().get::<Route>(first).expect("it has one");
    assert_eq!(route.0.front().map(|leg| leg.goal), Some(on));
}

#[test]
fn a_surrender_is_not_told_again_by_each_fleet_that_it_stops() {
    let mut simulation = against_far_raiders();
    simulation.run(500);
    notices(&mut simulation);
    simulation.give(1, Order::Surrender).expect("it has ships");
    simulation.run(20);
    assert_eq!(legs_left(&mut simulation, "First"), 0);
    assert_eq!(notices(&mut simulation), [""; 0]);
}

#[test]
fn an_attack_ends_when_nothing_is_left() {
    let mut simulation = against_far_raiders();
    simulation.run(500);
    assert!(gap(&mut simulation) < 1.1 * STAND_OFF_KM);
    assert_eq!(legs_left(&mut simulation, "First"), 1);
    notices(&mut simulation);
    destroy(&mut simulation, "Raiders");
    simulation.run(2);
    assert_eq!((engagement(&mut simulation), legs_left(&mut simulation, "First")), (None, 0));
    assert!(lost_targets(&simulation).is_empty(), "nobody has lost sight of them");
    let notes = simulation.world_mut().resource_mut::<Notices>().take(FactionId(0));
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert_eq!(notes[0].words, "First has nothing left to attack, and stops");
    let station = notes[0].place;
    let place =
        simulation.world().resource::<ecliptic::sim::Sky>().origin_now(station.anchor) + station.offset;
    let away = place.distance(middle(&mut simulation, "First"));
    assert!(away < 3.0e5, "the note leads {away} km past the fleet");
}

/// Inside the well a fleet is carried along with the planet, and outside its target keeps up with the planet by itself.
#[test]
fn a_target_that_waits_outside_a_well_is_reached_from_inside() {
    let mut simulation = world(&format!("{}{NEAR}", first("")), "");
    let (earth, well_km) = {
        let system = &simulation.world().resource::<ecliptic::sim::Sky>().system;
        let earth = system.find("Earth").expect("it is in the sky");
        (earth, system.bodies[earth].well_radius_km)
    };
    let offset = DVec3::new(0.0, -1.02 * well_km, 0.0);
    let place = AnchoredPlace { anchor: Anchor::Body(earth), offset };
    let raiders = Units::Fleet(simulation.fleet_id("Raiders"));
    simulation.give(1, Order::fleet(raiders, Command::go(Goal::Place(place), When::Now))).expect("own fleet");
    simulation.run(900);
    assert!(from_earth(&mut simulation, "Raiders").length() > well_km);
    let raiders = AttackTarget::Fleet(simulation.fleet_id("Raiders"));
    simulation.give(0, attack(raiders)).expect("they are seen");
    simulation.run(900);
    let gap_km = gap(&mut simulation);
    assert!(gap_km < RANGE_KM, "{gap_km} km");
}

/// The yard, and its position.
fn yard(simulation: &mut Simulation) -> (Entity, DVec3) {
    let world = simulation.world_mut();
    let mut yards = world.query_filtered::<(Entity, &Position), With<Structure>>();
    yards.iter(world).map(|(entity, position)| (entity, position.0)).next().expect("the yard is there")
}

/// Distance of the first fleet from the yard.
fn to_the_yard(simulation: &mut Simulation) -> f64 {
    let (_, yard) = yard(simulation);
    middle(simulation, "First").distance(yard)
}

/// Three ships of a class within reach of a harmless yard about Mars, and others in a row beyond them, at these
/// distances from the first, km.
fn before_a_yard(class: &str, others: &[(&str, &str, f64)]) -> Simulation {
    const MARTIAN: &str = r#"(class: "shipyard", faction: "Ares", body: "Mars", ring: 2, slot: 0)"#;
    let fleet = |name: &str, faction: &str, class: &str, count: u32, at: DVec3| {
        let DVec3 { x, y, z } = at;
        format!(
            r#"(name: "{name}", faction: "{faction}", at: km({x:.1}, {y:.1}, {z:.1}),
                ships: [(class: "{class}", count: {count})], doctrine: (stance: hold_position)),"#
        )
    };
    let mut bare = world(&first(""), MARTIAN);
    let (_, yard) = yard(&mut bare);
    let along = DVec3::Z.cross(yard - body_place(&bare, "Mars")).normalize();
    let at = yard + along * 200_000.0;
    let mut fleets = fleet("First", "Terra", class, 3, at);
    for (name, class, apart_km) in others {
        fleets += &fleet(name, "Ares", class, 1, at + along * *apart_km);
    }
    world(&fleets, MARTIAN)
}

/// Numbers of shots of the first three ships at structures and at ships.
fn shots(simulation: &Simulation) -> (usize, usize) {
    let own = |mark: TargetId| matches!(mark, TargetId::Ship(ShipId(0..3)));
    let events = simulation.world().resource::<Events>();
    let at = |entry: &Entry| match entry.event {
        GameEvent::Shot { by, at, .. } if own(by.id) => Some(at.id),
        _ => None,
    };
    let (ships, structures): (Vec<TargetId>, Vec<TargetId>) =
        events.since(0).filter_map(at).partition(|at| matches!(at, TargetId::Ship(_)));
    (structures.len(), ships.len())
}

#[test]
fn a_fleet_that_attacks_a_well_shoots_at_targets_in_reach() {
    for (class, raider, apart_km) in [
        // The armed foe is on the same battlefield, and out of reach.
        ("gunboat", "gunboat", 430_000.0),
        // In reach of guns that do not fire at anything so small.
        ("sieger", "gnat", 300_000.0),
    ] {
        let mut simulation = before_a_yard(class, &[("Raiders", raider, apart_km)]);
        simulation.give(0, attack(simulation.foes_about("Mars"))).expect("they are seen");
        simulation.run(120);
        let battlefields = simulation.world().resource::<Battlefields>();
        assert!(battlefields.fields.iter().any(|field| {
            [0, 3].iter().all(|ship| battlefields.find(field, TargetId::Ship(ShipId(*ship))).is_some())
        }));
        assert!(shots(&simulation).0 > 0, "{class}: it spares the yard");
        assert_eq!(shots(&simulation).1, 0, "{class}: the raider is in reach");
        let (yard, _) = yard(&mut simulation);
        simulation.world_mut().despawn(yard);
        simulation.run(200);
        assert!(shots(&simulation).1 > 0, "{class}: it does not go for what is left");
    }
}

#[test]
fn a_fleet_with_point_defence_alone_attacks_with_it() {
    let mut simulation = before_a_yard("picket", &[]);
    simulation
        .give(0, attack(AttackTarget::Target(TargetId::Structure(StructureId(0)))))
        .expect("it is seen");
    simulation.run(120);
    assert!(shots(&simulation).0 > 0, "it spares the yard");
}

#[test]
fn fleets_do_not_engage_targets_too_small_for_their_weapons() {
    let mites = [("Mites", "mite", 150_000.0), ("Raiders", "hulk", 500_000.0)];
    let mut simulation = before_a_yard("breaker", &mites);
    let (yard, _) = yard(&mut simulation);
    simulation.world_mut().despawn(yard);
    simulation.give(0, attack(simulation.foes_about("Mars"))).expect("they are seen");
    simulation.run(300);
    assert!(shots(&simulation).1 > 0, "it stays with what it cannot hit");
    notices(&mut simulation);
    destroy(&mut simulation, "Raiders");
    simulation.run(2);
    assert_eq!((engagement(&mut simulation), legs_left(&mut simulation, "First")), (None, 1));
    assert_eq!(notices(&mut simulation), ["First has nothing left to attack, and goes to Mars"]);
}

#[test]
fn retreat_leads_to_the_yard() {
    let mut simulation = world(&format!("{}{FAR}", first("")), YARD);
    simulation.give(0, Order::fleet(FIRST, Command::Retreat)).expect("there is one");
    assert_eq!(legs_left(&mut simulation, "First"), 1);
    simulation.run(2_500);
    assert_eq!(legs_left(&mut simulation, "First"), 0);
    let distance = to_the_yard(&mut simulation);
    assert!(distance < 20_000.0, "{distance} km from the yard");
    let refused = simulation.give(1, Order::fleet(simulation.fleet("Raiders"), Command::Retreat));
    let words = refused.expect_err("they have none").to_string();
    assert_eq!(words, "you know of no finished shipyard of your side to retreat to");
}

#[test]
fn a_losing_fleet_withdraws_once() {
    let said = "doctrine: (stance: defensive, withdraw_percent: 50)";
    let mut simulation = world(&format!("{}{NEAR}", first(said)), YARD);
    simulation.run(40);
    assert!(engagement(&mut simulation).is_some());
    for ship in ships_of(&mut simulation, "First") {
        let mut condition = simulation.world_mut().get_mut::<Condition>(ship).expect("it has one");
        condition.armour *= 0.1;
    }
    simulation.run(20);
    assert_eq!((engagement(&mut simulation), legs_left(&mut simulation, "First")), (None, 1));
    while legs_left(&mut simulation, "First") > 0 {
        simulation.run(1);
        assert_eq!(engagement(&mut simulation), None, "it fights on its way");
        assert!(simulation.tick_count() < 3_000, "still under way");
    }
    assert_eq!(notices(&mut simulation), ["First is losing, and withdraws to Earth"]);
}

/// Lets hulks of Terra's, which have orders to withdraw and fly a plain way, be shot at until they have noticed
/// it. The hits do almost no damage.
fn under_fire() -> Simulation {
    let fleets = r#"(name: "First", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 0),
            ships: [(class: "hulk", count: 3)], doctrine: (withdraw_percent: 50),
            route: [(to: body("Mars"))]),
        (name: "Raiders", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 10),
            ships: [(class: "gunboat", count: 2)], doctrine: (stance: aggressive))"#;
    let harmful = "harm: 0.001, reload_s: 1, turn_s: 0.1,";
    let text = skirmish(fleets, YARD).replacen("harm: 0, reload_s: 1,", harmful, 1);
    let (level, classes) = written(&text);
    let mut simulation = Simulation::new(&level, &classes, 1).expect("a checked level spawns");
    while fire(&mut simulation).is_none() {
        simulation.run(1);
        assert!(simulation.tick_count() < 400, "nobody has hit it");
    }
    simulation
}

/// The component of the first fleet under fire.
fn fire(simulation: &mut Simulation) -> Option<UnderFire> {
    let first = fleet(simulation, "First");
    simulation.world().get::<UnderFire>(first).copied()
}

/// Removes most of the armour of the first fleet.
fn batter(simulation: &mut Simulation) {
    for ship in ships_of(simulation, "First") {
        let mut condition = simulation.world_mut().get_mut::<Condition>(ship).expect("it has one");
        condition.armour *= 0.1;
    }
}

#[test]
fn the_unarmed_withdraw_too() {
    let mut simulation = under_fire();
    assert_eq!(engagement(&mut simulation), None);
    assert!(fire(&mut simulation).is_some_and(|fire| fire.strength > 0.0 && !fire.has_asked));
    assert_eq!(notices(&mut simulation), [""; 0]);
    batter(&mut simulation);
    simulation.run(20);
    let words = |simulation: &mut Simulation| -> Vec<String> { notices(simulation) };
    assert_eq!(words(&mut simulation), ["First is losing, and withdraws to Earth"]);
    assert_eq!(legs_left(&mut simulation, "First"), 1);
    let before = to_the_yard(&mut simulation);
    simulation.run(400);
    assert_eq!(words(&mut simulation), [""; 0], "there is one notice only");
    let after = to_the_yard(&mut simulation);
    assert!(after < before, "{before} km from the yard, and then {after} km");
    destroy(&mut simulation, "Raiders");
    simulation.run(300);
    assert_eq!(fire(&mut simulation), None, "nobody shoots any more");
}

#[test]
fn a_fleet_without_a_withdrawal_limit_goes_on_under_fire() {
    let mut simulation = under_fire();
    let order = Order::fleet(FIRST, Command::Doctrine(Doctrine::default()));
    simulation.give(0, order).expect("own fleet");
    batter(&mut simulation);
    simulation.run(20);
    assert_eq!(fire(&mut simulation), None);
    assert_eq!(notices(&mut simulation), [""; 0]);
}

#[test]
fn a_save_under_fire_goes_on_with_the_same_hashes() {
    let mut whole = under_fire();
    batter(&mut whole);
    let (save, classes) = reread(&mut whole);
    let mut resumed = Simulation::new(&save, &classes, 99).expect("a save spawns");
    assert!(fire(&mut whole).is_some());
    assert_eq!(fire(&mut resumed), fire(&mut whole));
    for tick in 0..100 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
}

#[test]
fn losses_before_a_fight_count_in_it() {
    let fleets = r#"(name: "First", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 0),
            ships: [(class: "gunboat", count: 3)], doctrine: (stance: hold_fire, withdraw_percent: 50)),
        (name: "Raiders", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 10),
            ships: [(class: "gunboat", count: 2)], doctrine: (stance: aggressive))"#;
    let text = skirmish(fleets, YARD).replacen("harm: 0, reload_s: 1,", "harm: 0.001, reload_s: 1,", 1);
    let (level, classes) = written(&text);
    let mut simulation = Simulation::new(&level, &classes, 1).expect("a checked level spawns");
    while fire(&mut simulation).is_none() {
        simulation.run(1);
        assert!(simulation.tick_count() < 400, "nobody has hit it");
    }
    let whole = fire(&mut simulation).map(|fire| fire.strength);
    for ship in ships_of(&mut simulation, "First") {
        simulation.world_mut().get_mut::<Condition>(ship).expect("it has one").armour *= 0.8;
    }
    let doctrine = Doctrine { stance: Stance::Defensive, withdraw_percent: 50, ..Doctrine::default() };
    simulation.give(0, Order::fleet(FIRST, Command::Doctrine(doctrine))).expect("own fleet");
    simulation.run(20);
    assert_eq!(engagement(&mut simulation).map(|engagement| engagement.strength), whole);
}

#[test]
fn a_fleet_that_closes_up_still_fights_foes() {
    let others = r#", (name: "Others", faction: "Ares", at: beside(body: "Mars", radii: 4, bearing_deg: 120),
        ships: [(class: "hulk", count: 1)])"#;
    let said = first("doctrine: (stance: defensive), formation: (shape: line)");
    let mut simulation = world(&format!("{said}{NEAR}{others}"), "");
    simulation.run(400);
    let raider = ships_of(&mut simulation, "Raiders")[0];
    destroy(&mut simulation, "Raiders");
    let mut waited = 0;
    while engagement(&mut simulation).is_some() {
        simulation.run(1);
        waited += 1;
        assert!(waited < 1_000, "it is still in a fight");
    }
    assert_eq!(
        (legs_left(&mut simulation, "First"), simulation.world().get_entity(raider).is_ok()),
        (1, false)
    );
    let beside = middle(&mut simulation, "First") + DVec3::new(0.0, 0.0, 40_000.0);
    for ship in ships_of(&mut simulation, "Others") {
        simulation.world_mut().get_mut::<Position>(ship).expect("it has one").0 = beside;
    }
    simulation.run(30);
    assert!(engagement(&mut simulation).is_some());
}

#[test]
fn a_merged_fleet_fights_on_if_a_part_of_it_does() {
    let reserve = r#"(name: "Reserve", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 345),
        ships: [(class: "gunboat", count: 5)], route: [(to: body("Mars"))]),"#;
    let mut simulation = world(&format!("{}{reserve}{NEAR}", first("doctrine: (stance: aggressive)")), "");
    simulation.run(60);
    assert!(engagement(&mut simulation).is_some_and(|engagement| engagement.moves));
    let order = Order::fleet(simulation.fleet("Reserve"), Command::Join { others: vec![FIRST] });
    simulation.give(0, order).expect("own fleets");
    let merged = fleet(&mut simulation, "Reserve");
    let route = simulation.world().get::<Route>(merged).expect("it has one");
    let mars = Goal::Body(simulation.body("Mars"));
    assert!(route.0.iter().all(|leg| leg.goal != mars), "it turns from the foe: {route:?}");
    assert!(route.0.front().is_some_and(|leg| leg.engage), "{route:?}");
}

#[test]
fn a_formation_closes_up_after_a_fight() {
    for (shape, closes) in [("line", true), ("keep", false)] {
        let said = format!("doctrine: (stance: defensive), formation: (shape: {shape})");
        let mut simulation = world(&format!("{}{NEAR}", first(&said)), "");
        assert!(bend(&mut simulation) > 800.0, "{shape}: at the start they stand in a honeycomb");
        simulation.run(400);
        assert!(engagement(&mut simulation).is_some_and(|engagement| engagement.moves), "{shape}");
        destroy(&mut simulation, "Raiders");
        let mut waited = 0;
        while engagement(&mut simulation).is_some() {
            simulation.run(1);
            waited += 1;
            assert!(waited < 1_000, "{shape}: it is still in a fight");
        }
        assert!(closes || legs_left(&mut simulation, "First") == 0, "{shape}: it has nowhere to go");
        simulation.run(900);
        assert_eq!(legs_left(&mut simulation, "First"), 0, "{shape}");
        if closes {
            assert!(bend(&mut simulation) < 800.0, "the three do not stand in a line");
        }
    }
}

/// Deviation of the three ships of the first fleet from a line: the least distance of one of them from the line
/// through the others, km.
fn bend(simulation: &mut Simulation) -> f64 {
    let ships = ships_of(simulation, "First");
    let world = simulation.world();
    let places: Vec<DVec3> =
        ships.iter().filter_map(|ship| world.get::<Position>(*ship)).map(|place| place.0).collect();
    let beside = |at: usize| {
        let (one, other) = (places[(at + 1) % 3], places[(at + 2) % 3]);
        (places[at] - one).reject_from((other - one).normalize()).length()
    };
    (0..3).map(beside).fold(f64::INFINITY, f64::min)
}

#[test]
fn refusals_say_why() {
    let others = r#"(name: "Barge", faction: "Terra", at: beside(body: "Earth", radii: 6, bearing_deg: 0),
            ships: [(class: "hulk")]),
        (name: "Hidden", faction: "Ares", at: near("Mars"), ships: [(class: "gunboat")]),"#;
    let mut simulation = world(&format!("{}{others}{NEAR}", first("")), "");
    simulation.run(1);
    let war = |order| (0, order);
    let go = |target| (0, attack(target));
    let class = |class: &str| AttackTarget::Class { class: simulation.ship_class(class), body: None };
    let raiders = AttackTarget::Fleet(simulation.fleet_id("Raiders"));
    let percent = Doctrine { withdraw_percent: 101, ..Doctrine::default() };
    let bombard = |body: &str| Order::fleet(FIRST, Command::go(simulation.bombardment(body), When::Now));
    let invade = |body: &str| Order::fleet(FIRST, Command::go(simulation.landing(body), When::Now));
    let at = DVec3::new(1.0e8, 0.0, 0.0);
    let cases: [((usize, Order), &str); 17] = [
        (go(AttackTarget::Target(TargetId::Ship(ShipId(99)))), "gone, or out of sight"),
        (go(AttackTarget::Target(TargetId::Ship(ShipId(4)))), "gone, or out of sight"),
        (go(AttackTarget::Target(TargetId::Structure(StructureId(3)))), "gone, or out of sight"),
        (go(AttackTarget::Target(TargetId::Ship(ShipId(1)))), "that ship is on your side"),
        (go(AttackTarget::Fleet(simulation.fleet_id("Barge"))), "Barge is on your side"),
        (go(AttackTarget::Fleet(simulation.fleet_id("Hidden"))), "there is no fleet 2"),
        (go(class("gunboat")), "no foreign gunboat is in sight"),
        (go(AttackTarget::Area { middle: AnchoredPlace::free(at), radius_km: 0.0 }), "a radius above 0"),
        // No save could hold so small a radius.
        (go(AttackTarget::Area { middle: AnchoredPlace::free(at), radius_km: 1.0e-310 }), "a radius above 0"),
        (
            go(AttackTarget::Area { middle: AnchoredPlace::free(at), radius_km: 1.0e300 }),
            "an area reaches at most 5 AU from its middle",
        ),
        (
            war(Order::fleet(simulation.fleet("Barge"), Command::go(Goal::Attack(raiders), When::Now))),
            "none of these ships has a weapon",
        ),
        (war(Order::fleet(FIRST, Command::Doctrine(percent))), "101 % is too much"),
        (war(bombard("Sun")), "Sun has no ground"),
        (war(bombard("Mars")), "a weapon that reaches the ground"),
        (war(invade("Earth")), "Earth is on your side"),
        (war(invade("mars")), "no troopers are aboard"),
        ((1, Order::fleet(Units::Fleet(FleetId(0)), Command::Stop)), "that belongs to Terra"),
    ];
    for ((player, order), words) in cases {
        let refusal = simulation.give(player, order.clone()).expect_err("must be refused");
        assert!(refusal.to_string().contains(words), "{order:?}: {refusal}");
    }
    assert_eq!(legs_left(&mut simulation, "First"), 0, "a refused order changes nothing");
}

#[test]
fn an_area_is_as_wide_as_the_rules_allow_and_no_wider() {
    let mut simulation = world(&format!("{}{NEAR}", first("")), "");
    let widest_km = rules().combat.conduct.widest_area_km();
    let at = DVec3::new(1.0e8, 0.0, 0.0);
    let area = |radius_km: f64| attack(AttackTarget::Area { middle: AnchoredPlace::free(at), radius_km });
    simulation.give(0, area(widest_km)).expect("it is just allowed");
    let insert =
        Goal::Attack(AttackTarget::Area { middle: AnchoredPlace::free(at), radius_km: 1.001 * widest_km });
    let edit = Command::go(insert, When::Before(0));
    for order in [area(1.001 * widest_km), Order::fleet(FIRST, edit)] {
        let refusal = simulation.give(0, order).expect_err("it is too wide");
        assert!(refusal.to_string().starts_with("an area reaches at most"), "{refusal}");
    }
}

#[test]
fn an_inserted_leg_has_the_checks_of_one_at_the_end() {
    let barge = r#"(name: "Barge", faction: "Terra", at: beside(body: "Earth", radii: 6, bearing_deg: 0),
        ships: [(class: "hulk")]),"#;
    let mut simulation = world(&format!("{}{barge}{NEAR}", first("")), "");
    let to = body_place(&simulation, "Earth") + DVec3::Y * 2.0e6;
    let first = When::Before(0);
    let barge = simulation.fleet("Barge");
    let go = |goal: Goal| Command::go(goal, first);
    let engage = |goal: Goal| Command::engage(goal, first);
    let unarmed = "none of these ships has a weapon: send warships";
    let cases = [
        (go(Goal::Attack(AttackTarget::Fleet(simulation.fleet_id("Raiders")))), unarmed),
        (engage(Goal::point(to)), unarmed),
        (engage(Goal::Body(simulation.body("Mars"))), unarmed),
        (go(simulation.bombardment("Mars")), "none of these ships has a weapon that reaches the ground"),
        (go(simulation.landing("Mars")), "no troopers are aboard these ships: build troop ships"),
    ];
    for (command, words) in cases {
        let order = Order::fleet(barge.clone(), command.clone());
        let refusal = simulation.give(0, order).expect_err("must be refused");
        assert_eq!(refusal.to_string(), words, "{command:?}");
        assert_eq!(legs_left(&mut simulation, "Barge"), 0, "a refused order changes nothing");
    }
    simulation.give(0, Order::fleet(barge, go(Goal::point(to)))).expect("it need not fight for that");
    simulation.give(0, Order::fleet(FIRST, engage(Goal::point(to)))).expect("it has weapons");
}

#[test]
fn a_doctrine_holds_from_now_on() {
    let mut simulation = with_stance("defensive", NEAR);
    simulation.run(100);
    assert!(engagement(&mut simulation).is_some());
    let doctrine = Doctrine { stance: Stance::HoldFire, ..Doctrine::default() };
    let order = Order::fleet(FIRST, Command::Doctrine(doctrine));
    simulation.give(0, order).expect("own fleet");
    assert_eq!(engagement(&mut simulation), None);
    simulation.run(60);
    let was = from_earth(&mut simulation, "First");
    simulation.run(100);
    assert!(from_earth(&mut simulation, "First").distance(was) < 5_000.0, "it stays where it is");
}

/// Writes a world as text and reads it again.
fn reread(simulation: &mut Simulation) -> (Level, Rules) {
    let text = level::to_ron(&simulation.capture().expect("there is a world")).expect("it can be written");
    let rules = rules();
    let loaded = level::parse_level("save.ron", text.as_bytes(), &rules.class_catalog())
        .unwrap_or_else(|faults| panic!("{faults}"));
    let classes = rules.for_level(&loaded.level);
    (loaded.level, classes)
}

#[test]
fn a_save_in_a_fight_goes_on_with_the_same_hashes() {
    let wasps = r#"(name: "Wasps", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 35),
        ships: [(class: "wasp", count: 4), (class: "hulk")], doctrine: (stance: return)),"#;
    let fleets = format!("{}{wasps}{NEAR}", first("doctrine: (withdraw_percent: 20)"));
    let mut whole = world(&fleets, YARD);
    let raider = ships_of(&mut whole, "Raiders")[0];
    let raider = whole.world().get::<ecliptic::sim::Ship>(raider).expect("it is a ship").id;
    whole.give(0, attack(AttackTarget::Target(TargetId::Ship(ShipId(raider.0))))).expect("it is seen");
    let hulks = AttackTarget::Class { class: whole.ship_class("hulk"), body: Some(whole.body("Earth")) };
    let then = Order::fleet(FIRST, Command::go(Goal::Attack(hulks), When::Last));
    whole.give(0, then).expect("they are seen");
    whole.run(173);
    let engaged = engagement(&mut whole).expect("it is in a fight");
    assert_eq!(engaged.foe, Some(TargetId::Ship(raider)));
    let (save, classes) = reread(&mut whole);
    let mut resumed = Simulation::new(&save, &classes, 99).expect("a save spawns");
    assert_eq!(engagement(&mut resumed), Some(engaged));
    for tick in 0..250 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
}

#[test]
fn a_save_in_the_tick_in_which_the_hunted_are_gone_goes_on_with_the_same_hashes() {
    let others = r#"(name: "Others", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 40),
        ships: [(class: "hulk")])"#;
    let mut whole = world(&format!("{}{NEAR},{others}", first("")), "");
    for (name, queue) in [("Raiders", false), ("Others", true)] {
        let (units, target) = (FIRST, AttackTarget::Fleet(whole.fleet_id(name)));
        whole
            .give(0, Order::fleet(units, Command::go(Goal::Attack(target), When::queued(queue))))
            .expect("they are seen");
    }
    whole.run(60);
    assert_eq!(legs_left(&mut whole, "First"), 2);
    for name in ["Others", "Raiders"] {
        for ship in ships_of(&mut whole, name) {
            let mut condition = whole.world_mut().get_mut::<Condition>(ship).expect("it has one");
            (condition.armour, condition.burning) = (1.0, 1000.0);
        }
    }
    whole.run(1);
    assert_eq!(legs_left(&mut whole, "First"), 2, "it finds out when it looks for them");
    let (save, classes) = reread(&mut whole);
    let mut resumed = Simulation::new(&save, &classes, 99).expect("a save spawns");
    for tick in 0..100 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
    assert_eq!((engagement(&mut whole), legs_left(&mut whole, "First")), (None, 0));
    assert_eq!(
        notices(&mut whole),
        ["First has nothing left to attack, and goes on", "First lost sight of its target, and stops"]
    );
}

#[test]
fn nobody_runs_into_anybody_in_a_fight() {
    let fleet = |name: &str, faction: &str, bearing: u32, class: &str| {
        format!(
            r#"(name: "{name}", faction: "{faction}", doctrine: (stance: aggressive),
                at: beside(body: "Earth", radii: 4, bearing_deg: {bearing}),
                ships: [(class: "{class}", count: 20), (class: "hulk", count: 4)]),"#
        )
    };
    let fleets = format!("{}{}", fleet("First", "Terra", 0, "wasp"), fleet("Red", "Ares", 40, "gunboat"));
    let mut simulation = world(&fleets, "");
    for _ in 0..60 {
        simulation.run(10);
        assert_eq!(overlaps(&mut simulation), (0, 0.0), "in tick {}", simulation.tick_count());
    }
}
