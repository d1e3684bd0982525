//! What the games of a league show.
//!
//! - Enters: the league and the results of its games.
//! - Leaves: a [`Report`]: the same games give the same report. It begins with promises
//!   ([`mod@promises`]); [`text`] shows it as tables for a terminal, [`page`] as a page.
//! - Must never: contain a time of the clock.

pub mod page;
pub mod promises;
pub mod text;

use std::collections::BTreeMap;

use serde::Serialize;

use super::file::{Contestant, League, Pairings, Series, Trial};
use super::game::{GameResult, PlayedGame};
use super::gauge::{INCOME_AT_S, SideFigures};
use super::generated::Generated;
use super::statistics::ratings::Rating;
use super::statistics::{Interval, Results, Spread, ratings, wilson};
use crate::level::MindRules;
use crate::sim::ODDS_BANDS;
use promises::{Promise, promises};

/// A skill beats the one below if it wins at least this share of their games,
pub const LADDER_SHARE: f64 = 0.65;
/// and the lower end of the interval is above this.
pub const LADDER_LOW: f64 = 0.6;
/// A partner's share of wins is about the expected one within this.
const ABOUT: f64 = 0.1;
/// Personalities differ if they are a standard deviation apart in this number of measures.
pub const MEASURES_APART: usize = 2;
/// Generated systems are even if no side wins more than this share of the decided games on all of them together.
pub const EVEN_SHARE: f64 = 0.55;

/// What the games of a league show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The series, in the order of the league.
    pub series: Vec<SeriesReport>,
}

/// What the games of a series show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeriesReport {
    /// Name.
    pub name: String,
    /// What it shows, in a sentence.
    pub about: String,
    /// What it is about, and whether the games keep it.
    pub promises: Vec<Promise>,
    /// The files of levels.
    pub levels: Vec<String>,
    /// The generated systems, if it is played on such.
    pub generated: Option<GeneratedReport>,
    /// The kind of pairings.
    pub kind: Kind,
    /// All games together.
    pub all: Games,
    /// The contestants.
    pub contestants: Vec<ContestantReport>,
    /// The pairs.
    pub pairs: Vec<PairReport>,
    /// Reasons of wins, with the number of games.
    pub reasons: BTreeMap<String, usize>,
    /// What sparring partners are for.
    pub trials: Vec<TrialReport>,
    /// For pairs of contestants of a series in which everyone plays against everyone: the measures in which they
    /// are a standard deviation apart.
    pub differences: Vec<Difference>,
}

/// What the games on generated systems show.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GeneratedReport {
    /// The systems.
    pub systems: Generated,
    /// Decided games on all of them together that the first faction won.
    pub first_faction: Share,
}

impl GeneratedReport {
    fn of(series: &Series, games: &[&GameResult]) -> Option<Self> {
        let systems = series.generated?;
        let on_files = series.levels.len();
        let on_systems = games.iter().copied().filter(|game| game.fixture.level >= on_files);
        Some(Self { systems, first_faction: Share::of_first_faction(on_systems) })
    }
}

/// The kind of pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Each against the next.
    Ladder,
    /// Each against every other.
    Everyone,
    /// Each against itself.
    Equals,
    /// Minds against scripts.
    Sparring,
}

/// A share of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// Games in which it was so,
    pub games: usize,
    /// of this number.
    pub of: usize,
    /// The share; 0 of no games.
    pub share: f64,
    /// Its 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
}

impl Share {
    fn new(games: usize, of: usize) -> Self {
        let share = games as f64 / of.max(1) as f64;
        Self { games, of, share, interval: wilson(games as f64, of as f64) }
    }

    fn of<'a>(all: impl Iterator<Item = &'a GameResult>, holds: impl Fn(&GameResult) -> bool) -> Self {
        let (mut games, mut of) = (0, 0);
        for game in all {
            of += 1;
            games += usize::from(holds(game));
        }
        Self::new(games, of)
    }

    /// The decided ones of some games that the first faction won.
    fn of_first_faction<'a>(all: impl Iterator<Item = &'a GameResult>) -> Self {
        let decided = all.filter(|game| game.winner.is_some());
        Self::of(decided, |game| game.first_faction_won == Some(true))
    }

    /// The share with its interval, percent.
    pub fn words(&self) -> String {
        if self.of == 0 {
            return "-".to_owned();
        }
        let percent = [self.share, self.interval.low, self.interval.high].map(|part| 100.0 * part);
        format!("{:.0} % ({:.0} to {:.0})", percent[0], percent[1], percent[2])
    }
}

