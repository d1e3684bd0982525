//! A bounded list of live effects: a full pool drops its oldest entry for a new one.

use std::collections::VecDeque;

use bevy::prelude::{Deref, DerefMut};

/// Live effects, the oldest first.
#[derive(Clone, Debug, Deref, DerefMut)]
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
}
