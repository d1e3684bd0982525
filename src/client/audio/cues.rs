//! The short sounds: their occasions, loudness and samples, as `assets/sounds/cues.ron` says.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::Deserialize;

use super::synth::{ALERT_LOUDNESS, Instrument, LOUDNESS, Plan};
use crate::client::hud::log::EventKind;

const TEXT: &str = include_str!("../../../assets/sounds/cues.ron");

static FILE: LazyLock<CueFile> = LazyLock::new(|| ron::from_str(TEXT).unwrap_or_default());

/// What the file says.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CueFile {
    instruments: HashMap<String, Instrument>,
    cues: BTreeMap<Cue, CueInfo>,
}

/// What the file says of a short sound.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CueInfo {
    occasion: Occasion,
    gain: f32,
    pause_s: f64,
    sounds: Vec<Plan>,
}

/// A sound that the file does not know.
static SILENT: CueInfo = CueInfo { occasion: Occasion::Fight, gain: 0.0, pause_s: 0.0, sounds: Vec::new() };

/// The occasions of short sounds, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// A response to the player's own input.
    Hand,
    /// A threat to the player.
    Alert,
    /// The end of the war.
    Verdict,
    /// Another event of the log.
    Event,
    /// A repeated sound of a fight.
    Fight,
}

/// A short sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// A button was pressed.
    Click,
    /// An order was accepted, or a step of the guide is done.
    Acknowledged,
    /// An order was refused.
    Refused,
    /// A fleet has arrived.
    Arrived,
    /// Others have come into sight that do not come after the player.
    Sighted,
    /// Foes have come into sight that may come after the player: armed ships, or troop ships at the player's bodies.
    Contact,
    /// A warning: a halt, a battle that turns to a defeat, a lost field, a rival who is about to win.
    Warned,
    /// A completion; the end of a battle whose field is not lost.
    Finished,
    /// A unit of the player is under attack.
    Alarm,
    /// Troopers of others land on a body of the player.
    Landing,
    /// A unit or a body of the player is lost.
    Loss,
    /// The player's side has won.
    Victory,
    /// Another side has won.
    Defeat,
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
    /// All sounds.
    pub fn all() -> impl Iterator<Item = Self> {
        FILE.cues.keys().copied()
    }

    fn info(self) -> &'static CueInfo {
        FILE.cues.get(&self).unwrap_or(&SILENT)
    }

    /// The sound of an event; `None`: silence.
    pub fn of_event(kind: EventKind) -> Option<Self> {
        match kind {
            // A destruction has the sound of its explosion.
            EventKind::Note => None,
            EventKind::Finished | EventKind::FieldHeld | EventKind::BattleOver => Some(Self::Finished),
            EventKind::Arrived => Some(Self::Arrived),
            EventKind::Sighted => Some(Self::Sighted),
            EventKind::Threat | EventKind::Invaders => Some(Self::Contact),
            EventKind::Rival | EventKind::Losing | EventKind::Trouble | EventKind::FieldLost => {
                Some(Self::Warned)
            }
            EventKind::Attacked | EventKind::Bombarded => Some(Self::Alarm),
            EventKind::Landing => Some(Self::Landing),
            EventKind::Loss | EventKind::Captured => Some(Self::Loss),
        }
    }

    /// Relative loudness, 0 to 1.
    pub(super) fn gain(self) -> f32 {
        self.info().gain
    }

    /// Least pause between two of it, seconds of real time.
    pub(super) fn pause_s(self) -> f64 {
        self.info().pause_s
    }

    /// The occasion of the sound.
    pub fn occasion(self) -> Occasion {
        self.info().occasion
    }

    /// Whether it plays while the game is paused: responses to the player's own input do, and the end of the war,
    /// which pauses the game itself.
    pub fn plays_while_paused(self) -> bool {
        matches!(self.occasion(), Occasion::Hand | Occasion::Verdict)
    }

    /// Samples; several variants alternate.
    pub(super) fn variants(self) -> Vec<Vec<f32>> {
        let loudness = if self.occasion() == Occasion::Alert { ALERT_LOUDNESS } else { LOUDNESS };
        self.info().sounds.iter().map(|plan| plan.samples(&FILE.instruments, loudness)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kinds of events that are heard as alerts.
    const ALERTS: [EventKind; 9] = [
        EventKind::Threat,
        EventKind::Invaders,
        EventKind::Attacked,
        EventKind::Bombarded,
        EventKind::Landing,
        EventKind::Loss,
        EventKind::Captured,
        EventKind::Rival,
        EventKind::Losing,
    ];

    #[test]
    fn the_file_of_cues_can_be_read_and_knows_them_all() {
        let file = ron::from_str::<CueFile>(TEXT);
        let file = file.unwrap_or_else(|error| panic!("assets/sounds/cues.ron:{error}"));
        let last = file.cues.keys().next_back().copied();
        assert_eq!((last, file.cues.len()), (Some(Cue::Snap), Cue::Snap as usize + 1));
        for cue in Cue::all() {
            assert!(
                !cue.variants().is_empty() && cue.variants().iter().all(|one| !one.is_empty()),
                "{cue:?}"
            );
            assert!((0.0..=1.0).contains(&cue.gain()), "{cue:?}");
        }
    }

    #[test]
    fn every_start_makes_the_same_sounds_and_the_variants_differ() {
        for cue in [Cue::Acknowledged, Cue::Heat] {
            let variants = cue.variants();
            assert_eq!(variants, cue.variants());
            assert!(variants.len() == 3 && variants[0] != variants[1] && variants[1] != variants[2]);
        }
    }

    #[test]
    fn what_slows_the_clock_is_heard_as_an_alert() {
        let occasion = |kind: EventKind| Cue::of_event(kind).map(Cue::occasion);
        assert!(ALERTS.iter().all(|kind| kind.slows() && occasion(*kind) == Some(Occasion::Alert)));
        assert!(!EventKind::Sighted.slows() && occasion(EventKind::Sighted) == Some(Occasion::Event));
    }

    #[test]
    fn contact_attack_landing_and_loss_sound_like_nothing_else() {
        use EventKind::{
            Arrived, Attacked, BattleOver, Bombarded, Captured, FieldHeld, FieldLost, Finished, Invaders,
            Landing, Losing, Loss, Note, Rival, Sighted, Threat, Trouble,
        };
        let alike: [&[EventKind]; 6] = [
            &[Threat, Invaders],
            &[Attacked, Bombarded],
            &[Landing],
            &[Loss, Captured],
            &[Rival, Losing, Trouble, FieldLost],
            &[Sighted],
        ];
        let others = [Note, Finished, Arrived, FieldHeld, BattleOver];
        for (index, kinds) in alike.into_iter().enumerate() {
            let cue = Cue::of_event(kinds[0]);
            assert!(kinds.iter().all(|kind| Cue::of_event(*kind) == cue), "{kinds:?}");
            let before = alike[..index].iter().flat_map(|kinds| kinds.iter());
            for other in before.chain(&others) {
                assert_ne!(Cue::of_event(*other), cue, "{other:?} and {kinds:?}");
            }
        }
    }

    #[test]
    fn every_kind_of_event_but_notes_is_heard() {
        assert_eq!(Cue::of_event(EventKind::Note), None);
        let others = [EventKind::Finished, EventKind::Arrived, EventKind::Sighted, EventKind::Trouble];
        let outcomes = [EventKind::FieldHeld, EventKind::FieldLost, EventKind::BattleOver];
        assert_eq!(outcomes.map(Cue::of_event), [Cue::Finished, Cue::Warned, Cue::Finished].map(Some));
        for kind in others.into_iter().chain(ALERTS) {
            assert!(Cue::of_event(kind).is_some_and(|cue| !cue.plays_while_paused()));
        }
    }
}
