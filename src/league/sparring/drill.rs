//! A fixed list of orders, one every ten seconds: eight trade stations, then ships in batches from the first yard, and
//! from minute five attacks with everything that is armed. It neither defends nor expands.

use std::collections::VecDeque;

use super::Script;
use super::assault::Assault;
use super::desk::Desk;
use crate::sim::Order;

/// Seconds of play from one order to the next: 6 a minute.
const ORDER_S: f64 = 10.0;
/// Trade stations at the beginning.
const STATIONS: usize = 8;
/// What the yard builds then: the rare materials of the beginning last for four cruisers, and a fifth would block it.
const FIRST_BATCHES: &[(&str, u8)] = &[("cruiser", 3), ("troop ship", 3), ("cruiser", 1)];
/// What it builds after that, in turn.
const BATCHES: &[(&str, u8)] = &[("frigate", 3), ("troop ship", 3)];
/// The first attack, seconds of play,
const ATTACK_S: f64 = 300.0;
/// if there are so many cruisers by then.
const CRUISERS: usize = 4;

/// The drill.
#[derive(Default)]
pub struct Drill {
    /// The orders to give next.
    list: VecDeque<Order>,
    /// The time of the next order, seconds of play.
    next_s: f64,
    /// Trade stations ordered.
    stations: usize,
    /// Batches of ships ordered.
    batches: usize,
    /// Whether it has begun to attack; it goes on with the ships that are left.
    attacks: bool,
    assault: Assault,
}

impl Script for Drill {
    fn look(&mut self, desk: &mut Desk) {
        let now = desk.seconds();
        if now < self.next_s {
            return;
        }
        if self.list.is_empty() {
            self.write(desk);
        }
        if let Some(order) = self.list.pop_front() {
            desk.give(order);
            self.next_s = now + ORDER_S;
        }
    }
}

impl Drill {
    /// Writes the next orders on the list.
    fn write(&mut self, desk: &mut Desk) {
        if self.stations < STATIONS {
            self.stations += 1;
            if let Some(base) = desk.base() {
                desk.build("trade station", base);
            }
        } else {
            self.use_yard(desk);
            self.attack(desk);
        }
        self.list.extend(desk.take_back());
    }

    fn use_yard(&mut self, desk: &mut Desk) {
        let Some(yard) = desk.idle_yards().first().copied() else { return };
        let mut batches = FIRST_BATCHES.iter().chain(BATCHES.iter().cycle());
        if let Some((class, count)) = batches.nth(self.batches) {
            desk.build_ships(yard, class, *count);
            self.batches += 1;
        }
    }

    fn attack(&mut self, desk: &mut Desk) {
        self.attacks |= desk.seconds() >= ATTACK_S && desk.ships("cruiser").len() >= CRUISERS;
        if self.attacks {
            let fighters = desk.armed();
            self.assault.press(desk, &fighters);
        }
    }
}
