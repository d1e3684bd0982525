//! Messages to players: each player has a copy, so that reading takes nothing from others.

use std::collections::{BTreeMap, VecDeque};

use crate::sim::FactionId;

/// Limit on the unread messages of a player; the oldest are dropped first.
const MOST_KEPT: usize = 1_000;

/// Messages that wait until their players read them.
#[derive(Clone, Debug)]
pub struct Mailbox<T> {
    /// Number of messages up to now.
    count: u64,
    waiting: BTreeMap<FactionId, VecDeque<(u64, T)>>,
}

impl<T> Default for Mailbox<T> {
    fn default() -> Self {
        Self { count: 0, waiting: BTreeMap::new() }
    }
}

impl<T> Mailbox<T> {
    /// Adds a message for a player.
    pub fn add(&mut self, player: FactionId, message: T) {
        let waiting = self.waiting.entry(player).or_default();
        if waiting.len() >= MOST_KEPT {
            waiting.pop_front();
        }
        waiting.push_back((self.count, message));
        self.count += 1;
    }

    /// Takes a player's unread messages, the oldest first.
    pub fn take(&mut self, player: FactionId) -> Vec<T> {
        self.waiting.remove(&player).into_iter().flatten().map(|(_, message)| message).collect()
    }

    /// Takes all waiting messages, the oldest first: for a program that represents all players.
    pub fn take_all(&mut self) -> Vec<T> {
        let mut all: Vec<(u64, T)> = std::mem::take(&mut self.waiting).into_values().flatten().collect();
        all.sort_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, message)| message).collect()
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
        assert_eq!(box_of_words.clone().take_all(), ["a", "b", "c"], "the oldest first");
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