/// Figures of some games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Games {
    /// Number of games.
    pub count: usize,
    /// Games without a decision.
    pub undecided: Share,
    /// Seconds of play until the decision.
    pub decision_s: Spread,
    /// Decided games that the first faction of the level won.
    pub first_faction: Share,
    /// Decided games with a leader at half time that the leader won.
    pub leader_won: Share,
    /// Battles.
    pub battles: Spread,
}

impl Games {
    fn of(games: &[&GameResult]) -> Self {
        let all = || games.iter().copied();
        let decided = || all().filter(|game| game.winner.is_some());
        let seconds: Vec<f64> = decided().map(|game| game.seconds).collect();
        let battles: Vec<f64> = all().map(|game| f64::from(game.battles)).collect();
        let led = decided().filter(|game| game.led_at_half_time.is_some());
        Self {
            count: games.len(),
            undecided: Share::of(all(), |game| game.winner.is_none()),
            decision_s: Spread::of(&seconds),
            first_faction: Share::of_first_faction(all()),
            leader_won: Share::of(led, |game| game.led_at_half_time == game.winner),
            battles: Spread::of(&battles),
        }
    }
}

/// What the games of a pair show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairReport {
    /// The numbers of the contestants in the series.
    pub contestants: [usize; 2],
    /// Their names.
    pub names: [String; 2],
    /// The games that each has won, of all their games.
    pub wins: [Share; 2],
    /// Their games.
    pub games: Games,
}

/// What the games of a contestant show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContestantReport {
    /// Name.
    pub name: String,
    /// The games that it has won, of all its games.
    pub wins: Share,
    /// Its rating, where contestants have met others of their kind.
    pub rating: Option<Rating>,
    /// First attack, seconds of play, of the games with one.
    pub first_attack_s: Spread,
    /// First landing, of the games with one.
    pub first_landing_s: Spread,
    /// First landing on a foe's home, of the games with one.
    pub first_home_landing_s: Spread,
    /// Money of an economy tick at 60, 120 and 300 s.
    pub income: [Spread; 3],
    /// Bodies held.
    pub bodies: Spread,
    /// Finished structures.
    pub stations: Spread,
    /// Share of worth in armed ships.
    pub fleet_share: Spread,
    /// Attacks that departed, in a game; of minds.
    pub attacks: Spread,
    /// Attacks that reached their goal, of all that departed.
    pub attacks_won: f64,
    /// Attacks that reached their goal, of all that have ended, by the odds that they promised.
    pub attacks_by_odds: [Share; 3],
    /// Orders in a minute of play.
    pub orders_per_minute: Spread,
    /// Refused orders, of all.
    pub refused: f64,
    /// Share of the time of armed fleets in which they had rested for over a minute.
    pub idle_share: Spread,
}

/// What is expected of a mind against a sparring partner, and what was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrialReport {
    /// The partner.
    pub partner: String,
    /// The mind.
    pub mind: String,
    /// The expectation, in words.
    pub expected: String,
    /// The games in which it was so.
    pub found: Share,
    /// Whether the games meet the expectation.
    pub holds: bool,
}

/// The measures in which two contestants are a standard deviation apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The contestants.
    pub names: [String; 2],
    /// The measures.
    pub measures: Vec<String>,
}

impl Report {
    /// The report of a league's games, by series.
    pub fn of(league: &League, games: &[Vec<PlayedGame>], rules: &MindRules) -> Self {
        let series = league.series.iter().zip(games);
        let report = |(series, games): (&Series, &Vec<PlayedGame>)| {
            let games: Vec<&GameResult> = games.iter().map(|game| &game.result).collect();
            SeriesReport::of(series, &games, rules)
        };
        Self { series: series.map(report).collect() }
    }

