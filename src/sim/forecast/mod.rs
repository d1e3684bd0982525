//! What will be, as far as a faction can know it: encounters in the sky, and the odds of fights. The tick never asks.
//!
//! - Enters: a [`StarSystem`], a point that is fixed in space or two bodies, and a [`Span`] of dates; for odds what a
//!   faction knows of the world.
//! - Leaves: the first time within it at which one comes as near as was asked for ([`Outlook`]): when it
//!   enters, is nearest and leaves.
//! - Must never: change anything, step over an encounter, or count what the faction does not know.
//!
//! | file | does |
//! |---|---|
//! | `nearing.rs` | the search itself, for any path |
//! | `whereabouts.rs` | where a body can be at all, so that most searches need not begin |
//! | `passages.rs` | a gravity well reaches a point |
//! | `approaches.rs` | two bodies pass each other |
//! | `odds/` | what would come of a fight |
//!
//! A search can be interrupted: it looks at a path a counted number of times ([`Looks`]), and tells up to
//! which date it has seen that nothing comes.

pub mod approaches;
pub mod nearing;
pub mod odds;
pub mod passages;
pub mod whereabouts;

#[cfg(doc)]
use crate::level::StarSystem;

pub use approaches::{next_approach, pairs, touching_km};
pub use nearing::{Looks, Nearing, Outlook, Span, first_nearing};
pub use odds::{Foe, Part, Parties, contingents};
pub use passages::next_passage;
pub use whereabouts::Whereabouts;
