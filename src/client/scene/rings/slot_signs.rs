//! The slots of rings while a place for a structure is chosen: each has a sign, so that slots can be counted.
//!
//! The shape of a sign tells it without its colour: a circle is free, a dot is not. Rings in which nothing can begin
//! have no signs.

use bevy::prelude::*;

use super::RingView;
use super::flat_pen::FlatPen;
use super::runs::has_room;
use crate::client::scene::ribbons::Ribbons;
use crate::client::view::{Axes, Well};
use crate::client::widgets::GAIN;

/// Radius of a sign, pixels of the interface.
const PIXELS: f64 = 6.0;
/// Its radius is no more than this share of its slot, so that signs stay apart.
const MOST_SHARE: f64 = 0.35;
/// Opacity of the signs of free slots, and of others.
const FREE_ALPHA: f32 = 0.95;
const TAKEN_ALPHA: f32 = 0.6;
/// The density within the circle of a free slot, if the structure would stand elsewhere, and if it would stand there.
const OPEN: f32 = 0.15;
const COVERED: f32 = 0.75;
/// Radii of the circle of a free slot: up to where it is open, of the circle itself, and up to which it fades.
const CIRCLE: [f64; 4] = [0.62, 0.74, 0.92, 1.1];
/// Radii of a dot: up to which it is dense, and up to which it fades.
const DOT: (f64, f64) = (0.32, 0.48);

/// What a slot is to a class of structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlotSign {
    /// A structure of the class can cover it.
    Free,
    /// The planned structure would cover it.
    Covered,
    /// It is taken, or the room about it is too small.
    Taken,
}

impl SlotSign {
    /// The sign of a slot for a structure of this length; `starts` are the slots of its ring at which one can begin.
    pub fn of(length: u8, starts: &[bool], slot: u16) -> Self {
        if has_room(starts, slot, length) { Self::Free } else { Self::Taken }
    }

    /// Draws it in the middle of a slot, given by ring and number. `quiet` is the colour of what is not free.
    pub fn draw(
        self,
        sheet: &mut Ribbons,
        rings: &RingView,
        well: &Well,
        (ring, slot): (u8, u16),
        quiet: Color,
    ) {
        let place = well.run_place(ring, slot, 1);
        let Some(seen) = rings.view.project(place) else { return };
        let slot_pixels = well.slot_width(ring) * well.radius_km(ring) * seen.pixels_per_km;
        let unit_km = sign_pixels(slot_pixels, rings.ui_scale.0) / seen.pixels_per_km;
        let axes = Axes::upright(&rings.view, place, unit_km);
        self.paint(&mut FlatPen { sheet, origin: &rings.origin, axes }, quiet);
    }

    fn paint(self, pen: &mut FlatPen, quiet: Color) {
        match self {
            Self::Free => circle(pen, OPEN),
            Self::Covered => circle(pen, COVERED),
            Self::Taken => {
                let (dense, end) = DOT;
                let color = quiet.with_alpha(TAKEN_ALPHA).to_linear();
                pen.round([(0.0, 1.0), (dense, 1.0), (end, 0.0)], color);
            }
        }
    }
}

/// Paints the circle of a free slot.
fn circle(pen: &mut FlatPen, within: f32) {
    let [open, inner, outer, end] = CIRCLE;
    let rows = [(0.0, within), (open, within), (inner, 1.0), (outer, 1.0), (end, 0.0)];
    pen.round(rows, GAIN.with_alpha(FREE_ALPHA).to_linear());
}

/// The radius of a sign in a slot of a length on the screen, pixels.
fn sign_pixels(slot_pixels: f64, ui_scale: f32) -> f64 {
    (PIXELS * f64::from(ui_scale)).min(MOST_SHARE * slot_pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_free_or_taken() {
        // Slots 3 to 5 are free, and 0, which is too narrow.
        let starts = [false, false, false, true, true, false, false, false];
        let signs = [0, 2, 3, 4, 5, 6].map(|slot| SlotSign::of(2, &starts, slot));
        let (free, taken) = (SlotSign::Free, SlotSign::Taken);
        assert_eq!(signs, [taken, taken, free, free, free, taken]);
    }

    #[test]
    fn signs_stay_apart_in_narrow_slots() {
        assert_eq!([1.0, 2.0].map(|scale| sign_pixels(100.0, scale)), [PIXELS, 2.0 * PIXELS]);
        assert!(sign_pixels(9.0, 1.0) < 4.5, "two of them have room");
    }
}
