//! Messages to players: each player has a copy, so that reading takes nothing from others.

use std::collections::{BTreeMap, VecDeque};

use crate::sim::FactionId;

/// Limit on the unread messages of a player; the oldest are dropped first.
const MOST_KEPT: usize = 1_000;

/// Messages that wait until their players read them.
#[derive(Clone, Debug)]
pub struct Mailbox<T>(BTreeMap<FactionId, VecDeque<T>>);

impl<T> Default for Mailbox<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> Mailbox<T> {
    /// Adds a message for a player.
    pub fn add(&mut self, player: FactionId, message: T) {
        let waiting = self.0.entry(player).or_default();
        if waiting.len() >= MOST_KEPT {
            waiting.pop_front();
        }
        waiting.push_back(message);
    }

    /// Takes a player's unread messages, the oldest first.
    pub fn take(&mut self, player: FactionId) -> Vec<T> {
        self.0.remove(&player).map_or_else(Vec::new, Vec::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERRA: FactionId = FactionId(0);
    const ARES: FactionId = FactionId(1);

    #[test]
    fn a_reader_takes_nothing_from_another() {
        let mut box_of_words = Mailbox::default();
        for (player, word) in [(ARES, "a"), (TERRA, "b"), (ARES, "c")] {
            box_of_words.add(player, word);
        }
        assert_eq!(box_of_words.take(TERRA), ["b"]);
        assert!(box_of_words.take(TERRA).is_empty());
        assert_eq!(box_of_words.take(ARES), ["a", "c"]);
    }

    #[test]
    fn a_reader_that_never_reads_loses_the_oldest() {
        let mut numbers = Mailbox::default();
        (0..MOST_KEPT + 2).for_each(|number| numbers.add(TERRA, number));
        let kept = numbers.take(TERRA);
        assert_eq!((kept.len(), kept[0]), (MOST_KEPT, 2));
    }
}
