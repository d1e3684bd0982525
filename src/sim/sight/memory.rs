//! What a faction remembers: things that it saw and sees no longer, as ghosts where they were last.
//!
//! What it sees enters each time that sight is looked at; ghosts leave. Only what was seen may ever enter: no
//! ghost learns anything from the thing itself once that is out of sight. What is a faction's own needs no
//! memory, and should not be handed in.
//!
//! A ghost is forgotten when the thing is seen again, or when its place comes into sight again and nothing is
//! there. A thing that leaves the sight of an eye which still sees the place where it was last (it was large
//! enough to be seen from afar, or it flew on) stays a ghost until that place was out of sight for once.
//!
//! A memory is saved as its [`Memory::ghosts`] and its [`Memory::watched`]; [`Memory::new`] takes both back.

use std::collections::BTreeMap;

use glam::DVec3;

/// Where in a ring something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingPlace {
    /// The ring; 0 is the innermost.
    pub ring: u8,
    /// Its first slot.
    pub slot: u16,
    /// How many slots it takes, in the sense in which the ring turns.
    pub slots: u8,
}

/// What is known of a thing that was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ghost {
    /// What it is, unique among ships and structures.
    pub id: u64,
    /// Whose it is.
    pub faction: u16,
    /// Its class, an index into a list of the caller's.
    pub class: u32,
    /// Where it was seen last, or where that place has been carried by now; heliocentric, km.
    pub position: DVec3,
    /// The unit vector to which its bow pointed.
    pub heading: DVec3,
    /// The body in whose well it was: its place goes along with the body.
    pub anchor: Option<usize>,
    /// Where it was from that body's centre, km; without an anchor it means nothing.
    pub offset: DVec3,
    /// Where it stood in the rings of that body, if it is a structure: its place turns with the ring.
    pub stands: Option<RingPlace>,
    /// The tick in which it was seen last.
    pub seen_tick: u64,
    /// Whether its place was out of sight when the faction last looked. Who does not save it finds it
    /// again by asking whether the place is in sight in the tick of the save.
    pub is_place_hidden: bool,
}

/// The memory of one faction.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    ghosts: BTreeMap<u64, Ghost>,
    /// What was seen when the faction last looked, sorted by id.
    watched: Vec<Ghost>,
    /// Room for what is seen next.
    next: Vec<Ghost>,
}

impl Memory {
    /// A memory that was saved: its ghosts, and what was seen when the faction last looked.
    pub fn new(ghosts: impl IntoIterator<Item = Ghost>, watched: impl IntoIterator<Item = Ghost>) -> Self {
        let ghosts = ghosts.into_iter().map(|ghost| (ghost.id, ghost)).collect();
        let mut watched: Vec<Ghost> = watched.into_iter().collect();
        watched.sort_unstable_by_key(|ghost| ghost.id);
        Self { ghosts, watched, next: Vec::new() }
    }

    /// Takes in what is seen in a tick: every foreign thing in sight once, in any order. Of what is handed
    /// in, `seen_tick` and `is_place_hidden` are set here.
    ///
    /// `place_now` tells where the place of a ghost has been carried by now, `None` where nothing carries it,
    /// and `sees_place` whether the faction sees a place now.
    pub fn update(
        &mut self,
        tick: u64,
        seen: impl IntoIterator<Item = Ghost>,
        place_now: impl Fn(&Ghost) -> Option<DVec3>,
        sees_place: impl Fn(DVec3) -> bool,
    ) {
        self.take_in(tick, seen);
        for ghost in &self.watched {
            if self.next.binary_search_by_key(&ghost.id, |other| other.id).is_err() {
                self.ghosts.insert(ghost.id, *ghost);
            }
        }
        std::mem::swap(&mut self.watched, &mut self.next);
        self.ghosts.retain(|_, ghost| {
            let known: &Ghost = ghost;
            ghost.position = place_now(known).unwrap_or(ghost.position);
            let was_hidden = ghost.is_place_hidden;
            ghost.is_place_hidden = !sees_place(ghost.position);
            ghost.is_place_hidden || !was_hidden
        });
    }

    /// Writes down what is seen now; none of it is a ghost any longer.
    fn take_in(&mut self, tick: u64, seen: impl IntoIterator<Item = Ghost>) {
        self.next.clear();
        for ghost in seen {
            self.ghosts.remove(&ghost.id);
            self.next.push(Ghost { seen_tick: tick, is_place_hidden: false, ..ghost });
        }
        self.next.sort_unstable_by_key(|ghost| ghost.id);
    }

    /// Forgets a thing for good: the faction has learnt that it is no more.
    pub fn forget(&mut self, id: u64) {
        self.ghosts.remove(&id);
        self.watched.retain(|ghost| ghost.id != id);
    }

    /// What it remembers and does not see, by id.
    pub fn ghosts(&self) -> impl Iterator<Item = &Ghost> {
        self.ghosts.values()
    }

    /// The ghost of a thing.
    pub fn ghost(&self, id: u64) -> Option<&Ghost> {
        self.ghosts.get(&id)
    }

