//! Operations: plans with ships and a target, from gathering to the end; the reserve of those without a plan.
//!
//! - Enters: the operations in the memory of a mind, a thought.
//! - Leaves: their next steps as wishes for orders; ended operations are removed.
//! - Must never: repeat an order that is being carried out, because that would restart it.
//!
//! | file | plans |
//! |---|---|
//! | `battle.rs` | attacks, guards, hunts |
//! | `siege.rs` | bombardment and landings |
//! | `garrison.rs` | how long a guard stays at a body that was taken |
//! | `errand.rs` | scouting, claiming, mining, searching |
//! | `comets.rs` | how long a guard stays at a comet, and when miners leave |
//! | `reserve.rs` | armed ships without an operation |
//! | `limits.rs` | nothing itself: when each kind is given up |
//! | `warning.rs` | how attacks of lower skills let themselves be seen |

mod battle;
pub mod comets;
mod errand;
mod garrison;
pub mod limits;
mod reserve;
mod siege;
mod warning;

pub use battle::{RELIEF_S, window_s};
pub use errand::first_start;
pub use garrison::{RETURN_S, latest_departure, wants_guard};
pub use reserve::keep_together;
pub use siege::troopers_needed;

use super::attention::{self, InHand};
use super::situation::{OwnShip, Situation};
use super::thought::Thought;
use super::wish::{Urgency, Wish, Wishes};
use crate::level::{Assault, Doctrine, Stance};
use crate::sim::{Command, Ending, Goal, Mind, Operation, OperationKind, Setback, ShipId, Stage, When};

/// The orders that a mind keeps in hand while a fleet of it holds its fire in view of foes: it must be able to answer
/// their fire at once.
const KEPT_FOR_FIGHTS: f64 = 1.0;
/// The orders that it keeps for an attack that departs soon, if it can save so many: those of the way and the stance.
const KEPT_FOR_DEPARTURE: f64 = 2.0;
/// The most setbacks that a mind remembers.
const MOST_SETBACKS: usize = 8;

/// What a step leaves of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// It goes on.
    Continues,
    /// It has reached its goal.
    Won,
    /// It is over without success.
    Failed,
}

/// Takes the next step of every operation.
pub fn advance(mind: &mut Mind, thought: &Thought, wishes: &mut Wishes) {
    let situation = thought.situation;
    let is_there = |ship: ShipId| situation.ship(ship).is_some();
    // What a faction hands over or scuttles when it gives up is not lost.
    let has_given_up = situation.ships.is_empty() && situation.structures.is_empty();
    if !has_given_up {
        mind.count_scouts(is_there);
    }
    let mut operations = std::mem::take(&mut mind.operations);
    operations.retain_mut(|operation| {
        let crew = CrewState::of(operation, is_there);
        operation.most_ships = operation.most_ships.max(operation.crew().count() as u32);
        let first = wishes.0.len();
        let outcome = step(mind, operation, thought, wishes);
        if outcome == StepOutcome::Continues {
            wishes.0[first..].iter_mut().for_each(|wish| attribute(wish, operation, thought));
        }
        note(mind, operation, outcome, situation.tick);
        if let Some(ending) = ending_of(operation, outcome, crew) {
            let ending = if has_given_up { Ending::GivenUp } else { ending };
            mind.remember_end(operation, ending, situation.tick);
        }
        outcome == StepOutcome::Continues
    });
    mind.operations = operations;
    reserve::leave_the_lost(mind, thought, wishes);
    warning::release(mind, thought, wishes);
}

/// Notes that an order serves an operation, which raises its urgency if the operation has waited for long.
fn attribute(wish: &mut Wish, operation: &Operation, thought: &Thought) {
    wish.operation = Some(operation.id);
    wish.urgency = attention::urgency_of(wish.urgency, operation, thought.skill, thought.situation.tick);
}

/// The orders that a mind keeps in hand for what comes next. Otherwise a mind of few orders would give each one to its
/// growth as it comes, and a fleet that has gathered would rest on for a quarter of a minute before its departure.
pub fn kept_in_hand(mind: &Mind, thought: &Thought) -> InHand {
    let tick = thought.situation.tick;
    let departs = mind.operations.iter().any(|one| battle::is_about_to_depart(one, tick, thought.skill));
    let at_most = (thought.skill.burst - 1.0).max(0.0);
    InHand {
        for_fights: if warning::stands_in_view(mind) { KEPT_FOR_FIGHTS } else { 0.0 },
        for_operations: if departs { KEPT_FOR_DEPARTURE.min(at_most) } else { 0.0 },
    }
}

