//! The entries of a topic side by side in pairs, where the page is wide enough for their tables.

use super::entry::Entry;
use super::rows::table_width;

/// The most columns.
pub const MOST_COLUMNS: usize = 2;
/// Gap between two columns, pixels.
pub const GAP: f32 = 24.0;
/// Least and greatest width of a column, pixels: longer lines are hard to read.
pub const WIDTHS: (f32, f32) = (440.0, 760.0);

/// The number of columns for entries in a room of this width, pixels.
pub fn count_in(room: f32, entries: &[Entry]) -> usize {
    let least = table_width(entries).max(WIDTHS.0);
    if width_of(room, MOST_COLUMNS) >= least { MOST_COLUMNS } else { 1 }
}

/// Width of each of some columns in a room of this width, pixels.
fn width_of(room: f32, count: usize) -> f32 {
    ((room - (count - 1) as f32 * GAP) / count as f32).min(WIDTHS.1)
}

/// Entries side by side, which begin at the same height.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// The entries, from the left; no more than there are columns.
    pub entries: Vec<Entry>,
    /// The number of columns.
    pub columns: usize,
    /// Width of each of them, pixels. It is a width and no limit to one: Taffy measures the words of a column that only
    /// has a greatest width as if they had all the room, and the lines that they take then have none.
    pub width: f32,
}

/// The entries in bands of a room of this width, pixels: they are read from left to right, and then from above.
pub fn in_bands(room: f32, entries: Vec<Entry>) -> Vec<Band> {
    let count = count_in(room, &entries);
    let mut bands: Vec<Band> = Vec::new();
    for entry in entries {
        let columns = if entry.is_alone { 1 } else { count };
        match bands.last_mut().filter(|band| band.columns == columns && band.entries.len() < columns) {
            Some(band) => band.entries.push(entry),
            None => {
                let width = width_of(room, columns).max(0.0);
                bands.push(Band { entries: vec![entry], columns, width });
            }
        }
    }
    bands
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
    fn entries_stand_in_pairs_and_keep_their_order() {
        let game = shipped();
        for topic in Topic::ALL {
            let entries = topic.entries(&game.facts());
            let room = room_on(1478.0);
            let count = count_in(room, &entries);
            let bands = in_bands(room, entries.clone());
            let beside: Vec<usize> = bands.iter().map(|band| band.entries.len()).collect();
            let told: Vec<Entry> = bands.into_iter().flat_map(|band| band.entries).collect();
            assert_eq!(told, entries, "{topic:?}");
            let alone = beside.iter().filter(|count| **count == 1).count();
            let wanted = entries.iter().filter(|entry| entry.is_alone).count();
            assert!(count == 1 || alone <= wanted + 1, "{topic:?}: {beside:?}");
        }
    }

    #[test]
    fn an_entry_about_the_others_stands_above_them_and_the_last_one_is_no_wider_than_they_are() {
        let [about, one, two, three] = ["About", "One", "Two", "Three"].map(Entry::new);
        let entries = vec![about.alone(), one, two, three];
        let shape = |bands: Vec<Band>| -> Vec<(usize, usize)> {
            bands.iter().map(|band| (band.entries.len(), band.columns)).collect()
        };
        assert_eq!(shape(in_bands(1_000.0, entries.clone())), [(1, 1), (2, 2), (1, 2)]);
        assert_eq!(shape(in_bands(600.0, entries.clone())), [(1, 1); 4]);
        let widths =
            |room: f32| in_bands(room, entries.clone()).iter().map(|band| band.width).collect::<Vec<_>>();
        assert_eq!(widths(1_000.0), [WIDTHS.1, 488.0, 488.0], "long lines are hard to read");
        assert_eq!(widths(600.0), [600.0; 4]);
    }
}
