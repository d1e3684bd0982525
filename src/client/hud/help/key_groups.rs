//! The mouse actions and keys by subject, in columns of about equal heights.

use crate::client::frame::capital;
use crate::client::hud::layout::fitting::broken;
use crate::client::settings::keys::subjects::{KeySubject, subject_of};
use crate::client::settings::{ACTIONS, Action, ActionInfo, Binding, key_words, with_keys};

/// Mouse actions, with marks for keys, see `with_keys`.
const MOUSE: &[(&str, &str)] = &[
    ("Left click", "Select a fleet; again: only this ship"),
    ("Double click", "On a ship: select all of its class; on a body: look at it"),
    ("Drag left", "Select with a box"),
    ("Order to some ships", "Split them off as a fleet of their own"),
    ("Right click", "Move there; on a body: go there and stay; on a ring: orbit in it"),
    ("Right click on a fleet", "Follow it, if it is yours"),
    ("Right click on an enemy", "Attack it; on a foreign planet, if all carry troopers: land"),
    ("<attack move>, <make group> + click", "Attack all of that class near the same body"),
    ("<attack move>, drag left", "Attack all in the circle"),
    ("<face> + right click", "Do that first, then resume the route"),
    ("Drag right up or down", "Set the height of the point"),
    ("Drag a waypoint", "Move it; drag a line of the route: add one"),
    ("<make group> + click, <remove waypoint>", "Remove the waypoint under the pointer"),
    ("Wheel", "Zoom towards the cursor"),
    ("Drag middle", "Rotate the view"),
    ("Screen edge", "Move the view"),
    ("Minimap", "Left: look there; right: move there"),
];

/// The mouse actions to begin with: they come first in their group, and are lit.
const FIRST_OF_MOUSE: [&str; 4] = ["Left click", "Right click", "Wheel", "Drag middle"];
/// The keys to begin with, likewise.
const FIRST_KEYS: [Action; 6] =
    [Action::Pause, Action::Faster, Action::Focus, Action::AttackMove, Action::Encyclopedia, Action::Menu];

/// Columns of the page.
pub const COLUMNS: usize = 3;
/// Room of a heading, in lines; the first of a column has one.
pub const HEADING_LINES: usize = 2;
/// Size of the letters, pixels.
pub const LETTERS: f32 = 12.0;
/// Width of a column's keys, pixels.
pub const KEY_WIDTH: f32 = 112.0;
/// The heading of the mouse actions.
const MOUSE_HEADING: &str = "Mouse";

/// A subject with its rows: keys or mouse buttons, and their effects.
#[derive(Clone, Debug, PartialEq)]
pub struct HelpGroup {
    /// Its name.
    pub heading: &'static str,
    /// Keys or mouse buttons, and what they do.
    pub rows: Vec<HelpRow>,
}

/// A row of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct HelpRow {
    /// The keys or mouse buttons.
    pub what: String,
    /// What they do.
    pub does: String,
    /// Whether it is one to begin with.
    pub is_first: bool,
}

/// The mouse actions, then the keys by subject.
pub fn groups(bindings: &[Binding]) -> Vec<HelpGroup> {
    let mouse = MOUSE.iter().map(|(what, does)| HelpRow {
        what: with_keys(what, bindings),
        does: (*does).to_owned(),
        is_first: FIRST_OF_MOUSE.contains(what),
    });
    let mouse = HelpGroup::new(MOUSE_HEADING, mouse.collect());
    let is_one_of_many = |action: Action| matches!(action, Action::Group(2..) | Action::Bookmark(2..));
    let row = |info: &ActionInfo| HelpRow {
        what: key_words(info.action, bindings),
        does: capital(&with_keys(info.words, bindings)),
        is_first: FIRST_KEYS.contains(&info.action),
    };
    let keys = KeySubject::ALL.into_iter().map(|subject| {
        let is_its = |info: &&ActionInfo| subject_of(info.action) == subject && !is_one_of_many(info.action);
        HelpGroup::new(subject.heading(), ACTIONS.iter().filter(is_its).map(row).collect())
    });
    std::iter::once(mouse).chain(keys).collect()
}

impl HelpGroup {
    /// A group, with the rows to begin with at its top.
    fn new(heading: &'static str, mut rows: Vec<HelpRow>) -> Self {
        rows.sort_by_key(|row| !row.is_first);
        Self { heading, rows }
    }

    /// Its height in lines, for words of this width, pixels.
    pub fn lines(&self, width: f32) -> usize {
        HEADING_LINES + self.rows.iter().map(|row| broken_row(row, width).1).sum::<usize>()
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

/// The words of a row, broken into lines, and their number.
pub fn broken_row(row: &HelpRow, width: f32) -> ([String; 2], usize) {
    let words = [broken(&row.what, KEY_WIDTH, LETTERS), broken(&row.does, width, LETTERS)];
    let lines = words.each_ref().map(|words| words.lines().count());
    (words, lines[0].max(lines[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_under_one_heading() {
        let groups = groups(&[]);
        let keys: usize = groups.iter().map(|group| group.rows.len()).sum();
        // Of groups and bookmarks the first stands for all.
        assert_eq!(keys, MOUSE.len() + ACTIONS.len() - 8 - 3);
        assert!(groups.iter().all(|group| !group.rows.is_empty() && !group.heading.is_empty()));
    }

    #[test]
    fn the_ten_to_begin_with_come_first_in_their_groups() {
        let groups = groups(&[]);
        let rows = || groups.iter().map(|group| &group.rows);
        let first: usize = rows().map(|rows| rows.iter().take_while(|row| row.is_first).count()).sum();
        let all = rows().flatten().filter(|row| row.is_first).count();
        assert_eq!((first, all), (10, 10));
        let mouse: Vec<&str> = groups[0].rows[..4].iter().map(|row| row.what.as_str()).collect();
        assert_eq!(mouse, FIRST_OF_MOUSE);
    }
}
