//! The grounds of bodies at the beginning of a level: by default at peace, with a full garrison.

use bevy::prelude::*;
use typed_index_collections::TiVec;

use super::garrison::most_in;
use crate::level::Level;
use crate::sim::{BodyId, Ground, Grounds, Sky};

/// Puts the grounds into a world that has its sky, holdings, structures and
/// [`ArmsTable`](crate::sim::world::ArmsTable) already.
pub fn enter_grounds(world: &mut World, level: &Level) {
    let bodies = &world.resource::<Sky>().system.bodies;
    let said =
        |body: &str| level.holding(body).and_then(|holding| holding.ground.clone()).unwrap_or_default();
    let said: Vec<_> = bodies.iter().map(|body| said(&body.name)).collect();
    let ground = |said: &crate::level::model::holdings::Garrison| {
        // A checked level names existing factions.
        let invaders = said.invaders.as_ref();
        let invaders = invaders.and_then(|(name, troopers)| Some((level.faction_id(name)?, *troopers)));
        Ground { invaders, unrest: said.unrest, ruin: said.ruin, ..Ground::default() }
    };
    let mut grounds: TiVec<BodyId, Ground> = said.iter().map(ground).collect();
    let most = most_in(world, &grounds);
    for ((ground, said), most) in grounds.iter_mut().zip(&said).zip(most) {
        ground.defenders = said.defenders.unwrap_or(most).max(0.0);
    }
    world.insert_resource(Grounds(grounds));
}
