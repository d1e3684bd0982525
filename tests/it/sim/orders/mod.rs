//! Orders: refusals, changed routes and fleets, waits, pauses.

mod fleets_changed;
mod in_a_pause;
mod refusals;
mod route_edits;
mod waits;

use super::worlds;
