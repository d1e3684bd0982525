//! Attention: how many orders a mind may give. What must wait is served by urgency, so a low skill neglects a
//! front, as people do.

use super::wish::{Urgency, Wish};
use crate::level::Skill;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{Operation, Stage};

/// Orders of an operation are never overdue before this time, seconds of play.
const OVERDUE_S: f64 = 10.0;

/// The attention at the beginning of a game: an opening is known by heart.
pub fn at_the_beginning(skill: &Skill) -> f64 {
    skill.burst + skill.rehearsed
}

/// The time from one order of a skill that gives as many as it can to the next one, seconds of play.
pub fn order_s(skill: &Skill) -> f64 {
    60.0 / skill.orders_per_minute
}

/// The attention that has come back after some ticks.
pub fn restored(attention: f64, skill: &Skill, ticks: u64) -> f64 {
    let per_tick = skill.orders_per_minute / (60.0 * TICKS_PER_SECOND);
    (attention + per_tick * ticks as f64).min(attention.clamp(skill.burst, at_the_beginning(skill)))
}

/// The orders that a mind keeps in hand for what is more urgent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct InHand {
    /// For fights alone.
    pub for_fights: f64,
    /// For steps of operations. Fights may use these, too.
    pub for_operations: f64,
}

impl InHand {
    /// The orders that one of an urgency leaves in hand.
    fn left_by(self, urgency: Urgency) -> f64 {
        match urgency {
            Urgency::Fight => 0.0,
            Urgency::Operation | Urgency::Overdue => self.for_fights,
            Urgency::Growth | Urgency::Idle => self.for_fights + self.for_operations,
        }
    }
}

/// The orders that attention suffices for, the most urgent first. The rest is left in `wishes` and dropped: it will be
/// wished for again if it still matters.
pub fn affordable(wishes: &mut Vec<Wish>, attention: &mut f64, in_hand: InHand) -> Vec<Wish> {
    wishes.sort_by_key(|wish| std::cmp::Reverse(wish.urgency));
    // Less urgent ones leave more in hand: the first that cannot be afforded is the last that is looked at.
    let affordable = wishes.iter().take_while(|wish| {
        let suffices = *attention - in_hand.left_by(wish.urgency) >= 1.0;
        *attention -= f64::from(suffices);
        suffices
    });
    let count = affordable.count();
    let dropped = wishes.split_off(count);
    std::mem::replace(wishes, dropped)
}

/// Notes for how long the orders of operations have waited, at a tick, by those that were given and dropped. An
/// operation that got an order begins to wait again; but not one that departs, for its few orders belong together.
pub fn note_waiting(operations: &mut [Operation], (given, dropped): (&[Wish], &[Wish]), tick: u64) {
    for one in operations {
        let is_of_it = |wish: &Wish| wish.operation == Some(one.id);
        let waits = dropped.iter().any(|wish| is_of_it(wish) && wish.urgency >= Urgency::Operation);
        let departs = one.stage == Stage::Advance;
        let goes_on = one.waits_since_tick > 0 && (departs || !given.iter().any(is_of_it));
        one.waits_since_tick = match (waits, goes_on) {
            (false, _) => 0,
            (true, true) => one.waits_since_tick,
            (true, false) => tick,
        };
    }
}

