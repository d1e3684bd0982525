//! Reading a level: from bytes to a sound [`Level`] with its warnings, or all its faults. Files of the rules
//! are read alike.
//!
//! The bytes may come from anyone: their number, their encoding and the depth of their brackets are checked before
//! parsing.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::level::check::{Source, check, check_classes};
use crate::level::ranges::{FieldFault, Ranged};
use crate::level::source::fault::{Found, Reporter};
use crate::level::source::outline::TextOutline;
use crate::level::source::packed::{is_damage, open_text};
use crate::level::source::parse::{parse, without};
use crate::level::source::saved::{self, Judge};
use crate::level::{
    Fault, Faults, Level, Material, MindRules, Preset, RingNumbers, SCHEMA_VERSION, SavedState, Severity,
    ShipClass, StructureClass, Weapon, plain_path, to_ron,
};

/// Limit on the size of a hand-written level, bytes: 4 MiB.
pub const MAX_FILE_BYTES: usize = 4 * 1024 * 1024;
/// Limit on the size of a save's text, packed or not, bytes: 128 MiB. A ship that has fought takes up to 1.1 kB, so
/// there is room for the most ships of a level. A file with a `state` is a save. A `state` added to a hand-written
/// level raises its limit without harm: time and memory of reading grow with the bytes alone.
pub const MAX_SAVE_BYTES: usize = 128 * 1024 * 1024;

/// Limit on the size of the level in a save, bytes: the program writes more blanks than a person does.
const MAX_BEGINNING_BYTES: usize = 4 * MAX_FILE_BYTES;

/// The depth of brackets to which values of a text above [`MAX_FILE_BYTES`] are kept apart: one ship from another.
/// A fault in a ship is shown at the ship's beginning.
const LARGE_DEPTH: usize = 2;

/// Everything that a level may refer to without defining it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClassCatalog<'a> {
    /// The ship classes of the rules; a level may add to them or replace them.
    pub ship_classes: &'a [ShipClass],
    /// The structure classes of the rules; a level may add to them or replace them.
    pub structure_classes: &'a [StructureClass],
    /// The weapons of the rules; a level may add to them or replace them.
    pub weapons: &'a [Weapon],
    /// The materials of the rules; a level may add to them or replace some.
    pub materials: &'a [Material],
    /// The skills and personalities of minds; `None`: there are none.
    pub minds: Option<&'a MindRules>,
    /// The numbers of rings of wells, and of slots of rings.
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
    /// The materials of armour and shields.
    pub(crate) materials: Vec<Material>,
}

/// A sound level, with warnings for its author.
#[derive(Clone, Debug)]
pub struct LoadedLevel {
    /// The level.
    pub level: Level,
    /// Faults that do not keep it from being played; often none.
    pub warnings: Faults,
}

/// The reason why a file is not read.
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
    /// The file was read, and has faults.
    #[error("{0}")]
    Faulty(Faults),
}

/// Reads and checks a level file.
pub fn read_level(path: &Path, catalog: &ClassCatalog<'_>) -> Result<LoadedLevel, ReadError> {
    parse_level(&path.display().to_string(), &read_file(path)?, catalog).map_err(ReadError::Faulty)
}

/// Reads a preset. It is checked with the level that it changes.
pub fn read_preset(path: &Path) -> Result<Preset, ReadError> {
    parse_numbers(&path.display().to_string(), &read_file(path)?).map_err(ReadError::Faulty)
}

/// Reads a level, changes it by a preset, and checks the result.
pub fn read_changed_level(
    path: &Path,
    preset: &Preset,
    catalog: &ClassCatalog<'_>,
) -> Result<LoadedLevel, ReadError> {
    let mut level = read_level(path, catalog)?.level;
    let title = if preset.title.is_empty() { String::new() } else { format!(" {:?}", preset.title) };
    let name = format!("{} with the preset{title}", path.display());
    let faulty = |message: &str, remedy: &str| ReadError::Faulty(of_whole_file(&name, message, remedy));
    preset.change(&mut level).map_err(|fault| {
        let place = if fault.path.is_empty() { String::new() } else { format!("{}: ", fault.path) };
        faulty(&format!("{place}{}", fault.message), &fault.remedy)
    })?;
    let text = to_ron(&level).map_err(|error| faulty(&error.to_string(), ""))?;
    parse_level(&name, text.as_bytes(), catalog).map_err(ReadError::Faulty)
}

