//! Minds: players that are programs.
//!
//! - Enters: what a faction may know ([`WorldView`](crate::sim::visibility::WorldView), the forecasts, and the
//!   [`Race`](crate::sim::outcome::victory::Race) to victory, as the screen gets them), and the memory of its mind,
//!   which the world saves.
//! - Leaves: orders through the one door, each with its goal and reasons; the changed memory.
//! - Must never: see a `World` (but for `system.rs`, which asks for views), know which other seat is a person's, read
//!   a clock, or draw chances that do not come from the seed, the faction and the tick.
//!
//! A mind thinks every ten ticks, the factions one after the other. Its layers have paces of their own:
//!
//! | file | layer | every |
//! |---|---|---|
//! | `situation/` | what the faction knows, as plain data | 10 ticks |
//! | `belief/` | what the mind has noticed of it: strength, danger and error, ships that foes may have built; the likely outcome of fights | 10 ticks |
//! | `operations/` | the plans of ships, from gathering to the end; the reserve | 10 ticks |
//! | `economy/` | openings, stations, ships; what money may go into | a look |
//! | `strategy/` | goals with scores; new operations | 60 ticks |
//! | `surrender.rs` | whether the war is lost | 10 ticks |
//! | `attention.rs` | the orders that the skill allows, the most urgent first | 10 ticks |
//!
//! The skill says how often a look comes. A budget is a cap on work, never on time: so many targets of attacks and of
//! hunts are compared (`MOST_TARGETS`), and of raids (`COMPARED`), so many journeys for each ship on an errand, miners
//! included, and for each body to settle, and parties are doubled until they suffice (`fewest`). What is left out is
//! not made up for later. There is no cap on what grows with the number of ships: the defence of a beset body computes
//! a journey for each ship that can fight or land, though none longer than a minute. The benchmark `mind` says what
//! that costs.
//!
//! `thought.rs` joins the layers to one thought, and `system.rs` runs it in the tick. `wish.rs` has the orders that a
//! mind wants to give, `travel.rs` times of travel, `chance.rs` chances.

mod attention;
mod belief;
mod chance;
mod economy;
mod operations;
mod situation;
mod strategy;
mod surrender;
pub mod system;
mod thought;
mod travel;
mod wish;

pub use belief::misjudgement;
pub use economy::Outlook;
pub use system::{LoggedOrder, MindLog, outlooks, plugin, simulation};
