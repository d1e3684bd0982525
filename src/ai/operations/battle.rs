//! Operations that fight: attacks from gathering to the siege, guards, hunts.

use super::siege::conquer;
use super::{
    KEPT_FOR_DEPARTURE, StepOutcome, because, comets, command, enter, existing, garrison, send, take_stance,
    warning,
};
use crate::ai::attention::order_s;
use crate::ai::belief::outcome_words;
use crate::ai::situation::{BodyFacts, Contact, OwnShip, Situation, slowest_km_s};
use crate::ai::thought::Thought;
use crate::ai::travel::{self, From};
use crate::ai::wish::{Urgency, Wishes, attack_about, attack_on, ground};
use crate::level::{Assault, Skill, Stance};
use crate::sim::{
    AnchoredPlace, BodyId, Command, Goal, Mind, Operation, OperationKind, ShipId, Stage, Units,
};

/// An attack departs after this time even if stragglers are missing, seconds of play.
const GATHER_S: f64 = 40.0;
/// A fleet goes on with a siege above this margin.
const HARMLESS: f64 = 0.85;
/// A fleet that is ready waits no longer for a window than this share of its mind's horizon,
const WINDOW_SHARE: f64 = 0.15;
/// and never longer than this, seconds of play: the foe builds, too.
const LONGEST_WINDOW_S: f64 = 20.0;
/// A defence drives away foes that stand off for this long, seconds of play,
const STAND_OFF_S: f64 = 25.0;
/// if its ships would keep this share of their strength away from the guns of the body.
const SORTIE_MARGIN: f64 = 0.3;
/// Foes that could be at the target of a raid within this time count as there, seconds of play. Raiders are gone before
/// later help comes.
const HELP_S: f64 = 6.0;
/// Foes that can be at the target this long after the fleet count as there, seconds of play.
pub const RELIEF_S: f64 = 20.0;

/// Gathers, waits for its departure, goes, breaks what defends the target, bombards, lands.
pub fn attack(
    mind: &mut Mind,
    operation: &mut Operation,
    thought: &Thought,
    wishes: &mut Wishes,
) -> StepOutcome {
    if thought.situation.owns(operation.target) {
        return StepOutcome::Won;
    }
    if existing(thought, &operation.ships).next().is_none() && operation.stage < Stage::Act {
        return StepOutcome::Failed;
    }
    match operation.stage {
        Stage::Gather => gather(operation, thought, wishes),
        Stage::Wait => return wait(mind, operation, thought, wishes),
        Stage::Advance => proceed(operation, thought, wishes),
        Stage::Act => return act(operation, thought, wishes),
    }
    if operation.stage >= Stage::Advance {
        let margin = margin_now(operation, thought);
        if operation.gives_up.at_odds(margin) {
            return withdraw(operation, margin, thought, wishes);
        }
    }
    StepOutcome::Continues
}

/// Brings the ships together at the base, and makes one fleet of them.
fn gather(operation: &mut Operation, thought: &Thought, wishes: &mut Wishes) {
    let situation = thought.situation;
    let Some(base) = operation.base else {
        plan_departure(operation, thought);
        enter(operation, Stage::Wait, thought);
        return;
    };
    let is_there = |ship: &&OwnShip| situation.is_in_well(base, ship.position);
    let all = existing(thought, &operation.ships);
    let away: Vec<&OwnShip> = all.clone().filter(|ship| !is_there(ship)).collect();
    send(wishes, away.iter().copied(), (Goal::Body(base), false), Urgency::Operation, (operation, thought));
    let waited_s = Situation::seconds(situation.tick - operation.stage_tick);
    let most_are_there = 10 * away.len() <= all.clone().count();
    if most_are_there || waited_s > GATHER_S {
        join(operation, all.filter(is_there), thought, wishes);
        plan_departure(operation, thought);
        enter(operation, Stage::Wait, thought);
    }
}

/// Whether an attack is about to depart: it has gathered for half of the longest time, or waits, or has only just
/// entered the stage in which it gets its orders.
pub fn is_about_to_depart(operation: &Operation, tick: u64, skill: &Skill) -> bool {
    let since_s = Situation::seconds(tick.saturating_sub(operation.stage_tick));
    operation.kind.is_attack_on_body()
        && match operation.stage {
            Stage::Gather => since_s > 0.5 * GATHER_S,
            Stage::Wait => true,
            Stage::Advance => since_s < KEPT_FOR_DEPARTURE * order_s(skill),
            Stage::Act => false,
        }
}

