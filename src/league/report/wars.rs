//! The wars of all sides: games in which one contestant has every seat, so that they show the level.

use std::ops::Range;

use serde::Serialize;

use super::games::Share;
use super::level_name;
use super::promises::{Promise, even_homes};
use crate::league::file::Series;
use crate::league::game::WarResult;
use crate::league::gauge::SeatFigures;
use crate::league::statistics::Spread;
use crate::level::MindRules;

/// What the games of a series show in which one contestant has all sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WarsReport {
    /// Name.
    pub name: String,
    /// What it shows, in a sentence.
    pub about: String,
    /// What it is about, and whether the games keep it.
    pub promises: Vec<Promise>,
    /// The wars of each contestant on each level; generated systems are taken together.
    pub wars: Vec<WarReport>,
}

/// What the games of a contestant on a level show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WarReport {
    /// The name of the contestant.
    pub contestant: String,
    /// The level: the name of its file, or the generated systems in words.
    pub on: String,
    /// Number of sides; allies are one.
    pub sides: usize,
    /// Number of games.
    pub count: usize,
    /// Games with a decision.
    pub decided: Share,
    /// Seconds of play until the decision.
    pub decision_s: Spread,
    /// Battles.
    pub battles: Spread,
    /// Sides that hold a body at the end.
    pub sides_left: Spread,
    /// Factions that have surrendered.
    pub given_up: Spread,
    /// The homes, in the order of the level's factions.
    pub homes: Vec<HomeReport>,
}

/// What the games show of a home.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HomeReport {
    /// The faction with its home, or the number of the faction where levels differ in them.
    pub name: String,
    /// Decided games that its faction won, alone or with its allies.
    pub wins: Share,
    /// Games in which its faction surrendered.
    pub given_up: Share,
}

impl WarsReport {
    /// The report of a series in which contestants have all sides; `None` of others.
    pub(super) fn of(series: &Series, games: &[&WarResult], rules: &MindRules) -> Option<Self> {
        if !series.play.has_all_sides() {
            return None;
        }
        let mut wars = Vec::new();
        for (number, contestant) in series.contestants().iter().enumerate() {
            for (on, levels) in grounds(series) {
                let is_own =
                    |game: &&WarResult| game.fixture.pair == number && levels.contains(&game.fixture.level);
                let own: Vec<&WarResult> = games.iter().copied().filter(is_own).collect();
                wars.push(WarReport::of(contestant.name(rules), on, &own));
            }
        }
        let (name, about) = (series.name.clone(), series.about.clone());
        Some(Self { name, about, promises: vec![even_homes(&wars)], wars })
    }

    /// Number of games.
    pub fn count(&self) -> usize {
        self.wars.iter().map(|war| war.count).sum()
    }
}

/// What homes are compared on: each file, and all generated systems together; in words, and as numbers of levels.
fn grounds(series: &Series) -> Vec<(String, Range<usize>)> {
    let files = series.levels.len();
    let on_files = series.levels.iter().enumerate();
    let on_files = on_files.map(|(level, file)| (level_name(file).to_owned(), level..level + 1));
    let on_systems = series.generated.iter().map(|systems| (systems.words(), files..usize::MAX));
    on_files.chain(on_systems).collect()
}

impl WarReport {
    fn of(contestant: String, on: String, games: &[&WarResult]) -> Self {
        let spread = |value: fn(&WarResult) -> f64| {
            Spread::of(&games.iter().map(|game| value(game)).collect::<Vec<f64>>())
        };
        let decided = games.iter().filter(|game| game.is_decided());
        let seconds: Vec<f64> = decided.map(|game| game.seconds).collect();
        let seats = games.first().map_or(0, |game| game.seats.len());
        Self {
            contestant,
            on,
            sides: games.first().map_or(0, |game| game.sides()),
            count: games.len(),
            decided: Share::new(seconds.len(), games.len()),
            decision_s: Spread::of(&seconds),
            battles: spread(|game| f64::from(game.battles)),
            sides_left: spread(|game| game.sides_left() as f64),
            given_up: spread(|game| game.given_up() as f64),
            homes: (0..seats).map(|seat| HomeReport::of(seat, games, seconds.len())).collect(),
        }
    }

    /// The contestant and the level, for people.
    pub fn title(&self) -> String {
        format!("{} on {}", self.contestant, self.on)
    }
}

impl HomeReport {
    /// The home of a seat in some games, of which so many were decided.
    fn of(seat: usize, games: &[&WarResult], decided: usize) -> Self {
        let seats: Vec<&SeatFigures> = games.iter().filter_map(|game| game.seats.get(seat)).collect();
        let count = |is_such: fn(&SeatFigures) -> bool| seats.iter().filter(|seat| is_such(seat)).count();
        Self {
            name: name_of(seat, &seats),
            wins: Share::new(count(|seat| seat.won), decided),
            given_up: Share::new(count(|seat| seat.gave_up), seats.len()),
        }
    }
}

