//! A side of a knot: the ships and structures that the sign of their battle stands for, and the cells that show them
//! there, one for each class. All lengths are pixels of the UI.

use std::cmp::Ordering;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use smallvec::SmallVec;

use super::Fighter;
use crate::sim::ClassId;

/// The largest count that has room beside a mark.
const LARGEST_COUNT: usize = 999;
/// Rows of the cells of a side in the sign of its battle.
pub const ROWS: usize = 2;
/// The most cells of a side.
pub const CELLS: usize = 3 * ROWS;
/// The side of the mark of a cell.
pub const MARK: f32 = 16.0;
/// The gap between the mark of a cell and its count.
pub const MARK_GAP: f32 = 2.0;
/// The size of the font of a count.
pub const COUNT_PIXELS: f32 = 13.0;
/// The width of the widest character of a count.
const CHARACTER: f32 = 7.5;
/// The height of a cell.
pub const CELL_HEIGHT: f32 = 18.0;
/// The gap between two columns of cells.
pub const COLUMN_GAP: f32 = 8.0;
/// The edge about the cells of a side.
pub const EDGE: f32 = 1.0;
/// The room between that edge and the cells, beside them and above them.
pub const PADDING: Vec2 = Vec2::new(5.0, 3.0);
/// The height of a side in the sign of its battle.
pub const HEIGHT: f32 = 2.0 * (EDGE + PADDING.y) + ROWS as f32 * CELL_HEIGHT;

/// The mark of a ship in a fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::client::scene::labels::marks) struct KnotMark {
    /// The ship.
    pub(in crate::client::scene::labels::marks) ship: Entity,
    /// Place.
    pub(in crate::client::scene::labels::marks) place: Vec2,
    /// Of equally common classes the one with the largest weight stands for its side.
    pub(in crate::client::scene::labels::marks) weight: f32,
    /// What the ship is in its fight.
    pub(in crate::client::scene::labels::marks) fighter: Fighter,
    /// Whether its hull is seen itself, and has no mark.
    pub(in crate::client::scene::labels::marks) is_hull: bool,
}

/// The ships of a class on a side of a knot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct KnotClass {
    /// The class.
    class: ClassId,
    /// The ship whose mark stands for them; the placeholder if none of their marks is in the knot.
    head: Entity,
    /// Their number.
    count: usize,
    /// Larger classes weigh more.
    weight: f32,
}

/// A cell of a side in the sign of its battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnotCell {
    /// The ship whose mark it shows; `None`: a turret.
    pub head: Option<Entity>,
    /// The class of that ship.
    pub class: Option<ClassId>,
    /// The number of ships or structures.
    pub count: usize,
}

/// A side of a knot: a stack whose mark is in the sign of the battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnotSide {
    /// The ship whose mark stands for the side: one of its commonest class. `None` for a side without marks of ships.
    pub head: Option<Entity>,
    /// All ships of the side whose marks are in the knot, the head too.
    pub ships: Vec<Entity>,
    /// The ships of the side in the knot whose hulls are seen themselves.
    pub hulls: Vec<Entity>,
    /// All of these ships by class, the largest class first.
    pub(super) classes: Vec<KnotClass>,
    /// The number of its armed structures, whose marks stay in their rings.
    pub structures: usize,
}

/// A count in words that have room beside a mark.
pub fn count_words(count: usize) -> String {
    if count > LARGEST_COUNT { format!("{LARGEST_COUNT}+") } else { count.to_string() }
}

/// The number of characters of a count in words.
fn characters(count: usize) -> u32 {
    let digits = |count: usize| count.max(1).ilog10() + 1;
    if count > LARGEST_COUNT { digits(LARGEST_COUNT) + 1 } else { digits(count) }
}

impl KnotSide {
    /// This side with these numbers of ships by class, the largest class first, and of armed structures: its marks are
    /// not all of them while some are apart or out of the picture.
    pub fn counted(self, counts: &[(ClassId, usize)], structures: usize) -> Self {
        let head_of = |class: ClassId| {
            let known = self.classes.iter().find(|known| known.class == class);
            known.map_or(Entity::PLACEHOLDER, |known| known.head)
        };
        let counted = |(class, count): &(ClassId, usize)| KnotClass {
            class: *class,
            head: head_of(*class),
            count: *count,
            weight: 0.0,
        };
        let classes: Vec<KnotClass> = counts.iter().map(counted).collect();
        Self { classes, structures, ..self }
    }

