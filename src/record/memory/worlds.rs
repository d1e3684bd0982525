//! Some worlds of a game, in the sequence of their ticks.

use super::packed::PackedWorld;

/// Worlds, at most one of a tick.
#[derive(Clone, Debug, Default)]
pub(super) struct Worlds {
    all: Vec<PackedWorld>,
    /// What they take in memory, bytes.
    bytes: usize,
}

impl Worlds {
    /// Adds a world; one of the same tick stays instead.
    pub(super) fn add(&mut self, world: PackedWorld) {
        let at = self.all.partition_point(|known| known.tick() < world.tick());
        if self.all.get(at).is_none_or(|known| known.tick() != world.tick()) {
            self.bytes += world.bytes();
            self.all.insert(at, world);
        }
    }

    /// The latest world at or before a tick.
    pub(super) fn before(&self, tick: u64) -> Option<&PackedWorld> {
        let after = self.all.partition_point(|world| world.tick() <= tick);
        after.checked_sub(1).map(|at| &self.all[at])
    }

    /// The distance from a tick to the nearest world, ticks; `None` if there is no world.
    pub(super) fn distance(&self, tick: u64) -> Option<u64> {
        let at = self.all.partition_point(|world| world.tick() < tick);
        let neighbours = self.all[at.saturating_sub(1)..].iter().take(2);
        neighbours.map(|world| world.tick().abs_diff(tick)).min()
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, PackedWorld> {
        self.all.iter()
    }

    /// The ticks of all worlds.
    #[cfg(test)]
    pub(super) fn ticks(&self) -> Vec<u64> {
        self.all.iter().map(PackedWorld::tick).collect()
    }

    /// The tick of the first world.
    pub(super) fn first_tick(&self) -> Option<u64> {
        self.all.first().map(PackedWorld::tick)
    }

    /// The tick of the last world.
    pub(super) fn last_tick(&self) -> Option<u64> {
        self.all.last().map(PackedWorld::tick)
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// What they take in memory, bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Keeps the worlds for whose ticks `stays` returns true.
    pub(super) fn retain(&mut self, mut stays: impl FnMut(u64) -> bool) {
        self.all.retain(|world| stays(world.tick()));
        self.bytes = self.all.iter().map(PackedWorld::bytes).sum();
    }

    /// Forgets the first world.
    pub(super) fn remove_first(&mut self) {
        if !self.all.is_empty() {
            self.bytes -= self.all.remove(0).bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worlds(ticks: &[u64]) -> Worlds {
        let mut worlds = Worlds::default();
        for tick in ticks {
            worlds.add(PackedWorld::of_text(*tick, "(a world)"));
        }
        worlds
    }

    #[test]
    fn worlds_stand_in_their_sequence_and_are_found() {
        let worlds = worlds(&[300, 0, 600, 300]);
        assert_eq!(worlds.ticks(), [0, 300, 600]);
        let before = |tick| worlds.before(tick).map(PackedWorld::tick);
        assert_eq!([0, 299, 300, 9_000].map(before), [0, 0, 300, 600].map(Some));
        assert_eq!(
            [0, 100, 200, 300, 700].map(|tick| worlds.distance(tick)),
            [0, 100, 100, 0, 100].map(Some)
        );
        let none = Worlds::default();
        assert_eq!((none.before(7).map(PackedWorld::tick), none.distance(7)), (None, None));
    }

    #[test]
    fn the_bytes_are_those_of_the_worlds_that_are_there() {
        let mut worlds = worlds(&[0, 300, 600, 900]);
        worlds.add(PackedWorld::of_text(900, &"another one ".repeat(900)));
        worlds.retain(|tick| tick != 600);
        worlds.remove_first();
        assert_eq!(worlds.ticks(), [300, 900]);
        assert_eq!(worlds.bytes(), worlds.iter().map(PackedWorld::bytes).sum::<usize>());
    }
}
