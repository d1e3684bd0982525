//! The alarm of a battle site: the player is told of hits on own units, but not of each.

/// Seconds for which an alarm is not raised again at the same place.
const ALARM_REST_S: f64 = 15.0;
/// Seconds after which the alarm of a continuous attack is raised again.
const REMINDER_S: f64 = 60.0;
/// Seconds for which even a rearmed alarm rests: many fleets of one ship may be lost in a battle.
const LEAST_REST_S: f64 = 5.0;

/// When units of the player were hit at a site, and when the alarm was raised.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Alarm {
    /// Time of the last hit, s.
    hit_s: Option<f64>,
    /// Time of the last alarm, s.
    raised_s: Option<f64>,
    is_rearmed: bool,
}

impl Alarm {
    /// Whether a unit was hit after a time, s.
    pub(super) fn was_hit_since(&self, time_s: f64) -> bool {
        self.hit_s.is_some_and(|hit_s| hit_s > time_s)
    }

    /// Lets a hit be reported soon.
    pub(super) fn rearm(&mut self) {
        self.is_rearmed = true;
    }

    /// Records a hit on a unit at a time, s; returns whether to report it.
    pub(super) fn hit(&mut self, now_s: f64) -> bool {
        let was_calm = self.hit_s.is_none_or(|last_s| now_s - last_s >= ALARM_REST_S);
        let since_s = self.raised_s.map_or(f64::INFINITY, |last_s| now_s - last_s);
        self.hit_s = Some(now_s);
        let rest_s = match (self.is_rearmed, was_calm) {
            (true, _) => LEAST_REST_S,
            (false, true) => ALARM_REST_S,
            (false, false) => REMINDER_S,
        };
        let is_due = since_s >= rest_s;
        if is_due {
            (self.raised_s, self.is_rearmed) = (Some(now_s), false);
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
    fn once_rearmed_it_is_raised_soon_and_not_at_each_hit() {
        let mut alarm = Alarm::default();
        assert!(alarm.hit(0.0) && !alarm.hit(LEAST_REST_S));
        alarm.rearm();
        assert!(alarm.hit(LEAST_REST_S) && !alarm.hit(LEAST_REST_S + 1.0));
        alarm.rearm();
        assert!(!alarm.hit(LEAST_REST_S + 2.0) && alarm.hit(2.0 * LEAST_REST_S));
    }

    #[test]
    fn a_hit_after_a_calm_raises_it_again() {
        let mut alarm = Alarm::default();
        assert!(alarm.hit(0.0) && !alarm.hit(ALARM_REST_S - 1.0), "one attack");
        assert!(alarm.hit(2.0 * ALARM_REST_S), "another one");
    }
}
