//! Attacks: targets by value, chance and time; the forces for them.

use super::Plan;
use crate::ai::operations::troopers_needed;
use crate::ai::situation::{OwnShip, Situation};
use crate::ai::travel::{self, From, clock};
use crate::sim::{BodyId, OperationKind, ShipId, Stage, TargetId};

/// The least worth of a force that attacks a body: an aggressive mind comes with less.
const LEAST_FORCE: f64 = 1500.0;
/// A force comes back to the place of a setback with this much more.
const COMEBACK: f64 = 1.4;
/// A setback is remembered for this long, seconds of play.
const SETBACK_S: f64 = 150.0;
/// A look at a target is good for this long, seconds of play; else the force has to be larger.
const FRESH_S: f64 = 100.0;
/// What a foe is believed to add to the defence of its home in a second of play.
const GROWTH_PER_S: f64 = 5.0;
/// Minds more aggressive than this raid without troopers and without guns for the ground.
const PLUNDER: f64 = 0.7;
/// The most targets that are compared at once.
const MOST_TARGETS: usize = 8;

/// Strengthens the attacks that there are, and begins new ones.
pub fn strike(plan: &mut Plan) {
    let situation = plan.thought.situation;
    assign_landers(plan);
    reinforce(plan);
    if Situation::seconds(situation.tick) < plan.thought.skill.peace_s {
        return;
    }
    let most = plan.thought.skill.operations as usize;
    while plan.count(OperationKind::is_attack) < most && (begin_attack(plan) || begin_hunt(plan)) {}
}

/// The free armed ships, by number.
fn force<'t>(plan: &Plan<'_, 't, '_>) -> Vec<&'t OwnShip> {
    plan.free().into_iter().filter(|ship| ship.is_armed).collect()
}

fn worth(ships: &[&OwnShip]) -> f64 {
    ships.iter().map(|ship| ship.worth).sum()
}

/// Begins the best attack, if its odds suffice; returns whether it did.
fn begin_attack(plan: &mut Plan) -> bool {
    let situation = plan.thought.situation;
    let force = force(plan);
    let total = worth(&force);
    let least = LEAST_FORCE * (1.5 - plan.thought.personality.aggression);
    if total < least {
        return false;
    }
    let mut targets = Vec::new();
    for body in targets_by_value(plan) {
        let Some(option) = option(plan, &force, total, body) else { continue };
        let index = plan.consider(OperationKind::Take, body, option.score, option.why.clone());
        let is_sure = can_finish(plan, &force, body)
            && option.odds >= plan.thought.personality.launch_at
            && total >= option.needed.max(least);
        if is_sure {
            targets.push((index, body, option));
        }
    }
    let scores: Vec<f64> = targets.iter().map(|(_, _, option)| option.score).collect();
    let Some(best) = plan.pick(&scores, 3) else { return false };
    let (choice, body, option) = targets.swap_remove(best);
    plan.choices[choice].chosen = true;
    let landers: Vec<ShipId> =
        plan.free().into_iter().filter(|ship| ship.can_land()).map(|ship| ship.id).collect();
    let can_take = plan.thought.skill.bombards || !landers.is_empty();
    let is_raider = plan.thought.personality.aggression > PLUNDER && landers.is_empty();
    let has_ground = situation.bodies.get(body).is_some_and(|known| known.has_ground);
    let kind = if has_ground && (!can_take || (is_raider && !force.iter().any(|ship| ship.bombards))) {
        OperationKind::Raid
    } else {
        OperationKind::Take
    };
    let ships = force.iter().map(|ship| ship.id).collect();
    let operation = plan.begin(kind, body, ships, option.why);
    operation.landers = if kind == OperationKind::Take { landers } else { Vec::new() };
    operation.base = option.base;
    operation.odds = option.odds;
    operation.odds_now = option.odds;
    true
}

/// Whether a force can do what it comes for: bombard the garrison, or land enough troopers; or it comes to plunder.
fn can_finish(plan: &Plan, force: &[&OwnShip], body: BodyId) -> bool {
    let has_ground = plan.thought.situation.bodies.get(body).is_some_and(|known| known.has_ground);
    let landers = plan.free().into_iter().filter(|ship| ship.can_land());
    let troopers: f64 = landers.map(|ship| ship.troopers).sum();
    let bombards = plan.thought.skill.bombards && force.iter().any(|ship| ship.bombards);
    let plunders = plan.thought.personality.aggression > PLUNDER;
    !has_ground || bombards || plunders || troopers >= troopers_needed(plan.thought, body)
}

