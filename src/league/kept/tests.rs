//! Tests of files of kept games.

use std::path::PathBuf;

use super::*;
use crate::league::game::{GameResult, Outcome, WarResult};
use crate::league::gauge::{Duty, IdleCase, SeatFigures, SideFigures};
use crate::league::schedule::Fixture;
use crate::league::stopwatch::MindCost;
use crate::sim::{OperationKind, Stage};

/// A file in a folder of its own.
fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("games.jsonl");
    (folder, path)
}

fn key(name: &str) -> Key {
    Key(name.to_owned())
}

/// Opens a file for a league with games `a` and `b`.
fn open(path: &Path, program: &str) -> Result<Kept, KeepError> {
    Kept::open(path, Program(program.to_owned()), &BTreeSet::from([key("a"), key("b")]))
}

fn opened(path: &Path) -> Kept {
    open(path, "own").unwrap_or_else(|error| panic!("{error}"))
}

fn find(kept: &Kept, name: &str) -> Option<PlayedGame> {
    kept.find(&key(name)).expect("the file is whole")
}

/// A game with numbers that are lost if they are rounded, and words with all that must be escaped.
fn game(seconds: f64) -> PlayedGame {
    let side = SideFigures {
        first_attack_s: Some(1.0 / 3.0),
        income: [Some(-5), None, Some(7)],
        bodies_at: [None, Some(3), None],
        fleet_share: f64::MIN_POSITIVE,
        seen_ahead_s: vec![0.1 + 0.7, 31.0],
        bodies: 0.1 + 0.2,
        idle: vec![
            IdleCase { at_s: 61.0 + 1.0 / 3.0, duty: None },
            IdleCase { at_s: 99.0, duty: Some(Duty { kind: OperationKind::Take, stage: Stage::Gather }) },
        ],
        ..SideFigures::default()
    };
    let result = GameResult {
        fixture: Fixture::default(),
        names: ["one \"two\"\n".to_owned(), "ö\\".to_owned()],
        level: "a.ron".to_owned(),
        seed: u64::MAX - 1,
        days: 987.654_321_098_765_4,
        winner: Some(1),
        first_faction_won: Some(false),
        reason: "held on".to_owned(),
        seconds,
        led_at_half_time: None,
        battles: 4,
        sides: [side, SideFigures::default()],
    };
    let cost = Some(MindCost { mean_ms: 0.1, p99_ms: 1.0 / 7.0, worst_ms: 3.0 });
    PlayedGame { result: Outcome::Pair(Box::new(result)), cost }
}

/// A game of all sides with such numbers and words.
fn war() -> PlayedGame {
    let seat = SeatFigures {
        faction: "one \"two\"\n".to_owned(),
        home: Some("ö\\".to_owned()),
        side: 3,
        won: true,
        bodies: 7,
        gave_up: false,
    };
    let result = WarResult {
        fixture: Fixture::default(),
        name: "captain".to_owned(),
        level: "a.ron".to_owned(),
        seed: u64::MAX - 1,
        days: 0.1 + 0.2,
        reason: "held on".to_owned(),
        seconds: 1.0 / 3.0,
        battles: 4,
        seats: vec![seat, SeatFigures::default()],
    };
    PlayedGame { result: Outcome::War(Box::new(result)), cost: None }
}

/// The file of two games, `a` and `b`.
fn two_games() -> (tempfile::TempDir, PathBuf, String) {
    let (folder, path) = file();
    let kept = opened(&path);
    kept.add(&key("a"), &game(1.0)).expect("it can be written");
    kept.add(&key("b"), &PlayedGame { cost: None, ..game(2.0) }).expect("it can be written");
    let text = std::fs::read_to_string(&path).expect("it is there");
    (folder, path, text)
}

#[test]
fn games_come_back_bit_by_bit() {
    let (_folder, path, text) = two_games();
    assert!(text.lines().count() == 2 && text.ends_with('\n'), "{text}");
    assert!(text.lines().all(|line| line.as_bytes().starts_with(LINE_START)), "{text}");
    let kept = opened(&path);
    assert_eq!(kept.stock(), Stock { usable: 2, ..Stock::default() });
    assert_eq!(find(&kept, "a"), Some(game(1.0)));
    assert_eq!(find(&kept, "b"), Some(PlayedGame { cost: None, ..game(2.0) }));
    assert_eq!(find(&kept, "c"), None);
}

