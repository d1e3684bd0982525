//! Corvettes that shoot at structures without guns, and leave when armed ships come.

use super::Script;
use super::desk::{Desk, Errand};
use crate::sim::{AttackTarget, BodyId, Goal, TargetId};

/// Corvettes before the first raid.
const CORVETTES: usize = 6;
/// Trade stations.
const STATIONS: usize = 4;

/// The raider.
#[derive(Default)]
pub struct Raider {
    errand: Errand,
}

impl Script for Raider {
    fn look(&mut self, desk: &mut Desk) {
        desk.have_structures("trade station", STATIONS);
        desk.keep_building("corvette");
        let (Some(base), Some(target)) = (desk.base(), desk.target()) else { return };
        let ships = desk.ships("corvette");
        if ships.len() < CORVETTES {
            return;
        }
        let goal = raid(desk, target).unwrap_or(Goal::Body(base));
        desk.send(&mut self.errand, &ships, goal, false);
    }
}

/// What to do at a body: shoot at its structures, look for them, or nothing where somebody is armed.
fn raid(desk: &Desk, target: BodyId) -> Option<Goal> {
    if !desk.foes_at(target).is_empty() || !desk.guns_at(target).is_empty() {
        return None;
    }
    let structures = desk.foreign_structures_at(target);
    let prey = structures.first().map(|seen| TargetId::Structure(seen.structure.id));
    Some(prey.map_or(Goal::Body(target), |prey| Goal::Attack(AttackTarget::Target(prey))))
}
