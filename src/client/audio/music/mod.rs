//! Music that follows the mood of the game.
//!
//! - Enters: the state of the program, fights and alerts of the player, foes in sight, the volume of the settings.
//! - Leaves: music. Its stems have one key, tempo and length, and always play together; a mood is a mix of them.
//! - Must never: reveal anything that is not visible, or cost anything while it is turned off.
//!
//! `scripts/compose-music` makes the stems.
//!
//! | file | does |
//! |---|---|
//! | `stems.rs` | the stems, and a source of sound that mixes them |
//! | `mood.rs` | moods, their mixes, and how long one stays |
//! | `situation.rs` | the mood that suits the player's situation |

pub mod mood;
pub mod situation;
pub mod stems;

use bevy::audio::{AddAudioSource, AudioPlayer, AudioSink, PlaybackSettings, Volume};
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::fade;
use crate::client::frame::NewsSystems;
use crate::client::scene::battle::BattleClock;
use crate::client::settings::{Settings, SoundPart};
use crate::client::worlds::{AppState, Kept, WhilePlaying};
use mood::{Mood, MoodMemory};
use situation::{FoeWatch, Situation};
use stems::{Levels, Score, Stem};

/// Loudness at full volume, as a share of that of the files: below the short sounds.
const FULL: f32 = 0.4;
/// Loudness while the game is paused, as a share of the usual one.
const PAUSED: f32 = 0.4;
/// Time constant of changes of the loudness, seconds of real time.
const CHANGE_S: f32 = 0.6;
/// Time constant when the music is turned off, seconds of real time.
const OFF_S: f32 = 0.12;

/// The music that is being played.
#[derive(Component, Debug)]
struct Music {
    mood: Mood,
    /// Present loudness, 0 to 1.
    loudness: f32,
    levels: Levels,
}

/// The stems, while they are being decoded.
#[derive(Resource)]
struct Decoding(Task<Score>);

/// Adds the music.
pub(super) fn plugin(app: &mut App) {
    app.add_audio_source::<Score>();
    app.add_systems(Update, begin.run_if(not(any_with_component::<Music>)));
    app.add_systems(Update, follow_war.in_set(NewsSystems::Report).in_set(WhilePlaying));
    app.add_systems(Update, play_theme.run_if(in_state(AppState::Menu)));
    app.add_systems(PostUpdate, mix);
}

/// Decodes the stems in a task, as soon as they can be heard, and begins to play them.
fn begin(
    mut commands: Commands,
    settings: Res<Settings>,
    outputs: Query<(), With<AudioSink>>,
    decoding: Option<ResMut<Decoding>>,
    mut scores: ResMut<Assets<Score>>,
) {
    let Some(mut decoding) = decoding else {
        // Without a sound card no sink ever exists. With one the layers have theirs.
        if !outputs.is_empty() && settings.sound.gain(SoundPart::Music) > 0.0 {
            let task = AsyncComputeTaskPool::get().spawn(Score::decoded());
            commands.insert_resource(Decoding(task));
        }
        return;
    };
    let Some(score) = check_ready(&mut decoding.0) else { return };
    commands.remove_resource::<Decoding>();
    let music = Music { mood: Mood::default(), loudness: 0.0, levels: score.levels() };
    let playback = PlaybackSettings::ONCE.with_volume(Volume::Linear(0.0));
    commands.spawn((music, AudioPlayer(scores.add(score)), playback));
}

/// Follows the player's situation.
fn follow_war(
    mut music: Single<&mut Music>,
    situation: Situation,
    clock: Res<BattleClock>,
    mut memory: Kept<MoodMemory>,
    mut foes: Kept<FoeWatch>,
) {
    let wanted = situation.mood(foes.now());
    music.mood = memory.now().follow(wanted, clock.now_s);
}

fn play_theme(mut music: Single<&mut Music>) {
    music.mood = Mood::Menu;
}

/// Applies mood and volume.
fn mix(
    music: Single<(&mut Music, &mut AudioSink)>,
    settings: Res<Settings>,
    real: Res<Time<Real>>,
    time: Res<Time<Virtual>>,
) {
    let (mut music, mut sink) = music.into_inner();
    for stem in Stem::ALL {
        music.levels.set(stem, music.mood.level(stem));
    }
    let gain = settings.sound.gain(SoundPart::Music);
    let is_hushed = time.is_paused() && music.mood != Mood::Menu;
    let wanted = FULL * gain * if is_hushed { PAUSED } else { 1.0 };
    let change_s = if gain <= 0.0 { OFF_S } else { CHANGE_S };
    music.loudness = fade::toward(music.loudness, wanted, real.delta_secs() / change_s);
    fade::apply(&mut sink, music.loudness, wanted);
}

#[cfg(test)]
pub(super) mod test_support;
#[cfg(test)]
mod tests;
