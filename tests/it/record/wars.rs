//! Random wars of minds and people, kept in a file and in memory: both are true, and from both any moment comes
//! again.
//!
//! `ECLIPTIC_WARS=200 ECLIPTIC_WAR_TICKS=3000` fights more and longer ones.

use std::path::Path;
use std::time::{Duration, Instant};

use ecliptic::level::{Assault, Level, MindChoice};
use ecliptic::record::{Log, LogReader, Outcome, Recording, begin, leave, note, verify};
use ecliptic::rules::Rules;
use ecliptic::sim::ids::{BodyId, ClassId, FactionId, FleetId, ShipId, StructureId};
use ecliptic::sim::order::apply_waiting;
use ecliptic::sim::{
    AttackTarget, Command, ConstructionOrder, Goal, Order, OrderQueue, Seat, Simulation, Units, When,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::frame::{chunks_of, identity};
use super::{hash_of, moment, one_thread, recordable};
use crate::sim::worlds::{from_environment, rules, shipped};

/// Number of wars, unless `ECLIPTIC_WARS` is set, and ticks of each.
const USUAL: (u64, u64) = (4, 600);
/// Ticks between the snapshots of the files.
const SNAPSHOT_TICKS: u64 = 180;
/// One of this many ticks has orders of people,
const ORDER_TICKS: u32 = 12;
/// and one of this many a pause with orders.
const PAUSE_TICKS: u32 = 40;
/// Moments of each war that come again.
const MOMENTS: u64 = 3;
/// Numbers of fleets, ships and structures in orders: most of them exist.
const NUMBERS: u32 = 16;

/// A war, and the chance of its people.
struct War {
    level: Level,
    rules: Rules,
    chance: ChaCha8Rng,
}

/// What is left of a war.
struct Fought {
    /// The bytes of the file.
    file: Vec<u8>,
    memory: Log,
    /// The hashes of the state, by ticks.
    hashes: Vec<u64>,
}

impl War {
    fn new(number: u64) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(number);
        let names = ["duel.ron", "first-light.ron", "twins.ron", "binary-dawn.ron"];
        let (mut level, rules) = shipped(names[number as usize % names.len()]);
        for faction in &mut level.factions {
            faction.mind = (!one_in(3, &mut chance)).then(|| any_mind(&rules, &mut chance));
        }
        Self { level, rules, chance }
    }

    fn fight(&mut self, ticks: u64) -> Fought {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("war.eclog");
        let recording = Recording {
            snapshot_ticks: SNAPSHOT_TICKS,
            remembers: true,
            ..Recording::to_file(&path, identity())
        };
        let mut world = recordable(&self.level, &self.rules);
        begin(world.world_mut(), recording).expect("there is a world");
        let mut hashes = vec![hash_of(&mut world)];
        for _ in 0..ticks {
            self.give_orders(&mut world);
            world.run(1);
            hashes.push(world.hash());
        }
        let memory = leave(world.world_mut()).expect("it was remembered");
        whole(&path);
        Fought { file: std::fs::read(&path).expect("it is there"), memory, hashes }
    }

    /// Gives orders in some ticks; sometimes in a pause, which applies them before the tick.
    fn give_orders(&mut self, world: &mut Simulation) {
        if one_in(PAUSE_TICKS, &mut self.chance) {
            for _ in 0..self.chance.random_range(1..4) {
                self.give_some(world);
                apply_waiting(world.world_mut());
                note(world.world_mut());
            }
        }
        if one_in(ORDER_TICKS, &mut self.chance) {
            self.give_some(world);
        }
    }

    fn give_some(&mut self, world: &mut Simulation) {
        for _ in 0..self.chance.random_range(1..5) {
            let (player, order) = self.any_order();
            world.world_mut().resource_mut::<OrderQueue>().give(player, order);
        }
    }

    /// Any order of anybody. Many are refused: the number is of nothing, or of something of another faction.
    fn any_order(&mut self) -> (FactionId, Order) {
        let factions = self.level.factions.len();
        let chance = &mut self.chance;
        // Nobody gives orders too.
        let player = FactionId(chance.random_range(0..factions * 8 + 1) / 8);
        let order = match chance.random_range(0..24_u32) {
            0..=3 => Order::Construction(any_construction(chance)),
            4 | 5 => Order::Seat(any_seat(&self.rules, chance)),
            6 if one_in(8, chance) => Order::Surrender,
            _ => Order::fleet(any_units(chance), any_command(self.level.bodies.len(), chance)),
        };
        (player, order)
    }
}

fn one_in(count: u32, chance: &mut ChaCha8Rng) -> bool {
    chance.random_range(0..count) == 0
}

fn number(chance: &mut ChaCha8Rng) -> u32 {
    if one_in(20, chance) { u32::MAX } else { chance.random_range(0..NUMBERS) }
}

fn any_class(chance: &mut ChaCha8Rng) -> ClassId {
    ClassId::from(chance.random_range(0..20_usize))
}

fn any_mind(rules: &Rules, chance: &mut ChaCha8Rng) -> MindChoice {
    let skill = chance.random_range(0..rules.minds.skills.len());
    let personality = chance.random_range(0..rules.minds.personalities.len());
    let names = (&rules.minds.skills[skill].name, &rules.minds.personalities[personality].name);
    MindChoice::new(names.0, names.1)
}

fn any_units(chance: &mut ChaCha8Rng) -> Units {
    if one_in(5, chance) {
        return Units::Ships((0..chance.random_range(0..4)).map(|_| ShipId(number(chance))).collect());
    }
    Units::Fleet(FleetId(number(chance)))
}

