//! Goals by name, as in files and orders, and by number, as in the world.

use glam::DVec3;
use typed_index_collections::TiSlice;

use super::dates::{WaitFault, event_of};
use super::wells::{about_km, resting_at};
use crate::level;
use crate::level::{Assault, NamedAttackTarget, NamedGoal, ShipClass};
use crate::orbit::AU_KM;
use crate::sim::{
    Anchor, AnchoredPlace, AttackTarget, BodyId, ClassId, FleetId, Goal, ShipId, Sky, StructureId, TargetId,
};

/// An unknown name or number.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Missing {
    /// No body with this name.
    #[error("there is no body called {0}")]
    Body(String),
    /// No ship class with this name.
    #[error("no ship class is called {0}")]
    Class(String),
    /// No fleet with this name or number.
    #[error("there is no fleet {0}")]
    Fleet(String),
    /// No ship with this number.
    #[error("there is no ship {}", .0.0)]
    Ship(ShipId),
    /// An invalid wait.
    #[error(transparent)]
    Wait(#[from] WaitFault),
}

/// A fleet as files and orders call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FleetName<'a> {
    /// By its name.
    Name(&'a str),
    /// By its number.
    Number(FleetId),
    /// By a ship of it.
    OfShip(ShipId),
}

impl FleetName<'_> {
    /// The error for a missing fleet.
    pub fn missing(self) -> Missing {
        match self {
            Self::Name(name) => Missing::Fleet(name.to_owned()),
            Self::Number(id) => Missing::Fleet(id.0.to_string()),
            Self::OfShip(id) => Missing::Ship(id),
        }
    }
}

/// The things that can be named.
pub struct NameLookup<'a> {
    /// The bodies.
    pub sky: &'a Sky,
    /// Finds a body by its name, in upper or lower case.
    pub body: &'a dyn Fn(&str) -> Option<BodyId>,
    /// The ship classes.
    pub classes: &'a TiSlice<ClassId, ShipClass>,
    /// Finds a fleet by one of its names.
    pub fleet: &'a dyn Fn(FleetName<'_>) -> Option<FleetId>,
}

impl NameLookup<'_> {
    /// A goal by number.
    ///
    /// # Errors
    /// The unknown name.
    pub fn goal(&self, named: &NamedGoal) -> Result<Goal, Missing> {
        Ok(match named {
            NamedGoal::Au(x, y, z) => Goal::Place(resting_at(self.sky, DVec3::new(*x, *y, *z) * AU_KM)),
            NamedGoal::Km(x, y, z) => Goal::Place(resting_at(self.sky, DVec3::new(*x, *y, *z))),
            NamedGoal::Body(name) => Goal::Body(self.body(name)?),
            NamedGoal::Ring { body, ring } => Goal::Ring { body: self.body(body)?, ring: *ring },
            NamedGoal::Keep(place) => Goal::Place(self.station(place)?),
            NamedGoal::Ahead { body, degrees } => {
                let anchor = Anchor::Ahead { body: self.body(body)?, degrees: *degrees };
                Goal::Place(AnchoredPlace { anchor, offset: DVec3::ZERO })
            }
            NamedGoal::Fleet { name, guard } => {
                Goal::Fleet { fleet: self.fleet(FleetName::Name(name))?, guard: *guard }
            }
            NamedGoal::FleetNumber { number, guard } => {
                Goal::Fleet { fleet: self.fleet(FleetName::Number(FleetId(*number)))?, guard: *guard }
            }
            NamedGoal::FleetOf { ship, guard } => {
                Goal::Fleet { fleet: self.fleet(FleetName::OfShip(ShipId(*ship)))?, guard: *guard }
            }
            NamedGoal::Wait { until } => Goal::Wait(event_of(until, &self.sky.system)?),
            NamedGoal::Attack(quarry) => Goal::Attack(self.quarry(quarry)?),
            NamedGoal::Land(body) | NamedGoal::Bombard(body) => {
                let assault = named.assault().map_or(Assault::Land, |(assault, _)| assault);
                Goal::Ground { body: self.body(body)?, assault }
            }
        })
    }

    /// The attack target by number.
    fn quarry(&self, named: &NamedAttackTarget) -> Result<AttackTarget, Missing> {
        Ok(match named {
            NamedAttackTarget::Fleet(name) => AttackTarget::Fleet(self.fleet(FleetName::Name(name))?),
            NamedAttackTarget::FleetNumber(number) => {
                AttackTarget::Fleet(self.fleet(FleetName::Number(FleetId(*number)))?)
            }
            NamedAttackTarget::FleetOf(ship) => {
                AttackTarget::Fleet(self.fleet(FleetName::OfShip(ShipId(*ship)))?)
            }
            NamedAttackTarget::Ship(id) => AttackTarget::Target(TargetId::Ship(ShipId(*id))),
            NamedAttackTarget::Structure(id) => AttackTarget::Target(TargetId::Structure(StructureId(*id))),
            NamedAttackTarget::Class { class, body } => AttackTarget::Class {
                body: body.as_ref().map(|name| self.body(name)).transpose()?,
                class: self
                    .classes
                    .position(|known| known.name == *class)
                    .ok_or_else(|| Missing::Class(class.clone()))?,
            },
            NamedAttackTarget::Well(name) => {
                let body = self.body(name)?;
                let middle = AnchoredPlace { anchor: Anchor::Body(body), offset: DVec3::ZERO };
                let radius_km = self.sky.system.bodies.get(body).map_or(0.0, about_km);
                AttackTarget::Area { middle, radius_km }
            }
            NamedAttackTarget::Area { at, radius_km } => {
                AttackTarget::Area { middle: self.station(at)?, radius_km: *radius_km }
            }
            NamedAttackTarget::Around { km, radius_km } => {
                AttackTarget::Area { middle: resting_at(self.sky, DVec3::from(*km)), radius_km: *radius_km }
            }
        })
    }

    /// A place that is kept.
    ///
    /// # Errors
    /// The missing body.
    pub fn station(&self, named: &level::NamedPlace) -> Result<AnchoredPlace, Missing> {
        let body = named.body.as_ref().map(|name| self.body(name)).transpose()?;
        let anchor = Anchor::of(body, named.ahead_deg);
        Ok(AnchoredPlace { anchor, offset: DVec3::from(named.offset_km) })
    }

    /// The body with a name, in upper or lower case.
    ///
    /// # Errors
    /// No body has this name.
    pub fn body(&self, name: &str) -> Result<BodyId, Missing> {
        (self.body)(name).ok_or_else(|| Missing::Body(name.to_owned()))
    }

    fn fleet(&self, name: FleetName<'_>) -> Result<FleetId, Missing> {
        (self.fleet)(name).ok_or_else(|| name.missing())
    }
}
