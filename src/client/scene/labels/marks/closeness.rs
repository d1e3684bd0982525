//! What stands for a hull or about it gives way where the hull itself is seen: its mark, and where it is large on the
//! screen its name, its bars and its stalk.

/// Lengths of a hull on the screen between which all that fades, pixels.
const HULL_FADES: (f32, f32) = (60.0, 110.0);
/// Halves of the length of a hull on the screen between which its mark fades away, pixels: there the hull is as large
/// as the mark. Half way it is drawn itself.
const MARK_FADES: (f32, f32) = (9.0, 11.0);

/// Opacity of the mark of a hull with half this length on the screen, pixels.
pub fn mark_of_hull(half_length: f32) -> f32 {
    1.0 - ramp(MARK_FADES, half_length)
}

/// Opacity of what is drawn about a hull of this length on the screen, pixels. All of it stays about a hull that is
/// selected or under the pointer.
pub fn about_hull(length: f32, is_wanted: bool) -> f32 {
    if is_wanted { 1.0 } else { 1.0 - ramp(HULL_FADES, length) }
}

/// 0 below the first bound, 1 above the second, and smooth between them.
pub fn ramp((low, high): (f32, f32), value: f32) -> f32 {
    let x = ((value - low) / (high - low)).clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_hulls_speak_for_themselves_unless_they_are_wanted() {
        assert_eq!([10.0, 60.0, 110.0, 900.0].map(|length| about_hull(length, false)), [1.0, 1.0, 0.0, 0.0]);
        assert!((0.2..0.8).contains(&about_hull(85.0, false)));
        assert_eq!(about_hull(900.0, true), 1.0);
    }

    #[test]
    fn a_mark_is_gone_where_its_hull_is_larger_than_it() {
        assert_eq!([0.0, 9.0, 11.0, 60.0].map(mark_of_hull), [1.0, 1.0, 0.0, 0.0]);
    }
}
