//! Recorded games, which must play the same since: units, places and conditions.
//!
//! The records in `tests/data/recorded` hold digests of every 300th tick. They consist of names, numbers and bits
//! from the interface of the world, so they survive any change of its representation. After an intended change of
//! the games, `ECLIPTIC_RECORD=1 cargo test recorded` rewrites them, and `ECLIPTIC_RECORD=1 scripts/wars` the 200
//! wars; the commit gives the reason.

use std::fmt::Write as _;
use std::path::PathBuf;

use ecliptic::sim::order::file::parse_orders;
use ecliptic::sim::world::Condition;
use ecliptic::sim::world::Factions;
use ecliptic::sim::world::{Fleet, MemberOf};
use ecliptic::sim::world::{Holdings, Ledgers};
use ecliptic::sim::world::{Position, Ship, ShipClasses};
use ecliptic::sim::world::{Structure, StructureClasses};
use ecliptic::sim::{Simulation, Sky};
use glam::DVec3;
use xxhash_rust::xxh3::xxh3_64;

use crate::sim::worlds::shipped;

/// Ticks between two digests.
pub const INTERVAL: u64 = 300;
/// The parts of a [`Digest`], in their order.
const PARTS: [&str; 4] = ["ships", "structures", "treasuries", "owners"];

/// The digest of a world at one tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest([u32; 4]);

impl Digest {
    /// The digest of a world in its present state.
    pub fn of(simulation: &mut Simulation) -> Self {
        Self([ships(simulation), structures(simulation), treasuries(simulation), owners(simulation)])
    }

    /// All parts as one number.
    pub fn whole(self) -> u32 {
        short_hash(&format!("{:x?}", self.0))
    }
}

/// The first half of a hash, which is enough to distinguish texts, and short in the records.
fn short_hash(text: &str) -> u32 {
    (xxh3_64(text.as_bytes()) >> 32) as u32
}

/// A vector, bit by bit.
fn bits(vector: DVec3) -> String {
    format!("{:x?}", vector.to_array().map(f64::to_bits))
}

/// One line a thing, in the order of their numbers.
fn digest_of(mut lines: Vec<(u32, String)>) -> u32 {
    lines.sort_unstable();
    short_hash(&lines.into_iter().map(|(number, line)| format!("{number} {line}\n")).collect::<String>())
}

/// Number, class, faction, fleet, place and armour of every ship.
fn ships(simulation: &mut Simulation) -> u32 {
    let world = simulation.world_mut();
    let mut query = world.query::<(&Ship, &MemberOf, &Position, &Condition)>();
    let mut fleets = world.query::<&Fleet>();
    let classes = world.resource::<ShipClasses>();
    let factions = world.resource::<Factions>();
    let lines = query.iter(world).map(|(ship, member_of, position, condition)| {
        let fleet = fleets.get(world, member_of.0).expect("ships have a fleet");
        let class = &classes.0[ship.class].name;
        let faction = &factions.0[fleet.faction].name;
        let armour = condition.armour.to_bits();
        (ship.id.0, format!("{class} {faction} {} {} {armour:x}", fleet.id.0, bits(position.0)))
    });
    digest_of(lines.collect())
}

/// Number, class, faction, ring, slot, place and armour of every structure.
fn structures(simulation: &mut Simulation) -> u32 {
    let world = simulation.world_mut();
    let mut query = world.query::<(&Structure, &Position, &Condition)>();
    let classes = world.resource::<StructureClasses>();
    let factions = world.resource::<Factions>();
    let sky = world.resource::<Sky>();
    let lines = query.iter(world).map(|(structure, position, condition)| {
        let class = &classes.0[structure.class].name;
        let faction = &factions.0[structure.faction].name;
        let body = &sky.system.bodies[structure.body].name;
        let (ring, slot, armour) = (structure.ring, structure.slot, condition.armour.to_bits());
        let place = bits(position.0);
        (structure.id.0, format!("{class} {faction} {body} {ring} {slot} {place} {armour:x}"))
    });
    digest_of(lines.collect())
}

