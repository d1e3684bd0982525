//! Applies the hits of a tick, and lets fires burn.
//!
//! The last attacker to light a fire gains experience from all burn damage, and is credited with the destruction.
//! Destroyed units suffer no damage: every shot has one outcome.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::chain_damage::ChainDamage;
use super::destruction::{self, Casualties, Casualty};
use super::model::{apply_damage, burnt_share, is_at_rest, pass_tick};
use super::report::{self, DamageReport};
use crate::level::DamageKind;
use crate::sim::combat::{Battlefields, FightSystems, Hit, Losses, wrecks};
use crate::sim::event::Party;
use crate::sim::{
    ArmsTable, Condition, FactionId, Fleet, Igniter, MemberOf, OfWorld, Position, Ship, Sides, Structure,
    TargetId, Tick,
};

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_of_world::<Losses>()
        .init_scratch::<Casualties>("empty between two ticks")
        .init_scratch::<DamageReport>("only gathers for events");
    let parts =
        (pass_tick_for_all, apply_hits, report::record, wrecks::drift, destruction::remove_casualties);
    app.add_systems(Tick, parts.chain().in_set(FightSystems::Damage));
    app.add_systems(Tick, wrecks::list_obstacles.in_set(FightSystems::Track));
}

/// The armour burnt in a tick.
#[derive(Clone, Copy, Debug)]
struct Burnt {
    /// The burning unit.
    what: Option<TargetId>,
    /// The attacker that set it on fire.
    by: TargetId,
    /// Armour, points.
    points: f64,
}

/// Components of ships and structures that change with time.
type HullParts = (
    Entity,
    &'static mut Condition,
    Option<&'static Ship>,
    Option<&'static Structure>,
    Option<&'static Position>,
    Option<&'static MemberOf>,
);

/// Advances all ships and structures by a tick, in a fight or not.
fn pass_tick_for_all(
    mut conditions: Query<HullParts>,
    fleets: Query<&Fleet>,
    arms_table: Res<ArmsTable>,
    battlefields: Res<Battlefields>,
    mut casualties: ResMut<Casualties>,
    mut report: ResMut<DamageReport>,
    mut fires: Local<Vec<Burnt>>,
) {
    fires.clear();
    let burnt_share = burnt_share(&arms_table.rules.harm);
    for (entity, mut condition, ship, structure, position, member) in &mut conditions {
        if is_at_rest(&condition) {
            continue;
        }
        let (before, lit_by) = (condition.armour, condition.lit_by);
        let is_over = pass_tick(&mut condition, burnt_share);
        if is_over {
            casualties.0.push(Casualty { entity, by: lit_by.map(|igniter| igniter.faction) });
        }
        let (what, points) = (mark_of(ship, structure), before - condition.armour);
        if let Some((id, position)) = what.zip(position).filter(|_| points > 0.0) {
            let fleet = member.and_then(|member| fleets.get(member.0).ok());
            let owner = fleet.map(|fleet| fleet.faction).or(structure.map(|structure| structure.faction));
            let what = Party { id, faction: owner.unwrap_or(FactionId::NOBODY) };
            report.burn(what, lit_by, position.0, points, is_over);
        }
        if let Some(igniter) = lit_by {
            fires.push(Burnt { what, by: igniter.by, points });
        }
    }
    // Sums are taken in a fixed order, so that their last bits are always the same.
    fires.sort_unstable_by_key(|fire| fire.what);
    for fire in fires.iter() {
        let found = battlefields.find_anywhere(fire.by).and_then(|at| battlefields.members.get(at));
        if let Some(igniter) = found
            && let Ok((_, mut condition, ..)) = conditions.get_mut(igniter.entity)
        {
            condition.experience += fire.points;
        }
    }
}

fn mark_of(ship: Option<&Ship>, structure: Option<&Structure>) -> Option<TargetId> {
    let structure = || structure.map(|structure| TargetId::Structure(structure.id));
    ship.map(|ship| TargetId::Ship(ship.id)).or_else(structure)
}

/// Applies the hits of the tick.
fn apply_hits(mut battlefields: ResMut<Battlefields>, mut victims: Victims, mut chain: Local<ChainDamage>) {
    if battlefields.hits.is_empty() {
        return;
    }
    chain.begin_tick();
    for hit in &battlefields.hits {
        victims.take(&battlefields, hit, &mut chain);
    }
    battlefields.hits.clear();
}

