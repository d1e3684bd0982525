//! Short messages to the player.

use bevy::prelude::*;

/// Seconds for which a message stays, and one with details.
const TOAST_SECONDS: (f64, f64) = (5.0, 12.0);
/// The most that a frame counts of the time of a message, seconds: a picture that is long in coming takes no message
/// away unseen.
const LONGEST_FRAME_S: f64 = 0.25;
/// The most messages at once.
const MOST_TOASTS: usize = 5;

/// Short messages to the player. A message is a sentence; further lines are details: paths, and what the system
/// said. One that equals the last one stays longer, and does not stand there twice.
#[derive(Resource, Clone, Debug, Default)]
pub struct Toasts {
    fresh: Vec<String>,
    /// Messages with the time since which they are shown.
    shown: Vec<(String, f64)>,
    /// The time of all messages, seconds.
    now_s: f64,
}

impl Toasts {
    /// Shows a message for a while.
    pub fn say(&mut self, words: impl Into<String>) {
        self.fresh.push(words.into());
    }

    /// Takes the text that has not been shown yet.
    pub fn take_fresh(&mut self) -> String {
        std::mem::take(&mut self.fresh).join("\n")
    }

    /// The sentences and the details of a frame of this length, seconds.
    pub fn pass(&mut self, seconds: f64) -> (String, String) {
        self.now_s += seconds.min(LONGEST_FRAME_S);
        self.shown(self.now_s)
    }

    /// The sentences and the details at a time, seconds.
    fn shown(&mut self, now: f64) -> (String, String) {
        for words in self.fresh.drain(..) {
            match self.shown.last_mut() {
                Some((last, since)) if *last == words => *since = now,
                _ => self.shown.push((words, now)),
            }
        }
        self.shown.retain(|(words, since)| now - since < seconds_of(words));
        let surplus = self.shown.len().saturating_sub(MOST_TOASTS);
        self.shown.drain(..surplus);
        let parts = || self.shown.iter().map(|(words, _)| words.split_once('\n').unwrap_or((words, "")));
        let sentences: Vec<&str> = parts().map(|(sentence, _)| sentence).collect();
        let details: Vec<&str> = parts().map(|(_, details)| details).filter(|one| !one.is_empty()).collect();
        (sentences.join("\n"), details.join("\n"))
    }
}

/// Seconds for which a message stays: details take longer to read.
fn seconds_of(words: &str) -> f64 {
    if words.contains('\n') { TOAST_SECONDS.1 } else { TOAST_SECONDS.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_apart_from_the_sentence_and_stay_longer() {
        let mut toasts = Toasts::default();
        toasts.say("The game could not be saved\n/saves: no space left");
        toasts.say("No warnings");
        let details = "/saves: no space left".to_owned();
        let both = "The game could not be saved\nNo warnings".to_owned();
        assert_eq!(toasts.shown(1.0), (both, details.clone()));
        assert_eq!(toasts.shown(8.0), ("The game could not be saved".to_owned(), details));
        assert_eq!(toasts.shown(14.0), (String::new(), String::new()));
    }

    #[test]
    fn a_picture_that_is_long_in_coming_takes_no_message_away() {
        let mut toasts = Toasts::default();
        toasts.say("No free slot");
        toasts.pass(0.1);
        assert_eq!(toasts.pass(60.0).0, "No free slot");
        let frames = (0..600).take_while(|_| !toasts.pass(1.0 / 60.0).0.is_empty()).count();
        assert!((270..300).contains(&frames), "{frames}");
    }

    #[test]
    fn a_message_that_is_said_again_is_renewed() {
        let mut toasts = Toasts::default();
        let mut told = |words: &str, now: f64| {
            toasts.say(words);
            toasts.shown(now).0
        };
        assert_eq!(told("No free slot", 0.0), "No free slot");
        assert_eq!(told("No free slot", 4.0), "No free slot");
        assert_eq!(told("Too far away", 8.0), "No free slot\nToo far away", "it was renewed");
        assert_eq!(
            told("No free slot", 8.5),
            "No free slot\nToo far away\nNo free slot",
            "another lies between"
        );
    }
}
