//! Rotation of bodies: the direction of the pole and the angle of the prime meridian.
//!
//! From the IAU's pole and prime meridian, and a date, to the body's orientation in the J2000 ecliptic frame, or
//! the point under the Sun. Axial tilt is never given: it follows from the pole. The model is linear in time about
//! J2000: the small periodic terms of the published models are left out, and where they are not small (Mars,
//! Neptune, Triton) the catalogue holds effective values.

use std::f64::consts::{FRAC_PI_2, TAU};

use glam::{DQuat, DVec3};

use super::constants::{DEGREE, J2000_JD, OBLIQUITY_J2000, centuries_since_j2000};

/// Hours in a day.
const HOURS_PER_DAY: f64 = 24.0;

/// A vector of the ICRF (the equatorial frame of J2000) in the J2000 ecliptic frame.
pub fn icrf_to_ecliptic(vector: DVec3) -> DVec3 {
    let (sine, cosine) = libm::sincos(OBLIQUITY_J2000);
    DVec3::new(vector.x, cosine * vector.y + sine * vector.z, cosine * vector.z - sine * vector.y)
}

/// A vector of the J2000 ecliptic frame in the ICRF (the equatorial frame of J2000).
pub fn ecliptic_to_icrf(vector: DVec3) -> DVec3 {
    let (sine, cosine) = libm::sincos(OBLIQUITY_J2000);
    DVec3::new(vector.x, cosine * vector.y - sine * vector.z, cosine * vector.z + sine * vector.y)
}

/// The rotation of a body after the IAU's model (WGCCRE): its north pole in the ICRF and the angle W of its
/// prime meridian, all linear in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    /// Right ascension of the north pole at J2000 in radians.
    pub pole_ra: f64,
    /// Change in radians a Julian century.
    pub pole_ra_rate: f64,
    /// Declination of the north pole at J2000 in radians.
    pub pole_dec: f64,
    /// Change in radians a Julian century.
    pub pole_dec_rate: f64,
    /// The angle W at J2000 in radians: from the ascending node of the body's equator on the ICRF equator,
    /// eastward along the body's equator, to the prime meridian.
    pub prime_meridian: f64,
    /// The rate of W in radians a day; negative for a body that turns backwards, 0 for one that does not
    /// turn.
    pub spin: f64,
}

impl Rotation {
    /// A body that does not turn, with its pole to the ecliptic's north.
    pub const STILL: Self = Self {
        pole_ra: 270.0 * DEGREE,
        pole_ra_rate: 0.0,
        pole_dec: FRAC_PI_2 - OBLIQUITY_J2000,
        pole_dec_rate: 0.0,
        prime_meridian: 0.0,
        spin: 0.0,
    };

    /// The rotation of an invented body, from its pole in the J2000 ecliptic frame.
    ///
    /// `longitude` and `latitude` of the north pole in radians; `day_hours` the sidereal day in hours, negative
    /// for a body that turns backwards and 0 for a body that does not turn. `prime_meridian` is the angle W in
    /// radians at the Julian date `epoch_jd`.
    pub fn about_ecliptic_pole(
        longitude: f64,
        latitude: f64,
        day_hours: f64,
        prime_meridian: f64,
        epoch_jd: f64,
    ) -> Self {
        let (sin_longitude, cos_longitude) = libm::sincos(longitude);
        let (sin_latitude, cos_latitude) = libm::sincos(latitude);
        let direction = DVec3::new(cos_latitude * cos_longitude, cos_latitude * sin_longitude, sin_latitude);
        let pole = ecliptic_to_icrf(direction);
        let spin = if day_hours == 0.0 { 0.0 } else { TAU / (day_hours / HOURS_PER_DAY) };
        Self {
            pole_ra: libm::atan2(pole.y, pole.x),
            pole_ra_rate: 0.0,
            pole_dec: libm::atan2(pole.z, libm::hypot(pole.x, pole.y)),
            pole_dec_rate: 0.0,
            prime_meridian: (prime_meridian - spin * (epoch_jd - J2000_JD)).rem_euclid(TAU),
            spin,
        }
    }

