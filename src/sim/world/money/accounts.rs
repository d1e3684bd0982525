//! The incomes and expenses of a faction in one economy tick.
//!
//! A faction that cannot pay for everything stops building first: building takes only the remainder after the next
//! upkeep, see [`reserve`]. Then the newest ships go unpaid, and only if the ships are not enough the newest
//! structures. Nothing vanishes, and storage order does not matter.

use super::ledger::Ledger;
use crate::level::{Amount, Handicap, LedgerSource, Price};
use crate::orbit::TICKS_PER_SECOND;
use crate::rules::economy::IncomeNumbers;

/// Raises a whole tax above the last bit of its float, so that it is not rounded down by one.
const ABOVE_THE_LAST_BIT: f64 = 1.0 + 1.0e-12;

/// The worth of a planet, or of another body that is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanetBooks {
    /// Value in money, 100 for a planet of average wealth.
    pub economics: u32,
    /// Value in common materials, 100 for an average planet.
    pub resources: u32,
    /// Rare materials each economy tick; only comets bring them.
    pub rare: u32,
    /// By how many hundredths its habitats raise its economics.
    pub habitat_percent: u32,
    /// Joint income of the structures in its rings, under their owner's handicap; unpaid ones earn nothing.
    pub works: Price,
    /// The handicap of its owner.
    pub handicap: Handicap,
}

impl PlanetBooks {
    /// Income of the planet itself each economy tick, before the organisation tax, rounded down, under its owner's
    /// handicap, and capped at [`u32::MAX`].
    pub fn yields(&self, rules: &IncomeNumbers) -> Price {
        let economics = u128::from(self.economics) * (100 + u128::from(self.habitat_percent));
        let money = economics * u128::from(rules.money_per_economics_percent) / 10_000;
        let resources = u128::from(self.resources) * u128::from(rules.resources_percent) / 100;
        let yields = Price { money: at_most_u32(money), resources: at_most_u32(resources), rare: self.rare };
        self.handicap.income(yields)
    }
}

fn at_most_u32(value: u128) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// The organisation tax on the planet of this number, from 1: `rate * (number - 1)^exponent`, whole money,
/// rounded down. The first planet is free of it.
///
/// The power is computed in floating point, alike on every machine; a result that falls short of a whole number by
/// less than a relative 10^-12 counts as that number.
pub fn planet_tax(number: u32, rules: &IncomeNumbers) -> u32 {
    let further = number.saturating_sub(1);
    if further == 0 {
        return 0;
    }
    let power = libm::pow(f64::from(further), f64::from(rules.tax_exponent) / 1000.0);
    // A float that is too large for the integer becomes the largest.
    (f64::from(rules.tax_rate) * power / 1000.0 * ABOVE_THE_LAST_BIT) as u32
}

/// Income of an economy tick, and the tax on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Income {
    /// Income from planets.
    pub planets: Price,
    /// The cost of organising them: never more money than they bring.
    pub tax: Price,
    /// Income from structures.
    pub structures: Price,
}

impl Income {
    /// Income and tax by source; tax is negative.
    pub fn lines(&self) -> [(LedgerSource, Amount); 3] {
        [
            (LedgerSource::Planets, Amount::from(self.planets)),
            (LedgerSource::Tax, Amount::ZERO.minus(Amount::from(self.tax))),
            (LedgerSource::Structures, Amount::from(self.structures)),
        ]
    }

    /// Income less tax.
    pub fn net(&self) -> Amount {
        self.lines().into_iter().fold(Amount::ZERO, |sum, (_, amount)| sum.plus(amount))
    }

    fn book(&self, ledger: &mut Ledger) {
        ledger.earn(LedgerSource::Planets, self.planets);
        ledger.earn(LedgerSource::Structures, self.structures);
        ledger.spend_up_to(LedgerSource::Tax, self.tax);
    }
}

