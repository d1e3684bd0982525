//! The change of the regular income within the last minute, by source, and the numbers of things behind it.

use std::collections::VecDeque;

use crate::client::hud::planet::gather::PlanetData;
use crate::level::LedgerSource;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::world::money::{Amount, Sums};
use crate::sim::{FactionId, Ledger};

/// The time over which a change is measured, seconds of play.
const SPAN_S: f64 = 60.0;

/// The numbers of a faction's things that bring or cost something in each economy tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Ships.
    pub ships: usize,
    /// Finished structures.
    pub structures: usize,
    /// Bodies.
    pub bodies: usize,
}

impl Counts {
    /// The player's.
    pub fn of(planet_data: &PlanetData) -> Self {
        let (view, me) = (planet_data.view(), planet_data.me());
        let finished = view.structures().filter(|one| one.structure.faction == me && one.grown.is_none());
        Self {
            ships: view.ships().filter(|seen| seen.owner == me).count(),
            structures: finished.count(),
            bodies: planet_data.own_bodies().len(),
        }
    }

    /// The number of things on which the sum of a source depends, and the name of one.
    pub fn behind(&self, source: LedgerSource) -> Option<(usize, &'static str)> {
        match source {
            LedgerSource::Planets | LedgerSource::Tax => Some((self.bodies, "planet")),
            LedgerSource::Structures | LedgerSource::StructureUpkeep => Some((self.structures, "structure")),
            LedgerSource::FleetUpkeep => Some((self.ships, "ship")),
            _ => None,
        }
    }
}

/// The numbers of the player's things in the last minute.
#[derive(Debug, Default)]
pub struct CountHistory {
    /// Whose.
    faction: Option<FactionId>,
    /// Each change with its tick, the oldest first.
    changes: VecDeque<(u64, Counts)>,
}

impl CountHistory {
    /// Records the numbers at a tick.
    pub fn note(&mut self, faction: FactionId, tick: u64, counts: Counts) {
        if self.faction != Some(faction) {
            *self = Self { faction: Some(faction), ..Self::default() };
        }
        if self.changes.back().is_none_or(|(_, last)| *last != counts) {
            self.changes.push_back((tick, counts));
        }
        // The last change before the span says how it was at its beginning. A span of whole economy ticks may be
        // longer than a minute.
        let start = tick.saturating_sub((2.0 * SPAN_S * TICKS_PER_SECOND) as u64);
        while self.changes.get(1).is_some_and(|(next, _)| *next <= start) {
            self.changes.pop_front();
        }
    }

    /// The numbers so many seconds before a tick; `None` if they were not recorded then.
    pub fn before(&self, tick: u64, seconds: f64) -> Option<Counts> {
        let then = tick.saturating_sub((seconds * TICKS_PER_SECOND) as u64);
        self.changes.iter().rev().find(|(changed, _)| *changed <= then).map(|(_, counts)| *counts)
    }
}

/// A change of the regular income.
#[derive(Clone, Debug, PartialEq)]
pub struct IncomeChange {
    /// Its time, seconds of play.
    pub seconds: f64,
    /// The change of an economy tick, by the sources that changed.
    pub by_source: Vec<(LedgerSource, Amount)>,
}

impl IncomeChange {
    /// The change to what an economy tick brings `now` within the last minute, or since the first economy tick; `None`
    /// before the second one. `tick_s` is the time from one economy tick to the next, seconds.
    pub fn of((ledger, now): (&Ledger, &Sums), tick_s: f64) -> Option<Self> {
        let passed = ledger.history().count().checked_sub(1).filter(|passed| *passed > 0)?;
        let back = ((SPAN_S / tick_s).round() as usize).clamp(1, passed);
        let before = ledger.history().rev().nth(back)?;
        let change = |(source, amount): (LedgerSource, Amount)| (source, amount.minus(before.of(source)));
        let by_source = now.iter().filter(|(source, _)| source.is_regular()).map(change);
        let by_source = by_source.filter(|(_, amount)| !amount.is_zero()).collect();
        Some(Self { seconds: back as f64 * tick_s, by_source })
    }

    /// The change of the whole income.
    pub fn total(&self) -> Amount {
        self.by_source.iter().fold(Amount::ZERO, |sum, (_, amount)| sum.plus(*amount))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Price;

    /// A ledger with economy ticks of these upkeeps of ships, money.
    fn ledger(upkeeps: &[u32]) -> Ledger {
        let mut ledger = Ledger::opened(Amount { money: 2000, resources: 0, rare: 0 });
        for upkeep in upkeeps {
            ledger.earn(LedgerSource::Planets, Price { money: 40, ..Price::ZERO });
            ledger.spend(LedgerSource::FleetUpkeep, Price { money: *upkeep, ..Price::ZERO }).unwrap();
            ledger.spend(LedgerSource::Building, Price { money: *upkeep, ..Price::ZERO }).unwrap();
            ledger.close_tick();
        }
        ledger
    }

    /// The change to the last of economy ticks of these upkeeps of ships.
    fn change_of(upkeeps: &[u32], tick_s: f64) -> Option<IncomeChange> {
        let ledger = ledger(upkeeps);
        let last = ledger.history().next_back().copied()?;
        IncomeChange::of((&ledger, &last), tick_s)
    }

    #[test]
    fn the_change_of_the_last_minute_is_found_by_source() {
        let money = |money: i64| Amount { money, ..Amount::ZERO };
        let change = change_of(&[1, 2, 10, 24], 30.0).expect("a minute has passed");
        assert_eq!(change.by_source, [(LedgerSource::FleetUpkeep, money(-22))]);
        assert_eq!((change.seconds, change.total()), (60.0, money(-22)));
        let young = change_of(&[10, 24], 2.0).expect("a tick has passed");
        assert_eq!((young.seconds, young.total()), (2.0, money(-14)));
        assert_eq!(change_of(&[10], 2.0), None);
        let same = change_of(&[10, 10], 2.0).expect("a tick has passed");
        assert!(same.by_source.is_empty());
    }

    #[test]
    fn numbers_of_a_minute_ago_are_remembered_by_faction() {
        let ships = |ships: usize| Counts { ships, ..Counts::default() };
        let (me, other) = (FactionId(0), FactionId(1));
        let mut history = CountHistory::default();
        for (tick, count) in [(100, 4), (400, 4), (900, 7), (3_000, 8)] {
            history.note(me, tick, ships(count));
        }
        assert_eq!(history.before(3_000, 60.0), Some(ships(7)));
        assert_eq!(history.before(3_000, 80.0), Some(ships(4)));
        assert_eq!(history.before(3_000, 99.0), None, "nobody looked yet");
        history.note(me, 9_000, ships(8));
        assert_eq!(history.changes.len(), 1, "what is older than needed is forgotten");
        history.note(other, 9_001, ships(1));
        assert_eq!(history.before(9_001, 60.0), None);
    }
}
