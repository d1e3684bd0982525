//! Text from files, made safe for display.
//!
//! Letters that control a terminal, forge a line, or change the look of others become visible signs. All other
//! letters stay.
//!
//! The check of levels refuses such letters in names and texts, so that a world has none. Text that is shown
//! before a check, or of a file without one, goes through here: excerpts of faulty files, lists of files, and
//! all output of the command line.

use std::borrow::Cow;

use crate::level::check::MAX_NAME_LETTERS;
use std::path::Path;

/// Replaces letters that are not shown.
const STAND_IN: char = '\u{fffd}';

/// Whether a letter is invisible, or changes the look of others: control characters, line breaks, marks of the
/// direction of reading, and letters without width. Signs that only choose the look of the letter before them, or
/// join or separate their neighbours, are exempt: many languages need them.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}'
            | '\u{e01f0}'..='\u{e0fff}')
}

/// Whether a letter has no place in a text of several lines.
pub fn is_hidden_in_text(letter: char) -> bool {
    !matches!(letter, '\n' | '\r' | '\t') && is_hidden(letter)
}

/// One line of text: breaks of lines are replaced as well, only tabs stay.
pub fn plain_line(text: &str) -> Cow<'_, str> {
    without(text, |letter| letter != '\t' && is_hidden(letter))
}

/// Text of several lines, which end with `\n` alone; `\r` is replaced.
pub fn plain_text(text: &str) -> Cow<'_, str> {
    without(text, |letter| letter != '\n' && letter != '\t' && is_hidden(letter))
}

/// The name of a file, in one line.
pub fn plain_path(path: &Path) -> String {
    plain_line(&path.display().to_string()).into_owned()
}

/// The fault of a text with a forbidden letter, as `is_hidden` decides.
pub(crate) fn hidden_fault(text: &str, is_hidden: impl Fn(char) -> bool) -> Option<String> {
    let letter = text.chars().find(|letter| is_hidden(*letter))?;
    Some(format!("U+{:04X} stands here, a letter that is not seen", u32::from(letter)))
}

/// The fault of a name of a faction, a fleet or another named thing, and its remedy.
pub fn name_fault(name: &str) -> Option<(String, &'static str)> {
    if name.trim().is_empty() {
        Some(("a name is needed here".to_owned(), ""))
    } else if name.chars().count() > MAX_NAME_LETTERS {
        Some((format!("a name has at most {MAX_NAME_LETTERS} letters"), "shorten it"))
    } else if let Some(fault) = hidden_fault(name, is_hidden) {
        Some((fault, "remove it"))
    } else if name.trim() != name {
        Some(("a name does not begin or end with a blank".to_owned(), "remove the blank"))
    } else {
        None
    }
}

fn without(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_bad) {
        return Cow::Borrowed(text);
    }
    text.chars().map(|letter| if is_bad(letter) { STAND_IN } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_control_characters_are_replaced() {
        let hostile = "a\u{1b}[2J\u{7}\u{9b}\u{202e}\u{2069}\u{200f}\u{61c}\u{200b}\u{feff}\u{2028}\r\n\tb";
        assert_eq!(plain_line(hostile).chars().filter(|letter| *letter == STAND_IN).count(), 12);
        assert_eq!(plain_line("a\r\n\tb"), "a\u{fffd}\u{fffd}\tb");
        assert_eq!(plain_text("a\r\n\tb"), "a\u{fffd}\n\tb");
        let joined = "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}, \
            \u{1f468}\u{200d}\u{1f680}, \u{845b}\u{e0100}";
        for text in ["", "Ерис, 漢字, عربي, cafe\u{301}", "☀\u{fe0f} × – “x”", joined] {
            assert!(matches!(plain_line(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }
}
