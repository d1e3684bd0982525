//! Where a fleet is to go: its route, leg by leg, and the planned way of the first leg.

use std::collections::VecDeque;

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::level::ranges::{BESIDE_KM, FieldFault, Limits, Numbers, Ranged, join};
use crate::level::{Assault, Wish};
use crate::orbit::{AU_KM, FIRST_JD, LAST_JD};
use crate::sim::ids::{BodyId, ClassId, FleetId, TargetId};
use crate::sim::world::ships::Station;
use crate::sim::world::sky::Sky;
use crate::sim::world::sky::anchor::Anchor;

/// Radius of an area that is attacked, km: the most is about 100,000 AU.
const AREA_KM: Limits = f64::MIN_POSITIVE..=1.0e5 * AU_KM;

/// What a fleet wishes its way to be: what its player chose last.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouteWish(pub Wish);

/// Where a fleet is to go, one leg after the other. The first is the one that is being flown.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Route(pub VecDeque<Leg>);

impl Route {
    /// Whether there is nowhere to go now: no leg at all, or a wait before the next one.
    pub fn rests(&self) -> bool {
        self.0.front().is_none_or(|leg| matches!(leg.goal, Goal::Wait(_)))
    }

    /// Whether nothing is left of it but waits.
    pub fn has_ended(&self) -> bool {
        self.0.iter().all(|leg| matches!(leg.goal, Goal::Wait(_)))
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
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeats(pub bool);

/// One leg of a route: where it leads, how it is flown, and what is found out on the way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leg {
    /// Where to, or whom: as it was ordered, for as long as the leg lasts.
    pub goal: Goal,
    /// How far the middle of the fleet stays from the goal, km; fleets that were ordered together stand side by
    /// side.
    pub beside: DVec3,
    /// Distance between neighbouring places, km.
    pub spacing_km: f64,
    /// Whether the fleet engages what it meets on the way, and goes on afterwards.
    pub engage: bool,
    /// Where the fleet stays that goes to a body or a ring: beside it, on the side from which it comes. `None`
    /// before the leg has begun, and for other goals.
    pub berth: Option<Station>,
    /// When the wait is over, Julian date (TDB). `None` before it has begun, and for other goals.
    pub until_jd: Option<f64>,
    /// Where a goal that moves by itself is now.
    #[serde(skip)]
    pub track: Track,
}

ranges!(Leg { goal, beside: BESIDE_KM, spacing_km: 0.0..=AU_KM, berth, until_jd: FIRST_JD..=LAST_JD });

/// Where a goal that moves by itself, another fleet or an enemy, is. Found again in every tick before anything is
/// made of it; it is no part of the state, so that any two are equal.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Track {
    /// What of a quarry is nearest to the fleet; `None` while nothing of it is seen.
    pub lead: Option<TargetId>,
    /// Where the goal is at the beginning of the tick, km: the middle of what is seen of a fleet, the nearest that
    /// is seen of another quarry; of an area in which nothing is seen, its middle.
    pub place: DVec3,
}

impl PartialEq for Track {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Leg {
    /// A leg that has not begun, straight to its goal.
    pub fn new(goal: Goal, spacing_km: f64) -> Self {
        Self {
            goal,
            beside: DVec3::ZERO,
            spacing_km,
            engage: false,
            berth: None,
            until_jd: None,
            track: Track::default(),
        }
    }

    /// The leg as it is flown another time; `None` for one that is done for good.
    fn again(self) -> Option<Self> {
        match self.goal {
            // A date comes only once. What is destroyed or taken stays so; a class and an area may fill again.
            Goal::Wait(WaitEvent::Date(_))
            | Goal::Attack(Quarry::Fleet(_) | Quarry::Target(_))
            | Goal::Ground { .. } => None,
            _ => Some(Self { until_jd: None, ..self }),
        }
    }

    /// Whether it is flown to fight.
    pub fn is_hostile(&self) -> bool {
        self.engage || self.goal.is_hostile()
    }

    /// The ring in which the ships circle once they are there.
    pub fn ring(&self) -> Option<u8> {
        match self.goal {
            Goal::Ring { ring, .. } => Some(ring),
            _ => None,
        }
    }

    /// The place at which the leg ends: the berth, or the place that is its goal. `None` for a leg to a body or a
    /// ring that has not begun, and for one that does not end at a place.
    pub fn end(&self) -> Option<Station> {
        match self.goal {
            Goal::Place(place) => Some(place),
            _ => self.berth,
        }
    }

    /// The place that stays the same relative to its anchor to which the leg leads: its end, or the body whose
    /// ground is its goal.
    pub fn kept(&self) -> Option<Station> {
        match self.goal {
            Goal::Ground { body, .. } => Some(Station { anchor: Anchor::Body(body), offset: DVec3::ZERO }),
            _ => self.end(),
        }
    }

