//! The player's accounts, as the tip shows them: the sources of the income, and its change in the last minute.

use std::cmp::Ordering;

use bevy::prelude::Color;

use super::falls::Change;
use super::income_change::{CountHistory, Counts, IncomeChange};
use super::stocks::{KINDS, KindOfGoods, balance_of, is_work};
use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::{OVEREXTENSION, per_minute, signed};
use crate::client::widgets::{QUIET, TITLE, WORDS};
use crate::level::{LedgerSource, Price, counted};
use crate::sim::Ledger;
use crate::sim::world::money::{Amount, Sums};

/// The income less what is spent on work. The bar has the income alone, because work ends.
const BALANCE: &str = "Balance just now";

/// The player's accounts, as the list of the parts shows them.
pub(super) struct Accounts<'a> {
    /// What an economy tick brings and costs now.
    now: &'a Sums,
    /// The time from one economy tick to the next, seconds of play.
    tick_s: f64,
    /// The numbers of the player's things.
    counts: Counts,
    /// Those at the beginning of the change of the income, if they are known.
    counts_before: Option<Counts>,
    /// The change of the income.
    change: Option<IncomeChange>,
    /// The structures that earn, by class.
    earners: Vec<(String, Price)>,
    /// The classes of the structures that grow, which are paid for bit by bit.
    growing: Vec<String>,
}

