//! A game: a level with two contestants, from its beginning to the decision or the last minute.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::file::Contestant;
use super::gauge::{Gauge, SideFigures};
use super::later::begin_later;
use super::schedule::Fixture;
use super::sparring::{LOOK_TICKS, Script, orders_of};
use super::stopwatch::{self, MindCost, Stopwatch};
use super::{LeagueError, LeagueLevel};
use crate::ai;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::economy::Economies;
use crate::sim::steering::system::Sharing;
use crate::sim::visibility::Views;
use crate::sim::{FactionId, Minds, OrderQueue, Simulation, Verdict};

/// What scripts look at.
type Inputs<'w, 's> = (Views<'w, 's>, Economies<'w>);

/// A game that is to be played, with all that decides how it comes out.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// The level.
    pub level: &'a LeagueLevel,
    /// Seed, date and sides.
    pub fixture: &'a Fixture,
    /// The contestants, in the order of the pair.
    pub contestants: [Contestant; 2],
    /// A game without a decision ends after this time, minutes of play.
    pub minutes: f64,
}

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

/// A result with the cost of minds, which differs from run to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// The result.
    pub result: GameResult,
    /// The cost; `None` without minds.
    pub cost: Option<MindCost>,
}

impl PlayedGame {
    /// The result as that of a game with the same course, which has its own place in a league, and perhaps another
    /// name of the same level.
    #[must_use]
    pub fn placed(mut self, game: &Game<'_>) -> Self {
        self.result.fixture = game.fixture.clone();
        self.result.level = game.level.name.clone();
        self
    }
}

/// A contestant at its place.
struct Player {
    faction: FactionId,
    script: Option<Box<dyn Script>>,
    orders: u32,
    refused: u32,
}

/// Plays a game.
///
/// # Errors
/// The world cannot be made.
pub fn play(game: &Game<'_>) -> Result<PlayedGame, LeagueError> {
    let swapped = game.fixture.swapped;
    let factions = [FactionId(usize::from(swapped)), FactionId(usize::from(!swapped))];
    let mut simulation = world_of(game, factions)?;
    let mut players = [0, 1].map(|index| Player::new(&game.contestants[index], factions[index]));
    let mut views = SystemState::<Inputs>::new(simulation.world_mut());
    let mut gauge = Gauge::new(simulation.world_mut(), factions);
    let last_tick = (game.minutes * 60.0 * TICKS_PER_SECOND) as u64;
    while simulation.tick_count() < last_tick && !is_decided(&simulation) {
        let before = simulation.tick_count();
        if before.is_multiple_of(LOOK_TICKS) {
            players.iter_mut().for_each(|player| player.look(simulation.world_mut(), &mut views));
        }
        simulation.run(1);
        gauge.note(simulation.world_mut());
        if simulation.tick_count() == before {
            // The calendar has ended.
            break;
        }
    }
    Ok(result_of(game, &mut simulation, &mut players, &gauge))
}

/// The world of a game at its beginning, with the minds of the contestants.
fn world_of(game: &Game<'_>, factions: [FactionId; 2]) -> Result<Simulation, LeagueError> {
    let LeagueLevel { level, rules, .. } = game.level;
    let mut level = level.clone();
    begin_later(&mut level, game.fixture.days).map_err(LeagueError::World)?;
    for (contestant, faction) in game.contestants.iter().zip(factions) {
        if let Some(faction) = level.factions.get_mut(faction.0) {
            faction.mind = contestant.mind(&rules.minds);
            faction.handicap = contestant.handicap();
        }
    }
    let players = |app: &mut App| {
        app.add_plugins((ai::plugin, stopwatch::plugin));
    };
    let sharing = Sharing { threads: 1, ..Sharing::default() };
    Simulation::with_players(players, sharing, &level, rules, game.fixture.seed)
        .map_err(|error| LeagueError::World(error.to_string()))
}

/// The result of a game that has ended.
fn result_of(
    game: &Game<'_>,
    simulation: &mut Simulation,
    players: &mut [Player; 2],
    gauge: &Gauge,
) -> PlayedGame {
    let Game { level, fixture, contestants, .. } = game;
    let seconds = simulation.tick_count() as f64 / TICKS_PER_SECOND;
    let world = simulation.world_mut();
    let mut sides = gauge.figures();
    for (figures, player) in sides.iter_mut().zip(players.iter_mut()) {
        player.read_answers(world);
        player.add_record(world, figures);
    }
    let decision = world.resource::<Verdict>().0.clone();
    let winner = decision.as_ref().and_then(|decision| {
        players.iter().position(|player| usize::from(decision.side) == player.faction.0)
    });
    let minds = contestants.iter().filter(|one| one.is_mind()).count();
    let result = GameResult {
        fixture: Fixture::clone(fixture),
        names: contestants.each_ref().map(|contestant| contestant.name(&level.rules.minds)),
        level: level.name.clone(),
        seed: fixture.seed,
        days: fixture.days,
        winner,
        first_faction_won: winner.map(|winner| players[winner].faction.0 == 0),
        reason: decision.map(|decision| decision.reason).unwrap_or_default(),
        seconds,
        led_at_half_time: gauge.leader_at(seconds / 2.0),
        battles: gauge.battles(world),
        sides,
    };
    PlayedGame { result, cost: world.resource::<Stopwatch>().cost(minds) }
}

fn is_decided(simulation: &Simulation) -> bool {
    simulation.world().resource::<Verdict>().0.is_some()
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
        let game = Game {
            level: &level,
            fixture: &fixture,
            contestants: [mind, Contestant::Partner(Partner::Idle)],
            minutes: 1.0,
        };
        let factions = [FactionId(0), FactionId(1)];
        let figures = |wrong: Option<Order>| {
            let mut simulation = world_of(&game, factions).expect("the level spawns");
            let mut player = Player::new(&game.contestants[0], factions[0]);
            wrong.into_iter().for_each(|order| {
                simulation.world_mut().resource_mut::<OrderQueue>().give_by_mind(factions[0], order);
            });
            simulation.run(20);
            player.read_answers(simulation.world_mut());
            let mut figures = SideFigures::default();
            player.add_record(simulation.world(), &mut figures);
            (figures.orders, figures.refused)
        };
        let (orders, refused) = figures(None);
        assert!(orders > 0, "it plays");
        let nobody = Order::fleet(Units::Fleet(FleetId(9_999)), Command::Stop);
        assert_eq!(figures(Some(nobody)), (orders + 1, refused + 1));
    }
}
