//! A small world for the tests of panels.

use bevy::ecs::system::{RunSystemOnce, SystemState};

use super::gather::PlanetData;
use super::panel::portrait::Portrait;
use super::{BuildMenuAt, Page, ShownYard, Subject};
use crate::client::frame::{Player, eyes_of};
use crate::client::hud::layout::places::PanelFolded;
use crate::client::input::{InspectedStructure, Tool};
use crate::client::models::FactionColors;
use crate::client::view::known::seen::{KnownBodies, note_bodies};
use crate::client::view::{BodyPlaces, Moment, Onlooker};
use crate::sim::visibility::test_support::held;
use crate::sim::{FactionId, Simulation, Sky};

/// The world of [`held`] before a player or a spectator, with the resources of the panels.
pub fn watched_by(faction: FactionId) -> Simulation {
    let mut simulation = held();
    let world = simulation.world_mut();
    let places = BodyPlaces(world.resource::<Sky>().now.iter().map(|state| state.position).collect());
    world.insert_resource(places);
    world.insert_resource(Onlooker(eyes_of(faction)));
    world.insert_resource(Player { faction, home: None });
    world.init_resource::<FactionColors>();
    world.init_resource::<KnownBodies>();
    world.init_resource::<Moment>();
    world.init_resource::<Subject>();
    world.init_resource::<Page>();
    world.init_resource::<BuildMenuAt>();
    world.init_resource::<ShownYard>();
    world.init_resource::<Portrait>();
    world.init_resource::<PanelFolded>();
    world.init_resource::<InspectedStructure>();
    world.init_resource::<Tool>();
    world.run_system_once(note_bodies).expect("it runs");
    simulation
}

/// Asks about the world of [`held`], as a player or a spectator sees it.
pub fn seen_by<Answer>(faction: FactionId, ask: impl FnOnce(&PlanetData) -> Answer) -> Answer {
    ask_now(&mut watched_by(faction), ask)
}

/// Asks about a watched world.
pub fn ask_now<Answer>(simulation: &mut Simulation, ask: impl FnOnce(&PlanetData) -> Answer) -> Answer {
    let world = simulation.world_mut();
    let mut state = SystemState::<PlanetData>::new(world);
    ask(&state.get(world).expect("the world is filled"))
}
