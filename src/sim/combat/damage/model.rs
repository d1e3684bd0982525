//! The damage model: the effects of hits, fire and silence on one hull.
//!
//! A hit falls on the shield first, which takes the share of its material. The part that the shield does not hold
//! off is plain damage again, and falls on the armour. Heat that reaches armour burns on there; an electric hit
//! silences weapons when it reaches armour, and leaps to neighbours of its target (`chain_damage.rs`). A loss is
//! never larger than the points left.

use crate::level::DamageKind;
use crate::orbit::TICKS_PER_SECOND;
use crate::rules::combat::HarmNumbers;
use crate::sim::{ArmedClass, Condition, MOST_CALM_TICKS, ticks};

/// A fire of less than this burns out in one tick, points.
const LAST_EMBERS: f64 = 0.01;

/// The effect of a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DamageTaken {
    /// Loss of the shield, points.
    pub shield: f64,
    /// Loss of the armour, points.
    pub armour: f64,
    /// Whether no armour is left.
    pub destroyed: bool,
}

/// Applies a hit of this many points to a unit of a class. Damage that is NaN or below 0 counts as 0.
pub fn apply_damage(
    condition: &mut Condition,
    class: &ArmedClass,
    kind: DamageKind,
    harm: f64,
    rules: &HarmNumbers,
) -> DamageTaken {
    let harm = if harm.is_finite() { harm.max(0.0) } else { 0.0 };
    let (shield, left) = hold_off(condition.shield, harm, class.shield_shares[kind as usize]);
    let armour = (left * class.armour_shares[kind as usize]).min(condition.armour);
    condition.shield -= shield;
    condition.armour -= armour;
    condition.calm_ticks = 0;
    if armour > 0.0 {
        add_after_effects(condition, kind, armour, rules);
    }
    DamageTaken { shield, armour, destroyed: condition.armour <= 0.0 }
}

/// The loss of a shield with this many points that suffers a share of a hit, and the plain damage that gets
/// through.
fn hold_off(points: f64, harm: f64, share: f64) -> (f64, f64) {
    if points <= 0.0 {
        return (0.0, harm);
    }
    let wanted = harm * share;
    if wanted <= points { (wanted, 0.0) } else { (points, ((wanted - points) / share).min(harm)) }
}

/// Further effects of a hit that has reached armour.
fn add_after_effects(condition: &mut Condition, kind: DamageKind, armour: f64, rules: &HarmNumbers) {
    match kind {
        DamageKind::Heat => {
            let burning = condition.burning + rules.burn_share * armour;
            // Lost armour cannot burn.
            condition.burning = burning.min(condition.armour);
        }
        DamageKind::Electric => {
            condition.silenced_ticks = condition.silenced_ticks.max(ticks(rules.silence_s));
        }
        DamageKind::Kinetic | DamageKind::Em => {}
    }
}

/// Advances a tick: the calm counter rises, silence runs out, and `burnt_share` of the fire burns. Returns whether
/// no armour is left.
pub fn pass_tick(condition: &mut Condition, burnt_share: f64) -> bool {
    condition.calm_ticks = condition.calm_ticks.saturating_add(1).min(MOST_CALM_TICKS);
    condition.silenced_ticks = condition.silenced_ticks.saturating_sub(1);
    if condition.burning > 0.0 {
        let is_ember = condition.burning < LAST_EMBERS;
        let burnt = if is_ember { condition.burning } else { condition.burning * burnt_share };
        condition.burning -= burnt;
        condition.armour -= burnt.min(condition.armour);
        if condition.burning <= 0.0 {
            condition.lit_by = None;
        }
    }
    condition.armour <= 0.0
}

/// The share of the heat that burns in a tick, so that half is left after `burn_half_s`.
pub fn burnt_share(rules: &HarmNumbers) -> f64 {
    1.0 - libm::pow(0.5, 1.0 / (rules.burn_half_s * TICKS_PER_SECOND))
}

/// Whether a tick leaves a condition unchanged.
pub(super) fn is_at_rest(condition: &Condition) -> bool {
    condition.calm_ticks >= MOST_CALM_TICKS && condition.silenced_ticks == 0 && condition.burning <= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support::class;

    #[test]
    fn the_armour_takes_the_harm_that_passes_the_shield() {
        let class = class(0.5, 30.0, 2.0);
        let rules = HarmNumbers::default();
        let mut condition = Condition::whole(&class);
        let first = apply_damage(&mut condition, &class, DamageKind::Kinetic, 10.0, &rules);
        assert_eq!(first, DamageTaken { shield: 20.0, armour: 0.0, destroyed: false });
        // 5 of the next 10 are held off by the 10 points that are left; half of the others reach armour.
        let second = apply_damage(&mut condition, &class, DamageKind::Kinetic, 10.0, &rules);
        assert_eq!(second, DamageTaken { shield: 10.0, armour: 2.5, destroyed: false });
        assert_eq!((condition.shield, condition.armour, condition.calm_ticks), (0.0, 97.5, 0));
        let last = apply_damage(&mut condition, &class, DamageKind::Em, 1.0e6, &rules);
        assert_eq!(last, DamageTaken { shield: 0.0, armour: 97.5, destroyed: true });
        assert_eq!(condition.armour, 0.0);
    }

    #[test]
    fn a_shield_that_suffers_nothing_holds_off_everything() {
        let class = class(1.0, 5.0, 0.0);
        let mut condition = Condition::whole(&class);
        let suffered = apply_damage(&mut condition, &class, DamageKind::Heat, 1.0e6, &HarmNumbers::default());
        assert_eq!(suffered, DamageTaken::default());
    }

    #[test]
    fn heat_burns_on_and_is_half_gone_in_its_time() {
        let class = class(1.0, 0.0, 1.0);
        let rules = HarmNumbers { burn_share: 0.5, burn_half_s: 2.0, ..HarmNumbers::default() };
        let mut condition = Condition::whole(&class);
        apply_damage(&mut condition, &class, DamageKind::Heat, 20.0, &rules);
        assert_eq!((condition.armour, condition.burning), (80.0, 10.0));
        let share = burnt_share(&rules);
        for _ in 0..60 {
            assert!(!pass_tick(&mut condition, share));
        }
        assert!((condition.burning - 5.0).abs() < 1.0e-9, "{}", condition.burning);
        for _ in 0..3000 {
            pass_tick(&mut condition, share);
        }
        assert!((condition.armour - 70.0).abs() < 1.0e-9, "{}", condition.armour);
        assert!(is_at_rest(&condition));
    }

    #[test]
    fn an_electric_hit_silences_only_where_it_reaches_armour() {
        let class = class(1.0, 5.0, 1.0);
        let rules = HarmNumbers { silence_s: 1.0, ..HarmNumbers::default() };
        let mut condition = Condition::whole(&class);
        apply_damage(&mut condition, &class, DamageKind::Electric, 5.0, &rules);
        assert_eq!(condition.silenced_ticks, 0);
        apply_damage(&mut condition, &class, DamageKind::Electric, 5.0, &rules);
        assert_eq!(condition.silenced_ticks, 30);
        pass_tick(&mut condition, burnt_share(&rules));
        assert_eq!((condition.silenced_ticks, condition.calm_ticks), (29, 1));
    }
}