/// Where the ships of an operation are before its next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CrewState {
    /// Some of them exist.
    There,
    /// None of them exists.
    Lost,
    /// They were given to others.
    Away,
}

impl CrewState {
    fn of(operation: &Operation, is_there: impl Fn(ShipId) -> bool) -> Self {
        if operation.crew().next().is_none() {
            Self::Away
        } else if operation.crew().any(is_there) {
            Self::There
        } else {
            Self::Lost
        }
    }
}

/// How an operation has ended with a step; `None`: it goes on. `crew`: before that step.
fn ending_of(operation: &Operation, outcome: StepOutcome, crew: CrewState) -> Option<Ending> {
    let has_ships = operation.crew().next().is_some();
    Some(match (outcome, crew) {
        (StepOutcome::Continues, _) => return None,
        (StepOutcome::Won, _) => Ending::Succeeded,
        (StepOutcome::Failed, CrewState::Lost) => Ending::ShipsLost,
        (StepOutcome::Failed, _) if operation.is_in_preparation() => Ending::GivenUp,
        (StepOutcome::Failed, CrewState::Away) => Ending::CalledBack,
        (StepOutcome::Failed, CrewState::There) if !has_ships => Ending::Landed,
        (StepOutcome::Failed, CrewState::There) => Ending::Failed,
    })
}

/// Takes the next step of an operation, if it still has ships.
fn step(mind: &mut Mind, operation: &mut Operation, thought: &Thought, wishes: &mut Wishes) -> StepOutcome {
    let situation = thought.situation;
    operation.ships.retain(|ship| situation.ship(*ship).is_some());
    operation.landers.retain(|ship| situation.ship(*ship).is_some_and(|ship| ship.troopers >= 1.0));
    if operation.ships.is_empty() && operation.landers.is_empty() {
        return StepOutcome::Failed;
    }
    if !operation.kind.is_attack() {
        follow(operation, thought);
    }
    operation.gives_up = limits::of(operation, thought);
    match operation.kind {
        OperationKind::Scout => errand::scout(mind, operation, thought, wishes),
        OperationKind::Claim => errand::claim(operation, thought, wishes),
        OperationKind::Settle => siege::settle(operation, thought, wishes),
        OperationKind::Mine => errand::mine(operation, thought, wishes),
        OperationKind::Hold | OperationKind::Defend => battle::guard(operation, thought, wishes),
        OperationKind::Take | OperationKind::Raid => battle::attack(mind, operation, thought, wishes),
        OperationKind::Search => errand::search(operation, thought, wishes),
        OperationKind::Hunt => battle::hunt(operation, thought, wishes),
    }
}

/// The stage of an errand follows from where its ships are.
fn follow(operation: &mut Operation, thought: &Thought) {
    let situation = thought.situation;
    let is_in_well =
        |ship| situation.ship(ship).is_some_and(|ship| situation.is_in_well(operation.target, ship.position));
    let is_there = operation.crew().any(is_in_well);
    let stage = if is_there { Stage::Act } else { Stage::Advance };
    if operation.stage != stage {
        operation.arrives_tick = arrival(operation, is_there, situation.tick);
        enter(operation, stage, thought);
    }
}

/// The tick of arrival of an errand that enters another stage: the true one if its ships are there now, none if they
/// have left. Hunts and searches follow what moves, and have none.
fn arrival(operation: &Operation, is_there: bool, tick: u64) -> u64 {
    match (operation.kind, operation.stage) {
        (OperationKind::Hunt | OperationKind::Search, _) => 0,
        _ if is_there => tick,
        (_, Stage::Act) => 0,
        _ => operation.arrives_tick,
    }
}

