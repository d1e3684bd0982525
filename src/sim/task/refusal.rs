//! Refusals of tasks, in words for players.

use crate::sim::motion::dates::WaitFault;

/// Greatest distance from the star to which ships may be sent, AU.
pub const FARTHEST_AU: f64 = 200.0;

/// The reason why a task is refused; the text is for the player. Rings are counted from 1 here.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TaskRefusal {
    /// NaN or infinite.
    #[error("that is not a place: a coordinate is not a number")]
    NotAPlace,
    /// Beyond [`FARTHEST_AU`].
    #[error("that is {0:.0} AU from the star; no ship goes beyond {FARTHEST_AU:.0} AU")]
    TooFar(f64),
    /// A point ahead of a star or of a body that does not move.
    #[error("{0} has no orbit: nothing is ahead of it or behind it")]
    CirclesNothing(String),
    /// Not from -180 to 180 degrees.
    #[error("{0} is no angle ahead or behind: it must lie between -180 and 180 degrees")]
    NotAnAngle(f64),
    /// A point so little ahead that it is beside the body.
    #[error("that is inside the gravity well of {0}: take a larger angle, or go to {0} itself")]
    BesideBody(String),
    /// The body has no well, or one without room for rings.
    #[error("{0} has no rings: nothing can be built there, and no ship can orbit there")]
    NoRings(String),
    /// The body has fewer rings.
    #[error("{body} has {count} rings; there is no ring {ring}")]
    NoSuchRing {
        /// The body.
        body: String,
        /// The ring.
        ring: u32,
        /// Count.
        count: u32,
    },
    /// A fleet after itself, or round a circle of fleets that follow each other.
    #[error("{0} cannot follow {1}: it would follow itself")]
    FollowsItself(String, String),
    /// An invalid wait.
    #[error(transparent)]
    Wait(#[from] WaitFault),
    /// No ship is armed.
    #[error("none of these ships has a weapon: send warships")]
    Unarmed,
    /// Armed, and ordered not to shoot.
    #[error("{0} holds its fire: change its stance first")]
    HoldsFire(String),
    /// Destroyed, out of sight, or never there.
    #[error("there is nothing to attack: it is gone, or out of sight; send a scout")]
    NotThere,
    /// A target of the own side.
    #[error("{0} is on your side")]
    OwnSide(String),
    /// A body of the own side without invaders.
    #[error("{0} is on your side, and nobody has invaded it: there troopers land only against invaders")]
    NotBeset(String),
    /// No unit of this class is in sight.
    #[error("no foreign {0} is in sight: send a scout")]
    NoneSeen(String),
    /// A radius that is no length.
    #[error("an area needs a radius above 0")]
    NotAnArea,
    /// A radius beyond this limit, AU.
    #[error("an area reaches at most {0} AU from its middle: take a smaller one")]
    TooWide(f64),
    /// No yard is known.
    #[error("you know of no finished shipyard of your side to retreat to")]
    NoYard,
    /// A star or a comet.
    #[error("{0} has no ground to fight for; a comet is taken by armed ships alone in its well")]
    NoGround(String),
    /// A name that no fleet may have.
    #[error("that is no name for a fleet: {0}")]
    NotAName(String),
    /// A name that another fleet has.
    #[error("another of your fleets is called {0} already")]
    NameIsTaken(String),
    /// Ships of several fleets, or only a part of one, where a whole fleet is required.
    #[error("that is for one whole fleet: select a single one")]
    NotOneFleet,
    /// No ships to join a fleet.
    #[error("nothing to merge with: select ships of another fleet")]
    NobodyJoins,
    /// Small craft, which carriers grow in their hangars.
    #[error("small craft belong to their carriers")]
    SmallCraft,
    /// Ships that are not at an own yard.
    #[error("ships are scrapped only in a gravity well where you have a finished shipyard")]
    NoYardNear,
    /// No troopers aboard.
    #[error("no troopers are aboard these ships: build troop ships")]
    NoTroopers,
    /// No weapon that reaches the ground.
    #[error("none of these ships has a weapon that reaches the ground")]
    NoBombardment,
}

/// Converts an index from 0 to a number as players count.
pub(in crate::sim) fn counted(index: impl Into<u32>) -> u32 {
    index.into().saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_sentences() {
        assert_eq!(TaskRefusal::OwnSide("Earth".to_owned()).to_string(), "Earth is on your side");
        let quiet = TaskRefusal::HoldsFire("First".to_owned());
        assert_eq!(quiet.to_string(), "First holds its fire: change its stance first");
        let wide = TaskRefusal::TooWide(5.0);
        assert_eq!(wide.to_string(), "an area reaches at most 5 AU from its middle: take a smaller one");
        let unseen = TaskRefusal::NoneSeen("frigate".to_owned());
        assert_eq!(unseen.to_string(), "no foreign frigate is in sight: send a scout");
    }
}
