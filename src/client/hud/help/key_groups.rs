//! The lines of the page of keys by part and subject, in columns of about equal heights.

use bevy::prelude::Component;

use super::key_lines::{BEGINNING, BEGINNING_LINES, COLUMNS, HelpRow, KeyLine, MOUSE, lines_of};
use crate::client::hud::layout::fitting::broken;
use crate::client::settings::Binding;
use crate::client::settings::keys::subjects::KeySubject;
use crate::client::widgets::NOTE_PIXELS;

/// Room of a heading, in lines; the first of a column has one.
pub const HEADING_LINES: usize = 2;
/// Size of the letters, pixels.
pub const LETTERS: f32 = NOTE_PIXELS;
/// Size of the letters of the lines to begin with, pixels.
pub const BEGINNING_LETTERS: f32 = 17.0;
/// Width of a column's keys, pixels.
pub const KEY_WIDTH: f32 = 130.0;
/// The heading of the orders that the mouse gives.
const MOUSE_HEADING: &str = "Mouse: orders";
/// Steps by which words in several lines are made narrower, and the most of them, shares of their width.
const NARROWER: (f32, u8) = (0.04, 12);

/// The action of a button of the page.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeysAction {
    /// Opens a part.
    Open(KeysPart),
    /// Closes the page.
    Close,
}

/// A part of the page: but in the largest windows all lines together would have to be too small to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeysPart {
    /// The lines to begin with, the orders of the mouse, the camera and the selection.
    #[default]
    View,
    /// Orders, time, panels and the program.
    Orders,
}

impl KeysPart {
    /// Both parts, in the order of their tabs.
    pub const ALL: [Self; 2] = [Self::View, Self::Orders];

    /// The words of its tab.
    pub fn title(self) -> &'static str {
        match self {
            Self::View => "Mouse and view",
            Self::Orders => "Orders and panels",
        }
    }

    /// The part in which a subject stands.
    fn of(subject: KeySubject) -> Self {
        match subject {
            KeySubject::Camera | KeySubject::Selection => Self::View,
            KeySubject::Orders | KeySubject::Combat | KeySubject::Time => Self::Orders,
            KeySubject::Display | KeySubject::Program => Self::Orders,
        }
    }
}

/// The lines to begin with, in their columns.
pub type Beginning = [[HelpRow; BEGINNING_LINES]; COLUMNS];

/// A subject with its rows: keys or mouse buttons, and their effects.
#[derive(Clone, Debug, PartialEq)]
pub struct HelpGroup {
    /// Its name.
    pub heading: &'static str,
    /// Keys or mouse buttons, and what they do.
    pub rows: Vec<HelpRow>,
}

/// The lines to begin with.
pub fn beginning(bindings: &[Binding]) -> Beginning {
    BEGINNING.map(|column| column.map(|line| line.row(bindings)))
}

/// Their height in lines, for words of this width, pixels.
pub fn beginning_lines(beginning: &Beginning, width: f32) -> usize {
    let lines = |row: &HelpRow| broken_row(row, width, BEGINNING_LETTERS).1;
    beginning.iter().map(|column| column.iter().map(lines).sum::<usize>()).max().unwrap_or_default()
}

/// The groups of some parts: the orders of the mouse, then the keys by subject, without those to begin with.
pub fn groups(parts: &[KeysPart], bindings: &[Binding]) -> Vec<HelpGroup> {
    let group = |heading: &'static str, lines: &[KeyLine]| HelpGroup {
        heading,
        rows: lines.iter().map(|line| line.row(bindings)).collect(),
    };
    let mouse = parts.contains(&KeysPart::View).then(|| group(MOUSE_HEADING, MOUSE));
    let subjects = KeySubject::ALL.into_iter().filter(|subject| parts.contains(&KeysPart::of(*subject)));
    mouse.into_iter().chain(subjects.map(|subject| group(subject.heading(), &lines_of(subject)))).collect()
}

impl HelpGroup {
    /// Its height in lines, for words of this width, pixels.
    pub fn lines(&self, width: f32) -> usize {
        HEADING_LINES + self.rows.iter().map(|row| broken_row(row, width, LETTERS).1).sum::<usize>()
    }
}

