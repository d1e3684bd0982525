//! Attacks: targets by value, chance and time; the forces for them.

use super::{Picked, Plan, bases, fewest, landers};
use crate::ai::belief::outcome_words;
use crate::ai::economy::{gain, safe_margin};
use crate::ai::operations::{RELIEF_S, troopers_needed};
use crate::ai::situation::{Contact, OwnShip, Situation, slowest_km_s};
use crate::ai::travel::{self, From, away_words};
use crate::level::{counted, grouped, named_together};
use crate::sim::{BodyId, OperationKind, Setback, Stage};

/// The least worth of a force that attacks a body: an aggressive mind comes with less.
const LEAST_FORCE: f64 = 1500.0;
/// A force comes back to the place of a setback with this much more.
const COMEBACK: f64 = 1.25;
/// A setback is remembered for this long, seconds of play.
const SETBACK_S: f64 = 120.0;
/// The most targets that are compared at once.
pub const MOST_TARGETS: usize = 8;
/// Ships that arrive within this time arrive together, seconds of play.
pub const TOGETHER_S: f64 = 8.0;
/// A mind that has not attacked for this long departs at any odds that are not bad, seconds of play.
const PATIENCE_S: f64 = 200.0;
/// A side that is worth this many times the army of any side of its foes divides its force.
const DOMINANCE: f64 = 2.0;
/// Against equals a mind uses one front of so many.
const FRONTS_OF_EQUALS: usize = 3;
/// Before a foe wins for certain, even an attack that likely fails by this margin is better than none.
const LAST_CHANCE: f64 = -0.15;
/// The value of a target grows by this factor where an ally attacks it.
const SHARED: f64 = 1.25;
/// A part of the force is large enough with this margin, -1 to 1.
pub const PART_MARGIN: f64 = 0.75;

/// Strengthens the present attacks, and begins new ones.
pub fn strike(plan: &mut Plan) {
    let situation = plan.thought.situation;
    if situation.objective.is_urgent() {
        drop_others(plan);
    }
    landers::assign(plan);
    reinforce(plan);
    if Situation::seconds(situation.tick) < peace_s(plan) {
        return;
    }
    let is_siege = |kind: OperationKind| kind == OperationKind::Take;
    while plan.count(is_siege) < most_attacks(plan) && begin_attack(plan) {}
}

/// How many attacks on bodies there may be at once: a master of many fronts opens another one while it is not the
/// weaker.
fn most_attacks(plan: &Plan) -> usize {
    let all = plan.thought.skill.operations as usize;
    if may_divide(plan) { all } else { fronts_of_equals(all, superiority(plan)) }
}

/// Whether a side divides its force: it has won the field, or its time runs out.
fn may_divide(plan: &Plan) -> bool {
    superiority(plan) >= DOMINANCE || plan.thought.situation.objective.is_urgent()
}

/// The worth of the own armed ships by that of the strongest side of foes; infinite without any.
fn superiority(plan: &Plan) -> f64 {
    let situation = plan.thought.situation;
    let greatest = plan.thought.belief.army.greatest_worth(situation);
    if greatest > 0.0 { situation.armed_worth() / greatest } else { f64::INFINITY }
}

/// How many of all fronts of a skill are open while its side has not won the field.
fn fronts_of_equals(all: usize, superiority: f64) -> usize {
    if superiority >= 1.0 { (all / FRONTS_OF_EQUALS).max(1) } else { 1 }
}

/// Attacks that have not departed, to bodies that decide nothing, give their ships to those that do.
fn drop_others(plan: &mut Plan) {
    let objective = &plan.thought.situation.objective;
    plan.mind.operations.retain(|one| !one.is_in_preparation() || objective.stake(one.target) > 0.0);
}

/// No attack begins before this time, seconds of play: skill gives peace, personality musters unless a foe wins soon.
pub fn peace_s(plan: &Plan) -> f64 {
    let is_urgent = plan.thought.situation.objective.is_urgent();
    let musters_s = if is_urgent { 0.0 } else { plan.thought.personality.musters_s };
    plan.thought.skill.peace_s.max(musters_s)
}

/// The free armed ships, by number.
pub fn force<'t>(plan: &Plan<'_, 't, '_>) -> Vec<&'t OwnShip> {
    plan.free().into_iter().filter(|ship| ship.is_armed).collect()
}

