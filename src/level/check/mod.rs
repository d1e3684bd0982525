//! The check of a level.
//!
//! - Enters: a parsed [`Level`] and the places of its values.
//! - Leaves: every fault; none hides another.
//! - Must never: report a consequence of an omission by the parser.
//!
//! Cheap checks come first (names, ranges), and the sky is built only if they found no error.
//!
//! | file or folder | checks |
//! |---|---|
//! | `header.rs` | version, title, date, pace, scale and settings |
//! | `sky/` | bodies with their orbits and looks; the sky as a whole |
//! | `classes.rs` | classes of ships and structures, weapons, materials; also those of the rules |
//! | `fleets.rs` | factions, fleets, ships and their routes |
//! | `structures.rs` | rings, structures and yards |
//! | `holdings.rs` | owners of bodies, treasuries, minds |
//! | `war.rs` | teams, hangars, conditions of victory |
//! | `preset.rs` | whether a preset fits a level |
//! | `known.rs`, `limits.rs` | the names that a level may refer to; limits without a table of ranges |

mod classes;
mod fleets;
mod header;
mod holdings;
mod known;
mod limits;
mod preset;
mod sky;
mod structures;
mod war;

use std::collections::BTreeMap;
use std::fmt::Display;

use glam::DVec3;

use self::known::KnownNames;
use super::model::{Level, MindRules, ShipClass};
use super::ranges::{FieldFault, Limits, Numbers, Ranged, number};
use crate::level::source::fault::{Found, Reporter};
use crate::level::source::outline::{Located, TextOutline};
use crate::level::source::parse::Gaps;
use crate::level::source::plain::{hidden_fault, is_hidden, is_hidden_in_text, name_fault};
use crate::level::source::read::Classes;
use crate::level::source::suggest;
use crate::level::{ClassCatalog, Severity};

/// The most bodies a level may have.
pub const MAX_BODIES: usize = 10_000;
/// The most factions a level may have.
pub const MAX_FACTIONS: usize = 64;
/// The most ships a level may have.
pub const MAX_SHIPS: u64 = 100_000;
/// The most structures a level may have.
pub const MAX_STRUCTURES: u64 = 20_000;
/// Factor on the limits of ships and structures for a save: they are built and launched in its world.
pub const MAX_GROWTH: u64 = 4;
/// Limit on the distance of a fleet from its destination, and of a ship from the middle of its fleet, km: room for
/// a formation of the greatest number of the largest ships.
pub const MAX_BESIDE_KM: f64 = 1.0e11;
/// The number of names compared with an unknown one for a suggestion.
const MAX_COMPARED: usize = 10_000;
/// The longest name of a body, fleet, faction or class, characters.
pub const MAX_NAME_LETTERS: usize = 64;

/// The places of a level's values in its text.
pub(super) struct Source<'a> {
    pub(super) reporter: &'a Reporter<'a>,
    /// The text of the author.
    pub(super) original: &'a TextOutline<'a>,
    /// The text that the level was read from, without its unreadable parts.
    pub(super) working: &'a TextOutline<'a>,
    pub(super) gaps: &'a Gaps,
}

impl Source<'_> {
    /// Records a fault at a field path of the file.
    pub(super) fn note(
        &self,
        found: &mut Found,
        severity: Severity,
        path: &str,
        message: &str,
        remedy: &str,
    ) {
        found.note(severity, || {
            let located = self.working.locate(path);
            let path = self.original_path(path, &located);
            self.reporter.fault(severity, located.mark, &path, message, remedy)
        });
    }

    /// The path in the author's text: elements of lists may have other indices there.
    fn original_path(&self, path: &str, located: &Located) -> String {
        if self.gaps.is_empty() {
            return path.to_owned();
        }
        let steps = self.original.steps_to(located.span.start, true);
        let found = format!("{}{}", self.original.path_of(&steps), located.rest);
        found.trim_start_matches('.').to_owned()
    }
}

