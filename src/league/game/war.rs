//! The game of a contestant that has every seat of a level, however many there are: what it shows is the level.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Board, Game, Outcome, PlayedGame};
use crate::league::LeagueError;
use crate::league::file::Contestant;
use crate::league::gauge::{SeatFigures, battles};
use crate::league::schedule::Fixture;
use crate::sim::FactionId;

/// The result of a game in which one contestant had every seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WarResult {
    /// The game; no part of its text, since the schedule has it.
    #[serde(skip)]
    pub fixture: Fixture,
    /// The name of the contestant.
    pub name: String,
    /// The level's file, or `generated 7`.
    pub level: String,
    /// Seed.
    pub seed: u64,
    /// Days after the date of the level.
    pub days: f64,
    /// The merit of the winners, as words after their names; empty without winners.
    pub reason: String,
    /// The length, seconds of play.
    pub seconds: f64,
    /// Battles: places with at least three losses, each soon after the one before.
    pub battles: u32,
    /// The seats, in the order of the level's factions.
    pub seats: Vec<SeatFigures>,
}

impl WarResult {
    /// Whether a side has won.
    pub fn is_decided(&self) -> bool {
        self.seats.iter().any(|seat| seat.won)
    }

    /// The number of sides; allies are one.
    pub fn sides(&self) -> usize {
        self.count(|_| true)
    }

    /// The number of sides that hold a body at the end.
    pub fn sides_left(&self) -> usize {
        self.count(|seat| seat.bodies > 0)
    }

    /// The number of factions that have surrendered.
    pub fn given_up(&self) -> usize {
        self.seats.iter().filter(|seat| seat.gave_up).count()
    }

    /// The number of sides with such a seat.
    fn count(&self, is_such: impl Fn(&SeatFigures) -> bool) -> usize {
        let seats = self.seats.iter().filter(|seat| is_such(seat));
        seats.map(|seat| seat.side).collect::<BTreeSet<u16>>().len()
    }
}

/// Plays a game.
pub(super) fn play(game: &Game<'_>, contestant: &Contestant) -> Result<PlayedGame, LeagueError> {
    let factions = 0..game.level.level.factions.len();
    let seats: Vec<_> = factions.map(|faction| (FactionId(faction), contestant)).collect();
    let mut board = Board::new(game, &seats)?;
    board.play(game.minutes, |_| {});
    let result = result_of(game, contestant, &board);
    Ok(PlayedGame { result: Outcome::War(Box::new(result)), cost: board.cost() })
}

/// The result of a game that has ended.
fn result_of(game: &Game<'_>, contestant: &Contestant, board: &Board) -> WarResult {
    let Game { level, fixture, .. } = game;
    let world = board.simulation.world();
    WarResult {
        fixture: Fixture::clone(fixture),
        name: contestant.name(&level.rules.minds),
        level: level.name.clone(),
        seed: fixture.seed,
        days: fixture.days,
        reason: board.decision().map(|decision| decision.reason.clone()).unwrap_or_default(),
        seconds: board.seconds(),
        battles: battles(world),
        seats: SeatFigures::all(world),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Allies are one side, and a side is left as long as one of them is.
    #[test]
    fn sides_are_counted_and_not_factions() {
        let seat = |side, bodies, gave_up| SeatFigures { side, bodies, gave_up, ..SeatFigures::default() };
        let war = WarResult {
            fixture: Fixture::default(),
            name: String::new(),
            level: String::new(),
            seed: 0,
            days: 0.0,
            reason: String::new(),
            seconds: 60.0,
            battles: 0,
            seats: vec![seat(0, 0, true), seat(1, 0, true), seat(0, 2, false), seat(3, 1, false)],
        };
        assert_eq!((war.sides(), war.sides_left(), war.given_up()), (3, 2, 2));
        assert!(!war.is_decided());
    }
}