/// Makes one fleet of ships of several.
fn join<'t>(
    operation: &Operation,
    ships: impl Iterator<Item = &'t OwnShip>,
    thought: &Thought,
    wishes: &mut Wishes,
) {
    let mut ships: Vec<&OwnShip> = ships.collect();
    ships.sort_by_key(|ship| (ship.fleet_id, ship.id));
    let Some(first) = ships.first().map(|ship| ship.fleet_id) else { return };
    let (lead, others): (Vec<&OwnShip>, Vec<&OwnShip>) =
        ships.iter().partition(|ship| ship.fleet_id == first);
    if others.is_empty() {
        return;
    }
    let numbers = |ships: Vec<&OwnShip>| ships.into_iter().map(|ship| ship.id).collect::<Vec<ShipId>>();
    let others = vec![Units::Ships(numbers(others))];
    let join = Command::Join { others };
    command(wishes, numbers(lead), join, Urgency::Operation, (operation, thought));
}

/// Sets the dates of departure and arrival by the places of the planets. A force without a base, which is together
/// already, departs at once.
fn plan_departure(operation: &mut Operation, thought: &Thought) {
    let situation = thought.situation;
    let slowest = slowest_km_s(existing(thought, &operation.ships));
    let window_s = window_s(thought.skill);
    let first = existing(thought, &operation.ships).next().map(|ship| ship.position);
    let target = operation.target;
    let at_once_s = |from| travel::seconds_to(situation, From::Place(from), slowest, target, 0.0);
    let best = match operation.base {
        Some(base) => travel::best_departure(situation, (base, target), slowest, window_s),
        None => first.and_then(at_once_s).map(|journey_s| (0.0, journey_s)),
    };
    let (delay_s, journey_s) = best.unwrap_or((0.0, 60.0));
    operation.departs_tick = travel::tick_in(situation, delay_s);
    operation.arrives_tick = travel::tick_in(situation, delay_s + journey_s + thought.skill.warns_s);
}

/// The longest time for which a mind waits for a better departure, seconds of play; 0: it departs at once.
pub fn window_s(skill: &Skill) -> f64 {
    if skill.windows { (WINDOW_SHARE * skill.horizon_s).min(LONGEST_WINDOW_S) } else { 0.0 }
}

/// Departs when the date has come and the odds hold; else the ships stay where they have gathered.
fn wait(mind: &mut Mind, operation: &mut Operation, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let situation = thought.situation;
    if situation.tick < operation.departs_tick {
        return StepOutcome::Continues;
    }
    let margin = margin_at_arrival(operation, thought);
    if operation.gives_up.at_odds(margin) {
        because(operation, &outcome_words(margin));
        return StepOutcome::Failed;
    }
    operation.odds = margin.max(0.0);
    operation.strength = existing(thought, &operation.ships).map(|ship| ship.worth).sum();
    if warning::owed_at_km(operation, thought).is_none() {
        let all = existing(thought, &operation.ships);
        take_stance(wishes, all, Stance::Aggressive, Urgency::Operation, (operation, thought));
        let to = (Goal::Body(operation.target), true);
        send(wishes, existing(thought, &operation.ships), to, Urgency::Operation, (operation, thought));
    }
    mind.record.attacks = mind.record.attacks.saturating_add(1);
    let is_raid = operation.kind == OperationKind::Raid;
    let last = if is_raid { &mut mind.record.last_raid_tick } else { &mut mind.record.last_attack_tick };
    *last = situation.tick;
    enter(operation, Stage::Advance, thought);
    StepOutcome::Continues
}

/// Goes to the target; first into view of it, if its owner has to be warned.
fn proceed(operation: &mut Operation, thought: &Thought, wishes: &mut Wishes) {
    if let Some(seen_km) = warning::owed_at_km(operation, thought) {
        warning::give(operation, seen_km, thought, wishes);
        return;
    }
    let holds_fire = existing(thought, &operation.ships).any(OwnShip::holds_fire);
    if holds_fire || thought.skill.warns_s > 0.0 {
        let all = existing(thought, &operation.ships);
        take_stance(wishes, all, Stance::Aggressive, Urgency::Fight, (operation, thought));
    }
    if holds_fire {
        // Orders to attack would be refused until then.
        return;
    }
    let situation = thought.situation;
    let target = operation.target;
    let is_there = |ship: &&OwnShip| situation.is_in_well(target, ship.position);
    let all = existing(thought, &operation.ships);
    let (total, there) = (all.clone().count(), all.clone().filter(is_there).count());
    let to = (Goal::Body(target), true);
    send(wishes, all.filter(|ship| !is_there(ship)), to, Urgency::Operation, (operation, thought));
    if 2 * there >= total {
        enter(operation, Stage::Act, thought);
    }
}

