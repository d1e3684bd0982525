use bevy::prelude::*;

use crate::client::widgets::fonts::{Typeface, words_width};
use crate::client::widgets::icon::Icon;
use crate::client::widgets::slider::SliderEnds;
use crate::client::widgets::theme::{ACCENT, HEADING_PIXELS, SMALL_PIXELS, WORDS};

/// Width and height of a picture, pixels.
const PICTURE_PIXELS: f32 = 34.0;
/// Gap between the cells of a row, pixels.
pub const CELL_GAP: f32 = 6.0;
/// Padding of a button to the left and to the right, pixels.
pub(super) const BUTTON_SIDES: f32 = 5.0;
/// Side of an icon before words, pixels.
pub(super) const ICON_PIXELS: f32 = 16.0;
/// Side of a white picture before words, pixels.
const SHAPE_PIXELS: f32 = 16.0;
/// Side of a white picture on a card, pixels.
const CARD_SHAPE_PIXELS: f32 = 20.0;
/// Height of a card, pixels.
pub(super) const CARD_PIXELS: f32 = 26.0;
/// Side of a white picture on an item, pixels.
const ITEM_SHAPE_PIXELS: f32 = 28.0;
/// Height of an item, pixels.
pub(super) const ITEM_PIXELS: f32 = 42.0;
/// Gap between a picture and its words, pixels.
const PICTURE_GAP: f32 = 5.0;
/// Gap between the sign and the words of a chip, and its padding to the left and to the right, pixels.
pub(super) const CHIP_GAP: f32 = 3.0;
pub(super) const CHIP_SIDES: f32 = 3.0;
/// The room that a chip has besides its words, pixels.
pub const CHIP_ROOM: f32 = ICON_PIXELS + CHIP_GAP + 2.0 * CHIP_SIDES;
/// The room that an item has besides its words and chips, pixels.
pub const ITEM_ROOM: f32 = 2.0 * BUTTON_SIDES + ITEM_SHAPE_PIXELS + PICTURE_GAP;
/// Gap between two chips, and between the words of an item and those at its right, pixels.
pub const ITEM_GAP: f32 = PICTURE_GAP;
/// Room at the right of a column with its sign at its left, pixels.
pub const SPREAD_GAP: f32 = 6.0;
/// The room of a sign before or behind words, pixels.
pub const SIGN_ROOM: f32 = ICON_PIXELS + PICTURE_GAP;

/// Words at the right of a column of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The text.
    pub words: String,
    /// Width, pixels.
    pub width: f32,
    /// Colour; `None` for that of the cell.
    pub color: Option<Color>,
    /// A sign before the words.
    pub icon: Option<Icon>,
    /// Colour of the sign; `None` for that of the words.
    pub sign_color: Option<Color>,
    /// Whether its sign stands at its left, however long the words at its right are: the signs of rows below each
    /// other stand below each other too.
    pub is_spread: bool,
    /// Whether a line below its words says that something is wrong with it, besides its colour.
    pub is_underlined: bool,
    /// The tip of the column alone; may be empty. That of the cell comes before it.
    pub tip: String,
}

impl From<(String, f32)> for Column {
    fn from((words, width): (String, f32)) -> Self {
        let tip = String::new();
        Self {
            words,
            width,
            color: None,
            icon: None,
            sign_color: None,
            is_spread: false,
            is_underlined: false,
            tip,
        }
    }
}

impl Column {
    /// A sign at the right of a column of this width, pixels, with its meaning as the tip.
    pub fn sign(icon: Icon, width: f32, tip: impl Into<String>) -> Self {
        Self { icon: Some(icon), tip: tip.into(), ..Self::from((String::new(), width)) }
    }

    /// Gap between its sign and its words, pixels; none without words, so that a sign alone ends with its column.
    pub(super) fn gap(&self) -> f32 {
        if self.words.is_empty() { 0.0 } else { PICTURE_GAP }
    }

    /// Its colour in a cell of this colour.
    pub(super) fn color_in(&self, cell: Color) -> Color {
        self.color.unwrap_or(cell)
    }

    /// The colour of its sign in a cell of this colour.
    pub(super) fn sign_color_in(&self, cell: Color) -> Color {
        self.sign_color.unwrap_or(self.color_in(cell))
    }

