//! Reading a level: from bytes to a sound [`Level`] with its warnings, or all its faults. Files of the rules
//! are read alike.
//!
//! The bytes may come from anyone: their number, their encoding and the depth of their brackets are looked at
//! before anything is made of them.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::level::arms::{Material, Weapon};
use crate::level::check::{Source, check, check_classes, check_numbers};
use crate::level::model::holdings::{RingNumbers, StructureClass};
use crate::level::model::{Level, SCHEMA_VERSION, ShipClass};
use crate::level::ranges::Ranged;
use crate::level::source::fault::{Fault, Faults, Found, Reporter, Severity};
use crate::level::source::outline::Outline;
use crate::level::source::parse::parse;
use crate::level::source::plain::plain_path;

/// The largest level of people that is read, bytes: 4 MiB.
pub const MAX_FILE_BYTES: usize = 4 * 1024 * 1024;
/// The largest save that is read and written, bytes: 128 MiB. A ship that has fought takes up to 1.1 kB, so
/// there is room for as many as a level may have. A file is a save if it has `start`. The author of a
/// hand-written level who adds that gains the room, and nothing else: time and memory of reading grow with
/// the bytes alone.
pub const MAX_SAVE_BYTES: usize = 128 * 1024 * 1024;

/// The depth of brackets to which values of a text above [`MAX_FILE_BYTES`] are kept apart: one fleet from
/// another. A fault in a fleet is shown where the fleet begins.
const SAVE_DEPTH: usize = 2;
/// The longest list of such a text but for [`GROWING`], entries. The check compares some of them each with
/// each.
const MAX_LISTED: usize = 20_000;
/// The lists that grow with the ships and structures of a world.
const GROWING: [&str; 6] = ["fleets", "structures", "torpedoes", "wrecks", "sightings", "seen"];

/// Everything that a level may refer to without defining it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings<'a> {
    /// The ship classes of the rules; a level may add to them or replace them.
    pub ship_classes: &'a [ShipClass],
    /// The structure classes of the rules; a level may add to them or replace them.
    pub structure_classes: &'a [StructureClass],
    /// The weapons of the rules; a level may add to them or replace them.
    pub weapons: &'a [Weapon],
    /// What armour and shields are made of by the rules; a level may add to it or replace some.
    pub materials: &'a [Material],
    /// How many rings wells have, and how many slots rings have.
    pub rings: RingNumbers,
}

/// The classes that a file of the rules lists, in fields that a level has too.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Classes {
    /// Ship classes.
    pub(crate) ship_classes: Vec<ShipClass>,
    /// Structure classes.
    pub(crate) structure_classes: Vec<StructureClass>,
    /// Weapons.
    pub(crate) weapons: Vec<Weapon>,
    /// What armour and shields are made of.
    pub(crate) materials: Vec<Material>,
}

/// A sound level, and what its author may want to look at again.
#[derive(Clone, Debug)]
pub struct LoadedLevel {
    /// The level.
    pub level: Level,
    /// Faults that do not keep it from being played; often none.
    pub warnings: Faults,
}

/// Why there is no level.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read at all.
    #[error("cannot read `{}`: {source}", plain_path(.path))]
    CannotRead {
        /// The file.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
    /// The file was read, and something in it is wrong.
    #[error("{0}")]
    Faulty(Faults),
}

/// Reads and checks a level file.
pub fn read_level(path: &Path, surroundings: &Surroundings<'_>) -> Result<LoadedLevel, ReadError> {
    let bytes = read_at_most(path, MAX_SAVE_BYTES + 1)
        .map_err(|source| ReadError::CannotRead { path: path.to_owned(), source })?;
    parse_level(&path.display().to_string(), &bytes, surroundings).map_err(ReadError::Faulty)
}

/// Reads and checks the bytes of a level; `file_name` is what faults call it.
pub fn parse_level(
    file_name: &str,
    text_bytes: &[u8],
    surroundings: &Surroundings<'_>,
) -> Result<LoadedLevel, Faults> {
    let check = |level: &Level, source: &Source<'_>, found: &mut Found| {
        check(level, source, surroundings, found);
    };
    parse_file(file_name, text_bytes, check).map(|(level, warnings)| LoadedLevel { level, warnings })
}

/// Reads and checks the bytes of a file of the rules that lists classes; `file_name` is what faults call it.
pub(crate) fn parse_classes(
    file_name: &str,
    text_bytes: &[u8],
    surroundings: &Surroundings<'_>,
) -> Result<Classes, Faults> {
    let check = |classes: &Classes, source: &Source<'_>, found: &mut Found| {
        check_classes(classes, source, surroundings, found);
    };
    parse_file(file_name, text_bytes, check).map(|(classes, _)| classes)
}

/// Reads and checks the bytes of a file of the rules that says numbers; `file_name` is what faults call it.
pub(crate) fn parse_numbers<T: DeserializeOwned + Ranged>(
    file_name: &str,
    text_bytes: &[u8],
) -> Result<T, Faults> {
    parse_file(file_name, text_bytes, check_numbers).map(|(numbers, _)| numbers)
}