fn any_command(bodies: usize, chance: &mut ChaCha8Rng) -> Command {
    let body = BodyId(chance.random_range(0..bodies + 1));
    let when = When::queued(one_in(3, chance));
    match chance.random_range(0..10_u32) {
        0 | 1 => Command::go(Goal::Body(body), when),
        2 => Command::engage(Goal::Body(body), when),
        3 | 4 => Command::go(Goal::Attack(AttackTarget::Fleet(FleetId(number(chance)))), when),
        5 => Command::go(Goal::Ground { body, assault: Assault::Land }, when),
        6 => Command::Rename(
            ["", "Größte Flotte", "\u{1b}[31m", "First"][number(chance) as usize % 4].to_owned(),
        ),
        7 => Command::Join { others: vec![any_units(chance)] },
        8 => Command::Retreat,
        _ => Command::Stop,
    }
}

fn any_construction(chance: &mut ChaCha8Rng) -> ConstructionOrder {
    let structure = StructureId(number(chance));
    match chance.random_range(0..4_u32) {
        0 | 1 => ConstructionOrder::BuildShips {
            yard: structure,
            class: any_class(chance),
            count: chance.random_range(0..3),
        },
        2 => ConstructionOrder::Cancel { structure },
        _ => ConstructionOrder::Build {
            class: any_class(chance),
            body: BodyId(chance.random_range(0..12)),
            ring: chance.random_range(0..5),
            slot: chance.random_range(0..20),
        },
    }
}

/// A person takes the seat or leaves it, or another mind does; some minds do not exist.
fn any_seat(rules: &Rules, chance: &mut ChaCha8Rng) -> Seat {
    match chance.random_range(0..4_u32) {
        0 => Seat::default(),
        1 => Seat { mind: Some(any_mind(rules, chance)), suspended: true },
        2 => Seat { mind: Some(MindChoice::new("nobody", "corsair")), suspended: false },
        _ => Seat { mind: Some(any_mind(rules, chance)), suspended: false },
    }
}

/// The log in a file, as soon as all of it is written.
pub fn whole(path: &Path) -> Log {
    let began = Instant::now();
    loop {
        match Log::open(path) {
            Ok(log) if log.is_whole() => return log,
            found => assert!(began.elapsed() < Duration::from_secs(120), "it is not finished: {found:?}"),
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn read(file: &[u8]) -> Result<Log, String> {
    LogReader::new(file).and_then(Log::read).map_err(|error| error.to_string())
}

fn prove(file: &[u8]) -> Outcome {
    let log = LogReader::new(file).expect("its beginning is sound");
    verify(log, &identity(), &rules(), one_thread(), |_| ())
}

/// Both have the same orders, hashes and marks, as far as the first one goes.
fn assert_beginning(part: &Log, whole: &Log, war: u64) {
    for tick in part.first_tick()..=part.last_tick() {
        let orders = part.orders_at(tick);
        assert!(whole.orders_at(tick).starts_with(orders), "war {war}, tick {tick}");
        if tick < part.last_tick() {
            assert_eq!(whole.orders_at(tick).len(), orders.len(), "war {war}, tick {tick}");
            assert_eq!(part.hash_at(tick), whole.hash_at(tick), "war {war}, tick {tick}");
        }
    }
    assert!(whole.marks().starts_with(part.marks()), "war {war}");
}

/// Plants a bit into a chunk of each kind. The sound beginning is read, and no more.
fn plant(fought: &Fought, whole: &Log, chance: &mut ChaCha8Rng, war: u64) {
    for letter in *b"LSTHME" {
        let mut places: Vec<_> = chunks_of(&fought.file);
        places.retain(|chunk| chunk.0 == letter);
        // A war may have no mark.
        if places.is_empty() {
            continue;
        }
        let place = places.swap_remove(chance.random_range(0..places.len())).1;
        let (at, bit) = (chance.random_range(place), chance.random_range(0..8));
        let mut planted = fought.file.clone();
        planted[at] ^= 1 << bit;
        match read(&planted) {
            Err(words) => assert!(words.contains("damaged") || words.contains("breaks off"), "{words}"),
            Ok(part) => {
                assert!(!part.is_whole(), "war {war}: {} at {at}", char::from(letter));
                assert_beginning(&part, whole, war);
            }
        }
    }
}

#[test]
fn the_logs_of_random_wars_are_true_in_the_file_and_in_memory() {
    let wars = from_environment("ECLIPTIC_WARS", USUAL.0);
    let ticks = from_environment("ECLIPTIC_WAR_TICKS", USUAL.1);
    for war in 0..wars {
        let fought = War::new(war).fight(ticks);
        match prove(&fought.file) {
            Outcome::Equal(figures) => {
                assert!(figures.is_whole && figures.orders > 0, "war {war}: {figures:?}");
                assert_eq!(figures.ticks, ticks, "war {war}");
            }
            other => panic!("war {war}: {other:?}"),
        }
        let file = read(&fought.file).expect("it is whole");
        assert_beginning(&file, &fought.memory, war);
        assert_beginning(&fought.memory, &file, war);
        for (tick, hash) in fought.hashes.iter().enumerate() {
            let kept = fought.memory.hash_at(tick as u64);
            assert!(kept.is_none_or(|kept| kept == *hash), "war {war}, tick {tick}");
        }
        let mut chance = ChaCha8Rng::seed_from_u64(war);
        for _ in 0..MOMENTS {
            let tick = chance.random_range(0..=ticks);
            for log in [&fought.memory, &file] {
                let again = hash_of(&mut moment(log, tick));
                assert_eq!(again, fought.hashes[tick as usize], "war {war}, tick {tick}: {log:?}");
            }
        }
        plant(&fought, &file, &mut chance, war);
    }
}
