//! Playback of short sounds.

use std::collections::BTreeMap;

use bevy::audio::{AudioPlayer, AudioSink, AudioSinkPlayback, PlaybackSettings, Volume};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use bevy::ui::Pressed;

use super::cues::Cue;
use super::fights::Gunfire;
use super::gate::Gate;
use super::making::make_in_task;
use super::outcome::Outcome;
use super::tone::Tone;
use crate::client::frame::NewsSystems;
use crate::client::hud::guide::StepDone;
use crate::client::hud::log::{EventLog, MOST_EVENTS};
use crate::client::hud::toasts::OrderAnswered;
use crate::client::settings::{Settings, SoundPart};
use crate::client::worlds::{Kept, shows_a_sky};

/// The samples of short sounds, by sound and variant.
#[derive(Resource, Clone, Debug, Default)]
pub struct Sounds(BTreeMap<Cue, Vec<Handle<Tone>>>);

/// The samples of the variants of a sound.
type Variants = Vec<Vec<f32>>;

/// The short sounds, while they are being made.
#[derive(Resource)]
struct SoundsInMaking(Task<Vec<(Cue, Variants)>>);

/// A short sound that is being played.
#[derive(Component, Clone, Copy, Debug)]
pub struct Voice {
    /// Loudness at full volume, 0 to 1.
    pub loudness: f32,
}

/// Adds the short sounds.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sounds>();
    app.add_systems(Startup, begin_sounds);
    app.add_systems(Update, take_sounds.run_if(resource_exists::<SoundsInMaking>));
    app.add_systems(Update, follow_volumes.run_if(resource_changed::<Settings>));
    app.add_systems(Update, play_cues.in_set(NewsSystems::Report).run_if(shows_a_sky));
}

fn begin_sounds(mut commands: Commands) {
    let sounds = Cue::all().map(|cue| (cue, cue.variants()));
    commands.insert_resource(SoundsInMaking(make_in_task(sounds)));
}

/// Takes over the sounds once they are made.
fn take_sounds(
    mut commands: Commands,
    mut making: ResMut<SoundsInMaking>,
    mut sounds: ResMut<Sounds>,
    mut tones: ResMut<Assets<Tone>>,
) {
    let Some(made) = check_ready(&mut making.0) else { return };
    let mut add = |samples: Vec<f32>| tones.add(Tone::once(samples));
    sounds.0 =
        made.into_iter().map(|(cue, variants)| (cue, variants.into_iter().map(&mut add).collect())).collect();
    commands.remove_resource::<SoundsInMaking>();
}

/// Query bundle for new occasions of sounds.
#[derive(SystemParam)]
struct News<'w, 's> {
    answers: MessageReader<'w, 's, OrderAnswered>,
    steps: MessageReader<'w, 's, StepDone>,
    log: Res<'w, EventLog>,
    gunfire: Gunfire<'w, 's>,
    outcome: Outcome<'w>,
    pressed: Query<'w, 's, &'static Interaction, Changed<Interaction>>,
    pressed_widgets: Query<'w, 's, (), Added<Pressed>>,
    /// The number of the first event without a sound yet.
    next_event: Kept<'w, 's, u64>,
}

impl News<'_, '_> {
    /// New sounds since the last call, with their loudness relative to others of their kind: first those of orders,
    /// the log and the end of the war, then those of fights.
    fn take(&mut self) -> Vec<(Cue, f32)> {
        let mut cues: Vec<Cue> = Vec::new();
        let is_pressed = self.pressed.iter().any(|interaction| *interaction == Interaction::Pressed);
        if is_pressed || !self.pressed_widgets.is_empty() {
            cues.push(Cue::Click);
        }
        let answered = |is_done: bool| if is_done { Cue::Acknowledged } else { Cue::Refused };
        cues.extend(self.answers.read().map(|answer| answered(answer.is_done)));
        cues.extend(self.steps.read().map(|_| Cue::Acknowledged));
        if self.log.is_changed() {
            let next_event = self.next_event.now();
            let first = *next_event;
            for entry in self.log.last(MOST_EVENTS).filter(|entry| entry.number >= first) {
                cues.extend(Cue::of_event(entry.event.kind));
                *next_event = entry.number + 1;
            }
        }
        cues.extend(self.outcome.cue());
        let own = cues.into_iter().map(|cue| (cue, 1.0));
        own.chain(self.gunfire.cues()).collect()
    }
}

/// Plays new sounds.
fn play_cues(
    mut commands: Commands,
    mut news: News,
    mut gate: Local<Gate>,
    sounds: Res<Sounds>,
    voices: Query<(), With<Voice>>,
    outputs: Query<(), With<AudioSink>>,
    settings: Res<Settings>,
    real: Res<Time<Real>>,
    time: Res<Time<Virtual>>,
) {
    let cues = news.take();
    let gain = settings.sound.gain(SoundPart::Effects);
    // Without a sound card no sound ever ends, so none may begin. With one the layers exist
    // as soon as they are made.
    if cues.is_empty() || gain <= 0.0 || outputs.is_empty() {
        return;
    }
    let mut count = voices.iter().count();
    for (cue, nearness) in cues {
        if time.is_paused() && !cue.plays_while_paused() {
            continue;
        }
        let Some(variants) = sounds.0.get(&cue).filter(|variants| !variants.is_empty()) else {
            continue;
        };
        let Some(turn) = gate.admit(cue, nearness, real.elapsed_secs_f64(), count) else { continue };
        let Some(tone) = variants.get(turn % variants.len()) else { continue };
        let loudness = nearness * cue.gain();
        let playback = PlaybackSettings::DESPAWN.with_volume(Volume::Linear(gain * loudness));
        commands.spawn((Voice { loudness }, AudioPlayer(tone.clone()), playback));
        count += 1;
    }
}

/// Applies the volumes to playing sounds: muting takes effect at once.
fn follow_volumes(settings: Res<Settings>, mut voices: Query<(&Voice, &mut AudioSink)>) {
    let gain = settings.sound.gain(SoundPart::Effects);
    for (voice, mut sink) in &mut voices {
        sink.set_volume(Volume::Linear(gain * voice.loudness));
    }
}