/// Adds all faults of a level to those of its parsing.
pub(super) fn check(level: &Level, source: &Source<'_>, catalog: &ClassCatalog<'_>, found: &mut Found) {
    let known = KnownNames::of(level, catalog);
    let mut examiner = Examiner { level, source, known: &known, minds: catalog.minds, found, errors: 0 };
    header::check(&mut examiner);
    sky::bodies::check(&mut examiner);
    sky::orbits::check(&mut examiner);
    let sky = if examiner.sky_can_be_built() { sky::check(&mut examiner) } else { None };
    let rings = sky.as_ref().map(|sky| structures::RingCounts::of(&sky.system, &catalog.rings));
    classes::check(&mut examiner);
    fleets::check(&mut examiner, sky.as_ref(), rings.as_ref());
    holdings::check(&mut examiner);
    structures::check(&mut examiner, rings.as_ref());
    war::check(&mut examiner, sky.as_ref().map(|sky| &sky.system));
}

/// Adds all faults of the classes in a file of the rules, by the checks for levels.
pub(super) fn check_classes(
    classes: &Classes,
    source: &Source<'_>,
    catalog: &ClassCatalog<'_>,
    found: &mut Found,
) {
    let Classes { ship_classes, structure_classes, weapons, materials } = classes.clone();
    let level = Level { ship_classes, structure_classes, weapons, materials, ..Level::default() };
    let known = KnownNames::of(&level, catalog);
    let mut examiner =
        Examiner { level: &level, source, known: &known, minds: catalog.minds, found, errors: 0 };
    classes::check(&mut examiner);
}

/// Examines a level and records its faults.
struct Examiner<'a> {
    level: &'a Level,
    source: &'a Source<'a>,
    known: &'a KnownNames<'a>,
    /// The skills and personalities of minds.
    minds: Option<&'a MindRules>,
    found: &'a mut Found,
    /// Errors of this check, including those of the parser.
    errors: usize,
}

impl<'a> Examiner<'a> {
    /// Records an error at a field path; the remedy may be empty.
    fn error(&mut self, path: &str, message: impl AsRef<str>, remedy: impl AsRef<str>) {
        self.errors += 1;
        self.source.note(self.found, Severity::Error, path, message.as_ref(), remedy.as_ref());
    }

    /// Adds a warning about something probably unintended.
    fn warn(&mut self, path: &str, message: impl AsRef<str>, remedy: impl AsRef<str>) {
        self.source.note(self.found, Severity::Warning, path, message.as_ref(), remedy.as_ref());
    }

    /// Reports a missing item. Silent if parsing left out a part of the same group, because that part is probably
    /// the missing item.
    fn missing(&mut self, path: &str, message: impl AsRef<str>, remedy: impl AsRef<str>) {
        let located = self.source.working.locate(path);
        if self.source.gaps.any_within(&located.span) {
            self.errors += 1;
        } else {
            self.error(path, message, remedy);
        }
    }

    /// Whether a count is within the limit of a level; an error if it is not.
    fn at_most<N: Display + PartialOrd>(&mut self, path: &str, count: N, most: N, what: &str) -> bool {
        let fits = count <= most;
        if !fits {
            self.error(path, format!("{count} {what} are too many"), format!("up to {most} are possible"));
        }
        fits
    }

    /// Whether no more errors are listed, only counted. Warnings do not end the search for errors.
    fn is_full(&self) -> bool {
        self.found.is_full_of_errors()
    }

    fn sky_can_be_built(&self) -> bool {
        let gaps = self.source.gaps;
        self.errors == 0 && !["bodies", "epoch", "scale", "clock"].iter().any(|field| gaps.any_in(field))
    }

    /// Whether nothing in this field of the level was left out. Then a missing name does not exist.
    fn is_whole(&self, top_field: &str) -> bool {
        !self.source.gaps.any_known_in(top_field)
    }

