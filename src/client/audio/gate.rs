//! The gate of short sounds: it admits few at once, with pauses, so that each can be distinguished.

use std::collections::BTreeMap;

use super::cues::{Cue, Occasion};

/// Limit on simultaneous short sounds; the last voice is reserved for responses to the player's own input.
pub const MOST_VOICES: usize = 8;
/// Limits on simultaneous sounds for the start of an alert or the end of the war, of another event, and of a sound
/// of a fight: each kind keeps the room that the later kinds must leave.
const MOST_WITH_ALERT: usize = 7;
const MOST_WITH_EVENT: usize = 6;
const MOST_WITH_FIGHT: usize = 5;
/// The limit for a sound of a distant fight: near sounds keep room.
const MOST_WITH_FAR_FIGHT: usize = 3;
/// A sound of a fight is distant if it is less loud than this share of its full loudness.
const FAR: f32 = 0.25;
/// Least pause between two equal sounds of any kind, seconds of real time.
const LEAST_PAUSE_S: f64 = 0.08;
/// A sound louder than the last one of its kind by this factor does not wait for the full pause.
const CLEARLY_LOUDER: f32 = 2.0;

/// The last occurrence of a sound.
#[derive(Clone, Copy, Debug, Default)]
struct Occurrence {
    /// Time of its beginning, s of real time.
    at_s: Option<f64>,
    /// Its nearness, 0 to 1.
    nearness: f32,
    /// Number of occurrences.
    count: usize,
}

/// Decides whether a sound may begin.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// The last occurrence of each sound.
    last: BTreeMap<Cue, Occurrence>,
}

impl Gate {
    /// Whether a sound may begin now, s of real time, while this many others play; if so, the index of its
    /// variant. `nearness` is its loudness relative to others of its kind, 0 to 1.
    pub fn admit(&mut self, cue: Cue, nearness: f32, now_s: f64, voices: usize) -> Option<usize> {
        let last = self.last.entry(cue).or_default();
        let is_louder = nearness > CLEARLY_LOUDER * last.nearness;
        let pause_s = if is_louder { LEAST_PAUSE_S } else { cue.pause_s() };
        let is_too_soon = last.at_s.is_some_and(|at_s| now_s - at_s < pause_s);
        if is_too_soon || voices >= most_voices(cue.occasion(), nearness) {
            return None;
        }
        let turn = last.count;
        *last = Occurrence { at_s: Some(now_s), nearness, count: turn.wrapping_add(1) };
        Some(turn)
    }
}

/// The number of playing sounds at which no other may begin.
fn most_voices(occasion: Occasion, nearness: f32) -> usize {
    match occasion {
        Occasion::Hand => MOST_VOICES,
        Occasion::Alert | Occasion::Verdict => MOST_WITH_ALERT,
        Occasion::Event => MOST_WITH_EVENT,
        Occasion::Fight if nearness < FAR => MOST_WITH_FAR_FIGHT,
        Occasion::Fight => MOST_WITH_FIGHT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sounds_keep_their_distance_and_voices_are_few() {
        let mut gate = Gate::default();
        assert_eq!(gate.admit(Cue::Acknowledged, 1.0, 1.0, 0), Some(0));
        assert_eq!(gate.admit(Cue::Acknowledged, 1.0, 1.05, 1), None);
        assert_eq!(gate.admit(Cue::Warned, 1.0, 1.05, 1), Some(0), "another sound");
        assert_eq!(gate.admit(Cue::Acknowledged, 1.0, 1.1, 2), Some(1), "the next variant");
        assert_eq!(gate.admit(Cue::Click, 1.0, 1.2, MOST_VOICES), None);
        assert_eq!(gate.admit(Cue::Click, 1.0, 1.2, 0), Some(0), "what was not heard does not count");
    }

    #[test]
    fn the_urgent_finds_room_that_the_others_have_left() {
        let by_urgency = [Cue::Heat, Cue::Arrived, Cue::Alarm, Cue::Refused];
        let most = by_urgency.map(|cue| most_voices(cue.occasion(), 1.0));
        assert!(most.is_sorted_by(|less, more| less < more), "{most:?}");
        assert!(most_voices(Occasion::Fight, 0.1) < most[0]);
        let mut gate = Gate::default();
        assert_eq!(gate.admit(Cue::Heat, 1.0, 1.0, MOST_WITH_FIGHT), None);
        assert_eq!(gate.admit(Cue::Alarm, 1.0, 1.0, MOST_WITH_FIGHT), Some(0));
    }

    #[test]
    fn far_sounds_leave_room_and_do_not_hide_near_ones() {
        let mut gate = Gate::default();
        assert_eq!(gate.admit(Cue::Explosion, 0.1, 1.0, MOST_WITH_FAR_FIGHT), None);
        assert_eq!(gate.admit(Cue::Explosion, 0.1, 1.0, 0), Some(0));
        assert_eq!(gate.admit(Cue::Explosion, 0.15, 1.2, 0), None, "hardly louder");
        assert_eq!(gate.admit(Cue::Explosion, 1.0, 1.2, 0), Some(1), "near");
        assert_eq!(gate.admit(Cue::Explosion, 1.0, 1.5, 0), None, "as loud");
    }

    #[test]
    fn events_that_come_in_every_frame_are_heard_now_and_then() {
        for cue in Cue::all() {
            let mut gate = Gate::default();
            let frames = (0..600_u32).map(|frame| f64::from(frame) / 60.0);
            let heard = frames.filter(|now_s| gate.admit(cue, 1.0, *now_s, 0).is_some()).count();
            let most = match cue.occasion() {
                Occasion::Alert | Occasion::Verdict | Occasion::Event => 6,
                Occasion::Hand | Occasion::Fight => 126,
            };
            assert!((1..=most).contains(&heard), "{cue:?}: {heard} in ten seconds");
        }
    }
}
