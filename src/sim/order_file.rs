//! Orders from a file, for runs that nobody watches.
//!
//! The text of a RON file comes in, `[(tick: 0, player: "Terra", order: MoveTo(fleet: "First", x_au: 1.2,
//! y_au: 0.3)), ...]`; a list of orders by tick leaves. Names are only looked up when the order is
//! handed in, because a fleet may not exist before.

use glam::DVec3;
use serde::Deserialize;

use super::orders::{Order, PlayerId, Units};
use crate::level::{Conduct, Faction, Shape};
use crate::orbit::AU_KM;

/// One order of a file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedOrder {
    /// The tick in which it is handed in.
    pub tick: u64,
    /// The name of the faction that gives it.
    pub player: String,
    /// What it says.
    pub order: WrittenOrder,
}

/// An order as people write it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum WrittenOrder {
    /// Fly to a point.
    MoveTo {
        /// The fleet's name.
        fleet: String,
        /// Heliocentric ecliptic x, AU.
        x_au: f64,
        /// Heliocentric ecliptic y, AU.
        y_au: f64,
        /// Height above the ecliptic, AU.
        #[serde(default)]
        z_au: f64,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Fly to a body and stay with it.
    GoTo {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Stand to each other in a certain way.
    Form {
        /// The fleet's name.
        fleet: String,
        /// `keep`, `line`, `column`, `wall`, `wedge`, `sphere` or `claw`.
        #[serde(default)]
        shape: Shape,
        /// `formation`, `loose` or `own_speed`.
        #[serde(default)]
        conduct: Conduct,
        /// The direction in which to look at the next destination.
        #[serde(default)]
        facing: Option<(f64, f64, f64)>,
    },
    /// Come to rest.
    Stop {
        /// The fleet's name.
        fleet: String,
    },
}

impl From<WrittenOrder> for Order {
    fn from(written: WrittenOrder) -> Self {
        match written {
            WrittenOrder::MoveTo { fleet, x_au, y_au, z_au, queue } => {
                Self::MoveTo { units: Units::Named(fleet), to: DVec3::new(x_au, y_au, z_au) * AU_KM, queue }
            }
            WrittenOrder::GoTo { fleet, body, queue } => {
                Self::GoTo { units: Units::Named(fleet), body, queue }
            }
            WrittenOrder::Form { fleet, shape, conduct, facing } => {
                Self::Form { units: Units::Named(fleet), shape, conduct, facing: facing.map(DVec3::from) }
            }
            WrittenOrder::Stop { fleet } => Self::Stop { units: Units::Named(fleet) },
        }
    }
}

/// Reads the text of an orders file; the orders come out sorted by tick, else in the file's order.
///
/// # Errors
/// A sentence with line, column and reason.
pub fn parse_orders(text: &str) -> Result<Vec<TimedOrder>, String> {
    let mut orders: Vec<TimedOrder> = ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .from_str(text)
        .map_err(|error| format!("{}:{}: {}", error.span.start.line, error.span.start.col, error.code))?;
    orders.sort_by_key(|order| order.tick);
    Ok(orders)
}

/// The player with a faction's name.
///
/// # Errors
/// A sentence that lists the names there are.
pub fn find_player(factions: &[Faction], name: &str) -> Result<PlayerId, String> {
    factions.iter().position(|faction| faction.name == name).map(PlayerId).ok_or_else(|| {
        let known: Vec<&str> = factions.iter().map(|faction| faction.name.as_str()).collect();
        format!("no faction is called `{name}`; there are: {}", known.join(", "))
    })
}