/// The income of a faction's planets in one economy tick, in any order.
///
/// The organisation tax is a sum over the planets' ordinal numbers, from 1 to their count, so the choice of the
/// first planet does not matter.
pub fn income(planets: &[PlanetBooks], rules: &IncomeNumbers) -> Income {
    let mut income = Income::default();
    let mut tax = 0_u32;
    for (number, books) in (1..).zip(planets) {
        income.planets = income.planets.saturating_add(books.yields(rules));
        income.structures = income.structures.saturating_add(books.works);
        tax = tax.saturating_add(planet_tax(number, rules));
    }
    income.tax.money = tax.min(income.planets.money);
    income
}

/// The upkeep of a structure or a ship in each economy tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upkeep {
    /// Number. Numbers ascend in the order of founding and launching, so the newest has the highest.
    pub id: u32,
    /// The upkeep.
    pub price: Price,
}

/// Structures and ships that an economy tick could not pay, by number, ascending. They are idle until they
/// are paid again, and stay where they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unpaid {
    /// Structures.
    pub structures: Vec<u32>,
    /// Ships.
    pub ships: Vec<u32>,
}

impl Unpaid {
    /// Whether everything was paid. Where it was not, nothing is built until the next economy tick.
    pub fn is_empty(&self) -> bool {
        self.structures.is_empty() && self.ships.is_empty()
    }
}

/// Books one economy tick: first the income, then the upkeep of structures, then that of ships, each from the
/// oldest to the newest. The caller closes the ledger's tick afterwards.
///
/// Once a payment fails, everything newer that needs the missing kind goes unpaid too, however cheap: the newest
/// wait. Free things always count as paid.
pub fn settle(ledger: &mut Ledger, income: &Income, structures: &[Upkeep], ships: &[Upkeep]) -> Unpaid {
    income.book(ledger);
    let mut lacking = Price::ZERO;
    let structures = pay(ledger, LedgerSource::StructureUpkeep, structures, &mut lacking);
    let ships = pay(ledger, LedgerSource::FleetUpkeep, ships, &mut lacking);
    Unpaid { structures, ships }
}

/// Pays as far as it can, oldest first; records the kinds that ran out, and lists the unpaid.
fn pay(ledger: &mut Ledger, source: LedgerSource, dues: &[Upkeep], lacking: &mut Price) -> Vec<u32> {
    let mut oldest_first = dues.to_vec();
    oldest_first.sort_unstable_by_key(|due| due.id);
    let mut unpaid = Vec::new();
    for due in oldest_first {
        if asks_for(due.price, *lacking) {
            unpaid.push(due.id);
        } else if let Err(shortage) = ledger.spend(source, due.price) {
            *lacking = lacking.saturating_add(shortage.missing);
            unpaid.push(due.id);
        }
    }
    unpaid
}

/// Whether a price needs any of the kinds that ran out.
fn asks_for(price: Price, lacking: Price) -> bool {
    (price.money > 0 && lacking.money > 0)
        || (price.resources > 0 && lacking.resources > 0)
        || (price.rare > 0 && lacking.rare > 0)
}

/// The reserve that building must leave in the treasury for the next economy tick: the upkeep of everything, less
/// the income of that tick.
pub fn reserve(income: &Income, structures: &[Upkeep], ships: &[Upkeep]) -> Price {
    let upkeep = structures.iter().chain(ships).map(|due| Amount::from(due.price));
    upkeep.fold(Amount::ZERO, Amount::plus).minus(income.net()).as_price()
}

/// Ticks of play from one economy tick to the next, at least 1: as long as [`IncomeNumbers::tick_days`] of the
/// calendar, but never longer than [`IncomeNumbers::longest_tick_s`], so that money comes in steadily where days
/// are long.
///
/// `days_per_tick` is [`GameClock::days_per_tick`](crate::orbit::GameClock::days_per_tick); while the calendar
/// stands still, the longest time applies.
pub fn ticks_per_economy_tick(days_per_tick: f64, rules: &IncomeNumbers) -> u32 {
    let longest = (rules.longest_tick_s * TICKS_PER_SECOND).floor();
    let wished = if days_per_tick > 0.0 { (rules.tick_days / days_per_tick).round() } else { longest };
    wished.min(longest).max(1.0) as u32
}

