//! Packs worlds on a thread of its own, so that a snapshot costs the thread of the ticks only a copy.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use bevy::prelude::error;

use super::packed::PackedWorld;
use crate::sim::CapturedWorld;

/// The most worlds that are in work.
const MOST_IN_WORK: usize = 2;

/// What came of a world.
type Packed = Result<PackedWorld, String>;

/// Packs worlds. Dropped, it leaves those in work to themselves.
pub(super) struct Packer {
    queue: SyncSender<Box<CapturedWorld>>,
    done: Arc<Mutex<Vec<Packed>>>,
    /// Number of worlds that have been handed in and not been collected.
    in_work: usize,
    thread: JoinHandle<()>,
}

impl Packer {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub(super) fn begin() -> io::Result<Self> {
        let (queue, waiting) = sync_channel(MOST_IN_WORK);
        let done = Arc::<Mutex<Vec<Packed>>>::default();
        let results = done.clone();
        let thread = std::thread::Builder::new().name("worlds".to_owned());
        let thread = thread.spawn(move || pack_all(&waiting, &results))?;
        Ok(Self { queue, done, in_work: 0, thread })
    }

    /// Whether there is room for a world.
    pub(super) fn takes_world(&self) -> bool {
        self.in_work < MOST_IN_WORK && !self.thread.is_finished()
    }

    /// Hands in a world; without room for it the world is skipped.
    pub(super) fn world(&mut self, world: CapturedWorld) {
        if self.takes_world() && self.queue.try_send(Box::new(world)).is_ok() {
            self.in_work += 1;
        }
    }

    /// The worlds that have been packed since the last call, in their sequence.
    pub(super) fn collect(&mut self) -> Vec<PackedWorld> {
        if self.in_work == 0 {
            return Vec::new();
        }
        let done = std::mem::take(&mut *locked(&self.done));
        self.in_work -= done.len();
        sound(done)
    }

    /// The worlds in work, as soon as they are packed. That takes a moment, and no disk.
    pub(super) fn finish(self) -> Vec<PackedWorld> {
        let Self { queue, done, thread, .. } = self;
        drop(queue);
        if thread.join().is_err() {
            error!("a world is lost to rewinding, because of a fault in the program that packs it");
        }
        let done = std::mem::take(&mut *locked(&done));
        sound(done)
    }
}

fn pack_all(waiting: &Receiver<Box<CapturedWorld>>, done: &Mutex<Vec<Packed>>) {
    while let Ok(world) = waiting.recv() {
        let packed = PackedWorld::of(*world);
        locked(done).push(packed);
    }
}

/// The list, also of a thread that has ended in between.
fn locked(done: &Mutex<Vec<Packed>>) -> MutexGuard<'_, Vec<Packed>> {
    done.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The worlds that could be packed; the program logs the faults of the others.
fn sound(done: Vec<Packed>) -> Vec<PackedWorld> {
    done.into_iter().filter_map(|packed| packed.inspect_err(|words| error!("{words}")).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::test_support::world;

    #[test]
    fn worlds_are_packed_in_their_sequence_and_a_full_queue_skips_one() {
        let mut packer = Packer::begin().expect("the thread starts");
        for tick in [0, 1, 2] {
            packer.world(world(tick));
        }
        assert!(!packer.takes_world(), "nothing was collected");
        let ticks = |worlds: Vec<PackedWorld>| worlds.iter().map(PackedWorld::tick).collect::<Vec<u64>>();
        assert_eq!(ticks(packer.finish()), [0, 1]);
    }

    #[test]
    fn what_was_collected_makes_room() {
        let mut packer = Packer::begin().expect("the thread starts");
        packer.world(world(0));
        packer.world(world(1));
        let mut found = 0;
        while found < 2 {
            found += packer.collect().len();
            std::thread::yield_now();
        }
        assert!(packer.takes_world());
        assert!(packer.finish().is_empty());
    }
}
