//! Logs of games: read whatever their bytes are, played again, and compared.

mod commands;
mod frame;
mod kill;
mod memory;
mod mutants;
mod pause;
mod proof;
mod reader;
mod trial;
mod wars;

use ecliptic::ai;
use ecliptic::level::{Level, MindChoice};
use ecliptic::record::{self, Log};
use ecliptic::rules::Rules;
use ecliptic::sim::ids::{FactionId, FleetId};
use ecliptic::sim::steering::system::Sharing;
use ecliptic::sim::{Command, Digests, Order, OrderQueue, Simulation, Units};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::sim::worlds::{from_environment, shipped, written};

/// The duel, with a mind of a skill on each side.
fn duel(skills: [&str; 2]) -> (Level, Rules) {
    let (mut level, rules) = shipped("duel.ron");
    for (faction, skill) in level.factions.iter_mut().zip(skills) {
        faction.mind = Some(MindChoice::new(skill, "corsair"));
    }
    (level, rules)
}

/// Chance by the seed of the environment.
fn chance() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(from_environment("ECLIPTIC_SEED", 1))
}

fn one_thread() -> Sharing {
    Sharing { threads: 1, ..Sharing::default() }
}

/// A world of a level, with minds, that can be recorded.
fn recordable(level: &Level, rules: &Rules) -> Simulation {
    let plugins = |app: &mut bevy::prelude::App| {
        app.add_plugins((ai::plugin, record::plugin));
    };
    Simulation::with_players(plugins, one_thread(), level, rules, 3).expect("a checked level spawns")
}

/// The name of the first fleet, given by its owner.
fn rename(level: &Level, name: &str) -> (FactionId, Order) {
    let owner = level.faction_id(&level.fleets[0].faction).expect("it has an owner");
    (owner, Order::fleet(Units::Fleet(FleetId(0)), Command::Rename(name.to_owned())))
}

/// The hash of the state between two ticks.
fn hash_of(world: &mut Simulation) -> u64 {
    Digests::of(world.world_mut()).expect("there is a world").state_hash()
}

/// The world of a moment of a log: the latest world before it, and the orders since.
fn moment(log: &Log, tick: u64) -> Simulation {
    let packed = log.world_before(tick).expect("there is a world before it");
    let (level, rules) = written(&packed.text().expect("it can be unpacked"));
    let mut world = recordable(&level, &rules);
    for at in packed.tick()..tick {
        let mut door = world.world_mut().resource_mut::<OrderQueue>();
        for order in log.orders_at(at) {
            door.give(order.player, order.order.clone());
        }
        world.run(1);
    }
    world
}
