//! One conic that never changes: the orbit of a comet, a dwarf planet or an invented world about its parent.
//!
//! Six elements and the parent's gravitational parameter give position and velocity, and the other way round.
//! Circle, ellipse, parabola and hyperbola are one type: all of them have a periapsis distance and a time of
//! periapsis, and the mathematics passes from one to the next without a jump.
//!
//! Invalid numbers (a negative periapsis distance, an eccentricity that is not finite) give answers that are not
//! finite. The reader of a level checks them.

use glam::DVec3;

use super::constants::SECONDS_PER_DAY;
use super::kepler;
use std::f64::consts::{PI, TAU};

/// An eccentricity below this is a circle: the direction of its periapsis would be rounding noise.
const CIRCULAR: f64 = 1e-12;

/// An orbit with its pole closer than this (radians) to the z axis has no meaningful line of nodes.
const EQUATORIAL: f64 = 1e-14;

/// Position and velocity of a body, relative to its parent, in the J2000 ecliptic frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Position in kilometres.
    pub position: DVec3,
    /// Velocity in kilometres a second.
    pub velocity: DVec3,
}

impl State {
    /// At the parent's centre and at rest there.
    pub const ZERO: Self = Self { position: DVec3::ZERO, velocity: DVec3::ZERO };
}

impl std::ops::Add for State {
    type Output = Self;

    /// The state relative to the grandparent, from those of parent and child.
    fn add(self, other: Self) -> Self {
        Self { position: self.position + other.position, velocity: self.velocity + other.velocity }
    }
}

/// A Keplerian orbit of any eccentricity, in the J2000 ecliptic frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conic {
    /// Smallest distance from the parent's centre in kilometres, above 0.
    pub periapsis_km: f64,
    /// Eccentricity: 0 a circle, below 1 an ellipse, 1 a parabola, above 1 a hyperbola.
    pub eccentricity: f64,
    /// Angle between orbit and ecliptic in radians, 0 to π; above π/2 the motion is retrograde.
    pub inclination: f64,
    /// Longitude of the ascending node in radians.
    pub ascending_node: f64,
    /// Angle from the ascending node to the periapsis, in the direction of motion, in radians.
    pub argument_of_periapsis: f64,
    /// A Julian date (TDB) at which the body is at its periapsis.
    pub periapsis_time_jd: f64,
    /// Gravitational parameter of the pair, in km³/s².
    pub gm_km3_s2: f64,
}

/// The axes of an orbit: to the periapsis, a right angle ahead of it in the orbit, and along the orbit's
/// pole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerifocalBasis {
    /// Unit vector from the parent to the periapsis ("P").
    pub periapsis: DVec3,
    /// Unit vector in the orbit, a right angle ahead of the periapsis ("Q").
    pub ahead: DVec3,
    /// Unit vector along the orbital angular momentum ("W").
    pub pole: DVec3,
}

impl PerifocalBasis {
    /// The axes for an inclination, a node and an argument of periapsis, all in radians.
    pub fn from_angles(inclination: f64, ascending_node: f64, argument_of_periapsis: f64) -> Self {
        let directions = [inclination, ascending_node, argument_of_periapsis].map(libm::sincos);
        Self::from_directions(directions)
    }

    /// [`PerifocalBasis::from_angles`] from the sine and the cosine of each angle.
    pub(super) fn from_directions(directions: [(f64, f64); 3]) -> Self {
        let [(sin_i, cos_i), (sin_n, cos_n), (sin_w, cos_w)] = directions;
        Self {
            periapsis: DVec3::new(
                cos_w * cos_n - sin_w * sin_n * cos_i,
                cos_w * sin_n + sin_w * cos_n * cos_i,
                sin_w * sin_i,
            ),
            ahead: DVec3::new(
                -sin_w * cos_n - cos_w * sin_n * cos_i,
                -sin_w * sin_n + cos_w * cos_n * cos_i,
                cos_w * sin_i,
            ),
            pole: DVec3::new(sin_n * sin_i, -cos_n * sin_i, cos_i),
        }
    }

    /// The inclination, node and argument of periapsis of these axes, in radians.
    ///
    /// An orbit in the reference plane gets the x axis as its node.
    pub fn angles(&self) -> (f64, f64, f64) {
        let tilt = libm::hypot(self.pole.x, self.pole.y);
        let inclination = libm::atan2(tilt, self.pole.z);
        let node = node_direction(self.pole);
        let ascending_node = libm::atan2(node.y, node.x).rem_euclid(TAU);
        let ahead_of_node = self.pole.cross(node);
        let argument = libm::atan2(self.periapsis.dot(ahead_of_node), self.periapsis.dot(node));
        (inclination, ascending_node, argument.rem_euclid(TAU))
    }
}

