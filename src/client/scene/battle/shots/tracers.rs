//! Tracers: short bright lines that fly from shooter to target, for a moment each. Their number is limited by the
//! quality of the picture.

use bevy::prelude::*;

use crate::client::scene::battle::census::Drawn;
use crate::client::scene::battle::effects::{LightSheet, Pool, Scene, Shot, add_ribbon, light_of};
use crate::client::scene::ships::ribbons::Point;
use crate::client::worlds::Kept;
use crate::level::Delivery;

/// Seconds that a tracer flies.
const FLIGHT_S: f64 = 0.15;
/// Length of a tracer, as a share of its way.
const LENGTH: f64 = 0.35;
/// Half the width of a weak and of a strong tracer, pixels, and the damage of a strong one, points.
const HALF_PIXELS: (f64, f64) = (0.9, 1.8);
const MUCH_HARM: f64 = 50.0;

/// Draws all tracers.
pub fn draw_tracers(
    scene: Scene,
    mut tracers: Kept<Pool<Shot>>,
    mut light: ResMut<LightSheet>,
    mut drawn: ResMut<Drawn>,
) {
    let tracers = tracers.now();
    let is_tracer = |delivery: &Delivery| matches!(delivery, Delivery::Tracer);
    for shot in scene.shots(is_tracer, FLIGHT_S) {
        tracers.push(shot, scene.caps.shots);
    }
    tracers.retain(|shot| scene.age_s(shot.born_s) < FLIGHT_S);
    drawn.note("tracers", tracers.len());
    for shot in tracers.iter() {
        let (head, tail) = ends_at(scene.age_s(shot.born_s));
        let (from, to) = (scene.place(&shot.from), scene.place(&shot.to));
        let points = [
            Point { place: from.lerp(to, head), strength: 1.0 },
            Point { place: from.lerp(to, tail), strength: 0.0 },
        ];
        add_ribbon(&mut light.0, &scene, &points, half_pixels(shot.harm), light_of(shot.kind));
    }
}

/// Head and tail of a tracer at this age, as shares of its way.
fn ends_at(age_s: f64) -> (f64, f64) {
    let head = (age_s / FLIGHT_S).clamp(0.0, 1.0);
    ((head + 0.1).min(1.0), (head - LENGTH).max(0.0))
}

/// Half the width of a shot with this damage, pixels.
pub(in crate::client::scene::battle) fn half_pixels(harm: f64) -> f64 {
    let (thin, wide) = HALF_PIXELS;
    thin + (wide - thin) * (harm / MUCH_HARM).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tracer_begins_at_the_muzzle_and_ends_at_the_target() {
        assert_eq!(ends_at(0.0), (0.1, 0.0));
        let (head, tail) = ends_at(FLIGHT_S);
        assert_eq!(head, 1.0);
        assert!((head - tail - LENGTH).abs() < 1e-9);
        for step in 0..20 {
            let (head, tail) = ends_at(f64::from(step) * 0.01);
            assert!(head > tail && head <= 1.0 && tail >= 0.0);
        }
    }

    #[test]
    fn what_does_more_harm_is_wider() {
        assert!(half_pixels(45.0) > half_pixels(4.0));
        assert_eq!(half_pixels(1.0e6), HALF_PIXELS.1);
    }
}
