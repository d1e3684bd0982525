//! Orbits that drift: the planets' elements with their century rates and periodic terms, and the moons' ellipses that
//! turn in a reference plane of their own.
//!
//! The state in the J2000 ecliptic frame at a date follows from a row of a table. Planets are accurate to an arcminute
//! from 1900 to 2050 (`docs/accuracy.md`), moons to a degree or so. Both stay well behaved, though less accurate, at
//! any other date.

use std::f64::consts::TAU;

use glam::DVec3;
use serde::Deserialize;

use super::super::constants::{
    AU_KM, DAYS_PER_CENTURY, DAYS_PER_YEAR, DEGREE, SECONDS_PER_DAY, centuries_since_j2000,
};
use super::super::elements::{Conic, PerifocalBasis, State};
use super::super::meeting::PathBounds;
use super::super::rotation::icrf_to_ecliptic;
use super::moving_ellipse::{Moving, MovingEllipse};
use super::series::{ARGUMENTS, Series, Term};

/// The span within which the shape of a planet's ellipse drifts, 1500 to 2500, in centuries since J2000. Outside it
/// stays as at the nearer end, so that the bounds of a planet's motion hold at any date.
const DRIFT_CENTURIES: [f64; 2] = [-5.0, 5.0];

/// A quantity that changes evenly with time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CenturyLinear {
    /// Value at J2000, in the unit of the quantity.
    pub at_j2000: f64,
    /// Change in a Julian century, in the same unit.
    pub per_century: f64,
}

impl CenturyLinear {
    /// The value `centuries` Julian centuries after J2000.
    pub fn at(&self, centuries: f64) -> f64 {
        self.at_j2000 + self.per_century * centuries
    }

    /// From value and change as a table prints them, in a unit of its own.
    pub(super) fn scaled((at_j2000, per_century): (f64, f64), unit: f64) -> Self {
        Self { at_j2000: at_j2000 * unit, per_century: per_century * unit }
    }

    pub(super) fn moving(&self, centuries: f64) -> Moving {
        Moving {
            value: self.at(centuries),
            per_second: self.per_century / DAYS_PER_CENTURY / SECONDS_PER_DAY,
        }
    }

    /// The value while it drifts, and that of the nearer end before and after.
    fn drifting(&self, centuries: f64) -> Moving {
        let [start, end] = DRIFT_CENTURIES;
        if (start..=end).contains(&centuries) {
            self.moving(centuries)
        } else {
            Moving { value: self.at(centuries.clamp(start, end)), per_second: 0.0 }
        }
    }

    fn greatest(&self) -> f64 {
        let [start, end] = DRIFT_CENTURIES.map(|centuries| self.at(centuries));
        start.max(end)
    }

    fn least(&self) -> f64 {
        let [start, end] = DRIFT_CENTURIES.map(|centuries| self.at(centuries));
        start.min(end)
    }
}

/// Elements with century rates and periodic terms, in the J2000 ecliptic frame about the Sun, in the manner of Simon
/// et al. 1994 (Astronomy and Astrophysics 282, 663).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanetElements {
    /// Semi-major axis in kilometres.
    pub semi_major_axis_km: CenturyLinear,
    /// Eccentricity, in `0..1`.
    pub eccentricity: CenturyLinear,
    /// Inclination in radians; its sign may change in a passage through the ecliptic.
    pub inclination: CenturyLinear,
    /// Mean longitude in radians.
    pub mean_longitude: CenturyLinear,
    /// Longitude of the perihelion in radians.
    pub longitude_of_perihelion: CenturyLinear,
    /// Longitude of the ascending node in radians.
    pub ascending_node: CenturyLinear,
    /// What is added to semi-major axis, in kilometres, to mean longitude and to inclination, in radians.
    pub terms: Series<3>,
}

/// A planet in the file of motions: for each element its value at J2000 and its change in a century.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanetTableRow {
    /// Semi-major axis in AU.
    pub semi_major_axis_au: (f64, f64),
    /// Eccentricity.
    pub eccentricity: (f64, f64),
    /// Inclination in degrees.
    pub inclination_deg: (f64, f64),
    /// Mean longitude in degrees.
    pub mean_longitude_deg: (f64, f64),
    /// Longitude of the perihelion in degrees.
    pub longitude_of_perihelion_deg: (f64, f64),
    /// Longitude of the ascending node in degrees.
    pub ascending_node_deg: (f64, f64),
    /// The angles that make up the arguments of the terms, in degrees.
    pub arguments_deg: [(f64, f64); ARGUMENTS],
    /// The periodic terms.
    pub terms: Vec<PlanetTermRow>,
}

