//! Why orders are refused, in words for players.
//!
//! - Enters: what is in the way, by the names that players know.
//! - Leaves: a [`Refusal`] whose text is a sentence.
//! - Must never: look at the world, or know more than the one who refuses says.

use super::{EstateRefusal, FARTHEST_AU, WarRefusal};
use crate::level::LONGEST_ROUTE;
use crate::sim::ids::FactionId;
use crate::sim::motion::dates::WaitFault;

/// Why an order is not carried out; the text is for the player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// No such faction.
    #[error("nobody plays as number {}", .0.0)]
    NoSuchPlayer(FactionId),
    /// No fleet with this name or number.
    #[error("there is no fleet {0}")]
    NoSuchFleet(String),
    /// The ships are gone, or none were named.
    #[error("none of these ships are there any more")]
    NoShips,
    /// Fleets cannot be divided any more: all numbers are used up.
    #[error("no fleet can be divided any more: there have been too many of them")]
    NoMoreFleets,
    /// Somebody else's, by the name of their faction. The names of their fleets are not for the player.
    #[error("that obeys {0}, not you")]
    NotYours(String),
    /// No body with this name.
    #[error("there is no body called {0}")]
    NoSuchBody(String),
    /// NaN or infinite.
    #[error("that is not a place: a coordinate is not a number")]
    NotAPlace,
    /// Beyond [`FARTHEST_AU`].
    #[error("that is {0:.0} AU from the star; no ship goes beyond {FARTHEST_AU:.0} AU")]
    TooFar(f64),
    /// Beyond [`LONGEST_ROUTE`].
    #[error("{0} has {LONGEST_ROUTE} waypoints already, and takes no more")]
    RouteIsFull(String),
    /// Of a star, or of what stands still.
    #[error("{0} circles nothing: nothing is ahead of it or behind")]
    CirclesNothing(String),
    /// Not from -180 to 180 degrees.
    #[error("{0} is no angle ahead or behind: it must lie between -180 and 180 degrees")]
    NotAnAngle(f64),
    /// So little ahead that it is beside the body.
    #[error("that is inside of the gravity well of {0}: take a larger angle, or go to {0} itself")]
    BesideBody(String),
    /// A fleet after itself, or round a circle of fleets that follow each other.
    #[error("{0} cannot follow {1}: it would follow itself")]
    FollowsItself(String, String),
    /// A place in a route that there is not: the number from 1, and how many there are.
    #[error("there is no waypoint {0}; the route has {1}")]
    NoSuchWaypoint(usize, usize),
    /// A wait that is to be moved.
    #[error("a wait is nowhere, and cannot be moved to another place")]
    WaitsNowhere,
    /// About what is to be waited for.
    #[error(transparent)]
    Wait(#[from] WaitFault),
    /// About structures and yards.
    #[error(transparent)]
    Estate(#[from] EstateRefusal),
    /// About fights.
    #[error(transparent)]
    War(#[from] WarRefusal),
}
