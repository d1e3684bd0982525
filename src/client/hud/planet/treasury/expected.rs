//! The income before the first economy tick: what the player has already brings and costs.

use crate::client::hud::planet::gather::PlanetData;
use crate::level::{LedgerSource, Price};
use crate::sim::PlanetBooks;
use crate::sim::world::money::{Amount, Sums, income};

/// What the next economy tick brings and costs, by source, without what miners find.
pub(super) fn expected(planet_data: &PlanetData) -> Sums {
    let (economy, view, me) = (planet_data.economy(), planet_data.view(), planet_data.me());
    let books: Vec<PlanetBooks> = planet_data.own_bodies().iter().map(|body| economy.books(*body)).collect();
    let income = income(&books, &planet_data.rules.0.income);
    let earned = economy.earners().into_values().map(|(_, earned)| earned);
    let finished = view.structures().filter(|one| one.structure.faction == me && one.grown.is_none());
    let standing = finished.filter_map(|one| planet_data.class_of(one.structure)).map(|class| class.upkeep);
    let ships = view.ships().filter(|seen| seen.owner == me);
    let flying = ships.filter_map(|seen| planet_data.ship_classes.0.get(seen.ship.class));
    let cost = |prices: Price| Amount::ZERO.minus(Amount::from(prices));
    Sums::default()
        .with(LedgerSource::Planets, Amount::from(income.planets))
        .with(LedgerSource::Tax, cost(income.tax))
        .with(LedgerSource::Structures, Amount::from(sum(earned)))
        .with(LedgerSource::StructureUpkeep, cost(sum(standing)))
        .with(LedgerSource::FleetUpkeep, cost(sum(flying.map(|class| class.upkeep))))
}

fn sum(prices: impl Iterator<Item = Price>) -> Price {
    prices.fold(Price::ZERO, Price::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::test_support::{ask_now, watched_by};
    use crate::sim::visibility::test_support::TERRA;

    #[test]
    fn it_is_what_the_first_economy_tick_brings() {
        let mut simulation = watched_by(TERRA);
        let before = ask_now(&mut simulation, expected);
        assert!(before.of(LedgerSource::Planets).money > 0 && before.of(LedgerSource::FleetUpkeep).money < 0);
        let first = |simulation: &mut crate::sim::Simulation| {
            ask_now(simulation, |data| data.economy().ledger()?.history().next_back().copied())
        };
        assert_eq!(first(&mut simulation), None);
        let sums = (0..1_000).find_map(|_| {
            simulation.tick().expect("it runs");
            first(&mut simulation)
        });
        assert_eq!(sums, Some(before));
    }
}
