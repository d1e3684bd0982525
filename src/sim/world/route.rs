//! Where a fleet is to go: its route, leg by leg, and the planned way of the first leg.

use std::collections::VecDeque;

use bevy::prelude::*;
use glam::DVec3;

use super::anchor::Anchor;
use super::ships::Station;
use super::sky::Sky;
use crate::level::Wish;
use crate::sim::ids::{BodyId, ClassId, FleetId, TargetId};

/// What a fleet wishes its way to be: what its player chose last.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RouteWish(pub Wish);

/// Where a fleet is to go, one leg after the other. The first is the one that is being flown.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Route(pub VecDeque<Leg>);

impl Route {
    /// Whether there is nowhere to go now: no leg at all, or a wait before the next one.
    pub fn rests(&self) -> bool {
        self.0.front().is_none_or(|leg| matches!(leg.target, Target::Wait(_)))
    }

    /// Whether nothing is left of it but waits.
    pub fn has_ended(&self) -> bool {
        self.0.iter().all(|leg| matches!(leg.target, Target::Wait(_)))
    }

    /// Takes the first leg away, which is done. Of a fleet that `repeats` it goes to the end again, if there
    /// are others to come before it.
    pub fn finish_leg(&mut self, repeats: bool) {
        let again = self.0.pop_front().and_then(Leg::again);
        if repeats && !self.0.is_empty() {
            self.0.extend(again);
        }
    }
}

/// Whether a fleet goes through its route again and again, as a patrol does.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeats(pub bool);

/// One leg of a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Where to.
    pub target: Target,
    /// How far the middle of the fleet stays from the target, km; fleets that were ordered together stand
    /// side by side.
    pub beside: DVec3,
    /// Distance between neighbouring places, km.
    pub spacing_km: f64,
    /// The ring of the target's anchor in which the ships circle once they are there. Only a leg that has
    /// begun says so; before that its target does.
    pub ring: Option<u8>,
    /// Whether the fleet engages what it meets on the way, and goes on afterwards.
    pub attack: bool,
}

impl Leg {
    /// The leg as it is flown another time; `None` for a wait that comes only once.
    fn again(self) -> Option<Self> {
        match self.target {
            Target::Wait(wait) => wait.again().map(|wait| Self { target: Target::Wait(wait), ..self }),
            // What is destroyed or taken stays so; a class and an area may fill again.
            Target::Attack(Hunt { quarry: Quarry::Fleet(_) | Quarry::Target(_), .. })
            | Target::Land { .. }
            | Target::Bombard { .. } => None,
            _ => Some(self),
        }
    }

    /// Whether it is flown to fight.
    pub fn is_hostile(&self) -> bool {
        let target = &self.target;
        self.attack || matches!(target, Target::Attack(_) | Target::Land { .. } | Target::Bombard { .. })
    }
}

/// Where a leg leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// A place that is fixed in space, or goes along with a body or a point ahead of one.
    Place {
        /// What it goes along with.
        anchor: Anchor,
        /// Offset from the anchor, km.
        offset: DVec3,
    },
    /// A body: go there and stay with it, on the side that the fleet comes from. Becomes a
    /// [`Target::Place`] when the leg begins.
    Body(BodyId),
    /// A ring of a body's well: go there and circle in it. Becomes a [`Target::Place`] beside the ring when
    /// the leg begins, and the leg says in which ring its fleet will circle.
    Ring {
        /// The body.
        body: BodyId,
        /// The ring, 0 is the innermost.
        ring: u8,
    },
    /// Another fleet: stay beside it until it is gone, or out of sight.
    Fleet(Followed),
    /// Nowhere: rest until something comes.
    Wait(Wait),
    /// Something of others: go where it is seen and fight it, until nothing of it is seen or left.
    Attack(Hunt),
    /// The ground of a body: go near and land troopers, until it is taken or nobody is aboard any more. Where
    /// the fleet stays meanwhile, from the middle of the body, is the leg's `beside`, once it has begun.
    Land {
        /// The body.
        body: BodyId,
    },
    /// The ground of a body, which is bombarded until it is taken. As for landing, the leg's `beside` is where
    /// the fleet stays.
    Bombard {
        /// The body.
        body: BodyId,
    },
}

impl Target {
    /// Where it is at the beginning of the tick that is worked on, km; `None` for what is no place yet, or
    /// none at all.
    pub fn place_before(&self, sky: &Sky) -> Option<DVec3> {
        match *self {
            Self::Place { anchor, offset } => Some(sky.origin_before(anchor) + offset),
            Self::Fleet(followed) => Some(followed.place),
            Self::Attack(hunt) => Some(hunt.place),
            Self::Land { body } | Self::Bombard { body } => Some(sky.before[body].position),
            Self::Body(_) | Self::Ring { .. } | Self::Wait(_) => None,
        }
    }

