//! The hash of a part of the state that seldom changes: it is computed when the part changes, and only its
//! value goes into the hash of each tick.
//!
//! Numbers are added in an order that does not depend on storage; the result is the same on every machine.

use xxhash_rust::xxh3::Xxh3Default;

/// Numbers that are being hashed.
#[derive(Default)]
pub(super) struct Digest(Xxh3Default);

impl Digest {
    /// Takes in a number.
    pub(super) fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    /// The hash of all added numbers.
    pub(super) fn value(&self) -> u64 {
        self.0.digest()
    }
}
