//! The events of a world are in its stream, and known to the right factions.

use ecliptic::level::model::holdings::{LedgerSource, Price};
use ecliptic::sim::event::{Entry, Events, GameEvent};
use ecliptic::sim::ids::{FactionId, StructureId};
use ecliptic::sim::visibility::LOOK_TICKS;
use ecliptic::sim::world::Ledgers;
use ecliptic::sim::{Command, ConstructionOrder, Goal, Order, OrderQueue, Simulation, When};
use glam::DVec3;

use super::worlds::{ByName, of_two, reread, world};

const TERRA: FactionId = FactionId(0);
const ARES: FactionId = FactionId(1);
/// Ticks within which a structure or a ship is built.
const PATIENCE: u64 = 20_000;

/// A world in which Terra has a fleet beside Earth, its home, and one beside Mars, which has no owner; `ares` is
/// the text of a fleet of Ares.
fn two(ares: &str) -> Simulation {
    let fleets = format!(
        r#"fleets: [
            (name: "First", faction: "Terra", at: beside(body: "Earth", radii: 5, bearing_deg: 0),
                ships: [(class: "scout", count: 2)]),
            (name: "Founders", faction: "Terra", at: beside(body: "Mars", radii: 3, bearing_deg: 0),
                ships: [(class: "scout")]),
            {ares}
        ],
        structures: [(class: "shipyard", faction: "Terra", body: "Earth", ring: 3, slot: 0)],
        holdings: [(body: "Earth", owner: "Terra"), (body: "Mars", economics: 40)],"#
    );
    world(&of_two(r#"body("Earth"), body("Mars"), body("Jupiter")"#, &fleets))
}

fn order(simulation: &mut Simulation, player: FactionId, order: Order) {
    simulation.world_mut().resource_mut::<OrderQueue>().give(player, order);
    simulation.run(1);
    let answers = simulation.world_mut().resource_mut::<OrderQueue>().take_answers(player);
    assert!(answers.iter().all(|answer| answer.outcome.is_ok()), "{answers:?}");
}

fn build(simulation: &mut Simulation, body: &str) {
    let (class, body) = (simulation.structure_class("satellite"), simulation.body(body));
    order(simulation, TERRA, Order::Construction(ConstructionOrder::Build { class, body, ring: 0, slot: 0 }));
}

/// The events of a kind up to now.
fn all(simulation: &Simulation, is_one: impl Fn(&GameEvent) -> bool) -> Vec<Entry> {
    let events = simulation.world().resource::<Events>();
    events.since(0).filter(|entry| is_one(&entry.event)).copied().collect()
}

/// Runs until there is an event of a kind, and gives it.
fn first(simulation: &mut Simulation, is_one: impl Fn(&GameEvent) -> bool) -> Entry {
    loop {
        if let Some(entry) = all(simulation, &is_one).first() {
            return *entry;
        }
        simulation.run(1);
        assert!(simulation.tick_count() < PATIENCE, "it does not happen");
    }
}

/// Whether Terra knows of an event, and whether Ares does.
fn knowers(entry: &Entry) -> [bool; 2] {
    [TERRA, ARES].map(|faction| entry.known_to.contains(faction))
}

fn is_built(event: &GameEvent) -> bool {
    matches!(event, GameEvent::StructureBuilt { .. })
}

#[test]
fn building_out_of_sight_is_known_to_its_owner_alone() {
    let mut simulation = two("");
    build(&mut simulation, "Earth");
    let (class, yard) = (simulation.ship_class("scout"), StructureId(0));
    order(
        &mut simulation,
        TERRA,
        Order::Construction(ConstructionOrder::BuildShips { yard, class, count: 1 }),
    );
    let earth = simulation.body("Earth");
    let structure = first(&mut simulation, is_built);
    assert!(matches!(structure.event, GameEvent::StructureBuilt { body, .. } if body == earth));
    let ship = first(&mut simulation, |event| matches!(event, GameEvent::ShipBuilt { .. }));
    assert_eq!([knowers(&structure), knowers(&ship)], [[true, false]; 2]);
    simulation.run(100);
    assert_eq!(all(&simulation, is_built).len(), 1);
    assert!(
        all(&simulation, |event| matches!(event, GameEvent::Founded { .. })).is_empty(),
        "Earth was Terra's"
    );
}

#[test]
fn a_founding_is_known_to_observers_of_the_body() {
    let near = r#"(name: "Spy", faction: "Ares", at: beside(body: "Mars", radii: 4, bearing_deg: 180),
        ships: [(class: "scout")])"#;
    for (ares, looks_on) in [("", false), (near, true)] {
        let mut simulation = two(ares);
        build(&mut simulation, "Mars");
        let structure = first(&mut simulation, is_built);
        let founded = all(&simulation, |event| matches!(event, GameEvent::Founded { .. }));
        let mars = simulation.body("Mars");
        assert_eq!(founded[0].event, GameEvent::Founded { body: mars, by: TERRA });
        assert_eq!((founded.len(), knowers(&founded[0])), (1, [true, looks_on]));
        assert_eq!(knowers(&structure), [true, looks_on]);
    }
}

