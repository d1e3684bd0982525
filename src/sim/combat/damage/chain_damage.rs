//! The neighbours that an electric hit leaps to.

use bevy::prelude::*;

use crate::rules::combat::HarmNumbers;
use crate::sim::combat::{Battlefields, Hit};
use crate::sim::spatial::kd_tree::KdTree;

/// Scratch memory for the hits of a tick that leap.
#[derive(Debug, Default)]
pub struct ChainDamage {
    /// The places of all members of battlefields; empty until a hit of the tick leaps.
    nearby: KdTree,
    /// The neighbours that a hit leaps to.
    near: Vec<(f64, usize)>,
}

impl ChainDamage {
    /// Begins a tick, with new places.
    pub fn begin_tick(&mut self) {
        self.nearby.clear();
    }

    /// The neighbours to which an electric hit leaps: at most [`HarmNumbers::leaps`] members of the target's
    /// battlefield. They are not destroyed, not on `side`, the shooter's side, and within [`HarmNumbers::leap_km`]
    /// of the target from middle to middle. The list has their places in [`Battlefields::members`], the nearest
    /// first, with the squares of their distances, km². The battlefields must not change until the next tick.
    pub fn targets(
        &mut self,
        battlefields: &Battlefields,
        hit: &Hit,
        side: u16,
        rules: &HarmNumbers,
        is_alive: impl Fn(Entity) -> bool,
    ) -> &[(f64, usize)] {
        if self.nearby.is_empty() {
            self.nearby.fill(battlefields.members.iter().map(|member| member.position));
        }
        let Self { nearby, near } = self;
        near.clear();
        let field = battlefields.fields.iter().find(|field| field.members.contains(&hit.target));
        let (Some(field), Some(target)) = (field, battlefields.members.get(hit.target)) else { return near };
        let reach = rules.leap_km * rules.leap_km;
        nearby.search(target.position, reach, |at, away| {
            if let Some(member) = battlefields.members.get(at).filter(|_| field.members.contains(&at))
                && member.side != side
                && member.mark != target.mark
                && is_alive(member.entity)
            {
                near.push((away, at));
            }
            reach
        });
        near.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        near.truncate(rules.leaps as usize);
        near
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::level::DamageKind;
    use crate::sim::combat::battlefield::Battlefield;
    use crate::sim::combat::{Combatant, test_support};
    use crate::sim::ids::FactionId;
    use crate::sim::ids::ShipId;
    use crate::sim::ids::TargetId;

    /// [`ChainDamage::targets`] by a scan of all members of the target's battlefield.
    fn by_looking_at_all(
        battlefields: &Battlefields,
        hit: &Hit,
        side: u16,
        rules: &HarmNumbers,
        is_alive: impl Fn(Entity) -> bool,
    ) -> Vec<(f64, usize)> {
        let field = battlefields.fields.iter().find(|field| field.members.contains(&hit.target));
        let field = field.expect("it is on one");
        let target = &battlefields.members[hit.target];
        let mut near: Vec<(f64, usize)> = Vec::new();
        for at in field.members.clone() {
            let member = &battlefields.members[at];
            let away = member.position.distance_squared(target.position);
            let is_foe = member.side != side && member.mark != target.mark;
            if is_foe && away <= rules.leap_km * rules.leap_km && is_alive(member.entity) {
                near.push((away, at));
            }
        }
        near.sort_by(|one, other| one.0.total_cmp(&other.0));
        near.truncate(rules.leaps as usize);
        near
    }

    /// Forty combatants of two sides on two battlefields. On a coarse grid many distances are equal.
    fn scattered(case: u32, entities: &[Entity]) -> Battlefields {
        let (grain_km, most) = if case.is_multiple_of(2) { (2000.0, 3.0) } else { (7.3, 900.0) };
        let mut battlefields = Battlefields::default();
        battlefields.members.extend((0_u32..).zip(entities).map(|(number, &entity)| {
            let place = test_support::on_grid(case * 100 + number, grain_km, most);
            Combatant { entity, ..test_support::ship(number, u16::from(number.is_multiple_of(3)), place) }
        }));
        let field = |members| Battlefield { origin: DVec3::ZERO, step: DVec3::ZERO, members };
        battlefields.fields.push(field(0..25));
        battlefields.fields.push(field(25..entities.len()));
        battlefields
    }

    #[test]
    fn the_tree_finds_the_same_targets_as_a_full_search() {
        let mut world = World::new();
        let entities: Vec<Entity> = (0..40).map(|_| world.spawn_empty().id()).collect();
        let rules = HarmNumbers { leap_km: 5000.0, leaps: 4, ..HarmNumbers::default() };
        let mut chain = ChainDamage::default();
        let mut found = 0;
        for case in 0..300_u32 {
            let battlefields = scattered(case, &entities);
            chain.begin_tick();
            for target in [0, 7, 24, 25, 39] {
                let (by, from) = (TargetId::Ship(ShipId(0)), DVec3::ZERO);
                let kind = DamageKind::Electric;
                let hit = Hit { target, kind, harm: 1.0, by, faction: FactionId(0), leaps: true, from };
                let dead = entities[(case as usize + target) % entities.len()];
                let is_alive = |entity: Entity| entity != dead;
                let expected = by_looking_at_all(&battlefields, &hit, 0, &rules, is_alive);
                let near = chain.targets(&battlefields, &hit, 0, &rules, is_alive);
                assert_eq!(near, expected, "case {case}, target {target}");
                found += near.len();
            }
        }
        assert!(found > 500, "only {found} leaps in all");
    }

    #[test]
    fn no_hit_leaps_from_a_target_off_all_battlefields() {
        let mut world = World::new();
        let entities = [world.spawn_empty().id(), world.spawn_empty().id()];
        let mut battlefields = scattered(0, &entities);
        battlefields.fields.clear();
        let (by, kind, from) = (TargetId::Ship(ShipId(0)), DamageKind::Electric, DVec3::ZERO);
        let hit = Hit { target: 0, kind, harm: 1.0, by, faction: FactionId(0), leaps: true, from };
        let rules = HarmNumbers { leap_km: 1.0e9, ..HarmNumbers::default() };
        assert!(ChainDamage::default().targets(&battlefields, &hit, 9, &rules, |_| true).is_empty());
    }
}
