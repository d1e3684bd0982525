//! Falls of the income: the bar has a sign beside an income that fell by more than a fifth within a minute, and its tip
//! the cause, until the income has recovered or the player had time to see it.

use super::stocks::KINDS;
use crate::client::frame::{capital, grouped};
use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::widgets::{Icon, LOSS};
use crate::sim::FactionId;

/// An income falls if it loses more than one part of so many within a minute,
const FIFTH: i64 = 5;
/// and at least so much of a minute: less is no news.
const LEAST: i64 = 10;
/// It has recovered at this share of what it was, percent.
const RECOVERED: i64 = 90;
/// The time for which the sign stays once the fall is older than a minute of play, seconds of real time since it began.
const SHOWN_S: f64 = 30.0;

/// The change of the income of a kind of goods within the last minute.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Change {
    /// The income of a minute before it.
    pub(super) before: i64,
    /// The present one.
    pub(super) now: i64,
    /// What took the most; empty if nothing did.
    pub(super) cause: String,
}

impl Change {
    fn is_fall(&self) -> bool {
        let lost = self.before - self.now;
        lost >= LEAST && FIFTH * lost > self.before && self.before > 0
    }
}

/// A fall of an income.
#[derive(Clone, Debug, PartialEq)]
struct Fall {
    change: Change,
    /// When it was noticed, seconds of real time.
    since_s: f64,
}

impl Fall {
    fn has_recovered(&self, now: i64) -> bool {
        100 * now >= RECOVERED * self.change.before
    }

    /// This fall with the present income: it goes on with what was lost within the last minute, or grows old.
    fn followed(self, change: Change, now_s: f64) -> Option<Self> {
        let goes_on = change.is_fall();
        let is_fresh = goes_on || now_s - self.since_s < SHOWN_S;
        let before = self.change.before.max(if goes_on { change.before } else { 0 });
        let cause = if goes_on { change.cause } else { self.change.cause };
        is_fresh.then_some(Self { change: Change { before, now: change.now, cause }, since_s: self.since_s })
    }
}

/// The falls of a faction's incomes, by the kind of goods.
#[derive(Debug, Default)]
pub struct Falls {
    /// Whose.
    faction: Option<FactionId>,
    kinds: [Option<Fall>; 3],
}

impl Falls {
    /// Follows the incomes of a faction at a time, seconds of real time; `None` for an income without a change.
    pub(super) fn follow(&mut self, faction: FactionId, changes: [Option<Change>; 3], now_s: f64) {
        if self.faction != Some(faction) {
            *self = Self { faction: Some(faction), ..Self::default() };
        }
        for (fall, change) in self.kinds.iter_mut().zip(changes) {
            let known = fall.take().zip(change.as_ref().map(|change| change.now));
            let known = known.filter(|(fall, now)| !fall.has_recovered(*now)).map(|(fall, _)| fall);
            *fall = match (known, change) {
                (Some(fall), Some(change)) => fall.followed(change, now_s),
                (None, Some(change)) if change.is_fall() => Some(Fall { change, since_s: now_s }),
                _ => None,
            };
        }
    }

    /// Which incomes have the sign.
    pub(super) fn signs(&self) -> [bool; 3] {
        self.kinds.each_ref().map(Option::is_some)
    }

    /// A row about each fall.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row> {
        let falls = KINDS.iter().zip(&self.kinds).filter_map(|(kind, fall)| Some((kind, fall.as_ref()?)));
        falls.map(|(kind, fall)| {
            let Change { before, now, cause } = &fall.change;
            let cause = if cause.is_empty() { String::new() } else { format!(": {cause}") };
            let words = format!(
                "{}: the income fell from {} to {} a minute{cause}",
                capital(kind.name),
                grouped(*before),
                grouped(*now)
            );
            Row::of(vec![Cell::words(words, LOSS).with_icon(Icon::Fall).wrapped()])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(before: i64, now: i64) -> Option<Change> {
        let cause = if now < before { "Ship upkeep, 3 more ships".to_owned() } else { String::new() };
        Some(Change { before, now, cause })
    }

    /// Whether money has the sign after these changes, each with its time, seconds of real time.
    fn signs(changes: &[(Option<Change>, f64)]) -> Vec<bool> {
        let mut falls = Falls::default();
        let mut sign = |(change, now_s): &(Option<Change>, f64)| {
            falls.follow(FactionId(0), [change.clone(), None, None], *now_s);
            falls.signs()[0]
        };
        changes.iter().map(&mut sign).collect()
    }

    #[test]
    fn only_a_fall_of_more_than_a_fifth_has_the_sign() {
        let sign = |before: i64, now: i64| signs(&[(change(before, now), 0.0)]) == [true];
        assert!(sign(1_200, 930) && sign(1_200, -40));
        assert!(!sign(1_200, 1_000), "a sixth");
        assert!(!sign(1_200, 1_500) && !sign(-50, -90), "there was none to lose");
        assert!(!sign(8, 4), "so little is no news");
        assert_eq!(signs(&[(None, 0.0)]), [false], "before the second economy tick");
    }

    #[test]
    fn the_sign_stays_until_the_income_recovers_or_was_seen_for_a_while() {
        let fall = change(1_200, 930);
        let old = || change(930, 930);
        assert_eq!(
            signs(&[(fall.clone(), 0.0), (old(), SHOWN_S - 1.0), (old(), SHOWN_S)]),
            [true, true, false]
        );
        assert_eq!(signs(&[(fall.clone(), 0.0), (change(930, 1_100), 2.0)]), [true, false]);
        let slow = [(fall.clone(), 0.0), (fall.clone(), 2.0 * SHOWN_S)];
        assert_eq!(signs(&slow), [true, true], "a minute of play may take long");
        assert_eq!(signs(&[(fall.clone(), 0.0), (change(930, 500), 9.0)]), [true, true], "it falls on");
        let mut falls = Falls::default();
        falls.follow(FactionId(0), [fall, None, None], 0.0);
        falls.follow(FactionId(1), [old(), None, None], 1.0);
        assert_eq!(falls.signs(), [false; 3], "another player's");
    }

    #[test]
    fn a_row_says_how_far_an_income_fell_and_why() {
        let mut falls = Falls::default();
        falls.follow(FactionId(0), [change(1_200, 930), None, None], 0.0);
        let rows: Vec<Row> = falls.rows().collect();
        let words = "Money: the income fell from 1,200 to 930 a minute: Ship upkeep, 3 more ships";
        assert_eq!(rows.iter().map(|row| row.cells[0].words.as_str()).collect::<Vec<_>>(), [words]);
        assert!(rows[0].cells[0].wraps && rows[0].cells[0].icon == Some(Icon::Fall));
    }
}