/// A possible attack.
struct AttackOption {
    score: f64,
    odds: f64,
    /// The least worth of a force.
    needed: f64,
    base: Option<BodyId>,
    why: String,
}

/// The known bodies of foes, the most valuable first.
fn targets_by_value(plan: &Plan) -> Vec<BodyId> {
    let situation = plan.thought.situation;
    let mut found: Vec<(f64, BodyId)> = situation
        .bodies
        .iter_enumerated()
        .filter(|(_, known)| known.is_foes)
        .filter(|(body, _)| {
            !plan.mind.operations.iter().any(|one| one.kind.is_attack() && one.target == *body)
        })
        .map(|(body, _)| (value_of(plan, body), body))
        .collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    found.truncate(MOST_TARGETS);
    found.into_iter().map(|(_, body)| body).collect()
}

/// What a body of a foe is worth: its income for both sides, and its yards.
fn value_of(plan: &Plan, body: BodyId) -> f64 {
    let Some(known) = plan.thought.situation.bodies.get(body) else { return 0.0 };
    let yards = plan.thought.belief.foes_at(body).filter(|foe| foe.is_yard).count() as f64;
    let income = 0.4 * f64::from(known.economics) + 0.25 * f64::from(known.resources);
    let rare = if known.is_comet { 40.0 * plan.thought.personality.comets } else { 0.0 };
    income + rare + 60.0 * yards + 5.0
}

fn option(plan: &Plan, force: &[&OwnShip], total: f64, body: BodyId) -> Option<AttackOption> {
    let situation = plan.thought.situation;
    let base = base_for(plan, body);
    let slowest = force.iter().map(|ship| ship.cruise_km_s).fold(f64::MAX, f64::min);
    let from = base.map_or_else(|| From::Place(force[0].position), From::Body);
    let from_base_s = travel::seconds_to(situation, from, slowest, body, 0.0)?;
    // A force that is together and near need not go home first, unless its mind has to be seen to gather.
    let together_s = time_together(situation, force, body)
        .filter(|seconds| *seconds <= from_base_s && plan.thought.skill.warns_s == 0.0);
    let (base, seconds) = together_s.map_or((base, from_base_s), |seconds| (None, seconds));
    let odds = plan.thought.belief.odds(force.iter().copied(), body);
    let looked = plan.mind.looked.get(body).copied().unwrap_or(0);
    let age_s = Situation::seconds(situation.tick.saturating_sub(looked));
    let unknown = if looked == 0 || age_s > FRESH_S { 1.0 + plan.thought.personality.caution } else { 1.0 };
    let setbacks = plan.mind.setbacks.iter().filter(|one| {
        one.body == body && Situation::seconds(situation.tick - one.tick.min(situation.tick)) < SETBACK_S
    });
    let needed = setbacks.map(|one| COMEBACK * one.strength).fold(LEAST_FORCE * unknown, f64::max);
    // A foe out of sight builds ships as well.
    let grown =
        GROWTH_PER_S * Situation::seconds(situation.tick) * (1.3 - 0.6 * plan.thought.personality.aggression);
    let needed = needed.max(LEAST_FORCE + if known_weak(plan, body, age_s) { 0.0 } else { grown });
    let value = value_of(plan, body);
    let score = value * odds / (seconds + 30.0);
    let why = format!(
        "{}: value {value:.0}, odds {:.0} %, {seconds:.0} s away, force worth {total:.0} of {needed:.0} \
         needed; arrives {}",
        situation.name(body),
        100.0 * odds,
        clock(travel::tick_in(situation, seconds)),
    );
    Some(AttackOption { score, odds, needed, base, why })
}

/// Seconds of play until the last ship of a force is at a body, if the ships arrive soon after each other.
fn time_together(situation: &Situation, force: &[&OwnShip], body: BodyId) -> Option<f64> {
    /// Ships that arrive within this time arrive together, seconds of play.
    const TOGETHER_S: f64 = 8.0;
    let mut times = Vec::with_capacity(force.len());
    for ship in force {
        times.push(travel::of_ship(situation, ship, body)?);
    }
    let (first, last) =
        times.iter().fold((f64::MAX, 0.0_f64), |(first, last), time| (first.min(*time), last.max(*time)));
    (last - first <= TOGETHER_S).then_some(last)
}

/// Whether a target was seen lately, and is no home with a yard.
fn known_weak(plan: &Plan, body: BodyId, age_s: f64) -> bool {
    age_s < FRESH_S && !plan.thought.belief.foes_at(body).any(|foe| foe.is_yard)
}

