//! The route of a fleet, leg by leg, and the planned course of the first leg.

use std::collections::VecDeque;

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::level::ranges::{BESIDE_KM, FieldFault, Limits, Numbers, PLACE_KM, Ranged, join};
use crate::level::{Assault, RoutePreference};
use crate::orbit::{AU_KM, FIRST_JD, LAST_JD};
use crate::sim::{Anchor, AnchoredPlace, BodyId, ClassId, FleetId, Sky, TargetId};

/// Range of the radius of an attacked area, km: at most about 100,000 AU.
pub(in crate::sim) const AREA_KM: Limits = f64::MIN_POSITIVE..=1.0e5 * AU_KM;

/// The route preference of a fleet: the player's last choice.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RouteWish(pub RoutePreference);

/// The route of a fleet, leg by leg. The first leg is the one being flown.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Route(pub VecDeque<Leg>);

impl Route {
    /// Whether the fleet is at rest: it has no leg, or waits before the next one.
    pub fn rests(&self) -> bool {
        self.0.front().is_none_or(|leg| matches!(leg.goal, Goal::Wait(_)))
    }

    /// Whether nothing but waits is left.
    pub fn has_ended(&self) -> bool {
        self.0.iter().all(|leg| matches!(leg.goal, Goal::Wait(_)))
    }

    /// Removes the finished first leg. If the fleet `repeats` its route and other legs come first, the leg is
    /// appended again.
    pub fn finish_leg(&mut self, repeats: bool) {
        let again = self.0.pop_front().and_then(Leg::again);
        if repeats && !self.0.is_empty() {
            self.0.extend(again);
        }
    }
}

/// Whether a fleet flies its route in a loop, as a patrol does.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Repeats(pub bool);

/// One leg of a route: its destination, its conduct, and its progress.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leg {
    /// The goal as ordered; constant while the leg lasts.
    pub goal: Goal,
    /// Offset of the fleet's middle from the goal, km: fleets that were ordered together stand side by side.
    pub beside: DVec3,
    /// Distance between neighbouring places of the formation, km.
    pub spacing_km: f64,
    /// Whether the fleet engages foes on the way and then goes on.
    pub engage: bool,
    /// Where the fleet stays at a body or a ring: beside it, on the side of arrival. `None` before the leg has
    /// begun, and for other goals.
    pub berth: Option<AnchoredPlace>,
    /// When the wait is over, Julian date (TDB). `None` before it has begun, and for other goals.
    pub until_jd: Option<f64>,
    /// Present place of a goal that moves by itself.
    #[serde(default, skip_serializing_if = "Track::is_unknown")]
    pub track: Track,
}

ranges!(Leg { goal, beside: BESIDE_KM, spacing_km: 0.0..=AU_KM, berth, until_jd: FIRST_JD..=LAST_JD, track });

/// Present place of a goal that moves by itself: another fleet or an enemy. Set with the order, which may come in a
/// pause, and updated in every tick before use. Any two are equal: a leg is the same wherever its goal has moved to.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// The nearest visible part of an attack target; `None` while nothing of the target is in sight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<TargetId>,
    /// Place of the goal at the beginning of the tick, km. It is the middle of the visible ships of a followed
    /// fleet, the nearest visible part of an attack target, the place where it was last seen, or the middle of an area
    /// in which nothing is in sight.
    pub place: DVec3,
}

ranges!(Track { place: PLACE_KM });

impl Track {
    fn is_unknown(&self) -> bool {
        self.lead.is_none() && self.place == DVec3::ZERO
    }
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

    /// The leg for another round of a patrol; `None` for a leg that cannot be repeated.
    fn again(self) -> Option<Self> {
        match self.goal {
            // A date comes only once, and a destroyed or captured target stays so; a class and an area may fill
            // again.
            Goal::Wait(WaitEvent::Date(_))
            | Goal::Attack(AttackTarget::Fleet(_) | AttackTarget::Target(_))
            | Goal::Ground { .. } => None,
            _ => Some(Self { until_jd: None, ..self }),
        }
    }

