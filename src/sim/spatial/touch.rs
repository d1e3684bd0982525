//! The first contact of two moving shapes, and their distance: pure geometry, km.
//!
//! For capsules combat asks the physics engine; tests compare its answers with exact ones (`test_support.rs`).

use glam::DVec3;

/// The share of `way`, 0 to 1, that a point makes from `start` until it touches a ball of `radius_km` about the
/// origin. 0 for a point inside at the start, `None` for a point that never touches the ball.
pub fn first_touch_of_ball(start: DVec3, way: DVec3, radius_km: f64) -> Option<f64> {
    let outside = start.length_squared() - radius_km * radius_km;
    if outside <= 0.0 {
        return Some(0.0);
    }
    let closing = -start.dot(way);
    let discriminant = closing * closing - way.length_squared() * outside;
    if closing <= 0.0 || discriminant < 0.0 {
        return None;
    }
    // The smaller root, in the form that loses no digits for a long way.
    let share = outside / (closing + discriminant.sqrt());
    (share <= 1.0).then_some(share)
}

/// Distance of a point from the surface of a capsule about the origin, km; 0 inside.
pub fn gap_km(point: DVec3, half_axis: DVec3, radius_km: f64) -> f64 {
    let square = half_axis.length_squared();
    let on_axis = if square > 0.0 { (point.dot(half_axis) / square).clamp(-1.0, 1.0) } else { 0.0 };
    ((point - half_axis * on_axis).length() - radius_km).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_is_touched_where_it_begins() {
        let way = DVec3::X * 10.0;
        assert_eq!(first_touch_of_ball(DVec3::X * -6.0, way, 1.0), Some(0.5));
        assert_eq!(first_touch_of_ball(DVec3::X * -0.5, way, 1.0), Some(0.0), "inside");
        assert_eq!(first_touch_of_ball(DVec3::X * 6.0, way, 1.0), None, "behind");
        assert_eq!(first_touch_of_ball(DVec3::X * -12.0, way, 1.0), None, "too far");
        assert_eq!(first_touch_of_ball(DVec3::new(-6.0, 1.1, 0.0), way, 1.0), None, "beside");
        assert_eq!(first_touch_of_ball(DVec3::X * 6.0, DVec3::ZERO, 1.0), None, "at rest");
    }

    #[test]
    fn gaps_are_from_the_surface() {
        assert_eq!(gap_km(DVec3::new(2.0, 3.0, 0.0), DVec3::X * 4.0, 1.0), 2.0);
        assert_eq!(gap_km(DVec3::X * 7.0, DVec3::X * 4.0, 1.0), 2.0);
        assert_eq!(gap_km(DVec3::X * 3.0, DVec3::ZERO, 1.0), 2.0);
        assert_eq!(gap_km(DVec3::X, DVec3::X * 4.0, 1.0), 0.0);
    }
}
