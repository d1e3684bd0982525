//! Duels: two fleets of equal cost, each of one class, in a small world of their own.
//!
//! - Enters: the rules, the names of two ship classes, a sum, seeds.
//! - Leaves: the winner, the remains of both sides, and the duration.
//! - Must never: change how ships fight. A duel is an ordinary world with an ordinary level ([`field`]) and
//!   without orders.
//!
//! [`table`] matches every class against every other, and [`page`] writes the page of the rules.

pub mod field;
pub mod page;
pub mod table;

pub use page::markdown_table;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;

use crate::duels::field::DuelSetting;
use crate::rules::Rules;
use crate::sim::{ArmsTable, Condition, FactionId, Fleet, MemberOf, Ship, Simulation, SpawnError};

/// The usual cost of each side: the price of the dearest class.
pub const USUAL_COST: u32 = 12_600;
/// The most that each side may cost.
pub const MOST_COST: u32 = 1_000_000;
/// The usual number of fights.
pub const USUAL_SEEDS: u32 = 100;
/// A fight ends after this number of ticks, a minute of play.
const LONGEST_TICKS: u32 = 1800;
/// Ticks between two checks for the end of the fight.
const LOOK_TICKS: u32 = 5;
/// If both sides still have armed ships, the side with more strength left wins if it leads by this share.
const CLEAR_SHARE: f64 = 0.01;

/// The reason why there is no duel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DuelFault {
    /// No ship class with this name; the others are listed.
    #[error("no ship class is called {0:?}; there are: {1}")]
    NoSuchClass(String, String),
    /// A class that cannot fight.
    #[error("a {0} is unarmed, and fights no duel")]
    Unarmed(String),
    /// More ships than a duel has.
    #[error("{count} ships of the class {class} are too many: a side has up to {}", field::MOST_SHIPS)]
    TooMany {
        /// The class.
        class: String,
        /// The number of ships that the sum buys.
        count: u32,
    },
    /// The world of the duel cannot be made.
    #[error("the duel's world cannot be made: {0}")]
    World(String),
}

impl From<SpawnError> for DuelFault {
    fn from(error: SpawnError) -> Self {
        Self::World(error.to_string())
    }
}

/// The outcome of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The share of its strength that each side has left: armour and shields of its original ships, weighted by
    /// their value. 0 to 1.
    pub left: [f64; 2],
    /// Whether each side still has armed ships, including small craft from hangars, which are not among its
    /// original ships.
    pub armed: [bool; 2],
    /// Seconds of play until one side had no armed ship left, or the fight was broken off.
    pub seconds: f64,
}

impl Outcome {
    /// The winner, 0 or 1: the only side with armed ships, or else the side that is clearly better off;
    /// `None` if neither is.
    pub fn winner(&self) -> Option<usize> {
        let [one, other] = self.left;
        match self.armed {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ if one - other > CLEAR_SHARE => Some(0),
            _ if other - one > CLEAR_SHARE => Some(1),
            _ => None,
        }
    }
}

/// The results of the fights between two classes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The first class.
    pub one: String,
    /// The second class.
    pub other: String,
    /// Number of ships of each side.
    pub ships: [u32; 2],
    /// The budget of each side.
    pub cost: u32,
    /// The number of fights, with seeds from 0.
    pub fights: u32,
    /// Share of the fights that each side won, 0 to 1.
    pub wins: [f64; 2],
    /// Mean share of its strength that each side had left, 0 to 1.
    pub left: [f64; 2],
    /// Mean length, seconds of play.
    pub seconds: f64,
}

impl Score {
    fn of(field: &DuelSetting, outcomes: &[Outcome]) -> Self {
        let fights = u32::try_from(outcomes.len()).unwrap_or(u32::MAX);
        let wins =
            |side: usize| mean(outcomes, |outcome| if outcome.winner() == Some(side) { 1.0 } else { 0.0 });
        Self {
            one: field.classes[0].clone(),
            other: field.classes[1].clone(),
            ships: field.counts,
            cost: field.cost,
            fights,
            wins: [wins(0), wins(1)],
            left: [0, 1].map(|side| mean(outcomes, |outcome| outcome.left[side])),
            seconds: mean(outcomes, |outcome| outcome.seconds),
        }
    }

    /// The score from the other class's point of view.
    #[must_use]
    pub fn turned(self) -> Self {
        let turn = |[one, other]: [f64; 2]| [other, one];
        Self {
            one: self.other,
            other: self.one,
            ships: [self.ships[1], self.ships[0]],
            wins: turn(self.wins),
            left: turn(self.left),
            ..self
        }
    }
}

fn mean(outcomes: &[Outcome], value: impl Fn(&Outcome) -> f64) -> f64 {
    outcomes.iter().map(value).sum::<f64>() / outcomes.len().max(1) as f64
}

