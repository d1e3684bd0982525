//! The ledger of one faction: its treasury, and the sums by source since the start, in the running economy
//! tick, and in those before.
//!
//! A treasury never goes below zero, and always equals the sum of its sources to the unit. An unaffordable payment
//! fails with a [`Shortage`].

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

use super::amounts::Sums;
use crate::level::{Amount, LedgerSource, Price, named_together};
use crate::sim::digest::Hashed;

/// Number of economy ticks in the ledger's history, for graphs.
pub const HISTORY_TICKS: usize = 120;
/// A treasury is full at this much of a kind: far enough from the ends of `i64` for any sum.
pub const FULL_TREASURY: i64 = 1_000_000_000_000_000;
/// Limit on a single source in a save, so that the sum of all sources stays within `i64`.
const MOST_OF_A_SOURCE: i64 = 100 * FULL_TREASURY;

/// The treasury of one faction, and its sources.
///
/// At any time the treasury equals the sum at the start plus the sums of all other sources, to the last unit;
/// [`check`](Self::check) verifies it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    treasury: Amount,
    since_start: Sums,
    running: Sums,
    history: Hashed<VecDeque<Sums>>,
}

/// The missing part of a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The missing amount of each kind.
    pub missing: Price,
}

impl std::fmt::Display for Shortage {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Price { money, resources, rare } = self.missing;
        let kinds = [(money, "money"), (resources, "resources"), (rare, "rare")];
        let parts: Vec<String> = kinds
            .into_iter()
            .filter(|(amount, _)| *amount > 0)
            .map(|(amount, name)| format!("{amount} {name}"))
            .collect();
        match parts.as_slice() {
            [] => write!(formatter, "nothing is missing"),
            [only] if money > 0 => write!(formatter, "{only} is missing"),
            [only] => write!(formatter, "{only} are missing"),
            several => write!(formatter, "{} are missing", named_together(several)),
        }
    }
}

impl std::error::Error for Shortage {}

/// A treasury that differs from the sum of its sources. Only a bug in this program can cause it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the treasury holds {treasury:?}, but its sources add up to {booked:?}")]
pub struct Imbalance {
    /// The treasury.
    pub treasury: Amount,
    /// The treasury according to the sources.
    pub booked: Amount,
}

impl Ledger {
    /// A new ledger. Parts below zero count as 0, parts above [`FULL_TREASURY`] as that.
    pub fn opened(treasury: Amount) -> Self {
        Self::with_sources(treasury, Sums::default())
    }

    /// A ledger resumed from a save. A part of the treasury that its sources do not explain counts as the sum at
    /// the start, so a treasury edited by hand is valid. Only the last [`HISTORY_TICKS`] economy ticks are kept.
    pub fn resumed(self) -> Self {
        let Self { treasury, since_start, running, history } = self;
        let mut history = VecDeque::clone(&history);
        history.drain(..history.len().saturating_sub(HISTORY_TICKS));
        let opened = Self::with_sources(treasury, since_start.with(LedgerSource::Start, Amount::ZERO));
        Self { running, history: Hashed::new(history), ..opened }
    }

    /// Whether no sum is beyond all reason.
    pub fn is_bounded(&self) -> bool {
        let all = [&self.since_start, &self.running].into_iter().chain(self.history.iter());
        let most = Amount::of_each(MOST_OF_A_SOURCE);
        let least = Amount::ZERO.minus(most);
        all.flat_map(Sums::iter).all(|(_, amount)| amount.at_most(most).at_least(least) == amount)
    }

    /// A ledger with these sources; the unexplained remainder counts as the sum at the start.
    fn with_sources(treasury: Amount, mut since_start: Sums) -> Self {
        let treasury = treasury.at_least(Amount::ZERO).at_most(Amount::of_each(FULL_TREASURY));
        since_start.book(LedgerSource::Start, treasury.minus(since_start.net()));
        Self { treasury, since_start, ..Self::default() }
    }

    /// The treasury; never below zero.
    pub fn balance(&self) -> Amount {
        self.treasury
    }

    /// The sum of every source since the start, including the treasury at the start.
    pub fn since_start(&self) -> &Sums {
        &self.since_start
    }

    /// Net amounts by source since the last closed economy tick.
    pub fn running(&self) -> &Sums {
        &self.running
    }

