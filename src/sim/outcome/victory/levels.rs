//! Conditions of victory from levels into the world, and back into saves.
//!
//! - Enters: a checked [`Level`], and a world that has its sky, factions and holdings.
//! - Leaves: [`Contests`] and the [`Verdict`]; or what a save says of them.
//! - Must never: decide who has won.

use bevy::prelude::*;

use super::{Contest, Contests, Decision, Goal, Verdict, reason_of, winners_of};
use crate::level::{ContestState, DecisionState, Level, VerdictState, Victory};
use crate::sim::Sky;
use crate::sim::ids::{BodyId, FactionId};
use crate::sim::world::{Factions, Holdings, Sides, SpawnError, ticks};

/// Puts a level's conditions of victory into a world that has its sky, factions and holdings already, with
/// what a save says of them.
///
/// # Errors
/// For a body or a faction that is not there; a level that was checked names none.
pub fn settle_in(world: &mut World, level: &Level) -> Result<(), SpawnError> {
    let reader = Reader { level, world };
    let contests = level.victory.iter().enumerate().map(|(index, victory)| reader.contest(index, victory));
    let contests = Contests(contests.collect::<Result<_, SpawnError>>()?);
    let decided = level.verdict.decided.as_ref();
    let verdict = Verdict(decided.map(|decided| reader.decision(decided, &contests)).transpose()?);
    world.insert_resource(contests);
    world.insert_resource(verdict);
    Ok(())
}

/// Reads a level.
struct Reader<'a> {
    level: &'a Level,
    world: &'a World,
}

impl Reader<'_> {
    fn contest(&self, index: usize, victory: &Victory) -> Result<Contest, SpawnError> {
        let said = self.level.verdict.progress.get(index);
        let goal = match victory {
            Victory::Eliminate => Goal::Eliminate,
            Victory::HoldPlanets { count, seconds } => {
                Goal::HoldPlanets { count: *count, ticks: ticks(*seconds) }
            }
            Victory::HoldBody { body, seconds } => {
                let place = self.world.resource::<Sky>().system.find(body);
                let body = place.ok_or_else(|| unknown("body", body))?;
                Goal::HoldBody { body, first_owner: self.first_owner(body, said)?, ticks: ticks(*seconds) }
            }
            Victory::Survive { faction, seconds } => {
                Goal::Survive { faction: self.faction(faction)?, ticks: ticks(*seconds) }
            }
        };
        let mut met = vec![0; self.level.factions.len()];
        for (name, ticks) in said.into_iter().flat_map(|said| &said.met) {
            let side = self.world.resource::<Sides>().side(self.faction(name)?);
            if let Some(met) = met.get_mut(usize::from(side)) {
                *met = *ticks;
            }
        }
        Ok(Contest { goal, met })
    }

    /// To whom a body belonged at the start: to whom it does now, where the level is no save.
    fn first_owner(
        &self,
        body: BodyId,
        said: Option<&ContestState>,
    ) -> Result<Option<FactionId>, SpawnError> {
        if self.level.start.is_none() {
            let holding = self.world.resource::<Holdings>().0.get(body);
            return Ok(holding.and_then(|holding| holding.owner));
        }
        said.and_then(|said| said.first_owner.as_ref()).map(|name| self.faction(name)).transpose()
    }

    fn decision(&self, decided: &DecisionState, contests: &Contests) -> Result<Decision, SpawnError> {
        let (factions, sides) = (self.world.resource::<Factions>(), self.world.resource::<Sides>());
        let side = sides.side(self.faction(&decided.winner)?);
        let condition = usize::try_from(decided.condition).unwrap_or(usize::MAX);
        let goal = contests.0.get(condition).map(|contest| contest.goal);
        let reason = goal.map(|goal| reason_of(goal, side, factions, sides, self.world.resource::<Sky>()));
        Ok(Decision {
            side,
            winners: winners_of(side, factions, sides),
            condition,
            reason: reason.unwrap_or_default(),
            tick: decided.tick,
        })
    }

    fn faction(&self, name: &str) -> Result<FactionId, SpawnError> {
        self.level.faction_id(name).ok_or_else(|| unknown("faction", name))
    }
}

fn unknown(what: &'static str, name: &str) -> SpawnError {
    SpawnError::UnknownThing { user: "victory".to_owned(), what, name: name.to_owned() }
}

/// Writes how near everyone is to winning, and who has won, into the level that a world is captured in.
pub fn capture_into(world: &World, level: &mut Level) {
    let (Some(contests), Some(verdict)) = (world.get_resource::<Contests>(), world.get_resource::<Verdict>())
    else {
        return;
    };
    let name = |faction: FactionId| level.factions.get(faction.0).map(|faction| faction.name.clone());
    let progress: Vec<ContestState> = contests.0.iter().map(|contest| state(contest, name)).collect();
    let has_begun = progress.iter().any(|one| *one != ContestState::default());
    let decided = verdict.0.as_ref().and_then(|decision| {
        Some(DecisionState {
            winner: name(FactionId(usize::from(decision.side)))?,
            condition: u32::try_from(decision.condition).unwrap_or(u32::MAX),
            tick: decision.tick,
        })
    });
    level.verdict = VerdictState { decided, progress: if has_begun { progress } else { Vec::new() } };
}

/// A contest as a save says it. The number of a side is that of its first faction.
fn state(contest: &Contest, name: impl Fn(FactionId) -> Option<String>) -> ContestState {
    let first_owner = match contest.goal {
        Goal::HoldBody { first_owner, .. } => first_owner.and_then(&name),
        Goal::Eliminate | Goal::HoldPlanets { .. } | Goal::Survive { .. } => None,
    };
    let met = contest.met.iter().enumerate().filter(|(_, ticks)| **ticks > 0);
    let met = met.filter_map(|(side, ticks)| Some((name(FactionId(side))?, *ticks))).collect();
    ContestState { first_owner, met }
}
