//! What goes on upon the ground, from a level into the world and back.
//!
//! - Enters: the `ground` of a level's holdings, in a world that has its sky, holdings, structures and
//!   [`Armoury`](crate::sim::world::Armoury) already.
//! - Leaves: [`Grounds`], and the same words and numbers again.
//! - Must never: judge a level (its check has done so).
//!
//! Of a ground at peace with as many defenders as there can be a level says nothing.

use bevy::prelude::*;
use typed_index_collections::TiVec;

use super::garrison::most_in;
use crate::level::{GroundState, Holding, Level};
use crate::sim::Sky;
use crate::sim::ids::{BodyId, FactionId};
use crate::sim::world::{Factions, Ground, Grounds, SpawnError};

/// Puts into a world what goes on upon its grounds.
///
/// # Errors
/// For a faction that is not there; a level that was checked names none.
pub fn settle_in(world: &mut World, level: &Level) -> Result<(), SpawnError> {
    let sky = world.resource::<Sky>();
    let states: TiVec<BodyId, GroundState> = sky
        .system
        .bodies
        .iter()
        .map(|body| level.holding(&body.name).and_then(|said| said.ground.clone()).unwrap_or_default())
        .collect();
    let mut grounds: TiVec<BodyId, Ground> =
        states.iter().map(|state| ground(level, state)).collect::<Result<_, SpawnError>>()?;
    let most = most_in(world, &grounds);
    for ((ground, state), most) in grounds.iter_mut().zip(&states).zip(most) {
        ground.defenders = state.defenders.unwrap_or(most).max(0.0);
    }
    world.insert_resource(Grounds(grounds));
    Ok(())
}

/// A ground as a level says it, but for its defenders.
fn ground(level: &Level, state: &GroundState) -> Result<Ground, SpawnError> {
    let faction = |name: &String| {
        let unknown = || SpawnError::UnknownThing {
            user: "the ground of a body".to_owned(),
            what: "faction",
            name: name.clone(),
        };
        level.faction_id(name).ok_or_else(unknown)
    };
    let invaders = state.invaders.as_ref().map(|(name, count)| faction(name).map(|who| (who, *count)));
    let held = state.held.as_ref().map(|(name, ticks)| faction(name).map(|who| (who, *ticks)));
    Ok(Ground {
        defenders: 0.0,
        invaders: invaders.transpose()?,
        unrest: state.unrest.clamp(0.0, 1.0),
        ruin: state.ruin.clamp(0.0, 1.0),
        delay_ticks: state.delay_ticks,
        held: held.transpose()?,
    })
}

/// Writes what goes on upon the grounds into the holdings of the level that a world is captured in. A world
/// into which nothing was settled leaves them as they are.
pub fn capture_into(world: &mut World, level: &mut Level) {
    let Some(grounds) = world.get_resource::<Grounds>().cloned() else { return };
    let most = most_in(world, &grounds.0);
    let (sky, factions) = (world.resource::<Sky>(), world.resource::<Factions>());
    for ((body, ground), most) in sky.system.bodies.iter().zip(&grounds.0).zip(most) {
        let state = state(ground, most, factions);
        if state == GroundState::default() {
            continue;
        }
        let listed = level.holdings.iter_mut().find(|one| one.body.eq_ignore_ascii_case(&body.name));
        match listed {
            Some(holding) => holding.ground = Some(state),
            None => level.holdings.push(Holding {
                body: body.name.clone(),
                ground: Some(state),
                ..Holding::default()
            }),
        }
    }
}

fn state(ground: &Ground, most: f64, factions: &Factions) -> GroundState {
    let name = |faction: FactionId| factions.0.get(faction).map(|faction| faction.name.clone());
    GroundState {
        defenders: (ground.defenders != most).then_some(ground.defenders),
        invaders: ground.invaders.and_then(|(who, count)| Some((name(who)?, count))),
        unrest: ground.unrest,
        ruin: ground.ruin,
        delay_ticks: ground.delay_ticks,
        held: ground.held.and_then(|(who, ticks)| Some((name(who)?, ticks))),
    }
}