    /// The last [`HISTORY_TICKS`] closed economy ticks, the oldest first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &Sums> {
        self.history.iter()
    }

    /// Whether a price can be paid now.
    pub fn can_pay(&self, price: Price) -> bool {
        self.shortage(price, Price::ZERO).is_none()
    }

    /// Books an income. The part that a full treasury cannot hold is neither taken nor booked.
    pub fn earn(&mut self, source: LedgerSource, price: Price) {
        let room = Amount::of_each(FULL_TREASURY).minus(self.treasury);
        self.book(source, Amount::from(price).at_most(room));
    }

    /// Pays a price as a whole.
    ///
    /// # Errors
    /// The shortage; nothing is taken then.
    pub fn spend(&mut self, source: LedgerSource, price: Price) -> Result<(), Shortage> {
        self.spend_leaving(source, price, Price::ZERO)
    }

    /// Pays a price as a whole, if that leaves a reserve of each kind in the price.
    ///
    /// # Errors
    /// The shortage of price and reserve together; nothing is taken then.
    pub fn spend_leaving(
        &mut self,
        source: LedgerSource,
        price: Price,
        reserve: Price,
    ) -> Result<(), Shortage> {
        if let Some(shortage) = self.shortage(price, reserve) {
            return Err(shortage);
        }
        self.book(source, Amount::ZERO.minus(Amount::from(price)));
        Ok(())
    }

    /// Pays as much of a price as the treasury holds, and returns the sum paid.
    pub fn spend_up_to(&mut self, source: LedgerSource, price: Price) -> Price {
        let paid = Amount::from(price).at_most(self.treasury);
        self.book(source, Amount::ZERO.minus(paid));
        paid.as_price()
    }

    /// Refunds a price: for `Building` and `Ships` under the sources `BuildingRefund` and `ShipRefund`, otherwise
    /// under the given source.
    pub fn refund(&mut self, source: LedgerSource, price: Price) {
        let giver = match source {
            LedgerSource::Building => LedgerSource::BuildingRefund,
            LedgerSource::Ships => LedgerSource::ShipRefund,
            other => other,
        };
        self.earn(giver, price);
    }

    /// Ends an economy tick: its sums become history.
    pub fn close_tick(&mut self) {
        let closed = std::mem::take(&mut self.running);
        self.history.change(|history| {
            if history.len() >= HISTORY_TICKS {
                history.pop_front();
            }
            history.push_back(closed);
        });
    }

    /// Checks that the treasury is the sum of its sources.
    ///
    /// # Errors
    /// If it is not, or if it is below zero.
    pub fn check(&self) -> Result<(), Imbalance> {
        let booked = self.since_start.net();
        if booked == self.treasury && !booked.is_negative() {
            Ok(())
        } else {
            Err(Imbalance { treasury: self.treasury, booked })
        }
    }

    fn book(&mut self, source: LedgerSource, amount: Amount) {
        self.treasury = self.treasury.plus(amount);
        self.since_start.book(source, amount);
        self.running.book(source, amount);
    }

    /// The missing part of a price, and of a reserve of the kinds that the price asks for.
    fn shortage(&self, price: Price, reserve: Price) -> Option<Shortage> {
        let missing = Price {
            money: missing_of(price.money, reserve.money, self.treasury.money),
            resources: missing_of(price.resources, reserve.resources, self.treasury.resources),
            rare: missing_of(price.rare, reserve.rare, self.treasury.rare),
        };
        (!missing.is_free()).then_some(Shortage { missing })
    }
}

