//! The length of a log, and shares of it.

/// The first and the last tick of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogSpan {
    /// The first tick.
    pub first: u64,
    /// The last tick.
    pub last: u64,
}

impl LogSpan {
    /// The tick of the log that is nearest to a tick.
    pub fn within(self, tick: u64) -> u64 {
        tick.clamp(self.first, self.last.max(self.first))
    }

    /// The place of a tick in the log, 0 to 1. A log of no length has been seen.
    pub fn share(self, tick: u64) -> f64 {
        match self.last.saturating_sub(self.first) {
            0 => 1.0,
            ticks => (self.within(tick) - self.first) as f64 / ticks as f64,
        }
    }

    /// The tick at such a place.
    pub fn tick_at(self, share: f64) -> u64 {
        let ticks = self.last.saturating_sub(self.first) as f64;
        self.first + (share.clamp(0.0, 1.0) * ticks).round() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_ticks_belong_to_each_other() {
        let span = LogSpan { first: 900, last: 1900 };
        assert_eq!(
            [-3.0, 0.0, 0.25, 1.0, 7.0].map(|share| span.tick_at(share)),
            [900, 900, 1150, 1900, 1900]
        );
        assert_eq!([0, 900, 1150, 1900, 9000].map(|tick| span.share(tick)), [0.0, 0.0, 0.25, 1.0, 1.0]);
        for tick in (900..=1900).step_by(7) {
            assert_eq!(span.tick_at(span.share(tick)), tick);
        }
    }

    #[test]
    fn a_log_of_no_length_has_one_tick() {
        let span = LogSpan { first: 30, last: 30 };
        assert_eq!((span.share(30), span.tick_at(0.4), span.within(99)), (1.0, 30, 30));
    }
}
