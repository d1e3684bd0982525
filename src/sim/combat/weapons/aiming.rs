//! Choice of targets, and pointing of mounts: the units that aim in a tick, and the foes that they aim at.
//!
//! Ships and structures look for a better target every few ticks, not all in the same one; those without a target
//! look at once, and only at foes that their faction sees. Off the battlefields weapons load, and nothing has a
//! target.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use typed_index_collections::TiVec;

use super::choosing::Chooser;
use super::gunner::Gunner;
use super::matchups::Matchups;
use super::visible_enemies::{Candidate, VisibleEnemies};
use crate::level::{MOST_MOUNTS, ShipKind, Stance};
use crate::sim::combat::battlefield::Battlefield;
use crate::sim::combat::colliders::{BattleColliders, Colliders};
use crate::sim::combat::turning::TurnRate;
use crate::sim::combat::{Battlefields, Combatant, FightSystems};
use crate::sim::visibility::Knowledge;
use crate::sim::{
    ArmedClass, ArmsTable, Calendar, Condition, Doctrine, FactionId, Fleet, Goal, OfWorld, Route, Sky,
    TargetId, Tick, WeaponId,
};

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

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::*;
    use crate::sim::combat::test_support;
    use crate::sim::ids::{ClassId, ShipId};

    impl FireControl {
        /// The targets of the members' mounts, in their order.
        pub(in crate::sim) fn of(targets: Vec<[Option<usize>; MOST_MOUNTS]>) -> Self {
            Self { targets }
        }
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
