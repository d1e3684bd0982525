//! The light about the body under the pointer: a bright ring with four marks, about its disc or its icon. A click
//! there is meant for this body.

use std::f64::consts::{FRAC_PI_4, TAU};

use bevy::prelude::*;

use super::super::globes::icon_pixels;
use crate::client::input::Pointed;
use crate::client::scene::labels::markers::{BADGE_PIXELS, HOVER_GAP};
use crate::client::scene::rings::PlannedStructure;
use crate::client::view::{Axes, BodyPlaces, Pen, Sight};
use crate::sim::Sky;

/// The colour of the ring.
const LIT: Color = Color::srgba(1.0, 0.98, 0.9, 0.95);
/// Length of the marks outside the ring, pixels.
const MARK_PIXELS: f64 = 6.0;
/// A body larger than this share of the picture's height needs no ring.
const LARGEST_SHARE: f64 = 0.45;
/// Sides of the ring.
const SIDES: u32 = 96;

/// Draws the ring about the body under the pointer, unless a click builds a structure there.
pub fn draw_hover_ring(
    pointed: Res<Pointed>,
    planned: Res<PlannedStructure>,
    (sky, places): (Res<Sky>, Res<BodyPlaces>),
    sight: Sight,
    ui_scale: Res<UiScale>,
    mut pen: Pen,
) {
    let is_meant = planned.allowed().is_none() && !pointed.is_drag();
    let Some(index) = pointed.body.filter(|_| is_meant) else { return };
    let (Some(body), Some(place)) = (sky.system.bodies.get(index), places.0.get(index)) else { return };
    let Some(pixels_per_km) = pen.view.project(*place).map(|projected| projected.pixels_per_km) else {
        return;
    };
    let badge_pixels = if sight.view().owner(index).is_some() { BADGE_PIXELS } else { 0.0 };
    let mark_pixels = f64::from((icon_pixels(body, &pen.view, *place) + badge_pixels) * ui_scale.0);
    let disc_pixels = body.displayed_radius_km * pixels_per_km;
    let gap_pixels = f64::from(HOVER_GAP * ui_scale.0);
    let ring = ring_pixels(disc_pixels, mark_pixels, gap_pixels, pen.view.viewport.y);
    let Some(pixels) = ring else { return };
    let Some(axes) = Axes::around_ball(&pen.view, *place, pixels / pixels_per_km) else { return };
    let at = |turns: f64, radius: f64| {
        let (sine, cosine) = libm::sincos(turns * TAU);
        axes.point((radius * cosine, radius * sine))
    };
    pen.strip((0..=SIDES).map(|side| at(f64::from(side) / f64::from(SIDES), 1.0)), LIT);
    for quarter in 0..4 {
        let turns = 0.25 * f64::from(quarter) + FRAC_PI_4 / TAU;
        pen.line(at(turns, 1.0), at(turns, 1.0 + MARK_PIXELS / pixels), LIT);
    }
}

/// Radius of the ring about a body whose disc has a radius and whose icon has a size, with a gap between, pixels;
/// `None` if it would not fit into a picture of this height.
fn ring_pixels(disc_pixels: f64, icon_pixels: f64, gap_pixels: f64, height_pixels: f64) -> Option<f64> {
    let pixels = disc_pixels.max(0.5 * icon_pixels) + gap_pixels;
    (pixels < LARGEST_SHARE * height_pixels).then_some(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_is_about_the_disc_or_the_icon() {
        assert_eq!(ring_pixels(0.1, 20.0, 5.0, 720.0), Some(15.0));
        assert_eq!(ring_pixels(80.0, 20.0, 5.0, 720.0), Some(85.0));
        assert_eq!(ring_pixels(400.0, 20.0, 5.0, 720.0), None, "it fills the picture");
    }
}
