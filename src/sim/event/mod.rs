//! All events of a world, in one stream.
//!
//! - Enters: events, each recorded by the part of the tick in which it happens; and from
//!   [`visibility`](super::visibility), at the end of the tick, the factions that know of each.
//! - Leaves: [`Events`], for the history, the log, sounds and effects.
//! - Must never: decide anything in the world. The stream is no part of the state: it is neither saved nor
//!   hashed, and it ends with its world.
//!
//! An event is recorded once, where it happens; nothing is found out by comparing two states of the world. Every
//! part of the tick may record events. Within a tick only `outcome/history.rs` reads them, after the fights. The
//! last 8,192 are kept.
//!
//! | file | subject |
//! |---|---|
//! | `game_event.rs` | the kinds of events |
//! | `stream.rs` | the stream, and the factions that know of its entries |
//! | `test_support.rs` | parties of events, for tests |

mod game_event;
mod stream;
#[cfg(test)]
pub(crate) mod test_support;

use bevy::prelude::*;

pub use game_event::{GameEvent, Party, ShotOutcome};
pub use stream::{Entry, Events, FactionSet, MOST_EVENTS};

use crate::sim::OfWorld;

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_scratch::<Events>("reports events, and decides nothing");
}
