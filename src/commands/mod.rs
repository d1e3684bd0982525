//! The commands of the program. Results go to standard output by [`say`], everything else to standard error by
//! [`tell`].
//!
//! - Enters: arguments and files.
//! - Leaves: output and an exit code.
//! - Must never: be used by the library.
//!
//! Each command has the file of its name; this file has the parser of arguments and what several commands share.

pub mod arena;
pub mod check;
pub mod duel;
pub mod ephemeris;
pub mod generate;
pub mod league;
#[cfg(feature = "client")]
pub mod play;
pub mod replay;
#[cfg(feature = "client")]
pub mod shot;
pub mod simulate;

use std::io::{IsTerminal, Read};
use std::path::Path;

use clap::{Parser, Subcommand};
#[cfg(feature = "client")]
use ecliptic::client::worlds::{AppState, Opened};
#[cfg(feature = "client")]
use ecliptic::level::Epoch;
use ecliptic::level::{self, Faction, Level, LoadedLevel, ReadError, plain_path, plain_text};
#[cfg(feature = "client")]
use ecliptic::orbit::CalendarDate;
use ecliptic::rules::{Rules, find_assets_dir};
use ecliptic::sim::check_state;
use ecliptic::sim::ids::FactionId;
use ecliptic::sim::order::file::{TimedOrder, find_player, parse_orders};
use indicatif::{ProgressBar, ProgressStyle};
use typed_index_collections::TiSlice;

/// Exit code for wrong input: a faulty level, an unknown name.
pub const FAULTS_FOUND: u8 = 1;
/// Something that is needed is not there or cannot be used.
pub const CANNOT: u8 = 2;

/// Ecliptic: a real-time strategy game under a real sky.
#[derive(Parser)]
#[command(version, about, disable_help_subcommand = true)]
pub struct Arguments {
    /// What to do; without it the game is played.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

/// The commands.
#[derive(Subcommand)]
pub enum CliCommand {
    /// Play a level (also without a command)
    #[cfg(feature = "client")]
    Play(play::PlayArguments),
    /// Render a picture of a level or of the main menu, without a window
    #[cfg(feature = "client")]
    Shot(Box<shot::ShotArguments>),
    /// Look for faults in levels
    Check(check::CheckArguments),
    /// Run a level without a window, and report
    Simulate(simulate::SimulateArguments),
    /// Watch the log of a game, show what it has, or prove it
    Replay(replay::ReplayArguments),
    /// Fly a scenario on the steering core alone, and measure it
    Arena(arena::ArenaArguments),
    /// Let fleets of equal cost fight, and print the winner
    Duel(duel::DuelArguments),
    /// Make a fair level of a seed
    Generate(generate::GenerateArguments),
    /// Let minds and sparring partners play many games, and report
    League(league::LeagueArguments),
    /// Print where the bodies of a level are
    Ephemeris(ephemeris::EphemerisArguments),
    /// Print the commands of this program; a build without the client cannot be played
    #[cfg(not(feature = "client"))]
    Help,
}

impl Default for CliCommand {
    #[cfg(feature = "client")]
    fn default() -> Self {
        Self::Play(play::PlayArguments::default())
    }

    #[cfg(not(feature = "client"))]
    fn default() -> Self {
        Self::Help
    }
}

/// Prints the commands of the program.
#[cfg(not(feature = "client"))]
pub fn print_help() -> Result<std::process::ExitCode, Failure> {
    use clap::CommandFactory;
    let text = Arguments::command().render_help();
    say(text)?;
    Ok(std::process::ExitCode::SUCCESS)
}

/// The reason why a command could not do its work.
#[derive(Debug)]
pub struct Failure {
    /// The message: the fault, its place, and the remedy.
    pub message: String,
    /// The exit code.
    pub code: u8,
}

impl Failure {
    /// Something that is needed is not there or cannot be used.
    pub fn cannot(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: CANNOT }
    }

    /// A failure by wrong input.
    pub fn faulty(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: FAULTS_FOUND }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Faulty(faults) => Self::faulty(faults),
            cannot => Self::cannot(cannot),
        }
    }
}

/// Writes a line, or several, to standard output, with text from files made plain. A closed pipe (`| head`) ends
/// the program quietly.
pub fn say(line: impl std::fmt::Display) -> Result<(), Failure> {
    use std::io::Write;
    let words = line.to_string();
    writeln!(std::io::stdout().lock(), "{}", plain_text(&words)).map_err(|error| match error.kind() {
        std::io::ErrorKind::BrokenPipe => Failure { message: String::new(), code: 0 },
        _ => Failure::cannot(format!("cannot write to standard output: {error}")),
    })
}

/// Writes a line, or several, to standard error, with text from files made plain.
pub fn print_to_stderr(words: impl std::fmt::Display) {
    eprintln!("{}", plain_text(&words.to_string()));
}

