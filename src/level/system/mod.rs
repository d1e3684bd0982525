//! The sky of a level: every body with its orbit, its rotation, and its size in the game.
//!
//! - Enters: a [`Level`] whose bodies have no fault; Julian dates (TDB).
//! - Leaves: a [`StarSystem`], or the one fault that prevents it ([`BuildFault`]); the state of any body at any date,
//!   and bounds of its motion.
//! - Must never: integrate a motion, or store a state.
//!
//! A [`StarSystem`] gives the true state of a body ([`StarSystem::true_state`]) and its state in the magnified
//! world of the game ([`StarSystem::displayed_state`]). The sky is a function of time.
//!
//! | file | does |
//! |---|---|
//! | `mod.rs` | bodies, and their states at a date |
//! | `build.rs` | builds the sky of a level |

mod build;

use std::collections::BTreeMap;

use glam::DQuat;
use typed_index_collections::TiVec;

use super::model::{BodyKind, Level};
use crate::level::{BodyId, Look, RingSpec};
use crate::orbit::{GameClock, Orbit, PathBounds, Rotation, State};
pub use build::{BuildFault, MOON_WELL_SHARE, STAR_WELL_RADII, epoch_to_jd, parent_name};

/// One body, ready to be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemBody {
    /// Name, unique in the system.
    pub name: String,
    /// Its name within a sentence: `Mars`, `the Moon`.
    pub in_words: String,
    /// Kind.
    pub kind: BodyKind,
    /// The parent body; its number is below the body's own.
    pub parent: Option<BodyId>,
    /// Index in [`Level::bodies`].
    pub entry: usize,
    /// Path about the parent, true size.
    pub orbit: Orbit,
    /// Rotation.
    pub rotation: Rotation,
    /// Mean radius, true km.
    pub radius_km: f64,
    /// Mean radius in the magnified world, km.
    pub displayed_radius_km: f64,
    /// Gravitational parameter, km^3/s^2.
    pub gm_km3_s2: Option<f64>,
    /// Factor from true to displayed size for this body and its moons.
    pub magnify: f64,
    /// Factor by which its path about the parent is enlarged.
    pub path_magnify: f64,
    /// Factor by which its spin, and its path if it is a moon, lags the calendar.
    pub slow: f64,
    /// Radius of its gravity well in the magnified world, km; 0 without one.
    pub well_radius_km: f64,
    /// The rings of its well, where they differ from the default.
    pub rings: RingSpec,
    /// The level's look for it.
    pub look: Option<Look>,
}

impl SystemBody {
    /// Whether its path follows its planet's slowed clock.
    fn follows_local_clock(&self) -> bool {
        self.kind == BodyKind::Moon
    }

    /// The time of a turn about its parent in the magnified world, days of the calendar; `None` on an open path or
    /// without an orbit.
    pub fn displayed_period_days(&self) -> Option<f64> {
        let slow = if self.follows_local_clock() { self.slow } else { 1.0 };
        self.orbit.period_days().map(|days| days * slow)
    }

    /// Whether `hold_planets` counts it for its owner: all bodies but comets, which fall without a landing.
    pub fn counts_as_planet(&self) -> bool {
        self.kind != BodyKind::Comet
    }

    /// Whether `hold_planets` can count it in a level: a star only if it has an owner from the start, for nobody can
    /// take one.
    pub fn can_count_as_planet(&self, level: &Level) -> bool {
        let can_be_held = self.kind != BodyKind::Star || level.owner_of(&self.name).is_some();
        can_be_held && self.counts_as_planet()
    }
}

/// Indices in [`StarSystem::bodies`] by name. A save may name a body for every ship.
#[derive(Clone, Debug)]
pub struct BodyIndices(BTreeMap<String, BodyId>);

impl BodyIndices {
    /// The index of the body with this name; the same as [`StarSystem::find`].
    pub fn find(&self, name: &str) -> Option<BodyId> {
        self.0.get(&name.to_ascii_lowercase()).copied()
    }
}

/// All bodies of a level, parents before children.
#[derive(Clone, Debug, PartialEq)]
pub struct StarSystem {
    /// The bodies.
    pub bodies: TiVec<BodyId, SystemBody>,
    /// The date of tick 0, Julian date (TDB).
    pub epoch_jd: f64,
    /// The calendar's clock.
    pub clock: GameClock,
}

