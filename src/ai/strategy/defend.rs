//! Defence by time of arrival.

use super::{Plan, fewest};
use crate::ai::situation::{OwnShip, Situation};
use crate::ai::travel;
use crate::sim::{BodyId, Operation, OperationKind, Stage};

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
/// A colony is worth a fight that its defenders win against all that could be there within this time, seconds of play.
const COLONY_S: f64 = 20.0;
/// A defence with this margin needs no more ships.
const ENOUGH: f64 = 0.5;

/// Sends ships to own bodies with foes in their wells.
pub fn protect(plan: &mut Plan) {
    let situation = plan.thought.situation;
    let beset: Vec<BodyId> = situation.own_bodies().filter(|body| is_in_need(plan, *body)).collect();
    for body in beset {
        let has_yard = situation.has_yard(body);
        let (mut odds, mut helpers) = defence(plan, body);
        let steps: [fn(&mut Plan, BodyId); 2] = [call_back_some, call_back_most];
        for call_back in steps {
            if has_yard && odds < CALL_BACK {
                call_back(plan, body);
                (odds, helpers) = defence(plan, body);
            }
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
            known.why = why;
            plan.choices[choice].chosen = true;
        } else if !(ships.is_empty() && landers.is_empty())
            && (odds >= least || situation.own_bodies().count() <= 1)
            && (has_yard || holds(plan, body))
        {
            let operation = plan.begin(OperationKind::Defend, body, ships, why);
            operation.landers = landers;
            operation.odds = odds.max(0.0);
            plan.choices[choice].chosen = true;
        }
    }
}

/// Whether all ships that can come would hold a body without a yard against what may follow those in sight. Asked only
/// of bodies that nobody defends yet.
fn holds(plan: &Plan, body: BodyId) -> bool {
    plan.thought.belief.margin_of_hold(helpers(plan, body).into_iter(), body, COLONY_S) >= 0.0
}

fn is_in_need(plan: &Plan, body: BodyId) -> bool {
    let known = plan.thought.situation.bodies.get(body);
    let belief = plan.thought.belief;
    belief.is_threatened(body) || belief.is_approached(body) || known.is_some_and(|known| known.is_beset)
}

/// The free ships that should help to defend a body, and how it would fare with its guns, with them and with those
/// that defend it already.
fn defence<'t>(plan: &Plan<'_, 't, '_>, body: BodyId) -> (f64, Vec<&'t OwnShip>) {
    let mut all = defenders(plan, body);
    let there = all.len();
    all.extend(helpers(plan, body));
    all.truncate(enough(plan, &all, body).max(there));
    let margin = plan.thought.belief.margin_of_defence(all.iter().copied(), body);
    all.extend(landers(plan, body));
    (margin, all.split_off(there))
}

/// The ships that defend a body already.
fn defenders<'t>(plan: &Plan<'_, 't, '_>, body: BodyId) -> Vec<&'t OwnShip> {
    let operations = plan.mind.operations.iter();
    let defends = operations.filter(|one| one.kind == OperationKind::Defend && one.target == body);
    defends.flat_map(|one| &one.ships).filter_map(|ship| plan.thought.situation.ship(*ship)).collect()
}

/// How many of some ships suffice for the defence of a body, from the first on; all, if they do not.
fn enough(plan: &Plan, ships: &[&OwnShip], body: BodyId) -> usize {
    let belief = plan.thought.belief;
    fewest(ships, |some| belief.margin_of_defence(some.iter().copied(), body) >= ENOUGH).len()
}

/// Free armed ships that can be at a body soon, the first there first.
fn helpers<'t>(plan: &Plan<'_, 't, '_>, body: BodyId) -> Vec<&'t OwnShip> {
    let free = plan.free().into_iter().filter(|ship| ship.is_armed);
    by_arrival(plan.thought.situation, free, body)
}

/// Free troop ships that can be at a body soon, if invaders fight there.
fn landers<'t>(plan: &Plan<'_, 't, '_>, body: BodyId) -> Vec<&'t OwnShip> {
    let situation = plan.thought.situation;
    let is_beset = situation.bodies.get(body).is_some_and(|known| known.is_beset);
    let free = plan.free().into_iter().filter(|ship| is_beset && ship.can_land());
    by_arrival(situation, free, body)
}

/// The ships that can be at a body soon, the first there first.
fn by_arrival<'t>(
    situation: &Situation,
    ships: impl Iterator<Item = &'t OwnShip>,
    body: BodyId,
) -> Vec<&'t OwnShip> {
    let timed = ships.filter_map(|ship| Some((travel::of_ship(situation, ship, body)?, ship)));
    let mut soon: Vec<(f64, &OwnShip)> = timed.filter(|(seconds, _)| *seconds <= LONGEST_HELP_S).collect();
    soon.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.id.cmp(&other.1.id)));
    soon.into_iter().map(|(_, ship)| ship).collect()
}

/// Attacks that gather give back the ships that a home needs, the nearest first.
fn call_back_some(plan: &mut Plan, home: BodyId) {
    let situation = plan.thought.situation;
    let is_open = |one: &&Operation| one.kind.is_attack() && one.stage < Stage::Advance;
    let gathering = plan.mind.operations.iter().filter(is_open).flat_map(|one| &one.ships);
    let gathering = by_arrival(situation, gathering.filter_map(|ship| situation.ship(*ship)), home);
    let mut all = defenders(plan, home);
    all.extend(helpers(plan, home));
    all.extend(&gathering);
    all.truncate(enough(plan, &all, home));
    for operation in plan.mind.operations.iter_mut().filter(|one| is_open(&&**one)) {
        operation.ships.retain(|ship| all.iter().all(|one| one.id != *ship));
    }
}

/// Attacks that have not departed give their ships back; others, too, unless they are winning or too far away.
fn call_back_most(plan: &mut Plan, home: BodyId) {
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
