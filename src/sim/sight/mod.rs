//! What each faction sees, and what it remembers.
//!
//! What enters: where eyes and things are, and the balls that hide what is behind them; all positions are
//! heliocentric, J2000 ecliptic, km. What leaves: for each faction the set of things that it sees now, and
//! the ghosts of those that it saw before. Nothing here knows a ship from a structure, or draws anything; and
//! nothing here may depend on the order in which things are handed in.
//!
//! | part | file | does |
//! |---|---|---|
//! | the rule | `seeing.rs` | whether one eye sees one thing |
//! | the watch | `watch.rs`, `group.rs` | the same for thousands of both, without looking at every pair |
//! | sets | `bits.rs` | who is seen, a bit each |
//! | memory | `memory.rs` | ghosts: what was seen, where, and when |
//!
//! The names of bodies and where they are is no secret: everyone has an almanac.

pub mod bits;
mod group;
pub mod memory;
pub mod seeing;
pub mod watch;

pub use bits::Bits;
pub use memory::{Ghost, Memory};
pub use seeing::{Eye, Occluder, Sighted, sees};
pub use watch::Watch;
