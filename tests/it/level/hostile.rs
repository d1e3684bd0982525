//! Reading any bytes ends quickly, with a level or with faults.

use std::io::Write;
use std::time::{Duration, Instant};

use ecliptic::level::{ClassCatalog, Fault, MAX_FILE_BYTES, MAX_SAVE_BYTES, ReadError, read_level};
use flate2::Compression;
use flate2::write::GzEncoder;
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
    let faults = parse_bytes(&vec![b' '; MAX_SAVE_BYTES + 1]).expect_err("it is too large");
    assert!(faults.to_string().contains("larger than 128 MiB"));
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("large.ron");
    std::fs::write(&path, vec![b'('; MAX_SAVE_BYTES + 1]).expect("a file can be written");
    assert!(matches!(read_level(&path, &ClassCatalog::default()), Err(ReadError::Faulty(_))));
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes).expect("a list can be written to");
    packer.finish().expect("a list can be written to")
}

/// The first fault of a file with these bytes.
fn fault_of_file(bytes: &[u8]) -> Fault {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("packed.ron");
    std::fs::write(&path, bytes).expect("a file can be written");
    match read_level(&path, &ClassCatalog::default()) {
        Err(ReadError::Faulty(faults)) => faults.iter().next().expect("a fault is listed").clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn packed_files_are_bounded_by_what_they_hold() {
    let mebibyte = 1 << 20;
    let bomb = packed(&vec![b' '; mebibyte]).repeat(MAX_SAVE_BYTES / mebibyte * 8);
    assert!(bomb.len() < 4 * mebibyte, "a small file of 1 GiB");
    let fault = fault_of_file(&bomb);
    assert!(fault.message.contains("larger than 128 MiB") && fault.remedy.is_some(), "{fault}");
    let level = packed(head("body(\"Sun\")", &format!("/*{}*/", " ".repeat(MAX_FILE_BYTES))).as_bytes());
    let fault = fault_of_file(&level);
    assert!(fault.message.contains("larger than 4 MiB"), "a level stays one when it is packed: {fault}");
}

#[test]
fn packed_files_that_cannot_be_unpacked_are_named_with_a_remedy() {
    let whole = packed(&sol());
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 0xff;
    for bytes in
        [&whole[..2], &whole[..10], &whole[..whole.len() / 2], &changed, &[&whole[..], b"("].concat()]
    {
        let fault = fault_of_file(bytes);
        assert!(fault.to_string().contains("packed.ron"), "{fault}");
        assert!(fault.message.contains("cut off or damaged") && fault.remedy.is_some(), "{fault}");
    }
    let fault = fault_of_file(&packed(b"(\n title: \"\xff\",\n)"));
    assert!(fault.message.contains("UTF-8") && (fault.line, fault.column) == (2, 10), "{fault}");
    assert_eq!(fault_of_file(&packed(b"")).message, fault_of_file(b"").message);
}

/// The text of a level with some bodies and a field more.
fn head(bodies: &str, field: &str) -> String {
    format!(r#"(schema_version: 2, title: "t", epoch: jd(0), bodies: [{bodies}], {field})"#)
}

#[test]
fn only_the_state_of_a_save_may_be_larger_than_a_level() {
    let blanks = |count: usize| format!("/*{}*/", " ".repeat(count));
    let state = format!("state: ({})", blanks(MAX_FILE_BYTES));
    assert!(parse(&head("body(\"Sun\")", &state)).is_ok());
    for (times, field, words) in [(1, "settings: ()", "than 4 MiB"), (4, "state: ()", "than 16 MiB")] {
        let bodies = format!("{} body(\"Sun\")", blanks(times * MAX_FILE_BYTES));
        let faults = faults_of(&head(&bodies, field)).to_string();
        assert!(faults.contains(words), "{faults}");
    }
    let state = format!("state: ({})", blanks(MAX_SAVE_BYTES));
    let faults = faults_of(&head("body(\"Sun\")", &state)).to_string();
    assert!(faults.contains("larger than 128 MiB"), "{faults}");
}

#[test]
fn letters_that_cannot_be_seen_are_refused_wherever_they_are_shown() {
    let text = r##"(schema_version: 1, title: "TITLE", description: "DESCRIPTION", author: "AUTHOR",
        epoch: jd(0), bodies: [body("Sun"), own(name: "BODY", kind: planet, parent: "Sun", radius_km: 6000,
            orbit: (semi_major_axis: au(3)))],
        ship_classes: [(name: "hulk", role: "ROLE", radius_km: 1, cruise_km_s: 99, manoeuvre_km_s: 1)],
        factions: [(name: "FACTION", color: "#ffffff", team: "TEAM")])"##;
    let words = ["TITLE", "DESCRIPTION", "AUTHOR", "BODY", "ROLE", "FACTION", "TEAM"];
    let with = |word: &str, letter: char| text.replace(word, &format!("a{letter}b"));
    assert!(parse(text).is_ok());
    for letter in [
        '\u{1b}',
        '\u{7}',
        '\u{9b}',
        '\u{61c}',
        '\u{200b}',
        '\u{200f}',
        '\u{2028}',
        '\u{202a}',
        '\u{202e}',
        '\u{2066}',
        '\u{2069}',
        '\u{feff}',
        '\u{e0041}',
    ] {
        for word in words {
            let faults = faults_of(&with(word, letter));
            assert_eq!(faults.len(), 1, "{word} {letter:?}: {faults}");
            let code = format!("U+{:04X}", u32::from(letter));
            assert!(faults.to_string().contains(&code), "{word} {letter:?}: {faults}");
        }
    }
    for letter in ['\n', '\r', '\t'] {
        for word in words {
            assert_eq!(parse(&with(word, letter)).is_ok(), word == "DESCRIPTION", "{word} {letter:?}");
        }
    }
    for letter in ['é', '漢', '\u{301}', 'ع', '☀'] {
        assert!(words.iter().all(|word| parse(&with(word, letter)).is_ok()), "{letter:?}");
    }
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
    let error = read_level(&project("levels/no such level.ron"), &ClassCatalog::default())
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
