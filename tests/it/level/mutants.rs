//! Every level that passes the check can be spawned, played, saved and read again: shipped levels and saves with
//! changed, omitted and repeated parts, and small invented levels at the limits.
//!
//! `ECLIPTIC_MUTANTS=20000` tries this many of each kind instead of a few, `ECLIPTIC_SEED=7` uses another seed.

use std::fmt::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use bevy::prelude::World;
use ecliptic::level::{Faults, Level, LoadedLevel, parse_level, to_ron};
use ecliptic::rules::Rules;
use ecliptic::sim::world::{Flight, Position};
use ecliptic::sim::{Simulation, Sky, SpawnError};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{RngSeed, TestRunner};

use super::{project, rules};

/// Number of cases of each kind in an ordinary run of the tests.
const USUAL_CASES: u32 = 100;
/// Ticks that a level is played.
const TICKS: u64 = 30;
/// Levels with more ships, craft in hangars among them, are left out: playing them takes too long.
const MOST_SHIPS: u64 = 600;

static RULES: LazyLock<Rules> = LazyLock::new(rules);

/// The shipped levels, a level with every feature, and a save of it amid a battle.
static ORIGINALS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = ["sol", "binary-dawn", "first-light", "duel"];
    let read = |name| std::fs::read_to_string(project(&format!("levels/{name}.ron"))).expect("it is there");
    let mut levels: Vec<Level> = names.map(read).iter().map(|text| level_of(text)).collect();
    let lively = level_of(LIVELY);
    let mut battle = world_of(&lively);
    battle.run(240);
    levels.push(battle.capture().expect("there is a world"));
    levels.push(lively);
    levels.iter().map(|level| to_ron(level).expect("it can be written")).collect()
});

fn parse(text: &str) -> Result<LoadedLevel, Faults> {
    parse_level("mutant.ron", text.as_bytes(), &RULES.class_catalog())
}

fn level_of(text: &str) -> Level {
    parse(text).unwrap_or_else(|faults| panic!("{faults}")).level
}

fn world_of(level: &Level) -> Simulation {
    Simulation::new(level, &RULES.for_level(level), 1).expect("a checked level spawns")
}

/// The outcome of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Refused,
    TooCostly,
    Played,
}

/// The world of a text that passes the check.
fn accepted(text: &str) -> Result<Option<Simulation>, String> {
    let Ok(loaded) = parse(text) else { return Ok(None) };
    let spawned = catch_unwind(|| Simulation::new(&loaded.level, &RULES.for_level(&loaded.level), 1));
    match spawned.map_err(|_| "to spawn it panics".to_owned())? {
        Ok(world) => Ok(Some(world)),
        Err(SpawnError::State(_)) => Ok(None),
        Err(error) => Err(format!("it passes the check of levels, and cannot be spawned: {error}")),
    }
}

/// Plays, saves and reads again a text that passes the check.
fn play(text: &str) -> Result<End, String> {
    let Ok(loaded) = parse(text) else { return Ok(End::Refused) };
    if ships(&loaded.level) > MOST_SHIPS {
        return Ok(End::TooCostly);
    }
    // A state is checked when its world is made.
    let Some(mut world) = accepted(text)? else { return Ok(End::Refused) };
    let played = catch_unwind(AssertUnwindSafe(|| {
        for _ in 0..TICKS {
            world.run(1);
            all_is_finite(world.world_mut())?;
        }
        world.capture().ok_or_else(|| "there is no world".to_owned())
    }));
    let captured = played.map_err(|_| "it panics".to_owned())??;
    let written = to_ron(&captured).map_err(|error| error.to_string())?;
    let again = parse(&written).map_err(|faults| faults.to_string())?.level;
    let again_written = to_ron(&again).map_err(|error| error.to_string())?;
    if again == captured && again_written == written {
        Ok(End::Played)
    } else {
        Err(first_difference(&written, &again_written))
    }
}

fn first_difference(one: &str, other: &str) -> String {
    let lines = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    format!("what is read again is not the same: {lines:?}")
}

