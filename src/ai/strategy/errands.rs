//! Scouting, claims, comets, mining: goals for single ships.

use super::attack::may_leave;
use super::{Picked, Plan, landers, may_be_held, sorted_by_time, waiting};
use crate::ai::belief::outcome_words;
use crate::ai::operations::{comets, troopers_needed};
use crate::ai::situation::{BodyFacts, OwnShip, Situation, cheapest_first, slowest_km_s};
use crate::ai::travel::{self, away_words};
use crate::level::{duration, grouped, per_minute};
use crate::sim::{BodyId, OperationKind, ShipId};

/// A founding party has to be paid for: at least this much money, times the claims under way.
const CLAIM_MONEY: i64 = 150;
/// A ship of up to this worth may go on errands, though it is armed.
const LIGHT_WORTH: f64 = 500.0;
/// Armed ships go no farther to claim a body, seconds of play.
const MOST_ARMED_S: f64 = 22.0;
/// The guard of a comet should hold against all that can be there within this time, seconds of play.
const ALONE_S: f64 = 15.0;
/// The most goals of a kind that are noted as declined.
const MOST_DECLINED: usize = 2;
/// A look at a body is good for this long, seconds of play.
const FRESH_S: f64 = 75.0;

/// Sends free ships on errands, as long as there are ships and goals.
pub fn send_out(plan: &mut Plan) {
    claim(plan);
    settle(plan);
    hold_comets(plan);
    mine(plan);
    scout(plan);
}

/// Bodies without an owner, by what they bring for the time that they take.
fn claim(plan: &mut Plan) {
    let situation = plan.thought.situation;
    let free_bodies: Vec<BodyId> = claimable(situation, plan).collect();
    let own = situation.own_bodies().count();
    let wanted = bodies_wanted(plan, own, &free_bodies);
    let may_claim = |plan: &Plan| {
        let under_way = plan.count(|kind| kind == OperationKind::Claim);
        own + under_way < wanted && situation.balance.money >= CLAIM_MONEY * (1 + under_way as i64)
    };
    if !may_claim(plan) {
        return;
    }
    let ships: Vec<&OwnShip> = plan.free().into_iter().filter(|ship| is_light(plan, ship)).collect();
    let mut options = claims(plan, &free_bodies, &ships);
    while may_claim(plan) {
        let scores: Vec<f64> = options.iter().map(|option| option.score).collect();
        let Some(picked) = plan.pick(&scores, 1) else { return };
        let ClaimOption { score, seconds, body, ship } = options[picked.index];
        if let Some(why) = waiting::reason(plan, ship, body, seconds) {
            plan.decline(OperationKind::Claim, body, score, why);
            options.remove(picked.index);
            continue;
        }
        begin_claim(plan, options[picked.index], picked);
        options.retain(|option| option.body != body && option.ship != ship);
    }
    let declined = options.iter().map(|option| (option.score, option.body, option.seconds)).collect();
    plan.decline_best(OperationKind::Claim, MOST_DECLINED, declined, |body, seconds| {
        let income = income_words(situation, body);
        format!("it would bring {income}, {}; other claims come first", away_words(seconds))
    });
}

/// How many bodies a mind wants to own: a share of those that it owns and of those that it could claim.
fn bodies_wanted(plan: &Plan, own: usize, free_bodies: &[BodyId]) -> usize {
    let personality = plan.thought.personality;
    let appetite = plan.thought.skill.growth * (0.2 + 0.8 * personality.greed.max(personality.comets));
    // Without an appetite for growth, it still wants what decides the war.
    let decides = free_bodies.iter().any(|body| plan.thought.situation.objective.stake(*body) > 0.0);
    let appetite = if decides { appetite.max(1.0) } else { appetite };
    (appetite * (own + free_bodies.len()) as f64).ceil() as usize
}

