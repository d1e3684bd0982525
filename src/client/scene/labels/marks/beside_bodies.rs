//! Places of marks beside the bodies that they would hide: a body far away is an icon, no larger than the mark of a
//! fleet at it.

use std::f32::consts::SQRT_2;

use bevy::prelude::*;

use super::closeness::ramp;

/// From the square of a mark to the icon of a body beside it, pixels of the UI, at least.
const GAP: f32 = 3.0;
/// The distances from the middle of a body between which a mark leaves the corner of its side and goes where its own
/// direction leads, as shares of the distance at which it is clear of the body.
const OWN_DIRECTION: (f32, f32) = (0.25, 0.6);
/// The corners for the marks of sides: each has its own, so that they do not lie on each other.
const CORNERS: [Vec2; 4] =
    [Vec2::new(0.8, -0.6), Vec2::new(-0.8, 0.6), Vec2::new(-0.8, -0.6), Vec2::new(0.8, 0.6)];

/// A body that is shown by its icon, logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BodyIcon {
    /// Its middle.
    pub pixel: Vec2,
    /// Half the size of the icon with the ring of its owner.
    pub reach: f32,
    /// Opacity: where the body is seen itself, marks may lie before it.
    pub alpha: f32,
}

impl BodyIcon {
    /// Where a mark at a pixel is drawn, so that it does not lie across the body: `half` is half the side of the mark,
    /// which is square, `corner` the corner of its side, `ui_scale` the length of a pixel of the UI. `None` for a mark
    /// that is clear of the body. Nothing jumps while a mark comes nearer.
    fn place_beside(&self, pixel: Vec2, half: f32, corner: Vec2, ui_scale: f32) -> Option<Vec2> {
        // A corner of the mark may point at the body.
        let clear = self.reach + SQRT_2 * half + GAP * ui_scale;
        let away = pixel - self.pixel;
        // Nearly all marks are clear of nearly all bodies.
        if away.length_squared() >= clear * clear {
            return None;
        }
        let distance = away.length();
        let (begin, end) = OWN_DIRECTION;
        let cornered = self.alpha * (1.0 - ramp((begin * clear, end * clear), distance));
        let direction = away.normalize_or(corner).lerp(corner, cornered).normalize_or(corner);
        Some(self.pixel + direction * (distance + self.alpha * (clear - distance)))
    }
}

/// The corner of a side, by its place among the sides.
pub(super) fn corner_of(side: usize) -> Vec2 {
    CORNERS[side % CORNERS.len()]
}

/// Where a mark is drawn beside the body that it would hide, as [`BodyIcon::place_beside`] has it; `None` if it hides
/// none.
pub(super) fn place_beside(
    bodies: &[BodyIcon],
    pixel: Vec2,
    half: f32,
    corner: Vec2,
    ui_scale: f32,
) -> Option<Vec2> {
    bodies.iter().find_map(|body| body.place_beside(pixel, half, corner, ui_scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half the side of the mark, pixels.
    const HALF: f32 = 7.0;
    const BODY: BodyIcon = BodyIcon { pixel: Vec2::new(300.0, 200.0), reach: 12.0, alpha: 1.0 };

    fn beside(body: BodyIcon, pixel: Vec2) -> Option<Vec2> {
        place_beside(&[body], pixel, HALF, corner_of(0), 1.0)
    }

    #[test]
    fn a_mark_is_clear_of_a_body_that_is_an_icon_with_all_its_corners() {
        for step in 0..60 {
            let pixel = BODY.pixel + Vec2::new(step as f32 - 30.0, 0.5);
            let square = Rect::from_center_half_size(beside(BODY, pixel).unwrap_or(pixel), Vec2::splat(HALF));
            let nearest = BODY.pixel.clamp(square.min, square.max);
            assert!(nearest.distance(BODY.pixel) > BODY.reach + GAP - 0.01, "{square:?}");
        }
        assert_eq!(beside(BODY, BODY.pixel + Vec2::X * 26.0), None);
    }

    #[test]
    fn marks_of_two_sides_at_a_body_are_apart() {
        let at = |side: usize| place_beside(&[BODY], BODY.pixel, HALF, corner_of(side), 1.0);
        let [one, other] = [0, 1].map(|side| at(side).expect("it is beside the body"));
        assert!(one.distance(other) > 2.0 * BODY.reach);
    }

    #[test]
    fn before_a_body_that_is_seen_itself_a_mark_is_where_its_ships_are() {
        let pixel = BODY.pixel + Vec2::new(3.0, 2.0);
        let drawn = beside(BodyIcon { alpha: 0.0, ..BODY }, pixel).expect("it is before the body");
        assert!(drawn.distance(pixel) < 1e-3, "{drawn}");
    }
}
