//! The choice of the best target.
//!
//! A foe scores higher if it is near, damaged, vulnerable to the own weapons, or preferred prey. An ordered target
//! comes before all others. The present target is kept unless another is better by a factor, so that gunners do
//! not change targets back and forth. Storage order does not matter.

use glam::DVec3;

use super::visible_enemies::{Candidate, VisibleEnemies};
use crate::level::ShipKind;
use crate::rules::combat::TargetingNumbers;
use crate::sim::TargetId;
use crate::sim::combat::colliders::Colliders;

/// A bound on distances is wider by this share, for rounding.
const ROUNDING: f64 = 1.0e-9;

/// A gunner in search of a target, and its knowledge.
pub struct Chooser<'a> {
    /// Position, heliocentric, km.
    pub place: DVec3,
    /// Range of its farthest weapon, km.
    pub range_km: f64,
    /// Its preference for each class, see [`Matchups::row`](super::matchups::Matchups::row).
    pub wants: &'a [f64],
    /// The kind that the player of its fleet has chosen.
    pub prey: Option<ShipKind>,
    /// Factor by which a new target must be better than the present one.
    pub constancy: f64,
    /// Weights of the score of a foe.
    pub targeting: &'a TargetingNumbers,
    /// The foes that its faction sees.
    pub enemies: &'a VisibleEnemies,
    /// The obstacles.
    pub colliders: &'a Colliders,
}