    /// Whether the nodes of one column can be reused for the other.
    pub(super) fn has_shape_of(&self, other: &Self) -> bool {
        self.width == other.width
            && self.is_spread == other.is_spread
            && self.icon.is_some() == other.icon.is_some()
            && (self.icon.is_none() || self.gap() == other.gap())
            && self.tip == other.tip
    }
}

/// A part of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell<A> {
    /// The text.
    pub words: String,
    /// Colour.
    pub color: Color,
    /// Size of the letters, or the side of the picture, pixels.
    pub pixels: f32,
    /// Font.
    pub typeface: Typeface,
    /// Whether it takes the remaining width.
    pub is_wide: bool,
    /// Where it stands in its row, however high its neighbours are: at the upper edge, or by itself in the middle.
    pub align: AlignSelf,
    /// Whether large words stand on the line of small ones beside them, in the middle of the row.
    pub is_on_line: bool,
    /// The width of a column with its words at the right, or of a button with its words at the left; 0 for the natural
    /// width and words at the left.
    pub column: f32,
    /// Whether the words of a column stand at its left.
    pub is_at_left: bool,
    /// Whether a button is lit and has an edge because it is what the player has chosen.
    pub is_chosen: bool,
    /// Whether a button looks like words while the pointer is elsewhere.
    pub is_flat: bool,
    /// Columns behind the words.
    pub columns: Vec<Column>,
    /// The place of a column that is a button of its own, and the effect of its press.
    pub column_press: Option<(usize, A)>,
    /// Whether its columns stand over those of buttons with signs.
    pub is_head: bool,
    /// Whether it is as high as a card, and its white picture larger.
    pub is_card: bool,
    /// Whether it is an item: see [`as_item`](Self::as_item).
    pub is_item: bool,
    /// Lines below the words, each in its colour, no larger than the words. They are cut off at the edge.
    pub lines: Vec<(String, Color)>,
    /// Whether words that are too long give way and wrap into further lines, or are cut off.
    pub wraps: bool,
    /// The effect of a press; `None` for words that are no button.
    pub press: Option<A>,
    /// The tip; may be empty.
    pub tip: String,
    /// A sign before the words, in their colour.
    pub icon: Option<Icon>,
    /// A sign close behind the words, and its colour.
    pub sign_behind: Option<(Icon, Color)>,
    /// A white picture before the words, in their colour.
    pub shape: Option<Handle<Image>>,
    /// A picture beside the words.
    pub picture: Option<Handle<Image>>,
    /// Whether the clear parts of the picture are black, as the sky is.
    pub is_on_black: bool,
    /// The value of a slider, and its ends.
    pub slider: Option<(f32, SliderEnds)>,
    /// The filled share of a bar, 0 to 1, as wide as its column; the words of its cell stand above it.
    pub bar: Option<f32>,
}

impl<A> Cell<A> {
    /// Words that take the remaining width.
    pub fn words(words: impl Into<String>, color: Color) -> Self {
        Self {
            words: words.into(),
            color,
            pixels: SMALL_PIXELS,
            typeface: Typeface::default(),
            is_wide: true,
            align: AlignSelf::Auto,
            is_on_line: false,
            column: 0.0,
            is_at_left: false,
            is_chosen: false,
            is_flat: false,
            columns: Vec::new(),
            column_press: None,
            is_head: false,
            is_card: false,
            is_item: false,
            lines: Vec::new(),
            wraps: false,
            press: None,
            tip: String::new(),
            icon: None,
            sign_behind: None,
            shape: None,
            picture: None,
            is_on_black: false,
            slider: None,
            bar: None,
        }
    }

    /// Words of their natural width.
    pub fn label(words: impl Into<String>, color: Color) -> Self {
        Self { is_wide: false, ..Self::words(words, color) }
    }

    /// Words at the right of a column of this width, pixels.
    pub fn column(words: impl Into<String>, color: Color, width: f32) -> Self {
        Self::label(words, color).as_wide_as(width)
    }

    /// A button as wide as its words.
    pub fn button(words: impl Into<String>, press: A) -> Self {
        Self { press: Some(press), ..Self::label(words, WORDS) }
    }

