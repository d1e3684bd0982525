use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::nodes::RowIndex;
use super::row::Row;
use super::row_list::Rows;
use crate::client::widgets::scroll::ROW_GAP;

/// Rows this far above and below the visible ones have their cells, too, pixels: a turn of the wheel finds them.
const MARGIN: f32 = 160.0;

/// Query bundle for a scrolled column of many rows. Every node of the interface costs time in every frame, seen or
/// not, so that rows far out of view are replaced by empty space.
#[derive(SystemParam)]
pub struct LongRows<'w, 's> {
    columns: Query<'w, 's, (Ref<'static, ScrollPosition>, Ref<'static, ComputedNode>), Without<RowIndex>>,
    lines: Query<'w, 's, &'static ComputedNode, With<RowIndex>>,
}

impl LongRows<'_, '_> {
    /// Whether a column was scrolled or got another size since this system ran: other rows may be in view.
    pub fn has_other_view(&self, column: Entity) -> bool {
        self.columns.get(column).is_ok_and(|(position, area)| position.is_changed() || area.is_changed())
    }

    /// The rows `wanted` on a column that shows `shown`. Those far out of view are empty space of the same height; none
    /// of them before the column has been laid out.
    pub fn in_view<A>(&self, column: Entity, shown: &Rows<A>, wanted: Vec<Row<A>>) -> Vec<Row<A>>
    where
        A: Component + Clone + PartialEq,
    {
        let Ok((position, area)) = self.columns.get(column) else { return wanted };
        let height = area.size.y * area.inverse_scale_factor;
        if height <= 0.0 {
            return wanted;
        }
        let height_of = |line: Entity| {
            let node = self.lines.get(line).ok()?;
            // Rounded heights of all rows above would add up to a jump of the visible ones.
            Some(node.unrounded_size.y * node.inverse_scale_factor).filter(|height| *height > 0.0)
        };
        let heights: Vec<Option<f32>> = shown.lines().map(height_of).collect();
        only_near(wanted, &heights, (position.0.y, height))
    }
}

/// The rows `wanted`; those far from a view, which begins this far below the first row and is this high, are empty
/// space. `heights`: those of the rows that have been laid out, pixels; others are as high as the last one of them.
fn only_near<A>(wanted: Vec<Row<A>>, heights: &[Option<f32>], (top, height): (f32, f32)) -> Vec<Row<A>> {
    let Some(usual) = heights.iter().flatten().last().copied() else { return wanted };
    let height_of = |index: usize| heights.get(index).copied().flatten().unwrap_or(usual);
    let whole: f32 = (0..wanted.len()).map(|index| height_of(index) + ROW_GAP).sum();
    let top = top.min(whole - height).max(0.0);
    let mut below = 0.0;
    let near = |(index, row): (usize, Row<A>)| {
        let (start, end) = (below, below + height_of(index));
        below = end + ROW_GAP;
        let is_near = end >= top - MARGIN && start <= top + height + MARGIN;
        if is_near { row } else { Row::space(end - start) }
    };
    wanted.into_iter().enumerate().map(near).collect()
}

#[cfg(test)]
mod tests {
    use super::super::cell::Cell;
    use super::*;
    use crate::client::widgets::theme::WORDS;

    fn rows(count: usize) -> Vec<Row<()>> {
        (0..count).map(|index| Row::of(vec![Cell::words(format!("Fleet {index}"), WORDS)])).collect()
    }

    #[test]
    fn rows_far_out_of_view_are_space_of_their_height() {
        let heights: Vec<Option<f32>> = (0..80).map(|index| Some(20.0 + (index % 2) as f32)).collect();
        let view = (1_000.0, 300.0);
        let near = only_near(rows(100), &heights, view);
        let mut top = 0.0;
        for (index, row) in near.iter().enumerate() {
            let height = heights.get(index).copied().flatten().unwrap_or(21.0);
            let is_seen = top + height >= view.0 && top <= view.0 + view.1;
            let is_whole = row.height.is_none();
            assert!(is_whole || row.height == Some(height) && row.cells.is_empty());
            assert!(is_whole || !is_seen, "row {index} is in view");
            top += height + ROW_GAP;
        }
        let whole = near.iter().filter(|row| row.height.is_none()).count();
        assert!(whole < 30, "{whole} rows have cells");
    }

    #[test]
    fn a_list_that_is_scrolled_too_far_shows_its_end() {
        let near = only_near(rows(60), &[Some(20.0); 60], (9_000.0, 200.0));
        assert_eq!(near[59], rows(60)[59]);
        assert_eq!(near[0], Row::space(20.0));
    }

    #[test]
    fn all_rows_are_whole_until_they_are_laid_out_and_while_they_fit() {
        assert_eq!(only_near(rows(50), &[], (0.0, 200.0)), rows(50));
        assert_eq!(only_near(rows(10), &[Some(20.0); 10], (0.0, 400.0)), rows(10));
    }
}
