//! Beginnings of logs, for tests.

use super::content::{Head, Player};
use super::identity::{Identity, trial_war};
use super::marks::{Mark, MarkKind};
use super::memory::Log;
use crate::level::{BodyId, FactionId};
use crate::rules::test_support::shipped;
use crate::sim::CapturedWorld;
use crate::sim::steering::system::Sharing;

/// The identity of no program.
pub fn identity() -> Identity {
    Identity { version: "0".to_owned(), fingerprint: "1".to_owned(), rules: Vec::new(), trial: 2 }
}

/// The head of a log.
pub fn head() -> Head {
    let player = |faction: &str| Player { faction: faction.to_owned(), mind: None };
    Head { title: "A war".to_owned(), players: vec![player("Terra"), player("Ares")] }
}

/// The log of a war of 60 ticks, at the end of which it is decided or not.
pub(crate) fn log_of_war(is_decided: bool) -> Log {
    let mut log = Log::of_game(head(), 0);
    log.reach(60);
    if is_decided {
        let decision = MarkKind::Decided { winner: FactionId(0) };
        log.add_marks(&[Mark::known_to_all(60, BodyId(0), decision)]);
    }
    log
}

/// The world of the trial after some ticks.
pub fn world(ticks: u64) -> CapturedWorld {
    let mut war = trial_war(&shipped(), Sharing::default()).expect("the trial spawns");
    war.run(ticks);
    CapturedWorld::of(war.world_mut()).expect("there is a world")
}
