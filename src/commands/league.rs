//! `ecliptic league`: lets minds and sparring partners play many games, and reports.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use ecliptic::league::report::page::page;
use ecliptic::league::report::text::text;
use ecliptic::league::stopwatch::MindCost;
use ecliptic::league::{GameResult, LeagueError, LeagueResult, LoadedLeague, PlayedGame, Report};
use ecliptic::level::plain_path;
use serde::Serialize;

use super::{FAULTS_FOUND, Failure, load_rules, progress_bar, say, threads};

/// Which games to play.
#[derive(Args)]
#[command(after_long_help = "\
docs/level-format.md describes the file; leagues/opponents.ron is an example. The exit code is 1 where a
sparring partner is not beaten as the file demands.")]
pub struct LeagueArguments {
    /// The file of the league
    #[arg(value_name = "FILE.ron")]
    league: PathBuf,
    /// Games of each pairing on each level, instead of the file's number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: Option<u32>,
    /// Play only the series of this name
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Number of threads; all of the machine, if absent. The report does not depend on it
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Write the report and all games as JSON, with the cost of minds
    #[arg(long, value_name = "FILE.json")]
    json: Option<PathBuf>,
    /// Write the report as a page, such as docs/opponents.md
    #[arg(long, value_name = "FILE.md")]
    page: Option<PathBuf>,
}

/// All results, as JSON.
#[derive(Serialize)]
struct Record<'a> {
    report: &'a Report,
    series: Vec<Vec<GameRecord<'a>>>,
}

/// A game, as JSON.
#[derive(Serialize)]
struct GameRecord<'a> {
    #[serde(flatten)]
    result: &'a GameResult,
    /// The cost of a mind, which differs from run to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<MindCost>,
}

impl<'a> GameRecord<'a> {
    fn of(game: &'a PlayedGame) -> Self {
        Self { result: &game.result, timing: game.cost }
    }
}

/// Plays the league and prints the report; exit code 1: an expectation is not met.
pub fn run(arguments: &LeagueArguments) -> Result<ExitCode, Failure> {
    let mut league = LoadedLeague::read(&arguments.league, &load_rules()?).map_err(failure)?;
    if let Some(name) = &arguments.only {
        league.only(name).map_err(failure)?;
    }
    if let Some(games) = arguments.games {
        league.set_games(games);
    }
    let progress = progress_bar("games", league.count() as u64);
    let result = league.play(threads(arguments.threads), || progress.inc(1));
    progress.finish_and_clear();
    let result = result.map_err(failure)?;
    if let Some(path) = &arguments.json {
        write(path, &(json(&result)? + "\n"))?;
    }
    if let Some(path) = &arguments.page {
        write(path, &page(&result.report, &command(arguments)))?;
    }
    // Printed last, so that no result is lost if the output is closed.
    say(text(&result.report).trim_end())?;
    Ok(if result.report.holds() { ExitCode::SUCCESS } else { ExitCode::from(FAULTS_FOUND) })
}

fn json(result: &LeagueResult) -> Result<String, Failure> {
    let series = result.games.iter().map(|games| games.iter().map(GameRecord::of).collect()).collect();
    serde_json::to_string_pretty(&Record { report: &result.report, series }).map_err(Failure::cannot)
}

/// The command that makes the page.
fn command(arguments: &LeagueArguments) -> String {
    let mut command = format!("ecliptic league {}", shown(&arguments.league));
    if let Some(games) = arguments.games {
        command += &format!(" --games {games}");
    }
    if let Some(name) = &arguments.only {
        command += &format!(" --only {name:?}");
    }
    let page = arguments.page.as_deref().map(shown).unwrap_or_default();
    command + &format!(" --page {page}")
}

/// A path for the page: of one that holds on this machine only, no more than the name of the file.
fn shown(path: &Path) -> String {
    let name = path.file_name().filter(|_| path.is_absolute());
    plain_path(name.map_or(path, Path::new))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::cannot(format!("cannot write to {}: {error}", plain_path(path))))
}

fn failure(error: LeagueError) -> Failure {
    match error {
        LeagueError::Read(error) => error.into(),
        LeagueError::World(_) => Failure::cannot(error),
        LeagueError::NoSuchSeries(..) | LeagueError::UnfitLevel(..) => Failure::faulty(error),
    }
}
