//! The pace at which panels change.

/// Seconds between two looks at the world, and so between two changes of panels.
const BEAT_SECONDS: f64 = 0.25;

/// Signals a few times a second that it is time to look at the world again.
#[derive(Debug, Default)]
pub struct Beat(Option<f64>);

impl Beat {
    /// Whether it is time, at `now` seconds.
    pub fn is_due(&mut self, now: f64) -> bool {
        let is_due = self.0.is_none_or(|last| now - last >= BEAT_SECONDS);
        if is_due {
            self.0 = Some(now);
        }
        is_due
    }
}
