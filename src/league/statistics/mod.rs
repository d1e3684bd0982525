//! Statistics of games: shares with intervals, ratings, means. Plain mathematics, the same on every machine.

pub mod ratings;
pub mod shares;
pub mod spread;

pub use ratings::{Results, ratings, strengths};
pub use shares::{Interval, wilson};
pub use spread::{Spread, mean};