    /// A button that opens a tab or a topic, lit while that is open.
    pub fn tab(words: impl Into<String>, press: A, is_open: bool) -> Self {
        Self::button(words, press).chosen_if(is_open).colored(if is_open { ACCENT } else { WORDS })
    }

    /// A slider at a value.
    pub fn slider(value: f32, scale: SliderEnds, changes: A) -> Self {
        Self { slider: Some((value, scale)), ..Self::button("", changes) }
    }

    /// A bar of this width, pixels, filled to a share.
    pub fn bar(share: f32, width: f32) -> Self {
        Self { bar: Some(share), ..Self::column("", WORDS, width) }
    }

    /// This column with a bar below its words, filled to a share.
    pub fn above_bar(self, share: f32) -> Self {
        Self { bar: Some(share), ..self }
    }

    /// A picture.
    pub fn picture(picture: Handle<Image>) -> Self {
        Self { picture: Some(picture), pixels: PICTURE_PIXELS, ..Self::label("", WORDS) }
    }

    /// This picture before a black sky.
    pub fn on_black(self) -> Self {
        Self { is_on_black: true, ..self }
    }

    /// This picture, or these words, as a button that looks as they do.
    pub fn with_press(self, press: A) -> Self {
        Self { press: Some(press), ..self }.flat()
    }

    /// This cell with lines below its words.
    pub fn with_lines(self, lines: Vec<(String, Color)>) -> Self {
        Self { lines, ..self }
    }

    /// This cell in another size, pixels.
    pub fn sized(self, pixels: f32) -> Self {
        Self { pixels, ..self }
    }

    /// This cell as a head: its columns stand over those of buttons with signs.
    pub fn as_head(self) -> Self {
        Self { is_head: true, ..self }
    }

    /// This button, lit if it is what the player has chosen.
    pub fn chosen_if(self, is_chosen: bool) -> Self {
        Self { is_chosen, ..self }
    }

    /// This button, which looks like words while the pointer is elsewhere.
    pub fn flat(self) -> Self {
        Self { is_flat: true, ..self }
    }

    /// This button as a row of a list: it looks like words while the pointer is elsewhere, and its words and columns
    /// stand with those of other buttons.
    pub fn listed(self) -> Self {
        self.flat().as_head()
    }

    /// This cell as a card: higher than a row of words, with a larger white picture.
    pub fn as_card(self) -> Self {
        Self { is_card: true, ..self }
    }

    /// This cell as an item of two lines beside a large white picture: its words, with its further lines at the right,
    /// and its columns below them. Columns with signs are chips.
    pub fn as_item(self) -> Self {
        Self { is_item: true, ..self }
    }

