//! What a faction has, earns and pays, in whole numbers.
//!
//! - Enters: what planets are worth, what structures and ships cost to keep, and what is to be built.
//! - Leaves: a [`Ledger`] that explains every unit, what went unpaid, and how far building has come.
//! - Must never: use floats for money, know a body, a ship or the engine, or let a unit appear or vanish
//!   that no source accounts for.
//!
//! | file | does |
//! |---|---|
//! | `amounts.rs` | signed amounts, and their sums by source |
//! | `ledger.rs` | the treasury of one faction and its books |
//! | `accounts.rs` | what one economy tick brings and takes |
//! | `instalments.rs` | paying for something while it grows |

pub mod accounts;
pub mod amounts;
pub mod instalments;
pub mod ledger;

pub use accounts::{
    Income, PlanetBooks, Unpaid, Upkeep, income, planet_tax, reserve, settle, ticks_per_economy_tick,
};
pub use amounts::{Amount, Sums};
pub use instalments::{Growth, Progress};
pub use ledger::{FULL_TREASURY, HISTORY_TICKS, Imbalance, Ledger, Shortage};
