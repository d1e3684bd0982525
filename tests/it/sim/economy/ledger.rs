//! Money is conserved to the last unit through incomes, building, abandoning, saving and loading.

use ecliptic::level::model::holdings::{LedgerSource, Price};
use ecliptic::rules::economy::IncomeNumbers;
use ecliptic::sim::world::money::{
    Amount, Growth, GrowthProgress, Ledger, PlanetBooks, Unpaid, Upkeep, income, planet_tax, reserve, settle,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// An event of a faction in a tick.
#[derive(Clone, Debug)]
enum Step {
    Earn(LedgerSource, Price),
    Spend(LedgerSource, Price),
    Refund(LedgerSource, Price),
    Begin(u32, Price),
    Grow,
    Reprice(Index, Price),
    Cancel(Index),
    EconomyTick { planets: Vec<PlanetBooks>, structures: Vec<Price>, ships: Vec<Price> },
    SaveAndLoad,
}

fn any_price() -> impl Strategy<Value = Price> {
    (0..2000_u32, 0..500_u32, 0..5_u32).prop_map(|(money, resources, rare)| Price { money, resources, rare })
}

fn any_large_price() -> impl Strategy<Value = Price> {
    (any::<u32>(), any::<u32>(), any::<u32>()).prop_map(|(money, resources, rare)| Price {
        money,
        resources,
        rare,
    })
}

/// Any source but the start, which has no later entries.
fn any_source() -> impl Strategy<Value = LedgerSource> {
    let sources = LedgerSource::ALL.into_iter().filter(|source| *source != LedgerSource::Start);
    select(sources.collect::<Vec<LedgerSource>>())
}

fn any_planet() -> impl Strategy<Value = PlanetBooks> {
    (0..300_u32, 0..300_u32, 0..3_u32, 0..100_u32, any_price()).prop_map(
        |(economics, resources, rare, habitat_percent, works)| PlanetBooks {
            economics,
            resources,
            rare,
            habitat_percent,
            works,
            ..PlanetBooks::default()
        },
    )
}

fn any_economy_tick() -> impl Strategy<Value = Step> {
    (vec(any_planet(), 0..10), vec(any_price(), 0..8), vec(any_price(), 0..8))
        .prop_map(|(planets, structures, ships)| Step::EconomyTick { planets, structures, ships })
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        5 => (any_source(), any_price()).prop_map(|(source, price)| Step::Earn(source, price)),
        3 => (any_source(), any_price()).prop_map(|(source, price)| Step::Spend(source, price)),
        1 => (any_source(), any_price()).prop_map(|(source, price)| Step::Refund(source, price)),
        3 => (0..40_u32, any_price()).prop_map(|(ticks, price)| Step::Begin(ticks, price)),
        12 => Just(Step::Grow),
        1 => (any::<Index>(), any_price()).prop_map(|(which, price)| Step::Reprice(which, price)),
        2 => any::<Index>().prop_map(Step::Cancel),
        2 => any_economy_tick(),
        1 => Just(Step::SaveAndLoad),
    ]
}

/// A faction whose treasury is computed a second time, without any books.
struct Faction {
    ledger: Ledger,
    growths: Vec<Growth>,
    expected: Amount,
}

impl Faction {
    fn new(start: Amount) -> Self {
        Self { ledger: Ledger::opened(start), growths: Vec::new(), expected: start }
    }

    fn gain(&mut self, price: Price) {
        self.expected = self.expected.plus(Amount::from(price));
    }

