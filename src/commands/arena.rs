//! `ecliptic arena`: flies a scenario on the steering core alone, and measures it, or plays it as a level.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use ecliptic::arena::named::{ALL, Ships};
use ecliptic::arena::{self, ArenaReport, Options, Scenario, Trace};
#[cfg(feature = "client")]
use ecliptic::level;
use ecliptic::level::plain_path;

use super::{FAULTS_FOUND, Failure, load_rules, progress_bar, say, threads};

/// An example of a scenario file.
const EXAMPLE: &str = "\
A scenario of your own is a RON file:

  (
      dt: 0.03333, seconds: 60.0, tolerance: 2.0,
      ships: [
          (at: (-40, 0, 0), to: (40, 0, 0), radius: 1.0, speed: 4.0),
          (at: (40, 0, 0), to: (-40, 0, 0), radius: 1.0, speed: 4.0, half_length: 3.0,
           acceleration: 2.0, turn_rate: 1.0, velocity: (0, 0, 0)),
      ],
      bodies: [
          (at: (0, 0, 0), radius: 10.0, path: Still),
          (at: (0, 0, 0), radius: 5.0,
           path: Ellipse(a: (60, 0, 0), b: (0, 50, 0), rate: 0.01, phase: 0.0)),
      ],
      frame: (0, 0, 0), routes: false, title: \"past two bodies\",
  )

dt, bodies, frame, routes, title, and what the second ship has more than the first, may be left out.
The exit code is 1 where anything overlapped at the end of a step.";

/// What to fly, and how.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct ArenaArguments {
    /// A scenario by name, as --list names them, or a RON file
    #[arg(value_name = "NAME|FILE.ron", required_unless_present = "list")]
    scenario: Option<String>,
    /// Number of ships, for those named scenarios whose number is not fixed
    #[arg(long, value_name = "N")]
    ships: Option<u32>,
    /// Number of threads that compute at once; all that the machine has, if absent. Only crowds of more than
    /// 256 ships are shared among them, and the flight does not depend on it
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The length of a step in seconds, instead of the scenario's
    #[arg(long, value_name = "S")]
    dt: Option<f64>,
    /// Fly it this number of times and take the least time of every step, without the noise of the system
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "watch")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    flights: u32,
    /// Write every step of every ship as CSV
    #[arg(long, value_name = "FILE.csv")]
    trace: Option<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Play the scenario as a level of the game instead: bodies stand where they begin, and ships take courses
    /// round them
    #[arg(long, conflicts_with_all = ["json", "trace", "dt", "threads"])]
    watch: bool,
    /// List the named scenarios
    #[arg(long, exclusive = true)]
    list: bool,
}

/// Flies the scenario and prints the report; the exit code is 1 if anything overlapped. With `--watch` the exit
/// code is that of the window.
pub fn run(arguments: &ArenaArguments) -> Result<ExitCode, Failure> {
    let Some(name) = arguments.scenario.as_deref().filter(|_| !arguments.list) else {
        list()?;
        return Ok(ExitCode::SUCCESS);
    };
    let mut scenario = find(name, arguments.ships)?;
    if let Some(dt) = arguments.dt {
        scenario.dt = dt;
        if let Some(fault) = scenario.faults().first() {
            return Err(Failure::faulty(format!("--dt {dt}: {}; {}", fault.message, fault.remedy)));
        }
    }
    if arguments.watch {
        return watch(&scenario);
    }
    let mut trace = arguments.trace.as_deref().map(open_trace).transpose()?;
    let options = Options {
        threads: threads(arguments.threads),
        rules: load_rules()?.steering,
        allocations: Some(allocations_so_far),
        flights: arguments.flights,
        ..Options::default()
    };
    let report = fly(&scenario, &options, trace.as_mut());
    if let (Some(trace), Some(path)) = (trace, &arguments.trace) {
        trace.finish().map_err(|error| cannot_trace(path, error))?;
    }
    if arguments.json {
        say(serde_json::to_string_pretty(&report).map_err(Failure::cannot)?)?;
    } else {
        print_report(&report)?;
    }
    Ok(if report.is_clear() { ExitCode::SUCCESS } else { ExitCode::from(FAULTS_FOUND) })
}

