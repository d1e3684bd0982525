//! A save is a level: a world that is captured and spawned again goes on bit by bit.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Instant;

use bevy::prelude::Entity;
use ecliptic::level;
use ecliptic::level::check::{MAX_BODIES, MAX_NAME_LETTERS, MAX_SHIPS};
use ecliptic::orbit::AU_KM;
use ecliptic::sim::ids::{BodyId, FactionId, ShipId, TargetId};
use ecliptic::sim::outcome::history::{Battle, History, Past, Surrender};
use ecliptic::sim::world::{ArmsTable, Condition, Fleet, Flight, Igniter, Ledgers, Ship};
use ecliptic::sim::{
    CapturedWorld, Command, ConstructionOrder, Digests, Goal, Order, OrderQueue, Seat, Seats, Simulation,
    Units, When,
};
use flate2::Compression;
use flate2::write::GzEncoder;
use glam::{DVec3, Vec3};

use super::worlds::{ByName, near_earth, reread, rules, shipped, world, written};

fn first_fleet(level: &level::Level) -> String {
    level.fleets[0].name.clone()
}

#[test]
fn a_resumed_save_has_the_hashes_of_the_uninterrupted_run() {
    for name in ["sol.ron", "binary-dawn.ron"] {
        let (level, classes) = shipped(name);
        let mut whole = Simulation::new(&level, &classes, 7).expect("a shipped level spawns");
        let fleet = first_fleet(&level);
        let far = DVec3::new(0.4, -1.1, 0.02) * AU_KM;
        let home = level.factions[0].home.clone().expect("the first faction has a home");
        whole.order(Order::fleet(whole.fleet(&fleet), Command::go(Goal::point(far), When::Now)));
        whole
            .order(Order::fleet(whole.fleet(&fleet), Command::go(Goal::Body(whole.body(&home)), When::Last)));
        whole.run(150);
        whole.order(Order::fleet(
            Units::Ships(vec![ShipId(0)]),
            Command::go(Goal::point(far * 0.9), When::Now),
        ));
        whole.run(83);
        let (save, classes) = reread(&mut whole);
        let mut resumed = Simulation::new(&save, &classes, 99).expect("a save spawns");
        assert_eq!(resumed.tick_count(), whole.tick_count());
        for tick in 0..400 {
            whole.run(1);
            resumed.run(1);
            assert_eq!(
                whole.digests().difference(&resumed.digests()),
                None,
                "{name}: {tick} ticks after the save"
            );
        }
    }
}

#[test]
fn capture_undoes_spawn() {
    for name in ["sol.ron", "binary-dawn.ron"] {
        let (level, classes) = shipped(name);
        let mut world = Simulation::new(&level, &classes, 3).expect("a shipped level spawns");
        world.run(100);
        let (save, classes) = reread(&mut world);
        let mut again = Simulation::new(&save, &classes, 0).expect("a save spawns");
        assert_eq!(again.capture().as_ref(), Some(&save), "{name}");
    }
}

/// Fleets of a hundred corvettes about Earth, each farther out than its predecessor.
fn fleets_of_corvettes(ships: u64) -> String {
    let mut fleets = String::new();
    for number in 0..ships / 100 {
        let (radii, bearing) = (4 + number / 12, number % 12 * 30);
        write!(
            fleets,
            r#"(name: "F{number}", faction: "Terra", ships: [(class: "corvette", count: 100)],
                at: beside(body: "Earth", radii: {radii}, bearing_deg: {bearing})),"#
        )
        .expect("text can be written to");
    }
    fleets
}

