//! What may be under the pointer: a foe, an own fleet, or a body with its owner and its ground.

use bevy::prelude::*;

use crate::client::hud::planet::gather::Conquest;
use crate::level::Assault;
use crate::sim::motion::wells::all_about;
use crate::sim::order::Refusal;
use crate::sim::task::war::attack::sees_foes_about;
use crate::sim::visibility::WorldView;
use crate::sim::{AttackTarget, BodyId, ClassId, FactionId, FleetId};

/// A foe under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct FoeThere {
    /// The target of an attack: a ship, its fleet, or a structure.
    pub who: AttackTarget,
    /// Name.
    pub name: String,
    /// The class of the ship or the structure.
    pub class: ClassId,
    /// The fleet of a ship.
    pub fleet: Option<Entity>,
    /// All ships of the same class in the same well; in open space all in sight. With their name.
    pub kin: Option<(AttackTarget, String)>,
}

/// An own fleet that a right click follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Its number.
    pub fleet: FleetId,
    /// Its name.
    pub name: String,
}

/// A body under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyThere {
    /// The body.
    pub body: BodyId,
    /// Its name within a sentence.
    pub name: String,
    /// All foes about it.
    pub foes_about: AttackTarget,
    /// Why no ship could carry out each of [`Assault::ALL`] there.
    pub no_assault: [Option<Refusal>; 2],
    /// Its owner, as far as the player knows.
    pub owner: Owner,
    /// Whether the player knows what happens on its ground.
    pub sees_ground: bool,
    /// The troopers that overcome its defenders; `None` if it is on the own side.
    pub needed_troopers: Option<Needed>,
    /// What it would bring; `None` if it cannot be captured.
    pub conquest: Option<Conquest>,
    /// Whether foes are in sight about it.
    pub has_foes: bool,
}

/// The least number of troopers that overcomes the defenders of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Needed {
    /// Its ground is in sight. Troopers of the own side who fight there already are not needed again.
    Known(f64),
    /// It was in sight.
    Seen {
        /// By its garrison as it was seen last.
        needed: f64,
        /// The time since then, seconds of play.
        age_s: f64,
    },
    /// It never was: by its worth.
    Usual {
        /// If nobody holds it; `None` if a foe is known to do so.
        free: Option<f64>,
        /// If a foe holds it, with a full garrison.
        held: f64,
    },
}

/// The owner of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// None, as far as the player knows.
    #[default]
    Nobody,
    /// The own side.
    OwnSide,
    /// A foe.
    Foe,
}

impl Owner {
    pub(super) fn of(view: WorldView, owner: Option<FactionId>) -> Self {
        match owner {
            None => Self::Nobody,
            Some(owner) if view.is_foe(owner) => Self::Foe,
            Some(_) => Self::OwnSide,
        }
    }
}

/// All foes about a body, as the target of an attack; `None` if none are known there.
pub fn foes_about(view: WorldView, body: BodyId) -> Option<AttackTarget> {
    let is_hostile = Owner::of(view, view.owner(body)) == Owner::Foe || sees_foes_about(view, body);
    is_hostile.then(|| all_about(&view.almanac().sky, body))
}

impl BodyThere {
    /// Whether there are foes at the body to attack.
    pub(super) fn is_hostile(&self) -> bool {
        self.owner == Owner::Foe || self.has_foes
    }

    /// Why no ship could carry out an assault there; `None` if some could.
    pub(super) fn no_assault(&self, assault: Assault) -> Option<&Refusal> {
        self.no_assault[assault as usize].as_ref()
    }

    /// Whether troopers may land there.
    pub(super) fn can_land(&self) -> bool {
        self.no_assault(Assault::Land).is_none()
    }

    /// Whether troopers may land there to help the own side.
    pub(super) fn can_be_helped(&self) -> bool {
        self.owner == Owner::OwnSide && self.can_land()
    }

    /// Whether a landing has a known purpose. Ground of the own side out of sight may be invaded, or at peace.
    pub(super) fn asks_for_troopers(&self) -> bool {
        self.can_land() && (self.owner != Owner::OwnSide || self.sees_ground)
    }
}
