//! Encounters ahead of time: passing wells, bodies and comets.
//!
//! - Enters: a [`StarSystem`], a point that is fixed in space or two bodies, and a [`Span`] of dates; for topics,
//!   the concerns of a faction.
//! - Leaves: the first encounter within the span and the asked distance ([`Outlook`]): the dates of its beginning,
//!   of the nearest approach and of its end.
//! - Must never: change anything, or step over an encounter.
//!
//! | file | does |
//! |---|---|
//! | `nearing.rs` | the search itself, for any path |
//! | `orbit_bounds.rs` | bounds of a body's orbit, so that most searches need not begin |
//! | `passages.rs` | a gravity well reaches a point |
//! | `approaches.rs` | two bodies pass each other |
//! | `concerns.rs`, `visits.rs` | the concerns of a faction |
//! | `topics.rs` | the encounters worth watching for a faction |
//! | `watch.rs` | watches them, a little at a time |
//! | `coming.rs` | the found ones that matter, with their weight |
//!
//! A search can be interrupted: it takes a limited number of looks at a path ([`Looks`]), and returns the date up
//! to which the path is clear.

pub mod approaches;
pub mod coming;
pub mod concerns;
pub mod nearing;
pub mod orbit_bounds;
pub mod passages;
pub mod topics;
pub mod visits;
pub mod watch;

#[cfg(doc)]
use crate::level::StarSystem;

pub use approaches::{next_approach, pairs, touching_km};
pub use coming::{ComingEncounter, Weight, coming};
pub use concerns::ConcernedFleets;
pub use nearing::{Looks, Nearing, Outlook, Span, first_nearing};
pub use orbit_bounds::OrbitBounds;
pub use passages::next_passage;
pub use topics::{Concerns, Topic, TopicInputs, wanted};
pub use watch::EncounterWatch;
