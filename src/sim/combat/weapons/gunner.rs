//! A gunner lays the mounts of its ship or structure on targets, and turns them there.
//!
//! Mounts turn toward the target of the whole ship within their cones. A mount that cannot reach it, or that
//! intercepts, takes the nearest foe in its reach instead; that follows from the places, so it needs no memory.

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiSlice;

use super::choosing::Chooser;
use super::visible_enemies::Candidate;
use crate::level::{Delivery, MOST_MOUNTS};
use crate::sim::combat::Combatant;
use crate::sim::combat::turning::{Cone, HullFrame, TurnRate, turned};
use crate::sim::{ArmedClass, Condition, MountState, MountedWeapon, TargetId, WeaponId, WeaponNumbers};

/// A mount without a target is back at its facing when the cosine of the difference is above this.
const AT_REST: f64 = 1.0 - 1.0e-7;

/// The directions that a mount can turn to now. Structures turn to all.
pub fn cone_of(member: &Combatant, frame: &HullFrame, mount: &MountedWeapon) -> Cone {
    let cos_half = match member.mark {
        TargetId::Ship(_) => mount.cos_half_arc,
        TargetId::Structure(_) => -1.0,
    };
    Cone { axis: frame.outward(mount.facing), cos_half }
}

/// The aim of a mount, a unit vector in the ecliptic frame.
pub fn aim_of(state: &MountState, cone: &Cone) -> DVec3 {
    cone.nearest(state.aim.as_dvec3().normalize_or(cone.axis))
}

/// A ship or structure that aims.
pub(super) struct Gunner<'a> {
    pub(super) member: &'a Combatant,
    /// The ordered target of its fleet; `None` also for a gunner that keeps its target without asking.
    pub(super) ordered: Option<TargetId>,
    pub(super) class: &'a ArmedClass,
    pub(super) weapons: &'a TiSlice<WeaponId, WeaponNumbers>,
    pub(super) rates: &'a TiSlice<WeaponId, TurnRate>,
    pub(super) holds_fire: bool,
    /// Whether it searches for a better target in this tick.
    pub(super) looks_again: bool,
    pub(super) chooser: Chooser<'a>,
}

impl<'a> Gunner<'a> {
    /// Returns the condition after aiming, and the targets of the mounts.
    pub(super) fn aim(&self, mut condition: Condition) -> (Condition, [Option<usize>; MOST_MOUNTS]) {
        let chosen = if self.holds_fire {
            None
        } else {
            self.chooser.choose(self.ordered, condition.target, self.looks_again)
        };
        condition.target = chosen.map(|one| one.mark);
        let frame = HullFrame::new(self.member.heading);
        let mut targets = [None; MOST_MOUNTS];
        let mounts = self.class.mounts.iter().zip(&mut condition.mounts).zip(&mut targets);
        for ((mount, state), laid_on) in mounts {
            let numbers = self.weapons.get(mount.weapon).zip(self.rates.get(mount.weapon));
            let Some((weapon, rate)) = numbers else { continue };
            let cone = cone_of(self.member, &frame, mount);
            let target = chosen.and_then(|chosen| self.target_of(weapon, &cone, chosen));
            state.aim = self.turned(state, &cone, *rate, target);
            *laid_on = target.map(|one| one.at);
        }
        (condition, targets)
    }

    /// The target of a mount, if the target of the whole ship is `chosen`.
    fn target_of(&self, weapon: &WeaponNumbers, cone: &Cone, chosen: &'a Candidate) -> Option<&'a Candidate> {
        // A torpedo finds its way from any direction of launch.
        let is_launcher = matches!(weapon.delivery, Delivery::Torpedo(_));
        let may = |one: &Candidate, direction: DVec3| {
            weapon.is_for(one.bound_km) && (is_launcher || cone.holds(direction))
        };
        let reaches = self.chooser.reaches(chosen, weapon.range_km) && may(chosen, self.toward(chosen, cone));
        if reaches && !weapon.intercepts {
            return Some(chosen);
        }
        let nearest =
            self.chooser.nearest(weapon.range_km, |one, direction| !one.is_spared && may(one, direction));
        nearest.or(reaches.then_some(chosen))
    }

    /// The aim of a mount after this tick: toward its target, or back to its facing.
    fn turned(&self, state: &MountState, cone: &Cone, rate: TurnRate, target: Option<&Candidate>) -> Vec3 {
        let wanted = target.map_or(cone.axis, |one| cone.nearest(self.toward(one, cone)));
        let aim = cone.nearest(turned(aim_of(state, cone), wanted, rate));
        let is_at_rest = target.is_none() && aim.dot(cone.axis) > AT_REST;
        if is_at_rest { Vec3::ZERO } else { aim.as_vec3() }
    }

    fn toward(&self, one: &Candidate, cone: &Cone) -> DVec3 {
        (one.place - self.member.position).normalize_or(cone.axis)
    }
}

#[cfg(test)]
mod tests {
    use typed_index_collections::TiVec;

