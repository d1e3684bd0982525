//! The fonts of the screen. They are built into the program: words are readable from the first frame on.

use std::sync::LazyLock;

use bevy::prelude::*;
use bevy::text::{FontFeatureTag, FontFeatures, FontSource};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

const WORDS: &[u8] = include_bytes!("../../../../assets/fonts/Barlow-Medium.ttf");
const TITLES: &[u8] = include_bytes!("../../../../assets/fonts/BarlowCondensed-SemiBold.ttf");
const TABLE: &[u8] = include_bytes!("../../../../assets/fonts/B612Mono-Regular.otf");

/// Mean width of a letter of [`Typeface::Words`] in a text, as a share of the size: enough for English words.
const MEAN_LETTER_WIDTH: f32 = 0.5;
/// Width of every letter of [`Typeface::Table`], as a share of the size.
const TABLE_LETTER_WIDTH: f32 = 0.65;
/// Width of every digit of [`Typeface::Figures`] and of [`Typeface::TitleFigures`], as a share of the size.
const DIGIT_WIDTHS: (f32, f32) = (0.533, 0.475);
/// Width of a letter that the font does not have, as a share of the size: most such letters are wide ones.
const STRANGE_LETTER_WIDTH: f32 = 1.0;
/// Letters whose widths are kept, by their codes: the fonts of words and titles have only two ligatures beyond them.
const LETTERS: u32 = 0x2600;
/// Widths of the letters of [`Typeface::Words`], as shares of the size, by their codes.
static WORDS_WIDTHS: LazyLock<Vec<f32>> = LazyLock::new(|| letter_widths(WORDS));
/// The same of [`Typeface::Titles`].
static TITLE_WIDTHS: LazyLock<Vec<f32>> = LazyLock::new(|| letter_widths(TITLES));

/// Width of words on one line in [`Typeface::Words`], pixels: the sum of their letters in the font.
pub fn words_width(words: &str, pixels: f32) -> f32 {
    pixels * words.chars().map(width_of).sum::<f32>()
}

/// Width of words on one line in [`Typeface::Table`], pixels.
pub fn table_width(words: &str, pixels: f32) -> f32 {
    pixels * TABLE_LETTER_WIDTH * words.chars().count() as f32
}

/// Width of a number on one line in [`Typeface::Figures`], or in [`Typeface::TitleFigures`], pixels: the same for all
/// numbers with as many digits.
pub fn number_width(number: &str, typeface: Typeface, pixels: f32) -> f32 {
    let (digit, others) = match typeface {
        Typeface::TitleFigures => (DIGIT_WIDTHS.1, &*TITLE_WIDTHS),
        _ => (DIGIT_WIDTHS.0, &*WORDS_WIDTHS),
    };
    let width_of = |letter: char| if letter.is_ascii_digit() { digit } else { width_in(others, letter) };
    pixels * number.chars().map(width_of).sum::<f32>()
}

/// Length of the longest beginning of words that fits a width, pixels, at a size of letters; bytes.
pub fn fitting_bytes(words: &str, width: f32, pixels: f32) -> usize {
    let mut taken = 0.0;
    let mut is_beyond = |letter: char| {
        taken += width_of(letter);
        pixels * taken > width
    };
    let beyond = words.char_indices().find(|(_, letter)| is_beyond(*letter));
    beyond.map_or(words.len(), |(at, _)| at)
}

/// Width of a letter of [`Typeface::Words`], as a share of the size.
fn width_of(letter: char) -> f32 {
    width_in(&WORDS_WIDTHS, letter)
}

fn width_in(widths: &[f32], letter: char) -> f32 {
    widths.get(letter as usize).copied().unwrap_or(STRANGE_LETTER_WIDTH)
}

/// The widths of the letters of a font, by their codes.
fn letter_widths(font: &[u8]) -> Vec<f32> {
    let Ok(font) = FontRef::new(font) else { return vec![MEAN_LETTER_WIDTH; LETTERS as usize] };
    let (letters, widths) = (font.charmap(), font.glyph_metrics(Size::new(1.0), LocationRef::default()));
    let width = |code: u32| {
        let strange = if code < 128 { MEAN_LETTER_WIDTH } else { STRANGE_LETTER_WIDTH };
        letters.map(code).and_then(|glyph| widths.advance_width(glyph)).unwrap_or(strange)
    };
    (0..LETTERS).map(width).collect()
}

