//! The encounters that concern a faction: of its own fleets, bodies, structures and routes, and of no others.

use bevy::ecs::system::RunSystemOnce;
use ecliptic::orbit::AU_KM;
use ecliptic::sim::Simulation;
use ecliptic::sim::forecast::encounters::{ConcernedFleets, Concerns};
use ecliptic::sim::ids::{BodyId, FactionId, FleetId};
use ecliptic::sim::visibility::Views;

use super::worlds::{of_two, world};

const TERRA: FactionId = FactionId(0);
const ARES: FactionId = FactionId(1);
const VENUS: BodyId = BodyId(1);
const EARTH: BodyId = BodyId(2);
const MARS: BodyId = BodyId(3);
const JUPITER: BodyId = BodyId(4);

/// Terra holds Earth, has a satellite at Venus, a fleet in open space, and one on its way from Earth to Mars; Ares
/// has a fleet in open space and one at Jupiter.
fn home() -> Simulation {
    let fields = r#"
        holdings: [(body: "Earth", owner: "Terra")],
        structures: [(class: "satellite", faction: "Terra", body: "Venus", ring: 2, slot: 0)],
        fleets: [
            (name: "Home", faction: "Terra", at: near("Earth"), ships: [(class: "scout", count: 2)]),
            (name: "Post", faction: "Terra", at: au(0, 3, 0), ships: [(class: "scout", count: 2)]),
            (name: "Envoy", faction: "Terra", at: near("Earth"), ships: [(class: "scout")],
                route: [(to: body("Mars"))]),
            (name: "Drifter", faction: "Ares", at: au(0, -3, 0), ships: [(class: "scout")]),
            (name: "Raiders", faction: "Ares", at: near("Jupiter"), ships: [(class: "corvette")]),
        ],"#;
    world(&of_two(r#"body("Venus"), body("Earth"), body("Mars"), body("Jupiter")"#, fields))
}

fn concerns(simulation: &mut Simulation, faction: FactionId) -> Concerns {
    let ask = move |concerned: ConcernedFleets, views: Views| concerned.of(faction, views.of(faction));
    simulation.world_mut().run_system_once(ask).expect("it runs")
}

#[test]
fn concerns_are_of_own_fleets_bodies_structures_and_routes() {
    let mut simulation = home();
    simulation.run(2);
    let terra = concerns(&mut simulation, TERRA);
    assert_eq!(terra.own, [EARTH]);
    assert_eq!(terra.visited, [VENUS, EARTH, MARS]);
    assert_eq!(terra.resting.iter().map(|(fleet, _)| *fleet).collect::<Vec<_>>(), [FleetId(1)]);
    let middle = terra.resting[0].1;
    assert!((middle.y / AU_KM - 3.0).abs() < 0.01 && middle.x.abs() < 0.01 * AU_KM, "{middle}");
    assert!(terra.reach_km > 0.0 && terra.reach_km <= 0.5 * AU_KM, "{}", terra.reach_km);

    let ares = concerns(&mut simulation, ARES);
    assert_eq!((ares.own.as_slice(), ares.visited.as_slice()), ([].as_slice(), [JUPITER].as_slice()));
    assert_eq!(ares.resting.iter().map(|(fleet, _)| *fleet).collect::<Vec<_>>(), [FleetId(3)]);
}
