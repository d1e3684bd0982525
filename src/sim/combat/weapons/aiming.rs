//! Choice of targets, and pointing of mounts.
//!
//! Ships and structures look for a better target every few ticks, not all in the same one; those without a target
//! look at once, and only at foes that their faction sees. Mounts turn toward the target within their cones. A
//! mount that cannot reach it, or that intercepts, takes the nearest foe in its reach instead; that follows from
//! the places, so it needs no memory. Off the battlefields weapons load, and nothing has a target.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::{TiSlice, TiVec};

use super::choosing::{Chooser, Matchups};
use super::visible_enemies::{Candidate, VisibleEnemies};
use crate::level::{Delivery, MOST_MOUNTS, ShipKind, Stance};
use crate::sim::combat::battlefield::Battlefield;
use crate::sim::combat::colliders::{BattleColliders, Colliders};
use crate::sim::combat::turning::{Cone, HullFrame, TurnRate, turned};
use crate::sim::combat::{Battlefields, Combatant, FightSystems};
use crate::sim::visibility::Knowledge;
use crate::sim::{
    ArmedClass, ArmsTable, Calendar, Condition, Doctrine, FactionId, Fleet, Goal, MountState, MountedWeapon,
    OfWorld, Route, Sky, TargetId, Tick, WeaponId, WeaponNumbers,
};

/// A mount without a target is back at its facing when the cosine of the difference is above this.
const AT_REST: f64 = 1.0 - 1.0e-7;

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_scratch::<FireControl>("filled again in every tick");
    app.add_systems(Tick, (stand_down, aim).chain().in_set(FightSystems::Aim));
}

/// The target of every mount on a battlefield in this tick.
#[derive(Resource, Clone, Debug, Default)]
pub struct FireControl {
    targets: Vec<[Option<usize>; MOST_MOUNTS]>,
}

impl FireControl {
    /// The target of a mount of a member: both are places in [`Battlefields::members`].
    pub fn target(&self, member: usize, mount: usize) -> Option<usize> {
        self.targets.get(member)?.get(mount).copied().flatten()
    }
}

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

/// The queries of the system.
#[derive(SystemParam)]
struct Setting<'w, 's> {
    battlefields: Res<'w, Battlefields>,
    colliders: Res<'w, BattleColliders>,
    arms_table: Res<'w, ArmsTable>,
    knowledge: Res<'w, Knowledge>,
    calendar: Res<'w, Calendar>,
    sky: Res<'w, Sky>,
    fleets: Query<'w, 's, (&'static Fleet, &'static Doctrine, &'static Route)>,
}

/// Buffers that are reused from tick to tick, and numbers that follow from the arms table alone.
#[derive(Default)]
struct AimBuffers {
    matchups: Matchups,
    /// Turn rate of each weapon.
    rates: TiVec<WeaponId, TurnRate>,
    /// The factions on a battlefield, each with its side.
    factions: Vec<(FactionId, u16)>,
    /// The foes that each of these factions sees there.
    enemies: Vec<VisibleEnemies>,
    /// The view of factions that are not on the battlefield.
    nothing: VisibleEnemies,
}

impl AimBuffers {
    fn learn(&mut self, arms_table: &ArmsTable) {
        self.matchups = Matchups::new(arms_table);
        self.rates = arms_table.weapons.iter().map(|weapon| TurnRate::new(weapon.turn)).collect();
    }

    /// Finds the foes that the factions on a battlefield see there.
    fn spot(&mut self, field: &Battlefield, setting: &Setting, conditions: &Query<&mut Condition>) {
        let members = setting.battlefields.members.get(field.members.clone()).unwrap_or_default();
        self.factions.clear();
        self.factions.extend(members.iter().map(|member| (member.faction, member.side)));
        self.factions.sort_unstable();
        self.factions.dedup();
        if self.enemies.len() < self.factions.len() {
            self.enemies.resize_with(self.factions.len(), VisibleEnemies::default);
        }
        let matchups = &self.matchups;
        for (enemies, &(faction, side)) in self.enemies.iter_mut().zip(&self.factions) {
            let foes = (field.members.start..).zip(members).filter_map(|(at, member)| {
                if member.side == side || !setting.knowledge.sees(faction, member.mark) {
                    return None;
                }
                let class = member.arms(&setting.arms_table)?;
                let condition = conditions.get(member.entity).ok()?;
                Some(Candidate {
                    at,
                    mark: member.mark,
                    place: member.position,
                    bound_km: member.bound_km(),
                    class: matchups.place_of(member),
                    kind: class.kind,
                    share_left: condition.share(class),
                    is_spared: class.kind == ShipKind::Structure && !class.is_armed(),
                })
            });
            enemies.fill(foes);
        }
    }