/// A periodic term of a planet in the file of motions: the shares of the argument's cosine and sine.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanetTermRow {
    /// Multiples of the angles in the argument.
    pub multiples: [i8; ARGUMENTS],
    /// Of the semi-major axis, in AU.
    pub axis_au: (f64, f64),
    /// Of the mean longitude, in degrees.
    pub longitude_deg: (f64, f64),
    /// Of the inclination, in degrees.
    #[serde(default)]
    pub inclination_deg: (f64, f64),
}

impl PlanetTermRow {
    fn term(&self) -> Term<3> {
        let (axis, longitude, inclination) = (self.axis_au, self.longitude_deg, self.inclination_deg);
        Term {
            multiples: self.multiples,
            cosines: [axis.0 * AU_KM, longitude.0 * DEGREE, inclination.0 * DEGREE],
            sines: [axis.1 * AU_KM, longitude.1 * DEGREE, inclination.1 * DEGREE],
        }
    }
}

impl PlanetElements {
    /// The elements of a row of the file; `None` if a multiple is too great for a series.
    pub fn from_table_row(row: &PlanetTableRow) -> Option<Self> {
        let arguments = row.arguments_deg.map(|angle| CenturyLinear::scaled(angle, DEGREE));
        let terms = row.terms.iter().map(PlanetTermRow::term).collect();
        Some(Self {
            semi_major_axis_km: CenturyLinear::scaled(row.semi_major_axis_au, AU_KM),
            eccentricity: CenturyLinear::scaled(row.eccentricity, 1.0),
            inclination: CenturyLinear::scaled(row.inclination_deg, DEGREE),
            mean_longitude: CenturyLinear::scaled(row.mean_longitude_deg, DEGREE),
            longitude_of_perihelion: CenturyLinear::scaled(row.longitude_of_perihelion_deg, DEGREE),
            ascending_node: CenturyLinear::scaled(row.ascending_node_deg, DEGREE),
            terms: Series::new(arguments, terms)?,
        })
    }

    /// Heliocentric state at the Julian date `jd`. The velocity is the exact derivative of the position.
    pub fn state(&self, jd: f64) -> State {
        self.ellipse(centuries_since_j2000(jd)).state()
    }

    /// The ellipse on which the planet is at the Julian date `jd`.
    pub fn osculating(&self, jd: f64) -> Conic {
        self.ellipse(centuries_since_j2000(jd)).osculating(jd, &ReferencePlane::ECLIPTIC)
    }

    /// Sidereal period in days.
    pub fn period_days(&self) -> f64 {
        TAU * DAYS_PER_CENTURY / self.mean_longitude.per_century
    }

    /// A lower bound on the distance from the Sun in kilometres, at any date.
    pub fn periapsis_km(&self) -> f64 {
        let [axis, ..] = self.terms.greatest();
        (self.semi_major_axis_km.least() - axis.value) * (1.0 - self.eccentricity.greatest())
    }

    /// An upper bound on the distance from the Sun in kilometres, at any date.
    pub fn apoapsis_km(&self) -> f64 {
        let [axis, ..] = self.terms.greatest();
        (self.semi_major_axis_km.greatest() + axis.value) * (1.0 + self.eccentricity.greatest())
    }

    /// Upper bounds on speed and acceleration, at any date.
    pub fn bounds(&self) -> PathBounds {
        let [axis, longitude, inclination] = self.terms.greatest();
        let mut widest = self.steady_ellipse(0.0);
        let (a, e) = (self.semi_major_axis_km.greatest() + axis.value, self.eccentricity.greatest());
        widest.semi_major_axis_km =
            Moving { value: a, per_second: widest.semi_major_axis_km.per_second.abs() + axis.per_second };
        widest.eccentricity.value = e;
        widest.inclination.per_second = widest.inclination.per_second.abs() + inclination.per_second;
        widest.mean_anomaly.per_second += longitude.per_second;
        let bounds = widest.bounds();
        // What the rates' own rates add, along the path and outward.
        let hastening = longitude.per_second_squared * a * ((1.0 + e) / (1.0 - e)).sqrt();
        let swelling = (axis.per_second_squared / a + inclination.per_second_squared) * a * (1.0 + e);
        PathBounds { max_acceleration_km_s2: bounds.max_acceleration_km_s2 + hastening + swelling, ..bounds }
    }

    fn ellipse(&self, centuries: f64) -> MovingEllipse {
        let [axis, longitude, inclination] = self.terms.at(centuries);
        let steady = self.steady_ellipse(centuries);
        MovingEllipse {
            semi_major_axis_km: steady.semi_major_axis_km + axis,
            inclination: steady.inclination + inclination,
            mean_anomaly: steady.mean_anomaly + longitude,
            ..steady
        }
    }

