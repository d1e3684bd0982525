//! Arcs: jagged lines from shooter to target. Their shape is random in every frame, unless motion effects are off;
//! their brightness only fades, so that they do not flicker.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::Dice;
use crate::client::scene::battle::census::Drawn;
use crate::client::scene::battle::effects::{LightSheet, Pool, Scene, Shot, add_ribbon, direction, light_of};
use crate::client::scene::battle::shots::tracers::half_pixels;
use crate::client::scene::ships::ribbons::Point;
use crate::client::worlds::Kept;
use crate::level::Delivery;

/// Seconds until an arc is gone.
const LIFE_S: f64 = 0.33;
/// Corners of an arc between its ends.
const CORNERS: u32 = 7;
/// Deviation of corners from the straight line, as a share of its length.
const SWERVE: f64 = 0.07;
/// Shapes in a second.
const SHAPES_PER_S: f64 = 60.0;

/// Draws all arcs.
pub fn draw_arcs(
    scene: Scene,
    mut arcs: Kept<Pool<Shot>>,
    mut points: Local<Vec<Point>>,
    mut light: ResMut<LightSheet>,
    mut drawn: ResMut<Drawn>,
) {
    let arcs = arcs.now();
    for shot in scene.shots(|delivery| matches!(delivery, Delivery::Arc), LIFE_S) {
        arcs.push(shot, scene.caps.shots);
    }
    arcs.retain(|shot| scene.age_s(shot.born_s) < LIFE_S);
    drawn.note("arcs", arcs.len());
    let is_steady = scene.settings.reduced_motion;
    let shape = if is_steady { 0 } else { (scene.clock.now_s * SHAPES_PER_S) as u64 };
    for shot in arcs.iter() {
        let strength = strength_at(scene.age_s(shot.born_s));
        points.clear();
        let way = leap(scene.place(&shot.from), scene.place(&shot.to), shot.number, shape);
        points.extend(way.map(|place| Point { place, strength }));
        add_ribbon(&mut light.0, &scene, &points, half_pixels(shot.harm), light_of(shot.kind));
    }
}

/// Brightness of an arc at this age, 0 to 1: steady at first.
fn strength_at(age_s: f64) -> f32 {
    (2.0 - 2.0 * age_s / LIFE_S).clamp(0.0, 1.0) as f32
}

/// The corners of an arc with its ends, in one of its shapes.
fn leap(from: DVec3, to: DVec3, number: u64, shape: u64) -> impl Iterator<Item = DVec3> {
    let swerve_km = SWERVE * from.distance(to);
    let mut dice = Dice::new(number.wrapping_mul(0x9e37_79b9).wrapping_add(shape));
    (0..=CORNERS + 1).map(move |corner| {
        let share = f64::from(corner) / f64::from(CORNERS + 1);
        // Both ends stay in place.
        let room = 4.0 * share * (1.0 - share);
        from.lerp(to, share) + direction(&mut dice) * (swerve_km * room)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_leads_from_end_to_end_and_not_straight() {
        let (from, to) = (DVec3::ZERO, DVec3::X * 100.0);
        let way: Vec<DVec3> = leap(from, to, 4, 1).collect();
        assert_eq!((way.first(), way.last()), (Some(&from), Some(&to)));
        assert!(way.iter().any(|place| place.y.abs() > 0.1));
        assert!(way.iter().all(|place| place.y.abs() <= 7.0));
        assert_eq!(way, leap(from, to, 4, 1).collect::<Vec<_>>(), "a shape repeats");
        assert_ne!(way, leap(from, to, 4, 2).collect::<Vec<_>>());
    }

    #[test]
    fn an_arc_is_steady_and_then_fades() {
        assert_eq!((strength_at(0.0), strength_at(0.4 * LIFE_S), strength_at(LIFE_S)), (1.0, 1.0, 0.0));
    }
}
