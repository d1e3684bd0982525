//! The likely result of a fight, for players. The world never uses it.
//!
//! Real fights are decided by places, arcs, planets and chance; an estimate ignores them. Ships die by
//! Lanchester's square law: each side loses in proportion to the ships of the other side that still fire. Every
//! pair fights at the shorter of their preferred distances, all weapons bear, targets do not move across the line
//! of fire, and no shield recovers.

use super::weapons::accuracy::hit_chance;
use crate::level::{DamageKind, Delivery};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{ArmedClass, ArmsTable};

/// The share of torpedoes that get through and hit.
const TORPEDO_HITS: f64 = 0.6;
/// The shortest step, and the quickest end of a unit, seconds of play.
const STEP_S: f64 = 0.25;
/// The share of its armour and shields that a side loses in a longer step.
const STEP_SHARE: f64 = 0.02;
/// The longest fight that is followed, seconds of play.
const LONGEST_S: f64 = 600.0;
/// A side with no more than this share left counts as beaten.
const BEATEN: f64 = 0.01;

/// Points of damage in a second of play.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HarmRate {
    /// By a shield.
    pub shield: f64,
    /// Against armour, without a shield; burning included.
    pub armour: f64,
}

/// The damage of one class against another in a second of play, on average, where all its weapons bear and the
/// target does not cross the line of fire. `distance_km` is from middle to middle; `level` is the experience of
/// the attacker's crew, see [`experience_level`](crate::sim::combat::weapons::accuracy::experience_level), which
/// does not matter for torpedoes.
fn expected_harm_per_second(
    attacker: &ArmedClass,
    target: &ArmedClass,
    arms_table: &ArmsTable,
    distance_km: f64,
    level: u32,
) -> HarmRate {
    let mut rate = HarmRate::default();
    let gap_km = (distance_km - target.bound_km).max(0.0);
    for mount in &attacker.mounts {
        let Some(weapon) = arms_table.weapons.get(mount.weapon) else { continue };
        if gap_km > weapon.range_km || !weapon.is_for(target.bound_km) {
            continue;
        }
        let chance = match weapon.delivery {
            Delivery::Torpedo(_) => TORPEDO_HITS,
            Delivery::Tracer | Delivery::Beam | Delivery::Arc => {
                hit_chance(weapon, &arms_table.rules.gunnery, gap_km, target.bound_km, 0.0, level)
            }
        };
        let salvos_per_s = TICKS_PER_SECOND / f64::from(weapon.reload_ticks.max(1));
        let harm = weapon.harm * f64::from(mount.count) * salvos_per_s * chance;
        let burning = if weapon.kind == DamageKind::Heat { arms_table.rules.harm.burn_share } else { 0.0 };
        rate.shield += harm * target.shield_shares[weapon.kind as usize];
        rate.armour += harm * target.armour_shares[weapon.kind as usize] * (1.0 + burning);
    }
    rate
}

/// Units of one class on a side of a fight. Damaged units shoot like undamaged ones until they are destroyed; they
/// are only destroyed sooner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contingent<'a> {
    /// Class.
    pub class: &'a ArmedClass,
    /// Count.
    pub count: u32,
    /// Remaining share of their armour, 0 to 1.
    pub armour: f64,
    /// Remaining share of their shields, 0 to 1.
    pub shield: f64,
    /// The experience of each crew, see
    /// [`experience_level`](crate::sim::combat::weapons::accuracy::experience_level).
    pub level: u32,
}

impl Contingent<'_> {
    /// Remaining share of their armour and shields together, 0 to 1.
    pub fn share(&self) -> f64 {
        let whole = self.class.shield + self.class.armour;
        (self.shield_points() + self.armour_points()) / whole.max(f64::MIN_POSITIVE)
    }

    /// Shield of one unit, points.
    fn shield_points(&self) -> f64 {
        self.shield * self.class.shield
    }

    /// Armour of one unit, points.
    fn armour_points(&self) -> f64 {
        self.armour * self.class.armour
    }
}

/// The expected result of a fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The share of its present armour and shields that the first side keeps, 0 to 1.
    pub share_left_one: f64,
    /// The share that the other side keeps.
    pub share_left_other: f64,
    /// The duration, seconds of play; at most ten minutes, after which there is no winner.
    pub seconds: f64,
}