/// The treasuries of all factions.
fn treasuries(simulation: &Simulation) -> u32 {
    let ledgers = simulation.world().resource::<Ledgers>();
    let factions = simulation.world().resource::<Factions>();
    let lines = factions.0.iter().zip(&ledgers.0).map(|(faction, ledger)| {
        let treasury = ledger.balance();
        let [money, resources, rare] = [treasury.money, treasury.resources, treasury.rare];
        format!("{} {money} {resources} {rare}\n", faction.name)
    });
    short_hash(&lines.collect::<String>())
}

/// The owner of every body.
fn owners(simulation: &Simulation) -> u32 {
    let world = simulation.world();
    let factions = world.resource::<Factions>();
    let bodies = &world.resource::<Sky>().system.bodies;
    let lines = bodies.iter().zip(&world.resource::<Holdings>().0).map(|(body, holding)| {
        let owner = holding.owner.map(|owner| factions.0[owner].name.as_str());
        format!("{} {}\n", body.name, owner.unwrap_or("nobody"))
    });
    short_hash(&lines.collect::<String>())
}

/// A record, by its name.
fn path_of(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/recorded").join(format!("{name}.txt"))
}

/// Whether records are to be written instead of compared.
pub fn is_to_record() -> bool {
    std::env::var_os("ECLIPTIC_RECORD").is_some()
}

/// Compares lines with the beginning of the record of this name, or records them.
///
/// # Panics
/// If they differ, with the first line that does.
pub fn compare(name: &str, lines: &[String]) {
    let path = path_of(name);
    if is_to_record() {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(&path, text).expect("the record can be written");
        return;
    }
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let recorded: Vec<&str> = text.lines().collect();
    assert!(lines.len() <= recorded.len(), "{name}: {} lines, recorded {}", lines.len(), recorded.len());
    for (line, recorded) in lines.iter().zip(recorded) {
        assert!(recorded.starts_with(line.as_str()), "{name}\n   now: {line}\nbefore: {recorded}");
    }
}

/// Plays a level for this many ticks, with the orders of a file, and compares it with its record.
fn play(name: &str, level: &str, orders: Option<&str>, ticks: u64) {
    let (level, rules) = shipped(level);
    let mut simulation = Simulation::new(&level, &rules, 0).expect("a checked level spawns");
    if let Some(orders) = orders {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(orders);
        let text = std::fs::read_to_string(path).expect("the orders can be read");
        simulation.set_script(parse_orders(&text).expect("the orders are sound"));
    }
    let mut lines = vec![format!("tick {}", PARTS.join(" "))];
    for _ in 0..ticks / INTERVAL {
        (0..INTERVAL).for_each(|_| simulation.tick().expect("all players are there"));
        let mut line = simulation.tick_count().to_string();
        for part in Digest::of(&mut simulation).0 {
            let _ = write!(line, " {part:08x}");
        }
        lines.push(line);
    }
    compare(name, &lines);
}

#[test]
fn the_solar_system_plays_as_recorded() {
    play("sol", "sol.ron", None, 1_800);
}

#[test]
fn binary_dawn_plays_as_recorded() {
    play("binary-dawn", "binary-dawn.ron", None, 1_800);
}

#[test]
fn the_duel_plays_as_recorded() {
    play("duel", "duel.ron", None, 1_800);
}

#[test]
fn first_light_plays_as_recorded() {
    play("first-light", "first-light.ron", None, 1_800);
}

#[test]
fn twins_plays_as_recorded() {
    play("twins", "twins.ron", None, 1_800);
}

#[test]
fn four_corners_plays_as_recorded() {
    play("four-corners", "four-corners.ron", None, 1_800);
}

#[test]
fn the_war_of_the_worlds_of_sol_plays_as_recorded() {
    play("sol-war", "sol-war.ron", None, 1_800);
}

#[test]
fn the_war_of_the_duel_plays_as_recorded() {
    play("duel-war", "duel.ron", Some("duel-war.ron"), 20_100);
}

#[test]
fn the_race_plays_as_recorded() {
    play("first-light-race", "first-light.ron", Some("first-light-race.ron"), 20_100);
}
