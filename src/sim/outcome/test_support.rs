//! Decisions for tests of the client and of leagues: those of the world let a war come to one.

use super::victory::Decision;
#[cfg(feature = "client")]
use super::victory::Verdict;

/// The decision for a side at tick 6, without words.
pub(crate) fn decision_for(side: u16) -> Decision {
    Decision {
        side,
        winners: Vec::new(),
        condition: 0,
        reason: String::new(),
        surrendered: Vec::new(),
        tick: 6,
    }
}

/// The verdict for the first side.
#[cfg(feature = "client")]
pub(crate) fn decided() -> Verdict {
    Verdict(Some(decision_for(0)))
}
