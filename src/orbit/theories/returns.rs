//! A comet that planets pull off its ellipse: one set of elements for each of its returns.
//!
//! About a perihelion the elements of that return hold. On the way out they pass smoothly into those of the next one,
//! in the middle of the time between the two. Before the first return and after the last one the ellipse stays.

use super::super::constants::SECONDS_PER_DAY;
use super::super::elements::{Conic, State};
use super::super::kepler;
use super::super::meeting::PathBounds;
use super::mean_elements::ReferencePlane;
use super::moving_ellipse::{Moving, MovingEllipse};

use std::f64::consts::TAU;

/// The part of the time from one perihelion to the next in which the elements pass over.
const PASSING: [f64; 2] = [0.3, 0.7];

/// The returns of a comet, in the order of their dates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Returns {
    /// The earliest return.
    first: &'static Conic,
    /// The others.
    later: &'static [Conic],
}

impl Returns {
    /// The comet with these osculating elements at its returns, which must be ellipses in the order of their dates;
    /// `None` if there are none, or if they are not.
    pub fn new(conics: &'static [Conic]) -> Option<Self> {
        let (first, later) = conics.split_first()?;
        let are_ellipses = conics.iter().all(|conic| conic.eccentricity < 1.0);
        let are_in_order = conics.is_sorted_by(|one, next| one.periapsis_time_jd < next.periapsis_time_jd);
        (are_ellipses && are_in_order).then_some(Self { first, later })
    }

    /// All returns.
    pub fn all(&self) -> impl Iterator<Item = &'static Conic> + use<> {
        std::iter::once(self.first).chain(self.later)
    }

    /// State relative to the Sun at the Julian date `jd`. The velocity is the exact derivative of the position.
    pub fn state(&self, jd: f64) -> State {
        self.ellipse(jd).state()
    }

    /// The ellipse on which the comet is at the Julian date `jd`.
    pub fn osculating(&self, jd: f64) -> Conic {
        self.ellipse(jd).osculating(jd, &ReferencePlane::ECLIPTIC)
    }

    /// The mean time from one return to the next in days; the first ellipse's period if there is one return alone.
    pub fn period_days(&self) -> f64 {
        let turns = self.later.len() as f64;
        match self.later.last() {
            Some(last) => (last.periapsis_time_jd - self.first.periapsis_time_jd) / turns,
            None => TAU / self.first.mean_motion() / SECONDS_PER_DAY,
        }
    }

    /// A lower bound on the distance from the Sun in kilometres.
    pub fn periapsis_km(&self) -> f64 {
        self.least_axis_km() * (1.0 - self.greatest_eccentricity())
    }

    /// An upper bound on the distance from the Sun in kilometres.
    pub fn apoapsis_km(&self) -> f64 {
        self.all().map(axis_km).fold(0.0, f64::max) * (1.0 + self.greatest_eccentricity())
    }

    /// Upper bounds on speed and acceleration. Both are greatest at a perihelion: while the elements pass over, the
    /// comet is far out and slow.
    pub fn bounds(&self) -> PathBounds {
        let greatest = |of: fn(&Conic) -> f64| self.all().map(of).fold(0.0, f64::max);
        PathBounds {
            max_speed_km_s: greatest(Conic::max_speed_km_s),
            max_acceleration_km_s2: greatest(Conic::max_acceleration_km_s2),
        }
    }

    /// The greatest share of the distance from the Sun that lies above or below the ecliptic.
    pub fn greatest_tilt(&self) -> f64 {
        self.all().map(|conic| libm::sin(conic.inclination)).fold(0.0, f64::max)
    }

    fn least_axis_km(&self) -> f64 {
        self.all().map(axis_km).fold(f64::INFINITY, f64::min)
    }

    fn greatest_eccentricity(&self) -> f64 {
        self.all().map(|conic| conic.eccentricity).fold(0.0, f64::max)
    }

    /// The ellipse at a date.
    fn ellipse(&self, jd: f64) -> MovingEllipse {
        let passed = self.later.partition_point(|conic| conic.periapsis_time_jd <= jd);
        let last = if passed == 0 { self.first } else { &self.later[passed - 1] };
        match self.later.get(passed) {
            Some(next) if jd >= last.periapsis_time_jd => between(last, next, jd),
            _ => steady(last, jd),
        }
    }
}

/// The ellipse between two returns.
fn between(last: &Conic, next: &Conic, jd: f64) -> MovingEllipse {
    let days = next.periapsis_time_jd - last.periapsis_time_jd;
    let share = passing((jd - last.periapsis_time_jd) / days, days * SECONDS_PER_DAY);
    if share.value == 0.0 {
        return steady(last, jd);
    }
    let (from, mut to) = (steady(last, jd), steady(next, jd));
    to.mean_anomaly.value += TAU;
    let mix = |from: Moving, to: Moving| mixed(from, to, share);
    let turn = |from: Moving, to: Moving| {
        let nearer = Moving { value: from.value + kepler::wrap_to_half_turn(to.value - from.value), ..to };
        mixed(from, nearer, share)
    };
    MovingEllipse {
        semi_major_axis_km: mix(from.semi_major_axis_km, to.semi_major_axis_km),
        eccentricity: mix(from.eccentricity, to.eccentricity),
        inclination: mix(from.inclination, to.inclination),
        ascending_node: turn(from.ascending_node, to.ascending_node),
        argument_of_periapsis: turn(from.argument_of_periapsis, to.argument_of_periapsis),
        mean_anomaly: mix(from.mean_anomaly, to.mean_anomaly),
    }
}

/// The share of the next return's elements at a share of the time between two returns, which is `seconds` long: from 0
/// to 1 without a jump, nor one of its rate or of the rate's own.
fn passing(elapsed: f64, seconds: f64) -> Moving {
    let [from, until] = PASSING;
    let x = ((elapsed - from) / (until - from)).clamp(0.0, 1.0);
    let slope = 30.0 * x * x * (1.0 - x) * (1.0 - x);
    Moving {
        value: x * x * x * (10.0 - x * (15.0 - 6.0 * x)),
        per_second: slope / ((until - from) * seconds),
    }
}

fn mixed(from: Moving, to: Moving, share: Moving) -> Moving {
    let apart = to - from;
    Moving {
        value: from.value + apart.value * share.value,
        per_second: from.per_second + apart.per_second * share.value + apart.value * share.per_second,
    }
}

/// The ellipse of one return.
fn steady(conic: &Conic, jd: f64) -> MovingEllipse {
    let fixed = |value: f64| Moving { value, per_second: 0.0 };
    let mean_motion = conic.mean_motion();
    MovingEllipse {
        semi_major_axis_km: fixed(axis_km(conic)),
        eccentricity: fixed(conic.eccentricity),
        inclination: fixed(conic.inclination),
        ascending_node: fixed(conic.ascending_node),
        argument_of_periapsis: fixed(conic.argument_of_periapsis),
        mean_anomaly: Moving {
            value: mean_motion * (jd - conic.periapsis_time_jd) * SECONDS_PER_DAY,
            per_second: mean_motion,
        },
    }
}

fn axis_km(conic: &Conic) -> f64 {
    conic.periapsis_km / (1.0 - conic.eccentricity)
}