/// The shortfall in one kind. A price of zero does not touch the reserve.
fn missing_of(price: u32, reserve: u32, available: i64) -> u32 {
    let needed = if price == 0 { 0 } else { i64::from(price) + i64::from(reserve) };
    u32::try_from((needed - available).max(0)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;
    use crate::sim::digest::digest_of;

    fn price(money: u32, resources: u32, rare: u32) -> Price {
        Price { money, resources, rare }
    }

    fn with(money: i64, resources: i64, rare: i64) -> Ledger {
        Ledger::opened(Amount { money, resources, rare })
    }

    #[test]
    fn gains_and_losses_are_booked_by_source() {
        let mut ledger = with(100, 50, 0);
        ledger.earn(LedgerSource::Planets, price(30, 10, 0));
        assert_eq!(ledger.spend(LedgerSource::Building, price(120, 0, 0)), Ok(()));
        ledger.refund(LedgerSource::Building, price(20, 0, 0));
        assert_eq!(ledger.balance(), Amount { money: 30, resources: 60, rare: 0 });
        let sums = ledger.since_start();
        assert_eq!(sums.of(LedgerSource::Start).money, 100);
        assert_eq!(sums.of(LedgerSource::Building).money, -120);
        assert_eq!(sums.of(LedgerSource::BuildingRefund).money, 20);
        assert_eq!(ledger.running().of(LedgerSource::Start), Amount::ZERO);
        assert_eq!(ledger.check(), Ok(()));
    }

    #[test]
    fn an_impossible_payment_takes_nothing_and_names_the_missing_sum() {
        let mut ledger = with(100, 50, 2);
        let before = ledger.clone();
        let shortage = ledger.spend(LedgerSource::Ships, price(220, 50, 5)).expect_err("too dear");
        assert_eq!(shortage.missing, price(120, 0, 3));
        assert_eq!(shortage.to_string(), "120 money and 3 rare are missing");
        assert_eq!(ledger, before);
        assert!(ledger.can_pay(price(100, 50, 2)));
        assert!(!ledger.can_pay(price(100, 51, 2)));
    }

    #[test]
    fn a_shortage_reads_like_a_sentence() {
        for (missing, text) in [
            (price(1, 2, 3), "1 money, 2 resources and 3 rare are missing"),
            (price(9, 0, 0), "9 money is missing"),
            (price(0, 4, 0), "4 resources are missing"),
            (price(0, 0, 0), "nothing is missing"),
        ] {
            assert_eq!(Shortage { missing }.to_string(), text);
        }
    }

    #[test]
    fn a_reserve_is_left_of_the_kinds_in_the_price() {
        let mut ledger = with(100, 10, 0);
        let reserve = price(40, 500, 500);
        let refused = ledger.spend_leaving(LedgerSource::Building, price(61, 0, 0), reserve);
        assert_eq!(refused, Err(Shortage { missing: price(1, 0, 0) }));
        assert_eq!(ledger.spend_leaving(LedgerSource::Building, price(60, 0, 0), reserve), Ok(()));
        assert_eq!(ledger.balance().money, 40);
        assert_eq!(ledger.spend_leaving(LedgerSource::Building, Price::ZERO, reserve), Ok(()));
    }

    #[test]
    fn a_partial_payment_takes_the_present_money() {
        let mut ledger = with(5, 0, 9);
        assert_eq!(ledger.spend_up_to(LedgerSource::Tax, price(8, 1, 4)), price(5, 0, 4));
        assert_eq!(ledger.balance(), Amount { money: 0, resources: 0, rare: 5 });
        assert_eq!(ledger.check(), Ok(()));
    }

    #[test]
    fn history_keeps_the_last_ticks() {
        let mut ledger = with(0, 0, 0);
        for tick in 0..200 {
            ledger.earn(LedgerSource::Planets, price(tick, 0, 0));
            ledger.close_tick();
        }
        let brought: Vec<i64> = ledger.history().map(|sums| sums.net().money).collect();
        assert_eq!(brought, (80..200).collect::<Vec<i64>>());
        assert_eq!(*ledger.running(), Sums::default());
    }

    #[test]
    fn a_ledger_reads_as_it_is_written() {
        let mut ledger = with(500, 0, 3);
        for source in LedgerSource::ALL {
            ledger.earn(source, price(1, 2, 3));
        }
        ledger.close_tick();
        ledger.close_tick();
        assert_eq!(ledger.spend(LedgerSource::Ships, price(499, 0, 2)), Ok(()));
        let text = dialect().to_string(&ledger).expect("it can be written");
        assert!(text.contains("ships:(money:-498,resources:2,rare:1)"), "sources have names: {text}");
        let read: Ledger = dialect().from_str(&text).expect("it can be read");
        assert_eq!((read.clone(), read.resumed()), (ledger.clone(), ledger));
    }

    #[test]
    fn too_long_a_past_is_cut() {
        let mut ledger = with(0, 0, 0);
        let past = (0..500).map(|money| Sums::default().with(LedgerSource::Planets, Amount::of_each(money)));
        ledger.history = Hashed::new(past.collect());
        let ledger = ledger.resumed();
        assert_eq!(ledger.history().count(), HISTORY_TICKS);
        assert_eq!(ledger.history().next_back().map(|sums| sums.net().money), Some(499));
    }

    #[test]
    fn the_hash_holds_the_running_economy_tick_and_those_before() {
        let mut of_planets = with(100, 0, 0);
        of_planets.earn(LedgerSource::Planets, price(5, 0, 0));
        let mut closed = of_planets.clone();
        closed.close_tick();
        let mut closed_later = of_planets.clone();
        closed_later.running = Sums::default();
        closed_later.close_tick();
        let all = [of_planets, closed, closed_later];
        for (index, one) in all.iter().enumerate() {
            assert_eq!(one.since_start(), all[0].since_start());
            assert!(all[..index].iter().all(|other| digest_of(other) != digest_of(one)), "{index}");
        }
    }

    #[test]
    fn the_ledger_of_every_save_is_in_balance() {
        let mut ledger = with(5, 0, 0);
        ledger.treasury = Amount { money: i64::MAX, resources: -5, rare: 7 };
        let most = Amount::of_each(MOST_OF_A_SOURCE);
        ledger.since_start = Sums::default().with(LedgerSource::Tax, Amount::ZERO.minus(most));
        assert!(ledger.is_bounded());
        let beyond = Sums::default().with(LedgerSource::Tax, most.plus(most));
        assert!(!Ledger { running: beyond, ..ledger.clone() }.is_bounded());
        let mut ledger = ledger.resumed();
        assert_eq!(ledger.check(), Ok(()));
        assert_eq!(ledger.balance(), Amount { money: FULL_TREASURY, resources: 0, rare: 7 });
        ledger.earn(LedgerSource::Planets, price(5, 5, 5));
        assert_eq!(ledger.check(), Ok(()));
        assert_eq!(ledger.balance(), Amount { money: FULL_TREASURY, resources: 5, rare: 12 });
    }
}
