//! One step from a world to the next: the screen is cleared, the world removed, the next one spawned.

use bevy::prelude::*;

use super::AppState;
use super::opened::Opened;
use crate::sim::snapshot::spawn;

/// Marks entities that stay on the screen from world to world. Every other `Node` and `Mesh3d` is despawned with
/// its world.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Lasting;

/// The parts of an exchange of worlds, in `OnEnter(AppState::Loading)`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExchangeSystems {
    /// The next world is spawned in the place of the present one.
    Spawn,
    /// The seats are set by its level.
    Seat,
}

/// Clears each kind of messages.
#[derive(Resource, Default)]
struct Queues(Vec<fn(&mut World)>);

/// Adds messages that belong to one world.
pub trait MessagesOfWorld {
    /// Adds messages that are dropped with the world in which they were written.
    fn add_message_of_world<M: Message>(&mut self) -> &mut Self;
}

impl MessagesOfWorld for App {
    fn add_message_of_world<M: Message>(&mut self) -> &mut Self {
        self.add_message::<M>();
        self.world_mut().get_resource_or_init::<Queues>().0.push(empty::<M>);
        self
    }
}

/// The count of messages stays, so that readers miss no later message.
fn empty<M: Message>(world: &mut World) {
    if let Some(mut messages) = world.get_resource_mut::<Messages<M>>() {
        messages.clear();
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Queues>();
    app.configure_sets(OnEnter(AppState::Loading), (ExchangeSystems::Spawn, ExchangeSystems::Seat).chain());
    app.add_systems(OnEnter(AppState::Loading), exchange.in_set(ExchangeSystems::Spawn));
}

/// Removes the present world with all its resources and entities, and spawns the opened one.
fn exchange(world: &mut World) {
    let Some(opened) = world.remove_resource::<Opened>() else { return };
    clear_screen(world);
    let queues = world.get_resource::<Queues>().map(|queues| queues.0.clone());
    queues.unwrap_or_default().into_iter().for_each(|empty| empty(world));
    // The level was tried when it was read, so this cannot fail; without a world nothing would be drawn.
    if let Err(error) = spawn(world, &opened.level, &opened.rules, opened.seed) {
        error!("{error}");
        world.write_message(AppExit::error());
    }
    if let Some(playback) = opened.playback {
        world.insert_resource(playback);
    }
    world.resource_mut::<NextState<AppState>>().set(opened.state);
}

fn clear_screen(world: &mut World) {
    type Drawn = (Or<(With<Node>, With<Mesh3d>)>, Without<ChildOf>, Without<Lasting>);
    let mut drawn = world.query_filtered::<Entity, Drawn>();
    let drawn: Vec<Entity> = drawn.iter(world).collect();
    for entity in drawn {
        // Some entities despawn with their parents.
        world.try_despawn(entity).ok();
    }
}
