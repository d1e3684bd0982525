//! The reserve: armed ships without an operation come together at a yard, where they are repaired, or at the own body
//! that decides the war, which they guard. They leave a body that they could not hold.

use super::limits;
use crate::ai::belief::outcome_words;
use crate::ai::situation::OwnShip;
use crate::ai::thought::Thought;
use crate::ai::wish::{Urgency, Wishes, go};
use crate::sim::{BodyId, Command, Mind, Operation, ShipId};

/// Sends free armed ships and troop ships home.
pub fn keep_together(mind: &Mind, thought: &Thought, wishes: &mut Wishes) {
    let situation = thought.situation;
    let Some(home) = home(thought) else { return };
    let at = |ship: &OwnShip, body: BodyId| situation.is_in_well(body, ship.position);
    let free = at_rest(mind, thought).into_iter();
    let (ailing, sound): (Vec<&OwnShip>, Vec<&OwnShip>) = free.partition(|ship| ship.needs_yard());
    let numbers =
        |ships: &mut dyn Iterator<Item = &OwnShip>| ships.map(|ship| ship.id).collect::<Vec<ShipId>>();
    let has_yard = situation.yards().next().is_some();
    let to_yard =
        numbers(&mut ailing.into_iter().filter(|_| has_yard && !thought.belief.is_threatened(home)));
    let to_yard = to_yard.into_iter().filter(|id| !is_docked(thought, *id)).collect();
    wishes.command(to_yard, Command::Retreat, Urgency::Operation, "for repair or troopers at a shipyard");
    let stake = |body: BodyId| situation.objective.stake(body);
    // Any own body will do, unless one decides the war.
    let is_post = |body: &BodyId| stake(*body) >= stake(home);
    let is_away = |ship: &OwnShip| !situation.own_bodies().filter(is_post).any(|body| at(ship, body));
    for armed in [true, false] {
        let away = numbers(&mut sound.iter().copied().filter(|ship| ship.is_armed == armed && is_away(ship)));
        let deed = if stake(home) > 0.0 { "guard" } else { "wait at" };
        let why = format!("nothing needs them now: they {deed} {}", situation.name(home));
        wishes.command(away, go(home, armed), Urgency::Idle, why);
    }
}

/// Sends free armed ships and troop ships away from own bodies that they could not hold, all together: else they are
/// lost one by one. They stay at bodies that must not fall.
pub fn leave_the_lost(mind: &Mind, thought: &Thought, wishes: &mut Wishes) {
    let (situation, belief) = (thought.situation, thought.belief);
    let free = at_rest(mind, thought);
    for body in situation.own_bodies().filter(|body| !situation.is_vital(*body)) {
        let is_there = |ship: &&OwnShip| situation.is_in_well(body, ship.position);
        let there: Vec<ShipId> = free.iter().copied().filter(is_there).map(|ship| ship.id).collect();
        if there.is_empty() || !(belief.is_threatened(body) || belief.is_approached(body)) {
            continue;
        }
        let Some(least) = limits::least_of_stand(body, thought) else { continue };
        let margin = belief.margin_of_defence(situation.ships.iter().filter(is_there), body);
        if margin < least {
            let why = format!("leave {}: {}", situation.name(body), outcome_words(margin));
            wishes.command(there, Command::Retreat, Urgency::Fight, why);
        }
    }
}

/// The armed ships and troop ships without an operation and without a goal, by number.
fn at_rest<'t>(mind: &Mind, thought: &'t Thought) -> Vec<&'t OwnShip> {
    let mut busy: Vec<ShipId> = mind.operations.iter().flat_map(Operation::crew).collect();
    busy.sort_unstable();
    let is_free = |ship: &&OwnShip| {
        let is_of_use = (ship.is_armed || ship.room > 0.0) && !ship.holds_fire();
        is_of_use && !ship.is_wing && ship.goal.is_none() && busy.binary_search(&ship.id).is_err()
    };
    thought.situation.ships.iter().filter(is_free).collect()
}

/// Whether a ship is in the ring of a working yard, or near it.
fn is_docked(thought: &Thought, ship: ShipId) -> bool {
    let situation = thought.situation;
    let Some(ship) = situation.ship(ship) else { return true };
    let reach_km = situation.almanac().arms_table.rules.repair.reach_km;
    let yards = situation.yards();
    let mut gaps = yards.filter_map(|yard| {
        let ring_km = situation.almanac().rings.of(yard.body)?.radius_km(usize::from(yard.ring));
        Some((ship.position.distance(situation.place(yard.body)) - ring_km).abs())
    });
    gaps.any(|gap_km| gap_km < reach_km)
}

/// Where the reserve waits: the own body that decides the war, unless it is threatened, which is a matter of defence;
/// else the safe own body with the most yards; else the first own body.
fn home(thought: &Thought) -> Option<BodyId> {
    let situation = thought.situation;
    let yards = |body: BodyId| situation.yards().filter(|one| one.body == body).count();
    let is_safe = |body: BodyId| yards(body) > 0 && !thought.belief.is_threatened(body);
    let stake = |body: BodyId| {
        if thought.belief.is_threatened(body) { 0.0 } else { situation.objective.stake(body) }
    };
    let comfort = |body: &BodyId| (is_safe(*body), yards(*body), std::cmp::Reverse(*body));
    situation.own_bodies().max_by(|one, other| {
        stake(*one).total_cmp(&stake(*other)).then_with(|| comfort(one).cmp(&comfort(other)))
    })
}
