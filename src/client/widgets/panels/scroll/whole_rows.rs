//! Where it is not scrolled a column ends with a whole row, and never with the heading of rows that are out of sight. Of
//! some columns a high row may be cut, as a hint at more.

use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::{Heading, HintsAtMore, RowShare, SIDE_BY_SIDE, ScrollFrame, rows_of_first};

/// The most room that is left free below the last whole row, pixels: a little more than the height of a card or of four
/// lines of words. Taller rows are long texts, which may be cut.
const MOST_REST: f32 = 98.0;
/// A row of at least this height may be cut where it hints at more, pixels: an item of two lines.
const HIGH_ROW: f32 = 40.0;
/// So much of it is seen at least, pixels: its first line under the fade.
const LEAST_HINT: f32 = 24.0;
/// Tolerance for rounding in the heights of rows, pixels.
const ROUNDING: f32 = 0.5;

/// A column that is longer than its room ends with a whole row: one that is cut in half looks like a fault, and so does
/// a heading without rows. The rest of the room is padding of the node about it, whose height does not depend on that.
pub(super) fn end_at_a_row(
    mut frames: Query<(&ScrollFrame, &ComputedNode, &mut Node)>,
    columns: Query<(&Node, &Children, Has<HintsAtMore>), Without<ScrollFrame>>,
    rows: Query<(&ComputedNode, &Node, Has<Heading>), Without<ScrollFrame>>,
) {
    for (frame, room, mut node) in &mut frames {
        let Ok((column, children, hints)) = columns.get(frame.column) else { continue };
        let gap = pixels_of(column.row_gap);
        let laid = rows.iter_many(children).map(|(row, node, is_heading)| LaidRow {
            height: room_of(row, node),
            is_heading,
            spans: node.width != RowShare::Beside.width(),
        });
        let laid: Vec<LaidRow> = laid.filter(|row| row.height > 0.0).collect();
        let lines = match (column.display, column.flex_wrap) {
            // The second column is no longer than the first one.
            (Display::Grid, _) => laid[..rows_of_first(laid.len())].to_vec(),
            (_, FlexWrap::Wrap) => lines_of(&laid),
            _ => laid,
        };
        let lines = lines.iter().map(|row| (row.height, row.is_heading));
        let room = height_of(room);
        let is_hint = hints && hints_at_more(lines.clone(), gap, room);
        let rest = px(if is_hint { 0.0 } else { rest_below(lines, gap, room) });
        if node.padding.bottom != rest {
            node.padding.bottom = rest;
        }
    }
}

/// A row of a column as it is laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LaidRow {
    /// The height that it takes, pixels of the UI.
    height: f32,
    is_heading: bool,
    /// Whether no other row stands beside it.
    spans: bool,
}

/// The lines of rows side by side, each as high as its highest row.
fn lines_of(rows: &[LaidRow]) -> Vec<LaidRow> {
    let side_by_side = |one: &LaidRow, next: &LaidRow| !one.spans && !next.spans;
    let groups = rows.chunk_by(side_by_side).flat_map(|group| group.chunks(usize::from(SIDE_BY_SIDE)));
    let highest =
        |line: &[LaidRow]| line.iter().copied().max_by(|one, other| one.height.total_cmp(&other.height));
    groups.filter_map(highest).collect()
}

/// The height of a node, pixels of the UI.
fn height_of(node: &ComputedNode) -> f32 {
    node.size().y * node.inverse_scale_factor
}

/// The height that a row takes in its column, pixels of the UI: with its margins, but 0 if it is not there.
fn room_of(row: &ComputedNode, node: &Node) -> f32 {
    let height = height_of(row);
    let margins = pixels_of(node.margin.top) + pixels_of(node.margin.bottom);
    if height > 0.0 { height + margins } else { 0.0 }
}

/// A length that is given in pixels; others count as 0.
fn pixels_of(length: Val) -> f32 {
    if let Val::Px(pixels) = length { pixels } else { 0.0 }
}

/// What is left of a room below the last row that it shows whole, pixels; 0 if it shows all rows, none of them whole,
/// or hardly any. A heading at the end is left out. Rows: the height of each, pixels, and whether it is a heading.
fn rest_below(rows: impl Iterator<Item = (f32, bool)>, gap: f32, room: f32) -> f32 {
    let (mut end, mut whole, mut kept) = (-gap, 0.0, 0.0);
    for (height, is_heading) in rows {
        end += gap + height;
        if end <= room + ROUNDING {
            whole = end;
            kept = if is_heading && kept > 0.0 { kept } else { whole };
        }
    }
    let shows_all = end <= room + ROUNDING;
    if shows_all || whole <= 0.0 || room - whole > MOST_REST { 0.0 } else { (room - kept).max(0.0) }
}

