//! Fleets of a level: ships, places and destinations.
//!
//! Plain data, in and out of RON; `level/check` judges it.

use serde::{Deserialize, Serialize};

use super::super::arms::Doctrine;
use super::{is_one, is_usual, one};
use crate::level::{Cohesion, NamedGoal, RoutePreference, Shape};

/// The most legs of a fleet's route, in levels and by orders.
pub const LONGEST_ROUTE: usize = 64;

/// Ships that are ordered together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    /// Name, unique among the fleets of its faction.
    pub name: String,
    /// The owning faction.
    pub faction: String,
    /// Place of its ships at the start. Absent only if every ship is `posted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<StartPlace>,
    /// Ships.
    pub ships: Vec<Ship>,
    /// Route, leg by leg.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<Waypoint>,
    /// Formation.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub formation: Formation,
    /// Route preference.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub wish: RoutePreference,
    /// Whether it flies its route in a loop.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub repeats: bool,
    /// Doctrine.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub doctrine: Doctrine,
}

ranges!(Fleet { doctrine });

/// Formation and cohesion of a fleet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Formation {
    /// The shape.
    pub shape: Shape,
    /// Cohesion while under way.
    pub conduct: Cohesion,
    /// Facing at the destination; absent: the direction of arrival.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<(f64, f64, f64)>,
}

/// The starting place of a fleet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartPlace {
    /// `near("Earth")`: beside the body, at a bearing drawn from the seed.
    Near(String),
    /// `beside(body: "Earth", radii: 4, bearing_deg: 90)`.
    Beside(Beside),
    /// Heliocentric ecliptic coordinates, AU.
    Au(f64, f64, f64),
    /// Heliocentric ecliptic coordinates, km.
    Km(f64, f64, f64),
}

/// A place beside a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    /// The body.
    pub body: String,
    /// Distance from its centre in its (magnified) radii.
    #[serde(default = "Beside::default_radii")]
    pub radii: f64,
    /// Ecliptic longitude seen from the body, degrees.
    #[serde(default)]
    pub bearing_deg: f64,
}

impl Beside {
    fn default_radii() -> f64 {
        3.0
    }
}

/// One ship, or `count` of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// The name of its class.
    pub class: String,
    /// Number of ships; 1 where `posted` is given.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
    /// Its own place; absent: in the pattern of its fleet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posted: Option<Posted>,
}

/// A ship with its own place, outside the pattern of its fleet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posted {
    /// Heliocentric ecliptic coordinates, km.
    pub km: (f64, f64, f64),
    /// Unit vector along which its bow points, ecliptic axes.
    pub heading: (f64, f64, f64),
}

/// A place that is kept: fixed in space, or with a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedPlace {
    /// The body that the place moves with; absent: fixed in space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Instead, the place moves with the point this many degrees ahead of the body on its path; negative: behind
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ahead_deg: Option<f64>,
    /// Offset from the body or the point ahead of it, or from the origin, km.
    pub offset_km: (f64, f64, f64),
}

/// One leg of a fleet's route.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waypoint {
    /// Destination.
    pub to: NamedGoal,
    /// Offset of the middle of the fleet from the destination, km; fleets that were ordered together are beside
    /// each other.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub beside_km: (f64, f64, f64),
    /// Distance between neighbouring places, km; absent: four radii of the fleet's largest ship.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spacing_km: Option<f64>,
    /// Whether the fleet engages foes on the way and then goes on.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub attack: bool,
}
