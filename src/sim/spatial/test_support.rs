//! The first contact of a point with a capsule, exactly.

use glam::DVec3;

use super::touch::{first_touch_of_ball, gap_km};

/// [`first_touch_of_ball`] for a capsule about the axis from `-half_axis` to `half_axis`. A capsule is a piece of a
/// cylinder and two balls, and is touched when the first of them is.
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
fn first_touch_of_side(start: DVec3, way: DVec3, axis: DVec3, length: f64, radius_km: f64) -> Option<f64> {
    let across = |vector: DVec3| vector - axis * axis.dot(vector);
    let share = first_touch_of_ball(across(start), across(way), radius_km)?;
    let along = axis.dot(start + way * share);
    (along.abs() <= length).then_some(share)
}

/// An even spread of vectors in a cube of this half width, without a generator of chances.
fn scattered(number: u32, half_width: f64) -> DVec3 {
    let part = |factor: f64| (f64::from(number) * factor).fract() * 2.0 - 1.0;
    DVec3::new(part(0.819_172_5), part(0.671_043_6), part(0.549_700_5)) * half_width
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