/// The own body with a yard from which a target is nearest; else the nearest own body.
fn base_for(plan: &Plan, target: BodyId) -> Option<BodyId> {
    let situation = plan.thought.situation;
    let has_yard =
        |body: &BodyId| situation.structures.iter().any(|one| one.body == *body && one.queue.is_some());
    let distance = |body: &BodyId| situation.place(*body).distance(situation.place(target));
    let nearest = |bodies: &mut dyn Iterator<Item = BodyId>| {
        bodies.min_by(|one, other| distance(one).total_cmp(&distance(other)))
    };
    nearest(&mut situation.own_bodies().filter(has_yard)).or_else(|| nearest(&mut situation.own_bodies()))
}

/// Free troop ships go with the attacks that can use them.
fn assign_landers(plan: &mut Plan) {
    let free: Vec<ShipId> =
        plan.free().into_iter().filter(|ship| ship.can_land()).map(|ship| ship.id).collect();
    let attack = plan.mind.operations.iter_mut().filter(|one| one.kind == OperationKind::Take);
    if let Some(attack) = attack.max_by_key(|one| (one.stage, std::cmp::Reverse(one.id))) {
        attack.landers.extend(free);
    }
}

/// Free armed ships go with attacks that gather, and follow those that have not won yet.
fn reinforce(plan: &mut Plan) {
    let situation = plan.thought.situation;
    let force = force(plan);
    let total = worth(&force);
    let attacks = plan.mind.operations.iter_mut().filter(|one| one.kind.is_attack() && one.quarry.is_none());
    let Some(attack) = attacks.min_by_key(|one| (one.stage, one.id)) else { return };
    let old: f64 = attack.ships.iter().filter_map(|id| situation.ship(*id)).map(|ship| ship.worth).sum();
    let is_open = attack.stage <= Stage::Wait;
    if is_open || (total >= 0.25 * old && total >= 0.5 * LEAST_FORCE) {
        attack.ships.extend(force.iter().map(|ship| ship.id));
        attack.ships.sort_unstable();
    }
}

/// Hunts a unit of a foe that is at no known body of foes: what is left of a beaten foe, or an intruder.
fn begin_hunt(plan: &mut Plan) -> bool {
    let situation = plan.thought.situation;
    let force = force(plan);
    if force.is_empty() {
        return false;
    }
    let is_over = !situation.bodies.iter().any(|known| known.is_foes);
    let hunted = |id: TargetId| plan.mind.operations.iter().any(|one| one.quarry == Some(id));
    let mut quarries = Vec::new();
    for contact in &situation.contacts {
        let near = nearest_body(situation, contact.place);
        let at_home = situation.bodies.get(near).is_some_and(|known| known.owner == Some(situation.me));
        let is_prey = contact.is_armed || contact.troopers > 0.0 || is_over;
        if !is_prey
            || hunted(contact.id)
            || !(is_over || at_home)
            || (!contact.in_sight && contact.age_ticks > 3600)
        {
            continue;
        }
        let table = &*situation.almanac().arms_table;
        let foes = std::iter::once(contact);
        let odds = crate::ai::belief::odds_between(force.iter().copied(), foes, table);
        let away_km = force[0].position.distance(contact.place);
        quarries.push((contact.worth * odds / (1.0e6 + away_km), near, contact.id, odds));
    }
    let scores: Vec<f64> = quarries.iter().map(|quarry| quarry.0).collect();
    let Some(best) = plan.pick(&scores, 4) else { return false };
    let (score, near, quarry, odds) = quarries[best];
    if odds < plan.thought.personality.launch_at {
        return false;
    }
    let why = format!("a foe near {}, odds {:.0} %", situation.name(near), 100.0 * odds);
    let choice = plan.consider(OperationKind::Hunt, near, score, why.clone());
    plan.choices[choice].chosen = true;
    let ships = force.iter().map(|ship| ship.id).collect();
    let operation = plan.begin(OperationKind::Hunt, near, ships, why);
    operation.quarry = Some(quarry);
    operation.odds = odds;
    true
}

/// The body nearest to a place, km.
fn nearest_body(situation: &Situation, place: glam::DVec3) -> BodyId {
    let all = situation.bodies.keys();
    let distance = |body: &BodyId| situation.place(*body).distance_squared(place);
    all.min_by(|one, other| distance(one).total_cmp(&distance(other))).unwrap_or(BodyId(0))
}
