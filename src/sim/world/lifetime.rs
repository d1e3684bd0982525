//! Resources that live exactly as long as a world; and which types are scratch.
//!
//! Every type of the world is state, which is hashed and saved, or scratch: derived from the state, recomputed in
//! every tick, or for the screen alone. Each room declares its scratch beside its systems with the reason; a test
//! walks the world and fails on a type that is neither.

use std::any::{TypeId, type_name};

use bevy::prelude::*;

/// The number of the present world. Memory outside a world, such as the client's `Kept`, holds the era in which it
/// was made, and is void in any other. No part of a world's state: neither hashed nor saved.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Era(u64);

/// Resets or removes each resource of a world.
#[derive(Resource, Default)]
struct Resets(Vec<fn(&mut World)>);

/// A type that is no state.
#[derive(Clone, Copy, Debug)]
pub struct Scratch {
    /// The type.
    pub of: TypeId,
    /// The type's path.
    pub name: &'static str,
    /// Why the type needs neither hashing nor saving.
    pub reason: &'static str,
}

/// All types that are not state.
#[derive(Resource, Default)]
pub(in crate::sim) struct AllScratch(pub(in crate::sim) Vec<Scratch>);

/// Adds resources that live as long as a world.
pub trait OfWorld {
    /// Adds a resource that has its default value at the beginning of every world.
    fn init_of_world<T: Resource + Default>(&mut self) -> &mut Self;

    /// Declares a resource that each world gets from its own systems: it is removed with its world.
    fn remove_with_world<T: Resource>(&mut self) -> &mut Self;

    /// Adds a resource of the world that is scratch.
    fn init_scratch<T: Resource + Default>(&mut self, reason: &'static str) -> &mut Self;

    /// Declares a component or a resource as scratch: `reason` says why it needs no hashing.
    fn declare_scratch<T: Component>(&mut self, reason: &'static str) -> &mut Self;
}

impl OfWorld for App {
    fn init_of_world<T: Resource + Default>(&mut self) -> &mut Self {
        self.init_resource::<T>();
        self.world_mut().get_resource_or_init::<Resets>().0.push(reset::<T>);
        self
    }

    fn remove_with_world<T: Resource>(&mut self) -> &mut Self {
        self.world_mut().get_resource_or_init::<Resets>().0.push(remove::<T>);
        self
    }

    fn init_scratch<T: Resource + Default>(&mut self, reason: &'static str) -> &mut Self {
        self.init_of_world::<T>().declare_scratch::<T>(reason)
    }

    fn declare_scratch<T: Component>(&mut self, reason: &'static str) -> &mut Self {
        let scratch = Scratch { of: TypeId::of::<T>(), name: type_name::<T>(), reason };
        self.world_mut().get_resource_or_init::<AllScratch>().0.push(scratch);
        self
    }
}

pub(in crate::sim) fn plugin(app: &mut App) {
    app.declare_scratch::<Era>("counts worlds, not what happens in one")
        .declare_scratch::<Resets>("how worlds are reset")
        .declare_scratch::<AllScratch>("the list of all scratch");
}

fn reset<T: Resource + Default>(world: &mut World) {
    world.insert_resource(T::default());
}

fn remove<T: Resource>(world: &mut World) {
    world.remove_resource::<T>();
}

/// Resets or removes all resources of a world, and begins the next era.
pub(in crate::sim) fn begin_era(world: &mut World) {
    world.get_resource_or_init::<Era>().0 += 1;
    let all = world.get_resource::<Resets>().map(|resets| resets.0.clone());
    all.unwrap_or_default().into_iter().for_each(|reset| reset(world));
}
