//! What a level says of fleets: who they are, where they stand, where they go; in a save the exact state of
//! every ship.
//!
//! Only data lives here, in and out of RON; what sense it makes is judged in `level/check`. Must never know a
//! world.

use serde::{Deserialize, Serialize};

use super::super::arms::{ConditionState, Doctrine};
use super::super::ranges::SHARE;
use super::{is_false, is_usual, is_zero};
use crate::level::model::fights::{EngagementState, UnderFireState};
use crate::level::model::formation::{Conduct, Shape, Wish};
use crate::level::model::goal::NamedGoal;

/// The most legs that a fleet's route may have, by a level as by orders.
pub const LONGEST_ROUTE: usize = 64;

/// Ships that are ordered together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    /// Its name, unique among the fleets of its faction.
    pub name: String,
    /// Its number, in a save; absent: its place in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// The faction that it obeys.
    pub faction: String,
    /// Where its ships stand at the start. Absent only where every ship has a `state`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// Its ships.
    pub ships: Vec<Ship>,
    /// Where it is to go, one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<Waypoint>,
    /// How its ships stand to each other.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub formation: Formation,
    /// What it wishes its way to be.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub wish: Wish,
    /// Whether it goes through its route again and again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub repeats: bool,
    /// How it is to fight.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub doctrine: Doctrine,
    /// In a save: the fight that it is in; absent: in none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engagement: Option<EngagementState>,
    /// In a save: how strong it was before it was shot at; absent: nobody has, or it is in a fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under_fire: Option<UnderFireState>,
    /// In a save: where the planned way to the first waypoint bends; absent while it is not planned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Vec<Station>>,
    /// In a save: whether that way is to be planned anew; until then its bends hold.
    #[serde(default, skip_serializing_if = "is_false")]
    pub plans_anew: bool,
}

ranges!(Fleet { doctrine, engagement, under_fire });

/// How the ships of a fleet stand to each other, and keep together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Formation {
    /// The shape.
    pub shape: Shape,
    /// What holds on the way.
    pub conduct: Conduct,
    /// The direction in which it looks at its destination; absent: the one it came in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<(f64, f64, f64)>,
    /// In a save: whether the places for the first waypoint have been given out.
    #[serde(skip_serializing_if = "is_false")]
    pub formed: bool,
}

/// A place where a fleet starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
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
    /// Ecliptic longitude as seen from the body, degrees.
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
    /// How many of them; 1 where `state` is given.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
    /// Its exact state, in a save.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Box<ShipState>>,
}

/// The exact state of a ship in a save, so that a resumed game goes on bit by bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipState {
    /// Its number, unique in the level.
    pub id: u32,
    /// Heliocentric ecliptic position in the magnified world, km.
    pub position_km: (f64, f64, f64),
    /// Velocity under its own power, relative to what carries it, km/s.
    pub own_velocity_km_s: (f64, f64, f64),
    /// Unit vector that its bow points along.
    pub heading: (f64, f64, f64),
    /// How much it turns aside because it is blocked: 1 is as far as it can.
    pub impatience: f64,
    /// Whether it holds the place that it has reached.
    #[serde(default)]
    pub holding: bool,
    /// Whether its upkeep could not be paid.
    #[serde(default, skip_serializing_if = "is_false")]
    pub idle: bool,
    /// Ticks for which it has been blocked.
    pub blocked_ticks: u32,
    /// Whether it has reached its place at the first waypoint of its fleet.
    pub arrived: bool,
    /// The smallest distance from its place so far on this leg, km; how progress is told from churning.
    pub nearest_km: f64,
    /// Its place in the formation, from the middle of the fleet, km.
    #[serde(default)]
    pub place_km: (f64, f64, f64),
    /// The place that it keeps while it has no order.
    pub station: Station,
    /// The ring of the station's body in which it circles, 0 is the innermost; the station's offset is then
    /// in the frame that turns with the ring, as that stands at tick 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ring: Option<u8>,
    /// How far the ring has taken hold of it, ticks.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub carried_ticks: u32,
    /// What fights have left of it; absent: it is whole and rested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<ConditionState>,
    /// The number of the ship in whose hangar it belongs; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carrier: Option<u32>,
}

ranges!(ShipState { impatience: SHARE, nearest_km: 0.0..=f64::MAX });

/// A place that is kept: fixed in space, or with a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// The body that it goes along with; absent: fixed in space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// It goes along with the point so many degrees ahead of the body on its path instead; below 0 behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ahead_deg: Option<f64>,
    /// Offset from there, or from the origin, km.
    pub offset_km: (f64, f64, f64),
}

/// One leg of a fleet's route.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waypoint {
    /// Where to.
    pub to: NamedGoal,
    /// How far the middle of the fleet stays from there, km; fleets that were ordered together stand beside
    /// each other.
    #[serde(default, skip_serializing_if = "is_nowhere")]
    pub beside_km: (f64, f64, f64),
    /// Distance between neighbouring places, km; absent: four radii of the fleet's largest ship.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spacing_km: Option<f64>,
    /// In a save: where beside the body the fleet will stay, once a leg to a body or a ring has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub berth: Option<Station>,
    /// In a save: the Julian date (TDB) that is waited for, once a wait has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_jd: Option<f64>,
    /// In an older save: the ring in which the fleet will circle; `to` is then the place beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ring: Option<u8>,
    /// Whether the fleet engages what it meets on the way, and goes on afterwards.
    #[serde(default, skip_serializing_if = "is_false")]
    pub attack: bool,
}

fn one() -> u32 {
    1
}

// serde hands these a reference.
fn is_one(count: &u32) -> bool {
    *count == 1
}

fn is_nowhere(vector: &(f64, f64, f64)) -> bool {
    *vector == (0.0, 0.0, 0.0)
}
