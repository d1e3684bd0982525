//! The alarm of a battle site: the player is told of hits on own units, but not of each.

/// Seconds for which an alarm is not raised again at the same place.
pub(super) const ALARM_REST_S: f64 = 15.0;
/// Seconds after which the alarm of a continuous attack is raised again.
const REMINDER_S: f64 = 60.0;

/// When units of the player were hit at a site, and when the alarm was raised.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Alarm {
    /// Time of the last hit, s.
    hit_s: Option<f64>,
    /// Time of the last alarm, s.
    raised_s: Option<f64>,
}

impl Alarm {
    /// Whether a unit was hit after a time, s.
    pub(super) fn was_hit_since(&self, time_s: f64) -> bool {
        self.hit_s.is_some_and(|hit_s| hit_s > time_s)
    }

    /// Lets the next hit be reported, however soon it is.
    pub(super) fn rearm(&mut self) {
        self.raised_s = None;
    }

    /// Records a hit on a unit at a time, s; returns whether to report it.
    pub(super) fn hit(&mut self, now_s: f64) -> bool {
        let was_calm = self.hit_s.is_none_or(|last_s| now_s - last_s >= ALARM_REST_S);
        let since_s = self.raised_s.map_or(f64::INFINITY, |last_s| now_s - last_s);
        self.hit_s = Some(now_s);
        let is_due = since_s >= REMINDER_S || (was_calm && since_s >= ALARM_REST_S);
        if is_due {
            self.raised_s = Some(now_s);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alarm_rests() {
        let mut alarm = Alarm::default();
        let times = (0..1300_u32).map(|tenth| 0.1 * f64::from(tenth));
        let raised: Vec<f64> = times.filter(|now_s| alarm.hit(*now_s)).collect();
        assert_eq!(raised.len(), 3, "at first, and once a minute: {raised:?}");
        assert!(raised.windows(2).all(|pair| pair[1] - pair[0] >= ALARM_REST_S));
    }

    #[test]
    fn once_rearmed_the_next_hit_raises_it() {
        let mut alarm = Alarm::default();
        assert!(alarm.hit(0.0) && !alarm.hit(1.0));
        alarm.rearm();
        assert!(alarm.hit(2.0) && !alarm.hit(3.0));
    }

    #[test]
    fn a_hit_after_a_calm_raises_it_again() {
        let mut alarm = Alarm::default();
        assert!(alarm.hit(0.0) && !alarm.hit(ALARM_REST_S - 1.0), "one attack");
        assert!(alarm.hit(2.0 * ALARM_REST_S), "another one");
    }
}
