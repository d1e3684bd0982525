//! Words that fit a row of the panel, alone or behind a label.

use bevy::prelude::Color;

use crate::client::hud::layout::fitting::cut_to_width;
use crate::client::hud::layout::places::PANEL_WORDS;
use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::widgets::QUIET;
#[cfg(test)]
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::rows::CELL_GAP;
use crate::client::widgets::theme::SMALL_PIXELS;

/// Width of the labels of rows, pixels.
const LABEL_WIDTH: f32 = 84.0;
/// What a label leaves of a row, pixels.
pub const BESIDE_LABEL: f32 = PANEL_WORDS - LABEL_WIDTH - CELL_GAP;

/// Words of at most this width, pixels; an ellipsis marks an omission.
pub fn cut(words: &str, width: f32) -> String {
    cut_to_width(words, width, SMALL_PIXELS)
}

/// Words of at most a whole row.
pub fn cut_to_row(words: &str) -> String {
    cut(words, PANEL_WORDS)
}

/// The label of a row: the labels of all rows stand below each other, and so do their values.
pub fn label(words: &str) -> Cell {
    Cell::column(words, QUIET, LABEL_WIDTH).at_left()
}

/// A value with its label.
pub fn labelled(name: &str, value: &str, color: Color) -> Row {
    Row::of(vec![label(name), Cell::words(cut(value, BESIDE_LABEL), color)])
}

/// This row, with a tip for all of it.
pub fn with_tip(row: Row, tip: &str) -> Row {
    Row { cells: row.cells.into_iter().map(|cell| cell.with_tip(tip)).collect(), ..row }
}

/// Width that these other cells leave for words in a row of the panel, pixels.
pub fn width_beside(cells: &[Cell]) -> f32 {
    PANEL_WORDS - cells.iter().map(Cell::room).sum::<f32>()
}

/// Whether words fit a whole row.
#[cfg(test)]
pub fn fits_row(words: &str) -> bool {
    words_width(words, SMALL_PIXELS) <= PANEL_WORDS
}

/// Whether the words of a row fit beside its label, whole.
#[cfg(test)]
pub fn fits_beside(row: &Row) -> bool {
    let fits =
        |cell: &Cell| !cell.words.contains('…') && words_width(&cell.words, SMALL_PIXELS) <= BESIDE_LABEL;
    row.cells.iter().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::actions::PanelAction;

    #[test]
    fn words_keep_clear_of_the_buttons_beside_them() {
        let button = Cell::button("Cancel", PanelAction::NextPlanet);
        let width = width_beside(std::slice::from_ref(&button));
        assert!(width < PANEL_WORDS - width_of("Cancel"));
        let words = cut(&"freighter, ".repeat(9), width);
        assert!(words.ends_with('…') && width_of(&words) <= width, "{words}");
    }

    fn width_of(words: &str) -> f32 {
        words_width(words, SMALL_PIXELS)
    }
}
