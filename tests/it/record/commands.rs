//! Logs at the command line: written, proved, taken apart.

use std::process::Output;

use crate::program::{self, text};

/// Runs the program. Returns its exit code and all that it says.
fn ecliptic(arguments: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = program::ecliptic(arguments);
    let words = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (status.code(), words)
}

#[test]
fn a_run_is_recorded_proved_and_taken_apart_from_the_command_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let names = ["war.eclog", "begin.ron", "other.eclog", "part.ron", "none.eclog"];
    let [log, save, other, part, none] = names.map(|name| folder.path().join(name));
    let run =
        ["simulate", "levels/duel.ron", "--orders", "tests/data/duel-war.ron", "--ticks", "450", "--record"];
    let record = || ecliptic(&[&run[..], &[text(&log)]].concat());
    let (code, words) = record();
    assert!(code == Some(0) && words.contains("a log of"), "{words}");
    let (code, words) = record();
    assert!(code == Some(2) && words.contains("choose another name"), "nothing is written over: {words}");

    let (code, words) = ecliptic(&["replay", text(&log), "--verify"]);
    assert!(
        code == Some(0) && words.contains("every hash is equal") && words.contains("450 ticks"),
        "{words}"
    );
    println!("{words}");
    let (code, words) = ecliptic(&["replay", text(&log), "--list"]);
    assert!(code == Some(0) && words.contains("tick 0: a snapshot"), "{words}");
    let (code, words) = ecliptic(&["replay", text(&log), "--extract", "450", text(&save)]);
    assert_eq!(code, Some(0), "{words}");
    let (code, words) = ecliptic(&["check", text(&save)]);
    assert_eq!(code, Some(0), "{words}");

    let mut bytes = std::fs::read(&log).expect("it is there");
    std::fs::write(&other, &bytes[..bytes.len() - 3]).expect("it can be written");
    let (code, words) = ecliptic(&["replay", text(&other), "--verify"]);
    assert!(code == Some(0) && words.contains("it breaks off here"), "{words}");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&other, &bytes).expect("it can be written");
    let (code, words) = ecliptic(&["replay", text(&other), "--verify"]);
    assert!(code == Some(1) && words.contains("damaged"), "{words}");
    let (_, words) = ecliptic(&["replay", text(&other), "--extract", "450", text(&part)]);
    assert!(words.contains("damaged"), "{words}");
    let run = ["simulate", "levels/duel.ron", "--orders", "no-such.ron", "--record", text(&none)];
    let (code, words) = ecliptic(&run);
    assert!(code == Some(2) && !none.exists(), "no log without its orders: {words}");
    let (code, words) = ecliptic(&["replay", "levels/duel.ron", "--verify"]);
    assert!(code == Some(2) && words.contains("no log of a game"), "{words}");
    let (code, words) = ecliptic(&["replay", "no-such.eclog"]);
    assert!(code == Some(2) && words.contains("cannot be read"), "{words}");
}
