//! Knowledge of the ground of a body.

use crate::sim::visibility::memory::rough_troopers;
use crate::sim::{FactionId, Ground};

/// Knowledge of the ground of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownGround {
    /// The state of the ground; of others only estimates.
    pub ground: Ground,
    /// Whether it is known exactly, as by the owner.
    pub is_exact: bool,
}

impl KnownGround {
    /// The known part of a ground. Foreign troopers are estimated, and foreign unrest, income and recent capture
    /// are unknown; `knows` returns whether the exact count of a faction's troopers is known.
    pub(super) fn of(ground: &Ground, is_exact: bool, knows: impl Fn(FactionId) -> bool) -> Self {
        if is_exact {
            return Self { ground: *ground, is_exact };
        }
        let known = |(faction, count): (FactionId, f64)| {
            (faction, if knows(faction) { count } else { rough_troopers(count) })
        };
        let ground = Ground {
            defenders: rough_troopers(ground.defenders),
            invaders: ground.invaders.map(known),
            unrest: 0.0,
            delay_ticks: 0,
            ..*ground
        };
        Self { ground, is_exact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn troopers_of_others_are_estimated() {
        let ground = Ground {
            defenders: 123.4,
            invaders: Some((FactionId(0), 56.7)),
            unrest: 0.5,
            ruin: 0.25,
            delay_ticks: 9,
            held: None,
        };
        let known = |is_exact: bool, own: usize| {
            KnownGround::of(&ground, is_exact, |faction| faction == FactionId(own)).ground
        };
        assert_eq!(known(true, 7), ground);
        let seen = Ground { defenders: 120.0, unrest: 0.0, delay_ticks: 0, ..ground };
        assert_eq!(known(false, 0), seen, "one knows one's own");
        assert_eq!(known(false, 7), Ground { invaders: Some((FactionId(0), 60.0)), ..seen });
    }
}
