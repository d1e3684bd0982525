//! Straight ways between two points.

use glam::DVec3;

/// The share of the way between two points, 0 to 1, at which it is nearest to the origin.
pub fn nearest_share(from: DVec3, to: DVec3) -> f64 {
    let way = to - from;
    let squared = way.length_squared();
    if squared > 0.0 { (-from.dot(way) / squared).clamp(0.0, 1.0) } else { 0.0 }
}

/// Distance of a point from the segment between two others.
pub fn distance_from(point: DVec3, from: DVec3, to: DVec3) -> f64 {
    let (from, to) = (from - point, to - point);
    from.lerp(to, nearest_share(from, to)).length()
}