    /// Whether all expectations of sparring partners are met.
    pub fn holds(&self) -> bool {
        self.series.iter().flat_map(|series| &series.trials).all(|trial| trial.holds)
    }
}

impl SeriesReport {
    fn of(series: &Series, games: &[&GameResult], rules: &MindRules) -> Self {
        let contestants = series.contestants();
        let names: Vec<String> = contestants.iter().map(|one| one.name(rules)).collect();
        let kind = match series.play {
            Pairings::Ladder(_) => Kind::Ladder,
            Pairings::Everyone(_) => Kind::Everyone,
            Pairings::Equals(_) => Kind::Equals,
            Pairings::Sparring { .. } => Kind::Sparring,
        };
        let pairs: Vec<PairReport> = series
            .pairs()
            .into_iter()
            .enumerate()
            .map(|(number, pair)| {
                let of_pair: Vec<&GameResult> =
                    games.iter().copied().filter(|game| game.fixture.pair == number).collect();
                PairReport::of(pair, pair.map(|one| names[one].clone()), &of_pair)
            })
            .collect();
        let rated = matches!(kind, Kind::Ladder | Kind::Everyone).then(|| rate(&pairs, names.len()));
        let mut reports: Vec<ContestantReport> = (0..names.len())
            .map(|number| ContestantReport::of(number, names[number].clone(), games))
            .collect();
        for (report, rating) in reports.iter_mut().zip(rated.into_iter().flatten()) {
            report.rating = Some(rating);
        }
        let mut reasons = BTreeMap::new();
        for game in games.iter().filter(|game| game.winner.is_some()) {
            *reasons.entry(game.reason.clone()).or_insert(0) += 1;
        }
        let mut report = Self {
            name: series.name.clone(),
            about: series.about.clone(),
            promises: Vec::new(),
            levels: series.levels.clone(),
            generated: GeneratedReport::of(series, games),
            kind,
            all: Games::of(games),
            differences: if kind == Kind::Everyone { differences(&reports) } else { Vec::new() },
            contestants: reports,
            pairs,
            reasons,
            trials: trials(series, games, &contestants, rules),
        };
        report.promises = promises(series, &report);
        report
    }

    /// The pairs of contestants that are a standard deviation apart in too few measures.
    fn alike(&self) -> impl Iterator<Item = &Difference> {
        self.differences.iter().filter(|difference| difference.measures.len() < MEASURES_APART)
    }
}

/// The ratings of contestants by the games of their pairs.
fn rate(pairs: &[PairReport], count: usize) -> Vec<Rating> {
    let mut results = Results::new(count);
    for PairReport { contestants: [one, other], wins, games, .. } in pairs {
        results.add(*one, *other, wins[0].games as f64);
        results.add(*other, *one, wins[1].games as f64);
        results.add_draws(*one, *other, games.undecided.games as f64);
    }
    ratings(&results)
}

impl PairReport {
    fn of(contestants: [usize; 2], names: [String; 2], games: &[&GameResult]) -> Self {
        let wins = [0, 1].map(|one| Share::of(games.iter().copied(), |game| game.winner == Some(one)));
        Self { contestants, names, wins, games: Games::of(games) }
    }

    /// Whether the second contestant clearly beats the first.
    pub fn is_step(&self) -> bool {
        self.wins[1].share >= LADDER_SHARE && self.wins[1].interval.low > LADDER_LOW
    }
}

