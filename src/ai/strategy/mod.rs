//! Strategy: which goals are worth ships, and which ships pursue them.
//!
//! - Enters: a thought, the operations that there are.
//! - Leaves: new operations; the goals that were considered and declined, with their scores, for people.
//! - Must never: give an order; operations do.
//!
//! Each goal has a score of value × chance ÷ time. What decides the war besides the end of all foes
//! ([`Objective`](super::situation::Objective)) adds its stake to the value of a body. Goals are served in the order of
//! need: defence, guards of bodies that were just taken, errands, attack, raids, hunts, searches.
//!
//! | file | goals |
//! |---|---|
//! | `defend.rs` | own bodies with foes in their wells, and those of allies |
//! | `errands.rs` | scouting, claims, comets, mining |
//! | `keep.rs` | bodies that were just taken |
//! | `attack.rs` | bodies of foes |
//! | `landers.rs` | none: which troop ships go with which attack |
//! | `raid.rs` | structures and miners of foes with little guard |
//! | `bases.rs` | where the force of an attack gathers |
//! | `waiting.rs` | errands whose target comes nearer |
//! | `hunt.rs` | units of foes about own bodies, and the last ones anywhere |
//! | `search.rs` | places in space where foes may hide |

mod attack;
mod bases;
mod defend;
mod errands;
mod hunt;
mod keep;
mod landers;
mod raid;
mod search;
mod waiting;

use super::operations::limits;
use super::situation::{BodyFacts, OwnShip, Situation};
use super::thought::Thought;
use crate::sim::{BodyId, Choice, Mind, Operation, OperationKind, ShipId};

/// The most goals that a mind remembers for people.
const MOST_CHOICES: usize = 8;

/// Begins new operations with the ships that are free.
pub fn choose(mind: &mut Mind, thought: &Thought) {
    let mut plan = Plan { mind, thought, declined: Vec::new() };
    defend::protect(&mut plan);
    keep::keep(&mut plan);
    errands::send_out(&mut plan);
    attack::strike(&mut plan);
    raid::raid(&mut plan);
    hunt::hunt(&mut plan);
    search::search(&mut plan);
    let mut choices = plan.declined;
    choices.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.target.cmp(&other.target)));
    choices.truncate(MOST_CHOICES);
    mind.choices = choices;
}

/// A choice of operations under way.
struct Plan<'p, 't, 'a> {
    mind: &'p mut Mind,
    thought: &'p Thought<'t, 'a>,
    /// The goals that were considered and declined, for people.
    declined: Vec<Choice>,
}

impl<'p, 't, 'a> Plan<'p, 't, 'a> {
    /// The ships without an operation that a mind may send, by number.
    fn free(&self) -> Vec<&'t OwnShip> {
        let mut busy: Vec<ShipId> = self.mind.operations.iter().flat_map(Operation::crew).collect();
        busy.sort_unstable();
        let ships = self.thought.situation.ships.iter().filter(|ship| !ship.is_wing);
        ships.filter(|ship| busy.binary_search(&ship.id).is_err()).collect()
    }

    /// Whether an operation of this kind has this target.
    fn is_pursued(&self, kind: OperationKind, target: BodyId) -> bool {
        self.mind.is_pursued(kind, target)
    }

    /// The number of operations of a kind.
    fn count(&self, kind: impl Fn(OperationKind) -> bool) -> usize {
        self.mind.operations.iter().filter(|one| kind(one.kind)).count()
    }

    /// Notes a goal that was considered and declined, once for each body.
    fn decline(&mut self, kind: OperationKind, target: BodyId, score: f64, why: String) {
        self.forget(kind, target);
        self.declined.push(Choice::declined(kind, target, score, why));
    }

    /// Forgets that a goal was declined: it is pursued after all.
    fn forget(&mut self, kind: OperationKind, target: BodyId) {
        self.declined.retain(|one| (one.kind, one.target) != (kind, target));
    }

    /// Notes the best of some goals that were considered and declined, each with its score, its body and what its
    /// reason is made of: as few as people want to read. Reasons are worded for these alone.
    fn decline_best<T>(
        &mut self,
        kind: OperationKind,
        most: usize,
        mut goals: Vec<(f64, BodyId, T)>,
        why: impl Fn(BodyId, T) -> String,
    ) {
        goals.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let mut bodies: Vec<BodyId> = Vec::new();
        goals.retain(|(_, body, _)| {
            let is_new = bodies.len() < most && !bodies.contains(body);
            bodies.extend(is_new.then_some(*body));
            is_new
        });
        for (score, body, about) in goals {
            self.decline(kind, body, score, why(body, about));
        }
    }

    /// Begins an operation. `why`: its reasons beyond its kind, ships and odds, see [`Operation::why`].
    fn begin(
        &mut self,
        kind: OperationKind,
        target: BodyId,
        ships: Vec<ShipId>,
        why: String,
    ) -> &mut Operation {
        self.forget(kind, target);
        let tick = self.thought.situation.tick;
        self.mind.begun = self.mind.begun.saturating_add(1);
        let mut operation = Operation { ships, why, ..Operation::begun(self.mind.begun, kind, target, tick) };
        operation.gives_up = limits::of(&operation, self.thought);
        self.mind.operations.push(operation);
        let last = self.mind.operations.len() - 1;
        &mut self.mind.operations[last]
    }

    /// Begins an operation that expects to keep a share of its strength.
    fn begin_with_odds(
        &mut self,
        (kind, target): (OperationKind, BodyId),
        ships: Vec<ShipId>,
        margin: f64,
        why: String,
    ) -> &mut Operation {
        let operation = self.begin(kind, target, ships, why);
        operation.odds = margin.max(0.0);
        operation.odds_now = operation.odds;
        operation
    }

    /// The best of some scores, or the second best in a blunder; `None` without scores.
    fn pick(&self, scores: &[f64], salt: u64) -> Option<Picked> {
        let blunders =
            self.thought.chance.of([self.thought.situation.tick, salt]) < self.thought.skill.blunders;
        best_of(scores, blunders)
    }
}