/// The free armed ships that may attack, by number: what is damaged is repaired before, where a yard can do it and time
/// does not press.
fn fit_force<'t>(plan: &Plan<'_, 't, '_>) -> Vec<&'t OwnShip> {
    let situation = plan.thought.situation;
    let waits = situation.yards().next().is_some() && !situation.objective.is_urgent();
    let mut force = force(plan);
    force.retain(|ship| !(waits && ship.needs_repair()));
    force
}

/// The least worth of a force that a mind attacks with.
pub(super) fn least_force(plan: &Plan) -> f64 {
    LEAST_FORCE * (1.5 - plan.thought.personality.aggression)
}

pub(super) fn worth(ships: &[&OwnShip]) -> f64 {
    ships.iter().map(|ship| ship.worth).sum()
}

/// Begins the best attack, if its odds suffice; returns whether it did.
fn begin_attack(plan: &mut Plan) -> bool {
    let force = fit_force(plan);
    let least = least_force(plan);
    if worth(&force) < least {
        return false;
    }
    let home_holds = may_leave(plan, &force);
    if !home_holds && !plan.thought.situation.objective.is_urgent() {
        return false;
    }
    let threshold = threshold(plan);
    // Beside another attack it takes what is hardly held.
    let is_beside = plan.count(|kind| kind == OperationKind::Take) > 0;
    let threshold = if is_beside && !may_divide(plan) { threshold.max(PART_MARGIN) } else { threshold };
    let mut targets = Vec::new();
    for body in targets_by_value(plan) {
        let Some(option) = option(plan, &force, body) else { continue };
        let obstacle = obstacle(plan, &option, (threshold, least), home_holds);
        let is_sure = obstacle.is_none();
        let but = obstacle.unwrap_or_else(|| "another attack comes first".to_owned());
        let why = option.words_of_decline(plan, &but);
        plan.decline(OperationKind::Take, body, option.score, why);
        if is_sure {
            targets.push(option);
        }
    }
    let scores: Vec<f64> = targets.iter().map(|option| option.score).collect();
    let Some(picked) = plan.pick(&scores, 3) else { return false };
    let option = targets.swap_remove(picked.index);
    launch(plan, option, picked);
    true
}

/// Begins an attack.
fn launch(plan: &mut Plan, option: AttackOption, picked: Picked) {
    let AttackOption { body, party, base, margin, score, .. } = option;
    let base = base.map(|base| bases::quickest(plan, base, &party, body));
    let landers = landers::party(plan, body);
    let beside = if is_shared(plan, body) { ", beside an ally" } else { "" };
    let (prize, value) = (prize_words(plan, body), value_words(worth(&party)));
    let why = picked.because(format!("for {prize}, with a fleet value of {value}{beside}"));
    let ships = party.iter().map(|ship| ship.id).collect();
    let operation = plan.begin_with_odds((OperationKind::Take, body), ships, margin, why);
    (operation.landers, operation.base, operation.score) = (landers, base, score);
}

/// The reason not to begin an attack; `None` if it may begin. Its margin must reach the threshold (-1 to 1), and its
/// force the least worth. Before a foe wins with the body, worse odds will do, and home is left alone.
fn obstacle(
    plan: &Plan,
    option: &AttackOption,
    (threshold, least): (f64, f64),
    home_holds: bool,
) -> Option<String> {
    let objective = &plan.thought.situation.objective;
    let haste = objective.haste(option.body, option.seconds);
    let threshold = eased(threshold, haste);
    let needed = (option.needed * (1.0 - haste)).max(least);
    if !can_finish(plan, &option.party, option.body) {
        Some("too few troopers, and no weapons that reach the ground".to_owned())
    } else if objective.is_urgent() && objective.stake(option.body) == 0.0 {
        Some("what decides the war comes first".to_owned())
    } else if option.margin < threshold {
        // Below zero it wants no more than a small defeat.
        Some(format!("it wants {:.0} % of the fleet to survive", 100.0 * threshold.max(0.0)))
    } else if !home_holds && haste == 0.0 {
        Some("home would not hold".to_owned())
    } else if worth(&option.party) < needed {
        Some(format!("it wants a fleet value of {}", value_words(needed)))
    } else {
        None
    }
}

/// The margin that an attack must promise in some haste, from 0 to 1, if it must promise so much without.
fn eased(threshold: f64, haste: f64) -> f64 {
    threshold - haste * (threshold - LAST_CHANCE)
}

