//! How contestants play: the figures of their sides in all their games.

use std::collections::BTreeMap;

use serde::Serialize;

use super::games::Share;
use crate::league::file::{Contestant, Series};
use crate::league::game::GameResult;
use crate::league::gauge::{INCOME_AT_S, SEEN_AHEAD_S, SideFigures};
use crate::league::statistics::Spread;
use crate::league::statistics::ratings::Rating;
use crate::level::MindRules;
use crate::sim::ODDS_BANDS;

/// What the games of a contestant show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContestantReport {
    /// Name.
    pub name: String,
    /// Whether it is a mind, not a script.
    pub is_mind: bool,
    /// Its skill, if minds of it let their attacks be seen ahead.
    pub warning_skill: Option<String>,
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
    /// Those of them that came to plunder.
    pub raids: Spread,
    /// Share of the attacks that reached their goal, of all that departed.
    pub attacks_won: f64,
    /// Attacks that reached their goal, of all that have ended, by the odds that they promised.
    pub attacks_by_odds: [Share; 3],
    /// Attacks that were seen at least [`SEEN_AHEAD_S`] ahead, of all whose foe did not fire first; of minds.
    pub seen_ahead: Share,
    /// Orders in a minute of play.
    pub orders_per_minute: Spread,
    /// Share of the orders that were refused, by the mind's own check or by the world.
    pub refused: f64,
    /// Cases of a game in which a fleet that was to fight rested for over a minute.
    pub idle_cases: Spread,
    /// These cases of a mind in all games, by what the fleets were about.
    pub idle_fleets: BTreeMap<String, usize>,
    /// Its games with such a case. A game against itself counts for each side.
    pub idle_games: Share,
}

impl ContestantReport {
    /// The contestants of a series, not yet rated.
    pub(super) fn all(series: &Series, games: &[&GameResult], rules: &MindRules) -> Vec<Self> {
        let contestants = series.contestants();
        let report = |(number, contestant): (usize, &Contestant)| {
            Self::of(contestant, &Played::of(number, games), rules)
        };
        contestants.iter().enumerate().map(report).collect()
    }

    fn of(contestant: &Contestant, played: &Played, rules: &MindRules) -> Self {
        let income = |mark: usize| played.spread(|side| side.income[mark].map(|money| money as f64));
        Self {
            name: contestant.name(rules),
            is_mind: contestant.is_mind(),
            warning_skill: warning_skill(contestant, rules),
            wins: played.wins(),
            rating: None,
            first_attack_s: played.spread(|side| side.first_attack_s),
            first_landing_s: played.spread(|side| side.first_landing_s),
            first_home_landing_s: played.spread(|side| side.first_home_landing_s),
            income: [0, 1, 2].map(income),
            bodies: played.spread(|side| Some(side.bodies)),
            stations: played.spread(|side| Some(side.stations)),
            fleet_share: played.spread(|side| Some(side.fleet_share)),
            attacks: played.spread(|side| Some(f64::from(side.attacks))),
            raids: played.spread(|side| Some(f64::from(side.raids))),
            attacks_won: ratio(played.sum(|side| side.attacks_won), played.sum(|side| side.attacks)),
            attacks_by_odds: std::array::from_fn(|band| played.attacks_of_band(band)),
            seen_ahead: played.seen_ahead(),
            orders_per_minute: played.orders_per_minute(),
            refused: ratio(played.sum(|side| side.refused), played.sum(|side| side.orders)),
            idle_cases: played.spread(|side| Some(side.idle.len() as f64)),
            idle_fleets: if contestant.is_mind() { played.idle_fleets() } else { BTreeMap::new() },
            idle_games: played.idle_games(),
        }
    }

    /// What its idle fleets were about, each with the number of cases; `None` without a case.
    pub(super) fn idle_words(&self) -> Option<String> {
        let named = self.idle_fleets.iter().map(|(words, cases)| format!("{words} ({cases})"));
        (!self.idle_fleets.is_empty()).then(|| named.collect::<Vec<String>>().join(", "))
    }

    /// Whether an attack has ended whose odds are known.
    pub(super) fn has_forecasts(&self) -> bool {
        self.attacks_by_odds.iter().any(|band| band.of > 0)
    }
}

/// The games of a contestant, each with its side. One that plays against itself has both sides of a game.
struct Played<'a>(Vec<(&'a GameResult, usize)>);