    /// The north pole as a unit vector in the J2000 ecliptic frame. North is the IAU's north: for planets and
    /// moons the pole on Earth's side of the solar system's invariable plane, for both senses of rotation (see
    /// [`Rotation::spin_axis`]).
    pub fn pole(&self, jd: f64) -> DVec3 {
        let (right_ascension, declination) = self.pole_equatorial(jd);
        let (sin_ra, cos_ra) = libm::sincos(right_ascension);
        let (sin_dec, cos_dec) = libm::sincos(declination);
        icrf_to_ecliptic(DVec3::new(cos_dec * cos_ra, cos_dec * sin_ra, sin_dec))
    }

    /// The axis about which the body turns counter-clockwise, as a unit vector in the J2000 ecliptic frame:
    /// the pole, or its opposite for a body that turns backwards.
    pub fn spin_axis(&self, jd: f64) -> DVec3 {
        if self.spin < 0.0 { -self.pole(jd) } else { self.pole(jd) }
    }

    /// The angle in radians, 0 to π, between the body's spin axis and the pole of its orbit (a unit vector in
    /// the J2000 ecliptic frame): the axial tilt.
    pub fn obliquity(&self, jd: f64, orbit_pole: DVec3) -> f64 {
        let axis = self.spin_axis(jd);
        libm::atan2(axis.cross(orbit_pole).length(), axis.dot(orbit_pole))
    }

    /// Right ascension (0 to 2π) and declination of the north pole in radians, in the ICRF.
    pub fn pole_equatorial(&self, jd: f64) -> (f64, f64) {
        let centuries = centuries_since_j2000(jd);
        let right_ascension = self.pole_ra + self.pole_ra_rate * centuries;
        let declination = self.pole_dec + self.pole_dec_rate * centuries;
        (right_ascension.rem_euclid(TAU), declination)
    }

    /// The angle W of the prime meridian in radians, 0 to 2π.
    pub fn prime_meridian_angle(&self, jd: f64) -> f64 {
        (self.prime_meridian + self.spin * (jd - J2000_JD)).rem_euclid(TAU)
    }

    /// The rotation that takes body-fixed directions to the J2000 ecliptic frame. Body-fixed: z to the north pole,
    /// x to the crossing of prime meridian and equator, y a quarter turn east of x.
    pub fn orientation(&self, jd: f64) -> DQuat {
        let (right_ascension, declination) = self.pole_equatorial(jd);
        about_x(-OBLIQUITY_J2000)
            * about_z(right_ascension + FRAC_PI_2)
            * about_x(FRAC_PI_2 - declination)
            * about_z(self.prime_meridian_angle(jd))
    }

    /// The point under the Sun: longitude east of the prime meridian (-π to π) and planetocentric latitude,
    /// in radians. `sun_direction_from_body` points from the body to the Sun in the J2000 ecliptic frame and
    /// may have any length above 0. The time that light takes is not counted.
    pub fn subsolar(&self, jd: f64, sun_direction_from_body: DVec3) -> (f64, f64) {
        let seen = self.orientation(jd).conjugate() * sun_direction_from_body;
        (libm::atan2(seen.y, seen.x), libm::atan2(seen.z, libm::hypot(seen.x, seen.y)))
    }

    /// The sidereal day in hours; negative for a body that turns backwards, infinite for one that does not
    /// turn.
    pub fn sidereal_day_hours(&self) -> f64 {
        if self.spin == 0.0 { f64::INFINITY } else { TAU / self.spin * HOURS_PER_DAY }
    }
}

/// The rotation by `angle` radians about the x axis.
fn about_x(angle: f64) -> DQuat {
    let (sine, cosine) = libm::sincos(angle / 2.0);
    DQuat::from_xyzw(sine, 0.0, 0.0, cosine)
}

/// The rotation by `angle` radians about the z axis.
fn about_z(angle: f64) -> DQuat {
    let (sine, cosine) = libm::sincos(angle / 2.0);
    DQuat::from_xyzw(0.0, 0.0, sine, cosine)
}
