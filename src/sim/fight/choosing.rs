//! Which foe is the best one to shoot at.
//!
//! - Enters: what every class can do to every other, and the foes that a faction sees.
//! - Leaves: the one that somebody shoots at.
//! - Must never: change anything, roll a die, or depend on the order in which things are stored.
//!
//! A foe counts for the more, the nearer it is, the less is left of it, the more the own weapons hurt it, and
//! if it is of a kind that one hunts. What was ordered comes before everything else. The present target is
//! kept unless another is better by a factor, so that nobody dithers.

use glam::DVec3;

use super::colliders::Colliders;
use super::{ArmedClass, Armoury, Combatant, Mark};
use crate::level::ShipKind;

/// By how much the first of the kinds that a class hunts counts for more; those behind it less and less.
const FIRST_PREY: f64 = 3.0;
/// The same for the kind that a fleet's player has chosen.
const CHOSEN_PREY: f64 = 6.0;
/// What can neither shoot nor land troopers counts for so much.
const HARMLESS: f64 = 0.3;
/// What the own weapons can do next to nothing to counts for so much still.
const LEAST_EFFECT: f64 = 0.02;
/// A foe counts for 1 / (this + its distance as a share of the range).
const NEAR: f64 = 0.25;
/// A foe counts for 1 / (this + the share of it that is left).
const WEAK: f64 = 0.4;

/// How much every class wants to shoot at every other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matchups {
    /// How many ship classes there are; the structure classes come behind them.
    ships: usize,
    classes: usize,
    /// A row for each class that shoots.
    wants: Vec<f64>,
}

impl Matchups {
    /// How much the classes of an armoury want to shoot at each other.
    pub fn new(armoury: &Armoury) -> Self {
        let all: Vec<&ArmedClass> = armoury.ships.iter().chain(&armoury.structures).collect();
        let wants = all.iter().flat_map(|shooter| {
            let want = |target: &&ArmedClass| want(shooter, target, armoury);
            all.iter().map(want).collect::<Vec<f64>>()
        });
        Self { ships: armoury.ships.len(), classes: all.len(), wants: wants.collect() }
    }

    /// The place of somebody's class among all classes.
    pub fn place_of(&self, one: &Combatant) -> usize {
        match one.mark {
            Mark::Ship(_) => one.class,
            Mark::Structure(_) => self.ships + one.class,
        }
    }

    /// How much the class at a place wants to shoot at each class.
    pub fn row(&self, place: usize) -> &[f64] {
        let first = place.saturating_mul(self.classes);
        self.wants.get(first..first.saturating_add(self.classes)).unwrap_or_default()
    }
}

/// How much a class wants to shoot at another.
fn want(shooter: &ArmedClass, target: &ArmedClass, armoury: &Armoury) -> f64 {
    let effect = effect(shooter, target, armoury).max(LEAST_EFFECT);
    let can_do_harm = target.is_armed() || target.troopers > 0.0;
    prey_factor(&shooter.prey, target.kind) * effect * if can_do_harm { 1.0 } else { HARMLESS }
}

/// How much more a kind counts for those who hunt some kinds: earlier is better.
fn prey_factor(prey: &[ShipKind], kind: ShipKind) -> f64 {
    let Some(place) = prey.iter().position(|hunted| *hunted == kind) else { return 1.0 };
    1.0 + (FIRST_PREY - 1.0) * (1.0 - place as f64 / prey.len() as f64)
}

/// The share of its harm that a class does to another if everything hits: how much of it shield and armour
/// suffer, 0 to 4.
fn effect(shooter: &ArmedClass, target: &ArmedClass, armoury: &Armoury) -> f64 {
    let whole = (target.shield + target.armour).max(f64::MIN_POSITIVE);
    let (mut done, mut suffered) = (0.0, 0.0);
    for mount in &shooter.mounts {
        let Some(weapon) = armoury.weapons.get(mount.weapon) else { continue };
        let harm = weapon.harm * f64::from(mount.count) / f64::from(weapon.reload_ticks.max(1));
        let kind = weapon.kind as usize;
        let shield = target.shield * target.shield_shares[kind];
        let armour = target.armour * target.armour_shares[kind];
        done += harm;
        suffered += harm * (shield + armour) / whole;
    }
    if done > 0.0 { suffered / done } else { 0.0 }
}

/// A foe that a faction sees on a battlefield.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Its place in [`super::Fray::members`].
    pub at: usize,
    /// Who it is.
    pub mark: Mark,
    /// Where it is, heliocentric, km.
    pub place: DVec3,
    /// Radius of the ball that it turns in, km.
    pub bound_km: f64,
    /// The place of its class among all classes, see [`Matchups::place_of`].
    pub class: usize,
    /// What it is for.
    pub kind: ShipKind,
    /// The share of armour and shield that is left, 0 to 1.
    pub share_left: f64,
    /// Whether it is left alone, for whoever takes its body, unless someone is ordered to attack it: a
    /// structure that cannot shoot.
    pub is_spared: bool,
}