/// Whether the first row that a room does not show whole is a high one, and enough of it is seen to hint at more. Rows
/// as in [`rest_below`].
fn hints_at_more(rows: impl Iterator<Item = (f32, bool)>, gap: f32, room: f32) -> bool {
    let mut top = 0.0;
    for (height, _) in rows {
        if top + height > room + ROUNDING {
            return height >= HIGH_ROW && room - top >= LEAST_HINT;
        }
        top += height + gap;
    }
    false
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::{Places, set_places};
    use super::*;

    #[test]
    fn a_column_that_is_too_long_ends_with_a_whole_row() {
        let rest = |count: usize, height: f32, room: f32| {
            rest_below(vec![(height, false); count].into_iter(), 3.0, room)
        };
        assert_eq!(rest(20, 30.0, 110.0), 14.0, "three rows of 30 with two gaps");
        assert_eq!(rest(20, 30.0, 95.0), 32.0, "the third does not fit");
        assert_eq!(rest(3, 30.0, 110.0), 0.0, "all of them fit");
        assert_eq!(rest(3, 30.0, 96.0), 0.0);
        assert_eq!(rest(9, 90.0, 270.0), 87.0, "a card is not cut either");
        assert_eq!(rest(9, 150.0, 280.0), 0.0, "a long text is");
        assert_eq!((rest(1, 900.0, 200.0), rest(0, 0.0, 200.0)), (0.0, 0.0), "one long text, and nothing");
        assert_eq!(rest(9, 90.0, 72.0), 0.0, "a part of a card is better than nothing");
    }

    #[test]
    fn a_high_row_that_is_cut_hints_at_more_where_enough_of_it_is_seen() {
        let hints = |room: f32| {
            let rows = [18.0, 42.0, 42.0, 18.0].map(|height: f32| (height, false));
            hints_at_more(rows.into_iter(), 0.0, room)
        };
        assert_eq!([41.0, 42.0, 59.0].map(hints), [false, true, true]);
        assert_eq!([60.0, 83.0, 84.0].map(hints), [false, false, true], "too little of the second item");
        assert_eq!([102.0, 119.0, 120.0].map(hints), [false; 3], "words are not cut, and then all is seen");
    }

    #[test]
    fn a_column_does_not_end_with_a_heading() {
        let rows = [20.0, 30.0, 20.0, 30.0, 30.0].map(|height: f32| (height, height < 30.0));
        let rest = |room: f32| rest_below(rows.into_iter(), 3.0, room);
        assert_eq!(rest(110.0), 1.0, "the row below the second heading is whole");
        assert_eq!(rest(108.0), 55.0, "it is not, and the heading goes with it");
        assert_eq!(rest(72.0), 19.0);
        assert_eq!(rest(22.0), 2.0, "a heading is better than nothing");
    }

    #[test]
    fn the_room_below_the_last_row_follows_the_height_of_the_panel() {
        let mut world = World::new();
        let laid = |height: f32| ComputedNode {
            size: Vec2::new(100.0, height),
            inverse_scale_factor: 0.5,
            ..default()
        };
        let column = world.spawn(Node { row_gap: px(3), ..default() }).id();
        let rows: Vec<Entity> =
            (0..9).map(|_| world.spawn((laid(60.0), Node::default(), ChildOf(column))).id()).collect();
        let frame = world.spawn((ScrollFrame { column }, Node::default(), laid(0.0))).id();
        let rest = |world: &mut World, height: f32| {
            world.entity_mut(frame).insert(laid(height));
            world.run_system_once(end_at_a_row).unwrap();
            world.get::<Node>(frame).map(|node| node.padding.bottom)
        };
        let rests = [220.0, 192.0, 900.0].map(|height| rest(&mut world, height));
        assert_eq!(rests, [Some(px(14)), Some(px(0)), Some(px(0))]);
        let margin = UiRect::bottom(px(7));
        world.entity_mut(rows[0]).insert(Node { margin, ..default() });
        assert_eq!(rest(&mut world, 220.0), Some(px(7)), "a margin takes room as well");
        world.entity_mut(rows[0]).insert(laid(0.0));
        assert_eq!(rest(&mut world, 220.0), Some(px(14)), "but not that of a row that is not there");
        set_places(&mut world.get_mut::<Node>(column).unwrap(), 9, Places::Columns);
        assert_eq!(rest(&mut world, 262.0), Some(px(0)), "four rows are as high as both columns");
        assert_eq!(rest(&mut world, 220.0), Some(px(14)), "only three are whole");
    }

    #[test]
    fn rows_side_by_side_are_a_line_as_high_as_the_highest() {
        let row = |height: f32| LaidRow { height, is_heading: false, spans: false };
        let heading = LaidRow { is_heading: true, spans: true, ..row(18.0) };
        let charts = LaidRow { spans: true, ..row(200.0) };
        let buttons = [26.0, 26.0, 44.0, 26.0, 26.0].map(row);
        let rows: Vec<LaidRow> = [charts].into_iter().chain(buttons).chain([heading, heading]).collect();
        let lines: Vec<f32> = lines_of(&rows).into_iter().map(|line| line.height).collect();
        assert_eq!(lines, [200.0, 44.0, 26.0, 18.0, 18.0]);
    }
}
