//! Statistics of games: plain mathematics, the same on every machine.
//!
//! - Enters: counts and values of games.
//! - Leaves: shares with intervals (`shares.rs`), ratings (`ratings.rs`), means and medians (`spread.rs`).
//! - Must never: know a game, or draw chances without a fixed seed.

pub mod ratings;
pub mod shares;
pub mod spread;

pub use ratings::{Results, ratings, strengths};
pub use shares::{Interval, wilson};
pub use spread::{Spread, mean};
