//! The places for a structure while one is chosen: each has a sign where the structure would stand, in the middle of
//! the slots that it takes.
//!
//! The shape of a sign tells it without its colour: a circle is free, a dot is not. Rings in which nothing can begin
//! have no signs.

use bevy::prelude::*;

use super::RingView;
use super::flat_pen::FlatPen;
use crate::client::scene::ribbons::Ribbons;
use crate::client::view::{Axes, Well};
use crate::client::widgets::GAIN;
use crate::sim::RingPlace;

/// Radius of a sign, pixels of the interface.
const PIXELS: f64 = 6.0;
/// Its radius is no more than this share of a slot: from place to place it is one slot, and signs stay apart.
const MOST_SHARE: f64 = 0.35;
/// Opacity of the signs of free places, and of others.
const FREE_ALPHA: f32 = 0.95;
const TAKEN_ALPHA: f32 = 0.6;
/// The density within the circle of a free place.
const OPEN: f32 = 0.15;
/// Radii of the circle of a free place: up to where it is open, of the circle itself, and up to which it fades.
const CIRCLE: [f64; 4] = [0.62, 0.74, 0.92, 1.1];
/// Radii of a dot: up to which it is dense, and up to which it fades.
const DOT: (f64, f64) = (0.32, 0.48);

/// What a place is to a class of structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceSign {
    /// A structure of the class can stand there.
    Free,
    /// One of its slots is taken.
    Taken,
}

impl PlaceSign {
    /// The sign of the place that begins at a slot; `starts` are the slots of its ring at which a structure can begin.
    pub fn of(starts: &[bool], slot: u16) -> Self {
        if starts.get(usize::from(slot)) == Some(&true) { Self::Free } else { Self::Taken }
    }

    /// Draws it where the structure would stand. `quiet` is the colour of what is not free.
    pub fn draw(
        self,
        sheet: &mut Ribbons,
        rings: &RingView,
        well: &Well,
        RingPlace { ring, slot, slots }: RingPlace,
        quiet: Color,
    ) {
        let place = well.run_place(ring, slot, slots);
        let Some(seen) = rings.view.project(place) else { return };
        let slot_pixels = well.slot_width(ring) * well.radius_km(ring) * seen.pixels_per_km;
        let unit_km = sign_pixels(slot_pixels, rings.ui_scale.0) / seen.pixels_per_km;
        let axes = Axes::upright(&rings.view, place, unit_km);
        self.paint(&mut FlatPen { sheet, origin: &rings.origin, axes }, quiet);
    }

    fn paint(self, pen: &mut FlatPen, quiet: Color) {
        match self {
            Self::Free => circle(pen),
            Self::Taken => {
                let (dense, end) = DOT;
                let color = quiet.with_alpha(TAKEN_ALPHA).to_linear();
                pen.round([(0.0, 1.0), (dense, 1.0), (end, 0.0)], color);
            }
        }
    }
}

/// Paints the circle of a free place.
fn circle(pen: &mut FlatPen) {
    let [open, inner, outer, end] = CIRCLE;
    let rows = [(0.0, OPEN), (open, OPEN), (inner, 1.0), (outer, 1.0), (end, 0.0)];
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
    fn a_place_is_free_where_a_structure_can_begin() {
        let starts = [false, true, true, false];
        let signs = [0, 1, 2, 3, 4].map(|slot| PlaceSign::of(&starts, slot));
        let (free, taken) = (PlaceSign::Free, PlaceSign::Taken);
        assert_eq!(signs, [taken, free, free, taken, taken]);
    }

    #[test]
    fn signs_stay_apart_in_narrow_slots() {
        assert_eq!([1.0, 2.0].map(|scale| sign_pixels(100.0, scale)), [PIXELS, 2.0 * PIXELS]);
        assert!(sign_pixels(9.0, 1.0) < 4.5, "two of them have room");
    }
}
