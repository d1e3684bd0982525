//! A game: a level and those who play on it, from its beginning to the decision or the last minute.
//!
//! - Enters: a [`Game`], with all that decides how it comes out.
//! - Leaves: a [`PlayedGame`]: the [`Outcome`], and the cost of minds.
//! - Must never: depend on the place of the game in a league, or be changed by what is measured.
//!
//! | file | has |
//! |---|---|
//! | `mod.rs` | the course of any game |
//! | `pair.rs` | the game of two contestants |
//! | `war.rs` | the game of a contestant that has every seat |
//! | `later.rs` | the sky of a date |

mod later;
mod pair;
mod war;

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use self::later::begin_later;
pub use self::pair::GameResult;
pub use self::war::WarResult;
use super::file::Contestant;
use super::gauge::SideFigures;
use super::schedule::Fixture;
use super::sparring::{LOOK_TICKS, Script, orders_of};
use super::stopwatch::{self, MindCost, Stopwatch};
use super::{LeagueError, LeagueLevel};
use crate::ai;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::economy::Economies;
use crate::sim::steering::system::Sharing;
use crate::sim::visibility::Views;
use crate::sim::{Decision, FactionId, Minds, OrderQueue, Simulation, Verdict};

/// What scripts look at.
type Inputs<'w, 's> = (Views<'w, 's>, Economies<'w>);

/// A game that is to be played, with all that decides how it comes out.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// The level.
    pub level: &'a LeagueLevel,
    /// Seed, date and sides.
    pub fixture: &'a Fixture,
    /// Who plays.
    pub lineup: Lineup,
    /// A game without a decision ends after this time, minutes of play.
    pub minutes: f64,
}

/// Who plays in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Lineup {
    /// Two contestants, in the order of the pair; each has one of the two factions.
    Pair([Contestant; 2]),
    /// One contestant, which has every faction of the level.
    All(Contestant),
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Of two contestants.
    Pair(Box<GameResult>),
    /// Of a contestant that had every seat.
    War(Box<WarResult>),
}

impl Outcome {
    /// The result of two contestants.
    pub fn pair(&self) -> Option<&GameResult> {
        match self {
            Self::Pair(result) => Some(result),
            Self::War(_) => None,
        }
    }

    /// The result of a contestant that had every seat.
    pub fn war(&self) -> Option<&WarResult> {
        match self {
            Self::Pair(_) => None,
            Self::War(result) => Some(result),
        }
    }

    /// The length, seconds of play.
    pub fn seconds(&self) -> f64 {
        match self {
            Self::Pair(result) => result.seconds,
            Self::War(result) => result.seconds,
        }
    }
}

/// A result with the cost of minds, which differs from run to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// The result.
    pub result: Outcome,
    /// The cost; `None` without minds.
    pub cost: Option<MindCost>,
}

impl PlayedGame {
    /// The result as that of a game with the same course, which has its own place in a league, and perhaps another
    /// name of the same level.
    #[must_use]
    pub fn placed(mut self, game: &Game<'_>) -> Self {
        let (fixture, level) = (game.fixture.clone(), game.level.name.clone());
        match &mut self.result {
            Outcome::Pair(result) => (result.fixture, result.level) = (fixture, level),
            Outcome::War(result) => (result.fixture, result.level) = (fixture, level),
        }
        self
    }
}

/// Plays a game.
///
/// # Errors
/// The world cannot be made.
pub fn play(game: &Game<'_>) -> Result<PlayedGame, LeagueError> {
    match &game.lineup {
        Lineup::Pair(contestants) => pair::play(game, contestants),
        Lineup::All(contestant) => war::play(game, contestant),
    }
}

/// The world of a game, and those who play in it.
struct Board {
    simulation: Simulation,
    players: Vec<Player>,
}

impl Board {
    /// A game at its beginning: contestants with their factions.
    fn new(game: &Game<'_>, seats: &[(FactionId, &Contestant)]) -> Result<Self, LeagueError> {
        let LeagueLevel { level, rules, .. } = game.level;
        let mut level = level.clone();
        begin_later(&mut level, game.fixture.days).map_err(LeagueError::World)?;
        for (faction, contestant) in seats {
            if let Some(faction) = level.factions.get_mut(faction.0) {
                faction.mind = contestant.mind(&rules.minds);
                faction.handicap = contestant.handicap();
            }
        }
        let minds = |app: &mut App| {
            app.add_plugins((ai::plugin, stopwatch::plugin));
        };
        let sharing = Sharing { threads: 1, ..Sharing::default() };
        let simulation = Simulation::with_players(minds, sharing, &level, rules, game.fixture.seed)
            .map_err(|error| LeagueError::World(error.to_string()))?;
        let players = seats.iter().map(|(faction, contestant)| Player::new(contestant, *faction)).collect();
        Ok(Self { simulation, players })
    }

