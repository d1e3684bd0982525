//! A salvo: the shots that a mount fires together, from its muzzle to their ends.
//!
//! Guns and beams hit at once. Chance decides first how many shots of a salvo hit; `line_of_fire.rs` then finds
//! what is in their way. Damage is only collected here.

use glam::DVec3;

use super::accuracy::{crossing, hit_chance, reload_ticks};
use super::aiming::FireControl;
use super::gunner::{aim_of, cone_of};
use super::line_of_fire::{Landing, LineOfFire};
use crate::level::{DamageKind, Delivery, MOST_MOUNTS, Torpedo};
use crate::sim::combat::chance::{About, Question};
use crate::sim::combat::colliders::Colliders;
use crate::sim::combat::torpedoes::TorpedoLaunch;
use crate::sim::combat::torpedoes::launching::{AimedAt, launched_by};
use crate::sim::combat::turning::{Cone, HullFrame};
use crate::sim::combat::{Combatant, Hit};
use crate::sim::event::{Events, GameEvent, ShotOutcome};
use crate::sim::{ArmsTable, MountState, MountedWeapon, WeaponNumbers};

/// Cosine of the angle by which a mount may point past its target when it fires: 3 degrees.
const COS_LAID: f64 = 0.998_629_534_754_573_9;
/// The most shots of a salvo, so that every shot of a tick has a unique number.
const MOST_SHOTS: u32 = 256;
/// A miss passes the middle of its target at this number of its radii at least,
const LEAST_MISS_RADII: f64 = 1.2;
/// and at this number more at most.
const MISS_SPREAD_RADII: f64 = 1.5;
/// A circle, radians.
const FULL_TURN: f64 = std::f64::consts::TAU;

/// The results of firing.
pub(in crate::sim) struct Results<'a> {
    pub tick: u64,
    /// In the order in which they were fired.
    pub hits: &'a mut Vec<Hit>,
    pub launches: &'a mut Vec<TorpedoLaunch>,
    pub events: &'a mut Events,
}

/// Counts a tick of loading; returns whether the mount may fire after it. Interceptors wait a tick more, so
/// that torpedoes come before ships.
fn count_down(state: &mut MountState, weapon: &WeaponNumbers) -> bool {
    let was_loaded = state.reload_ticks == 0;
    state.reload_ticks = state.reload_ticks.saturating_sub(1);
    if weapon.intercepts { was_loaded } else { state.reload_ticks == 0 }
}

/// All weapons of a member, and its surroundings.
pub(in crate::sim) struct Battery<'a> {
    /// The place of the member among all members.
    pub at: usize,
    pub member: &'a Combatant,
    pub members: &'a [Combatant],
    pub colliders: &'a Colliders,
    pub mounts: &'a [MountedWeapon],
    pub arms_table: &'a ArmsTable,
    pub control: &'a FireControl,
    /// Whether it acts and is not silenced; it loads in any case.
    pub may_fire: bool,
    /// Whether it is unpaid: then it loads longer.
    pub is_unpaid: bool,
    /// Experience from fights.
    pub level: u32,
    /// The question to chance about each of its shots.
    pub chance: Question,
    pub frame: HullFrame,
}

impl Battery<'_> {
    /// Loads all mounts and fires those that can. `is_shielded`: whether the shield of a member holds.
    pub fn fire(
        &self,
        states: &mut [MountState; MOST_MOUNTS],
        is_shielded: impl Fn(usize) -> bool,
        results: &mut Results,
    ) {
        for ((slot, mount), state) in self.mounts.iter().enumerate().zip(states) {
            let Some(weapon) = self.arms_table.weapons.get(mount.weapon) else { continue };
            let is_loaded = count_down(state, weapon);
            if !(is_loaded && self.may_fire) {
                continue;
            }
            let Some(salvo) = self.salvo(slot, mount, weapon) else { continue };
            if let Delivery::Torpedo(torpedo) = &weapon.delivery {
                salvo.launch(torpedo, results.launches);
            } else if salvo.is_laid(state) {
                let (event, hit) = salvo.shoot(&is_shielded);
                results.events.record(results.tick, event);
                results.hits.extend(hit);
            } else {
                continue;
            }
            state.reload_ticks = reload_ticks(weapon, &self.arms_table.rules.gunnery, self.is_unpaid);
        }
    }

    /// The salvo of a mount at its target; `None` without one in range.
    fn salvo<'a>(
        &'a self,
        slot: usize,
        mount: &'a MountedWeapon,
        weapon: &'a WeaponNumbers,
    ) -> Option<Salvo<'a>> {
        let ends = [self.at, self.control.target(self.at, slot)?];
        let line = LineOfFire::new(self.members, self.colliders, ends)?;
        let cone = cone_of(self.member, &self.frame, mount);
        let salvo = Salvo { battery: self, slot: u32::try_from(slot).ok()?, mount, weapon, cone, line };
        (line.distance_km() <= weapon.range_km).then_some(salvo)
    }
}