/// The time from one economy tick to the next, seconds of play; above 0. See [`ticks_per_economy_tick`].
pub fn economy_tick_s(days_per_tick: f64, rules: &IncomeNumbers) -> f64 {
    f64::from(ticks_per_economy_tick(days_per_tick, rules)) / TICKS_PER_SECOND
}

#[cfg(test)]
mod tests {
    use super::*;

    const AVERAGE: PlanetBooks = PlanetBooks {
        economics: 100,
        resources: 100,
        rare: 0,
        habitat_percent: 0,
        works: Price::ZERO,
        handicap: Handicap { income_percent: 100, build_percent: 100, sight_percent: 100 },
    };

    fn money(money: u32) -> Price {
        Price { money, ..Price::ZERO }
    }

    fn dues(prices: &[Price]) -> Vec<Upkeep> {
        (1..).zip(prices).map(|(id, &price)| Upkeep { id, price }).collect()
    }

    fn with(money: i64, resources: i64) -> Ledger {
        Ledger::opened(Amount { money, resources, rare: 0 })
    }

    #[test]
    fn a_planet_brings_its_worth() {
        let rules = IncomeNumbers {
            money_per_economics_percent: 50,
            resources_percent: 33,
            ..IncomeNumbers::default()
        };
        assert_eq!(AVERAGE.yields(&rules), Price { money: 50, resources: 33, rare: 0 });
        let settled = PlanetBooks { economics: 33, resources: 10, habitat_percent: 25, ..AVERAGE };
        // 33 * 1.25 * 0.5 = 20.6, rounded down once.
        assert_eq!(settled.yields(&rules), Price { money: 20, resources: 3, rare: 0 });
        let huge = PlanetBooks { economics: u32::MAX, habitat_percent: u32::MAX, ..AVERAGE };
        assert_eq!(huge.yields(&rules).money, u32::MAX);
        let comet = PlanetBooks { economics: 0, resources: 10, rare: 2, ..AVERAGE };
        assert_eq!(comet.yields(&rules), Price { money: 0, resources: 3, rare: 2 });
    }

    #[test]
    fn tax_is_exact_where_it_is_whole() {
        let rules = IncomeNumbers { tax_rate: 1000, tax_exponent: 1500, ..IncomeNumbers::default() };
        let taxes: Vec<u32> = [0, 1, 2, 5, 10, 26].map(|number| planet_tax(number, &rules)).to_vec();
        assert_eq!(taxes, [0, 0, 1, 8, 27, 125]);
        let steep = IncomeNumbers { tax_rate: u32::MAX, tax_exponent: u32::MAX, ..rules };
        assert_eq!(planet_tax(u32::MAX, &steep), u32::MAX);
    }

    #[test]
    fn tax_slows_and_does_not_stop() {
        let rules = IncomeNumbers::default();
        let net = |count: usize| income(&vec![AVERAGE; count], &rules).net().money;
        for count in 1..=8 {
            assert!(net(count) > net(count - 1), "planet {count} brings nothing");
        }
        assert!(net(8) - net(7) < net(2) - net(1), "a leader is slowed");
    }

    #[test]
    fn tax_takes_no_more_than_there_is() {
        let rules = IncomeNumbers { tax_rate: 1_000_000, ..IncomeNumbers::default() };
        let books = PlanetBooks { works: money(7), ..AVERAGE };
        let income = income(&[books; 5], &rules);
        assert_eq!(income.tax.money, income.planets.money);
        assert_eq!(income.net().money, 35, "structures are not taxed");
        let mut ledger = with(3, 0);
        assert!(settle(&mut ledger, &income, &[], &[]).is_empty());
        assert_eq!(ledger.balance().money, 38);
    }