impl<'a> Played<'a> {
    fn of(contestant: usize, games: &[&'a GameResult]) -> Self {
        let sides = games.iter().flat_map(|game| [(*game, 0_usize), (*game, 1)]);
        Self(sides.filter(|(game, one)| game.fixture.contestants[*one] == contestant).collect())
    }

    fn sides(&self) -> impl Iterator<Item = &SideFigures> {
        self.0.iter().map(|(game, one)| &game.sides[*one])
    }

    fn wins(&self) -> Share {
        let won = self.0.iter().filter(|(game, one)| game.winner == Some(*one)).count();
        Share::new(won, self.0.len())
    }

    /// A value of the games that have one.
    fn spread(&self, value: impl Fn(&SideFigures) -> Option<f64>) -> Spread {
        Spread::of(&self.sides().filter_map(value).collect::<Vec<f64>>())
    }

    fn sum(&self, value: fn(&SideFigures) -> u32) -> f64 {
        self.sides().map(|side| f64::from(value(side))).sum()
    }

    /// The attacks that promised odds of a band: those that reached their goal, of those that have ended.
    fn attacks_of_band(&self, band: usize) -> Share {
        let records = self.sides().map(|side| side.attacks_by_odds[band]);
        let (won, ended) = records
            .fold((0, 0), |(won, ended), record| (won + record.won as usize, ended + record.ended as usize));
        Share::new(won, ended)
    }

    fn seen_ahead(&self) -> Share {
        let seen = || self.sides().flat_map(|side| &side.seen_ahead_s);
        Share::new(seen().filter(|seconds| **seconds >= SEEN_AHEAD_S).count(), seen().count())
    }

    fn idle_games(&self) -> Share {
        Share::new(self.sides().filter(|side| !side.idle.is_empty()).count(), self.0.len())
    }

    fn idle_fleets(&self) -> BTreeMap<String, usize> {
        let mut fleets = BTreeMap::new();
        for case in self.sides().flat_map(|side| &side.idle) {
            *fleets.entry(case.words()).or_insert(0) += 1;
        }
        fleets
    }

    fn orders_per_minute(&self) -> Spread {
        let games = self.0.iter();
        let per_minute =
            games.map(|(game, one)| ratio(60.0 * f64::from(game.sides[*one].orders), game.seconds));
        Spread::of(&per_minute.collect::<Vec<f64>>())
    }
}

/// The skill of a mind that lets its attacks be seen ahead.
fn warning_skill(contestant: &Contestant, rules: &MindRules) -> Option<String> {
    let Contestant::Mind { skill, .. } = contestant else { return None };
    let warns = rules.skills.iter().any(|one| one.name == *skill && one.warns_s > 0.0);
    warns.then(|| skill.clone())
}

fn ratio(part: f64, all: f64) -> f64 {
    if all > 0.0 { part / all } else { 0.0 }
}

/// The names of the bands of promised odds.
pub(super) fn band_names() -> [String; 3] {
    let [low, middle] = ODDS_BANDS.map(|bound| format!("< {:.0} %", 100.0 * bound));
    [low, middle, "more".to_owned()]
}

/// The names of the times at which the income is noted.
pub(super) fn income_names() -> [String; 3] {
    INCOME_AT_S.map(|seconds| format!("{seconds} s"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::file::Pairings;
    use crate::league::gauge::IdleCase;
    use crate::league::report::test_support::{ENDS, game_of, mind, report, rush_and_boom};
    use crate::league::sparring::Partner;
    use crate::rules::test_support::shipped;

    #[test]
    fn attacks_are_counted_by_the_odds_that_they_promised() {
        let report = report(Pairings::Ladder(rush_and_boom()), &ENDS);
        let counts = |one: &ContestantReport| one.attacks_by_odds.map(|band| (band.games, band.of));
        assert_eq!(counts(&report.contestants[0]), [(0, 8), (0, 0), (8, 12)]);
        assert!(report.contestants[0].has_forecasts() && !report.contestants[1].has_forecasts());
    }

    #[test]
    fn attacks_are_counted_that_were_seen_half_a_minute_ahead() {
        let report = report(Pairings::Ladder(rush_and_boom()), &ENDS);
        let counts = |one: &ContestantReport| (one.seen_ahead.games, one.seen_ahead.of);
        assert_eq!(report.contestants.iter().map(counts).collect::<Vec<_>>(), [(4, 8), (0, 0)]);
    }

    #[test]
    fn games_are_counted_in_which_a_fleet_was_idle() {
        let case = IdleCase { at_s: 61.0, duty: None };
        let side = |cases| SideFigures { idle: vec![case; cases], ..SideFigures::default() };
        let games = [[2, 0], [0, 3], [0, 0], [1, 0]].map(|cases| game_of(cases.map(side)));
        let games = Played(games.iter().map(|game| (game, 0)).collect());
        let idle = games.idle_games();
        assert_eq!((idle.games, idle.of), (2, 4), "the foe's cases are not its own");
        assert_eq!(games.idle_fleets(), BTreeMap::from([("reserve".to_owned(), 3)]));
    }

    #[test]
    fn newcomers_and_cadets_let_their_attacks_be_seen() {
        let rules = shipped().minds;
        let skill = |skill: &str| warning_skill(&mind(skill, None), &rules);
        assert_eq!(
            ["newcomer", "cadet", "captain"].map(skill).map(|skill| skill.is_some()),
            [true, true, false]
        );
        assert_eq!(skill("cadet").as_deref(), Some("cadet"));
        assert_eq!(warning_skill(&Contestant::Partner(Partner::Rush), &rules), None);
    }

    #[test]
    fn equals_have_both_sides_of_a_game() {
        let report = report(Pairings::Equals(vec![Contestant::Partner(Partner::Rush)]), &ENDS);
        let one = &report.contestants[0];
        assert_eq!((one.wins.games, one.wins.of, one.rating), (3, 8, None));
    }
}
