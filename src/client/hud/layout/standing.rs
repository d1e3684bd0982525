//! Lines that are shown at the top for a while: when they are new, and when their words have changed. What the briefing
//! has told is not new. Afterwards the tip of the clock has them, and the middle of the picture is free.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::places::Slot;

/// Time for which a line is shown, seconds of real time.
const SHOWN_S: f64 = 15.0;

/// The lines of each part, each with the time since which it has its words, seconds of real time.
#[derive(Resource, Clone, Debug, Default)]
pub struct Standing(BTreeMap<Slot, Vec<(String, f64)>>);

impl Standing {
    /// Takes the lines of a part at a time, seconds of real time, and returns those that are to be shown.
    pub fn take(&mut self, slot: Slot, lines: &[String], now_s: f64) -> Vec<String> {
        let before = self.0.remove(&slot).unwrap_or_default();
        let since_s = |words: &String| {
            before.iter().find(|(known, _)| known == words).map_or(now_s, |(_, since_s)| *since_s)
        };
        let lines: Vec<(String, f64)> = lines.iter().map(|words| (words.clone(), since_s(words))).collect();
        let shown = lines.iter().filter(|(_, since_s)| now_s - since_s < SHOWN_S);
        let shown = shown.map(|(words, _)| words.clone()).collect();
        self.0.insert(slot, lines);
        shown
    }

    /// Takes the lines of a part that the player reads in another place now: they are shown here only once they change.
    pub fn know(&mut self, slot: Slot, lines: &[String]) {
        self.0.insert(slot, lines.iter().map(|words| (words.clone(), f64::NEG_INFINITY)).collect());
    }

    /// All lines as sentences.
    pub fn sentences(&self) -> String {
        let lines = self.0.values().flatten();
        lines.map(|(words, _)| format!("{words}.")).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_shown_for_a_while_and_again_when_it_changes() {
        let mut standing = Standing::default();
        let aim = |held: u32| vec![format!("Victory: hold 4 bodies, {held} of 4")];
        assert_eq!(standing.take(Slot::Progress, &aim(1), 100.0), aim(1));
        assert_eq!(standing.take(Slot::Progress, &aim(1), 99.0 + SHOWN_S), aim(1));
        assert!(standing.take(Slot::Progress, &aim(1), 100.0 + SHOWN_S).is_empty());
        assert_eq!(standing.take(Slot::Progress, &aim(2), 101.0 + SHOWN_S), aim(2));
        standing.take(Slot::Seat, &["Rivalry: merciless".to_owned()], 0.0);
        assert_eq!(standing.sentences(), "Rivalry: merciless. Victory: hold 4 bodies, 2 of 4.");
        assert!(standing.take(Slot::Progress, &[], 200.0).is_empty());
        assert_eq!(standing.take(Slot::Progress, &aim(2), 300.0), aim(2), "it went and came back");
    }

    #[test]
    fn what_the_briefing_tells_is_not_told_again_until_it_changes() {
        let mut standing = Standing::default();
        let aim = |held: u32| vec![format!("Victory: hold 4 bodies, {held} of 4")];
        standing.know(Slot::Progress, &aim(1));
        assert!(standing.take(Slot::Progress, &aim(1), 10.0).is_empty(), "the briefing is open");
        assert!(standing.take(Slot::Progress, &aim(1), 11.0).is_empty(), "it is closed");
        assert_eq!(standing.sentences(), "Victory: hold 4 bodies, 1 of 4.", "the tip of the clock has it");
        assert_eq!(standing.take(Slot::Progress, &aim(2), 12.0), aim(2));
    }
}
