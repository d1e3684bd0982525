//! Orders from a file, for runs that nobody watches.
//!
//! The text of a RON file comes in, `[(tick: 0, player: "Terra", order: MoveTo(fleet: "First", x_au: 1.2,
//! y_au: 0.3)), ...]`; a list of orders by tick leaves. Names are only looked up when the order is
//! handed in, because a fleet may not exist before. What orders are made of is in `order_file/parts.rs`, and
//! which orders of the world they are in `order_file/meaning.rs`.

mod meaning;
mod parts;

use serde::Deserialize;

pub use parts::{WrittenEdit, WrittenLeg, WrittenQuarry, WrittenRally};
use typed_index_collections::TiSlice;

use super::ids::FactionId;
use crate::level::{Conduct, Faction, Shape, ShipKind, Stance, Until, Wish, plain_line};

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
    /// Fly to a ring of a body's well and circle in it.
    HoldInRing {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// The ring; 0 is the innermost.
        ring: u8,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Fly to the point so far ahead of a body on its path.
    Ahead {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// How far ahead of it, degrees, -180 to 180; below 0 behind it.
        degrees: f64,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Stay beside another fleet.
    Follow {
        /// The fleet's name.
        fleet: String,
        /// The other fleet's name.
        leader: String,
        /// Whether to guard it.
        #[serde(default)]
        guard: bool,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Wait, after the orders before it.
    WaitUntil {
        /// The fleet's name.
        fleet: String,
        /// `on(date("2027-03-01"))`, `nearest(body: "Mars", to: "Earth")`, `conjunction("Mars", "Earth")`
        /// or `opposition("Mars", "Earth")`.
        until: Until,
    },
    /// Fly to and fro between a point and where the fleet is.
    Patrol {
        /// The fleet's name.
        fleet: String,
        /// Heliocentric ecliptic x, AU.
        x_au: f64,
        /// Heliocentric ecliptic y, AU.
        y_au: f64,
        /// Height above the ecliptic, AU.
        #[serde(default)]
        z_au: f64,
    },
    /// Change the route.
    EditRoute {
        /// The fleet's name.
        fleet: String,
        /// How.
        edit: WrittenEdit,
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
    /// Look for ways of this kind, from now on.
    Wish {
        /// The fleet's name.
        fleet: String,
        /// `shortest`, `avoid_hostile_wells` or `out_of_sight`.
        wish: Wish,
    },
    /// Come to rest.
    Stop {
        /// The fleet's name.
        fleet: String,
    },
    /// Let a structure grow.
    Build {
        /// The name of its class.
        class: String,
        /// The name of the body.
        body: String,
        /// The ring; 0 is the innermost.
        ring: u8,
        /// The first of its slots, from 0.
        slot: u16,
    },
    /// Have a growing structure wait, or go on.
    Pause {
        /// The number of the structure.
        structure: u32,
        /// Wait or go on.
        #[serde(default = "yes")]
        paused: bool,
    },
    /// Give up a growing structure.
    Cancel {
        /// The number of the structure.
        structure: u32,
    },
    /// Put ships at the end of a yard's queue.
    BuildShips {
        /// The number of the yard.
        yard: u32,
        /// The name of the ships' class.
        class: String,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    },
    /// Take a ship out of a yard's queue.
    CancelShip {
        /// The number of the yard.
        yard: u32,
        /// Its place in the queue; 0 is the one that grows.
        index: usize,
    },
    /// Have what a yard has finished go to the end of its queue again, or not.
    Repeat {
        /// The number of the yard.
        yard: u32,
        /// Again or only once.
        #[serde(default = "yes")]
        repeats: bool,
    },
    /// Say where the new ships of a yard go.
    RallyTo {
        /// The number of the yard.
        yard: u32,
        /// Where to; absent: they wait beside the yard.
        #[serde(default)]
        rally: Option<WrittenRally>,
    },
    /// Go for something of others and fight it, until nothing of it is seen or left.
    Attack {
        /// The fleet's name.
        fleet: String,
        /// What to attack.
        target: WrittenQuarry,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Fly to a point, engage whoever comes near on the way, and go on afterwards.
    AttackMove {
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
    /// Fly to a body and stay with it, engage whoever comes near on the way, and go on afterwards.
    AttackGoTo {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Fight in a certain way, from now on.
    Doctrine {
        /// The fleet's name.
        fleet: String,
        /// `aggressive`, `defensive`, `return`, `hold_position` or `hold_fire`.
        #[serde(default)]
        stance: Stance,
        /// Withdraw when no more than so many hundredths of the fleet's strength are left; 0: never.
        #[serde(default)]
        withdraw_percent: u8,
        /// What to shoot at before anything else.
        #[serde(default)]
        prey: Option<ShipKind>,
    },
    /// Go to the nearest finished shipyard of the own side.
    Retreat {
        /// The fleet's name.
        fleet: String,
    },
    /// Bombard the ground of a body.
    Bombard {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Land troopers on a body.
    Invade {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
}

fn yes() -> bool {
    true
}

fn one() -> u8 {
    1
}

/// Reads the text of an orders file; the orders come out sorted by tick, else in the file's order.
///
/// # Errors
/// A sentence with line, column and reason.
pub fn parse_orders(text: &str) -> Result<Vec<TimedOrder>, String> {
    let mut orders: Vec<TimedOrder> = ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .from_str(text)
        .map_err(|error| {
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
