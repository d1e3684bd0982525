//! Money, structures and yards.

mod estate;
mod ledger;

use super::worlds;