/// Saves a world, reads the file again, and compares; returns the bytes of the file.
fn save_and_read(simulation: &mut Simulation) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("save.ron");
    let mut seconds = [0.0; 5];
    let mut began = Instant::now();
    let mut lap = |seconds: &mut f64| {
        *seconds = began.elapsed().as_secs_f64();
        began = Instant::now();
    };
    let captured = CapturedWorld::of(simulation.world_mut()).expect("there is a world");
    lap(&mut seconds[0]);
    let save = captured.into_save().expect("it can be written down");
    lap(&mut seconds[1]);
    level::write_level(&path, &save).unwrap_or_else(|error| panic!("{error}"));
    lap(&mut seconds[2]);
    let rules = rules();
    let read = level::read_level(&path, &rules.class_catalog()).unwrap_or_else(|error| panic!("{error}"));
    lap(&mut seconds[3]);
    let mut again = Simulation::new(&read.level, &rules.for_level(&read.level), 0).expect("a save spawns");
    lap(&mut seconds[4]);
    assert!(read.level == save, "what is read is not what was written");
    assert!(again.capture().as_ref() == Some(&save), "what is spawned is not what was read");
    let text = level::to_ron(&save).expect("it can be written").len();
    let file = std::fs::read(&path).expect("the save is there");
    println!("{text} bytes, {} in the file; capture, text, write, read, spawn: {seconds:.4?} s", file.len());
    file
}

#[test]
fn a_world_of_many_ships_can_be_saved() {
    let mut simulation = world(&near_earth(&fleets_of_corvettes(13_000)));
    let file = save_and_read(&mut simulation);
    assert!(file.starts_with(&[0x1f, 0x8b]), "a large save is packed");
}

/// The copy of a world is the world at its tick, whatever comes later, and becomes a save on another thread.
#[test]
fn a_copy_becomes_a_save_on_another_thread() {
    let mut simulation = world(&near_earth(&fleets_of_corvettes(2_000)));
    simulation.run(30);
    let save = simulation.capture();
    let captured = CapturedWorld::of(simulation.world_mut()).expect("there is a world");
    simulation.run(30);
    let later = std::thread::spawn(|| (captured.tick(), captured.into_save().ok()));
    assert_eq!(later.join().expect("it ends"), (30, save));
    save_and_read(&mut simulation);
}

#[test]
fn a_packed_save_is_the_same_world() {
    let mut simulation = world(&near_earth(&fleets_of_corvettes(200)));
    simulation.run(30);
    let save = simulation.capture().expect("there is a world");
    let text = level::to_ron(&save).expect("it can be written").into_bytes();
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&text).expect("a list can be written to");
    let packed = packer.finish().expect("a list can be written to");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let digests = [text, packed].map(|bytes| {
        let path = folder.path().join("save.ron");
        std::fs::write(&path, bytes).expect("a file can be written");
        let rules = rules();
        let read = level::read_level(&path, &rules.class_catalog()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read.level, save);
        let mut world =
            Simulation::new(&read.level, &rules.for_level(&read.level), 0).expect("a save spawns");
        Digests::of(world.world_mut())
    });
    assert_eq!(digests, [Some(simulation.digests()); 2]);
}

