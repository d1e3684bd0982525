//! Fleets under fire without a fight of their own: troop ships, fleets that travel or land, hold their fire or are
//! out of range. They withdraw by the same rule as fighting fleets.

use bevy::prelude::*;

use super::strength::{LOOK_TICKS, has_lost_enough, strength};
use crate::sim::task::war::retreat::withdraw;
use crate::sim::{
    ArmsTable, Condition, Doctrine, Engagement, MOST_CALM_TICKS, UnderFire, fleets_in_order,
    members_in_order, ticks,
};

/// Withdraws the fleets that are in no fight and have lost enough, in the order of their numbers.
pub(in crate::sim) fn update_withdrawals(world: &mut World) {
    for (fleet, is_watched) in fleets_to_watch(world) {
        let known = world.get::<UnderFire>(fleet).copied();
        let now = if is_watched { weigh(world, fleet, known) } else { None };
        match now {
            Some(under_fire) if known != now => {
                world.entity_mut(fleet).insert(under_fire);
            }
            None if known.is_some() => {
                world.entity_mut(fleet).remove::<UnderFire>();
            }
            _ => {}
        }
    }
}

/// The fleets that are, were or could be under fire, and whether each is in no fight and has a withdrawal limit.
fn fleets_to_watch(world: &mut World) -> Vec<(Entity, bool)> {
    fleets_in_order(world, |entity, _| {
        let may_withdraw = entity.get::<Doctrine>()?.0.withdraw_percent > 0;
        let is_watched = may_withdraw && !entity.contains::<Engagement>();
        (is_watched || entity.contains::<UnderFire>()).then_some(is_watched)
    })
}

/// Records the strength of a fleet that was hit since the last look, and withdraws it when it has lost enough;
/// `None` for a fleet that has not been hit for a while.
fn weigh(world: &mut World, fleet: Entity, known: Option<UnderFire>) -> Option<UnderFire> {
    let calm_ticks = calm_ticks(world, fleet);
    let Some(known) = known else {
        if calm_ticks > LOOK_TICKS {
            return None;
        }
        return Some(UnderFire { strength: strength(world, fleet), has_asked: false });
    };
    let patience = ticks(world.resource::<ArmsTable>().rules.conduct.calm_s);
    // The calm counter goes no higher, and a fleet that is hit between all looks is never calm.
    if calm_ticks >= patience.clamp(LOOK_TICKS + 1, MOST_CALM_TICKS) {
        return None;
    }
    let asks = !known.has_asked && has_lost_enough(world, fleet, known.strength);
    if asks {
        withdraw(world, fleet);
    }
    Some(UnderFire { has_asked: known.has_asked || asks, ..known })
}

/// Ticks since the last hit on any ship of a fleet, up to the limit of the counter.
fn calm_ticks(world: &World, fleet: Entity) -> u32 {
    let members = members_in_order(world, fleet);
    let conditions = members.iter().filter_map(|(_, ship)| world.get::<Condition>(*ship));
    conditions.map(|condition| condition.calm_ticks).min().unwrap_or(MOST_CALM_TICKS)
}
