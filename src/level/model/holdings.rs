//! Ownership: sums of money and goods, and bodies with their owners.
//!
//! All sums are whole, so rounding loses nothing. Structures in the rings of a body are in
//! [`crate::level::model::structures`], the number of rings in [`crate::level::model::rings`]. Costs and incomes
//! are decided in `sim`.

use serde::{Deserialize, Serialize};

use crate::level::ranges::{MOST_TROOPERS, SHARE, TERRAIN, TREASURY, WORTH};
use crate::level::{Level, is_usual};

pub use crate::level::model::rings::*;
pub use crate::level::model::structures::*;

/// A price or an income: never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Price {
    /// Money.
    #[serde(skip_serializing_if = "is_usual")]
    pub money: u32,
    /// Common materials.
    #[serde(skip_serializing_if = "is_usual")]
    pub resources: u32,
    /// Rare materials, which only comets yield.
    #[serde(skip_serializing_if = "is_usual")]
    pub rare: u32,
}

impl Price {
    /// Zero.
    pub const ZERO: Self = Self { money: 0, resources: 0, rare: 0 };

    /// Whether every part is 0.
    pub fn is_free(&self) -> bool {
        *self == Self::ZERO
    }

    /// The sum of both, part by part, saturating at [`u32::MAX`].
    pub fn saturating_add(self, other: Self) -> Self {
        self.combined(other, u32::saturating_add)
    }

    /// The difference, part by part, saturating at 0.
    pub fn saturating_sub(self, other: Self) -> Self {
        self.combined(other, u32::saturating_sub)
    }

    /// The share `done / of` of this: of each part `floor(part * done / of)`. The shares of a growing `done` never
    /// fall, and the share of `done == of` is the whole. So instalments, as differences of shares, add up to the price
    /// exactly. With `of` 0 the share is the whole.
    pub fn share_of(self, done: u32, of: u32) -> Self {
        let share = |part: u32| match (u64::from(part) * u64::from(done)).checked_div(u64::from(of)) {
            Some(share) => u32::try_from(share).unwrap_or(u32::MAX),
            None => part,
        };
        Self { money: share(self.money), resources: share(self.resources), rare: share(self.rare) }
    }

    fn combined(self, other: Self, combine: impl Fn(u32, u32) -> u32) -> Self {
        Self {
            money: combine(self.money, other.money),
            resources: combine(self.resources, other.resources),
            rare: combine(self.rare, other.rare),
        }
    }
}

/// An amount of each kind: above zero an income or the content of a treasury, below zero an expense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Amount {
    /// Money.
    #[serde(skip_serializing_if = "is_usual")]
    pub money: i64,
    /// Common materials.
    #[serde(skip_serializing_if = "is_usual")]
    pub resources: i64,
    /// Rare materials.
    #[serde(skip_serializing_if = "is_usual")]
    pub rare: i64,
}

// The range is that of treasuries.
ranges!(Amount { money: TREASURY, resources: TREASURY, rare: TREASURY });

named! {
    /// The sources of incomes and expenses in ledgers.
    pub enum LedgerSource {
        /// Income from planets.
        Planets = "planets",
        /// Organisation tax on planets.
        Tax = "organisation tax",
        /// Income from structures.
        Structures = "structures",
        /// Upkeep of structures.
        StructureUpkeep = "upkeep of structures",
        /// Upkeep of ships.
        FleetUpkeep = "upkeep of ships",
        /// Spent on structures that grow.
        Building = "building",
        /// Refunds for abandoned structures.
        BuildingRefund = "given back for structures",
        /// Spent on ships in yards.
        Ships = "ships",
        /// Refunds for scrapped ships.
        ShipRefund = "given back for ships",
        /// Rare materials from comets.
        Mining = "mining",
        /// The treasury at the start.
        Start = "at the start",
    }
}

/// The ground of a body at the beginning of the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Garrison {
    /// Defenders, troopers; absent: a full garrison.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defenders: Option<f64>,
    /// Landed invaders: their faction and their troopers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invaders: Option<(String, f64)>,
    /// Unrest: the share of its income that is lost.
    #[serde(skip_serializing_if = "is_usual")]
    pub unrest: f64,
    /// Damage to its values by bombardment, a share of them.
    #[serde(skip_serializing_if = "is_usual")]
    pub ruin: f64,
}

ranges!(Garrison { defenders: 0.0..=MOST_TROOPERS, unrest: SHARE, ruin: SHARE });

/// The owner and the worth of a body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holding {
    /// The body.
    pub body: String,
    /// Owner; absent: see [`Level::owner_of`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Value in money, 100 for a planet of average wealth; absent: from its kind and size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub economics: Option<u32>,
    /// Value in common materials, 100 for an average planet; absent: from its kind and size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<u32>,
    /// Factor on the strength of defenders on its ground, 0.1 to 10; absent: from its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<f64>,
    /// Ground; absent: peace, with a full garrison.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Garrison>,
}