    /// What it saw when it last looked, by id.
    pub fn watched(&self) -> &[Ghost] {
        &self.watched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thing at a place along the x axis.
    fn thing(id: u64, x: f64) -> Ghost {
        Ghost {
            id,
            faction: 1,
            class: 7,
            position: DVec3::X * x,
            heading: DVec3::Y,
            anchor: None,
            offset: DVec3::ZERO,
            stands: None,
            seen_tick: 0,
            is_place_hidden: false,
        }
    }

    fn stays(_: &Ghost) -> Option<DVec3> {
        None
    }

    /// An eye that sees everything up to a place on the x axis.
    fn up_to(x: f64) -> impl Fn(DVec3) -> bool {
        move |place| place.x <= x
    }

    fn ids(memory: &Memory) -> Vec<u64> {
        memory.ghosts().map(|ghost| ghost.id).collect()
    }

    #[test]
    fn what_is_lost_becomes_a_ghost_at_its_last_place() {
        let mut memory = Memory::default();
        memory.update(10, [thing(5, 80.0), thing(3, 90.0)], stays, up_to(100.0));
        assert!(ids(&memory).is_empty());
        assert_eq!(memory.watched().iter().map(|ghost| ghost.id).collect::<Vec<_>>(), vec![3, 5]);
        memory.update(11, [thing(3, 91.0)], stays, up_to(100.0));
        let ghost = memory.ghost(5).expect("it is remembered");
        assert_eq!((ghost.position.x, ghost.seen_tick, ghost.class), (80.0, 10, 7));
        memory.update(12, [], stays, up_to(70.0));
        assert_eq!(ids(&memory), vec![3, 5]);
        assert_eq!(memory.ghost(3).map(|ghost| ghost.seen_tick), Some(11));
    }

    #[test]
    fn what_is_seen_is_no_ghost() {
        let mut memory = Memory::new([thing(5, 80.0)], []);
        memory.update(20, [thing(5, 200.0)], stays, |_| false);
        assert!(ids(&memory).is_empty());
        memory.update(21, [], stays, |_| false);
        assert_eq!(memory.ghost(5).map(|ghost| (ghost.position.x, ghost.seen_tick)), Some((200.0, 20)));
    }

    #[test]
    fn an_empty_place_that_is_seen_again_is_forgotten() {
        let mut memory = Memory::default();
        memory.update(1, [thing(5, 80.0)], stays, up_to(100.0));
        // Lost, though its place is still in sight: it stays.
        memory.update(2, [], stays, up_to(100.0));
        memory.update(3, [], stays, up_to(100.0));
        assert_eq!(ids(&memory), vec![5]);
        memory.update(4, [], stays, up_to(50.0));
        memory.update(5, [], stays, up_to(50.0));
        assert_eq!(ids(&memory), vec![5]);
        memory.update(6, [], stays, up_to(100.0));
        assert!(ids(&memory).is_empty());
    }

    #[test]
    fn a_ghost_in_a_well_goes_along_with_it() {
        let mut memory = Memory::default();
        let in_well = Ghost { anchor: Some(2), offset: DVec3::Y * 30.0, ..thing(5, 80.0) };
        let adrift = Ghost { anchor: Some(9), ..thing(6, 80.0) };
        for tick in 0..5_u64 {
            let center = DVec3::X * (80 + tick) as f64;
            let place_now = |ghost: &Ghost| (ghost.anchor == Some(2)).then_some(center + ghost.offset);
            let seen = [in_well, adrift].into_iter().filter(|_| tick == 0);
            memory.update(tick, seen, place_now, |_| false);
        }
        let place = |id: u64| memory.ghost(id).map(|ghost| ghost.position);
        assert_eq!(place(5), Some(DVec3::new(84.0, 30.0, 0.0)));
        assert_eq!(place(6), Some(DVec3::X * 80.0));
    }

    #[test]
    fn what_is_known_to_be_gone_leaves_no_ghost() {
        let mut memory = Memory::new([thing(4, 10.0)], [thing(5, 80.0)]);
        memory.forget(4);
        memory.forget(5);
        memory.update(3, [], stays, |_| false);
        assert!(ids(&memory).is_empty());
    }

    #[test]
    fn a_saved_memory_goes_on_as_if_nothing_had_happened() {
        let mut memory = Memory::default();
        memory.update(1, [thing(5, 80.0), thing(3, 20.0), thing(8, 60.0)], stays, up_to(100.0));
        memory.update(2, [thing(3, 21.0)], stays, up_to(70.0));
        let mut resumed = Memory::new(memory.ghosts().copied(), memory.watched().iter().rev().copied());
        for memory in [&mut memory, &mut resumed] {
            memory.update(3, [thing(8, 61.0)], stays, up_to(100.0));
        }
        assert!(memory.ghosts().eq(resumed.ghosts()));
        assert_eq!(memory.watched(), resumed.watched());
        assert_eq!(ids(&memory), vec![3]);
    }
}