/// Begins a claim.
fn begin_claim(plan: &mut Plan, option: ClaimOption, picked: Picked) {
    let ClaimOption { score, seconds, body, ship } = option;
    let situation = plan.thought.situation;
    let decides = situation.objective.stake(body) > 0.0;
    let objective = if decides { "it counts for the objective; " } else { "" };
    let (income, away) = (income_words(situation, body), away_words(seconds));
    let why = picked.because(format!("{objective}it would bring {income}, {away}"));
    let operation = plan.begin(OperationKind::Claim, body, vec![ship], why);
    (operation.score, operation.arrives_tick) = (score, travel::tick_in(situation, seconds));
}

/// What a body would bring the faction, in words: `360 money and 120 resources a minute`.
fn income_words(situation: &Situation, body: BodyId) -> String {
    let income = per_minute(situation.economy.gain(body).0.net(), situation.economy.tick_s());
    format!("{} money and {} resources a minute", grouped(income.money), grouped(income.resources))
}

/// A ship that may claim a body.
#[derive(Clone, Copy)]
struct ClaimOption {
    score: f64,
    /// The journey of the ship, seconds of play.
    seconds: f64,
    body: BodyId,
    ship: ShipId,
}

/// The claims that ships could make on the bodies near them.
fn claims(plan: &Plan, bodies: &[BodyId], ships: &[&OwnShip]) -> Vec<ClaimOption> {
    let situation = plan.thought.situation;
    let open: Vec<BodyId> =
        bodies.iter().filter(|body| !plan.is_pursued(OperationKind::Claim, **body)).copied().collect();
    let values: Vec<(BodyId, f64)> = open
        .iter()
        .map(|body| {
            let net = situation.economy.gain(*body).0.net();
            (*body, situation.value(net.money as f64, net.resources as f64))
        })
        .collect();
    let mut found = Vec::new();
    for ship in ships {
        for (body, value) in nearest(situation, ship, &values) {
            // Most bodies are too far: a look at the straight way spares the journey.
            let straight_s =
                travel::straight_s(situation, ship.position, situation.place(body), ship.cruise_km_s);
            if ship.is_armed && straight_s > 2.0 * MOST_ARMED_S {
                continue;
            }
            let seconds = if ship.is_armed {
                travel::of_ship_within(situation, ship, body, MOST_ARMED_S)
            } else {
                travel::of_ship(situation, ship, body)
            };
            let Some(seconds) = seconds else { continue };
            let armed = if ship.is_armed { 0.6 } else { 1.0 };
            let score = armed * (value.max(1.0) + situation.objective.stake(body)) / (seconds + 15.0);
            found.push(ClaimOption { score, seconds, body, ship: ship.id });
        }
    }
    found
}

/// The few bodies that are nearest to a ship now, first of all those that decide the war: a journey is computed only
/// for these.
fn nearest<T: Copy>(situation: &Situation, ship: &OwnShip, bodies: &[(BodyId, T)]) -> Vec<(BodyId, T)> {
    /// Journeys that are compared for a ship.
    const COMPARED: usize = 6;
    let mut near = bodies.to_vec();
    let distance = |body: BodyId| situation.place(body).distance_squared(ship.position);
    let stake = |body: BodyId| situation.objective.stake(body);
    near.sort_by(|one, other| {
        let nearer = distance(one.0).total_cmp(&distance(other.0)).then(one.0.cmp(&other.0));
        stake(other.0).total_cmp(&stake(one.0)).then(nearer)
    });
    near.truncate(COMPARED);
    near
}

/// Bodies that a station would take.
fn claimable<'p>(situation: &'p Situation, plan: &'p Plan) -> impl Iterator<Item = BodyId> + 'p {
    let free = situation.bodies.iter_enumerated().filter(|(_, known)| known.owner.is_none());
    let buildable = free.filter(|(_, known)| known.has_rings && known.has_ground);
    let belief = plan.thought.belief;
    buildable.map(|(body, _)| body).filter(|body| !belief.is_threatened(*body) && !belief.resists(*body))
}