/// One of some goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Picked {
    index: usize,
    /// Whether another one was better.
    is_blunder: bool,
}

impl Picked {
    /// The reason to take this goal, which says so if it is a blunder.
    fn because(self, why: String) -> String {
        const BLUNDER: &str = "a blunder: another goal was worth more";
        match (self.is_blunder, why.is_empty()) {
            (false, _) => why,
            (true, true) => BLUNDER.to_owned(),
            (true, false) => format!("{why}; {BLUNDER}"),
        }
    }
}

/// The best of some scores, the first of equals; in a blunder the second best, if there is one.
fn best_of(scores: &[f64], blunders: bool) -> Option<Picked> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]).then(one.cmp(other)));
    let place = usize::from(blunders && order.len() > 1);
    let index = *order.get(place)?;
    Some(Picked { index, is_blunder: scores[index] < scores[order[0]] })
}

/// Whether foes may hold a body without the knowledge of others: all with ground, and comets while foes hold more
/// bodies than are known to be theirs.
fn may_be_held(situation: &Situation, known: &BodyFacts) -> bool {
    known.has_ground || known.is_comet && situation.objective.foes_hide_bodies
}

/// Ships with their times of travel, the first there first.
fn sorted_by_time<'t>(timed: impl Iterator<Item = (f64, &'t OwnShip)>) -> Vec<(f64, &'t OwnShip)> {
    let mut ships: Vec<(f64, &OwnShip)> = timed.collect();
    ships.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.id.cmp(&other.1.id)));
    ships
}

/// The ships of some with their times of travel, the first there first.
fn in_order_of_arrival<'t>(timed: impl Iterator<Item = (f64, &'t OwnShip)>) -> Vec<&'t OwnShip> {
    sorted_by_time(timed).into_iter().map(|(_, ship)| ship).collect()
}

/// The first of some ships, as many as suffice; all, if they do not. Twice as many are tried each time: the cost hardly
/// grows with their number.
fn fewest<'l, 't>(ships: &'l [&'t OwnShip], suffice: impl Fn(&[&OwnShip]) -> bool) -> &'l [&'t OwnShip] {
    let mut count = ships.len().min(1);
    while count < ships.len() && !suffice(&ships[..count]) {
        count = (2 * count).min(ships.len());
    }
    &ships[..count]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blunder_takes_the_second_best() {
        let scores = [1.0, 3.0, 2.5, 3.0];
        let picked = |scores: &[f64]| {
            [false, true].map(|blunders| best_of(scores, blunders).map(|one| (one.index, one.is_blunder)))
        };
        assert_eq!(picked(&scores), [Some((1, false)), Some((3, false))], "equals are no blunder");
        assert_eq!(picked(&scores[..3]), [Some((1, false)), Some((2, true))]);
        assert_eq!(picked(&[0.1])[1], Some((0, false)), "without a choice there is no blunder");
        assert_eq!(best_of(&[], false), None);
    }
}