    fn lose(&mut self, price: Price) {
        self.expected = self.expected.minus(Amount::from(price));
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Earn(source, price) => {
                self.ledger.earn(source, price);
                self.gain(price);
            }
            Step::Refund(source, price) => {
                self.ledger.refund(source, price);
                self.gain(price);
            }
            Step::Spend(source, price) => {
                let can_pay = self.ledger.can_pay(price);
                assert_eq!(self.ledger.spend(source, price).is_ok(), can_pay);
                if can_pay {
                    self.lose(price);
                }
            }
            Step::Begin(ticks, price) => self.growths.push(Growth::new(ticks, price)),
            Step::Grow => self.grow(),
            Step::Reprice(which, price) => {
                if !self.growths.is_empty() {
                    let which = which.index(self.growths.len());
                    self.growths[which].price = price;
                }
            }
            Step::Cancel(which) => {
                if !self.growths.is_empty() {
                    self.growths.swap_remove(which.index(self.growths.len()));
                }
            }
            Step::EconomyTick { planets, structures, ships } => {
                self.economy_tick(&planets, &upkeep_of(&structures), &upkeep_of(&ships));
            }
            Step::SaveAndLoad => self.save_and_load(),
        }
    }

    fn grow(&mut self) {
        for index in 0..self.growths.len() {
            let mut growth = self.growths[index];
            let progress = growth.advance(&mut self.ledger, LedgerSource::Building, Price::ZERO);
            let before = self.growths[index];
            if let GrowthProgress::Halted(shortage) = progress {
                assert_eq!(growth, before, "it keeps what it has");
                assert!(!shortage.missing.is_free(), "it halts for a reason");
            }
            let paid = growth.paid.saturating_sub(before.paid);
            assert_eq!(paid, if growth == before { Price::ZERO } else { before.next_instalment() });
            self.lose(paid);
            self.growths[index] = growth;
        }
        self.growths.retain(|growth| !growth.is_finished());
    }

    fn economy_tick(&mut self, planets: &[PlanetBooks], structures: &[Upkeep], ships: &[Upkeep]) {
        let income = income(planets, &IncomeNumbers::default());
        let Unpaid { structures: idle_structures, ships: idle_ships } =
            settle(&mut self.ledger, &income, structures, ships);
        self.expected = self.expected.plus(income.net());
        for (dues, idle) in [(structures, idle_structures), (ships, idle_ships)] {
            for due in dues.iter().filter(|due| !idle.contains(&due.id)) {
                self.lose(due.price);
            }
        }
        self.ledger.close_tick();
    }

    /// Writes the faction as RON, and continues with the result of reading it.
    fn save_and_load(&mut self) {
        let text = ron::to_string(&(&self.ledger, &self.growths)).expect("a ledger can be written");
        let (ledger, growths): (Ledger, Vec<Growth>) = ron::from_str(&text).expect("it can be read");
        let ledger = ledger.resumed();
        assert_eq!((&ledger, &growths), (&self.ledger, &self.growths));
        (self.ledger, self.growths) = (ledger, growths);
    }
}

fn upkeep_of(prices: &[Price]) -> Vec<Upkeep> {
    (1..).zip(prices).map(|(id, &price)| Upkeep { id, price }).collect()
}

/// Grows until it is finished; if it halts, enough income arrives to go on.
fn grow_to_the_end(growth: &mut Growth, ledger: &mut Ledger) {
    loop {
        match growth.advance(ledger, LedgerSource::Ships, Price::ZERO) {
            GrowthProgress::Grew => {}
            GrowthProgress::Halted(shortage) => ledger.earn(LedgerSource::Planets, shortage.missing),
            GrowthProgress::Finished => return,
        }
    }
}

fn larger_of_each(one: Price, other: Price) -> Price {
    Amount::from(one).at_least(Amount::from(other)).as_price()
}

