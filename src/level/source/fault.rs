//! The faults of a file, for its author: as text for a terminal, or as JSON for a tool.
//!
//! A fault has a place in the text, a field path, a message and a remedy. Everything that comes from a file
//! goes through [plain text](crate::level::source::plain) before it reaches a terminal.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents,
};
use serde::Serialize;

use crate::level::plain_line;

/// Limit on the listed faults of a file; the rest are only counted. Errors come before warnings.
pub const MAX_FAULTS: usize = 100;

/// Lines longer than this many bytes are shown in part.
const LONGEST_SHOWN_LINE: usize = 160;

/// Shown part of a long line before the marked place, bytes.
const SHOWN_BEFORE_MARK: usize = 60;

/// The width that messages are wrapped at, columns.
const PAGE_WIDTH: usize = 100;

/// The severity of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The level cannot be played.
    Error,
    /// The level can be played, but something in it is probably unintended.
    Warning,
}

/// One fault in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The file name given by the caller.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The field, `bodies[3].orbit.eccentricity`; empty for a fault of the whole file.
    pub path: String,
    /// Severity.
    pub severity: Severity,
    /// The fault in words.
    pub message: String,
    /// The remedy.
    pub remedy: Option<String>,
    /// The marked place, bytes of the text (after a byte order mark, if there is one).
    #[serde(skip)]
    pub span: Range<usize>,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}: ", self.file, self.line, self.column)?;
        formatter.write_str(&self.headline())
    }
}

impl Fault {
    fn headline(&self) -> String {
        if self.path.is_empty() { self.message.clone() } else { format!("{}: {}", self.path, self.message) }
    }
}

/// Faults as they are found: up to [`MAX_FAULTS`] are listed, all are counted. Warnings never keep an error from
/// the list: an error pushes the last warning out.
#[derive(Clone, Debug, Default)]
pub(in crate::level) struct Found {
    list: Vec<Fault>,
    errors: usize,
    warnings: usize,
}

impl Found {
    /// Counts a fault, and lists it if there is room.
    pub(in crate::level) fn note(&mut self, severity: Severity, fault: impl FnOnce() -> Fault) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        if self.list.len() >= MAX_FAULTS && !(severity == Severity::Error && self.push_out_a_warning()) {
            return;
        }
        self.list.push(fault());
    }

    /// Makes room in a full list; returns whether there was a warning to drop.
    fn push_out_a_warning(&mut self) -> bool {
        let last = self.list.iter().rposition(|fault| fault.severity == Severity::Warning);
        if let Some(last) = last {
            self.list.remove(last);
        }
        last.is_some()
    }

    /// Whether the list holds only errors and has no room for another.
    pub(in crate::level) fn is_full_of_errors(&self) -> bool {
        self.errors >= MAX_FAULTS
    }

    /// Whether a fault like this is listed already.
    pub(in crate::level) fn lists(&self, fault: &Fault) -> bool {
        self.list.contains(fault)
    }
}

/// All faults of one file, with its text to show them in.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.render(false))]
pub struct Faults {
    list: Vec<Fault>,
    text: Arc<str>,
    errors: usize,
    left_out: usize,
}

impl Faults {
    /// The faults of a text, sorted by place.
    pub(in crate::level) fn new(text: &str, found: Found) -> Self {
        let Found { mut list, errors, warnings } = found;
        list.sort_by_key(|fault| (fault.span.start, fault.span.end));
        let left_out = errors + warnings - list.len();
        Self { list, text: Arc::from(text), errors, left_out }
    }

    /// The faults, in the order of the text.
    pub fn iter(&self) -> std::slice::Iter<'_, Fault> {
        self.list.iter()
    }

    /// Number of listed faults.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Number of faults found but not listed.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether at least one fault is an error, listed or not.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All faults for a person: file, line, column, field, the marked place in its lines, and the remedy.
    /// With `color`, ANSI escapes colour it.
    pub fn render(&self, color: bool) -> String {
        let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme).with_width(PAGE_WIDTH).with_links(false);
        let mut page = String::new();
        for fault in &self.list {
            let shown =
                ShownFault { headline: fault.headline(), fault, excerpt: Excerpt::of(&self.text, fault) };
            if handler.render_report(&mut page, &shown).is_err() {
                page.push_str(&format!("{fault}\n"));
            }
        }
        if self.left_out > 0 {
            page.push_str(&format!("... and {} more.\n", self.left_out));
        }
        page
    }
}

