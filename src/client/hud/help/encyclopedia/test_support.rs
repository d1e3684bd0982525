//! The rules as shipped, for tests.

use crate::client::hud::help::encyclopedia::entry::{Entry, Line, RuleBook};
use crate::client::hud::planet::classes::Figure;
use crate::rules::test_support::shipped as rules;

/// The shipped rules.
pub fn shipped() -> RuleBook {
    RuleBook::of(rules())
}

/// The words of an entry that has no tables.
pub fn words(entry: Entry) -> String {
    let words = entry.lines.into_iter().map(|line| match line {
        Line::Words(words) | Line::Figure(Figure { words, .. }) => words,
        other => panic!("{other:?}"),
    });
    words.collect::<Vec<String>>().join(" ")
}
