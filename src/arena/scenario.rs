//! The model of a scenario: which ships fly where, among which bodies, and for how long.
//!
//! Scenarios come from RON files, whose bytes may come from anyone, or from code. Errors have the place and
//! the remedy. Lengths and times have no unit of the real world: a usual ship has a radius of 1 and flies 4
//! of these lengths in a second.
//!
//! ```ron
//! (
//!     title: "past a planet", dt: 0.03333, seconds: 60.0, tolerance: 2.0,
//!     ships: [(at: (-40, 0, 0), to: (40, 0, 0), radius: 1.0, speed: 4.0)],
//!     bodies: [(at: (0, 0, 0), radius: 10.0, path: Ellipse(a: (5, 0, 0), b: (0, 5, 0), rate: 0.01))],
//! )
//! ```

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::nearest;
use crate::level::{plain_line, plain_path};

/// The largest file that is read, bytes: 64 MiB.
pub const MAX_FILE_BYTES: usize = 64 * 1024 * 1024;
/// The most ships of a scenario.
pub const MAX_SHIPS: u32 = 200_000;
/// The most bodies of a scenario.
pub const MAX_BODIES: usize = 10_000;
/// The most steps of a run.
pub const MAX_STEPS: u32 = 1_000_000;

/// The length of a step where the scenario does not name one, seconds.
pub const USUAL_DT: f64 = 1.0 / 30.0;
/// The smallest length, speed or time that is taken; the core works with single precision.
const SMALLEST: f64 = 1.0e-6;
/// The largest number that is taken, for the same reason.
const LARGEST: f64 = 1.0e9;

/// x, y and z.
pub type Triple = (f64, f64, f64);

/// Ships, bodies and how long they are watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The title in reports; a file without a title uses its name.
    #[serde(default)]
    pub title: String,
    /// Length of a step, seconds.
    #[serde(default = "usual_dt")]
    pub dt: f64,
    /// Length of the run, seconds; it is rounded to whole steps.
    pub seconds: f64,
    /// A ship has arrived when its centre is this near to its target.
    pub tolerance: f64,
    /// The velocity that carries everything along: ships, targets and bodies, lengths per second.
    #[serde(default)]
    pub frame: Triple,
    /// The ships; at least one, at most [`MAX_SHIPS`].
    pub ships: Vec<Ship>,
    /// Bodies, which do not give way; at most [`MAX_BODIES`].
    #[serde(default)]
    pub bodies: Vec<Body>,
    /// Whether ships follow waypoints that a planner finds round the bodies, or fly by steering alone.
    #[serde(default)]
    pub routes: bool,
}

/// A ship: a ball, or a capsule about its heading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// Where it starts.
    pub at: Triple,
    /// Where it wants to; a ship that is there already holds its station.
    pub to: Triple,
    /// Radius of the hull, more than 0.
    pub radius: f64,
    /// Greatest speed, lengths per second, more than 0.
    pub speed: f64,
    /// How far the hull's axis reaches to both sides of the centre, along the heading; 0 is a ball.
    #[serde(default)]
    pub half_length: f64,
    /// Greatest acceleration, lengths per second squared; `inf` where nothing limits it.
    #[serde(default = "endless")]
    pub acceleration: f64,
    /// Greatest rate of turning, radians per second; `inf` where nothing limits it.
    #[serde(default = "endless")]
    pub turn_rate: f64,
    /// Velocity at the start, relative to the frame.
    #[serde(default)]
    pub velocity: Triple,
}

/// A ball on rails.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Where it stands, or the middle of its path.
    pub at: Triple,
    /// Radius, more than 0.
    pub radius: f64,
    /// How it moves.
    #[serde(default)]
    pub path: BodyPath,
}

/// How a body moves, relative to the frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum BodyPath {
    /// Not at all.
    #[default]
    Still,
    /// After t seconds it is at `at + a cos(rate t + phase) + b sin(rate t + phase)`.
    Ellipse {
        /// From the middle to where it is at angle 0.
        a: Triple,
        /// From the middle to where it is at a right angle.
        b: Triple,
        /// Radians per second; negative runs the other way.
        rate: f64,
        /// The angle at the start, radians.
        #[serde(default)]
        phase: f64,
    },
}

/// Why there is no scenario.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// The file cannot be read at all.
    #[error("cannot read `{}`: {source}", plain_path(.path))]
    CannotRead {
        /// The file.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
    /// The text is no scenario.
    #[error("{place}: {message}\n  {remedy}")]
    Malformed {
        /// File, line and column.
        place: String,
        /// The error there.
        message: String,
        /// The remedy.
        remedy: String,
    },
    /// The text is a scenario that cannot be run.
    #[error("{file}: {fault}")]
    Unsound {
        /// The file.
        file: String,
        /// The field, its value and its range.
        fault: String,
    },
}

/// Reads and checks a scenario from a RON file.
///
/// # Errors
/// A file that cannot be read, that is larger than [`MAX_FILE_BYTES`] or that holds no sound scenario.
pub fn read_scenario(path: &Path) -> Result<Scenario, ScenarioError> {
    let mut bytes = Vec::new();
    let limit = MAX_FILE_BYTES as u64 + 1;
    File::open(path)
        .and_then(|file| file.take(limit).read_to_end(&mut bytes))
        .map_err(|source| ScenarioError::CannotRead { path: path.to_owned(), source })?;
    let file = plain_path(path);
    let unsound = |fault: &str| ScenarioError::Unsound { file: file.clone(), fault: fault.to_owned() };
    if bytes.len() > MAX_FILE_BYTES {
        return Err(unsound("the file is larger than 64 MiB; a scenario is smaller than that"));
    }
    let text = std::str::from_utf8(&bytes)
        .map_err(|_| unsound("the file is not text in UTF-8; save it as UTF-8"))?;
    parse_scenario(&file, text)
}