/// The contents of a file, and its warnings.
fn parse_file<T: DeserializeOwned>(
    file_name: &str,
    text_bytes: &[u8],
    check: impl FnOnce(&T, &Source<'_>, &mut Found),
) -> Result<(T, Faults), Faults> {
    let text = decode(file_name, text_bytes)?;
    let reporter = Reporter::new(file_name, text);
    let is_large = text.len() > MAX_FILE_BYTES;
    let depth = if is_large { SAVE_DEPTH } else { usize::MAX };
    let outline = Outline::scan_to(text, depth).map_err(|fault| {
        only(text, reporter.fault(Severity::Error, fault.span, "", &fault.message, &fault.remedy))
    })?;
    refuse_newer_version(&outline, &reporter).map_err(|fault| only(text, *fault))?;
    if is_large {
        refuse_large_level(&outline, &reporter).map_err(|fault| only(text, *fault))?;
    }

    let parsed = parse(text, &outline, &reporter);
    let Some(value) = parsed.value else { return Err(Faults::new(text, parsed.found)) };
    let mut found = parsed.found;
    // Without omissions everything stands where it stood. A parsed text has an outline; without one nothing
    // could be checked, and nothing may pass unchecked.
    let mended = (!parsed.gaps.is_empty()).then(|| Outline::scan_to(&parsed.working, depth)).transpose();
    let mended = mended.map_err(|fault| {
        only(text, reporter.fault(Severity::Error, fault.span, "", &fault.message, &fault.remedy))
    })?;
    let working = mended.as_ref().unwrap_or(&outline);
    let source = Source { reporter: &reporter, original: &outline, working, gaps: &parsed.gaps };
    check(&value, &source, &mut found);
    let faults = Faults::new(text, found);
    if faults.has_errors() { Err(faults) } else { Ok((value, faults)) }
}

/// The first bytes of a file, so that a huge one does not fill the memory.
fn read_at_most(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes as text, without a byte order mark.
fn decode<'b>(file_name: &str, bytes: &'b [u8]) -> Result<&'b str, Faults> {
    let whole_file = |message: String, remedy: &str| {
        only("", Reporter::new(file_name, "").fault(Severity::Error, 0..0, "", &message, remedy))
    };
    if bytes.len() > MAX_SAVE_BYTES {
        return Err(whole_file(
            "the file is larger than 128 MiB".into(),
            "saves are smaller than that, and other levels than 4 MiB",
        ));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let at = error.valid_up_to();
            let (line, column) = place_of_bad_byte(bytes, at);
            let mut fault = Reporter::new(file_name, "").fault(
                Severity::Error,
                0..0,
                "",
                &format!("the file is not text in UTF-8: byte {at} is no part of it"),
                "save the file as UTF-8",
            );
            fault.line = line;
            fault.column = column;
            Err(only("", fault))
        }
    }
}

/// Line and column of the first byte that is not UTF-8.
fn place_of_bad_byte(bytes: &[u8], at: usize) -> (usize, usize) {
    let good = std::str::from_utf8(&bytes[..at]).unwrap_or("");
    let good = good.strip_prefix('\u{feff}').unwrap_or(good);
    Reporter::new("", good).position(good.len())
}

/// A level of a newer version has fields that are not known here; to complain about each would mislead.
fn refuse_newer_version(outline: &Outline<'_>, reporter: &Reporter<'_>) -> Result<(), Box<Fault>> {
    let located = outline.locate("schema_version");
    if !located.rest.is_empty() {
        return Ok(());
    }
    let version = outline.text_of(&located.span).parse::<u64>();
    if version.is_ok_and(|version| version > u64::from(SCHEMA_VERSION)) {
        let message =
            format!("this level is of a newer version than this program, which reads up to {SCHEMA_VERSION}");
        let remedy = "get a newer version of the game";
        return Err(Box::new(reporter.fault(
            Severity::Error,
            located.mark,
            "schema_version",
            &message,
            remedy,
        )));
    }
    Ok(())
}

/// Only saves may be large, and only by their ships and structures.
fn refuse_large_level(outline: &Outline<'_>, reporter: &Reporter<'_>) -> Result<(), Box<Fault>> {
    let refuse = |span, path: &str, message: &str, remedy: &str| {
        Err(Box::new(reporter.fault(Severity::Error, span, path, message, remedy)))
    };
    if !outline.locate("start").rest.is_empty() {
        let remedy = "only saves are, and this is none: it has no `start`";
        return refuse(0..0, "", "the level is larger than 4 MiB", remedy);
    }
    for (field, mark, count) in outline.lists() {
        if count > MAX_LISTED && !GROWING.contains(&field) {
            let message = format!("{count} entries are too many");
            return refuse(mark, field, &message, &format!("up to {MAX_LISTED} are possible in a save"));
        }
    }
    Ok(())
}

fn only(text: &str, fault: Fault) -> Faults {
    let mut found = Found::default();
    found.note(fault.severity, || fault);
    Faults::new(text, found)
}