/// Reads and checks the bytes of a level; `file_name` is its name in faults.
pub fn parse_level(
    file_name: &str,
    text_bytes: &[u8],
    catalog: &ClassCatalog<'_>,
) -> Result<LoadedLevel, Faults> {
    let text = decode(file_name, text_bytes)?;
    let reporter = Reporter::new(file_name, text);
    let outline = outline_of(text, &reporter)?;
    refuse_other_versions(&outline, &reporter).map_err(|fault| only(text, *fault))?;
    let saved = outline.field(saved::FIELD);
    let state = saved.map(|item| SavedState::found(&reporter, text, item.value.start..item.value.end));
    let working = match saved {
        Some(item) => without(text, item.start()..item.value.end),
        None => text.to_owned(),
    };
    refuse_large_level(&working, state.as_ref(), &reporter).map_err(|fault| only(text, *fault))?;
    let check = |level: &Level, source: &Source<'_>, found: &mut Found| {
        check(level, source, catalog, found);
    };
    let (mut level, warnings) = read_text(text, working, &outline, &reporter, check)?;
    level.state = state;
    Ok(LoadedLevel { level, warnings })
}

/// Reads and checks the bytes of a file of the rules that lists classes; `file_name` is its name in faults.
pub(crate) fn parse_classes(
    file_name: &str,
    text_bytes: &[u8],
    catalog: &ClassCatalog<'_>,
) -> Result<Classes, Faults> {
    let check = |classes: &Classes, source: &Source<'_>, found: &mut Found| {
        check_classes(classes, source, catalog, found);
    };
    parse_file(file_name, text_bytes, check)
}

/// Reads and checks the bytes of a file of numbers, of the rules or of a scenario; `file_name` is its name in
/// faults.
pub(crate) fn parse_numbers<T: DeserializeOwned + Ranged>(
    file_name: &str,
    text_bytes: &[u8],
) -> Result<T, Faults> {
    parse_checked(file_name, text_bytes, |_: &T| Vec::new())
}

/// [`parse_numbers`] with more faults that `check` finds.
pub(crate) fn parse_checked<T: DeserializeOwned + Ranged>(
    file_name: &str,
    text_bytes: &[u8],
    check: impl FnOnce(&T) -> Vec<FieldFault>,
) -> Result<T, Faults> {
    let check = |value: &T, source: &Source<'_>, found: &mut Found| {
        let mut judge = Judge { source, found };
        judge.ranges("", value);
        for FieldFault { path, message, remedy } in check(value) {
            judge.error(&path, message, remedy);
        }
    };
    parse_file(file_name, text_bytes, check)
}

/// The contents of a file of the rules.
fn parse_file<T: DeserializeOwned>(
    file_name: &str,
    text_bytes: &[u8],
    check: impl FnOnce(&T, &Source<'_>, &mut Found),
) -> Result<T, Faults> {
    let text = decode(file_name, text_bytes)?;
    let reporter = Reporter::new(file_name, text);
    let outline = outline_of(text, &reporter)?;
    read_text(text, text.to_owned(), &outline, &reporter, check).map(|(value, _)| value)
}

/// The places of the values of a text.
pub(super) fn outline_of<'t>(text: &'t str, reporter: &Reporter<'_>) -> Result<TextOutline<'t>, Faults> {
    let depth = if text.len() > MAX_FILE_BYTES { LARGE_DEPTH } else { usize::MAX };
    TextOutline::scan_to(text, depth).map_err(|fault| {
        only(text, reporter.fault(Severity::Error, fault.span, "", &fault.message, &fault.remedy))
    })
}

/// The value of a text and its warnings. `working` is the text without the parts to skip.
pub(super) fn read_text<T: DeserializeOwned>(
    text: &str,
    working: String,
    outline: &TextOutline<'_>,
    reporter: &Reporter<'_>,
    check: impl FnOnce(&T, &Source<'_>, &mut Found),
) -> Result<(T, Faults), Faults> {
    let parsed = parse(text, working, outline, reporter);
    let Some(value) = parsed.value else { return Err(Faults::new(text, parsed.found)) };
    let mut found = parsed.found;
    // Without omissions all places are unchanged. A parsed text always has an outline; a text without one fails,
    // because it could not be checked.
    let repaired = (!parsed.gaps.is_empty()).then(|| outline_of(&parsed.working, reporter)).transpose()?;
    let working = repaired.as_ref().unwrap_or(outline);
    let source = Source { reporter, original: outline, working, gaps: &parsed.gaps };
    check(&value, &source, &mut found);
    let faults = Faults::new(text, found);
    if faults.has_errors() { Err(faults) } else { Ok((value, faults)) }
}

/// The bytes of a file's text; reading stops beyond the size limit, so that neither a huge file nor a small one that
/// is packed fills the memory.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, ReadError> {
    let cannot = |source| ReadError::CannotRead { path: path.to_owned(), source };
    let text = open_text(path).map_err(cannot)?;
    let mut bytes = Vec::new();
    match text.take(MAX_SAVE_BYTES as u64 + 1).read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) if is_damage(&error) => {
            let message = format!("this packed file is cut off or damaged: {error}");
            let remedy = "copy it again from its source, or open another save";
            Err(ReadError::Faulty(of_whole_file(&path.display().to_string(), &message, remedy)))
        }
        Err(error) => Err(cannot(error)),
    }
}

