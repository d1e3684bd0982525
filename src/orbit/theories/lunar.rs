//! The Moon: longitude, latitude and distance as sums of periodic terms.
//!
//! The Sun pulls the Moon so far off any ellipse that a mean one is wrong by degrees. The terms are the largest of the
//! lunar theory; the arguments are Delaunay's D, l', l and F.

use std::f64::consts::TAU;

use glam::DVec3;
use serde::Deserialize;

use super::super::constants::{DAYS_PER_CENTURY, DEGREE, SECONDS_PER_DAY, centuries_since_j2000};
use super::super::elements::{Conic, State};
use super::super::meeting::PathBounds;
use super::mean_elements::CenturyLinear;
use super::moving_ellipse::Moving;
use super::series::{ARGUMENTS, Greatest, Series, Term, both_at};

/// The Moon's motion about Earth, in the J2000 ecliptic frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LunarTheory {
    /// Mean longitude from the equinox of J2000, in radians.
    pub mean_longitude: CenturyLinear,
    /// Mean distance in kilometres.
    pub mean_distance_km: f64,
    /// What is added to the longitude, in radians, and to the distance, in kilometres.
    pub terms: Series<2>,
    /// The latitude in radians.
    pub latitude: Series<1>,
    /// Gravitational parameter of Earth and Moon, in km³/s².
    pub gm_km3_s2: f64,
}

/// The Moon in the file of motions.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::orbit) struct LunarTableRow {
    /// Mean longitude in degrees: at J2000, and its change in a century.
    pub mean_longitude_deg: (f64, f64),
    /// Mean distance in kilometres.
    pub mean_distance_km: f64,
    /// D, l', l and F in degrees: at J2000, and their change in a century.
    pub arguments_deg: [(f64, f64); ARGUMENTS],
    /// Multiples of the arguments, sine of longitude in degrees, cosine of distance in kilometres.
    pub terms: Vec<([i8; ARGUMENTS], f64, f64)>,
    /// Multiples of the arguments, sine of latitude in degrees.
    pub latitude_terms: Vec<([i8; ARGUMENTS], f64)>,
}

impl LunarTheory {
    /// The motion of a row of the file; `None` if a multiple is too great for a series.
    pub(in crate::orbit) fn from_table_row(row: &LunarTableRow, gm_km3_s2: f64) -> Option<Self> {
        let even = row.terms.iter().map(|(multiples, longitude_deg, distance_km)| Term {
            multiples: *multiples,
            cosines: [0.0, *distance_km],
            sines: [longitude_deg * DEGREE, 0.0],
        });
        let odd = row.latitude_terms.iter().map(|(multiples, latitude_deg)| Term {
            multiples: *multiples,
            cosines: [0.0],
            sines: [latitude_deg * DEGREE],
        });
        let arguments = row.arguments_deg.map(|angle| CenturyLinear::scaled(angle, DEGREE));
        Some(Self {
            mean_longitude: CenturyLinear::scaled(row.mean_longitude_deg, DEGREE),
            mean_distance_km: row.mean_distance_km,
            terms: Series::new(arguments, even.collect())?,
            latitude: Series::new(arguments, odd.collect())?,
            gm_km3_s2,
        })
    }

    /// State relative to Earth at the Julian date `jd`. The velocity is the exact derivative of the position.
    pub fn state(&self, jd: f64) -> State {
        let centuries = centuries_since_j2000(jd);
        let ([longitude, distance], [latitude]) = both_at(&self.terms, &self.latitude, centuries);
        let longitude = self.mean_longitude.moving(centuries) + longitude;
        let distance = Moving { value: self.mean_distance_km, per_second: 0.0 } + distance;
        let (sin_lon, cos_lon) = libm::sincos(longitude.value);
        let (sin_lat, cos_lat) = libm::sincos(latitude.value);
        let outward = DVec3::new(cos_lat * cos_lon, cos_lat * sin_lon, sin_lat);
        let eastward = DVec3::new(-cos_lat * sin_lon, cos_lat * cos_lon, 0.0);
        let northward = DVec3::new(-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat);
        State {
            position: outward * distance.value,
            velocity: outward * distance.per_second
                + (eastward * longitude.per_second + northward * latitude.per_second) * distance.value,
        }
    }

    /// The ellipse that the Moon would follow from the Julian date `jd` on if Earth alone pulled it.
    pub fn osculating(&self, jd: f64) -> Conic {
        Conic::from_state(&self.state(jd), jd, self.gm_km3_s2)
    }

    /// Sidereal period in days.
    pub fn period_days(&self) -> f64 {
        TAU * DAYS_PER_CENTURY / self.mean_longitude.per_century
    }

    /// A lower bound on the distance from Earth in kilometres, at any date.
    pub fn periapsis_km(&self) -> f64 {
        let [_, distance] = self.terms.greatest();
        self.mean_distance_km - distance.value
    }

    /// An upper bound on the distance from Earth in kilometres, at any date.
    pub fn apoapsis_km(&self) -> f64 {
        let [_, distance] = self.terms.greatest();
        self.mean_distance_km + distance.value
    }

    /// Upper bounds on speed and acceleration, at any date: the greatest of each part of both in spherical
    /// coordinates.
    pub fn bounds(&self) -> PathBounds {
        let ([longitude, distance], [latitude]) = (self.terms.greatest(), self.latitude.greatest());
        let mean_rate = self.mean_longitude.per_century / (DAYS_PER_CENTURY * SECONDS_PER_DAY);
        let longitude = Greatest { per_second: mean_rate + longitude.per_second, ..longitude };
        let farthest = self.mean_distance_km + distance.value;
        let turning = longitude.per_second * longitude.per_second;
        let climbing = latitude.per_second * latitude.per_second;
        let speed =
            DVec3::new(distance.per_second, farthest * longitude.per_second, farthest * latitude.per_second);
        let acceleration = DVec3::new(
            distance.per_second_squared + farthest * (turning + climbing),
            farthest * longitude.per_second_squared
                + 2.0 * distance.per_second * longitude.per_second
                + 2.0 * farthest * longitude.per_second * latitude.per_second * latitude.value,
            farthest * latitude.per_second_squared
                + 2.0 * distance.per_second * latitude.per_second
                + farthest * turning * latitude.value,
        );
        PathBounds { max_speed_km_s: speed.length(), max_acceleration_km_s2: acceleration.length() }
    }
}