    /// The ellipse without the periodic terms.
    fn steady_ellipse(&self, centuries: f64) -> MovingEllipse {
        let longitude = self.mean_longitude.moving(centuries);
        let perihelion = self.longitude_of_perihelion.moving(centuries);
        let node = self.ascending_node.moving(centuries);
        MovingEllipse {
            semi_major_axis_km: self.semi_major_axis_km.drifting(centuries),
            eccentricity: self.eccentricity.drifting(centuries),
            inclination: self.inclination.drifting(centuries),
            ascending_node: node,
            argument_of_periapsis: perihelion - node,
            mean_anomaly: longitude - perihelion,
        }
    }
}

/// The plane from which a moon's angles are measured, as axes in the J2000 ecliptic frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReferencePlane {
    /// Unit vector from which nodes are counted.
    pub x_axis: DVec3,
    /// Unit vector a right angle ahead of it in the plane.
    pub y_axis: DVec3,
    /// Unit vector along the plane's pole.
    pub pole: DVec3,
}

impl ReferencePlane {
    /// The ecliptic itself, nodes counted from the equinox.
    pub const ECLIPTIC: Self = Self { x_axis: DVec3::X, y_axis: DVec3::Y, pole: DVec3::Z };

    /// The plane whose pole has this right ascension and declination (ICRF, radians). Nodes are counted from the
    /// ascending node of the plane on the ICRF equator, at right ascension `pole_ra` + 90°.
    fn from_equatorial_pole(pole_ra: f64, pole_dec: f64) -> Self {
        let (sin_ra, cos_ra) = libm::sincos(pole_ra);
        let (sin_dec, cos_dec) = libm::sincos(pole_dec);
        let pole = icrf_to_ecliptic(DVec3::new(cos_dec * cos_ra, cos_dec * sin_ra, sin_dec));
        let x_axis = icrf_to_ecliptic(DVec3::new(-sin_ra, cos_ra, 0.0));
        Self { x_axis, y_axis: pole.cross(x_axis), pole }
    }

    /// A vector given in this plane's axes, in the J2000 ecliptic frame.
    pub fn to_ecliptic(self, vector: DVec3) -> DVec3 {
        self.x_axis * vector.x + self.y_axis * vector.y + self.pole * vector.z
    }

    /// An orbit's axes, given in this plane's, in the J2000 ecliptic frame.
    pub(super) fn turn(&self, basis: &PerifocalBasis) -> PerifocalBasis {
        PerifocalBasis {
            periapsis: self.to_ecliptic(basis.periapsis),
            ahead: self.to_ecliptic(basis.ahead),
            pole: self.to_ecliptic(basis.pole),
        }
    }
}

/// A moon's mean ellipse, whose apsis and node turn evenly in a reference plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoonElements {
    /// Semi-major axis in kilometres.
    pub semi_major_axis_km: f64,
    /// Eccentricity, in `0..1`.
    pub eccentricity: f64,
    /// Angle between orbit and reference plane in radians, 0 to π; above π/2 the motion is retrograde.
    pub inclination: f64,
    /// Angle from the plane's x axis to the ascending node at the epoch, in radians.
    pub ascending_node: f64,
    /// Angle from the ascending node to the periapsis at the epoch, in radians.
    pub argument_of_periapsis: f64,
    /// Mean anomaly at the epoch, in radians.
    pub mean_anomaly: f64,
    /// The epoch, a Julian date (TDB).
    pub epoch_jd: f64,
    /// Sidereal mean motion in radians a day, which is the rate of the mean longitude; for the rate of the
    /// mean anomaly see [`MoonElements::mean_anomaly_rate`].
    pub mean_motion: f64,
    /// Rate of the argument of periapsis in radians a day, positive if the apsis advances on the node.
    pub argument_of_periapsis_rate: f64,
    /// Rate of the ascending node in radians a day, negative if it regresses.
    pub ascending_node_rate: f64,
    /// The plane from which inclination and node are measured.
    pub plane: ReferencePlane,
}