impl ContestantReport {
    fn of(number: usize, name: String, games: &[&GameResult]) -> Self {
        // A contestant that plays against itself has both sides of a game.
        let played: Vec<(&GameResult, usize)> = games
            .iter()
            .flat_map(|game| [(*game, 0), (*game, 1)])
            .filter(|(game, one)| game.fixture.contestants[*one] == number)
            .collect();
        let won = played.iter().filter(|(game, one)| game.winner == Some(*one)).count();
        let spread = |value: &dyn Fn(&SideFigures) -> Option<f64>| {
            let values = played.iter().filter_map(|(game, one)| value(&game.sides[*one]));
            Spread::of(&values.collect::<Vec<f64>>())
        };
        let sum = |value: fn(&SideFigures) -> u32| -> f64 {
            played.iter().map(|(game, one)| f64::from(value(&game.sides[*one]))).sum()
        };
        let ratio = |part: f64, all: f64| if all > 0.0 { part / all } else { 0.0 };
        let per_minute: Vec<f64> = played
            .iter()
            .map(|(game, one)| ratio(60.0 * f64::from(game.sides[*one].orders), game.seconds))
            .collect();
        Self {
            name,
            wins: Share::new(won, played.len()),
            rating: None,
            first_attack_s: spread(&|side| side.first_attack_s),
            first_landing_s: spread(&|side| side.first_landing_s),
            first_home_landing_s: spread(&|side| side.first_home_landing_s),
            income: [0, 1, 2].map(|mark: usize| spread(&|side| side.income[mark].map(|money| money as f64))),
            bodies: spread(&|side| Some(side.bodies)),
            stations: spread(&|side| Some(side.stations)),
            fleet_share: spread(&|side| Some(side.fleet_share)),
            attacks: spread(&|side| Some(f64::from(side.attacks))),
            attacks_won: ratio(sum(|side| side.attacks_won), sum(|side| side.attacks)),
            attacks_by_odds: std::array::from_fn(|band| {
                let records = played.iter().map(|(game, one)| game.sides[*one].attacks_by_odds[band]);
                let (won, ended) = records.fold((0, 0), |(won, ended), record| {
                    (won + record.won as usize, ended + record.ended as usize)
                });
                Share::new(won, ended)
            }),
            orders_per_minute: Spread::of(&per_minute),
            refused: ratio(sum(|side| side.refused), sum(|side| side.orders)),
            idle_share: spread(&|side| Some(side.idle_share)),
        }
    }

    /// Whether an attack has ended whose odds are known.
    fn has_forecasts(&self) -> bool {
        self.attacks_by_odds.iter().any(|band| band.of > 0)
    }

