//! What orders of a file are made of: what is to be attacked, changes of routes, legs and rallies.
//!
//! Words as people write them come in, parts of orders leave. Must never look up a name.

use glam::DVec3;
use serde::Deserialize;

use crate::level::Until;
use crate::orbit::AU_KM;
use crate::sim::ids::{ShipId, StructureId};
use crate::sim::order::{NewLeg, QuarryOrder, RallyTo, RouteEdit, Units};

/// What is to be attacked, as people write it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum WrittenQuarry {
    /// A fleet, by its name.
    Fleet(String),
    /// A ship, by its number.
    Ship(u32),
    /// A structure, by its number.
    Structure(u32),
    /// All ships of a class.
    Class {
        /// The name of the class.
        class: String,
        /// Only those in the well of this body.
        #[serde(default)]
        body: Option<String>,
    },
    /// All that is in the well of a body.
    Well(String),
    /// All that is in a ball.
    Area {
        /// Heliocentric ecliptic x of its middle, AU.
        x_au: f64,
        /// Heliocentric ecliptic y, AU.
        y_au: f64,
        /// Height above the ecliptic, AU.
        #[serde(default)]
        z_au: f64,
        /// Its radius, km.
        radius_km: f64,
    },
}

impl From<WrittenQuarry> for QuarryOrder {
    fn from(written: WrittenQuarry) -> Self {
        match written {
            WrittenQuarry::Fleet(name) => Self::Fleet(Units::Named(name)),
            WrittenQuarry::Ship(id) => Self::Ship(ShipId(id)),
            WrittenQuarry::Structure(id) => Self::Structure(StructureId(id)),
            WrittenQuarry::Class { class, body } => Self::Class { class, body },
            WrittenQuarry::Well(body) => Self::Well(body),
            WrittenQuarry::Area { x_au, y_au, z_au, radius_km } => {
                Self::Area { at: DVec3::new(x_au, y_au, z_au) * AU_KM, radius_km }
            }
        }
    }
}

/// A change of a route, as people write it. Legs are counted from 0, which is the one that is being flown.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum WrittenEdit {
    /// Put a leg in.
    Insert {
        /// Before this one.
        at: usize,
        /// The leg.
        leg: WrittenLeg,
    },
    /// Take a leg out.
    Remove {
        /// Which.
        at: usize,
    },
    /// Let a leg lead to another point instead.
    Move {
        /// Which.
        at: usize,
        /// Heliocentric ecliptic x, AU.
        x_au: f64,
        /// Heliocentric ecliptic y, AU.
        y_au: f64,
        /// Height above the ecliptic, AU.
        #[serde(default)]
        z_au: f64,
    },
    /// Go through the route again and again, or only once.
    Repeat(bool),
}

/// A leg that is to be put into a route, as people write it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum WrittenLeg {
    /// To a point: heliocentric ecliptic x, y and z, AU.
    Au(f64, f64, f64),
    /// To a body, by its name.
    Body(String),
    /// To a ring, to circle there.
    Ring {
        /// The name of the body.
        body: String,
        /// The ring; 0 is the innermost.
        ring: u8,
    },
    /// To the point so far ahead of a body on its path.
    Ahead {
        /// The name of the body.
        body: String,
        /// How far ahead of it, degrees.
        degrees: f64,
    },
    /// Beside another fleet.
    Fleet {
        /// Its name.
        name: String,
        /// Whether to guard it.
        #[serde(default)]
        guard: bool,
    },
    /// Nowhere, until something comes.
    Wait(Until),
    /// Where something of others is, to attack it.
    Attack(WrittenQuarry),
    /// To a point, engaging whoever comes near: heliocentric ecliptic x, y and z, AU.
    AttackAu(f64, f64, f64),
    /// To a body, engaging whoever comes near on the way.
    AttackBody(String),
    /// To a body, to land troopers.
    Land(String),
    /// To a body, to bombard its ground.
    Bombard(String),
}

impl From<WrittenEdit> for RouteEdit {
    fn from(written: WrittenEdit) -> Self {
        match written {
            WrittenEdit::Insert { at, leg } => Self::Insert { at, leg: leg.into() },
            WrittenEdit::Remove { at } => Self::Remove { at },
            WrittenEdit::Move { at, x_au, y_au, z_au } => {
                Self::Move { at, to: DVec3::new(x_au, y_au, z_au) * AU_KM }
            }
            WrittenEdit::Repeat(repeats) => Self::Repeat(repeats),
        }
    }
}

impl From<WrittenLeg> for NewLeg {
    fn from(written: WrittenLeg) -> Self {
        match written {
            WrittenLeg::Au(x, y, z) => Self::To(DVec3::new(x, y, z) * AU_KM),
            WrittenLeg::Body(name) => Self::Body(name),
            WrittenLeg::Ring { body, ring } => Self::Ring { body, ring },
            WrittenLeg::Ahead { body, degrees } => Self::Ahead { body, degrees },
            WrittenLeg::Fleet { name, guard } => Self::Fleet { fleet: Units::Named(name), guard },
            WrittenLeg::Wait(until) => Self::Wait(until),
            WrittenLeg::Attack(quarry) => Self::Attack(quarry.into()),
            WrittenLeg::AttackAu(x, y, z) => Self::AttackTo(DVec3::new(x, y, z) * AU_KM),
            WrittenLeg::AttackBody(name) => Self::AttackBody(name),
            WrittenLeg::Land(name) => Self::Land(name),
            WrittenLeg::Bombard(name) => Self::Bombard(name),
        }
    }
}

/// Where new ships are to go, as people write it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum WrittenRally {
    /// A point.
    Point {
        /// Heliocentric ecliptic x, AU.
        x_au: f64,
        /// Heliocentric ecliptic y, AU.
        y_au: f64,
        /// Height above the ecliptic, AU.
        #[serde(default)]
        z_au: f64,
    },
    /// A body, by its name.
    Body(String),
    /// A ring, to circle there.
    Ring {
        /// The name of the body.
        body: String,
        /// The ring; 0 is the innermost.
        ring: u8,
    },
}

impl From<WrittenRally> for RallyTo {
    fn from(written: WrittenRally) -> Self {
        match written {
            WrittenRally::Point { x_au, y_au, z_au } => Self::Point(DVec3::new(x_au, y_au, z_au) * AU_KM),
            WrittenRally::Body(name) => Self::Body(name),
            WrittenRally::Ring { body, ring } => Self::Ring { body, ring },
        }
    }
}