    /// What a place that stays the same goes along with, and its offset from there, km; `None` for what leads
    /// to no such place, or not yet.
    pub fn kept(&self) -> Option<(Anchor, DVec3)> {
        match *self {
            Self::Place { anchor, offset } => Some((anchor, offset)),
            Self::Land { body } | Self::Bombard { body } => Some((Anchor::Body(body), DVec3::ZERO)),
            Self::Body(_) | Self::Ring { .. } | Self::Fleet(_) | Self::Wait(_) | Self::Attack(_) => None,
        }
    }
}

/// What a fleet is to attack. Only what its faction sees of it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quarry {
    /// A fleet.
    Fleet(FleetId),
    /// A ship or a structure.
    Target(TargetId),
    /// All ships of a class.
    Class {
        /// The class.
        class: ClassId,
        /// Only those in the well of this body.
        body: Option<BodyId>,
    },
    /// All that is in a ball.
    Area {
        /// What its middle goes along with.
        anchor: Anchor,
        /// Its middle, from there, km.
        offset: DVec3,
        /// Its radius, km.
        radius_km: f64,
    },
}

/// A quarry, and where it is seen. Two are the same that are after the same quarry.
#[derive(Clone, Copy, Debug)]
pub struct Hunt {
    /// What is attacked.
    pub quarry: Quarry,
    /// What of it is nearest to the fleet; `None` while nothing is seen. Found anew in every tick.
    pub lead: Option<TargetId>,
    /// Where it is at the beginning of the tick, km: the middle of what is seen of a fleet, else the nearest
    /// that is seen; of an area in which nothing is, its middle. Found anew in every tick.
    pub place: DVec3,
}

impl From<Quarry> for Hunt {
    fn from(quarry: Quarry) -> Self {
        Self { quarry, lead: None, place: DVec3::ZERO }
    }
}

impl PartialEq for Hunt {
    fn eq(&self, other: &Self) -> bool {
        self.quarry == other.quarry
    }
}

/// A fleet that another one follows. Two are the same that are about the same fleet.
#[derive(Clone, Copy, Debug)]
pub struct Followed {
    /// The fleet that is followed.
    pub fleet: FleetId,
    /// Whether it is guarded, too.
    pub guard: bool,
    /// The middle of what can be seen of it at the beginning of the tick, km. Found anew in every tick
    /// before anything is made of it.
    pub place: DVec3,
}

impl PartialEq for Followed {
    fn eq(&self, other: &Self) -> bool {
        (self.fleet, self.guard) == (other.fleet, other.guard)
    }
}

/// The planned way of a fleet's first leg.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// Where it bends, the next one first. The place of the leg itself is not among them.
    pub bends: Vec<Station>,
    /// Whether it has been planned. Where it has bends all the same, they hold until it is planned anew.
    pub is_planned: bool,
}

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WaitEvent {
    /// A Julian date (TDB).
    Date(f64),
    /// The next time at which a body is nearest,
    Nearest {
        /// the body,
        body: BodyId,
        /// to another one; `None`: to where the fleet rests.
        to: Option<BodyId>,
    },
    /// Two bodies have the same ecliptic longitude as seen from their star.
    Conjunction {
        /// The one.
        one: BodyId,
        /// The other.
        other: BodyId,
    },
    /// Two bodies stand on opposite sides of their star.
    Opposition {
        /// The one.
        one: BodyId,
        /// The other.
        other: BodyId,
    },
}

/// A wait: a leg on which a fleet rests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wait {
    /// What is waited for.
    pub event: WaitEvent,
    /// When that is, Julian date (TDB): known once the wait has begun.
    pub jd: Option<f64>,
}

impl Wait {
    /// A wait that has not begun.
    pub fn new(event: WaitEvent) -> Self {
        Self { event, jd: None }
    }

    /// The same wait another time; `None` for one for a date, which comes only once.
    pub fn again(self) -> Option<Self> {
        match self.event {
            WaitEvent::Date(_) => None,
            event => Some(Self::new(event)),
        }
    }

    /// Numbers that tell it from every other wait, for the hash.
    pub fn bits(self) -> [u64; 5] {
        let index = |body: BodyId| body.bits();
        let [kind, first, second] = match self.event {
            WaitEvent::Date(jd) => [0, jd.to_bits(), 0],
            WaitEvent::Nearest { body, to } => [1, index(body), to.map_or(u64::MAX, index)],
            WaitEvent::Conjunction { one, other } => [2, index(one), index(other)],
            WaitEvent::Opposition { one, other } => [3, index(one), index(other)],
        };
        [kind, first, second, u64::from(self.jd.is_some()), self.jd.unwrap_or_default().to_bits()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_for_a_date_come_once() {
        assert_eq!(Wait::new(WaitEvent::Date(3.0)).again(), None);
        let wait = Wait { event: WaitEvent::Conjunction { one: BodyId(1), other: BodyId(2) }, jd: Some(3.0) };
        assert_eq!(wait.again(), Some(Wait::new(wait.event)));
        assert_ne!(wait.bits(), Wait::new(wait.event).bits());
    }
}
