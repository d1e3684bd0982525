//! Damaged ships are repaired at an own shipyard before they attack.

use ecliptic::sim::{ArmsTable, Condition, OperationKind, Ship, ShipId, Simulation};

use super::{Scene, operations};

/// Three cruisers of a mind at its home, with a share of their armour, and Thale without any gun.
fn at_home(share: f64) -> Simulation {
    let mut simulation = Scene::with(&[])
        .ships("Rivalry", ("Brome", 4.0, 160.0), &[("cruiser", 3)])
        .watch("Thale")
        .played_by("merciless", "steward");
    // Ships have no condition before the first tick.
    simulation.run(1);
    let world = simulation.world_mut();
    let mut ships = world.query::<(&Ship, &mut Condition)>();
    for (_, mut condition) in ships.iter_mut(world).filter(|(ship, _)| ship.id < ShipId(3)) {
        condition.armour *= share;
    }
    simulation
}

/// Plays until the mind begins an attack; returns its tick, and the least armour among its ships then, as a share.
fn first_attack(mut simulation: Simulation) -> (u64, f64) {
    loop {
        assert!(simulation.tick_count() < 1_800, "it attacks");
        simulation.run(10);
        let attack = operations(&simulation).iter().find(|one| one.kind == OperationKind::Take);
        let Some(ships) = attack.map(|attack| attack.ships.clone()) else { continue };
        let world = simulation.world_mut();
        let mut all = world.query::<(&Ship, &Condition)>();
        let table = &world.resource::<ArmsTable>().ships;
        let crew = all.iter(world).filter(|(ship, _)| ships.contains(&ship.id));
        let shares = crew.map(|(ship, condition)| condition.armour / table[ship.class].armour);
        let least = shares.fold(1.0, f64::min);
        return (simulation.tick_count(), least);
    }
}

#[test]
fn damaged_ships_are_repaired_before_they_attack() {
    let (at_once, whole) = first_attack(at_home(1.0));
    assert_eq!(whole, 1.0);
    let (later, repaired) = first_attack(at_home(0.35));
    assert!(at_once < later, "at {at_once} and at {later}");
    assert!(repaired > 0.55, "they attack with {repaired} of their armour");
}