/// The possible victims of hits.
#[derive(SystemParam)]
struct Victims<'w, 's> {
    conditions: Query<'w, 's, &'static mut Condition>,
    arms_table: Res<'w, ArmsTable>,
    sides: Res<'w, Sides>,
    casualties: ResMut<'w, Casualties>,
    report: ResMut<'w, DamageReport>,
}

impl Victims<'_, '_> {
    /// Whether a unit exists and is not destroyed.
    fn is_alive(&self, entity: Entity) -> bool {
        self.conditions.get(entity).is_ok_and(|condition| condition.armour > 0.0)
    }

    /// Applies a hit, and passes its chained part on.
    fn take(&mut self, battlefields: &Battlefields, hit: &Hit, chain: &mut ChainDamage) {
        let Some(target) = battlefields.members.get(hit.target) else { return };
        if !self.is_alive(target.entity) {
            return;
        }
        let (side, rules) = (self.sides.side(hit.faction), &self.arms_table.rules.harm);
        let is_alive = |entity: Entity| self.is_alive(entity);
        // Neighbours that are alive before this hit is suffered.
        let near = if hit.leaps { chain.targets(battlefields, hit, side, rules, is_alive) } else { &[] };
        self.strike(battlefields, hit);
        let harm = hit.harm * self.arms_table.rules.harm.leap_share;
        for &(_, at) in near {
            let from = target.position;
            self.strike(battlefields, &Hit { target: at, harm, leaps: false, from, ..*hit });
        }
    }

    /// Applies a hit to its target alone.
    fn strike(&mut self, battlefields: &Battlefields, hit: &Hit) {
        let Some(target) = battlefields.members.get(hit.target) else { return };
        let Some(class) = target.arms(&self.arms_table) else { return };
        let Ok(mut condition) = self.conditions.get_mut(target.entity) else { return };
        if condition.armour <= 0.0 {
            return;
        }
        let suffered = apply_damage(&mut condition, class, hit.kind, hit.harm, &self.arms_table.rules.harm);
        self.report.hit(target, &suffered, hit);
        let is_foe = self.sides.are_foes(hit.faction, target.faction);
        if hit.kind == DamageKind::Heat && suffered.armour > 0.0 && condition.burning > 0.0 {
            condition.lit_by = is_foe.then_some(Igniter { by: hit.by, faction: hit.faction });
        }
        if suffered.destroyed {
            self.casualties.0.push(Casualty { entity: target.entity, by: is_foe.then_some(hit.faction) });
        }
        if is_foe {
            self.add_experience(battlefields, hit.by, suffered.shield + suffered.armour);
        }
    }

