use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;

use super::recording;
#[cfg(doc)]
use crate::client::frame::SPECTATOR;
use crate::client::frame::{HelpHold, Player};
use crate::client::worlds::{AssetsDir, FirstLook, Playback, Purpose, Reading, Source};
use crate::level::Level;
use crate::record::Recorder;
use crate::sim::{Calendar, FactionId, Seats, SourceLevel};

/// The reason why a game without a past cannot be rewound.
pub const NO_PAST: &str = "There is nothing to rewind to yet";

/// A game goes on from a moment that has been reached; the clock stands.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// The faction whose seat the player has; [`SPECTATOR`] for none.
    pub faction: FactionId,
    /// Whether it was a replay.
    pub was_replay: bool,
    /// Whether a mind plays for the person who had another seat at that moment.
    pub fills_seat: bool,
}

/// Ends the way to a moment. A game that goes on from it begins its log.
pub(super) fn arrive(world: &mut World) {
    let Some(mut playback) = world.get_resource_mut::<Playback>() else { return };
    playback.target = None;
    let arrived = match playback.purpose {
        Purpose::Watch(_) => return,
        Purpose::Play(faction) => Arrived { faction, was_replay: true, fills_seat: true },
        Purpose::Rewind { faction, fills_seat } => Arrived { faction, was_replay: false, fills_seat },
    };
    let playback = world.remove_resource::<Playback>();
    let most_pace = world.resource::<SourceLevel>().0.settings.most_pace;
    let mut time = world.resource_mut::<Time<Virtual>>();
    time.pause();
    // A replay has any pace.
    let pace = time.relative_speed_f64().min(most_pace);
    time.set_relative_speed_f64(pace);
    // The player starts the clock, not the end of a page that is read meanwhile.
    world.resource_mut::<HelpHold>().give_up();
    if let Some(Playback { log, file, .. }) = playback {
        recording::go_on(world, Arc::unwrap_or_clone(log), file);
    }
    world.write_message(arrived);
}

/// Shows another tick of the replay that is watched.
pub fn seek(world: &mut World, tick: u64) {
    let now = world.resource::<Calendar>().tick;
    let Some(mut playback) = watched_replay(world) else { return };
    let tick = playback.span().within(tick);
    let is_ahead = tick >= now;
    let start = playback.log.world_before(tick).map_or(now, |start| start.tick());
    if is_ahead && start <= now {
        playback.target = Some(tick);
        return;
    }
    let next = playback.at(tick, playback.purpose);
    enter(world, next);
}

/// Makes the present moment of the replay a game, with the player in the seat of a faction.
pub fn go_on_from(world: &mut World, faction: FactionId) {
    let now = world.resource::<Calendar>().tick;
    let Some(mut playback) = watched_replay(world) else { return };
    playback.target = Some(now);
    playback.purpose = Purpose::Play(faction);
    // Another moment may have been asked for.
    world.remove_resource::<Reading>();
}

/// The replay that is watched.
fn watched_replay(world: &mut World) -> Option<Mut<'_, Playback>> {
    world.get_resource_mut::<Playback>().filter(|playback| playback.is_replay())
}

/// Whether the present game can be rewound: its past is known, and its level allows it.
///
/// # Errors
/// A sentence for the player.
pub fn can_rewind(recorder: Option<&Recorder>, level: &Level) -> Result<(), &'static str> {
    if level.settings.no_rewind {
        return Err("This level does not allow rewinding");
    }
    recorder.and_then(Recorder::memory).map(|_| ()).ok_or(NO_PAST)
}

/// Rewinds the present game to a tick of its past. What comes after becomes a replay of its own.
///
/// # Errors
/// A sentence for the player.
pub fn rewind_to(world: &mut World, tick: u64) -> Result<(), String> {
    let recorder = world.get_resource::<Recorder>();
    let past = recorder.and_then(|recorder| Some((recorder.memory()?.clone(), recorder.file_of(tick))));
    let (log, file) = past.ok_or(NO_PAST)?;
    let (log, file) = (Arc::new(log), file.map(Path::to_owned));
    let faction = world.resource::<Player>().faction;
    let purpose = Purpose::Rewind { faction, fills_seat: plays_for_the_own_faction(world, faction) };
    let past = Playback { log, file, target: None, purpose, look: FirstLook::AsBefore, differs: false };
    let next = past.at(tick, purpose);
    enter(world, next);
    Ok(())
}

/// Whether a mind plays the level's own faction, while the player has another one: so it is in a game that was a
/// replay. Before that moment a person had the seat.
fn plays_for_the_own_faction(world: &World, player: FactionId) -> bool {
    let own = world.resource::<SourceLevel>().0.own_faction();
    own != player && world.resource::<Seats>().playing(own).is_some()
}

/// Reads the world from which the moment of a log is reached, and enters it.
fn enter(world: &mut World, playback: Playback) {
    if world.contains_resource::<Reading>() {
        return;
    }
    let Some(assets_dir) = world.get_resource::<AssetsDir>().map(|assets| assets.0.clone()) else { return };
    world.insert_resource(Reading::begin(Source::Moment(Box::new(playback)), assets_dir));
}
