//! The states of all bodies in this tick.
//!
//! - Enters: a [`StarSystem`] and the date of a tick.
//! - Leaves: positions and velocities of bodies, layouts of rings, the calendar.
//! - Must never: integrate a motion, or depend on ships.
//!
//! Bodies are on rails: every tick computes the states of all bodies at both of its ends.
//!
//! | file | has |
//! |---|---|
//! | `anchor.rs` | what places move with: space, a body, a point ahead of one |
//! | `rings.rs` | rings and their slots |
//! | `calendar.rs` | ticks and dates |

use std::sync::Arc;

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::{TiSlice, TiVec};

use crate::level::StarSystem;
use crate::orbit::{PathBounds, SECONDS_PER_DAY, State};
use crate::sim::BodyId;
use crate::sim::spatial::balls::{Balls, KeptNear, Near};

/// Horizon of the bounds on the motion of bodies, ticks: the tree of reaches is rebuilt once in this time.
const KNOWN_TICKS: f64 = 10.0;

/// All bodies of the world and their places, in the magnified world (see
/// [`StarSystem::displayed_state`]).
#[derive(Resource, Clone, Debug)]
pub struct Sky {
    /// The bodies. Caches derived from it keep a reference and compare by identity ([`Arc::ptr_eq`]): every world
    /// has its own system, and no tick changes it.
    pub system: Arc<StarSystem>,
    /// States at the beginning of the last tick, in the order of `system.bodies`.
    pub before: TiVec<BodyId, State>,
    /// States at the end of the last tick.
    pub now: TiVec<BodyId, State>,
    /// The dates of both, Julian date (TDB).
    dates: [f64; 2],
    /// Bounds on the motion of each body. Derived from the system, for speed alone: they are sums of many terms.
    bounds: TiVec<BodyId, PathBounds>,
    reaches: Reaches,
}

/// Balls that hold each body and its well for some time to come. Derived from the sky, for speed alone.
#[derive(Clone, Debug, Default)]
struct Reaches {
    balls: Balls,
    /// End of validity, Julian date (TDB).
    until_jd: f64,
    /// Upper bound on the speed of all bodies, km/s.
    fastest_km_s: f64,
}

impl Reaches {
    /// The reaches of bodies that start in these states, until a date.
    fn new(
        system: &StarSystem,
        bounds: &TiSlice<BodyId, PathBounds>,
        states: &TiSlice<BodyId, State>,
        [from_jd, until_jd]: [f64; 2],
    ) -> Self {
        let seconds = (until_jd - from_jd) * SECONDS_PER_DAY;
        let mut fastest_km_s = 0.0_f64;
        let balls = states.iter_enumerated().map(|(body, state)| {
            let (this, speed_km_s) = (&system.bodies[body], bounds[body].max_speed_km_s);
            fastest_km_s = fastest_km_s.max(speed_km_s);
            let radius_km = this.well_radius_km.max(this.displayed_radius_km);
            (state.position, radius_km + speed_km_s * seconds)
        });
        Self { balls: Balls::new(balls), until_jd, fastest_km_s }
    }
}

impl Sky {
    /// The sky on a date.
    pub fn new(system: impl Into<Arc<StarSystem>>, jd: f64) -> Self {
        let system = system.into();
        let mut now = TiVec::new();
        system.place_all(jd, &mut now);
        let bounds: TiVec<BodyId, PathBounds> =
            system.bodies.keys().map(|body| system.path_bounds(body)).collect();
        let reaches = Reaches::new(&system, &bounds, &now, [jd; 2]);
        Self { system, before: now.clone(), now, dates: [jd; 2], bounds, reaches }
    }

    /// Advances by a tick, from one date to the next.
    pub fn advance(&mut self, from_jd: f64, to_jd: f64) {
        let Self { system, before, now, dates, bounds, reaches } = self;
        *dates = [from_jd, to_jd];
        std::mem::swap(before, now);
        system.place_all(to_jd, now);
        if to_jd > reaches.until_jd {
            let until_jd = from_jd + KNOWN_TICKS * (to_jd - from_jd);
            *reaches = Reaches::new(system, bounds, before, [from_jd, until_jd]);
        }
    }

    /// The state of a body on a date; at both ends of the last tick it is known already.
    pub fn state_at(&self, body: BodyId, jd: f64) -> State {
        let [before_jd, now_jd] = self.dates;
        if jd == before_jd {
            self.before[body]
        } else if jd == now_jd {
            self.now[body]
        } else {
            self.system.displayed_state(body, jd)
        }
    }

    /// Whether a place, heliocentric km, is in the well of a body at the end of the last tick; never in that of an
    /// unknown body or of one without a well.
    pub fn is_in_well(&self, body: BodyId, place: DVec3) -> bool {
        let (Some(this), Some(state)) = (self.system.bodies.get(body), self.now.get(body)) else {
            return false;
        };
        place.distance_squared(state.position) < this.well_radius_km * this.well_radius_km
    }

    /// The bodies that may come, themselves or with their wells, within a distance of a place, km, at either end
    /// of the last tick; parents first.
    pub fn bodies_near(&self, place: DVec3, distance_km: f64) -> Near<BodyId> {
        self.reaches.balls.near(place, distance_km)
    }

    /// [`Self::bodies_near`] and perhaps some more, with an answer that is cached within a tick.
    pub fn bodies_near_kept<'a>(
        &self,
        kept: &'a mut KeptNear<BodyId>,
        place: DVec3,
        distance_km: f64,
    ) -> &'a [BodyId] {
        self.reaches.balls.near_kept(kept, place, distance_km)
    }

    /// Upper bound on the motion of all bodies in the last tick, km.
    pub fn fastest_step_km(&self) -> f64 {
        let [before_jd, now_jd] = self.dates;
        self.reaches.fastest_km_s * SECONDS_PER_DAY * (now_jd - before_jd)
    }

    /// The bodies whose wells may reach a place on a date; parents first. A more distant date gives more bodies.
    pub fn bodies_near_on(&self, place: DVec3, jd: f64) -> Near<BodyId> {
        let seconds = (jd - self.dates[1]).abs() * SECONDS_PER_DAY;
        self.bodies_near(place, self.reaches.fastest_km_s * seconds)
    }
}

/// The body of an entity, for attaching other things to it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[component(immutable)]
pub struct Body(pub BodyId);
pub(in crate::sim::world) mod anchor;
pub(in crate::sim::world) mod calendar;
pub(in crate::sim::world) mod rings;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::forecast::test_support::{BASALT, system};

    #[test]
    fn a_well_ends_at_its_rim() {
        let system = system();
        let jd = system.epoch_jd;
        let sky = Sky::new(system, jd);
        let (center, rim_km) = (sky.now[BASALT].position, sky.system.bodies[BASALT].well_radius_km);
        let is_in = |share: f64| sky.is_in_well(BASALT, center + DVec3::Z * share * rim_km);
        assert_eq!([0.0, 0.99, 1.01].map(is_in), [true, true, false]);
        let star = BodyId(0);
        assert!(!sky.is_in_well(star, sky.now[star].position), "it has no well");
        assert!(!sky.is_in_well(BodyId(99), center), "there is no such body");
    }
}