    /// The measures of a personality.
    fn measures(&self) -> [(&'static str, Spread); 5] {
        [
            ("first attack", self.first_attack_s),
            ("share of fleet", self.fleet_share),
            ("bodies", self.bodies),
            ("stations", self.stations),
            ("attacks", self.attacks),
        ]
    }
}

fn differences(reports: &[ContestantReport]) -> Vec<Difference> {
    let pairs = (0..reports.len()).flat_map(|one| (one + 1..reports.len()).map(move |other| (one, other)));
    pairs
        .map(|(one, other)| {
            let measures = reports[one].measures().into_iter().zip(reports[other].measures());
            let apart = measures.filter(|((_, one), (_, other))| are_apart(one, other));
            Difference {
                names: [reports[one].name.clone(), reports[other].name.clone()],
                measures: apart.map(|((name, _), _)| name.to_owned()).collect(),
            }
        })
        .collect()
}

/// Whether two means are a standard deviation apart, that of both samples together.
fn are_apart(one: &Spread, other: &Spread) -> bool {
    let variance = 0.5 * (one.deviation * one.deviation + other.deviation * other.deviation);
    let apart = (one.mean - other.mean).abs();
    one.count > 0 && other.count > 0 && apart > 0.0 && apart >= variance.sqrt()
}

/// What is expected against sparring partners, and what was found.
fn trials(
    series: &Series,
    games: &[&GameResult],
    contestants: &[Contestant],
    rules: &MindRules,
) -> Vec<TrialReport> {
    let Pairings::Sparring { partners, .. } = &series.play else { return Vec::new() };
    let mut reports = Vec::new();
    for (number, pair) in series.pairs().into_iter().enumerate() {
        let Contestant::Mind { skill, .. } = &contestants[pair[0]] else { continue };
        let of_pair: Vec<&GameResult> =
            games.iter().copied().filter(|game| game.fixture.pair == number).collect();
        let trial = &partners[pair[1] + partners.len() - contestants.len()];
        for (expected, found, holds) in expectations(trial, skill, &of_pair) {
            let names = pair.map(|one| contestants[one].name(rules));
            let [mind, partner] = names;
            reports.push(TrialReport { partner, mind, expected, found, holds });
        }
    }
    reports
}

/// What a trial expects of a skill: in words, the games in which it was so, and whether they suffice.
fn expectations(trial: &Trial, skill: &String, games: &[&GameResult]) -> Vec<(String, Share, bool)> {
    let share = |holds: &dyn Fn(&GameResult) -> bool| Share::of(games.iter().copied(), holds);
    let percent = trial.percent;
    let mut found = Vec::new();
    if trial.beaten_by.contains(skill) {
        let limit = trial.within_s.unwrap_or(f64::INFINITY);
        let wins = share(&|game| game.winner == Some(0) && game.seconds <= limit);
        let words = match trial.within_s {
            Some(seconds) => format!("beats it within {seconds:.0} s in {percent:.0} %"),
            None => format!("beats it in {percent:.0} %"),
        };
        found.push((words, wins, 100.0 * wins.share >= percent));
    }
    if trial.survived_by.contains(skill) {
        let survived = share(&|game| game.winner != Some(1));
        found.push((format!("survives it in {percent:.0} %"), survived, 100.0 * survived.share >= percent));
    }
    for expected in trial.wins.iter().filter(|expected| expected.skill == *skill) {
        let wins = share(&|game| game.winner == Some(1));
        let above = wins.share - expected.percent / 100.0;
        let (how, holds) =
            if expected.or_more { ("at least", above >= 0.0) } else { ("about", above.abs() <= ABOUT) };
        found.push((format!("loses {how} {:.0} %", expected.percent), wins, holds));
    }
    found
}

/// The names of the bands of promised odds.
fn band_names() -> [String; 3] {
    let [low, middle] = ODDS_BANDS.map(|bound| format!("< {:.0} %", 100.0 * bound));
    [low, middle, "more".to_owned()]
}

/// The names of the times at which the income is noted.
fn income_names() -> [String; 3] {
    INCOME_AT_S.map(|seconds| format!("{seconds} s"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::file::ExpectedWins;
    use crate::league::schedule::fixtures;
    use crate::league::sparring::Partner;
    use crate::sim::OddsRecord;

    /// A series with this number of games of each pairing on one level.
    fn series(play: Pairings, games: usize) -> Series {
        Series {
            name: "test".to_owned(),
            about: String::new(),
            levels: vec!["a.ron".to_owned()],
            generated: None,
            games: u32::try_from(games).expect("few games"),
            minutes: 1.0,
            days: 0.0,
            play,
        }
    }

    /// The report of a series: each game is won by the winner of the list after so many seconds. The first
    /// contestant of each pair attacks: twice in vain with low odds, and three times with high ones.
    fn report_of(series: &Series, ends: &[(Option<usize>, f64)]) -> SeriesReport {
        let attacks = [(2, 0), (0, 0), (3, 2)].map(|(ended, won)| OddsRecord { ended, won });
        let attacker = SideFigures { attacks_by_odds: attacks, ..SideFigures::default() };
        let fixtures = fixtures(series, series.games).into_iter().zip(ends);
        let games = fixtures.map(|(fixture, (winner, seconds))| GameResult {
            names: ["one".to_owned(), "other".to_owned()],
            level: "a.ron".to_owned(),
            seed: fixture.seed,
            days: fixture.days,
            winner: *winner,
            first_faction_won: winner.map(|winner| (winner == 0) != fixture.swapped),
            reason: winner.map_or_else(String::new, |_| "held on".to_owned()),
            seconds: *seconds,
            led_at_half_time: Some(0),
            battles: 4,
            sides: [attacker.clone(), SideFigures::default()],
            fixture,
        });
        let games: Vec<GameResult> = games.collect();
        SeriesReport::of(series, &games.iter().collect::<Vec<_>>(), &MindRules::default())
    }

    fn report(play: Pairings, ends: &[(Option<usize>, f64)]) -> SeriesReport {
        report_of(&series(play, ends.len()), ends)
    }

    fn mind(skill: &str, personality: Option<&str>) -> Contestant {
        let (skill, personality) = (skill.to_owned(), personality.map(str::to_owned));
        Contestant::Mind { skill, personality, opening: None, handicap: Default::default() }
    }

    /// Whether each promise holds, and what was found.
    fn found(report: &SeriesReport) -> Vec<(bool, &str)> {
        report.promises.iter().map(|promise| (promise.holds, promise.found.as_str())).collect()
    }

    const ENDS: [(Option<usize>, f64); 4] =
        [(Some(1), 100.0), (Some(1), 200.0), (Some(0), 400.0), (None, 2700.0)];

    #[test]
    fn games_are_counted_by_contestant_and_by_faction() {
        let partners = [Partner::Rush, Partner::Boom].map(Contestant::Partner).to_vec();
        let report = report(Pairings::Ladder(partners), &ENDS);
        let pair = &report.pairs[0];
        assert_eq!(pair.names, ["rush", "boom"]);
        assert_eq!((pair.wins[0].games, pair.wins[1].games, pair.wins[1].of), (1, 2, 4));
        assert_eq!((report.all.undecided.games, report.all.decision_s.median), (1, 200.0));
        // The first two games have changed sides, so that either faction won one of them.
        assert_eq!((report.all.first_faction.games, report.all.first_faction.of), (2, 3));
        assert_eq!((report.all.leader_won.games, report.all.leader_won.of), (1, 3));
        assert_eq!(report.reasons, BTreeMap::from([("held on".to_owned(), 3)]));
        let ratings: Vec<f64> = report.contestants.iter().filter_map(|one| Some(one.rating?.elo)).collect();
        assert!(ratings[0] < 1500.0 && ratings[1] > 1500.0, "{ratings:?}");
        assert!(!pair.is_step(), "two of four games show nothing");
        assert_eq!(found(&report), [(false, "0 of 1 pairs; not boom with 50 % (15 to 85)")]);
    }

    #[test]
    fn attacks_are_shown_by_the_odds_that_they_promised() {
        let partners = [Partner::Rush, Partner::Boom].map(Contestant::Partner).to_vec();
        let report = report(Pairings::Ladder(partners), &ENDS);
        let counts = |one: &ContestantReport| one.attacks_by_odds.map(|band| (band.games, band.of));
        assert_eq!(counts(&report.contestants[0]), [(0, 8), (0, 0), (8, 12)]);
        assert!(report.contestants[0].has_forecasts() && !report.contestants[1].has_forecasts());
        let report = Report { series: vec![report] };
        let text = text::text(&report);
        let words = "rush  attacks promised < 33 %, < 67 %, more: won 0 %, -, 67 % (of 8, 0, 12)\n";
        assert!(text.contains(words), "{text}");
        assert_eq!(text.matches("attacks promised").count(), 1, "{text}");
        let page = page::page(&report, "test");
        assert!(page.contains("|  | < 33 % | < 67 % | more |\n"), "{page}");
        assert!(page.contains("| rush | 0 % (0 to 32) of 8 | - | 67 % (39 to 86) of 12 |\n"), "{page}");
    }

    #[test]
    fn equals_have_both_sides_of_a_game() {
        let report = report(Pairings::Equals(vec![Contestant::Partner(Partner::Rush)]), &ENDS);
        let one = &report.contestants[0];
        assert_eq!((one.wins.games, one.wins.of, one.rating), (3, 8, None));
    }

    #[test]
    fn trials_say_whether_games_are_as_expected() {
        let trial = Trial {
            partner: Partner::Idle,
            beaten_by: vec!["captain".to_owned()],
            within_s: Some(300.0),
            survived_by: vec!["captain".to_owned()],
            percent: 50.0,
            wins: [(40.0, false), (20.0, true)]
                .map(|(percent, or_more)| ExpectedWins { skill: "captain".to_owned(), percent, or_more })
                .to_vec(),
        };
        let play = Pairings::Sparring { minds: vec![mind("captain", None)], partners: vec![trial] };
        // The mind wins once within 300 s and once later, and loses twice.
        let ends = [(Some(0), 299.0), (Some(0), 301.0), (Some(1), 50.0), (Some(1), 50.0)];
        let report = report(play, &ends);
        let trials: Vec<(usize, bool)> =
            report.trials.iter().map(|trial| (trial.found.games, trial.holds)).collect();
        assert_eq!(trials, [(1, false), (2, true), (2, true), (2, true)], "{:?}", report.trials);
        assert_eq!(found(&report), [(false, "3 of 4 expectations; not captain against idle")]);
        assert_eq!((report.trials[0].mind.as_str(), report.trials[0].partner.as_str()), ("captain", "idle"));
    }

    #[test]
    fn personalities_are_promised_to_differ_where_skills_are_equal() {
        let everyone = |skills: [&str; 2]| {
            let [one, other] = skills;
            Pairings::Everyone(vec![mind(one, Some("steward")), mind(other, Some("corsair"))])
        };
        // All figures are 0, so nothing differs.
        let words = "0 of 1 pairs; not captain steward and captain corsair";
        assert_eq!(found(&report(everyone(["captain"; 2]), &ENDS)), [(false, words)]);
        assert!(found(&report(everyone(["captain", "cadet"]), &ENDS)).is_empty());
    }

    /// Games on files do not count.
    #[test]
    fn generated_systems_are_even_if_no_side_wins_too_often() {
        let rush = || Contestant::Partner(Partner::Rush);
        let systems = Generated {
            seeds: 2,
            sides: 2,
            planets: None,
            moons: None,
            comets: None,
            incline: None,
            distances: None,
        };
        let series = Series { generated: Some(systems), ..series(Pairings::Equals(vec![rush()]), 2) };
        // Two games on each level, with sides changed: the contestants 0 and 1 have won for the first faction.
        let ends = |last: Option<usize>| {
            let winners = [Some(0), Some(1), Some(0), Some(0), None, last];
            winners.map(|winner| (winner, 60.0))
        };
        let uneven = report_of(&series, &ends(Some(1)));
        assert_eq!((uneven.all.first_faction.games, uneven.all.first_faction.of), (4, 5));
        assert_eq!(found(&uneven), [(false, "the first faction won 67 % (21 to 94) of 3 decided games")]);
        let even = report_of(&series, &ends(None));
        assert_eq!(found(&even), [(true, "the first faction won 50 % (9 to 91) of 2 decided games")]);
        let text = text::text(&Report { series: vec![even.clone()] });
        let page = page::page(&Report { series: vec![even] }, "test");
        for shown in [text, page] {
            assert!(shown.contains("2 generated systems of 2 sides"), "{shown}");
            assert!(shown.contains("the first faction won 50 % (9 to 91)"), "{shown}");
            assert!(!shown.contains("generated 2"), "{shown}");
        }
        let none = report_of(&series, &[(None, 60.0); 6]);
        assert_eq!(found(&none), [(false, "no game was decided")]);
    }

    #[test]
    fn the_page_says_first_what_is_promised() {
        let partners = [Partner::Rush, Partner::Boom].map(Contestant::Partner).to_vec();
        let series = vec![
            report(Pairings::Ladder(partners.clone()), &ENDS),
            report(Pairings::Everyone(partners), &ENDS),
        ];
        let page = page::page(&Report { series: series.clone() }, "test");
        let place = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}: {page}"));
        assert!(place("\n## Promises\n") < place("\n## How to read"));
        assert!(place("| **fails** |") < place("\n## How to read"));
        assert!(place("\n## How to read") < place("\n## Test\n"));
        let page = page::page(&Report { series: series[1..].to_vec() }, "test");
        assert!(!page.contains("Promises"), "scripts promise nothing: {page}");
    }

    #[test]
    fn samples_are_apart_by_their_deviation() {
        let spread = |values: &[f64]| Spread::of(values);
        assert!(are_apart(&spread(&[1.0, 2.0, 3.0]), &spread(&[3.0, 4.0, 5.0])));
        assert!(!are_apart(&spread(&[1.0, 2.0, 3.0]), &spread(&[1.5, 2.5, 3.5])));
        assert!(!are_apart(&spread(&[0.0, 0.0]), &spread(&[0.0, 0.0])));
    }
}
