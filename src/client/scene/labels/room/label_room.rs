//! Room for the words on the sky: where each of them stands, or that it has no room. Words of more weight are placed
//! first. All words stand clear of each other, of the lines to other words, of the marks of other objects, and of
//! panels; of near hulls of their own object only if there is room.
//!
//! Words that are shown keep their place as long as it is free. New words and those that have to move go first to a
//! place that no others hold, whatever these weigh, and only without one displace others of less weight.

use bevy::prelude::*;

use super::no_room::{Pushing, over_others, stays};
use super::taken::{Over, Taken, TakenAreas, overlap};
use super::wish::{NoRoom, Slot, Wish};

/// Least gap between two words, pixels of the UI, as all lengths here.
pub const CLEARANCE: f32 = 8.0;
/// Least gap between words and a mark, a panel or the line to other words.
const MARK_CLEARANCE: f32 = 2.0;
/// How much nearer the line to other words may come than these words themselves.
const LINE_SLACK: f32 = CLEARANCE - MARK_CLEARANCE;
/// Words come to a new place only if it has this much more room than it needs: otherwise they would come and go.
const ENTRY: f32 = 4.0;
/// From the edge of another object's mark to words that come beside it.
pub const BESIDE_MARK: f32 = MARK_CLEARANCE + ENTRY + 1.0;
/// Additional weight of words that are shown already.
const SHOWN_BONUS: f32 = 0.5;

/// Words that want a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The words.
    pub words: Entity,
    /// The object whose mark is not in their way.
    pub owner: Option<Entity>,
    /// Importance.
    pub weight: f32,
    /// What they want.
    pub wish: Wish,
    /// Their place in the frame before; they keep it as long as it fits. Afterwards: the place in this frame.
    pub slot: Option<Slot>,
}

impl Candidate {
    fn rank(&self) -> f32 {
        self.weight + if self.slot.is_some() { SHOWN_BONUS } else { 0.0 }
    }

    /// The area of their place.
    pub(super) fn area(&self) -> Option<Rect> {
        self.slot.map(|slot| self.wish.area(slot))
    }
}

/// Places that are open to words.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The first that no others hold.
    free: Option<Slot>,
    /// The first before it that others hold.
    held: Option<Slot>,
}

impl Open {
    fn any(self) -> Option<Slot> {
        self.free.or(self.held)
    }
}

/// The places of words in a picture, about all that is occupied in it.
#[derive(Clone, Debug, Default)]
pub struct LabelRoom {
    taken: TakenAreas,
    /// The places that words had in the frame before, with the lines to them.
    held: TakenAreas,
    /// Objects with near hulls.
    with_hulls: Vec<Entity>,
    pushing: Pushing,
}

impl LabelRoom {
    /// Empties the picture, which has this size, except for these areas of panels.
    pub fn clear(&mut self, size: Vec2, covered: &[Rect]) {
        self.taken.clear(size);
        self.with_hulls.clear();
        covered.iter().for_each(|area| self.take(*area, None, true));
    }

    /// Occupies the area of an object's mark.
    pub fn take_mark(&mut self, owner: Entity, area: Rect) {
        self.take(area, Some(owner), false);
    }

    /// Occupies the area of a near hull of an object, such as a fleet.
    pub fn take_hull(&mut self, owner: Entity, area: Rect) {
        if self.with_hulls.last() != Some(&owner) {
            self.with_hulls.push(owner);
        }
        let area = area.inflate(MARK_CLEARANCE);
        self.taken.add(Taken { area, owner: Some(owner), is_hull: true, is_firm: false, line_slack: 0.0 });
    }

    /// Occupies the area of something that points at a thing: no words go on it, neither the name of the thing nor
    /// words that push others aside.
    pub fn take_pointer(&mut self, area: Rect) {
        // Without an owner it would count as words.
        self.take(area, Some(Entity::PLACEHOLDER), false);
    }

