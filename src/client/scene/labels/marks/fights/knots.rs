//! Knots: the marks of a battle that lie on each other from afar. All of them are folded into the sign of the battle,
//! which shows both sides as rows that face each other: a mark for each class with the count of its ships, and a turret
//! with the count of the armed structures. They come back when one zooms in and they separate. Large hulls among them,
//! which have no marks, count with their classes, and are seen and clicked where they are. All lengths are pixels of
//! the UI.

use std::collections::BTreeMap;

use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;

use super::knot_sides::{KnotMark, KnotSide, side_with};
use crate::sim::ClassId;

/// The marks of a battle are folded if most of them are this near to their middle, and come back at the second
/// distance.
const SPREAD: (f32, f32) = (45.0, 60.0);
/// A battle with more marks than this is hard to read at a larger size, too: these distances grow as the area does that
/// its marks cover, up to a factor.
const FEW: f32 = 8.0;
const LARGEST_CROWD: f32 = 2.5;
/// The share of the marks of a battle that has to be so near: one ship that flees does not unfold the rest.
const MOST: f32 = 0.8;
/// A mark of such a battle is folded at this distance from their middle, and comes back at the second one: those that
/// are beneath the sign are.
const REACH: (f32, f32) = (72.0, 88.0);

/// A knot: the first side, the viewer's if it takes part, and its foes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knot {
    /// Both sides.
    pub sides: [KnotSide; 2],
}

/// The knots of this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct Knots {
    /// By the number of the battle.
    knots: BTreeMap<u64, Knot>,
    /// The marks of each battle.
    marks: BTreeMap<u64, Vec<KnotMark>>,
    /// The battle and the side of each ship in a knot.
    ships: HashMap<Entity, (u64, usize)>,
    /// The ships in knots whose hulls are seen themselves.
    hulls: HashSet<Entity>,
    /// The fleets whose ships in the picture are all in knots.
    fleets: HashSet<Entity>,
    buffers: Buffers,
}

/// The lists of the work of a frame, kept so that no frame allocates them: each is cleared before its use.
#[derive(Clone, Debug, Default)]
struct Buffers {
    /// The distances of marks from their middle.
    distances: Vec<f32>,
    /// The marks of a side that are folded.
    folded: Vec<KnotMark>,
    /// The numbers of ships by class.
    counts: HashMap<ClassId, usize>,
    /// The fleets with ships in no knot.
    outside: HashSet<Entity>,
}

impl Knot {
    /// Width of both sides together.
    pub fn width(&self) -> f32 {
        self.sides.iter().map(KnotSide::width).sum()
    }

    /// The areas of both sides at the ends of the sign, logical pixels; the sign has this area, pixels of the UI.
    pub fn areas_in(&self, sign: Rect, ui_scale: f32) -> [Rect; 2] {
        let Rect { min, max } = sign;
        let [own, foes] = self.sides.each_ref().map(KnotSide::width);
        let left = Rect::from_corners(min, Vec2::new(min.x + own, max.y));
        let right = Rect::from_corners(Vec2::new(max.x - foes, min.y), max);
        [left, right].map(|side| Rect::from_corners(side.min * ui_scale, side.max * ui_scale))
    }
}

impl Knots {
    /// The knot of a battle; `None` while its marks are apart.
    pub fn of(&self, battle: u64) -> Option<&Knot> {
        self.knots.get(&battle)
    }

    /// The battle of a ship and the number of its side, 0 or 1; `None` for one that is in no knot.
    pub fn place_of(&self, ship: Entity) -> Option<(u64, usize)> {
        self.ships.get(&ship).copied()
    }

    /// The side of a ship; `None` for one that is in no knot.
    pub fn side_of(&self, ship: Entity) -> Option<&KnotSide> {
        let (battle, side) = self.place_of(ship)?;
        self.knots.get(&battle)?.sides.get(side)
    }