/// Ends the operations that have come to their goal with the end of the war, after which their mind thinks no more:
/// those that win a body, and hunts. What it declined about these bodies is out of date.
pub fn end_won(mind: &mut Mind, situation: &Situation) {
    let (won, others): (Vec<Operation>, Vec<Operation>) =
        std::mem::take(&mut mind.operations).into_iter().partition(|one| has_won(one, situation));
    mind.operations = others;
    for operation in &won {
        mind.choices.retain(|choice| (choice.kind, choice.target) != (operation.kind, operation.target));
        note(mind, operation, StepOutcome::Won, situation.tick);
        mind.remember_end(operation, Ending::Succeeded, situation.tick);
    }
}

/// Whether an operation that wins a body, or a hunt, has reached its goal, as its own step would find.
fn has_won(operation: &Operation, situation: &Situation) -> bool {
    match operation.kind {
        OperationKind::Claim | OperationKind::Settle | OperationKind::Take => {
            situation.owns(operation.target)
        }
        OperationKind::Hunt => {
            let has_hunters = operation.crew().any(|ship| situation.ship(ship).is_some());
            has_hunters && situation.quarry_of(operation).is_none()
        }
        OperationKind::Scout
        | OperationKind::Hold
        | OperationKind::Mine
        | OperationKind::Raid
        | OperationKind::Defend
        | OperationKind::Search => false,
    }
}

/// Remembers the end of an attack that had departed, and the force that was not enough.
fn note(mind: &mut Mind, operation: &Operation, outcome: StepOutcome, tick: u64) {
    if !operation.kind.is_attack_on_body() || operation.is_in_preparation() {
        return;
    }
    match outcome {
        StepOutcome::Continues => {}
        StepOutcome::Won => mind.record.end_attack(operation.odds, true),
        StepOutcome::Failed => {
            mind.record.end_attack(operation.odds, false);
            mind.setbacks.push(Setback { body: operation.target, tick, strength: operation.strength });
            let surplus = mind.setbacks.len().saturating_sub(MOST_SETBACKS);
            mind.setbacks.drain(..surplus);
        }
    }
}

/// The ships of a list that exist.
fn existing<'t>(thought: &'t Thought, ships: &'t [ShipId]) -> impl Iterator<Item = &'t OwnShip> + Clone {
    ships.iter().filter_map(|ship| thought.situation.ship(*ship))
}

/// Orders ships to a goal, except for those that are on the way to it, and for those that would have to fight and hold
/// their fire. `engage`: they fight foes on their way.
fn send<'t>(
    wishes: &mut Wishes,
    ships: impl Iterator<Item = &'t OwnShip>,
    (goal, engage): (Goal, bool),
    urgency: Urgency,
    (operation, thought): (&Operation, &Thought),
) {
    let fights = engage || matches!(goal, Goal::Attack(_) | Goal::Ground { assault: Assault::Bombard, .. });
    let is_meant = |ship: &&OwnShip| ship.goal != Some(goal) && !(fights && ship.holds_fire());
    let others = ships.filter(is_meant).map(|ship| ship.id).collect();
    let go = Command::Go { goal, engage, when: When::Now };
    command(wishes, others, go, urgency, (operation, thought));
}

/// Gives a command to ships of an operation, with the reason of the operation.
fn command(
    wishes: &mut Wishes,
    ships: Vec<ShipId>,
    command: Command,
    urgency: Urgency,
    (operation, thought): (&Operation, &Thought),
) {
    if !ships.is_empty() {
        wishes.command(ships, command, urgency, reason(operation, thought));
    }
}

/// Sets what ships do without further orders, except for those that do so already.
fn take_stance<'t>(
    wishes: &mut Wishes,
    ships: impl Iterator<Item = &'t OwnShip>,
    stance: Stance,
    urgency: Urgency,
    (operation, thought): (&Operation, &Thought),
) {
    let doctrine = doctrine_with(stance, thought);
    let others = ships.filter(|ship| ship.doctrine != doctrine).map(|ship| ship.id).collect();
    command(wishes, others, Command::Doctrine(doctrine), urgency, (operation, thought));
}

/// The doctrine of a mind's ships with a stance.
fn doctrine_with(stance: Stance, thought: &Thought) -> Doctrine {
    Doctrine { stance, withdraw_percent: thought.personality.withdraw_percent, prey: None }
}