    /// This cell with columns behind its words.
    pub fn with_columns(self, columns: impl IntoIterator<Item = impl Into<Column>>) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), ..self }
    }

    /// This cell, with the column at this place as a button of its own.
    pub fn with_column_press(self, column: usize, press: A) -> Self {
        Self { column_press: Some((column, press)), ..self }
    }

    /// This cell with a sign before its words.
    pub fn with_icon(self, icon: Icon) -> Self {
        Self { icon: Some(icon), ..self }
    }

    /// This cell with a sign of this colour close behind its words.
    pub fn with_sign_behind(self, icon: Icon, color: Color) -> Self {
        Self { sign_behind: Some((icon, color)), ..self }
    }

    /// This cell with a white picture before its words, in their colour.
    pub fn with_shape(self, shape: Handle<Image>) -> Self {
        Self { shape: Some(shape), ..self }
    }

    /// This cell as a heading of a panel.
    pub fn titled(self) -> Self {
        Self { typeface: Typeface::Titles, pixels: HEADING_PIXELS, ..self }
    }

    /// This cell with digits that stand still while they change.
    pub fn figures(self) -> Self {
        Self { typeface: Typeface::Figures, ..self }
    }

    /// This cell as a large number with digits that stand still while they change.
    pub fn title_figures(self, pixels: f32) -> Self {
        Self { typeface: Typeface::TitleFigures, pixels, ..self }
    }

    /// This cell in another colour.
    pub fn colored(self, color: Color) -> Self {
        Self { color, ..self }
    }

    /// This cell, taking the remaining width.
    pub fn wide(self) -> Self {
        Self { is_wide: true, ..self }
    }

    /// This cell at the upper edge of its row: it stays there if words beside it wrap.
    pub fn at_top(self) -> Self {
        Self { align: AlignSelf::Start, ..self }
    }

    /// This cell, whose large words stand on the line of small ones beside them.
    pub fn on_line(self) -> Self {
        Self { is_on_line: true, ..self }
    }

    /// This cell in a column of its own, pixels.
    pub fn as_wide_as(self, width: f32) -> Self {
        Self { column: width, ..self }
    }

    /// This column with its words at the left.
    pub fn at_left(self) -> Self {
        Self { is_at_left: true, ..self }
    }

    /// This cell, wrapped into further lines if it is too long.
    pub fn wrapped(self) -> Self {
        Self { wraps: true, ..self }
    }

    /// This cell with a tip.
    pub fn with_tip(self, tip: impl Into<String>) -> Self {
        Self { tip: tip.into(), ..self }
    }

    /// Width that words or a button need in a row, with the signs beside them, the lines below them and the gap to
    /// their neighbour, pixels.
    pub fn room(&self) -> f32 {
        let sides = if self.has_sides() { 2.0 * BUTTON_SIDES } else { 0.0 };
        let icon = if self.icon.is_some() { ICON_PIXELS + self.picture_gap() } else { 0.0 };
        let behind = if self.sign_behind.is_some() { ICON_PIXELS + self.picture_gap() } else { 0.0 };
        let shape = if self.shape.is_some() { self.shape_pixels() + self.picture_gap() } else { 0.0 };
        let lines = self.lines.iter().map(|(words, _)| words_width(words, SMALL_PIXELS.min(self.pixels)));
        let words = lines.fold(words_width(&self.words, self.pixels), f32::max);
        CELL_GAP + sides + icon + behind + shape + words
    }

    /// Side of its white picture, pixels.
    pub(super) fn shape_pixels(&self) -> f32 {
        match (self.is_item, self.is_card) {
            (true, _) => ITEM_SHAPE_PIXELS,
            (false, true) => CARD_SHAPE_PIXELS,
            (false, false) => SHAPE_PIXELS,
        }
    }

    /// Whether its words stand as far from its edges as those of a button.
    pub fn has_sides(&self) -> bool {
        (self.press.is_some() && !self.is_flat) || self.is_head
    }

    /// Gap between the signs and the words; none without words, so that a sign alone is in the middle of its button.
    pub(super) fn picture_gap(&self) -> f32 {
        let has_sign = self.icon.is_some() || self.sign_behind.is_some() || self.shape.is_some();
        if self.is_head || has_sign && !self.words.is_empty() { PICTURE_GAP } else { 0.0 }
    }

    /// The place of the column that is a button of its own.
    fn pressed_column(&self) -> Option<usize> {
        self.column_press.as_ref().map(|(column, _)| *column)
    }

    /// Whether the nodes of one cell can be reused for the other.
    pub(super) fn has_shape_of(&self, other: &Self) -> bool {
        (self.pixels, self.typeface) == (other.pixels, other.typeface)
            && (self.is_wide, self.wraps, self.column) == (other.is_wide, other.wraps, other.column)
            && (self.align, self.is_at_left) == (other.align, other.is_at_left)
            && self.is_on_line == other.is_on_line
            && (self.is_head, self.is_card, self.is_flat) == (other.is_head, other.is_card, other.is_flat)
            && self.is_item == other.is_item
            && self.columns.len() == other.columns.len()
            && self.columns.iter().zip(&other.columns).all(|(one, two)| one.has_shape_of(two))
            && self.pressed_column() == other.pressed_column()
            && self.lines.len() == other.lines.len()
            && self.press.is_some() == other.press.is_some()
            && self.tip.is_empty() == other.tip.is_empty()
            && self.icon.is_some() == other.icon.is_some()
            && self.sign_behind.is_some() == other.sign_behind.is_some()
            && self.shape.is_some() == other.shape.is_some()
            && self.picture_gap() == other.picture_gap()
            && (self.picture.is_some(), self.is_on_black) == (other.picture.is_some(), other.is_on_black)
            && self.slider.map(|(_, scale)| scale) == other.slider.map(|(_, scale)| scale)
            && self.bar.is_some() == other.bar.is_some()
            && (self.bar.is_none() || self.words.is_empty() == other.words.is_empty())
    }
}
