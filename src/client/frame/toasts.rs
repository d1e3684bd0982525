//! Short messages to the player.

use bevy::prelude::*;

/// Seconds for which a message stays.
const TOAST_SECONDS: f64 = 5.0;
/// The most messages at once.
const MOST_TOASTS: usize = 5;

/// Short messages to the player.
#[derive(Resource, Clone, Debug, Default)]
pub struct Toasts {
    fresh: Vec<String>,
    shown: Vec<(String, f64)>,
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

    /// The text at a time, seconds since the start of the program.
    pub fn text(&mut self, now: f64) -> String {
        let fresh = std::mem::take(&mut self.fresh);
        self.shown.extend(fresh.into_iter().map(|words| (words, now)));
        self.shown.retain(|(_, since)| now - since < TOAST_SECONDS);
        let surplus = self.shown.len().saturating_sub(MOST_TOASTS);
        self.shown.drain(..surplus);
        self.shown.iter().map(|(words, _)| words.as_str()).collect::<Vec<_>>().join("\n")
    }
}
