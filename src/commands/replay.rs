//! `ecliptic replay`: the log of a game is watched, listed, proved, and taken apart into saves.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
#[cfg(feature = "client")]
use ecliptic::client::worlds::{Source, read};
use ecliptic::level::{self, StarSystem, parse_level, plain_path};
use ecliptic::orbit::{TICKS_PER_SECOND, time_of_play};
use ecliptic::record::{self, Figures, Head, Identity, LogReader, Mark, MarkNames, Outcome, Piece, Snapshot};
use ecliptic::rules::{Rules, find_assets_dir};
#[cfg(feature = "client")]
use ecliptic::sim::ids::FactionId;
use ecliptic::sim::outcome::victory::winners_of;
use ecliptic::sim::steering::system::Sharing;
#[cfg(feature = "client")]
use ecliptic::sim::visibility::Viewer;
use ecliptic::sim::{Factions, Sides};

#[cfg(feature = "client")]
use super::play::open_window;
use super::{FAULTS_FOUND, Failure, load_rules, print_to_stderr, progress_bar, say, threads};

/// Which log, and what to do with it.
#[derive(Args)]
pub struct ReplayArguments {
    /// The log
    #[arg(value_name = "FILE.eclog")]
    log: PathBuf,
    /// Print what it has: its saves, battles, taken bodies, the first landing (the default of a build without the
    /// client)
    #[arg(long)]
    list: bool,
    /// The tick at which the replay begins, 30 to a second of play
    #[cfg(feature = "client")]
    #[arg(long, conflicts_with_all = ["list", "verify", "extract"])]
    at: Option<u64>,
    /// Watch with the eyes of this faction, instead of seeing everything
    #[cfg(feature = "client")]
    #[arg(long = "as", value_name = "FACTION", conflicts_with_all = ["list", "verify", "extract"])]
    eyes: Option<String>,
    /// Play it again without a window and compare: from the beginning, and from each snapshot to the next. The
    /// exit code is 0 if all is equal, 1 if something differs, 2 if this program cannot play it
    #[arg(long, conflicts_with = "list")]
    verify: bool,
    /// Write the last snapshot up to a tick as a save
    #[arg(long, num_args = 2, value_names = ["TICK", "OUT.ron"], conflicts_with_all = ["list", "verify"])]
    extract: Option<Vec<String>>,
    /// Number of threads that compute at once, for --verify; all that the machine has, if absent
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Does what is asked for.
pub fn run(arguments: &ReplayArguments) -> Result<ExitCode, Failure> {
    let path = &arguments.log;
    match arguments.extract.as_deref() {
        Some([tick, out]) => {
            let tick = tick.parse().map_err(|_| Failure::cannot("--extract: the tick is a whole number"))?;
            extract(path, tick, Path::new(out))
        }
        _ if arguments.verify => verify(path, threads(arguments.threads)),
        _ if arguments.list => describe(path),
        _ => watch(arguments),
    }
}

/// Opens a window in which the log is played.
#[cfg(feature = "client")]
fn watch(arguments: &ReplayArguments) -> Result<ExitCode, Failure> {
    let path = &arguments.log;
    let head = open(path)?.head().clone();
    let eyes = match &arguments.eyes {
        None => Viewer::Everything,
        Some(name) => Viewer::Faction(faction_of(&head, name).map_err(Failure::faulty)?),
    };
    let assets = find_assets_dir().map_err(Failure::cannot)?;
    let source = Source::Log { path: path.clone(), tick: arguments.at, eyes, body: None };
    let (opened, _) = read(&source, &assets).map_err(|words| Failure::cannot(in_log(path, words)))?;
    open_window(opened, None)
}

/// The number of a faction in a log.
#[cfg(feature = "client")]
fn faction_of(head: &Head, name: &str) -> Result<FactionId, String> {
    let names: Vec<&str> = head.players.iter().map(|player| player.faction.as_str()).collect();
    let found = names.iter().position(|known| *known == name);
    found
        .map(FactionId)
        .ok_or_else(|| format!("--as: there is no faction `{name}`; there are {}", names.join(", ")))
}

#[cfg(not(feature = "client"))]
fn watch(arguments: &ReplayArguments) -> Result<ExitCode, Failure> {
    describe(&arguments.log)
}

/// A failure of reading, with the name of the log.
fn in_log(path: &Path, words: impl std::fmt::Display) -> String {
    format!("{}: {words}", plain_path(path))
}

fn open(path: &Path) -> Result<LogReader<impl std::io::Read>, Failure> {
    LogReader::open(path).map_err(|error| Failure::cannot(in_log(path, error)))
}

fn verify(path: &Path, threads: usize) -> Result<ExitCode, Failure> {
    let rules = load_rules()?;
    let sharing = Sharing { threads, ..Sharing::default() };
    let assets = find_assets_dir().map_err(Failure::cannot)?;
    let program = Identity::of_this_program(&assets, &rules, sharing).map_err(Failure::cannot)?;
    let last = last_tick(open(path)?);
    let progress = progress_bar("ticks, {per_sec}", last);
    let outcome = record::verify(open(path)?, &program, &rules, sharing, |tick| progress.set_position(tick));
    progress.finish_and_clear();
    match outcome {
        Outcome::Equal(figures) => {
            say(format_args!("{}: every hash is equal", plain_path(path)))?;
            say(words_of(&figures))?;
            Ok(ExitCode::SUCCESS)
        }
        Outcome::Differs(words) => {
            say(in_log(path, words))?;
            Ok(ExitCode::from(FAULTS_FOUND))
        }
        Outcome::Cannot { why, snapshots } => Err(Failure::cannot(in_log(
            path,
            format_args!("this program cannot play the log: {why}{}", hint_of(&snapshots)),
        ))),
    }
}

/// The tick at which a log ends, or is damaged.
fn last_tick(mut log: LogReader<impl std::io::Read>) -> u64 {
    while let Ok(Some(_)) = log.next_piece() {}
    log.tick()
}

/// What can be done with the snapshots of a log that cannot be played.
fn hint_of(snapshots: &[u64]) -> String {
    if snapshots.is_empty() {
        return String::new();
    }
    let ticks: Vec<String> = snapshots.iter().map(u64::to_string).collect();
    format!(
        ".\nIts snapshots can be opened as levels, by `ecliptic replay FILE --extract TICK OUT.ron`: tick {}",
        ticks.join(", ")
    )
}

/// Length and size of a log, in lines.
fn words_of(figures: &Figures) -> String {
    let Figures { ticks, orders, orders_of_minds, shares, is_whole } = figures;
    let hours = *ticks as f64 / (3600.0 * TICKS_PER_SECOND);
    let bytes = figures.bytes() as f64;
    let mut words = format!(
        "  {ticks} ticks ({}), {orders} orders of players, {orders_of_minds} of minds\n  {:.1} kB, {:.2} MB an \
         hour of play",
        time_of_play(*ticks),
        bytes / 1000.0,
        if *ticks == 0 { 0.0 } else { bytes / 1.0e6 / hours },
    );
    for (kind, share) in shares.iter().filter(|(_, share)| share.count > 0) {
        words += &format!("\n    {}: {}, {:.1} kB", kind.name(), share.count, share.bytes as f64 / 1000.0);
    }
    if !is_whole {
        words += "\n  it was not finished: it breaks off here";
    }
    words
}

/// Prints what a log has, without playing it.
fn describe(path: &Path) -> Result<ExitCode, Failure> {
    let rules = load_rules()?;
    let mut log = open(path)?;
    say_head(log.head(), log.identity())?;
    let mut cast: Option<Cast> = None;
    let mut begun = None;
    let mut damage = None;
    loop {
        match log.next_piece() {
            Ok(None) => break,
            Ok(Some(Piece::Snapshot(snapshot))) => {
                if begun.is_none() {
                    cast = cast_of(&snapshot, &rules);
                }
                begun.get_or_insert(snapshot.tick);
                say(format_args!("  tick {}: a snapshot", snapshot.tick))?;
            }
            Ok(Some(Piece::Marks(marks))) => {
                for mark in &marks {
                    say(format_args!(
                        "  tick {}: {}",
                        mark.tick,
                        words_of_mark(mark, log.head(), cast.as_ref())
                    ))?;
                }
            }
            Ok(Some(Piece::Turns(_) | Piece::Hash(_))) => {}
            Err(error) => {
                damage = Some(error);
                break;
            }
        }
    }
    let ticks = log.tick() - begun.unwrap_or(log.tick());
    say(format_args!("  {ticks} ticks, {} of play", time_of_play(ticks)))?;
    match damage {
        Some(error) => Err(Failure::faulty(in_log(path, error))),
        None if !log.is_whole() => {
            say("  it was not finished: it breaks off here")?;
            Ok(ExitCode::SUCCESS)
        }
        None => Ok(ExitCode::SUCCESS),
    }
}

fn say_head(head: &Head, identity: &Identity) -> Result<(), Failure> {
    say(format_args!("{}, by version {} of the game", head.title, identity.version))?;
    for player in &head.players {
        say(format_args!(
            "  {}: {}",
            player.faction,
            player.mind.as_deref().unwrap_or("a person, or nobody")
        ))?;
    }
    Ok(())
}

/// The bodies and the sides of a game.
struct Cast {
    system: StarSystem,
    factions: Factions,
    sides: Sides,
}

/// The cast of a snapshot; `None` for one that this version cannot open.
fn cast_of(snapshot: &Snapshot, rules: &Rules) -> Option<Cast> {
    let level = parse_level("the log", snapshot.text.as_bytes(), &rules.class_catalog()).ok()?.level;
    let (system, sides) = (StarSystem::build(&level).ok()?, Sides::of(&level.factions));
    Some(Cast { system, factions: Factions(level.factions.into()), sides })
}

fn words_of_mark(mark: &Mark, head: &Head, cast: Option<&Cast>) -> String {
    mark.words(&MarkNames {
        body: &|body| Some(cast?.system.bodies.get(body)?.in_words.as_str()),
        faction: &|faction| Some(head.players.get(faction.0)?.faction.as_str()),
        side: &|faction| {
            cast.map(|cast| winners_of(cast.sides.side(faction), &cast.factions, &cast.sides))
                .unwrap_or_default()
        },
    })
}

/// Writes the last snapshot up to a tick as a save.
fn extract(path: &Path, tick: u64, out: &Path) -> Result<ExitCode, Failure> {
    let rules = load_rules()?;
    let mut log = open(path)?;
    let mut found: Option<Snapshot> = None;
    let mut damage = None;
    // What lies behind a fault is of no use, what lies before it is.
    loop {
        match log.next_piece() {
            Ok(None) => break,
            Ok(Some(Piece::Snapshot(snapshot))) if snapshot.tick <= tick => found = Some(snapshot),
            Ok(Some(_)) if log.tick() > tick => break,
            Ok(Some(_)) => {}
            Err(error) => {
                damage = Some(error);
                break;
            }
        }
    }
    let Some(snapshot) = found else {
        return Err(match damage {
            Some(error) => Failure::faulty(in_log(path, error)),
            None => Failure::cannot(in_log(
                path,
                format_args!("it has no snapshot up to tick {tick}; it begins later"),
            )),
        });
    };
    let name = format!("{}, tick {}", plain_path(path), snapshot.tick);
    let loaded = parse_level(&name, snapshot.text.as_bytes(), &rules.class_catalog());
    let loaded = loaded.map_err(Failure::faulty)?;
    level::write_level(out, &loaded.level).map_err(Failure::cannot)?;
    say(format_args!("{}: the world of tick {}", plain_path(out), snapshot.tick))?;
    if let Some(error) = damage {
        print_to_stderr(in_log(path, error));
    }
    Ok(ExitCode::SUCCESS)
}