/// Fights at the target, then lands.
fn act(operation: &mut Operation, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let foes: Vec<&Contact> = thought.belief.armed_at(operation.target).collect();
    let margin = margin_now(operation, thought);
    if operation.gives_up.at_odds(margin) {
        return withdraw(operation, margin, thought, wishes);
    }
    let is_harmless = foes.iter().all(|foe| foe.stands_at.is_none()) && margin >= HARMLESS;
    let goes_on = is_harmless && operation.kind == OperationKind::Take;
    if !(foes.is_empty() || goes_on) {
        let is_there = |ship: &&OwnShip| thought.situation.is_in_well(operation.target, ship.position);
        let there = existing(thought, &operation.ships).filter(is_there);
        break_defence(there, &foes, wishes, (operation, thought));
        come_after(operation, Urgency::Operation, thought, wishes);
        return StepOutcome::Continues;
    }
    if operation.kind == OperationKind::Raid {
        return plunder(operation, thought, wishes);
    }
    if operation.gives_up.at_tick(thought.situation.tick) {
        because(operation, "no troopers came");
        return StepOutcome::Failed;
    }
    conquer(operation, thought, wishes);
    StepOutcome::Continues
}

/// Ships that are not there yet come to the target. Those that attack all foes in its well are on their way already.
fn come_after(operation: &Operation, urgency: Urgency, thought: &Thought, wishes: &mut Wishes) {
    let (target, situation) = (operation.target, thought.situation);
    let attack = attack_in_well(target, situation);
    let comes = |ship: &&OwnShip| situation.is_in_well(target, ship.position) || ship.goal == Some(attack);
    let away = existing(thought, &operation.ships).filter(|ship| !comes(ship));
    send(wishes, away, (Goal::Body(target), true), urgency, (operation, thought));
}

/// The goal of an attack on all foes in the well of a body. It leads to the body where none of them is seen. Without a
/// well: the body alone.
fn attack_in_well(body: BodyId, situation: &Situation) -> Goal {
    let well_km = situation.almanac().sky.system.bodies.get(body).map_or(0.0, |body| body.well_radius_km);
    if well_km > 0.0 { attack_about(body, well_km) } else { Goal::Body(body) }
}

/// Has ships attack armed ships all together, armed structures one after the other, the weakest first.
fn break_defence<'t>(
    ships: impl Iterator<Item = &'t OwnShip>,
    foes: &[&Contact],
    wishes: &mut Wishes,
    (operation, thought): (&Operation, &Thought),
) {
    let in_sight = || foes.iter().filter(|foe| foe.in_sight);
    let has_ships = in_sight().any(|foe| foe.is_ship());
    let gun = in_sight().filter(|foe| !foe.is_ship());
    let gun = gun.min_by(|one, other| {
        let left = |gun: &&Contact| gun.worth * (gun.armour + gun.shield);
        left(one).total_cmp(&left(other)).then(one.id.cmp(&other.id))
    });
    let goal = match gun {
        Some(gun) if !has_ships => attack_on(gun.id),
        _ => attack_in_well(operation.target, thought.situation),
    };
    let armed = ships.filter(|ship| ship.is_armed);
    send(wishes, armed, (goal, false), Urgency::Fight, (operation, thought));
}

/// Destroys the structures of a body; leaves when there are none, or after a while.
fn plunder(operation: &Operation, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let situation = thought.situation;
    let seen = thought.belief.foes_at(operation.target).filter(|foe| foe.in_sight);
    let prize = seen.max_by(|one, other| one.worth.total_cmp(&other.worth).then(other.id.cmp(&one.id)));
    let is_over = operation.gives_up.at_tick(situation.tick);
    match prize.filter(|_| !is_over) {
        Some(prize) => {
            let goal = attack_on(prize.id);
            send(
                wishes,
                existing(thought, &operation.ships),
                (goal, false),
                Urgency::Operation,
                (operation, thought),
            );
            StepOutcome::Continues
        }
        None => {
            let why = if is_over { "the raid takes too long" } else { "nothing is left to destroy" };
            wishes.command(operation.ships.clone(), Command::Retreat, Urgency::Operation, why);
            StepOutcome::Won
        }
    }
}

/// How the fight at the target would end for a fleet that departs now: against all that can be there soon after it, and
/// no better than against those that are there already. The operation remembers how the fight stands now.
fn margin_at_arrival(operation: &mut Operation, thought: &Thought) -> f64 {
    let now = margin_now(operation, thought);
    if operation.kind == OperationKind::Raid {
        return now;
    }
    let way_s = Situation::seconds(operation.arrives_tick.saturating_sub(operation.departs_tick));
    let ships = existing(thought, &operation.ships);
    now.min(thought.belief.margin_of_attack(ships, operation.target, way_s + RELIEF_S))
}

/// How the fight at the target stands, which the operation remembers.
fn margin_now(operation: &mut Operation, thought: &Thought) -> f64 {
    let ships = existing(thought, &operation.ships);
    let margin = if operation.kind == OperationKind::Raid {
        thought.belief.margin_of_attack(ships, operation.target, HELP_S)
    } else {
        thought.belief.margin_at(ships, operation.target)
    };
    operation.odds_now = margin.max(0.0);
    margin
}

