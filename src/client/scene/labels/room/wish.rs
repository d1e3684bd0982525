//! What words on the sky want: sides of their anchor, and steps away from it. Lengths are pixels of the UI.

use std::f32::consts::FRAC_1_SQRT_2;
use std::ops::RangeInclusive;

use bevy::prelude::*;

/// By this much a step leads away from the mark.
const STEP: f32 = 14.0;
/// A picture whose smaller side has this many pixels for each step has room for one more of them, beyond that of the
/// smallest window; and the most of these.
const STEP_ROOM: f32 = 120.0;
const SMALLEST_SIDE: f32 = 720.0;
const MOST_MORE: f32 = 6.0;
/// Words farther from their mark than their reach and this have a leader line.
const LEAST_LEADER: f32 = 10.0;
/// A mark is far from the anchor if it is farther from there than the words by this.
const FAR: f32 = 24.0;
/// From the middle of a mark that is not at the anchor to the line.
const MARK_REACH: f32 = 12.0;

/// How many steps words may be moved away in a picture of this size, which are so many in the smallest window.
pub fn steps_in(picture: Vec2, least: u8) -> u8 {
    let more = ((picture.min_element() - SMALLEST_SIDE) / STEP_ROOM).clamp(0.0, MOST_MORE);
    least.saturating_add(more as u8)
}

/// A side of an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// To the right of it.
    Right,
    /// To the left of it.
    Left,
    /// Below it.
    Below,
    /// Above it.
    Above,
    /// Below to the right.
    BelowRight,
    /// Below to the left.
    BelowLeft,
    /// Above to the right.
    AboveRight,
    /// Above to the left.
    AboveLeft,
    /// In the middle of it.
    Over,
}

impl Side {
    /// The sides of a name about its mark, the best first.
    pub const OF_NAMES: &'static [Self] = &[
        Self::Right,
        Self::Left,
        Self::Below,
        Self::Above,
        Self::BelowRight,
        Self::AboveRight,
        Self::BelowLeft,
        Self::AboveLeft,
    ];
    /// The sides of a name that do not lead to the left, the best first.
    pub const OF_NAMES_AT_RIGHT: &'static [Self] =
        &[Self::Right, Self::Below, Self::Above, Self::BelowRight, Self::AboveRight];
    /// Those that do not lead to the right.
    pub const OF_NAMES_AT_LEFT: &'static [Self] =
        &[Self::Left, Self::Below, Self::Above, Self::BelowLeft, Self::AboveLeft];
    /// Those that lead to the right.
    pub const RIGHTWARD: &'static [Self] = &[Self::Right, Self::BelowRight, Self::AboveRight];
    /// Those that lead to the left.
    pub const LEFTWARD: &'static [Self] = &[Self::Left, Self::BelowLeft, Self::AboveLeft];
    /// The sides of words about a point, such as the pointer.
    pub const OF_POINTS: &'static [Self] =
        &[Self::BelowRight, Self::BelowLeft, Self::AboveRight, Self::AboveLeft];

    /// The direction from the anchor to the words, y down; each part is -1, 0 or 1.
    fn direction(self) -> Vec2 {
        match self {
            Self::Right => Vec2::X,
            Self::Left => Vec2::NEG_X,
            Self::Below => Vec2::Y,
            Self::Above => Vec2::NEG_Y,
            Self::BelowRight => Vec2::ONE,
            Self::BelowLeft => Vec2::new(-1.0, 1.0),
            Self::AboveRight => Vec2::new(1.0, -1.0),
            Self::AboveLeft => Vec2::NEG_ONE,
            Self::Over => Vec2::ZERO,
        }
    }
}

/// A place of words, relative to their anchor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slot {
    /// On a side, so many steps away.
    Beside(Side, u8),
    /// From the anchor to the middle of the words.
    Apart(Vec2),
}

/// What becomes of words without room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoRoom {
    /// They are not shown.
    #[default]
    Hide,
    /// They are shown over other words.
    Overlap,
    /// They are shown, and the words beneath are not.
    Push,
    /// As [`Push`](Self::Push); and once they are shown they stay where they are, over marks that come there.
    Stay,
}

impl NoRoom {
    /// Whether they are shown in any case, and the words beneath are not.
    pub(super) fn pushes(self) -> bool {
        matches!(self, Self::Push | Self::Stay)
    }
}

/// What words want.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// The point of the picture that they are about.
    pub anchor: Vec2,
    /// From the anchor to the words.
    pub reach: f32,
    /// The middle of the mark to which a leader line leads; `None`: the mark is at the anchor.
    pub mark: Option<Vec2>,
    /// Their size.
    pub size: Vec2,
    /// The sides on which they may stand, the best first.
    pub sides: &'static [Side],
    /// Further sides, on which they stand only if the others have no room at any step.
    pub spare: &'static [Side],
    /// How many steps they may be moved away.
    pub steps: u8,
    /// What becomes of them without room.
    pub no_room: NoRoom,
}

impl Wish {
    /// Words that may only stand in the middle of a point.
    pub fn over(anchor: Vec2, size: Vec2) -> Self {
        Self {
            anchor,
            reach: 0.0,
            mark: None,
            size,
            sides: &[Side::Over],
            spare: &[],
            steps: 0,
            no_room: NoRoom::Hide,
        }
    }