impl<'f> IntoIterator for &'f Faults {
    type Item = &'f Fault;
    type IntoIter = std::slice::Iter<'f, Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Builds faults of one text: knows the file's name and the starts of its lines.
pub(in crate::level) struct Reporter<'t> {
    file: &'t str,
    text: &'t str,
    line_starts: Vec<usize>,
    /// The line and the column of the text's beginning in the file, from 1.
    begins: (usize, usize),
    /// The path of the field whose value is the text; empty: the text is the whole file.
    field: &'t str,
}

impl<'t> Reporter<'t> {
    pub(in crate::level) fn new(file: &'t str, text: &'t str) -> Self {
        let after_breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self {
            file,
            text,
            line_starts: std::iter::once(0).chain(after_breaks).collect(),
            begins: (1, 1),
            field: "",
        }
    }

    /// A reporter for the text of a field that begins within its file, at a line and a column from 1.
    pub(in crate::level) fn of_field(self, field: &'t str, begins: (usize, usize)) -> Self {
        Self { begins, field, ..self }
    }

    /// The file name given by the caller.
    pub(in crate::level) fn file(&self) -> &'t str {
        self.file
    }

    /// A fault at a span of the text. `remedy` may be empty.
    pub(in crate::level) fn fault(
        &self,
        severity: Severity,
        span: Range<usize>,
        path: &str,
        message: &str,
        remedy: &str,
    ) -> Fault {
        let start = floor_to_char(self.text, span.start);
        let end = floor_to_char(self.text, span.end).max(start);
        let (line, column) = self.position(start);
        Fault {
            file: plain_line(self.file).into_owned(),
            line,
            column,
            path: plain_line(&self.path_in_file(path)).into_owned(),
            severity,
            message: plain_line(message).into_owned(),
            remedy: (!remedy.is_empty()).then(|| plain_line(remedy).into_owned()),
            span: start..end,
        }
    }

    fn path_in_file<'p>(&self, path: &'p str) -> Cow<'p, str> {
        match self.field {
            "" => Cow::Borrowed(path),
            field if path.is_empty() => Cow::Owned(field.to_owned()),
            field => Cow::Owned(format!("{field}.{path}")),
        }
    }

    /// Line and column in the file, from 1, of a byte offset on a character's boundary.
    pub(in crate::level) fn position(&self, offset: usize) -> (usize, usize) {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let line_start = self.line_starts[line - 1];
        let column = self.text[line_start..offset].chars().count() + 1;
        let (first_line, first_column) = self.begins;
        (line + first_line - 1, if line == 1 { column + first_column - 1 } else { column })
    }
}