    #[test]
    fn income_is_booked_by_source() {
        let income = Income { planets: money(100), tax: money(30), structures: money(5) };
        let mut ledger = with(0, 0);
        settle(&mut ledger, &income, &dues(&[money(2)]), &dues(&[money(3), money(4)]));
        for (source, amount) in income.lines() {
            assert_eq!(ledger.running().of(source), amount);
        }
        assert_eq!(ledger.running().of(LedgerSource::StructureUpkeep).money, -2);
        assert_eq!(ledger.running().of(LedgerSource::FleetUpkeep).money, -7);
        assert_eq!(ledger.balance().money, 66);
        assert_eq!(ledger.check(), Ok(()));
    }

    #[test]
    fn the_newest_ships_go_unpaid_first() {
        let structures = dues(&[money(10), money(10)]);
        let ships = dues(&[money(10), money(10), money(30), money(1)]);
        for (have, unpaid_structures, unpaid_ships) in [
            (71, vec![], vec![]),
            (70, vec![], vec![4]),
            (69, vec![], vec![3, 4]),
            (39, vec![], vec![2, 3, 4]),
            (20, vec![], vec![1, 2, 3, 4]),
            (19, vec![2], vec![1, 2, 3, 4]),
            (0, vec![1, 2], vec![1, 2, 3, 4]),
        ] {
            let mut ledger = with(have, 0);
            let unpaid = settle(&mut ledger, &Income::default(), &structures, &ships);
            assert_eq!(unpaid, Unpaid { structures: unpaid_structures, ships: unpaid_ships }, "{have}");
            assert_eq!(ledger.check(), Ok(()));
        }
    }

    #[test]
    fn without_money_resources_are_still_paid() {
        let ore = Price { resources: 4, ..Price::ZERO };
        let ships = dues(&[money(10), ore, Price::ZERO, money(1)]);
        let unpaid = settle(&mut with(5, 4), &Income::default(), &[], &ships);
        assert_eq!(unpaid.ships, [1, 4]);
    }

    #[test]
    fn the_order_of_storage_does_not_matter() {
        let ships = dues(&[money(10), money(10), money(10)]);
        let reversed: Vec<Upkeep> = ships.iter().rev().copied().collect();
        let unpaid = |ships: &[Upkeep]| settle(&mut with(20, 0), &Income::default(), &[], ships);
        assert_eq!(unpaid(&ships), unpaid(&reversed));
        assert_eq!(unpaid(&ships).ships, [3]);
    }

    #[test]
    fn building_leaves_the_reserve_of_the_next_tick() {
        let income = Income { planets: money(20), tax: money(5), structures: Price::ZERO };
        let ships = dues(&[money(30), Price { money: 5, resources: 2, rare: 0 }]);
        let reserve = reserve(&income, &dues(&[money(1)]), &ships);
        assert_eq!(reserve, Price { money: 21, resources: 2, rare: 0 });
        let mut ledger = with(25, 2);
        assert!(ledger.spend_leaving(LedgerSource::Building, money(5), reserve).is_err());
        assert!(ledger.spend_leaving(LedgerSource::Building, money(4), reserve).is_ok());
        assert!(settle(&mut ledger, &income, &dues(&[money(1)]), &ships).is_empty());
        assert_eq!(ledger.balance(), Amount::ZERO);
    }

    #[test]
    fn economy_ticks_follow_the_calendar() {
        let rules = IncomeNumbers { tick_days: 1.0, longest_tick_s: 2.0, ..IncomeNumbers::default() };
        for (days_per_second, ticks) in
            [(0.5, 60), (1.0, 30), (0.01, 60), (0.7, 43), (1000.0, 1), (0.0, 60), (f64::NAN, 60)]
        {
            assert_eq!(ticks_per_economy_tick(days_per_second / 30.0, &rules), ticks, "{days_per_second}");
        }
    }
}
