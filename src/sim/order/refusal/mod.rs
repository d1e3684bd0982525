//! Refusals of orders, in words for players.
//!
//! - Enters: the names and numbers that a refused order concerns.
//! - Leaves: a [`Refusal`], whose text is a sentence for the screen; `construction.rs` has those about structures and
//!   yards.
//! - Must never: name anything that the player of the order does not know.

mod construction;

use crate::level::LONGEST_ROUTE;
use crate::sim::motion::Missing;
use crate::sim::outcome::surrender::SurrenderRefusal;
use crate::sim::{FactionId, TaskRefusal};
pub use construction::ConstructionRefusal;
pub(super) use construction::{farther_rings, fitting_rings, nearer_rings};

/// The reason why an order is refused; the text is for the player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// No such faction.
    #[error("nobody plays as number {}", .0.0)]
    NoSuchPlayer(FactionId),
    /// A body, a class or a fleet that does not exist, as far as the player knows.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// The ships are gone, or none were named.
    #[error("none of these ships exist any more")]
    NoShips,
    /// Fleets cannot be divided any more: all numbers are used up.
    #[error("no fleet can be divided any more: there have been too many of them")]
    NoMoreFleets,
    /// Units of this other faction. The names of its fleets are not for the player.
    #[error("that belongs to {0}, not to you")]
    NotYours(String),
    /// Beyond [`LONGEST_ROUTE`].
    #[error("{0} has {LONGEST_ROUTE} waypoints already, and takes no more")]
    RouteIsFull(String),
    /// A missing place in a route: its number from 1, and the number of places.
    #[error("there is no waypoint {0}; the route has {1}")]
    NoSuchWaypoint(usize, usize),
    /// A wait that is to be moved.
    #[error("a wait has no place, and cannot be moved")]
    WaitsNowhere,
    /// A patrol, a moved waypoint or a rally with a destination that is no place.
    #[error("that is no place to stay at: name a point, a body or a ring")]
    NoPlaceToStay,
    /// A direction without a length.
    #[error("that is not a direction: its length is 0, or not a number")]
    NotADirection,
    /// Above 100.
    #[error("{0} % is too much: a share to retreat at is from 0 to 100 %")]
    NotAPercentage(u8),
    /// About actions of ships.
    #[error(transparent)]
    Task(#[from] TaskRefusal),
    /// About structures and yards.
    #[error(transparent)]
    Construction(#[from] ConstructionRefusal),
    /// A skill or a personality that the rules do not have.
    #[error("no mind has the skill {0:?} and the personality {1:?}")]
    NoSuchMind(String, String),
    /// About surrender.
    #[error(transparent)]
    Surrender(#[from] SurrenderRefusal),
}