/// Retreats from a fight that has this margin, and gives the operation up.
fn withdraw(operation: &mut Operation, margin: f64, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let name = thought.situation.name(operation.target);
    let outcome = outcome_words(margin);
    let why = format!("withdraw from {name}: {outcome}");
    wishes.command(operation.crew().collect(), Command::Retreat, Urgency::Fight, why);
    because(operation, &outcome);
    StepOutcome::Failed
}

/// Drives foes from a body, or holds a well.
pub fn guard(operation: &mut Operation, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let situation = thought.situation;
    let target = operation.target;
    let Some(known) = situation.bodies.get(target) else { return StepOutcome::Failed };
    let stays = garrison::stays(operation, thought) || comets::stays(operation, thought);
    let end = end_of_guard(operation.kind, target, known, thought);
    if let Some(end) = end.filter(|end| *end != StepOutcome::Won || !stays) {
        return end;
    }
    let foes: Vec<&Contact> = thought.belief.armed_at(target).collect();
    let margin = thought.belief.margin_of_stand(existing(thought, &operation.ships), target);
    operation.odds_now = margin.max(0.0);
    if !foes.is_empty() && operation.gives_up.at_odds(margin) {
        return withdraw(operation, margin, thought, wishes);
    }
    let landers = existing(thought, &operation.landers);
    if known.is_beset {
        send(wishes, landers, (ground(target, Assault::Land), false), Urgency::Fight, (operation, thought));
    }
    if foes.iter().any(|foe| foe.in_sight) {
        // All get the same order, near or far: otherwise a ship that leaves the well in pursuit would turn about at its
        // rim, and each turn would cost an order.
        break_defence(existing(thought, &operation.ships), &foes, wishes, (operation, thought));
        return StepOutcome::Continues;
    }
    if foes.is_empty() && drive_away(operation, thought, wishes) {
        return StepOutcome::Continues;
    }
    come_after(operation, Urgency::Fight, thought, wishes);
    StepOutcome::Continues
}

/// Attacks foes that stand off from a defended body, in sight and near, but do not come: a defence that only waited for
/// them would wait for as long as they like. Returns whether there are such foes and the ships can beat them.
fn drive_away(operation: &Operation, thought: &Thought, wishes: &mut Wishes) -> bool {
    let waited_s = Situation::seconds(thought.situation.tick - operation.begun_tick);
    if operation.kind != OperationKind::Defend || waited_s < STAND_OFF_S {
        return false;
    }
    let ships = existing(thought, &operation.ships).filter(|ship| ship.is_armed);
    let Some(foe) = thought.belief.nearest_approaching(operation.target) else { return false };
    if thought.belief.margin_of_hunt(ships.clone(), foe) < SORTIE_MARGIN {
        return false;
    }
    send(wishes, ships, (attack_on(foe.id), false), Urgency::Fight, (operation, thought));
    true
}

/// How a guard at a body ends; `None`: it goes on.
fn end_of_guard(
    kind: OperationKind,
    body: BodyId,
    known: &BodyFacts,
    thought: &Thought,
) -> Option<StepOutcome> {
    let belief = thought.belief;
    let is_own = known.owner == Some(thought.situation.me);
    let defends = kind == OperationKind::Defend;
    let is_threatened = || belief.is_threatened(body) || belief.is_approached(body) || known.is_beset;
    let is_done = if defends { !is_threatened() } else { is_own };
    let is_lost = defends && !is_own && !known.is_allied && !known.is_beset;
    if is_done {
        return Some(StepOutcome::Won);
    }
    is_lost.then_some(StepOutcome::Failed)
}

/// Hunts a unit wherever it is.
pub fn hunt(operation: &mut Operation, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let situation = thought.situation;
    let Some(quarry) = situation.quarry_of(operation) else { return StepOutcome::Won };
    let margin = thought.belief.margin_of_hunt(existing(thought, &operation.ships), quarry);
    operation.odds_now = margin.max(0.0);
    if operation.gives_up.at_odds(margin) || margin == 0.0 {
        return withdraw(operation, margin, thought, wishes);
    }
    let begins = operation.stage < Stage::Act;
    operation.stage = Stage::Act;
    if quarry.in_sight {
        let goal = attack_on(quarry.id);
        send(
            wishes,
            existing(thought, &operation.ships),
            (goal, false),
            Urgency::Fight,
            (operation, thought),
        );
        return StepOutcome::Continues;
    }
    // A ghost: look where it was; the look decides whether the ghost stays. What its ships did before is over.
    let sent = existing(thought, &operation.ships).filter(|ship| begins || ship.goal.is_none());
    let look = (Goal::Place(AnchoredPlace::free(quarry.place)), true);
    send(wishes, sent, look, Urgency::Operation, (operation, thought));
    StepOutcome::Continues
}
