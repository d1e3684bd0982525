//! A set of small numbers, a bit for each: the units of a list that a faction sees. Iteration is in ascending
//! order. An emptied set keeps its buffer.

/// Bits per word.
const WORD: usize = u64::BITS as usize;

/// A set of indices into a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// Removes all indices, and makes room for indices below `length`.
    pub fn reset(&mut self, length: usize) {
        self.words.clear();
        self.words.resize(length.div_ceil(WORD), 0);
    }

    /// Adds an index. An index without room is ignored.
    pub fn insert(&mut self, index: usize) {
        if let Some(word) = self.words.get_mut(index / WORD) {
            *word |= 1_u64 << (index % WORD);
        }
    }

    /// Whether an index is in the set.
    pub fn contains(&self, index: usize) -> bool {
        self.words.get(index / WORD).is_some_and(|word| *word & (1_u64 << (index % WORD)) != 0)
    }

    /// The indices in the set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(place, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(place * WORD + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_numbers_come_out_in_order() {
        let mut bits = Bits::default();
        bits.reset(200);
        for index in [199, 0, 64, 63, 5, 64, 256, 1000] {
            bits.insert(index);
        }
        assert_eq!(bits.iter().collect::<Vec<_>>(), vec![0, 5, 63, 64, 199]);
        assert!(bits.contains(63) && !bits.contains(62) && !bits.contains(5000));
        bits.reset(64);
        assert_eq!(bits.iter().next(), None);
    }
}