/// Makes a level begin on another date; a save goes on after the same number of ticks.
#[cfg(feature = "client")]
pub fn begin_on(loaded: &mut Loaded, date: CalendarDate) -> Result<(), Failure> {
    let before = std::mem::replace(&mut loaded.level.epoch, Epoch::Jd(date.to_julian_date()));
    check_state(&loaded.level, &loaded.rules).map_err(|error| {
        loaded.level.epoch = before;
        Failure::faulty(format!("--date: {error}"))
    })
}

/// The number of threads: the requested number, or all of the machine.
pub fn threads(asked: Option<u16>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.map_or_else(all, usize::from)
}

/// A bar that shows the progress through `count` items and the remaining time; hidden without a terminal.
pub fn progress_bar(things: &str, count: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {things}, {{eta}} to go"))
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(count).with_style(style)
}

/// The rules from the assets folder.
pub fn load_rules() -> Result<Rules, Failure> {
    let assets = find_assets_dir().map_err(Failure::cannot)?;
    Rules::load(&assets).map_err(Failure::cannot)
}

/// A level that passed its check, and the rules that hold in it.
pub struct Loaded {
    /// The level.
    pub level: Level,
    /// The rules of the level.
    pub rules: Rules,
}

#[cfg(feature = "client")]
impl Loaded {
    /// The level and its rules, ready to be played.
    pub fn opened(self, seed: u64) -> Opened {
        Opened { level: self.level, rules: self.rules, seed, state: AppState::Playing, playback: None }
    }
}

/// Reads and checks a level or a save; warnings go to standard error.
pub fn load_level(path: &Path, rules: &Rules) -> Result<Loaded, Failure> {
    accept(level::read_level(path, &rules.class_catalog())?, rules)
}

/// Reads a level, changes it by a preset, and checks it; also returns the seed of the preset.
pub fn load_changed_level(
    path: &Path,
    preset: Option<&Path>,
    rules: &Rules,
) -> Result<(Loaded, Option<u64>), Failure> {
    let Some(preset) = preset else { return Ok((load_level(path, rules)?, None)) };
    let preset = level::read_preset(preset)?;
    let changed = level::read_changed_level(path, &preset, &rules.class_catalog())?;
    Ok((accept(changed, rules)?, preset.seed))
}

/// A level of a file, with the rules that hold in it.
fn accept(loaded: LoadedLevel, rules: &Rules) -> Result<Loaded, Failure> {
    if !loaded.warnings.is_empty() {
        print_to_stderr(&loaded.warnings);
    }
    let rules = rules.for_level(&loaded.level);
    check_state(&loaded.level, &rules).map_err(Failure::faulty)?;
    Ok(Loaded { level: loaded.level, rules })
}

/// Reads an orders file; all its players must be among the level's factions.
pub fn read_orders(path: &Path, factions: &TiSlice<FactionId, Faction>) -> Result<Vec<TimedOrder>, Failure> {
    let (mut text, name) = (String::new(), plain_path(path));
    let read = std::fs::File::open(path)
        .and_then(|file| file.take(level::MAX_FILE_BYTES as u64).read_to_string(&mut text));
    read.map_err(|error| Failure::cannot(format!("cannot read the orders in {name}: {error}")))?;
    if text.len() == level::MAX_FILE_BYTES {
        return Err(Failure::faulty(format!("{name}: an orders file is smaller than 4 MiB")));
    }
    let orders = parse_orders(&text).map_err(|error| Failure::faulty(format!("{name}:{error}")))?;
    for order in &orders {
        find_player(factions, &order.player)
            .map_err(|error| Failure::faulty(format!("{name}: tick {}: {error}", order.tick)))?;
    }
    Ok(orders)
}

#[cfg(test)]
#[cfg(feature = "client")]
mod tests {
    use ecliptic::sim::Simulation;

    use super::*;

    #[test]
    fn a_save_begins_on_no_date_that_leads_out_of_the_calendar() {
        let date = |text: &str| text.parse::<CalendarDate>().expect("a date");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/sol.ron");
        let rules = load_rules().expect("the rules are read");
        let mut loaded = load_level(&path, &rules).expect("it is shipped");
        loaded.level.clock.days_per_second = 1000.0;
        let mut world = Simulation::new(&loaded.level, &loaded.rules, 1).expect("it spawns");
        world.run(600);
        loaded.level = world.capture().expect("there is a world");
        assert!(begin_on(&mut loaded, date("2026-01-01")).is_ok());
        let before = loaded.level.epoch.clone();
        // 20,000 days on, the calendar has ended.
        let failure = begin_on(&mut loaded, date("9990-01-01")).expect_err("it would begin in 10044");
        assert!(
            failure.code == FAULTS_FOUND && failure.message.starts_with("--date:"),
            "{}",
            failure.message
        );
        assert_eq!(loaded.level.epoch, before, "the level is as it was");
    }
}