/// Reads and checks the text of a scenario; `file` is its name in errors.
///
/// # Errors
/// The fault, its place, and the remedy.
pub fn parse_scenario(file: &str, text: &str) -> Result<Scenario, ScenarioError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut scenario: Scenario = ron::from_str(text).map_err(|error| malformed(file, &error))?;
    scenario.check().map_err(|fault| ScenarioError::Unsound { file: file.to_owned(), fault })?;
    let title = if scenario.title.is_empty() { file } else { &scenario.title };
    scenario.title = plain_line(title).into_owned();
    Ok(scenario)
}

fn malformed(file: &str, error: &ron::error::SpannedError) -> ScenarioError {
    let start = error.span.start;
    ScenarioError::Malformed {
        place: format!("{file}:{}:{}", start.line, start.col),
        message: plain_line(&error.code.to_string()).into_owned(),
        remedy: remedy_of(&error.code),
    }
}

fn remedy_of(fault: &ron::Error) -> String {
    let meant = match fault {
        ron::Error::NoSuchStructField { expected, found, .. }
        | ron::Error::NoSuchEnumVariant { expected, found, .. } => nearest(found, expected.iter().copied()),
        _ => None,
    };
    match (meant, fault) {
        (Some(meant), _) => format!("did you mean `{meant}`?"),
        (None, ron::Error::MissingStructField { field, .. }) => format!("write `{field}: ...` there"),
        _ => "`ecliptic arena --help` shows what a scenario looks like".to_owned(),
    }
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

    /// How many steps a run takes: at least 1, at most [`MAX_STEPS`].
    pub fn steps(&self) -> u32 {
        // `as` saturates, and turns NaN into 0.
        ((self.seconds / self.dt).round() as u32).clamp(1, MAX_STEPS)
    }

    /// The way of the frame in this number of seconds.
    pub fn drift(&self, seconds: f64) -> DVec3 {
        DVec3::from(self.frame) * seconds
    }

    /// The place of a body of this scenario after this number of seconds, the frame's motion included.
    pub fn body_place(&self, body: &Body, seconds: f64) -> DVec3 {
        body.place(seconds) + self.drift(seconds)
    }

    /// Checks that the scenario can be run.
    ///
    /// # Errors
    /// The first field with an impossible value, and its range.
    pub fn check(&self) -> Result<(), String> {
        positive("dt", self.dt)?;
        positive("seconds", self.seconds)?;
        positive("tolerance", self.tolerance)?;
        finite("frame", self.frame)?;
        let steps = self.seconds / self.dt;
        if steps > f64::from(MAX_STEPS) {
            return Err(format!("`seconds` over `dt` is {steps:.0} steps: at most {MAX_STEPS} can be run"));
        }
        count("ships", self.ships.len(), 1, MAX_SHIPS as usize)?;
        count("bodies", self.bodies.len(), 0, MAX_BODIES)?;
        for (index, ship) in self.ships.iter().enumerate() {
            ship.check().map_err(|fault| format!("ships[{index}]: {fault}"))?;
        }
        for (index, body) in self.bodies.iter().enumerate() {
            body.check().map_err(|fault| format!("bodies[{index}]: {fault}"))?;
        }
        Ok(())
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
    pub fn straight_distance(&self) -> f64 {
        DVec3::from(self.at).distance(DVec3::from(self.to))
    }

    /// Time of the straight flight at the greatest speed, seconds.
    pub fn ideal_seconds(&self) -> f64 {
        self.straight_distance() / self.speed
    }

    fn check(&self) -> Result<(), String> {
        finite("at", self.at)?;
        finite("to", self.to)?;
        finite("velocity", self.velocity)?;
        positive("radius", self.radius)?;
        positive("speed", self.speed)?;
        if self.half_length != 0.0 {
            positive("half_length", self.half_length)?;
        }
        if self.acceleration != f64::INFINITY {
            positive("acceleration", self.acceleration)?;
        }
        if self.turn_rate != f64::INFINITY {
            positive("turn_rate", self.turn_rate)?;
        }
        Ok(())
    }
}

impl Body {
    /// A ball that does not move.
    pub fn still(at: DVec3, radius: f64) -> Self {
        Self { at: at.into(), radius, path: BodyPath::Still }
    }

    /// Its place after this number of seconds, relative to the frame.
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

    fn check(&self) -> Result<(), String> {
        finite("at", self.at)?;
        positive("radius", self.radius)?;
        if let BodyPath::Ellipse { a, b, rate, phase } = self.path {
            finite("a", a)?;
            finite("b", b)?;
            finite("rate", (rate, 0.0, 0.0))?;
            finite("phase", (phase, 0.0, 0.0))?;
        }
        Ok(())
    }
}

fn usual_dt() -> f64 {
    USUAL_DT
}

fn endless() -> f64 {
    f64::INFINITY
}

fn positive(field: &str, value: f64) -> Result<(), String> {
    if (SMALLEST..=LARGEST).contains(&value) {
        return Ok(());
    }
    Err(format!("`{field}` is {value}: it must be a number from {SMALLEST} to {LARGEST}"))
}

fn finite(field: &str, (x, y, z): Triple) -> Result<(), String> {
    match [x, y, z].into_iter().find(|number| !(-LARGEST..=LARGEST).contains(number)) {
        None => Ok(()),
        Some(number) => Err(format!("`{field}` holds {number}: numbers go from -{LARGEST} to {LARGEST}")),
    }
}

fn count(field: &str, number: usize, least: usize, most: usize) -> Result<(), String> {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    Err(format!("`{field}` has {number} entries: it must have from {least} to {most}"))
}
