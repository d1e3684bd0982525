//! Orders: refusals, changed routes and fleets, waits.

mod fleets_changed;
mod refusals;
mod route_edits;
mod waits;

use super::worlds;