    /// Adds experience from damage done. A ship outside all fights gains none.
    fn add_experience(&mut self, battlefields: &Battlefields, who: TargetId, harm: f64) {
        let found = battlefields.find_anywhere(who).and_then(|at| battlefields.members.get(at));
        if let Some(shooter) = found
            && let Ok(mut condition) = self.conditions.get_mut(shooter.entity)
        {
            condition.experience += harm;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::sim::event::GameEvent;
    use crate::sim::ids::ClassId;
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::*;
    use crate::level::test_support::faction;
    use crate::rules::combat::HarmNumbers;
    use crate::sim::combat::Combatant;
    use crate::sim::combat::test_support;
    use crate::sim::combat::test_support::class;
    use crate::sim::ids::ShipId;

    /// A world in which ships of two sides stand in a row, 5,000 km from each other.
    fn row(sides: &[u16]) -> World {
        let mut world = World::new();
        let mut arms_table = ArmsTable::default();
        arms_table.ships.push(class(1.0, 0.0, 1.0));
        world.insert_resource(Sides::of(&[faction("a"), faction("b")]));
        world.init_resource::<Casualties>();
        world.init_resource::<Battlefields>();
        world.init_resource::<DamageReport>();
        let members: Vec<Combatant> = (0_u32..)
            .zip(sides)
            .map(|(number, &side)| Combatant {
                entity: world.spawn(Condition::whole(&arms_table.ships[ClassId::FIRST])).id(),
                radius_km: 1.0,
                ..test_support::ship(number, side, DVec3::X * (5000.0 * f64::from(number)))
            })
            .collect();
        world.insert_resource(arms_table);
        let mut battlefields = world.resource_mut::<Battlefields>();
        battlefields.fields.push(test_support::battlefield(&members));
        battlefields.members = members;
        world
    }

    fn hit(world: &mut World, target: usize, kind: DamageKind, harm: f64) {
        let (by, leaps, from) = (TargetId::Ship(ShipId(0)), kind == DamageKind::Electric, DVec3::ZERO);
        world.resource_mut::<Battlefields>().hits.push(Hit {
            target,
            kind,
            harm,
            by,
            faction: FactionId(0),
            leaps,
            from,
        });
    }

    fn armour(world: &World) -> Vec<f64> {
        let members = &world.resource::<Battlefields>().members;
        let of = |member: &Combatant| world.get::<Condition>(member.entity).map_or(-1.0, |one| one.armour);
        members.iter().map(of).collect()
    }

    #[test]
    fn an_arc_leaps_to_the_nearest_foes_of_its_shooter() {
        // By the rules the hit leaps to three units within 12,000 km, with 0.4 of its harm.
        let mut world = row(&[0, 1, 1, 0, 1, 1, 1]);
        hit(&mut world, 4, DamageKind::Electric, 10.0);
        world.run_system_once(apply_hits).expect("it runs");
        assert_eq!(armour(&world), [100.0, 100.0, 96.0, 100.0, 90.0, 96.0, 96.0]);
        assert!(world.resource::<Battlefields>().hits.is_empty());
        let shooter = world.resource::<Battlefields>().members[0].entity;
        assert_eq!(world.get::<Condition>(shooter).map(|one| one.experience), Some(22.0));
    }

    /// The losses of shield and armour that are reported in this tick.
    fn reported_losses(world: &mut World) -> Vec<(TargetId, f64, f64)> {
        let mut losses = Vec::new();
        world.resource_mut::<DamageReport>().close(|event| {
            if let GameEvent::Suffered { what, shield, armour, .. } = event {
                losses.push((what.id, shield, armour));
            }
        });
        losses
    }

    #[test]
    fn reports_equal_the_losses() {
        let mut world = row(&[0, 1, 1]);
        let mark = |number: u32| TargetId::Ship(ShipId(number));
        world.resource_mut::<ArmsTable>().ships[ClassId::FIRST].armour_shares = [0.5; 4];
        let entity = world.resource::<Battlefields>().members[1].entity;
        world.get_mut::<Condition>(entity).expect("it has one").shield = 7.0;
        hit(&mut world, 1, DamageKind::Kinetic, 4.0);
        hit(&mut world, 1, DamageKind::Electric, 10.0);
        hit(&mut world, 2, DamageKind::Kinetic, 1.0e6);
        hit(&mut world, 2, DamageKind::Kinetic, 1.0e6);
        world.run_system_once(apply_hits).expect("it runs");
        // 4 and 3 from the shield, and half of the 7 that come through; the leap takes all that the other unit has
        // left.
        assert_eq!(reported_losses(&mut world), [(mark(1), 7.0, 3.5), (mark(2), 0.0, 100.0)]);
        assert_eq!(armour(&world), [100.0, 96.5, 0.0]);
        hit(&mut world, 1, DamageKind::Heat, 20.0);
        world.run_system_once(apply_hits).expect("it runs");
        assert_eq!(reported_losses(&mut world), [(mark(1), 0.0, 10.0)]);
    }

    #[test]
    fn a_destroyed_unit_suffers_no_more_and_falls_once() {
        let mut world = row(&[0, 1, 1]);
        for _ in 0..3 {
            hit(&mut world, 1, DamageKind::Kinetic, 70.0);
        }
        hit(&mut world, 1, DamageKind::Electric, 50.0);
        world.run_system_once(apply_hits).expect("it runs");
        assert_eq!(armour(&world), [100.0, 0.0, 100.0], "it does not leap from what is gone");
        let members = &world.resource::<Battlefields>().members;
        let expected = Casualty { entity: members[1].entity, by: Some(FactionId(0)) };
        assert_eq!(world.resource::<Casualties>().0, [expected]);
        let experience = world.get::<Condition>(members[0].entity).map(|one| one.experience);
        assert_eq!(experience, Some(100.0), "only what was suffered");
    }

    #[test]
    fn own_fire_teaches_nothing_and_is_nobodys_kill() {
        let mut world = row(&[0, 0, 1]);
        hit(&mut world, 1, DamageKind::Kinetic, 1.0e4);
        world.run_system_once(apply_hits).expect("it runs");
        let members = &world.resource::<Battlefields>().members;
        assert_eq!(world.resource::<Casualties>().0, [Casualty { entity: members[1].entity, by: None }]);
        assert_eq!(world.get::<Condition>(members[0].entity).map(|one| one.experience), Some(0.0));
    }

    #[test]
    fn a_leap_that_destroys_is_credited_to_the_shooter() {
        let mut world = row(&[0, 1, 1]);
        let entity = world.resource::<Battlefields>().members[2].entity;
        world.get_mut::<Condition>(entity).expect("it has one").armour = 3.0;
        hit(&mut world, 1, DamageKind::Electric, 10.0);
        world.run_system_once(apply_hits).expect("it runs");
        assert_eq!(world.resource::<Casualties>().0, [Casualty { entity, by: Some(FactionId(0)) }]);
        let shooter = world.resource::<Battlefields>().members[0].entity;
        assert_eq!(world.get::<Condition>(shooter).map(|one| one.experience), Some(13.0));
    }

    #[test]
    fn the_igniter_learns_from_a_fire_and_is_credited_with_its_end() {
        let mut world = row(&[0, 1]);
        let members = world.resource::<Battlefields>().members.clone();
        hit(&mut world, 1, DamageKind::Heat, 20.0);
        world.run_system_once(apply_hits).expect("it runs");
        let experience = |world: &World| {
            world.get::<Condition>(members[0].entity).map_or(-1.0, |condition| condition.experience)
        };
        assert_eq!((armour(&world)[1], experience(&world)), (80.0, 20.0));
        world.run_system_once(pass_tick_for_all).expect("it runs");
        let burnt = 80.0 - armour(&world)[1];
        assert!(burnt > 0.0 && (experience(&world) - 20.0 - burnt).abs() < 1.0e-9, "{burnt}");
        assert!(world.resource::<Casualties>().0.is_empty());
        world.get_mut::<Condition>(members[1].entity).expect("it has one").armour = 0.01;
        world.run_system_once(pass_tick_for_all).expect("it runs");
        assert_eq!(
            world.resource::<Casualties>().0,
            [Casualty { entity: members[1].entity, by: Some(FactionId(0)) }]
        );
        assert!((experience(&world) - 20.01 - burnt).abs() < 1.0e-9, "it learns from what there was to burn");
    }

    #[test]
    fn the_last_fire_counts_and_that_of_friends_is_nobodys() {
        let mut world = row(&[0, 1, 1]);
        let entity = world.resource::<Battlefields>().members[1].entity;
        let lit_by = |world: &World| world.get::<Condition>(entity).and_then(|condition| condition.lit_by);
        hit(&mut world, 1, DamageKind::Kinetic, 20.0);
        world.run_system_once(apply_hits).expect("it runs");
        assert_eq!(lit_by(&world), None, "nothing burns");
        hit(&mut world, 1, DamageKind::Heat, 20.0);
        world.run_system_once(apply_hits).expect("it runs");
        assert_eq!(lit_by(&world), Some(Igniter { by: TargetId::Ship(ShipId(0)), faction: FactionId(0) }));
        let by = TargetId::Ship(ShipId(2));
        let (kind, from) = (DamageKind::Heat, DVec3::ZERO);
        let friendly = Hit { target: 1, kind, harm: 5.0, by, faction: FactionId(1), leaps: false, from };
        world.resource_mut::<Battlefields>().hits.push(friendly);
        world.run_system_once(apply_hits).expect("it runs");
        assert_eq!(lit_by(&world), None);
    }

    #[test]
    fn a_fire_that_is_out_is_nobodys() {
        let class = class(1.0, 0.0, 1.0);
        let igniter = Igniter { by: TargetId::Ship(ShipId(3)), faction: FactionId(0) };
        let mut condition = Condition { burning: 1.0, lit_by: Some(igniter), ..Condition::whole(&class) };
        let share = burnt_share(&HarmNumbers::default());
        pass_tick(&mut condition, share);
        assert_eq!(condition.lit_by, Some(igniter));
        for _ in 0..3000 {
            pass_tick(&mut condition, share);
        }
        assert_eq!((condition.burning, condition.lit_by), (0.0, None));
    }

    #[test]
    fn a_unit_that_burns_down_falls_outside_of_any_fight() {
        let mut world = row(&[0, 1]);
        let entity = world.resource::<Battlefields>().members[1].entity;
        let mut condition = world.get_mut::<Condition>(entity).expect("it has one");
        (condition.armour, condition.burning) = (0.1, 50.0);
        world.run_system_once(pass_tick_for_all).expect("it runs");
        assert_eq!(world.resource::<Casualties>().0, [Casualty { entity, by: None }]);
    }
}