    use super::*;
    use crate::level::ShipKind;
    use crate::sim::ArmsTable;
    use crate::sim::combat::colliders::Colliders;
    use crate::sim::combat::test_support;
    use crate::sim::combat::weapons::visible_enemies::VisibleEnemies;
    use crate::sim::ids::{ClassId, ShipId};

    /// A gunner at the origin with these mounts, and a foe of each number at each place.
    struct Trial {
        arms_table: ArmsTable,
        rates: TiVec<WeaponId, TurnRate>,
        members: Vec<Combatant>,
        enemies: VisibleEnemies,
        colliders: Colliders,
        condition: Condition,
    }

    impl Trial {
        fn new(mounts: &[MountedWeapon], foes: &[DVec3]) -> Self {
            let mut arms_table = test_support::arms_table();
            arms_table.ships[ClassId::FIRST].mounts = mounts.to_vec();
            let rates = arms_table.weapons.iter().map(|weapon| TurnRate::new(weapon.turn)).collect();
            let mut members = vec![test_support::ship(0, 0, DVec3::ZERO)];
            members.extend((1..).zip(foes).map(|(number, place)| test_support::ship(number, 1, *place)));
            let enemies = members.iter().enumerate().skip(1).map(|(at, member)| Candidate {
                at,
                mark: member.mark,
                place: member.position,
                bound_km: member.bound_km(),
                class: 0,
                kind: ShipKind::Line,
                share_left: 1.0,
                is_spared: false,
            });
            let enemies = VisibleEnemies::of(enemies);
            let colliders = test_support::colliders(&members, &[], &[]);
            let condition = Condition::whole(&arms_table.ships[ClassId::FIRST]);
            Self { arms_table, rates, members, enemies, colliders, condition }
        }

        /// Aims for a tick; returns the targets of the mounts.
        fn aim(&mut self, holds_fire: bool) -> Vec<Option<usize>> {
            let gunner = Gunner {
                ordered: None,
                member: &self.members[0],
                class: &self.arms_table.ships[ClassId::FIRST],
                weapons: &self.arms_table.weapons,
                rates: &self.rates,
                holds_fire,
                looks_again: true,
                chooser: Chooser {
                    place: self.members[0].position,
                    range_km: self.arms_table.ships[ClassId::FIRST].range_km,
                    wants: &[1.0],
                    prey: None,
                    constancy: 1.4,
                    targeting: &self.arms_table.rules.targeting,
                    enemies: &self.enemies,
                    colliders: &self.colliders,
                },
            };
            let (condition, targets) = gunner.aim(self.condition);
            self.condition = condition;
            targets[..self.arms_table.ships[ClassId::FIRST].mounts.len()].to_vec()
        }
    }

    fn mount(facing: DVec3, half_arc_deg: f64) -> MountedWeapon {
        MountedWeapon {
            weapon: WeaponId::FIRST,
            count: 1,
            facing,
            cos_half_arc: libm::cos(half_arc_deg.to_radians()),
        }
    }

