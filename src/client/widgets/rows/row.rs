use bevy::prelude::*;

use super::cell::Cell;
use crate::client::widgets::scroll::RowShare;

/// Cells side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<A> {
    /// Parts, from the left.
    pub cells: Vec<Cell<A>>,
    /// The effect of a press of the whole row. Such a row is a stop of the keys. The arrows to the left and right
    /// press the last two of its buttons, or move its slider; in a row with a chosen button they press the button
    /// before that one and the one after it, round and round.
    pub press: Option<A>,
    /// Whether those arrows have no effect: its buttons are not values beside each other.
    pub has_no_sides: bool,
    /// Whether only keys press the whole row: a click beside its buttons has no effect.
    pub is_by_keys: bool,
    /// The reason why the row cannot be pressed now; empty if it can be pressed. It is no tip: the page tells it in the
    /// note below its rows. The words of such a row are dim.
    pub why_not: String,
    /// Whether cells that have no room beside the others go below them.
    pub wraps: bool,
    /// Whether it is the heading of the rows below.
    pub is_heading: bool,
    /// Whether it has a faint ground of its own, as a row of a table.
    pub is_shaded: bool,
    /// Whether it is only room, which another system fills.
    pub is_room: bool,
    /// Its height, pixels, where its cells do not make it: see [`super::LongRows`].
    pub height: Option<f32>,
    /// Its share in the width of a column in which rows stand side by side.
    pub share: RowShare,
}

impl<A> Row<A> {
    /// A row of cells.
    pub fn of(cells: Vec<Cell<A>>) -> Self {
        Self {
            cells,
            press: None,
            has_no_sides: false,
            is_by_keys: false,
            why_not: String::new(),
            wraps: false,
            is_heading: false,
            is_shaded: false,
            is_room: false,
            height: None,
            share: RowShare::Usual,
        }
    }

    /// An empty row, which another system fills.
    pub fn room() -> Self {
        Self { is_room: true, ..Self::of(Vec::new()) }
    }

    /// Empty space of this height, pixels.
    pub(super) fn space(height: f32) -> Self {
        Self { height: Some(height), ..Self::of(Vec::new()) }
    }

    /// A row of words.
    pub fn words(words: impl Into<String>, color: Color) -> Self {
        Self::of(vec![Cell::words(words, color)])
    }

    /// This row, pressed as a whole.
    pub fn pressed(self, press: A) -> Self {
        Self { press: Some(press), ..self }
    }

    /// This row, pressed by keys alone, or by clicks as well.
    pub fn by_keys(self, is_by_keys: bool) -> Self {
        Self { is_by_keys, ..self }
    }

    /// This row; a non-empty reason disables it.
    pub fn unless(self, why_not: impl Into<String>) -> Self {
        Self { why_not: why_not.into(), ..self }
    }

    /// Whether the nodes of one row can be reused for the other.
    pub(super) fn has_shape_of(&self, other: &Self) -> bool {
        self.cells.len() == other.cells.len()
            && self.press.is_some() == other.press.is_some()
            && (self.has_no_sides, self.is_by_keys) == (other.has_no_sides, other.is_by_keys)
            && self.why_not.is_empty() == other.why_not.is_empty()
            && (self.wraps, self.is_heading) == (other.wraps, other.is_heading)
            && (self.is_room, self.is_shaded, self.share) == (other.is_room, other.is_shaded, other.share)
            && self.height == other.height
            && self.cells.iter().zip(&other.cells).all(|(one, two)| one.has_shape_of(two))
    }
}
