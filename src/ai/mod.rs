//! Minds: players that are programs.
//!
//! - Enters: what a faction may know ([`WorldView`](crate::sim::visibility::WorldView) and the forecasts, as the
//!   screen gets them), and the memory of its mind, which the world saves.
//! - Leaves: orders through the one door, each with its goal and reasons; the changed memory.
//! - Must never: see a `World` (but for `system.rs`, which asks for views), know which other seat is a person's, read
//!   a clock, or draw chances that do not come from the seed, the faction and the tick.
//!
//! A mind thinks every ten ticks, the factions one after the other. Its layers have paces of their own:
//!
//! | file | layer | every |
//! |---|---|---|
//! | `situation/` | what the faction knows, as plain data | 10 ticks |
//! | `belief.rs`, `army.rs` | what the mind has noticed of it; owners, strength, danger and error; the ships that foes may have built | 10 ticks |
//! | `forces.rs` | one side of a fight, and the likely outcome against another | when asked |
//! | `posture.rs` | whether its yards would hold: if not, it arms before it grows; the share of armed ships that it wants | 10 ticks |
//! | `operations/` | what ships are about, from gathering to the end | 10 ticks |
//! | `opening/` | the first minute and a half, by a forecast of the ledger | a look |
//! | `economy.rs` | stations by payback, guns by danger | a look |
//! | `production.rs` | ships by need | a look |
//! | `strategy/` | goals with scores; new operations | 60 ticks |
//! | `attention.rs` | the orders that the skill allows, the most urgent first | 10 ticks |
//!
//! A look is as often as the skill says.
//!
//! Budgets count work, never time.

mod army;
mod attention;
mod belief;
mod chance;
mod economy;
mod forces;
mod opening;
mod operations;
mod posture;
mod production;
mod reserve;
mod situation;
mod strategy;
mod surrender;
pub mod system;
mod thought;
mod travel;
mod wish;

pub use opening::Outlook;
pub use system::{LoggedOrder, MindLog, outlooks, plugin, simulation};
