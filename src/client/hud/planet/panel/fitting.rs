//! Words that fit a row of the panel.

use crate::client::hud::layout::fitting::cut_to_width;
use crate::client::hud::layout::places::PANEL_WORDS;
use crate::client::hud::planet::actions::Cell;
#[cfg(test)]
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::theme::SMALL_PIXELS;

/// Words of at most this width, pixels; an ellipsis marks an omission.
pub fn cut(words: &str, width: f32) -> String {
    cut_to_width(words, width, SMALL_PIXELS)
}

/// Words of at most a whole row.
pub fn cut_to_row(words: &str) -> String {
    cut(words, PANEL_WORDS)
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
