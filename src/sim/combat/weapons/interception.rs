//! Point defence: mounts that shoot at torpedoes.
//!
//! Interception comes before the guns fire, so that a mount that can shoot at torpedoes does so first. An order to
//! hold fire concerns ships only: a ship under attack defends itself. Interceptors turn so quickly that only their
//! cones count.

use bevy::prelude::*;

use super::accuracy::{crossing, experience_level, hit_chance, reload_ticks};
use super::gunner::cone_of;
use crate::level::Delivery;
use crate::rules::combat::GunneryNumbers;
use crate::sim::combat::chance::{About, Question};
use crate::sim::combat::torpedoes::hulls::Ball;
use crate::sim::combat::torpedoes::{Flying, Swarm};
use crate::sim::combat::turning::{Cone, HullFrame};
use crate::sim::combat::{Battlefields, Combatant};
use crate::sim::event::{Events, GameEvent};
use crate::sim::{ArmsTable, Calendar, Condition, Idle, MountedWeapon, WeaponNumbers};

/// A mount with this many ticks left to load counts as loaded, because guns fire after the last tick has been
/// counted.
const LOADED_TICKS: u16 = 1;
/// Questions to chance between two mounts: more than a mount has weapons.
const QUESTIONS_PER_MOUNT: u32 = 256;

/// Lets point defence shoot at torpedoes.
pub(super) fn intercept(
    mut swarm: ResMut<Swarm>,
    mut conditions: Query<(&mut Condition, Has<Idle>)>,
    mut events: ResMut<Events>,
    mut sorted: Local<Vec<(f64, u32)>>,
    battlefields: Res<Battlefields>,
    arms_table: Res<ArmsTable>,
    calendar: Res<Calendar>,
) {
    let Swarm { flying, balls, .. } = &mut *swarm;
    sort(&mut sorted, flying);
    if sorted.is_empty() {
        return;
    }
    for member in battlefields.members.iter().filter(|member| member.acts) {
        let Some(class) = member.arms(&arms_table) else { continue };
        for (number, mount) in class.mounts.iter().enumerate() {
            let Some(weapon) = arms_table.weapons.get(mount.weapon).filter(|weapon| intercepts(weapon))
            else {
                continue;
            };
            let Ok((condition, is_unpaid)) = conditions.get(member.entity) else { break };
            if !is_ready(condition, number) {
                continue;
            }
            let rules = &arms_table.rules.gunnery;
            let interceptor = Interceptor::of(member, mount, weapon, rules, condition.experience);
            let Some(target) = interceptor.most_urgent(flying, &sorted, balls) else { continue };
            let Some(target) = flying.get_mut(target) else { continue };
            let hit = interceptor.fire(target, question(&calendar, member, number));
            let (from, to) = (member.position, target.to);
            let shot = GameEvent::Intercepted { by: member.party(), weapon: mount.weapon, from, to, hit };
            events.record(calendar.tick, shot);
            if target.torpedo.points <= 0.0 {
                target.fizzle(&mut events, calendar.tick);
            }
            let ticks = reload_ticks(weapon, rules, is_unpaid);
            if let Ok((mut condition, _)) = conditions.get_mut(member.entity) {
                load_again(&mut condition, number, ticks);
            }
        }
    }
}

/// The torpedoes in flight, sorted by position along the first axis.
fn sort(sorted: &mut Vec<(f64, u32)>, flying: &[Flying]) {
    sorted.clear();
    let all = (0_u32..).zip(flying).filter(|(_, one)| !one.is_over);
    sorted.extend(all.map(|(index, one)| (one.to.x, index)));
    sorted.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
}

/// Whether a weapon is point defence; torpedo launchers are not.
fn intercepts(weapon: &WeaponNumbers) -> bool {
    weapon.intercepts && !matches!(weapon.delivery, Delivery::Torpedo(_))
}

/// Whether a mount can fire now.
fn is_ready(condition: &Condition, mount: usize) -> bool {
    let is_loaded = condition.mounts.get(mount).is_some_and(|mount| mount.reload_ticks <= LOADED_TICKS);
    is_loaded && condition.silenced_ticks == 0 && condition.armour > 0.0
}

/// The first question to chance about the shots of a mount.
fn question(calendar: &Calendar, member: &Combatant, mount: usize) -> Question {
    Question {
        seed: calendar.seed,
        tick: calendar.tick,
        who: member.mark,
        about: About::Interception,
        count: mount as u32 * QUESTIONS_PER_MOUNT,
    }
}