/// Somebody who chooses, and what it knows.
pub struct Chooser<'a> {
    /// Where it is, heliocentric, km.
    pub place: DVec3,
    /// How far its farthest weapon reaches, km.
    pub range_km: f64,
    /// How much it wants to shoot at each class, see [`Matchups::row`].
    pub wants: &'a [f64],
    /// The kind that the player of its fleet has chosen.
    pub prey: Option<ShipKind>,
    /// By how much a new target must be better than the present one.
    pub constancy: f64,
    /// The foes that its faction sees, in the order of [`Mark`]s.
    pub spotted: &'a [Candidate],
    /// What stands in the way.
    pub colliders: &'a Colliders,
}

impl<'a> Chooser<'a> {
    /// The foe that is shot at: what was ordered, the present one while nobody looks for a better one, or the
    /// best. `None` where nobody is in reach and in sight.
    pub fn choose(
        &self,
        ordered: Option<Mark>,
        present: Option<Mark>,
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
        let mut best = present.map(|one| (self.constancy * self.score(one), one));
        for one in self.spotted {
            if one.is_spared || !self.reaches(one, self.range_km) {
                continue;
            }
            let score = self.score(one);
            let is_better = best.is_none_or(|(highest, _)| score > highest);
            if is_better && !self.is_hidden(one) {
                best = Some((score, one));
            }
        }
        best.map(|(_, one)| one)
    }

    /// The nearest foe within a range (km) that is not hidden and that `may` be taken, by the direction in
    /// which it is.
    pub fn nearest(&self, range_km: f64, may: impl Fn(DVec3) -> bool) -> Option<&'a Candidate> {
        let mut found: Option<(f64, &Candidate)> = None;
        for one in self.spotted {
            let way = one.place - self.place;
            let distance = way.length_squared();
            let is_nearer = found.is_none_or(|(least, _)| distance < least);
            if is_nearer
                && !one.is_spared
                && self.reaches(one, range_km)
                && may(way.normalize_or(DVec3::X))
                && !self.is_hidden(one)
            {
                found = Some((distance, one));
            }
        }
        found.map(|(_, one)| one)
    }

    /// Whether a foe's hull reaches into a range, km.
    pub fn reaches(&self, one: &Candidate, range_km: f64) -> bool {
        let reach = range_km + one.bound_km;
        one.place.distance_squared(self.place) <= reach * reach
    }

    /// Whether a foe is in sight and in reach.
    pub fn has(&self, mark: Mark) -> bool {
        self.find(mark).is_some()
    }

    /// The foe of that name, if it is in reach.
    fn find(&self, mark: Mark) -> Option<&'a Candidate> {
        let found = self.spotted.binary_search_by_key(&mark, |one| one.mark).ok()?;
        self.spotted.get(found).filter(|one| self.reaches(one, self.range_km))
    }

    fn is_hidden(&self, one: &Candidate) -> bool {
        self.colliders.body_between(self.place, one.place).is_some()
    }

    /// How good a target a foe is; more is better.
    fn score(&self, one: &Candidate) -> f64 {
        let distance = one.place.distance(self.place) / self.range_km.max(f64::MIN_POSITIVE);
        let chosen = if self.prey == Some(one.kind) { CHOSEN_PREY } else { 1.0 };
        let want = self.wants.get(one.class).copied().unwrap_or_default();
        chosen * want / ((NEAR + distance) * (WEAK + one.share_left))
    }
}

#[cfg(test)]
mod tests {
    use super::super::colliders::Globe;
    use super::super::fray::Battlefield;
    use super::super::trial;
    use super::*;
    use crate::sim::ShipId;

    const WANTS: [f64; 2] = [1.0, 0.5];

    fn mark(number: u32) -> Mark {
        Mark::Ship(ShipId(number))
    }

