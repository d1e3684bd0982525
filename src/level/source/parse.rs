//! From text to [`Level`](crate::level::Level), with every fault on the way.
//!
//! The RON parser stops at its first error. To report all errors at once, the smallest part round an error that can
//! be left out is overwritten with blanks in a working copy: a field, or an element of a list. The copy keeps every
//! place of the text, and is parsed again. The omissions are kept in [`Gaps`], so that the check does not report
//! their consequences.

use std::ops::Range;

use ron::Options;
use ron::error::{Error, Position, SpannedError};
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use crate::level::Severity;
use crate::level::source::explain::{Explanation, explain, missing_field, unreadable_value};
use crate::level::source::fault::{Found, MAX_FAULTS, Reporter};
use crate::level::source::outline::{Item, Step, TextOutline};
use crate::level::source::scanner::skip_blank_from;
use crate::level::source::suggest;

/// Limit on the bytes parsed in all rounds together, so that a large file full of faults ends in time.
const PARSE_BUDGET_BYTES: usize = 64 * 1024 * 1024;

/// The dialect of RON that levels and rules are written in.
pub(crate) fn dialect() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES)
}

/// The result of parsing.
pub(in crate::level) struct Parsed<T> {
    /// The value without its omissions; `None` if the text could not be parsed at all.
    pub(in crate::level) value: Option<T>,
    /// The parsed text: as long as the original, up to its last bracket.
    pub(in crate::level) working: String,
    pub(in crate::level) gaps: Gaps,
    pub(in crate::level) found: Found,
}

/// A part of the text that was left out for the parser.
struct BlankedPart {
    span: Range<usize>,
    /// The top-level field around it, `bodies`.
    top_field: String,
    /// The name of the field that is missing now, or is probably missing.
    stands_for: String,
    is_unknown_field: bool,
}

/// The omissions.
#[derive(Default)]
pub(in crate::level) struct Gaps(Vec<BlankedPart>);

impl Gaps {
    /// Whether nothing was left out.
    pub(in crate::level) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether anything in this field of the level was left out, even if only an unknown field.
    pub(in crate::level) fn any_in(&self, top_field: &str) -> bool {
        self.0.iter().any(|gap| gap.top_field == top_field)
    }

    /// Whether a known part of this field of the level was left out.
    pub(in crate::level) fn any_known_in(&self, top_field: &str) -> bool {
        self.0.iter().any(|gap| gap.top_field == top_field && !gap.is_unknown_field)
    }

    /// Whether anything inside of these bytes was left out.
    pub(in crate::level) fn any_within(&self, span: &Range<usize>) -> bool {
        self.0.iter().any(|gap| span.start <= gap.span.start && gap.span.end <= span.end)
    }

    fn explain_missing(&self, field: &str, span: &Range<usize>) -> bool {
        self.0
            .iter()
            .any(|gap| gap.stands_for == field && span.start <= gap.span.start && gap.span.end <= span.end)
    }
}

/// Parses a text whose outline is sound: a level, the state of a save, or a file of the rules. `working` is the
/// text with blanks in place of the parts to skip.
pub(in crate::level) fn parse<T: DeserializeOwned>(
    text: &str,
    working: String,
    outline: &TextOutline<'_>,
    reporter: &Reporter<'_>,
) -> Parsed<T> {
    let mut recovery =
        Recovery { text, outline, reporter, working, gaps: Gaps::default(), found: Found::default() };
    let rounds = (PARSE_BUDGET_BYTES / text.len().max(1)).clamp(1, 2 * MAX_FAULTS);
    let mut value = None;
    for _ in 0..rounds {
        match dialect().from_str(&recovery.working) {
            Ok(read) => {
                value = Some(read);
                break;
            }
            Err(error) => {
                if !recovery.repair(&error) || recovery.found.is_full_of_errors() {
                    break;
                }
            }
        }
    }
    Parsed { value, working: recovery.working, gaps: recovery.gaps, found: recovery.found }
}

struct Recovery<'a> {
    text: &'a str,
    outline: &'a TextOutline<'a>,
    reporter: &'a Reporter<'a>,
    working: String,
    gaps: Gaps,
    found: Found,
}

