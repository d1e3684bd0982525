//! Words at a point of the world: their importance, and the room that they want.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::labels::room::sky_label::{LINE_HEIGHT, padded_size, weights};
use crate::client::scene::labels::room::wish::{NoRoom, Side, Wish, steps_in};
use crate::client::view::ViewCamera;
use crate::client::widgets::fonts::{table_width, words_width};
use crate::client::widgets::theme::TABLE_PIXELS;
use crate::sim::BodyId;

/// Size of the words at a point, pixels.
pub const LABEL_PIXELS: f32 = 14.0;
/// From a point to its words, pixels.
pub(super) const REACH: f32 = 18.0;
/// From the outline of a ball at that point to the words, pixels.
pub(super) const GAP: f32 = 6.0;
/// Words stand within a ball with a greater radius, as a share of the height of the picture.
const LARGEST_BALL: f64 = 0.3;
/// How far words may be moved away from their point, in steps: those that are wanted, those about lines and later times
/// in the smallest window, and those of little importance.
const STEPS: (u8, u8, u8) = (2, 3, 1);

/// The importance of words at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    /// Of little importance.
    Faint,
    /// About a line that is seen without them, such as the circle of a range: they give way to names and marks.
    Aside,
    /// About a later time: they give way to all names.
    Forecast,
    /// Beside a body, under its name: always shown.
    Beside(BodyId),
    /// Asked for by the player: always shown.
    Asked,
}

/// Words at a point.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PointWords {
    /// Heliocentric ecliptic km.
    pub(super) place: DVec3,
    /// Radius of the ball there, outside of which they begin, km; 0 for a point.
    pub(super) radius_km: f64,
    pub(super) words: String,
    /// Lines below the words, with columns made of spaces; may be empty.
    pub(super) table: String,
    pub(super) color: Color,
    /// Size of the letters.
    pub(super) pixels: f32,
    pub(super) rank: Rank,
}

impl PointWords {
    /// Adds a line.
    pub(super) fn append(&mut self, words: &str) {
        self.words.push('\n');
        self.words.push_str(words);
    }

    /// Whether nobody has asked for them: they are not shown before a body that hides their point.
    pub(super) fn is_unasked(&self) -> bool {
        matches!(self.rank, Rank::Faint | Rank::Aside | Rank::Forecast)
    }

    /// What they want in a picture of this size, pixels of the UI.
    pub(super) fn wish(&self, anchor: Vec2, picture: Vec2) -> Wish {
        let (asked, forecast, faint) = STEPS;
        let (sides, steps, no_room) = match self.rank {
            Rank::Asked => (Side::OF_POINTS, asked, NoRoom::Push),
            Rank::Beside(_) => (Side::OF_NAMES, asked, NoRoom::Push),
            Rank::Aside | Rank::Forecast => (Side::OF_NAMES, steps_in(picture, forecast), NoRoom::Hide),
            Rank::Faint => (Side::OF_POINTS, faint, NoRoom::Hide),
        };
        let size = padded_size(words_size(&self.words, &self.table, self.pixels));
        Wish { anchor, reach: REACH, mark: None, size, sides, spare: &[], steps, no_room }
    }

    /// From the middle of what they are about to the words, pixels of the UI.
    pub(super) fn reach(&self, view: &ViewCamera, ui_scale: f32) -> f32 {
        let outline = view.outline_pixels(self.place, self.radius_km);
        let is_large = outline > LARGEST_BALL * view.viewport.y;
        if is_large { REACH } else { REACH.max(outline as f32 / ui_scale + GAP) }
    }

    /// The weight of words so many places from the first ones, which are preferred.
    pub(super) fn weight(&self, index: usize) -> f32 {
        let weight = match self.rank {
            Rank::Asked | Rank::Aside => weights::ASKED,
            Rank::Forecast | Rank::Beside(_) => weights::FORECAST,
            Rank::Faint => weights::SIGHTING,
        };
        weight - 0.001 * index as f32
    }
}

/// The room that words of a size take with a table below them, pixels of the UI.
fn words_size(words: &str, table: &str, pixels: f32) -> Vec2 {
    let widths = words.lines().map(|line| words_width(line, pixels));
    let width = widths.chain(table.lines().map(|line| table_width(line, TABLE_PIXELS))).fold(0.0, f32::max);
    let lines = words.lines().count() as f32 * pixels + table.lines().count() as f32 * TABLE_PIXELS;
    Vec2::new(width, LINE_HEIGHT * lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_take_the_room_of_their_longest_line() {
        let size = words_size("one\nthree", "", LABEL_PIXELS);
        assert_eq!(size, Vec2::new(words_width("three", LABEL_PIXELS), LINE_HEIGHT * (2.0 * LABEL_PIXELS)));
        let table = "Armour          120 %";
        let both = words_size("one\nthree", table, LABEL_PIXELS);
        assert_eq!(both.x, table_width(table, TABLE_PIXELS));
        assert!(both.y > size.y);
    }
}
