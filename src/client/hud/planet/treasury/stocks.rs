//! The player's stocks, and why one is red: something is halted for want of it for longer than a moment, or it runs out
//! soon because its income is below zero. A stock that an income refills is not red, however low it is.

use bevy::prelude::Color;

use crate::client::frame::duration;
use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::{GOODS, per_minute};
use crate::client::widgets::{Icon, LOSS};
use crate::level::LedgerSource;
use crate::sim::world::money::{Amount, Sums};
use crate::sim::{BodyId, Growth};

/// Money and resources, and their income, have room for such numbers, and grow for larger ones.
pub(super) const USUAL: (&str, &str) = ("00,000", "+0,000");
/// The same for rare materials.
const USUAL_RARE: (&str, &str) = ("000", "+00");
/// A stock runs out soon if its income empties it within this time, seconds of play.
const SOON_S: f64 = 60.0;
/// What is halted is halted for a moment only if the income brings what is missing within this time, seconds of play.
const MOMENT_S: f64 = 10.0;

/// A stock of the player's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stock {
    /// The goods, as words call them.
    pub(super) kind: &'static str,
    /// Its sign and the colour of that.
    pub(super) sign: (Icon, Color),
    /// Numbers for which its cells have room.
    pub(super) usual: (&'static str, &'static str),
    /// How much there is.
    pub(super) has: i64,
    /// The income of a minute of play, less upkeep.
    pub(super) income: i64,
    /// What the upkeep of ships takes of it, of a minute of play; 0 or more. The panels of bodies have the rest.
    pub(super) ships: i64,
    /// Why it is red; `None` if it is not.
    pub(super) trouble: Option<Trouble>,
}

/// Why a stock is red.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Trouble {
    /// A construction or a yard is halted until the income has brought what is missing, for this time, seconds of play;
    /// `None` without an income.
    Awaited(Option<f64>),
    /// The income is below zero, and empties it in this time, seconds of play.
    RunsOut(f64),
}

impl Trouble {
    /// The trouble with a stock that gains so much in a minute of play, and of which so much is missing for what is
    /// halted; `None` without any.
    fn of(has: i64, gain: i64, missing: i64) -> Option<Self> {
        let time_s = |goods: i64| 60.0 * goods as f64 / gain.unsigned_abs() as f64;
        if missing > 0 {
            let wait_s = (gain > 0).then(|| time_s(missing));
            return wait_s.is_none_or(|wait_s| wait_s > MOMENT_S).then_some(Self::Awaited(wait_s));
        }
        (gain < 0 && time_s(has) < SOON_S).then(|| Self::RunsOut(time_s(has)))
    }

    /// The reason in a line; `growths` tell what is halted.
    fn words(
        self,
        KindOfGoods { name: kind, part, .. }: KindOfGoods,
        growths: &[PaidGrowth],
    ) -> Option<String> {
        Some(match self {
            Self::Awaited(wait_s) => {
                let how_long = match wait_s {
                    None => ", and the income brings none".to_owned(),
                    Some(wait_s) => format!(" for {} at this income", duration(wait_s)),
                };
                format!("Short of {kind}: {}{how_long}", halted_words(growths, part)?)
            }
            Self::RunsOut(left_s) if left_s < 1.0 => format!("No {kind} left: the income is below zero"),
            Self::RunsOut(left_s) => {
                format!("Enough {kind} for {}: the income is below zero", duration(left_s))
            }
        })
    }
}

/// A construction, or the ship that a yard builds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PaidGrowth {
    /// Its name, as `"cruiser at Mars"`.
    name: String,
    /// What is missing for its next step.
    missing: Amount,
}

