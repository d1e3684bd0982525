//! Which worlds of a replay are kept: all, as long as there is room, and then fewer at greater distances. A replay
//! is sought through everywhere alike.

use super::packed::PackedWorld;
use super::worlds::Worlds;

/// What all worlds together may take in memory, bytes: 512 MiB.
const MOST_BYTES: usize = 512 * 1024 * 1024;

/// Keeps worlds at even distances.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    /// Least number of ticks between two worlds.
    distance: u64,
    /// What the worlds may take in memory, bytes.
    most_bytes: usize,
}

impl Default for Spread {
    fn default() -> Self {
        Self { distance: 1, most_bytes: MOST_BYTES }
    }
}

impl Spread {
    /// Adds a world, unless another one is near. The first world always stays.
    pub(super) fn add(&mut self, worlds: &mut Worlds, world: PackedWorld) {
        if worlds.distance(world.tick()).is_some_and(|distance| distance < self.distance) {
            return;
        }
        worlds.add(world);
        while worlds.bytes() > self.most_bytes && worlds.len() > 1 {
            self.distance = self.distance.saturating_mul(2);
            self.thin(worlds);
        }
    }

    fn thin(&self, worlds: &mut Worlds) {
        let mut last: Option<u64> = None;
        worlds.retain(|tick| {
            let stays = last.is_none_or(|last| tick - last >= self.distance);
            last = if stays { Some(tick) } else { last };
            stays
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Worlds of a file come in their sequence; those that are met while it is played come in any.
        #[test]
        fn worlds_are_bounded_and_lie_at_even_distances(
            others in vec(1_u64..1_000, 0..300),
            room in 2_usize..40,
        ) {
            let one = PackedWorld::of_text(0, "(a world)").bytes();
            let mut spread = Spread { most_bytes: room * one, ..Spread::default() };
            let mut worlds = Worlds::default();
            for tick in std::iter::once(0).chain(others.iter().map(|number| 30 * number)) {
                spread.add(&mut worlds, PackedWorld::of_text(tick, "(a world)"));
                prop_assert!(worlds.bytes() <= room * one);
            }
            let ticks: Vec<u64> = worlds.iter().map(PackedWorld::tick).collect();
            prop_assert_eq!(ticks[0], 0, "the first one stays");
            prop_assert!(ticks.windows(2).all(|pair| pair[1] - pair[0] >= spread.distance), "{:?}", ticks);
            // No world was left out that would have had room.
            for tick in others.iter().map(|number| 30 * number) {
                let nearest = worlds.distance(tick).expect("there is one");
                prop_assert!(nearest < 2 * spread.distance, "{} in {:?}", tick, ticks);
            }
        }
    }

    #[test]
    fn the_first_world_stays_even_if_it_has_no_room() {
        let (mut spread, mut worlds) = (Spread { most_bytes: 1, ..Spread::default() }, Worlds::default());
        for tick in [60, 90, 150, 60] {
            spread.add(&mut worlds, PackedWorld::of_text(tick, "(a world)"));
        }
        assert_eq!((worlds.first_tick(), worlds.len()), (Some(60), 1));
    }
}