/// The nearest character boundary at or below `offset`, within the text.
fn floor_to_char(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The lines around a fault, as they are shown.
#[derive(Debug)]
struct Excerpt {
    file: String,
    text: String,
    /// Number of the first shown line, from 0.
    first_line: usize,
    /// Line and column of the mark, from 0.
    mark_position: (usize, usize),
    /// The mark in `text`, bytes.
    mark: Range<usize>,
}

impl Excerpt {
    fn of(text: &str, fault: &Fault) -> Self {
        let span = fault.span.clone();
        let line_start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[span.start..].find('\n').map_or(text.len(), |at| span.start + at);
        let (shown_start, shown_end) = shown_part(text, span.start, line_start, line_end);
        let mark_end = span.end.clamp(span.start, shown_end);

        let mut shown = String::new();
        let mut first_line = fault.line - 1;
        if let Some(before) = line_before(text, line_start) {
            shown.push_str(&plain_line(before));
            shown.push('\n');
            first_line -= 1;
        }
        shown.push_str(&plain_line(&text[shown_start..span.start]));
        let mark_start = shown.len();
        shown.push_str(&plain_line(&text[span.start..mark_end]));
        let mark = mark_start..shown.len();
        shown.push_str(&plain_line(&text[mark_end..shown_end]));
        if let Some(after) = line_after(text, line_end) {
            shown.push('\n');
            shown.push_str(&plain_line(after));
        }
        Self {
            file: fault.file.clone(),
            text: shown,
            first_line,
            mark_position: (fault.line - 1, fault.column - 1),
            mark,
        }
    }
}

/// The part of the line from `line_start` to `line_end` that is shown round the mark.
fn shown_part(text: &str, mark: usize, line_start: usize, line_end: usize) -> (usize, usize) {
    let line_end = line_start + text[line_start..line_end].trim_end_matches('\r').len();
    let line_end = line_end.max(mark);
    if line_end - line_start <= LONGEST_SHOWN_LINE {
        return (line_start, line_end);
    }
    let start = floor_to_char(text, mark.saturating_sub(SHOWN_BEFORE_MARK)).max(line_start);
    let end = floor_to_char(text, start + LONGEST_SHOWN_LINE).clamp(mark, line_end);
    (start, end)
}

/// The line before the line at `line_start`, if there is one and it is short enough to show.
fn line_before(text: &str, line_start: usize) -> Option<&str> {
    let before = text[..line_start].strip_suffix('\n')?;
    let line = before.rsplit('\n').next().unwrap_or(before).trim_end_matches('\r');
    (line.len() <= LONGEST_SHOWN_LINE).then_some(line)
}

/// The line after the line that ends at `line_end`, if there is one and it is short enough to show.
fn line_after(text: &str, line_end: usize) -> Option<&str> {
    let after = text[line_end..].strip_prefix('\n')?;
    let line = after.split('\n').next().unwrap_or(after).trim_end_matches('\r');
    (!line.is_empty() && line.len() <= LONGEST_SHOWN_LINE).then_some(line)
}

impl SourceCode for Excerpt {
    /// The whole excerpt for the snippet; the mark's own line and column if no context is wanted.
    fn read_span<'a>(
        &'a self,
        _span: &SourceSpan,
        context_lines_before: usize,
        _context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (line, column) =
            if context_lines_before == 0 { self.mark_position } else { (self.first_line, 0) };
        let whole = SourceSpan::from((0, self.text.len()));
        let lines = self.text.lines().count();
        Ok(Box::new(MietteSpanContents::new_named(
            self.file.clone(),
            self.text.as_bytes(),
            whole,
            line,
            column,
            lines,
        )))
    }
}

/// A fault in the renderer's form.
#[derive(Debug, thiserror::Error)]
#[error("{headline}")]
struct ShownFault<'f> {
    headline: String,
    fault: &'f Fault,
    excerpt: Excerpt,
}

impl Diagnostic for ShownFault<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.fault.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let remedy = self.fault.remedy.as_ref()?;
        Some(Box::new(remedy))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(std::iter::once(LabeledSpan::underline(self.excerpt.mark.clone()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let reporter = Reporter::new("a.ron", "(\n  título: ?\n)");
        let at = "(\n  título: ".len();
        assert_eq!(reporter.position(at), (2, 11));
        assert_eq!(reporter.position(0), (1, 1));
    }

    #[test]
    fn shows_place_mark_and_remedy() {
        let text = "(\n  eccentricity: -1,\n)";
        let span = text.find("-1").map(|at| at..at + 2).expect("the text has a -1");
        let reporter = Reporter::new("a.ron", text);
        let fault = reporter.fault(Severity::Error, span, "bodies[0]", "is below 0", "make it 0");
        let mut found = Found::default();
        for _ in 0..MAX_FAULTS + 3 {
            found.note(Severity::Error, || fault.clone());
        }
        let page = Faults::new(text, found).render(false);
        for part in ["a.ron:2:17", "bodies[0]: is below 0", "eccentricity: -1,", "make it 0", "and 3 more"] {
            assert!(page.contains(part), "`{part}` is missing in\n{page}");
        }
        assert!(!page.contains('\u{1b}'));
    }

    #[test]
    fn any_place_of_any_text_can_be_shown() {
        let long = "x".repeat(1000);
        for text in ["", "\n", "\r\n\r\n", "é\n\u{1b}[31m\tü", "a\rb", long.as_str()] {
            let reporter = Reporter::new("\u{1b}.ron", text);
            for start in 0..=text.len() + 1 {
                for end in [start, start + 1, start + 7] {
                    let fault = reporter.fault(Severity::Warning, start..end, "", "m", "");
                    let mut found = Found::default();
                    found.note(fault.severity, || fault);
                    let page = Faults::new(text, found).render(false);
                    assert!(!page.contains('\u{1b}'));
                }
            }
        }
    }
}
