//! The proving ground: games between minds and sparring partners, and what can be learnt from many of them.
//!
//! - Enters: the file of a league ([`mod@file`]), its levels, the rules, a number of threads; games that are kept.
//! - Leaves: the results of all games, and a [`Report`] with shares, ratings and intervals; `docs/opponents.md`; a
//!   file of kept games.
//! - Must never: change a game by measuring it; let a result depend on threads or on the clock, which is read for
//!   the cost of minds alone ([`stopwatch`]).
//!
//! | file | subject |
//! |---|---|
//! | `file.rs`, `generated.rs` | the file of a league; its wishes for generated systems |
//! | `levels.rs` | levels, read or generated |
//! | `schedule.rs` | the games with their seeds, sides and dates |
//! | `game/`, `gauge/`, `stopwatch.rs` | a game, its figures, the cost of its minds |
//! | `kept/` | a file of games that have ended, so that a league can be continued |
//! | `sparring/` | scripts that play a faction |
//! | `statistics/` | shares, ratings, means, with intervals |
//! | `report/` | what the games show, as figures, as a table and as a page |

pub mod file;
pub mod game;
pub mod gauge;
pub mod generated;
pub mod kept;
pub mod levels;
pub mod report;
pub mod schedule;
pub mod sparring;
pub mod statistics;
pub mod stopwatch;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub use file::{Contestant, League, Pairings, Series};
pub use game::{GameResult, Outcome, PlayedGame, WarResult};
pub use kept::{KeepError, Kept, Stock};
pub use levels::{LeagueLevel, LevelSource};
pub use report::{Report, SeriesReport, WarsReport};

use crate::duels::spread;
use crate::level::ReadError;
use crate::level::source::read::{parse_checked, read_file};
use crate::level::source::suggest::did_you_mean;
use crate::rules::Rules;
use game::{Game, Lineup};
use kept::key::Program;
use schedule::{Fixture, fixtures};
use stopwatch::MindCost;

/// The reason why a league cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum LeagueError {
    /// The file of the league or of a level.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// No series with this name; the remedy.
    #[error("no series is called {0:?}; {1}")]
    NoSuchSeries(String, String),
    /// A level on which the games of a series cannot be played.
    #[error("`{0}`: {1}")]
    UnfitLevel(String, String),
    /// A world cannot be made.
    #[error("a world cannot be made: {0}")]
    World(String),
    /// Games cannot be kept, or kept games cannot be used.
    #[error(transparent)]
    Keep(#[from] KeepError),
}

/// A league with its levels.
#[derive(Clone, Debug)]
pub struct LoadedLeague {
    /// The league.
    pub league: League,
    levels: BTreeMap<LevelSource, LeagueLevel>,
    rules: Rules,
}

impl LoadedLeague {
    /// Reads and checks a league and its levels, and generates those that it asks for.
    ///
    /// # Errors
    /// All faults of the file, with place and remedy; or what is wrong with a level.
    pub fn read(path: &Path, rules: &Rules) -> Result<Self, LeagueError> {
        let league = parse_league(&path.display().to_string(), &read_file(path)?, rules)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut levels = BTreeMap::new();
        for (source, play) in league.series.iter().flat_map(sources_with_play) {
            let place = source.place(folder);
            let level = match levels.entry(source) {
                Entry::Occupied(found) => found.into_mut(),
                Entry::Vacant(vacant) => {
                    let level = LeagueLevel::of(vacant.key(), folder, rules)?;
                    vacant.insert(level)
                }
            };
            level.check_for(play).map_err(|why| LeagueError::UnfitLevel(place, why.to_owned()))?;
        }
        Ok(Self { league, levels, rules: rules.clone() })
    }

    /// Leaves only the series of this name.
    ///
    /// # Errors
    /// There is none; the message suggests one.
    pub fn only(&mut self, name: &str) -> Result<(), LeagueError> {
        let names = || self.league.series.iter().map(|series| series.name.as_str());
        if !names().any(|other| other == name) {
            let all = || format!("there are: {}", names().collect::<Vec<_>>().join(", "));
            let remedy = did_you_mean(name, names()).unwrap_or_else(all);
            return Err(LeagueError::NoSuchSeries(name.to_owned(), remedy));
        }
        self.league.series.retain(|series| series.name == name);
        Ok(())
    }

    /// Has each pairing play this number of games on each level.
    pub fn set_games(&mut self, games: u32) {
        self.league.series.iter_mut().for_each(|series| series.games = games);
    }

