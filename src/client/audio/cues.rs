//! Short sounds: which of them is heard, and for what.
//!
//! - Enters: answers to orders, new events of the log, pressed buttons, what is heard of fights.
//! - Leaves: sounds that end by themselves.
//! - Must never: begin without the leave of `gate.rs`, so that there are never more than a few at once. While
//!   the game is paused only answers and buttons begin.

use bevy::audio::{AudioPlayer, AudioSink, AudioSinkPlayback, PlaybackSettings, Volume};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::fights::Gunfire;
use super::gate::{Gate, Occasion};
use super::synth;
use super::synth::fight;
use super::tone::Tone;
use crate::client::frame::NewsSystems;
use crate::client::hud::log::{EventKind, EventLog, MOST_EVENTS};
use crate::client::hud::status::OrderAnswered;
use crate::client::settings::Settings;
use crate::client::settings::volumes::Part;
use crate::client::worlds::{Kept, shows_a_sky};

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
    /// Something of the player's is under attack.
    Alarm,
    /// A slug was fired.
    Kinetic,
    /// A pulse was fired.
    Em,
    /// A beam was fired.
    Heat,
    /// An arc leapt.
    Electric,
    /// A torpedo was launched.
    Torpedo,
    /// A shield was hit.
    Shield,
    /// Something exploded.
    Explosion,
    /// A torpedo was shot down.
    Snap,
}

impl Cue {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 16] = [
        Self::Click,
        Self::Acknowledged,
        Self::Refused,
        Self::Arrived,
        Self::Sighted,
        Self::Warned,
        Self::Finished,
        Self::Alarm,
        Self::Kinetic,
        Self::Em,
        Self::Heat,
        Self::Electric,
        Self::Torpedo,
        Self::Shield,
        Self::Explosion,
        Self::Snap,
    ];

    /// What is heard of an event; `None`: nothing.
    pub fn of_event(kind: EventKind) -> Option<Self> {
        match kind {
            // What is destroyed is heard as it explodes.
            EventKind::Note | EventKind::Loss => None,
            EventKind::Finished => Some(Self::Finished),
            EventKind::Arrived => Some(Self::Arrived),
            EventKind::Sighted => Some(Self::Sighted),
            EventKind::Trouble => Some(Self::Warned),
            EventKind::Attacked => Some(Self::Alarm),
        }
    }

    /// How loud it is beside the others, 0 to 1.
    pub(super) fn gain(self) -> f32 {
        match self {
            Self::Click => 0.35,
            Self::Arrived => 0.45,
            Self::Acknowledged | Self::Sighted | Self::Finished => 0.6,
            Self::Refused => 0.75,
            Self::Explosion => 0.8,
            Self::Warned => 0.9,
            Self::Alarm => 1.0,
            Self::Kinetic | Self::Em | Self::Heat | Self::Electric | Self::Torpedo => 0.5,
            Self::Shield | Self::Snap => 0.35,
        }
    }

    /// What it is heard for.
    pub fn occasion(self) -> Occasion {
        match self {
            Self::Click | Self::Acknowledged | Self::Refused => Occasion::Hand,
            Self::Warned | Self::Alarm => Occasion::Alert,
            Self::Arrived | Self::Sighted | Self::Finished => Occasion::Event,
            Self::Kinetic | Self::Em | Self::Heat | Self::Electric => Occasion::Fight,
            Self::Torpedo | Self::Shield | Self::Explosion | Self::Snap => Occasion::Fight,
        }
    }

    /// Whether it is heard while the game is paused: only what answers the player's own hand is.
    fn is_heard_while_paused(self) -> bool {
        self.occasion() == Occasion::Hand
    }

    /// Its samples; several variants take turns.
    pub(super) fn variants(self) -> Vec<Vec<f32>> {
        match self {
            Self::Click => vec![synth::click()],
            Self::Acknowledged => (0..synth::ACKNOWLEDGEMENTS).map(synth::acknowledged).collect(),
            Self::Refused => vec![synth::refused()],
            Self::Arrived => vec![synth::arrived()],
            Self::Sighted => vec![synth::sighted()],
            Self::Warned => vec![synth::warned()],
            Self::Finished => vec![synth::finished()],
            Self::Alarm => vec![fight::alarm()],
            Self::Kinetic => shots(fight::kinetic),
            Self::Em => shots(fight::em),
            Self::Heat => shots(fight::heat),
            Self::Electric => shots(fight::electric),
            Self::Torpedo => vec![fight::torpedo()],
            Self::Shield => vec![fight::shield()],
            Self::Explosion => vec![fight::explosion()],
            Self::Snap => vec![fight::snap()],
        }
    }
}

