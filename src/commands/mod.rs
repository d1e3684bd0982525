//! The commands of the program. Arguments come in, an exit code leaves; results go to standard output by
//! [`say`], everything else to standard error by [`tell`].

pub mod arena;
pub mod check;
pub mod duel;
pub mod ephemeris;
#[cfg(feature = "client")]
pub mod play;
#[cfg(feature = "client")]
pub mod shot;
pub mod simulate;

use std::io::Read;
use std::path::Path;

use clap::{Parser, Subcommand};
#[cfg(feature = "client")]
use ecliptic::client::worlds::{AppState, Opened};
#[cfg(feature = "client")]
use ecliptic::level::Epoch;
use ecliptic::level::{self, Faction, Level, ReadError, plain_path, plain_text};
#[cfg(feature = "client")]
use ecliptic::orbit::{CalendarDate, GameClock, LAST_JD};
use ecliptic::rules::{LevelRules, Rules, find_assets_dir};
use ecliptic::sim::ids::FactionId;
use ecliptic::sim::order::file::{TimedOrder, find_player, parse_orders};
use typed_index_collections::TiSlice;

/// Something was asked for that is wrong: a faulty level, an unknown name.
pub const FAULTS_FOUND: u8 = 1;
/// Something that is needed is not there or cannot be used.
pub const CANNOT: u8 = 2;

/// Ecliptic: a real-time strategy game under a real sky.
#[derive(Parser)]
#[command(version, about, disable_help_subcommand = true)]
pub struct Arguments {
    /// What to do; without it the game is played.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Play a level (this is what happens without a command)
    #[cfg(feature = "client")]
    Play(play::PlayArguments),
    /// Render a picture of a level, without a window
    #[cfg(feature = "client")]
    Shot(shot::ShotArguments),
    /// Look for faults in levels
    Check(check::CheckArguments),
    /// Run a level without watching it, and report
    Simulate(simulate::SimulateArguments),
    /// Fly a scenario on the steering core alone, and measure it
    Arena(arena::ArenaArguments),
    /// Let fleets of equal cost fight, and print the winner
    Duel(duel::DuelArguments),
    /// Print where the bodies of a level are
    Ephemeris(ephemeris::EphemerisArguments),
    /// Print the commands of this program; a build without the client cannot be played
    #[cfg(not(feature = "client"))]
    Help,
}

impl Default for Command {
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
    /// What, where, and what to do.
    pub message: String,
    /// The exit code.
    pub code: u8,
}

impl Failure {
    /// Something that is needed is not there or cannot be used.
    pub fn cannot(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: CANNOT }
    }

    /// Something that was given is wrong.
    pub fn faulty(message: impl ToString) -> Self {
        Self { message: message.to_string(), code: FAULTS_FOUND }
    }
}

/// Writes a line, or several, to standard output, as plain text whatever files say. A reader that has gone
/// away (`| head`) is a quiet end.
pub fn say(line: impl std::fmt::Display) -> Result<(), Failure> {
    use std::io::Write;
    let words = line.to_string();
    writeln!(std::io::stdout().lock(), "{}", plain_text(&words)).map_err(|error| match error.kind() {
        std::io::ErrorKind::BrokenPipe => Failure { message: String::new(), code: 0 },
        _ => Failure::cannot(format!("cannot write to standard output: {error}")),
    })
}

/// Writes a line, or several, to standard error, as plain text whatever files say.
pub fn tell(words: impl std::fmt::Display) {
    eprintln!("{}", plain_text(&words.to_string()));
}

/// Has a level begin on another date.
#[cfg(feature = "client")]
pub fn begin_on(level: &mut Level, date: CalendarDate) -> Result<(), Failure> {
    let epoch_jd = date.to_julian_date();
    let clock = GameClock { epoch_jd, days_per_second: level.clock.days_per_second };
    if level.start.is_some_and(|moment| clock.jd_at(moment.tick) > LAST_JD) {
        return Err(Failure::faulty("--date: the save would begin after the end of the calendar"));
    }
    level.epoch = Epoch::Jd(epoch_jd);
    Ok(())
}

/// The number of threads: as many as asked for, or all that the machine has.
pub fn threads(asked: Option<u16>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.map_or_else(all, usize::from)
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
    /// The rules that hold in it.
    pub rules: LevelRules,
}

#[cfg(feature = "client")]
impl Loaded {
    /// The same, to be played.
    pub fn opened(self, seed: u64) -> Opened {
        Opened { level: self.level, rules: self.rules, seed, state: AppState::Playing }
    }
}

/// Reads and checks a level; its warnings go to standard error.
pub fn load_level(path: &Path, rules: &Rules) -> Result<Loaded, Failure> {
    let surroundings = rules.surroundings();
    let loaded = level::read_level(path, &surroundings).map_err(|error| match error {
        ReadError::Faulty(faults) => Failure::faulty(faults),
        cannot => Failure::cannot(cannot),
    })?;
    if !loaded.warnings.is_empty() {
        tell(&loaded.warnings);
    }
    let rules = rules.for_level(&loaded.level);
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

#[cfg(all(test, feature = "client"))]
mod tests {
    use ecliptic::level::Moment;

    use super::*;

    #[test]
    fn a_save_begins_on_no_date_that_leads_out_of_the_calendar() {
        let date = |text: &str| text.parse::<CalendarDate>().expect("a date");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/sol.ron");
        let rules = load_rules().expect("the rules are read");
        let mut save = load_level(&path, &rules).expect("it is shipped").level;
        save.clock.days_per_second = 0.5;
        save.start =
            Some(Moment { tick: 3_000_000, seed: 1, next_ship: 0, next_fleet: 0, next_structure: 0 });
        assert!(begin_on(&mut save, date("9000-01-01")).is_ok());
        let before = save.epoch.clone();
        // 50,000 days on, the calendar has ended.
        let failure = begin_on(&mut save, date("9900-01-01")).expect_err("it would begin in 10036");
        assert!(
            failure.code == FAULTS_FOUND && failure.message.starts_with("--date:"),
            "{}",
            failure.message
        );
        assert_eq!(save.epoch, before, "the level is as it was");
        assert!(begin_on(&mut Level { start: None, ..save }, date("9900-01-01")).is_ok());
    }
}