impl Conic {
    /// The orbit of a body that has this state at the Julian date `jd`, about a parent of `gm` km³/s².
    ///
    /// Defined for every eccentricity: a circle gets its node as periapsis, an orbit in the ecliptic the x
    /// axis as its node. Position and velocity must not be parallel and not be zero: a straight fall has no
    /// orbit plane, and its elements are not meaningful.
    ///
    /// Source: the angular momentum and eccentricity vectors, e.g. Vallado, algorithm 9 (RV2COE).
    pub fn from_state(state: &State, jd: f64, gm: f64) -> Self {
        let State { position, velocity } = *state;
        let momentum = position.cross(velocity);
        let pole = momentum.normalize_or(DVec3::Z);
        let eccentricity_vector = velocity.cross(momentum) / gm - position / position.length();
        let (eccentricity, periapsis) = periapsis_of(eccentricity_vector, pole);
        let basis = PerifocalBasis { periapsis, ahead: pole.cross(periapsis), pole };
        let (inclination, ascending_node, argument_of_periapsis) = basis.angles();
        let mut conic = Self {
            periapsis_km: momentum.length_squared() / gm / (1.0 + eccentricity),
            eccentricity,
            inclination,
            ascending_node,
            argument_of_periapsis,
            periapsis_time_jd: jd,
            gm_km3_s2: gm,
        };
        let since_periapsis =
            conic.seconds_since_periapsis(position.dot(periapsis), position.dot(basis.ahead));
        conic.periapsis_time_jd = jd - since_periapsis / SECONDS_PER_DAY;
        conic
    }

    /// The state of the body at the Julian date `jd`.
    pub fn state(&self, jd: f64) -> State {
        self.state_in(&self.basis(), jd)
    }

    /// [`Conic::state`] with the axes of the orbit known ([`Conic::basis`]).
    pub fn state_in(&self, basis: &PerifocalBasis, jd: f64) -> State {
        let (g1, g2) = self.universal_functions((jd - self.periapsis_time_jd) * SECONDS_PER_DAY);
        let q = self.periapsis_km;
        let stretch = (1.0 + self.eccentricity).sqrt();
        let distance = 1.0 + self.eccentricity * g2;
        let pace = (self.gm_km3_s2 / q).sqrt();
        let along = pace * (-g1 / distance);
        let ahead = pace * stretch * ((1.0 - (1.0 - self.eccentricity) * g2) / distance);
        State {
            position: basis.periapsis * (q * (1.0 - g2)) + basis.ahead * (q * stretch * g1),
            velocity: basis.periapsis * along + basis.ahead * ahead,
        }
    }

    /// The axes of the orbit.
    pub fn basis(&self) -> PerifocalBasis {
        PerifocalBasis::from_angles(self.inclination, self.ascending_node, self.argument_of_periapsis)
    }

    /// The point of the path at the true anomaly `nu` (radians from the periapsis, at the parent), in
    /// kilometres.
    ///
    /// On a parabola or hyperbola `nu` must lie within [`Conic::max_true_anomaly`].
    pub fn position_at_true_anomaly(&self, nu: f64) -> DVec3 {
        self.position_at_true_anomaly_in(&self.basis(), nu)
    }

    /// [`Conic::position_at_true_anomaly`] with the axes of the orbit known ([`Conic::basis`]).
    pub fn position_at_true_anomaly_in(&self, basis: &PerifocalBasis, nu: f64) -> DVec3 {
        let (sine, cosine) = libm::sincos(nu);
        let distance = self.periapsis_km * (1.0 + self.eccentricity) / (1.0 + self.eccentricity * cosine);
        (basis.periapsis * cosine + basis.ahead * sine) * distance
    }

    /// The true anomaly (radians) that an open path approaches but never reaches; π for an ellipse.
    pub fn max_true_anomaly(&self) -> f64 {
        if self.eccentricity < 1.0 { PI } else { libm::acos(-1.0 / self.eccentricity) }
    }

    /// Mean motion in radians a second; for a parabola the rate in Barker's equation.
    pub fn mean_motion(&self) -> f64 {
        let at_periapsis = self.angular_pace();
        let complement = (1.0 - self.eccentricity).abs();
        if complement == 0.0 {
            at_periapsis / 2.0_f64.sqrt()
        } else {
            at_periapsis * complement * complement.sqrt()
        }
    }

    /// Time of one revolution in days; `None` for an open path.
    pub fn period_days(&self) -> Option<f64> {
        (self.eccentricity < 1.0).then(|| TAU / self.mean_motion() / SECONDS_PER_DAY)
    }