/// Loads a mount again for this time. One tick more, because this tick is still to be counted.
fn load_again(condition: &mut Condition, mount: usize, ticks: u16) {
    if let Some(mount) = condition.mounts.get_mut(mount) {
        mount.reload_ticks = ticks.saturating_add(LOADED_TICKS);
    }
}

/// A mount that shoots at torpedoes.
struct Interceptor<'a> {
    member: &'a Combatant,
    mount: &'a MountedWeapon,
    /// The directions that it reaches.
    cone: Cone,
    weapon: &'a WeaponNumbers,
    rules: &'a GunneryNumbers,
    /// The level of experience of the crew.
    level: u32,
}

impl<'a> Interceptor<'a> {
    /// A mount of a member whose crew has this experience, points of harm done.
    fn of(
        member: &'a Combatant,
        mount: &'a MountedWeapon,
        weapon: &'a WeaponNumbers,
        rules: &'a GunneryNumbers,
        experience: f64,
    ) -> Self {
        let cone = cone_of(member, &HullFrame::new(member.heading), mount);
        Self { member, mount, cone, weapon, rules, level: experience_level(experience, rules) }
    }

    /// The index of the hostile torpedo within reach that will hit soonest.
    fn most_urgent(&self, flying: &[Flying], sorted: &[(f64, u32)], balls: &[Ball]) -> Option<usize> {
        let (place, range_km) = (self.member.position, self.weapon.range_km);
        let first = sorted.partition_point(|(x, _)| *x < place.x - range_km);
        let end = sorted.partition_point(|(x, _)| *x <= place.x + range_km);
        let mut best: Option<(f64, usize)> = None;
        for &(_, index) in sorted.get(first..end).unwrap_or_default() {
            let index = index as usize;
            let Some(one) = flying.get(index) else { continue };
            let urgency = (one.impact_ticks, index);
            // The cheapest question comes first: most torpedoes are less urgent than the one that is found.
            let is_first = best.is_none_or(|best| urgency < best);
            if is_first && self.may_hit(one) && !balls.iter().any(|ball| ball.hides(place, one.to)) {
                best = Some(urgency);
            }
        }
        best.map(|(_, index)| index)
    }

    /// Whether a torpedo is hostile, still flies, and is within range and cone.
    fn may_hit(&self, one: &Flying) -> bool {
        let offset = one.to - self.member.position;
        let range_km = self.weapon.range_km;
        one.torpedo.side != self.member.side
            && !one.is_over
            && offset.length_squared() <= range_km * range_km
            && self.cone.holds(offset.normalize_or(self.member.heading))
    }

    /// Fires the mount's weapons until the torpedo is destroyed; returns whether any shot hits.
    fn fire(&self, target: &mut Flying, question: Question) -> bool {
        let chance = self.chance(target);
        let mut hits = false;
        for shot in 0..u32::from(self.mount.count) {
            if target.torpedo.points <= 0.0 {
                break;
            }
            if question.again(question.count + shot).answer() < chance {
                target.torpedo.points -= self.weapon.harm;
                hits = true;
            }
        }
        hits
    }

    /// Hit probability of one of its shots, as for guns.
    fn chance(&self, target: &Flying) -> f64 {
        let offset = target.to - self.member.position;
        let crossing = crossing(offset, target.to - target.from - self.member.step);
        hit_chance(
            self.weapon,
            self.rules,
            offset.length(),
            target.ordnance.class.radius_km,
            crossing,
            self.level,
        )
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::sim::combat::test_support;
    use crate::sim::ids::WeaponId;

    #[test]
    fn cones_are_about_the_hull() {
        let member = Combatant { heading: DVec3::Y, ..test_support::ship(1, 0, DVec3::ZERO) };
        // To port, 60 degrees wide. With the bow along y, port is against x.
        let mount = MountedWeapon {
            weapon: WeaponId::FIRST,
            count: 1,
            facing: DVec3::Y,
            cos_half_arc: 0.75_f64.sqrt(),
        };
        let frame = HullFrame::new(member.heading);
        let reaches = |mount: &MountedWeapon, toward| cone_of(&member, &frame, mount).holds(toward);
        assert!(reaches(&mount, -DVec3::X));
        assert!(!reaches(&mount, DVec3::X) && !reaches(&mount, DVec3::Y));
        let near = DVec3::new(-1.0, 0.5, 0.0).normalize();
        assert!(reaches(&mount, near));
        assert!(!reaches(&mount, DVec3::new(-1.0, 0.7, 0.0).normalize()));
        let all_round = MountedWeapon { cos_half_arc: -1.0, ..mount };
        assert!(reaches(&all_round, DVec3::X));
    }
}