/// Some shots that are fired together at one target.
struct Salvo<'a> {
    battery: &'a Battery<'a>,
    /// The place of the mount in its class.
    slot: u32,
    mount: &'a MountedWeapon,
    weapon: &'a WeaponNumbers,
    cone: Cone,
    line: LineOfFire<'a>,
}

impl Salvo<'_> {
    /// Whether the mount points at the target.
    fn is_laid(&self, state: &MountState) -> bool {
        aim_of(state, &self.cone).dot(self.line.direction) >= COS_LAID
    }

    /// Fires; returns the event and the hit.
    fn shoot(&self, is_shielded: impl Fn(usize) -> bool) -> (GameEvent, Option<Hit>) {
        let (line, hits) = (&self.line, self.hits());
        let (to, outcome, hit) = match line.landing(hits > 0) {
            Landing::Past => (self.beside(), ShotOutcome::Missed, None),
            Landing::Stopped(place) => (place, ShotOutcome::Stopped, None),
            Landing::On { at, place } => {
                let outcome = if is_shielded(at) { ShotOutcome::HitShield } else { ShotOutcome::HitArmour };
                (place, outcome, Some(self.hit(at, hits)))
            }
        };
        // Another foe than the target may have been in the way.
        let struck = hit.as_ref().and_then(|hit| self.battery.members.get(hit.target));
        let (by, at) = (line.shooter.party(), struck.unwrap_or(line.target).party());
        (GameEvent::Shot { by, at, weapon: self.mount.weapon, from: line.start(), to, outcome }, hit)
    }

    /// The number of hits without obstacles.
    fn hits(&self) -> u32 {
        let (battery, line) = (self.battery, &self.line);
        let crossing = crossing(line.offset, line.target.step - line.shooter.step);
        let rules = &battery.arms_table.rules.gunnery;
        let (distance_km, radius_km) = (line.distance_km(), line.target.bound_km());
        let chance = hit_chance(self.weapon, rules, distance_km, radius_km, crossing, battery.level);
        let first = self.slot * MOST_SHOTS;
        let is_hit = |shot: &u32| battery.chance.again(first + *shot).answer() < chance;
        (0..u32::from(self.mount.count)).filter(is_hit).count() as u32
    }

    fn hit(&self, target: usize, hits: u32) -> Hit {
        let (kind, shooter) = (self.weapon.kind, self.line.shooter);
        Hit {
            target,
            kind,
            harm: self.weapon.harm * f64::from(hits),
            by: shooter.mark,
            faction: shooter.faction,
            leaps: kind == DamageKind::Electric,
            from: self.line.start(),
        }
    }

    /// A place next to the target, the end of a miss.
    fn beside(&self) -> DVec3 {
        let LineOfFire { direction, target, .. } = self.line;
        let scatter = Question { about: About::Scatter, ..self.battery.chance };
        let angle = FULL_TURN * scatter.again(2 * self.slot).answer();
        let spread = MISS_SPREAD_RADII * scatter.again(2 * self.slot + 1).answer();
        let aside = direction.any_orthonormal_vector();
        let across = aside * libm::cos(angle) + direction.cross(aside) * libm::sin(angle);
        target.position + across * (target.bound_km() * (LEAST_MISS_RADII + spread))
    }

    /// Launches torpedoes side by side, as near to the direction of the target as the tubes point.
    fn launch(&self, torpedo: &Torpedo, launches: &mut Vec<TorpedoLaunch>) {
        let LineOfFire { shooter, target, direction, .. } = self.line;
        let (direction, target) = (self.cone.nearest(direction), AimedAt::Hull(target.mark));
        launches.extend(launched_by(shooter, self.mount, torpedo, direction, target));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::colliders::Globe;
    use crate::sim::combat::test_support;
    use crate::sim::ids::{ClassId, FactionId, ShipId, TargetId, WeaponId};

    /// A ship that shoots at a foe at 50,000 km, among others.
    struct Range {
        arms_table: ArmsTable,
        control: FireControl,
        members: Vec<Combatant>,
        colliders: Colliders,
        states: [MountState; MOST_MOUNTS],
        may_fire: bool,
        is_unpaid: bool,
        hits: Vec<Hit>,
        launches: Vec<TorpedoLaunch>,
        events: Events,
    }

    impl Range {
        fn new(others: &[Combatant], wrecks: &[Globe]) -> Self {
            let members = test_support::line_up(others);
            Self {
                arms_table: test_support::arms_table(),
                control: FireControl::of(vec![[Some(1); MOST_MOUNTS]]),
                colliders: test_support::colliders(&members, wrecks, &[]),
                members,
                states: [MountState::default(); MOST_MOUNTS],
                may_fire: true,
                is_unpaid: false,
                hits: Vec::new(),
                launches: Vec::new(),
                events: Events::default(),
            }
        }

        /// Fires in a tick; returns the number of salvos.
        fn fire(&mut self, tick: u64) -> u64 {
            let before = self.events.count();
            let member = &self.members[0];
            let battery = Battery {
                at: 0,
                member,
                members: &self.members,
                colliders: &self.colliders,
                mounts: &self.arms_table.ships[ClassId::FIRST].mounts,
                arms_table: &self.arms_table,
                control: &self.control,
                may_fire: self.may_fire,
                is_unpaid: self.is_unpaid,
                level: 0,
                chance: Question { seed: 1, tick, who: member.mark, about: About::Shot, count: 0 },
                frame: HullFrame::new(member.heading),
            };
            let (hits, launches, events) = (&mut self.hits, &mut self.launches, &mut self.events);
            let mut results = Results { tick, hits, launches, events };
            battery.fire(&mut self.states, |_| false, &mut results);
            self.events.count() - before
        }

        /// Those of some ticks in which a salvo is fired.
        fn salvos(&mut self, ticks: std::ops::Range<u64>) -> Vec<u64> {
            ticks.filter(|tick| self.fire(*tick) > 0).collect()
        }

        /// Outcome and victim of the last salvo, by its event.
        fn last(&self) -> (ShotOutcome, TargetId) {
            let shots = self.events.since(0).filter_map(|entry| match entry.event {
                GameEvent::Shot { outcome, at, .. } => Some((outcome, at.id)),
                _ => None,
            });
            shots.last().expect("something was fired")
        }
    }

    fn at(x: f64, y: f64) -> DVec3 {
        DVec3::new(x, y, 0.0)
    }

    #[test]
    fn shots_hit_as_often_as_the_formula_says() {
        let mut range = Range::new(&[], &[]);
        range.members[1].step = at(0.0, 6_000.0);
        range.arms_table.ships[ClassId::FIRST].mounts[0].count = 5;
        let gun = &mut range.arms_table.weapons[WeaponId::FIRST];
        (gun.accuracy, gun.grain_km, gun.reload_ticks) = (0.9, 200.0, 1);
        let distance = 5.0e4 - 400.0;
        let lag = libm::atan(0.12) / 0.1;
        let chance = 0.9 * (1.0 - 0.5 * distance / 1.0e5) * (400.0 / 600.0) / (1.0 + lag * lag);
        for tick in 0..2_000 {
            range.fire(tick);
        }
        let hits: f64 = range.hits.iter().map(|hit| hit.harm / 10.0).sum();
        let share = hits / 10_000.0;
        assert!((share - chance).abs() < 0.015, "{share} instead of {chance}");
        assert!(range.hits.iter().all(|hit| hit.target == 1 && hit.harm <= 50.0));
        assert!(range.hits.len() < 2_000, "a salvo that misses is no hit");
        assert_eq!(range.events.count(), 2_000);
    }

    #[test]
    fn a_shot_names_the_unit_that_it_hits() {
        let shot = |others: &[Combatant], wrecks: &[Globe], accuracy: f64| {
            let mut range = Range::new(others, wrecks);
            range.arms_table.weapons[WeaponId::FIRST].accuracy = accuracy;
            assert_eq!(range.fire(0), 1);
            let (outcome, TargetId::Ship(ShipId(number))) = range.last() else { panic!("it is a ship") };
            (outcome, number, range.hits.iter().map(|hit| hit.target).collect::<Vec<_>>())
        };
        let place = at(2.0e4, 300.0);
        let foe_in_the_line = [test_support::ship(2, 2, place)];
        assert_eq!(shot(&foe_in_the_line, &[], 1.0), (ShotOutcome::HitArmour, 2, vec![2]));
        assert_eq!(
            shot(&foe_in_the_line, &[], 0.0),
            (ShotOutcome::Missed, 1, vec![]),
            "it goes past the target"
        );
        let friend_in_the_line = [test_support::ship(2, 0, place)];
        assert_eq!(shot(&friend_in_the_line, &[], 1.0), (ShotOutcome::Stopped, 1, vec![]), "it hits no foe");
        let wreck = Globe { center: place, radius_km: 400.0 };
        assert_eq!(shot(&[], &[wreck], 1.0), (ShotOutcome::Stopped, 1, vec![]));
        assert_eq!(shot(&[], &[], 1.0), (ShotOutcome::HitArmour, 1, vec![1]));
    }

    #[test]
    fn a_hit_says_who_has_fired_from_where() {
        let mut range = Range::new(&[], &[]);
        range.fire(0);
        let (by, faction, kind) = (TargetId::Ship(ShipId(0)), FactionId(0), DamageKind::Kinetic);
        let hit = Hit { target: 1, kind, harm: 10.0, by, faction, leaps: false, from: at(400.0, 0.0) };
        assert_eq!(range.hits, [hit]);
    }

    #[test]
    fn mounts_fire_when_they_are_loaded_laid_and_in_range() {
        let mut range = Range::new(&[], &[]);
        assert_eq!(range.salvos(0..25), [0, 10, 20]);
        let mut range = Range::new(&[], &[]);
        range.states[0].reload_ticks = 5;
        range.may_fire = false;
        assert!(range.salvos(0..8).is_empty());
        assert_eq!(range.states[0].reload_ticks, 0, "it loads while it is silent");
        range.may_fire = true;
        range.states[0].aim = at(1.0, 0.06).normalize().as_vec3();
        assert_eq!(range.fire(8), 0, "it points aside");
        range.states[0].aim = at(1.0, 0.05).normalize().as_vec3();
        assert_eq!(range.fire(9), 1);
        range.states[0].reload_ticks = 0;
        range.members[1].position = at(1.0e5 + 401.0, 0.0);
        assert_eq!(range.fire(10), 0, "it is too far away");
        range.members[1].position = at(1.0e5 + 399.0, 0.0);
        assert_eq!(range.fire(11), 1);
        range.control = FireControl::default();
        range.states[0].reload_ticks = 0;
        assert_eq!(range.fire(12), 0, "it is laid on nothing");
    }

    #[test]
    fn unpaid_ships_shoot_more_seldom() {
        let mut range = Range::new(&[], &[]);
        range.arms_table.rules.gunnery.unpaid_reload = 2.0;
        range.is_unpaid = true;
        assert_eq!(range.salvos(0..45), [0, 20, 40]);
        range.is_unpaid = false;
        assert_eq!(range.salvos(45..75), [60, 70], "what loads already is not hurried");
    }

    #[test]
    fn intercepting_mounts_wait_a_tick() {
        let mut range = Range::new(&[], &[]);
        range.arms_table.weapons[WeaponId::FIRST].intercepts = true;
        assert_eq!(range.salvos(0..25), [0, 11, 22]);
    }

    #[test]
    fn torpedoes_are_launched_side_by_side() {
        let mut range = Range::new(&[], &[]);
        range.arms_table.weapons[WeaponId::FIRST].delivery = Delivery::Torpedo(test_support::torpedo());
        let mount = &mut range.arms_table.ships[ClassId::FIRST].mounts[0];
        (mount.count, mount.facing, mount.cos_half_arc) = (2, DVec3::Y, 1.0);
        assert_eq!(range.fire(0), 0, "nobody notes a shot");
        assert_eq!(range.states[0].reload_ticks, 10);
        assert_eq!(range.launches.len(), 2);
        for launch in &range.launches {
            assert_eq!(
                (launch.target, launch.weapon),
                (AimedAt::Hull(TargetId::Ship(ShipId(1))), WeaponId::FIRST)
            );
            assert!(launch.direction.distance(DVec3::Y) < 1.0e-6);
            assert!((launch.position.y - 500.0).abs() < 1.0e-6, "{}", launch.position);
        }
        let apart = range.launches[0].position.distance(range.launches[1].position);
        assert!((apart - 200.0).abs() < 1.0e-6, "{apart}");
    }
}
