//! Convex outlines in a plane, and whether a point or a straight line passes them.
//!
//! Units and axes are the caller's. Touching the border is not crossing it.

use glam::DVec2;

/// Corners of an outline that approximates a circle. The straight sides are outside the circle, the corners by 1 /
/// cos(π / 32) - 1, half a hundredth of the radius; the way round is longer by 0.3 %.
pub const ROUND_SIDES: u32 = 32;

/// A convex polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The corners, counter-clockwise; three at least.
    pub corners: Vec<DVec2>,
    /// A point inside.
    pub center: DVec2,
    /// Points nearer to the centre than this are inside.
    pub inner: f64,
    /// Points farther from the centre than this are outside.
    pub outer: f64,
}

impl Outline {
    /// A circle, approximated from outside.
    pub fn round(center: DVec2, radius: f64) -> Self {
        let outer = radius / libm::cos(std::f64::consts::PI / f64::from(ROUND_SIDES));
        let (sine, cosine) = libm::sincos(std::f64::consts::TAU / f64::from(ROUND_SIDES));
        let step = DVec2::new(cosine, sine);
        let mut spoke = DVec2::new(outer, 0.0);
        let mut corners = Vec::with_capacity(ROUND_SIDES as usize);
        for _ in 0..ROUND_SIDES {
            corners.push(center + spoke);
            spoke = step.rotate(spoke);
        }
        Self { corners, center, inner: radius, outer }
    }

    /// The least and the greatest coordinates.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let corners = self.corners.iter().copied();
        (corners.clone().fold(self.center, DVec2::min), corners.fold(self.center, DVec2::max))
    }

    /// The sides, each from corner to corner, counter-clockwise.
    pub fn sides(&self) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
        self.corners.iter().copied().zip(self.corners.iter().copied().cycle().skip(1))
    }

    /// Whether a point lies inside.
    pub fn holds(&self, point: DVec2) -> bool {
        point.distance_squared(self.center) < self.outer * self.outer
            && self.sides().all(|(start, end)| (end - start).perp_dot(point - start) > 0.0)
    }

    /// Whether the straight way between two points passes through the inside.
    pub fn is_crossed(&self, from: DVec2, to: DVec2) -> bool {
        let nearest = nearest_on(from, to, self.center).distance_squared(self.center);
        nearest < self.outer * self.outer
            && (nearest < self.inner * self.inner || self.entry(from, to).is_some())
    }

    /// The share of the straight way between two points, 0 to 1, at its entry into the inside; `None` without one.
    /// (Cyrus and Beck: a way is cut by the line of one side after another.)
    pub fn entry(&self, from: DVec2, to: DVec2) -> Option<f64> {
        let way = to - from;
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        let mut start = *self.corners.last()?;
        for &end in &self.corners {
            let side = end - start;
            let (inside, inward) = (side.perp_dot(from - start), side.perp_dot(way));
            if inward > 0.0 {
                enter = enter.max(-inside / inward);
            } else if inward < 0.0 {
                leave = leave.min(-inside / inward);
            } else if inside <= 0.0 {
                return None;
            }
            if enter >= leave {
                return None;
            }
            start = end;
        }
        Some(enter)
    }
}

/// The point of the straight way between two points that is nearest to a third.
pub fn nearest_on(from: DVec2, to: DVec2, point: DVec2) -> DVec2 {
    let way = to - from;
    let squared = way.length_squared();
    if squared > 0.0 { from + way * ((point - from).dot(way) / squared).clamp(0.0, 1.0) } else { from }
}

/// The crossing of two straight ways.
pub fn crossing(one: (DVec2, DVec2), other: (DVec2, DVec2)) -> Option<DVec2> {
    let (along_one, along_other) = (one.1 - one.0, other.1 - other.0);
    let turn = along_one.perp_dot(along_other);
    let offset = other.0 - one.0;
    let shares = [offset.perp_dot(along_other) / turn, offset.perp_dot(along_one) / turn];
    let is_within = shares.iter().all(|share| (0.0..=1.0).contains(share));
    is_within.then(|| one.0 + along_one * shares[0])
}

/// Length of the straight way between two points inside a circle.
pub fn length_in_circle(center: DVec2, radius: f64, from: DVec2, to: DVec2) -> f64 {
    let (way, offset) = (to - from, from - center);
    let squared = way.length_squared();
    let middle = -offset.dot(way) / squared;
    let half_chord = radius * radius - (offset + way * middle).length_squared();
    if half_chord > 0.0 && squared > 0.0 {
        let half = (half_chord / squared).sqrt();
        let share = (middle + half).min(1.0) - (middle - half).max(0.0);
        share.max(0.0) * squared.sqrt()
    } else {
        0.0
    }
}
