//! Why orders of war are refused, in words for players.
//!
//! - Enters: names.
//! - Leaves: sentences.
//! - Must never: look at the world, or know more than the one who refuses says.

/// Why a [`WarOrder`](super::WarOrder) is not carried out; the text is for the player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WarRefusal {
    /// Not a ship is armed.
    #[error("none of these ships has a weapon: send warships")]
    Unarmed,
    /// Armed, and told not to shoot.
    #[error("{0} holds its fire: change its stance first")]
    HoldsFire(String),
    /// Destroyed, out of sight, or never there.
    #[error("there is nothing to attack: it is gone, or out of sight; send somebody to look")]
    NotThere,
    /// The own side's.
    #[error("{0} is on your side")]
    OwnSide(String),
    /// The own side's, where nobody has to be fought.
    #[error("{0} is on your side, and nobody has invaded it: there troopers land only against invaders")]
    NotBeset(String),
    /// No ship class with this name.
    #[error("no ship class is called {0}")]
    NoSuchClass(String),
    /// Nothing of this class is seen.
    #[error("no {0} of others is in sight; send somebody to look")]
    NoneSeen(String),
    /// A radius that is no length.
    #[error("an area needs a radius above 0")]
    NotAnArea,
    /// A radius beyond this, the greatest there may be, AU.
    #[error("an area reaches at most {0} AU from its middle: take a smaller one")]
    TooWide(f64),
    /// Nowhere to go.
    #[error("you know of no finished shipyard of your side to retreat to")]
    NoYard,
    /// A star or a comet.
    #[error("{0} has no ground to fight for; a comet is taken by armed ships alone in its well")]
    NoGround(String),
    /// Nobody to land.
    #[error("no troopers are aboard of these ships: build troop ships")]
    NoTroopers,
    /// Nothing that reaches the ground.
    #[error("none of these ships has a weapon that reaches the ground")]
    NoBombardment,
    /// Above 100.
    #[error("{0} hundredths are more than all: a share to withdraw at is from 0 to 100")]
    NotAPercentage(u8),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_sentences() {
        assert_eq!(WarRefusal::OwnSide("Earth".to_owned()).to_string(), "Earth is on your side");
        let quiet = WarRefusal::HoldsFire("First".to_owned());
        assert_eq!(quiet.to_string(), "First holds its fire: change its stance first");
        let wide = WarRefusal::TooWide(5.0);
        assert_eq!(wide.to_string(), "an area reaches at most 5 AU from its middle: take a smaller one");
        let unseen = WarRefusal::NoneSeen("frigate".to_owned());
        assert_eq!(unseen.to_string(), "no frigate of others is in sight; send somebody to look");
    }
}