    #[test]
    fn mounts_take_targets_within_their_arcs() {
        let foes = [DVec3::new(2.0e4, 0.0, 0.0), DVec3::new(0.0, -5.0e4, 0.0)];
        let mounts =
            [mount(DVec3::X, 30.0), mount(-DVec3::Y, 60.0), mount(DVec3::Y, 60.0), mount(DVec3::Y, 180.0)];
        let mut trial = Trial::new(&mounts, &foes);
        assert_eq!(trial.aim(false), [Some(1), Some(2), None, Some(1)]);
        assert_eq!(trial.condition.target, Some(TargetId::Ship(ShipId(1))));
        for _ in 0..40 {
            trial.aim(false);
            let frame = HullFrame::new(DVec3::X);
            for (mount, state) in mounts.iter().zip(&trial.condition.mounts) {
                let cone = cone_of(&trial.members[0], &frame, mount);
                assert!(aim_of(state, &cone).dot(cone.axis) > cone.cos_half - 1.0e-6);
            }
        }
        let aims: Vec<Vec3> = trial.condition.mounts[..4].iter().map(|state| state.aim).collect();
        assert!(aims[0].distance(Vec3::X) < 1.0e-5 && aims[1].distance(-Vec3::Y) < 1.0e-5, "{aims:?}");
        assert!(aims[2] == Vec3::ZERO && aims[3].distance(Vec3::X) < 1.0e-5, "{aims:?}");
    }

    #[test]
    fn mounts_turn_no_faster_than_their_weapon_and_go_back() {
        let mut trial = Trial::new(&[mount(DVec3::X, 180.0)], &[DVec3::new(-1.0e4, 100.0, 0.0)]);
        let mut aim = DVec3::X;
        let mut turn = |trial: &mut Trial, holds_fire: bool| {
            trial.aim(holds_fire);
            let state = trial.condition.mounts[0].aim.as_dvec3().normalize_or(DVec3::X);
            let angle = libm::acos(aim.dot(state).clamp(-1.0, 1.0));
            aim = state;
            angle
        };
        let angles: Vec<f64> = (0..40).map(|_| turn(&mut trial, false)).collect();
        assert!(angles.iter().all(|angle| *angle < 0.1001), "{angles:?}");
        assert!((angles.iter().sum::<f64>() - std::f64::consts::PI).abs() < 0.02, "{angles:?}");
        let back: Vec<f64> = (0..40).map(|_| turn(&mut trial, true)).collect();
        assert!(back.iter().all(|angle| *angle < 0.1001), "{back:?}");
        assert_eq!(trial.condition.mounts[0].aim, Vec3::ZERO);
        assert_eq!(trial.condition.target, None);
    }

    #[test]
    fn interceptors_and_launchers_have_their_own_ways() {
        let foes = [DVec3::new(0.0, 3.0e4, 0.0), DVec3::new(4.0e4, 0.0, 0.0)];
        let mut trial = Trial::new(&[mount(DVec3::X, 20.0)], &foes);
        trial.arms_table.weapons[WeaponId::FIRST].intercepts = true;
        assert_eq!(trial.aim(false), [Some(2)]);
        trial.arms_table.weapons[WeaponId::FIRST].intercepts = false;
        trial.arms_table.weapons[WeaponId::FIRST].delivery = Delivery::Torpedo(test_support::torpedo());
        assert_eq!(trial.aim(false), [Some(1)]);
    }

    impl Trial {
        /// Makes a foe smaller.
        fn shrink(&mut self, number: usize, bound_km: f64) {
            let mut foes = self.enemies.foes().to_vec();
            foes[number].bound_km = bound_km;
            self.enemies = VisibleEnemies::of(foes);
        }
    }

    #[test]
    fn weapons_not_for_small_craft_are_laid_on_the_next_larger_target() {
        let foes = [DVec3::new(3.0e4, 0.0, 0.0), DVec3::new(8.0e4, 0.0, 0.0)];
        let mut trial = Trial::new(&[mount(DVec3::X, 360.0)], &foes);
        trial.shrink(0, 40.0);
        assert_eq!(trial.aim(false), [Some(1)]);
        trial.arms_table.weapons[WeaponId::FIRST].smallest_km = 100.0;
        assert_eq!(trial.aim(false), [Some(2)]);
        trial.shrink(1, 40.0);
        assert_eq!(trial.aim(false), [None::<usize>]);
    }

    #[test]
    fn structures_shoot_all_round() {
        let mut trial = Trial::new(&[mount(DVec3::X, 20.0)], &[DVec3::new(-5.0e4, 0.0, 0.0)]);
        assert_eq!(trial.aim(false), [None::<usize>]);
        trial.members[0].mark = TargetId::Structure(crate::sim::ids::StructureId(0));
        assert_eq!(trial.aim(false), [Some(1)]);
    }
}
