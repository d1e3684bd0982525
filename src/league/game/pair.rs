//! The game of two contestants: each has one of the two factions of the level.

use serde::{Deserialize, Serialize};

use super::{Board, Game, Outcome, PlayedGame};
use crate::league::LeagueError;
use crate::league::file::Contestant;
use crate::league::gauge::{Gauge, SideFigures, battles};
use crate::league::schedule::Fixture;
use crate::sim::FactionId;

/// The result of a game. Contestants are counted 0 and 1, in the order of the pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The game; no part of its text, since the schedule has it.
    #[serde(skip)]
    pub fixture: Fixture,
    /// The names of the contestants.
    pub names: [String; 2],
    /// The level's file, or `generated 7`.
    pub level: String,
    /// Seed.
    pub seed: u64,
    /// Days after the date of the level.
    pub days: f64,
    /// The winner; `None`: undecided when the time was over.
    pub winner: Option<usize>,
    /// Whether the winner has the first faction of the level; `None` without a winner.
    pub first_faction_won: Option<bool>,
    /// The merit of the winner, as words after its name; empty without a winner.
    pub reason: String,
    /// The length, seconds of play.
    pub seconds: f64,
    /// The contestant with more bodies and worth at half of the length; `None` if neither.
    pub led_at_half_time: Option<usize>,
    /// Battles: places with at least three losses, each soon after the one before.
    pub battles: u32,
    /// The figures of each contestant.
    pub sides: [SideFigures; 2],
}

/// Plays a game.
pub(super) fn play(game: &Game<'_>, contestants: &[Contestant; 2]) -> Result<PlayedGame, LeagueError> {
    let swapped = game.fixture.swapped;
    let factions = [FactionId(usize::from(swapped)), FactionId(usize::from(!swapped))];
    let [one, other] = contestants;
    let mut board = Board::new(game, &[(factions[0], one), (factions[1], other)])?;
    let mut gauge = Gauge::new(board.simulation.world_mut(), factions);
    board.play(game.minutes, |world| gauge.note(world));
    let result = result_of(game, contestants, &mut board, &gauge);
    Ok(PlayedGame { result: Outcome::Pair(Box::new(result)), cost: board.cost() })
}

/// The result of a game that has ended.
fn result_of(game: &Game<'_>, contestants: &[Contestant; 2], board: &mut Board, gauge: &Gauge) -> GameResult {
    let Game { level, fixture, .. } = game;
    let mut sides = gauge.figures();
    for (figures, player) in sides.iter_mut().zip(&mut board.players) {
        player.read_answers(board.simulation.world_mut());
        player.add_record(board.simulation.world(), figures);
    }
    let decision = board.decision();
    let winner = decision.and_then(|decision| {
        board.players.iter().position(|player| usize::from(decision.side) == player.faction.0)
    });
    let seconds = board.seconds();
    GameResult {
        fixture: Fixture::clone(fixture),
        names: contestants.each_ref().map(|contestant| contestant.name(&level.rules.minds)),
        level: level.name.clone(),
        seed: fixture.seed,
        days: fixture.days,
        winner,
        first_faction_won: winner.map(|winner| board.players[winner].faction.0 == 0),
        reason: decision.map(|decision| decision.reason.clone()).unwrap_or_default(),
        seconds,
        led_at_half_time: gauge.leader_at(seconds / 2.0),
        battles: battles(board.simulation.world()),
        sides,
    }
}