/// All variants of a shot.
fn shots(shot: fn(usize) -> Vec<f32>) -> Vec<Vec<f32>> {
    (0..fight::SHOT_VARIANTS).map(shot).collect()
}

/// The short sounds, made, in the order of [`Cue::ALL`].
#[derive(Resource, Clone, Debug, Default)]
pub struct Sounds(Vec<Vec<Handle<Tone>>>);

/// A short sound that is being played.
#[derive(Component, Clone, Copy, Debug)]
pub struct Voice {
    /// How loud it is at full volume, 0 to 1.
    pub loudness: f32,
}

/// Adds the short sounds.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sounds>();
    app.add_systems(Startup, make_sounds);
    app.add_systems(Update, follow_volumes.run_if(resource_changed::<Settings>));
    app.add_systems(Update, play_cues.in_set(NewsSystems::Tell).run_if(shows_a_sky));
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
    gunfire: Gunfire<'w>,
    pressed: Query<'w, 's, &'static Interaction, Changed<Interaction>>,
    /// The number of the first event that was not heard yet.
    next_event: Kept<'w, 's, u64>,
}

impl News<'_, '_> {
    /// What is new since the last time, and how loud it is beside others of its kind: first all that is about
    /// orders and the log, then what is heard of fights.
    fn take(&mut self) -> Vec<(Cue, f32)> {
        let mut cues: Vec<Cue> = Vec::new();
        if self.pressed.iter().any(|interaction| *interaction == Interaction::Pressed) {
            cues.push(Cue::Click);
        }
        let answered = |is_done: bool| if is_done { Cue::Acknowledged } else { Cue::Refused };
        cues.extend(self.answers.read().map(|answer| answered(answer.is_done)));
        if self.log.is_changed() {
            let next_event = self.next_event.now();
            let first = *next_event;
            for entry in self.log.last(MOST_EVENTS).filter(|entry| entry.number >= first) {
                cues.extend(Cue::of_event(entry.event.kind));
                *next_event = entry.number + 1;
            }
        }
        let own = cues.into_iter().map(|cue| (cue, 1.0));
        own.chain(self.gunfire.heard()).collect()
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
    for (cue, nearness) in cues {
        if time.is_paused() && !cue.is_heard_while_paused() {
            continue;
        }
        let Some(variants) = sounds.0.get(cue as usize).filter(|variants| !variants.is_empty()) else {
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

/// Makes what is being played follow the volumes: whoever turns the sound off has silence at once.
fn follow_volumes(settings: Res<Settings>, mut voices: Query<(&Voice, &mut AudioSink)>) {
    let gain = settings.sound.gain(Part::Effects);
    for (voice, mut sink) in &mut voices {
        sink.set_volume(Volume::Linear(gain * voice.loudness));
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
    fn every_kind_of_event_but_notes_and_losses_is_heard() {
        assert_eq!([EventKind::Note, EventKind::Loss].map(Cue::of_event), [None, None]);
        let loud = [EventKind::Finished, EventKind::Arrived, EventKind::Sighted];
        for kind in loud.into_iter().chain([EventKind::Trouble, EventKind::Attacked]) {
            assert!(Cue::of_event(kind).is_some_and(|cue| !cue.is_heard_while_paused()));
        }
    }
}
