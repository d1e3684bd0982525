//! A class of ships, in rules and levels.
//!
//! Plain data, with derived sizes; `level/check` judges it.

use serde::{Deserialize, Serialize};

use super::super::arms::{Arms, Hangar, ShipKind};
use super::super::ranges::{BUILD_S, ENGINE_S, HULL_RADIUS_KM, PERCENT, SIGHT_KM, SPEED_KM_S, TROOPERS};
use super::{is_usual, one};
use crate::level::{FormationRole, Price};

/// A class of ships. `assets/rules/ships.ron` lists classes; a level may add others or replace them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipClass {
    /// Name, `"corvette"`.
    pub name: String,
    /// Use, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// Radius of the hull about its axis, km.
    pub radius_km: f64,
    /// Length of the hull from bow to stern, km; absent, or no more than its width: a ball.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_km: Option<f64>,
    /// Speed between wells, km/s of the calendar.
    pub cruise_km_s: f64,
    /// Speed inside a well, relative to its body, km/s of the calendar.
    pub manoeuvre_km_s: f64,
    /// Seconds of play that its engines need from rest to full speed.
    #[serde(default = "usual_thrust_s")]
    pub thrust_s: f64,
    /// Seconds of play for a turn about.
    #[serde(default = "one")]
    pub turn_s: f64,
    /// Part in a formation.
    #[serde(default)]
    pub rank: FormationRole,
    /// Silhouette.
    #[serde(default)]
    pub hull: Hull,
    /// Price, paid while it grows in a yard.
    #[serde(default, skip_serializing_if = "Price::is_free")]
    pub price: Price,
    /// Building time in a yard of speed 1, seconds of play.
    #[serde(default = "usual_build_s")]
    pub build_s: f64,
    /// Upkeep in each economy tick.
    #[serde(default, skip_serializing_if = "Price::is_free")]
    pub upkeep: Price,
    /// Range of sight, km, before the size and the engines of the target count; 0: it is blind.
    #[serde(default = "usual_sight_km")]
    pub sight_km: f64,
    /// Rare materials gained in each economy tick near a comet.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub mines: u32,
    /// Role, for the choice of targets.
    #[serde(default)]
    pub kind: ShipKind,
    /// Weapons, armour and doctrine.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub arms: Arms,
    /// Troopers aboard a new ship.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub troopers: u32,
    /// The small craft that a ship launches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hangar: Option<Hangar>,
    /// Armour of friends nearby repaired per second of play, points.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub repairs: f64,
    /// Increase of its owner's building speed in the same well, percent.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub builds_percent: u32,
}

ranges!(ShipClass {
    radius_km: HULL_RADIUS_KM,
    length_km: 0.001..=2.0e6,
    cruise_km_s: SPEED_KM_S,
    manoeuvre_km_s: SPEED_KM_S,
    thrust_s: ENGINE_S,
    turn_s: ENGINE_S,
    build_s: BUILD_S,
    sight_km: SIGHT_KM,
    arms,
    troopers: TROOPERS,
    hangar,
    repairs: 0.0..=1.0e6,
    builds_percent: PERCENT,
});

impl ShipClass {
    /// Whether yards build it; wings grow in hangars only.
    pub fn is_built_in_yards(&self) -> bool {
        self.kind != ShipKind::Wing
    }

    /// Radius of the bounding ball of the turning hull, km.
    pub fn bound_km(&self) -> f64 {
        self.radius_km + self.half_length_km()
    }

    /// Half the length of the hull's axis, to bow and stern, km; 0 for a ball.
    pub fn half_length_km(&self) -> f64 {
        self.length_km.map_or(0.0, |length| (0.5 * length - self.radius_km).max(0.0))
    }
}

/// The silhouette of a warship, together with its [`ShipKind`]. The use of other ships decides theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hull {
    /// A small arrow.
    #[default]
    Dart,
    /// A slim body with wings.
    Wing,
    /// A long body with a bridge.
    Spine,
    /// A broad, heavy body.
    Block,
}

fn usual_thrust_s() -> f64 {
    0.5
}

fn usual_build_s() -> f64 {
    10.0
}

fn usual_sight_km() -> f64 {
    2.0e6
}