/// The name of a seat: that of its faction, or `side 2` where games have other factions there.
fn name_of(seat: usize, all: &[&SeatFigures]) -> String {
    let names: Vec<String> = all.iter().map(|seat| seat.name()).collect();
    match names.split_first() {
        Some((first, others)) if others.iter().all(|other| other == first) => first.clone(),
        _ => format!("side {}", seat + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::file::Pairings;
    use crate::league::generated::Generated;
    use crate::league::report::promises::Answer;
    use crate::league::report::test_support::{mind, series, war, wars};
    use crate::league::report::{Report, page, text};

    /// The wins of each home, and the number of decided games.
    fn wins(report: &WarReport) -> Vec<(usize, usize)> {
        report.homes.iter().map(|home| (home.wins.games, home.wins.of)).collect()
    }

    #[test]
    fn wins_are_counted_by_home_and_undecided_games_left_out() {
        let report = wars(&[0, 1, 2, 3], &[Some(1), None, Some(3), Some(1), None]);
        let [war] = &report.wars[..] else { panic!("one contestant on one level") };
        assert_eq!(wins(war), [(0, 3), (2, 3), (0, 3), (1, 3)]);
        assert_eq!((war.sides, war.count, report.count()), (4, 5, 5));
        assert_eq!((war.decided.games, war.decided.of), (3, 5));
        // Decided after 60, 180 and 240 s.
        assert_eq!((war.decision_s.count, war.decision_s.median), (3, 180.0));
        // The winner alone has bodies; without one, all have, and nobody has surrendered.
        assert!((war.sides_left.mean - (3.0 + 2.0 * 4.0) / 5.0).abs() < 1e-12, "{war:?}");
        assert!((war.given_up.mean - 3.0 * 3.0 / 5.0).abs() < 1e-12, "{war:?}");
        assert_eq!(war.battles.mean, 4.0);
        let given_up: Vec<_> = war.homes.iter().map(|home| (home.given_up.games, home.given_up.of)).collect();
        assert_eq!(given_up, [(3, 5), (1, 5), (3, 5), (2, 5)]);
    }

    #[test]
    fn a_win_counts_for_all_members_of_the_team() {
        let report = wars(&[0, 1, 0, 1], &[Some(0), Some(1), Some(0)]);
        let war = &report.wars[0];
        assert_eq!(wins(war), [(2, 3), (1, 3), (2, 3), (1, 3)]);
        assert_eq!(war.sides, 2, "allies are one side");
    }

    #[test]
    fn generated_systems_are_taken_together_and_contestants_are_not() {
        let systems = Generated { sides: 3, ..Generated::usual(2) };
        let play = Pairings::AllSides(vec![mind("captain", None), mind("cadet", None)]);
        let series = Series { generated: Some(systems), ..series(play, 1) };
        // A file and two systems for each contestant.
        let games: Vec<WarResult> = [0, 1]
            .into_iter()
            .flat_map(|pair| (0..3).map(move |level| (pair, level)))
            .map(|(pair, level)| {
                let mut game = war(&[0, 1, 2], Some(2), 60.0);
                (game.fixture.pair, game.fixture.level) = (pair, level);
                (game.seats[0].faction, game.seats[0].home) = (format!("first of {level}"), None);
                game
            })
            .collect();
        let all: Vec<&WarResult> = games.iter().collect();
        let report = WarsReport::of(&series, &all, &MindRules::default()).expect("it is of wars");
        let titles: Vec<String> = report.wars.iter().map(WarReport::title).collect();
        let words = "2 generated systems of 3 sides (seeds 1 to 2)";
        let on = |who: &str| [format!("{who} on a.ron"), format!("{who} on {words}")];
        assert_eq!(titles, [on("captain"), on("cadet")].concat());
        assert_eq!(report.wars.iter().map(|war| war.count).collect::<Vec<_>>(), [1, 2, 1, 2]);
        let names =
            |war: usize| report.wars[war].homes.iter().map(|home| home.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names(0), ["first of 0", "faction 1 (home 1)", "faction 2 (home 2)"]);
        assert_eq!(names(1)[0], "side 1", "the systems differ");
    }

    #[test]
    fn text_and_page_show_every_home() {
        let wars = wars(&[0, 1, 2, 3], &[Some(1), None, Some(3), Some(1)]);
        let report = Report { promises: Vec::new(), series: Vec::new(), wars: vec![wars] };
        assert_eq!(report.wars[0].promises[0].answer, Answer::Open);
        let (text, page) = (text::text(&report), page::page(&report, "test"));
        for shown in [&text, &page] {
            assert!(shown.contains("captain on a.ron"), "{shown}");
            assert!(shown.contains("75 % (30 to 95)"), "three of four are decided: {shown}");
            assert!(shown.contains("faction 1 (home 1)") && shown.contains("67 % (21 to 94)"), "{shown}");
        }
        assert!(text.is_ascii() && text.contains("OPEN: Even homes"), "{text}");
        assert!(page.contains("what 4 games show") && page.contains("\n## Test\n"), "{page}");
    }
}
