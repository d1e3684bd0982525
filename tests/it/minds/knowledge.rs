//! No mind knows what its faction may not know: alter everything hidden, and it gives the same orders.

use std::collections::BTreeSet;

use bevy::prelude::*;
use ecliptic::ai::{LoggedOrder, MindLog};
use ecliptic::level::Doctrine;
use ecliptic::sim::ids::ClassId;
use ecliptic::sim::visibility::{LastKnown, Viewer, with_view};
use ecliptic::sim::{
    FactionId, Fleet, FleetId, Grounds, Holdings, Ledgers, MemberOf, Position, Route, Seats, Ship, ShipId,
    Shipyard, Simulation, Structure, TargetId,
};

use super::{duel, played};

const VERDANCE: FactionId = FactionId(0);
const FERRUM: FactionId = FactionId(1);
/// Greater than the number of any ship or fleet here.
const MOST_NUMBER: u32 = 1_000_000;

/// The orders that Verdance's mind gives within its next thought.
fn next_orders(simulation: &mut Simulation) -> Vec<LoggedOrder> {
    let begun = simulation.world().resource::<MindLog>().0.len();
    // Only the thought itself may see the altered world: the tick in which the mind thinks.
    while !(simulation.tick_count()).is_multiple_of(10) {
        simulation.run(1);
    }
    simulation.run(1);
    let log = &simulation.world().resource::<MindLog>().0;
    log[begun..].iter().filter(|order| order.faction == VERDANCE).cloned().collect()
}

/// Gives Ferrum's ships that Verdance neither sees nor remembers, and fleets of such ships alone, other numbers in the
/// opposite order; returns the number of the ships.
fn renumber_the_unknown(world: &mut World) -> usize {
    let mut ships = world.query::<(Entity, &Ship, &MemberOf)>();
    let ships: Vec<(Entity, Ship, Entity)> =
        ships.iter(world).map(|(entity, ship, fleet)| (entity, ship.clone(), fleet.0)).collect();
    let mut fleets = world.query::<(Entity, &Fleet)>();
    let fleets = fleets.iter(world).filter(|(_, fleet)| fleet.faction == FERRUM);
    let fleets: Vec<(Entity, Fleet)> = fleets.map(|(entity, fleet)| (entity, fleet.clone())).collect();
    let known: BTreeSet<TargetId> = with_view(world, Viewer::Faction(VERDANCE), |view| {
        let seen = ships.iter().map(|(_, ship, _)| ship.id).filter(|id| view.sees_ship(FERRUM, *id));
        seen.map(TargetId::Ship).chain(view.ghosts().map(LastKnown::id)).collect()
    })
    .unwrap_or_default();
    let mut renumbered = 0;
    for (fleet_entity, fleet) in fleets {
        let members = ships.iter().filter(|(_, _, of)| *of == fleet_entity);
        let (known, unknown): (Vec<_>, Vec<_>) =
            members.partition(|(_, ship, _)| known.contains(&TargetId::Ship(ship.id)));
        for (entity, ship, _) in &unknown {
            let id = ShipId(MOST_NUMBER - ship.id.0);
            world.entity_mut(*entity).insert(Ship { id, ..ship.clone() });
        }
        renumbered += unknown.len();
        if known.is_empty() {
            let id = FleetId(MOST_NUMBER - fleet.id.0);
            world.entity_mut(fleet_entity).insert(Fleet { id, ..fleet });
        }
    }
    renumbered
}

