//! Defence by time of arrival.

use super::{Plan, fewest, in_order_of_arrival};
use crate::ai::belief::outcome_words;
use crate::ai::situation::{OwnShip, Situation};
use crate::ai::travel;
use crate::level::counted;
use crate::sim::{BodyId, Operation, OperationKind, ShipId, Stage};

/// Ships that need longer than this are no help, seconds of play.
const LONGEST_HELP_S: f64 = 60.0;
/// Ships that need longer than this come to no ally's aid, seconds of play.
const LONGEST_AID_S: f64 = 30.0;
/// The defence of an ally's body counts this much of that of an own one.
const AID_WEIGHT: f64 = 0.5;
/// The least margin to come to the aid of a body,
const LEAST_MARGIN: f64 = -0.3;
/// of one that must not fall,
const LEAST_MARGIN_OF_VITAL: f64 = -0.8;
/// and the margin of such a body below which attacks come back to it.
const CALL_BACK: f64 = 0.2;
/// An attack that is winning with this margin goes on.
const WINNING: f64 = 0.5;
/// A colony is worth a fight that its defenders win against all that could be there within this time, seconds of play.
const COLONY_S: f64 = 20.0;
/// A defence with this margin needs no more ships.
pub(super) const ENOUGH: f64 = 0.5;
/// What comes first to a body that must not fall is not all that comes: its defence is enough if it is against all foes
/// that were seen lately and could be there within this time, seconds of play.
const FOLLOWED_S: f64 = 30.0;

/// Sends ships to own bodies with foes in their wells: first to those that decide the war, then to those with yards.
/// What is left goes to bodies of allies where an attack is seen.
pub fn protect(plan: &mut Plan) {
    let situation = plan.thought.situation;
    let mut beset: Vec<BodyId> = situation.own_bodies().filter(|body| is_in_need(plan, *body)).collect();
    let decides = |body: BodyId| situation.objective.stake(body) > 0.0;
    beset.sort_by_key(|body| (!decides(*body), !situation.has_yard(*body)));
    let allied = situation.bodies.iter_enumerated().filter(|(_, known)| known.is_allied);
    let attacked = |body: BodyId| plan.thought.belief.is_threatened(body);
    beset.extend(allied.filter(|(body, known)| known.is_beset || attacked(*body)).map(|(body, _)| body));
    beset.into_iter().for_each(|body| defend(plan, body));
}

/// Sends ships to an own body, or to that of an ally: they join its defence, or begin one if it can hold.
fn defend(plan: &mut Plan, body: BodyId) {
    let situation = plan.thought.situation;
    let is_allied = situation.bodies.get(body).is_some_and(|known| known.is_allied);
    let (weight, longest_s) = if is_allied { (AID_WEIGHT, LONGEST_AID_S) } else { (1.0, LONGEST_HELP_S) };
    let soon = by_arrival(situation, body, longest_s);
    let (odds, helpers) = muster(plan, body, &soon);
    let landers: Vec<_> = helpers.iter().filter(|ship| ship.can_land()).map(|ship| ship.id).collect();
    let ships: Vec<_> = helpers.iter().filter(|ship| ship.is_armed).map(|ship| ship.id).collect();
    let score = weight * (100.0 + 100.0 * odds + if situation.is_vital(body) { 50.0 } else { 0.0 });
    let mut operations = plan.mind.operations.iter_mut();
    if let Some(known) = operations.find(|one| defends(one, body)) {
        known.ships.extend(ships);
        known.landers.extend(landers);
    } else if let Some(obstacle) = obstacle(plan, body, (odds, &helpers), &soon) {
        plan.decline(OperationKind::Defend, body, score, words_of_decline(ships.len(), odds, obstacle));
    } else {
        let defence = (OperationKind::Defend, body);
        let operation = plan.begin_with_odds(defence, ships, odds, String::new());
        (operation.landers, operation.score) = (landers, score);
        let first_s =
            helpers.first().and_then(|ship| travel::of_ship_within(situation, ship, body, longest_s));
        operation.arrives_tick = first_s.map_or(0, |seconds| travel::tick_in(situation, seconds));
    }
}

