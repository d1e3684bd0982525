//! The fronts on the ground of an invaded body, as plain geometry: beachheads all round the body, so that some of them
//! are seen from everywhere, each with an uneven front about it that spreads with the share of the invaders. All of it
//! follows from the number of the body, and turns with its ground.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3};

use crate::client::models::Dice;
use crate::client::scene::battle::effects::{Outline, direction};
use crate::sim::BodyId;

/// Beachheads of a body: the corners of a tetrahedron.
pub(super) const SITES: usize = 4;
const CORNERS: [DVec3; SITES] = [
    DVec3::new(1.0, 1.0, 1.0),
    DVec3::new(1.0, -1.0, -1.0),
    DVec3::new(-1.0, 1.0, -1.0),
    DVec3::new(-1.0, -1.0, 1.0),
];
/// How far a front is from its beachhead with the first troopers, and with the last defender gone, radians.
const REACH: (f64, f64) = (0.08, 1.0);
/// Highest waves of a front, as shares of its distance and of its light.
const UNEVEN: (f32, f32) = (0.12, 0.35);
/// Pieces of a front for each square root of the radius of its body in pixels, and the least of any front. A piece is a
/// chord, and so many pieces keep it less than half a pixel away from its arc, whatever the radius.
const PIECES: f64 = 10.0;
const LEAST_PIECES: u32 = 24;
/// What sets the numbers of beachheads apart from other small differences.
const SEED: u64 = 0x1a4d;

/// A front: how it lies on the body, and how far it has spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Front {
    /// Its number, for small differences.
    pub(super) number: u64,
    /// Unit vectors to its beachhead, and across that.
    axis: DVec3,
    across: (DVec3, DVec3),
    outline: Outline,
    /// Mean distance from the beachhead, radians.
    reach: f64,
}

impl Front {
    /// The fronts of a body whose ground is turned so, where invaders have this share of the strength.
    pub(super) fn all(body: BodyId, ground: DQuat, share: f64) -> [Self; SITES] {
        let seed = SEED ^ ((body.0 as u64) << 8);
        let mut dice = Dice::new(seed);
        let axis = direction(&mut dice).normalize_or(DVec3::Z);
        let turn = ground * DQuat::from_axis_angle(axis, TAU * f64::from(dice.roll()));
        let (least, most) = REACH;
        let reach = least + (most - least) * share.clamp(0.0, 1.0);
        let mut number = seed;
        CORNERS.map(|corner| {
            number += 1;
            let axis = (turn * corner).normalize();
            let (radius, light) = UNEVEN;
            let across = (turn * corner.any_orthogonal_vector()).normalize();
            let outline = Outline::random(number, radius, light);
            Self { number, axis, across: (across, axis.cross(across)), outline, reach }
        })
    }

    /// The unit vector to its beachhead.
    pub(super) fn beachhead(&self) -> DVec3 {
        self.axis
    }

    /// The way from the beachhead to the front in a direction, in turns.
    pub(super) fn way(&self, turns: f64) -> Way {
        let (sine, cosine) = (TAU * turns).sin_cos();
        let (radius, light) = self.outline.at((sine as f32, cosine as f32));
        let aside = self.across.0 * cosine + self.across.1 * sine;
        Way { axis: self.axis, aside, reach: self.reach * f64::from(radius), light }
    }

    /// The unit vector to a point of the ground in a direction from the beachhead, in turns, at this share of the way
    /// to the front.
    pub(super) fn point(&self, turns: f64, far: f64) -> DVec3 {
        self.way(turns).at(far)
    }
}

/// The way from a beachhead to its front in a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    /// Unit vectors to the beachhead, and across that in the direction.
    axis: DVec3,
    aside: DVec3,
    /// Its length, radians.
    reach: f64,
    /// The light of the front at its end, as a share of the mean.
    pub(super) light: f32,
}

impl Way {
    /// The unit vector to the point of the ground at this share of the way.
    pub(super) fn at(&self, far: f64) -> DVec3 {
        let (out, along) = (self.reach * far).sin_cos();
        self.axis * along + self.aside * out
    }
}

/// Pieces of a front round its beachhead, on a body with this radius in the picture, pixels, but not more than `most`:
/// the corners between them are not seen.
pub(super) fn pieces(radius: f64, most: u32) -> u32 {
    ((PIECES * radius.max(0.0).sqrt()).ceil() as u32).min(most).max(LEAST_PIECES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fronts(share: f64) -> [Front; SITES] {
        Front::all(BodyId(5), DQuat::IDENTITY, share)
    }

    #[test]
    fn a_beachhead_is_seen_from_everywhere() {
        let mut dice = Dice::new(9);
        for _ in 0..200 {
            let toward = direction(&mut dice).normalize_or(DVec3::X);
            let nearest =
                fronts(0.1).map(|front| front.beachhead().dot(toward)).into_iter().fold(-1.0, f64::max);
            assert!(nearest > 0.33, "{toward}: {nearest}");
        }
    }

    #[test]
    fn a_front_spreads_with_the_share_of_the_invaders() {
        let reach = |share: f64| {
            let [front, ..] = fronts(share);
            let angles =
                (0..24).map(|step| front.point(f64::from(step) / 24.0, 1.0).angle_between(front.axis));
            angles.sum::<f64>() / 24.0
        };
        assert!((reach(0.0) - REACH.0).abs() < 0.02 && (reach(1.0) - REACH.1).abs() < 0.1);
        let reaches = [0.0, 0.25, 0.5, 0.75, 1.0].map(reach);
        assert!(reaches.is_sorted_by(|less, more| less + 0.1 < *more), "{reaches:?}");
        assert_eq!(fronts(7.0), fronts(1.0), "estimates may be wrong");
    }

    #[test]
    fn fronts_lie_on_the_ground_close_themselves_and_turn_with_it() {
        let half_a_turn = DQuat::from_rotation_z(std::f64::consts::PI);
        let turned = Front::all(BodyId(5), half_a_turn, 0.4);
        for (front, turned) in fronts(0.4).iter().zip(turned) {
            assert!(front.point(0.0, 1.0).distance(front.point(1.0, 1.0)) < 1.0e-6);
            for (turns, far) in [(0.1, 0.0), (0.4, 0.7), (0.9, 1.2)] {
                let point = front.point(turns, far);
                assert!((point.length() - 1.0).abs() < 1.0e-9 && front.way(turns).light >= 0.0);
                assert!(turned.point(turns, far).distance(half_a_turn * point) < 1.0e-9);
            }
        }
        assert_ne!(fronts(0.4), Front::all(BodyId(6), DQuat::IDENTITY, 0.4), "each body has its own");
    }

    #[test]
    fn the_pieces_of_a_front_are_less_than_half_a_pixel_beside_it() {
        for radius in [20.0, 100.0, 450.0] {
            let pieces = pieces(radius, u32::MAX);
            for front in (0..6).flat_map(|body| Front::all(BodyId(body), DQuat::IDENTITY, 1.0)) {
                let point = |step: f64| radius * front.point(step / f64::from(pieces), 1.0);
                let beside = |step: u32| {
                    let step = f64::from(step);
                    point(step + 0.5).distance(0.5 * (point(step) + point(step + 1.0)))
                };
                let most = (0..pieces).map(beside).fold(0.0, f64::max);
                assert!(most < 0.5, "{radius}: {most}");
            }
        }
        assert_eq!([pieces(0.0, 96), pieces(1.0e6, 96)], [LEAST_PIECES, 96]);
    }
}