impl<'a> Accounts<'a> {
    /// The accounts of the player's ledger, with what an economy tick brings now; the numbers of the player's things go
    /// into `past`.
    pub(super) fn of(
        planet_data: &PlanetData,
        (ledger, now): (&Ledger, &'a Sums),
        past: &mut CountHistory,
    ) -> Self {
        let economy = planet_data.economy();
        let (tick, tick_s) = (planet_data.view().almanac().calendar.tick, economy.tick_s());
        let counts = Counts::of(planet_data);
        past.note(planet_data.me(), tick, counts);
        let change = IncomeChange::of((ledger, now), tick_s);
        let counts_before = change.as_ref().and_then(|change| past.before(tick, change.seconds));
        let earners = economy.earners().into_iter().filter_map(|(class, (count, income))| {
            Some((counted(count, &planet_data.classes.0.get(class)?.name), income))
        });
        let growing = growing(planet_data);
        Self { now, tick_s, counts, counts_before, change, earners: earners.collect(), growing }
    }

    /// The parts of an economy tick by source, as amounts of a minute: the income with its sum, then the work that is
    /// paid for with the balance of both, and what came once; below them the change of the income.
    pub(super) fn rows(&self) -> Vec<Row> {
        let sums = self.now;
        let mut rows = vec![part_row("Per minute", TITLE, ["Money", "Resources", "Rare"].map(str::to_owned))];
        let (regular, other): (Vec<_>, Vec<_>) =
            sums.iter().filter(|(_, amount)| !amount.is_zero()).partition(|(source, _)| source.is_regular());
        let (work, once): (Vec<_>, Vec<_>) = other.into_iter().partition(|(source, _)| is_work(*source));
        for (source, amount) in regular {
            rows.push(part_row(&self.source_words(source), WORDS, self.rate(amount)));
            if source == LedgerSource::Structures {
                let parts = self.earners.iter();
                rows.extend(
                    parts.map(|(name, income)| part_row(name, QUIET, self.rate(Amount::from(*income)))),
                );
            }
            if source == LedgerSource::Tax {
                // No tip: the list ends where the pointer leaves the bar, so none of its rows can be pointed at.
                rows.push(Row::of(vec![Cell::words(OVEREXTENSION, QUIET).wrapped()]));
            }
        }
        rows.push(part_row("Income", TITLE, self.rate(sums.regular())));
        if !work.is_empty() {
            let row = |(source, amount)| part_row(&self.source_words(source), WORDS, self.rate(amount));
            rows.extend(work.into_iter().map(row));
            rows.push(part_row(BALANCE, TITLE, self.rate(balance_of(sums))));
        }
        let once = once.into_iter().map(|(source, amount)| (source_words(source), columns(amount)));
        rows.extend(once.map(|(name, amounts)| part_row(&format!("{name}, once"), QUIET, amounts)));
        rows.extend(self.change.iter().flat_map(|change| self.change_rows(change)));
        rows
    }

    /// The change of the income of each kind of goods, with what took the most; `None` before the second economy tick.
    pub(super) fn changes(&self) -> [Option<Change>; 3] {
        KINDS.map(|KindOfGoods { part, .. }| {
            let change = self.change.as_ref()?;
            let minute = |amount: Amount| part(&per_minute(amount, self.tick_s));
            let now = minute(self.now.regular());
            let taken = change.by_source.iter().filter(|(_, amount)| part(amount) < 0);
            let worst = taken.min_by_key(|(_, amount)| part(amount));
            let cause = worst.map_or_else(String::new, |(source, _)| self.cause_words(*source));
            Some(Change { before: now - minute(change.total()), now, cause })
        })
    }

    /// An amount of an economy tick in columns, as that of a minute.
    fn rate(&self, amount: Amount) -> [String; 3] {
        columns(per_minute(amount, self.tick_s))
    }

    /// A source in words, with the number of things that cost upkeep or overextension, and with what is built.
    fn source_words(&self, source: LedgerSource) -> String {
        use LedgerSource::{FleetUpkeep, StructureUpkeep, Tax};
        let name = source_words(source);
        if source == LedgerSource::Building {
            return match self.growing.as_slice() {
                [] => name.to_owned(),
                [only] => format!("{name}: {only}"),
                some => format!("{name}, {}", counted(some.len(), "structure")),
            };
        }
        match self.counts.behind(source) {
            Some((count, thing)) if matches!(source, FleetUpkeep | StructureUpkeep | Tax) => {
                format!("{name}, {}", counted(count, thing))
            }
            _ => name.to_owned(),
        }
    }

    /// The change of the income with its causes; one row if there is none.
    fn change_rows(&self, change: &IncomeChange) -> Vec<Row> {
        let since = format!("in the last {:.0} s", change.seconds);
        if change.by_source.is_empty() {
            return vec![Row::words(format!("No change in income {since}"), QUIET)];
        }
        let title = format!("Change {since}");
        let mut rows = vec![part_row(&title, TITLE, self.rate(change.total()))];
        let causes = change.by_source.iter();
        rows.extend(
            causes.map(|(source, amount)| part_row(&self.cause_words(*source), WORDS, self.rate(*amount))),
        );
        rows
    }

    /// A source of a change in words: `Ship upkeep, 3 more ships`.
    fn cause_words(&self, source: LedgerSource) -> String {
        let name = source_words(source);
        let before = self.counts_before.and_then(|counts| counts.behind(source));
        let Some(((before, thing), (now, _))) = before.zip(self.counts.behind(source)) else {
            return name.to_owned();
        };
        match now.cmp(&before) {
            Ordering::Greater => format!("{name}, {}", counted(now - before, &format!("more {thing}"))),
            Ordering::Less => format!("{name}, {}", counted(before - now, &format!("fewer {thing}"))),
            Ordering::Equal => name.to_owned(),
        }
    }
}

/// The classes of the player's structures that are paid for as they grow.
fn growing(planet_data: &PlanetData) -> Vec<String> {
    let now = planet_data.economy().growing_now();
    let structures = planet_data.view().structures().filter(|one| now.contains(&one.structure.id));
    structures.map(|one| planet_data.class_name(one.structure).to_owned()).collect()
}

/// A source of income or expenses in words.
fn source_words(source: LedgerSource) -> &'static str {
    match source {
        LedgerSource::Planets => "Planets",
        LedgerSource::Tax => "Overextension",
        LedgerSource::Structures => "Structures",
        LedgerSource::StructureUpkeep => "Structure upkeep",
        LedgerSource::FleetUpkeep => "Ship upkeep",
        LedgerSource::Building => "Construction",
        LedgerSource::BuildingRefund => "Refunds for structures",
        LedgerSource::Ships => "Shipbuilding",
        LedgerSource::ShipRefund => "Refunds for ships",
        LedgerSource::Mining => "Mining",
        LedgerSource::Start => "Starting funds",
    }
}

/// A row of the list: a name and its columns.
fn part_row(name: &str, color: Color, columns: [String; 3]) -> Row {
    /// Widths of the columns, pixels.
    const WIDTHS: [f32; 3] = [80.0, 80.0, 60.0];
    let columns = columns.into_iter().zip(WIDTHS);
    Row::of(vec![Cell::words(name, color).with_columns(columns)])
}

