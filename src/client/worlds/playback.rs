//! A world that comes out of the log of a game.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use super::log_span::LogSpan;
use crate::record::Log;
use crate::sim::visibility::Viewer;
use crate::sim::{BodyId, Calendar, FactionId};

/// The purpose for which a log is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A replay is watched, with the eyes of this viewer.
    Watch(Viewer),
    /// The replay becomes a game, with the player in the seat of this faction.
    Play(FactionId),
    /// The game goes on from an earlier moment, with the player in the same seat.
    Rewind {
        /// The faction of the seat.
        faction: FactionId,
        /// Whether a mind plays for the person who had another seat at that moment.
        fills_seat: bool,
    },
}

/// What the camera looks at when a world of a log is entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstLook {
    /// The home of the player, as in a game.
    #[default]
    Home,
    /// This body.
    Body(BodyId),
    /// What it looked at in the world before. The clock goes on as it did there.
    AsBefore,
}

/// A log whose orders the world follows; a resource of such a world.
#[derive(Resource, Clone, Debug)]
pub struct Playback {
    /// The log.
    pub log: Arc<Log>,
    /// The file of the log, if it has one.
    pub file: Option<PathBuf>,
    /// The tick to be reached as fast as possible; `None`: it has been reached.
    pub target: Option<u64>,
    /// Why the log is played.
    pub purpose: Purpose,
    /// What the camera looks at when the world is entered.
    pub look: FirstLook,
    /// Whether a hash of the log has differed from that of the world.
    pub differs: bool,
}

impl Playback {
    /// Begins to watch a log at a tick; the first one, if the log begins later.
    pub fn watch(log: Arc<Log>, file: Option<PathBuf>, tick: u64, eyes: Viewer) -> Self {
        let purpose = Purpose::Watch(eyes);
        let mut playback = Self { log, file, target: None, purpose, look: FirstLook::Home, differs: false };
        playback.target = Some(playback.span().within(tick));
        playback
    }

    /// The same log at another tick, before the same camera.
    pub fn at(&self, tick: u64, purpose: Purpose) -> Self {
        Self { target: Some(self.span().within(tick)), purpose, look: FirstLook::AsBefore, ..self.clone() }
    }

    /// The length of the log.
    pub fn span(&self) -> LogSpan {
        LogSpan { first: self.log.first_tick(), last: self.log.last_tick() }
    }

    /// The share of the way to the moment that is to be reached, 0 to 1, at a tick; `None` once it has been reached.
    pub fn progress(&self, tick: u64) -> Option<f64> {
        let target = self.target?;
        let start = self.log.world_before(target).map_or(target, |world| world.tick());
        let way = target.saturating_sub(start).max(1) as f64;
        Some((tick.saturating_sub(start) as f64 / way).min(1.0))
    }

    /// Whether the camera and the clock go on as in the world before.
    pub fn keeps_view(&self) -> bool {
        self.look == FirstLook::AsBefore
    }

    /// Whether a replay is watched.
    pub fn is_replay(&self) -> bool {
        matches!(self.purpose, Purpose::Watch(_))
    }

    /// Whether the world hastens to the moment from which a game goes on: nothing of it is saved, and no order is
    /// taken.
    pub fn is_rewinding(&self) -> bool {
        !self.is_replay()
    }
}

/// Whether a game goes on that was saved, in a world that follows no log.
pub fn is_from_save(playback: Option<&Playback>, calendar: &Calendar) -> bool {
    playback.is_none() && calendar.tick > 0
}

/// Whether a world is on its way to a moment of its log.
pub fn is_catching_up(playback: Option<Res<Playback>>) -> bool {
    playback.is_some_and(|playback| playback.target.is_some())
}

/// Whether a replay is watched.
pub fn is_replay(playback: Option<Res<Playback>>) -> bool {
    playback.is_some_and(|playback| playback.is_replay())
}

/// Whether the world hastens to the moment from which a game goes on.
pub fn is_rewinding(playback: Option<Res<Playback>>) -> bool {
    playback.is_some_and(|playback| playback.is_rewinding())
}

/// Whether the world follows a log, for whatever purpose.
pub fn is_playback(playback: Option<Res<Playback>>) -> bool {
    playback.is_some()
}
