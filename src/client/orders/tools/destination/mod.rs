//! Tools for the destinations of ships, a file each.
//!
//! - Enters: a click or a drag, the selected ships, the point and the object under the pointer.
//! - Leaves: orders to go somewhere; marks and words at the pointer.
//! - Must never: read a gesture by itself: `dispatch.rs` hands it on.
//!
//! | file | destination |
//! |---|---|
//! | `go.rs` | a place, a body or a ring; the effects of the right button |
//! | `pointer.rs` | shows what a click on these does |
//! | `patrol.rs` | a place to fly to and fro |
//! | `guard.rs` | a fleet to guard |
//! | `station.rs` | a place ahead of a body |
//! | `journey.rs` | how long the way to a goal will take, before the order |
//! | `plane.rs` | shows the plane of a place, with distances, and the way there |
//! | `stalk.rs` | shows the height of a place |

pub(super) mod go;
pub(super) mod guard;
pub(super) mod journey;
pub(super) mod patrol;
mod plane;
pub(super) mod pointer;
mod stalk;
pub(super) mod station;
