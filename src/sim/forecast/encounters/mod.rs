//! What will come near whom, and when: the sky looked at ahead of time.
//!
//! - Enters: a [`StarSystem`], a point that is fixed in space or two bodies, and a [`Span`] of dates; for topics what
//!   concerns a faction.
//! - Leaves: the first time within it at which one comes as near as was asked for ([`Outlook`]): when it enters, is
//!   nearest and leaves.
//! - Must never: change anything, or step over an encounter.
//!
//! | file | does |
//! |---|---|
//! | `nearing.rs` | the search itself, for any path |
//! | `whereabouts.rs` | where a body can be at all, so that most searches need not begin |
//! | `passages.rs` | a gravity well reaches a point |
//! | `approaches.rs` | two bodies pass each other |
//! | `concerns.rs`, `visits.rs` | what of the sky concerns a faction |
//! | `topics.rs` | the encounters that are worth watching for it |
//! | `watch.rs` | watches them, a little at a time |
//!
//! A search can be interrupted: it looks at a path a counted number of times ([`Looks`]), and says up to which date
//! it has seen that nothing comes.

pub mod approaches;
pub mod concerns;
pub mod nearing;
pub mod passages;
pub mod topics;
pub mod visits;
pub mod watch;
pub mod whereabouts;

#[cfg(doc)]
use crate::level::StarSystem;

pub use approaches::{next_approach, pairs, touching_km};
pub use concerns::{ConcernedFleets, Concerns};
pub use nearing::{Looks, Nearing, Outlook, Span, first_nearing};
pub use passages::next_passage;
pub use topics::{Aim, Interests, Topic, wanted};
pub use watch::EncounterWatch;
pub use whereabouts::Whereabouts;