/// Bodies without an owner that resist a founding: troopers land there.
fn settle(plan: &mut Plan) {
    let situation = plan.thought.situation;
    let belief = plan.thought.belief;
    let resisting: Vec<BodyId> = belief.resisting_bodies().collect();
    for _ in 0..resisting.len() {
        let landers: Vec<&OwnShip> = plan.free().into_iter().filter(|ship| ship.can_land()).collect();
        let mut goals = Vec::new();
        for &body in resisting.iter().filter(|body| !plan.is_pursued(OperationKind::Settle, **body)) {
            let Some((party, troopers, seconds)) = party(plan, &landers, body) else { continue };
            let (gain, ..) = situation.economy.gain(body);
            let value = situation.value(gain.net().money as f64, gain.net().resources as f64);
            let score = (value.max(1.0) + situation.objective.stake(body)) / (seconds + 15.0);
            goals.push((score, body, party, troopers, seconds));
        }
        let scores: Vec<f64> = goals.iter().map(|goal| goal.0).collect();
        let Some(picked) = plan.pick(&scores, 5) else { return };
        let (score, body, party, troopers, seconds) = goals.swap_remove(picked.index);
        let defenders = belief.defenders(body);
        let way = away_words(seconds);
        let why = picked.because(format!("{troopers:.0} troopers against {defenders:.0}, {way}"));
        let operation = plan.begin(OperationKind::Settle, body, Vec::new(), why);
        (operation.landers, operation.score) = (party, score);
        operation.arrives_tick = travel::tick_in(situation, seconds);
    }
}

/// The first ships to arrive with troopers enough for a body, their troopers, and the time of the last of them; `None`
/// if the few that are nearest to it now are not enough: a journey is computed only for these.
fn party(plan: &Plan, landers: &[&OwnShip], body: BodyId) -> Option<(Vec<ShipId>, f64, f64)> {
    /// Journeys that are compared for a body.
    const COMPARED: usize = 8;
    let needed = troopers_needed(plan.thought, body);
    let near = landers::nearest_first(plan.thought, landers.to_vec(), body).into_iter().take(COMPARED);
    let ways = near.filter_map(|ship| Some((travel::of_ship(plan.thought.situation, ship, body)?, ship)));
    let (mut party, mut troopers, mut seconds) = (Vec::new(), 0.0, 0.0);
    for (way_s, ship) in sorted_by_time(ways) {
        if troopers >= needed {
            break;
        }
        party.push(ship.id);
        troopers += ship.troopers;
        seconds = way_s;
    }
    party.sort_unstable();
    (troopers >= needed && !party.is_empty()).then_some((party, troopers, seconds))
}

/// Comets for armed ships.
fn hold_comets(plan: &mut Plan) {
    comets_to_hold(plan).into_iter().for_each(|body| hold_comet(plan, body));
}

/// The comets of foes and of nobody that are wanted, and the own ones that want a guard, without those that ships hold
/// already.
fn comets_to_hold(plan: &Plan) -> Vec<BodyId> {
    let (thought, situation) = (plan.thought, plan.thought.situation);
    let are_wanted = comets::are_wanted(thought);
    let all = situation.bodies.iter_enumerated().filter(|(_, known)| known.is_comet);
    let wanted = all.filter(|(body, known)| {
        let is_own = known.owner == Some(situation.me);
        // Foes that are at an own comet already are a matter of defence.
        let wants_guard = || !thought.belief.is_threatened(*body) && comets::wants_guard(thought, *body);
        if is_own { wants_guard() } else { are_wanted && !known.is_allied }
    });
    wanted.map(|(body, _)| body).filter(|body| !plan.is_pursued(OperationKind::Hold, *body)).collect()
}

