//! A fixed list of orders, one every ten seconds: trade stations, factories and a second yard, ships in batches, and from
//! minute four attacks in waves, each with everything that is armed when it departs. It neither defends nor expands.

use std::collections::VecDeque;

use super::Script;
use super::assault::Assault;
use super::desk::Desk;
use crate::sim::{Order, ShipId};

/// Seconds of play from one order to the next: 6 a minute.
const ORDER_S: f64 = 10.0;
/// What it builds first: ships eat as many resources as money, and sentries guard the home that no order defends.
const STRUCTURES: [(&str, usize); 5] =
    [("trade station", 8), ("factory", 2), ("shipyard", 1), ("sentry", 2), ("trade station", 4)];
/// What the yards build then: the rare materials of the beginning last for four cruisers, and a fifth would block it.
const FIRST_BATCHES: &[(&str, u8)] = &[("cruiser", 3), ("troop ship", 4), ("cruiser", 1)];
/// What they build after that, in turn.
const BATCHES: &[(&str, u8)] = &[("destroyer", 3), ("frigate", 3), ("destroyer", 3), ("troop ship", 2)];
/// The first attack, seconds of play.
const ATTACK_S: f64 = 240.0;
/// A wave departs with ships of this worth,
const WAVE: f64 = 12_000.0;
/// and is spent when less than this is left.
const SPENT: f64 = 3_000.0;

/// The drill.
#[derive(Default)]
pub struct Drill {
    /// The orders to give next.
    list: VecDeque<Order>,
    /// The time of the next order, seconds of play.
    next_s: f64,
    /// Structures ordered.
    structures: usize,
    /// Batches of ships ordered.
    batches: usize,
    /// Ships of the wave that is under way: what the yards build meanwhile waits at home for the next one.
    wave: Vec<ShipId>,
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
        let mut structures = STRUCTURES.iter().flat_map(|(class, count)| std::iter::repeat_n(*class, *count));
        if let Some(class) = structures.nth(self.structures) {
            self.structures += 1;
            if let Some(base) = desk.base() {
                desk.build(class, base);
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
        let armed = desk.armed();
        let (mut wave, rest): (Vec<_>, Vec<_>) =
            armed.iter().copied().partition(|seen| self.wave.contains(&seen.ship.id));
        if desk.worth(&wave) < SPENT {
            wave = if desk.seconds() >= ATTACK_S && desk.worth(&rest) >= WAVE { armed } else { Vec::new() };
            self.wave = wave.iter().map(|seen| seen.ship.id).collect();
        }
        if !wave.is_empty() {
            self.assault.press(desk, &wave);
        }
    }
}
