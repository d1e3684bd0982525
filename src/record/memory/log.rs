//! The log of a game in memory.

use super::packed::PackedWorld;
use super::ring;
use super::spread::Spread;
use super::worlds::Worlds;
use crate::level::FactionId;
use crate::record::content::{Head, encoded};
use crate::record::identity::Identity;
use crate::record::marks::{Mark, MarkKind};
use crate::sim::Order;

/// What all orders, hashes and marks together may take in memory, bytes: 64 MiB. Two players who never rest fill
/// that in weeks.
pub(super) const MOST_NOTED_BYTES: usize = 64 * 1024 * 1024;

/// An order of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerOrder {
    /// The number of ticks after which it comes.
    pub tick: u64,
    /// The faction in whose name it is given.
    pub player: FactionId,
    /// The order.
    pub order: Order,
}

/// A log in memory: read from a file, or kept while a game is played. The orders of minds are not in it: the same
/// minds give them again.
#[derive(Clone, Debug)]
pub struct Log {
    head: Head,
    /// Which program may play it; `None` for the game at hand.
    identity: Option<Identity>,
    /// The tick with which it begins.
    first_tick: u64,
    last_tick: u64,
    is_whole: bool,
    fault: Option<String>,
    worlds: Worlds,
    keeping: Keeping,
    /// In the sequence in which they were given.
    orders: Vec<PlayerOrder>,
    /// Ticks, and the hash of the state after each.
    hashes: Vec<(u64, u64)>,
    marks: Vec<Mark>,
    /// The tick of the first landing, also after its mark is forgotten.
    first_landing: Option<u64>,
    /// What orders, hashes and marks take in memory, bytes.
    noted_bytes: usize,
}

/// Which worlds are kept.
#[derive(Clone, Debug)]
pub(super) enum Keeping {
    /// Those of a game that is played.
    Ring,
    /// Those of a replay.
    Spread(Spread),
}

impl Log {
    /// The log of a game that begins, or is met, at a tick.
    pub(in crate::record) fn of_game(head: Head, tick: u64) -> Self {
        Self::empty(head, None, tick, Keeping::Ring)
    }

    pub(super) fn empty(head: Head, identity: Option<Identity>, tick: u64, keeping: Keeping) -> Self {
        Self {
            head,
            identity,
            first_tick: tick,
            last_tick: tick,
            is_whole: false,
            fault: None,
            worlds: Worlds::default(),
            keeping,
            orders: Vec::new(),
            hashes: Vec::new(),
            marks: Vec::new(),
            first_landing: None,
            noted_bytes: 0,
        }
    }

    /// What the game is about.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Which program may play the log; `None` if the game was not read from a file: this one may.
    pub fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    /// The tick of its first world. As long as that is in work: the tick with which the log begins.
    pub fn first_tick(&self) -> u64 {
        self.worlds.first_tick().unwrap_or(self.first_tick)
    }

    /// The last tick.
    pub fn last_tick(&self) -> u64 {
        self.last_tick
    }

    /// Whether it was finished; otherwise it breaks off after its last tick, or the game goes on.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Why the log ends before its time, in a sentence; `None` if nothing is wrong with it.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Moments worth looking at, in the sequence of ticks.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Whether the war was decided in it. The marks of older logs do not tell.
    pub fn is_decided(&self) -> bool {
        self.marks.iter().any(|mark| matches!(mark.kind, MarkKind::Decided { .. }))
    }

    /// The orders of players that come after this many ticks and before the next one, in their sequence.
    pub fn orders_at(&self, tick: u64) -> &[PlayerOrder] {
        let start = self.orders.partition_point(|order| order.tick < tick);
        let end = self.orders.partition_point(|order| order.tick <= tick);
        &self.orders[start..end]
    }

    /// The tick of the last order of a faction at or before `tick`. Orders about the seat do not count.
    pub fn last_order(&self, faction: FactionId, tick: u64) -> Option<u64> {
        let end = self.orders.partition_point(|order| order.tick <= tick);
        let mut counting = self.orders[..end].iter().rev();
        let last = counting.find(|order| order.player == faction && !matches!(order.order, Order::Seat(_)));
        last.map(|order| order.tick)
    }

    /// The state hash after a tick, where the log has one.
    pub fn hash_at(&self, tick: u64) -> Option<u64> {
        let at = self.hashes.binary_search_by_key(&tick, |hash| hash.0).ok()?;
        Some(self.hashes[at].1)
    }

    /// The latest world at or before a tick. The orders of its tick come after it.
    pub fn world_before(&self, tick: u64) -> Option<&PackedWorld> {
        self.worlds.before(tick)
    }

    /// All worlds, in the sequence of ticks.
    pub fn worlds(&self) -> impl Iterator<Item = &PackedWorld> {
        self.worlds.iter()
    }

