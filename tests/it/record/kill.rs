//! Programs that are killed while they write: what lies on the disk can be opened.
//!
//! `ECLIPTIC_KILLS=200` kills more of them, `ECLIPTIC_SEED=7` at other moments. With `--nocapture` each log tells how
//! much of its run it lacks.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use ecliptic::level::read_level;
use ecliptic::record::{Identity, Log, LogReader, Outcome, verify};
use ecliptic::rules::find_assets_dir;
use ecliptic::sim::snapshot::saved_game;
use rand::RngExt;

use super::{chance, one_thread};
use crate::program::{program, text};
use crate::sim::worlds::{from_environment, rules};

/// Number of programs, unless `ECLIPTIC_KILLS` is set.
const USUAL_KILLS: u64 = 3;
/// Ticks between the hashes that a log has.
const HASH_TICKS: u64 = 30;
/// Programs at the pace of play that run at the same time.
const GAMES_AT_ONCE: usize = 20;
/// Ticks that a game may lose: the second in work, and half of one until the disk has the second before.
const LOST_TICKS: u64 = 45;
/// Ticks that may wait for the thread of the writer besides, where a program runs many times faster than a game.
const WAITING_TICKS: u64 = 315;

/// How fast the programs run.
#[derive(Clone, Copy)]
struct Speed {
    /// What tells them.
    arguments: &'static [&'static str],
    /// Ticks between the hashes that they announce.
    announced_ticks: u64,
    /// The most ticks that may be lost.
    lost_ticks: u64,
}

const FULL_SPEED: Speed =
    Speed { arguments: &[], announced_ticks: HASH_TICKS, lost_ticks: LOST_TICKS + WAITING_TICKS };
const AS_PLAYED: Speed = Speed { arguments: &["--pace", "1"], announced_ticks: 1, lost_ticks: LOST_TICKS };

