//! The ways of the bodies within the next minute of play, looked up once and kept, as doubles in the world's
//! frame.
//!
//! Samples lie at even ticks of the calendar, so a resumed save sees what the uninterrupted run sees.

use std::sync::Arc;

use glam::DVec3;
use typed_index_collections::TiVec;

use super::bodies::LOOK_AHEAD;
use crate::level::StarSystem;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::spatial::balls::{Balls, Near};
use crate::sim::{BodyId, Calendar, Sky};

/// Ticks between two samples.
const SAMPLE_TICKS: u64 = 60;
/// Samples of a body: as many as the look ahead needs, and one more on either side.
const SAMPLES: usize = (LOOK_AHEAD as u64 * TICKS_PER_SECOND as u64 / SAMPLE_TICKS) as usize + 2;

/// A body matters if its surface comes within this number of its radii, less one.
pub const MARGIN_RADII: f64 = 3.0;

/// Greatest distance of the core's own moments from the samples, in pieces of the way.
const PIECES_OF_DOUBT: f64 = 3.0;

/// A ball that the way of a body's centre stays in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Middle, km.
    pub middle: DVec3,
    /// Greatest distance of the samples from there, km.
    pub reach_km: f64,
    /// Upper bound on the errors of its radius and of its middle at moments between the samples, km.
    pub doubt_km: f64,
}

/// The ways ahead of all bodies.
#[derive(Debug, Default)]
pub struct BodyPaths {
    /// The sky of the samples, and the number of the first one, counted from the level's epoch.
    known: Option<(Arc<StarSystem>, u64)>,
    /// For each body, its centres at [`SAMPLES`] times, km.
    ways: TiVec<BodyId, [DVec3; SAMPLES]>,
    /// For each body, the ball that its way stays in.
    sweeps: TiVec<BodyId, Sweep>,
    /// The sweeps as balls, with a margin of some radii.
    reaches: Balls,
    tick: u64,
    /// Number of look-ups of samples.
    samples: u64,
}

impl BodyPaths {
    /// Looks up the missing samples for the present tick.
    pub fn look_up(&mut self, sky: &Sky, calendar: &Calendar) {
        let first = calendar.tick / SAMPLE_TICKS;
        let known = self.known.as_ref().filter(|(system, _)| Arc::ptr_eq(system, &sky.system));
        let known = known.map(|(_, first)| *first);
        self.tick = calendar.tick;
        if known == Some(first) {
            return;
        }
        let place = |body: BodyId, sample: usize| {
            let jd = calendar.clock.jd_at((first + sample as u64) * SAMPLE_TICKS);
            sky.system.displayed_state(body, jd).position
        };
        if known.is_some_and(|known| known + 1 == first) {
            for (body, way) in self.ways.iter_mut_enumerated() {
                way.rotate_left(1);
                way[SAMPLES - 1] = place(body, SAMPLES - 1);
            }
        } else {
            self.ways.clear();
            self.ways.extend(
                sky.system.bodies.keys().map(|body| std::array::from_fn(|sample| place(body, sample))),
            );
        }
        self.known = Some((Arc::clone(&sky.system), first));
        self.samples += 1;
        self.sweeps.clear();
        self.sweeps.extend(self.ways.iter().map(sweep_of));
        let bodies = self.sweeps.iter().zip(&sky.system.bodies);
        let balls = bodies.map(|(sweep, body)| {
            (sweep.middle, sweep.reach_km + sweep.doubt_km + MARGIN_RADII * body.displayed_radius_km)
        });
        self.reaches = Balls::new(balls);
    }

    /// A version number of the present samples, which changes with them.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// The place of a body this number of seconds of play after the beginning of the tick, km.
    pub fn place(&self, body: BodyId, ahead_s: f64) -> DVec3 {
        let first = self.known.as_ref().map_or(0, |(_, first)| *first) * SAMPLE_TICKS;
        let ticks = (self.tick - first) as f64 + ahead_s * TICKS_PER_SECOND;
        let samples = ticks / SAMPLE_TICKS as f64;
        let sample = (samples as usize).min(SAMPLES - 2);
        self.ways[body][sample].lerp(self.ways[body][sample + 1], samples - sample as f64)
    }

    /// The ball that a body's way ahead stays in.
    pub fn sweep(&self, body: BodyId) -> Sweep {
        self.sweeps[body]
    }

    /// The bodies that may come, with a margin of [`MARGIN_RADII`], into a box with these corners, km.
    pub fn in_box(&self, low: DVec3, high: DVec3) -> Near<BodyId> {
        self.reaches.in_box(low, high)
    }
}

fn sweep_of(way: &[DVec3; SAMPLES]) -> Sweep {
    let middle = (way[0] + way[SAMPLES / 2] + way[SAMPLES - 1]) / 3.0;
    let reach_km = way.iter().map(|place| place.distance(middle)).fold(0.0, f64::max);
    let longest = way.windows(2).map(|piece| piece[0].distance(piece[1])).fold(0.0, f64::max);
    Sweep { middle, reach_km, doubt_km: PIECES_OF_DOUBT * longest }
}