    /// Whether the leg is flown to fight.
    pub fn is_hostile(&self) -> bool {
        self.engage || self.goal.is_hostile()
    }

    /// The fleet that the leg follows.
    pub fn followed(&self) -> Option<FleetId> {
        match self.goal {
            Goal::Fleet { fleet, .. } => Some(fleet),
            _ => None,
        }
    }

    /// The ring in which the ships orbit at the end.
    pub fn ring(&self) -> Option<u8> {
        match self.goal {
            Goal::Ring { ring, .. } => Some(ring),
            _ => None,
        }
    }

    /// The end of the leg: the berth, or the place that is its goal. `None` for a leg to a body or a ring that has
    /// not begun, and for a leg that does not end at a place.
    pub fn end(&self) -> Option<AnchoredPlace> {
        match self.goal {
            Goal::Place(place) => Some(place),
            _ => self.berth,
        }
    }

    /// The fixed place relative to an anchor that the leg leads to: its end, or the body whose ground is the goal.
    pub fn kept(&self) -> Option<AnchoredPlace> {
        match self.goal {
            Goal::Ground { body, .. } => {
                Some(AnchoredPlace { anchor: Anchor::Body(body), offset: DVec3::ZERO })
            }
            _ => self.end(),
        }
    }

    /// Place of the destination at the beginning of the current tick, km; `None` if the leg has none, or none yet.
    pub fn place_before(&self, sky: &Sky) -> Option<DVec3> {
        match self.goal {
            Goal::Fleet { .. } | Goal::Attack(_) => Some(self.track.place),
            _ => self.kept().map(|kept| kept.position_before(sky)),
        }
    }
}

/// The goal of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Goal {
    /// A place that is fixed in space, or moves with a body or a point ahead of one.
    Place(AnchoredPlace),
    /// A body: go there and stay with it, on the side of arrival.
    Body(BodyId),
    /// A ring of a body's well: go there and orbit in it.
    Ring {
        /// The body.
        body: BodyId,
        /// The ring, 0 is the innermost.
        ring: u8,
    },
    /// Another fleet: stay beside it until it is gone or out of sight.
    Fleet {
        /// The fleet that is followed.
        fleet: FleetId,
        /// Whether to guard it as well.
        guard: bool,
    },
    /// Nowhere: rest until an event.
    Wait(WaitEvent),
    /// Foes: go where they are seen, or were last seen, and fight them, until none is found or left. A fleet that
    /// attacked all about a body then stays with that body.
    Attack(AttackTarget),
    /// The ground of a body: go near and land or bombard, until the body is taken or nobody is left to do so. Once
    /// the leg has begun, its `beside` is the fleet's offset from the middle of the body.
    Ground {
        /// The body.
        body: BodyId,
        /// Landing or bombardment.
        assault: Assault,
    },
}

impl Ranged for Goal {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        match self {
            Self::Place(place) => place.check_ranges(path, faults),
            Self::Attack(AttackTarget::Area { middle, radius_km }) => {
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
    /// A point that is fixed in space: heliocentric ecliptic, km. The point of an order moves with the well in which
    /// it lies.
    pub fn point(at: DVec3) -> Self {
        Self::Place(AnchoredPlace::free(at))
    }

    /// The point this far ahead of a body on its path, degrees; negative: behind it.
    pub fn ahead(body: BodyId, degrees: f64) -> Self {
        Self::Place(AnchoredPlace { anchor: Anchor::Ahead { body, degrees }, offset: DVec3::ZERO })
    }

    /// All bodies that the goal names.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> {
        let [one, other] = match *self {
            Self::Place(place) => [place.anchor.named_after(), None],
            Self::Body(body) | Self::Ring { body, .. } | Self::Ground { body, .. } => [Some(body), None],
            Self::Attack(target) => [target.about(), None],
            Self::Wait(WaitEvent::Nearest { body, to }) => [Some(body), to],
            Self::Wait(WaitEvent::Conjunction { one, other } | WaitEvent::Opposition { one, other }) => {
                [Some(one), Some(other)]
            }
            Self::Fleet { .. } | Self::Wait(WaitEvent::Date(_)) => [None, None],
        };
        one.into_iter().chain(other)
    }

