//! Attention: how many orders a mind may give. What must wait is served by urgency, so a low skill neglects a
//! front, as people do.

use super::wish::{Urgency, Wish};
use crate::level::Skill;
use crate::orbit::TICKS_PER_SECOND;

/// The attention at the beginning of a game: an opening is known by heart.
pub fn at_the_beginning(skill: &Skill) -> f64 {
    skill.burst + skill.rehearsed
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
            Urgency::Operation => self.for_fights,
            Urgency::Growth | Urgency::Idle => self.for_fights + self.for_operations,
        }
    }
}

/// The orders that attention suffices for, the most urgent first; the rest is dropped, and will be wished for again
/// if it still matters.
pub fn affordable(mut wishes: Vec<Wish>, attention: &mut f64, in_hand: InHand) -> Vec<Wish> {
    wishes.sort_by_key(|wish| std::cmp::Reverse(wish.urgency));
    // Less urgent ones leave more in hand: the first that cannot be afforded is the last that is looked at.
    let affordable = wishes.iter().take_while(|wish| {
        let suffices = *attention - in_hand.left_by(wish.urgency) >= 1.0;
        *attention -= f64::from(suffices);
        suffices
    });
    let count = affordable.count();
    wishes.truncate(count);
    wishes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support;
    use crate::sim::Order;

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
        Wish { order: Order::Surrender, urgency, why: why.to_owned() }
    }

    /// The number of some orders that attention suffices for.
    fn count(wishes: &[Urgency], attention: f64, in_hand: InHand) -> usize {
        let wishes = wishes.iter().map(|urgency| wish(*urgency, "")).collect();
        let mut left = attention;
        let given = affordable(wishes, &mut left, in_hand).len();
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
        let wishes = vec![
            wish(Urgency::Growth, "station"),
            wish(Urgency::Idle, "scout"),
            wish(Urgency::Fight, "withdraw"),
            wish(Urgency::Growth, "ships"),
        ];
        let mut attention = 3.9;
        let given = affordable(wishes.clone(), &mut attention, InHand::default());
        let why: Vec<&str> = given.iter().map(|wish| wish.why.as_str()).collect();
        assert_eq!(why, ["withdraw", "station", "ships"]);
        assert!((attention - 0.9).abs() < 1.0e-9, "{attention}");
        assert!(
            affordable(wishes, &mut attention, InHand::default()).is_empty(),
            "less than a whole order is none"
        );
    }
}
