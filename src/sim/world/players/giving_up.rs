//! The conditions on which operations of minds are given up, as data: minds obey them, and people read them. The
//! numbers are in `ai`.

use serde::{Deserialize, Serialize};

/// The conditions on which an operation is given up, beside the obstacles of its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GivesUp {
    /// Its ships leave a fight whose likely outcome is below this, from 1 (they keep all their strength) to -1 (the
    /// foes keep theirs); `None`: they stay at any odds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<f64>,
    /// It goes on no longer than until this tick; `None`: it has no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_tick: Option<u64>,
}

ranges!(GivesUp { below: -1.0..=1.0 });

impl GivesUp {
    /// Whether a likely outcome of its fight ends it.
    pub fn at_odds(&self, margin: f64) -> bool {
        self.below.is_some_and(|least| margin < least)
    }

    /// Whether it is over at a tick.
    pub fn at_tick(&self, tick: u64) -> bool {
        self.after_tick.is_some_and(|last| tick > last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;

    #[test]
    fn without_conditions_nothing_is_given_up() {
        let never = GivesUp::default();
        assert!(!never.at_odds(-1.0) && !never.at_tick(u64::MAX));
        assert_eq!(dialect().from_str::<GivesUp>("()"), Ok(never));
    }

    #[test]
    fn bounds_are_part_of_what_goes_on() {
        let some = GivesUp { below: Some(-0.2), after_tick: Some(90) };
        assert_eq!([-0.21, -0.2, 0.5].map(|margin| some.at_odds(margin)), [true, false, false]);
        assert_eq!([90, 91].map(|tick| some.at_tick(tick)), [false, true]);
        let text = dialect().to_string(&some).expect("it can be written");
        assert_eq!(dialect().from_str::<GivesUp>(&text), Ok(some));
    }
}