    /// Semi-major axis in kilometres; `None` for an open path.
    pub fn semi_major_axis_km(&self) -> Option<f64> {
        (self.eccentricity < 1.0).then(|| self.periapsis_km / (1.0 - self.eccentricity))
    }

    /// Greatest distance from the parent in kilometres; `None` for an open path.
    pub fn apoapsis_km(&self) -> Option<f64> {
        self.semi_major_axis_km().map(|semi_major_axis| semi_major_axis * (1.0 + self.eccentricity))
    }

    /// Speed at the periapsis in km/s, which is the greatest.
    pub fn max_speed_km_s(&self) -> f64 {
        (self.gm_km3_s2 * (1.0 + self.eccentricity) / self.periapsis_km).sqrt()
    }

    /// Acceleration at the periapsis in km/s², which is the greatest.
    pub fn max_acceleration_km_s2(&self) -> f64 {
        self.gm_km3_s2 / (self.periapsis_km * self.periapsis_km)
    }

    /// The angular speed (rad/s) of a circular orbit at the periapsis distance: the orbit's natural unit of
    /// time.
    fn angular_pace(&self) -> f64 {
        (self.gm_km3_s2 / self.periapsis_km).sqrt() / self.periapsis_km
    }

    /// Goodyear's universal functions G1 and G2 at a time since periapsis, in units where the periapsis distance
    /// and GM are 1. They are sin E/√α and (1 - cos E)/α with α = 1 - e, their hyperbolic twins, or their common
    /// limit.
    ///
    /// Written through these two, position and velocity are the same expression for every conic, and because the
    /// anomalies are accurate relative to their size, no precision is lost near e = 1.
    fn universal_functions(&self, seconds: f64) -> (f64, f64) {
        let mean_anomaly = self.mean_motion() * seconds;
        let alpha = 1.0 - self.eccentricity;
        if alpha > 0.0 {
            let within_turn = kepler::wrap_to_half_turn(mean_anomaly);
            let half = kepler::eccentric_anomaly(within_turn, self.eccentricity) / 2.0;
            let (sine, cosine) = libm::sincos(half);
            (2.0 * sine * cosine / alpha.sqrt(), 2.0 * sine * sine / alpha)
        } else if alpha < 0.0 {
            let half = kepler::hyperbolic_anomaly(mean_anomaly, self.eccentricity) / 2.0;
            let sinh = libm::sinh(half);
            let cosh = (1.0 + sinh * sinh).sqrt();
            (2.0 * sinh * cosh / (-alpha).sqrt(), 2.0 * sinh * sinh / -alpha)
        } else {
            let barker = kepler::parabolic_anomaly(mean_anomaly);
            (2.0_f64.sqrt() * barker, barker * barker)
        }
    }

    /// The time since periapsis in seconds at which the body is at (`x`, `y`) in its orbit, x to the periapsis:
    /// the inverse of [`Conic::state`].
    fn seconds_since_periapsis(&self, x: f64, y: f64) -> f64 {
        let alpha = 1.0 - self.eccentricity;
        let stretch = (1.0 + self.eccentricity).sqrt();
        let mean_anomaly = if alpha > 0.0 {
            let beyond = libm::hypot(x, y) + x;
            let anomaly = 2.0 * libm::atan2(alpha.sqrt() * y, stretch * beyond);
            kepler::mean_anomaly_from_eccentric(anomaly, libm::sin(anomaly), self.eccentricity)
        } else if alpha < 0.0 {
            let sinh = (-alpha).sqrt() * y / (self.periapsis_km * stretch);
            kepler::mean_anomaly_from_hyperbolic(libm::asinh(sinh), sinh, self.eccentricity)
        } else {
            let barker = y / (2.0 * self.periapsis_km);
            barker + barker * barker * barker / 3.0
        };
        mean_anomaly / self.mean_motion()
    }
}

/// The unit vector to the ascending node of an orbit with this pole; the x axis where orbit and reference
/// plane are one.
fn node_direction(pole: DVec3) -> DVec3 {
    let tilt = libm::hypot(pole.x, pole.y);
    if tilt < EQUATORIAL { DVec3::X } else { DVec3::new(-pole.y / tilt, pole.x / tilt, 0.0) }
}

/// Eccentricity and direction of the periapsis from the eccentricity vector, made exactly square to the pole.
fn periapsis_of(eccentricity_vector: DVec3, pole: DVec3) -> (f64, DVec3) {
    let in_plane = eccentricity_vector - pole * eccentricity_vector.dot(pole);
    let eccentricity = in_plane.length();
    if eccentricity < CIRCULAR {
        let node = node_direction(pole);
        return (0.0, (node - pole * node.dot(pole)).normalize_or(DVec3::X));
    }
    (eccentricity, in_plane / eccentricity)
}