    /// Whether a ship is at the left of the sign of its battle.
    pub fn is_left(&self, ship: Entity) -> bool {
        self.place_of(ship).is_some_and(|(_, side)| side == 0)
    }

    /// Whether a ship counts in a knot though its hull is seen itself.
    pub fn has_hull(&self, ship: Entity) -> bool {
        self.hulls.contains(&ship)
    }

    /// Whether the name of a fleet is folded away, with all of its marks.
    pub(in crate::client::scene::labels::marks) fn fold_fleet(&self, fleet: Entity) -> bool {
        self.fleets.contains(&fleet)
    }

    /// Finds the knots among the marks of the ships that are in fights. `structures_of`: the numbers of armed
    /// structures of both sides of a battle.
    pub(in crate::client::scene::labels::marks) fn gather(
        &mut self,
        marks: impl IntoIterator<Item = KnotMark>,
        structures_of: impl Fn(u64) -> [usize; 2],
    ) {
        self.marks.values_mut().for_each(Vec::clear);
        for mark in marks {
            self.marks.entry(mark.fighter.battle).or_default().push(mark);
        }
        self.marks.retain(|_, marks| !marks.is_empty());
        self.knots.retain(|battle, _| self.marks.contains_key(battle));
        for (battle, marks) in &self.marks {
            let before = self.knots.remove(battle);
            if let Some(knot) = knot_of(marks, structures_of(*battle), before, &mut self.buffers) {
                self.knots.insert(*battle, knot);
            }
        }
        self.ships.clear();
        self.hulls.clear();
        for (battle, knot) in &self.knots {
            for (index, side) in knot.sides.iter().enumerate() {
                self.ships.extend(side.ships.iter().map(|ship| (*ship, (*battle, index))));
                self.hulls.extend(side.hulls.iter().copied());
            }
        }
    }

    /// Notes which fleets are in knots with all of their ships in the picture; each ship comes with its fleet.
    pub(in crate::client::scene::labels::marks) fn note_fleets(
        &mut self,
        ships: impl Iterator<Item = (Entity, Entity)>,
    ) {
        let outside = &mut self.buffers.outside;
        outside.clear();
        self.fleets.clear();
        if self.ships.is_empty() && self.hulls.is_empty() {
            return;
        }
        for (ship, fleet) in ships {
            let is_inside = self.ships.contains_key(&ship) || self.hulls.contains(&ship);
            let fleets = if is_inside { &mut self.fleets } else { &mut *outside };
            fleets.insert(fleet);
        }
        self.fleets.retain(|fleet| !outside.contains(fleet));
    }
}

/// The knot of a battle with these marks and numbers of structures; `None` while the marks are apart, or if a side has
/// nothing in it.
fn knot_of(
    marks: &[KnotMark],
    structures: [usize; 2],
    before: Option<Knot>,
    buffers: &mut Buffers,
) -> Option<Knot> {
    let middle = marks.iter().map(|mark| mark.place).sum::<Vec2>() / marks.len() as f32;
    let crowd = (marks.len() as f32 / FEW).sqrt().clamp(1.0, LARGEST_CROWD);
    let (together, apart) = SPREAD;
    let limit = crowd * if before.is_some() { apart } else { together };
    if spread(marks, middle, &mut buffers.distances) > limit {
        return None;
    }
    let [one, foes] = before.unwrap_or_default().sides;
    let mut fold = |index: usize, before: KnotSide| {
        let is_folded = |mark: &&KnotMark| {
            let (folded, back) = REACH;
            let was_in = before.ships.contains(&mark.ship) || before.hulls.contains(&mark.ship);
            let reach = crowd * if was_in { back } else { folded };
            mark.fighter.side == index && mark.place.distance(middle) < reach
        };
        buffers.folded.clear();
        buffers.folded.extend(marks.iter().filter(is_folded).copied());
        side_with(&buffers.folded, structures[index], before, &mut buffers.counts)
    };
    Some(Knot { sides: [fold(0, one)?, fold(1, foes)?] })
}

