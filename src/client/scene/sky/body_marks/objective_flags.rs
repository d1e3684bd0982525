//! A flag beside each body that the player has to take to win.

use bevy::prelude::*;
use glam::DVec3;

use super::super::globes::icon_pixels;
use crate::client::scene::labels::declutter::SkyMarks;
use crate::client::scene::labels::markers::BADGE_PIXELS;
use crate::client::view::{Axes, BodyPlaces, Objectives, Pen, ViewCamera};
use crate::client::widgets::STRONG;
use crate::level::SystemBody;
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
        let Some((axes, area)) = flag_at(&pen.view, body, *place, ui_scale.0) else { continue };
        pen.strokes(&axes, &FLAG, None, STRONG);
        marks.flags.push(area);
    }
}

/// The axes of the flag of a body at a place, in half heights, and its area, pixels of the UI; `None` behind the eye.
fn flag_at(view: &ViewCamera, body: &SystemBody, place: DVec3, ui_scale: f32) -> Option<(Axes, Rect)> {
    let pixels_per_km = view.project(place)?.pixels_per_km;
    let mark_pixels = f64::from((icon_pixels(body, view, place) + BADGE_PIXELS) * ui_scale);
    let rim = (body.displayed_radius_km * pixels_per_km).max(0.5 * mark_pixels);
    let away_km = (rim + f64::from(AWAY_PIXELS * ui_scale)) / pixels_per_km;
    let middle = Axes::upright(view, place, away_km).point(TOWARD);
    let axes = Axes::upright(view, middle, f64::from(PIXELS * ui_scale) / pixels_per_km);
    let pixel = view.project(middle)?.pixel / ui_scale;
    Some((axes, Rect::from_center_half_size(pixel, Vec2::splat(PIXELS))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::visibility::test_support::{EARTH, held};

    /// The area of the flag of the Earth in the middle of the picture, seen from a height, and the upper end of its
    /// disc, pixels of the UI.
    fn flag(height_km: f64, ui_scale: f32) -> Option<(Rect, f32)> {
        let simulation = held();
        let body = &simulation.world().resource::<Sky>().system.bodies[EARTH];
        let view = ViewCamera::above(height_km);
        let (_, area) = flag_at(&view, body, DVec3::ZERO, ui_scale)?;
        let seen = view.project(DVec3::ZERO)?;
        let rim = (body.displayed_radius_km * seen.pixels_per_km) as f32;
        Some((area, (seen.pixel.y - rim) / ui_scale))
    }

    #[test]
    fn the_area_of_a_flag_stands_above_the_disc_of_its_body_at_any_scale() {
        for ui_scale in [1.0, 2.0] {
            for height_km in [5.0e6, 1.0e9] {
                let (area, top) = flag(height_km, ui_scale).expect("it is before the eye");
                let is_whole = area.size().distance(Vec2::splat(2.0 * PIXELS)) < 0.1;
                assert!(is_whole, "{area:?}: {height_km} km at {ui_scale}");
                let middle = ViewCamera::default().picture().center() / ui_scale;
                assert!((area.center().x - middle.x).abs() < 0.1, "{area:?}: it is upright");
                let gap = top - area.max.y;
                let usual = AWAY_PIXELS - PIXELS;
                let is_disc = height_km < 1.0e8;
                assert!(if is_disc { (gap - usual).abs() < 0.1 } else { gap > usual }, "{area:?} over {top}");
            }
        }
        assert_eq!(flag(-5.0e6, 1.0), None, "behind the eye");
    }
}
