//! Sound. All of it is made by code, none of it is a recording.
//!
//! - Enters: answers to orders, the event log, pressed buttons, the events of fights, the engine power of drawn
//!   ships, the place of the camera, the volumes of the settings.
//! - Leaves: short sounds, three continuous ones that swell and fade, and music.
//! - Must never: reveal anything that is not visible. Every sound has a sign on the screen with more detail, so no
//!   information is lost without a sound card, at volume zero, or in a build without the feature `audio`.
//!
//! | file | does |
//! |---|---|
//! | `synth.rs` | makes the samples, by the plans of `assets/sounds` |
//! | `making.rs` | makes them in tasks |
//! | `tone.rs` | samples as an audio source of the engine |
//! | `cues.rs` | the short sounds and their occasions |
//! | `voices.rs` | plays short sounds |
//! | `gate.rs` | limits the number of simultaneous short sounds, and the pauses between them |
//! | `fights.rs` | sounds of fights and their loudness |
//! | `outcome.rs` | the sound of victory and defeat |
//! | `fade.rs` | the loudness of continuous sounds |
//! | `layers.rs` | engines and the hum of the place |
//! | `music/` | music that follows the mood of the game |

#[cfg(feature = "audio")]
pub mod cues;
#[cfg(feature = "audio")]
mod fade;
#[cfg(feature = "audio")]
pub mod fights;
#[cfg(feature = "audio")]
pub mod gate;
#[cfg(feature = "audio")]
pub mod layers;
#[cfg(feature = "audio")]
mod making;
#[cfg(feature = "audio")]
pub mod music;
#[cfg(feature = "audio")]
pub mod outcome;
#[cfg(feature = "audio")]
pub mod synth;
#[cfg(feature = "audio")]
pub mod tone;
#[cfg(feature = "audio")]
pub mod voices;

use bevy::prelude::*;

use crate::client::frame::Toasts;
use crate::client::settings::{Action, Actions, Settings};

/// Whether this build has sound.
const IS_BUILT: bool = cfg!(feature = "audio");

/// Adds the sound, if the engine has any, and the key that mutes it.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, mute_by_key);
    #[cfg(feature = "audio")]
    add_sounds(app);
}

#[cfg(feature = "audio")]
fn add_sounds(app: &mut App) {
    use bevy::audio::{AddAudioSource, AudioPlugin};
    if !app.is_plugin_added::<AudioPlugin>() {
        return;
    }
    app.add_audio_source::<tone::Tone>();
    voices::plugin(app);
    layers::plugin(app);
    music::plugin(app);
}

/// Turns the sound off and on.
fn mute_by_key(actions: Actions, mut settings: ResMut<Settings>, mut toasts: ResMut<Toasts>) {
    if !actions.just_pressed(&Action::Mute) {
        return;
    }
    if !IS_BUILT {
        toasts.say("This build of the game has no sound");
        return;
    }
    settings.sound.is_muted = !settings.sound.is_muted;
    toasts.say(if settings.sound.is_muted { "Sound off" } else { "Sound on" });
}

#[cfg(all(test, feature = "audio"))]
mod tests;
