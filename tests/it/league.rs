//! Leagues: games between sparring partners and minds, and the file that lists them.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use ecliptic::league::report::page::page;
use ecliptic::league::report::promises::Answer;
use ecliptic::league::report::text::text;
use ecliptic::league::{GameResult, LeagueError, LeagueResult, LoadedLeague, Stock, WarResult};
use ecliptic::level::ReadError;

use crate::sim::worlds::rules;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> Result<LoadedLeague, LeagueError> {
    LoadedLeague::read(path, &rules())
}

/// A league with this list of series, in a folder of its own.
fn league(series: &str) -> Result<LoadedLeague, LeagueError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("test.ron");
    let files = [("DUEL", "duel.ron"), ("TWINS", "twins.ron"), ("CORNERS", "four-corners.ron")];
    let series = files.into_iter().fold(series.to_owned(), |series, (word, file)| {
        series.replace(word, root().join("levels").join(file).to_str().expect("text"))
    });
    let text = format!("(series: [{series}])");
    std::fs::write(&path, text).expect("the folder can be written to");
    read(&path)
}

fn faults(series: &str) -> String {
    match league(series) {
        Err(LeagueError::Read(ReadError::Faulty(faults))) => faults.to_string(),
        other => panic!("it has faults: {:?}", other.map(|league| league.count())),
    }
}

fn results(result: &LeagueResult) -> Vec<&GameResult> {
    result.games.iter().flatten().filter_map(|game| game.result.pair()).collect()
}

fn wars(result: &LeagueResult) -> Vec<&WarResult> {
    result.games.iter().flatten().filter_map(|game| game.result.war()).collect()
}

#[test]
fn the_shipped_leagues_are_sound() {
    for (file, least) in [("opponents.ron", 2500), ("short.ron", 1000)] {
        let league = read(&root().join("leagues").join(file)).unwrap_or_else(|error| panic!("{error}"));
        assert!(league.count() > least, "{file}: {} games", league.count());
        let of_all_sides = league.league.series.iter().filter(|series| series.play.has_all_sides());
        assert_eq!(of_all_sides.count(), 2, "{file}");
    }
}

/// Two threads play the same games as one, with the sides changed in every second one.
#[test]
fn a_league_of_scripts_is_the_same_on_two_threads() {
    let series = r#"(
        name: "scripts", levels: ["DUEL"], games: 2, minutes: 1.5,
        play: everyone([partner(rush), partner(person), partner(claimer)]),
    )"#;
    let league = league(series).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(league.count(), 6);
    let played = [1, 2].map(|threads| league.play(threads, None, || ()).expect("it is played"));
    assert_eq!(results(&played[0]), results(&played[1]));
    assert_eq!(played[0].report, played[1].report);
    assert_eq!(text(&played[0].report), text(&played[1].report));
    assert_eq!(page(&played[0].report, "test"), page(&played[1].report, "test"));
    for twins in results(&played[0]).chunks(2) {
        assert!(twins[0].fixture.swapped != twins[1].fixture.swapped && twins[0].seed == twins[1].seed);
        assert_ne!(twins[0].sides, twins[1].sides, "the homes are not alike");
        for side in twins.iter().flat_map(|game| &game.sides) {
            assert!(side.orders > 0 && side.refused * 10 <= side.orders, "{side:?}");
            assert!(side.income[0].is_some() && side.income[1].is_none(), "{side:?}");
        }
    }
}

