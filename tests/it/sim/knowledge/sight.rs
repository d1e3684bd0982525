//! Sight, memory of lost contacts, and secrecy.

use ecliptic::level::{self, Beside, StartPlace};
use ecliptic::rules::Rules;
use ecliptic::sim::ids::{FactionId, FleetId, ShipId, StructureId, TargetId};
use ecliptic::sim::order::Missing;
use ecliptic::sim::visibility::knowledge::place_of;
use ecliptic::sim::visibility::{Knowledge, LOOK_TICKS, LastKnown, Viewer, WorldView, may_see, with_view};
use ecliptic::sim::world::{Position, Rings, Structure};
use ecliptic::sim::{Command, Goal, Order, OrderQueue, Refusal, Simulation, Sky, Units, When};
use glam::DVec3;

use super::secrets::by_numbers;
use super::worlds::{ByName, body_place, of_two, rules, shipped, ships, world};

/// Far from everything, km.
const NOWHERE: DVec3 = DVec3::new(0.0, -2.4e8, 0.0);

/// Limit on a faction's ghosts, by the shipped rules.
const MOST_GHOSTS: usize = 500;
/// Ticks until a ship is forgotten, by the shipped rules.
const FORGET_TICKS: u64 = 18_000;

/// A scout of the first faction and another ship of the second, with their places in the text of a level.
fn pair(scout_at: &str, class: &str, other_at: &str) -> Simulation {
    meeting(scout_at, &format!("class: \"{class}\""), other_at, "")
}