/// As many ships and bodies as a level may have: every body has an owner, and every ship is under way and has
/// fought with all of its weapons.
#[test]
#[ignore = "takes a minute"]
fn the_largest_world_can_be_saved() {
    let mut text = near_earth(&fleets_of_corvettes(MAX_SHIPS)).replace("corvette", "dreadnought");
    let moons: String = (4..MAX_BODIES)
        .map(|number| {
            format!(
                r#"own(name: "Rock {number}", kind: comet, parent: "Sun", radius_km: 1,
                       orbit: (semi_major_axis: au({}))),"#,
                10 + number
            )
        })
        .collect();
    let held: String =
        (4..MAX_BODIES).map(|number| format!(r#"(body: "Rock {number}", owner: "Ares"),"#)).collect();
    text = text.replace(r#"body("Mars")],"#, &format!(r#"body("Mars"), {moons}], holdings: [{held}],"#));
    assert!(text.len() < level::MAX_FILE_BYTES, "{}", text.len());
    let began = Instant::now();
    let (level, rules) = written(&text);
    println!("the level is read in {:.2?}", began.elapsed());
    let mut simulation = Simulation::new(&level, &rules, 1).expect("a checked level spawns");
    let world = simulation.world_mut();
    let armoury = world.resource::<ArmsTable>().clone();
    let mut ships = world.query::<(Entity, &Ship, &mut Flight)>();
    let ships = ships.iter_mut(world).map(|(entity, ship, mut flight)| {
        let share = 1.0 / (3.0 + f64::from(ship.id.0));
        flight.own_velocity = DVec3::new(-20.0, 3.0, 0.1) * share.sqrt();
        flight.heading = flight.own_velocity.normalize();
        flight.impatience = share;
        flight.nearest_km = 1.0e7 * share;
        (entity, share, ship.class)
    });
    for (entity, share, class) in ships.collect::<Vec<_>>() {
        let mut condition = Condition::whole(&armoury.ships[class]);
        condition.armour *= share;
        condition.shield *= share;
        condition.experience = 1.0e6 * share;
        condition.troopers = 1.0e3 * share;
        condition.burning = share;
        condition.lit_by = Some(Igniter { by: TargetId::Ship(ShipId(7)), faction: FactionId(1) });
        condition.target = Some(TargetId::Ship(ShipId(77_777)));
        for (mount, part) in condition.mounts.iter_mut().zip(1_u16..) {
            mount.aim = Vec3::new(0.3, -share as f32, f32::from(part)).normalize();
            mount.reload_ticks = part;
        }
        world.entity_mut(entity).insert(condition);
    }
    save_and_read(&mut simulation);
}

/// A name of the greatest length, of two-byte letters.
fn longest(letter: char) -> String {
    std::iter::repeat_n(letter, MAX_NAME_LETTERS).collect()
}

/// The names of all fleets.
fn fleet_names(simulation: &mut Simulation) -> Vec<String> {
    let world = simulation.world_mut();
    let mut names: Vec<String> =
        world.query::<&Fleet>().iter(world).map(|fleet| fleet.name.clone()).collect();
    names.sort();
    names
}

#[test]
fn names_that_the_game_makes_pass_the_check() {
    let (body, fleet) = (longest('é'), longest('ü'));
    let text = near_earth(&format!(
        r#"(name: "{fleet}", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 0),
                ships: [(class: "carrier", count: 3)]),
            (name: "Foes", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 10),
                ships: [(class: "carrier", count: 2)])"#
    ))
    .replace(
        r#"body("Moon")"#,
        &format!(
            r#"body("Moon"), own(name: "{body}", kind: planet, parent: "Sun", radius_km: 6000,
            orbit: (semi_major_axis: au(3)))"#
        ),
    )
    .replace(
        "fleets:",
        &format!(
            r#"structures: [
            (class: "shipyard", faction: "Terra", body: "{body}", ring: 2, slot: 0,
                yard: (queue: [(class: "scout"), (class: "scout")])),
            (class: "shipyard", faction: "Terra", body: "{body}", ring: 2, slot: 8,
                yard: (queue: [(class: "scout")]))], fleets:"#
        ),
    );
    let mut simulation = world(&text);
    let divided = Units::Ships(vec![ShipId(0)]);
    simulation.order(Order::fleet(divided, Command::go(Goal::point(DVec3::X * AU_KM), When::Now)));
    let divided = Units::Ships(vec![ShipId(1)]);
    simulation.order(Order::fleet(divided, Command::go(Goal::point(DVec3::X * AU_KM), When::Now)));
    let yards = |simulation: &mut Simulation| {
        let names = fleet_names(simulation);
        names.iter().filter(|name| name.ends_with("é Scouts")).count()
    };
    let wings = |simulation: &mut Simulation| {
        let names = fleet_names(simulation);
        names.iter().filter(|name| name.contains(" wing ") && name.starts_with('ü')).count()
    };
    for _ in 0..100 {
        simulation.run(30);
        if yards(&mut simulation) == 2 && wings(&mut simulation) > 0 {
            break;
        }
    }
    let names = fleet_names(&mut simulation);
    assert_eq!(yards(&mut simulation), 2, "{names:?}");
    assert!(wings(&mut simulation) > 0, "{names:?}");
    assert_eq!(
        names.iter().filter(|name| name.starts_with('ü')).count() - wings(&mut simulation),
        3,
        "{names:?}"
    );
    assert!(names.iter().all(|name| name.chars().count() <= MAX_NAME_LETTERS), "{names:?}");
    save_and_read(&mut simulation);
}