    /// The foes that a faction sees on the present battlefield.
    fn seen_by(&self, faction: FactionId) -> &VisibleEnemies {
        let found = self.factions.iter().position(|(known, _)| *known == faction);
        found.and_then(|place| self.enemies.get(place)).unwrap_or(&self.nothing)
    }
}

fn number_of(mark: TargetId) -> u32 {
    match mark {
        TargetId::Ship(id) => id.0,
        TargetId::Structure(id) => id.0,
    }
}

/// Off the battlefields weapons load, and targets are dropped: without a battlefield their visibility is unknown,
/// and engagement follows the targets.
fn stand_down(
    mut conditions: Query<(Entity, &mut Condition)>,
    battlefields: Res<Battlefields>,
    mut fighting: Local<Vec<Entity>>,
) {
    fighting.clear();
    fighting.extend(battlefields.members.iter().map(|member| member.entity));
    fighting.sort_unstable();
    for (entity, mut condition) in &mut conditions {
        let is_loading = condition.mounts.iter().any(|mount| mount.reload_ticks > 0);
        let is_done = !is_loading && condition.target.is_none();
        if is_done || fighting.binary_search(&entity).is_ok() {
            continue;
        }
        condition.target = None;
        for mount in &mut condition.mounts {
            mount.reload_ticks = mount.reload_ticks.saturating_sub(1);
        }
    }
}

fn aim(
    setting: Setting,
    mut conditions: Query<&mut Condition>,
    mut control: ResMut<FireControl>,
    mut room: Local<AimBuffers>,
) {
    if setting.arms_table.is_changed() {
        room.learn(&setting.arms_table);
    }
    control.targets.clear();
    if setting.battlefields.is_empty() {
        return;
    }
    control.targets.resize(setting.battlefields.members.len(), [None; MOST_MOUNTS]);
    for (field, colliders) in setting.battlefields.fields.iter().zip(&setting.colliders.0) {
        room.spot(field, &setting, &conditions);
        for at in field.members.clone() {
            let Some(member) = setting.battlefields.members.get(at) else { continue };
            let Ok(condition) = conditions.get(member.entity).copied() else { continue };
            if condition.silenced_ticks > 0 {
                continue;
            }
            let Some(gunner) = setting.gunner(member, condition.target, &room, colliders) else { continue };
            let (aimed, targets) = gunner.aim(condition);
            control.targets[at] = targets;
            if aimed == condition {
                continue;
            }
            if let Ok(mut condition) = conditions.get_mut(member.entity) {
                *condition = aimed;
            }
        }
    }
}

impl Setting<'_, '_> {
    /// A gunner with all it needs for aiming; `None` for a ship or structure that cannot aim. `present` is
    /// its target until now.
    fn gunner<'a>(
        &'a self,
        member: &'a Combatant,
        present: Option<TargetId>,
        room: &'a AimBuffers,
        colliders: &'a Colliders,
    ) -> Option<Gunner<'a>> {
        let class = member.arms(&self.arms_table)?;
        if !member.acts || !class.is_armed() {
            return None;
        }
        let fleet = member.fleet.and_then(|fleet| self.fleets.get(fleet).ok());
        let doctrine = fleet.map(|(_, doctrine, _)| doctrine.0).unwrap_or_default();
        let gunnery = &self.arms_table.rules.gunnery;
        let turn = self.calendar.tick.wrapping_add(u64::from(number_of(member.mark)));
        let chooser = Chooser {
            place: member.position,
            range_km: class.range_km,
            wants: room.matchups.row(room.matchups.place_of(member)),
            prey: doctrine.prey,
            constancy: gunnery.constancy,
            targeting: &self.arms_table.rules.targeting,
            enemies: room.seen_by(member.faction),
            colliders,
        };
        let looks_again = turn.is_multiple_of(u64::from(gunnery.look_again_ticks.max(1)));
        // A gunner that keeps its target does not search, so that not all gunners go through all foes in every
        // tick.
        let asks = looks_again || present.is_none_or(|mark| !chooser.has(mark));
        let route = fleet.map(|(.., route)| route).filter(|_| asks);
        let ordered = route.and_then(|route| self.ordered_target(class, route, &chooser));
        Some(Gunner {
            member,
            ordered,
            class,
            weapons: &self.arms_table.weapons,
            rates: &room.rates,
            holds_fire: doctrine.stance == Stance::HoldFire,
            looks_again,
            chooser,
        })
    }

    /// The target that the fleet's first leg orders for a class: the nearest unit of the attack target that a
    /// weapon of the class reaches and that no body hides; armed ones before unarmed ones.
    fn ordered_target(&self, class: &ArmedClass, route: &Route, chooser: &Chooser) -> Option<TargetId> {
        let Goal::Attack(target) = route.0.front()?.goal else { return None };
        let is_reached = |one: &Candidate| {
            let range_km = class.reach_against(one.bound_km, &self.arms_table.weapons);
            range_km.is_some_and(|range_km| chooser.reaches(one, range_km))
        };
        let is_target = |foe: &Combatant| {
            let fleet = foe.fleet.and_then(|fleet| self.fleets.get(fleet).ok());
            foe.as_foe(fleet.map(|(fleet, ..)| fleet.id)).is_of(&target, &self.sky)
        };
        let is_armed =
            |foe: &Combatant| foe.acts && foe.arms(&self.arms_table).is_some_and(ArmedClass::is_armed);
        let nearest = |armed: bool| {
            chooser.nearest(class.range_km, |one, _| {
                let foe = self.battlefields.members.get(one.at).filter(|foe| is_armed(foe) == armed);
                is_reached(one) && foe.is_some_and(is_target)
            })
        };
        nearest(true).or_else(|| nearest(false)).map(|one| one.mark)
    }
}

