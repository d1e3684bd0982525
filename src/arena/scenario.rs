//! The model of a scenario: ships with starts and targets, bodies, and duration.
//!
//! Scenarios come from RON files, which are read and checked as levels and rules are, or from code. Lengths and
//! times have no unit of the real world: a usual ship has a radius of 1 and flies 4 of these lengths in a second.
//!
//! ```ron
//! (
//!     title: "past a planet", dt: 0.03333, seconds: 60.0, tolerance: 2.0,
//!     ships: [(at: (-40, 0, 0), to: (40, 0, 0), radius: 1.0, speed: 4.0)],
//!     bodies: [(at: (0, 0, 0), radius: 10.0, path: Ellipse(a: (5, 0, 0), b: (0, 5, 0), rate: 0.01))],
//! )
//! ```

use std::path::Path;

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::level::ranges::{FieldFault, Limits, Numbers, Ranged, join};
use crate::level::source::read::{parse_numbers, read_file};
use crate::level::{Faults, ReadError, plain_line};

/// The most ships of a scenario.
pub const MAX_SHIPS: u32 = 200_000;
/// The most bodies of a scenario.
pub const MAX_BODIES: usize = 10_000;
/// The most steps of a run.
pub const MAX_STEPS: u32 = 1_000_000;

/// The default length of a step, seconds.
const USUAL_DT: f64 = 1.0 / 30.0;
/// A length, speed or time; the core works with single precision.
const POSITIVE: Limits = 1.0e-6..=1.0e9;
/// A coordinate, or another number that may be 0 or less.
const ANY: Limits = -1.0e9..=1.0e9;
/// A positive number, perhaps infinite.
const UP_TO_ENDLESS: Limits = 1.0e-6..=f64::INFINITY;

/// x, y and z.
pub type Triple = (f64, f64, f64);

/// Ships, bodies, and the duration of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The title in reports; a file without a title uses its name.
    #[serde(default)]
    pub title: String,
    /// Length of a step, seconds.
    #[serde(default = "usual_dt")]
    pub dt: f64,
    /// Length of the run, seconds; rounded to whole steps.
    pub seconds: f64,
    /// A ship has arrived when its centre is this near to its target.
    pub tolerance: f64,
    /// The common velocity of ships, targets and bodies, lengths per second.
    #[serde(default)]
    pub frame: Triple,
    /// The ships; at least one, at most [`MAX_SHIPS`].
    pub ships: Vec<Ship>,
    /// Bodies, which do not give way; at most [`MAX_BODIES`].
    #[serde(default)]
    pub bodies: Vec<ArenaBody>,
    /// Whether ships follow waypoints that a planner finds round the bodies, or fly by steering alone.
    #[serde(default)]
    pub routes: bool,
}

/// A ship: a ball, or a capsule about its heading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// Start.
    pub at: Triple,
    /// Target; a ship that starts there holds its station.
    pub to: Triple,
    /// Radius of the hull, more than 0.
    pub radius: f64,
    /// Greatest speed, lengths per second, more than 0.
    pub speed: f64,
    /// Extent of the hull's axis to both sides of the centre, along the heading; 0 is a ball.
    #[serde(default)]
    pub half_length: f64,
    /// Greatest acceleration, lengths per second squared; `inf` for no limit.
    #[serde(default = "endless")]
    pub acceleration: f64,
    /// Greatest turn rate, radians per second; `inf` for no limit.
    #[serde(default = "endless")]
    pub turn_rate: f64,
    /// Velocity at the start, relative to the frame.
    #[serde(default)]
    pub velocity: Triple,
}

/// A ball on rails.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArenaBody {
    /// Place, or the middle of its path.
    pub at: Triple,
    /// Radius, more than 0.
    pub radius: f64,
    /// Motion.
    #[serde(default)]
    pub path: BodyPath,
}

/// Motion of a body, relative to the frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum BodyPath {
    /// At rest.
    #[default]
    Still,
    /// Place after t seconds: `at + a cos(rate t + phase) + b sin(rate t + phase)`.
    Ellipse {
        /// From the middle to the place at angle 0.
        a: Triple,
        /// From the middle to the place at a right angle.
        b: Triple,
        /// Radians per second; negative: backward.
        rate: f64,
        /// The angle at the start, radians.
        #[serde(default)]
        phase: f64,
    },
}

ranges!(
    Scenario { dt: POSITIVE, seconds: POSITIVE, tolerance: POSITIVE, frame: ANY, ships, bodies },
    Scenario::check_counts
);
ranges!(Ship {
    at: ANY,
    to: ANY,
    radius: POSITIVE,
    speed: POSITIVE,
    half_length: 0.0..=1.0e9,
    acceleration: UP_TO_ENDLESS,
    turn_rate: UP_TO_ENDLESS,
    velocity: ANY,
});
ranges!(ArenaBody { at: ANY, radius: POSITIVE, path });

