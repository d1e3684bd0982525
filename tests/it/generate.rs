//! Generated levels: sound, fair, unlike each other, and the same for the same parameters.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use ecliptic::generate::{COMETS, Choice, DISTANCES, INCLINE, MOONS, PLANETS, Parameters, SIDES, generate};
use ecliptic::level::{BodyEntry, BodyKind, Level, OwnBody, parse_level, to_ron};
use ecliptic::orbit::AU_KM;
use ecliptic::rules::Rules;
use ecliptic::sim::Simulation;
use ecliptic::sim::world::{Position, Structure};
use glam::DVec3;

use crate::fairness::{EXACT_KM, assert_fair, home_place, sky, turned};
use crate::sim::worlds::rules;

/// Number of seeds that are tried.
const SEEDS: u64 = 50;

static RULES: LazyLock<Rules> = LazyLock::new(rules);

/// Levels of every number of sides: usual ones, the fullest in the least room, and the emptiest.
fn levels() -> impl Iterator<Item = (Parameters, Level)> {
    let of_seed = |seed: u64| {
        let sides = 2 + (seed % 7) as u8;
        let usual = Parameters { seed, sides, ..Parameters::default() };
        let filled = with(&usual, |choice| *choice.range.end());
        let crowded = Parameters { distances: Some(*DISTANCES.range.start()), ..filled };
        let bare = with(&usual, |choice| *choice.range.start());
        match seed % 5 {
            0 => crowded,
            1 => bare,
            _ => usual,
        }
    };
    (0..SEEDS).map(of_seed).map(|parameters| {
        let level = generate(&parameters).unwrap_or_else(|error| panic!("{error}"));
        (parameters, level)
    })
}

/// The parameters with every open choice made.
fn with(parameters: &Parameters, choose: impl Fn(&Choice) -> u8) -> Parameters {
    Parameters {
        planets: Some(choose(&PLANETS)),
        moons: Some(choose(&MOONS)),
        comets: Some(choose(&COMETS)),
        incline: Some(choose(&INCLINE)),
        distances: Some(choose(&DISTANCES)),
        ..*parameters
    }
}

fn own_bodies(level: &Level) -> impl Iterator<Item = &OwnBody> {
    level.bodies.iter().filter_map(|body| if let BodyEntry::Own(own) = body { Some(own) } else { None })
}

#[test]
fn generated_levels_pass_the_check_without_warnings() {
    for (parameters, level) in levels() {
        let text = to_ron(&level).expect("it can be written");
        let loaded = parse_level("generated.ron", text.as_bytes(), &RULES.class_catalog())
            .unwrap_or_else(|faults| panic!("{}\n{faults}", parameters.command()));
        assert!(loaded.warnings.is_empty(), "{}\n{}", parameters.command(), loaded.warnings);
        assert_eq!(loaded.level, level, "{}", parameters.command());
        assert!(text.is_ascii());
    }
}

/// The briefing tells the conditions of victory by itself.
#[test]
fn descriptions_leave_the_conditions_of_victory_to_the_briefing() {
    for (parameters, level) in levels() {
        let Level { description, victory, .. } = &level;
        assert!(!victory.is_empty(), "{}", parameters.command());
        assert!(!description.is_empty() && !description.contains("won"), "{description}");
    }
}

#[test]
fn a_turn_maps_every_side_onto_the_next_one_at_every_date() {
    for (parameters, level) in levels() {
        assert_fair(&parameters.command(), &level);
    }
}

/// With two sides every ring has a slot opposite to each of its slots.
#[test]
fn structures_of_two_sides_are_mirrored_exactly() {
    for seed in 0..3 {
        let level = generate(&Parameters { seed, ..Parameters::default() }).expect("it is possible");
        let mut world = Simulation::new(&level, &RULES, 1).expect("a sound level spawns");
        let mut query = world.world_mut().query::<(&Structure, &Position)>();
        let places: Vec<(u32, DVec3)> =
            query.iter(world.world()).map(|(structure, position)| (structure.id.0, position.0)).collect();
        let of_a_side = places.len() as u32 / 2;
        for (number, place) in places.iter().filter(|(number, _)| *number < of_a_side) {
            let other = places.iter().find(|(other, _)| *other == number + of_a_side).expect("it is there");
            let off_km = turned(*place, 180.0).distance(other.1);
            assert!(off_km < EXACT_KM, "seed {seed}, structure {number}: {off_km} km");
        }
    }
}

