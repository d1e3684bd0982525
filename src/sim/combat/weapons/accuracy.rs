//! Chances to hit, the effect of experience, and loading times of mounts.

use glam::DVec3;

use crate::rules::combat::GunneryNumbers;
use crate::sim::WeaponNumbers;

/// The hit probability of a shot without obstacles, 0 to 1.
///
/// - `distance_km`: to the target's surface. The chance falls linearly from all close by to `share_at_range`
///   at the weapon's range.
/// - `radius_km`: the bounding radius of the target.
/// - `crossing`: the angle by which the target crosses the line of fire in a tick, radians, see [`crossing`].
///   A target that crosses as fast as the weapon turns is hit half as often.
/// - `level`: the shooter's experience, see [`experience_level`].
pub fn hit_chance(
    weapon: &WeaponNumbers,
    rules: &GunneryNumbers,
    distance_km: f64,
    radius_km: f64,
    crossing: f64,
    level: u32,
) -> f64 {
    let way = (distance_km / weapon.range_km.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    let range = 1.0 - (1.0 - rules.share_at_range) * way;
    let size = radius_km / (radius_km + weapon.grain_km).max(f64::MIN_POSITIVE);
    let lag = crossing / weapon.turn.max(f64::MIN_POSITIVE);
    let skill = 1.0 + rules.accuracy_per_level * f64::from(level);
    (weapon.accuracy * range * size * skill / (1.0 + lag * lag)).clamp(0.0, 1.0)
}

/// The level of a crew that has done this much damage, points.
pub fn experience_level(harm_done: f64, rules: &GunneryNumbers) -> u32 {
    // The cast saturates.
    let level = (harm_done / rules.points_per_level.max(f64::MIN_POSITIVE)) as u32;
    level.min(rules.most_levels)
}

/// Ticks until a mount with a weapon can fire again. An unpaid crew takes longer.
pub fn reload_ticks(weapon: &WeaponNumbers, rules: &GunneryNumbers, is_unpaid: bool) -> u16 {
    if !is_unpaid {
        return weapon.reload_ticks;
    }
    // The cast saturates.
    (f64::from(weapon.reload_ticks) * rules.unpaid_reload).round() as u16
}

/// The angle by which a target at `offset` (km) crosses the line to it in a tick, radians, for a motion of `step`
/// (km) relative to the observer.
pub fn crossing(offset: DVec3, step: DVec3) -> f64 {
    let distance = offset.length();
    let line = offset.normalize_or(DVec3::X);
    let aside = (step - line * step.dot(line)).length();
    libm::atan2(aside, distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;
    use crate::sim::ids::WeaponId;

    fn at(x: f64, y: f64) -> DVec3 {
        DVec3::new(x, y, 0.0)
    }

    #[test]
    fn every_factor_of_the_chance_has_its_value() {
        let arms_table = test_support::arms_table();
        let rules = GunneryNumbers { accuracy_per_level: 0.1, ..arms_table.rules.gunnery };
        let weapon =
            WeaponNumbers { accuracy: 0.5, grain_km: 100.0, ..arms_table.weapons[WeaponId::FIRST].clone() };
        let chance = |distance, radius, crossing, level| {
            hit_chance(&weapon, &rules, distance, radius, crossing, level)
        };
        let close = |one: f64, other: f64| assert!((one - other).abs() < 1.0e-12, "{one} {other}");
        close(chance(0.0, 1.0e20, 0.0, 0), 0.5);
        close(chance(1.0e5, 1.0e20, 0.0, 0), 0.25);
        close(chance(5.0e4, 1.0e20, 0.0, 0), 0.375);
        close(chance(0.0, 100.0, 0.0, 0), 0.25);
        close(chance(0.0, 300.0, 0.0, 0), 0.375);
        close(chance(0.0, 100.0, 0.1, 0), 0.125);
        close(chance(0.0, 100.0, 0.2, 0), 0.05);
        close(chance(0.0, 100.0, 0.0, 3), 0.325);
        close(chance(0.0, 0.0, 0.0, 0), 0.0);
        close(hit_chance(&arms_table.weapons[WeaponId::FIRST], &rules, 0.0, 400.0, 0.0, 5), 1.0);
        close(crossing(at(0.0, 1.0e4), at(1.0e4, -3.0e3)), std::f64::consts::FRAC_PI_4);
        close(crossing(at(1.0e4, 0.0), at(5.0e3, 0.0)), 0.0);
        let rules = GunneryNumbers { points_per_level: 600.0, most_levels: 5, ..rules };
        let levels = [0.0, 599.0, 600.0, 1.9e3, 1.0e9].map(|harm| experience_level(harm, &rules));
        assert_eq!(levels, [0, 0, 1, 3, 5]);
    }

    #[test]
    fn an_unpaid_crew_loads_longer() {
        let arms_table = test_support::arms_table();
        let rules = GunneryNumbers { unpaid_reload: 2.5, ..arms_table.rules.gunnery };
        let ticks = |reload_ticks: u16, is_unpaid: bool| {
            let weapon = WeaponNumbers { reload_ticks, ..arms_table.weapons[WeaponId::FIRST].clone() };
            super::reload_ticks(&weapon, &rules, is_unpaid)
        };
        assert_eq!((ticks(10, false), ticks(10, true), ticks(1, true)), (10, 25, 3));
        assert_eq!(ticks(u16::MAX, true), u16::MAX);
    }
}
