//! Logs of games: pauses, and the commands that write and prove them.

use std::path::Path;
use std::process::{Command as Process, Output};

use ecliptic::ai;
use ecliptic::level::{Level, MindChoice, RoutePreference};
use ecliptic::record::{Turn, play};
use ecliptic::rules::Rules;
use ecliptic::sim::ids::{FactionId, FleetId};
use ecliptic::sim::order::{Given, Giver, apply_waiting};
use ecliptic::sim::steering::system::Sharing;
use ecliptic::sim::{Command, Order, OrderQueue, Simulation, Units};

use crate::sim::worlds::shipped;

/// Ticks before the orders: a tick in which a mind thinks.
const BEFORE: u64 = 20;
/// Ticks after them.
const AFTER: u32 = 300;

/// The duel, with a mind on each side.
fn duel() -> (Level, Rules) {
    let (mut level, rules) = shipped("duel.ron");
    for faction in &mut level.factions {
        faction.mind = Some(MindChoice::new("merciless", "corsair"));
    }
    (level, rules)
}

fn world() -> Simulation {
    let (level, rules) = duel();
    let mut world = ai::simulation(Sharing::default(), &level, &rules, 1).expect("a shipped level spawns");
    world.run(BEFORE);
    world
}

/// Orders that take ships out of a fleet, stop, and name: each changes what the next one meets.
fn orders() -> Vec<(FactionId, Order)> {
    let (level, _) = duel();
    let owner = |fleet: usize| level.faction_id(&level.fleets[fleet].faction).expect("it has an owner");
    (0..level.fleets.len())
        .flat_map(|fleet| {
            let units = Units::Fleet(FleetId(fleet as u32));
            let commands = [
                Command::Rename(format!("Fleet {fleet}")),
                Command::Prefer(RoutePreference::OutOfSight),
                Command::Stop,
            ];
            commands.map(|command| (owner(fleet), Order::fleet(units.clone(), command)))
        })
        .collect()
}

fn give(world: &mut Simulation, orders: &[(FactionId, Order)]) {
    let mut door = world.world_mut().resource_mut::<OrderQueue>();
    orders.iter().cloned().for_each(|(player, order)| door.give(player, order));
}

/// The hash after some turns.
fn hash_after(turns: &[Turn]) -> u64 {
    let mut world = world();
    for turn in turns {
        play(world.world_mut(), turn, |_| Ok::<(), ()>(())).expect("nothing stops it");
    }
    world.hash()
}

#[test]
fn orders_in_a_pause_in_pieces_and_in_one_tick_make_the_same_world_beside_minds() {
    let orders = orders();
    assert!(orders.len() > 3);
    let mut in_one_tick = world();
    give(&mut in_one_tick, &orders);
    in_one_tick.run(u64::from(AFTER));
    let mut without = world();
    without.run(u64::from(AFTER));
    assert_ne!(without.hash(), in_one_tick.hash(), "the orders change something");

    let mut paused = world();
    give(&mut paused, &orders);
    apply_waiting(paused.world_mut());
    paused.run(u64::from(AFTER));
    assert_eq!(paused.hash(), in_one_tick.hash(), "at once, in a pause");

    let mut in_pieces = world();
    for order in &orders {
        give(&mut in_pieces, std::slice::from_ref(order));
        apply_waiting(in_pieces.world_mut());
    }
    in_pieces.run(u64::from(AFTER));
    assert_eq!(in_pieces.hash(), in_one_tick.hash(), "in pieces");

    let given = |(player, order): &(FactionId, Order)| Given {
        player: *player,
        by: Giver::Player,
        order: order.clone(),
    };
    let all: Vec<Given> = orders.iter().map(given).collect();
    let whole = [Turn { ticks: AFTER, orders: all.clone() }];
    assert_eq!(hash_after(&whole), in_one_tick.hash(), "in a turn");
    let mut turns: Vec<Turn> = all.into_iter().map(|one| Turn { ticks: 0, orders: vec![one] }).collect();
    turns.extend([Turn { ticks: 1, orders: vec![] }, Turn { ticks: AFTER - 1, orders: vec![] }]);
    assert_eq!(hash_after(&turns), in_one_tick.hash(), "in turns");
}

fn ecliptic(arguments: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = Process::new(env!("CARGO_BIN_EXE_ecliptic"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("the program starts");
    let words = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (status.code(), words)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a temporary path is text")
}

#[test]
fn a_run_is_recorded_proved_and_taken_apart_from_the_command_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [log, save, other] = ["war.eclog", "begin.ron", "other.eclog"].map(|name| folder.path().join(name));
    let run =
        ["simulate", "levels/duel.ron", "--orders", "tests/data/duel-war.ron", "--ticks", "450", "--record"];
    let record = || ecliptic(&[&run[..], &[text(&log)]].concat());
    let (code, words) = record();
    assert!(code == Some(0) && words.contains("a log of"), "{words}");
    let (code, words) = record();
    assert!(code == Some(2) && words.contains("choose another name"), "nothing is written over: {words}");

    let (code, words) = ecliptic(&["replay", text(&log), "--verify"]);
    assert!(
        code == Some(0) && words.contains("every hash is equal") && words.contains("450 ticks"),
        "{words}"
    );
    println!("{words}");
    let (code, words) = ecliptic(&["replay", text(&log)]);
    assert!(code == Some(0) && words.contains("tick 0: a snapshot"), "{words}");
    let (code, words) = ecliptic(&["replay", text(&log), "--extract", "450", text(&save)]);
    assert_eq!(code, Some(0), "{words}");
    let (code, words) = ecliptic(&["check", text(&save)]);
    assert_eq!(code, Some(0), "{words}");

    let mut bytes = std::fs::read(&log).expect("it is there");
    std::fs::write(&other, &bytes[..bytes.len() - 3]).expect("it can be written");
    let (code, words) = ecliptic(&["replay", text(&other), "--verify"]);
    assert!(code == Some(0) && words.contains("it breaks off here"), "{words}");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&other, &bytes).expect("it can be written");
    let (code, words) = ecliptic(&["replay", text(&other), "--verify"]);
    assert!(code == Some(1) && words.contains("damaged"), "{words}");
    let (code, words) = ecliptic(&["replay", "levels/duel.ron", "--verify"]);
    assert!(code == Some(2) && words.contains("no log of a game"), "{words}");
    let (code, words) = ecliptic(&["replay", "no-such.eclog"]);
    assert!(code == Some(2) && words.contains("cannot be read"), "{words}");
}
