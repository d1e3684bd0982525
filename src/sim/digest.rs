//! The hash of a part of the state that changes seldom: it is reckoned when the part changes, and only its value
//! goes into the hash of each tick.
//!
//! Numbers enter in an order that never depends on how things are stored; one number leaves, the same on every
//! machine.

use xxhash_rust::xxh3::Xxh3Default;

/// Numbers that are being hashed.
#[derive(Default)]
pub(super) struct Digest(Xxh3Default);

impl Digest {
    /// Takes in a number.
    pub(super) fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    /// The hash of all numbers so far.
    pub(super) fn value(&self) -> u64 {
        self.0.digest()
    }
}
