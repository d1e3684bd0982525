//! The player's stocks, and why one is red: it runs out soon, or something waits for it.

use std::collections::BTreeSet;

use crate::client::hud::planet::actions::Row;
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::{per_minute, seconds_words};
use crate::client::widgets::{Icon, LOSS};
use crate::level::LedgerSource;
use crate::sim::Ledger;
use crate::sim::world::money::{Amount, Sums};

/// Money and resources, and their income, have room for such numbers, and grow for larger ones.
pub(super) const USUAL: (&str, &str) = ("00,000", "+0,000");
/// The same for rare materials.
const USUAL_RARE: (&str, &str) = ("000", "+00");
/// A stock runs out soon if it is empty within this time at the present rate, seconds of play.
const SOON_S: f64 = 60.0;

/// A stock of the player's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stock {
    /// The goods as [`EconomyView::lacking`](crate::sim::economy::EconomyView::lacking) calls them.
    pub(super) kind: &'static str,
    /// Its sign.
    pub(super) icon: Icon,
    /// Numbers for which its cells have room.
    pub(super) usual: (&'static str, &'static str),
    /// How much there is.
    pub(super) has: i64,
    /// The income of a minute of play; `None` before the first economy tick.
    pub(super) gain: Option<i64>,
    /// Why it is red; `None` if it is not.
    pub(super) trouble: Option<Trouble>,
}

/// Why a stock is red.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Trouble {
    /// A construction or a yard is halted until there is more of it.
    Awaited,
    /// It is empty in this time at the present rate, seconds of play.
    RunsOut(f64),
}

impl Trouble {
    /// The trouble with a stock that changes by so much in a minute of play; `None` without any.
    fn of(has: i64, change: i64, is_awaited: bool) -> Option<Self> {
        if is_awaited {
            return Some(Self::Awaited);
        }
        let left_s = 60.0 * has as f64 / -(change as f64);
        (change < 0 && left_s < SOON_S).then_some(Self::RunsOut(left_s))
    }

    /// The reason in a line.
    fn words(self, kind: &str) -> String {
        match self {
            Self::Awaited => format!("Short of {kind}: construction or a yard is halted"),
            Self::RunsOut(left_s) if left_s < 1.0 => format!("No {kind} left: spending exceeds the income"),
            Self::RunsOut(left_s) => {
                format!("Enough {kind} for {}: spending exceeds the income", seconds_words(left_s))
            }
        }
    }
}

/// The kinds of goods for want of which a construction or a yard of the player's is halted.
pub(super) fn awaited(planet_data: &PlanetData) -> BTreeSet<&'static str> {
    let economy = planet_data.economy();
    let now = economy.growing_now();
    let structures = planet_data.view().structures().filter(|one| now.contains(&one.structure.id));
    let growths = structures.filter_map(|one| one.growing.map(|growing| &growing.growth));
    let yards = economy.yards();
    let paid = yards.iter().filter(|yard| !yard.is_unpaid);
    let jobs = paid.filter_map(|yard| yard.yard.queue.front().map(|job| &job.growth));
    growths.chain(jobs).filter_map(|growth| economy.lacking(growth)).collect()
}

/// The stocks with their incomes at the rate of the last economy tick; `tick_s` is the time from one to the next,
/// seconds of play. Something waits for the kinds in `awaited`.
pub(super) fn stocks(ledger: &Ledger, tick_s: f64, awaited: &BTreeSet<&str>) -> [Stock; 3] {
    let has = ledger.balance();
    let last = ledger.history().next_back();
    let gain = last.map(|sums| per_minute(sums.regular(), tick_s));
    let spent = last.map_or(Amount::ZERO, |sums| per_minute(spending(sums), tick_s));
    let kinds: [(&'static str, Icon, KindOfGoods, (&'static str, &'static str)); 3] = [
        ("money", Icon::Money, |amount| amount.money, USUAL),
        ("resources", Icon::Resources, |amount| amount.resources, USUAL),
        ("rare", Icon::Rare, |amount| amount.rare, USUAL_RARE),
    ];
    kinds.map(|(kind, icon, part, usual)| {
        let (has, gain) = (part(&has), gain.as_ref().map(part));
        let change = gain.unwrap_or(0) + part(&spent);
        let trouble = Trouble::of(has, change, awaited.contains(kind));
        Stock { kind, icon, usual, has, gain, trouble }
    })
}

/// Why stocks are red, a row each.
pub(super) fn trouble_rows(stocks: &[Stock]) -> impl Iterator<Item = Row> {
    let words = |stock: &Stock| stock.trouble.map(|trouble| trouble.words(stock.kind));
    stocks.iter().filter_map(words).map(|words| Row::words(words, LOSS))
}

/// Money, resources or rare materials of an amount.
type KindOfGoods = fn(&Amount) -> i64;

/// What construction and shipbuilding took in an economy tick, below zero.
fn spending(sums: &Sums) -> Amount {
    sums.of(LedgerSource::Building).plus(sums.of(LedgerSource::Ships))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::level::Price;

    /// A ledger after an economy tick, in which money fell by 60 and resources grew by 25.
    pub(in crate::client::hud::planet::treasury) fn ledger() -> Ledger {
        let mut ledger = Ledger::opened(Amount { money: 2000, resources: 50, rare: 0 });
        ledger.earn(LedgerSource::Planets, Price { money: 40, resources: 25, rare: 0 });
        ledger.spend(LedgerSource::Building, Price { money: 100, resources: 0, rare: 0 }).unwrap();
        ledger.close_tick();
        ledger
    }

    #[test]
    fn a_stock_is_red_if_it_runs_out_soon_or_something_waits_for_it() {
        // Money falls by 1,800 in a minute.
        let troubles = |money: i64, awaited: &[&'static str]| {
            let mut ledger = Ledger::opened(Amount { money: money + 60, resources: 50, rare: 0 });
            ledger.earn(LedgerSource::Planets, Price { money: 40, resources: 25, rare: 0 });
            ledger.spend(LedgerSource::Building, Price { money: 100, resources: 0, rare: 0 }).unwrap();
            ledger.close_tick();
            let stocks = stocks(&ledger, 2.0, &awaited.iter().copied().collect());
            let red = stocks.iter().filter(|stock| stock.trouble.is_some()).map(|stock| stock.has);
            let rows: Vec<String> = trouble_rows(&stocks).map(|row| row.cells[0].words.clone()).collect();
            (red.collect::<Vec<i64>>(), rows.join("; "))
        };
        assert_eq!(troubles(1_940, &[]), (Vec::new(), String::new()), "it falls, and lasts");
        let soon = "Enough money for 30 s: spending exceeds the income".to_owned();
        assert_eq!(troubles(900, &[]), (vec![900], soon));
        let halted = "Short of resources: construction or a yard is halted".to_owned();
        assert_eq!(troubles(1_940, &["resources"]), (vec![75], halted));
    }
}
