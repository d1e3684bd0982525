//! Paying for something while it grows.
//!
//! A tick of growth never takes part of an instalment, and the instalments add up to exactly the price. To cancel
//! is to drop the growth: the rest of the price was never taken, and nothing is refunded.

use super::ledger::{Ledger, Shortage};
use crate::level::{LedgerSource, Price};
use serde::{Deserialize, Serialize};

/// A growing structure or ship, paid for tick by tick.
///
/// A price change applies to the whole: earlier payments count toward it, and the rest is charged at the new
/// price. If more was paid than the new price demands by now, nothing is charged until the growth has caught up;
/// nothing is refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    /// Ticks of growth done.
    pub done_ticks: u32,
    /// Ticks of growth needed; 0 counts as 1.
    pub total_ticks: u32,
    /// The present price of the whole.
    pub price: Price,
    /// The sum paid by now.
    pub paid: Price,
}

/// The outcome of a tick of growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrowthProgress {
    /// The instalment was paid, and it grew.
    Grew,
    /// Nothing was paid and nothing grew. The progress is kept, and growth can go on later.
    Halted(Shortage),
    /// It is complete, with this tick or before.
    Finished,
}

impl Growth {
    /// A growth at its beginning.
    pub fn new(total_ticks: u32, price: Price) -> Self {
        Self { done_ticks: 0, total_ticks, price, paid: Price::ZERO }
    }

    /// A growth in progress, whose price has not changed so far.
    pub fn resumed(done_ticks: u32, total_ticks: u32, price: Price) -> Self {
        let begun = Self { done_ticks, ..Self::new(total_ticks, price) };
        Self { paid: begun.due_at(done_ticks), ..begun }
    }

    /// Whether it has grown for as long as it needs.
    pub fn is_finished(&self) -> bool {
        self.done_ticks >= self.needed_ticks()
    }

    /// Completed share, 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(self.done_ticks.min(self.needed_ticks())) / f64::from(self.needed_ticks())
    }

    /// The price of the next tick of growth: the share of the price due by then, less the sum paid.
    pub fn next_instalment(&self) -> Price {
        if self.is_finished() {
            return Price::ZERO;
        }
        self.due_at(self.done_ticks + 1).saturating_sub(self.paid)
    }

    /// Pays the next instalment and grows by a tick, or halts; also halts if the payment would touch the reserve.
    pub fn advance(&mut self, ledger: &mut Ledger, source: LedgerSource, reserve: Price) -> GrowthProgress {
        if self.is_finished() {
            return GrowthProgress::Finished;
        }
        let instalment = self.next_instalment();
        if let Err(shortage) = ledger.spend_leaving(source, instalment, reserve) {
            return GrowthProgress::Halted(shortage);
        }
        self.paid = self.paid.saturating_add(instalment);
        self.done_ticks += 1;
        if self.is_finished() { GrowthProgress::Finished } else { GrowthProgress::Grew }
    }

    fn needed_ticks(&self) -> u32 {
        self.total_ticks.max(1)
    }

    /// The share of the price that is due after this number of ticks.
    fn due_at(&self, ticks: u32) -> Price {
        self.price.share_of(ticks.min(self.needed_ticks()), self.needed_ticks())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::holdings::Amount;

    const PRICE: Price = Price { money: 100, resources: 7, rare: 1 };

    fn ledger(money: i64) -> Ledger {
        Ledger::opened(Amount { money, resources: 1_000, rare: 1_000 })
    }

    /// Grows until it is finished or halts.
    fn grow(growth: &mut Growth, ledger: &mut Ledger) -> GrowthProgress {
        loop {
            let progress = growth.advance(ledger, LedgerSource::Building, Price::ZERO);
            if progress != GrowthProgress::Grew {
                return progress;
            }
        }
    }

    #[test]
    fn instalments_add_up_to_the_price() {
        for total_ticks in [0, 1, 2, 3, 7, 99, 100, 101, 1_000] {
            let mut ledger = ledger(1_000);
            let mut growth = Growth::new(total_ticks, PRICE);
            assert_eq!(grow(&mut growth, &mut ledger), GrowthProgress::Finished);
            assert_eq!(growth.paid, PRICE);
            assert_eq!(growth.done_ticks, total_ticks.max(1));
            assert_eq!(ledger.balance().money, 900);
            assert_eq!(
                growth.advance(&mut ledger, LedgerSource::Building, Price::ZERO),
                GrowthProgress::Finished
            );
            assert_eq!(ledger.balance().money, 900);
        }
    }

    #[test]
    fn growth_halts_and_keeps_its_progress() {
        let mut ledger = ledger(30);
        let mut growth = Growth::new(50, PRICE);
        let GrowthProgress::Halted(shortage) = grow(&mut growth, &mut ledger) else {
            panic!("it has too little")
        };
        assert_eq!(shortage.missing.money, 2);
        assert_eq!((growth.done_ticks, growth.paid.money), (15, 30));
        ledger.earn(LedgerSource::Planets, Price { money: 70, ..Price::ZERO });
        assert_eq!(grow(&mut growth, &mut ledger), GrowthProgress::Finished);
        assert_eq!(growth.paid, PRICE);
        assert_eq!(ledger.check(), Ok(()));
    }

    #[test]
    fn it_halts_before_a_reserve() {
        let mut ledger = ledger(30);
        let mut growth = Growth::new(50, PRICE);
        let reserve = Price { money: 29, ..Price::ZERO };
        let progress = growth.advance(&mut ledger, LedgerSource::Building, reserve);
        assert_eq!(progress, GrowthProgress::Halted(Shortage { missing: Price { money: 1, ..Price::ZERO } }));
        assert_eq!((growth.done_ticks, ledger.balance().money), (0, 30));
    }

    #[test]
    fn a_new_price_holds_for_the_rest() {
        for (new_money, paid_money) in [(80, 80), (40, 50), (200, 200)] {
            let mut ledger = ledger(1_000);
            let mut growth = Growth::resumed(50, 100, PRICE);
            assert_eq!(growth.paid.money, 50);
            growth.price.money = new_money;
            assert_eq!(grow(&mut growth, &mut ledger), GrowthProgress::Finished);
            assert_eq!(growth.paid.money, paid_money);
            assert_eq!(ledger.balance().money, 1_000 - i64::from(paid_money - 50));
        }
    }

    #[test]
    fn numbers_from_a_file_do_no_harm() {
        let most = Price { money: u32::MAX, resources: u32::MAX, rare: u32::MAX };
        let growth = Growth { done_ticks: u32::MAX, total_ticks: u32::MAX, price: most, paid: most };
        assert!(growth.is_finished());
        assert_eq!(growth.next_instalment(), Price::ZERO);
        assert_eq!(Growth::resumed(u32::MAX, 4, PRICE).paid, PRICE);
        assert!((Growth::resumed(9, 4, PRICE).share() - 1.0).abs() < 1e-12);
    }
}
