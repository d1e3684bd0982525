//! The ring: which worlds of a game that is played are kept.
//!
//! Most rewinds go back a little. So the last minutes have a world every ten seconds, and the time before
//! has one every minute. The oldest worlds go when there is no room for them.

use super::worlds::Worlds;

/// Ticks between two worlds of the last minutes: ten seconds of play.
pub const RING_TICKS: u64 = 300;
/// The length of these last minutes, ticks: five minutes of play.
const RECENT_TICKS: u64 = 9_000;
/// Least number of ticks between two worlds before them: a minute of play.
const OLD_TICKS: u64 = 1_800;
/// What all worlds together may take in memory, bytes: 128 MiB.
const MOST_BYTES: usize = 128 * 1024 * 1024;

/// Forgets the worlds that are not to be kept. The newest one always stays.
pub(super) fn thin(worlds: &mut Worlds) {
    thin_to(MOST_BYTES, worlds);
}

fn thin_to(most_bytes: usize, worlds: &mut Worlds) {
    let recent = worlds.last_tick().unwrap_or(0).saturating_sub(RECENT_TICKS);
    let mut last: Option<u64> = None;
    worlds.retain(|tick| {
        let stays = tick >= recent || last.is_none_or(|last| tick - last >= OLD_TICKS);
        last = if stays { Some(tick) } else { last };
        stays
    });
    while worlds.bytes() > most_bytes && worlds.len() > 1 {
        worlds.remove_first();
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::record::memory::PackedWorld;

    /// The ticks of the worlds that are kept of a game: `steps` are the ticks from each of its worlds to the next.
    fn kept(first: u64, steps: &[u64], most_bytes: usize) -> Worlds {
        let mut worlds = Worlds::default();
        let mut tick = first;
        for step in steps {
            tick += step;
            worlds.add(PackedWorld::of_text(tick, "(a world)"));
            thin_to(most_bytes, &mut worlds);
        }
        worlds
    }

    #[test]
    fn an_hour_of_play_has_a_world_for_ten_seconds_and_then_for_every_minute() {
        let hour = 108_000;
        let steps: Vec<u64> = (0..hour / RING_TICKS).map(|_| RING_TICKS).collect();
        let all = kept(0, &steps, MOST_BYTES).ticks();
        let (old, recent): (Vec<u64>, Vec<u64>) =
            all.into_iter().partition(|tick| *tick < hour - RECENT_TICKS);
        assert_eq!(recent, (hour - RECENT_TICKS..=hour).step_by(RING_TICKS as usize).collect::<Vec<u64>>());
        assert!(old.windows(2).all(|pair| pair[1] - pair[0] == OLD_TICKS), "{old:?}");
        assert_eq!(old.len(), 55);
    }

    proptest! {
        /// Steps are longer than usual where the thread that packs has had too much to do.
        #[test]
        fn every_moment_has_a_world_not_long_before_it(
            first in 0_u64..20_000,
            steps in vec(prop_oneof![4 => Just(RING_TICKS), 1 => RING_TICKS..3_000], 1..200),
        ) {
            let worlds = kept(first, &steps, usize::MAX);
            let all = worlds.ticks();
            let newest = first + steps.iter().sum::<u64>();
            let longest = *steps.iter().max().expect("there is one");
            prop_assert_eq!(all.last(), Some(&newest));
            prop_assert_eq!(all.first(), Some(&(first + steps[0])), "the first one stays");
            for pair in all.windows(2) {
                let most = if pair[0] >= newest.saturating_sub(RECENT_TICKS) { longest } else { OLD_TICKS + longest };
                prop_assert!(pair[1] - pair[0] <= most, "{:?}", pair);
            }
            let most = RECENT_TICKS / RING_TICKS + (newest - first) / OLD_TICKS + 2;
            prop_assert!(all.len() as u64 <= most, "{} worlds, {} expected", all.len(), most);
        }

        #[test]
        fn the_oldest_worlds_go_when_there_is_no_room(steps in vec(300_u64..900, 1..60), room in 1_usize..20) {
            let one = PackedWorld::of_text(0, "(a world)").bytes();
            let all = kept(0, &steps, usize::MAX).ticks();
            let few = kept(0, &steps, room * one);
            prop_assert!(few.bytes() <= room * one);
            let few = few.ticks();
            prop_assert_eq!(few.last(), all.last());
            // What is left of the last minutes is all of them that has room.
            let recent = all.last().expect("there is one").saturating_sub(RECENT_TICKS);
            let wanted: Vec<u64> = all.iter().copied().filter(|tick| *tick >= recent).collect();
            let has: Vec<u64> = few.iter().copied().filter(|tick| *tick >= recent).collect();
            prop_assert!(wanted.ends_with(&has), "{:?} of {:?}", has, wanted);
            prop_assert_eq!(has.len(), wanted.len().min(room));
        }

        #[test]
        fn a_world_that_is_larger_than_the_room_is_kept_alone(steps in vec(300_u64..900, 1..9)) {
            prop_assert_eq!(kept(0, &steps, 1).len(), 1);
        }
    }
}
