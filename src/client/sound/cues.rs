//! Short sounds: which of them is heard, and when.
//!
//! - Enters: answers to orders, new events of the log, pressed buttons.
//! - Leaves: sounds that end by themselves.
//! - Must never: be more than a few at once, or the same twice in the same moment. While the game is paused
//!   only answers and buttons are heard.

use bevy::audio::{AudioPlayer, AudioSink, PlaybackSettings, Volume};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::synth;
use super::tone::Tone;
use super::volumes::Part;
use crate::client::hud::{OrderAnswered, tell_refusals};
use crate::client::log::{EventKind, EventLog, MOST_EVENTS};
use crate::client::settings::Settings;

/// The most short sounds at once.
const MOST_VOICES: usize = 6;
/// Seconds of real time between two equal sounds, at least.
const LEAST_PAUSE_S: f64 = 0.08;

/// A short sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// A button was pressed.
    Click,
    /// An order was taken.
    Acknowledged,
    /// An order was refused.
    Refused,
    /// A fleet has arrived.
    Arrived,
    /// Others have come into sight.
    Sighted,
    /// Something is wrong, or will be.
    Warned,
    /// Something is finished.
    Finished,
}

impl Cue {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 7] = [
        Self::Click,
        Self::Acknowledged,
        Self::Refused,
        Self::Arrived,
        Self::Sighted,
        Self::Warned,
        Self::Finished,
    ];

    /// What is heard of an event; `None`: nothing.
    pub fn of_event(kind: EventKind) -> Option<Self> {
        match kind {
            EventKind::Note => None,
            EventKind::Finished => Some(Self::Finished),
            EventKind::Arrived => Some(Self::Arrived),
            EventKind::Sighted => Some(Self::Sighted),
            EventKind::Trouble => Some(Self::Warned),
        }
    }

    /// How loud it is beside the others, 0 to 1.
    fn gain(self) -> f32 {
        match self {
            Self::Click => 0.35,
            Self::Acknowledged | Self::Sighted => 0.7,
            Self::Refused | Self::Arrived | Self::Finished => 0.85,
            Self::Warned => 1.0,
        }
    }

    /// Whether it is heard while the game is paused: only what answers the player's own hand is.
    fn is_heard_while_paused(self) -> bool {
        matches!(self, Self::Click | Self::Acknowledged | Self::Refused)
    }

    /// Its samples; several variants take turns.
    fn variants(self) -> Vec<Vec<f32>> {
        match self {
            Self::Click => vec![synth::click()],
            Self::Acknowledged => (0..synth::ACKNOWLEDGEMENTS).map(synth::acknowledged).collect(),
            Self::Refused => vec![synth::refused()],
            Self::Arrived => vec![synth::arrived()],
            Self::Sighted => vec![synth::sighted()],
            Self::Warned => vec![synth::warned()],
            Self::Finished => vec![synth::finished()],
        }
    }
}

/// The short sounds, made, in the order of [`Cue::ALL`].
#[derive(Resource, Clone, Debug, Default)]
pub struct Sounds(Vec<Vec<Handle<Tone>>>);

/// Marks a short sound that is being played.
#[derive(Component, Clone, Copy, Debug)]
pub struct Voice;

/// Decides whether a sound may begin.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// When each began last, s of real time, and how often each has been heard.
    heard: [(Option<f64>, usize); Cue::ALL.len()],
}

impl Gate {
    /// Whether a sound may begin now, s of real time, while so many others are heard; its turn among its
    /// variants if so.
    pub fn admit(&mut self, cue: Cue, now_s: f64, voices: usize) -> Option<usize> {
        let (last_s, count) = self.heard.get_mut(cue as usize)?;
        let is_too_soon = last_s.is_some_and(|last_s| now_s - last_s < LEAST_PAUSE_S);
        if is_too_soon || voices >= MOST_VOICES {
            return None;
        }
        *last_s = Some(now_s);
        *count = count.wrapping_add(1);
        Some(count.wrapping_sub(1))
    }
}

