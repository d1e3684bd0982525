//! The saved world within a level file: text that the level itself does not interpret.
//!
//! The content of a world belongs to `sim`, whose types define its form. A level carries its text and the text's
//! place in the file, so that faults name the place in the file.

use std::ops::Range;

use ron::ser::PrettyConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::level::check::Source;
use crate::level::ranges::{FieldFault, Ranged};
use crate::level::source::fault::{Found, Reporter};
use crate::level::source::parse::dialect;
use crate::level::source::read::{outline_of, read_text};
use crate::level::{Faults, Severity};

/// The field of a level that holds the world of a save.
pub(in crate::level) const FIELD: &str = "state";

/// The depth to which brackets are spread over lines: a ship, a fleet or a structure has a line for itself.
const LINES_TO_DEPTH: usize = 2;

/// The state of a world, as text.
#[derive(Clone, Debug)]
pub struct SavedState {
    text: String,
    /// The source file, and the line and the column of the state's beginning there, from 1.
    file: String,
    begins: (usize, usize),
}

impl PartialEq for SavedState {
    /// Whether both states are equal, in any files.
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl SavedState {
    /// Serialises a world. Ids are written as the names in scope.
    ///
    /// # Errors
    /// If a value has no form in RON, or a number has no name.
    pub fn write(state: &impl Serialize) -> Result<Self, ron::Error> {
        let layout = PrettyConfig::new().depth_limit(LINES_TO_DEPTH).new_line("\n");
        let text = dialect().to_string_pretty(state, layout)?;
        Ok(Self { text, file: "save".to_owned(), begins: (1, 1) })
    }

    /// The state at a span of a file.
    pub(in crate::level) fn found(reporter: &Reporter<'_>, text: &str, span: Range<usize>) -> Self {
        let begins = reporter.position(span.start);
        Self { text: text[span].to_owned(), file: reporter.file().to_owned(), begins }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Parses and checks the state. Names are resolved among the names in scope.
    ///
    /// # Errors
    /// All faults, each with its place in the file.
    pub fn read<T: DeserializeOwned>(&self, check: impl FnOnce(&T, &mut Judge<'_>)) -> Result<T, Faults> {
        let reporter = Reporter::new(&self.file, &self.text).of_field(FIELD, self.begins);
        let outline = outline_of(&self.text, &reporter)?;
        let check = |value: &T, source: &Source<'_>, found: &mut Found| {
            check(value, &mut Judge { source, found });
        };
        read_text(&self.text, self.text.clone(), &outline, &reporter, check).map(|(value, _)| value)
    }
}

/// Records the faults of a state.
pub struct Judge<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) found: &'a mut Found,
}

impl Judge<'_> {
    /// Records an error at a field path of the state, `ships[3].flight`.
    pub fn error(&mut self, path: &str, message: impl AsRef<str>, remedy: impl AsRef<str>) {
        self.source.note(self.found, Severity::Error, path, message.as_ref(), remedy.as_ref());
    }

    /// Checks a value by its table of ranges.
    pub(crate) fn ranges(&mut self, path: &str, whole: &impl Ranged) {
        let mut faults = Vec::new();
        whole.check_ranges(path, &mut faults);
        for FieldFault { path, message, remedy } in &faults {
            self.error(path, message, remedy);
        }
    }

    /// Whether no more errors are listed, so that the search can end.
    pub fn is_full(&self) -> bool {
        self.found.is_full_of_errors()
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct World {
        ships: Vec<Ship>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Ship {
        x: f64,
    }

    #[test]
    fn a_state_reads_back_and_its_faults_have_their_place_in_the_file() {
        let world = World { ships: vec![Ship { x: 1.0 / 3.0 }, Ship { x: -0.0 }] };
        let state = SavedState::write(&world).expect("it can be written");
        assert_eq!(state.read(|_: &World, _| {}).expect("it is sound"), world);

        let file = "(\n  title: \"a\", state: (\n    ships: [(x: 1), (y: 2)],\n  ),\n)";
        let start = file.find("(\n    ships").expect("it is there");
        let end = file.rfind(",\n)").expect("it is there");
        let found = SavedState::found(&Reporter::new("a.ron", file), file, start..end);
        let faults = found.read(|_: &World, judge| judge.error("ships[0].x", "odd", "even")).expect_err("y");
        let places: Vec<(usize, usize, &str)> =
            faults.iter().map(|fault| (fault.line, fault.column, fault.path.as_str())).collect();
        assert_eq!(places, [(3, 17, "state.ships[0].x"), (3, 21, "state.ships[1].x")], "{faults}");
    }
}