impl<'a> Chooser<'a> {
    /// The target: the ordered one, the present one until the next search, or the best. `None` if no foe is in
    /// reach and in sight.
    pub fn choose(
        &self,
        ordered: Option<TargetId>,
        present: Option<TargetId>,
        looks_again: bool,
    ) -> Option<&'a Candidate> {
        let present = present.and_then(|mark| self.find(mark));
        if present.is_some() && !looks_again {
            return present;
        }
        let ordered = ordered.and_then(|mark| self.find(mark)).filter(|one| !self.is_hidden(one));
        if ordered.is_some() {
            return ordered;
        }
        let present = present.filter(|one| !one.is_spared && !self.is_hidden(one));
        let floor = present.map_or(f64::NEG_INFINITY, |one| self.constancy * self.score(one));
        self.best_above(floor).or(present)
    }

    /// The best foe in reach that is not hidden and whose score is above `floor`; of equal ones the first in
    /// the order of [`TargetId`]s.
    fn best_above(&self, floor: f64) -> Option<&'a Candidate> {
        let most_wanted = self.most_wanted();
        let mut best: Option<(f64, usize)> = None;
        let mut limit = self.farthest_better(most_wanted, floor);
        self.enemies.search(self.place, limit, |at, one, _| {
            if !one.is_spared && self.reaches(one, self.range_km) {
                let score = self.score(one);
                let is_better = best.map_or(score > floor, |(highest, first)| {
                    score > highest || (score == highest && at < first)
                });
                if is_better && !self.is_hidden(one) {
                    best = Some((score, at));
                    limit = self.farthest_better(most_wanted, score);
                }
            }
            limit
        });
        best.and_then(|(_, at)| self.enemies.foes().get(at))
    }

    /// The square of the distance, km², beyond which no foe is in reach or has a score above one.
    fn farthest_better(&self, most_wanted: f64, score: f64) -> f64 {
        let reach_km = self.range_km + self.enemies.widest_km();
        if score <= 0.0 {
            return reach_km * reach_km;
        }
        // The score of the favourite prey with the least left, solved for the distance.
        let TargetingNumbers { near, weak, .. } = *self.targeting;
        let shares = most_wanted / (score * (weak + self.enemies.least_left())) - near;
        let farthest_km = self.range_km * shares.max(0.0) * (1.0 + ROUNDING);
        farthest_km.min(reach_km) * farthest_km.min(reach_km)
    }

    /// The greatest preference for any class.
    fn most_wanted(&self) -> f64 {
        let chosen = if self.prey.is_some() { self.targeting.chosen_prey.max(1.0) } else { 1.0 };
        chosen * self.wants.iter().copied().fold(0.0, f64::max)
    }

    /// The nearest foe within a range (km) that is not hidden and that `may` be taken, by its id and direction. Of
    /// several foes at the same distance it is the first in the order of [`TargetId`]s.
    pub fn nearest(&self, range_km: f64, may: impl Fn(&Candidate, DVec3) -> bool) -> Option<&'a Candidate> {
        let reach_km = range_km + self.enemies.widest_km();
        let mut found: Option<(f64, usize)> = None;
        self.enemies.search(self.place, reach_km * reach_km, |at, one, square| {
            let way = one.place - self.place;
            let is_nearer =
                found.is_none_or(|(least, first)| square.total_cmp(&least).then(at.cmp(&first)).is_lt());
            if is_nearer
                && self.reaches(one, range_km)
                && may(one, way.normalize_or(DVec3::X))
                && !self.is_hidden(one)
            {
                found = Some((square, at));
            }
            found.map_or(reach_km * reach_km, |(least, _)| least)
        });
        found.and_then(|(_, at)| self.enemies.foes().get(at))
    }

    /// Whether a foe's hull reaches into a range, km.
    pub fn reaches(&self, one: &Candidate, range_km: f64) -> bool {
        let reach = range_km + one.bound_km;
        one.place.distance_squared(self.place) <= reach * reach
    }

    /// Whether a foe is in sight and in reach.
    pub fn has(&self, mark: TargetId) -> bool {
        self.find(mark).is_some()
    }

    /// The foe with this mark, if it is in reach.
    fn find(&self, mark: TargetId) -> Option<&'a Candidate> {
        let foes = self.enemies.foes();
        let found = foes.binary_search_by_key(&mark, |one| one.mark).ok()?;
        foes.get(found).filter(|one| self.reaches(one, self.range_km))
    }

    fn is_hidden(&self, one: &Candidate) -> bool {
        self.colliders.body_between(self.place, one.place).is_some()
    }

    /// The score of a foe as a target; more is better.
    fn score(&self, one: &Candidate) -> f64 {
        let distance = one.place.distance(self.place) / self.range_km.max(f64::MIN_POSITIVE);
        let TargetingNumbers { chosen_prey, near, weak, .. } = *self.targeting;
        let chosen = if self.prey == Some(one.kind) { chosen_prey } else { 1.0 };
        let want = self.wants.get(one.class).copied().unwrap_or_default();
        chosen * want / ((near + distance) * (weak + one.share_left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::colliders::Globe;
    use crate::sim::combat::test_support;
    use crate::sim::ids::ShipId;

    impl VisibleEnemies {
        /// The visible enemies from a list of foes, sorted by mark.
        pub fn of(foes: impl IntoIterator<Item = Candidate>) -> Self {
            let mut enemies = Self::default();
            enemies.fill(foes.into_iter());
            enemies
        }
    }

    const WANTS: [f64; 2] = [1.0, 0.5];
    const TARGETING: TargetingNumbers = TargetingNumbers {
        first_prey: 3.0,
        chosen_prey: 6.0,
        harmless: 0.3,
        least_effect: 0.02,
        near: 0.25,
        weak: 0.4,
    };

    fn mark(number: u32) -> TargetId {
        TargetId::Ship(ShipId(number))
    }

    /// An undamaged foe at x.
    fn foe(number: u32, x: f64) -> Candidate {
        Candidate {
            at: number as usize,
            mark: mark(number),
            place: DVec3::X * x,
            bound_km: 400.0,
            class: 0,
            kind: ShipKind::Line,
            share_left: 1.0,
            is_spared: false,
        }
    }

    fn colliders(bodies: &[Globe]) -> Colliders {
        let members = [test_support::ship(0, 0, DVec3::ZERO), test_support::ship(1, 1, DVec3::X * 1.0e5)];
        test_support::colliders(&members, &[], bodies)
    }

    fn chooser<'a>(enemies: &'a VisibleEnemies, colliders: &'a Colliders) -> Chooser<'a> {
        Chooser {
            place: DVec3::ZERO,
            range_km: 1.0e5,
            wants: &WANTS,
            prey: None,
            constancy: 1.4,
            targeting: &TARGETING,
            enemies,
            colliders,
        }
    }

    fn chosen(chooser: &Chooser, ordered: Option<u32>, present: Option<u32>) -> Option<TargetId> {
        let one = chooser.choose(ordered.map(mark), present.map(mark), true);
        one.map(|candidate| candidate.mark)
    }

    #[test]
    fn nearer_weaker_and_hurt_more_are_better() {
        let free = colliders(&[]);
        let near = VisibleEnemies::of([foe(1, 3.0e4), foe(2, 8.0e4)]);
        assert_eq!(chosen(&chooser(&near, &free), None, None), Some(mark(1)));
        let weak = VisibleEnemies::of([foe(1, 5.0e4), Candidate { share_left: 0.1, ..foe(2, -5.0e4) }]);
        assert_eq!(chosen(&chooser(&weak, &free), None, None), Some(mark(2)));
        let tough = VisibleEnemies::of([Candidate { class: 1, ..foe(1, 5.0e4) }, foe(2, -5.0e4)]);
        assert_eq!(chosen(&chooser(&tough, &free), None, None), Some(mark(2)));
        let prey = VisibleEnemies::of([foe(1, 3.0e4), Candidate { kind: ShipKind::Troops, ..foe(2, 8.0e4) }]);
        let hunter = Chooser { prey: Some(ShipKind::Troops), ..chooser(&prey, &free) };
        assert_eq!(chosen(&hunter, None, None), Some(mark(2)));
        let far = VisibleEnemies::of([foe(1, 1.1e5)]);
        assert_eq!(chosen(&chooser(&far, &free), None, None), None);
    }

    #[test]
    fn the_present_one_is_kept_until_another_is_better_by_a_factor() {
        let free = colliders(&[]);
        let alike = VisibleEnemies::of([foe(1, 5.0e4), foe(2, -5.2e4)]);
        assert_eq!(chosen(&chooser(&alike, &free), None, Some(2)), Some(mark(2)));
        let better = VisibleEnemies::of([foe(1, 1.0e4), foe(2, -5.2e4)]);
        assert_eq!(chosen(&chooser(&better, &free), None, Some(2)), Some(mark(1)));
        let still = chooser(&better, &free).choose(None, Some(mark(2)), false);
        assert_eq!(still.map(|one| one.mark), Some(mark(2)), "nobody looks");
        let gone = chooser(&better, &free).choose(None, Some(mark(7)), false);
        assert_eq!(gone.map(|one| one.mark), Some(mark(1)), "it is gone, so everyone looks");
        assert_eq!(chosen(&chooser(&better, &free), Some(2), Some(1)), Some(mark(2)), "it was ordered");
        assert_eq!(chosen(&chooser(&better, &free), Some(7), Some(1)), Some(mark(1)), "nobody sees it");
    }

    #[test]
    fn a_unit_behind_a_planet_is_no_target() {
        let behind = colliders(&[Globe { center: DVec3::X * 4.0e4, radius_km: 2.0e4 }]);
        let foes = VisibleEnemies::of([foe(1, 7.0e4), foe(2, -9.0e4)]);
        let chooser = chooser(&foes, &behind);
        assert_eq!(chosen(&chooser, None, None), Some(mark(2)));
        assert_eq!(chosen(&chooser, Some(1), Some(1)), Some(mark(2)));
        assert_eq!(chooser.nearest(1.0e5, |_, _| true).map(|one| one.mark), Some(mark(2)));
        assert_eq!(chooser.nearest(1.0e5, |_, direction| direction.x > 0.0), None);
        assert_eq!(chooser.nearest(5.0e4, |_, _| true), None);
    }

    /// A gunner among scattered foes and a ball that hides some of them; another one in every case.
    struct Scene {
        gunner: DVec3,
        range_km: f64,
        enemies: VisibleEnemies,
        colliders: Colliders,
    }

    impl Scene {
        fn of(case: u32) -> Self {
            // On the coarse grid many distances are equal.
            let (grain_km, most) = if case.is_multiple_of(2) { (9_000.0, 6.0) } else { (13.7, 4_500.0) };
            let place = |number: u32| test_support::on_grid(case * 100 + number, grain_km, most);
            let share_left = |number: u32| (test_support::random(case * 100 + number) * 4.0).ceil() / 4.0;
            let foes = (1..2 + case % 70).map(|number| Candidate {
                place: place(number),
                bound_km: 400.0 * f64::from(1 + number % 5),
                class: (number % 2) as usize,
                kind: if number % 5 == 0 { ShipKind::Troops } else { ShipKind::Line },
                share_left: if case % 4 < 2 { 1.0 } else { share_left(number) },
                is_spared: number % 7 == 3,
                ..foe(number, 0.0)
            });
            Self {
                gunner: place(91),
                range_km: 20_000.0 + 45_000.0 * test_support::random(900_000 + case),
                enemies: VisibleEnemies::of(foes),
                colliders: colliders(&[Globe { center: place(90), radius_km: 8_000.0 }]),
            }
        }

        fn chooser(&self) -> Chooser<'_> {
            let (place, range_km) = (self.gunner, self.range_km);
            Chooser { place, range_km, ..chooser(&self.enemies, &self.colliders) }
        }
    }

    /// The nearest foe, found by a look at all foes.
    fn nearest_of_all<'a>(
        chooser: &Chooser<'a>,
        may: impl Fn(&Candidate, DVec3) -> bool,
    ) -> Option<&'a Candidate> {
        let mut found: Option<(f64, &'a Candidate)> = None;
        for one in chooser.enemies.foes() {
            let way = one.place - chooser.place;
            let distance = way.length_squared();
            if found.is_none_or(|(least, _)| distance < least)
                && chooser.reaches(one, chooser.range_km)
                && may(one, way.normalize_or(DVec3::X))
                && !chooser.is_hidden(one)
            {
                found = Some((distance, one));
            }
        }
        found.map(|(_, one)| one)
    }

    #[test]
    fn the_nearest_foe_is_that_of_a_full_search() {
        let mut found = 0;
        for case in 0..400 {
            let scene = Scene::of(case);
            let chooser = scene.chooser();
            let is_for = |one: &Candidate, way: DVec3| one.bound_km > 500.0 && way.x + way.y > -0.5;
            for is_choosy in [false, true] {
                let may = |one: &Candidate, way: DVec3| !is_choosy || (!one.is_spared && is_for(one, way));
                let expected = nearest_of_all(&chooser, may);
                let nearest = chooser.nearest(chooser.range_km, may);
                assert_eq!(nearest, expected, "case {case}, choosy: {is_choosy}");
                found += usize::from(expected.is_some());
            }
        }
        assert!(found > 300, "only {found} were found in all");
    }

    /// The foe chosen without an order, found by a look at all foes.
    fn best_of_all<'a>(chooser: &Chooser<'a>, present: Option<TargetId>) -> Option<&'a Candidate> {
        let present = present.and_then(|mark| chooser.find(mark));
        let present = present.filter(|one| !one.is_spared && !chooser.is_hidden(one));
        let mut best = present.map(|one| (chooser.constancy * chooser.score(one), one));
        for one in chooser.enemies.foes() {
            let may = !one.is_spared && chooser.reaches(one, chooser.range_km);
            let score = chooser.score(one);
            if may && best.is_none_or(|(highest, _)| score > highest) && !chooser.is_hidden(one) {
                best = Some((score, one));
            }
        }
        best.map(|(_, one)| one)
    }

    #[test]
    fn the_best_is_found_as_by_a_look_at_all() {
        let mut changes = 0;
        for case in 0..600_u32 {
            let scene = Scene::of(case);
            let prey = case.is_multiple_of(3).then_some(ShipKind::Troops);
            let chooser = Chooser { prey, ..scene.chooser() };
            for present in [None, Some(mark(1)), Some(mark(2))] {
                let expected = best_of_all(&chooser, present);
                assert_eq!(chooser.choose(None, present, true), expected, "case {case}, {present:?}");
                changes += usize::from(expected.is_some_and(|one| Some(one.mark) != present));
            }
        }
        assert!(changes > 600, "only {changes}");
    }
}