/// A ship or structure that aims.
struct Gunner<'a> {
    member: &'a Combatant,
    /// The ordered target of its fleet; `None` also for a gunner that keeps its target without asking.
    ordered: Option<TargetId>,
    class: &'a ArmedClass,
    weapons: &'a TiSlice<WeaponId, WeaponNumbers>,
    rates: &'a TiSlice<WeaponId, TurnRate>,
    holds_fire: bool,
    /// Whether it searches for a better target in this tick.
    looks_again: bool,
    chooser: Chooser<'a>,
}

impl<'a> Gunner<'a> {
    /// Returns the condition after aiming, and the targets of the mounts.
    fn aim(&self, mut condition: Condition) -> (Condition, [Option<usize>; MOST_MOUNTS]) {
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
    use crate::sim::ids::ClassId;
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::level::ShipKind;
    use crate::sim::combat::test_support;
    use crate::sim::ids::ShipId;

    impl FireControl {
        /// The targets of the members' mounts, in their order.
        pub(in crate::sim) fn of(targets: Vec<[Option<usize>; MOST_MOUNTS]>) -> Self {
            Self { targets }
        }
    }

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
            let field = Battlefield { origin: DVec3::ZERO, step: DVec3::ZERO, members: 0..members.len() };
            let colliders = Colliders::new(&field, &members, &[], &[]);
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

    #[test]
    fn a_ship_off_its_battlefield_drops_its_target_and_loads() {
        let mut world = World::new();
        let arms_table = test_support::arms_table();
        let mut aims = Condition::whole(&arms_table.ships[ClassId::FIRST]);
        aims.target = Some(TargetId::Ship(ShipId(9)));
        aims.mounts[0].reload_ticks = 7;
        let (gone, stays) = (world.spawn(aims).id(), world.spawn(aims).id());
        let mut battlefields = Battlefields::default();
        battlefields.members.push(Combatant { entity: stays, ..test_support::ship(0, 0, DVec3::ZERO) });
        world.insert_resource(battlefields);
        world.run_system_once(stand_down).expect("it runs");
        let after = |entity: Entity| *world.get::<Condition>(entity).expect("it has one");
        assert_eq!((after(gone).target, after(gone).mounts[0].reload_ticks), (None, 6));
        assert_eq!(after(stays), aims);
    }
}
