//! The sky in a level: bodies, their paths and their spins.
//!
//! This file has only data; `level/check` judges it, and `level/system` builds the sky.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::super::ranges::{
    ANGLE_DEG, BODY_RADIUS_KM, FieldFault, GM_KM3_S2, LENGTH_AU, LENGTH_KM, MAGNIFY, Numbers, Ranged,
    WELL_RADII,
};
use super::{Epoch, is_usual};
use crate::level::{Look, RingSpec};
use crate::orbit;
use crate::orbit::{BodyKind, CatalogueBody};

/// One body of the sky, in one of three forms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyEntry {
    /// `body("Mars")`: from the built-in catalogue, unchanged.
    Body(String),
    /// `changed(name: "Mars", radius_km: 5000)`: from the catalogue, with some fields replaced.
    Changed(ChangedBody),
    /// `own(name: "Kael", kind: planet, ...)`: invented, independent of the catalogue.
    Own(OwnBody),
}

impl BodyEntry {
    /// The fields given by the level; empty for an unchanged body of the catalogue.
    pub fn given(&self) -> Cow<'_, ChangedBody> {
        match self {
            Self::Body(name) => Cow::Owned(ChangedBody { name: name.clone(), ..ChangedBody::default() }),
            Self::Changed(changed) => Cow::Borrowed(changed),
            Self::Own(own) => Cow::Owned(own.into()),
        }
    }

    /// Its entry in the catalogue; `None` for an invented body, and for a name that is not in the catalogue.
    pub fn catalogue(&self) -> Option<&'static CatalogueBody> {
        if matches!(self, Self::Own(_)) { None } else { orbit::find(self.name()) }
    }

    /// The body's name.
    pub fn name(&self) -> &str {
        match self {
            Self::Body(name) => name,
            Self::Changed(changed) => &changed.name,
            Self::Own(own) => &own.name,
        }
    }
}

/// A catalogue body with changes; absent fields stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangedBody {
    /// The catalogue's name of the body.
    pub name: String,
    /// Another parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Mean radius, true km.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius_km: Option<f64>,
    /// Gravitational parameter, km^3/s^2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gm_km3_s2: Option<f64>,
    /// Another orbit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbit: Option<OrbitSpec>,
    /// Another rotation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<RotationSpec>,
    /// Another look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
    /// Magnification of this body and its satellites, instead of the level's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub magnify: Option<f64>,
    /// Radius of the gravity well in radii of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub well_radii: Option<f64>,
    /// The rings of its gravity well, where they differ from the default.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub rings: RingSpec,
}

ranges!(ChangedBody {
    radius_km: BODY_RADIUS_KM,
    gm_km3_s2: GM_KM3_S2,
    orbit,
    rotation,
    magnify: MAGNIFY,
    well_radii: WELL_RADII,
    rings,
});

/// An invented body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnBody {
    /// Name, unique in the level.
    pub name: String,
    /// Kind.
    pub kind: BodyKind,
    /// The parent body; absent for the body at the centre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Mean radius, true km.
    pub radius_km: f64,
    /// Gravitational parameter, km^3/s^2; needed if a satellite has no explicit period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gm_km3_s2: Option<f64>,
    /// Path about the parent; absent for the body at the centre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbit: Option<OrbitSpec>,
    /// Rotation; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<RotationSpec>,
    /// Look; absent: derived from its kind and name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
    /// Magnification of this body and its satellites, instead of the level's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub magnify: Option<f64>,
    /// Radius of the gravity well in radii of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub well_radii: Option<f64>,
    /// The rings of its gravity well, where they differ from the default.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub rings: RingSpec,
}

/// The fields of an invented body, in the form of changes to a catalogue body.
impl From<&OwnBody> for ChangedBody {
    fn from(own: &OwnBody) -> Self {
        let OwnBody { name, parent, radius_km, gm_km3_s2, orbit, rotation, look, .. } = own.clone();
        let OwnBody { magnify, well_radii, rings, .. } = *own;
        let radius_km = Some(radius_km);
        Self { name, parent, radius_km, gm_km3_s2, orbit, rotation, look, magnify, well_radii, rings }
    }
}

/// A length with its unit: `au(1.2)` or `km(384400)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// Astronomical units.
    Au(f64),
    /// Kilometres.
    Km(f64),
}

impl Ranged for Length {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        let (value, limits) = match self {
            Self::Au(au) => (au, LENGTH_AU),
            Self::Km(km) => (km, LENGTH_KM),
        };
        let outside = value.outside(&limits);
        faults.extend(outside.map(|value| FieldFault::out_of_range(path.to_owned(), value, &limits)));
    }
}

impl Length {
    /// The length in kilometres.
    pub fn km(self) -> f64 {
        match self {
            Self::Au(au) => au * orbit::AU_KM,
            Self::Km(km) => km,
        }
    }
}

/// A Kepler orbit about the parent. Exactly one of `semi_major_axis` and `periapsis` is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OrbitSpec {
    /// Half the long axis; only for closed orbits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semi_major_axis: Option<Length>,
    /// Least distance from the parent; for any eccentricity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub periapsis: Option<Length>,
    /// 0 is a circle, below 1 an ellipse, 1 a parabola, above a hyperbola.
    pub eccentricity: f64,
    /// Tilt of the orbit to its reference plane, degrees.
    pub inclination_deg: f64,
    /// Longitude of the ascending node, degrees.
    pub ascending_node_deg: f64,
    /// From the node to the periapsis, degrees.
    pub argument_of_periapsis_deg: f64,
    /// Mean anomaly at the level's epoch, degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_anomaly_deg: Option<f64>,
    /// Date of a passage of the periapsis, instead of `mean_anomaly_deg`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub periapsis_passage: Option<Epoch>,
    /// Orbital period, days, instead of the one derived from the parent's `gm_km3_s2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_days: Option<f64>,
    /// The plane that the angles are measured from.
    pub plane: OrbitPlane,
}

ranges!(OrbitSpec {
    semi_major_axis,
    periapsis,
    // The greatest eccentricity is an almost straight path.
    eccentricity: 0.0..=1000.0,
    inclination_deg: 0.0..=180.0,
    ascending_node_deg: ANGLE_DEG,
    argument_of_periapsis_deg: ANGLE_DEG,
    mean_anomaly_deg: ANGLE_DEG,
});

/// The plane that an orbit's angles are measured from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrbitPlane {
    /// The J2000 ecliptic, angles from the equinox.
    #[default]
    Ecliptic,
    /// The parent's equator at the level's epoch, angles from its ascending node on the ecliptic.
    ParentEquator,
}

/// The rotation of an invented body: steady, about a fixed axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RotationSpec {
    /// Hours for one turn against the stars; negative turns backward.
    pub day_hours: f64,
    /// Ecliptic longitude that the north pole leans to, degrees.
    pub pole_longitude_deg: f64,
    /// Ecliptic latitude of the north pole, degrees; 90 is upright, 67 leans by 23.
    pub pole_latitude_deg: f64,
    /// Angle of the prime meridian at the level's epoch, degrees.
    pub prime_meridian_deg: f64,
}

ranges!(RotationSpec {
    pole_longitude_deg: ANGLE_DEG,
    pole_latitude_deg: -90.0..=90.0,
    prime_meridian_deg: ANGLE_DEG,
});

impl Default for RotationSpec {
    fn default() -> Self {
        Self { day_hours: 24.0, pole_longitude_deg: 0.0, pole_latitude_deg: 90.0, prime_meridian_deg: 0.0 }
    }
}
