//! Where those are that are fought, and how they are carried: ships and structures alike.
//!
//! - Enters: [`Traffic`], structures.
//! - Leaves: a [`Moving`] for whoever is asked for.
//! - Must never: say whether anyone may be seen: who chose it did.

use bevy::prelude::*;
use glam::DVec3;

use super::super::Mark;
use crate::sim::Sky;
use crate::sim::holdings::carry::place_before;
use crate::sim::holdings::{Rings, Structure, StructureId};
use crate::sim::ships::Position;
use crate::sim::traffic::Traffic;

/// Something that is fought, at the beginning of the tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moving {
    /// Where it is, km.
    pub position: DVec3,
    /// How far what carries it moves in this tick, km.
    pub step: DVec3,
    /// How far it reaches about its middle, km.
    pub bound_km: f64,
}

/// All structures of a tick, in the order of their numbers. Keeps its room from tick to tick.
#[derive(Debug, Default)]
pub(super) struct Standing(Vec<(StructureId, Moving)>);

impl Standing {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Gathers them anew; `tick` is the one at whose end the tick that is worked on begins.
    pub fn gather(
        &mut self,
        structures: &Query<(&Structure, &Position)>,
        rings: &Rings,
        sky: &Sky,
        tick: u64,
    ) {
        self.0.clear();
        self.0.extend(structures.iter().map(|(structure, now)| {
            let before = place_before(structure, rings, sky, tick);
            let step = now.0 - before;
            (structure.id, Moving { position: before, step, bound_km: structure.radius_km })
        }));
        self.0.sort_unstable_by_key(|(id, _)| *id);
    }

    /// Where something is that is fought; `None` if it is gone.
    pub fn find(&self, traffic: &Traffic, mark: Mark) -> Option<Moving> {
        match mark {
            Mark::Ship(id) => {
                let index = traffic.ships.binary_search_by_key(&id, |ship| ship.id).ok()?;
                Some(Moving {
                    position: traffic.positions[index],
                    step: traffic.carriages[index].step,
                    bound_km: traffic.ships[index].bound_km(),
                })
            }
            Mark::Structure(id) => {
                let index = self.0.binary_search_by_key(&id, |(id, _)| *id).ok()?;
                self.0.get(index).map(|(_, moving)| *moving)
            }
        }
    }
}