/// All ships, with the craft in their hangars.
fn ships(level: &Level) -> u64 {
    let craft = |class: &str| {
        let mut classes = level.ship_classes.iter().chain(&RULES.ship_classes);
        let hangar = classes.find(|known| known.name == class).and_then(|class| class.hangar.as_ref());
        hangar.map_or(0, |hangar| u64::from(hangar.count))
    };
    let ships = level.fleets.iter().flat_map(|fleet| &fleet.ships);
    ships.map(|ship| u64::from(ship.count) * (1 + craft(&ship.class))).sum()
}

fn all_is_finite(world: &mut World) -> Result<(), String> {
    let sky = world.resource::<Sky>();
    for (body, state) in sky.system.bodies.iter().zip(&sky.now) {
        if !(state.position.is_finite() && state.velocity.is_finite()) {
            return Err(format!("{} is nowhere: {state:?}", body.name));
        }
    }
    let mut places = world.query::<(&Position, Option<&Flight>)>();
    for (position, flight) in places.iter(world) {
        let moves = flight.is_none_or(|flight| flight.own_velocity.is_finite() && flight.heading.is_finite());
        if !(position.0.is_finite() && moves) {
            return Err(format!("something is nowhere: {position:?} {flight:?}"));
        }
    }
    Ok(())
}