/// Lets two classes fight `seeds` times, each side with as many ships as `cost` buys, at least one. The result
/// does not depend on the number of threads.
///
/// # Errors
/// See [`DuelFault`].
pub fn duel(
    rules: &Rules,
    names: [&str; 2],
    cost: u32,
    seeds: u32,
    threads: usize,
) -> Result<Score, DuelFault> {
    let field = DuelSetting::new(rules, names, cost)?;
    let outcomes = spread(seeds as usize, threads, |seed| fight(&field, seed as u64));
    let outcomes: Vec<Outcome> = outcomes.into_iter().collect::<Result<_, _>>()?;
    Ok(Score::of(&field, &outcomes))
}

/// Runs one fight.
///
/// # Errors
/// The world cannot be made; the world of a checked level always can.
pub fn fight(field: &DuelSetting, seed: u64) -> Result<Outcome, DuelFault> {
    let mut simulation = Simulation::with_threads(1, &field.level, &field.rules, seed)?;
    let mut ticks = 0;
    while ticks < LONGEST_TICKS {
        simulation.run(u64::from(LOOK_TICKS));
        ticks += LOOK_TICKS;
        let armed = strengths(&mut simulation, field).armed;
        if armed.contains(&0) {
            break;
        }
    }
    let Strengths { armed, left } = strengths(&mut simulation, field);
    let armed = armed.map(|count| count > 0);
    Ok(Outcome { left, armed, seconds: f64::from(ticks) / crate::orbit::TICKS_PER_SECOND })
}

/// The strengths of the sides at a moment.
struct Strengths {
    /// Ships with weapons.
    armed: [u32; 2],
    /// Remaining share of the initial strength.
    left: [f64; 2],
}

fn strengths(simulation: &mut Simulation, field: &DuelSetting) -> Strengths {
    let world = simulation.world_mut();
    let mut ships = world.query::<(&Ship, &Condition, &MemberOf)>();
    let world = &*world;
    let arms_table = world.resource::<ArmsTable>();
    // A sum of floats depends on its order, and a query's order is unspecified.
    let mut found: Vec<(u32, usize, bool, f64)> = Vec::new();
    for (ship, condition, fleet) in ships.iter(world) {
        let class = arms_table.ships.get(ship.class);
        let faction = world.get::<Fleet>(fleet.0).map(|fleet| fleet.faction);
        if let (Some(class), Some(FactionId(faction @ 0..=1))) = (class, faction) {
            found.push((ship.id.0, faction, class.is_armed(), condition.share(class)));
        }
    }
    found.sort_unstable_by_key(|(id, ..)| *id);
    let mut strengths = Strengths { armed: [0; 2], left: [0.0; 2] };
    for (id, faction, is_armed, share) in found {
        strengths.armed[faction] += u32::from(is_armed);
        // Small craft from hangars are no part of the original fleets.
        if id < field.counts[0] + field.counts[1] {
            strengths.left[faction] += share / f64::from(field.counts[faction]);
        }
    }
    strengths
}

/// Does `count` pieces of work on this number of threads, 0: all of the machine; the results are in their order.
/// If no threads can be started, the present thread does all the work.
pub fn spread<T: Send>(count: usize, threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(|| (0..count).into_par_iter().with_max_len(1).map(&work).collect()),
        Err(_) => (0..count).map(work).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_comes_back_in_its_order() {
        for threads in [0, 1, 3] {
            let squares = spread(50, threads, |index| index * index);
            assert_eq!(squares, (0..50).map(|index| index * index).collect::<Vec<_>>());
        }
        assert_eq!(spread(0, 4, |index| index), Vec::<usize>::new());
    }

    #[test]
    fn the_side_with_clearly_more_left_wins() {
        let winner =
            |one: f64, other: f64| Outcome { left: [one, other], armed: [true; 2], seconds: 1.0 }.winner();
        assert_eq!(winner(0.5, 0.0), Some(0));
        assert_eq!(winner(0.2, 0.4), Some(1));
        assert_eq!(winner(0.305, 0.3), None);
        assert_eq!(winner(0.0, 0.0), None);
    }

    #[test]
    fn the_only_side_with_armed_ships_wins() {
        let winner = |armed: [bool; 2]| Outcome { left: [0.0, 0.0], armed, seconds: 1.0 }.winner();
        assert_eq!(winner([true, false]), Some(0), "its wings have avenged the carrier");
        assert_eq!(winner([false, true]), Some(1));
        assert_eq!(winner([false, false]), None);
    }

    #[test]
    fn a_score_can_be_turned() {
        let score = Score {
            one: "scout".to_owned(),
            other: "carrier".to_owned(),
            ships: [3, 1],
            cost: 900,
            fights: 10,
            wins: [0.25, 0.75],
            left: [0.1, 0.6],
            seconds: 12.0,
        };
        let turned = score.clone().turned();
        assert_eq!((turned.one.as_str(), turned.ships, turned.wins), ("carrier", [1, 3], [0.75, 0.25]));
        assert_eq!(turned.turned(), score);
    }
}