ranges!(Holding { economics: WORTH, resources: WORTH, terrain: TERRAIN, ground });

impl Level {
    /// The holding of a body in the level; upper and lower case are the same.
    pub fn holding(&self, body: &str) -> Option<&Holding> {
        self.holdings.iter().find(|holding| holding.body.eq_ignore_ascii_case(body))
    }

    /// The owner of a body: the faction named in [`Level::holdings`], else the first faction with this body as its
    /// home.
    pub fn owner_of(&self, body: &str) -> Option<&str> {
        let named = self.holding(body).and_then(|holding| holding.owner.as_deref());
        if named.is_some() {
            return named;
        }
        let calls_it_home =
            |home: &Option<String>| home.as_ref().is_some_and(|home| home.eq_ignore_ascii_case(body));
        let faction = self.factions.iter().find(|faction| calls_it_home(&faction.home));
        faction.map(|faction| faction.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;

    const PRICE: Price = Price { money: 1000, resources: 7, rare: u32::MAX };

    fn round_trip<T>(value: &T) -> String
    where
        T: Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        let text = dialect().to_string(value).expect("it can be written");
        let again: T = dialect().from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(again, *value, "{text}");
        text
    }

    #[test]
    fn shares_grow_and_end_with_the_whole() {
        let of = 37;
        let mut before = Price::ZERO;
        let mut paid = Price::ZERO;
        for done in 1..=of {
            let share = PRICE.share_of(done, of);
            let instalment = share.saturating_sub(before);
            assert_eq!(before.saturating_add(instalment), share, "shares never fall");
            paid = paid.saturating_add(instalment);
            before = share;
        }
        assert_eq!(paid, PRICE);
        assert_eq!(PRICE.share_of(0, of), Price::ZERO);
    }

    #[test]
    fn shares_have_no_edges() {
        assert_eq!(PRICE.share_of(3, 0), PRICE, "nothing is left to do");
        assert_eq!(PRICE.share_of(u32::MAX, u32::MAX), PRICE);
        assert_eq!(PRICE.share_of(2, 1).money, 2000);
        assert_eq!(PRICE.share_of(2, 1).rare, u32::MAX, "it stays the largest");
        assert_eq!(PRICE.share_of(1, 3).resources, 2, "rounded down");
    }

    #[test]
    fn sums_of_prices_saturate() {
        assert_eq!(PRICE.saturating_add(PRICE).rare, u32::MAX);
        assert_eq!(PRICE.saturating_add(PRICE).money, 2000);
        assert_eq!(Price::ZERO.saturating_sub(PRICE), Price::ZERO);
        assert!(Price::ZERO.is_free() && !PRICE.is_free());
    }

    #[test]
    fn empty_sums_are_not_written() {
        assert_eq!(round_trip(&Price { money: 5, ..Price::ZERO }), "(money:5)");
        assert_eq!(round_trip(&Price::ZERO), "()");
        assert_eq!(round_trip(&Amount { rare: -3, ..Amount::default() }), "(rare:-3)");
        let holding = Holding { body: "Mars".to_owned(), economics: Some(80), ..Holding::default() };
        assert_eq!(round_trip(&holding), "(body:\"Mars\",economics:80)");
    }

    #[test]
    fn every_source_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<&str> =
            LedgerSource::ALL.iter().map(|source| source.name()).collect();
        assert_eq!(names.len(), LedgerSource::ALL.len());
    }

    #[test]
    fn homes_belong_to_their_factions() {
        let level = |fields: &str| -> Level {
            let text = format!(
                r##"(
                    schema_version: 1, title: "a", epoch: jd(2461365.5),
                    bodies: [body("Sun"), body("Earth"), body("Mars")],
                    factions: [
                        (name: "Terra", color: "#4aa8ff", home: "Earth"),
                        (name: "Ares", color: "#ff7a45", home: "earth"),
                    ],
                    {fields}
                )"##
            );
            dialect().from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
        };
        assert_eq!(level("").owner_of("EARTH"), Some("Terra"), "the first that calls it home");
        assert_eq!(level("").owner_of("Mars"), None);
        let held = level(r#"holdings: [(body: "Mars", owner: "Ares"), (body: "Earth", economics: 9)],"#);
        assert_eq!(held.owner_of("mars"), Some("Ares"));
        assert_eq!(held.owner_of("Earth"), Some("Terra"), "worth says nothing about the owner");
        assert_eq!(held.holding("Earth").and_then(|holding| holding.economics), Some(9));
    }
}
