//! Order files, for runs without a player.
//!
//! - Enters: a RON text such as `[(tick: 0, player: "Terra", order: MoveTo(fleet: "First", x_au: 1.2, y_au: 0.3))]`.
//! - Leaves: orders by tick; when one is handed in, an [`Order`](crate::sim::Order), whose numbers stand for the
//!   names. Its fleet may not exist before.
//! - Must never: spell an order outside of `written.rs`, or find a thing that its player does not know of.
//!
//! `written.rs` has the spelling of orders, `tests.rs` the tests.

#[cfg(test)]
mod tests;
mod written;

use serde::Deserialize;
use typed_index_collections::TiSlice;

use crate::level::source::parse::dialect;
use crate::level::{Faction, plain_line};
use crate::sim::FactionId;
pub use written::WrittenOrder;

/// One order of a file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedOrder {
    /// The tick in which it is handed in.
    pub tick: u64,
    /// The name of the faction that gives it.
    pub player: String,
    /// The order.
    pub order: WrittenOrder,
}

/// Reads the text of an orders file; the orders come out sorted by tick, else in the file's order.
///
/// # Errors
/// A sentence with line, column and reason.
pub fn parse_orders(text: &str) -> Result<Vec<TimedOrder>, String> {
    let mut orders: Vec<TimedOrder> = dialect().from_str(text).map_err(|error| {
        let (place, message) = (error.span.start, error.code.to_string());
        format!("{}:{}: {}", place.line, place.col, plain_line(&message))
    })?;
    orders.sort_by_key(|order| order.tick);
    Ok(orders)
}

/// The player with a faction's name.
///
/// # Errors
/// A sentence that lists the names there are.
pub fn find_player(factions: &TiSlice<FactionId, Faction>, name: &str) -> Result<FactionId, String> {
    factions.iter().position(|faction| faction.name == name).map(FactionId).ok_or_else(|| {
        let known: Vec<&str> = factions.iter().map(|faction| faction.name.as_str()).collect();
        format!("no faction is called `{}`; there are: {}", plain_line(name), known.join(", "))
    })
}
