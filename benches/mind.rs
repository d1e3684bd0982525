//! The cost of minds: `cargo bench --bench mind --no-default-features`.
//!
//! Four captains play the war of the solar system for five minutes, with three bodies more; one of them has 200 ships
//! more. Then four merciless minds do, which look seven times as often at what they build. Printed are the numbers of
//! ships and bodies, and the cost of one mind in a tick, its view included: over all ticks the mean, 99 of 100 and the
//! worst, and the costliest ticks. The minds think in different ticks, and in most ticks none does: these count, too.
//! The yardstick is a sort of 2,000 numbers: divide by its time to compare machines.

use std::time::Instant;

use ecliptic::ai;
use ecliptic::league::stopwatch::{self, Stopwatch};
use ecliptic::level::{BodyEntry, Fleet, Level, MindChoice, Ship, read_level};
use ecliptic::rules::{Rules, find_assets_dir};
use ecliptic::sim::steering::system::Sharing;
use ecliptic::sim::{Ship as FlyingShip, Simulation, Sky};

/// Five minutes of play.
const TICKS: u64 = 9_000;
/// Bodies that the level does not have: with its 25 they are the 28 of the solar system of `sol.ron`.
const MORE_BODIES: [&str; 3] = ["Pluto", "Charon", "Halley"];

/// The skills that are measured.
const SKILLS: [&str; 2] = ["captain", "merciless"];

fn main() {
    let rules = Rules::load(&find_assets_dir().expect("there are assets")).expect("the rules are sound");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/sol-war.ron");
    let mut level = read_level(&path, &rules.class_catalog()).expect("the level is sound").level;
    level.bodies.extend(MORE_BODIES.map(|name| BodyEntry::Body(name.to_owned())));
    let more: Vec<Fleet> = level.fleets.iter().take(1).map(reinforcement).collect();
    level.fleets.extend(more);
    let rules = rules.for_level(&level);
    for skill in SKILLS {
        for faction in &mut level.factions {
            faction.mind = Some(MindChoice::new(skill, "steward"));
        }
        measure(skill, &level, &rules);
    }
    println!("yardstick: a sort of 2,000 numbers {:.4} ms", yardstick_ms());
}

/// Plays a level, and prints the cost of its minds.
fn measure(skill: &str, level: &Level, rules: &Rules) {
    let sharing = Sharing { threads: 1, ..Sharing::default() };
    let players = |app: &mut bevy::app::App| {
        app.add_plugins((ai::plugin, stopwatch::plugin));
    };
    let mut game =
        Simulation::with_players(players, sharing, level, rules, 1).expect("a checked level spawns");
    let ships = game.world_mut().query::<&FlyingShip>().iter(game.world()).count();
    game.run(TICKS);
    let bodies = game.world().resource::<Sky>().system.bodies.len();
    let watch = game.world().resource::<Stopwatch>();
    let cost = watch.cost(level.factions.len()).expect("minds have played");
    println!(
        "{skill}: {ships} ships at the beginning, {bodies} bodies, {TICKS} ticks, {} minds",
        level.factions.len()
    );
    println!("mean of a mind over all ticks {:.4} ms", cost.mean_ms);
    println!("99 of 100 of all ticks {:.3} ms, the worst {:.3} ms", cost.p99_ms, cost.worst_ms);
    let costliest = watch.costliest(8).into_iter().map(|(tick, ms)| format!("{tick} ({ms:.2} ms)"));
    println!("the costliest ticks: {}", costliest.collect::<Vec<_>>().join(", "));
}

/// The fleet with 200 ships of the usual classes in place of its own.
fn reinforcement(fleet: &Fleet) -> Fleet {
    let ship = |class: &str, count| Ship { class: class.to_owned(), count, posted: None };
    let ships = vec![ship("frigate", 80), ship("corvette", 80), ship("cruiser", 40)];
    Fleet { name: format!("More of {}", fleet.name), ships, ..fleet.clone() }
}

/// The median time of a sort, ms.
fn yardstick_ms() -> f64 {
    let mut times: Vec<f64> = (0..101)
        .map(|_| {
            let mut numbers: Vec<u64> =
                (0..2_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let started = Instant::now();
            numbers.sort_unstable();
            std::hint::black_box(&numbers);
            started.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