/// A league that was stopped in the middle of a line, and goes on with another number of threads, ends as one that
/// was not, and plays no game twice.
#[test]
fn a_league_that_is_continued_has_the_same_report() {
    let series = r#"(
        name: "NAME", levels: ["DUEL"], games: 2, minutes: 1.1,
        play: sparring(minds: [mind(skill: "captain")], partners: [(partner: rush), (partner: claimer)]),
    ), (
        name: "scripts", levels: ["DUEL"], games: 2, minutes: 1.1,
        play: everyone([partner(rush), partner(person)]),
    )"#;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("games.jsonl");
    let league = |name: &str| league(&series.replace("NAME", name)).unwrap_or_else(|error| panic!("{error}"));
    let whole = league("minds").play(2, None, || ()).expect("it is played");
    // Plays what is not kept; the number of games that were kept, that of played ones, and the result.
    let go_on = |league: &LoadedLeague, threads: usize| {
        let kept = league.kept(&path).unwrap_or_else(|error| panic!("{error}"));
        let played = AtomicUsize::new(0);
        let count = || {
            played.fetch_add(1, Ordering::Relaxed);
        };
        let result = league.play(threads, Some(&kept), count).expect("it is played");
        (kept.stock(), played.into_inner(), result)
    };
    let (stock, played, result) = go_on(&league("minds"), 1);
    assert_eq!((stock, played), (Stock::default(), 6));
    assert_eq!(result.report, whole.report);
    let text = std::fs::read_to_string(&path).expect("games were kept");
    let ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end + 1).collect();
    std::fs::write(&path, &text[..(ends[2] + ends[3]) / 2]).expect("the folder can be written to");
    let (stock, played, result) = go_on(&league("minds"), 2);
    assert_eq!((stock, played), (Stock { usable: 3, was_cut: true, ..Stock::default() }, 3));
    assert_eq!(results(&result), results(&whole));
    assert_eq!(result.report, whole.report);
    assert!(result.games[0].iter().all(|game| game.cost.is_some()), "the cost of minds is kept");
    // Chances depend on the name of a series, so another name gives other games; the second series is the same.
    let (stock, played, _) = go_on(&league("others"), 2);
    assert_eq!((stock.usable, stock.elsewhere, played), (2, 4, 4));
    let (stock, played, result) = go_on(&league("minds"), 2);
    assert_eq!((stock.usable, stock.elsewhere, played), (6, 4, 0));
    assert_eq!((results(&result), &result.report), (results(&whole), &whole.report));
}

/// Each seed gives a level; text and page give their number, not their names.
#[test]
fn a_series_is_played_on_generated_systems() {
    let series = r#"(
        name: "generated", generated: (seeds: 2, planets: 2, comets: 0), games: 2, minutes: 1,
        play: everyone([partner(rush), partner(claimer)]),
    )"#;
    let league = league(series).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(league.count(), 4);
    let result = league.play(2, None, || ()).expect("it is played");
    let games = results(&result);
    let played: Vec<(&str, bool)> =
        games.iter().map(|game| (game.level.as_str(), game.fixture.swapped)).collect();
    let (one, two) = ("generated 1", "generated 2");
    assert_eq!(played, [(one, false), (one, true), (two, false), (two, true)]);
    assert!(games.iter().flat_map(|game| &game.sides).all(|side| side.orders > 0), "{games:?}");
    let report = &result.report.series[0];
    let found = report.generated.expect("it is played on generated systems");
    assert_eq!((found.first_faction, found.systems.seeds), (report.all.first_faction, 2));
    assert!(report.promises.iter().any(|promise| promise.words.contains("no side wins more than 55 %")));
    for shown in [text(&result.report), page(&result.report, "test")] {
        assert!(
            shown.contains("2 generated systems of 2 sides (seeds 1 to 2, planets 2, comets 0)"),
            "{shown}"
        );
        assert!(!shown.contains(one), "{shown}");
    }
}

/// Each game has its own chances, two threads play the same ones, and a kept game is not played again.
#[test]
fn captains_play_all_sides_of_a_level_of_four() {
    let series = r#"(
        name: "corners", levels: ["CORNERS"], games: 2, minutes: 0.25,
        play: all_sides([mind(skill: "captain")]),
    ), (
        name: "three", generated: (seeds: 1, sides: 3, planets: 1, comets: 0), games: 1, minutes: 0.2,
        play: all_sides([partner(claimer)]),
    )"#;
    let league = league(series).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(league.count(), 3);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("games.jsonl");
    let played = [1, 2].map(|threads| {
        let kept = (threads == 2).then(|| league.kept(&path).unwrap_or_else(|error| panic!("{error}")));
        league.play(threads, kept.as_ref(), || ()).expect("it is played")
    });
    assert_eq!(wars(&played[0]), wars(&played[1]));
    assert_eq!(played[0].report, played[1].report);
    let kept = league.kept(&path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(kept.stock(), Stock { usable: 3, ..Stock::default() });
    let again = league.play(2, Some(&kept), || panic!("all games are kept")).expect("they are found");
    assert_eq!((wars(&again), &again.report), (wars(&played[0]), &played[0].report));
    let [one, other, three] = wars(&again)[..] else { panic!("three games") };
    assert!(one.seed != other.seed && one.days != other.days, "another game");
    assert_eq!(
        [one, three].map(|war| (war.sides(), war.sides_left(), war.given_up())),
        [(4, 4, 0), (3, 3, 0)]
    );
    assert!(!one.is_decided() && one.seconds == 15.0, "{one:?}");
    assert_eq!(one.seats[1].name(), "Amber (Westmark)");
    assert!(again.games[0].iter().all(|game| game.cost.is_some()), "minds sit there");
    for shown in [text(&again.report), page(&again.report, "test")] {
        assert!(
            shown.contains("captain on four-corners.ron") && shown.contains("Orchid (Easting)"),
            "{shown}"
        );
        assert!(shown.contains("claimer on 1 generated system of 3 sides"), "{shown}");
    }
}

