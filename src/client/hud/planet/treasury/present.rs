//! What the player's things bring and cost now. The last economy tick may be two seconds old, and long past in a pause.

use crate::client::hud::planet::gather::PlanetData;
use crate::level::{LedgerSource, Price};
use crate::sim::world::money::{Amount, Sums, income};
use crate::sim::{Ledger, PlanetBooks};

/// What the next economy tick brings and costs, by source, if those whose upkeep is not paid now are not paid then. What
/// miners find and what is spent on work stay as they were in the last one.
pub(super) fn present(planet_data: &PlanetData, ledger: &Ledger) -> Sums {
    let last = ledger.history().next_back().copied().unwrap_or_default();
    let (economy, view, me) = (planet_data.economy(), planet_data.view(), planet_data.me());
    let books: Vec<PlanetBooks> = planet_data.own_bodies().iter().map(|body| economy.books(*body)).collect();
    let income = income(&books, &planet_data.rules.0.income);
    let earned = economy.earners().into_values().map(|(_, earned)| earned);
    // Structures stand at bodies of others as well.
    let own = view.structures().filter(|one| one.structure.faction == me && one.works());
    let standing = own.filter_map(|one| planet_data.classes.0.get(one.structure.class));
    let ships = view.ships().filter(|seen| seen.owner == me && !seen.is_idle);
    let flying = ships.filter_map(|seen| planet_data.ship_classes.0.get(seen.ship.class));
    let cost = |prices: Price| Amount::ZERO.minus(Amount::from(prices));
    last.with(LedgerSource::Planets, Amount::from(income.planets))
        .with(LedgerSource::Tax, cost(income.tax))
        .with(LedgerSource::Structures, Amount::from(sum(earned)))
        .with(LedgerSource::StructureUpkeep, cost(sum(standing.map(|class| class.upkeep))))
        .with(LedgerSource::FleetUpkeep, cost(sum(flying.map(|class| class.upkeep))))
}

fn sum(prices: impl Iterator<Item = Price>) -> Price {
    prices.fold(Price::ZERO, Price::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::test_support::{ask_now, watched_by};
    use crate::sim::visibility::test_support::{ARES, EARTH, TERRA};
    use crate::sim::{FactionId, Holdings, Simulation};

    #[test]
    fn it_is_what_the_first_economy_tick_brings() {
        let (before, sums) = before_and_in_the_first_tick(TERRA);
        assert!(before.of(LedgerSource::Planets).money > 0 && before.of(LedgerSource::FleetUpkeep).money < 0);
        assert_eq!(sums, Some(before));
    }

    #[test]
    fn finished_structures_cost_their_upkeep() {
        let (before, sums) = before_and_in_the_first_tick(ARES);
        let upkeep = before.of(LedgerSource::StructureUpkeep);
        assert!(upkeep.money < 0, "it has a satellite");
        assert_eq!(sums.map(|sums| sums.of(LedgerSource::StructureUpkeep)), Some(upkeep));
    }

    #[test]
    fn what_brings_more_counts_at_once() {
        let mut simulation = watched_by(TERRA);
        let income = |simulation: &mut Simulation| {
            ask_now(simulation, |data| {
                data.economy().ledger().map(|ledger| present(data, ledger).regular().money)
            })
        };
        let before = income(&mut simulation).expect("it is known");
        simulation.world_mut().resource_mut::<Holdings>().0[EARTH].economics *= 2;
        assert!(income(&mut simulation).is_some_and(|after| after > before), "no economy tick has passed");
    }

    /// What a side expects, and what the first economy tick brings and costs.
    fn before_and_in_the_first_tick(faction: FactionId) -> (Sums, Option<Sums>) {
        let mut simulation = watched_by(faction);
        let before =
            ask_now(&mut simulation, |data| present(data, data.economy().ledger().expect("it is known")));
        let first = |simulation: &mut Simulation| {
            ask_now(simulation, |data| data.economy().ledger()?.history().next_back().copied())
        };
        assert_eq!(first(&mut simulation), None);
        let sums = (0..1_000).find_map(|_| {
            simulation.tick().expect("it runs");
            first(&mut simulation)
        });
        (before, sums)
    }
}