proptest! {
    // 50 times 2,000 steps and more: 100,000.
    #![proptest_config(config(50))]

    #[test]
    fn money_is_conserved(
        money in 0..100_000_i64,
        resources in 0..20_000_i64,
        steps in vec(any_step(), 2_000..2_100),
    ) {
        let mut faction = Faction::new(Amount { money, resources, rare: 100 });
        for step in steps {
            faction.take(step);
            prop_assert_eq!(faction.ledger.balance(), faction.expected);
            prop_assert_eq!(faction.ledger.check(), Ok(()));
        }
        let start = Amount { money, resources, rare: 100 };
        prop_assert_eq!(faction.ledger.since_start().of(LedgerSource::Start), start);
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn instalments_add_up_to_the_price(price in any_large_price(), ticks in 0..2_000_u32) {
        let mut ledger = Ledger::opened(Amount::default());
        let mut growth = Growth::new(ticks, price);
        grow_to_the_end(&mut growth, &mut ledger);
        prop_assert_eq!(growth.paid, price);
        prop_assert_eq!(ledger.since_start().of(LedgerSource::Ships), Amount::ZERO.minus(price.into()));
        prop_assert_eq!(ledger.balance(), Amount::ZERO, "it took what was missing and no more");
    }

    #[test]
    fn a_new_price_holds_for_the_whole(
        old in any_price(),
        new in any_price(),
        (done_ticks, ticks) in (1..500_u32).prop_flat_map(|ticks| (0..ticks, Just(ticks))),
    ) {
        let mut growth = Growth::resumed(done_ticks, ticks, old);
        let paid_before = growth.paid;
        growth.price = new;
        grow_to_the_end(&mut growth, &mut Ledger::default());
        prop_assert_eq!(growth.paid, larger_of_each(paid_before, new));
    }

    #[test]
    fn tax_never_falls(
        tax_rate in 0..1_000_000_u32,
        tax_exponent in 0..3_000_u32,
        number in 0..100_000_u32,
    ) {
        let rules = IncomeNumbers { tax_rate, tax_exponent, ..IncomeNumbers::default() };
        let tax = planet_tax(number, &rules);
        prop_assert!(tax <= planet_tax(number + 1, &rules));
        let dearer = IncomeNumbers { tax_rate: tax_rate + 1, ..rules };
        prop_assert!(tax <= planet_tax(number, &dearer));
    }

    #[test]
    fn planets_bring_the_same_in_any_order(planets in vec(any_planet(), 0..20)) {
        let rules = IncomeNumbers::default();
        let reversed: Vec<PlanetBooks> = planets.iter().rev().copied().collect();
        prop_assert_eq!(income(&planets, &rules), income(&reversed, &rules));
        prop_assert!(!income(&planets, &rules).net().is_negative());
    }

    #[test]
    fn who_is_unpaid_does_not_depend_on_the_order_of_storage(
        prices in vec(any_price(), 0..30),
        money in 0..20_000_i64,
        resources in 0..5_000_i64,
    ) {
        let treasury = Amount { money, resources, rare: 10 };
        let ships = upkeep_of(&prices);
        let reversed: Vec<Upkeep> = ships.iter().rev().copied().collect();
        let mut ledger = Ledger::opened(treasury);
        let mut other_ledger = Ledger::opened(treasury);
        let nothing = income(&[], &IncomeNumbers::default());
        let unpaid = settle(&mut ledger, &nothing, &[], &ships);
        prop_assert_eq!(&unpaid, &settle(&mut other_ledger, &nothing, &[], &reversed));
        prop_assert_eq!(ledger, other_ledger);
        prop_assert!(unpaid.ships.is_sorted());
    }

    /// Building alone never leads to idle ships.
    #[test]
    fn what_building_leaves_is_enough(
        planets in vec(any_planet(), 0..5),
        prices in vec(any_price(), 0..10),
        instalments in vec(any_price(), 0..50),
        money in 0..50_000_i64,
    ) {
        let income = income(&planets, &IncomeNumbers::default());
        let ships = upkeep_of(&prices);
        let treasury = Amount { money, resources: money, rare: money };
        let paid_without = settle(&mut Ledger::opened(treasury), &income, &[], &ships).is_empty();
        let reserve = reserve(&income, &[], &ships);
        let mut ledger = Ledger::opened(treasury);
        for instalment in instalments {
            // A forbidden payment is not made.
            let _ = ledger.spend_leaving(LedgerSource::Building, instalment, reserve);
        }
        let paid_with = settle(&mut ledger, &income, &[], &ships).is_empty();
        prop_assert_eq!(paid_with, paid_without);
    }
}

#[test]
fn the_eighth_planet_still_pays() {
    let rules = IncomeNumbers::default();
    let average = PlanetBooks { economics: 100, resources: 100, ..PlanetBooks::default() };
    let net = |count: usize| income(&vec![average; count], &rules).net().money;
    let eighth = net(8) - net(7);
    assert!(eighth > 0, "the 8th planet pays {eighth}");
    assert!(eighth < net(1), "a leader is slowed");
}
