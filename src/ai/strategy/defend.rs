//! Defence by time of arrival.

use super::Plan;
use crate::ai::situation::OwnShip;
use crate::ai::travel;
use crate::sim::{BodyId, OperationKind, Stage};

/// Ships that need longer than this are no help, seconds of play.
const LONGEST_HELP_S: f64 = 60.0;
/// The least odds to come to the aid of a body; a home is defended against all odds.
const LEAST_ODDS: f64 = 0.08;

/// Sends ships to own bodies with foes in their wells.
pub fn protect(plan: &mut Plan) {
    let situation = plan.thought.situation;
    let beset: Vec<BodyId> = situation.own_bodies().filter(|body| is_in_need(plan, *body)).collect();
    for body in beset {
        let has_yard = situation.structures.iter().any(|one| one.body == body && one.queue.is_some());
        if has_yard {
            call_off(plan);
        }
        let helpers = helpers(plan, body);
        let odds = plan.thought.belief.odds(helpers.iter().copied(), body);
        let landers: Vec<_> = helpers.iter().filter(|ship| ship.can_land()).map(|ship| ship.id).collect();
        let ships: Vec<_> = helpers.iter().filter(|ship| ship.is_armed).map(|ship| ship.id).collect();
        let why = format!(
            "{} is threatened: {} ships can be there, odds {:.0} %",
            situation.name(body),
            ships.len(),
            100.0 * odds
        );
        let score = 100.0 * odds + if has_yard { 50.0 } else { 0.0 };
        let choice = plan.consider(OperationKind::Defend, body, score, why.clone());
        if let Some(known) = plan
            .mind
            .operations
            .iter_mut()
            .find(|one| one.kind == OperationKind::Defend && one.target == body)
        {
            known.ships.extend(ships);
            known.landers.extend(landers);
            plan.choices[choice].chosen = true;
        } else if !(ships.is_empty() && landers.is_empty())
            && (odds >= LEAST_ODDS || situation.own_bodies().count() <= 1)
        {
            let operation = plan.begin(OperationKind::Defend, body, ships, why);
            operation.landers = landers;
            operation.odds = odds;
            plan.choices[choice].chosen = true;
        }
    }
}

fn is_in_need(plan: &Plan, body: BodyId) -> bool {
    let known = plan.thought.situation.bodies.get(body);
    plan.thought.belief.is_threatened(body) || known.is_some_and(|known| known.is_beset)
}

/// Free ships that can be at a body soon: armed ones, and troopers where invaders fight.
fn helpers<'t>(plan: &Plan<'_, 't, '_>, body: BodyId) -> Vec<&'t OwnShip> {
    let situation = plan.thought.situation;
    let is_beset = situation.bodies.get(body).is_some_and(|known| known.is_beset);
    let free = plan.free().into_iter().filter(|ship| ship.is_armed || (is_beset && ship.can_land()));
    let soon = |ship: &&OwnShip| {
        travel::of_ship(situation, ship, body).is_some_and(|seconds| seconds <= LONGEST_HELP_S)
    };
    free.filter(soon).collect()
}

/// Attacks that have not departed give their ships back.
fn call_off(plan: &mut Plan) {
    plan.mind.operations.retain(|one| !(one.kind.is_attack() && one.stage < Stage::Advance));
}
