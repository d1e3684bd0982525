//! Orders that a mind wants to give.

use crate::level::Assault;
use crate::sim::{
    Anchor, AnchoredPlace, AttackTarget, BodyId, Command, ConstructionOrder, Goal, Order, ShipId, TargetId,
    Units, When,
};

/// Urgency of an order: the more urgent come first where attention is short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// Places to look at, ships to bring home.
    Idle,
    /// Stations and ships to build.
    Growth,
    /// A step of an operation.
    Operation,
    /// A fight, or a way out of one.
    Fight,
    /// An order of an operation that has waited for long.
    Overdue,
}

/// An order that a mind wants to give.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// The order.
    pub order: Order,
    /// Its urgency.
    pub urgency: Urgency,
    /// The reason, as a clause for people.
    pub why: String,
    /// The number of its operation; `None`: it serves none that goes on.
    pub operation: Option<u32>,
}

/// The orders that a mind wants to give, in the order of its thoughts.
#[derive(Debug, Default)]
pub struct Wishes(pub Vec<Wish>);

impl Wishes {
    /// An order to ships.
    pub fn command(
        &mut self,
        ships: Vec<ShipId>,
        command: Command,
        urgency: Urgency,
        why: impl Into<String>,
    ) {
        if !ships.is_empty() {
            self.push(Order::fleet(Units::Ships(ships), command), urgency, why.into());
        }
    }

    /// An order about a place.
    pub fn construct(&mut self, order: ConstructionOrder, urgency: Urgency, why: impl Into<String>) {
        self.push(Order::Construction(order), urgency, why.into());
    }

    fn push(&mut self, order: Order, urgency: Urgency, why: String) {
        self.0.push(Wish { order, urgency, why, operation: None });
    }
}

/// The command to go to a body, and whether to engage foes on the way.
pub fn go(body: BodyId, engage: bool) -> Command {
    Command::Go { goal: Goal::Body(body), engage, when: When::Now }
}

/// The goal of an assault on the ground of a body.
pub fn ground(body: BodyId, assault: Assault) -> Goal {
    Goal::Ground { body, assault }
}

/// The goal of an attack on a unit.
pub fn attack_on(target: TargetId) -> Goal {
    Goal::Attack(AttackTarget::Target(target))
}

/// The goal of an attack on all foes within a distance of a body, km.
pub fn attack_about(body: BodyId, radius_km: f64) -> Goal {
    let middle = AnchoredPlace { anchor: Anchor::Body(body), offset: glam::DVec3::ZERO };
    Goal::Attack(AttackTarget::Area { middle, radius_km })
}