    /// Plays until the decision, for this many minutes at most. `note` reads the world after each tick.
    fn play(&mut self, minutes: f64, mut note: impl FnMut(&mut World)) {
        let mut views = SystemState::<Inputs>::new(self.simulation.world_mut());
        let last_tick = (minutes * 60.0 * TICKS_PER_SECOND) as u64;
        while self.simulation.tick_count() < last_tick && self.decision().is_none() {
            let before = self.simulation.tick_count();
            if before.is_multiple_of(LOOK_TICKS) {
                for player in &mut self.players {
                    player.look(self.simulation.world_mut(), &mut views);
                }
            }
            self.simulation.run(1);
            note(self.simulation.world_mut());
            if self.simulation.tick_count() == before {
                // The calendar has ended.
                break;
            }
        }
    }

    /// The decision; `None` before it.
    fn decision(&self) -> Option<&Decision> {
        self.simulation.world().resource::<Verdict>().0.as_ref()
    }

    /// The time that has passed, seconds of play.
    fn seconds(&self) -> f64 {
        self.simulation.tick_count() as f64 / TICKS_PER_SECOND
    }

    /// The cost of a mind; `None` without minds.
    fn cost(&self) -> Option<MindCost> {
        let minds = self.players.iter().filter(|player| player.script.is_none()).count();
        self.simulation.world().resource::<Stopwatch>().cost(minds)
    }
}

/// A contestant at its place.
struct Player {
    faction: FactionId,
    /// `None` of a mind, which plays by itself.
    script: Option<Box<dyn Script>>,
    orders: u32,
    refused: u32,
}

impl Player {
    fn new(contestant: &Contestant, faction: FactionId) -> Self {
        let script = match contestant {
            Contestant::Mind { .. } => None,
            Contestant::Partner(partner) => Some(partner.script()),
        };
        Self { faction, script, orders: 0, refused: 0 }
    }

    /// Lets a script look round and give its orders.
    fn look(&mut self, world: &mut World, views: &mut SystemState<Inputs>) {
        self.read_answers(world);
        let Some(script) = self.script.as_deref_mut() else { return };
        let Ok(known) = views.get(world) else { return };
        let view = known.0.of(self.faction);
        let orders = orders_of(script, view, known.1.of(self.faction, view));
        let mut door = world.resource_mut::<OrderQueue>();
        orders.into_iter().for_each(|order| door.give(self.faction, order));
    }

    /// Counts the answers of the world.
    fn read_answers(&mut self, world: &mut World) {
        for answer in world.resource_mut::<OrderQueue>().take_answers(self.faction) {
            self.orders += 1;
            self.refused += u32::from(answer.outcome.is_err());
        }
    }

    /// Adds the orders and attacks to the figures.
    fn add_record(&self, world: &World, figures: &mut SideFigures) {
        figures.orders = self.orders;
        figures.refused = self.refused;
        let minds = &world.resource::<Minds>().0;
        if let Some(mind) = minds.get(self.faction).and_then(Option::as_ref) {
            let record = &mind.record;
            // A mind does not hand in what its own check refuses, so the world has no answer to that.
            figures.orders += record.refused;
            figures.refused += record.refused;
            (figures.attacks, figures.attacks_won) = (record.attacks, record.won);
            figures.attacks_by_odds = record.by_odds;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::sparring::Partner;
    use crate::rules::test_support::{shipped, shipped_level};
    use crate::sim::{Command, FleetId, Order, Units};

    /// What a mind has not foreseen is refused by the world alone.
    #[test]
    fn what_the_world_refuses_to_a_mind_is_counted() {
        let level = LeagueLevel {
            name: "twins".to_owned(),
            level: shipped_level("twins.ron"),
            rules: shipped(),
            hash: 0,
        };
        let mind = Contestant::Mind {
            skill: "captain".to_owned(),
            personality: None,
            opening: None,
            handicap: Default::default(),
        };
        let fixture = Fixture::default();
        let idle = Contestant::Partner(Partner::Idle);
        let seats = [(FactionId(0), &mind), (FactionId(1), &idle)];
        let lineup = Lineup::Pair([mind.clone(), idle.clone()]);
        let game = Game { level: &level, fixture: &fixture, lineup, minutes: 1.0 };
        let figures = |wrong: Option<Order>| {
            let Board { mut simulation, mut players } = Board::new(&game, &seats).expect("the level spawns");
            wrong.into_iter().for_each(|order| {
                simulation.world_mut().resource_mut::<OrderQueue>().give_by_mind(FactionId(0), order);
            });
            simulation.run(20);
            players[0].read_answers(simulation.world_mut());
            let mut figures = SideFigures::default();
            players[0].add_record(simulation.world(), &mut figures);
            (figures.orders, figures.refused)
        };
        let (orders, refused) = figures(None);
        assert!(orders > 0, "it plays");
        let nobody = Order::fleet(Units::Fleet(FleetId(9_999)), Command::Stop);
        assert_eq!(figures(Some(nobody)), (orders + 1, refused + 1));
    }
}