    /// A whole foe so far along x.
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
        let members = [trial::ship(0, 0, DVec3::ZERO), trial::ship(1, 1, DVec3::X * 1.0e5)];
        let field = Battlefield { origin: DVec3::ZERO, step: DVec3::ZERO, members: 0..2 };
        Colliders::new(&field, &members, &[], bodies)
    }

    fn chooser<'a>(spotted: &'a [Candidate], colliders: &'a Colliders) -> Chooser<'a> {
        Chooser {
            place: DVec3::ZERO,
            range_km: 1.0e5,
            wants: &WANTS,
            prey: None,
            constancy: 1.4,
            spotted,
            colliders,
        }
    }

    fn chosen(chooser: &Chooser, ordered: Option<u32>, present: Option<u32>) -> Option<Mark> {
        let one = chooser.choose(ordered.map(mark), present.map(mark), true);
        one.map(|candidate| candidate.mark)
    }

    #[test]
    fn nearer_weaker_and_hurt_more_are_better() {
        let free = colliders(&[]);
        let near = [foe(1, 3.0e4), foe(2, 8.0e4)];
        assert_eq!(chosen(&chooser(&near, &free), None, None), Some(mark(1)));
        let weak = [foe(1, 5.0e4), Candidate { share_left: 0.1, ..foe(2, -5.0e4) }];
        assert_eq!(chosen(&chooser(&weak, &free), None, None), Some(mark(2)));
        let tough = [Candidate { class: 1, ..foe(1, 5.0e4) }, foe(2, -5.0e4)];
        assert_eq!(chosen(&chooser(&tough, &free), None, None), Some(mark(2)));
        let prey = [foe(1, 3.0e4), Candidate { kind: ShipKind::Troops, ..foe(2, 8.0e4) }];
        let hunter = Chooser { prey: Some(ShipKind::Troops), ..chooser(&prey, &free) };
        assert_eq!(chosen(&hunter, None, None), Some(mark(2)));
        assert_eq!(chosen(&chooser(&[foe(1, 1.1e5)], &free), None, None), None);
    }

    #[test]
    fn the_present_one_is_kept_until_another_is_better_by_a_factor() {
        let free = colliders(&[]);
        let alike = [foe(1, 5.0e4), foe(2, -5.2e4)];
        assert_eq!(chosen(&chooser(&alike, &free), None, Some(2)), Some(mark(2)));
        let better = [foe(1, 1.0e4), foe(2, -5.2e4)];
        assert_eq!(chosen(&chooser(&better, &free), None, Some(2)), Some(mark(1)));
        let still = chooser(&better, &free).choose(None, Some(mark(2)), false);
        assert_eq!(still.map(|one| one.mark), Some(mark(2)), "nobody looks");
        let gone = chooser(&better, &free).choose(None, Some(mark(7)), false);
        assert_eq!(gone.map(|one| one.mark), Some(mark(1)), "it is gone, so everyone looks");
        assert_eq!(chosen(&chooser(&better, &free), Some(2), Some(1)), Some(mark(2)), "it was ordered");
        assert_eq!(chosen(&chooser(&better, &free), Some(7), Some(1)), Some(mark(1)), "nobody sees it");
    }

    #[test]
    fn what_a_planet_hides_is_no_target() {
        let behind = colliders(&[Globe { center: DVec3::X * 4.0e4, radius_km: 2.0e4 }]);
        let foes = [foe(1, 7.0e4), foe(2, -9.0e4)];
        let chooser = chooser(&foes, &behind);
        assert_eq!(chosen(&chooser, None, None), Some(mark(2)));
        assert_eq!(chosen(&chooser, Some(1), Some(1)), Some(mark(2)));
        assert_eq!(chooser.nearest(1.0e5, |_| true).map(|one| one.mark), Some(mark(2)));
        assert_eq!(chooser.nearest(1.0e5, |direction| direction.x > 0.0), None);
        assert_eq!(chooser.nearest(5.0e4, |_| true), None);
    }

    #[test]
    fn classes_prefer_what_they_hunt_and_what_they_hurt() {
        let mut armoury = trial::armoury();
        armoury.ships.truncate(1);
        armoury.structures.clear();
        let plain = armoury.ships[0].clone();
        let with = |change: &dyn Fn(&mut ArmedClass)| {
            let mut class = plain.clone();
            class.prey = vec![ShipKind::Capital, ShipKind::Wing];
            class.kind = ShipKind::Line;
            class.armour_shares = [1.0; 4];
            change(&mut class);
            class
        };
        armoury.ships = vec![
            with(&|_| ()),
            with(&|class| class.kind = ShipKind::Capital),
            with(&|class| class.kind = ShipKind::Wing),
            with(&|class| class.armour_shares = [0.5; 4]),
            with(&|class| class.range_km = 0.0),
        ];
        let matchups = Matchups::new(&armoury);
        let row = matchups.row(0);
        let expected = [1.0, 3.0, 2.0, 0.5, 0.3];
        assert_eq!(row.len(), expected.len());
        for (found, right) in row.iter().zip(expected) {
            assert!((found - right).abs() < 1.0e-12, "{row:?}");
        }
        assert!(matchups.row(5).is_empty());
    }
}
