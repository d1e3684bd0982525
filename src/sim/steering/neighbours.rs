//! The relevant neighbours of a ship: those within its look, fewer of the far ones in a crowd. They depend on the
//! places alone, so that a saved game goes on unchanged.

use std::ops::Range;

use glam::Vec3;

/// Limit on the recorded neighbours; beyond it the farther ones are dropped.
const MOST: usize = 192;
/// A ship begins with a shorter look if more than this multiple of its company is expected.
const ENOUGH: f32 = 2.5;
/// Factor on the range of a look after each excess of neighbours.
const NARROWING: f32 = 0.8;

/// The neighbours of one ship.
pub struct Neighbours {
    noted: [(u32, f32); MOST],
    close: [u32; MOST],
    count: usize,
    reach: f32,
    company: f32,
}

impl Neighbours {
    /// Memory for the neighbours of one ship at a time, about `company` of them.
    pub fn room(company: f32) -> Self {
        Self { noted: [(0, 0.0); MOST], close: [0; MOST], count: 0, reach: 0.0, company }
    }

    /// Clears the list, and looks as far as `reach` from now on; less far if more than enough neighbours are
    /// `expected` within that.
    pub fn begin_look(&mut self, reach: f32, expected: f32) {
        self.count = 0;
        let enough = ENOUGH * self.company;
        self.reach = if expected > enough { reach * libm::cbrtf(enough / expected) } else { reach };
    }

    /// Range of the look.
    pub fn reach(&self) -> f32 {
        self.reach
    }

    /// Notes the ships of a run that are within reach.
    #[inline]
    pub fn look_at(&mut self, place: Vec3, places: &[Vec3], run: Range<usize>) {
        let (mut seat, end) = (run.start, run.end);
        while seat < end {
            let part = (end - seat).min(MOST - self.count);
            let (mut count, square_reach) = (self.count, self.reach * self.reach);
            for (other, number) in places[seat..seat + part].iter().zip(seat as u32..) {
                let square = (*other - place).length_squared();
                // Written in any case and kept only if near: a branch would be guessed wrong too often.
                self.noted[count.min(MOST - 1)] = (number, square);
                count += usize::from(square < square_reach);
            }
            self.count = count;
            seat += part;
            if count == MOST {
                self.narrow(NARROWING);
            }
        }
    }

    /// Drops the farthest neighbours if there are more than the company; smoothly, because the new reach depends
    /// on their number and not on their identity.
    pub fn look_less_far(&mut self) {
        let count = self.count as f32;
        if count > self.company {
            self.narrow(libm::cbrtf(self.company / count));
        }
    }

    fn narrow(&mut self, share: f32) {
        self.reach *= share;
        let square = self.reach * self.reach;
        let mut kept = 0;
        for index in 0..self.count {
            self.noted[kept] = self.noted[index];
            kept += usize::from(self.noted[index].1 < square);
        }
        // Too many in one place, none farther than the others: drop the last ones.
        self.count = kept.min(MOST - 1);
    }

    /// Drops unwanted neighbours, and returns the seats of all that were within `reach`, kept or not, in the
    /// same order.
    #[inline]
    pub fn sieve(&mut self, reach: f32, is_kept: impl Fn(usize) -> bool) -> &[u32] {
        let (mut close, mut kept) = (0, 0);
        for index in 0..self.count {
            let (seat, square) = self.noted[index];
            self.close[close.min(MOST - 1)] = seat;
            close += usize::from(square < reach * reach);
            self.noted[kept] = (seat, square);
            kept += usize::from(is_kept(seat as usize));
        }
        self.count = kept;
        &self.close[..close]
    }

    /// Drops unwanted neighbours.
    #[inline]
    pub fn keep(&mut self, is_kept: impl Fn(usize) -> bool) {
        let mut kept = 0;
        for index in 0..self.count {
            self.noted[kept] = self.noted[index];
            kept += usize::from(is_kept(self.noted[index].0 as usize));
        }
        self.count = kept;
    }

    /// The remaining neighbours, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = &(u32, f32)> {
        self.noted[..self.count].iter()
    }
}

/// All ships within a reach, however many.
#[derive(Clone, Debug, Default)]
pub struct ShipsInReach {
    seats: Vec<u32>,
    count: usize,
}

impl ShipsInReach {
    /// Memory for more ships than are ever likely to be near one ship.
    pub fn with_room() -> Self {
        Self { seats: vec![0; MOST], count: 0 }
    }

    /// Clears the list.
    pub fn begin_look(&mut self) {
        self.count = 0;
    }

    /// Notes the ships of a run that are within `reach` of `place`.
    #[inline]
    pub fn look_at(&mut self, place: Vec3, reach: f32, places: &[Vec3], run: Range<usize>) {
        let most = self.count + run.len();
        if self.seats.len() < most {
            self.seats.resize(most.next_power_of_two().max(MOST), 0);
        }
        let (mut count, square_reach) = (self.count, reach * reach);
        for (other, seat) in places[run.clone()].iter().zip(run.start as u32..) {
            self.seats[count] = seat;
            count += usize::from((*other - place).length_squared() < square_reach);
        }
        self.count = count;
    }

    /// The recorded ships, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = &u32> {
        self.seats[..self.count].iter()
    }
}
