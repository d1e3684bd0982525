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
    /// Motion of a ship in open space under its own power in this tick if it continues, km; otherwise zero.
    pub own_step: DVec3,
    /// Bounding radius, km.
    pub bound_km: f64,
}

/// All structures of a tick in which anyone fights, in the order of their numbers; no part of the world's state.
#[derive(Resource, Debug, Default)]
pub(in crate::sim) struct MovingStructures {
    all: Vec<(StructureId, MovingStructure)>,
    tick_seconds: f64,
}

/// Gathers the structures, once per tick for all readers.
pub(in crate::sim) fn gather_standing(
    mut standing: ResMut<MovingStructures>,
    engaged: Query<(), With<Engagement>>,
    structures: Query<(&Structure, &Position)>,
    rings: Res<Rings>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
) {
    standing.all.clear();
    standing.tick_seconds = calendar.tick_seconds();
    if engaged.is_empty() {
        return;
    }
    standing.all.extend(structures.iter().map(|(structure, now)| {
        let before = place_before(structure, &rings, &sky, calendar.tick);
        let step = now.0 - before;
        let own_step = DVec3::ZERO;
        (structure.id, MovingStructure { position: before, step, own_step, bound_km: structure.radius_km })
    }));
    standing.all.sort_unstable_by_key(|(id, _)| *id);
}

impl MovingStructures {
    /// The motion of a target; `None` if it is gone.
    pub(in crate::sim) fn find(&self, table: &ShipTable, mark: TargetId) -> Option<MovingStructure> {
        match mark {
            TargetId::Ship(id) => {
                let index = table.ships.binary_search_by_key(&id, |ship| ship.id).ok()?;
                let (is_free, way) =
                    (table.carriages[index].well.is_none(), table.flights[index].own_velocity);
                Some(MovingStructure {
                    position: table.positions[index],
                    step: table.carriages[index].step,
                    own_step: if is_free { way * self.tick_seconds } else { DVec3::ZERO },
                    bound_km: table.ships[index].bound_km(),
                })
            }
            TargetId::Structure(id) => {
                let index = self.all.binary_search_by_key(&id, |(id, _)| *id).ok()?;
                self.all.get(index).map(|(_, moving)| *moving)
            }
        }
    }
}
