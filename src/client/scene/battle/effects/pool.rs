//! A bounded list of live effects: a full pool drops its oldest entry for a new one.

use std::collections::VecDeque;

/// Some things, the oldest first.
#[derive(Clone, Debug)]
pub struct Pool<T>(VecDeque<T>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> Pool<T> {
    /// Adds an entry; beyond `most` the oldest are dropped.
    pub fn push(&mut self, item: T, most: usize) {
        self.0.push_back(item);
        while self.0.len() > most {
            self.0.pop_front();
        }
    }

    /// Keeps only live entries.
    pub fn retain(&mut self, is_alive: impl FnMut(&T) -> bool) {
        self.0.retain(is_alive);
    }

    /// All entries, the oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.0.iter()
    }

    /// All entries, mutable.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        self.0.iter_mut()
    }

    /// Count.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_make_room() {
        let mut pool = Pool::default();
        for number in 0..10 {
            pool.push(number, 3);
        }
        assert_eq!(pool.iter().copied().collect::<Vec<_>>(), [7, 8, 9]);
        pool.push(10, 2);
        assert_eq!(pool.len(), 2, "a limit that fell holds at once");
        pool.push(11, 0);
        assert!(pool.is_empty());
    }

    #[test]
    fn who_is_over_goes() {
        let mut pool = Pool::default();
        (0..6).for_each(|number| pool.push(number, 100));
        pool.retain(|number| number % 2 == 0);
        assert_eq!(pool.iter().copied().collect::<Vec<_>>(), [0, 2, 4]);
    }
}