#[test]
fn games_of_all_sides_are_kept_beside_the_others() {
    let (_folder, path) = file();
    let kept = opened(&path);
    kept.add(&key("a"), &game(1.0)).expect("it can be written");
    kept.add(&key("b"), &war()).expect("it can be written");
    drop(kept);
    let kept = opened(&path);
    assert_eq!((find(&kept, "a"), find(&kept, "b")), (Some(game(1.0)), Some(war())));
}

/// Wherever the machine stopped, the game before is there, and the next one is whole.
#[test]
fn a_last_line_that_was_cut_is_removed() {
    let (_folder, path, text) = two_games();
    let first = text.find('\n').expect("it has two lines") + 1;
    for end in [first + 1, first + 5, first + 100, text.len() - 1] {
        std::fs::write(&path, &text[..end]).expect("it can be written");
        let kept = opened(&path);
        assert_eq!(kept.stock(), Stock { usable: 1, was_cut: true, ..Stock::default() }, "{end}");
        kept.add(&key("b"), &PlayedGame { cost: None, ..game(2.0) }).expect("it can be written");
        drop(kept);
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text, "{end}");
    }
}

#[test]
fn lines_of_other_programs_and_leagues_stay() {
    let (_folder, path, _) = two_games();
    let other = open(&path, "other").expect("its own games are none");
    assert_eq!(other.stock(), Stock { foreign: 2, ..Stock::default() });
    assert_eq!(find(&other, "a"), None);
    other.add(&key("a"), &game(3.0)).expect("it can be written");
    other.add(&key("c"), &game(4.0)).expect("it can be written");
    drop(other);
    // Another program may have measured other things.
    let text = std::fs::read_to_string(&path).expect("it is there");
    let later = text + "{\"program\":\"later\",\"key\":\"a\",\"game\":{\"measured\":[1]}}\n";
    std::fs::write(&path, &later).expect("it can be written");
    let own = opened(&path);
    assert_eq!(own.stock(), Stock { usable: 2, foreign: 3, ..Stock::default() });
    own.add(&key("c"), &game(4.0)).expect("it can be written");
    drop(own);
    assert_eq!(opened(&path).stock(), Stock { usable: 2, foreign: 3, elsewhere: 1, was_cut: false });
    assert!(std::fs::read_to_string(&path).expect("it is there").starts_with(&later));
}

/// Such a file is left as it is, above all if it is none of kept games.
#[test]
fn a_line_that_is_no_game_is_refused_with_place_and_remedy() {
    let (_folder, path, text) = two_games();
    let (first, second) = text.split_once('\n').expect("it has two lines");
    let long = "x".repeat(MAX_LINE_BYTES as usize + 1);
    for (line, words) in [
        ("", "EOF"),
        ("no game", "expected"),
        ("{\"program\":\"own\"}", "missing field `key`"),
        (first.replacen("\"key\"", "\"kee\"", 1).as_str(), "unknown field `kee`"),
        (first.replacen("battles:", "batles:", 1).as_str(), "batles"),
        (&first[..first.len() / 2], "EOF"),
        (long.as_str(), "no line"),
    ] {
        let faulty = format!("{first}\n{line}\n{second}");
        std::fs::write(&path, &faulty).expect("it can be written");
        let error = open(&path, "own").expect_err("it is faulty").to_string();
        assert!(error.contains("games.jsonl:2: ") && error.contains(words), "{line}: {error}");
        assert!(error.contains("remove this line, or name another file"), "{error}");
        assert!(std::fs::read_to_string(&path).expect("it is there") == faulty);
    }
    std::fs::write(&path, "(series: [])").expect("it can be written");
    let error = open(&path, "own").expect_err("it is a league").to_string();
    assert!(error.contains("games.jsonl:1: "), "{error}");
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "(series: [])");
}

#[test]
fn two_leagues_do_not_write_to_one_file() {
    let (_folder, path) = file();
    let first = opened(&path);
    assert!(matches!(open(&path, "own"), Err(KeepError::InUse(_))));
    drop(first);
    assert_eq!(opened(&path).stock(), Stock::default());
}

#[test]
fn a_folder_is_no_file() {
    let (folder, _) = file();
    assert!(matches!(open(folder.path(), "own"), Err(KeepError::Cannot(..))));
}