/// Tries many texts; prints how many were played, and the fault of the first that fails.
fn try_all<S: Strategy>(cases: S, least_share: f64, text_of: impl Fn(&S::Value) -> String) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let count = number("ECLIPTIC_MUTANTS").map_or(USUAL_CASES, |count| count as u32);
    let mut runner = TestRunner::new(ProptestConfig {
        cases: count,
        failure_persistence: None,
        max_shrink_iters: 500,
        rng_seed: RngSeed::Fixed(number("ECLIPTIC_SEED").unwrap_or(1)),
        ..ProptestConfig::default()
    });
    let played = std::cell::Cell::new(0_u32);
    let result = runner.run(&cases, |case| {
        let text = text_of(&case);
        let began = std::time::Instant::now();
        let end = play(&text);
        if began.elapsed().as_secs() >= 5 {
            println!("took {:?}:\n{text}", began.elapsed());
        }
        match end {
            Ok(end) => played.set(played.get() + u32::from(end == End::Played)),
            Err(wrong) => return Err(TestCaseError::fail(format!("{wrong}\n{text}"))),
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    println!("{} of {count} were played", played.get());
    assert!(f64::from(played.get()) >= least_share * f64::from(count), "too few pass the check");
}

#[test]
fn levels_that_pass_the_check_can_be_played_saved_and_read_again() {
    let mutations = vec(any::<(u8, Index, Index)>(), 1..9);
    try_all((0..ORIGINALS.len(), mutations), 0.9, |(original, mutations)| {
        let mut text = ORIGINALS[*original].clone();
        for (kind, one, other) in mutations {
            let changed = mutated(&text, *kind, *one, *other);
            // A rejected change is undone, so that every case is played with its accepted changes.
            if accepted(&changed).is_ok_and(|world| world.is_some()) {
                text = changed;
            }
        }
        text
    });
}

#[test]
fn invented_levels_can_be_played_saved_and_read_again() {
    try_all(vec(0.0..1.0_f64, DRAWS), 0.2, |draws| invented(draws));
}

/// Numbers at the limits of their types, and at limits of the level format.
const EXTREMES: &[&str] = &[
    "0",
    "-0.0",
    "-1",
    "1",
    "2",
    "0.5",
    "1e-300",
    "5e-324",
    "1e-9",
    "0.001",
    "0.01",
    "0.03",
    "1e300",
    "1e9",
    "1e15",
    "10000",
    "100000",
    "NaN",
    "inf",
    "-inf",
    "63",
    "64",
    "255",
    "65535",
    "65536",
    "4294967294",
    "4294967295",
    "9007199254740993",
    "18446744073709551615",
    "-9223372036854775808",
    "0.9999999999999999",
];

/// The text with one thing changed.
fn mutated(text: &str, kind: u8, one: Index, other: Index) -> String {
    let parts = Parts::of(text);
    let pick =
        |ranges: &[Range<usize>], index: Index| (!ranges.is_empty()).then(|| index.get(ranges).clone());
    let change = match kind % 8 {
        0 | 1 => pick(&parts.numbers, one).map(|span| (span, (*other.get(EXTREMES)).to_owned())),
        2 => pick(&parts.numbers, one).map(|span| {
            let factor = [-1.0, 1.0e-6, 1.0e-3, 0.1, 1.01, 10.0, 1.0e3, 1.0e6][other.index(8)];
            let number: f64 = text[span.clone()].parse().unwrap_or(1.0);
            (span, format!("{}", number * factor))
        }),
        3 => pick(&parts.numbers, one)
            .zip(pick(&parts.numbers, other))
            .map(|(one, other)| (one, text[other].to_owned())),
        4 => pick(&parts.strings, one)
            .zip(pick(&parts.strings, other))
            .map(|(one, other)| (one, text[other].to_owned())),
        5 => pick(&parts.words, one)
            .zip(pick(&parts.words, other))
            .map(|(one, other)| (one, text[other].to_owned())),
        6 => pick(&parts.items, one).map(|span| (span, String::new())),
        _ => pick(&parts.items, one).map(|span| {
            let item = text[span.clone()].trim_end_matches(',');
            let count = [2, 2, 3, 70][other.index(4)];
            let copies = (0..count).map(|copy| renamed(item, copy)).collect::<Vec<_>>();
            (span, copies.join(",") + ",")
        }),
    };
    let mut text = text.to_owned();
    if let Some((span, by)) = change {
        text.replace_range(span, &by);
    }
    text
}

/// A copy of an entry of a list, with another name if it has one.
fn renamed(item: &str, copy: usize) -> String {
    match item.split_once("name: \"") {
        Some((before, behind)) if copy > 0 => format!("{before}name: \"{copy}{behind}"),
        _ => item.to_owned(),
    }
}

/// The places of numbers, texts, words and members of brackets.
#[derive(Default)]
struct Parts {
    numbers: Vec<Range<usize>>,
    strings: Vec<Range<usize>>,
    words: Vec<Range<usize>>,
    /// Items, each with the comma after it.
    items: Vec<Range<usize>>,
}

impl Parts {
    fn of(text: &str) -> Self {
        let mut parts = Self::default();
        let mut begun = Vec::new();
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let end = |keeps: fn(u8) -> bool| {
                bytes[at + 1..]
                    .iter()
                    .position(|byte| !keeps(*byte))
                    .map_or(bytes.len(), |length| at + 1 + length)
            };
            let next = match bytes[at] {
                b'"' => {
                    let quote = (at + 1..bytes.len())
                        .find(|&place| bytes[place] == b'"' && bytes[place - 1] != b'\\');
                    let next = quote.map_or(bytes.len(), |quote| quote + 1);
                    parts.strings.push(at..next);
                    next
                }
                b'0'..=b'9' | b'-' => {
                    let next = end(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
                    parts.numbers.push(at..next);
                    next
                }
                b'a'..=b'z' => {
                    let next = end(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                    parts.words.push(at..next);
                    next
                }
                b'(' | b'[' => {
                    begun.push(at + 1);
                    at + 1
                }
                b',' => {
                    if let Some(start) = begun.last_mut() {
                        parts.items.push(*start..at + 1);
                        *start = at + 1;
                    }
                    at + 1
                }
                b')' | b']' => {
                    let start = begun.pop().unwrap_or(at);
                    if !text[start..at].trim().is_empty() {
                        parts.items.push(start..at);
                    }
                    at + 1
                }
                _ => at + 1,
            };
            at = next;
        }
        parts
    }
}

/// Number of random numbers for an invented level.
const DRAWS: usize = 96;

/// Numbers that were drawn from 0 to 1, taken one after the other.
struct Draws<'a>(std::slice::Iter<'a, f64>);

impl Draws<'_> {
    fn share(&mut self) -> f64 {
        self.0.next().copied().unwrap_or(0.5)
    }

    /// A number from a range, evenly over its orders of magnitude; now and then one of its ends.
    fn from(&mut self, low: f64, high: f64) -> f64 {
        let share = (1.2 * self.share() - 0.1).clamp(0.0, 1.0);
        let floor = low.max(high * 1.0e-12);
        match share {
            0.0 => low,
            1.0 => high,
            _ => floor * (high / floor).powf(share),
        }
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[(self.share() * texts.len() as f64) as usize]
    }
}

/// A small level with numbers from all allowed ranges.
fn invented(draws: &[f64]) -> String {
    let mut draws = Draws(draws.iter());
    let mut text = String::from("(schema_version: 1, title: \"invented\",");
    let scale = [draws.from(0.01, 1.0e4), draws.from(0.01, 1.0e4), draws.from(0.01, 1.0e6)];
    let _ = write!(
        text,
        "epoch: jd({}), clock: (days_per_second: {}), scale: (magnify: {}, magnify_star: {}, slow: {}, \
         well_radii: {}, least_well_km: {}),",
        5_373_484.5 * draws.share(),
        draws.from(1.0e-5, 1000.0),
        scale[0],
        scale[1],
        scale[2],
        draws.from(1.0, 1.0e4),
        draws.from(0.0, 1.0e9),
    );
    let star_km = draws.from(1.0e-3, 2.0e9);
    let _ = write!(
        text,
        "bodies: [own(name: \"S\", kind: star, radius_km: {star_km}, gm_km3_s2: {}),",
        draws.from(1.0e-15, 1.5e18)
    );
    let radii_km = [0; 3].map(|_| draws.from(1.0e-3, 1.0e6));
    let star_room_km = scale[1] * star_km;
    for (index, (name, parent, room_km)) in
        [("P", "S", star_room_km), ("C", "S", star_room_km), ("M", "P", radii_km[0])].into_iter().enumerate()
    {
        let radius_km = radii_km[index];
        let (kind, magnify) = match name {
            // The moon is magnified together with its planet, and so is its path.
            "M" => ("moon", 1.0),
            _ => (draws.one_of(&["planet", "dwarf", "comet"]), scale[0]),
        };
        let least_km = (1.01 * (room_km + magnify * radius_km)).clamp(1.0, 1.0e12);
        let path = match draws.one_of(&["ellipse", "period", "open"]) {
            "ellipse" => format!("eccentricity: {}", draws.share()),
            "period" => {
                format!("eccentricity: {}, period_days: {}", draws.share(), draws.from(1.0e-3, 1.0e9))
            }
            _ => format!("eccentricity: {}", draws.from(1.0, 1000.0)),
        };
        let _ = write!(
            text,
            "own(name: \"{name}\", kind: {kind}, parent: \"{parent}\", radius_km: {radius_km}, gm_km3_s2: {}, \
             orbit: (periapsis: km({}), {path}, inclination_deg: {}, mean_anomaly_deg: {}, plane: {}), \
             rotation: (day_hours: {}, pole_latitude_deg: {}), rings: (innermost_period_s: {})),",
            draws.from(1.0e-15, 1.5e18),
            draws.from(least_km, 1.49e13),
            180.0 * draws.share(),
            360.0 * draws.share(),
            draws.one_of(&["ecliptic", "parent_equator"]),
            draws.from(1.0e-3, 1.0e10),
            180.0 * draws.share() - 90.0,
            draws.from(1.0, 1.0e6),
        );
    }
    let _ = write!(
        text,
        "], ship_classes: [(name: \"own\", radius_km: {}, cruise_km_s: {}, manoeuvre_km_s: {}, thrust_s: {}, \
         turn_s: {}, sight_km: {}, build_s: {}, arms: (weapons: [(weapon: \"own\"), (weapon: \"railgun\")]))],",
        draws.from(1.0e-3, 1.0e6),
        draws.from(100.0, 299_792.458),
        draws.from(1.0e-3, 299_792.458),
        draws.from(1.0e-3, 60.0),
        draws.from(1.0e-3, 60.0),
        draws.from(0.0, 1.0e12),
        draws.from(1.0e-3, 86_400.0),
    );
    let _ = write!(
        text,
        "weapons: [(name: \"own\", damage: heat, harm: {}, reload_s: {}, range_km: {}, delivery: torpedo(\
         speed_km_s: {}, turn_s: {}, fuel_s: {}, radius_km: {}, points: {}, blast_km: {}))],",
        draws.from(0.0, 1.0e6),
        draws.from(0.03, 600.0),
        draws.from(1.0, 1.0e9),
        draws.from(1.0e-3, 299_792.458),
        draws.from(0.03, 600.0),
        draws.from(0.03, 600.0),
        draws.from(1.0e-3, 1.0e6),
        draws.from(1.0e-3, 1.0e6),
        draws.from(0.0, 1.0e7),
    );
    text.push_str(
        "factions: [(name: \"A\", color: \"#ffffff\", home: \"P\"), (name: \"B\", color: \"#ff0000\")],",
    );
    text.push_str("fleets: [");
    for faction in ["A", "B"] {
        let to = match draws.one_of(&["body", "ring", "au", "ahead", "attack"]) {
            "body" => "body(\"C\")".to_owned(),
            "ring" => "ring(body: \"P\", ring: 1)".to_owned(),
            "au" => format!("au({}, {}, 0)", draws.from(0.0, 1.0e5), draws.from(0.0, 1.0e5)),
            "ahead" => format!("ahead(body: \"P\", degrees: {})", 360.0 * draws.share() - 180.0),
            _ => "attack(class(class: \"own\"))".to_owned(),
        };
        let _ = write!(
            text,
            "(name: \"{faction}\", faction: \"{faction}\", at: beside(body: \"P\", radii: {}), \
             doctrine: (stance: aggressive), ships: [(class: \"own\", count: 4)], route: [(to: {to})]),",
            draws.from(1.001, 1.0e4),
        );
    }
    text.push_str("])");
    text
}

/// A battle about one world, with every feature of a level.
const LIVELY: &str = r##"(
    schema_version: 1, title: "lively", epoch: date("2026-11-21"),
    bodies: [
        body("Sun"), body("Earth"), body("Moon"), changed(name: "Mars", magnify: 50, rings: (count: 4)),
        body("Encke"),
        own(name: "Kael", kind: planet, parent: "Sun", radius_km: 5200, gm_km3_s2: 3e5,
            orbit: (semi_major_axis: au(2.1), eccentricity: 0.2, inclination_deg: 12, mean_anomaly_deg: 75),
            rotation: (day_hours: -30, pole_longitude_deg: 20, pole_latitude_deg: 60, prime_meridian_deg: 5),
            look: ocean(seed: 5, rings: (inner_radii: 1.4, outer_radii: 2.3, color: "#cfc6b8", opacity: 0.6))),
        own(name: "Orphan", kind: comet, parent: "Sun", radius_km: 4, orbit: (periapsis: au(1.5),
            eccentricity: 1.2, argument_of_periapsis_deg: 20, periapsis_passage: date("2027-03-01"))),
        own(name: "Kid", kind: moon, parent: "Kael", radius_km: 500, orbit: (semi_major_axis: km(300000),
            period_days: 9, plane: parent_equator)),
    ],
    materials: [(name: "foam", kinetic: 0.2, em: 1, heat: 2, electric: 0.5)],
    weapons: [(name: "spear", damage: kinetic, harm: 40, reload_s: 2, range_km: 9e5, bombards: true,
        delivery: torpedo(speed_km_s: 12, turn_s: 0.6, fuel_s: 9, radius_km: 60, points: 6, blast_km: 600))],
    ship_classes: [
        (name: "lance", radius_km: 300, length_km: 1500, cruise_km_s: 900, manoeuvre_km_s: 40, rank: screen,
            price: (money: 10), build_s: 2, upkeep: (money: 1), arms: (armour: (points: 300, material: "foam"),
            shield: (points: 90, recovery: 3), weapons: [(weapon: "spear", count: 2, arc_deg: 200),
            (weapon: "flak")], prey: [line], stand_off: (share: 0.5, circles: true))),
        (name: "hive", radius_km: 600, cruise_km_s: 900, manoeuvre_km_s: 40, troopers: 30, repairs: 4,
            builds_percent: 20, mines: 2, kind: capital, hangar: (class: "fighter wing", count: 3, build_s: 1)),
    ],
    structure_classes: [(name: "keep", zones: [inner, outer], slots: 2, price: (money: 20), build_s: 2,
        hull: 900, radius_km: 900, sight_km: 3e6, earns: (resources: 2), yard_speed: 2, economy_percent: 5,
        research_percent: 5, garrison_percent: 10, arms: (weapons: [(weapon: "laser")]))],
    factions: [
        (name: "Terra", color: "#4aa3ff", home: "Earth", team: "Inner", treasury: (money: 90000, resources: 90000)),
        (name: "Ares", color: "#ff7a45", home: "Mars", treasury: (money: 90000, resources: 90000, rare: 50)),
        (name: "Luna", color: "#aaaaaa", home: "Moon", team: "Inner"),
    ],
    holdings: [(body: "Kael", owner: "Ares", economics: 80, resources: 40, terrain: 2,
        ground: (defenders: 40, invaders: ("Terra", 25), unrest: 0.2, ruin: 0.1))],
    structures: [
        (class: "shipyard", faction: "Terra", body: "Earth", ring: 2, slot: 3, yard: (queue: [(class: "lance"),
            (class: "scout")], repeat: true, rally: ring(body: "Earth", ring: 1))),
        (class: "keep", faction: "Ares", body: "Mars", ring: 1, slot: 0, yard: (queue: [(class: "corvette")],
            rally: place(body: "Earth", offset_km: (3e6, 0, 0)))),
        (class: "sentry", faction: "Terra", body: "Earth", ring: 1, slot: 0),
        (class: "satellite", faction: "Ares", body: "Kael", ring: 0, slot: 0, construction: (done_ticks: 20)),
    ],
    fleets: [
        (name: "First", faction: "Terra", at: beside(body: "Earth", radii: 5, bearing_deg: 10),
            doctrine: (stance: aggressive, withdraw_percent: 20, prey: line), formation: (shape: wedge),
            ships: [(class: "lance", count: 4), (class: "hive"), (class: "cruiser", count: 2)]),
        (name: "Raiders", faction: "Ares", at: beside(body: "Earth", radii: 5, bearing_deg: 22),
            formation: (shape: line, conduct: loose, facing: (0, 1, 0)), wish: out_of_sight,
            ships: [(class: "lance", count: 4), (class: "hive"), (class: "frigate", count: 3)],
            route: [(to: attack(fleet("First"))), (to: body("Mars"), attack: true)]),
        (name: "Walkers", faction: "Ares", at: near("Earth"), wish: avoid_hostile_wells, repeats: true,
            ships: [(class: "troop ship", count: 2), (class: "miner")],
            route: [(to: au(1.5, 0.2, 0), beside_km: (9e4, 0, 0), spacing_km: 9000), (to: ahead(body: "Mars",
                degrees: 30)), (to: wait(until: conjunction("Mars", "Earth"))), (to: fleet(name: "Raiders",
                guard: true)), (to: keep(body: "Mars", offset_km: (9e6, 0, 0))), (to: land("Earth"))]),
        (name: "Ring", faction: "Terra", at: km(1.2e8, 9e7, 0), ships: [(class: "repair ship"), (class: "scout")],
            route: [(to: ring(body: "Earth", ring: 1)), (to: attack(area(at: (body: "Mars", offset_km: (0, 0, 0)),
                radius_km: 2e6)))]),
        (name: "Landers", faction: "Terra", at: beside(body: "Kael", radii: 2), ships: [(class: "hive"),
            (class: "lance")], route: [(to: bombard("Kael"))]),
    ],
    victory: [eliminate, hold_planets(count: 3, seconds: 120), hold_body(body: "Mars", seconds: 60),
        survive(faction: "Luna", seconds: 600)],
    settings: (player: "Terra", pace: 2),
)"##;
