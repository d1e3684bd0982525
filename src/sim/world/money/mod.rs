//! The money of a faction: its treasury, income, upkeep and instalments, in whole numbers.
//!
//! - Enters: the worth of planets, the upkeep of structures and ships, and the prices of construction.
//! - Leaves: a [`Ledger`] that explains every unit, the list of the unpaid, and the progress of building.
//! - Must never: use floats for money, know a body, a ship or the engine, or let a unit appear or vanish without a
//!   source.
//!
//! | file | does |
//! |---|---|
//! | `amounts.rs` | signed amounts, and their sums by source |
//! | `ledger.rs` | the treasury of one faction and its books |
//! | `accounts.rs` | the incomes and expenses of one economy tick |
//! | `instalments.rs` | payment of a growth by instalments |

pub mod accounts;
pub mod amounts;
pub mod instalments;
pub mod ledger;

pub use crate::level::model::holdings::Amount;
pub use accounts::{
    Income, PlanetBooks, Unpaid, Upkeep, economy_tick_s, income, planet_tax, reserve, settle,
    ticks_per_economy_tick,
};
pub use amounts::Sums;
pub use instalments::{Growth, GrowthProgress};
pub use ledger::{FULL_TREASURY, HISTORY_TICKS, Imbalance, Ledger, Shortage};