/// Considers to hold a comet: with a few of the cheapest free ships, or with all if it is guarded and home holds
/// without them.
fn hold_comet(plan: &mut Plan, body: BodyId) {
    let (situation, belief) = (plan.thought.situation, plan.thought.belief);
    let mut party: Vec<&OwnShip> = plan.free().into_iter().filter(|ship| ship.is_armed).collect();
    let is_guarded = belief.armed_at(body).next().is_some();
    if !is_guarded {
        cheapest_first(&mut party);
        party.truncate(comets::GUARD);
    }
    let Some(first) = party.first() else { return };
    let Some(seconds) = travel::of_ship(situation, first, body) else { return };
    let margin = belief.margin_of_attack(party.iter().copied(), body, ALONE_S);
    let odds = margin.max(0.0);
    let slowest = slowest_km_s(party.iter().copied());
    // One that is far away again when the ships are there is not worth the way.
    let is_near = seconds <= plan.thought.skill.horizon_s.max(comets::NEAR_S)
        && comets::passes(plan.thought, body, slowest, seconds);
    let has_odds = odds >= plan.thought.personality.launch_at;
    let score = 30.0 * plan.thought.personality.comets * odds / (seconds + 20.0);
    let but = objection(is_near, has_odds, is_guarded, || may_leave(plan, &party)).map(str::to_owned);
    let Some(but) = but.or_else(|| waiting::reason(plan, first.id, body, seconds)) else {
        let ships = party.iter().map(|ship| ship.id).collect();
        let operation = plan.begin_with_odds((OperationKind::Hold, body), ships, margin, String::new());
        (operation.score, operation.arrives_tick) = (score, travel::tick_in(situation, seconds));
        return;
    };
    let why = format!("{}, {}; {but}", outcome_words(margin), away_words(seconds));
    plan.decline(OperationKind::Hold, body, score, why);
}

/// Why a party does not go to a comet; `None` if it goes. A few ships may always leave home, all of them, as for a
/// guarded comet, only if home holds without them.
fn objection(
    is_near: bool,
    has_odds: bool,
    is_guarded: bool,
    may_leave: impl FnOnce() -> bool,
) -> Option<&'static str> {
    if !is_near {
        Some("too far")
    } else if !has_odds {
        Some("it wants better odds")
    } else if is_guarded && !may_leave() {
        Some("home would not hold")
    } else {
        None
    }
}

/// Miners go to own comets, and to those that nobody owns, where no foe is near.
fn mine(plan: &mut Plan) {
    let situation = plan.thought.situation;
    let miners: Vec<&OwnShip> = plan.free().into_iter().filter(|ship| ship.mines > 0).collect();
    if miners.is_empty() {
        return;
    }
    let open = situation
        .bodies
        .iter_enumerated()
        .filter(|(body, known)| known.is_comet && !known.is_foes && comets::is_calm(plan.thought, *body));
    let open = open.map(|(body, known)| (body, if known.owner == Some(situation.me) { 0.5 } else { 1.0 }));
    let open: Vec<(BodyId, f64)> = open.collect();
    for ship in miners {
        let ways = nearest(situation, ship, &open).into_iter().filter_map(|(body, own)| {
            let seconds = travel::of_ship(situation, ship, body)?;
            Some((seconds * own, seconds, body))
        });
        let Some((_, seconds, body)) = ways.min_by(|one, other| one.0.total_cmp(&other.0)) else { continue };
        let operation = plan.begin(OperationKind::Mine, body, vec![ship.id], String::new());
        operation.arrives_tick = travel::tick_in(situation, seconds);
    }
}