    /// Adds a world that was met while the log was played, so that the next seek is shorter. The world must stand
    /// before the orders of its tick. Where there is no room, some worlds go; then fewer are kept.
    pub fn add_world(&mut self, world: PackedWorld) {
        if !(self.first_tick..=self.last_tick).contains(&world.tick()) {
            return;
        }
        match &mut self.keeping {
            Keeping::Spread(spread) => spread.add(&mut self.worlds, world),
            Keeping::Ring => {
                self.worlds.add(world);
                ring::thin(&mut self.worlds);
                self.forget_before(self.worlds.first_tick().unwrap_or(0));
            }
        }
    }

    /// Notes that a tick has come.
    pub(in crate::record) fn reach(&mut self, tick: u64) {
        self.last_tick = tick;
    }

    /// Notes an order after the last tick.
    pub(in crate::record) fn add_order(&mut self, player: FactionId, order: Order) {
        let order = PlayerOrder { tick: self.last_tick, player, order };
        self.noted_bytes += bytes_of(&order);
        self.orders.push(order);
    }

    /// Notes the hash of the state after the last tick.
    pub(in crate::record) fn add_hash(&mut self, state: u64) {
        if self.hashes.last().is_none_or(|(tick, _)| *tick < self.last_tick) {
            self.hashes.push((self.last_tick, state));
            self.noted_bytes += size_of::<(u64, u64)>();
        }
    }

    /// The tick of the first landing.
    pub(in crate::record) fn first_landing(&self) -> Option<u64> {
        self.first_landing
    }

    /// Notes moments worth looking at.
    pub(in crate::record) fn add_marks(&mut self, marks: &[Mark]) {
        let landing = marks.iter().find(|mark| matches!(mark.kind, MarkKind::FirstLanding { .. }));
        self.first_landing = self.first_landing.or(landing.map(|mark| mark.tick));
        self.marks.extend_from_slice(marks);
        self.noted_bytes += size_of_val(marks);
    }

    /// Whether orders, hashes and marks take no more memory than they may.
    pub(super) fn has_room(&self) -> bool {
        self.noted_bytes <= MOST_NOTED_BYTES
    }

    /// Notes how the log has ended.
    pub(super) fn end(&mut self, is_whole: bool, fault: Option<String>) {
        self.is_whole = is_whole;
        self.fault = fault;
    }

    /// Puts marks into the sequence of ticks; a file may have any.
    pub(super) fn sort_marks(&mut self) {
        self.marks.sort_by_key(|mark| mark.tick);
    }

    /// Whether a world of the last tick would lack orders: some have come after it.
    pub(super) fn has_orders_of_last_tick(&self) -> bool {
        self.orders.last().is_some_and(|order| order.tick == self.last_tick)
    }

    /// The log of a game that goes on from a tick in another way: what lies behind the tick is forgotten, and the
    /// orders of the tick too. `None` if the log does not have the tick.
    pub(in crate::record) fn cut(mut self, tick: u64) -> Option<Self> {
        if !(self.first_tick()..=self.last_tick).contains(&tick) {
            return None;
        }
        self.orders.truncate(self.orders.partition_point(|order| order.tick < tick));
        self.hashes.retain(|(at, _)| *at <= tick);
        self.marks.retain(|mark| mark.tick <= tick);
        self.first_landing = self.first_landing.filter(|landing| *landing <= tick);
        self.worlds.retain(|at| at <= tick);
        self.noted_bytes = self.count_bytes();
        Some(Self {
            identity: None,
            last_tick: tick,
            is_whole: false,
            fault: None,
            keeping: Keeping::Ring,
            ..self
        })
    }

    /// Makes room in the log of a game that is played: the oldest part of it goes.
    pub(super) fn make_room(&mut self) {
        while !self.has_room() && self.worlds.len() > 1 {
            self.worlds.remove_first();
            self.forget_before(self.worlds.first_tick().unwrap_or(0));
        }
        // The orders after the last world fill the room: rewinding begins with the next world.
        if !self.has_room() {
            self.worlds.retain(|_| false);
            self.forget_before(self.last_tick + 1);
        }
    }

    /// Forgets orders, hashes and marks before a tick.
    fn forget_before(&mut self, tick: u64) {
        if tick <= self.first_tick {
            return;
        }
        self.first_tick = tick;
        let orders = self.orders.partition_point(|order| order.tick < tick);
        let hashes = self.hashes.partition_point(|(at, _)| *at < tick);
        let marks = self.marks.partition_point(|mark| mark.tick < tick);
        let gone: usize = self.orders.drain(..orders).map(|order| bytes_of(&order)).sum();
        self.hashes.drain(..hashes);
        self.marks.drain(..marks);
        self.noted_bytes -= gone + hashes * size_of::<(u64, u64)>() + marks * size_of::<Mark>();
    }

    fn count_bytes(&self) -> usize {
        let orders: usize = self.orders.iter().map(bytes_of).sum();
        orders + size_of_val(self.hashes.as_slice()) + size_of_val(self.marks.as_slice())
    }
}

/// What an order takes in memory, bytes, measured by its binary form.
fn bytes_of(order: &PlayerOrder) -> usize {
    size_of::<PlayerOrder>() + encoded(&order.order).map_or(0, |bytes| bytes.len())
}

#[cfg(test)]
mod tests;