    /// Whether it has neither ships nor structures.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty() && self.structures == 0
    }

    /// Width in the sign of its battle: that of its own cells, so that no empty room lies beside them.
    pub fn width(&self) -> f32 {
        let columns = self.cells().len().div_ceil(ROWS).max(1) as f32;
        2.0 * (EDGE + PADDING.x) + columns * self.cell_width() + (columns - 1.0) * COLUMN_GAP
    }

    /// Width of each of its cells: a mark, and room for the longest count of the side.
    pub fn cell_width(&self) -> f32 {
        let longest = self.cells().iter().map(|cell| characters(cell.count)).max().unwrap_or(1);
        MARK + MARK_GAP + (CHARACTER * longest as f32).ceil()
    }

    /// The cells of the side, that of the largest class first and that of the structures last. Of more classes than
    /// there is room for, the smallest share a cell.
    pub fn cells(&self) -> SmallVec<[KnotCell; CELLS]> {
        let turret = KnotCell { head: None, class: None, count: self.structures };
        let turret = (self.structures > 0).then_some(turret);
        let room = CELLS - usize::from(turret.is_some());
        let (own, others) = self.classes.split_at(self.classes.len().min(room));
        let cell = |known: &KnotClass| KnotCell {
            head: Some(known.head),
            class: Some(known.class),
            count: known.count,
        };
        let mut cells: SmallVec<[KnotCell; CELLS]> = own.iter().map(cell).collect();
        if let Some(last) = cells.last_mut() {
            last.count += others.iter().map(|class| class.count).sum::<usize>();
        }
        cells.extend(turret);
        cells
    }
}

/// A side with these marks and this number of structures; `None` without any.
pub(super) fn side_with(
    marks: &[KnotMark],
    structures: usize,
    before: KnotSide,
    counts: &mut HashMap<ClassId, usize>,
) -> Option<KnotSide> {
    let KnotSide { head, mut ships, mut hulls, mut classes, .. } = before;
    let head = head_of(marks, head, counts);
    ships.clear();
    hulls.clear();
    for mark in marks {
        let list = if mark.is_hull { &mut hulls } else { &mut ships };
        list.push(mark.ship);
    }
    count_classes(marks, &mut classes);
    let is_any = !classes.is_empty() || structures > 0;
    is_any.then_some(KnotSide { head, ships, hulls, classes, structures })
}

/// Counts these marks by class, the largest class first. The ship that stands for a class stays if it can.
fn count_classes(marks: &[KnotMark], classes: &mut Vec<KnotClass>) {
    for KnotMark { ship, weight, fighter, .. } in marks {
        if classes.iter().all(|known| known.class != fighter.class) {
            classes.push(KnotClass { class: fighter.class, head: *ship, count: 0, weight: *weight });
        }
    }
    for known in classes.iter_mut() {
        let class = known.class;
        let ships = marks.iter().filter(|mark| mark.fighter.class == class).map(|mark| mark.ship);
        known.count = ships.clone().count();
        if !ships.clone().any(|ship| ship == known.head) {
            known.head = ships.min().unwrap_or(known.head);
        }
    }
    classes.retain(|known| known.count > 0);
    classes
        .sort_unstable_by(|one, other| other.weight.total_cmp(&one.weight).then(one.class.cmp(&other.class)));
}