/// The expected result of a fight between two groups of ships and structures.
pub fn duel_estimate(one: &[Contingent], other: &[Contingent], arms_table: &ArmsTable) -> Estimate {
    let (mut left, mut right) = (Side::new(one), Side::new(other));
    let (left_kills, right_kills) = (kills(one, other, arms_table), kills(other, one, arms_table));
    let mut seconds = 0.0;
    while seconds < LONGEST_S && left.share() > BEATEN && right.share() > BEATEN {
        right.fire_at(&mut left, &right_kills);
        left.fire_at(&mut right, &left_kills);
        let share_per_s = left.share_lost_per_s().max(right.share_lost_per_s());
        if share_per_s <= 0.0 {
            break;
        }
        let step_s = (STEP_SHARE / share_per_s).clamp(STEP_S, LONGEST_S);
        left.lose(step_s);
        right.lose(step_s);
        seconds += step_s;
    }
    let rounded = |share: f64| if share > BEATEN { share } else { 0.0 };
    Estimate { share_left_one: rounded(left.share()), share_left_other: rounded(right.share()), seconds }
}

/// Units of each of `targets` destroyed per second of play by one unit of each of `attackers` with undivided fire:
/// a row for each of `attackers`.
fn kills(attackers: &[Contingent], targets: &[Contingent], arms_table: &ArmsTable) -> Vec<Vec<f64>> {
    let mut rows = Vec::with_capacity(attackers.len());
    for attacker in attackers {
        let row = targets.iter().map(|target| kills_per_second(attacker, target, arms_table));
        rows.push(row.collect());
    }
    rows
}

/// Units of `targets` destroyed per second of play by one of `attackers`.
fn kills_per_second(attackers: &Contingent, targets: &Contingent, arms_table: &ArmsTable) -> f64 {
    let (attacker, target) = (attackers.class, targets.class);
    let stand_off_km = |one: &ArmedClass, other: &ArmedClass| {
        one.stand_off_share * one.range_against(other.bound_km, &arms_table.weapons)
    };
    let mut distance_km = stand_off_km(attacker, target);
    if target.is_armed() {
        distance_km = distance_km.min(stand_off_km(target, attacker));
    }
    let rate = expected_harm_per_second(attacker, target, arms_table, distance_km, attackers.level);
    let seconds = time_to_take(targets.shield_points(), rate.shield)
        + time_to_take(targets.armour_points(), rate.armour);
    if seconds.is_finite() { 1.0 / seconds.max(STEP_S) } else { 0.0 }
}

/// Seconds in which this many points are lost at a rate.
fn time_to_take(points: f64, rate: f64) -> f64 {
    if points > 0.0 { points / rate } else { 0.0 }
}

/// A side of a fight.
struct Side {
    /// Number of units left of each class.
    left: Vec<f64>,
    /// Units of each class that are being destroyed in a second of play.
    losses: Vec<f64>,
    /// Shield and armour of one unit of each class, points.
    bears: Vec<f64>,
    /// Sum of all at the beginning, points.
    whole: f64,
}

impl Side {
    fn new(all: &[Contingent]) -> Self {
        let left: Vec<f64> = all.iter().map(|some| f64::from(some.count)).collect();
        let bears: Vec<f64> = all.iter().map(|some| some.shield_points() + some.armour_points()).collect();
        let whole = left.iter().zip(&bears).map(|(left, bears)| left * bears).sum();
        Self { losses: vec![0.0; left.len()], left, bears, whole }
    }

    /// The share that is left, 0 to 1.
    fn share(&self) -> f64 {
        let now: f64 = self.left.iter().zip(&self.bears).map(|(left, bears)| left * bears).sum();
        now / self.whole.max(f64::MIN_POSITIVE)
    }

