//! What lives as long as a world, and no longer.
//!
//! - Enters: the resources that the parts of a tick keep, each named by its plugin.
//! - Leaves: all of them as they are at the beginning, whenever a world is spawned.
//! - Must never: begin anything anew that is chosen from outside: who looks on, by which rules ships steer.

use bevy::prelude::*;

/// How each resource of a world is begun anew.
#[derive(Resource, Default)]
struct Beginnings(Vec<fn(&mut World)>);

/// Adds resources that live as long as a world.
pub(super) trait OfWorld {
    /// Adds a resource that begins anew with every world that is spawned.
    fn init_of_world<T: Resource + Default>(&mut self) -> &mut Self;
}

impl OfWorld for App {
    fn init_of_world<T: Resource + Default>(&mut self) -> &mut Self {
        self.init_resource::<T>();
        self.world_mut().get_resource_or_init::<Beginnings>().0.push(begin::<T>);
        self
    }
}

fn begin<T: Resource + Default>(world: &mut World) {
    world.insert_resource(T::default());
}

/// Begins all of them anew.
pub(super) fn begin_anew(world: &mut World) {
    let all = world.get_resource::<Beginnings>().map(|beginnings| beginnings.0.clone());
    all.unwrap_or_default().into_iter().for_each(|begin| begin(world));
}