/// The ship that stands for these marks, if possible the one before; `None` without any, for hulls are seen themselves.
fn head_of(
    marks: &[KnotMark],
    before: Option<Entity>,
    counts: &mut HashMap<ClassId, usize>,
) -> Option<Entity> {
    let marks = || marks.iter().filter(|mark| !mark.is_hull);
    counts.clear();
    for mark in marks() {
        *counts.entry(mark.fighter.class).or_default() += 1;
    }
    let count = |mark: &KnotMark| counts.get(&mark.fighter.class).copied().unwrap_or(0);
    let was_head = |mark: &KnotMark| before == Some(mark.ship);
    let rank = |one: &&KnotMark, other: &&KnotMark| -> Ordering {
        let by_class = count(one).cmp(&count(other)).then(one.weight.total_cmp(&other.weight));
        let by_class = by_class.then(one.fighter.class.cmp(&other.fighter.class));
        by_class.then(was_head(one).cmp(&was_head(other))).then(other.ship.cmp(&one.ship))
    };
    Some(marks().max_by(rank)?.ship)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::widgets::fonts::words_width;

    fn ships<const COUNT: usize>() -> [Entity; COUNT] {
        let mut world = World::new();
        [(); COUNT].map(|()| world.spawn_empty().id())
    }

    /// Marks of this many ships of each of some classes, of which each weighs less than the one before.
    fn marks_of<const COUNT: usize>(all: &[Entity; COUNT], counts: &[usize]) -> Vec<KnotMark> {
        let classes = counts.iter().enumerate().flat_map(|(class, count)| vec![class; *count]);
        let of = |(ship, class): (&Entity, usize)| {
            let fighter = Fighter { battle: 3, side: 0, class: ClassId::from(class) };
            KnotMark { ship: *ship, place: Vec2::ZERO, weight: 20.0 - class as f32, fighter, is_hull: false }
        };
        all.iter().zip(classes).map(of).collect()
    }

    #[test]
    fn each_class_of_a_side_has_its_own_cell_the_largest_first() {
        let all: [Entity; 32] = ships();
        let cells = |counts: &[usize], structures: usize| -> Vec<usize> {
            let marks = marks_of(&all, counts);
            let side = side_with(&marks, structures, KnotSide::default(), &mut HashMap::default());
            side.expect("it has ships").cells().iter().map(|cell| cell.count).collect()
        };
        assert_eq!(cells(&[1, 3], 0), [1, 3]);
        assert_eq!(cells(&[1, 3, 2, 4, 1, 1, 1], 0), [1, 3, 2, 4, 1, 2], "the smallest share a cell");
        assert_eq!(cells(&[1, 3, 2, 4, 1, 1], 5), [1, 3, 2, 4, 2, 5], "beside the structures");
    }

    #[test]
    fn a_side_is_counted_also_where_its_marks_are_apart() {
        let all: [Entity; 4] = ships();
        let side = side_with(&marks_of(&all, &[1]), 1, KnotSide::default(), &mut HashMap::default());
        let [own, far] = [0_usize, 1].map(ClassId::from);
        let side = side.expect("it has a ship").counted(&[(far, 3), (own, 2)], 4);
        let cells: Vec<(Option<ClassId>, usize)> =
            side.cells().iter().map(|cell| (cell.class, cell.count)).collect();
        assert_eq!(cells, [(Some(far), 3), (Some(own), 2), (None, 4)]);
        assert_eq!(side.cells()[1].head, Some(all[0]), "its mark is in the knot");
        assert_eq!(side.ships, [all[0]], "a click on the side selects what is in the knot");
        assert!(KnotSide::default().counted(&[], 0).is_empty() && !side.is_empty());
    }

    #[test]
    fn the_ship_that_stands_for_a_class_stays() {
        let all: [Entity; 8] = ships();
        let marks = marks_of(&all, &[2, 3]);
        let mut classes = Vec::new();
        count_classes(&marks[1..], &mut classes);
        let heads = |classes: &[KnotClass]| classes.iter().map(|class| class.head).collect::<Vec<Entity>>();
        assert_eq!(heads(&classes), [all[1], all[2]]);
        let turned: Vec<KnotMark> = marks.iter().rev().copied().collect();
        count_classes(&turned, &mut classes);
        assert_eq!(heads(&classes), [all[1], all[2]], "whatever the order of the marks");
        count_classes(&marks[3..], &mut classes);
        assert_eq!(heads(&classes).len(), 1, "the first class is gone");
        assert!(classes[0].count == 2 && classes[0].head != all[2]);
    }

    #[test]
    fn the_count_of_a_side_has_room() {
        assert_eq!([1, 42, 999, 1000].map(count_words), ["1", "42", "999", "999+"]);
        for count in [0, 1, 9, 10, 44, 100, 444, 999, 1000, 5000] {
            let words = count_words(count);
            assert_eq!(characters(count) as usize, words.len(), "{words}");
            let side = KnotSide { structures: count, ..KnotSide::default() };
            let room = side.cell_width() - MARK - MARK_GAP;
            let width = words_width(&words, COUNT_PIXELS);
            assert!(width <= room && room < width + CHARACTER, "{words}: {width} of {room}");
        }
    }

    #[test]
    fn a_side_is_as_wide_as_its_cells() {
        let side = |structures: usize| KnotSide { structures, ..KnotSide::default() };
        let around = 2.0 * (EDGE + PADDING.x);
        for count in [3, 12] {
            assert_eq!(side(count).width(), around + side(count).cell_width());
        }
        assert!(side(12).width() > side(3).width(), "the longer count has room");
        assert!((4.0..=6.0).contains(&PADDING.x), "no mark touches the frame");
    }
}
