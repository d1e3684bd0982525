//! A pick beside every comet at which miners in sight are at work, in the colour of their owner.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::super::bodies::icon_of;
use crate::client::models::FactionColors;
use crate::client::view::{Axes, BodyPlaces, Pen, Sight};
use crate::sim::{BodyId, FactionId, Sky};

/// The outline: right and up, in half heights.
pub const PICK: [&[(f64, f64)]; 2] =
    [&[(-0.8, -0.9), (0.45, 0.6)], &[(-0.45, 0.95), (0.1, 0.9), (0.55, 0.65), (0.85, 0.2), (0.95, -0.4)]];
/// Half its height, pixels.
const PIXELS: f32 = 7.0;
/// From the disc or the icon of the comet to the middle of the sign, pixels.
const AWAY_PIXELS: f32 = 9.0;
/// Its direction from the comet: right and up, a unit vector.
const TOWARD: (f64, f64) = (0.8, 0.6);

/// Draws the signs.
pub fn draw_picks(
    sight: Sight,
    colors: Res<FactionColors>,
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    ui_scale: Res<UiScale>,
    mut pen: Pen,
) {
    for (comet, owner) in mined(&sight) {
        let Some((body, place)) = sky.system.bodies.get(comet).zip(places.0.get(comet)) else { continue };
        let Some(pixels_per_km) = pen.view.project(*place).map(|seen| seen.pixels_per_km) else { continue };
        let (_, icon_pixels, _) = icon_of(body.kind, body.radius_km);
        let rim = (body.displayed_radius_km * pixels_per_km).max(0.5 * f64::from(icon_pixels * ui_scale.0));
        let away_km = (rim + f64::from(AWAY_PIXELS * ui_scale.0)) / pixels_per_km;
        let middle = Axes::upright(&pen.view, *place, away_km).point(TOWARD);
        let axes = Axes::upright(&pen.view, middle, f64::from(PIXELS * ui_scale.0) / pixels_per_km);
        pen.strokes(&axes, &PICK, None, colors.of(owner));
    }
}

/// The comets that are mined, and the owner of the miners; of several owners the first one.
fn mined(sight: &Sight) -> BTreeMap<BodyId, FactionId> {
    let view = sight.view();
    let mut owners = BTreeMap::new();
    for ship in view.ships() {
        if let Some(comet) = view.mined_by(&ship) {
            let owner = owners.entry(comet).or_insert(ship.owner);
            *owner = ship.owner.min(*owner);
        }
    }
    owners
}
