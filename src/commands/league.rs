//! `ecliptic league`: lets minds and sparring partners play many games, and reports.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use ecliptic::league::report::page::page;
use ecliptic::league::report::text::text;
use ecliptic::league::stopwatch::MindCost;
use ecliptic::league::{
    GameResult, KeepError, Kept, LeagueError, LeagueResult, LoadedLeague, Outcome, PlayedGame, Report, Stock,
    WarResult,
};
use ecliptic::level::plain_path;
use serde::Serialize;

use super::{FAULTS_FOUND, Failure, load_rules, print_to_stderr, progress_bar, say, threads};

/// Which games to play.
#[derive(Args)]
#[command(after_long_help = "\
docs/level-format.md describes the file; leagues/opponents.ron is an example. The exit code is 1 where a
promise fails, of which the report begins with a list; not where so few games cannot tell.")]
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
    /// Keep each game in this file as soon as it ends, and play none that the file has: so a league can be stopped
    /// and continued. The report is the same as without
    #[arg(long, value_name = "FILE.jsonl")]
    keep: Option<PathBuf>,
    /// Write the report and all games as JSON, with the cost of minds
    #[arg(long, value_name = "FILE.json")]
    json: Option<PathBuf>,
    /// Write the report as a page, such as docs/opponents.md, with the cost of minds
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
    result: ResultRecord<'a>,
    /// The cost of a mind, which differs from run to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<MindCost>,
}

/// The result of a game, as JSON: its fields say of which kind it is.
#[derive(Serialize)]
#[serde(untagged)]
enum ResultRecord<'a> {
    Pair(&'a GameResult),
    War(&'a WarResult),
}

impl<'a> GameRecord<'a> {
    fn of(game: &'a PlayedGame) -> Self {
        let result = match &game.result {
            Outcome::Pair(result) => ResultRecord::Pair(result),
            Outcome::War(result) => ResultRecord::War(result),
        };
        Self { result, timing: game.cost }
    }
}

/// Plays the league and prints the report; exit code 1: a promise fails.
pub fn run(arguments: &LeagueArguments) -> Result<ExitCode, Failure> {
    let mut league = LoadedLeague::read(&arguments.league, &load_rules()?).map_err(failure)?;
    if let Some(name) = &arguments.only {
        league.only(name).map_err(failure)?;
    }
    if let Some(games) = arguments.games {
        league.set_games(games);
    }
    let kept = arguments.keep.as_deref().map(|path| open_kept(&league, path)).transpose()?;
    let before = kept.as_ref().map_or(0, |kept| kept.stock().usable);
    let progress = progress_bar("games", league.count() as u64).with_position(before as u64);
    // The kept games took no time.
    progress.reset_eta();
    let result = league.play(threads(arguments.threads), kept.as_ref(), || progress.inc(1));
    progress.finish_and_clear();
    let result = result.map_err(failure)?;
    if let Some(path) = &arguments.json {
        write(path, &(json(&result)? + "\n"))?;
    }
    if let Some(path) = &arguments.page {
        let cost = result.cost().map_or_else(String::new, cost_section);
        write(path, &(page(&result.report, &command(arguments)) + &cost))?;
    }
    // Printed last, so that no result is lost if the output is closed.
    say(text(&result.report).trim_end())?;
    if let Some(cost) = result.cost() {
        say(format!("\na mind took {}", cost.words()))?;
    }
    Ok(if result.report.holds() { ExitCode::SUCCESS } else { ExitCode::from(FAULTS_FOUND) })
}

/// The last section of a page: all before it is the same in each run.
fn cost_section(cost: MindCost) -> String {
    format!(
        "\n## Cost\n\nA mind took {}. These are times of the clock, on the machine that played and beside whatever \
         else it did: they differ from run to run. [benchmarks.md](benchmarks.md#minds---bench-mind) has measured them \
         alone.\n",
        cost.words()
    )
}

/// Opens a file of kept games, and tells what of it is not used.
fn open_kept(league: &LoadedLeague, path: &Path) -> Result<Kept, Failure> {
    let kept = league.kept(path).map_err(failure)?;
    notes(kept.stock()).iter().for_each(|note| print_to_stderr(format!("{}: {note}", plain_path(path))));
    Ok(kept)
}

/// What a person should know about a file of kept games.
fn notes(stock: Stock) -> Vec<String> {
    let mut notes = Vec::new();
    if stock.was_cut {
        notes.push("the last line was cut in the middle, and is removed".to_owned());
    }
    for (count, whose) in [
        (stock.foreign, "another build, other rules or another kind of machine"),
        (stock.elsewhere, "other leagues, or of levels that have changed"),
    ] {
        if count > 0 {
            notes.push(format!("games of {whose}, which stay in it unused: {count}"));
        }
    }
    notes
}

fn json(result: &LeagueResult) -> Result<String, Failure> {
    let series = result.games.iter().map(|games| games.iter().map(GameRecord::of).collect()).collect();
    serde_json::to_string_pretty(&Record { report: &result.report, series }).map_err(Failure::cannot)
}

/// The command that makes the page: the same with kept games as without, since the page is.
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
        LeagueError::Keep(KeepError::Line { .. }) => Failure::faulty(error),
        LeagueError::World(_) | LeagueError::Keep(_) => Failure::cannot(error),
        LeagueError::NoSuchSeries(..) | LeagueError::UnfitLevel(..) => Failure::faulty(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_used_is_told() {
        let used = Stock { usable: 9, ..Stock::default() };
        assert!(notes(used).is_empty());
        let all = notes(Stock { foreign: 7, elsewhere: 8, was_cut: true, ..used });
        let [cut, foreign, elsewhere] = &all[..] else { panic!("three notes: {all:?}") };
        assert!(cut.contains("removed") && foreign.ends_with(": 7") && elsewhere.ends_with(": 8"));
    }
}