/// The urgency of an order of an operation: it is overdue when it has waited while attention for another came back.
/// Fights ask for orders without end; else they would keep a fleet that is to depart waiting for ever.
pub fn urgency_of(urgency: Urgency, operation: &Operation, skill: &Skill, tick: u64) -> Urgency {
    let waited_s = tick.saturating_sub(operation.waits_since_tick) as f64 / TICKS_PER_SECOND;
    let is_overdue = operation.waits_since_tick > 0 && waited_s > OVERDUE_S.max(order_s(skill));
    if is_overdue && urgency >= Urgency::Operation { Urgency::Overdue } else { urgency }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support;
    use crate::sim::{BodyId, OperationKind, Order};

    #[test]
    fn attention_comes_back_up_to_a_burst() {
        for skill in &test_support::shipped().minds.skills {
            let minute = (60.0 * TICKS_PER_SECOND) as u64;
            assert_eq!(restored(0.0, skill, 100 * minute), skill.burst, "{}", skill.name);
            let ticks = (0.5 * skill.burst / skill.orders_per_minute * minute as f64) as u64;
            let half = restored(0.0, skill, ticks);
            assert!((half - 0.5 * skill.burst).abs() < 0.05, "{}: {half} of {}", skill.name, skill.burst);
            // What it knows by heart is spent once.
            let first = at_the_beginning(skill);
            assert_eq!(restored(first, skill, minute), first, "{}", skill.name);
        }
    }

    fn wish(urgency: Urgency, why: &str) -> Wish {
        Wish { order: Order::Surrender, urgency, why: why.to_owned(), operation: None }
    }

    fn newcomer() -> Skill {
        test_support::shipped().minds.skill("newcomer").expect("it is there").clone()
    }

    /// The number of some orders that attention suffices for.
    fn count(wishes: &[Urgency], attention: f64, in_hand: InHand) -> usize {
        let mut wishes = wishes.iter().map(|urgency| wish(*urgency, "")).collect();
        let mut left = attention;
        let given = affordable(&mut wishes, &mut left, in_hand).len();
        assert!((left - (attention - given as f64)).abs() < 1.0e-9, "{left} of {attention}");
        given
    }

    /// A fleet that is to depart else rests for as long as stations take each order.
    #[test]
    fn orders_that_are_kept_for_operations_are_not_for_growth() {
        let in_hand = InHand { for_operations: 2.0, ..InHand::default() };
        let orders = |wishes: &[Urgency], attention: f64| count(wishes, attention, in_hand);
        use Urgency::{Fight, Growth, Idle, Operation};
        assert_eq!([1.0, 2.9, 3.0, 4.5].map(|attention| orders(&[Growth, Idle], attention)), [0, 0, 1, 2]);
        assert_eq!([0.9, 1.0, 2.9].map(|attention| orders(&[Operation, Operation], attention)), [0, 1, 2]);
        assert_eq!(orders(&[Fight, Operation, Growth], 2.9), 2);
        let both = InHand { for_fights: 1.0, for_operations: 2.0 };
        assert_eq!([3.9, 4.0].map(|attention| count(&[Growth], attention, both)), [0, 1]);
    }

    #[test]
    fn an_order_that_is_kept_in_hand_is_for_a_fight() {
        let in_hand = InHand { for_fights: 1.0, ..InHand::default() };
        let orders = |wishes: &[Urgency], attention: f64| count(wishes, attention, in_hand);
        use Urgency::{Fight, Growth, Operation};
        assert_eq!(
            [0.5, 1.9, 2.5, 9.0].map(|attention| orders(&[Growth, Operation], attention)),
            [0, 0, 1, 2]
        );
        assert_eq!([0.5, 1.9, 2.5, 9.0].map(|attention| orders(&[Growth, Fight], attention)), [0, 1, 1, 2]);
        assert_eq!(orders(&[Fight, Fight, Growth], 2.5), 2, "a fight takes all");
    }

    #[test]
    fn the_most_urgent_orders_are_given_and_the_rest_is_dropped() {
        let mut wishes = vec![
            wish(Urgency::Growth, "station"),
            wish(Urgency::Idle, "scout"),
            wish(Urgency::Fight, "withdraw"),
            wish(Urgency::Growth, "ships"),
        ];
        let mut attention = 3.9;
        let given = affordable(&mut wishes, &mut attention, InHand::default());
        let words = |wishes: &[Wish]| wishes.iter().map(|wish| wish.why.clone()).collect::<Vec<String>>();
        assert_eq!(words(&given), ["withdraw", "station", "ships"]);
        assert_eq!(words(&wishes), ["scout"]);
        assert!((attention - 0.9).abs() < 1.0e-9, "{attention}");
        assert!(
            affordable(&mut wishes, &mut attention, InHand::default()).is_empty(),
            "less than a whole order is none"
        );
    }

    /// A fight asks for an order at each moment.
    #[test]
    fn a_fight_cannot_keep_another_operation_waiting_for_ever() {
        let operation = |id: u32| Operation::begun(id, OperationKind::Take, BodyId(0), 0);
        let mut operations = [operation(1), operation(2)];
        let orders_of_second = |order_s: u64, seconds: u64, operations: &mut [Operation; 2]| {
            let skill = Skill { orders_per_minute: 60.0 / order_s as f64, ..newcomer() };
            let mut orders = Vec::new();
            for second in 1..=seconds {
                let tick = second * TICKS_PER_SECOND as u64;
                let urgencies = [Urgency::Fight, Urgency::Operation];
                let wishes = operations.iter().zip(urgencies).map(|(one, urgency)| Wish {
                    operation: Some(one.id),
                    ..wish(urgency_of(urgency, one, &skill, tick), "")
                });
                let mut wishes = wishes.collect();
                let mut attention = if second % order_s == 0 { 1.0 } else { 0.0 };
                let given = affordable(&mut wishes, &mut attention, InHand::default());
                note_waiting(operations, (&given, &wishes), tick);
                orders.extend(given.iter().filter(|wish| wish.operation == Some(2)).map(|_| second));
            }
            orders
        };
        assert_eq!(orders_of_second(4, 40, &mut operations), [12, 24, 36], "the others are for the fight");
        note_waiting(&mut operations, (&[], &[]), 9_000);
        assert_eq!(orders_of_second(12, 80, &mut operations), [24, 48, 72], "each gets every other order");
        note_waiting(&mut operations, (&[], &[]), 9_000);
        assert!(operations.iter().all(|one| one.waits_since_tick == 0), "nothing waits any longer");
    }

    /// The first of its orders is about the conduct of the fleet, the second about its way.
    #[test]
    fn the_second_order_of_a_departure_is_as_late_as_the_first() {
        let begun = Operation::begun(1, OperationKind::Take, BodyId(0), 0);
        let order = || Wish { operation: Some(1), ..wish(Urgency::Operation, "") };
        let waits_since = |stage: Stage| {
            let mut operations = [Operation { stage, waits_since_tick: 30, ..begun.clone() }];
            note_waiting(&mut operations, (&[order()], &[order()]), 900);
            operations[0].waits_since_tick
        };
        assert_eq!([Stage::Gather, Stage::Advance, Stage::Act].map(waits_since), [900, 30, 900]);
    }

    #[test]
    fn errands_are_never_overdue() {
        let waiting =
            Operation { waits_since_tick: 1, ..Operation::begun(1, OperationKind::Scout, BodyId(0), 0) };
        let late = |urgency| urgency_of(urgency, &waiting, &newcomer(), 900);
        use Urgency::{Fight, Growth, Idle, Operation as Step, Overdue};
        assert_eq!([Idle, Growth, Step, Fight].map(late), [Idle, Growth, Overdue, Overdue]);
        let mut operations = [waiting];
        let dropped = Wish { operation: Some(1), ..wish(Growth, "") };
        note_waiting(&mut operations, (&[], &[dropped]), 900);
        assert_eq!(operations[0].waits_since_tick, 0, "to grow can wait");
    }

    #[test]
    fn an_overdue_order_leaves_what_is_kept_for_fights() {
        let in_hand = InHand { for_fights: 1.0, ..InHand::default() };
        assert_eq!([1.9, 2.0].map(|attention| count(&[Urgency::Overdue], attention, in_hand)), [0, 1]);
    }
}
