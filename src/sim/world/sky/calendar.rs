//! The world's clock: counts ticks and converts them to dates.
//!
//! The calendar ends at [`LAST_JD`](crate::orbit::LAST_JD): the paths of a checked level are known to be sound up
//! to there. The world then stands still, and the screen says so.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::orbit::{GameClock, TICKS_PER_SECOND};

/// The present tick and date.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calendar {
    /// Converts ticks to dates.
    pub clock: GameClock,
    /// Ticks since the level's epoch.
    pub tick: u64,
    /// The seed of the world's chances.
    pub seed: u64,
}

impl Calendar {
    /// The date at the end of the last tick, Julian date (TDB).
    pub fn now_jd(&self) -> f64 {
        self.clock.jd_at(self.tick)
    }

    /// The date at the end of the tick that is being worked on.
    pub fn next_jd(&self) -> f64 {
        self.clock.jd_at(self.tick + 1)
    }

    /// Whether the calendar has come to its end: there is no further tick.
    pub fn is_over(&self) -> bool {
        self.clock.is_over(self.tick)
    }

    /// Seconds of the calendar that one tick lasts.
    pub fn tick_seconds(&self) -> f64 {
        self.clock.seconds_per_tick()
    }

    /// Seconds of the calendar in a second of play.
    pub fn play_second_s(&self) -> f64 {
        self.tick_seconds() * TICKS_PER_SECOND
    }
}
