//! Reading a log: cut, mutated and endless ones.
//!
//! `ECLIPTIC_MUTANTS=1000000` tries this many of each kind, `ECLIPTIC_SEED=7` uses another seed.

use std::io::{self, Read};

use ecliptic::record::{LogError, LogReader, Piece};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::chance;
use super::frame::{chunks_of, contents_of, old_small_log, sealed, small_log};
use crate::sim::worlds::from_environment;

/// Number of mutants, unless `ECLIPTIC_MUTANTS` is set.
const USUAL_MUTANTS: u64 = 20_000;

/// All pieces up to the end or the first fault.
fn read(source: impl Read) -> (Vec<Piece>, Result<bool, LogError>) {
    let mut pieces = Vec::new();
    let mut log = match LogReader::new(source) {
        Ok(log) => log,
        Err(error) => return (pieces, Err(error)),
    };
    loop {
        match log.next_piece() {
            Ok(Some(piece)) => pieces.push(piece),
            Ok(None) => return (pieces, Ok(log.is_whole())),
            Err(error) => return (pieces, Err(error)),
        }
    }
}

fn mutants() -> u64 {
    from_environment("ECLIPTIC_MUTANTS", USUAL_MUTANTS)
}

/// Changes some bytes: bits, cuts, copies, insertions.
pub fn mutate(bytes: &mut Vec<u8>, chance: &mut ChaCha8Rng) {
    for _ in 0..chance.random_range(1..4) {
        let at = chance.random_range(0..=bytes.len());
        let to = (at + chance.random_range(0..40)).min(bytes.len());
        match chance.random_range(0..6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..to)),
            2 => {
                let copy = bytes[at..to].to_vec();
                let place = chance.random_range(0..=bytes.len());
                bytes.splice(place..place, copy);
            }
            3 => bytes.insert(at, chance.random_range(0..=255)),
            4 => bytes.iter_mut().skip(at).take(4).for_each(|byte| *byte = 255),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << chance.random_range(0..8)),
        }
    }
}

#[test]
fn a_log_is_read_as_it_was_written_and_any_cut_costs_only_what_lies_behind() {
    let log = small_log();
    let (pieces, end) = read(&log[..]);
    assert!(pieces.len() > 8 && end.is_ok_and(|is_whole| is_whole));
    let ends: Vec<usize> = chunks_of(&log).into_iter().map(|(_, place)| place.end).collect();
    for length in 0..log.len() {
        let (found, end) = read(&log[..length]);
        // The head is no piece.
        let whole = ends.iter().filter(|end| **end <= length).count().saturating_sub(1);
        assert_eq!(found, pieces[..whole], "{length} bytes");
        assert_eq!(end.is_ok(), whole > 0, "{length} bytes: {end:?}");
        assert!(!end.is_ok_and(|is_whole| is_whole), "{length} bytes");
    }
    let zeros = [&log[..log.len() - 40], &[0; 400]].concat();
    assert!(!matches!(read(&zeros[..]), (_, Ok(true))));
}

#[test]
fn mutants_of_a_log_give_a_message_or_a_part_of_the_log() {
    let log = small_log();
    let (pieces, _) = read(&log[..]);
    let mut chance = chance();
    for number in 0..mutants() {
        let mut mutant = log.clone();
        mutate(&mut mutant, &mut chance);
        let (found, end) = read(&mutant[..]);
        assert!(pieces.starts_with(&found), "mutant {number}: {end:?}");
        assert!(mutant == log || !end.as_ref().is_ok_and(|is_whole| *is_whole), "mutant {number}");
        assert!(end.map_or_else(|error| error.to_string().len() > 20, |_| true), "mutant {number}");
    }
}

/// What lies behind the checksum may be anything too.
#[test]
fn mutants_with_sound_checksums_give_a_message() {
    let log = small_log();
    let contents = contents_of(&log);
    let mut chance = chance();
    let mut refused = 0;
    for _ in 0..mutants() {
        let mut changed = contents.clone();
        let at = chance.random_range(0..changed.len());
        mutate(&mut changed[at].1, &mut chance);
        let (_, end) = read(&sealed(&changed)[..]);
        refused += u64::from(end.is_err());
    }
    assert!(refused > mutants() / 10, "{refused}");
}

/// A file without an end, of one byte or of a repeated text.
struct Endless(&'static [u8], usize);

impl Read for Endless {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        for byte in bytes.iter_mut() {
            *byte = self.0[self.1 % self.0.len()];
            self.1 += 1;
        }
        Ok(bytes.len())
    }
}

#[test]
fn endless_files_come_to_an_end() {
    for bytes in [&b"\0"[..], b"\xff", b"\x89ECLOG\r\n\x01\0\0\0", b"ECLOG"] {
        assert!(read(Endless(bytes, 0)).1.is_err(), "{bytes:?}");
    }
    let log = small_log();
    let head = chunks_of(&log)[0].1.end;
    for bytes in [&b"\0"[..], b"\xff", b"S"] {
        assert!(read(log[..head].chain(Endless(bytes, 0))).1.is_err(), "{bytes:?}");
        assert!(read(log[..].chain(Endless(bytes, 0))).1.is_err(), "{bytes:?}");
    }
}

#[test]
fn lengths_that_no_chunk_has_are_refused_before_there_is_room_for_them() {
    let log = small_log();
    let (_, first) = chunks_of(&log).swap_remove(0);
    for at in [first.start + 9, first.start + 13] {
        let mut bomb = log.clone();
        bomb[at..at + 4].fill(0xff);
        let (_, end) = read(bomb.chain(Endless(b"\0", 0)));
        assert!(end.is_err_and(|error| error.to_string().contains("more than")), "{at}");
    }
}

#[test]
fn what_is_no_log_is_told_from_a_log_of_another_format() {
    assert!(matches!(read(&b"(schema_version: 1)"[..]).1, Err(LogError::NotALog)));
    assert!(matches!(read(&b""[..]).1, Err(LogError::NotALog)));
    let mut other = small_log();
    other[8] = 9;
    assert!(matches!(read(&other[..]).1, Err(LogError::OtherFormat(9))));
    assert!(matches!(read(&small_log()[..10]).1, Err(LogError::NoBeginning)));
    let old = old_small_log(1);
    for old in [&old, &old_small_log(2)] {
        assert_eq!(read(&old[..]).0, read(&small_log()[..]).0, "what older versions wrote is read");
    }
    let marks_decisions = |log: &[u8]| LogReader::new(log).expect("it is a log").marks_decisions();
    assert!(!marks_decisions(&old) && marks_decisions(&small_log()));
}