/// A scout of the first faction, the ships given in `ships` of the second, and structures.
fn meeting(scout_at: &str, ships: &str, other_at: &str, structures: &str) -> Simulation {
    let fields = format!(
        r#"fleets: [
            (name: "Eye", faction: "Terra", at: {scout_at}, ships: [(class: "scout")]),
            (name: "Other", faction: "Ares", at: {other_at}, ships: [({ships})]),
        ],
        structures: [{structures}],
        "#
    );
    world(&of_two(r#"body("Earth"), body("Mars")"#, &fields))
}

/// A place at an offset from nowhere, in the text of a level.
fn aside(offset: DVec3) -> String {
    let place = NOWHERE + offset;
    format!("km({:.1}, {:.1}, {:.1})", place.x, place.y, place.z)
}

/// Sends a fleet to a place at an offset from nowhere.
fn send(simulation: &mut Simulation, player: usize, fleet: &str, offset: DVec3) {
    let order = Order::fleet(simulation.fleet(fleet), Command::go(Goal::point(NOWHERE + offset), When::Now));
    simulation.world_mut().resource_mut::<OrderQueue>().give(FactionId(player), order);
}

fn knowledge(simulation: &Simulation) -> &Knowledge {
    simulation.world().resource::<Knowledge>()
}

fn sees(simulation: &Simulation, faction: FactionId, ship: u32) -> bool {
    knowledge(simulation).sees_ship(faction, ShipId(ship))
}

fn ghosts(simulation: &Simulation, faction: FactionId) -> Vec<LastKnown> {
    knowledge(simulation).ghosts(faction).copied().collect()
}

/// Place of a ghost at the end of the last tick.
fn place_now(simulation: &Simulation, ghost: &LastKnown) -> DVec3 {
    let world = simulation.world();
    place_of(ghost, world.resource::<Sky>(), world.resource::<Rings>(), simulation.tick_count())
}

/// Writes a world as text and reads it again.
fn reread(simulation: &mut Simulation) -> (level::Level, Rules) {
    let captured = simulation.capture().expect("there is a world");
    let text = level::to_ron(&captured).expect("a level can be written");
    let rules = rules();
    let loaded = level::parse_level("save.ron", text.as_bytes(), &rules.class_catalog())
        .unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(loaded.level, captured);
    let classes = rules.for_level(&loaded.level);
    (loaded.level, classes)
}

/// First light with the ships of both colonies at the same planet.
fn first_contact() -> Simulation {
    let (mut level, rules) = shipped("first-light.ron");
    level.fleets[0].at =
        Some(StartPlace::Beside(Beside { body: "Strand".to_owned(), radii: 8.0, bearing_deg: 0.0 }));
    Simulation::new(&level, &rules, 1).expect("a checked level spawns")
}

#[test]
fn at_the_start_no_one_knows_where_the_others_live() {
    let (level, rules) = shipped("first-light.ron");
    let mut simulation = Simulation::new(&level, &rules, 1).expect("a shipped level spawns");
    for _ in 0..5 {
        for faction in 0..2 {
            assert_eq!(knowledge(&simulation).seen(FactionId(faction)).count(), 0);
            assert!(ghosts(&simulation, FactionId(faction)).is_empty());
        }
        simulation.run(LOOK_TICKS);
    }
}

#[test]
fn a_ship_that_comes_near_sees() {
    let mut simulation = pair(&aside(DVec3::ZERO), "corvette", &aside(DVec3::X * 2.0e7));
    assert!(!sees(&simulation, FactionId(0), 1), "too far at the start");
    send(&mut simulation, 0, "Eye", DVec3::X * 1.8e7);
    simulation.run(200);
    assert!(sees(&simulation, FactionId(0), 1));
    assert!(!sees(&simulation, FactionId(0), 0), "one's own is not in the list of others");
    assert_eq!(knowledge(&simulation).seen(FactionId(0)).collect::<Vec<_>>(), [TargetId::Ship(ShipId(1))]);
}

#[test]
fn a_planet_hides_units_behind_it() {
    let beside = |bearing: u32| format!("beside(body: \"Earth\", radii: 4, bearing_deg: {bearing})");
    let behind = pair(&beside(0), "corvette", &beside(180));
    assert!(!sees(&behind, FactionId(0), 1));
    let aside = pair(&beside(0), "corvette", &beside(90));
    assert!(sees(&aside, FactionId(0), 1));
}

#[test]
fn burning_engines_are_seen_from_farther() {
    let mut simulation = pair(&aside(DVec3::ZERO), "frigate", &aside(DVec3::X * 7.0e6));
    assert!(!sees(&simulation, FactionId(0), 1), "it rests");
    send(&mut simulation, 1, "Other", DVec3::new(7.0e6, -3.0e6, 0.0));
    let mut was_seen = false;
    for _ in 0..60 {
        simulation.run(1);
        was_seen |= sees(&simulation, FactionId(0), 1);
    }
    assert!(was_seen, "its engines burnt");
    simulation.run(300);
    assert!(!sees(&simulation, FactionId(0), 1), "it rests again");
    assert_eq!(ghosts(&simulation, FactionId(0)).len(), 1);
}

#[test]
fn a_ghost_stays_until_its_place_is_seen_empty() {
    let mut simulation = pair(&aside(DVec3::ZERO), "corvette", &aside(DVec3::X * 3.0e6));
    assert!(sees(&simulation, FactionId(0), 1));
    send(&mut simulation, 0, "Eye", DVec3::X * -3.0e7);
    simulation.run(200);
    assert!(!sees(&simulation, FactionId(0), 1));
    let left = ghosts(&simulation, FactionId(0));
    assert_eq!(left.iter().map(|ghost| ghost.id()).collect::<Vec<_>>(), [TargetId::Ship(ShipId(1))]);
    let (_, last, _) = ships(&mut simulation)[1].clone();
    let place = place_now(&simulation, &left[0]);
    assert!(place.distance(last) < 1_000.0, "it is {} km off", place.distance(last));
    assert!(left[0].seen_tick < 200);

    send(&mut simulation, 1, "Other", DVec3::new(3.0e6, 3.0e7, 0.0));
    simulation.run(250);
    assert_eq!(ghosts(&simulation, FactionId(0)), left, "it learns nothing of what the ship does");

    send(&mut simulation, 0, "Eye", DVec3::ZERO);
    simulation.run(250);
    assert!(!sees(&simulation, FactionId(0), 1));
    assert!(ghosts(&simulation, FactionId(0)).is_empty(), "there is nothing there any more");
}

#[test]
fn viewers_see_own_units_and_units_in_sight() {
    let simulation = pair(&aside(DVec3::ZERO), "corvette", &aside(DVec3::X * 3.0e6));
    let may =
        |viewer, owner, ship| may_see(knowledge(&simulation), viewer, owner, TargetId::Ship(ShipId(ship)));
    assert!(
        may(Viewer::Faction(FactionId(0)), FactionId(0), 0)
            && may(Viewer::Faction(FactionId(0)), FactionId(1), 1)
    );
    assert!(
        may(Viewer::Faction(FactionId(1)), FactionId(1), 1)
            && !may(Viewer::Faction(FactionId(1)), FactionId(0), 0),
        "a scout sees farther"
    );
    assert!(may(Viewer::Everything, FactionId(0), 0) && !may(Viewer::Nobody, FactionId(0), 0));
    assert!(!may(Viewer::Faction(FactionId(0)), FactionId(1), 77), "nobody sees what is not there");
}

#[test]
fn a_save_between_two_looks_goes_on_with_the_same_hashes() {
    let mut whole = first_contact();
    assert!(
        sees(&whole, FactionId(1), 0) && knowledge(&whole).seen(FactionId(0)).count() > 0,
        "they meet at once"
    );
    let away = body_place(&whole, "Strand") + DVec3::X * 3.0e7;
    let order = Order::fleet(Units::Ships(vec![ShipId(0)]), Command::go(Goal::point(away), When::Now));
    whole.world_mut().resource_mut::<OrderQueue>().give(FactionId(0), order);
    whole.run(174);
    let (save, classes) = reread(&mut whole);
    let mut resumed = Simulation::new(&save, &classes, 99).expect("a save spawns");
    for simulation in [&whole, &resumed] {
        assert!(ghosts(simulation, FactionId(1)).iter().any(|ghost| ghost.id() == TargetId::Ship(ShipId(0))));
        assert!(sees(simulation, FactionId(1), 1));
    }
    for tick in 0..300 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
    assert_eq!(reread(&mut whole).0, reread(&mut resumed).0);
}

/// The ghosts of structures that a faction has.
fn structure_ghosts(simulation: &Simulation, faction: FactionId) -> Vec<LastKnown> {
    let is_structure = |ghost: &LastKnown| matches!(ghost.id(), TargetId::Structure(_));
    ghosts(simulation, faction).into_iter().filter(is_structure).collect()
}

#[test]
fn the_ghost_of_a_structure_turns_with_its_ring() {
    let mut simulation = first_contact();
    assert!(knowledge(&simulation).seen(FactionId(0)).any(|of| matches!(of, TargetId::Structure(_))));
    let away = body_place(&simulation, "Strand") + DVec3::X * 6.0e7;
    let order = Order::fleet(simulation.fleet("Pathfinders"), Command::go(Goal::point(away), When::Now));
    simulation.world_mut().resource_mut::<OrderQueue>().give(FactionId(0), order);
    simulation.run(600);
    let left = structure_ghosts(&simulation, FactionId(0));
    assert!(!left.is_empty(), "Strand is out of sight");
    let mut others = simulation.world_mut().query::<(&Structure, &Position)>();
    let standing: Vec<(StructureId, DVec3)> =
        others.iter(simulation.world()).map(|(one, position)| (one.id, position.0)).collect();
    for ghost in &left {
        let TargetId::Structure(StructureId(number)) = ghost.id() else { continue };
        let there = standing.iter().find(|(id, _)| id.0 == number).expect("nothing was given up").1;
        let place = place_now(&simulation, ghost);
        assert!(place.distance(there) < 1.0, "structure {number} is {} km off", place.distance(there));
        let stands = ghost.stands.expect("it is a structure");
        let body = ghost.anchor.expect("it circles a body");
        let viewer = Viewer::Faction(FactionId(0));
        let taken = with_view(simulation.world_mut(), viewer, |view| view.taken_slots(body)).expect("a view");
        assert!(taken[usize::from(stands.ring)][usize::from(stands.slot)], "its slots are taken");
        assert!(ghost.seen_tick < 600);
    }
    let (save, classes) = reread(&mut simulation);
    let mut resumed = Simulation::new(&save, &classes, 99).expect("a save spawns");
    for tick in 0..40 {
        simulation.run(1);
        resumed.run(1);
        assert_eq!(simulation.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
    let places = |simulation: &Simulation| -> Vec<DVec3> {
        structure_ghosts(simulation, FactionId(0)).iter().map(|ghost| place_now(simulation, ghost)).collect()
    };
    assert_eq!(places(&simulation), places(&resumed));
}

/// The refusal of an order of the first faction's.
fn refused(simulation: &mut Simulation, units: Units) -> Refusal {
    simulation
        .world_mut()
        .resource_mut::<OrderQueue>()
        .give(FactionId(0), Order::fleet(units, Command::Stop));
    simulation.run(1);
    let answers = simulation.world_mut().resource_mut::<OrderQueue>().take_answers(FactionId(0));
    answers.into_iter().next_back().expect("an answer").outcome.expect_err("it is refused")
}

#[test]
fn refusals_reveal_nothing_out_of_sight() {
    let all = || [Units::Fleet(FleetId(1)), Units::Ships(vec![ShipId(1)])];
    let named = |simulation: &mut Simulation| {
        let order = |view: WorldView| by_numbers(view, r#"Stop(fleet: "Other")"#);
        with_view(simulation.world_mut(), Viewer::Faction(FactionId(0)), order).expect("a view")
    };
    let mut far = pair(&aside(DVec3::ZERO), "corvette", &aside(DVec3::X * 2.0e7));
    let hidden = all().map(|units| refused(&mut far, units));
    assert_eq!(hidden, [Missing::Fleet("1".to_owned()).into(), Refusal::NoShips]);
    let mut near = pair(&aside(DVec3::ZERO), "corvette", &aside(DVec3::X * 3.0e6));
    let seen = all().map(|units| refused(&mut near, units));
    let not_yours = Refusal::NotYours("Ares".to_owned());
    assert_eq!(seen, [not_yours.clone(), not_yours]);
    for simulation in [&mut far, &mut near] {
        let no_name = Missing::Fleet("Other".to_owned()).into();
        assert_eq!(named(simulation), Err(no_name), "its name is not for the player");
    }
}

/// A world resumed from a changed save: units are gone, and no faction has seen them go.
fn resumed_without(simulation: &mut Simulation, remove: impl Fn(&mut level::Level)) -> Simulation {
    let (mut save, classes) = reread(simulation);
    remove(&mut save);
    Simulation::new(&save, &classes, 1).expect("a save spawns")
}

/// A frigate that was seen with burning engines, and has stopped where its size hides it: within the scout's range
/// for usual visibility.
fn stopped_in_range() -> Simulation {
    let mut simulation = pair(&aside(DVec3::ZERO), "frigate", &aside(DVec3::X * 8.0e6));
    send(&mut simulation, 1, "Other", DVec3::X * 5.2e6);
    simulation.run(300);
    assert!(
        !sees(&simulation, FactionId(0), 1) && ghosts(&simulation, FactionId(0)).len() == 1,
        "it was seen, and has stopped"
    );
    simulation
}

#[test]
fn a_place_where_it_could_be_unseen_is_not_empty() {
    let mut simulation = stopped_in_range();
    for offset in [DVec3::X * -3.0e7, DVec3::ZERO] {
        send(&mut simulation, 0, "Eye", offset);
        simulation.run(300);
        assert!(!sees(&simulation, FactionId(0), 1));
        assert_eq!(ghosts(&simulation, FactionId(0)).len(), 1, "it is still there, and it is remembered");
    }
}

#[test]
fn a_place_that_was_never_out_of_range_is_seen_empty_too() {
    let mut simulation = stopped_in_range();
    let mut gone = resumed_without(&mut simulation, |save| save.fleets.retain(|fleet| fleet.name == "Eye"));
    gone.run(2 * LOOK_TICKS);
    assert_eq!(ghosts(&gone, FactionId(0)).len(), 1, "from here nobody could tell");
    send(&mut gone, 0, "Eye", DVec3::X * 3.0e6);
    gone.run(100);
    assert!(ghosts(&gone, FactionId(0)).is_empty(), "it would be seen there now");
}

#[test]
fn ships_are_forgotten_with_age_and_structures_when_their_place_is_seen_without_them() {
    let satellite = r#"(class: "satellite", faction: "Ares", body: "Mars", ring: 0, slot: 0)"#;
    let beside = |radii: u32| format!("beside(body: \"Mars\", radii: {radii}, bearing_deg: 0)");
    let mut simulation = meeting(&beside(8), "class: \"frigate\"", &beside(11), satellite);
    let home = body_place(&simulation, "Mars") - NOWHERE;
    assert_eq!(knowledge(&simulation).seen(FactionId(0)).count(), 2);
    send(&mut simulation, 0, "Eye", home + DVec3::X * 5.0e7);
    simulation.run(300);
    let left = ghosts(&simulation, FactionId(0));
    assert_eq!(left.len(), 2);
    let last = left[0].seen_tick;
    simulation.run(last + FORGET_TICKS - simulation.tick_count() - 1);
    assert_eq!(ghosts(&simulation, FactionId(0)).len(), 2, "not yet old");
    simulation.run(LOOK_TICKS + 1);
    let left = ghosts(&simulation, FactionId(0));
    assert_eq!(
        left.iter().map(|ghost| ghost.id()).collect::<Vec<_>>(),
        [TargetId::Structure(StructureId(0))]
    );

    let mut gone = resumed_without(&mut simulation, |save| save.structures.clear());
    gone.run(LOOK_TICKS);
    assert_eq!(ghosts(&gone, FactionId(0)).len(), 1, "nobody has looked");
    let back = body_place(&gone, "Mars") - NOWHERE + DVec3::X * 1.6e6;
    send(&mut gone, 0, "Eye", back);
    // Mars has gone half its way round the Sun meanwhile.
    gone.run(2_500);
    assert!(ghosts(&gone, FactionId(0)).is_empty(), "its place is seen, and it is not there");
}

#[test]
fn of_many_ships_lost_out_of_sight_only_so_many_are_remembered() {
    let many = r#"class: "corvette", count: 700"#;
    let mut simulation = meeting(&aside(DVec3::ZERO), many, &aside(DVec3::X * 2.5e6), "");
    assert_eq!(knowledge(&simulation).seen(FactionId(0)).count(), 700);
    send(&mut simulation, 0, "Eye", DVec3::X * -3.0e7);
    simulation.run(153);
    let left = ghosts(&simulation, FactionId(0));
    assert_eq!(left.len(), MOST_GHOSTS);
    let ages: Vec<(u64, TargetId)> = left.iter().map(|ghost| (ghost.seen_tick, ghost.id())).collect();
    let oldest = ages.iter().min().expect("there are some");
    let is_last = ages.iter().all(|(tick, _)| *tick == oldest.0);
    assert!(
        !is_last || oldest.1 == TargetId::Ship(ShipId(201)),
        "of those lost at once the first numbers go: {oldest:?}"
    );

    let (save, classes) = reread(&mut simulation);
    let mut resumed = Simulation::new(&save, &classes, 1).expect("a save spawns");
    assert_eq!(ghosts(&resumed, FactionId(0)), left);
    for tick in 0..30 {
        simulation.run(1);
        resumed.run(1);
        assert_eq!(simulation.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
    assert_eq!(ghosts(&simulation, FactionId(0)), ghosts(&resumed, FactionId(0)));
}
