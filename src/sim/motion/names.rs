//! The one translation of goals by name, as people write them, to goals by number, as worlds and orders hold them.

use glam::DVec3;
use typed_index_collections::TiSlice;

use super::wells::{all_about, resting_at};
use crate::level;
use crate::level::{Assault, NamedAttackTarget, NamedGoal, ShipClass, Until, epoch_to_jd};
use crate::orbit::AU_KM;
use crate::sim::{
    Anchor, AnchoredPlace, AttackTarget, BodyId, ClassId, FleetId, Goal, ShipId, Sky, StructureId, TargetId,
    WaitEvent,
};

/// A name or a number that stands for nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// No body with this name.
    #[error("there is no body called {0}")]
    Body(String),
    /// No ship class with this name.
    #[error("no ship class is called {0}")]
    ShipClass(String),
    /// No structure class with this name.
    #[error("no structure class is called {0}")]
    StructureClass(String),
    /// No fleet with this name or number.
    #[error("there is no fleet {0}")]
    Fleet(String),
    /// A text or a number that is no date.
    #[error("{0}")]
    Date(String),
}

/// The things that can be named.
pub struct NameLookup<'a> {
    /// The bodies.
    pub sky: &'a Sky,
    /// Finds a body by its name, in upper or lower case.
    pub body: &'a dyn Fn(&str) -> Option<BodyId>,
    /// The ship classes.
    pub classes: &'a TiSlice<ClassId, ShipClass>,
    /// Finds a fleet by its name.
    pub fleet: &'a dyn Fn(&str) -> Option<FleetId>,
}

impl NameLookup<'_> {
    /// A goal by number.
    ///
    /// # Errors
    /// The unknown name.
    pub fn goal(&self, named: &NamedGoal) -> Result<Goal, Missing> {
        let ground = |body: &str, assault| Ok(Goal::Ground { body: self.body(body)?, assault });
        Ok(match named {
            NamedGoal::Au(x, y, z) => Goal::Place(resting_at(self.sky, DVec3::new(*x, *y, *z) * AU_KM)),
            NamedGoal::Km(x, y, z) => Goal::Place(resting_at(self.sky, DVec3::new(*x, *y, *z))),
            NamedGoal::Body(name) => Goal::Body(self.body(name)?),
            NamedGoal::Ring { body, ring } => Goal::Ring { body: self.body(body)?, ring: *ring },
            NamedGoal::Keep(place) => Goal::Place(self.station(place)?),
            NamedGoal::Ahead { body, degrees } => Goal::ahead(self.body(body)?, *degrees),
            NamedGoal::Fleet { name, guard } => Goal::Fleet { fleet: self.fleet(name)?, guard: *guard },
            // The fleet may be gone.
            NamedGoal::FleetNumber { number, guard } => {
                Goal::Fleet { fleet: FleetId(*number), guard: *guard }
            }
            NamedGoal::Wait { until } => Goal::Wait(self.event(until)?),
            NamedGoal::Attack(target) => Goal::Attack(self.attack_target(target)?),
            NamedGoal::Land(body) => ground(body, Assault::Land)?,
            NamedGoal::Bombard(body) => ground(body, Assault::Bombard)?,
        })
    }

    fn attack_target(&self, named: &NamedAttackTarget) -> Result<AttackTarget, Missing> {
        Ok(match named {
            NamedAttackTarget::Fleet(name) => AttackTarget::Fleet(self.fleet(name)?),
            NamedAttackTarget::FleetNumber(number) => AttackTarget::Fleet(FleetId(*number)),
            NamedAttackTarget::Ship(id) => AttackTarget::Target(TargetId::Ship(ShipId(*id))),
            NamedAttackTarget::Structure(id) => AttackTarget::Target(TargetId::Structure(StructureId(*id))),
            NamedAttackTarget::Class { class, body } => AttackTarget::Class {
                body: body.as_ref().map(|name| self.body(name)).transpose()?,
                class: self.ship_class(class)?,
            },
            NamedAttackTarget::Well(name) => all_about(self.sky, self.body(name)?),
            NamedAttackTarget::Area { at, radius_km } => {
                AttackTarget::Area { middle: self.station(at)?, radius_km: *radius_km }
            }
            NamedAttackTarget::Around { km, radius_km } => {
                AttackTarget::Area { middle: resting_at(self.sky, DVec3::from(*km)), radius_km: *radius_km }
            }
        })
    }

    fn event(&self, until: &Until) -> Result<WaitEvent, Missing> {
        Ok(match until {
            Until::On(date) => WaitEvent::Date(epoch_to_jd(date).map_err(Missing::Date)?),
            Until::Nearest { body, to } => WaitEvent::Nearest {
                body: self.body(body)?,
                to: to.as_ref().map(|to| self.body(to)).transpose()?,
            },
            Until::Conjunction(one, other) => {
                WaitEvent::Conjunction { one: self.body(one)?, other: self.body(other)? }
            }
            Until::Opposition(one, other) => {
                WaitEvent::Opposition { one: self.body(one)?, other: self.body(other)? }
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

    /// The ship class with a name.
    ///
    /// # Errors
    /// No ship class has this name.
    pub fn ship_class(&self, name: &str) -> Result<ClassId, Missing> {
        let found = self.classes.position(|known| known.name == name);
        found.ok_or_else(|| Missing::ShipClass(name.to_owned()))
    }

    fn fleet(&self, name: &str) -> Result<FleetId, Missing> {
        (self.fleet)(name).ok_or_else(|| Missing::Fleet(name.to_owned()))
    }
}