/// The worth of ships, which the screen calls fleet value.
fn value_words(worth: f64) -> String {
    grouped(worth.round() as i64)
}

/// What is to be won at a body, as far as the mind knows: `2 shipyards, 5 other structures and rare materials`.
fn prize_words(plan: &Plan, body: BodyId) -> String {
    let (yards, others): (Vec<&Contact>, Vec<&Contact>) =
        plan.thought.belief.foes_at(body).filter(|foe| foe.stands_at.is_some()).partition(|foe| foe.is_yard);
    let other = if yards.is_empty() { "structure" } else { "other structure" };
    let structures = [(yards.len(), "shipyard"), (others.len(), other)];
    let counts = structures.into_iter().filter(|(count, _)| *count > 0);
    let mut prizes: Vec<String> = counts.map(|(count, name)| counted(count, name)).collect();
    if plan.thought.situation.bodies.get(body).is_some_and(|known| known.is_comet) {
        prizes.push("rare materials".to_owned());
    }
    prizes.extend(plan.thought.situation.objective.words(body));
    if prizes.is_empty() { "the body alone".to_owned() } else { named_together(&prizes) }
}

/// The margin that an attack must promise: less and less the longer the mind has not attacked though it might.
fn threshold(plan: &Plan) -> f64 {
    let last_s = Situation::seconds(plan.mind.record.last_attack_tick).max(peace_s(plan));
    let waited_s = (Situation::seconds(plan.thought.situation.tick) - last_s).max(0.0);
    let haste = 0.5 + plan.thought.personality.aggression;
    let patience = 1.0 - haste * waited_s / PATIENCE_S;
    plan.thought.personality.launch_at * patience.max(0.0)
}

/// Whether a force, in the order of its numbers, may leave home: it beats all that the strongest side of foes has, or
/// home holds without it, with all bodies that decide the war. While time works for its side, it does not spend its
/// home guard.
pub(super) fn may_leave(plan: &Plan, force: &[&OwnShip]) -> bool {
    let (thought, situation) = (plan.thought, plan.thought.situation);
    let field = thought.belief.margin_of_field(force.iter().copied());
    let objective = &situation.objective;
    if field >= safe_margin(thought.personality) && !objective.time_is_ours() {
        return true;
    }
    let stays = |ship: &&OwnShip| force.binary_search_by_key(&ship.id, |one| one.id).is_err();
    let staked = situation.own_bodies().filter(|body| objective.stake(*body) > 0.0);
    situation.yard_bodies().into_iter().chain(staked).all(|body| {
        let there =
            situation.ships.iter().filter(stays).filter(|ship| situation.is_in_well(body, ship.position));
        thought.belief.margin_of_home(there, body) >= 0.0
    })
}

/// Whether a force can do what it comes for: bombard the garrison, or land enough troopers.
fn can_finish(plan: &Plan, force: &[&OwnShip], body: BodyId) -> bool {
    let has_ground = plan.thought.situation.bodies.get(body).is_some_and(|known| known.has_ground);
    let landers = plan.free().into_iter().filter(|ship| ship.can_land());
    let troopers: f64 = landers.map(|ship| ship.troopers).sum();
    let bombards = force.iter().any(|ship| ship.bombards);
    !has_ground || bombards || troopers >= troopers_needed(plan.thought, body)
}

/// A possible attack.
struct AttackOption<'t> {
    body: BodyId,
    score: f64,
    /// The likely outcome, see [`Forces::margin`](crate::ai::belief::Forces::margin).
    margin: f64,
    /// The journey, seconds of play.
    seconds: f64,
    /// The ships that should go.
    party: Vec<&'t OwnShip>,
    /// The least worth of a force.
    needed: f64,
    /// Where the ships gather; `None`: they go at once.
    base: Option<BodyId>,
}

impl AttackOption<'_> {
    /// What speaks for it, and why it is declined.
    fn words_of_decline(&self, plan: &Plan, but: &str) -> String {
        let (prize, outcome, away) =
            (prize_words(plan, self.body), outcome_words(self.margin), away_words(self.seconds));
        format!("for {prize}; {outcome}, {away}; {but}")
    }
}

