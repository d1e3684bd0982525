//! Scans a RON text once and finds its structure.
//!
//! The result is a tree of [`OutlineNode`]s, each with its range of bytes, or the first [`ShapeFault`]. Brackets,
//! words, strings, numbers and comments are recognised, meaning is not. A missing comma is ignored here, because the
//! parser reports it. Depth and number of the nodes are bounded.

use std::ops::Range;

use crate::level::source::outline::{Group, Item, OutlineNode};

/// Limit on the depth of brackets.
const MAX_DEPTH: usize = 64;

/// Limit on kept values of a text, so that hostile texts cannot fill the memory.
const MAX_VALUES: usize = 1_000_000;

/// A fault in the shape of the text, after which the rest is meaningless.
#[derive(Debug)]
pub(in crate::level) struct ShapeFault {
    /// The place, bytes.
    pub(in crate::level) span: Range<usize>,
    pub(in crate::level) message: String,
    /// May be empty.
    pub(in crate::level) remedy: String,
}

/// Scans a whole text, and keeps the values down to `kept_depth` brackets.
pub(in crate::level) fn scan(text: &str, kept_depth: usize) -> Result<OutlineNode, ShapeFault> {
    let mut scanner = Scanner { text, at: 0, depth: 0, kept_depth, values: 0 };
    scanner.skip_attributes()?;
    let root = scanner.value()?;
    scanner.skip_blank()?;
    if scanner.at < text.len() {
        let span = scanner.at..scanner.after_next_char();
        return Err(shape_fault(
            span,
            "text after the end",
            "a file holds one value in one pair of brackets",
        ));
    }
    Ok(root)
}

/// The beginning of the next element behind blanks and comments; at the end of the text or an unclosed comment,
/// the place at which to stop.
pub(in crate::level) fn skip_blank_from(text: &str, offset: usize) -> usize {
    let mut scanner = Scanner { text, at: offset, depth: 0, kept_depth: 0, values: 0 };
    match scanner.skip_blank() {
        Ok(()) => scanner.at,
        Err(fault) => fault.span.start,
    }
}