/// Adds the short sounds.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sounds>();
    app.add_systems(Startup, make_sounds);
    app.add_systems(Update, play_cues.after(tell_refusals).run_if(resource_exists::<EventLog>));
}

fn make_sounds(mut sounds: ResMut<Sounds>, mut tones: ResMut<Assets<Tone>>) {
    sounds.0 = Cue::ALL
        .iter()
        .map(|cue| cue.variants().into_iter().map(|samples| tones.add(Tone::once(samples))).collect())
        .collect();
}

/// What there is to hear.
#[derive(SystemParam)]
struct News<'w, 's> {
    answers: MessageReader<'w, 's, OrderAnswered>,
    log: Res<'w, EventLog>,
    pressed: Query<'w, 's, &'static Interaction, Changed<Interaction>>,
    /// The number of the first event that was not heard yet.
    next_event: Local<'s, u64>,
}

impl News<'_, '_> {
    /// What is new since the last time, the most important last.
    fn take(&mut self) -> Vec<Cue> {
        let mut cues = Vec::new();
        if self.pressed.iter().any(|interaction| *interaction == Interaction::Pressed) {
            cues.push(Cue::Click);
        }
        let answered = |is_done: bool| if is_done { Cue::Acknowledged } else { Cue::Refused };
        cues.extend(self.answers.read().map(|answer| answered(answer.is_done)));
        if self.log.is_changed() {
            let first = *self.next_event;
            for entry in self.log.last(MOST_EVENTS).filter(|entry| entry.number >= first) {
                cues.extend(Cue::of_event(entry.event.kind));
                *self.next_event = entry.number + 1;
            }
        }
        cues
    }
}

/// Plays what is new.
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
    let gain = settings.sound.gain(Part::Effects);
    // Without a sound card nothing ever ends, so nothing may begin. With one the layers are always there.
    if cues.is_empty() || gain <= 0.0 || outputs.is_empty() {
        return;
    }
    let mut count = voices.iter().count();
    for cue in cues {
        if time.is_paused() && !cue.is_heard_while_paused() {
            continue;
        }
        let Some(variants) = sounds.0.get(cue as usize).filter(|variants| !variants.is_empty()) else {
            continue;
        };
        let Some(turn) = gate.admit(cue, real.elapsed_secs_f64(), count) else { continue };
        let Some(tone) = variants.get(turn % variants.len()) else { continue };
        let volume = Volume::Linear(gain * cue.gain());
        let playback = PlaybackSettings::DESPAWN.with_volume(volume);
        commands.spawn((Voice, AudioPlayer(tone.clone()), playback));
        count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_list() {
        for (index, cue) in Cue::ALL.into_iter().enumerate() {
            assert_eq!(cue as usize, index);
            assert!(!cue.variants().is_empty());
            assert!((0.0..=1.0).contains(&cue.gain()));
        }
    }

    #[test]
    fn equal_sounds_keep_their_distance_and_voices_are_few() {
        let mut gate = Gate::default();
        assert_eq!(gate.admit(Cue::Acknowledged, 1.0, 0), Some(0));
        assert_eq!(gate.admit(Cue::Acknowledged, 1.05, 1), None);
        assert_eq!(gate.admit(Cue::Warned, 1.05, 1), Some(0), "another sound");
        assert_eq!(gate.admit(Cue::Acknowledged, 1.1, 2), Some(1), "the next variant");
        assert_eq!(gate.admit(Cue::Finished, 1.2, MOST_VOICES), None);
        assert_eq!(gate.admit(Cue::Finished, 1.2, 0), Some(0), "what was not heard does not count");
    }

    #[test]
    fn every_kind_of_event_but_notes_is_heard() {
        assert_eq!(Cue::of_event(EventKind::Note), None);
        let loud = [EventKind::Finished, EventKind::Arrived, EventKind::Sighted, EventKind::Trouble];
        for kind in loud {
            assert!(Cue::of_event(kind).is_some_and(|cue| !cue.is_heard_while_paused()));
        }
    }
}
