//! Possessions and building: bodies with an owner, structures in the rings of their wells, yards, incomes and
//! upkeep.
//!
//! - Enters: a level's holdings, and orders that build.
//! - Leaves: structures with their places, ships from yards, ledgers.
//! - Must never: move a ship, or change a treasury but through its [`Ledger`](crate::sim::world::money::Ledger).
//!
//! | file | does | in |
//! |---|---|---|
//! | `upkeep/` | computes the reserves for the next upkeep; the economy tick, when it is due | Hold: Forecast, Settle |
//! | `building.rs` | lets structures grow; the right to build | Hold: Build |
//! | `yards/` | lets ships grow, and launches them | Hold: Yards |
//! | `refitting.rs` | refills troop ships that rest at yards | Hold: Refit |
//! | `scrapping.rs` | scraps ships for part of their price | Orders |
//! | `constructors.rs` | faster growth near constructors | Build, Yards |
//! | `view.rs` | answers a faction's questions about its economy | queries |
//! | `levels.rs` | reads possessions from a level, and writes them back | spawn and capture |
//! | `test_support.rs` | small worlds with possessions | tests |
//!
//! Structures are moved with their rings by `motion/structures.rs`.

pub mod building;
pub mod constructors;
pub mod levels;
pub mod refitting;
pub mod scrapping;
#[cfg(test)]
mod test_support;
pub mod upkeep;
pub mod view;
pub mod yards;

use bevy::prelude::*;

use crate::rules::EconomyRules;
use crate::sim::{SimSystems, Structure, StructureClasses, Tick};
pub use view::{Claim, Economies, EconomyView, Gain, Prospect, Yard, YardCare, claim};

/// The parts of [`SimSystems::Hold`], in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HoldSystems {
    /// Reserves for the next upkeep.
    Forecast,
    /// Structures grow.
    Build,
    /// Yards build ships.
    Yards,
    /// Yards fill up troop ships.
    Refit,
    /// The economy tick, when it is due.
    Settle,
}

pub(in crate::sim) fn plugin(app: &mut App) {
    let parts = (
        HoldSystems::Forecast,
        HoldSystems::Build,
        HoldSystems::Yards,
        HoldSystems::Refit,
        HoldSystems::Settle,
    );
    app.configure_sets(Tick, parts.chain().in_set(SimSystems::Hold));
    app.add_plugins((building::plugin, yards::plugin, refitting::plugin, upkeep::plugin));
}

/// Discount on a faction's ships by research, percent.
pub fn research_percent<'a>(
    classes: &StructureClasses,
    rules: &EconomyRules,
    working: impl Iterator<Item = &'a Structure>,
) -> u32 {
    let percent = |one: &Structure| classes.0.get(one.class).map_or(0, |class| class.research_percent);
    let sum = working.map(percent).fold(0, u32::saturating_add);
    sum.min(rules.income.most_research_percent).min(100)
}
