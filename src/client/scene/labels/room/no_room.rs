//! The places of words that are shown although they find no room: over others, or pushing them aside. Lengths are
//! pixels of the UI.

use bevy::prelude::*;

use super::taken::{Over, TakenAreas};
use super::wish::{NoRoom, Slot, Wish};

/// What it costs to hide the anchor itself, as a square of a distance: more than any way across the picture.
const HIDDEN_ANCHOR: f32 = 1.0e9;

/// Whether words stay on their side, whatever has come there but panels and other words that push.
pub(super) fn stays(taken: &TakenAreas, wish: &Wish, present: Slot) -> bool {
    let is_beside = matches!(present, Slot::Beside(..)) && wish.allows(present);
    let is_clear = || taken.is_free(&wish.area(present), 0.0, None, Over::Marks);
    wish.no_room == NoRoom::Stay && is_beside && is_clear()
}

/// The place of words that lie over others, but never under a panel, if possible where they are.
pub(super) fn over_others(taken: &TakenAreas, wish: &Wish, present: Option<Slot>) -> Option<Slot> {
    free_over(taken, wish, present, Over::Marks)
}

/// The place of words that may lie over some things, if possible where they are.
fn free_over(taken: &TakenAreas, wish: &Wish, present: Option<Slot>, over: Over) -> Option<Slot> {
    let is_free = |slot: &Slot| taken.is_free(&wish.area(*slot), 0.0, None, over);
    let kept = present.filter(|slot| wish.allows(*slot) && is_free(slot));
    kept.or_else(|| wish.slots(0..=wish.steps).find(is_free))
}

/// The search for places of words that push others aside.
#[derive(Clone, Debug, Default)]
pub(super) struct Pushing {
    /// Room for the coordinates of a search around everything.
    across: Vec<f32>,
    down: Vec<f32>,
}

impl Pushing {
    /// The place of words that push others aside, if possible where they are, and before no mark.
    pub(super) fn place(&mut self, taken: &TakenAreas, wish: &Wish, present: Option<Slot>) -> Slot {
        let found = free_over(taken, wish, present, Over::Words)
            .or_else(|| free_over(taken, wish, present, Over::Marks));
        found.unwrap_or_else(|| Slot::Apart(self.around(taken, wish) - wish.anchor))
    }