impl Ranged for BodyPath {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        let Self::Ellipse { a, b, rate, phase } = self else { return };
        let numbers = [("a", a.outside(&ANY)), ("b", b.outside(&ANY))];
        let rates = [("rate", rate.outside(&ANY)), ("phase", phase.outside(&ANY))];
        for (field, outside) in numbers.into_iter().chain(rates) {
            faults.extend(outside.map(|value| FieldFault::out_of_range(join(path, field), value, &ANY)));
        }
    }
}

/// Reads and checks a scenario from a RON file.
///
/// # Errors
/// A file that cannot be read, or that holds no sound scenario.
pub fn read_scenario(path: &Path) -> Result<Scenario, ReadError> {
    parse_scenario(&path.display().to_string(), &read_file(path)?).map_err(ReadError::Faulty)
}

/// Reads and checks the bytes of a scenario; `file` is its name in faults.
///
/// # Errors
/// All faults, with place and remedy.
pub fn parse_scenario(file: &str, bytes: &[u8]) -> Result<Scenario, Faults> {
    let mut scenario: Scenario = parse_numbers(file, bytes)?;
    let title = if scenario.title.is_empty() { file } else { &scenario.title };
    scenario.title = plain_line(title).into_owned();
    Ok(scenario)
}

impl Scenario {
    /// A scenario of ships alone, with usual steps and a tolerance of 2.
    pub fn of_ships(title: impl Into<String>, seconds: f64, ships: Vec<Ship>) -> Self {
        Self {
            title: title.into(),
            dt: USUAL_DT,
            seconds,
            tolerance: 2.0,
            frame: (0.0, 0.0, 0.0),
            ships,
            bodies: Vec::new(),
            routes: false,
        }
    }

    /// Number of steps of a run: at least 1, at most [`MAX_STEPS`].
    pub fn steps(&self) -> u32 {
        // `as` saturates, and turns NaN into 0.
        ((self.seconds / self.dt).round() as u32).clamp(1, MAX_STEPS)
    }

    /// The way of the frame in this number of seconds.
    pub fn drift(&self, seconds: f64) -> DVec3 {
        DVec3::from(self.frame) * seconds
    }

    /// The place of a body of this scenario after this number of seconds, the frame's motion included.
    pub fn body_place(&self, body: &ArenaBody, seconds: f64) -> DVec3 {
        body.place(seconds) + self.drift(seconds)
    }

    /// All faults that prevent a run; empty for a sound scenario.
    pub fn faults(&self) -> Vec<FieldFault> {
        let mut faults = Vec::new();
        self.check_ranges("", &mut faults);
        faults
    }

    /// Adds a fault for too many steps, and for too many ships and bodies, or none.
    fn check_counts(&self, path: &str, faults: &mut Vec<FieldFault>) {
        for (field, count, least, most) in [
            ("seconds", self.seconds / self.dt, 0.0, f64::from(MAX_STEPS)),
            ("ships", self.ships.len() as f64, 1.0, f64::from(MAX_SHIPS)),
            ("bodies", self.bodies.len() as f64, 0.0, MAX_BODIES as f64),
        ] {
            if count > most || count < least {
                let what = if field == "seconds" { "steps" } else { field };
                let message = format!("{count:.0} {what} cannot be run");
                let remedy = format!("from {least} to {most} {what} are possible");
                faults.push(FieldFault { path: join(path, field), message, remedy });
            }
        }
    }
}

impl Ship {
    /// A ball at rest without limits but its greatest speed.
    pub fn new(at: DVec3, to: DVec3, radius: f64, speed: f64) -> Self {
        Self {
            at: at.into(),
            to: to.into(),
            radius,
            speed,
            half_length: 0.0,
            acceleration: f64::INFINITY,
            turn_rate: f64::INFINITY,
            velocity: (0.0, 0.0, 0.0),
        }
    }

    /// Length of the straight way from start to target.
    fn straight_distance(&self) -> f64 {
        DVec3::from(self.at).distance(DVec3::from(self.to))
    }

    /// Time of the straight flight at the greatest speed, seconds.
    pub fn ideal_seconds(&self) -> f64 {
        self.straight_distance() / self.speed
    }
}

impl ArenaBody {
    /// A ball that does not move.
    pub fn still(at: DVec3, radius: f64) -> Self {
        Self { at: at.into(), radius, path: BodyPath::Still }
    }

    /// The place after this number of seconds, relative to the frame.
    pub fn place(&self, seconds: f64) -> DVec3 {
        let middle = DVec3::from(self.at);
        match self.path {
            BodyPath::Still => middle,
            BodyPath::Ellipse { a, b, rate, phase } => {
                let angle = rate * seconds + phase;
                middle + DVec3::from(a) * libm::cos(angle) + DVec3::from(b) * libm::sin(angle)
            }
        }
    }
}

fn usual_dt() -> f64 {
    USUAL_DT
}

fn endless() -> f64 {
    f64::INFINITY
}
