//! Reorders a world's storage between ticks: components of the test come and go, and unrelated entities are
//! spawned and despawned.

use bevy::ecs::resource::IsResource;
use bevy::prelude::{Component, Entity, Without, World};
use ecliptic::sim::ids::ShipId;
use ecliptic::sim::world::Ship;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// One of this many entities is moved between two ticks.
const ONE_IN: u32 = 3;
/// Limit on unrelated entities.
const MOST_STRANGERS: usize = 40;

/// Without meaning; moves its owner into another table.
#[derive(Component)]
struct Ballast(#[expect(dead_code, reason = "it only takes up room")] u64);

/// Without meaning and without size.
#[derive(Component)]
struct Tag;

/// Without meaning, and stored outside of all tables.
#[derive(Component)]
#[component(storage = "SparseSet")]
struct Label;

/// Additions and removals, with their own source of chance.
pub struct Storage {
    chance: ChaCha8Rng,
    strangers: Vec<Entity>,
    /// Whether ships were ever stored in another order.
    has_moved: bool,
}

impl Storage {
    pub fn new(seed: u64) -> Self {
        Self { chance: ChaCha8Rng::seed_from_u64(seed), strangers: Vec::new(), has_moved: false }
    }

    /// Moves many entities to other tables.
    pub fn shake(&mut self, world: &mut World) {
        let before = ships_as_stored(world);
        let mut things = world.query_filtered::<Entity, Without<IsResource>>();
        let things: Vec<Entity> = things.iter(world).collect();
        for thing in things {
            if self.chance.random_range(0..ONE_IN) == 0 {
                self.change(world, thing);
            }
        }
        self.greet(world);
        self.has_moved |= before != ships_as_stored(world);
    }

    fn change(&mut self, world: &mut World, thing: Entity) {
        let mut thing = world.entity_mut(thing);
        match self.chance.random_range(0_u32..6) {
            0 => thing.insert(Ballast(1)),
            1 => thing.remove::<Ballast>(),
            2 => thing.insert(Tag),
            3 => thing.remove::<Tag>(),
            4 => thing.insert(Label),
            _ => thing.remove::<Label>(),
        };
    }

    /// Spawns some unrelated entities, and despawns others.
    fn greet(&mut self, world: &mut World) {
        let strangers = (0..self.chance.random_range(0..4)).map(|_| world.spawn((Tag, Ballast(2))).id());
        self.strangers.extend(strangers);
        while self.strangers.len() > MOST_STRANGERS {
            let gone = self.strangers.swap_remove(self.chance.random_range(0..self.strangers.len()));
            world.despawn(gone);
        }
    }

    /// Whether ships were ever stored in another order.
    pub fn has_moved(&self) -> bool {
        self.has_moved
    }
}

/// The ships in the order in which they are stored.
fn ships_as_stored(world: &mut World) -> Vec<ShipId> {
    let mut ships = world.query::<&Ship>();
    ships.iter(world).map(|ship| ship.id).collect()
}
