//! Places of structures: every tick from the place of their body and the rotation of their ring.

use bevy::prelude::*;
use glam::DVec3;

use super::ship_table::gather;
use crate::sim::{Calendar, Position, Rings, SimSystems, Sky, Structure, Tick};

pub(in crate::sim) fn plugin(app: &mut App) {
    app.add_systems(Tick, carry_structures.in_set(SimSystems::Wells).after(gather));
}

fn carry_structures(
    mut structures: Query<(&Structure, &mut Position)>,
    rings: Res<Rings>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
) {
    for (structure, mut position) in &mut structures {
        position.0 = place(structure, &rings, &sky, calendar.tick + 1);
    }
}

/// Place of a structure in a sky at the end of a tick, km.
pub fn place(structure: &Structure, rings: &Rings, sky: &Sky, tick: u64) -> DVec3 {
    sky.now[structure.body].position + offset(structure, rings, tick)
}

/// Place of a structure in a sky at the beginning of a tick, km.
pub fn place_before(structure: &Structure, rings: &Rings, sky: &Sky, tick: u64) -> DVec3 {
    sky.before[structure.body].position + offset(structure, rings, tick)
}

fn offset(structure: &Structure, rings: &Rings, tick: u64) -> DVec3 {
    rings.of(structure.body).map_or(DVec3::ZERO, |layout| {
        layout.run_offset(usize::from(structure.ring), structure.slot, structure.slots, tick)
    })
}
