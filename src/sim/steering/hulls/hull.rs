//! The distance between two hulls: capsules, of which a ball is the shortest. Pure geometry.

use glam::Vec3;

/// Limit on the halvings of the way of two long hulls before they count as touching.
const SWEEP_LOOKS: u32 = 24;

/// The offset from the nearest point of one axis to the nearest point of the other.
///
/// `offset` leads from centre to centre; an axis is half of a hull's inner segment, which extends from minus to
/// plus that vector about the centre (zero for a ball). After C. Ericson, *Real-Time Collision Detection* (2005),
/// 5.1.9.
#[must_use]
pub fn nearest_offset(offset: Vec3, axis: Vec3, other_axis: Vec3) -> Vec3 {
    let (a, e) = (axis.length_squared(), other_axis.length_squared());
    if a == 0.0 && e == 0.0 {
        return offset;
    }
    let share_of =
        |along: f32, square: f32| if square > 0.0 { (along / square).clamp(-1.0, 1.0) } else { 0.0 };
    // Points are `axis * s` and `offset + other_axis * t` with s and t in -1..1.
    let b = axis.dot(other_axis);
    let c = axis.dot(offset);
    let f = other_axis.dot(offset);
    let denominator = a * e - b * b;
    let parallel = denominator <= 1.0e-6 * a * e;
    let mut s = if parallel { share_of(c, a) } else { ((c * e - b * f) / denominator).clamp(-1.0, 1.0) };
    let t = share_of(b * s - f, e);
    s = share_of(c + b * t, a);
    if parallel {
        // Side by side: the middle of the common stretch, so that neither is turned.
        s = middle_of_overlap(c, b, a, s);
        let t = share_of(b * s - f, e);
        return offset + other_axis * t - axis * s;
    }
    offset + other_axis * t - axis * s
}

/// The middle of the common stretch of two parallel axes, on the first of them.
fn middle_of_overlap(c: f32, b: f32, a: f32, otherwise: f32) -> f32 {
    if a <= 0.0 {
        return otherwise;
    }
    let (middle, reach) = (c / a, (b / a).abs());
    let (low, high) = ((middle - reach).max(-1.0), (middle + reach).min(1.0));
    if low <= high { 0.5 * (low + high) } else { otherwise }
}

/// Whether two hulls touch while the second one moves by `way` past the first, both keeping their bows.
/// `touching` is the sum of the radii.
#[must_use]
pub fn touches(offset: Vec3, way: Vec3, axis: Vec3, other_axis: Vec3, touching: f32) -> bool {
    if axis == Vec3::ZERO && other_axis == Vec3::ZERO {
        return nearest_on_way(offset, way).length_squared() < touching * touching;
    }
    // Two convex hulls that move straight past each other first close and then part: halve the way until the
    // turn is found, or the rest is too short to use up the gap.
    let length = way.length();
    let (mut low, mut high) = (0.0, 1.0);
    let mut share = 1.0;
    for _ in 0..SWEEP_LOOKS {
        let nearest = nearest_offset(offset + way * share, axis, other_axis);
        let gap = nearest.length() - touching;
        if gap <= 0.0 {
            return true;
        }
        if nearest.dot(way) < 0.0 {
            low = share
        } else {
            high = share
        }
        if low >= 1.0 || gap > (high - low) * length {
            return false;
        }
        share = 0.5 * (low + high);
    }
    true
}

/// The point nearest to the origin on the way from `offset` by `way`.
#[must_use]
pub fn nearest_on_way(offset: Vec3, way: Vec3) -> Vec3 {
    offset + way * passing(offset, way)
}

/// The share of `way`, 0 to 1, at which a point that starts at `offset` is nearest to the origin.
#[must_use]
pub fn passing(offset: Vec3, way: Vec3) -> f32 {
    let square = way.length_squared();
    if square > 0.0 { (-offset.dot(way) / square).clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capsules_side_by_side_are_as_far_apart_as_their_axes() {
        let axis = Vec3::X * 3.0;
        let offset = nearest_offset(Vec3::new(1.0, 2.4, 0.0), axis, -axis);
        assert!((offset.length() - 2.4).abs() < 1.0e-6, "{offset}");
        let behind = nearest_offset(Vec3::new(8.0, 0.0, 0.0), axis, axis);
        assert!((behind - Vec3::X * 2.0).length() < 1.0e-6, "{behind}");
        let crossed = nearest_offset(Vec3::new(0.0, 0.0, 5.0), axis, Vec3::Y * 2.0);
        assert!((crossed - Vec3::Z * 5.0).length() < 1.0e-6, "{crossed}");
        let ball = nearest_offset(Vec3::new(4.0, 1.0, 0.0), axis, Vec3::ZERO);
        assert!((ball - Vec3::new(1.0, 1.0, 0.0)).length() < 1.0e-6, "{ball}");
    }

    #[test]
    fn a_sweep_finds_contacts_that_both_ends_miss() {
        let axis = Vec3::X * 3.0;
        let (from, way) = (Vec3::new(-20.0, 1.0, 0.0), Vec3::X * 40.0);
        assert!(touches(from, way, Vec3::ZERO, Vec3::ZERO, 2.0));
        assert!(touches(from, way, axis, axis, 2.0));
        assert!(!touches(from + Vec3::Y * 1.4, way, axis, axis, 2.0));
        assert!(!touches(from, -way, axis, axis, 2.0));
    }
}
