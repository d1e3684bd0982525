//! A promise, and the answer of the games.

use std::ops::RangeInclusive;

use serde::Serialize;

use crate::league::report::Share;

/// A promise, and what the games show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Promise {
    /// The promise, in words.
    pub words: String,
    /// What was found, in words.
    pub found: String,
    /// Whether the games keep it.
    pub answer: Answer,
}

/// Whether games keep a promise, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// They do.
    Holds,
    /// They are too few to tell.
    Open,
    /// They do not.
    Fails,
}

impl Answer {
    /// The answer of a count that leaves no doubt.
    pub(in crate::league::report) fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }

    /// The answer of a share: it holds if the whole interval is within these bounds, and fails if no part of it is.
    pub(in crate::league::report) fn of_share(share: Share, bounds: RangeInclusive<f64>) -> Self {
        let (low, high) = (share.interval.low, share.interval.high);
        if bounds.contains(&low) && bounds.contains(&high) {
            Self::Holds
        } else if low > *bounds.end() || high < *bounds.start() {
            Self::Fails
        } else {
            Self::Open
        }
    }

    /// The answer of a median that lies between two bounds, by the shares below and above them: neither is more than
    /// half.
    pub(super) fn of_median(beyond: [Share; 2]) -> Self {
        let [below, above] = beyond.map(|share| Self::of_share(share, 0.0..=0.5));
        below.max(above)
    }
}

/// A promise about some things, each in words and with its answer; the worst is that of the promise.
pub(super) fn promise(words: String, things: &str, answers: &[(String, Answer)]) -> Promise {
    let named = |answer: Answer, intro: &str| {
        let named = answers.iter().filter(|(_, one)| *one == answer).map(|(name, _)| name.as_str());
        let named: Vec<&str> = named.collect();
        if named.is_empty() { String::new() } else { format!("; {intro} {}", named.join(", ")) }
    };
    let kept = answers.iter().filter(|(_, one)| *one == Answer::Holds).count();
    let (fails, open) = (named(Answer::Fails, "not"), named(Answer::Open, "open:"));
    let found = format!("{kept} of {} {things}{fails}{open}", answers.len());
    let worst = answers.iter().map(|(_, answer)| *answer).max();
    Promise { words, found, answer: worst.unwrap_or(Answer::Open) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_prove_nothing() {
        let at_most = |games, of| Answer::of_share(Share::new(games, of), 0.0..=0.55);
        // Half of 20 games is 30 to 70 %, of 400 it is 45.1 to 54.9 %.
        assert_eq!([at_most(10, 20), at_most(200, 400)], [Answer::Open, Answer::Holds]);
        assert_eq!([at_most(18, 20), at_most(0, 0)], [Answer::Fails, Answer::Open]);
        let even = |games, of| Answer::of_share(Share::new(games, of), 0.45..=0.55);
        assert_eq!(
            [even(200, 400), even(40, 400), even(360, 400)],
            [Answer::Holds, Answer::Fails, Answer::Fails]
        );
        // One game of 100 is shorter; most of 20 are longer.
        let [few, most] = [Share::new(1, 100), Share::new(18, 20)];
        assert_eq!(Answer::of_median([few, few]), Answer::Holds);
        assert_eq!(Answer::of_median([few, most]), Answer::Fails);
        assert_eq!(Answer::of_median([Share::new(9, 20), few]), Answer::Open);
    }
}