/// What a font is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Typeface {
    /// Usual words.
    #[default]
    Words,
    /// Titles and headings: narrow and heavy.
    Titles,
    /// Usual words whose digits are equally wide: numbers that change in their place.
    Figures,
    /// Digits of titles that are equally wide: large numbers that change in their place.
    TitleFigures,
    /// Letters of equal width, for columns that are made of spaces.
    Table,
}

impl Typeface {
    /// The font, as text components name it.
    pub fn source(self) -> FontSource {
        match self {
            Self::Words | Self::Figures => FontSource::default(),
            Self::Titles | Self::TitleFigures => FontSource::Family("Barlow Condensed".into()),
            Self::Table => FontSource::Family("B612 Mono".into()),
        }
    }

    /// The forms of its letters.
    pub fn features(self) -> FontFeatures {
        match self {
            Self::Figures | Self::TitleFigures => [FontFeatureTag::TABULAR_FIGURES].into(),
            Self::Words | Self::Titles | Self::Table => FontFeatures::default(),
        }
    }
}

/// Keeps the fonts that are named by their family: a font without a handle is dropped.
#[derive(Resource)]
struct Families {
    _kept: [Handle<Font>; 2],
}

/// Puts Barlow in the place of the engine's own font, and adds the other families.
pub(super) fn plugin(app: &mut App) {
    let Some(mut fonts) = app.world_mut().get_resource_mut::<Assets<Font>>() else { return };
    if let Err(error) = fonts.insert(AssetId::default(), Font::from_bytes(WORDS.to_vec())) {
        warn!("The engine's font stays, as its place is taken: {error}");
    }
    let kept = [TITLES, TABLE].map(|bytes| fonts.add(Font::from_bytes(bytes.to_vec())));
    app.insert_resource(Families { _kept: kept });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_letters_of_a_table_are_equally_wide() {
        let widths = letter_widths(TABLE);
        for letter in "Damage taken 120 %, ×°–−é…·".chars() {
            let width = width_in(&widths, letter);
            assert!((width - TABLE_LETTER_WIDTH).abs() < 0.001, "{letter}: {width}");
        }
    }

    #[test]
    fn numbers_with_as_many_digits_are_equally_wide() {
        for typeface in [Typeface::Figures, Typeface::TitleFigures] {
            let width = |number: &str| number_width(number, typeface, 10.0);
            assert_eq!(width("1,111"), width("8,088"));
            assert!(width("8,088") < width("10,000"));
        }
        let narrow = number_width("8,088", Typeface::TitleFigures, 10.0);
        assert!(narrow < number_width("8,088", Typeface::Figures, 10.0));
    }

    #[test]
    fn words_are_as_wide_as_their_letters() {
        // Advances of E, a, r, t and h in the font's own table, thousandths of the size.
        let wide = words_width("WWWW", 10.0);
        assert!(wide > 2.0 * words_width("iiii", 10.0), "{wide}");
        assert!((words_width("Earth", 1000.0) - 2395.0).abs() < 5.0, "{}", words_width("Earth", 1000.0));
        for words in ["Trade station", "Attack Ferrum shipyard", "First Squadron (7)"] {
            let mean = words_width(words, 1.0) / words.len() as f32;
            assert!(mean <= MEAN_LETTER_WIDTH, "{words}: {mean}");
        }
    }

    #[test]
    fn letters_beyond_ascii_have_their_own_widths() {
        // Advances in the font's own table, thousandths of the size.
        let letters = [
            ('×', 430.0),
            ('°', 379.0),
            ('–', 460.0),
            ('−', 495.0),
            ('é', 537.0),
            ('…', 815.0),
            ('“', 301.0),
        ];
        for (letter, width) in letters {
            let found = words_width(&letter.to_string(), 1000.0);
            assert!((found - width).abs() < 1.0, "{letter}: {found}");
        }
        assert_eq!(
            words_width("漢", 10.0),
            10.0,
            "a letter that the font does not have counts as a wide one"
        );
        let narrow = number_width("×2", Typeface::TitleFigures, 10.0);
        assert!(narrow < number_width("×2", Typeface::Figures, 10.0), "titles have their own");
    }
}
