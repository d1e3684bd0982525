//! The conditions of victory at the beginning of a world, and after a save.

use bevy::prelude::*;

use super::reason::{Merit, WordsOf, winners_of};
use super::{Contest, Contests, Decision, Verdict, VictoryGoal};
use crate::level::{Level, StarSystem, Victory};
use crate::sim::outcome::history::History;
use crate::sim::{BodyId, FactionId, Factions, Holdings, Sides, Sky, SpawnError, ticks};

/// Adds the conditions of victory to a new world that has its sky, factions and holdings already. No side has made
/// progress.
///
/// # Errors
/// For an unknown body or faction; a checked level has none.
pub fn begin_contests(world: &mut World, level: &Level) -> Result<(), SpawnError> {
    let (system, holdings) = (&world.resource::<Sky>().system, world.resource::<Holdings>());
    let owner = |body: BodyId| holdings.0.get(body).and_then(|holding| holding.owner);
    let contests = level.victory.iter().map(|victory| {
        Ok(Contest { goal: goal(victory, level, system, owner)?, met: vec![0; level.factions.len()] })
    });
    let contests = Contests(contests.collect::<Result<_, SpawnError>>()?);
    world.insert_resource(contests);
    world.insert_resource(Verdict::default());
    Ok(())
}

fn goal(
    victory: &Victory,
    level: &Level,
    system: &StarSystem,
    first_owner: impl Fn(BodyId) -> Option<FactionId>,
) -> Result<VictoryGoal, SpawnError> {
    let unknown = |what, name: &str| SpawnError::unknown("victory", what, name);
    Ok(match victory {
        Victory::Eliminate => VictoryGoal::Eliminate,
        Victory::HoldPlanets { count, seconds } => {
            VictoryGoal::HoldPlanets { count: *count, ticks: ticks(*seconds) }
        }
        Victory::HoldBody { body, seconds } => {
            let body = system.find(body).ok_or_else(|| unknown("body", body))?;
            VictoryGoal::HoldBody { body, first_owner: first_owner(body), ticks: ticks(*seconds) }
        }
        Victory::Survive { faction, seconds } => {
            let id = level.faction_id(faction).ok_or_else(|| unknown("faction", faction))?;
            VictoryGoal::Survive { faction: id, ticks: ticks(*seconds) }
        }
    })
}

/// Resumes the contests and the decision of a save, in a world with its history. The text of a decision follows from
/// both.
pub fn resume(world: &mut World, contests: Contests, verdict: Verdict) {
    let (factions, sides) = (world.resource::<Factions>(), world.resource::<Sides>());
    let (sky, past) = (world.resource::<Sky>(), world.resource::<History>());
    let decision = verdict.0.map(|decision| {
        let goal = contests.0.get(decision.condition).map(|contest| contest.goal);
        let merit = |goal| WordsOf { factions, sides, sky, past }.merit(goal, decision.side);
        let Merit { words: reason, surrendered } = goal.map(merit).unwrap_or_default();
        Decision { winners: winners_of(decision.side, factions, sides), reason, surrendered, ..decision }
    });
    world.insert_resource(contests);
    world.insert_resource(Verdict(decision));
}

/// Faults of a save's contests and decision, each with its path.
pub fn faults(
    contests: &Contests,
    verdict: &Verdict,
    (level, system): (&Level, &StarSystem),
    tick: u64,
) -> Option<(&'static str, String)> {
    let (conditions, factions) = (level.victory.len(), level.factions.len());
    if contests.0.len() != conditions || contests.0.iter().any(|contest| contest.met.len() != factions) {
        return Some(("contests", format!("{conditions} conditions and {factions} factions are expected")));
    }
    let is_other = |(contest, victory): &(&Contest, &Victory)| {
        let first_owner =
            if let VictoryGoal::HoldBody { first_owner, .. } = contest.goal { first_owner } else { None };
        goal(victory, level, system, |_| first_owner).ok() != Some(contest.goal)
    };
    if contests.0.iter().zip(&level.victory).any(|pair| is_other(&pair)) {
        return Some(("contests", "a goal is not that of the level".to_owned()));
    }
    let decision = verdict.0.as_ref()?;
    let is_possible = decision.condition < conditions && usize::from(decision.side) < factions;
    (!is_possible || decision.tick > tick)
        .then(|| ("verdict", "no such condition, no such side, or a tick that has not come yet".to_owned()))
}
