//! Positions and velocities of targets, ships and structures alike.

use bevy::prelude::*;
use glam::DVec3;

use crate::sim::motion::ShipTable;
use crate::sim::motion::structures::place_before;
use crate::sim::{Calendar, Engagement, Position, Rings, Sky, Structure, StructureId, TargetId};

/// A target at the beginning of the tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::sim) struct MovingStructure {
    /// Position, km.
    pub position: DVec3,
    /// Motion of its carrier in this tick, km.
    pub step: DVec3,
    /// Bounding radius, km.
    pub bound_km: f64,
}

/// All structures of a tick in which anyone fights, in the order of their numbers; no part of the world's state.
#[derive(Resource, Debug, Default)]
pub(in crate::sim) struct MovingStructures(Vec<(StructureId, MovingStructure)>);

/// Gathers the structures, once per tick for all readers.
pub(in crate::sim) fn gather_standing(
    mut standing: ResMut<MovingStructures>,
    engaged: Query<(), With<Engagement>>,
    structures: Query<(&Structure, &Position)>,
    rings: Res<Rings>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
) {
    standing.0.clear();
    if engaged.is_empty() {
        return;
    }
    standing.0.extend(structures.iter().map(|(structure, now)| {
        let before = place_before(structure, &rings, &sky, calendar.tick);
        let step = now.0 - before;
        (structure.id, MovingStructure { position: before, step, bound_km: structure.radius_km })
    }));
    standing.0.sort_unstable_by_key(|(id, _)| *id);
}

impl MovingStructures {
    /// The motion of a target; `None` if it is gone.
    pub(in crate::sim) fn find(&self, table: &ShipTable, mark: TargetId) -> Option<MovingStructure> {
        match mark {
            TargetId::Ship(id) => {
                let index = table.ships.binary_search_by_key(&id, |ship| ship.id).ok()?;
                Some(MovingStructure {
                    position: table.positions[index],
                    step: table.carriages[index].step,
                    bound_km: table.ships[index].bound_km(),
                })
            }
            TargetId::Structure(id) => {
                let index = self.0.binary_search_by_key(&id, |(id, _)| *id).ok()?;
                self.0.get(index).map(|(_, moving)| *moving)
            }
        }
    }
}