    fn take(&mut self, area: Rect, owner: Option<Entity>, is_firm: bool) {
        let area = area.inflate(MARK_CLEARANCE);
        self.taken.add(Taken { area, owner, is_hull: false, is_firm, line_slack: 0.0 });
    }

    /// Gives all words their places, those of most weight first.
    pub fn place(&mut self, candidates: &mut [Candidate]) {
        let order = |one: &Candidate, other: &Candidate| {
            other.rank().total_cmp(&one.rank()).then(one.words.cmp(&other.words))
        };
        candidates.sort_unstable_by(order);
        self.hold(candidates);
        for index in 0..candidates.len() {
            let (placed, rest) = candidates.split_at_mut(index);
            let Some(candidate) = rest.first_mut() else { return };
            candidate.slot = self.find(candidate);
            let Some(area) = candidate.area() else { continue };
            let is_firm = candidate.wish.no_room.pushes();
            let grown = area.inflate(CLEARANCE);
            if is_firm {
                let is_beneath = |other: &&mut Candidate| {
                    !other.wish.no_room.pushes() && other.area().is_some_and(|area| overlap(&area, &grown))
                };
                placed.iter_mut().filter(is_beneath).for_each(|other| other.slot = None);
            }
            self.taken.add(Taken {
                area: grown,
                owner: None,
                is_hull: false,
                is_firm,
                line_slack: LINE_SLACK,
            });
            if let Some(line) = candidate.wish.leader(area) {
                self.taken.add_line(line, MARK_CLEARANCE, None);
            }
        }
    }

    /// Notes the places that words had in the frame before.
    fn hold(&mut self, candidates: &[Candidate]) {
        self.held.clear(self.taken.size());
        for (candidate, area) in candidates.iter().filter_map(|one| Some((one, one.area()?))) {
            let (owner, grown) = (Some(candidate.words), area.inflate(CLEARANCE));
            let held = Taken { area: grown, owner, is_hull: false, is_firm: false, line_slack: LINE_SLACK };
            self.held.add(held);
            if let Some(line) = candidate.wish.leader(area) {
                self.held.add_line(line, MARK_CLEARANCE, owner);
            }
        }
    }

    /// The place of words in what room is left.
    fn find(&mut self, candidate: &Candidate) -> Option<Slot> {
        let Candidate { owner, wish, slot: present, .. } = candidate;
        if !wish.no_room.pushes() && self.taken.is_covered(wish.anchor) {
            return None;
        }
        if present.is_some_and(|slot| stays(&self.taken, wish, slot)) {
            return *present;
        }
        let has_hulls = owner.is_some_and(|owner| self.with_hulls.contains(&owner));
        let over_hulls = || has_hulls.then(|| self.free_slot(candidate, Over::OwnHulls)).flatten();
        let found = self.free_slot(candidate, Over::Nothing).or_else(over_hulls);
        match wish.no_room {
            NoRoom::Hide => found,
            NoRoom::Overlap => found.or_else(|| over_others(&self.taken, wish, *present)),
            NoRoom::Push | NoRoom::Stay => {
                found.or_else(|| Some(self.pushing.place(&self.taken, wish, *present)))
            }
        }
    }

