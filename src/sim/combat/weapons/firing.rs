//! The part of the tick in which shots are fired. Their damage comes afterwards, for all at once.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::accuracy::experience_level;
use super::aiming::FireControl;
use super::salvo::{Battery, Results};
use crate::sim::combat::chance::{About, Question};
use crate::sim::combat::colliders::{BattleColliders, Colliders};
use crate::sim::combat::torpedoes::Launches;
use crate::sim::combat::turning::HullFrame;
use crate::sim::combat::{Battlefields, Combatant};
use crate::sim::event::Events;
use crate::sim::{ArmsTable, Calendar, Condition, Idle};

/// Query bundle for firing, besides the battlefields.
#[derive(SystemParam)]
pub(super) struct Gunnery<'w> {
    colliders: Res<'w, BattleColliders>,
    control: Res<'w, FireControl>,
    arms_table: Res<'w, ArmsTable>,
    calendar: Res<'w, Calendar>,
}

/// Fires all mounts that can.
pub(super) fn fire(
    mut battlefields: ResMut<Battlefields>,
    mut conditions: Query<(&mut Condition, Has<Idle>)>,
    gunnery: Gunnery,
    mut events: ResMut<Events>,
    mut launches: ResMut<Launches>,
) {
    if battlefields.is_empty() {
        return;
    }
    let Battlefields { members, fields, hits, .. } = &mut *battlefields;
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
            mounts: &member.arms(&self.arms_table)?.mounts,
            arms_table: &self.arms_table,
            control: &self.control,
            may_fire: member.acts && condition.silenced_ticks == 0,
            is_unpaid,
            level: experience_level(condition.experience, &self.arms_table.rules.gunnery),
            chance: Question { seed, tick, who: member.mark, about: About::Shot, count: 0 },
            frame: HullFrame::new(member.heading),
        })
    }
}