/// The known bodies of foes, the most valuable first.
fn targets_by_value(plan: &Plan) -> Vec<BodyId> {
    let situation = plan.thought.situation;
    let mut found: Vec<(f64, BodyId)> = situation
        .bodies
        .iter_enumerated()
        .filter(|(_, known)| known.is_foes)
        .filter(|(body, _)| {
            // A raid takes no body, so a body that is raided may be attacked.
            let takes = |kind: OperationKind| kind.is_attack() && kind != OperationKind::Raid;
            !plan.mind.operations.iter().any(|one| takes(one.kind) && one.target == *body)
        })
        .map(|(body, _)| (value_of(plan, body), body))
        .collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    found.truncate(MOST_TARGETS);
    found.into_iter().map(|(_, body)| body).collect()
}

/// Whether armed units of an ally are seen at a body.
fn is_shared(plan: &Plan, body: BodyId) -> bool {
    plan.thought.belief.allies_at(body).next().is_some()
}

/// The worth of a foe's body: its income for both sides, the income of its structures, its yards, and how much it
/// counts for the end of the war. It is worth more where an ally attacks it.
fn value_of(plan: &Plan, body: BodyId) -> f64 {
    let situation = plan.thought.situation;
    let Some(known) = situation.bodies.get(body) else { return 0.0 };
    let foes = || plan.thought.belief.foes_at(body);
    let yards = foes().filter(|foe| foe.is_yard).count() as f64;
    let classes = &situation.almanac().structures.0;
    let structures = foes().filter(|foe| foe.stands_at.is_some()).filter_map(|foe| classes.get(foe.class));
    let brought: f64 = structures.map(|class| gain(situation, body, class).max(0.0)).sum();
    let income = 0.4 * f64::from(known.economics) + 0.25 * f64::from(known.resources);
    let rare = if known.is_comet { 40.0 * plan.thought.personality.comets } else { 0.0 };
    let shared = if is_shared(plan, body) { SHARED } else { 1.0 };
    shared * (income + brought + rare + 60.0 * yards + 5.0 + situation.objective.stake(body))
}

/// The attack of a force, or of a part of it, on a body; `None` if the way is too long.
fn option<'t>(plan: &Plan<'_, 't, '_>, force: &[&'t OwnShip], body: BodyId) -> Option<AttackOption<'t>> {
    let situation = plan.thought.situation;
    let base = base_for(plan, body);
    let slowest = slowest_km_s(force.iter().copied());
    let from = base.map_or_else(|| From::Place(force[0].position), From::Body);
    let from_base_s = travel::seconds_to(situation, from, slowest, body, 0.0)?;
    // A force that is together and near need not go home first.
    let together_s = time_together(situation, force, body).filter(|seconds| *seconds <= from_base_s);
    let (base, seconds) = together_s.map_or((base, from_base_s), |seconds| (None, seconds));
    let party = part(plan, force, body, seconds);
    let margin = plan.thought.belief.margin_of_attack(party.iter().copied(), body, seconds + RELIEF_S);
    let needed = setbacks(plan, body).map(|one| COMEBACK * one.strength).fold(0.0, f64::max);
    let value = value_of(plan, body);
    let score = value * margin.max(0.01) / (seconds + 30.0);
    Some(AttackOption { body, score, margin, seconds, party, needed, base })
}

/// The setbacks at a body that are remembered.
fn setbacks<'p>(plan: &'p Plan, body: BodyId) -> impl Iterator<Item = &'p Setback> {
    let tick = plan.thought.situation.tick;
    let is_recent = move |one: &&Setback| Situation::seconds(tick - one.tick.min(tick)) < SETBACK_S;
    plan.mind.setbacks.iter().filter(move |one| one.body == body).filter(is_recent)
}

/// Whether ships failed at a body lately.
pub(super) fn is_setback(plan: &Plan, body: BodyId) -> bool {
    setbacks(plan, body).next().is_some()
}

