//! Shots: their chance to hit, and the part of the tick in which they are fired.
//!
//! Damage is suffered afterwards, by all at once. How a salvo flies is in `salvo.rs`.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::aiming::FireControl;
use super::chance::{About, Question};
use super::colliders::{BattleColliders, Colliders};
use super::salvo::{Battery, Results};
use super::torpedoes::Launches;
use super::turning::HullFrame;
use super::{Combatant, FightSystems, Fray};
use crate::rules::combat::GunneryNumbers;
use crate::sim::event::Events;
use crate::sim::world::{Armoury, Condition, Idle, WeaponNumbers};
use crate::sim::{Calendar, Tick};

pub(in crate::sim) fn plugin(app: &mut App) {
    app.add_systems(Tick, fire.in_set(FightSystems::Fire));
}

/// The chance of a shot to hit, 0 to 1, where nothing is in its way.
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

/// Ticks until a mount with a weapon can fire again. A crew whose upkeep could not be paid takes longer.
pub fn reload_ticks(weapon: &WeaponNumbers, rules: &GunneryNumbers, is_unpaid: bool) -> u16 {
    if !is_unpaid {
        return weapon.reload_ticks;
    }
    // The cast saturates.
    (f64::from(weapon.reload_ticks) * rules.unpaid_reload).round() as u16
}

/// The angle by which a target at `offset` (km) crosses the line to it in a tick, radians, where it moves by
/// `step` (km) relative to the observer.
pub fn crossing(offset: DVec3, step: DVec3) -> f64 {
    let distance = offset.length();
    let line = offset.normalize_or(DVec3::X);
    let aside = (step - line * step.dot(line)).length();
    libm::atan2(aside, distance)
}

/// How far a hull reaches from its middle in a direction, km: where a ray from the middle leaves its capsule.
pub fn hull_reach_km(member: &Combatant, direction: DVec3) -> f64 {
    let (radius, half) = (member.radius_km, member.half_length_km);
    let along = member.heading.dot(direction).abs().min(1.0);
    let across = (1.0 - along * along).sqrt();
    if across > 0.0 && radius * along <= half * across {
        return radius / across;
    }
    half * along + (radius * radius - half * half * across * across).max(0.0).sqrt()
}

/// The queries of firing, besides the fray.
#[derive(SystemParam)]
struct Gunnery<'w> {
    colliders: Res<'w, BattleColliders>,
    control: Res<'w, FireControl>,
    armoury: Res<'w, Armoury>,
    calendar: Res<'w, Calendar>,
}

fn fire(
    mut fray: ResMut<Fray>,
    mut conditions: Query<(&mut Condition, Has<Idle>)>,
    gunnery: Gunnery,
    mut events: ResMut<Events>,
    mut launches: ResMut<Launches>,
) {
    if fray.is_empty() {
        return;
    }
    let Fray { members, fields, hits, .. } = &mut *fray;
    let members: &[Combatant] = members;
    let tick = gunnery.calendar.tick;
    let mut results = Results { tick, hits, launches: &mut launches.0, events: &mut events };
    for (field, colliders) in fields.iter().zip(&gunnery.colliders.0) {
        for at in field.members.clone() {
            let Some(member) = members.get(at) else { continue };
            let Ok((&condition, is_unpaid)) = conditions.get(member.entity) else { continue };
            let battery = gunnery.battery(at, members, colliders, &condition, is_unpaid);
            let Some(battery) = battery else { continue };
            let is_shielded = |at: usize| {
                let struck = members.get(at).and_then(|member| conditions.get(member.entity).ok());
                struck.is_some_and(|(condition, _)| condition.shield > 0.0)
            };
            let mut mounts = condition.mounts;
            battery.fire(&mut mounts, is_shielded, &mut results);
            if mounts == condition.mounts {
                continue;
            }
            if let Ok((mut condition, _)) = conditions.get_mut(member.entity) {
                condition.mounts = mounts;
            }
        }
    }
}

impl Gunnery<'_> {
    fn battery<'a>(
        &'a self,
        at: usize,
        members: &'a [Combatant],
        colliders: &'a Colliders,
        condition: &Condition,
        is_unpaid: bool,
    ) -> Option<Battery<'a>> {
        let member = members.get(at)?;
        let Calendar { seed, tick, .. } = *self.calendar;
        Some(Battery {
            at,
            member,
            members,
            colliders,
            mounts: &member.arms(&self.armoury)?.mounts,
            armoury: &self.armoury,
            control: &self.control,
            may_fire: member.acts && condition.silenced_ticks == 0,
            is_unpaid,
            level: experience_level(condition.experience, &self.armoury.rules.gunnery),
            chance: Question { seed, tick, who: member.mark, about: About::Shot, count: 0 },
            frame: HullFrame::new(member.heading),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial;
    use super::*;

    fn at(x: f64, y: f64) -> DVec3 {
        DVec3::new(x, y, 0.0)
    }

    #[test]
    fn every_factor_of_the_chance_is_what_it_should_be() {
        let armoury = trial::armoury();
        let rules = GunneryNumbers { accuracy_per_level: 0.1, ..armoury.rules.gunnery };
        let weapon = WeaponNumbers { accuracy: 0.5, grain_km: 100.0, ..armoury.weapons[0].clone() };
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
        close(hit_chance(&armoury.weapons[0], &rules, 0.0, 400.0, 0.0, 5), 1.0);
        close(crossing(at(0.0, 1.0e4), at(1.0e4, -3.0e3)), std::f64::consts::FRAC_PI_4);
        close(crossing(at(1.0e4, 0.0), at(5.0e3, 0.0)), 0.0);
        let rules = GunneryNumbers { points_per_level: 600.0, most_levels: 5, ..rules };
        let levels = [0.0, 599.0, 600.0, 1.9e3, 1.0e9].map(|harm| experience_level(harm, &rules));
        assert_eq!(levels, [0, 0, 1, 3, 5]);
    }

    #[test]
    fn an_unpaid_crew_loads_longer() {
        let armoury = trial::armoury();
        let rules = GunneryNumbers { unpaid_reload: 2.5, ..armoury.rules.gunnery };
        let ticks = |reload_ticks: u16, is_unpaid: bool| {
            let weapon = WeaponNumbers { reload_ticks, ..armoury.weapons[0].clone() };
            super::reload_ticks(&weapon, &rules, is_unpaid)
        };
        assert_eq!((ticks(10, false), ticks(10, true), ticks(1, true)), (10, 25, 3));
        assert_eq!(ticks(u16::MAX, true), u16::MAX);
    }

    #[test]
    fn a_hull_reaches_to_its_surface() {
        let hull = Combatant { half_length_km: 1_000.0, ..trial::ship(0, 0, DVec3::ZERO) };
        assert_eq!(hull_reach_km(&hull, DVec3::X), 1_400.0);
        assert_eq!(hull_reach_km(&hull, -DVec3::Y), 400.0);
        for number in 0..=20 {
            let angle = f64::from(number) * 0.3;
            let direction = at(libm::cos(angle), libm::sin(angle));
            let place = direction * hull_reach_km(&hull, direction);
            let axis = place.x.clamp(-1_000.0, 1_000.0);
            assert!((place.distance(at(axis, 0.0)) - 400.0).abs() < 1.0e-6, "{place}");
        }
    }
}
