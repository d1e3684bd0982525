//! What the next click in the world is for.

use bevy::prelude::*;

use crate::sim::ids::{BodyId, ClassId, StructureId};

/// An order that waits for a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Fly to what is clicked.
    Move,
    /// Fly to and fro between here and there.
    Patrol,
    /// Stay beside a fleet and guard it.
    Guard,
    /// Keep station ahead of a body: this one, or one that is still to be clicked.
    Ahead(Option<BodyId>),
    /// Attack the foe that is clicked, or fly there and fight who is met.
    Attack,
    /// Land troopers on a body.
    Invade,
    /// Bombard the ground of a body.
    Bombard,
}

impl Aim {
    /// Whether it is the same order, however far it has got.
    pub fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// What the next click is for, with marks for keys as `with_keys` has them.
    fn hint(self) -> &'static str {
        match self {
            Self::Move => "click where to fly, <add>: queue, <first>: first, <end> ends",
            Self::Patrol => "click where to patrol to, <add>: one more point, <end> ends",
            Self::Guard => "click the fleet to guard, <add>: queue, <end> ends",
            Self::Ahead(None) => "click the body to keep station with, <end> ends",
            Self::Ahead(Some(_)) => "click how far ahead or behind, <add>: queue, <end> ends",
            Self::Attack => {
                "click a foe (<group>: all its class) or where to fight, drag a circle, <add>: queue, <end> ends"
            }
            Self::Invade => "click the body to land on, <add>: queue, <end> ends",
            Self::Bombard => "click the body to bombard, <add>: queue, <end> ends",
        }
    }
}

/// The order that waits for a click, if there is one.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Armed(pub Option<Aim>);

impl Armed {
    /// Whether the pointer speaks of something else than where a right click sends ships.
    pub fn takes_pointer(&self) -> bool {
        self.0.is_some_and(|aim| aim != Aim::Move)
    }

    /// What the next click is for, with marks for keys as `with_keys` has them; `None` while nothing is
    /// armed.
    pub fn hint(&self) -> Option<&'static str> {
        self.0.map(Aim::hint)
    }
}

/// What the next click is for, where a panel asked for it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choosing {
    /// A slot is being chosen for a structure of this class.
    pub class: Option<ClassId>,
    /// A rally point is being chosen for this yard.
    pub rally: Option<StructureId>,
}

impl Choosing {
    /// Whether the next click is for something here.
    pub fn is_active(&self) -> bool {
        *self != Self::default()
    }
}
