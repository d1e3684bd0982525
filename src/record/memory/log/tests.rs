//! The log in memory: what is found in it, and what is forgotten.

use super::*;
use crate::level::BodyId;
use crate::record::marks::MarkKind;
use crate::record::test_support::head;
use crate::sim::{Command, FleetId, Seat, Units};

const ONE: FactionId = FactionId(0);
const OTHER: FactionId = FactionId(1);

fn rename(name: &str) -> Order {
    Order::fleet(Units::Fleet(FleetId(0)), Command::Rename(name.to_owned()))
}

/// The log of a game of this many ticks: an order and a mark every ten ticks, a hash every 30, a world every 300.
fn game(ticks: u64) -> Log {
    let mut log = Log::of_game(head(), 0);
    for tick in 0..=ticks {
        log.reach(tick);
        if tick.is_multiple_of(300) {
            log.add_world(PackedWorld::of_text(tick, "(a world)"));
        }
        if tick.is_multiple_of(30) {
            log.add_hash(1_000_000 + tick);
        }
        if tick.is_multiple_of(10) {
            log.add_order(ONE, rename(&format!("{tick}")));
            log.add_marks(&[Mark::known_to_all(tick, BodyId(1), MarkKind::Battle)]);
        }
    }
    log
}

fn names(orders: &[PlayerOrder]) -> Vec<Order> {
    orders.iter().map(|order| order.order.clone()).collect()
}

#[test]
fn orders_are_found_by_their_tick_in_their_sequence() {
    let mut log = Log::of_game(head(), 60);
    for (tick, player, order) in [
        (60, ONE, rename("a")),
        (75, ONE, rename("b")),
        (75, OTHER, rename("c")),
        (75, ONE, Order::Seat(Seat::default())),
        (90, OTHER, Order::Seat(Seat::default())),
    ] {
        log.reach(tick);
        log.add_order(player, order);
    }
    assert_eq!(names(log.orders_at(60)), [rename("a")]);
    assert_eq!(names(log.orders_at(75)), [rename("b"), rename("c"), Order::Seat(Seat::default())]);
    assert!([59, 61, 74, 76, 91].iter().all(|tick| log.orders_at(*tick).is_empty()));
    let last = |faction, tick| log.last_order(faction, tick);
    assert_eq!(
        [59, 60, 74, 75, 99].map(|tick| last(ONE, tick)),
        [None, Some(60), Some(60), Some(75), Some(75)]
    );
    assert_eq!(
        [74, 75, 99].map(|tick| last(OTHER, tick)),
        [None, Some(75), Some(75)],
        "no order about a seat"
    );
}

#[test]
fn a_moment_has_its_world_and_its_hash() {
    let log = game(700);
    assert_eq!((log.first_tick(), log.last_tick()), (0, 700));
    assert_eq!(log.world_before(650).map(PackedWorld::tick), Some(600));
    assert_eq!([630, 631].map(|tick| log.hash_at(tick)), [Some(1_000_630), None]);
    assert_eq!(log.worlds().map(PackedWorld::tick).collect::<Vec<u64>>(), [0, 300, 600]);
}

#[test]
fn the_past_before_the_first_world_is_forgotten() {
    let mut log = game(700);
    log.worlds.remove_first();
    log.forget_before(300);
    assert_eq!(log.first_tick(), 300);
    assert!(log.orders_at(290).is_empty() && log.hash_at(270).is_none() && log.marks()[0].tick == 300);
    assert_eq!((names(log.orders_at(300)).len(), log.hash_at(300)), (1, Some(1_000_300)));
    assert_eq!(log.noted_bytes, log.count_bytes());
    log.add_world(PackedWorld::of_text(0, "(a world)"));
    assert_eq!(log.world_before(299).map(PackedWorld::tick), None, "its orders are gone");
}

#[test]
fn a_game_goes_on_from_a_tick_without_what_lies_behind_it() {
    let log = game(700).cut(450).expect("it has the tick");
    assert_eq!((log.first_tick(), log.last_tick(), log.is_whole()), (0, 450, false));
    assert_eq!(log.orders_at(440).len(), 1);
    assert!(log.orders_at(450).is_empty(), "they are given again, or not");
    assert_eq!([450, 480].map(|tick| log.hash_at(tick)), [Some(1_000_450), None]);
    assert!(log.marks().iter().all(|mark| mark.tick <= 450));
    assert_eq!(log.worlds().map(PackedWorld::tick).collect::<Vec<u64>>(), [0, 300]);
    assert!(game(700).cut(701).is_none());
}

#[test]
fn orders_without_end_cost_the_oldest_past_and_never_more_memory() {
    let mut log = game(700);
    let long = rename(&"n".repeat(MOST_NOTED_BYTES / 4));
    for number in 0..4 {
        log.add_order(OTHER, long.clone());
        log.make_room();
        assert!(log.has_room(), "after {number}");
    }
    assert!(log.worlds().next().is_none(), "no world has all the orders that follow it");
    assert_eq!((log.first_tick(), log.orders_at(700).len()), (701, 0));
    log.reach(900);
    log.add_world(PackedWorld::of_text(700, "(a world)"));
    assert!(log.world_before(900).is_none());
    log.add_world(PackedWorld::of_text(900, "(a world)"));
    assert_eq!(log.first_tick(), 900);
}
