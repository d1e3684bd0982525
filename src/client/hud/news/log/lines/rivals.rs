//! Lines about other sides that hold what wins, each once, when the time begins to run.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::super::{Event, EventKind, EventLog};
use crate::client::frame::{Player, PollTimer};
use crate::client::hud::aim_words::{Rival, rivals_ahead};
use crate::client::worlds::Kept;
use crate::sim::outcome::Verdict;
use crate::sim::outcome::victory::Race;
use crate::sim::{Calendar, Sky};

/// State kept from look to look.
#[derive(Default)]
pub struct RivalMemory {
    beat: PollTimer,
    told: Told,
}

/// The rivals that have a line, by their keys, until they lose what they hold.
#[derive(Clone, Debug, Default)]
struct Told(BTreeSet<(usize, u16)>);

impl Told {
    /// The rivals without a line yet. They count as told afterwards.
    fn take_new(&mut self, rivals: Vec<Rival>) -> Vec<Rival> {
        let keys = rivals.iter().map(|rival| rival.key).collect();
        let before = std::mem::replace(&mut self.0, keys);
        rivals.into_iter().filter(|rival| !before.contains(&rival.key)).collect()
    }
}

/// Writes lines about new rivals.
pub fn write(
    (race, verdict, sky): (Race, Res<Verdict>, Res<Sky>),
    calendar: Res<Calendar>,
    player: Res<Player>,
    time: Res<Time<Real>>,
    mut log: ResMut<EventLog>,
    mut memory: Kept<RivalMemory>,
) {
    let memory = memory.now();
    if player.is_changed() {
        *memory = RivalMemory::default();
    }
    if verdict.0.is_some() || !memory.beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    for Rival { words, .. } in memory.told.take_new(rivals_ahead(&race, &sky, &player)) {
        log.note(Event { jd: calendar.now_jd(), words, spot: None, kind: EventKind::Rival });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rival_is_told_once_until_it_has_lost_what_it_held() {
        let mut told = Told::default();
        let mut new = |sides: &[u16]| {
            let rivals = sides.iter().map(|side| Rival { key: (0, *side), words: side.to_string() });
            let new = told.take_new(rivals.collect());
            new.into_iter().map(|rival| rival.words).collect::<Vec<String>>()
        };
        assert_eq!(new(&[1]), ["1"]);
        assert_eq!(new(&[1, 2]), ["2"]);
        assert!(new(&[2]).is_empty());
        assert_eq!(new(&[1, 2]), ["1"], "its time runs from the beginning");
    }
}