/// Blue has nothing, so that it is beaten at once.
#[test]
fn all_members_of_a_team_win_a_war_of_all_sides() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("teams.ron");
    let level = r##"(
        schema_version: 1, title: "teams", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Earth"), body("Mars")],
        factions: [
            (name: "Red", color: "#ff0000", home: "Earth", team: "red"),
            (name: "Blue", color: "#0000ff"),
            (name: "Rose", color: "#ff8080", home: "Mars", team: "red"),
        ],
        victory: [eliminate],
    )"##;
    std::fs::write(&path, level).expect("the folder can be written to");
    let series = format!(
        "(name: \"x\", levels: [{path:?}], games: 3, minutes: 0.2, days: 0, play: all_sides([partner(idle)]))"
    );
    let league = league(&series).unwrap_or_else(|error| panic!("{error}"));
    let result = league.play(1, None, || ()).expect("it is played");
    assert_eq!(wars(&result).len(), 3, "an odd number of games stays");
    for war in wars(&result) {
        let won: Vec<bool> = war.seats.iter().map(|seat| seat.won).collect();
        assert_eq!(won, [true, false, true], "{war:?}");
        assert!(war.seconds < 12.0 && war.sides() == 2 && war.sides_left() == 1, "{war:?}");
    }
    let report = &result.report.wars[0].wars[0];
    assert_eq!((report.decided.games, report.decided.of), (3, 3));
    assert_eq!(report.homes.iter().map(|home| home.wins.games).collect::<Vec<_>>(), [3, 0, 3]);
}

/// Three cruisers, the guard and two troop ships win against an idle home.
#[test]
fn the_rush_beats_an_idle_home() {
    let series = r#"(
        name: "rush", levels: ["DUEL"], games: 2, minutes: 8,
        play: everyone([partner(rush), partner(idle)]),
    )"#;
    let league = league(series).unwrap_or_else(|error| panic!("{error}"));
    let result = league.play(2, None, || ()).expect("it is played");
    let [one, other] = results(&result)[..] else { panic!("two games") };
    for game in [one, other] {
        assert_eq!(game.winner, Some(0), "{game:?}");
        assert!(game.seconds < 480.0, "{game:?}");
        assert!(game.sides[0].first_home_landing_s.is_some() && game.sides[1].orders == 0, "{game:?}");
    }
    assert_ne!(one.first_faction_won, other.first_faction_won, "sides were changed");
    let report = &result.report.series[0];
    assert_eq!((report.pairs[0].wins[0].games, report.all.undecided.games), (2, 0));
}

/// A fixed list of orders wins against an idle home, from either side: its names stand for what is there.
#[test]
fn the_beginner_beats_an_idle_home() {
    let series = r#"(
        name: "beginner", levels: ["TWINS"], games: 2, minutes: 12, days: 0,
        play: everyone([partner(beginner), partner(idle)]),
    )"#;
    let league = league(series).unwrap_or_else(|error| panic!("{error}"));
    let result = league.play(2, None, || ()).expect("it is played");
    let games = results(&result);
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(game.winner, Some(0), "{game:?}");
        let side = &game.sides[0];
        assert!(side.orders > 8 && 4 * side.refused <= side.orders, "{side:?}");
    }
}

