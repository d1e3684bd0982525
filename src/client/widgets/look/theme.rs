//! Colours and sizes of the overlay.

use bevy::prelude::*;
use bevy::text::FontHinting;

use super::fonts::Typeface;

/// Background of panels: opaque, so that nothing of a bright planet shows through, and no mark of the sky looks like a
/// sign of the panel.
pub const PANEL: Color = Color::srgb(0.043, 0.071, 0.125);
/// Usual words.
pub const WORDS: Color = Color::srgb(0.86, 0.91, 0.97);
/// Text of secondary importance.
pub const QUIET: Color = Color::srgb(0.58, 0.67, 0.77);
/// Titles and headings.
pub const TITLE: Color = Color::srgb(0.96, 0.98, 1.0);
/// What is chosen, open, filled or has the focus, and suggestions about the next choice.
pub const ACCENT: Color = Color::srgb(0.50, 0.86, 1.0);
/// What wants a decision: warnings, things that are idle, aims, a game that is paused.
pub const STRONG: Color = Color::srgb(1.0, 0.80, 0.38);
/// Income and gains.
pub const GAIN: Color = Color::srgb(0.55, 0.87, 0.62);
/// Expenses, losses and faults.
pub const LOSS: Color = Color::srgb(1.0, 0.56, 0.46);

/// Background of a button at rest.
pub const RESTING: Color = Color::srgba(0.16, 0.24, 0.34, 0.75);
/// Background of a row of a table at rest: faint, so that the eye finds the value of a label.
pub const SHADE: Color = Color::srgba(0.16, 0.24, 0.34, 0.25);
/// Background of a button under the pointer.
pub const HOVERED: Color = Color::srgba(0.24, 0.37, 0.52, 0.9);
/// Background of a button that is on, or pressed.
pub const ON: Color = Color::srgba(0.36, 0.52, 0.70, 0.95);

/// The background colour for an element with the colour `resting` while the pointer is elsewhere.
pub fn face(interaction: Interaction, resting: Color) -> Color {
    if interaction == Interaction::None { resting } else { HOVERED }
}

/// Background of the row that has the focus.
pub const CHOSEN: Color = Color::srgba(0.20, 0.31, 0.44, 0.9);
/// The dimming over a paused game.
pub const DIM: Color = Color::srgba(0.0, 0.0, 0.0, 0.55);
/// Edges of panels, fields and buttons.
pub const EDGE: Color = Color::srgb(0.165, 0.231, 0.333);

/// The name of the game, pixels.
pub const NAME_PIXELS: f32 = 40.0;
/// The title of a page, pixels.
pub const TITLE_PIXELS: f32 = 24.0;
/// The heading of a panel in the game, pixels.
pub const HEADING_PIXELS: f32 = 20.0;
/// Usual words, pixels.
pub const WORD_PIXELS: f32 = 15.0;
/// Notes below rows, and keys, pixels.
pub const NOTE_PIXELS: f32 = 14.0;
/// Rows of figures, pixels.
pub const SMALL_PIXELS: f32 = 13.0;
/// Rows in letters of equal width, which are wider, pixels.
pub const TABLE_PIXELS: f32 = 12.0;
/// The smallest words of all, beside marks, pixels.
pub const LEAST_PIXELS: f32 = 12.0;

/// Words that may wrap, in which no line begins with the sign of a share: `39 %` stays together.
pub fn unbroken(words: &str) -> String {
    words.replace(" %", "\u{a0}%")
}

/// The components of words.
pub type Lettering = (Text, (TextFont, FontHinting), TextColor);

/// Words of a size, pixels, and a colour.
pub fn text(words: impl Into<String>, pixels: f32, color: Color) -> Lettering {
    text_in(Typeface::Words, words, pixels, color)
}

/// A title of a size, pixels, and a colour.
pub fn title(words: impl Into<String>, pixels: f32, color: Color) -> Lettering {
    text_in(Typeface::Titles, words, pixels, color)
}

/// Words in a typeface, of a size, pixels, and a colour.
pub fn text_in(typeface: Typeface, words: impl Into<String>, pixels: f32, color: Color) -> Lettering {
    (Text::new(words), (font(typeface, pixels), hinting(pixels)), TextColor(color))
}

/// Whether the outlines of letters of a size, pixels, are fitted to the pixels of the screen: at [`SMALL_PIXELS`] that
/// would close the gap between an "i" and its dot.
fn hinting(pixels: f32) -> FontHinting {
    if pixels < NOTE_PIXELS { FontHinting::Disabled } else { FontHinting::Enabled }
}

/// A typeface of a size, pixels, which is at least [`LEAST_PIXELS`].
pub fn font(typeface: Typeface, pixels: f32) -> TextFont {
    debug_assert!(pixels >= LEAST_PIXELS, "words of {pixels} pixels cannot be read");
    TextFont {
        font: typeface.source(),
        font_size: FontSize::Px(pixels),
        font_features: typeface.features(),
        ..default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_begins_with_the_sign_of_a_share() {
        let unbroken = unbroken("Kinetic 46 %, heat 39 %.");
        let breaks = unbroken.split(' ').collect::<Vec<&str>>();
        assert_eq!(breaks, ["Kinetic", "46\u{a0}%,", "heat", "39\u{a0}%."]);
        assert_eq!(super::unbroken("1 % 2"), "1\u{a0}% 2");
    }

    #[test]
    fn small_words_keep_the_gaps_of_their_letters() {
        let of = |pixels: f32| text("i", pixels, WORDS).1.1;
        assert_eq!([SMALL_PIXELS, NOTE_PIXELS].map(of), [FontHinting::Disabled, FontHinting::Enabled]);
    }
}
