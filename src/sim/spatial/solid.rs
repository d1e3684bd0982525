//! Balls and capsules: the shapes that must not overlap.

use glam::DVec3;

/// A ball or a capsule. Lengths are in any one unit, places in any one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// The middle.
    pub center: DVec3,
    /// From the middle to an end of the axis; zero for a ball.
    pub half_axis: DVec3,
    /// Distance of the surface from the axis.
    pub radius: f64,
}

impl Solid {
    /// A ball.
    pub fn ball(center: DVec3, radius: f64) -> Self {
        Self { center, half_axis: DVec3::ZERO, radius }
    }

    /// Whether the place and the size are numbers.
    pub fn is_finite(&self) -> bool {
        self.center.is_finite() && self.half_axis.is_finite() && self.radius.is_finite()
    }

    /// Distance from the middle to the farthest point of the surface.
    pub fn reach(&self) -> f64 {
        self.radius + self.half_axis.length()
    }

    /// Distance between the axes of two solids; between the centres, if both are balls.
    pub fn axis_distance(&self, other: &Self) -> f64 {
        let offset = other.center - self.center;
        if self.half_axis == DVec3::ZERO && other.half_axis == DVec3::ZERO {
            return offset.length();
        }
        segment_distance(offset, self.half_axis, other.half_axis)
    }

    /// Depth of the overlap of two solids, in units of the smaller radius; negative for a gap.
    pub fn depth(&self, other: &Self) -> f64 {
        (self.radius + other.radius - self.axis_distance(other)) / self.radius.min(other.radius)
    }
}

/// The distance between the segments `±one` about the origin and `offset ± other`.
///
/// After Ericson, "Real-Time Collision Detection" (2005), 5.1.9: the nearest points of the lines, brought
/// back to the segments one after the other. Positions on a segment go from -1 to 1.
fn segment_distance(offset: DVec3, one: DVec3, other: DVec3) -> f64 {
    let (one_squared, other_squared) = (one.length_squared(), other.length_squared());
    let together = one.dot(other);
    let parallel = one_squared * other_squared - together * together;
    // Parallel axes are nearest along a whole stretch; from its middle the clamping below finds a point.
    let on_one = if parallel > 1.0e-12 * one_squared * other_squared {
        ((one.dot(offset) * other_squared - other.dot(offset) * together) / parallel).clamp(-1.0, 1.0)
    } else {
        0.0
    };
    let on_other = position_on(other, one * on_one - offset);
    let on_one = position_on(one, offset + other * on_other);
    // If the second point was clamped, the first has moved; the pair is the nearest one now.
    let on_other = position_on(other, one * on_one - offset);
    (offset + other * on_other - one * on_one).length()
}

/// The position, -1 to 1, of the point of the segment `±half` that is nearest to `point`.
fn position_on(half: DVec3, point: DVec3) -> f64 {
    let squared = half.length_squared();
    if squared > 0.0 { (half.dot(point) / squared).clamp(-1.0, 1.0) } else { 0.0 }
}
