//! Whatever the bytes, reading ends, quickly, with a level or with faults.

use std::time::{Duration, Instant};

use ecliptic::level::{MAX_FILE_BYTES, ReadError, Surroundings, read_level};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::{faults_of, parse, parse_bytes, project};

fn sol() -> Vec<u8> {
    std::fs::read(project("levels/sol.ron")).expect("the level is there")
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..400)) {
        let _ = parse_bytes(&bytes).map_err(|faults| faults.render(true));
    }

    #[test]
    fn any_soup_of_ron(words in vec(0..WORDS.len(), 0..120)) {
        let text: String = words.into_iter().map(|index| WORDS[index]).collect();
        let _ = parse(&text).map_err(|faults| faults.to_string());
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn any_damage_to_a_level(
        damages in vec((any::<Index>(), 0_usize..12, 0..WORDS.len()), 1..6),
    ) {
        let mut bytes = sol();
        for (place, removed, word) in damages {
            let start = place.index(bytes.len());
            let end = (start + removed).min(bytes.len());
            let _removed: Vec<u8> = bytes.splice(start..end, WORDS[word].bytes()).collect();
        }
        let _ = parse_bytes(&bytes).map_err(|faults| faults.to_string());
    }
}

/// Pieces from which texts that look like RON are made.
const WORDS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "'",
    "\\",
    "/",
    "*",
    "//",
    "/*",
    "*/",
    "r#\"",
    "\"#",
    "\n",
    " ",
    "\t",
    "#![enable(",
    "own(",
    "body(\"Sun\")",
    "name: ",
    "bodies: [",
    "orbit: (",
    "Some(",
    "None",
    "1",
    "-1e308",
    "NaN",
    "inf",
    "0x",
    "'a'",
    "b\"",
    "eccentricity: ",
    "\u{feff}",
    "é",
    "\0",
];

#[test]
fn too_large() {
    let faults = parse_bytes(&vec![b' '; MAX_FILE_BYTES + 1]).expect_err("it is too large");
    assert!(faults.to_string().contains("larger than 4 MiB"));
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("large.ron");
    std::fs::write(&path, vec![b'('; MAX_FILE_BYTES + 1]).expect("a file can be written");
    assert!(matches!(read_level(&path, &Surroundings::default()), Err(ReadError::Faulty(_))));
}

#[test]
fn not_text() {
    let faults = parse_bytes(b"(\n title: \"\xff\",\n)").expect_err("it is not UTF-8");
    let fault = faults.iter().next().expect("a fault is listed");
    assert_eq!((fault.line, fault.column), (2, 10));
    assert!(fault.message.contains("byte 11"), "{}", fault.message);
}

#[test]
fn no_such_file() {
    let error = read_level(&project("levels/no such level.ron"), &Surroundings::default())
        .expect_err("it is not there");
    assert!(matches!(error, ReadError::CannotRead { .. }));
    assert!(error.to_string().contains("no such level.ron"));
}

#[test]
fn a_byte_order_mark_is_tolerated() {
    let text = String::from_utf8(sol()).expect("it is text");
    assert!(parse(&format!("\u{feff}{text}")).is_ok());
}

#[test]
fn deep_nesting() {
    for bracket in ["[", "(", "{", "Some(", "/*", "a: ("] {
        let faults = faults_of(&bracket.repeat(300_000));
        assert_eq!(faults.len(), 1, "{bracket}");
    }
}

#[test]
fn large_texts_full_of_faults_end_in_time() {
    let began = Instant::now();
    let head = "(schema_version: 1, title: \"\", epoch: jd(0), bodies: [";
    for piece in ["x,", "body(1),", "body(\"a\"),", "own(name: \"a\"),", "1 ", "(),"] {
        let text = format!("{head}{}])", piece.repeat((MAX_FILE_BYTES - 100) / piece.len() / 4));
        let faults = faults_of(&text);
        assert!(!faults.to_string().is_empty());
    }
    assert!(began.elapsed() < Duration::from_secs(120), "{:?}", began.elapsed());
}

#[test]
fn too_many_bodies() {
    let moons: String = (0..10_001)
        .map(|number| {
            format!(
                "own(name: \"m{number}\", kind: moon, parent: \"Sun\", radius_km: 1, \
                 orbit: (semi_major_axis: au({}))),\n",
                1 + number
            )
        })
        .collect();
    let text = format!("(schema_version: 1, title: \"t\", epoch: jd(0), bodies: [body(\"Sun\"),\n{moons}])");
    assert!(faults_of(&text).to_string().contains("10002 bodies are too many"));
}
