//! Troop ships: which go with which attack.

use super::Plan;
use crate::ai::operations::troopers_needed;
use crate::ai::situation::OwnShip;
use crate::ai::thought::Thought;
use crate::sim::{BodyId, Operation, OperationKind, ShipId};

/// An attack is given this many times the troopers that it needs: some are shot down.
const SPARE: f64 = 1.2;

/// The free troop ships that should take a body, the nearest first and the fewest that suffice; all, if they do not.
pub fn party(plan: &Plan, body: BodyId) -> Vec<ShipId> {
    let needed = SPARE * troopers_needed(plan.thought, body);
    let mut troopers = 0.0;
    let enough = nearest_first(plan.thought, free(plan), body).into_iter().take_while(|ship| {
        let wants = troopers < needed;
        troopers += ship.troopers;
        wants
    });
    enough.map(|ship| ship.id).collect()
}

/// Free troop ships go with the attack that lacks the fewest troopers, then with the next one. Those that no attack
/// lacks go with the foremost one.
pub fn assign(plan: &mut Plan) {
    let thought = plan.thought;
    let mut free = free(plan);
    let attacks = plan.mind.operations.iter_mut().filter(|one| one.kind == OperationKind::Take);
    let mut attacks: Vec<(f64, &mut Operation)> = attacks.map(|one| (lacking(thought, one), one)).collect();
    attacks.sort_by(|(one_lacks, one), (other_lacks, other)| {
        let foremost = other.stage.cmp(&one.stage).then(one.id.cmp(&other.id));
        one_lacks.total_cmp(other_lacks).then(foremost)
    });
    for (lacks, attack) in &mut attacks {
        free = nearest_first(thought, free, attack.target);
        while *lacks > 0.0 && !free.is_empty() {
            let ship = free.remove(0);
            *lacks -= ship.troopers;
            attack.landers.push(ship.id);
        }
    }
    let attacks = attacks.into_iter().map(|(_, attack)| attack);
    if let Some(foremost) = attacks.max_by_key(|one| (one.stage, std::cmp::Reverse(one.id))) {
        foremost.landers.extend(free.into_iter().map(|ship| ship.id));
    }
}

/// The free ships that can land, by number.
fn free<'t>(plan: &Plan<'_, 't, '_>) -> Vec<&'t OwnShip> {
    plan.free().into_iter().filter(|ship| ship.can_land()).collect()
}

/// Some ships, those that are nearest to a body now first.
pub(super) fn nearest_first<'t>(
    thought: &Thought,
    mut ships: Vec<&'t OwnShip>,
    body: BodyId,
) -> Vec<&'t OwnShip> {
    let place = thought.situation.place(body);
    let distance = |ship: &OwnShip| ship.position.distance_squared(place);
    ships.sort_by(|one, other| distance(one).total_cmp(&distance(other)).then(one.id.cmp(&other.id)));
    ships
}

/// The troopers that an attack lacks; below 0 it has more than enough. Even an empty body wants those of a ship.
fn lacking(thought: &Thought, attack: &Operation) -> f64 {
    let ships = attack.landers.iter().filter_map(|ship| thought.situation.ship(*ship));
    let troopers: f64 = ships.map(|ship| ship.troopers).sum();
    let least = thought.situation.almanac().arms_table.least_troopers;
    (SPARE * troopers_needed(thought, attack.target)).max(least) - troopers
}