/// A corvette is half a minute of play from the next home, and not at once.
#[test]
fn homes_are_at_distances_for_a_war() {
    let corvette = RULES.ship_classes.iter().find(|class| class.name == "corvette").expect("it is known");
    for seed in 0..SEEDS {
        for sides in SIDES.range {
            let level =
                generate(&Parameters { seed, sides, ..Parameters::default() }).expect("it is possible");
            let sky = sky(&level);
            let homes: Vec<DVec3> = (0..sides.into()).map(|side| home_place(&level, &sky, side)).collect();
            let au = homes[0].length() / AU_KM;
            assert!((0.5..=1.25).contains(&au), "{sides} sides, seed {seed}: homes at {au} AU");
            let apart_km = homes[1..].iter().map(|home| home.distance(homes[0])).fold(f64::MAX, f64::min);
            let seconds = apart_km / corvette.cruise_km_s / 86_400.0 / level.clock.days_per_second;
            assert!((10.0..=40.0).contains(&seconds), "{sides} sides, seed {seed}: {seconds} s");
        }
    }
}

#[test]
fn names_are_unique() {
    for (_, level) in levels() {
        let bodies: BTreeSet<String> = level.bodies.iter().map(|body| body.name().to_lowercase()).collect();
        assert_eq!(bodies.len(), level.bodies.len());
        let factions: BTreeSet<&str> = level.factions.iter().map(|faction| faction.name.as_str()).collect();
        assert_eq!(factions.len(), level.factions.len());
    }
}

/// The visible character of a system: kinds of its bodies, their surfaces and their sizes.
fn kinds(level: &Level) -> Vec<String> {
    let looks = own_bodies(level).map(|body| {
        let look = body.look.as_ref().expect("generated bodies have looks");
        format!("{:?} {:?} {}", body.kind, look.parts().0, body.radius_km)
    });
    looks.collect()
}

#[test]
fn the_same_seed_gives_the_same_level_and_another_seed_an_unlike_one() {
    let level = |seed| generate(&Parameters { seed, ..Parameters::default() }).expect("it is possible");
    let levels: Vec<Level> = (0..SEEDS).map(level).collect();
    for (seed, one) in (0..).zip(&levels) {
        assert_eq!(to_ron(one).expect("text"), to_ron(&level(seed)).expect("text"));
    }
    let star = |level: &Level| own_bodies(level).next().cloned().expect("a star");
    for (number, one) in levels.iter().enumerate() {
        assert_eq!(star(one).kind, BodyKind::Star);
        for other in &levels[..number] {
            assert_ne!(to_ron(one).expect("text"), to_ron(other).expect("text"));
            let (first, second) = (star(one), star(other));
            assert_ne!(first.name, second.name);
            assert_ne!((first.radius_km, first.look), (second.radius_km, second.look), "{}", one.title);
            assert_ne!(kinds(one), kinds(other), "{} {}", one.title, other.title);
        }
    }
}

#[test]
fn a_number_that_is_chosen_is_obeyed() {
    let planets = |level: &Level| own_bodies(level).filter(|body| body.kind == BodyKind::Planet).count();
    for count in PLANETS.range {
        let parameters = Parameters { sides: 3, planets: Some(count), ..Parameters::default() };
        let level = generate(&parameters).expect("it is possible");
        assert_eq!(planets(&level), 3 * (1 + usize::from(count)));
        let expected = format!("ecliptic generate --seed 0 --sides 3 --planets {count}");
        assert_eq!(level.author, expected, "the command that makes it again");
    }
    let more = Parameters { comets: Some(2), ..Parameters::default() };
    let (few, many) = (generate(&Parameters::default()), generate(&more));
    let (few, many) = (few.expect("it is possible"), many.expect("it is possible"));
    assert_eq!(many.bodies[..few.bodies.len()], few.bodies[..], "more comets change no other body");
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    let refusal = |parameters: Parameters| generate(&parameters).expect_err("out of range").to_string();
    let usual = Parameters::default;
    assert_eq!(
        refusal(Parameters { sides: 9, ..usual() }),
        "sides: 9 is out of range, from 2 to 8 is possible"
    );
    for (choice, parameters) in [
        (PLANETS, Parameters { planets: Some(7), ..usual() }),
        (MOONS, Parameters { moons: Some(4), ..usual() }),
        (COMETS, Parameters { comets: Some(3), ..usual() }),
        (INCLINE, Parameters { incline: Some(46), ..usual() }),
        (DISTANCES, Parameters { distances: Some(69), ..usual() }),
    ] {
        let words = refusal(parameters);
        assert!(words.starts_with(choice.name), "{words}");
    }
}
