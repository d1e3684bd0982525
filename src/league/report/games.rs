//! Shares and figures of some games.

use serde::Serialize;

use crate::league::game::GameResult;
use crate::league::statistics::{Interval, Spread, wilson};

/// A war of equals is decided in the median between these times, seconds of play,
pub const USUAL_LENGTH_S: [f64; 2] = [360.0, 900.0];
/// and has in the median at least this number of battles.
pub const USUAL_BATTLES: u32 = 3;

/// A share of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// Games in which it was so,
    pub games: usize,
    /// of this number.
    pub of: usize,
    /// The share; 0 of no games.
    pub share: f64,
    /// Its 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
}

impl Share {
    pub(super) fn new(games: usize, of: usize) -> Self {
        let share = games as f64 / of.max(1) as f64;
        Self { games, of, share, interval: wilson(games as f64, of as f64) }
    }

    /// The games for which it holds, of all.
    pub(super) fn of<'a>(
        all: impl Iterator<Item = &'a GameResult>,
        holds: impl Fn(&GameResult) -> bool,
    ) -> Self {
        let (mut games, mut of) = (0, 0);
        for game in all {
            of += 1;
            games += usize::from(holds(game));
        }
        Self::new(games, of)
    }

    /// The decided ones of some games that the first faction won.
    pub(super) fn of_first_faction<'a>(all: impl Iterator<Item = &'a GameResult>) -> Self {
        let decided = all.filter(|game| game.winner.is_some());
        Self::of(decided, |game| game.first_faction_won == Some(true))
    }

    /// The share with its interval, percent.
    pub fn words(&self) -> String {
        if self.of == 0 {
            return "-".to_owned();
        }
        let percent = [self.share, self.interval.low, self.interval.high].map(|part| 100.0 * part);
        format!("{:.0} % ({:.0} to {:.0})", percent[0], percent[1], percent[2])
    }
}

/// Figures of some games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Games {
    /// Number of games.
    pub count: usize,
    /// Games without a decision.
    pub undecided: Share,
    /// Seconds of play until the decision.
    pub decision_s: Spread,
    /// Decided games that were shorter than [`USUAL_LENGTH_S`],
    pub short: Share,
    /// and that were longer.
    pub long: Share,
    /// Decided games that the first faction of the level won.
    pub first_faction: Share,
    /// Decided games with a leader at half time that the leader won.
    pub leader_won: Share,
    /// Battles.
    pub battles: Spread,
    /// Games with fewer battles than [`USUAL_BATTLES`].
    pub quiet: Share,
}

impl Games {
    pub(super) fn of(games: &[&GameResult]) -> Self {
        let all = || games.iter().copied();
        let decided = || all().filter(|game| game.winner.is_some());
        let seconds: Vec<f64> = decided().map(|game| game.seconds).collect();
        let battles: Vec<f64> = all().map(|game| f64::from(game.battles)).collect();
        let led = decided().filter(|game| game.led_at_half_time.is_some());
        Self {
            count: games.len(),
            undecided: Share::of(all(), |game| game.winner.is_none()),
            decision_s: Spread::of(&seconds),
            short: Share::of(decided(), |game| game.seconds < USUAL_LENGTH_S[0]),
            long: Share::of(decided(), |game| game.seconds > USUAL_LENGTH_S[1]),
            first_faction: Share::of_first_faction(all()),
            leader_won: Share::of(led, |game| game.led_at_half_time == game.winner),
            battles: Spread::of(&battles),
            quiet: Share::of(all(), |game| game.battles < USUAL_BATTLES),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::league::file::Pairings;
    use crate::league::report::test_support::{ENDS, report, rush_and_boom};

    #[test]
    fn games_are_counted_by_faction_and_by_leader() {
        let all = report(Pairings::Ladder(rush_and_boom()), &ENDS).all;
        assert_eq!((all.undecided.games, all.decision_s.median), (1, 200.0));
        // The first two games have changed sides, so that either faction won one of them.
        assert_eq!((all.first_faction.games, all.first_faction.of), (2, 3));
        assert_eq!((all.leader_won.games, all.leader_won.of), (1, 3));
        // Three are decided, after 100, 200 and 400 s; each has four battles.
        assert_eq!(
            [all.short, all.long, all.quiet].map(|share| (share.games, share.of)),
            [(2, 3), (0, 3), (0, 4)]
        );
    }
}
