//! Torpedoes from a level into the world, and back.
//!
//! - Enters: what a save says of torpedoes under way.
//! - Leaves: [`Torpedo`]es, and the same words and numbers again, so that what is captured and settled in
//!   again goes on bit by bit.
//! - Must never: judge a level; its check has done so.

use bevy::prelude::*;
use glam::DVec3;

use super::launching::Aim;
use super::{Torpedo, class_of, heading_of};
use crate::level::{Level, MarkState, TorpedoState};
use crate::sim::Sky;
use crate::sim::ids::TargetId;
use crate::sim::world::{Armoury, Factions, Position, Sides, SpawnError};

/// Puts the torpedoes of a level into a world that has its [`Sky`], [`Armoury`], [`Factions`] and [`Sides`].
///
/// # Errors
/// For a name that nothing has; a level that was checked has none.
pub fn settle_in(world: &mut World, level: &Level) -> Result<(), SpawnError> {
    for (index, state) in level.torpedoes.iter().enumerate() {
        let torpedo = torpedo(world, state, &format!("torpedoes[{index}]"))?;
        let position = Position(DVec3::from(state.position_km));
        world.spawn((torpedo, position));
    }
    Ok(())
}

fn torpedo(world: &World, state: &TorpedoState, user: &str) -> Result<Torpedo, SpawnError> {
    let armoury = world.resource::<Armoury>();
    let factions = &world.resource::<Factions>().0;
    let weapon = armoury.weapons.iter().position(|weapon| weapon.name == state.weapon);
    let weapon = weapon.filter(|&weapon| class_of(armoury, weapon).is_some());
    let weapon = weapon.ok_or_else(|| unknown(user, "weapon with torpedoes", &state.weapon))?;
    let faction = factions.position(|faction| faction.name == state.faction);
    let faction = faction.ok_or_else(|| unknown(user, "faction", &state.faction))?;
    let own_velocity = DVec3::from(state.own_velocity_km_s);
    let body = |name: &String| {
        let found = world.resource::<Sky>().system.find(name);
        found.map(Aim::Ground).ok_or_else(|| unknown(user, "body", name))
    };
    let ground = state.ground.as_ref().map(body).transpose()?;
    Ok(Torpedo {
        id: state.id,
        weapon,
        faction,
        side: world.resource::<Sides>().side(faction),
        by: TargetId::from(state.by),
        target: ground.or(state.target.map(|mark| Aim::Hull(TargetId::from(mark)))),
        own_velocity,
        heading: heading_of(own_velocity),
        fuel_ticks: state.fuel_ticks,
        age_ticks: state.age_ticks,
        points: state.points,
    })
}

fn unknown(user: &str, what: &'static str, name: &str) -> SpawnError {
    SpawnError::UnknownThing { user: user.to_owned(), what, name: name.to_owned() }
}

/// Writes the torpedoes under way into the level that a world is captured in, in the order of their numbers.
pub fn capture_into(world: &mut World, level: &mut Level) {
    let mut query = world.query::<(&Torpedo, &Position)>();
    let (armoury, factions) = (world.resource::<Armoury>(), world.resource::<Factions>());
    let sky = world.resource::<Sky>();
    let ground_of = |aim: Aim| Some(sky.system.bodies.get(aim.ground()?)?.name.clone());
    let states = query.iter(world).filter_map(|(torpedo, position)| {
        Some(TorpedoState {
            id: torpedo.id,
            weapon: armoury.weapons.get(torpedo.weapon)?.name.clone(),
            faction: factions.0.get(torpedo.faction)?.name.clone(),
            by: MarkState::from(torpedo.by),
            target: torpedo.target.and_then(Aim::hull).map(MarkState::from),
            ground: torpedo.target.and_then(ground_of),
            position_km: position.0.into(),
            own_velocity_km_s: torpedo.own_velocity.into(),
            fuel_ticks: torpedo.fuel_ticks,
            age_ticks: torpedo.age_ticks,
            points: torpedo.points,
        })
    });
    level.torpedoes = states.collect();
    level.torpedoes.sort_unstable_by_key(|state| state.id);
}
