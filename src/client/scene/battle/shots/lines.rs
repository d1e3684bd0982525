//! The points of a shot by its age.

use smallvec::{SmallVec, smallvec};

use super::arcs::{POINTS, leap};
use super::beams::BEAM_POINTS;
use super::flights::{ARC_S, FADING_S, FLIGHT_S};
use crate::client::scene::battle::effects::{EffectInputs, Shot};
use crate::client::scene::ribbons::Point;
use crate::client::view::ViewCamera;
use crate::level::Delivery;

/// Least length of a drawn shot, pixels, and the least brightness of its end as a share of that of its beginning.
const LEAST_LINE_PIXELS: f64 = 8.0;
const LEAST_END: f32 = 0.5;
/// Share of a line in which it brightens at the muzzle, the share in which it fades out if nothing was hit, and how
/// bright it then is: what hits counts.
const RISING: f64 = 0.02;
const MISSING: f64 = 0.55;
const MISSED: f32 = 0.45;
/// Seconds until the tail of a tracer is at its target.
pub(super) const TRACER_S: f64 = FLIGHT_S * (1.0 + LENGTH);
/// Length of a tracer that is drawn as a line and hits, and of one that does not, as a share of its way.
const LENGTH: f64 = 0.35;
const MISSED_LENGTH: f64 = 0.18;
/// The share of its length by which a tracer is ahead of its time, so that it is seen at once, and the share over which
/// its head rises from nothing.
const LEAD: f64 = 0.3;
const TIP: f64 = 0.15;
/// Brightness of the end of a beam as a share of that of its beginning: one sees who fires.
const BEAM_END: f32 = 0.4;

/// The points of a shot.
pub(super) type ShotLine = SmallVec<[Point; POINTS]>;

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
pub(super) fn line_of(scene: &EffectInputs, shot: &Shot) -> ShotLine {
    let (from, to) = (scene.place(&shot.from), scene.place(&shot.to));
    let (age_s, is_hit) = (scene.age_s(shot.born_s), shot.outcome.is_hit());
    let point = |share: f64, strength: f32| Point { place: from.lerp(to, share), strength };
    match shot.delivery {
        Delivery::Beam => {
            // A ribbon narrows toward its end, and this one fades, too: it starts at the muzzle.
            let strength = beam_strength(age_s);
            let shares: [f64; BEAM_POINTS] = [0.0, RISING, 1.0 - MISSING, 1.0];
            shares
                .map(|share| point(share, strength * beam_share(share) * along(share, is_hit)))
                .into_iter()
                .collect()
        }
        Delivery::Arc => {
            let strength = arc_strength(age_s);
            let bright = |index: usize| strength * along(index as f64 / (POINTS - 1) as f64, is_hit);
            let way = leap(from, to, shot.number).into_iter().enumerate();
            way.map(|(index, place)| Point { place, strength: bright(index) }).collect()
        }
        Delivery::Tracer | Delivery::Torpedo(_) => {
            let (head, tail) = ends_at(age_s, if is_hit { LENGTH } else { MISSED_LENGTH });
            let behind = head - TIP * (head - tail);
            // One that has arrived is no short line.
            let strength = if tail < 1.0 { along(head, is_hit) } else { 0.0 };
            smallvec![point(head, 0.0), point(behind, strength), point(tail, 0.0)]
        }
    }
}

/// Brightness of a line at a share of its way from the muzzle to its end, 0 to 1.
pub(super) fn along(share: f64, is_hit: bool) -> f32 {
    let risen = share / RISING;
    let left = if is_hit { 1.0 } else { (1.0 - share) / MISSING };
    let most = if is_hit { 1.0 } else { MISSED };
    most * risen.min(left).clamp(0.0, 1.0) as f32
}

/// Head and tail of a tracer of this length at this age, as shares of its way.
fn ends_at(age_s: f64, length: f64) -> (f64, f64) {
    let flown = age_s / FLIGHT_S;
    ((flown + LEAD * length).clamp(0.0, 1.0), (flown - length).clamp(0.0, 1.0))
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

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    #[test]
    fn a_tracer_begins_at_the_muzzle_and_ends_at_the_target() {
        for length in [LENGTH, MISSED_LENGTH, 0.02] {
            assert_eq!(ends_at(0.0, length), (LEAD * length, 0.0), "it is seen at once");
            let (head, tail) = ends_at(FLIGHT_S, length);
            assert_eq!(head, 1.0);
            assert!((head - tail - length).abs() < 1e-9);
            assert!(ends_at(TRACER_S, length).1 > 0.999, "its tail has arrived when it ends");
            for step in 0..20 {
                let (head, tail) = ends_at(f64::from(step) * 0.05 * FLIGHT_S, length);
                assert!(head > tail && head <= 1.0 && tail >= 0.0);
            }
        }
    }

    #[test]
    fn what_misses_is_dimmer_and_shorter() {
        const { assert!(MISSED_LENGTH < 0.6 * LENGTH) };
        assert!((0..=20).all(|step: u8| {
            let share = 0.05 * f64::from(step);
            along(share, false) <= MISSED * along(share, true)
        }));
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
        assert_eq!([0.0, 0.4].map(|share| along(share, true)), [0.0, 1.0]);
        assert_eq!([0.0, 0.4].map(|share| along(share, false)), [0.0, MISSED]);
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
    fn an_arc_is_steady_and_then_fades() {
        assert_eq!((arc_strength(0.0), arc_strength(0.4 * ARC_S), arc_strength(ARC_S)), (1.0, 1.0, 0.0));
    }
}
