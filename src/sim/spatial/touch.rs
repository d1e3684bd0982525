//! The first contact of two moving shapes, and their distance: pure geometry, km.
//!
//! For capsules combat asks the physics engine; tests compare its answers with `first_touch`.

use glam::DVec3;

/// The share of `way`, 0 to 1, that a point makes from `start` until it touches a ball of `radius_km` about
/// the origin; 0 if it is inside at the start, `None` if it never is.
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

/// [`first_touch`] of a capsule about the axis from `-half_axis` to `half_axis`. A capsule is a piece of a
/// cylinder and two balls, and is touched when the first of them is. For tests.
#[cfg(test)]
pub fn first_touch(start: DVec3, way: DVec3, half_axis: DVec3, radius_km: f64) -> Option<f64> {
    let length = half_axis.length();
    if length <= 0.0 {
        return first_touch_of_ball(start, way, radius_km);
    }
    let ends = [half_axis, -half_axis];
    let ends = ends.into_iter().filter_map(|end| first_touch_of_ball(start - end, way, radius_km));
    let side = first_touch_of_side(start, way, half_axis / length, length, radius_km);
    ends.chain(side).reduce(f64::min)
}

/// [`first_touch`] of the piece of a cylinder that extends `length` to both sides of the origin along `axis`, a
/// unit vector. A way that enters the infinite cylinder beyond the piece reaches the piece only through an end.
#[cfg(test)]
fn first_touch_of_side(start: DVec3, way: DVec3, axis: DVec3, length: f64, radius_km: f64) -> Option<f64> {
    let across = |vector: DVec3| vector - axis * axis.dot(vector);
    let share = first_touch_of_ball(across(start), across(way), radius_km)?;
    let along = axis.dot(start + way * share);
    (along.abs() <= length).then_some(share)
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

    /// An even spread of vectors in a cube of this half width, without a generator of chances.
    fn scattered(number: u32, half_width: f64) -> DVec3 {
        let part = |factor: f64| (f64::from(number) * factor).fract() * 2.0 - 1.0;
        DVec3::new(part(0.819_172_5), part(0.671_043_6), part(0.549_700_5)) * half_width
    }

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
    fn capsules_are_touched_when_a_search_in_small_steps_says_so() {
        const STEPS: u32 = 2000;
        let (mut touched, mut passed) = (0, 0);
        for number in 0..400 {
            let start = scattered(number, 6.0);
            // Most come near it.
            let way = scattered(number + 1000, 4.0) - start * 1.5;
            let half_axis = if number % 5 == 0 { DVec3::ZERO } else { scattered(number + 2000, 3.0) };
            let gap = |share: f64| gap_km(start + way * share, half_axis, 1.0);
            let found = first_touch(start, way, half_axis, 1.0);
            let mut shares = (0..=STEPS).map(|step| f64::from(step) / f64::from(STEPS));
            let searched = shares.find(|share| gap(*share) <= 0.0);
            match (found, searched) {
                (Some(found), Some(searched)) => {
                    let late = searched - found;
                    assert!((-1.0e-9..1.001 / f64::from(STEPS)).contains(&late), "{number}: {late}");
                    assert!(gap(found) < 1.0e-9, "{number}");
                    touched += 1;
                }
                // A search in steps may step over a grazing contact.
                (Some(found), None) => assert!(gap(found) < 1.0e-9, "{number}"),
                (None, searched) => {
                    assert_eq!(searched, None, "{number}");
                    passed += 1;
                }
            }
        }
        assert!(touched > 40 && passed > 40, "{touched} {passed}");
    }

    #[test]
    fn gaps_are_from_the_surface() {
        assert_eq!(gap_km(DVec3::new(2.0, 3.0, 0.0), DVec3::X * 4.0, 1.0), 2.0);
        assert_eq!(gap_km(DVec3::X * 7.0, DVec3::X * 4.0, 1.0), 2.0);
        assert_eq!(gap_km(DVec3::X * 3.0, DVec3::ZERO, 1.0), 2.0);
        assert_eq!(gap_km(DVec3::X, DVec3::X * 4.0, 1.0), 0.0);
    }
}
