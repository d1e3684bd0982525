//! What a class costs and brings.

use super::Figure;
use crate::client::frame::duration;
use crate::client::hud::planet::words::{amount_words, payback_words, per_minute, price_words};
use crate::client::widgets::Icon;
use crate::level::Price;
use crate::sim::world::money::Amount;

/// The price of a class.
pub fn cost(price: Price) -> Figure {
    Figure::new("Cost", Icon::Money, price_words(price))
}

/// The time in which a class is built, seconds of play.
pub fn build_time(seconds: f64) -> Figure {
    Figure::new("Build time", Icon::Clock, duration(seconds))
}

/// The same, for one who pays: nothing is spent at once.
pub fn payment_time(seconds: f64) -> Figure {
    let words = format!("{}; cost paid bit by bit", duration(seconds));
    Figure { words, ..build_time(seconds) }
}

/// The income that a class brings, by the time from one economy tick to the next, seconds; `None` for none.
pub fn income(income: Price, tick_s: f64) -> Option<Figure> {
    let income = Amount::from(income);
    (!income.is_zero()).then(|| Figure::new("Earns", Icon::Income, minute_words(income, tick_s)))
}

/// The upkeep of a class, by the time from one economy tick to the next, seconds.
pub fn upkeep(upkeep: Price, tick_s: f64) -> Figure {
    let cost = Amount::ZERO.minus(Amount::from(upkeep));
    let words = if upkeep.is_free() { "None".to_owned() } else { minute_words(cost, tick_s) };
    Figure::new("Upkeep", Icon::Income, words)
}

/// The time in which a net income of each economy tick pays back a price; `None` if it never does.
pub fn payback(price: Price, net: Amount, tick_s: f64) -> Option<Figure> {
    let words = payback_words(price, net, tick_s);
    (!words.is_empty()).then(|| Figure::new("Payback", Icon::Wait, words))
}

/// An amount of each economy tick as one of a minute.
fn minute_words(amount: Amount, tick_s: f64) -> String {
    format!("{} a minute", amount_words(per_minute(amount, tick_s)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_said_by_the_minute() {
        let price = |money: u32, resources: u32| Price { money, resources, rare: 0 };
        assert_eq!(upkeep(price(4, 1), 2.0).words, "-120 money -30 resources a minute");
        assert_eq!(upkeep(Price::ZERO, 2.0).words, "None");
        let earned = income(price(1, 0), 1.5).map(|figure| figure.words);
        assert_eq!(earned.as_deref(), Some("+40 money a minute"));
        assert_eq!(income(Price::ZERO, 2.0), None);
    }
}