/// Changes what Verdance may not know: places, classes and numbers of ships out of sight, treasuries, queues, routes,
/// doctrines, garrisons, and who sits in the other seat. Returns the number of ships with other numbers.
fn alter_the_hidden(world: &mut World) -> usize {
    let mut ships = world.query::<(Entity, &Ship, &MemberOf)>();
    let mut fleets = world.query::<(Entity, &Fleet)>();
    let foreign: Vec<Entity> =
        fleets.iter(world).filter(|(_, fleet)| fleet.faction == FERRUM).map(|(entity, _)| entity).collect();
    let hidden: Vec<(Entity, ShipId)> = ships
        .iter(world)
        .filter(|(_, _, fleet)| foreign.contains(&fleet.0))
        .map(|(entity, ship, _)| (entity, ship.id))
        .collect();
    let seen: Vec<bool> = hidden
        .iter()
        .map(|(_, id)| {
            with_view(world, Viewer::Faction(VERDANCE), |view| view.sees_ship(FERRUM, *id)).unwrap_or(false)
        })
        .collect();
    for ((entity, _), seen) in hidden.into_iter().zip(seen) {
        if seen {
            continue;
        }
        if let Some(mut position) = world.get_mut::<Position>(entity) {
            position.0 += bevy::math::DVec3::new(3.0e6, -2.0e6, 1.0e6);
        }
        if let Some(ship) = world.get::<Ship>(entity).cloned() {
            world.entity_mut(entity).insert(Ship { class: ClassId::FIRST, ..ship });
        }
    }
    for fleet in foreign {
        if let Some(mut route) = world.get_mut::<Route>(fleet) {
            route.0.clear();
        }
        world
            .entity_mut(fleet)
            .insert(ecliptic::sim::Doctrine(Doctrine { withdraw_percent: 77, ..default() }));
    }
    let mut yards = world.query::<(&Structure, &mut Shipyard)>();
    for (_, mut yard) in yards.iter_mut(world).filter(|(structure, _)| structure.faction == FERRUM) {
        yard.queue.clear();
        yard.built += 100;
    }
    let known: Vec<bool> = with_view(world, Viewer::Faction(VERDANCE), |view| {
        view.known_bodies().iter().map(|known| known.sees_ground).collect()
    })
    .unwrap_or_default();
    for (ground, known) in world.resource_mut::<Grounds>().0.iter_mut().zip(&known) {
        if !known {
            ground.defenders += 1_234.0;
            ground.unrest = 0.5;
        }
    }
    let treasury = ecliptic::level::Amount { money: 1, resources: 2, rare: 3 };
    world.resource_mut::<Ledgers>().0[FERRUM] = ecliptic::sim::Ledger::opened(treasury);
    // No mind knows who is a person.
    world.resource_mut::<Seats>().0[FERRUM].mind = None;
    assert!(!world.resource::<Holdings>().0.is_empty());
    renumber_the_unknown(world)
}

#[test]
fn a_mind_gives_the_same_orders_whatever_is_hidden_from_it() {
    let (level, rules) = duel(["merciless", "captain"]);
    let (mut given, mut renumbered) = (0, 0);
    let mut simulation = played(1, &level, &rules, 1);
    // The paces of all layers: every thought of a while, then now and then.
    let early = (0..12).map(|thought| 10 * thought);
    let later = (1..14).map(|look| 310 * look);
    for ticks in early.chain(later) {
        simulation.run(ticks - simulation.tick_count());
        let save = simulation.capture().expect("there is a world");
        let [mut plain, mut altered] = [(); 2].map(|()| played(1, &save, &rules, 1));
        renumbered += alter_the_hidden(altered.world_mut());
        let expected = next_orders(&mut plain);
        given += expected.len();
        assert_eq!(next_orders(&mut altered), expected, "at tick {ticks}");
    }
    assert!(given > 5, "it gives orders: {given}");
    assert!(renumbered > 20, "hidden ships get other numbers: {renumbered}");
}

#[test]
fn no_file_of_minds_but_the_system_names_the_world() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ai");
    let mut folders = vec![folder];
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            read += 1;
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            let is_system = path.file_name().is_some_and(|name| name == "system.rs");
            for word in ["&World", "&mut World", "Query<", "ResMut<", "Viewer::Everything", "Instant"] {
                assert!(is_system || !text.contains(word), "{} names {word}", path.display());
            }
        }
    }
    assert!(read > 15, "the files are found");
}
