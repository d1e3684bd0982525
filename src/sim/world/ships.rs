//! Components of ships. Data only; the systems of the tick change them.

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use crate::level::ranges::{OWN_SPEED_KM_S, PLACE_KM, SHARE, UNIT};
use crate::sim::spatial::solid::Solid;
use crate::sim::{Anchor, ClassId, ShipId, Sky};

/// A ship and the properties of its class. State are only its number and its class: a save holds these, the hash
/// reads these, and the other numbers are copied from the class, which never changes in a world.
#[derive(Component, Clone, Debug, PartialEq)]
#[component(immutable)]
#[require(Position, Flight, LastTick, AnchoredPlace, RingMotion, FormationOffset)]
pub struct Ship {
    /// Number.
    pub id: ShipId,
    /// Index of its class in [`ShipClasses`].
    pub class: ClassId,
    /// Radius of the hull about its axis, km.
    pub radius_km: f64,
    /// Half the length of the axis, to bow and stern, km; 0 for a ball.
    pub half_length_km: f64,
    /// Seconds of play that its engines need from rest to full speed.
    pub thrust_s: f64,
    /// Seconds of play for a turn about.
    pub turn_s: f64,
    /// Part in a formation.
    pub rank: crate::level::FormationRole,
    /// Speed between wells, km/s.
    pub cruise_km_s: f64,
    /// Speed near a body, km/s.
    pub manoeuvre_km_s: f64,
}

impl Ship {
    /// A ship of a class; `class` is the index of `rules` in [`ShipClasses`].
    pub fn new(id: ShipId, class: ClassId, rules: &crate::level::ShipClass) -> Self {
        Self {
            id,
            class,
            radius_km: rules.radius_km,
            half_length_km: rules.half_length_km(),
            thrust_s: rules.thrust_s,
            turn_s: rules.turn_s,
            rank: rules.rank,
            cruise_km_s: rules.cruise_km_s,
            manoeuvre_km_s: rules.manoeuvre_km_s,
        }
    }

    /// Bounding radius, km.
    pub fn bound_km(&self) -> f64 {
        self.radius_km + self.half_length_km
    }

    /// The space that it occupies.
    pub fn solid(&self, position: DVec3, flight: &Flight) -> Solid {
        Solid { center: position, half_axis: flight.heading * self.half_length_km, radius: self.radius_km }
    }
}

/// The ship classes of this world: those of the rules, with the level's own.
#[derive(Resource, Clone, Debug, Default)]
pub struct ShipClasses(pub TiVec<ClassId, crate::level::ShipClass>);

/// Position of a ship: heliocentric J2000 ecliptic, km, in the magnified world.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Position(pub DVec3);

/// The state of a ship's flight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flight {
    /// Velocity under its own power, relative to the frame that carries the ship, km/s.
    pub own_velocity: DVec3,
    /// Unit vector along which its bow points.
    pub heading: DVec3,
    /// Strength of turning aside because it is blocked, 0 to 1.
    pub impatience: f64,
    /// Whether it holds its present place.
    pub holding: bool,
    /// Ticks for which it has come no nearer to its place.
    pub blocked_ticks: u32,
    /// Whether it has reached its place at the fleet's first waypoint.
    pub arrived: bool,
    /// The smallest distance from the destination reached on this leg, km.
    #[serde(default = "nowhere_near", skip_serializing_if = "is_nowhere_near")]
    pub nearest_km: f64,
}

ranges!(Flight {
    own_velocity: OWN_SPEED_KM_S,
    heading: UNIT,
    impatience: SHARE,
    nearest_km: 0.0..=f64::MAX,
});

fn nowhere_near() -> f64 {
    f64::MAX
}

// serde passes a reference.
fn is_nowhere_near(distance_km: &f64) -> bool {
    *distance_km == f64::MAX
}

impl Default for Flight {
    fn default() -> Self {
        Self {
            own_velocity: DVec3::ZERO,
            heading: DVec3::X,
            impatience: 0.0,
            holding: false,
            blocked_ticks: 0,
            arrived: false,
            nearest_km: f64::MAX,
        }
    }
}

/// A ship's flight in the last tick beyond its state, for drawing and for wrecks.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct LastTick {
    /// Position at the beginning of the tick, heliocentric, km.
    pub position: DVec3,
    /// Change of its own velocity in the tick, km/s.
    pub own_change: DVec3,
    /// Gait.
    pub gait: Gait,
}

impl LastTick {
    /// The record of a ship that is new in the world.
    pub fn new(position: DVec3) -> Self {
        Self { position, own_change: DVec3::ZERO, gait: Gait::Cruise }
    }
}

/// The two ways to fly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gait {
    /// Fast, between wells.
    #[default]
    Cruise,
    /// Inside a well, carried along by its body.
    Manoeuvre,
}

/// The place that a ship keeps while it has no order.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnchoredPlace {
    /// The anchor that the place moves with.
    pub anchor: Anchor,
    /// Offset from the anchor, or from the origin, km.
    pub offset: DVec3,
}

ranges!(AnchoredPlace { anchor, offset: PLACE_KM });

impl AnchoredPlace {
    /// A place that is fixed in space: heliocentric ecliptic, km.
    pub fn free(offset: DVec3) -> Self {
        Self { anchor: Anchor::Space, offset }
    }

    /// Position at the end of the last tick, heliocentric, km.
    pub fn position_now(&self, sky: &Sky) -> DVec3 {
        sky.origin_now(self.anchor) + self.offset
    }

    /// Position at the beginning of the last tick, heliocentric, km.
    pub fn position_before(&self, sky: &Sky) -> DVec3 {
        sky.origin_before(self.anchor) + self.offset
    }

    /// Position at a Julian date (TDB), heliocentric, km.
    pub fn position_at(&self, sky: &Sky, jd: f64) -> DVec3 {
        sky.origin_at(self.anchor, jd).position + self.offset
    }
}

/// The state of a ship's ring motion.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RingMotion {
    /// The ring in which it holds its [`AnchoredPlace`], 0 is the innermost. The offset of that place is then in the
    /// frame that turns with this ring of the anchor, at the frame's position at tick 0. `None`: the place does
    /// not turn.
    pub ring: Option<u8>,
    /// How far the ring has taken over the ship, ticks, from 0 (not at all) to
    /// [`crate::sim::motion::ring_orbit::RAMP_TICKS`] (fully).
    pub carried_ticks: u32,
}

/// A ship's place in the formation of its fleet, from the middle of the fleet, km.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FormationOffset(pub DVec3);