    /// The middle of words that find no room on any of their sides: as near to the best one as possible, around all
    /// that does not give way; without any room at all, within the picture.
    fn around(&mut self, taken: &TakenAreas, wish: &Wish) -> Vec2 {
        let (half, last) = (0.5 * wish.size, (taken.size() - 0.5 * wish.size).max(0.5 * wish.size));
        let wanted = wish.slots(0..=0).next().map_or(wish.anchor, |slot| wish.area(slot).center());
        let wanted = wanted.max(half).min(last);
        let Self { across, down } = self;
        across.clear();
        down.clear();
        across.extend([wanted.x, half.x, last.x]);
        down.extend([wanted.y, half.y, last.y]);
        for slot in wish.slots(0..=0) {
            let middle = wish.area(slot).center();
            across.push(middle.x);
            down.push(middle.y);
        }
        for other in taken.firm() {
            across.extend([other.area.min.x - half.x, other.area.max.x + half.x]);
            down.extend([other.area.min.y - half.y, other.area.max.y + half.y]);
        }
        let mut best: Option<(f32, Vec2)> = None;
        for middle in down.iter().flat_map(|y| across.iter().map(|x| Vec2::new(*x, *y))) {
            let area = Rect::from_center_half_size(middle, half);
            let hides_anchor = if area.contains(wish.anchor) { HIDDEN_ANCHOR } else { 0.0 };
            let far = middle.distance_squared(wanted) + hides_anchor;
            if best.is_none_or(|(least, _)| far < least) && taken.is_free(&area, 0.0, None, Over::Marks) {
                best = Some((far, middle));
            }
        }
        best.map_or(wanted, |(_, middle)| middle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::labels::room::label_room::{CLEARANCE, Candidate, LabelRoom};
    use crate::client::scene::labels::room::taken::{Taken, overlap};
    use crate::client::scene::labels::room::test_support::{
        AT, LINE, MAP, WINDOW, candidates, name, room, slot_of, tip,
    };
    use crate::client::scene::labels::room::wish::Side;

    /// The area that a tip gets in a window with these panels, which keep it two pixels away.
    fn area_of(tip: &Wish, window: Vec2, panels: &[Rect]) -> Rect {
        let mut taken = TakenAreas::default();
        taken.clear(window);
        for panel in panels {
            let area = panel.inflate(2.0);
            taken.add(Taken { area, owner: None, is_hull: false, is_firm: true, line_slack: 0.0 });
        }
        tip.area(Pushing::default().place(&taken, tip, None))
    }

    #[test]
    fn tips_are_never_covered() {
        for scale in [1.0, 1.15, 1.5] {
            let window = Vec2::new(1280.0, 720.0) / scale;
            let map = Rect::from_corners(window - Vec2::new(214.0, 244.0), window - Vec2::new(14.0, 44.0));
            let line = Rect::from_corners(Vec2::new(0.0, window.y - 34.0), window);
            for cell in 0..41 * 31_u16 {
                let share = Vec2::new(f32::from(cell % 41) / 40.0, f32::from(cell / 41) / 30.0);
                let point = window * share;
                let area = area_of(&tip(point), window, &[map, line]);
                let is_clear = !overlap(&area, &map) && !overlap(&area, &line);
                assert!(is_clear && area.max.cmple(window + 0.1).all(), "{area:?} for {point} of {window}");
                let on_what_is_free = point.y < window.y - 48.0 && !map.inflate(4.0).contains(point);
                assert!(!(on_what_is_free && area.contains(point)), "{area:?} for {point} of {window}");
            }
        }
    }

    #[test]
    fn a_tip_without_any_room_is_within_the_picture() {
        let wide = Wish { size: Vec2::new(2000.0, 20.0), ..tip(Vec2::splat(10.0)) };
        let area = area_of(&wide, Vec2::new(1280.0, 720.0), &[]);
        assert!(area.min.y >= 0.0 && area.max.y <= 720.0, "{area:?}");
    }

    #[test]
    fn words_that_are_wanted_over_others_are_always_shown() {
        let crowd = (0..40_u16).map(|_| (1.0, Wish { no_room: NoRoom::Overlap, ..name(AT) }));
        let mut all = candidates(crowd);
        room().place(&mut all);
        assert!(all.iter().all(|one| one.slot.is_some()));
    }

    #[test]
    fn words_that_are_wanted_over_others_touch_no_panel() {
        // Beside the map, with room for some of them at its left.
        let at = |index: u16| Vec2::new(MAP.min.x - 6.0, MAP.min.y + 20.0 + f32::from(index));
        let crowd = (0..40_u16).map(|index| (1.0, Wish { no_room: NoRoom::Overlap, ..name(at(index)) }));
        let mut all = candidates(crowd);
        room().place(&mut all);
        let areas: Vec<Rect> = all.iter().filter_map(Candidate::area).collect();
        assert_eq!(areas.len(), all.len(), "all are shown");
        assert!(areas.iter().all(|area| !overlap(area, &MAP) && !overlap(area, &LINE)), "{areas:?}");
    }

    #[test]
    fn tips_go_around_names_or_push_them_aside() {
        let mut all = candidates([(0.0, tip(AT)), (1.0, name(AT + Vec2::new(40.0, 40.0)))]);
        room().place(&mut all);
        assert!(all.iter().all(|one| one.slot.is_some()), "there is room for both");
        let names = (0..1000_u16).map(|index| {
            let place = Vec2::new(f32::from(index % 20) * 64.0, f32::from(index / 20) * 14.0);
            (1.0, name(place))
        });
        let mut full = candidates(names.chain([(0.0, tip(AT))]));
        room().place(&mut full);
        let shown = full.iter().find(|one| one.wish.no_room == NoRoom::Push).and_then(Candidate::area);
        let shown = shown.expect("a tip is always shown");
        let others = full.iter().filter(|one| one.wish.no_room != NoRoom::Push).filter_map(Candidate::area);
        assert!(others.into_iter().all(|other| !overlap(&other, &shown.inflate(CLEARANCE - 0.1))));
    }

    #[test]
    fn tips_rather_lie_over_names_than_over_marks() {
        let tip = Wish { steps: 0, ..tip(AT) };
        let mut room = room();
        // Names are all about, and marks in all corners but the last one.
        let corners: Vec<Rect> =
            Side::OF_POINTS.iter().map(|side| tip.area(Slot::Beside(*side, 0))).collect();
        let names = corners.iter().map(|area| (1.0, Wish { sides: &[Side::Over], ..name(area.center()) }));
        corners[..3].iter().for_each(|area| {
            room.take_mark(Entity::PLACEHOLDER, Rect::from_center_size(area.min + 12.0, Vec2::splat(10.0)));
        });
        let mut all = candidates(names.chain([(0.0, tip)]));
        room.place(&mut all);
        assert_eq!(slot_of(&all, 0.0), Some(Slot::Beside(Side::AboveLeft, 0)));
    }

    #[test]
    fn tips_rather_lie_over_names_than_over_the_ring_of_the_guide() {
        let tip = tip(AT);
        let mut room = room();
        let first = tip.area(Slot::Beside(Side::BelowRight, 0));
        room.take_pointer(Rect::from_center_size(first.min + 12.0, Vec2::splat(10.0)));
        let names =
            Side::OF_POINTS.iter().flat_map(|side| (0..=2).map(move |step| Slot::Beside(*side, step)));
        let names = names.map(|slot| (1.0, Wish { sides: &[Side::Over], ..name(tip.area(slot).center()) }));
        let mut all = candidates(names.chain([(0.0, tip)]));
        room.place(&mut all);
        assert_eq!(slot_of(&all, 0.0), Some(Slot::Beside(Side::BelowLeft, 0)), "the first side has the ring");
    }

    #[test]
    fn a_sign_stays_while_marks_move_about_it() {
        let sign = Wish { no_room: NoRoom::Stay, ..name(AT) };
        let (mut stays, mut moves) = (candidates([(9.0, sign)]), candidates([(9.0, name(AT))]));
        let mut placed = |mark: Option<Rect>, panel: Option<Rect>| {
            let mut room = LabelRoom::default();
            room.clear(WINDOW, panel.as_slice());
            if let Some(mark) = mark {
                room.take_mark(Entity::PLACEHOLDER, mark);
            }
            let mut again = room.clone();
            room.place(&mut stays);
            again.place(&mut moves);
            [stays[0].slot, moves[0].slot]
        };
        let right = Some(Slot::Beside(Side::Right, 0));
        let beside = Rect::from_center_size(AT + Vec2::X * 40.0, Vec2::splat(14.0));
        assert_eq!(placed(None, None), [right; 2]);
        let [sign, name] = placed(Some(beside), None);
        assert!(sign == right && name != right, "{sign:?} {name:?}");
        assert_ne!(placed(None, Some(beside))[0], right, "a panel covers it");
    }
}
