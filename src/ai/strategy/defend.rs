//! Defence by time of arrival.

use super::Plan;
use crate::ai::situation::OwnShip;
use crate::ai::travel;
use crate::sim::{BodyId, OperationKind, Stage};

/// Ships that need longer than this are no help, seconds of play.
const LONGEST_HELP_S: f64 = 60.0;
/// The least margin to come to the aid of a body,
const LEAST_MARGIN: f64 = -0.3;
/// of one with a yard,
const LEAST_MARGIN_AT_YARD: f64 = -0.8;
/// and the margin of a yard's body below which attacks come back to it.
const CALL_BACK: f64 = 0.2;
/// An attack that is winning with this margin goes on.
const WINNING: f64 = 0.5;

/// Sends ships to own bodies with foes in their wells.
pub fn protect(plan: &mut Plan) {
    let situation = plan.thought.situation;
    let beset: Vec<BodyId> = situation.own_bodies().filter(|body| is_in_need(plan, *body)).collect();
    for body in beset {
        let has_yard = situation.has_yard(body);
        let (mut odds, mut helpers) = defence(plan, body);
        if has_yard && odds < CALL_BACK {
            call_back(plan, body);
            (odds, helpers) = defence(plan, body);
        }
        let landers: Vec<_> = helpers.iter().filter(|ship| ship.can_land()).map(|ship| ship.id).collect();
        let ships: Vec<_> = helpers.iter().filter(|ship| ship.is_armed).map(|ship| ship.id).collect();
        let why = format!(
            "{} is threatened: {} ships can be there, {:+.0} % of the strength left",
            situation.name(body),
            ships.len(),
            100.0 * odds
        );
        let score = 100.0 + 100.0 * odds + if has_yard { 50.0 } else { 0.0 };
        let least = if has_yard { LEAST_MARGIN_AT_YARD } else { LEAST_MARGIN };
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
            && (odds >= least || situation.own_bodies().count() <= 1)
        {
            let operation = plan.begin(OperationKind::Defend, body, ships, why);
            operation.landers = landers;
            operation.odds = odds.max(0.0);
            plan.choices[choice].chosen = true;
        }
    }
}

fn is_in_need(plan: &Plan, body: BodyId) -> bool {
    let known = plan.thought.situation.bodies.get(body);
    let belief = plan.thought.belief;
    belief.is_threatened(body) || belief.is_approached(body) || known.is_some_and(|known| known.is_beset)
}

/// The ships that can defend a body, and how they would fare with its guns.
fn defence<'t>(plan: &Plan<'_, 't, '_>, body: BodyId) -> (f64, Vec<&'t OwnShip>) {
    let helpers = helpers(plan, body);
    (plan.thought.belief.margin_of_home(helpers.iter().copied(), body), helpers)
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

/// Attacks that have not departed give their ships back; others, too, unless they are winning or too far away.
fn call_back(plan: &mut Plan, home: BodyId) {
    let situation = plan.thought.situation;
    plan.mind.operations.retain(|one| {
        if !one.kind.is_attack() || one.stage < Stage::Advance {
            return !one.kind.is_attack();
        }
        let is_winning = one.stage == Stage::Act && one.odds_now >= WINNING;
        let mut crew = one.ships.iter().filter_map(|ship| situation.ship(*ship));
        let is_near = crew.next().is_some_and(|ship| {
            travel::of_ship(situation, ship, home).is_some_and(|seconds| seconds <= LONGEST_HELP_S)
        });
        is_winning || !is_near
    });
}
