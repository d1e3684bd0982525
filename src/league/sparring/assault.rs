//! An attack, as all scripts do it: break the guns of a body, drive the ships away, bombard, land; then hunt what
//! is left.

use super::desk::{Desk, Errand};
use crate::level::Assault as GroundAssault;
use crate::sim::visibility::SeenShip;
use crate::sim::{Anchor, AnchoredPlace, AttackTarget, BodyId, Goal, ShipId, TargetId};

/// Troopers land if they outnumber the defenders by this factor.
const LANDING_ODDS: f64 = 1.15;

/// An attack.
#[derive(Debug, Default)]
pub struct Assault {
    fighters: Errand,
    landers: Errand,
}

impl Assault {
    /// Goes on with the attack, with these armed ships and all troop ships: on the nearest body of a foe, or on what
    /// else is left of foes.
    pub fn press(&mut self, desk: &mut Desk, fighters: &[SeenShip]) {
        let Some(target) = desk.target() else {
            if let Some(goal) = desk.hunt() {
                desk.send(&mut self.fighters, fighters, goal, true);
            }
            return;
        };
        let (goal, is_clear) = self.next_goal(desk, target, fighters);
        desk.send(&mut self.fighters, fighters, goal, true);
        let landers = desk.ships("troop ship");
        if is_clear && lands(desk, target, &landers) {
            desk.land(&mut self.landers, &landers, target);
        }
    }

    /// Whether it has a troop ship land on a body.
    pub fn lands_at(&self, body: BodyId, ship: ShipId) -> bool {
        self.landers.lands_at(body, ship)
    }

    /// What the armed ships do next, and whether troopers may come.
    fn next_goal(&self, desk: &Desk, target: BodyId, fighters: &[SeenShip]) -> (Goal, bool) {
        let sky = &desk.almanac().sky;
        if !fighters.iter().any(|seen| sky.is_in_well(target, seen.position)) {
            return (Goal::Body(target), false);
        }
        if let Some(gun) = desk.guns_at(target).first() {
            let gun = TargetId::Structure(gun.structure.id);
            return (Goal::Attack(AttackTarget::Target(gun)), false);
        }
        if !desk.foes_at(target).is_empty() {
            let middle = AnchoredPlace { anchor: Anchor::Body(target), offset: glam::DVec3::ZERO };
            let area = AttackTarget::Area { middle, radius_km: desk.well_km(target) };
            return (Goal::Attack(area), false);
        }
        if desk.abilities(fighters).bombards() && desk.garrison(target).is_some_and(|garrison| garrison > 1.0)
        {
            return (Goal::Ground { body: target, assault: GroundAssault::Bombard }, true);
        }
        (Goal::Body(target), true)
    }
}

/// Whether the troopers of some ships suffice for a body.
fn lands(desk: &Desk, target: BodyId, landers: &[SeenShip]) -> bool {
    let troopers = desk.abilities(landers).troopers;
    desk.garrison(target).is_some_and(|garrison| troopers > LANDING_ODDS * garrison)
}
