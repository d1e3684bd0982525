//! The entries of a topic side by side, where the page is wide enough for their tables.

use super::entry::{Entry, Line, Sign};
use super::rows::{NAME_WIDTH, table_width};
use super::sketches::Sketch;
use crate::client::hud::layout::fitting::broken;
use crate::client::widgets::theme::SMALL_PIXELS;

/// The most columns.
pub const MOST_COLUMNS: usize = 2;
/// Gap between two columns, pixels.
pub const GAP: f32 = 24.0;
/// Least and greatest width of a column, pixels: longer lines are hard to read.
pub const WIDTHS: (f32, f32) = (440.0, 760.0);

/// The lines that the title of an entry and its picture take, and those of a title with a hull.
const TITLE_LINES: (usize, usize) = (2, 4);

/// The number of columns for entries in a room of this width, pixels.
pub fn count_in(room: f32, entries: &[Entry]) -> usize {
    let least = table_width(entries).max(WIDTHS.0);
    if width_of(room, MOST_COLUMNS) >= least { MOST_COLUMNS } else { 1 }
}

/// Width of each of some columns in a room of this width, pixels.
fn width_of(room: f32, count: usize) -> f32 {
    ((room - (count - 1) as f32 * GAP) / count as f32).min(WIDTHS.1)
}

/// The entries in columns of a room of this width, pixels: each goes below the shortest column, so that they are read
/// from left to right and from above. Columns that are not there are empty.
pub fn in_columns(room: f32, entries: Vec<Entry>) -> [Vec<Entry>; MOST_COLUMNS] {
    let count = count_in(room, &entries);
    let width = width_of(room, count);
    let mut columns: [Vec<Entry>; MOST_COLUMNS] = Default::default();
    let mut heights = [0; MOST_COLUMNS];
    for entry in entries {
        let shortest = (0..count).min_by_key(|column| heights[*column]).unwrap_or_default();
        heights[shortest] += lines_of(&entry, width);
        columns[shortest].push(entry);
    }
    columns
}

/// About how many lines an entry takes in a column of this width, pixels.
fn lines_of(entry: &Entry, width: f32) -> usize {
    let told = |words: &str, width: f32| broken(words, width, SMALL_PIXELS).lines().count().max(1);
    let lines = entry.lines.iter().map(|line| match line {
        Line::Words(words) => told(words, width),
        Line::Figure(figure) => told(&figure.words, width - NAME_WIDTH),
        // The picture is as high as two lines.
        Line::Mark { words, .. } => told(words, width - NAME_WIDTH).max(2),
        Line::Head { .. } | Line::Cells { .. } => 1,
    });
    let title = match entry.sign {
        Some(Sign::Lines(Sketch::Hull(..))) => TITLE_LINES.1,
        _ => TITLE_LINES.0,
    };
    title + lines.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::help::encyclopedia::test_support::shipped;
    use crate::client::hud::help::encyclopedia::topics::Topic;
    use crate::client::hud::help::encyclopedia::{MOST_WIDTH, SIDES, TOPICS};
    use crate::client::widgets::EDGE_PIXELS;
    use crate::client::widgets::scroll::BAR_ROOM;

    /// Width of the entries on a screen of this width, pixels.
    fn room_on(screen: f32) -> f32 {
        screen.min(MOST_WIDTH) - 2.0 * (EDGE_PIXELS + SIDES) - TOPICS.0 - TOPICS.1 - BAR_ROOM
    }

    #[test]
    fn a_wide_page_has_two_columns_where_the_tables_have_room() {
        let game = shipped();
        let count = |screen: f32, topic: Topic| count_in(room_on(screen), &topic.entries(&game.facts()));
        for topic in Topic::ALL {
            assert_eq!(count(1024.0, topic), 1, "{topic:?}");
            assert!(table_width(&topic.entries(&game.facts())) <= room_on(1024.0), "{topic:?}");
        }
        assert_eq!([Topic::Ships, Topic::Structures].map(|topic| count(1280.0, topic)), [2, 2]);
        assert_eq!([Topic::Wells, Topic::Ships].map(|topic| count(1478.0, topic)), [1, 2]);
        assert_eq!(count(1810.0, Topic::Wells), 2);
    }

    #[test]
    fn columns_hold_every_entry_and_are_about_equally_long() {
        let game = shipped();
        for topic in Topic::ALL {
            let entries = topic.entries(&game.facts());
            let room = room_on(1478.0);
            let count = count_in(room, &entries);
            let longest = entries.iter().map(|entry| lines_of(entry, width_of(room, count))).max();
            let columns = in_columns(room, entries.clone());
            assert_eq!(columns.iter().map(Vec::len).sum::<usize>(), entries.len(), "{topic:?}");
            assert_eq!(columns[0].first(), entries.first(), "{topic:?} begins at the upper left");
            let lines = |column: &Vec<Entry>| {
                column.iter().map(|entry| lines_of(entry, width_of(room, count))).sum::<usize>()
            };
            let [left, right] = columns.each_ref().map(lines);
            assert!(count == 1 && right == 0 || Some(left.abs_diff(right)) <= longest, "{left}, {right}");
        }
    }
}
