//! Handicaps: the income, the building and the sight of a faction in percent.

use bevy::ecs::system::SystemState;
use ecliptic::level::Handicap;
use ecliptic::level::model::holdings::LedgerSource;
use ecliptic::sim::economy::Economies;
use ecliptic::sim::ids::{FactionId, ShipId, StructureId};
use ecliptic::sim::visibility::{Knowledge, Views};
use ecliptic::sim::world::{Factions, Growing, Ledgers, Ship, Structure};
use ecliptic::sim::{ConstructionOrder, Order, Simulation};

use super::worlds::{ByName, of_two, reread, shipped};

const TERRA: FactionId = FactionId(0);
/// Ticks of an economy tick of first-light.
const ECONOMY_TICK: u64 = 60;

/// First light, where the first faction has a handicap.
fn first_light(handicap: Handicap) -> Simulation {
    let (mut level, rules) = shipped("first-light.ron");
    level.factions[0].handicap = handicap;
    Simulation::new(&level, &rules, 1).expect("a shipped level spawns")
}

fn income(income_percent: u32) -> Handicap {
    Handicap { income_percent, ..Handicap::default() }
}

fn building(build_percent: u32) -> Handicap {
    Handicap { build_percent, ..Handicap::default() }
}

/// What bodies and structures have brought the first faction, money and resources.
fn earned(simulation: &Simulation) -> [i64; 2] {
    let flows = simulation.world().resource::<Ledgers>().0[TERRA].since_start();
    let earned = flows.of(LedgerSource::Planets).plus(flows.of(LedgerSource::Structures));
    [earned.money, earned.resources]
}

#[test]
fn income_follows_the_handicap_and_the_view_agrees() {
    let after_five = |percent| {
        let mut simulation = first_light(income(percent));
        simulation.run(5 * ECONOMY_TICK);
        earned(&simulation)
    };
    let usual = after_five(100);
    assert!(usual.iter().all(|sum| *sum > 0), "{usual:?}");
    // Hearth brings 40 money and 25 resources.
    assert_eq!(usual, [5 * 40, 5 * 25]);
    assert_eq!(after_five(200), [5 * 80, 5 * 50]);
    assert_eq!(after_five(50), [5 * 20, 5 * 12]);

    for percent in [50, 100, 170, 200] {
        let mut simulation = first_light(income(percent));
        simulation.run(ECONOMY_TICK);
        let one_tick = earned(&simulation);
        let (hearth, strand) = (simulation.body("Hearth"), simulation.body("Strand"));
        let world = simulation.world_mut();
        let mut state = SystemState::<(Views, Economies)>::new(world);
        let (views, economies) = state.get(world).expect("the world is filled");
        let economy = economies.of(TERRA, views.of(TERRA));
        let (own, foreign) = (economy.gain(hearth).0, economy.gain(strand).0);
        assert_eq!([own.body, own.works].map(|part| i64::from(part.money)).iter().sum::<i64>(), one_tick[0]);
        assert_eq!(i64::from(own.body.resources), one_tick[1], "{percent}");
        assert_eq!(foreign.body, own.body, "what the other home would bring, under the own handicap");
    }
}

#[test]
fn structures_and_ships_grow_by_the_handicap_for_the_same_price() {
    let ticks = |percent: u32| {
        let mut simulation = first_light(building(percent));
        let (satellite, hearth) = (simulation.structure_class("satellite"), simulation.body("Hearth"));
        let build = ConstructionOrder::Build { class: satellite, body: hearth, ring: 0, slot: 3 };
        simulation.order(Order::Construction(build));
        let class = simulation.ship_class("corvette");
        let ships = ConstructionOrder::BuildShips { yard: StructureId(0), class, count: 1 };
        simulation.order(Order::Construction(ships));
        let before = count::<Ship>(&mut simulation);
        let (mut structure, mut ship) = (None, None);
        while structure.is_none() || ship.is_none() {
            simulation.run(1);
            let tick = simulation.tick_count();
            assert!(tick < 5_000, "nothing is finished");
            structure = structure.or((count::<Growing>(&mut simulation) == 0).then_some(tick));
            ship = ship.or((count::<Ship>(&mut simulation) > before).then_some(tick));
        }
        let flows = simulation.world().resource::<Ledgers>().0[TERRA].since_start();
        let spent = [LedgerSource::Building, LedgerSource::Ships].map(|source| flows.of(source).money);
        (structure.unwrap_or(0), ship.unwrap_or(0), spent)
    };
    let (structure, ship, spent) = ticks(100);
    assert!(spent.iter().all(|money| *money < 0));
    assert_eq!(ticks(200), (structure.div_ceil(2), ship.div_ceil(2), spent));
    assert_eq!(ticks(50), (2 * structure, 2 * ship, spent));
}

fn count<Part: bevy::prelude::Component>(simulation: &mut Simulation) -> usize {
    simulation.world_mut().query::<&Part>().iter(simulation.world()).count()
}

#[test]
fn eyes_reach_as_far_as_the_handicap_says() {
    // A resting frigate is seen by a scout from some 6 million km.
    let sees = |sight_percent: u32, away_km: f64| {
        let fields = format!(
            r#"fleets: [
                (name: "Eye", faction: "Terra", at: km(0, -240000000, 0), ships: [(class: "scout")]),
                (name: "Other", faction: "Ares", at: km({away_km:.0}, -240000000, 0), ships: [(class: "frigate")]),
            ],"#
        );
        let (mut level, rules) = super::worlds::written(&of_two(r#"body("Earth"), body("Mars")"#, &fields));
        level.factions[0].handicap.sight_percent = sight_percent;
        let mut simulation = Simulation::new(&level, &rules, 1).expect("it spawns");
        simulation.run(10);
        simulation.world().resource::<Knowledge>().sees_ship(TERRA, ShipId(1))
    };
    let range_km = (10..400_u32)
        .map(|step| f64::from(step) * 1.0e5)
        .take_while(|away_km| sees(100, *away_km))
        .last()
        .expect("it is seen somewhere");
    assert!(sees(200, 2.0 * range_km) && !sees(200, 2.0 * range_km + 2.0e5));
    assert!(sees(50, 0.5 * range_km) && !sees(50, 0.5 * range_km + 1.0e5));
}

#[test]
fn a_save_keeps_handicaps_and_goes_on_alike() {
    let handicap = Handicap { income_percent: 130, build_percent: 70, sight_percent: 90 };
    let mut simulation = first_light(handicap);
    let (satellite, hearth) = (simulation.structure_class("satellite"), simulation.body("Hearth"));
    let build = ConstructionOrder::Build { class: satellite, body: hearth, ring: 0, slot: 3 };
    simulation.order(Order::Construction(build));
    simulation.run(101);
    let (level, rules) = reread(&mut simulation);
    assert_eq!(level.factions[0].handicap, handicap);
    let mut resumed = Simulation::new(&level, &rules, 1).expect("a save spawns");
    assert_eq!(resumed.world().resource::<Factions>().handicap(TERRA), handicap);
    for _ in 0..4 {
        simulation.run(97);
        resumed.run(97);
        assert_eq!(simulation.hash(), resumed.hash());
    }
    assert_eq!(count::<Structure>(&mut simulation), count::<Structure>(&mut resumed));
}
