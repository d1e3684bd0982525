//! The plate folds to its title where panels leave little room, once its words were there for long enough to be read.

use crate::client::settings::guide_step::GuideStep;

/// Seconds of real time for which the words of a step stay on the plate in any case.
const READ_S: f64 = 15.0;

/// How long the present step could be read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fold {
    /// The step on the plate.
    step: Option<GuideStep>,
    /// The time for which its words were there, seconds of real time.
    read_s: f64,
    /// Whether the player has opened it again.
    is_opened: bool,
}

impl Fold {
    /// Looks at the plate with a step, `since_s` after the last look, seconds of real time. Returns whether it shows
    /// only the title.
    pub fn look(&mut self, step: GuideStep, is_crowded: bool, since_s: f64) -> bool {
        if self.step != Some(step) {
            *self = Self { step: Some(step), ..Self::default() };
        }
        let is_folded = is_crowded && !self.is_opened && self.read_s >= READ_S;
        if !is_folded {
            self.read_s += since_s;
        }
        is_folded
    }

    /// Opens the plate for the rest of the step.
    pub fn open(&mut self) {
        self.is_opened = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: GuideStep = GuideStep::ALL[0];
    const NEXT: GuideStep = GuideStep::ALL[1];

    #[test]
    fn the_words_of_every_step_can_be_read_before_they_make_room() {
        let mut fold = Fold::default();
        assert!(!fold.look(ONE, true, 0.0) && !fold.look(ONE, true, READ_S), "they are read");
        assert!(fold.look(ONE, true, 1.0));
        assert!(!fold.look(ONE, false, 1.0), "there is room again");
        assert!(fold.look(ONE, true, 1.0), "they are known now");
        assert!(!fold.look(NEXT, true, 1.0), "the next step is new");
    }

    #[test]
    fn an_opened_step_stays_open_until_the_next_one() {
        let mut fold = Fold::default();
        fold.look(ONE, true, 2.0 * READ_S);
        assert!(fold.look(ONE, true, 0.0));
        fold.open();
        assert!(!fold.look(ONE, true, 2.0 * READ_S) && !fold.look(ONE, true, 0.0));
        fold.look(NEXT, true, 2.0 * READ_S);
        assert!(fold.look(NEXT, true, 0.0));
    }
}
