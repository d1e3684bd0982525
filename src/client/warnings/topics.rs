//! What is worth watching.
//!
//! - Enters: the sky, the player's resting fleets, and the bodies that the player holds.
//! - Leaves: the [`Topic`]s that can come about at all, each with its [`Aim`].
//! - Must never: look at where bodies are; that is the lookout's part, and costs time.

use std::collections::BTreeMap;

use glam::DVec3;

use crate::level::{BodyKind, StarSystem};
use crate::sim::FleetId;
use crate::sim::forecast::{
    Looks, Nearing, Outlook, Span, Whereabouts, next_approach, next_passage, pairs, touching_km,
};

/// Something that may happen; bodies are indices into the sky.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// The well of a body reaches a fleet that rests in open space.
    Well {
        /// The fleet.
        fleet: FleetId,
        /// The body.
        body: usize,
    },
    /// Two bodies pass each other.
    Pair {
        /// The one.
        first: usize,
        /// The other.
        second: usize,
    },
    /// A comet comes within reach of a body that the player holds.
    Comet {
        /// The comet.
        comet: usize,
        /// The body.
        body: usize,
    },
}

impl Topic {
    /// The bodies that move there.
    pub fn bodies(self) -> Vec<usize> {
        match self {
            Self::Well { body, .. } => vec![body],
            Self::Pair { first, second } => vec![first, second],
            Self::Comet { comet, body } => vec![comet, body],
        }
    }

    /// When it happens, Julian date (TDB): a well when it arrives, all else when it is nearest.
    pub fn date_of(self, nearing: &Nearing) -> f64 {
        match self {
            Self::Well { .. } => nearing.enters_jd,
            Self::Pair { .. } | Self::Comet { .. } => nearing.nearest_jd,
        }
    }

    /// Looks whether it happens within a span of dates.
    pub fn look(self, system: &StarSystem, aim: &Aim, span: Span, looks: &Looks) -> Outlook {
        match self {
            Self::Well { body, .. } => next_passage(system, body, aim.point, span, looks),
            Self::Pair { first, second } | Self::Comet { comet: first, body: second } => {
                next_approach(system, first, second, aim.within_km, span, looks)
            }
        }
    }
}

/// What a topic is measured by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Where the fleet rests, heliocentric ecliptic km; nothing where only bodies matter.
    pub point: DVec3,
    /// How near it has to come, km.
    pub within_km: f64,
}

/// What is asked for the player's sake.
#[derive(Clone, Copy, Debug)]
pub struct Interests<'a> {
    /// The fleets that rest in open space, and where.
    pub fleets: &'a [(FleetId, DVec3)],
    /// The bodies that the player holds.
    pub own: &'a [usize],
    /// How near a comet has to come to one of them, km.
    pub reach_km: f64,
}

/// All that may happen within a span of dates, as far as the paths themselves do not rule it out.
pub fn wanted(system: &StarSystem, span: Span, interests: Interests) -> BTreeMap<Topic, Aim> {
    let rooms: Vec<Whereabouts> =
        (0..system.bodies.len()).map(|body| Whereabouts::of(system, body, span)).collect();
    let mut topics = BTreeMap::new();
    for (fleet, point) in interests.fleets {
        for (body, (this, room)) in system.bodies.iter().zip(&rooms).enumerate() {
            let within_km = this.well_radius_km;
            if within_km > 0.0 && room.distance_from(*point) <= within_km {
                topics.insert(Topic::Well { fleet: *fleet, body }, Aim { point: *point, within_km });
            }
        }
    }
    let own: Vec<usize> = interests.own.iter().map(|body| planet_of(system, *body)).collect();
    for (first, second) in pairs(system) {
        let (topic, least_km) = meeting_of(system, &own, first, second, interests.reach_km);
        let within_km = touching_km(system, first, second).max(least_km);
        let are_apart = match (rooms.get(first), rooms.get(second)) {
            (Some(one), Some(other)) => one.distance_between(other) > within_km,
            _ => true,
        };
        if !are_apart {
            topics.insert(topic, Aim { point: DVec3::ZERO, within_km });
        }
    }
    topics
}

/// What it is when two bodies meet, and how far apart that may be at least, km.
fn meeting_of(
    system: &StarSystem,
    own: &[usize],
    first: usize,
    second: usize,
    reach_km: f64,
) -> (Topic, f64) {
    let is_comet = |body: usize| system.bodies.get(body).is_some_and(|body| body.kind == BodyKind::Comet);
    if is_comet(first) && own.contains(&second) {
        (Topic::Comet { comet: first, body: second }, reach_km)
    } else if is_comet(second) && own.contains(&first) {
        (Topic::Comet { comet: second, body: first }, reach_km)
    } else {
        (Topic::Pair { first, second }, 0.0)
    }
}

/// The body itself, or the planet that a moon circles.
fn planet_of(system: &StarSystem, body: usize) -> usize {
    let moon = system.bodies.get(body).filter(|body| body.kind == BodyKind::Moon);
    moon.and_then(|moon| moon.parent).unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use super::super::example::{BASALT, COMET, ICE, MOON, at, system};
    use super::*;

    const FLEET: FleetId = FleetId(7);

    fn topics(fleets: &[(FleetId, DVec3)], own: &[usize]) -> Vec<Topic> {
        let system = system();
        let span = Span { from_jd: system.epoch_jd, until_jd: system.epoch_jd + 400.0 };
        let interests = Interests { fleets, own, reach_km: 5.0e7 };
        wanted(&system, span, interests).into_keys().collect()
    }

    #[test]
    fn only_wells_that_can_come_are_watched() {
        let here = at(&system(), BASALT, 30.0);
        let wells = topics(&[(FLEET, here)], &[]);
        assert!(wells.contains(&Topic::Well { fleet: FLEET, body: BASALT }), "{wells:?}");
        assert!(!wells.contains(&Topic::Well { fleet: FLEET, body: ICE }), "{wells:?}");
        let above = topics(&[(FLEET, here + DVec3::Z * 1.0e8)], &[]);
        assert!(above.iter().all(|topic| !matches!(topic, Topic::Well { .. })), "{above:?}");
    }

    #[test]
    fn comets_matter_more_to_who_holds_a_planet() {
        let (comet, body) = (COMET, BASALT);
        assert!(topics(&[], &[BASALT]).contains(&Topic::Comet { comet, body }));
        assert!(topics(&[], &[MOON]).contains(&Topic::Comet { comet, body }), "its moon will do");
        let nobodys = topics(&[], &[]);
        assert!(nobodys.iter().all(|topic| matches!(topic, Topic::Pair { .. })), "{nobodys:?}");
    }

    #[test]
    fn planets_that_never_meet_are_not_watched() {
        let pair = Topic::Pair { first: BASALT, second: ICE };
        assert!(!topics(&[], &[]).contains(&pair));
    }
}