    /// The most similar candidate, as a remedy, else `otherwise`.
    fn suggestion<'n>(
        &self,
        word: &str,
        candidates: impl IntoIterator<Item = &'n str>,
        otherwise: &str,
    ) -> String {
        let candidates = candidates.into_iter().take(MAX_COMPARED);
        let suggestion = if self.is_full() { None } else { suggest::did_you_mean(word, candidates) };
        suggestion.unwrap_or_else(|| otherwise.to_owned())
    }

    /// Reports the entries of a list of the level whose key an earlier entry has. `entries` are keys and names,
    /// `path` gives the path of a name.
    fn unique<'n, K: Ord>(
        &mut self,
        list: &str,
        entries: impl Iterator<Item = (K, &'n str)>,
        path: impl Fn(usize) -> String,
        remedy: &str,
    ) {
        let mut first: BTreeMap<K, usize> = BTreeMap::new();
        for (index, (key, name)) in entries.enumerate() {
            let earlier = *first.entry(key).or_insert(index);
            if earlier != index {
                let message = format!("{name:?} is there already, as {list}[{earlier}]");
                self.error(&path(index), message, remedy);
            }
        }
    }

    /// Checks that the entries of a list have unique names.
    fn unique_names<'n>(&mut self, list: &str, names: impl Iterator<Item = &'n str>) {
        let path = |index| format!("{list}[{index}].name");
        self.unique(list, names.map(|name| (name, name)), path, "change it, or remove one of the two");
    }

    /// Checks a direction.
    fn heading(&mut self, path: &str, heading: (f64, f64, f64)) {
        if self.coordinates(path, heading, 1.01) && DVec3::from(heading).length() < 0.5 {
            self.error(path, "a heading is a vector of length 1", "for example (1, 0, 0)");
        }
    }

    /// The ship class of this name: the level's own before the rules'.
    fn ship_class(&self, name: &str) -> Option<&'a ShipClass> {
        self.known.ship_classes.get(name).copied()
    }

    /// Checks that a name is valid for display and for files.
    fn name(&mut self, path: &str, name: &str) {
        if let Some((message, remedy)) = name_fault(name) {
            self.error(path, message, remedy);
        }
    }

    /// Checks a line of text for display.
    fn line(&mut self, path: &str, text: &str) {
        self.letters_are_seen(path, text, is_hidden);
    }

    /// Checks a text of several lines for display.
    fn text(&mut self, path: &str, text: &str) {
        self.letters_are_seen(path, text, is_hidden_in_text);
    }

    fn letters_are_seen(&mut self, path: &str, text: &str, is_hidden: fn(char) -> bool) {
        if let Some(message) = hidden_fault(text, is_hidden) {
            self.error(path, message, "remove it");
        }
    }

    /// Checks a value by its table of ranges; returns whether all numbers are within them.
    fn ranges(&mut self, path: &str, whole: &impl Ranged) -> bool {
        let mut faults = Vec::new();
        whole.check_ranges(path, &mut faults);
        faults.iter().for_each(|fault| self.error(&fault.path, &fault.message, &fault.remedy));
        faults.is_empty()
    }

    /// A number within its limits.
    fn within(&mut self, path: &str, value: impl Numbers, limits: Limits) {
        if let Some(value) = value.outside(&limits) {
            let fault = FieldFault::out_of_range(path.to_owned(), value, &limits);
            self.error(&fault.path, fault.message, fault.remedy);
        }
    }

    /// A number above 0, up to `high`.
    fn above_zero(&mut self, path: &str, value: f64, high: f64) {
        if !(value > 0.0 && value <= high) {
            let message = format!("{} is out of range", number(value));
            self.error(path, message, format!("above 0, up to {} is possible", number(high)));
        }
    }

    /// Checks three coordinates: finite, with an absolute value of at most `high`.
    fn coordinates(&mut self, path: &str, (x, y, z): (f64, f64, f64), high: f64) -> bool {
        let fits = [x, y, z].iter().all(|value| value.abs() <= high);
        if !fits {
            let message = format!("({}, {}, {}) is out of range", number(x), number(y), number(z));
            self.error(path, message, format!("every coordinate lies between -{0} and {0}", number(high)));
        }
        fits
    }

    /// A colour, `#rrggbb`.
    fn color(&mut self, path: &str, text: &str) {
        let is_color = text
            .strip_prefix('#')
            .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        if !is_color {
            let message = format!("{text:?} is not a colour");
            self.error(path, message, "write it as red, green and blue in hexadecimal, \"#4aa8ff\"");
        }
    }
}