/// An amount in columns; empty for zero.
fn columns(Amount { money, resources, rare }: Amount) -> [String; 3] {
    [money, resources, rare].map(|value| if value == 0 { String::new() } else { signed(value) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::treasury::stocks::tests::ledger;

    fn last(ledger: &Ledger) -> Sums {
        ledger.history().next_back().copied().unwrap_or_default()
    }

    fn accounts<'a>(ledger: &Ledger, now: &'a Sums) -> Accounts<'a> {
        let counts = Counts { ships: 5, structures: 4, bodies: 2 };
        let earners = vec![("2 trade stations".to_owned(), Price { money: 16, ..Price::ZERO })];
        let change = IncomeChange::of((ledger, now), 2.0);
        Accounts { now, tick_s: 2.0, counts, counts_before: None, change, earners, growing: Vec::new() }
    }

    fn names(rows: &[Row]) -> Vec<&str> {
        rows.iter().map(|row| row.cells[0].words.as_str()).collect()
    }

    #[test]
    fn before_the_first_economy_tick_what_is_expected_is_listed() {
        let fresh = Ledger::opened(Amount { money: 5, resources: 0, rare: 0 });
        let planets = Amount { money: 31, ..Amount::ZERO };
        let expected = Sums::default().with(LedgerSource::Planets, planets);
        let rows = accounts(&fresh, &expected).rows();
        assert_eq!(names(&rows), ["Per minute", "Planets", "Income"]);
        assert_eq!(rows[2], part_row("Income", TITLE, columns(Amount { money: 930, ..Amount::ZERO })));
    }

    #[test]
    fn what_came_once_is_no_part_of_the_balance() {
        let mut ledger = ledger();
        ledger.refund(LedgerSource::ShipRefund, Price { money: 150, ..Price::ZERO });
        ledger.close_tick();
        let rows = accounts(&ledger, &last(&ledger)).rows();
        let refund = Amount { money: 150, ..Amount::ZERO };
        assert!(rows.contains(&part_row("Refunds for ships, once", QUIET, columns(refund))), "{rows:?}");
        assert!(!names(&rows).contains(&BALANCE), "nothing is built");
    }

    #[test]
    fn the_parts_name_every_source_that_did_something() {
        let ledger = ledger();
        let rows = accounts(&ledger, &last(&ledger)).rows();
        let named = ["Per minute", "Planets", "Income", "Construction", BALANCE];
        assert_eq!(names(&rows), named);
        let income = columns(Amount { money: 1_200, resources: 750, rare: 0 });
        assert_eq!(rows[2], part_row("Income", TITLE, income));
        let total = columns(Amount { money: -1_800, resources: 750, rare: 0 });
        assert_eq!(rows[4], part_row(BALANCE, TITLE, total));
    }

    #[test]
    fn overextension_is_explained_below_its_row() {
        let mut ledger = ledger();
        ledger.earn(LedgerSource::Planets, Price { money: 40, resources: 25, rare: 0 });
        ledger.spend(LedgerSource::Tax, Price { money: 3, ..Price::ZERO }).unwrap();
        ledger.close_tick();
        let rows = accounts(&ledger, &last(&ledger)).rows();
        assert_eq!(names(&rows)[1..5], ["Planets", "Overextension, 2 planets", OVEREXTENSION, "Income"]);
        assert!(rows[3].cells[0].wraps, "it is longer than the list is wide");
    }

    #[test]
    fn construction_names_what_is_paid_for() {
        let ledger = ledger();
        let last = last(&ledger);
        let construction = |classes: &[&str]| {
            let growing = classes.iter().map(|class| (*class).to_owned()).collect();
            let rows = Accounts { growing, ..accounts(&ledger, &last) }.rows();
            names(&rows)[3].to_owned()
        };
        assert_eq!(construction(&["trade station"]), "Construction: trade station");
        assert_eq!(construction(&["trade station", "sentry"]), "Construction, 2 structures");
    }

    #[test]
    fn a_fall_of_the_income_is_explained() {
        let mut ledger = ledger();
        ledger.earn(LedgerSource::Planets, Price { money: 40, resources: 25, rare: 0 });
        ledger.earn(LedgerSource::Structures, Price { money: 16, ..Price::ZERO });
        ledger.spend(LedgerSource::FleetUpkeep, Price { money: 38, ..Price::ZERO }).unwrap();
        ledger.close_tick();
        let before = Counts { ships: 2, structures: 5, bodies: 2 };
        let last = last(&ledger);
        let rows = Accounts { counts_before: Some(before), ..accounts(&ledger, &last) }.rows();
        let named = [
            "Per minute",
            "Planets",
            "Structures",
            "2 trade stations",
            "Ship upkeep, 5 ships",
            "Income",
            "Change in the last 2 s",
            "Structures, 1 fewer structure",
            "Ship upkeep, 3 more ships",
        ];
        assert_eq!(names(&rows), named);
        let fall = columns(Amount { money: -660, ..Amount::ZERO });
        assert_eq!(rows[6], part_row("Change in the last 2 s", TITLE, fall));
        let [money, resources, _] = Accounts { counts_before: Some(before), ..accounts(&ledger, &last) }
            .changes()
            .map(Option::unwrap_or_default);
        assert_eq!((money.before, money.now), (1_200, 540));
        assert_eq!(money.cause, "Ship upkeep, 3 more ships");
        assert_eq!(resources, Change { before: 750, now: 750, cause: String::new() });
    }
}
