//! Straight segments between two points.

use glam::DVec3;

/// The share of `way`, 0 to 1, at which a point that starts at `start` is nearest to the origin; 0 for a way without
/// length.
pub fn share_nearest_to_origin(start: DVec3, way: DVec3) -> f64 {
    let squared = way.length_squared();
    if squared > 0.0 { (-start.dot(way) / squared).clamp(0.0, 1.0) } else { 0.0 }
}

/// Distance of a point from the segment between two others, in the unit of the points.
pub fn distance_from(point: DVec3, from: DVec3, to: DVec3) -> f64 {
    let (from, to) = (from - point, to - point);
    from.lerp(to, share_nearest_to_origin(from, to - from)).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_nearest_to_the_inside_or_to_an_end() {
        let (from, to) = (DVec3::ZERO, DVec3::X * 10.0);
        assert_eq!(distance_from(DVec3::new(5.0, 3.0, 0.0), from, to), 3.0);
        assert_eq!(distance_from(DVec3::new(-3.0, 0.0, 4.0), from, to), 5.0);
        assert_eq!(distance_from(DVec3::new(14.0, 0.0, -3.0), from, to), 5.0);
    }

    #[test]
    fn a_segment_without_length_is_a_point() {
        let end = DVec3::new(1.0, 2.0, 3.0);
        assert_eq!(share_nearest_to_origin(end, DVec3::ZERO), 0.0);
        assert_eq!(distance_from(DVec3::new(1.0, 2.0, 8.0), end, end), 5.0);
    }
}