/// Starts the program, which speaks to us.
fn start(arguments: &[&str]) -> Child {
    program()
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// The tick and the hash of a whole line, `tick 30 hash 0123456789abcdef`.
fn announced(line: &str) -> Option<(u64, u64)> {
    let (tick, hash) = line.strip_suffix('\n')?.strip_prefix("tick ")?.split_once(" hash ")?;
    Some((tick.parse().ok()?, u64::from_str_radix(hash, 16).ok()?))
}

/// Runs a war until it has announced so many hashes, and kills it. Returns all that it has announced.
fn kill_a_war(log: &Path, hashes: usize, speed: Speed) -> Vec<(u64, u64)> {
    let (level, orders) = ("levels/duel.ron", "tests/data/duel-war.ron");
    let every = speed.announced_ticks.to_string();
    let mut arguments = vec!["simulate", level, "--orders", orders, "--ticks", "1000000"];
    arguments.extend(["--hash-every", &every, "--record", text(log)]);
    arguments.extend(speed.arguments);
    let mut child = start(&arguments);
    let mut lines = BufReader::new(child.stdout.take().expect("it is a pipe"));
    let mut found = Vec::new();
    let mut line = String::new();
    let mut next = |lines: &mut BufReader<ChildStdout>| {
        line.clear();
        let bytes = lines.read_line(&mut line).expect("it writes text");
        (bytes > 0).then(|| announced(&line))
    };
    while found.len() < hashes {
        found.extend(next(&mut lines).expect("it goes on"));
    }
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    while let Some(more) = next(&mut lines) {
        found.extend(more);
    }
    found
}

/// What a killed program has left is a true log, and lacks only its last moments.
fn check_log(path: &Path, announced: &[(u64, u64)], may_lose: u64, program: &Identity) {
    let log = Log::open(path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((log.is_whole(), log.fault()), (false, None));
    let (last, _) = *announced.last().expect("it was awaited");
    let lost = last.saturating_sub(log.last_tick());
    println!("{last} ticks announced, {} in the log, {lost} lost", log.last_tick());
    assert!(lost <= may_lose, "{lost} ticks are lost, of {last}");
    for (tick, hash) in announced.iter().filter(|(tick, _)| *tick < log.last_tick()) {
        if tick.is_multiple_of(HASH_TICKS) {
            assert_eq!(log.hash_at(*tick), Some(*hash), "tick {tick}");
        }
    }
    let reader = LogReader::open(path).expect("it was opened before");
    match verify(reader, program, &rules(), one_thread(), |_| ()) {
        Outcome::Equal(figures) => assert_eq!(figures.ticks, log.last_tick()),
        other => panic!("{other:?}"),
    }
}

/// This program, as logs name it.
fn this_program() -> Identity {
    let assets = find_assets_dir().expect("the assets folder");
    Identity::of_this_program(&assets, &rules(), one_thread()).expect("there are rules")
}

#[test]
fn a_killed_program_leaves_a_true_log() {
    let program = this_program();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut chance = chance();
    for number in 0..from_environment("ECLIPTIC_KILLS", USUAL_KILLS) {
        let path = folder.path().join(format!("{number}.eclog"));
        // The world at the beginning is on the disk long before the tenth second of play.
        let announced = kill_a_war(&path, chance.random_range(10..40), FULL_SPEED);
        check_log(&path, &announced, FULL_SPEED.lost_ticks, &program);
    }
}

#[test]
fn a_killed_game_loses_a_second() {
    let program = this_program();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut chance = chance();
    let games: Vec<_> = (0..from_environment("ECLIPTIC_KILLS", USUAL_KILLS))
        .map(|number| (folder.path().join(format!("{number}.eclog")), chance.random_range(90..300)))
        .collect();
    for some in games.chunks(GAMES_AT_ONCE) {
        let announced: Vec<_> = std::thread::scope(|scope| {
            let kill = |(log, ticks): &(PathBuf, usize)| kill_a_war(log, *ticks, AS_PLAYED);
            let runs: Vec<_> = some.iter().map(|game| scope.spawn(move || kill(game))).collect();
            runs.into_iter().map(|run| run.join().expect("a run")).collect()
        });
        for ((log, _), announced) in some.iter().zip(&announced) {
            check_log(log, announced, AS_PLAYED.lost_ticks, &program);
        }
    }
}

/// Runs a level for so many ticks, with a save at the end.
fn start_save(save: &Path, ticks: &str) -> Child {
    start(&["simulate", "levels/duel.ron", "--ticks", ticks, "--save", text(save)])
}

/// Waits until a program begins to write its save, or has ended.
fn await_writing(child: &mut Child, save: &Path) {
    let beside = format!(".{}.{}.tmp", save.file_name().expect("it has one").to_string_lossy(), child.id());
    let beside = save.with_file_name(beside);
    while !beside.exists() && child.try_wait().expect("it is ours").is_none() {
        std::thread::sleep(Duration::from_micros(50));
    }
}

#[test]
fn a_killed_program_leaves_the_old_save_or_the_new_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [old, save] = ["old.ron", "save.ron"].map(|name| folder.path().join(name));
    let began = Instant::now();
    assert!(start_save(&old, "30").wait().expect("it runs").success());
    let usual = began.elapsed();
    let (mut chance, rules) = (chance(), rules());
    let mut found = [0, 0];
    for number in 0..from_environment("ECLIPTIC_KILLS", USUAL_KILLS) {
        std::fs::copy(&old, &save).expect("it is there");
        let mut child = start_save(&save, "60");
        // Every second one at any moment, the others while they write.
        if number % 2 == 0 {
            await_writing(&mut child, &save);
            std::thread::sleep(Duration::from_micros(chance.random_range(0..3_000)));
        } else {
            std::thread::sleep(usual.mul_f64(chance.random_range(0.0..1.5)));
        }
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().expect("it has ended");
        let level = read_level(&save, &rules.class_catalog()).unwrap_or_else(|error| panic!("{error}")).level;
        let game = saved_game(&level, &rules.for_level(&level)).unwrap_or_else(|error| panic!("{error}"));
        match game.expect("it is a save").tick {
            30 => found[0] += 1,
            60 => found[1] += 1,
            tick => panic!("it is of tick {tick}"),
        }
    }
    println!("{} old saves and {} new ones", found[0], found[1]);
}