    /// Sets the losses of its `foes`. Fire is spread over all vulnerable foes, by their numbers.
    fn fire_at(&self, foes: &mut Self, kills: &[Vec<f64>]) {
        foes.losses.fill(0.0);
        for (count, row) in self.left.iter().zip(kills) {
            let in_reach = foes.left.iter().zip(row).filter(|(_, rate)| **rate > 0.0);
            let all: f64 = in_reach.map(|(left, _)| *left).sum();
            if all <= 0.0 {
                continue;
            }
            for ((loss, left), rate) in foes.losses.iter_mut().zip(&foes.left).zip(row) {
                *loss += count * rate * left / all;
            }
        }
    }

    /// The share of its armour and shields that it is losing in a second of play.
    fn share_lost_per_s(&self) -> f64 {
        let lost: f64 = self.losses.iter().zip(&self.bears).map(|(loss, bears)| loss * bears).sum();
        lost / self.whole.max(f64::MIN_POSITIVE)
    }

    fn lose(&mut self, step_s: f64) {
        for (left, loss) in self.left.iter_mut().zip(&self.losses) {
            *left = (*left - loss * step_s).max(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support;
    use super::*;
    use crate::sim::ids::{ClassId, WeaponId};

    /// An arms table in which the first ship class is a plain gunship that dies after ten seconds of fire.
    fn gunships() -> ArmsTable {
        let mut arms_table = test_support::arms_table();
        arms_table.weapons[WeaponId::FIRST].harm = 5.0;
        arms_table.rules.gunnery.share_at_range = 1.0;
        let class = &mut arms_table.ships[ClassId::FIRST];
        (class.armour, class.shield, class.stand_off_share, class.bound_km) = (150.0, 0.0, 0.5, 400.0);
        class.armour_shares = [1.0; 4];
        arms_table
    }

    #[test]
    fn harm_in_a_second_follows_from_weapons_and_materials() {
        let mut arms_table = gunships();
        let class = &mut arms_table.ships[ClassId::FIRST];
        class.shield_shares = [2.0; 4];
        class.mounts[0].count = 4;
        let (near, far) = (5.0e4, 1.0e5 + 500.0);
        let class = arms_table.ships[ClassId::FIRST].clone();
        let rate = expected_harm_per_second(&class, &class, &arms_table, near, 0);
        assert_eq!(rate, HarmRate { shield: 120.0, armour: 60.0 });
        assert_eq!(expected_harm_per_second(&class, &class, &arms_table, far, 0), HarmRate::default());
        arms_table.weapons[WeaponId::FIRST].smallest_km = 401.0;
        let rate = expected_harm_per_second(&class, &class, &arms_table, near, 0);
        assert_eq!(rate, HarmRate::default(), "it is not fired at anything so small");
        arms_table.weapons[WeaponId::FIRST].smallest_km = 0.0;
        arms_table.weapons[WeaponId::FIRST].kind = DamageKind::Heat;
        arms_table.rules.harm.burn_share = 0.5;
        let rate = expected_harm_per_second(&class, &class, &arms_table, near, 0);
        assert_eq!(rate, HarmRate { shield: 120.0, armour: 90.0 });
        arms_table.weapons[WeaponId::FIRST].grain_km = 400.0;
        arms_table.rules.gunnery.share_at_range = 0.0;
        let rate = expected_harm_per_second(&class, &class, &arms_table, 5.0e4 + 400.0, 0);
        assert!((rate.shield - 30.0).abs() < 1.0e-9, "{rate:?}");
    }

    #[test]
    fn numbers_count_by_their_squares() {
        let (arms_table, of) = (gunships(), Contingent::whole);
        let class = &arms_table.ships[ClassId::FIRST];
        let even = duel_estimate(&[of(class, 20)], &[of(class, 20)], &arms_table);
        assert!((even.share_left_one - even.share_left_other).abs() < 1.0e-9, "{even:?}");
        for (many, few) in [(20, 10), (50, 40), (10, 6)] {
            let estimate = duel_estimate(&[of(class, many)], &[of(class, few)], &arms_table);
            let ratio = f64::from(few) / f64::from(many);
            let expected = (1.0 - ratio * ratio).sqrt();
            assert!((estimate.share_left_one - expected).abs() < 0.03, "{many} on {few}: {estimate:?}");
            assert_eq!(estimate.share_left_other, 0.0);
            let turned = duel_estimate(&[of(class, few)], &[of(class, many)], &arms_table);
            assert_eq!(turned.share_left_other, estimate.share_left_one);
            assert_eq!(turned.seconds, estimate.seconds);
        }
    }

    #[test]
    fn wrecks_shoot_as_if_they_were_whole_and_die_sooner() {
        let arms_table = gunships();
        let class = &arms_table.ships[ClassId::FIRST];
        let whole = Contingent::whole(class, 20);
        let wrecks = |count: u32| Contingent { armour: 0.25, ..Contingent::whole(class, count) };
        let few = duel_estimate(&[whole], &[wrecks(20)], &arms_table);
        let expected = (1.0_f64 - 0.25).sqrt();
        assert!((few.share_left_one - expected).abs() < 0.03, "{few:?}");
        assert_eq!(few.share_left_other, 0.0);
        let turned = duel_estimate(&[wrecks(20)], &[whole], &arms_table);
        assert_eq!(turned.share_left_one, 0.0, "as many wrecks as whole ships lose");
        let many = duel_estimate(&[whole], &[wrecks(50)], &arms_table);
        assert_eq!(many.share_left_one, 0.0, "{many:?}");
        let gone = duel_estimate(&[whole], &[Contingent { armour: 0.0, ..whole }], &arms_table);
        assert_eq!((gone.share_left_one, gone.share_left_other), (1.0, 0.0));
    }

    #[test]
    fn crews_that_have_learnt_hit_more_often() {
        let mut arms_table = gunships();
        arms_table.weapons[WeaponId::FIRST].accuracy = 0.5;
        arms_table.rules.gunnery.accuracy_per_level = 0.06;
        let class = &arms_table.ships[ClassId::FIRST];
        let rate = |level: u32| expected_harm_per_second(class, class, &arms_table, 5.0e4, level).armour;
        assert!((rate(5) / rate(0) - 1.3).abs() < 1.0e-9, "{} and {}", rate(5), rate(0));
        let green = Contingent::whole(class, 20);
        let elite = Contingent { level: 5, ..green };
        let fight = duel_estimate(&[elite], &[green], &arms_table);
        let expected = (1.0_f64 - 1.0 / 1.3).sqrt();
        assert!((fight.share_left_one - expected).abs() < 0.03, "{fight:?}");
        assert_eq!(fight.share_left_other, 0.0);
        let turned = duel_estimate(&[green], &[elite], &arms_table);
        assert_eq!(turned.share_left_one, 0.0, "the same number of green crews loses");
    }

    #[test]
    fn a_share_counts_armour_and_shield_by_their_points() {
        let mut class = gunships().ships[ClassId::FIRST].clone();
        (class.armour, class.shield) = (100.0, 300.0);
        assert_eq!(Contingent::whole(&class, 3).share(), 1.0);
        let some = Contingent { shield: 0.0, ..Contingent::whole(&class, 3) };
        assert_eq!(some.share(), 0.25);
    }

    #[test]
    fn an_invulnerable_side_does_not_lose() {
        let (arms_table, of) = (gunships(), Contingent::whole);
        let gunship = arms_table.ships[ClassId::FIRST].clone();
        let mut unarmed = gunship.clone();
        unarmed.mounts.clear();
        unarmed.range_km = 0.0;
        let hunt = duel_estimate(&[of(&gunship, 2)], &[of(&unarmed, 5)], &arms_table);
        assert_eq!((hunt.share_left_one, hunt.share_left_other), (1.0, 0.0));
        let peace = duel_estimate(&[of(&unarmed, 2)], &[of(&unarmed, 5)], &arms_table);
        assert_eq!(peace, Estimate { share_left_one: 1.0, share_left_other: 1.0, seconds: 0.0 });
        let nobody = duel_estimate(&[of(&gunship, 1)], &[], &arms_table);
        assert_eq!((nobody.share_left_one, nobody.share_left_other, nobody.seconds), (1.0, 0.0, 0.0));
        let mut proof = gunship.clone();
        proof.armour_shares = [0.0; 4];
        let wall = duel_estimate(&[of(&gunship, 9)], &[of(&proof, 1)], &arms_table);
        assert_eq!((wall.share_left_one, wall.share_left_other), (0.0, 1.0));
    }
}
