//! `ecliptic simulate`: runs a level at full speed, and reports its figures.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use typed_index_collections::TiSlice;

use bevy::prelude::{App, World};
use clap::Args;
use ecliptic::ai::{self, LoggedOrder, MindLog};
use ecliptic::level::{self, named_together, plain_line, plain_path};
use ecliptic::orbit::{CalendarDate, TICKS_PER_SECOND};
use ecliptic::record::{self, Identity, Recorder, Recording};
use ecliptic::rules::{Rules, find_assets_dir};
use ecliptic::sim::combat::damage::losses::Toll;
use ecliptic::sim::simulation::measure::{FactionToll, Measurements, Report, WarResult};
use ecliptic::sim::steering::system::Sharing;
use ecliptic::sim::{Calendar, Factions, Simulation, text_of};
use indicatif::ProgressBar;

use super::{
    Failure, load_changed_level, load_rules, print_to_stderr, progress_bar, read_orders, say, threads,
};

/// How to run.
#[derive(Args)]
pub struct SimulateArguments {
    /// The level, or a save
    level: PathBuf,
    /// How many ticks to run, 30 to a second of play
    #[arg(long, default_value_t = 1800)]
    ticks: u64,
    /// A preset that changes the level before it begins
    #[arg(long, value_name = "FILE.ron")]
    preset: Option<PathBuf>,
    /// The seed of the world's chances, instead of the preset's or 0; a save brings its own
    #[arg(long)]
    seed: Option<u64>,
    /// A RON file with orders: [(tick: 0, player: "Terra", order: GoTo(fleet: "First", body: "Mars"))]
    #[arg(long)]
    orders: Option<PathBuf>,
    /// Print the hash of the state every N ticks
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hash_every: Option<u64>,
    /// Run at this pace, as a game does that somebody plays (1 is 30 ticks a second), instead of at full speed
    #[arg(long, value_name = "X", value_parser = pace)]
    pace: Option<f64>,
    /// Write the world at the end as a save
    #[arg(long, value_name = "FILE.ron")]
    save: Option<PathBuf>,
    /// Write a log of the run, for `ecliptic replay`
    #[arg(long, value_name = "FILE.eclog")]
    record: Option<PathBuf>,
    /// Write the orders of computer players with their reasons, a line of JSON each
    #[arg(long, value_name = "FILE")]
    minds: Option<PathBuf>,
    /// Write the report as JSON
    #[arg(long, value_name = "FILE.json")]
    report: Option<PathBuf>,
    /// Number of threads that compute at once; all that the machine has, if absent. Only crowds of more than
    /// 256 ships are shared among them, and the result does not depend on it
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// A pace that a clock can keep.
fn pace(text: &str) -> Result<f64, String> {
    let pace = text.parse::<f64>().ok().filter(|pace| (0.01..=1000.0).contains(pace));
    pace.ok_or_else(|| "a pace is a number from 0.01 to 1000".to_owned())
}

/// Runs the level and prints the report.
pub fn run(arguments: &SimulateArguments) -> Result<ExitCode, Failure> {
    let rules = load_rules()?;
    let (loaded, seed) = load_changed_level(&arguments.level, arguments.preset.as_deref(), &rules)?;
    let threads = threads(arguments.threads);
    let sharing = Sharing { threads, ..Sharing::default() };
    let plugins = |app: &mut App| {
        app.add_plugins((ai::plugin, record::plugin));
    };
    let seed = arguments.seed.or(seed).unwrap_or(0);
    let mut simulation = Simulation::with_players(plugins, sharing, &loaded.level, &loaded.rules, seed)
        .map_err(Failure::faulty)?;
    if let Some(path) = &arguments.orders {
        simulation.set_script(read_orders(path, TiSlice::from_ref(&loaded.level.factions))?);
    }
    if let Some(path) = &arguments.record {
        begin_log(&mut simulation, path, &rules, sharing)?;
    }
    let report = run_ticks(&mut simulation, arguments)?;
    let log = record::finish(simulation.world_mut());
    if let Some(path) = &arguments.save {
        let level = simulation.capture().ok_or_else(|| Failure::cannot("there is no world to save"))?;
        level::write_level(path, &level).map_err(Failure::cannot)?;
    }
    if let Some(path) = &arguments.minds {
        write_minds(path, simulation.world())?;
    }
    if let Some(path) = &arguments.report {
        let json = serde_json::to_string_pretty(&report).map_err(Failure::cannot)?;
        std::fs::write(path, json + "\n").map_err(|error| {
            Failure::cannot(format!("cannot write the report to {}: {error}", plain_path(path)))
        })?;
    }
    // Printed last, so that no result is lost if the output is closed.
    print_report(&report, &simulation)?;
    // A log that has failed takes no other result with it.
    if let Some(bytes) = log.map_err(Failure::cannot)? {
        say(format_args!("  a log of {:.1} kB", bytes as f64 / 1000.0))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Begins the log of a run.
fn begin_log(
    simulation: &mut Simulation,
    path: &Path,
    rules: &Rules,
    sharing: Sharing,
) -> Result<(), Failure> {
    let assets = find_assets_dir().map_err(Failure::cannot)?;
    let identity = Identity::of_this_program(&assets, rules, sharing).map_err(Failure::cannot)?;
    let recording = Recording::to_file(path, identity);
    record::begin(simulation.world_mut(), recording).map_err(Failure::cannot)?;
    // Without its log the run is not what was asked for.
    match simulation.world().get_resource::<Recorder>().and_then(Recorder::warning) {
        Some(words) => Err(Failure::cannot(words)),
        None => Ok(()),
    }
}

fn run_ticks(simulation: &mut Simulation, arguments: &SimulateArguments) -> Result<Report, Failure> {
    let progress = progress_bar("ticks, {per_sec}", arguments.ticks);
    let mut measurements = Measurements::default();
    let started = Instant::now();
    for number in 0..arguments.ticks {
        if let Some(pace) = arguments.pace {
            let due = started + Duration::from_secs_f64(number as f64 / (TICKS_PER_SECOND * pace));
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
        }
        if simulation.world().resource::<Calendar>().is_over() {
            break;
        }
        let tick_started = Instant::now();
        simulation.tick().map_err(Failure::faulty)?;
        let milliseconds = tick_started.elapsed().as_secs_f64() * 1000.0;
        measurements.note_tick(simulation.world_mut(), milliseconds);
        print_refusals(simulation, &progress);
        let tick = simulation.tick_count();
        if arguments.hash_every.is_some_and(|every| tick.is_multiple_of(every)) {
            progress.suspend(|| say(format_args!("tick {tick} hash {:016x}", simulation.hash())))?;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let wall_s = started.elapsed().as_secs_f64();
    Ok(measurements.report(simulation.world_mut(), &plain_path(&arguments.level), wall_s))
}

fn print_refusals(simulation: &mut Simulation, progress: &ProgressBar) {
    let tick = simulation.tick_count();
    for refusal in simulation.take_refusals() {
        let refusal = refusal.to_string();
        progress.suspend(|| {
            print_to_stderr(format_args!("tick {tick}: order refused: {}", plain_line(&refusal)))
        });
    }
}

fn print_report(report: &Report, simulation: &Simulation) -> Result<(), Failure> {
    let date = CalendarDate::from_julian_date(report.end_jd);
    let is_over = simulation.world().resource::<Calendar>().is_over();
    let end = if is_over { ", where the calendar ends" } else { "" };
    let Report { level, ships, bodies, seed, wall_s, tick_ms, arrived, stalled, path_ratio, .. } = report;
    let Report { penetrations, max_penetration, .. } = report;
    say(format_args!(
        "{level}: {} ticks, to {date}{end}
  {ships} ships, {bodies} bodies, seed {seed}
  {wall_s:.2} s on the wall
  a tick: {tick_ms}
  {arrived} ships arrived, {stalled} stalled on the way
  {penetrations} overlaps, the deepest {max_penetration:.3} km
  path / straight: {path_ratio}",
        simulation.tick_count(),
    ))?;
    if let Some(outcome) = &report.verdict {
        say(format_args!("  {}", words_of(outcome)))?;
    }
    for FactionToll { faction, toll } in report.losses.iter().filter(|tally| tally.toll != Toll::default()) {
        let Toll { ships, structures, worth, kills, worth_destroyed, scuttled } = toll;
        let gave_up = if *scuttled > 0 { format!("; it has scuttled {scuttled}") } else { String::new() };
        say(format_args!(
            "  {faction} has lost {ships} ships and {structures} structures worth {worth:.0}, and destroyed \
             {kills} worth {worth_destroyed:.0}{gave_up}",
        ))?;
    }
    say(format_args!("  state hash {}", report.state_hash))
}

/// The winner, the reason and the time, in a sentence.
fn words_of(outcome: &WarResult) -> String {
    let WarResult { winners, reason, tick } = outcome;
    let verb = if winners.len() == 1 { "has" } else { "have" };
    format!("{} {verb} won: {reason}, in tick {tick}", named_together(winners))
}

/// Writes the orders of minds, a line of JSON each.
fn write_minds(path: &Path, world: &World) -> Result<(), Failure> {
    let factions = &world.resource::<Factions>().0;
    let mut text = String::new();
    for LoggedOrder { tick, faction, order, why, refusal } in &world.resource::<MindLog>().0 {
        let line = serde_json::json!({
            "tick": tick,
            "faction": factions.get(*faction).map_or("", |faction| faction.name.as_str()),
            "order": text_of(world, order),
            "why": why,
            "refusal": refusal.as_ref().map(ToString::to_string),
        });
        text += &line.to_string();
        text.push('\n');
    }
    std::fs::write(path, text)
        .map_err(|error| Failure::cannot(format!("cannot write the orders to {}: {error}", plain_path(path))))
}
