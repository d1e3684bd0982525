//! The conditions of victory at the beginning of a world, and after a save.

use bevy::prelude::*;

use super::{Contest, Contests, Decision, Verdict, VictoryGoal, reason_of, winners_of};
use crate::level::{Level, Victory};
use crate::sim::{Factions, Holdings, Sides, Sky, SpawnError, ticks};

/// Adds a level's conditions of victory to a world that has its sky, factions and holdings already. No side has
/// made progress.
///
/// # Errors
/// For an unknown body or faction; a checked level has none.
pub fn settle_in(world: &mut World, level: &Level) -> Result<(), SpawnError> {
    let contests = level.victory.iter().map(|victory| contest(world, level, victory));
    let contests = Contests(contests.collect::<Result<_, SpawnError>>()?);
    world.insert_resource(contests);
    world.insert_resource(Verdict::default());
    Ok(())
}

fn contest(world: &World, level: &Level, victory: &Victory) -> Result<Contest, SpawnError> {
    let goal = match victory {
        Victory::Eliminate => VictoryGoal::Eliminate,
        Victory::HoldPlanets { count, seconds } => {
            VictoryGoal::HoldPlanets { count: *count, ticks: ticks(*seconds) }
        }
        Victory::HoldBody { body, seconds } => {
            let place = world.resource::<Sky>().system.find(body);
            let body = place.ok_or_else(|| SpawnError::unknown("victory", "body", body))?;
            let holding = world.resource::<Holdings>().0.get(body);
            let first_owner = holding.and_then(|holding| holding.owner);
            VictoryGoal::HoldBody { body, first_owner, ticks: ticks(*seconds) }
        }
        Victory::Survive { faction, seconds } => {
            let id = level
                .faction_id(faction)
                .ok_or_else(|| SpawnError::unknown("victory", "faction", faction))?;
            VictoryGoal::Survive { faction: id, ticks: ticks(*seconds) }
        }
    };
    Ok(Contest { goal, met: vec![0; level.factions.len()] })
}

/// Resumes the contests of a level from a save, in a world that has the level's contests. The text of a decision
/// follows from it.
pub fn go_on(world: &mut World, contests: &Contests, verdict: &Verdict) {
    let mut own = world.resource::<Contests>().clone();
    for (one, saved) in own.0.iter_mut().zip(&contests.0) {
        one.met.clone_from(&saved.met);
        if let (VictoryGoal::HoldBody { first_owner, .. }, VictoryGoal::HoldBody { first_owner: first, .. }) =
            (&mut one.goal, saved.goal)
        {
            *first_owner = first;
        }
    }
    let (factions, sides) = (world.resource::<Factions>(), world.resource::<Sides>());
    let decision = verdict.0.clone().map(|decision| {
        let goal = own.0.get(decision.condition).map(|contest| contest.goal);
        let reason = |goal| reason_of(goal, decision.side, factions, sides, world.resource::<Sky>());
        Decision {
            winners: winners_of(decision.side, factions, sides),
            reason: goal.map(reason).unwrap_or_default(),
            ..decision
        }
    });
    world.insert_resource(own);
    world.insert_resource(Verdict(decision));
}

/// Faults of a save's contests and decision, each with its path.
pub fn faults(
    contests: &Contests,
    verdict: &Verdict,
    level: &Level,
    tick: u64,
) -> Option<(&'static str, String)> {
    let (conditions, factions) = (level.victory.len(), level.factions.len());
    if contests.0.len() != conditions || contests.0.iter().any(|contest| contest.met.len() != factions) {
        return Some(("contests", format!("{conditions} conditions and {factions} factions are expected")));
    }
    let decision = verdict.0.as_ref()?;
    let is_possible = decision.condition < conditions && usize::from(decision.side) < factions;
    (!is_possible || decision.tick > tick)
        .then(|| ("verdict", "no such condition, no such side, or a tick that has not come yet".to_owned()))
}