    /// A free place of words that may lie over some things; if possible where they are.
    fn free_slot(&self, candidate: &Candidate, over: Over) -> Option<Slot> {
        let Candidate { words, owner, wish, slot: present, .. } = candidate;
        let fits = |slot: &Slot, more: f32| {
            let area = wish.area(*slot);
            let is_line_free = || {
                let line = wish.leader(area);
                line.is_none_or(|(_, end)| self.taken.is_line_free(wish.mark(), end, more, *owner))
            };
            self.taken.is_free(&area, more, *owner, over) && is_line_free()
        };
        let fitting = present.filter(|slot| wish.allows(*slot) && fits(slot, 0.0));
        let kept = fitting.filter(|slot| !wish.is_spare(*slot));
        if matches!(kept, Some(Slot::Beside(_, 0))) {
            return kept;
        }
        let is_held = |slot: &Slot| !self.held.is_free(&wish.area(*slot), 0.0, Some(*words), Over::Nothing);
        // The first place that no others hold, else one in which the words displace others.
        let first = |slots: &mut dyn Iterator<Item = Slot>| {
            let mut held: Option<Slot> = None;
            for slot in slots.filter(|slot| fits(slot, ENTRY)) {
                if !is_held(&slot) {
                    return Open { free: Some(slot), held };
                }
                held = held.or(Some(slot));
            }
            Open { free: None, held }
        };
        let near = first(&mut wish.slots(0..=0));
        let far = || first(&mut wish.slots(1..=wish.steps)).any();
        let spare = || fitting.or_else(|| first(&mut wish.spare_slots()).any());
        near.free.or(kept).or(near.held).or_else(far).or_else(spare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::labels::room::test_support::{
        AT, LINE, MAP, WINDOW, candidates, name, room, slot_of,
    };
    use crate::client::scene::labels::room::wish::Side;

    /// A crowd of names, of few different weights.
    fn crowd(count: u16, moved: f32) -> Vec<(f32, Wish)> {
        let place = |index: u16| {
            let (x, y) = (f32::from(index * 37 % 311) * 3.0, f32::from(index * 71 % 127) * 4.0);
            Vec2::new(100.0 + x + moved, 80.0 + y)
        };
        (0..count).map(|index| (f32::from(index % 7), name(place(index)))).collect()
    }

    /// The places, always in the same order.
    fn slots(all: &[Candidate]) -> Vec<Option<Slot>> {
        let mut sorted: Vec<&Candidate> = all.iter().collect();
        sorted.sort_by_key(|one| one.words);
        sorted.into_iter().map(|one| one.slot).collect()
    }

    /// The place of new words in a picture without others.
    fn slot_alone(mut room: LabelRoom, wish: Wish) -> Option<Slot> {
        let mut all = candidates([(1.0, wish)]);
        room.place(&mut all);
        all[0].slot
    }

    #[test]
    fn placed_words_keep_their_distance() {
        let mut all = candidates(crowd(160, 0.0));
        room().place(&mut all);
        let areas: Vec<Rect> = all.iter().filter_map(Candidate::area).collect();
        assert!(areas.len() > 40, "{}", areas.len());
        for (index, one) in areas.iter().enumerate() {
            let grown = one.inflate(CLEARANCE - 0.1);
            assert!(areas[..index].iter().all(|other| !overlap(&grown, other)), "{one:?}");
            assert!(!overlap(one, &MAP) && !overlap(one, &LINE) && one.min.cmpge(Vec2::ZERO).all());
        }
    }

    #[test]
    fn the_more_important_words_stay() {
        let only = |wish: Wish| Wish { sides: &[Side::Right], steps: 0, ..wish };
        let mut all = candidates([(1.0, only(name(AT))), (2.0, only(name(AT)))]);
        room().place(&mut all);
        assert_eq!((slot_of(&all, 1.0), slot_of(&all, 2.0)), (None, Some(Slot::Beside(Side::Right, 0))));
        let mut both = candidates([(1.0, name(AT)), (2.0, name(AT))]);
        room().place(&mut both);
        let sides = (Some(Slot::Beside(Side::Left, 0)), Some(Slot::Beside(Side::Right, 0)));
        assert_eq!((slot_of(&both, 1.0), slot_of(&both, 2.0)), sides, "the other one has room on the left");
    }

    #[test]
    fn words_keep_their_side_while_it_fits() {
        let mut all = candidates(crowd(160, 0.0));
        room().place(&mut all);
        let before = slots(&all);
        for _ in 0..5 {
            room().place(&mut all);
            assert_eq!(slots(&all), before, "nothing has moved");
        }
        let mut lone = candidates([(1.0, name(AT))]);
        lone[0].slot = Some(Slot::Beside(Side::Above, 0));
        room().place(&mut lone);
        assert_eq!(lone[0].slot, Some(Slot::Beside(Side::Above, 0)), "the better side is free, but why jump");
        lone[0].slot = Some(Slot::Beside(Side::Above, 2));
        room().place(&mut lone);
        assert_eq!(lone[0].slot, Some(Slot::Beside(Side::Right, 0)), "from far away it comes back");
    }

    #[test]
    fn new_words_need_more_room_than_those_that_are_shown() {
        let wall = |gap: f32| {
            let mut room = room();
            let area = name(AT).area(Slot::Beside(Side::Right, 0));
            let mark =
                Rect::from_corners(area.max + Vec2::new(gap, -200.0), area.max + Vec2::new(gap + 9.0, 9.0));
            room.take_mark(Entity::PLACEHOLDER, mark);
            room
        };
        let only = Wish { sides: &[Side::Right], steps: 0, ..name(AT) };
        let mut all = candidates([(1.0, only)]);
        wall(MARK_CLEARANCE + 1.0).place(&mut all);
        assert_eq!(all[0].slot, None);
        wall(MARK_CLEARANCE + ENTRY + 1.0).place(&mut all);
        assert!(all[0].slot.is_some());
        wall(MARK_CLEARANCE + 1.0).place(&mut all);
        assert!(all[0].slot.is_some(), "it stays");
        wall(MARK_CLEARANCE - 1.0).place(&mut all);
        assert_eq!(all[0].slot, None);
    }

    #[test]
    fn a_line_to_words_crosses_no_other_mark() {
        let below = Wish { sides: &[Side::Below], ..name(AT) };
        let blocked = |others: &[Rect]| {
            let mut room = room();
            others.iter().for_each(|area| room.take_mark(Entity::PLACEHOLDER, *area));
            slot_alone(room, below).is_none()
        };
        let near = below.area(Slot::Beside(Side::Below, 0));
        let far = below.area(Slot::Beside(Side::Below, 1));
        let beside = Rect::new(far.min.x, near.min.y, AT.x - 8.0, near.max.y.min(far.min.y - 6.0));
        let between = Rect { max: beside.max.with_x(AT.x + 4.0), ..beside };
        assert!(!blocked(&[beside]), "the line passes a mark that leaves no room for the words");
        assert!(blocked(&[between]), "it would go through a mark");
        let stack = Rect::from_center_size(AT, Vec2::splat(30.0));
        assert!(!blocked(&[stack]), "a mark about the anchor");
    }

    #[test]
    fn no_words_stand_on_the_line_to_others() {
        let below = Wish { sides: &[Side::Below], ..name(AT) };
        // A mark beside the way of the line leaves no room nearer than two steps.
        let far = below.area(Slot::Beside(Side::Below, 2));
        let mark = Rect::new(far.min.x, AT.y + 12.0, AT.x - 8.0, far.min.y - 6.0);
        let small = |x: f32| Wish::over(Vec2::new(x, AT.y + 16.0), Vec2::new(10.0, 4.0));
        let is_shown = |x: f32| {
            let mut room = room();
            room.take_mark(Entity::PLACEHOLDER, mark);
            let mut all = candidates([(2.0, below), (1.0, small(x))]);
            room.place(&mut all);
            assert_eq!(all[0].slot, Some(Slot::Beside(Side::Below, 2)));
            all[1].slot.is_some()
        };
        assert!(!is_shown(AT.x + 4.0) && is_shown(AT.x + 14.0));
    }

    #[test]
    fn a_mark_beside_a_line_does_not_make_words_come_and_go() {
        let below = Wish { sides: &[Side::Below], ..name(AT) };
        let far = below.area(Slot::Beside(Side::Below, 1));
        let room_beside = |gap: f32| {
            let mut room = room();
            let mark = Rect::new(far.min.x, AT.y + 12.0, AT.x - gap, far.min.y - 6.0);
            room.take_mark(Entity::PLACEHOLDER, mark);
            room
        };
        let mut all = candidates([(1.0, below)]);
        let mut is_shown = |gap: f32| {
            room_beside(gap).place(&mut all);
            all[0].slot.is_some()
        };
        assert!(!is_shown(MARK_CLEARANCE + 1.0), "too near for new words");
        assert!(is_shown(MARK_CLEARANCE + ENTRY + 1.0));
        assert!(is_shown(MARK_CLEARANCE + 1.0), "they stay");
        assert!(!is_shown(MARK_CLEARANCE - 1.0));
    }

    #[test]
    fn new_words_displace_others_only_without_a_free_place() {
        let [right, left] = [Side::Right, Side::Left].map(|side| Some(Slot::Beside(side, 0)));
        let after = |new: Wish| {
            let mut all = candidates([(1.0, name(AT)), (9.0, new)]);
            all[0].slot = right;
            room().place(&mut all);
            [1.0, 9.0].map(|weight| slot_of(&all, weight))
        };
        assert_eq!(after(name(AT)), [right, left], "there is another side");
        assert_eq!(after(Wish { sides: &[Side::Right], ..name(AT) }), [left, right], "there is none");
    }

    #[test]
    fn words_stand_on_a_further_side_only_without_room_on_the_others() {
        let mut all = candidates([(1.0, Wish { sides: &[Side::Right], spare: &[Side::Left], ..name(AT) })]);
        let mut slot_beside = |marks: &[Rect]| {
            let mut room = room();
            marks.iter().for_each(|mark| room.take_mark(Entity::PLACEHOLDER, *mark));
            room.place(&mut all);
            all[0].slot
        };
        let wall = Rect::new(AT.x + 18.0, AT.y - 200.0, AT.x + 400.0, AT.y + 200.0);
        assert_eq!(slot_beside(&[]), Some(Slot::Beside(Side::Right, 0)));
        assert_eq!(slot_beside(&[wall]), Some(Slot::Beside(Side::Left, 0)), "there is no room at any step");
        assert_eq!(slot_beside(&[wall]), Some(Slot::Beside(Side::Left, 0)), "it stays");
        assert_eq!(slot_beside(&[]), Some(Slot::Beside(Side::Right, 0)), "it comes back");
    }

    #[test]
    fn an_objects_own_mark_is_not_in_the_way_of_its_name() {
        let mut room = room();
        let mut all = candidates([(1.0, name(AT))]);
        let owner = all[0].words;
        room.take_mark(owner, Rect::from_center_size(AT, Vec2::splat(60.0)));
        room.place(&mut all);
        assert_ne!(all[0].slot, Some(Slot::Beside(Side::Right, 0)));
        all[0] = Candidate { owner: Some(owner), slot: None, ..all[0] };
        room.clear(WINDOW, &[]);
        room.take_mark(owner, Rect::from_center_size(AT, Vec2::splat(60.0)));
        room.place(&mut all);
        assert_eq!(all[0].slot, Some(Slot::Beside(Side::Right, 0)));
    }

    #[test]
    fn names_of_objects_under_a_panel_are_not_shown() {
        assert_eq!(slot_alone(room(), name(MAP.center())), None);
    }

    #[test]
    fn a_name_with_more_steps_finds_room_in_a_crowd() {
        let at = Vec2::new(600.0, 300.0);
        let crowded = |steps: u8| {
            let mut room = room();
            room.take_mark(Entity::PLACEHOLDER, Rect::from_center_size(at, Vec2::splat(110.0)));
            slot_alone(room, Wish { steps, ..name(at) }).is_some()
        };
        assert_eq!([2, 6].map(crowded), [false, true]);
    }
}
