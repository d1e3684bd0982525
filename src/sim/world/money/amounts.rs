//! Whole amounts of money, resources and rare materials, and their sums by source. Nothing is rounded, and no
//! float is used.

use crate::level::{Amount, LedgerSource, Price};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

const SOURCE_COUNT: usize = LedgerSource::ALL.len();

impl Amount {
    /// Zero of every kind.
    pub const ZERO: Self = Self { money: 0, resources: 0, rare: 0 };

    /// The same amount of each kind.
    pub const fn of_each(value: i64) -> Self {
        Self { money: value, resources: value, rare: value }
    }

    /// The sum, kind by kind. It stops at the ends of `i64`, which no ledger reaches.
    pub fn plus(self, other: Self) -> Self {
        self.combined(other, i64::saturating_add)
    }

    /// The difference, kind by kind. It stops at the ends of `i64`, which no ledger reaches.
    pub fn minus(self, other: Self) -> Self {
        self.combined(other, i64::saturating_sub)
    }

    /// The smaller of the two, kind by kind.
    pub fn at_most(self, other: Self) -> Self {
        self.combined(other, i64::min)
    }

    /// The larger of the two, kind by kind.
    pub fn at_least(self, other: Self) -> Self {
        self.combined(other, i64::max)
    }

    /// Whether every kind is zero.
    pub fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// Whether any kind is below zero.
    pub fn is_negative(self) -> bool {
        self.money < 0 || self.resources < 0 || self.rare < 0
    }

    /// As a price: parts below zero become 0, parts above `u32::MAX` become that.
    pub fn as_price(self) -> Price {
        Price { money: clamped(self.money), resources: clamped(self.resources), rare: clamped(self.rare) }
    }

    fn combined(self, other: Self, combine: impl Fn(i64, i64) -> i64) -> Self {
        Self {
            money: combine(self.money, other.money),
            resources: combine(self.resources, other.resources),
            rare: combine(self.rare, other.rare),
        }
    }
}

impl From<Price> for Amount {
    fn from(price: Price) -> Self {
        Self {
            money: i64::from(price.money),
            resources: i64::from(price.resources),
            rare: i64::from(price.rare),
        }
    }
}

fn clamped(value: i64) -> u32 {
    u32::try_from(value.max(0)).unwrap_or(u32::MAX)
}

impl LedgerSource {
    /// Whether it brings or costs something in every economy tick: all but construction and the start.
    pub fn is_regular(self) -> bool {
        use LedgerSource::{Building, BuildingRefund, ShipRefund, Ships, Start};
        !matches!(self, Building | BuildingRefund | Ships | ShipRefund | Start)
    }
}

/// Net amounts by source: positive for income, negative for expenses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums([Amount; SOURCE_COUNT]);

/// Written in text by name, without zero entries, so that a new source breaks no save.
impl Serialize for Sums {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_map(self.iter().filter(|(_, amount)| !amount.is_zero()))
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Sums {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return Deserialize::deserialize(deserializer).map(Self);
        }
        let mut sums = Self::default();
        for (source, amount) in BTreeMap::<LedgerSource, Amount>::deserialize(deserializer)? {
            sums.0[source as usize] = amount;
        }
        Ok(sums)
    }
}

impl Sums {
    /// These sums with another amount for one source.
    pub fn with(mut self, source: LedgerSource, amount: Amount) -> Self {
        self.0[source as usize] = amount;
        self
    }

    /// The net amount of one source.
    pub fn of(&self, source: LedgerSource) -> Amount {
        self.0[source as usize]
    }

    /// All sources with their net amounts, in the order of [`LedgerSource::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (LedgerSource, Amount)> + '_ {
        LedgerSource::ALL.into_iter().zip(self.0.iter().copied())
    }

    /// The total of all sources.
    pub fn net(&self) -> Amount {
        self.0.iter().fold(Amount::ZERO, |sum, amount| sum.plus(*amount))
    }

    /// The total of the regular sources: about that of the next economy tick.
    pub fn regular(&self) -> Amount {
        let regular = self.iter().filter(|(source, _)| source.is_regular());
        regular.fold(Amount::ZERO, |sum, (_, amount)| sum.plus(amount))
    }

    /// Adds to one source.
    pub(in crate::sim) fn book(&mut self, source: LedgerSource, amount: Amount) {
        let sum = &mut self.0[source as usize];
        *sum = sum.plus(amount);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_has_its_own_place() {
        for (place, source) in LedgerSource::ALL.into_iter().enumerate() {
            assert_eq!(source as usize, place);
        }
    }

    #[test]
    fn a_price_is_an_amount_and_back() {
        let price = Price { money: 7, resources: u32::MAX, rare: 0 };
        assert_eq!(Amount::from(price).as_price(), price);
        let beyond = Amount { money: -3, resources: i64::MAX, rare: 5 };
        assert_eq!(beyond.as_price(), Price { money: 0, resources: u32::MAX, rare: 5 });
    }

    #[test]
    fn sums_are_kept_apart_and_added_up() {
        let mut sums = Sums::default();
        sums.book(LedgerSource::Planets, Amount { money: 10, resources: 4, rare: 0 });
        sums.book(LedgerSource::Tax, Amount { money: -3, resources: 0, rare: 0 });
        sums.book(LedgerSource::Planets, Amount { money: 1, resources: 0, rare: 2 });
        assert_eq!(sums.of(LedgerSource::Planets), Amount { money: 11, resources: 4, rare: 2 });
        assert_eq!(sums.of(LedgerSource::Tax), Amount { money: -3, resources: 0, rare: 0 });
        assert_eq!(sums.net(), Amount { money: 8, resources: 4, rare: 2 });
        assert_eq!(sums.iter().filter(|(_, amount)| !amount.is_zero()).count(), 2);
        sums.book(LedgerSource::Ships, Amount { money: -100, resources: 0, rare: 0 });
        assert_eq!(sums.regular(), Amount { money: 8, resources: 4, rare: 2 }, "ships are bought once");
    }
}