    /// Number of games.
    pub fn count(&self) -> usize {
        self.league.series.iter().map(|series| fixtures(series, series.games).len()).sum()
    }

    /// Opens a file of kept games, or makes it, and finds in it those of this league. What the league has is decided
    /// before: see [`only`](Self::only) and [`set_games`](Self::set_games).
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or has a line that is no kept game.
    pub fn kept(&self, path: &Path) -> Result<Kept, LeagueError> {
        let program = Program::of(&self.rules)?;
        let games = self.fixtures();
        let keys = games.iter().map(|(series, fixture)| program.key(&self.game(*series, fixture)));
        let keys: BTreeSet<_> = keys.collect::<Result<_, _>>()?;
        Ok(Kept::open(path, program, &keys)?)
    }

    /// Plays all games but those that are kept, keeps each of them when it ends, and reports on all. `note` is called
    /// after each game that was played, from any thread. The report depends neither on the number of threads nor on
    /// the games that were kept.
    ///
    /// # Errors
    /// A world cannot be made, or a game cannot be kept.
    pub fn play(
        &self,
        threads: usize,
        kept: Option<&Kept>,
        note: impl Fn() + Sync,
    ) -> Result<LeagueResult, LeagueError> {
        let games = self.fixtures();
        let played = spread(games.len(), threads, |index| {
            let (series, fixture) = &games[index];
            play_or_find(&self.game(*series, fixture), kept, &note)
        });
        let mut by_series = vec![Vec::new(); self.league.series.len()];
        for ((series, _), played) in games.iter().zip(played) {
            by_series[*series].push(played?);
        }
        Ok(LeagueResult { report: Report::of(&self.league, &by_series, &self.rules.minds), games: by_series })
    }

    /// The games of all series, each with the number of its series.
    fn fixtures(&self) -> Vec<(usize, Fixture)> {
        let all = self.league.series.iter().enumerate();
        let games = all.flat_map(|(index, series)| {
            fixtures(series, series.games).into_iter().map(move |fixture| (index, fixture))
        });
        games.collect()
    }

    /// A game of the series with this number.
    fn game<'a>(&'a self, series: usize, fixture: &'a Fixture) -> Game<'a> {
        let series = &self.league.series[series];
        let all = series.contestants();
        Game {
            level: &self.levels[&series.sources()[fixture.level]],
            fixture,
            lineup: match &series.play {
                Pairings::AllSides(_) => Lineup::All(all[fixture.pair].clone()),
                _ => Lineup::Pair(fixture.contestants.map(|number| all[number].clone())),
            },
            minutes: series.minutes,
        }
    }
}

/// Plays a game and keeps it, or takes it from those that are kept.
fn play_or_find(
    game: &Game<'_>,
    kept: Option<&Kept>,
    note: &(impl Fn() + Sync),
) -> Result<PlayedGame, LeagueError> {
    let Some(kept) = kept else {
        let played = game::play(game);
        note();
        return played;
    };
    let key = kept.program().key(game)?;
    if let Some(found) = kept.find(&key)? {
        return Ok(found.placed(game));
    }
    let played = game::play(game)?;
    kept.add(&key, &played)?;
    note();
    Ok(played)
}

/// The results of a league.
#[derive(Clone, Debug)]
pub struct LeagueResult {
    /// What the games show.
    pub report: Report,
    /// The games of each series.
    pub games: Vec<Vec<PlayedGame>>,
}

impl LeagueResult {
    /// The cost of a mind in all games; `None` without minds. It is no part of the report, for it differs from run to
    /// run.
    pub fn cost(&self) -> Option<MindCost> {
        let games = self.games.iter().flatten();
        let costs: Vec<(f64, MindCost)> =
            games.filter_map(|game| Some((game.result.seconds(), game.cost?))).collect();
        MindCost::of_games(&costs)
    }
}

/// The levels of a series, each with what is played on it.
fn sources_with_play(series: &Series) -> impl Iterator<Item = (LevelSource, &Pairings)> {
    series.sources().into_iter().map(move |source| (source, &series.play))
}

/// Reads and checks the bytes of a league; `file` is its name in faults.
fn parse_league(file: &str, bytes: &[u8], rules: &Rules) -> Result<League, ReadError> {
    let check = |league: &League| league.unknown_names(&rules.minds);
    parse_checked(file, bytes, check).map_err(ReadError::Faulty)
}
