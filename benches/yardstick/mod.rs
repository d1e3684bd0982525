//! A sort of numbers: a yardstick by which results of different machines can be divided.

use divan::{Bencher, counter::ItemsCount};

/// Sorts `count` numbers.
pub fn sort(bencher: Bencher, count: u64) {
    bencher
        .counter(ItemsCount::new(count))
        .with_inputs(|| (0..count).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect::<Vec<u64>>())
        .bench_values(|mut numbers| {
            numbers.sort_unstable();
            numbers
        });
}
