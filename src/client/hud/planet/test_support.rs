//! A small world for the tests of panels.

use bevy::ecs::system::{RunSystemOnce, SystemState};

use super::gather::PlanetData;
use crate::client::frame::{Player, eyes_of};
use crate::client::models::FactionColors;
use crate::client::view::Onlooker;
use crate::client::view::known::seen::{KnownBodies, note_bodies};
use crate::sim::FactionId;
use crate::sim::visibility::test_support::held;

/// Asks about the world of [`held`], as a player or a spectator sees it.
pub fn seen_by<Answer>(faction: FactionId, ask: impl FnOnce(&PlanetData) -> Answer) -> Answer {
    let mut simulation = held();
    let world = simulation.world_mut();
    world.insert_resource(Onlooker(eyes_of(faction)));
    world.insert_resource(Player { faction, home: None });
    world.init_resource::<FactionColors>();
    world.init_resource::<KnownBodies>();
    world.run_system_once(note_bodies).expect("it runs");
    let mut state = SystemState::<PlanetData>::new(world);
    ask(&state.get(world).expect("the world is filled"))
}
