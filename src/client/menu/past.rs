//! What the menu must know of the past of the game, and of the replay that is watched.

use std::path::PathBuf;

use bevy::prelude::*;

use super::Menu;
use crate::client::clockwork::{NO_PAST, can_rewind};
use crate::client::frame::{Player, eyes_of};
use crate::client::worlds::Playback;
use crate::orbit::{GameClock, TICKS_PER_SECOND};
use crate::record::{Log, Recorder};
use crate::sim::visibility::Viewer;
use crate::sim::{Calendar, FactionId, Factions, SourceLevel};

/// The reason why a game cannot be watched that writes no log.
const NO_LOG: &str = "No replay of this game is written";

/// The past of the present game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Past {
    /// The reason why the game cannot be rewound; empty if it can.
    pub(super) why_not: String,
    /// The first tick that is known,
    pub(super) first: u64,
    /// and the present one.
    pub(super) now: u64,
    /// The tick of the player's last order.
    pub(super) last_order: Option<u64>,
    /// The clock of its sky.
    pub(super) clock: GameClock,
    /// The log of it so far; or the reason why there is none, or why it ends before this moment.
    pub(super) log: Result<OwnLog, String>,
}

/// The log that the present game writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnLog {
    /// Its file.
    pub(super) path: PathBuf,
    /// The first tick that it can have.
    pub(super) first: u64,
    /// The eyes with which it is watched first: those of the player.
    pub(super) eyes: Viewer,
}

impl OwnLog {
    /// The log of a game in which the player has a faction.
    fn of(recorder: Option<&Recorder>, faction: FactionId) -> Result<Self, String> {
        if let Some(words) = recorder.and_then(Recorder::warning) {
            return Err(words.to_owned());
        }
        let known =
            recorder.and_then(|recorder| Some((recorder.path()?.to_owned(), recorder.first_in_file())));
        let (path, first) = known.ok_or(NO_LOG)?;
        Ok(Self { path, first, eyes: eyes_of(faction) })
    }
}

impl Past {
    /// The past of a game in which the player has a faction.
    pub(super) fn of(
        recorder: Option<&Recorder>,
        level: &SourceLevel,
        calendar: &Calendar,
        faction: FactionId,
    ) -> Self {
        let log = recorder.and_then(Recorder::memory);
        let now = calendar.tick;
        let first = log.map_or(now, Log::first_tick).min(now);
        let why_not = match can_rewind(recorder, &level.0) {
            Err(words) => words,
            Ok(()) if first == now => NO_PAST,
            Ok(()) => "",
        };
        Self {
            why_not: why_not.to_owned(),
            first,
            now,
            last_order: log.and_then(|log| log.last_order(faction, now)).filter(|tick| *tick >= first),
            clock: calendar.clock,
            log: OwnLog::of(recorder, faction),
        }
    }

    /// Whether what comes after a moment stays as a replay when the game is rewound to it.
    pub(super) fn is_kept(&self) -> bool {
        self.log.is_ok()
    }

    /// The tick some seconds of play ago; the first one, if less is known.
    pub(super) fn ago(&self, seconds: f64) -> u64 {
        self.now.saturating_sub((seconds * TICKS_PER_SECOND) as u64).max(self.first)
    }

    /// The tick after some seconds of play, as far as it is known.
    pub(super) fn tick_at(&self, second: u32) -> u64 {
        ((f64::from(second) * TICKS_PER_SECOND) as u64).clamp(self.first, self.now)
    }

    /// The whole seconds of play at its ends.
    pub(super) fn ends_s(&self) -> (u32, u32) {
        let second = |tick: u64| (tick as f64 / TICKS_PER_SECOND) as u32;
        (second(self.first), second(self.now))
    }
}

/// Gathers the past of the game, or the factions and the beginning of the replay.
pub(super) fn gather(
    recorder: Option<Res<Recorder>>,
    playback: Option<Res<Playback>>,
    level: Res<SourceLevel>,
    calendar: Res<Calendar>,
    player: Res<Player>,
    factions: Res<Factions>,
    mut menu: ResMut<Menu>,
) {
    if !menu.is_open() {
        return;
    }
    let names = || factions.0.iter_enumerated().map(|(faction, known)| (faction, known.name.clone()));
    let replay = playback.filter(|playback| playback.is_replay());
    let watched: Option<Vec<(FactionId, String)>> = replay.is_some().then(|| names().collect());
    let first_watched = replay.map_or(0, |replay| replay.span().first);
    let past = || Past::of(recorder.as_deref(), &level, &calendar, player.faction);
    let past = watched.is_none().then(past);
    if menu.watched != watched || menu.first_watched != first_watched || menu.past != past {
        (menu.watched, menu.first_watched, menu.past) = (watched, first_watched, past);
    }
}

#[cfg(test)]
pub(super) mod test_support {
    use super::*;
    use crate::orbit::J2000_JD;

    /// The past of a game of two minutes. Its last hundred seconds are known.
    pub(in crate::client::menu) fn past() -> Past {
        Past {
            why_not: String::new(),
            first: 600,
            now: 3_600,
            last_order: Some(3_000),
            clock: GameClock { epoch_jd: J2000_JD, days_per_second: 1.0 },
            log: Ok(log(0)),
        }
    }

    /// The log of a game, which has it from a tick on.
    pub(in crate::client::menu) fn log(first: u64) -> OwnLog {
        OwnLog { path: "/own/Now.eclog".into(), first, eyes: Viewer::Faction(FactionId(1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn moments_before_the_known_past_are_its_first() {
        let past = test_support::past();
        assert_eq!([past.ago(10.0), past.ago(100.0), past.ago(1.0e6)], [3_300, 600, 600]);
        assert_eq!(past.ends_s(), (20, 120));
        assert_eq!([past.tick_at(0), past.tick_at(100), past.tick_at(500)], [600, 3_000, 3_600]);
    }

    #[test]
    fn a_game_that_is_not_recorded_says_why_it_does_not_rewind() {
        let clock = test_support::past().clock;
        let calendar = Calendar { clock, tick: 90, seed: 0 };
        let past = |no_rewind: bool| {
            let mut level = Level::default();
            level.settings.no_rewind = no_rewind;
            Past::of(None, &SourceLevel(level), &calendar, FactionId(0))
        };
        let why_not = |no_rewind: bool| past(no_rewind).why_not;
        assert!(!why_not(false).is_empty() && why_not(true) != why_not(false), "the level forbids it");
        assert_eq!((past(false).log, past(false).is_kept()), (Err(NO_LOG.to_owned()), false));
    }
}
