//! Sound: what is heard of the game. All of it is made by code, none of it is a recording.
//!
//! - Enters: answers to orders, the event log, pressed buttons, the events of fights, how hard the ships burn
//!   that are drawn, where one looks, the volumes of the settings.
//! - Leaves: short sounds, and three that go on all the time and swell and fade.
//! - Must never: tell what cannot be seen. Every sound has a sign on the screen that says more, and nothing
//!   is lost without a sound card, with the volume at nothing, or in a build without the feature `audio`.
//!
//! | file | does |
//! |---|---|
//! | `synth/` | makes the samples |
//! | `tone.rs` | samples as something that the engine can play |
//! | `cues.rs` | the short sounds, and what each is heard for |
//! | `voices.rs` | short sounds as they are played |
//! | `gate.rs` | whether a short sound may begin: how many at once, how far apart |
//! | `fights.rs` | what is heard of fights, and how loud |
//! | `layers.rs` | engines and the hum of the place |

#[cfg(feature = "audio")]
pub mod cues;
#[cfg(feature = "audio")]
pub mod fights;
#[cfg(feature = "audio")]
pub mod gate;
#[cfg(feature = "audio")]
pub mod layers;
#[cfg(feature = "audio")]
pub mod synth;
#[cfg(feature = "audio")]
pub mod tone;
#[cfg(feature = "audio")]
pub mod voices;

use bevy::prelude::*;

use crate::client::frame::Toasts;
use crate::client::settings::Settings;
use crate::client::settings::actions::{Action, Actions};

/// Whether this build can be heard.
pub const IS_BUILT: bool = cfg!(feature = "audio");

/// Adds the sound, where the engine has any, and the key that mutes it.
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
