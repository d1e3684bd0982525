//! The points of a shot by its age.

use glam::DVec3;
use smallvec::{SmallVec, smallvec};

use super::flights::{ARC_S, FADING_S, FLIGHT_S};
use crate::client::models::Dice;
use crate::client::scene::battle::effects::{EffectInputs, Shot, direction};
use crate::client::scene::ribbons::Point;
use crate::client::view::ViewCamera;
use crate::level::Delivery;

/// Least length of a drawn shot, pixels, and the least brightness of its end as a share of that of its beginning.
const LEAST_LINE_PIXELS: f64 = 8.0;
const LEAST_END: f32 = 0.5;
/// Share of a line in which it brightens at the muzzle, and the share in which it fades out if nothing was hit.
const RISING: f64 = 0.08;
const MISSING: f64 = 0.4;
/// Seconds until the tail of a tracer is at its target.
pub(super) const TRACER_S: f64 = FLIGHT_S * (1.0 + LENGTH);
/// Length of a tracer, as a share of its way, and the share of this length over which its head rises from nothing.
const LENGTH: f64 = 0.35;
const TIP: f64 = 0.15;
/// Brightness of the end of a beam as a share of that of its beginning: one sees who fires.
const BEAM_END: f32 = 0.4;
/// Corners of an arc between its ends.
const CORNERS: u32 = 7;
/// Deviation of corners from the straight line, as a share of its length.
const SWERVE: f64 = 0.07;
/// Shapes of an arc in a second.
const SHAPES_PER_S: f64 = 60.0;

/// The points of a shot.
pub(super) type ShotLine = SmallVec<[Point; CORNERS as usize + 2]>;

/// The points of a shot in this frame; one that is too short on the screen is a straight line of the least length
/// about the same middle.
pub(super) fn lengthened(points: ShotLine, view: &ViewCamera) -> ShotLine {
    let ends = points.first().copied().zip(points.last().copied());
    let Some((begin, end)) = ends else { return points };
    let middle = begin.place.lerp(end.place, 0.5);
    let Some(projected) = view.project(middle) else { return points };
    let sight = (middle - view.eye).normalize_or(view.forward);
    let across = (begin.place - end.place).reject_from_normalized(sight);
    let least_km = LEAST_LINE_PIXELS / projected.pixels_per_km;
    if across.length() >= least_km {
        return points;
    }
    let half = across.normalize_or(view.right) * (0.5 * least_km);
    // Both ends of a long line may be dark.
    let brightest = points.iter().map(|point| point.strength).fold(0.0, f32::max);
    let strength = end.strength.max(LEAST_END * brightest);
    smallvec![Point { place: middle + half, strength: brightest }, Point { place: middle - half, strength }]
}

/// The points of a shot in this frame, in their own length.
pub(super) fn line_of(scene: &EffectInputs, shot: &Shot, delivery: Delivery) -> ShotLine {
    let (from, to) = (scene.place(&shot.from), scene.place(&shot.to));
    let (age_s, is_hit) = (scene.age_s(shot.born_s), shot.outcome.is_hit());
    let point = |share: f64, strength: f32| Point { place: from.lerp(to, share), strength };
    match delivery {
        Delivery::Beam => {
            // A ribbon narrows toward its end, and this one fades, too: it starts at the muzzle.
            let strength = beam_strength(age_s);
            let shares = [0.0, RISING, 1.0 - MISSING, 1.0];
            shares
                .map(|share| point(share, strength * beam_share(share) * along(share, is_hit)))
                .into_iter()
                .collect()
        }
        Delivery::Arc => {
            let is_steady = scene.settings.reduced_motion;
            let shape = if is_steady { 0 } else { (scene.clock.now_s * SHAPES_PER_S) as u64 };
            let strength = arc_strength(age_s);
            let corners = leap(from, to, shot.number, shape).enumerate();
            let bright = |corner: usize| strength * along(corner as f64 / f64::from(CORNERS + 1), is_hit);
            corners.map(|(corner, place)| Point { place, strength: bright(corner) }).collect()
        }
        Delivery::Tracer | Delivery::Torpedo(_) => {
            let (head, tail) = ends_at(age_s);
            let behind = head - TIP * (head - tail);
            smallvec![point(head, 0.0), point(behind, along(head, is_hit)), point(tail, 0.0)]
        }
    }
}

