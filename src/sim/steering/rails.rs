//! Where the bodies will be within the next minute of play, looked up once and kept.
//!
//! - Enters: the sky and the calendar.
//! - Leaves: places ahead, as doubles in the world's frame.
//! - Must never: depend on when it was looked up, or keep anything of another sky. Samples lie at even ticks of
//!   the calendar, so a resumed save sees what the uninterrupted run sees.

use std::sync::Arc;

use glam::DVec3;

use super::bodies::LOOK_AHEAD;
use crate::level::StarSystem;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{Calendar, Sky};

/// Ticks between two samples.
const SAMPLE_TICKS: u64 = 60;
/// Samples of a body: as many as the look ahead needs, and one more on either side.
const SAMPLES: usize = (LOOK_AHEAD as u64 * TICKS_PER_SECOND as u64 / SAMPLE_TICKS) as usize + 2;

/// The ways ahead of all bodies.
#[derive(Debug, Default)]
pub struct Rails {
    /// Whose ways they are, and the number of the first sample, counted from the level's epoch.
    known: Option<(Arc<StarSystem>, u64)>,
    /// For each body, its centres at [`SAMPLES`] times, km.
    ways: Vec<[DVec3; SAMPLES]>,
    tick: u64,
}

impl Rails {
    /// Looks up what is not known yet for the tick that is being worked on.
    pub fn look_up(&mut self, sky: &Sky, calendar: &Calendar) {
        let first = calendar.tick / SAMPLE_TICKS;
        let known = self.known.as_ref().filter(|(system, _)| Arc::ptr_eq(system, &sky.system));
        let known = known.map(|(_, first)| *first);
        self.tick = calendar.tick;
        if known == Some(first) {
            return;
        }
        let place = |body: usize, sample: usize| {
            let jd = calendar.clock.jd_at((first + sample as u64) * SAMPLE_TICKS);
            sky.system.displayed_state(body, jd).position
        };
        if known.is_some_and(|known| known + 1 == first) {
            for (body, way) in self.ways.iter_mut().enumerate() {
                way.rotate_left(1);
                way[SAMPLES - 1] = place(body, SAMPLES - 1);
            }
        } else {
            self.ways.clear();
            self.ways.extend(
                (0..sky.system.bodies.len()).map(|body| std::array::from_fn(|sample| place(body, sample))),
            );
        }
        self.known = Some((Arc::clone(&sky.system), first));
    }

    /// Where a body is so many seconds of play after the beginning of the tick, km.
    pub fn place(&self, body: usize, ahead_s: f64) -> DVec3 {
        let first = self.known.as_ref().map_or(0, |(_, first)| *first) * SAMPLE_TICKS;
        let ticks = (self.tick - first) as f64 + ahead_s * TICKS_PER_SECOND;
        let samples = ticks / SAMPLE_TICKS as f64;
        let sample = (samples as usize).min(SAMPLES - 2);
        self.ways[body][sample].lerp(self.ways[body][sample + 1], samples - sample as f64)
    }

    /// The middle of a body's way ahead, and how far it is at most from there, km.
    pub fn sweep(&self, body: usize) -> (DVec3, f64) {
        let way = &self.ways[body];
        let middle = (way[0] + way[SAMPLES / 2] + way[SAMPLES - 1]) / 3.0;
        (middle, way.iter().map(|place| place.distance(middle)).fold(0.0, f64::max))
    }
}
