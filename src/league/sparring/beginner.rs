//! A fixed list of dated orders, as of a beginner who looks at nothing: `leagues/beginner.ron`, an orders file. It names
//! what is in Twins, on either side; on other levels it gives no orders.

use std::collections::VecDeque;

use super::Script;
use super::desk::Desk;
use crate::sim::order::file::{TimedOrder, parse_orders};

/// The orders of both sides.
const ORDERS: &str = include_str!("../../../leagues/beginner.ron");

/// The beginner.
pub struct Beginner {
    /// The orders to come of both sides, the earliest first.
    orders: VecDeque<TimedOrder>,
}

impl Default for Beginner {
    fn default() -> Self {
        // The file is a part of the program, and a test reads it.
        Self { orders: parse_orders(ORDERS).unwrap_or_default().into() }
    }
}

impl Script for Beginner {
    fn look(&mut self, desk: &mut Desk) {
        let now = desk.tick();
        while let Some(timed) = self.orders.pop_front_if(|timed| timed.tick <= now) {
            if timed.player == desk.name() {
                desk.give_by_names(timed.order);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders_of(player: &str) -> Vec<TimedOrder> {
        let orders = parse_orders(ORDERS).unwrap_or_else(|why| panic!("{why}"));
        orders.into_iter().filter(|timed| timed.player == player).collect()
    }

    /// An order in words, without the numbers of slots and yards.
    fn words(timed: &TimedOrder) -> (u64, String) {
        let words = format!("{:?}", timed.order);
        (timed.tick, words.chars().filter(|letter| !letter.is_ascii_digit()).collect())
    }

    #[test]
    fn both_sides_have_the_same_orders() {
        let [concord, rivalry] = ["Concord", "Rivalry"].map(orders_of);
        let mirrored = |(tick, words): (u64, String)| {
            let words = words.replace("Thale", "?").replace("Brome", "Thale").replace('?', "Brome");
            (tick, words.replace("Concord guard", "Rivalry guard"))
        };
        let expected: Vec<_> = concord.iter().map(|timed| mirrored(words(timed))).collect();
        assert_eq!(rivalry.iter().map(words).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_orders_are_few() {
        let orders = orders_of("Concord");
        for first in &orders {
            let minute = first.tick..first.tick + 1_800;
            let count = orders.iter().filter(|timed| minute.contains(&timed.tick)).count();
            assert!(count <= 6, "{count} orders within a minute of tick {}", first.tick);
        }
        let minutes = orders.last().map_or(0, |last| last.tick / 1_800);
        assert!(orders.len() as u64 <= 4 * minutes, "{} orders in {minutes} minutes", orders.len());
    }
}
