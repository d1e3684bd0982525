//! Resources that live as long as a world, and no longer.
//!
//! - Enters: the resources of a world, each named by the plugin that needs it, in `sim` and in the client.
//! - Leaves: all of them as they are at the beginning, and a new [`Era`], whenever a world is removed.
//! - Must never: reset choices from outside, such as the viewer or the rules of steering.

use bevy::prelude::*;

/// The number of the present world. Memory that is kept elsewhere, such as the `Local` of a system, holds the
/// era it was made in, and is void in any other one. No part of a world's state: neither hashed nor saved.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Era(u64);

/// How each resource of a world is reset.
#[derive(Resource, Default)]
struct Resets(Vec<fn(&mut World)>);

/// Adds resources that live as long as a world.
pub trait OfWorld {
    /// Adds a resource that has its default value at the beginning of every world.
    fn init_of_world<T: Resource + Default>(&mut self) -> &mut Self;
}

impl OfWorld for App {
    fn init_of_world<T: Resource + Default>(&mut self) -> &mut Self {
        self.init_resource::<T>();
        self.world_mut().get_resource_or_init::<Resets>().0.push(reset::<T>);
        self
    }
}

fn reset<T: Resource + Default>(world: &mut World) {
    world.insert_resource(T::default());
}

/// Resets all resources of a world, and begins the next era.
pub(super) fn begin_era(world: &mut World) {
    world.get_resource_or_init::<Era>().0 += 1;
    let all = world.get_resource::<Resets>().map(|resets| resets.0.clone());
    all.unwrap_or_default().into_iter().for_each(|reset| reset(world));
}
