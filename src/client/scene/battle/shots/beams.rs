//! Beams: lines of light that last a moment and fade. Their number is limited by the quality of the picture.

use bevy::prelude::*;

use crate::client::scene::battle::census::Drawn;
use crate::client::scene::battle::effects::{LightSheet, Pool, Scene, Shot, add_ribbon, light_of};
use crate::client::scene::battle::shots::tracers::half_pixels;
use crate::client::scene::ships::ribbons::Point;
use crate::client::worlds::Kept;
use crate::level::Delivery;

/// Seconds until a beam has faded.
const FADING_S: f64 = 0.25;
/// Width of a beam relative to a tracer of the same damage.
const WIDTH: f64 = 1.3;

/// Draws all beams.
pub fn draw_beams(
    scene: Scene,
    mut beams: Kept<Pool<Shot>>,
    mut light: ResMut<LightSheet>,
    mut drawn: ResMut<Drawn>,
) {
    let beams = beams.now();
    for shot in scene.shots(|delivery| matches!(delivery, Delivery::Beam), FADING_S) {
        beams.push(shot, scene.caps.shots);
    }
    beams.retain(|shot| scene.age_s(shot.born_s) < FADING_S);
    drawn.note("beams", beams.len());
    for shot in beams.iter() {
        let strength = strength_at(scene.age_s(shot.born_s));
        // A ribbon narrows toward its end: it starts at the muzzle.
        let points = [&shot.from, &shot.to].map(|end| Point { place: scene.place(end), strength });
        add_ribbon(&mut light.0, &scene, &points, WIDTH * half_pixels(shot.harm), light_of(shot.kind));
    }
}

/// Brightness of a beam at this age, 0 to 1.
fn strength_at(age_s: f64) -> f32 {
    (1.0 - age_s / FADING_S).clamp(0.0, 1.0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beams_fade_without_a_jump() {
        assert_eq!((strength_at(0.0), strength_at(FADING_S)), (1.0, 0.0));
        assert!(strength_at(0.1) > strength_at(0.2));
    }
}