impl StarSystem {
    /// The indices of all bodies by their names, for many look-ups.
    pub fn indices(&self) -> BodyIndices {
        let indices = self.bodies.iter_enumerated().rev();
        BodyIndices(indices.map(|(index, body)| (body.name.to_ascii_lowercase(), index)).collect())
    }

    /// The index of the body with this name.
    pub fn find(&self, name: &str) -> Option<BodyId> {
        self.bodies.position(|body| body.name.eq_ignore_ascii_case(name))
    }

    /// The date on the slowed clock of a body's surroundings, Julian date.
    pub fn local_jd(&self, body: BodyId, jd: f64) -> f64 {
        self.epoch_jd + (jd - self.epoch_jd) / self.bodies[body].slow
    }

    /// True heliocentric state of a body: J2000 ecliptic, km and km/s.
    pub fn true_state(&self, body: BodyId, jd: f64) -> State {
        let relative = self.bodies[body].orbit.state(jd);
        match self.bodies[body].parent {
            None => relative,
            Some(parent) => self.true_state(parent, jd) + relative,
        }
    }

    /// The name of a body; that of one which circles another body than a star has the name of that body in brackets.
    pub fn name_with_host(&self, body: BodyId) -> String {
        let this = &self.bodies[body];
        let host = this.parent.map(|parent| &self.bodies[parent]);
        match host.filter(|host| host.kind != BodyKind::Star) {
            Some(host) => format!("{} ({})", this.name, host.name),
            None => this.name.clone(),
        }
    }

    /// State of a body in the magnified world: heliocentric J2000 ecliptic, km and km/s of the calendar.
    pub fn displayed_state(&self, body: BodyId, jd: f64) -> State {
        let relative = self.displayed_offset(body, jd);
        match self.bodies[body].parent {
            None => relative,
            Some(parent) => self.displayed_state(parent, jd) + relative,
        }
    }

    /// State of a body relative to its parent in the magnified world.
    pub fn displayed_offset(&self, body: BodyId, jd: f64) -> State {
        let this = &self.bodies[body];
        if !this.follows_local_clock() {
            return this.orbit.state(jd);
        }
        let state = this.orbit.state(self.local_jd(body, jd));
        State {
            position: state.position * this.path_magnify,
            velocity: state.velocity * (this.path_magnify / this.slow),
        }
    }

    /// Computes the state of every body of the magnified world; `states` is as long as [`Self::bodies`]
    /// afterwards.
    pub fn place_all(&self, jd: f64, states: &mut TiVec<BodyId, State>) {
        states.clear();
        for index in self.bodies.keys() {
            let relative = self.displayed_offset(index, jd);
            let state = match self.bodies[index].parent {
                None => relative,
                Some(parent) => states[parent] + relative,
            };
            states.push(state);
        }
    }

    /// Rotation from the body-fixed frame to the ecliptic, on the body's slowed clock.
    pub fn orientation(&self, body: BodyId, jd: f64) -> DQuat {
        self.bodies[body].rotation.orientation(self.local_jd(body, jd))
    }

    /// Upper bound of a body's speed in the magnified world, km/s.
    pub fn max_speed_km_s(&self, body: BodyId) -> f64 {
        let this = &self.bodies[body];
        let own = this.orbit.max_speed_km_s();
        let own = if this.follows_local_clock() { own * this.path_magnify / this.slow } else { own };
        own + this.parent.map_or(0.0, |parent| self.max_speed_km_s(parent))
    }

    /// Upper bound of a body's acceleration in the magnified world, km/s^2.
    pub fn max_acceleration_km_s2(&self, body: BodyId) -> f64 {
        let this = &self.bodies[body];
        let own = this.orbit.max_acceleration_km_s2();
        let own =
            if this.follows_local_clock() { own * this.path_magnify / (this.slow * this.slow) } else { own };
        own + this.parent.map_or(0.0, |parent| self.max_acceleration_km_s2(parent))
    }

    /// Both bounds on how a body moves.
    pub fn path_bounds(&self, body: BodyId) -> PathBounds {
        PathBounds {
            max_speed_km_s: self.max_speed_km_s(body),
            max_acceleration_km_s2: self.max_acceleration_km_s2(body),
        }
    }
}