/// The constructions and the ships of the player's that grow now, or are halted for want of goods only.
pub(super) fn paid_growths(planet_data: &PlanetData) -> Vec<PaidGrowth> {
    let economy = planet_data.economy();
    let now = economy.growing_now();
    let of = |class: Option<&str>, body: BodyId, growth: &Growth| {
        let (class, body) = (class.unwrap_or("construction"), planet_data.almanac().body_in_words(body));
        PaidGrowth { name: format!("{class} at {body}"), missing: Amount::from(economy.missing(growth)) }
    };
    let structures = planet_data.view().structures().filter(|one| now.contains(&one.structure.id));
    let constructions = structures.filter_map(|one| {
        let class = planet_data.classes.0.get(one.structure.class).map(|class| class.name.as_str());
        Some(of(class, one.structure.body, &one.growing?.growth))
    });
    let yards = economy.yards().into_iter().filter(|yard| !yard.is_unpaid);
    let ships = yards.filter_map(|yard| {
        let job = yard.yard.queue.front()?;
        let class = planet_data.ship_classes.0.get(job.class).map(|class| class.name.as_str());
        Some(of(class, yard.structure.body, &job.growth))
    });
    constructions.chain(ships).collect()
}

/// How much of each kind of goods is missing: the most that one of those which are halted lacks.
pub(super) fn missing(growths: &[PaidGrowth]) -> Amount {
    growths.iter().map(|one| one.missing).fold(Amount::ZERO, Amount::at_least)
}

/// What is halted for want of a kind of goods, in words: the one that lacks the most, and how many others; `None` if
/// nothing is.
fn halted_words(growths: &[PaidGrowth], part: fn(&Amount) -> i64) -> Option<String> {
    let halted = || growths.iter().filter(move |one| part(&one.missing) > 0);
    let first = halted().max_by_key(|one| part(&one.missing))?;
    Some(match halted().count() {
        1 => format!("the {} is halted", first.name),
        count => format!("the {} and {} more are halted", first.name, count - 1),
    })
}

/// The stocks with their incomes at the rate of an economy tick, whose sums are given; `tick_s` is the time from one to
/// the next, seconds of play. So much is `missing` for what is halted.
pub(super) fn stocks((has, sums): (Amount, &Sums), tick_s: f64, missing: &Amount) -> [Stock; 3] {
    let [income, ships] =
        [sums.regular(), sums.of(LedgerSource::FleetUpkeep)].map(|amount| per_minute(amount, tick_s));
    KINDS.map(|KindOfGoods { name, sign, part, usual }| {
        let (has, income, ships) = (part(&has), part(&income), -part(&ships));
        let trouble = Trouble::of(has, income, part(missing));
        Stock { kind: name, sign, usual, has, income, ships, trouble }
    })
}

/// Whether a source is work that is paid bit by bit while it goes on.
pub(super) fn is_work(source: LedgerSource) -> bool {
    matches!(source, LedgerSource::Building | LedgerSource::Ships)
}

/// The income less what is spent on work in an economy tick, without what comes back once.
pub(super) fn balance_of(sums: &Sums) -> Amount {
    let counted = sums.iter().filter(|(source, _)| source.is_regular() || is_work(*source));
    counted.fold(Amount::ZERO, |sum, (_, amount)| sum.plus(amount))
}

/// Why stocks are red, a row each; `growths` tell what is halted, and `rare` how rare materials are got.
pub(super) fn trouble_rows(
    stocks: &[Stock; 3],
    growths: &[PaidGrowth],
    rare: Option<&str>,
) -> impl Iterator<Item = Row> {
    let words = move |((stock, kind), remedy): ((&Stock, KindOfGoods), Option<&str>)| {
        let words = stock.trouble?.words(kind, growths)?;
        Some(match remedy {
            Some(remedy) => format!("{words}. {remedy}"),
            None => words,
        })
    };
    let told = stocks.iter().zip(KINDS).zip([None, None, rare]).filter_map(words);
    told.map(|words| Row::of(vec![Cell::words(words, LOSS).wrapped()]))
}