/// A row of JPL's table "Planetary Satellite Mean Elements" with its units: kilometres, degrees, days and years.
/// The table does not print the directions in which apsis and node turn; here they are the signs of the periods.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoonTableRow {
    /// Epoch, a Julian date (TT, which is close enough to TDB).
    pub epoch_jd: f64,
    /// Semi-major axis in kilometres.
    pub semi_major_axis_km: f64,
    /// Eccentricity.
    pub eccentricity: f64,
    /// Argument of the periapsis at the epoch, in degrees.
    pub argument_of_periapsis_deg: f64,
    /// Mean anomaly at the epoch, in degrees.
    pub mean_anomaly_deg: f64,
    /// Angle between orbit and reference plane, in degrees.
    pub inclination_deg: f64,
    /// Angle from the plane's x axis to the ascending node at the epoch, in degrees.
    pub ascending_node_deg: f64,
    /// Sidereal mean motion in degrees a day.
    pub mean_motion_deg_per_day: f64,
    /// Years in which the periapsis turns once against the node; negative if it regresses; 0 if it is not
    /// used.
    #[serde(default)]
    pub apsidal_period_years: f64,
    /// Years in which the node turns once in the reference plane; negative if it regresses; 0 if it is not
    /// used.
    #[serde(default)]
    pub nodal_period_years: f64,
    /// Right ascension and declination of the reference plane's pole in degrees (ICRF).
    pub plane_pole_deg: (f64, f64),
}

impl MoonElements {
    /// The elements of a row of the published table.
    pub fn from_table_row(row: &MoonTableRow) -> Self {
        let (pole_ra_deg, pole_dec_deg) = row.plane_pole_deg;
        Self {
            semi_major_axis_km: row.semi_major_axis_km,
            eccentricity: row.eccentricity,
            inclination: row.inclination_deg * DEGREE,
            ascending_node: row.ascending_node_deg * DEGREE,
            argument_of_periapsis: row.argument_of_periapsis_deg * DEGREE,
            mean_anomaly: row.mean_anomaly_deg * DEGREE,
            epoch_jd: row.epoch_jd,
            mean_motion: row.mean_motion_deg_per_day * DEGREE,
            argument_of_periapsis_rate: turns_in_years(row.apsidal_period_years),
            ascending_node_rate: turns_in_years(row.nodal_period_years),
            plane: ReferencePlane::from_equatorial_pole(pole_ra_deg * DEGREE, pole_dec_deg * DEGREE),
        }
    }

    /// State relative to the planet at the Julian date `jd`, in the J2000 ecliptic frame. The velocity is the
    /// exact derivative of the position.
    pub fn state(&self, jd: f64) -> State {
        let State { position, velocity } = self.ellipse(jd).state();
        State { position: self.plane.to_ecliptic(position), velocity: self.plane.to_ecliptic(velocity) }
    }

    /// The ellipse on which the moon is at the Julian date `jd`.
    pub fn osculating(&self, jd: f64) -> Conic {
        self.ellipse(jd).osculating(jd, &self.plane)
    }

    /// Rate of the mean anomaly in radians a day.
    ///
    /// The published mean motion is the rate of the mean longitude M + ω + Ω, or, for a retrograde moon, of
    /// M + ω - Ω. (With this reading each moon keeps its prime meridian towards its planet for a century and more;
    /// another reading does not give that.)
    pub fn mean_anomaly_rate(&self) -> f64 {
        let retrograde = self.inclination > std::f64::consts::FRAC_PI_2;
        let node_rate = if retrograde { -self.ascending_node_rate } else { self.ascending_node_rate };
        self.mean_motion - self.argument_of_periapsis_rate - node_rate
    }

    /// Sidereal period in days.
    pub fn period_days(&self) -> f64 {
        TAU / self.mean_motion
    }

    /// Smallest distance from the planet in kilometres.
    pub fn periapsis_km(&self) -> f64 {
        self.semi_major_axis_km * (1.0 - self.eccentricity)
    }

    /// Greatest distance from the planet in kilometres.
    pub fn apoapsis_km(&self) -> f64 {
        self.semi_major_axis_km * (1.0 + self.eccentricity)
    }

    /// Upper bounds on speed and acceleration, at any time.
    pub fn bounds(&self) -> PathBounds {
        self.ellipse(self.epoch_jd).bounds()
    }

    fn ellipse(&self, jd: f64) -> MovingEllipse {
        let days = jd - self.epoch_jd;
        let moving = |at_epoch: f64, per_day: f64| Moving {
            value: at_epoch + per_day * days,
            per_second: per_day / SECONDS_PER_DAY,
        };
        MovingEllipse {
            semi_major_axis_km: moving(self.semi_major_axis_km, 0.0),
            eccentricity: moving(self.eccentricity, 0.0),
            inclination: moving(self.inclination, 0.0),
            ascending_node: moving(self.ascending_node, self.ascending_node_rate),
            argument_of_periapsis: moving(self.argument_of_periapsis, self.argument_of_periapsis_rate),
            mean_anomaly: moving(self.mean_anomaly, self.mean_anomaly_rate()),
        }
    }
}

/// Radians a day for one turn in this number of years; 0 for 0.
fn turns_in_years(years: f64) -> f64 {
    if years == 0.0 { 0.0 } else { TAU / (years * DAYS_PER_YEAR) }
}