/// Why a defence is declined for which so many warships are free. Without any there is no fight to forecast.
fn words_of_decline(ships: usize, odds: f64, obstacle: &str) -> String {
    if ships == 0 {
        return "no warship that could be there in time is free".to_owned();
    }
    format!("{} could be there in time; {}; {obstacle}", counted(ships, "warship"), outcome_words(odds))
}

/// The ships that should help to defend a body, and how it would fare, see [`defence`]. Others are called back for a
/// body that must not fall and would without them.
fn muster<'t>(plan: &mut Plan<'_, 't, '_>, body: BodyId, soon: &[&'t OwnShip]) -> (f64, Vec<&'t OwnShip>) {
    let is_vital = plan.thought.situation.is_vital(body);
    let (mut odds, mut helpers) = defence(plan, body, soon);
    if is_vital && odds < CALL_BACK {
        call_back_some(plan, body, soon);
        (odds, helpers) = defence(plan, body, soon);
    }
    if is_vital && odds < CALL_BACK {
        call_back_most(plan, soon);
        (odds, helpers) = defence(plan, body, soon);
    }
    (odds, helpers)
}

/// Why a body that nobody defends yet is not worth a fight with these odds and helpers; `None` if it is.
fn obstacle(
    plan: &Plan,
    body: BodyId,
    (odds, helpers): (f64, &[&OwnShip]),
    soon: &[&OwnShip],
) -> Option<&'static str> {
    let situation = plan.thought.situation;
    let is_vital = situation.is_vital(body);
    let least = if is_vital { LEAST_MARGIN_OF_VITAL } else { LEAST_MARGIN };
    if helpers.is_empty() {
        Some("no ship is free")
    } else if odds < least && situation.own_bodies().any(|own| own != body) {
        Some("the fight would be in vain")
    } else if !is_vital && !holds(plan, body, soon) {
        Some("more enemies could follow those in sight")
    } else {
        None
    }
}

/// Whether an operation is the defence of a body.
fn defends(operation: &Operation, body: BodyId) -> bool {
    operation.kind == OperationKind::Defend && operation.target == body
}

/// Whether all ships that can come would hold a body that may fall against what may follow those in sight.
fn holds(plan: &Plan, body: BodyId, soon: &[&OwnShip]) -> bool {
    plan.thought.belief.margin_of_hold(helpers(plan, soon), body, COLONY_S) >= 0.0
}

fn is_in_need(plan: &Plan, body: BodyId) -> bool {
    let known = plan.thought.situation.bodies.get(body);
    let belief = plan.thought.belief;
    belief.is_threatened(body) || belief.is_approached(body) || known.is_some_and(|known| known.is_beset)
}

/// The expected margin of a body with its guns, its present defenders and some helpers; and these helpers, free ships
/// that can be there soon.
fn defence<'t>(plan: &Plan<'_, 't, '_>, body: BodyId, soon: &[&'t OwnShip]) -> (f64, Vec<&'t OwnShip>) {
    let mut all = defenders(plan, body);
    let there = all.len();
    all.extend(helpers(plan, soon));
    all.truncate(enough(plan, &all, body).max(there));
    let margin = plan.thought.belief.margin_of_defence(all.iter().copied(), body);
    if plan.thought.situation.bodies.get(body).is_some_and(|known| known.is_beset && !known.is_allied) {
        all.extend(free_of(plan, soon).filter(|ship| ship.can_land()));
    }
    (margin, all.split_off(there))
}

/// The ships that defend a body already.
fn defenders<'t>(plan: &Plan<'_, 't, '_>, body: BodyId) -> Vec<&'t OwnShip> {
    let defences = plan.mind.operations.iter().filter(|one| defends(one, body));
    defences.flat_map(|one| &one.ships).filter_map(|ship| plan.thought.situation.ship(*ship)).collect()
}

