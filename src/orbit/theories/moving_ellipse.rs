//! An ellipse that slowly turns and deforms: the common model of planets and moons.
//!
//! Elements at one moment and their rates give the state, a conic to draw and bounds on the motion. The velocity
//! is the exact derivative of the position, slow changes included, so the motion of a body always agrees with its
//! velocity.

use glam::DVec3;

use super::super::constants::SECONDS_PER_DAY;
use super::super::elements::{Conic, PerifocalBasis, State};
use super::super::kepler;
use super::super::meeting::PathBounds;
use super::mean_elements::ReferencePlane;

/// One element at a moment: its value and its rate per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moving {
    pub value: f64,
    pub per_second: f64,
}

impl std::ops::Add for Moving {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, per_second: self.per_second + other.per_second }
    }
}

impl std::ops::Sub for Moving {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { value: self.value - other.value, per_second: self.per_second - other.per_second }
    }
}

/// The elements of an ellipse at a moment, in kilometres and radians, relative to some reference plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MovingEllipse {
    pub semi_major_axis_km: Moving,
    pub eccentricity: Moving,
    pub inclination: Moving,
    pub ascending_node: Moving,
    pub argument_of_periapsis: Moving,
    pub mean_anomaly: Moving,
}

impl MovingEllipse {
    /// Position and velocity in the axes of the reference plane.
    pub fn state(&self) -> State {
        let directions = self.directions();
        let basis = PerifocalBasis::from_directions(directions);
        let (position, velocity) = self.in_plane();
        let position = basis.periapsis * position[0] + basis.ahead * position[1];
        let velocity = basis.periapsis * velocity[0] + basis.ahead * velocity[1];
        let [_, node, _] = directions;
        State { position, velocity: velocity + self.turning(&basis, node).cross(position) }
    }

    /// The ellipse of the body at the Julian date `jd`, as if all drift stopped, in the J2000 ecliptic frame. It
    /// passes through the body; its GM follows from its size and pace.
    pub fn osculating(&self, jd: f64, plane: &ReferencePlane) -> Conic {
        let basis = PerifocalBasis::from_directions(self.directions());
        let (inclination, ascending_node, argument_of_periapsis) = plane.turn(&basis).angles();
        let semi_major_axis = self.semi_major_axis_km.value;
        let mean_motion = self.mean_anomaly.per_second;
        let since_periapsis = kepler::wrap_to_half_turn(self.mean_anomaly.value) / mean_motion;
        Conic {
            periapsis_km: semi_major_axis * (1.0 - self.eccentricity.value),
            eccentricity: self.eccentricity.value,
            inclination,
            ascending_node,
            argument_of_periapsis,
            periapsis_time_jd: jd - since_periapsis / SECONDS_PER_DAY,
            gm_km3_s2: mean_motion * mean_motion * semi_major_axis * semi_major_axis * semi_major_axis,
        }
    }

    /// Upper bounds on speed and acceleration, valid for all ellipses that are no larger and no more eccentric
    /// than this one: the Kepler motion at its periapsis plus the greatest effect of turning and deforming.
    pub fn bounds(&self) -> PathBounds {
        let e = self.eccentricity.value;
        let a = self.semi_major_axis_km.value;
        let mean_motion = self.mean_anomaly.per_second.abs();
        let complement = 1.0 - e;
        let deforming = self.semi_major_axis_km.per_second.abs() / a
            + self.eccentricity.per_second.abs()
                * (1.0 + 2.0 / complement + e / (complement * (1.0 + e)).sqrt());
        let drift = deforming
            + self.inclination.per_second.abs()
            + self.ascending_node.per_second.abs()
            + self.argument_of_periapsis.per_second.abs();
        let kepler_speed = mean_motion * a * ((1.0 + e) / complement).sqrt();
        let kepler_acceleration = mean_motion * mean_motion * a / (complement * complement);
        let apoapsis = a * (1.0 + e);
        PathBounds {
            max_speed_km_s: kepler_speed + drift * apoapsis,
            max_acceleration_km_s2: kepler_acceleration
                + 4.0 * drift * (kepler_speed / (complement * complement) + drift * apoapsis),
        }
    }

    /// Sine and cosine of inclination, node and argument of periapsis.
    fn directions(&self) -> [(f64, f64); 3] {
        [self.inclination, self.ascending_node, self.argument_of_periapsis]
            .map(|angle| libm::sincos(angle.value))
    }

    /// Coordinates in the orbit, x to the periapsis, and their derivatives through M, e and a.
    fn in_plane(&self) -> ([f64; 2], [f64; 2]) {
        let a = self.semi_major_axis_km.value;
        let e = self.eccentricity.value;
        let (sine, cosine) = kepler::eccentric_direction(self.mean_anomaly.value, e);
        let flattening = ((1.0 - e) * (1.0 + e)).sqrt();
        let anomaly_by_mean = 1.0 / (1.0 - e * cosine);
        let anomaly_by_eccentricity = sine * anomaly_by_mean;
        let position = [a * (cosine - e), a * flattening * sine];
        let by_mean = [-a * sine * anomaly_by_mean, a * flattening * cosine * anomaly_by_mean];
        let by_eccentricity = [
            -a * (1.0 + sine * anomaly_by_eccentricity),
            a * (flattening * cosine * anomaly_by_eccentricity - e / flattening * sine),
        ];
        let growth = self.semi_major_axis_km.per_second / a;
        let velocity = [0, 1].map(|axis| {
            by_mean[axis] * self.mean_anomaly.per_second
                + by_eccentricity[axis] * self.eccentricity.per_second
                + position[axis] * growth
        });
        (position, velocity)
    }

    /// The angular velocity (rad/s) of the orbit's axes; `node` is the direction of the node, sine and cosine.
    fn turning(&self, basis: &PerifocalBasis, (sine, cosine): (f64, f64)) -> DVec3 {
        basis.pole * self.argument_of_periapsis.per_second
            + DVec3::Z * self.ascending_node.per_second
            + DVec3::new(cosine, sine, 0.0) * self.inclination.per_second
    }
}