/// Looks where knowledge is old and matters: unknown bodies, and the bodies of foes.
fn scout(plan: &mut Plan) {
    let situation = plan.thought.situation;
    let explorers: Vec<&OwnShip> = plan.free().into_iter().filter(|ship| is_explorer(plan, ship)).collect();
    let mut others = Vec::new();
    for ship in explorers {
        let mut goals = Vec::new();
        for (body, (interest, age_s)) in nearest(situation, ship, &little_known(plan)) {
            let Some(seconds) = travel::of_ship(situation, ship, body) else { continue };
            goals.push((interest / (seconds + 20.0), age_s, seconds, body));
        }
        let scores: Vec<f64> = goals.iter().map(|goal| goal.0).collect();
        let Some(picked) = plan.pick(&scores, 2) else { break };
        let (score, age_s, seconds, body) = goals.swap_remove(picked.index);
        let why = picked.because(look_words(age_s, seconds));
        let operation = plan.begin(OperationKind::Scout, body, vec![ship.id], why);
        (operation.score, operation.arrives_tick) = (score, travel::tick_in(situation, seconds));
        others.extend(goals);
    }
    others.retain(|(.., body)| !plan.is_pursued(OperationKind::Scout, *body));
    let declined = others.into_iter().map(|(score, age_s, seconds, body)| (score, body, (age_s, seconds)));
    plan.decline_best(OperationKind::Scout, 1, declined.collect(), |_, (age_s, seconds)| {
        format!("{}; other places come first", look_words(age_s, seconds))
    });
}

/// The age of the last look at a body, `None` without one, and the time to go there, both seconds of play, in words.
fn look_words(age_s: Option<f64>, seconds: f64) -> String {
    let look =
        age_s.map_or_else(|| "no look yet".to_owned(), |age_s| format!("last look {} ago", duration(age_s)));
    format!("{look}, {}", away_words(seconds))
}

/// The foreign bodies of which knowledge is old and that no scout is sent to: how interesting a look is, and the age of
/// the last look, seconds of play, `None` without one. Comets come once all bodies with ground have been looked at.
fn little_known(plan: &Plan) -> Vec<(BodyId, (f64, Option<f64>))> {
    let situation = plan.thought.situation;
    let last_look = |body: BodyId| plan.mind.looked.get(body).copied().unwrap_or(0);
    let is_own = |known: &BodyFacts| known.owner == Some(situation.me);
    let mut grounds = situation.bodies.iter_enumerated().filter(|(_, known)| known.has_ground);
    let all_are_known = grounds.all(|(body, known)| is_own(known) || last_look(body) > 0);
    let mut old = Vec::new();
    for (body, known) in situation.bodies.iter_enumerated() {
        let is_meant = known.has_ground || all_are_known && may_be_held(situation, known);
        if is_own(known) || !is_meant || plan.is_pursued(OperationKind::Scout, body) {
            continue;
        }
        let looked = last_look(body);
        let age_s = Situation::seconds(situation.tick - looked.min(situation.tick));
        if looked > 0 && age_s < FRESH_S {
            continue;
        }
        let interest = f64::from(known.economics.max(10)) * if known.is_foes { 2.0 } else { 1.0 };
        let unknown = if looked == 0 { 3.0 } else { (age_s / FRESH_S).min(2.0) };
        old.push((body, (interest * unknown, (looked > 0).then_some(age_s))));
    }
    old
}

/// Whether a ship is of no other use than to look round.
fn is_explorer(plan: &Plan, ship: &OwnShip) -> bool {
    let class = plan.thought.situation.almanac().ships.0.get(ship.class);
    let has_work = class.is_none_or(|class| class.builds_percent > 0 || class.repairs > 0.0);
    !ship.is_armed
        && ship.troopers < 1.0
        && ship.mines == 0
        && !has_work
        && class.is_some_and(|one| one.troopers == 0)
}

/// Whether a ship may found stations: explorers, and light armed ships while nothing threatens.
fn is_light(plan: &Plan, ship: &OwnShip) -> bool {
    is_explorer(plan, ship) || (ship.is_armed && ship.worth <= LIGHT_WORTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ships_go_to_a_guarded_comet_only_if_home_holds_without_them() {
        let but = |is_guarded: bool, may_leave: bool| objection(true, true, is_guarded, || may_leave);
        assert_eq!([but(true, true), but(true, false)], [None, Some("home would not hold")]);
        assert_eq!(but(false, false), None, "a few ships are no loss for home");
        assert_eq!(objection(false, true, true, || true), Some("too far"));
        assert_eq!(objection(true, false, true, || true), Some("it wants better odds"));
    }
}