    /// The area of the words in a place.
    pub fn area(&self, slot: Slot) -> Rect {
        let half = 0.5 * self.size;
        let away = match slot {
            Slot::Apart(away) => away,
            Slot::Beside(side, step) => {
                let (direction, reach) = (side.direction(), self.reach + STEP * f32::from(step));
                let is_corner = direction.x != 0.0 && direction.y != 0.0;
                direction * (half + reach * if is_corner { FRAC_1_SQRT_2 } else { 1.0 })
            }
        };
        Rect::from_center_half_size(self.anchor + away, half)
    }

    /// The same with a line to the nearest of these marks, if all of them are far from the anchor.
    pub fn with_line_to(self, marks: impl Iterator<Item = Vec2>) -> Self {
        let distance = |mark: &Vec2| mark.distance(self.anchor);
        let nearest = marks.min_by(|one, other| distance(one).total_cmp(&distance(other)));
        Self { mark: nearest.filter(|mark| distance(mark) > self.reach + FAR), ..self }
    }

    /// The middle of the mark.
    pub fn mark(&self) -> Vec2 {
        self.mark.unwrap_or(self.anchor)
    }

    /// The ends of the line from the mark to words that are away from it.
    pub fn leader(&self, area: Rect) -> Option<(Vec2, Vec2)> {
        let (mark, reach) = (self.mark(), self.mark.map_or(self.reach, |_| MARK_REACH));
        let end = mark.clamp(area.min, area.max);
        let length = mark.distance(end);
        let start = mark.lerp(end, reach / length.max(1.0));
        (length > reach + LEAST_LEADER).then_some((start, end))
    }

    /// Whether a place is one of those that they may take.
    pub(super) fn allows(&self, slot: Slot) -> bool {
        match slot {
            Slot::Beside(side, step) => {
                let is_wanted = self.sides.contains(&side) || self.spare.contains(&side);
                is_wanted && step <= self.steps
            }
            Slot::Apart(_) => self.no_room.pushes(),
        }
    }

    /// Whether a place is on one of the further sides.
    pub(super) fn is_spare(&self, slot: Slot) -> bool {
        matches!(slot, Slot::Beside(side, _) if self.spare.contains(&side))
    }

    /// The places on their sides, so many steps away: the nearer first, then the better side.
    pub(super) fn slots(&self, steps: RangeInclusive<u8>) -> impl Iterator<Item = Slot> + use<> {
        slots_on(self.sides, steps)
    }

    /// The places on their further sides, the nearer first.
    pub(super) fn spare_slots(&self) -> impl Iterator<Item = Slot> + use<> {
        slots_on(self.spare, 0..=self.steps)
    }
}

/// The places on some sides, so many steps away.
fn slots_on(sides: &'static [Side], steps: RangeInclusive<u8>) -> impl Iterator<Item = Slot> + use<> {
    steps.flat_map(move |step| sides.iter().map(move |side| Slot::Beside(*side, step)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_picture_has_more_places() {
        let of = |width: f32, height: f32| steps_in(Vec2::new(width, height), 3);
        assert_eq!([of(1280.0, 720.0), of(1920.0, 1080.0), of(2560.0, 1440.0)], [3, 6, 9]);
        assert_eq!((of(300.0, 200.0), of(1.0e4, 1.0e4)), (3, 9));
    }

    #[test]
    fn words_that_are_moved_away_have_a_leader_line() {
        let (anchor, size) = (Vec2::new(400.0, 300.0), Vec2::new(100.0, 16.0));
        let wish = Wish { reach: 12.0, sides: Side::OF_NAMES, steps: 2, ..Wish::over(anchor, size) };
        for side in Side::OF_NAMES {
            assert_eq!(wish.leader(wish.area(Slot::Beside(*side, 0))), None);
        }
        let area = wish.area(Slot::Beside(Side::Right, 2));
        let (start, end) = wish.leader(area).expect("it is far away");
        assert!(start.distance(Vec2::new(412.0, 300.0)) < 0.01, "{start}");
        assert_eq!(end, Vec2::new(area.min.x, 300.0));
    }

    #[test]
    fn the_line_leads_to_a_mark_that_is_not_at_the_anchor() {
        let anchor = Vec2::new(400.0, 300.0);
        let near = Wish { reach: 12.0, sides: Side::OF_NAMES, ..Wish::over(anchor, Vec2::new(100.0, 16.0)) };
        let area = near.area(Slot::Beside(Side::Right, 0));
        assert_eq!(near.leader(area), None);
        let line_to = |x: f32| Wish { mark: Some(Vec2::new(x, 300.0)), ..near }.leader(area);
        let (start, end) = line_to(300.0).expect("it is far away");
        assert!((start.x - 300.0 - MARK_REACH).abs() < 0.01, "{start}");
        assert_eq!(end, Vec2::new(area.min.x, 300.0));
        assert_eq!(line_to(area.min.x - 20.0), None);
    }

    #[test]
    fn words_far_from_all_of_their_marks_have_a_line_to_the_nearest() {
        let wish = Wish { reach: 18.0, ..Wish::over(Vec2::new(700.0, 360.0), Vec2::new(46.0, 36.0)) };
        let mark = |nearest: f32| {
            let marks = [nearest + 50.0, -nearest].map(|x| wish.anchor + Vec2::X * x);
            wish.with_line_to(marks.into_iter()).mark
        };
        assert_eq!(mark(wish.reach + FAR - 1.0), None, "one of them is beside the words");
        assert_eq!(mark(100.0), Some(Vec2::new(600.0, 360.0)));
        assert_eq!(wish.with_line_to(std::iter::empty()), wish);
    }
}