/// The part of a force that suffices for a target, where its owner's side has hardly anything left; else all of it.
fn part<'t>(plan: &Plan, force: &[&'t OwnShip], body: BodyId, seconds: f64) -> Vec<&'t OwnShip> {
    let situation = plan.thought.situation;
    let belief = plan.thought.belief;
    let army = situation.foes_of(body).map_or(0.0, |side| belief.army.worth_of(situation, side));
    if worth(force) < DOMINANCE * army || force.len() < 4 {
        return force.to_vec();
    }
    let place = situation.place(body);
    let distance = |ship: &OwnShip| ship.position.distance_squared(place);
    let mut nearest = force.to_vec();
    nearest.sort_by(|one, other| {
        other
            .bombards
            .cmp(&one.bombards)
            .then(distance(one).total_cmp(&distance(other)))
            .then(one.id.cmp(&other.id))
    });
    let within_s = seconds + RELIEF_S;
    let mut party = fewest(&nearest, |ships| {
        worth(ships) >= 2.0 * LEAST_FORCE
            && belief.margin_of_attack(ships.iter().copied(), body, within_s) >= PART_MARGIN
    })
    .to_vec();
    party.sort_by_key(|ship| ship.id);
    party
}

/// Seconds of play until the last ship of a force is at a body, if the ships arrive soon after each other. Journeys are
/// computed for the nearest and the farthest ship alone: a force may have hundreds.
fn time_together(situation: &Situation, force: &[&OwnShip], body: BodyId) -> Option<f64> {
    let place = situation.place(body);
    let straight_s = |ship: &OwnShip| travel::straight_s(situation, ship.position, place, ship.cruise_km_s);
    let timed = || force.iter().map(|ship| (straight_s(ship), *ship));
    let (_, nearest) = timed().min_by(|one, other| one.0.total_cmp(&other.0))?;
    let (_, farthest) = timed().max_by(|one, other| one.0.total_cmp(&other.0))?;
    let first = travel::of_ship(situation, nearest, body)?;
    let last = travel::of_ship(situation, farthest, body)?;
    (last - first <= TOGETHER_S).then_some(last)
}

/// The own body with a yard from which a target is nearest; else the nearest own body.
fn base_for(plan: &Plan, target: BodyId) -> Option<BodyId> {
    let situation = plan.thought.situation;
    let has_yard = |body: &BodyId| situation.has_yard(*body);
    let distance = |body: &BodyId| situation.place(*body).distance(situation.place(target));
    let nearest = |bodies: &mut dyn Iterator<Item = BodyId>| {
        bodies.min_by(|one, other| distance(one).total_cmp(&distance(other)))
    };
    nearest(&mut situation.own_bodies().filter(has_yard)).or_else(|| nearest(&mut situation.own_bodies()))
}

/// Free armed ships go with attacks that gather, and follow those that have not won yet. While more attacks may begin,
/// one that is winning without them does not need them. None follow an attack that warns.
fn reinforce(plan: &mut Plan) {
    let situation = plan.thought.situation;
    let force = fit_force(plan);
    let total = worth(&force);
    let may_begin = plan.count(|kind| kind == OperationKind::Take) < most_attacks(plan);
    let attacks = plan.mind.operations.iter_mut().filter(|one| one.kind == OperationKind::Take);
    let Some(attack) = attacks.min_by_key(|one| (one.stage, one.id)) else { return };
    let old: f64 = attack.ships.iter().filter_map(|id| situation.ship(*id)).map(|ship| ship.worth).sum();
    let is_open = attack.stage <= Stage::Wait;
    // A mind that warns has few orders, and ships that follow would take as many again.
    let warns = plan.thought.skill.warns_s > 0.0;
    let needs_none = warns || may_begin && attack.odds_now >= PART_MARGIN;
    if is_open || (!needs_none && total >= 0.25 * old && total >= 0.5 * LEAST_FORCE) {
        attack.ships.extend(force.iter().map(|ship| ship.id));
        attack.ships.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_fronts_are_for_the_strong_and_few_for_equals() {
        let fronts = |all: usize| [0.9, 1.0, 1.9].map(|superiority| fronts_of_equals(all, superiority));
        assert_eq!([1, 2, 3, 6].map(fronts), [[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 2, 2]]);
    }

    #[test]
    fn worse_odds_will_do_as_the_time_runs_out() {
        assert_eq!(
            [0.6, 0.34, 0.0].map(|threshold| eased(threshold, 0.0)),
            [0.6, 0.34, 0.0],
            "as without haste"
        );
        let late = [0.25, 0.5, 0.75, 1.0].map(|haste| eased(0.6, haste));
        assert!(late.windows(2).all(|pair| pair[1] < pair[0]), "{late:?}");
        assert!((late[3] - LAST_CHANCE).abs() < 1.0e-9, "even a fight that likely fails");
    }
}