/// The groups in columns with words of this width, pixels. The longest column is as short as possible: there are few
/// ways, and all of them are tried.
pub fn in_columns(groups: Vec<HelpGroup>, width: f32) -> [Vec<HelpGroup>; COLUMNS] {
    let lines: Vec<usize> = groups.iter().map(|group| group.lines(width)).collect();
    // A way is a number whose digits, from the highest, are the columns of the groups: the first one stays on the left.
    let count = groups.len();
    let column_of = |way: usize, group: usize| way / COLUMNS.pow((count - 1 - group) as u32) % COLUMNS;
    let longest = |way: &usize| {
        let mut heights = [0; COLUMNS];
        lines.iter().enumerate().for_each(|(group, lines)| heights[column_of(*way, group)] += lines);
        heights.into_iter().max()
    };
    let best = (0..COLUMNS.pow(count as u32)).min_by_key(longest).unwrap_or_default();
    let mut columns: [Vec<HelpGroup>; COLUMNS] = Default::default();
    for (index, group) in groups.into_iter().enumerate() {
        columns[column_of(best, index)].push(group);
    }
    columns
}

/// The words of a row, broken into lines for letters of this size, pixels, and their number.
pub fn broken_row(row: &HelpRow, width: f32, pixels: f32) -> ([String; 2], usize) {
    let words = [broken(&row.what, KEY_WIDTH, pixels), evenly_broken(&row.does, width, pixels)];
    let lines = words.each_ref().map(|words| words.lines().count());
    (words, lines[0].max(lines[1]))
}

/// Words broken into as few lines as [`broken`] makes, but about equally long ones: no word stands alone in the last.
fn evenly_broken(words: &str, width: f32, pixels: f32) -> String {
    let usual = broken(words, width, pixels);
    // In a column that is too narrow for a word, the word itself is broken.
    let fits = |narrower: &String| {
        narrower.lines().count() == usual.lines().count()
            && narrower.split_whitespace().eq(words.split_whitespace())
    };
    if usual.lines().count() < 2 {
        return usual;
    }
    let narrower =
        (1..=NARROWER.1).map(|step| broken(words, width * (1.0 - NARROWER.0 * f32::from(step)), pixels));
    narrower.take_while(fits).last().unwrap_or_else(|| usual.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The groups of both parts.
    fn all() -> Vec<HelpGroup> {
        groups(&KeysPart::ALL, &[])
    }

    #[test]
    fn every_group_has_a_heading_and_rows_and_stands_in_one_part() {
        let groups = all();
        assert_eq!(groups.len(), 1 + KeySubject::ALL.len());
        assert!(groups.iter().all(|group| !group.rows.is_empty() && !group.heading.is_empty()));
        let apart: usize = KeysPart::ALL.map(|part| self::groups(&[part], &[]).len()).iter().sum();
        assert_eq!(apart, groups.len());
    }

    #[test]
    fn no_word_stands_alone_in_the_last_line() {
        let words = "Move it; drag a line of the route: add one";
        let usual = broken(words, 244.0, LETTERS);
        assert!(usual.ends_with("\none"), "{usual}");
        let even = evenly_broken(words, 244.0, LETTERS);
        let lines: Vec<&str> = even.lines().collect();
        assert!(lines.len() == 2 && lines[1].contains(' '), "{lines:?}");
        assert_eq!(evenly_broken("Hold", 244.0, LETTERS), "Hold");
        let long = "Abcdefghijklmnopqrstuvwxyz".repeat(3);
        assert_eq!(evenly_broken(&long, 244.0, LETTERS), broken(&long, 244.0, LETTERS));
    }

    #[test]
    fn the_columns_of_the_view_are_about_equally_long() {
        let columns = in_columns(groups(&[KeysPart::View], &[]), 244.0);
        let lines = columns.map(|column| column.iter().map(|group| group.lines(244.0)).sum::<usize>());
        let (least, most) = (lines.iter().min(), lines.iter().max());
        assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 4), "{lines:?}");
    }

    #[test]
    fn the_lines_to_begin_with_stand_apart_in_larger_letters() {
        let beginning = beginning(&[]);
        let all = all();
        let below = |row: &HelpRow| all.iter().any(|group| group.rows.contains(row));
        assert!(!beginning.iter().flatten().any(below));
        const { assert!(BEGINNING_LETTERS > LETTERS) };
        // At 1280 pixels each of them has one line.
        assert_eq!(beginning_lines(&beginning, 244.0), BEGINNING_LINES);
        assert!(beginning_lines(&beginning, 100.0) > BEGINNING_LINES, "narrow columns break them");
    }
}