#[test]
fn a_faulty_league_is_refused_with_place_and_remedy() {
    let of = |play: &str| format!("(name: \"x\", levels: [\"DUEL\"], games: 2, play: {play})");
    let mind = "mind(skill: \"captain\")";
    let generated =
        |fields: &str| format!("(name: \"x\", generated: ({fields}), games: 2, play: equals([{mind}]))");
    for (series, words) in [
        (of("ladder([mind(skill: \"captin\"), mind(skill: \"cadet\")])"), "did you mean `captain`?"),
        (of(&format!("ladder([{mind}, mind(skill: \"cadet\", personality: \"nobody\")])")), "steward"),
        (of("everyone([partner(rush), partner(turtel)])"), "turtle"),
        (of(&format!("ladder([{mind}])")), "nobody has anybody"),
        (of(&format!("equals([{mind}])")).replace("games: 2", "games: 0"), "from 1 to"),
        (of(&format!("equals([{mind}])")).replace("games: 2", "gmes: 2"), "did you mean `games`?"),
        (of(&format!("equals([{mind}])")).replace("\"DUEL\"", ""), "name the file of a level"),
        (of(&format!("equals([{mind}])")).replace("levels: [\"DUEL\"], ", ""), "or give `generated`"),
        (generated("seeds: 0"), "from 1 to 1000"),
        (generated("seeds: 2, sides: 3"), "two contestants play"),
        (generated("seeds: 2, sides: 9").replace("equals", "all_sides"), "from 2 to 8"),
        (of("all_sides([])"), "nobody has anybody"),
        (of("all_sides([mind(skill: \"captin\")])"), "did you mean `captain`?"),
        (generated("seeds: 2, planets: 7"), "from 0 to 6"),
        (generated("seeds: 2, distances: 69"), "from 70 to 150"),
        (generated("seeds: 2, planet: 4"), "did you mean `planets`?"),
        (
            of(&format!("sparring(minds: [{mind}], partners: [(partner: idle, beaten_by: [\"capten\"])])")),
            "did you mean `captain`?",
        ),
        (
            of(&format!(
                "sparring(minds: [{mind}], partners: [(partner: idle, spared_by: [\"newcommer\"])])"
            )),
            "did you mean `newcomer`?",
        ),
        (
            of(&format!("sparring(minds: [{mind}], partners: [(partner: idle, until_s: 0)])")),
            "from 1 to 36000",
        ),
        (format!("{0}, {0}", of(&format!("equals([{mind}])"))), "is there already"),
    ] {
        let found = faults(&series);
        assert!(found.contains(words) && found.contains("test.ron:1"), "{series}: {found}");
    }
}

#[test]
fn a_series_is_chosen_by_its_name() {
    let mut league = read(&root().join("leagues/opponents.ron")).unwrap_or_else(|error| panic!("{error}"));
    let error = league.only("sparing").expect_err("there is none").to_string();
    assert!(error.contains("did you mean `sparring`?"), "{error}");
    league.only("sparring").expect("there is one");
    assert_eq!(league.league.series.len(), 1);
}

#[test]
fn a_level_for_others_than_two_foes_is_unfit() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let alone = folder.path().join("alone.ron");
    let level = r##"(schema_version: 1, title: "alone", epoch: jd(2461365.5), bodies: [body("Sun")],
        factions: [(name: "Terra", color: "#4aa8ff")])"##;
    std::fs::write(&alone, level).expect("the folder can be written to");
    let series = format!(
        "(name: \"x\", levels: [{alone:?}], games: 2, play: everyone([partner(idle), partner(boom)]))"
    );
    let Err(LeagueError::UnfitLevel(file, why)) = league(&series) else { panic!("it is unfit") };
    assert!(file.contains("alone.ron") && why.contains("two factions"), "{file}: {why}");
    // The same level may be fit for one series and unfit for the next.
    let corners = |play: &str| {
        format!("(name: \"{play}\", levels: [\"CORNERS\"], games: 2, play: {play}([partner(idle)]))")
    };
    let both = format!("{}, {}", corners("all_sides"), corners("equals"));
    let Err(LeagueError::UnfitLevel(file, why)) = league(&both) else { panic!("it is unfit") };
    assert!(file.contains("four-corners.ron") && why.contains("`all_sides`"), "{file}: {why}");
}

/// Minds play in a league, and give their orders by themselves.
#[test]
fn minds_play_in_a_league() {
    let series = r#"(
        name: "minds", levels: ["DUEL"], games: 2, minutes: 1,
        play: sparring(
            minds: [mind(skill: "captain"), mind(skill: "newcomer", personality: "corsair")],
            partners: [(partner: idle, beaten_by: ["captain"], within_s: 30)],
        ),
    )"#;
    let league = league(series).unwrap_or_else(|error| panic!("{error}"));
    let result = league.play(2, None, || ()).expect("it is played");
    let report = &result.report.series[0];
    let names: Vec<&str> = report.contestants.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["captain", "newcomer corsair", "idle"]);
    let answers: Vec<Answer> = report.trials.iter().map(|trial| trial.answer).collect();
    assert_eq!(answers, [Answer::Fails], "nobody wins in half a minute");
    assert!(result.games.iter().flatten().all(|game| game.cost.is_some()));
}
