//! The remaining value of a fleet, and the losses at which it withdraws.

use bevy::prelude::*;

use crate::sim::{ArmedClass, ArmsTable, Condition, Doctrine, Ship, members_in_order, visibility};

/// Ticks between the scans of fleets: as for sight, right after it.
pub(super) const LOOK_TICKS: u32 = visibility::LOOK_TICKS as u32;

/// The share of a ship that is left; 1 for a ship without a condition.
pub(super) fn share_left(condition: Option<&Condition>, class: &ArmedClass) -> f64 {
    condition.map_or(1.0, |condition| condition.share(class))
}

/// The value of a fleet's ships, each scaled by its remaining share.
pub(super) fn strength(world: &World, fleet: Entity) -> f64 {
    let arms_table = world.resource::<ArmsTable>();
    let of_ship = |entity: Entity| {
        let class: &ArmedClass = arms_table.ships.get(world.get::<Ship>(entity)?.class)?;
        // A ship without a price counts, too.
        Some(class.worth.max(1.0) * share_left(world.get::<Condition>(entity), class))
    };
    members_in_order(world, fleet).into_iter().filter_map(|(_, entity)| of_ship(entity)).sum()
}

/// Whether the losses of a fleet exceed the limit at which its player wants it to withdraw.
pub(super) fn has_lost_enough(world: &World, fleet: Entity, was: f64) -> bool {
    let percent = world.get::<Doctrine>(fleet).map_or(0, |doctrine| doctrine.0.withdraw_percent);
    percent > 0 && strength(world, fleet) <= was * f64::from(percent) / 100.0
}