/// The bytes as text, without a byte order mark.
fn decode<'b>(file_name: &str, bytes: &'b [u8]) -> Result<&'b str, Faults> {
    if bytes.len() > MAX_SAVE_BYTES {
        let message = "the text of this file, unpacked if it is packed, is larger than 128 MiB";
        let remedy = "open another file: saves are smaller than that, and other levels than 4 MiB";
        return Err(of_whole_file(file_name, message, remedy));
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

/// A fault without a place in the text.
fn of_whole_file(file_name: &str, message: &str, remedy: &str) -> Faults {
    only("", Reporter::new(file_name, "").fault(Severity::Error, 0..0, "", message, remedy))
}

/// Line and column of the first byte that is not UTF-8.
fn place_of_bad_byte(bytes: &[u8], at: usize) -> (usize, usize) {
    let good = std::str::from_utf8(&bytes[..at]).unwrap_or("");
    let good = good.strip_prefix('\u{feff}').unwrap_or(good);
    Reporter::new("", good).position(good.len())
}

/// A level of a newer version has unknown fields, a save of the first version has removed ones; a report about
/// each would mislead.
fn refuse_other_versions(outline: &TextOutline<'_>, reporter: &Reporter<'_>) -> Result<(), Box<Fault>> {
    let refuse = |mark, path: &str, message: &str, remedy: &str| {
        Err(Box::new(reporter.fault(Severity::Error, mark, path, message, remedy)))
    };
    let located = outline.locate("schema_version");
    if !located.rest.is_empty() {
        return Ok(());
    }
    let version = outline.text_of(&located.span).parse::<u64>().ok();
    if version.is_some_and(|version| version > u64::from(SCHEMA_VERSION)) {
        let message =
            format!("this level is of a newer version than this program, which reads up to {SCHEMA_VERSION}");
        return refuse(located.mark, "schema_version", &message, "get a newer version of the game");
    }
    if let Some(start) = outline.field("start").filter(|_| version == Some(1)) {
        let message = "this save was made by an earlier version of the game, and cannot be played on";
        let mark = start.key.clone().unwrap_or(start.value.start..start.value.end);
        return refuse(mark, "start", message, "play it with that version, or begin its level again");
    }
    Ok(())
}

/// Only saves may be large, and only by the state of their world.
fn refuse_large_level(
    working: &str,
    state: Option<&SavedState>,
    reporter: &Reporter<'_>,
) -> Result<(), Box<Fault>> {
    let (size, most, message, remedy) = match state {
        Some(state) => (
            working.len() - state.text().len(),
            MAX_BEGINNING_BYTES,
            "the level of this save is larger than 16 MiB",
            "only the `state` of a save may be",
        ),
        None => (
            working.len(),
            MAX_FILE_BYTES,
            "the level is larger than 4 MiB",
            "only saves are, and this is none: it has no `state`",
        ),
    };
    if size <= most {
        return Ok(());
    }
    Err(Box::new(reporter.fault(Severity::Error, 0..0, "", message, remedy)))
}

fn only(text: &str, fault: Fault) -> Faults {
    let mut found = Found::default();
    found.note(fault.severity, || fault);
    Faults::new(text, found)
}