    /// The body that the goal refers to; `None` for a goal that is not at a body.
    pub fn body(&self) -> Option<BodyId> {
        match *self {
            Self::Place(place) => place.anchor.body(),
            Self::Body(body) | Self::Ring { body, .. } | Self::Ground { body, .. } => Some(body),
            Self::Fleet { .. } | Self::Wait(_) | Self::Attack(_) => None,
        }
    }

    /// The body whose ground is the goal, and the kind of assault.
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

    /// Whether the goal is to fight.
    pub fn is_hostile(&self) -> bool {
        matches!(self, Self::Attack(_)) || self.ground().is_some()
    }

    /// Whether the goal is a place to stay at: a point, a body or a ring.
    pub fn is_place(&self) -> bool {
        matches!(self, Self::Place(_) | Self::Body(_) | Self::Ring { .. })
    }
}

/// The target of an attack. Only its visible parts count.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum AttackTarget {
    /// A fleet.
    Fleet(FleetId),
    /// A ship or a structure.
    Target(TargetId),
    /// All ships of a class.
    Class {
        /// The class.
        class: ClassId,
        /// Restricts the class to ships in the well of this body.
        body: Option<BodyId>,
    },
    /// All foes within a ball.
    Area {
        /// Middle.
        middle: AnchoredPlace,
        /// Radius, km.
        radius_km: f64,
    },
}

impl AttackTarget {
    /// The body at which its foes are sought, if it names one.
    pub fn about(&self) -> Option<BodyId> {
        match *self {
            Self::Class { body, .. } => body,
            Self::Area { middle, .. } => middle.anchor.named_after(),
            Self::Fleet(_) | Self::Target(_) => None,
        }
    }
}

/// The planned course of a fleet's first leg.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Waypoints, the next one first. The destination of the leg is not among them.
    pub bends: Vec<AnchoredPlace>,
    /// Whether the course is up to date. Otherwise the old waypoints hold until the next planning.
    pub is_planned: bool,
}

ranges!(Course { bends });

/// The event that ends a wait.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum WaitEvent {
    /// A Julian date (TDB).
    Date(f64),
    /// The next closest approach of a body
    Nearest {
        /// the body,
        body: BodyId,
        /// to another body; `None`: to the place where the fleet rests.
        to: Option<BodyId>,
    },
    /// Two bodies have the same ecliptic longitude as seen from their star.
    Conjunction {
        /// One body.
        one: BodyId,
        /// The other.
        other: BodyId,
    },
    /// Two bodies stand on opposite sides of their star.
    Opposition {
        /// One body.
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
    fn an_attack_is_about_the_body_that_it_names() {
        let mars = BodyId(4);
        let area = |anchor: Anchor| {
            let middle = AnchoredPlace { anchor, offset: DVec3::X };
            AttackTarget::Area { middle, radius_km: 1.0e6 }.about()
        };
        assert_eq!([area(Anchor::Body(mars)), area(Anchor::Space)], [Some(mars), None]);
        let class = |body: Option<BodyId>| AttackTarget::Class { class: ClassId::FIRST, body }.about();
        assert_eq!([class(Some(mars)), class(None)], [Some(mars), None]);
        assert_eq!(AttackTarget::Fleet(FleetId(1)).about(), None);
    }

    #[test]
    fn a_leg_to_a_body_ends_at_its_berth() {
        let berth = AnchoredPlace { anchor: Anchor::Body(BodyId(3)), offset: DVec3::X };
        let leg = Leg::new(Goal::Ring { body: BodyId(3), ring: 1 }, 1.0);
        assert_eq!((leg.end(), leg.ring()), (None, Some(1)));
        let begun = Leg { berth: Some(berth), ..leg };
        assert_eq!((begun.end(), begun.again()), (Some(berth), Some(begun)));
        assert_eq!(Leg::new(Goal::Ground { body: BodyId(3), assault: Assault::Land }, 1.0).end(), None);
    }
}