    /// Where it leads at the beginning of the tick that is worked on, km; `None` for what is no place yet, or
    /// none at all.
    pub fn place_before(&self, sky: &Sky) -> Option<DVec3> {
        match self.goal {
            Goal::Fleet { .. } | Goal::Attack(_) => Some(self.track.place),
            _ => self.kept().map(|kept| sky.origin_before(kept.anchor) + kept.offset),
        }
    }
}

/// Where a leg leads, or whom it is after.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Goal {
    /// A place that is fixed in space, or moves with a body or a point ahead of one.
    Place(Station),
    /// A body: go there and stay with it, on the side that the fleet comes from.
    Body(BodyId),
    /// A ring of a body's well: go there and circle in it.
    Ring {
        /// The body.
        body: BodyId,
        /// The ring, 0 is the innermost.
        ring: u8,
    },
    /// Another fleet: stay beside it until it is gone, or out of sight.
    Fleet {
        /// The fleet that is followed.
        fleet: FleetId,
        /// Whether it is guarded, too.
        guard: bool,
    },
    /// Nowhere: rest until something comes.
    Wait(WaitEvent),
    /// Something of others: go where it is seen and fight it, until nothing of it is seen or left.
    Attack(Quarry),
    /// The ground of a body: go near and do this about it, until it is taken or nobody is left to do it. Where the
    /// fleet stays meanwhile, from the middle of the body, is the leg's `beside`, once it has begun.
    Ground {
        /// The body.
        body: BodyId,
        /// What is done.
        assault: Assault,
    },
}

impl Ranged for Goal {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        match self {
            Self::Place(place) => place.check_ranges(path, faults),
            Self::Attack(Quarry::Area { middle, radius_km }) => {
                middle.check_ranges(&join(path, "middle"), faults);
                check(&join(path, "radius_km"), *radius_km, &AREA_KM, faults);
            }
            Self::Wait(WaitEvent::Date(jd)) => check(path, *jd, &(FIRST_JD..=LAST_JD), faults),
            _ => {}
        }
    }
}

fn check(path: &str, value: f64, limits: &Limits, faults: &mut Vec<FieldFault>) {
    if let Some(value) = value.outside(limits) {
        faults.push(FieldFault::out_of_range(path.to_owned(), value, limits));
    }
}

impl Goal {
    /// The body that it is about; `None` for what is not at a body.
    pub fn body(&self) -> Option<BodyId> {
        match *self {
            Self::Place(place) => place.anchor.body(),
            Self::Body(body) | Self::Ring { body, .. } | Self::Ground { body, .. } => Some(body),
            Self::Fleet { .. } | Self::Wait(_) | Self::Attack(_) => None,
        }
    }

    /// The body whose ground it is about, and what is done there.
    pub fn ground(&self) -> Option<(BodyId, Assault)> {
        match *self {
            Self::Ground { body, assault } => Some((body, assault)),
            _ => None,
        }
    }

    /// Whether troopers are to land.
    pub fn lands(&self) -> bool {
        self.ground().is_some_and(|(_, assault)| assault == Assault::Land)
    }

    /// Whether it is to fight.
    pub fn is_hostile(&self) -> bool {
        matches!(self, Self::Attack(_)) || self.ground().is_some()
    }

    /// Whether it is a place to stay at: a point, a body or a ring.
    pub fn is_place(&self) -> bool {
        matches!(self, Self::Place(_) | Self::Body(_) | Self::Ring { .. })
    }
}

/// What a fleet is to attack. Only what its faction sees of it counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
        /// Its middle.
        middle: Station,
        /// Its radius, km.
        radius_km: f64,
    },
}

/// The planned way of a fleet's first leg.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Where it bends, the next one first. The place of the leg itself is not among them.
    pub bends: Vec<Station>,
    /// Whether it has been planned. Where it has bends all the same, they hold until it is planned again.
    pub is_planned: bool,
}

ranges!(Course { bends });

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_for_a_date_come_once() {
        let wait = |event| Leg { until_jd: Some(3.0), ..Leg::new(Goal::Wait(event), 1.0) };
        assert_eq!(wait(WaitEvent::Date(3.0)).again(), None);
        let event = WaitEvent::Conjunction { one: BodyId(1), other: BodyId(2) };
        assert_eq!(wait(event).again(), Some(Leg::new(Goal::Wait(event), 1.0)));
    }

    #[test]
    fn a_leg_to_a_body_ends_at_its_berth() {
        let berth = Station { anchor: Anchor::Body(BodyId(3)), offset: DVec3::X };
        let leg = Leg::new(Goal::Ring { body: BodyId(3), ring: 1 }, 1.0);
        assert_eq!((leg.end(), leg.ring()), (None, Some(1)));
        let begun = Leg { berth: Some(berth), ..leg };
        assert_eq!((begun.end(), begun.again()), (Some(berth), Some(begun)));
        assert_eq!(Leg::new(Goal::Ground { body: BodyId(3), assault: Assault::Land }, 1.0).end(), None);
    }
}