impl Recovery<'_> {
    /// Records the fault and repairs the working copy; returns whether to parse again.
    fn repair(&mut self, error: &SpannedError) -> bool {
        let before = offset_of(&self.working, &error.span.start);
        let behind = offset_of(&self.working, &error.span.end);
        match &error.code {
            Error::MissingStructField { field, .. } => self.repair_missing_field(field, behind),
            Error::ExpectedComma => self.repair_missing_comma(behind),
            code if stands_before_cursor(code) => self.repair_item(code, before),
            code => self.repair_item(code, behind),
        }
    }

    fn repair_item(&mut self, code: &Error, at: usize) -> bool {
        let outline = self.outline;
        // Too few members are noticed at the closing bracket, which is not behind the last member.
        let at_end_too = !matches!(code, Error::ExpectedDifferentLength { .. });
        let steps = outline.steps_to(at.min(self.text.len()), at_end_too);
        let Some(last) = steps.last() else {
            let root = outline.root();
            let explanation = explain(code, "", "");
            self.note(outline.mark(root, None), "", &explanation);
            return false;
        };
        let item = last.item();
        let key = self.governing_key(&steps);
        let found = outline.text_of(&(item.value.start..item.value.end));
        let explanation = explain(code, key, found);
        let is_unknown_field = is_about_key(code, item, at);
        self.note(self.mark_for(code, item, at), &outline.path_of(&steps), &explanation);
        let stands_for = match code {
            Error::NoSuchStructField { expected, found, .. } => {
                suggest::closest(found, expected.iter().copied()).unwrap_or("").to_owned()
            }
            _ => String::new(),
        };
        self.leave_out(&steps, stands_for, is_unknown_field)
    }

    /// Handles a group that ends without a required field.
    fn repair_missing_field(&mut self, field: &str, closing: usize) -> bool {
        let outline = self.outline;
        let steps = outline.steps_to(closing, false);
        let (node, key) = match steps.last() {
            Some(step) => (&step.item().value, step.item().key.as_ref()),
            None => (outline.root(), None),
        };
        if !self.gaps.explain_missing(field, &(node.start..node.end)) {
            let path = outline.path_of(&steps);
            let path = if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") };
            self.note(outline.mark(node, key), &path, &missing_field(field));
        }
        if steps.is_empty() { self.fill_in(field) } else { self.leave_out(&steps, String::new(), false) }
    }

    /// Handles a missing comma after a value.
    fn repair_missing_comma(&mut self, at: usize) -> bool {
        let outline = self.outline;
        let steps = outline.steps_to(at.min(self.text.len()), false);
        let Some(last) = steps.last() else { return self.repair_item(&Error::ExpectedComma, at) };
        let item = last.item();
        let path = outline.path_of(&steps);
        if at != item.start() {
            let found = outline.text_of(&(item.value.start..item.value.end));
            let mark = outline.mark(&item.value, item.key.as_ref());
            self.note(mark, &path, &unreadable_value(found));
            return self.leave_out(&steps, String::new(), false);
        }
        let explanation = Explanation {
            message: "a comma is missing before this".into(),
            remedy: "fields and elements are separated by `,`".into(),
        };
        let mark = item.key.clone().unwrap_or_else(|| outline.mark(&item.value, None));
        self.note(mark, &path, &explanation);
        let end_of_previous = last.index.checked_sub(1).map(|index| last.group.items[index].value.end);
        match end_of_previous {
            Some(end) if self.put_comma(end) => true,
            _ => self.leave_out(&steps, String::new(), false),
        }
    }

    fn note(&mut self, mark: Range<usize>, path: &str, explanation: &Explanation) {
        let fault =
            self.reporter.fault(Severity::Error, mark, path, &explanation.message, &explanation.remedy);
        if !self.found.lists(&fault) {
            self.found.note(Severity::Error, || fault);
        }
    }

    /// The bytes to mark: the key or the word that is unknown, else the value.
    fn mark_for(&self, code: &Error, item: &Item, at: usize) -> Range<usize> {
        match (&item.key, code) {
            (Some(key), _) if is_about_key(code, item, at) => key.clone(),
            (_, Error::NoSuchEnumVariant { found, .. }) => {
                item.value.start..(item.value.start + found.len()).min(item.value.end)
            }
            (key, _) => self.outline.mark(&item.value, key.as_ref()),
        }
    }

    /// The name of the deepest field on the way.
    fn governing_key(&self, steps: &[Step<'_>]) -> &str {
        let key = steps.iter().rev().find_map(|step| step.item().key.as_ref());
        key.map_or("", |key| self.outline.text_of(key))
    }

    /// Blanks out the smallest item on the way that can be left out.
    fn leave_out(&mut self, steps: &[Step<'_>], stands_for: String, is_unknown_field: bool) -> bool {
        let Some(step) = steps.iter().rev().find(|step| step.is_removable()) else { return false };
        let item = step.item();
        let key = item.key.as_ref().map_or("", |key| self.outline.text_of(key));
        let top_key = steps.first().and_then(|step| step.item().key.as_ref());
        self.gaps.0.push(BlankedPart {
            span: item.start()..item.value.end,
            top_field: top_key.map_or("", |key| self.outline.text_of(key)).to_owned(),
            stands_for: if stands_for.is_empty() { key.to_owned() } else { stands_for },
            is_unknown_field,
        });
        blank(&mut self.working, self.text, item.start()..item.value.end)
    }

    /// Puts a comma in the place of the blank at `offset`, if there is one.
    fn put_comma(&mut self, offset: usize) -> bool {
        let is_blank = matches!(self.working.as_bytes().get(offset), Some(b' ' | b'\t' | b'\n' | b'\r'));
        if is_blank {
            self.working.replace_range(offset..offset + 1, ",");
        }
        is_blank
    }

    /// Adds a missing field to the level itself, at the very end, where no place changes.
    fn fill_in(&mut self, field: &str) -> bool {
        let value = match field {
            "schema_version" => "1",
            "title" => "\"\"",
            "epoch" => "jd(2451545)",
            "bodies" => "[]",
            _ => return false,
        };
        let Ok(outline) = TextOutline::scan_to(&self.working, 1) else { return false };
        let root = outline.root();
        let last = root.group.as_deref().and_then(|group| group.items.last());
        let needs_comma = last.is_some_and(|item| {
            !self.working[skip_blank_from(&self.working, item.value.end)..].starts_with(',')
        });
        let end = root.end - 1;
        let comma = if needs_comma { "," } else { "" };
        // A new line keeps the field out of a comment before the bracket.
        self.working.insert_str(end, &format!("\n{comma}{field}: {value},"));
        self.gaps.0.push(BlankedPart {
            span: end..end,
            top_field: field.to_owned(),
            stands_for: field.to_owned(),
            is_unknown_field: false,
        });
        true
    }
}

/// Overwrites an item with blanks, and the comma behind it if there is one in `working`; returns whether there was
/// anything to overwrite. `text` is the text without changes.
fn blank(working: &mut String, text: &str, item: Range<usize>) -> bool {
    let comma = skip_blank_from(text, item.end);
    let end = if working[comma..].starts_with(',') { comma + 1 } else { item.end };
    let old = &working[item.start..end];
    let new: String = old.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    let changes = new != old;
    working.replace_range(item.start..end, &new);
    changes
}

/// The text with blanks in the place of an item, and of the comma behind it.
pub(in crate::level) fn without(text: &str, item: Range<usize>) -> String {
    let mut working = text.to_owned();
    blank(&mut working, text, item);
    working
}

/// Whether the parser had already gone past the place of its complaint.
fn stands_before_cursor(code: &Error) -> bool {
    matches!(
        code,
        Error::NoSuchStructField { .. }
            | Error::NoSuchEnumVariant { .. }
            | Error::DuplicateStructField { .. }
            | Error::ExpectedDifferentStructName { .. }
            | Error::IntegerOutOfBounds
            | Error::InvalidValueForType { .. }
            | Error::Message(_)
    )
}

/// Whether the error is about the key of the item, not about its value.
fn is_about_key(code: &Error, item: &Item, at: usize) -> bool {
    let Some(key) = &item.key else { return false };
    match code {
        Error::NoSuchStructField { .. } | Error::DuplicateStructField { .. } => true,
        Error::SuggestRawIdentifier(_) => key.contains(&at),
        _ => false,
    }
}

/// The byte at a position of the parser, which counts lines and characters from 1.
fn offset_of(text: &str, position: &Position) -> usize {
    let mut line_start = 0;
    for _ in 1..position.line {
        match text[line_start..].find('\n') {
            Some(length) => line_start += length + 1,
            None => return text.len(),
        }
    }
    let line = &text[line_start..];
    line.char_indices()
        .nth(position.col.saturating_sub(1))
        .map_or(text.len(), |(length, _)| line_start + length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::Level;
    use crate::level::source::fault::Faults;

    #[test]
    fn positions_become_bytes() {
        let text = "ab\né(\n";
        assert_eq!(offset_of(text, &Position { line: 1, col: 1 }), 0);
        assert_eq!(offset_of(text, &Position { line: 2, col: 2 }), 5);
        assert_eq!(offset_of(text, &Position { line: 3, col: 1 }), text.len());
        assert_eq!(offset_of(text, &Position { line: 9, col: 9 }), text.len());
    }

    #[test]
    fn goes_on_behind_faults() {
        let text = r#"(
            schema_version: 1, titel: "a",
            epoch: "x",
            bodies: [body(3), body("Sun") body("Mars")],
        )"#;
        let outline = TextOutline::scan(text).map_err(|fault| fault.message).expect("the shape is sound");
        let reporter = Reporter::new("a.ron", text);
        let parsed = parse::<Level>(text, text.to_owned(), &outline, &reporter);
        let faults = Faults::new(text, parsed.found);
        let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
        assert_eq!(paths, ["titel", "epoch", "bodies[0]", "bodies[2]"], "{faults}");
        assert_eq!(parsed.value.map(|level| level.bodies.len()), Some(2));
    }
}
