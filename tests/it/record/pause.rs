//! Pauses: the same orders make the same world, whenever they are given before a tick.

use ecliptic::ai;
use ecliptic::level::RoutePreference;
use ecliptic::record::{Turn, play};
use ecliptic::sim::ids::{FactionId, FleetId};
use ecliptic::sim::order::{Given, Giver, apply_waiting};
use ecliptic::sim::steering::system::Sharing;
use ecliptic::sim::{Command, Order, OrderQueue, Simulation, Units};

use super::duel;

/// Ticks before the orders: a tick in which a mind thinks.
const BEFORE: u64 = 20;
/// Ticks after them.
const AFTER: u32 = 300;

fn world() -> Simulation {
    let (level, rules) = duel(["merciless", "merciless"]);
    let mut world = ai::simulation(Sharing::default(), &level, &rules, 1).expect("a shipped level spawns");
    world.run(BEFORE);
    world
}

/// Orders to every fleet.
fn orders() -> Vec<(FactionId, Order)> {
    let (level, _) = duel(["merciless", "merciless"]);
    let owner = |fleet: usize| level.faction_id(&level.fleets[fleet].faction).expect("it has an owner");
    (0..level.fleets.len())
        .flat_map(|fleet| {
            let units = Units::Fleet(FleetId(fleet as u32));
            let commands = [
                Command::Rename(format!("Fleet {fleet}")),
                Command::Prefer(RoutePreference::OutOfSight),
                Command::Stop,
            ];
            commands.map(|command| (owner(fleet), Order::fleet(units.clone(), command)))
        })
        .collect()
}

fn give(world: &mut Simulation, orders: &[(FactionId, Order)]) {
    let mut door = world.world_mut().resource_mut::<OrderQueue>();
    orders.iter().cloned().for_each(|(player, order)| door.give(player, order));
}

/// The hash after some turns.
fn hash_after(turns: &[Turn]) -> u64 {
    let mut world = world();
    for turn in turns {
        play(world.world_mut(), turn, |_| Ok::<(), ()>(())).expect("nothing stops it");
    }
    world.hash()
}

#[test]
fn orders_in_a_pause_in_pieces_and_in_one_tick_make_the_same_world_beside_minds() {
    let orders = orders();
    assert!(orders.len() > 3);
    let mut in_one_tick = world();
    give(&mut in_one_tick, &orders);
    in_one_tick.run(u64::from(AFTER));
    let mut without = world();
    without.run(u64::from(AFTER));
    assert_ne!(without.hash(), in_one_tick.hash(), "the orders change something");

    let mut paused = world();
    give(&mut paused, &orders);
    apply_waiting(paused.world_mut());
    paused.run(u64::from(AFTER));
    assert_eq!(paused.hash(), in_one_tick.hash(), "at once, in a pause");

    let mut in_pieces = world();
    for order in &orders {
        give(&mut in_pieces, std::slice::from_ref(order));
        apply_waiting(in_pieces.world_mut());
    }
    in_pieces.run(u64::from(AFTER));
    assert_eq!(in_pieces.hash(), in_one_tick.hash(), "in pieces");

    let given = |(player, order): &(FactionId, Order)| Given {
        player: *player,
        by: Giver::Player,
        order: order.clone(),
    };
    let all: Vec<Given> = orders.iter().map(given).collect();
    let whole = [Turn { ticks: AFTER, orders: all.clone() }];
    assert_eq!(hash_after(&whole), in_one_tick.hash(), "in a turn");
    let mut turns: Vec<Turn> = all.into_iter().map(|one| Turn { ticks: 0, orders: vec![one] }).collect();
    turns.extend([Turn { ticks: 1, orders: vec![] }, Turn { ticks: AFTER - 1, orders: vec![] }]);
    assert_eq!(hash_after(&turns), in_one_tick.hash(), "in turns");
}
