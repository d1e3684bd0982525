//! A clock that stands still while the player reads.

use bevy::prelude::*;

/// Whether a page has halted the clock. The player's own pause is none of its business: it stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockHold(bool);

impl ClockHold {
    /// Halts the clock, if it is running.
    pub fn hold(&mut self, time: &mut Time<Virtual>) {
        self.0 = !time.is_paused();
        time.pause();
    }

    /// Lets the clock go on, if it was halted here.
    pub fn release(&mut self, time: &mut Time<Virtual>) {
        if self.give_up() {
            time.unpause();
        }
    }

    /// Leaves the clock as it is; returns whether it was halted here.
    pub fn give_up(&mut self) -> bool {
        std::mem::take(&mut self.0)
    }

    /// Whether the clock waits.
    pub fn is_on(self) -> bool {
        self.0
    }

    /// Whether the player has let the clock go on meanwhile.
    pub fn is_outdated(self, time: &Time<Virtual>) -> bool {
        self.0 && !time.is_paused()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clock_that_was_halted_goes_on() {
        let (mut hold, mut time) = (ClockHold::default(), Time::<Virtual>::default());
        hold.hold(&mut time);
        assert!(time.is_paused() && hold.is_on() && !hold.is_outdated(&time));
        hold.release(&mut time);
        assert!(!time.is_paused() && !hold.is_on());
        time.pause();
        hold.hold(&mut time);
        hold.release(&mut time);
        assert!(time.is_paused(), "the player's own pause stays");
        time.unpause();
        hold.hold(&mut time);
        time.unpause();
        assert!(hold.is_outdated(&time), "the player lets it go on");
        assert!(hold.give_up() && !hold.give_up());
    }
}