/// A kind of goods.
#[derive(Clone, Copy, Debug)]
pub(super) struct KindOfGoods {
    /// As words call it.
    pub(super) name: &'static str,
    sign: (Icon, Color),
    /// So much of it is in an amount.
    pub(super) part: fn(&Amount) -> i64,
    usual: (&'static str, &'static str),
}

/// The kinds of goods, in the order of the bar.
pub(super) const KINDS: [KindOfGoods; 3] = [
    KindOfGoods { name: "money", sign: GOODS[0], part: |amount| amount.money, usual: USUAL },
    KindOfGoods { name: "resources", sign: GOODS[1], part: |amount| amount.resources, usual: USUAL },
    KindOfGoods { name: "rare materials", sign: GOODS[2], part: |amount| amount.rare, usual: USUAL_RARE },
];

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::level::Price;
    use crate::sim::Ledger;

    /// A ledger after an economy tick, in which money fell by 60 and resources grew by 25.
    pub(in crate::client::hud::planet::treasury) fn ledger() -> Ledger {
        let mut ledger = Ledger::opened(Amount { money: 2000, resources: 50, rare: 0 });
        ledger.earn(LedgerSource::Planets, Price { money: 40, resources: 25, rare: 0 });
        ledger.spend(LedgerSource::Building, Price { money: 100, resources: 0, rare: 0 }).unwrap();
        ledger.close_tick();
        ledger
    }

    /// The stocks of a ledger, whose economy ticks last 2 s.
    pub(in crate::client::hud::planet::treasury) fn stocks_of(
        ledger: &Ledger,
        missing: &Amount,
    ) -> [Stock; 3] {
        let last = ledger.history().next_back().copied().unwrap_or_default();
        stocks((ledger.balance(), &last), 2.0, missing)
    }

    /// The stocks that are red, and why. In a minute money brings the given sum, resources 750, and construction takes
    /// 3,000 of money. There is as much money left as given, and 75 resources; a cruiser lacks what is missing.
    fn red(money: i64, income: i64, missing: Amount) -> (Vec<&'static str>, String) {
        let part = |amount: i64| Price { money: (amount.unsigned_abs() / 30) as u32, resources: 0, rare: 0 };
        let left = money + 100 - income / 30;
        let mut ledger = Ledger::opened(Amount { money: left, resources: 50, rare: 0 });
        ledger.earn(LedgerSource::Planets, Price { money: 0, resources: 25, rare: 0 });
        if income < 0 {
            ledger.spend(LedgerSource::StructureUpkeep, part(income)).unwrap();
        } else {
            ledger.earn(LedgerSource::Planets, part(income));
        }
        ledger.spend(LedgerSource::Building, part(3_000)).unwrap();
        ledger.close_tick();
        let stocks = stocks_of(&ledger, &missing);
        assert_eq!((stocks[0].has, stocks[0].income), (money, income));
        let red = stocks.iter().filter(|stock| stock.trouble.is_some()).map(|stock| stock.kind);
        let cruiser = PaidGrowth { name: "cruiser at Mars".to_owned(), missing };
        let rows: Vec<Row> = trouble_rows(&stocks, &[cruiser], None).collect();
        assert!(rows.iter().all(|row| row.cells[0].wraps), "some are longer than the list is wide");
        let words: Vec<String> = rows.iter().map(|row| row.cells[0].words.clone()).collect();
        (red.collect(), words.join("; "))
    }

    #[test]
    fn the_income_has_upkeep_in_it_but_neither_what_is_built_nor_what_comes_once() {
        let mut ledger = Ledger::opened(Amount { money: 2000, resources: 50, rare: 0 });
        ledger.earn(LedgerSource::Planets, Price { money: 40, resources: 25, rare: 0 });
        let upkeep = [(LedgerSource::FleetUpkeep, 2), (LedgerSource::StructureUpkeep, 3)];
        let spent = upkeep.into_iter().chain([(LedgerSource::Building, 30), (LedgerSource::Ships, 20)]);
        for (source, money) in spent {
            ledger.spend(source, Price { money, ..Price::ZERO }).unwrap();
        }
        ledger.refund(LedgerSource::ShipRefund, Price { money: 500, ..Price::ZERO });
        ledger.close_tick();
        let [money, resources, _] = stocks_of(&ledger, &Amount::ZERO);
        assert_eq!((money.income, money.ships), (1_050, 60), "bodies count the upkeep of structures");
        assert_eq!((resources.income, resources.ships), (750, 0));
        assert_eq!(money.trouble, None, "what is spent on work is no trouble");
    }

    #[test]
    fn what_is_paid_from_an_income_is_not_red() {
        let none = (Vec::new(), String::new());
        assert_eq!(red(900, 1_200, Amount::ZERO), none, "half of the stock is spent in 30 s");
        assert_eq!(red(0, 1_200, Amount { money: 100, ..Amount::ZERO }), none, "it is there in 5 s");
    }

    #[test]
    fn a_stock_is_red_while_something_is_halted_for_it_longer_than_a_moment() {
        let halted = "the cruiser at Mars is halted";
        let slow = format!("Short of money: {halted} for 30 s at this income");
        assert_eq!(red(0, 1_200, Amount { money: 600, ..Amount::ZERO }), (vec!["money"], slow));
        let never = format!("Short of rare materials: {halted}, and the income brings none");
        assert_eq!(red(900, 1_200, Amount { rare: 1, ..Amount::ZERO }), (vec!["rare materials"], never));
    }

    #[test]
    fn a_row_about_a_red_stock_names_what_is_halted() {
        let stocks = stocks_of(&ledger(), &Amount { rare: 40, ..Amount::ZERO });
        let of = |name: &str, rare: i64| PaidGrowth {
            name: name.to_owned(),
            missing: Amount { money: 5, rare, ..Amount::ZERO },
        };
        let words = |growths: &[PaidGrowth]| {
            let rows: Vec<Row> = trouble_rows(&stocks, growths, None).collect();
            rows.iter().map(|row| row.cells[0].words.clone()).collect::<Vec<String>>()
        };
        let [corvette, cruiser, frigate] = [of("corvette", 0), of("cruiser", 40), of("frigate", 10)];
        let brings_none = "and the income brings none";
        assert_eq!(
            words(&[corvette.clone(), cruiser.clone()]),
            [format!("Short of rare materials: the cruiser is halted, {brings_none}")]
        );
        assert_eq!(
            words(&[corvette, cruiser, frigate]),
            [format!("Short of rare materials: the cruiser and 1 more are halted, {brings_none}")]
        );
    }

    #[test]
    fn who_waits_for_rare_materials_is_told_where_they_come_from() {
        let words = |missing: Amount| {
            let stocks = stocks_of(&ledger(), &missing);
            let cruiser = PaidGrowth { name: "cruiser".to_owned(), missing };
            let rows: Vec<Row> = trouble_rows(&stocks, &[cruiser], Some("Send miners.")).collect();
            rows.iter().map(|row| row.cells[0].words.clone()).collect::<Vec<String>>().join("; ")
        };
        let rare = words(Amount { rare: 40, ..Amount::ZERO });
        assert!(rare.ends_with("halted, and the income brings none. Send miners."), "{rare}");
        let resources = words(Amount { resources: 900, ..Amount::ZERO });
        assert!(resources.starts_with("Short of resources") && !resources.contains("miners"), "{resources}");
    }

    #[test]
    fn a_stock_is_red_if_an_income_below_zero_empties_it_soon() {
        let soon = "Enough money for 30 s: the income is below zero".to_owned();
        assert_eq!(red(600, -1_200, Amount::ZERO), (vec!["money"], soon));
        assert_eq!(red(6_000, -1_200, Amount::ZERO), (Vec::new(), String::new()), "it lasts");
    }
}