/// How many of some ships suffice for the defence of a body, from the first on; all, if they do not.
fn enough(plan: &Plan, ships: &[&OwnShip], body: BodyId) -> usize {
    let belief = plan.thought.belief;
    let is_vital = plan.thought.situation.is_vital(body);
    let holds = |some: &[&OwnShip]| {
        !is_vital || belief.margin_against_seen(some.iter().copied(), body, FOLLOWED_S) >= ENOUGH
    };
    let meets = |some: &[&OwnShip]| belief.margin_of_defence(some.iter().copied(), body) >= ENOUGH;
    fewest(ships, |some| meets(some) && holds(some)).len()
}

/// The free armed ships of some.
fn helpers<'t>(plan: &Plan<'_, 't, '_>, soon: &[&'t OwnShip]) -> impl Iterator<Item = &'t OwnShip> {
    free_of(plan, soon).filter(|ship| ship.is_armed)
}

/// The free ships of some, in their order.
fn free_of<'t>(plan: &Plan<'_, 't, '_>, soon: &[&'t OwnShip]) -> impl Iterator<Item = &'t OwnShip> {
    let free: Vec<ShipId> = plan.free().iter().map(|ship| ship.id).collect();
    soon.iter().copied().filter(move |ship| free.binary_search(&ship.id).is_ok())
}

/// The own ships that can fight or land and be at a body soon, the first there first. Journeys are costly: this is
/// asked once a body, and no longer ones are searched for.
fn by_arrival<'t>(situation: &'t Situation, body: BodyId, longest_s: f64) -> Vec<&'t OwnShip> {
    let of_use = situation.ships.iter().filter(|ship| !ship.is_wing && (ship.is_armed || ship.can_land()));
    let timed =
        of_use.filter_map(|ship| Some((travel::of_ship_within(situation, ship, body, longest_s)?, ship)));
    in_order_of_arrival(timed)
}

/// Attacks that gather, defences of bodies that may fall, and guards of comets and of bodies that were just taken give
/// back the ships that a home needs, the nearest first.
fn call_back_some(plan: &mut Plan, home: BodyId, soon: &[&OwnShip]) {
    let situation = plan.thought.situation;
    let is_open = |one: &Operation| {
        let gathers = one.kind.is_attack() && one.stage < Stage::Advance;
        let is_guard = one.departs_tick > 0;
        let holds_comet = one.kind == OperationKind::Hold;
        let defends = one.kind == OperationKind::Defend && (is_guard || !situation.is_vital(one.target));
        gathers || holds_comet || defends
    };
    let may_come = |ship: &&&OwnShip| {
        plan.mind.operations.iter().any(|one| is_open(one) && one.ships.contains(&ship.id))
    };
    let mut all = defenders(plan, home);
    all.extend(helpers(plan, soon));
    all.extend(soon.iter().filter(may_come).copied());
    all.truncate(enough(plan, &all, home));
    for operation in plan.mind.operations.iter_mut().filter(|one| is_open(one)) {
        operation.ships.retain(|ship| all.iter().all(|one| one.id != *ship));
    }
}

/// Attacks that have not departed give their ships back; others, too, unless they are winning or cannot be back soon.
fn call_back_most(plan: &mut Plan, soon: &[&OwnShip]) {
    let situation = plan.thought.situation;
    plan.mind.call_back(situation.tick, |one| {
        if !one.kind.is_attack() || one.stage < Stage::Advance {
            return !one.kind.is_attack();
        }
        let is_winning = one.stage == Stage::Act && one.odds_now >= WINNING;
        let first = one.ships.iter().find_map(|id| situation.ship(*id));
        let is_near = first.is_some_and(|first| soon.iter().any(|ship| ship.id == first.id));
        is_winning || !is_near
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_warship_there_is_no_forecast() {
        let told = |ships: usize| words_of_decline(ships, 1.0, "more enemies could follow those in sight");
        assert_eq!(told(0), "no warship that could be there in time is free");
        let some = "2 warships could be there in time; win likely, 100 % of the fleet survives; more enemies";
        assert!(told(2).starts_with(some), "{}", told(2));
    }
}
