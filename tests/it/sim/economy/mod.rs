//! Money, structures and yards.

mod estate;
mod handicaps;
mod ledger;

use super::worlds;
