//! Destroyers that shoot from afar, and back off before anybody is near.

use super::Script;
use super::desk::{Desk, Errand};
use crate::sim::{AttackTarget, Goal, TargetId};

/// Destroyers before the first attack.
const DESTROYERS: usize = 4;
/// Trade stations.
const STATIONS: usize = 5;
/// Ships back off from armed foes within this distance, km.
const TOO_NEAR_KM: f64 = 400_000.0;

/// The kiter.
#[derive(Default)]
pub struct Kiter {
    errand: Errand,
}

impl Script for Kiter {
    fn look(&mut self, desk: &mut Desk) {
        desk.have_structures("trade station", STATIONS);
        desk.keep_building("destroyer");
        let (Some(base), Some(target)) = (desk.base(), desk.target()) else { return };
        let ships = desk.ships("destroyer");
        if ships.len() < DESTROYERS {
            return;
        }
        let foes = desk.foes_at(target);
        let distance = |foe: &crate::sim::visibility::SeenShip| {
            ships.iter().map(|ship| ship.position.distance(foe.position)).fold(f64::INFINITY, f64::min)
        };
        let is_too_near = foes.iter().any(|foe| distance(foe) < TOO_NEAR_KM);
        let prey = foes.first().map(|foe| TargetId::Ship(foe.ship.id));
        let structure =
            || desk.foreign_structures_at(target).first().map(|seen| TargetId::Structure(seen.structure.id));
        let goal = match prey.or_else(structure) {
            _ if is_too_near => Goal::Body(base),
            Some(prey) => Goal::Attack(AttackTarget::Target(prey)),
            None => Goal::Body(target),
        };
        desk.send(&mut self.errand, &ships, goal, false);
    }
}
