//! The buttons of orders ask the world: what it would refuse is grey, for the same reason.

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use ecliptic::client::frame::Player;
use ecliptic::client::input::Selected;
use ecliptic::client::orders::planning::buttons::OrderKind;
use ecliptic::client::orders::planning::buttons::able::{Able, note_abilities};
use ecliptic::sim::ids::FactionId;
use ecliptic::sim::world::{Fleet, MemberOf, Ship};
use ecliptic::sim::{Refusal, Simulation, TaskRefusal};

use super::sim::worlds::{of_two, world};

const FLEETS: &str = r#"fleets: [
    (name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette", count: 2)]),
    (name: "Second", faction: "Terra", at: near("Mars"), ships: [(class: "corvette")]),
],"#;
const YARD: &str = r#"structures: [(class: "shipyard", faction: "Terra", body: "Earth", ring: 3, slot: 0)],
    holdings: [(body: "Earth", owner: "Terra")],"#;

/// What the buttons say while these fleets are selected, the first ones of the level.
fn able(simulation: &mut Simulation, fleets: &[&str]) -> Able {
    let world = simulation.world_mut();
    world.insert_resource(Player { faction: FactionId(0), home: None });
    world.init_resource::<Able>();
    let mut ships = world.query_filtered::<(Entity, &MemberOf), With<Ship>>();
    let is_wanted =
        |fleet: Entity| world.get::<Fleet>(fleet).is_some_and(|fleet| fleets.contains(&fleet.name.as_str()));
    let ships: Vec<Entity> =
        ships.iter(world).filter(|(_, fleet)| is_wanted(fleet.0)).map(|(ship, _)| ship).collect();
    for ship in ships {
        world.entity_mut(ship).insert(Selected);
    }
    world.run_system_once(note_abilities).expect("it runs");
    world.resource::<Able>().clone()
}

#[test]
fn what_the_world_would_refuse_is_grey() {
    let mut simulation = world(&of_two(r#"body("Earth"), body("Mars")"#, FLEETS));
    let alone = able(&mut simulation, &["First"]);
    assert_eq!(alone.reason(OrderKind::Retreat), Some(&Refusal::Task(TaskRefusal::NoYard)));
    assert_eq!(alone.reason(OrderKind::Scrap), Some(&Refusal::Task(TaskRefusal::NoYardNear)));
    assert_eq!(alone.reason(OrderKind::Join), Some(&Refusal::Task(TaskRefusal::NobodyJoins)));
    for kind in [OrderKind::Stop, OrderKind::Hold, OrderKind::Repeat, OrderKind::Move, OrderKind::Rename] {
        assert_eq!(alone.reason(kind), None, "{kind:?}");
    }
    let both = able(&mut simulation, &["First", "Second"]);
    assert_eq!(both.reason(OrderKind::Join), None, "there are two");
    assert_eq!(both.reason(OrderKind::Rename), Some(&Refusal::Task(TaskRefusal::NotOneFleet)));
    let mut simulation = world(&of_two(r#"body("Earth"), body("Mars")"#, &format!("{FLEETS}{YARD}")));
    let with_yard = able(&mut simulation, &["First"]);
    assert_eq!(with_yard.reason(OrderKind::Retreat), None, "there is a yard");
}
