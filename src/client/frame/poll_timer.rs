//! The pace at which panels change.

use std::sync::atomic::{AtomicU32, Ordering};

/// Seconds between two looks at the world, and so between two changes of panels.
const PERIOD_S: f64 = 0.25;
/// Difference between the phases of a timer and the next one, in periods: the golden section spreads any number of
/// them evenly.
const PHASE_STEP: f64 = 0.618_033_988_749_895;

/// Signals a few times a second that it is time to look at the world again. Each timer has a phase of its own: if all
/// panels looked in the same frame, that frame would take twice as long as the others.
#[derive(Debug)]
pub struct PollTimer {
    phase: f64,
    last: Option<f64>,
}

impl Default for PollTimer {
    fn default() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        Self::numbered(COUNT.fetch_add(1, Ordering::Relaxed))
    }
}

impl PollTimer {
    fn numbered(number: u32) -> Self {
        Self { phase: (f64::from(number) * PHASE_STEP).fract(), last: None }
    }

    /// Whether it is time, at `now` seconds; the first time always.
    pub fn is_due(&mut self, now: f64) -> bool {
        let period = (now / PERIOD_S + self.phase).floor();
        self.last.replace(period) != Some(period)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_are_due_four_times_a_second_in_frames_of_their_own() {
        let mut timers: Vec<PollTimer> = (0..12).map(PollTimer::numbered).collect();
        assert!(timers.iter_mut().all(|timer| timer.is_due(10.0)), "the first look is at once");
        let mut looks = |frame: u32| {
            let now = 10.0 + f64::from(frame) / 60.0;
            timers.iter_mut().filter_map(|timer| timer.is_due(now).then_some(())).count()
        };
        let counts: Vec<usize> = (1..=60).map(&mut looks).collect();
        assert_eq!(counts.iter().sum::<usize>(), 48);
        assert!(counts.iter().all(|&count| count <= 2), "{counts:?}");
    }
}