fn shape_fault(span: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) -> ShapeFault {
    ShapeFault { span, message: message.into(), remedy: remedy.into() }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    kept_depth: usize,
    /// Number of kept values.
    values: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn after_next_char(&self) -> usize {
        self.at + self.peek().map_or(0, char::len_utf8)
    }

    fn skip_while(&mut self, belongs: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|letter: char| !belongs(letter)).unwrap_or(rest.len());
    }

    /// Skips blanks and comments.
    fn skip_blank(&mut self) -> Result<(), ShapeFault> {
        loop {
            self.skip_while(is_blank);
            if self.rest().starts_with("//") {
                self.skip_while(|letter| letter != '\n');
            } else if self.rest().starts_with("/*") {
                self.skip_block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    fn skip_block_comment(&mut self) -> Result<(), ShapeFault> {
        let start = self.at;
        let mut open = 0_usize;
        loop {
            let rest = self.rest();
            if rest.starts_with("/*") {
                open += 1;
                self.at += 2;
            } else if rest.starts_with("*/") {
                open -= 1;
                self.at += 2;
            } else if rest.is_empty() {
                return Err(shape_fault(start..start + 2, "this comment is not closed", "end it with `*/`"));
            } else {
                self.at = self.after_next_char();
                self.skip_while(|letter| letter != '/' && letter != '*');
            }
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Skips lines such as `#![enable(implicit_some)]` at the top.
    fn skip_attributes(&mut self) -> Result<(), ShapeFault> {
        self.skip_blank()?;
        while self.peek() == Some('#') {
            let start = self.at;
            self.skip_while(|letter| letter != ']' && letter != '"');
            while self.peek() == Some('"') {
                self.skip_string()?;
                self.skip_while(|letter| letter != ']' && letter != '"');
            }
            if self.peek().is_none() {
                let remedy = "such a line looks like `#![enable(implicit_some)]`";
                return Err(shape_fault(start..start + 1, "this line is not closed by `]`", remedy));
            }
            self.at += 1;
            self.skip_blank()?;
        }
        Ok(())
    }

    fn value(&mut self) -> Result<OutlineNode, ShapeFault> {
        self.values += usize::from(self.depth <= self.kept_depth);
        let start = self.at;
        if self.values > MAX_VALUES {
            return Err(shape_fault(
                start..start,
                format!("more than {MAX_VALUES} values"),
                "make the level smaller",
            ));
        }
        let Some(first) = self.peek() else {
            return Err(self.end_of_text());
        };
        match first {
            '(' | '[' | '{' => return self.group(start),
            '"' => self.skip_string()?,
            '\'' => self.skip_char()?,
            _ if self.starts_literal() => self.skip_literal()?,
            _ if is_word_start(first) => {
                self.skip_word();
                let end = self.at;
                self.skip_blank()?;
                if self.peek() == Some('(') {
                    return self.group(start);
                }
                self.at = end;
            }
            '0'..='9' | '+' | '-' | '.' => self.skip_while(is_number_part),
            _ => return Err(self.unexpected(first)),
        }
        Ok(OutlineNode { start, end: self.at, group: None })
    }

    /// A group, at its opening bracket; `start` is the beginning of its name.
    fn group(&mut self, start: usize) -> Result<OutlineNode, ShapeFault> {
        let open = self.at;
        let bracket = self.peek().unwrap_or('(');
        if self.depth >= MAX_DEPTH {
            let message = format!("nesting too deep: more than {MAX_DEPTH} brackets in each other");
            return Err(shape_fault(open..open + 1, message, ""));
        }
        self.depth += 1;
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip_blank()?;
            match self.peek() {
                None => {
                    let message = format!("this `{bracket}` is not closed");
                    let remedy = format!("a `{}` is missing somewhere below", closing(bracket));
                    return Err(shape_fault(open..open + 1, message, remedy));
                }
                Some(letter) if letter == closing(bracket) => break,
                Some(letter @ (')' | ']' | '}')) => return Err(self.mismatch(letter, bracket, open)),
                // The parser judges a superfluous comma.
                Some(',') => self.at += 1,
                Some(_) => {
                    let item = self.item(bracket)?;
                    if self.depth <= self.kept_depth {
                        items.push(item);
                    }
                }
            }
        }
        self.at += 1;
        self.depth -= 1;
        let group = Group { open, is_list: bracket == '[', items };
        Ok(OutlineNode { start, end: self.at, group: Some(Box::new(group)) })
    }

    fn item(&mut self, bracket: char) -> Result<Item, ShapeFault> {
        let start = self.at;
        let key = match bracket {
            '(' => self.field_key()?,
            '{' => self.map_key()?,
            _ => None,
        };
        if let Some(key) = &key
            && matches!(self.peek(), None | Some(',' | ')' | ']' | '}'))
        {
            let message = format!("`{}` has no value", &self.text[key.clone()]);
            return Err(shape_fault(start..key.end, message, "write a value after the `:`"));
        }
        Ok(Item { key, value: self.value()? })
    }

    /// The key of a field, if a field begins here; the scanner is then at the value.
    fn field_key(&mut self) -> Result<Option<Range<usize>>, ShapeFault> {
        let start = self.at;
        let is_word = self.peek().is_some_and(is_word_start) && !self.starts_literal();
        if !is_word {
            return Ok(None);
        }
        self.skip_word();
        let key = start..self.at;
        self.skip_blank()?;
        if self.peek() != Some(':') {
            self.at = start;
            return Ok(None);
        }
        self.at += 1;
        self.skip_blank()?;
        Ok(Some(key))
    }

    fn map_key(&mut self) -> Result<Option<Range<usize>>, ShapeFault> {
        let key = self.value()?;
        self.skip_blank()?;
        if self.peek() == Some(':') {
            self.at += 1;
            self.skip_blank()?;
        }
        Ok(Some(key.start..key.end))
    }

    fn skip_word(&mut self) {
        if self.rest().starts_with("r#") {
            self.at += 2;
        }
        self.skip_while(is_word_part);
    }

    /// Whether a literal with a letter before its quote begins here: `r"`, `r#"`, `b"`, `br#"`, `b'`.
    fn starts_literal(&self) -> bool {
        let rest = self.rest();
        let raw = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'));
        rest.starts_with("b\"")
            || rest.starts_with("b'")
            || raw.is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
    }

    fn skip_literal(&mut self) -> Result<(), ShapeFault> {
        let start = self.at;
        if self.rest().starts_with("b\"") {
            self.at += 1;
            return self.skip_string();
        }
        if self.rest().starts_with("b'") {
            self.at += 1;
            return self.skip_char();
        }
        self.skip_while(|letter| letter == 'b' || letter == 'r');
        let hashes_start = self.at;
        self.skip_while(|letter| letter == '#');
        let end_mark = format!("\"{}", &self.text[hashes_start..self.at]);
        self.at += 1;
        match self.rest().find(&end_mark) {
            Some(length) => {
                self.at += length + end_mark.len();
                Ok(())
            }
            None => Err(shape_fault(
                start..self.at,
                "this text is not closed",
                format!("end it with `{end_mark}`"),
            )),
        }
    }

    /// A string, at its opening quote.
    fn skip_string(&mut self) -> Result<(), ShapeFault> {
        let start = self.at;
        self.at += 1;
        loop {
            self.skip_while(|letter| letter != '"' && letter != '\\');
            match self.peek() {
                None => {
                    let remedy = "end it with `\"`; inside of it a `\"` is written `\\\"`";
                    return Err(shape_fault(start..start + 1, "this text in quotes is not closed", remedy));
                }
                Some('"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(_) => {
                    self.at += 1;
                    self.at = self.after_next_char();
                }
            }
        }
    }

    /// A character, at its opening quote.
    fn skip_char(&mut self) -> Result<(), ShapeFault> {
        let start = self.at;
        self.at += 1;
        if self.peek() == Some('\\') {
            self.at += 1;
        }
        self.at = self.after_next_char();
        self.skip_while(|letter| letter != '\'' && letter != '\n' && letter != ',' && letter != ')');
        if self.peek() != Some('\'') {
            return Err(shape_fault(
                start..start + 1,
                "this `'` is not closed",
                "text stands in double quotes",
            ));
        }
        self.at += 1;
        Ok(())
    }

    fn mismatch(&self, found: char, bracket: char, open: usize) -> ShapeFault {
        let opened_at = Self::line_of(self.text, open);
        let message = format!("`{found}` does not close the `{bracket}` of line {opened_at}");
        let remedy =
            format!("a `{}` is missing before it, or the `{found}` is one too many", closing(bracket));
        shape_fault(self.at..self.at + 1, message, remedy)
    }

    fn line_of(text: &str, offset: usize) -> usize {
        1 + text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
    }

    fn unexpected(&self, letter: char) -> ShapeFault {
        let remedy = match letter {
            '=' => "a field is written `name: value`",
            ':' => "a field is written `name: value`, its name without quotes",
            ')' | ']' | '}' => "it closes nothing, or a value is missing before it",
            ';' => "fields and elements are separated by `,`",
            _ => "",
        };
        shape_fault(self.at..self.after_next_char(), format!("unexpected {letter:?}"), remedy)
    }

    fn end_of_text(&self) -> ShapeFault {
        let remedy = "a level is written `(schema_version: 1, title: \"...\", ...)`";
        let message = if self.values <= 1 { "the file is empty" } else { "the file ends in the middle" };
        shape_fault(self.at..self.at, message, remedy)
    }
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// The blanks of RON.
fn is_blank(letter: char) -> bool {
    matches!(
        letter,
        ' ' | '\t'
            | '\n'
            | '\r'
            | '\u{b}'
            | '\u{c}'
            | '\u{85}'
            | '\u{200E}'
            | '\u{200F}'
            | '\u{2028}'
            | '\u{2029}'
    )
}

fn is_word_start(letter: char) -> bool {
    letter == '_' || letter.is_alphabetic()
}

/// RON's words, and the `-`, `.` and `+` that people write into them by mistake.
fn is_word_part(letter: char) -> bool {
    letter == '_' || letter.is_alphanumeric() || matches!(letter, '-' | '.' | '+')
}

fn is_number_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '+' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_in_the_shape_are_placed() {
        let cases = [
            ("", 0, "empty"),
            ("  // only a comment", 19, "empty"),
            ("(a: [1, 2)", 9, "does not close"),
            ("(a: 1", 0, "not closed"),
            ("(a: \"x)", 4, "not closed"),
            ("(a: 1) b", 7, "after the end"),
            ("(a = 1)", 3, "unexpected '='"),
            ("(a: )", 1, "no value"),
            ("(a: 1 /* )", 6, "comment"),
            ("(a: r#\"x\")", 4, "not closed"),
            ("#![enable(", 0, "not closed"),
        ];
        for (text, place, message) in cases {
            let fault = scan(text, MAX_DEPTH).err().unwrap_or_else(|| panic!("`{text}` has no fault"));
            assert_eq!(fault.span.start, place, "{text}: {}", fault.message);
            assert!(fault.message.contains(message), "{text}: {}", fault.message);
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(scan(&nested(MAX_DEPTH), MAX_DEPTH).is_ok());
        let fault = scan(&nested(100_000), MAX_DEPTH).expect_err("too deep");
        assert_eq!(fault.span.start, MAX_DEPTH);
        assert!(fault.message.contains("nesting too deep"));
    }
}