/// First light after some economy ticks and entries of the history, amid the next of both.
fn some_past() -> Simulation {
    let (level, classes) = shipped("first-light.ron");
    let mut simulation = Simulation::new(&level, &classes, 5).expect("a shipped level spawns");
    simulation.run(1_207);
    let build = ConstructionOrder::Build {
        class: simulation.structure_class("factory"),
        body: simulation.body("Hearth"),
        ring: 0,
        slot: 2,
    };
    simulation.order(Order::Construction(build));
    simulation.run(30);
    let ledgers = simulation.world().resource::<Ledgers>();
    assert!(
        ledgers.0[FactionId(0)].history().count() > 5
            && ledgers.0[FactionId(0)].running().iter().any(|(_, sum)| !sum.is_zero())
    );
    assert!(simulation.world().resource::<History>().entries.len() >= 4);
    simulation
}

#[test]
fn a_save_keeps_the_past_that_is_shown() {
    let mut whole = some_past();
    let (save, classes) = reread(&mut whole);
    let mut resumed = Simulation::new(&save, &classes, 99).expect("a save spawns");
    for tick in 0..=300 {
        let (one, other) = (whole.world(), resumed.world());
        assert_eq!(one.resource::<Ledgers>(), other.resource::<Ledgers>(), "{tick} ticks after the save");
        let (known, read) = (one.resource::<History>(), other.resource::<History>());
        assert_eq!(
            (&known.entries, &known.battles),
            (&read.entries, &read.battles),
            "{tick} ticks after the save"
        );
        assert!(tick == 0 || whole.hash() == resumed.hash(), "{tick} ticks after the save");
        whole.run(1);
        resumed.run(1);
    }
}

#[test]
fn the_hash_holds_the_past_that_is_shown() {
    let (save, classes) = reread(&mut some_past());
    let hash = |change: &dyn Fn(&mut Past), close: bool| {
        let mut world = Simulation::new(&save, &classes, 99).expect("a save spawns");
        let mut past = Past::clone(world.world().resource::<History>());
        let losses = vec![1, 0].into();
        past.battles.push(Battle { body: BodyId(1), tick: 10, last_tick: 20, losses });
        change(&mut past);
        *world.world_mut().resource_mut::<History>() = History::from(past);
        if close {
            world.world_mut().resource_mut::<Ledgers>().0[FactionId(1)].close_tick();
        }
        world.run(1);
        world.hash()
    };
    let plain = hash(&|_| {}, false);
    assert_eq!(hash(&|_| {}, false), plain);
    assert_ne!(hash(&|_| {}, true), plain, "an economy tick that has ended");
    assert_ne!(hash(&|past| past.entries[2].factions[FactionId(1)].income += 1, false), plain, "an income");
    assert_ne!(hash(&|past| past.entries[0].tick += 1, false), plain, "the tick of an entry");
    assert_ne!(hash(&|past| past.battles[0].losses[FactionId(1)] += 1, false), plain, "a loss");
    assert_ne!(hash(&|past| past.battles[0].body = BodyId(2), false), plain, "a place");
    let surrender = Surrender { faction: FactionId(1), tick: 9 };
    assert_ne!(hash(&|past| past.surrenders.push(surrender), false), plain, "a surrender");
}

#[test]
fn people_who_have_taken_all_seats_of_minds_keep_them() {
    let (mut level, rules) = shipped("duel.ron");
    for faction in &mut level.factions {
        faction.mind = Some(level::MindChoice::new("captain", "corsair"));
    }
    let mut duel = Simulation::new(&level, &rules, 1).expect("a shipped level spawns");
    for faction in (0..level.factions.len()).map(FactionId) {
        let order = Order::Seat(Seat::default());
        duel.world_mut().resource_mut::<OrderQueue>().give(faction, order);
    }
    duel.run(1);
    let save = duel.capture().expect("there is a world");
    let mut again = Simulation::new(&save, &rules, 1).expect("the save is sound");
    assert!(again.world().resource::<Seats>().0.iter().all(|seat| *seat == Seat::default()));
    duel.run(1);
    again.run(1);
    assert_eq!(again.hash(), duel.hash());
}
