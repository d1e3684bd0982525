//! Straight segments in a plane.

use bevy::math::Vec2;

/// The share of the segment between two points, 0 to 1, at which it is nearest to a third; 0 for a segment without
/// length.
pub fn nearest_share(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let way = to - from;
    ((point - from).dot(way) / way.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0)
}

/// Distance of a point from the segment between two others.
pub fn distance_from(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    point.distance(from.lerp(to, nearest_share(point, from, to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_end_at_their_ends() {
        let (from, to) = (Vec2::ZERO, Vec2::new(10.0, 0.0));
        assert_eq!(nearest_share(Vec2::new(5.0, 3.0), from, to), 0.5);
        assert_eq!(nearest_share(Vec2::new(14.0, 3.0), from, to), 1.0);
        assert_eq!(nearest_share(Vec2::new(0.0, 2.0), from, from), 0.0);
        assert_eq!(distance_from(Vec2::new(5.0, 3.0), from, to), 3.0);
        assert_eq!(distance_from(Vec2::new(14.0, 3.0), from, to), 5.0);
        assert_eq!(distance_from(Vec2::new(0.0, 2.0), from, from), 2.0);
    }
}