fn list() -> Result<(), Failure> {
    for known in &ALL {
        let ships = match known.ships {
            Ships::Always(1) => "1 ship".to_owned(),
            Ships::Always(count) => format!("{count} ships"),
            Ships::Usually(count) => format!("{count} ships or --ships N"),
            Ships::InName(_) => "as many ships as the name says".to_owned(),
        };
        say(format_args!("{:14} {} ({ships})", known.usual_name(), known.about))?;
    }
    Ok(())
}

/// A scenario by name, or from a file if the name looks like a path.
fn find(name: &str, ships: Option<u32>) -> Result<Scenario, Failure> {
    let path = Path::new(name);
    let is_file = path.extension().is_some() || path.components().count() > 1 || path.is_file();
    if !is_file {
        return arena::named(name, ships).map_err(Failure::faulty);
    }
    if ships.is_some() {
        return Err(Failure::faulty(format!(
            "{name}: a file says itself how many ships there are; leave out --ships"
        )));
    }
    Ok(arena::read_scenario(path)?)
}

/// Plays the scenario as a level, until the window is closed.
#[cfg(feature = "client")]
fn watch(scenario: &Scenario) -> Result<ExitCode, Failure> {
    let (rules, text) = (load_rules()?, arena::level_text(scenario));
    let loaded = level::parse_level(&scenario.title, text.as_bytes(), &rules.class_catalog());
    let level = loaded.map_err(Failure::faulty)?.level;
    let rules = rules.for_level(&level);
    super::play::open_window(super::Loaded { level, rules }.opened(0), None)
}

/// Reports that this build has no window.
#[cfg(not(feature = "client"))]
fn watch(scenario: &Scenario) -> Result<ExitCode, Failure> {
    Err(Failure::cannot(format!(
        "{}: this build cannot show it, because it has no window (it was made without the feature `client`); \
         without --watch it flies and reports",
        scenario.title
    )))
}

fn open_trace(path: &Path) -> Result<Trace<File>, Failure> {
    File::create(path).map(Trace::new).map_err(|error| cannot_trace(path, error))
}

fn cannot_trace(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::cannot(format!("cannot write the trace to {}: {error}", plain_path(path)))
}

fn fly(scenario: &Scenario, options: &Options, mut trace: Option<&mut Trace<File>>) -> ArenaReport {
    let progress = progress_bar("steps, {per_sec}", u64::from(scenario.steps()));
    let report = arena::run(scenario, options, |frame| {
        if let Some(trace) = &mut trace {
            trace.note(frame);
        }
        progress.set_position(u64::from(frame.step));
    });
    progress.finish_and_clear();
    report
}

/// The allocator's count.
fn allocations_so_far() -> u64 {
    let stats = stats_alloc::INSTRUMENTED_SYSTEM.stats();
    (stats.allocations + stats.reallocations) as u64
}

fn print_report(report: &ArenaReport) -> Result<(), Failure> {
    let ArenaReport {
        scenario, ships, steps, ms_per_step, us_per_ship, arrived, path_ratio, time_ratio, ..
    } = report;
    let ArenaReport { overlapping_pairs, max_depth, hash, .. } = report;
    let [stalled, jitter, end_speed] =
        [report.stalled, report.jitter, report.end_speed].map(|share| 100.0 * share);
    say(format_args!(
        "{scenario}: {ships} ships, {steps} steps
  a step: {ms_per_step}
  a ship: {us_per_ship:.3} us of every step
  {overlapping_pairs} pairs overlapped, the deepest by {max_depth:.4} of the smaller radius
  {arrived} ships of {ships} arrived
  path / straight: {path_ratio}
  time / straight at full speed: {time_ratio}
  stalled: {stalled:.2} % of the steps under way, slower than 5 % of full speed
  jitter: {jitter:.2} % of the steps under way, turning by more than 15 degrees
  at the end: {end_speed:.1} % of full speed, the mean of all ships"
    ))?;
    if let Some(allocations) = report.allocations_per_step {
        say(format_args!("  {allocations:.2} allocations a step, once a third of the steps is over"))?;
    }
    say(format_args!("  hash of every step {hash}"))
}