/// The distance from a middle within which most of these marks are.
fn spread(marks: &[KnotMark], middle: Vec2, distances: &mut Vec<f32>) -> f32 {
    distances.clear();
    distances.extend(marks.iter().map(|mark| mark.place.distance(middle)));
    distances.sort_unstable_by(f32::total_cmp);
    let within = (MOST * distances.len() as f32).ceil() as usize;
    within.checked_sub(1).and_then(|last| distances.get(last)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::super::Fighter;
    use super::super::knot_sides::{COLUMN_GAP, EDGE, KnotCell, PADDING};
    use super::*;

    const BATTLE: u64 = 3;

    fn ships<const COUNT: usize>() -> [Entity; COUNT] {
        let mut world = World::new();
        [(); COUNT].map(|()| world.spawn_empty().id())
    }

    fn mark(ship: Entity, x: f32, side: usize) -> KnotMark {
        let fighter = Fighter { battle: BATTLE, side, class: ClassId::FIRST };
        KnotMark { ship, place: Vec2::new(x, 200.0), weight: 14.0, fighter, is_hull: false }
    }

    /// Two ships of each side, whose marks are this far from their middle.
    fn battle(ships: [Entity; 4], distance: f32) -> [KnotMark; 4] {
        [0, 1, 2, 3].map(|index| {
            let side = index / 2;
            mark(ships[index], if index % 2 == 0 { -distance } else { distance }, side)
        })
    }

    /// Finds the knots among these marks, of battles without structures.
    fn gather(knots: &mut Knots, marks: &[KnotMark]) {
        knots.gather(marks.iter().copied(), |_| [0; 2]);
    }

    /// The knot of these marks after an earlier one.
    fn found(marks: &[KnotMark], structures: [usize; 2], before: Option<&Knot>) -> Option<Knot> {
        knot_of(marks, structures, before.cloned(), &mut Buffers::default())
    }

    #[test]
    fn marks_of_both_sides_that_lie_on_each_other_are_a_knot() {
        let ships = ships();
        let mut knots = Knots::default();
        gather(&mut knots, &battle(ships, SPREAD.0 - 1.0));
        let [own, foes] = &knots.of(BATTLE).expect("they are near").sides;
        assert_eq!((&own.ships[..], &foes.ships[..]), (&ships[..2], &ships[2..]));
        assert!(knots.is_left(ships[0]) && !knots.is_left(ships[2]));
        assert_eq!(knots.side_of(ships[3]), Some(foes));
        gather(&mut knots, &battle(ships, SPREAD.0 - 1.0)[..2]);
        assert!(knots.of(BATTLE).is_none() && knots.side_of(ships[0]).is_none(), "a stack of one side");
    }

    #[test]
    fn between_the_two_distances_a_knot_stays_as_it_is() {
        let ships = ships();
        let mut knots = Knots::default();
        let mut is_knot = |distance: f32| {
            gather(&mut knots, &battle(ships, distance));
            knots.of(BATTLE).is_some()
        };
        let between = 0.5 * (SPREAD.0 + SPREAD.1);
        let told = [between, SPREAD.0 - 1.0, between, SPREAD.1 + 1.0, between].map(&mut is_knot);
        assert_eq!(told, [false, true, true, false, false]);
    }

    #[test]
    fn a_crowd_is_a_knot_at_a_larger_size() {
        let all: [Entity; 32] = ships();
        let is_knot = |count: usize| {
            let place = |index: usize| if index.is_multiple_of(2) { -1.5 * SPREAD.0 } else { 1.5 * SPREAD.0 };
            let marks = all.iter().take(count).enumerate();
            let marks: Vec<KnotMark> =
                marks.map(|(index, ship)| mark(*ship, place(index), index / 2 % 2)).collect();
            found(&marks, [0; 2], None).is_some()
        };
        assert_eq!([4, 8, 32].map(is_knot), [false, false, true]);
    }

    #[test]
    fn a_knot_at_the_edge_does_not_come_and_go() {
        let ships = ships();
        let mut knots = Knots::default();
        let (mut is_knot, mut changes) = (true, 0);
        gather(&mut knots, &battle(ships, 0.0));
        for frame in 0..600_u16 {
            // One zooms in slowly, and the marks tremble by some pixels.
            let distance = 20.0 + 0.08 * f32::from(frame) + 3.0 * f32::from(frame % 3);
            gather(&mut knots, &battle(ships, distance));
            let now = knots.of(BATTLE).is_some();
            changes += u32::from(now != is_knot);
            is_knot = now;
        }
        assert!(!is_knot && changes == 1, "{changes}");
    }

    #[test]
    fn a_ship_that_flees_keeps_its_mark_and_holds_up_nothing() {
        let all: [Entity; 8] = ships();
        let mut knots = Knots::default();
        let mut folds = |distance: f32| {
            let mut marks: Vec<KnotMark> = all.iter().map(|ship| mark(*ship, 0.0, 1)).collect();
            marks[0].fighter.side = 0;
            // Their middle moves with it by an eighth of its way.
            marks[7].place.x = distance * 8.0 / 7.0;
            gather(&mut knots, &marks);
            (knots.of(BATTLE).is_some(), knots.side_of(all[7]).is_some())
        };
        let between = 0.5 * (REACH.0 + REACH.1);
        assert_eq!(folds(between), (true, false));
        assert_eq!(folds(REACH.0 - 1.0), (true, true));
        assert_eq!(folds(between), (true, true), "it stays in it");
        assert_eq!(folds(REACH.1 + 1.0), (true, false));
    }

    #[test]
    fn the_commonest_class_stands_for_a_side_and_keeps_its_ship() {
        let all: [Entity; 5] = ships();
        let [scout, cruiser] = [0_usize, 1].map(ClassId::from);
        let of = |ship: Entity, class: ClassId, weight: f32| {
            let mut mark = mark(ship, 0.0, 0);
            (mark.fighter.class, mark.weight) = (class, weight);
            mark
        };
        let scouts = [1, 2, 4].map(|index: usize| of(all[index], scout, 10.0));
        let (heavy, foe) = (of(all[0], cruiser, 18.0), mark(all[3], 0.0, 1));
        let knot =
            |marks: &[KnotMark], before: Option<&Knot>| found(marks, [0; 2], before).expect("it is a knot");
        let first = knot(&[heavy, scouts[0], scouts[1], foe], None);
        let head = first.sides[0].head.expect("it has ships");
        assert!(head == scouts[0].ship || head == scouts[1].ship);
        let joined = knot(&[scouts[2], heavy, scouts[1], scouts[0], foe], Some(&first));
        assert_eq!(joined.sides[0].head, Some(head), "it stands for them still");
        let left: Vec<KnotMark> = scouts.into_iter().filter(|mark| mark.ship != head).collect();
        let without =
            knot(&[left[0], left[1], heavy, foe], Some(&joined)).sides[0].head.expect("it has ships");
        assert!(without != head && without != heavy.ship);
        let equals = knot(&[heavy, scouts[0], foe], None);
        assert_eq!(equals.sides[0].head, Some(heavy.ship), "of equally common classes the heavier one");
    }

    #[test]
    fn the_name_of_a_fleet_is_folded_with_all_of_its_marks() {
        let [one, two, three, four, passer, fleet, stretched, free] = ships();
        let mut knots = Knots::default();
        gather(&mut knots, &battle([one, two, three, four], 0.0));
        let fleets = [(one, fleet), (two, fleet), (three, stretched), (passer, stretched)];
        knots.note_fleets(fleets.into_iter().chain([(passer, free)]));
        assert_eq!([fleet, stretched, free].map(|fleet| knots.fold_fleet(fleet)), [true, false, false]);
        gather(&mut knots, &[]);
        knots.note_fleets(fleets.into_iter());
        assert!(!knots.fold_fleet(fleet), "one zooms in");
    }

    #[test]
    fn structures_are_a_side_even_without_ships() {
        let ships = ships();
        let attackers = &battle(ships, 0.0)[..2];
        let knot = found(attackers, [0, 3], None).expect("both sides take part");
        let [own, foes] = &knot.sides;
        assert_eq!((own.ships.len(), own.structures), (2, 0));
        assert_eq!((foes.head, foes.ships.len(), foes.structures), (None, 0, 3));
        assert_eq!(foes.cells().as_slice(), [KnotCell { head: None, class: None, count: 3 }]);
    }

    #[test]
    fn each_side_of_a_sign_is_as_wide_as_its_own_classes() {
        let all: [Entity; 8] = ships();
        let mut marks = all.map(|ship| mark(ship, 0.0, 0));
        marks[7].fighter.side = 1;
        let mut widths = |classes: usize| {
            for (index, mark) in marks.iter_mut().enumerate().take(7) {
                mark.fighter.class = ClassId::from(index % classes);
            }
            let knot = found(&marks, [0; 2], None).expect("they are near");
            let [own, foes] = knot.sides.each_ref().map(KnotSide::width);
            assert_eq!(knot.width(), own + foes);
            [own, foes]
        };
        let (around, cell) = (2.0 * (EDGE + PADDING.x), KnotSide::default().cell_width());
        let of_columns = |columns: f32| around + columns * cell + (columns - 1.0) * COLUMN_GAP;
        let expected = [1.0, 1.0, 2.0, 3.0, 3.0].map(|own| [of_columns(own), of_columns(1.0)]);
        assert_eq!([1, 2, 3, 5, 7].map(&mut widths), expected, "the foes have one class");
    }

    #[test]
    fn a_hull_that_is_seen_itself_counts_and_is_clicked_where_it_is() {
        let [one, giant, foe, fleet, other] = ships();
        let mut knots = Knots::default();
        let hull = KnotMark { is_hull: true, ..mark(giant, 10.0, 0) };
        gather(&mut knots, &[mark(one, 0.0, 0), hull, mark(foe, 0.0, 1)]);
        let [own, _] = &knots.of(BATTLE).expect("they are near").sides;
        assert_eq!(
            (own.head, own.ships.as_slice(), own.hulls.as_slice()),
            (Some(one), &[one][..], &[giant][..])
        );
        assert_eq!(own.cells().iter().map(|cell| cell.count).sum::<usize>(), 2);
        assert!(knots.has_hull(giant) && !knots.has_hull(one) && knots.place_of(giant).is_none());
        knots.note_fleets([(giant, fleet), (one, fleet), (other, other)].into_iter());
        assert!(knots.fold_fleet(fleet) && !knots.fold_fleet(other), "its name would lie on the shots");
        gather(&mut knots, &[]);
        assert!(!knots.has_hull(giant));
    }

    #[test]
    fn the_sides_of_a_knot_are_at_the_ends_of_its_sign() {
        let sign = Rect::new(100.0, 50.0, 250.0, 86.0);
        for (structures, scale) in [(0, 1.0), (0, 1.5), (3, 1.5)] {
            let knot = Knot { sides: [0, structures].map(|structures| KnotSide { structures, ..default() }) };
            let [left, right] = knot.areas_in(sign, scale);
            assert_eq!((left.min, right.max), (sign.min * scale, sign.max * scale));
            let [own, foes] = knot.sides.each_ref().map(|side| scale * side.width());
            let far_from = |side: Rect, width: f32| side.size().distance(Vec2::new(width, 36.0 * scale));
            assert!(far_from(left, own) < 1e-3 && far_from(right, foes) < 1e-3);
            assert!(left.max.x < right.min.x, "the sign is between them");
        }
    }
}