/// The reason of the orders of an operation: `mine Halley: to bring home rare materials`.
fn reason(operation: &Operation, thought: &Thought) -> String {
    let (deed, target) = (operation.kind.verb(), thought.situation.name(operation.target));
    format!("{deed} {target}: {}", operation.reason())
}

/// Adds to the reasons of an operation why it ends.
fn because(operation: &mut Operation, end: &str) {
    let before = if operation.why.is_empty() { "" } else { "; " };
    operation.why.push_str(&format!("{before}in the end: {end}"));
}

/// Enters a stage, which may have other conditions to give up.
fn enter(operation: &mut Operation, stage: Stage, thought: &Thought) {
    operation.stage = stage;
    operation.stage_tick = thought.situation.tick;
    operation.gives_up = limits::of(operation, thought);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Skill;
    use crate::rules::test_support;
    use crate::sim::BodyId;

    #[test]
    fn an_attack_that_has_gathered_for_a_while_is_about_to_depart() {
        let take =
            |stage: Stage| Operation { stage, ..Operation::begun(1, OperationKind::Take, BodyId(3), 0) };
        let skill = Skill { orders_per_minute: 6.0, ..test_support::shipped().minds.skills[0].clone() };
        let departs = |stage: Stage, tick: u64| battle::is_about_to_depart(&take(stage), tick, &skill);
        assert_eq!([30, 590, 610].map(|tick| departs(Stage::Gather, tick)), [false, false, true]);
        assert!(departs(Stage::Wait, 0));
        assert_eq!(
            [590, 610].map(|tick| departs(Stage::Advance, tick)),
            [true, false],
            "both orders are given"
        );
    }

    #[test]
    fn an_errand_has_the_expected_arrival_then_the_true_one() {
        let scout = |stage: Stage, arrives_tick: u64| Operation {
            stage,
            arrives_tick,
            ..Operation::begun(1, OperationKind::Scout, BodyId(3), 0)
        };
        let at = |stage: Stage, arrives_tick: u64| {
            [false, true].map(|is_there| arrival(&scout(stage, arrives_tick), is_there, 60))
        };
        assert_eq!(at(Stage::Gather, 90), [90, 60]);
        assert_eq!(at(Stage::Advance, 90), [90, 60]);
        assert_eq!(at(Stage::Act, 60)[0], 0, "its ships have left");
        assert_eq!(at(Stage::Advance, 0), [0, 60], "they are back from a pursuit");
        let hunt = Operation { kind: OperationKind::Hunt, ..scout(Stage::Advance, 0) };
        assert_eq!(arrival(&hunt, true, 60), 0, "it follows its quarry");
    }

    #[test]
    fn an_ending_says_what_became_of_the_ships() {
        let crew = vec![ShipId(1)];
        let take = |stage: Stage, ships: Vec<ShipId>| Operation {
            stage,
            ships,
            ..Operation::begun(1, OperationKind::Take, BodyId(3), 0)
        };
        let there = |ships: Vec<ShipId>, exist: bool| CrewState::of(&take(Stage::Act, ships), |_| exist);
        assert_eq!(
            [there(crew.clone(), true), there(crew.clone(), false), there(Vec::new(), true)],
            [CrewState::There, CrewState::Lost, CrewState::Away]
        );
        let failed = |stage: Stage, ships: Vec<ShipId>, crew: CrewState| {
            ending_of(&take(stage, ships), StepOutcome::Failed, crew)
        };
        assert_eq!(failed(Stage::Act, crew.clone(), CrewState::There), Some(Ending::Failed));
        assert_eq!(failed(Stage::Act, Vec::new(), CrewState::There), Some(Ending::Landed));
        assert_eq!(failed(Stage::Act, Vec::new(), CrewState::Lost), Some(Ending::ShipsLost));
        assert_eq!(failed(Stage::Act, Vec::new(), CrewState::Away), Some(Ending::CalledBack));
        assert_eq!(failed(Stage::Wait, crew.clone(), CrewState::There), Some(Ending::GivenUp));
        let goes_on = take(Stage::Act, crew);
        assert_eq!(ending_of(&goes_on, StepOutcome::Won, CrewState::There), Some(Ending::Succeeded));
        assert_eq!(ending_of(&goes_on, StepOutcome::Continues, CrewState::There), None);
    }
}
