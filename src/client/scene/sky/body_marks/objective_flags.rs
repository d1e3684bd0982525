//! A flag beside each body that the player has to take to win.

use bevy::prelude::*;

use super::super::bodies::icon_of;
use crate::client::scene::labels::declutter::SkyMarks;
use crate::client::scene::labels::markers::BADGE_PIXELS;
use crate::client::view::{Axes, BodyPlaces, Objectives, Pen};
use crate::client::widgets::STRONG;
use crate::sim::Sky;

/// The outline of the flag, as on the icon of objectives: right and up, in half heights.
pub const FLAG: [&[(f64, f64)]; 2] =
    [&[(-0.6, -1.0), (-0.6, 1.0)], &[(-0.6, 0.95), (0.8, 0.95), (0.4, 0.45), (0.8, -0.05), (-0.6, -0.05)]];
/// Half its height, pixels.
const PIXELS: f32 = 8.0;
/// From the disc or the mark of the body to the middle of the flag, pixels.
const AWAY_PIXELS: f32 = 11.0;
/// Its direction from the body: right and up, a unit vector.
const TOWARD: (f64, f64) = (0.0, 1.0);

/// Draws the flags, and notes their areas, which names stand clear of.
pub fn draw_flags(
    objectives: Res<Objectives>,
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    ui_scale: Res<UiScale>,
    mut marks: ResMut<SkyMarks>,
    mut pen: Pen,
) {
    marks.flags.clear();
    for index in &objectives.bodies {
        let Some((body, place)) = sky.system.bodies.get(*index).zip(places.0.get(*index)) else { continue };
        let Some(pixels_per_km) = pen.view.project(*place).map(|seen| seen.pixels_per_km) else { continue };
        let (_, icon_pixels, _) = icon_of(body.kind, body.radius_km);
        let icon_pixels = f64::from((icon_pixels + BADGE_PIXELS) * ui_scale.0);
        let rim = (body.displayed_radius_km * pixels_per_km).max(0.5 * icon_pixels);
        let away_km = (rim + f64::from(AWAY_PIXELS * ui_scale.0)) / pixels_per_km;
        let middle = Axes::upright(&pen.view, *place, away_km).point(TOWARD);
        let axes = Axes::upright(&pen.view, middle, f64::from(PIXELS * ui_scale.0) / pixels_per_km);
        pen.strokes(&axes, &FLAG, None, STRONG);
        if let Some(seen) = pen.view.project(middle) {
            marks.flags.push(Rect::from_center_half_size(seen.pixel / ui_scale.0, Vec2::splat(PIXELS)));
        }
    }
}