/// Brightness of a line at a share of its way from the muzzle to its end, 0 to 1.
fn along(share: f64, is_hit: bool) -> f32 {
    let risen = share / RISING;
    let left = if is_hit { 1.0 } else { (1.0 - share) / MISSING };
    risen.min(left).clamp(0.0, 1.0) as f32
}

/// Head and tail of a tracer at this age, as shares of its way.
fn ends_at(age_s: f64) -> (f64, f64) {
    let flown = age_s / FLIGHT_S;
    ((flown + 0.1).clamp(0.0, 1.0), (flown - LENGTH).clamp(0.0, 1.0))
}

/// Brightness of a beam at a share of its way relative to that at the muzzle.
fn beam_share(share: f64) -> f32 {
    1.0 - (1.0 - BEAM_END) * share as f32
}

/// Brightness of a beam at this age, 0 to 1.
fn beam_strength(age_s: f64) -> f32 {
    (1.0 - age_s / FADING_S).clamp(0.0, 1.0) as f32
}

/// Brightness of an arc at this age, 0 to 1: steady at first.
fn arc_strength(age_s: f64) -> f32 {
    (2.0 - 2.0 * age_s / ARC_S).clamp(0.0, 1.0) as f32
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
    fn a_tracer_begins_at_the_muzzle_and_ends_at_the_target() {
        assert_eq!(ends_at(0.0), (0.1, 0.0));
        let (head, tail) = ends_at(FLIGHT_S);
        assert_eq!(head, 1.0);
        assert!((head - tail - LENGTH).abs() < 1e-9);
        assert!(ends_at(TRACER_S).1 > 0.999, "its tail has arrived when it ends");
        for step in 0..20 {
            let (head, tail) = ends_at(f64::from(step) * 0.05 * TRACER_S);
            assert!(head > tail && head <= 1.0 && tail >= 0.0);
        }
    }

    #[test]
    fn short_shots_are_seen_as_short_lines() {
        let view = ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..ViewCamera::default() };
        let km = 1.0 / view.project(DVec3::ZERO).expect("it is ahead").pixels_per_km;
        let line = |way: DVec3| -> ShotLine {
            let point = |share: f64, strength: f32| Point { place: way * (share * km), strength };
            smallvec![point(0.5, 1.0), point(-0.5, 0.0)]
        };
        let pixels = |line: &ShotLine| line[0].place.distance(line[1].place) / km;
        let soft: ShotLine = smallvec![
            Point { place: DVec3::ZERO, strength: 0.0 },
            Point { place: DVec3::X * km, strength: 0.8 },
            Point { place: DVec3::X * (2.0 * km), strength: 0.0 },
        ];
        assert_eq!(lengthened(soft, &view)[0].strength, 0.8, "dark ends do not hide a short one");
        let long = line(DVec3::X * 30.0);
        assert_eq!(lengthened(long.clone(), &view), long);
        for short in [DVec3::X, DVec3::Z * 2.0, DVec3::Y * 500.0, DVec3::ZERO] {
            let drawn = lengthened(line(short), &view);
            assert!((pixels(&drawn) - LEAST_LINE_PIXELS).abs() < 1.0e-6, "{short}: {drawn:?}");
            assert!(drawn[1].strength > 0.0 && drawn[0].place.y.abs() < 1.0e-6, "across the line of sight");
        }
        assert!(lengthened(line(DVec3::Z), &view)[0].place.z > 0.0, "it keeps its direction");
    }

    #[test]
    fn lines_begin_dark_and_end_bright_at_a_hit_only() {
        for is_hit in [false, true] {
            assert_eq!((along(0.0, is_hit), along(0.5, is_hit)), (0.0, 1.0));
        }
        assert_eq!((along(1.0, true), along(1.0, false)), (1.0, 0.0));
        assert!(along(0.9, false) < along(0.7, false));
        assert!(beam_share(0.0) == 1.0 && (beam_share(1.0) - BEAM_END).abs() < 1e-6);
    }

    #[test]
    fn beams_fade_without_a_jump() {
        assert_eq!((beam_strength(0.0), beam_strength(FADING_S)), (1.0, 0.0));
        assert!(beam_strength(0.1) > beam_strength(0.2));
    }

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
        assert_eq!((arc_strength(0.0), arc_strength(0.4 * ARC_S), arc_strength(ARC_S)), (1.0, 1.0, 0.0));
    }
}
