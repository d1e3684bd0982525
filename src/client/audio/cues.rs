//! The short sounds: their occasions, loudness and samples.

use super::synth;
use super::synth::fight;
use crate::client::hud::log::EventKind;

/// The occasions of short sounds, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A response to the player's own input.
    Hand,
    /// A threat to the player.
    Alert,
    /// Another event of the log.
    Event,
    /// A repeated sound of a fight.
    Fight,
}

/// A short sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// A button was pressed.
    Click,
    /// An order was accepted.
    Acknowledged,
    /// An order was refused.
    Refused,
    /// A fleet has arrived.
    Arrived,
    /// Others have come into sight.
    Sighted,
    /// A warning.
    Warned,
    /// A completion.
    Finished,
    /// A unit of the player is under attack.
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
    /// An explosion.
    Explosion,
    /// A torpedo was shot down.
    Snap,
}

impl Cue {
    /// All sounds, in the order of their numbers.
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

    /// The sound of an event; `None`: silence.
    pub fn of_event(kind: EventKind) -> Option<Self> {
        match kind {
            // A destruction has the sound of its explosion.
            EventKind::Note | EventKind::Loss => None,
            EventKind::Finished => Some(Self::Finished),
            EventKind::Arrived => Some(Self::Arrived),
            EventKind::Sighted => Some(Self::Sighted),
            EventKind::Trouble => Some(Self::Warned),
            EventKind::Attacked => Some(Self::Alarm),
        }
    }

    /// Relative loudness, 0 to 1.
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

    /// The occasion of the sound.
    pub fn occasion(self) -> Occasion {
        match self {
            Self::Click | Self::Acknowledged | Self::Refused => Occasion::Hand,
            Self::Warned | Self::Alarm => Occasion::Alert,
            Self::Arrived | Self::Sighted | Self::Finished => Occasion::Event,
            Self::Kinetic | Self::Em | Self::Heat | Self::Electric => Occasion::Fight,
            Self::Torpedo | Self::Shield | Self::Explosion | Self::Snap => Occasion::Fight,
        }
    }

    /// Whether it plays while the game is paused: only responses to the player's own input do.
    pub fn is_heard_while_paused(self) -> bool {
        self.occasion() == Occasion::Hand
    }

    /// Samples; several variants alternate.
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