#[test]
fn a_halt_and_its_end_are_events_for_the_owner() {
    let mut simulation = two("");
    let money = |simulation: &mut Simulation, change: &dyn Fn(&mut ecliptic::sim::world::money::Ledger)| {
        change(&mut simulation.world_mut().resource_mut::<Ledgers>().0[TERRA]);
    };
    simulation.run(1);
    money(&mut simulation, &|ledger| {
        let all = u32::try_from(ledger.balance().money).expect("a treasury");
        ledger.spend(LedgerSource::Building, Price { money: all, ..Price::ZERO }).expect("it is there");
    });
    build(&mut simulation, "Mars");
    let is_halted = |event: &GameEvent| matches!(event, GameEvent::BuildingHalted { .. });
    let is_resumed = |event: &GameEvent| matches!(event, GameEvent::BuildingResumed { .. });
    // The first instalments may be zero.
    assert_eq!(knowers(&first(&mut simulation, is_halted)), [true, false]);
    simulation.run(5);
    assert_eq!((all(&simulation, is_halted).len(), all(&simulation, is_resumed).len()), (1, 0));
    money(&mut simulation, &|ledger| {
        ledger.earn(LedgerSource::Planets, Price { money: 1_000_000, ..Price::ZERO });
    });
    simulation.run(5);
    assert_eq!(all(&simulation, is_resumed).iter().map(knowers).collect::<Vec<_>>(), [[true, false]]);
    assert_eq!(all(&simulation, is_halted).len(), 1);
}

#[test]
fn a_fleet_arrives_at_the_end_of_its_route_and_not_where_it_is_stopped() {
    let mut simulation = two("");
    simulation.run(1);
    let is_arrival = |event: &GameEvent| matches!(event, GameEvent::FleetArrived { .. });
    let first_fleet = simulation.fleet("First");
    let go = |to: Goal, when: When| Order::fleet(first_fleet.clone(), Command::go(to, when));
    let [earth, jupiter] = ["Earth", "Jupiter"].map(|name| Goal::Body(simulation.body(name)));
    order(&mut simulation, TERRA, go(jupiter, When::Now));
    simulation.run(30);
    order(&mut simulation, TERRA, Order::fleet(first_fleet.clone(), Command::Stop));
    simulation.run(600);
    assert!(all(&simulation, is_arrival).is_empty(), "it was stopped");
    let near = DVec3::new(5.0e6, 0.0, 0.0) + super::worlds::body_place(&simulation, "Earth");
    order(&mut simulation, TERRA, go(Goal::point(near), When::Now));
    order(&mut simulation, TERRA, go(earth, When::Last));
    let arrival = first(&mut simulation, is_arrival);
    assert_eq!(knowers(&arrival), [true, false]);
    let GameEvent::FleetArrived { faction, place, .. } = arrival.event else { panic!("it is an arrival") };
    let away_km = place.distance(super::worlds::body_place(&simulation, "Earth"));
    let radius_km = super::worlds::body_radius(&simulation, "Earth");
    assert!(faction == TERRA && away_km < 10.0 * radius_km, "it is {away_km} km from Earth");
    simulation.run(300);
    assert_eq!(all(&simulation, is_arrival).len(), 1, "the first leg was not the last");
}

#[test]
fn a_sighting_is_an_event_for_its_observer() {
    let spy = r#"(name: "Spy", faction: "Ares", at: beside(body: "Mars", radii: 4, bearing_deg: 180),
        ships: [(class: "scout")])"#;
    let mut simulation = two(spy);
    let is_sighting = |event: &GameEvent| matches!(event, GameEvent::Sighted { .. });
    simulation.run(40);
    assert!(all(&simulation, is_sighting).is_empty(), "what was in sight when the game began is no news");
    let [to_jupiter, to_mars] = ["Jupiter", "Mars"].map(|body| {
        let goal = Goal::Body(simulation.body(body));
        Order::fleet(simulation.fleet("Spy"), Command::go(goal, When::Now))
    });
    order(&mut simulation, ARES, to_jupiter);
    simulation.run(600);
    order(&mut simulation, ARES, to_mars);
    let sighting = first(&mut simulation, is_sighting);
    assert!((sighting.tick + 1).is_multiple_of(LOOK_TICKS), "everyone looks round in tick {}", sighting.tick);
    simulation.run(600);
    let found = all(&simulation, is_sighting);
    assert!(found.len() >= 2, "each sees the other: {found:?}");
    for entry in &found {
        let GameEvent::Sighted { by, what, .. } = entry.event else { panic!("it is a sighting") };
        assert_ne!(by, what.faction);
        assert_eq!(knowers(entry), [by == TERRA, by == ARES]);
    }
    let remembers = |entry: &Entry| matches!(entry.event, GameEvent::Sighted { last_seen_tick: Some(_), .. });
    assert!(found.iter().any(remembers), "they have met before: {found:?}");
}

#[test]
fn a_save_has_no_events_and_its_sightings_are_no_news() {
    let spy = r#"(name: "Spy", faction: "Ares", at: beside(body: "Mars", radii: 4, bearing_deg: 180),
        ships: [(class: "scout")])"#;
    let mut simulation = two(spy);
    build(&mut simulation, "Mars");
    simulation.run(44);
    let (save, rules) = reread(&mut simulation);
    let mut resumed = Simulation::new(&save, &rules, 1).expect("a save spawns");
    assert_eq!(resumed.world().resource::<Events>().count(), 0);
    resumed.run(2 * LOOK_TICKS);
    assert_eq!(all(&resumed, |_| true), []);
}
