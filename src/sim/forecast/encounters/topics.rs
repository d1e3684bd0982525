//! The encounters worth watching.

use std::collections::BTreeMap;

use glam::DVec3;
use typed_index_collections::TiVec;

use super::approaches::wells_km;
use super::{Looks, Nearing, OrbitBounds, Outlook, Span, next_approach, next_passage, pairs, touching_km};
use crate::level::{BodyKind, StarSystem};
use crate::sim::{BodyId, FleetId};

/// A possible encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// The well of a body reaches a fleet that rests in open space.
    Well {
        /// The fleet.
        fleet: FleetId,
        /// The body.
        body: BodyId,
    },
    /// Two bodies pass each other.
    Pair {
        /// The first body.
        first: BodyId,
        /// The second body.
        second: BodyId,
    },
    /// A comet comes within reach of a body that the faction holds.
    Comet {
        /// The comet.
        comet: BodyId,
        /// The body.
        body: BodyId,
    },
}

impl Topic {
    /// The bodies that take part.
    pub fn bodies(self) -> Vec<BodyId> {
        match self {
            Self::Well { body, .. } => vec![body],
            Self::Pair { first, second } => vec![first, second],
            Self::Comet { comet, body } => vec![comet, body],
        }
    }

    /// The date of the encounter, Julian date (TDB): for a well its arrival, for others the nearest approach.
    pub fn date_of(self, nearing: &Nearing) -> f64 {
        match self {
            Self::Well { .. } => nearing.enters_jd,
            Self::Pair { .. } | Self::Comet { .. } => nearing.nearest_jd,
        }
    }

    /// Searches for the encounter within a span of dates.
    pub fn look(self, system: &StarSystem, inputs: &TopicInputs, span: Span, looks: &Looks) -> Outlook {
        match self {
            Self::Well { body, .. } => next_passage(system, body, inputs.point, span, looks),
            Self::Pair { first, second } | Self::Comet { comet: first, body: second } => {
                next_approach(system, first, second, inputs.within_km, span, looks)
            }
        }
    }
}

/// The parameters of a topic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TopicInputs {
    /// The place of the resting fleet, heliocentric ecliptic km; unused for topics of bodies alone.
    pub point: DVec3,
    /// Greatest distance of the encounter, km.
    pub within_km: f64,
}

/// The concerns of a faction.
#[derive(Clone, Debug)]
pub struct Concerns {
    /// The fleets at rest in open space, by number, with the middle of each, heliocentric ecliptic km.
    pub resting: Vec<(FleetId, DVec3)>,
    /// The bodies that the faction holds.
    pub own: Vec<BodyId>,
    /// The bodies in whose wells it has ships or structures, or to which its routes lead.
    pub visited: Vec<BodyId>,
    /// Greatest distance between a comet and an own body at which the comet matters, km.
    pub reach_km: f64,
}

/// All possible encounters within a span of dates, unless the paths themselves rule them out.
pub fn wanted(system: &StarSystem, span: Span, concerns: &Concerns) -> BTreeMap<Topic, TopicInputs> {
    let bounds: TiVec<BodyId, OrbitBounds> =
        system.bodies.keys().map(|body| OrbitBounds::of(system, body, span)).collect();
    let mut topics = BTreeMap::new();
    for (fleet, point) in &concerns.resting {
        for ((body, this), bound) in system.bodies.iter_enumerated().zip(&bounds) {
            let within_km = this.well_radius_km;
            if within_km > 0.0 && bound.distance_from(*point) <= within_km {
                topics.insert(Topic::Well { fleet: *fleet, body }, TopicInputs { point: *point, within_km });
            }
        }
    }
    let planets = |bodies: &[BodyId]| bodies.iter().map(|body| planet_of(system, *body)).collect::<Vec<_>>();
    let (own, visited) = (planets(&concerns.own), planets(&concerns.visited));
    for (first, second) in pairs(system) {
        let Some((topic, within_km)) =
            meeting_of(system, (first, second), (&own, &visited), concerns.reach_km)
        else {
            continue;
        };
        let are_apart = match (bounds.get(first), bounds.get(second)) {
            (Some(one), Some(other)) => one.distance_between(other) > within_km,
            _ => true,
        };
        if !are_apart {
            topics.insert(topic, TopicInputs { point: DVec3::ZERO, within_km });
        }
    }
    topics
}

/// The topic of a meeting of two bodies, and its greatest distance, km; `None` if the pair is of no interest.
/// `own` and `visited` are planets and comets, not moons.
///
/// A comet outside the faction's concerns matters if its well reaches that of a planet at which the faction is
/// present.
fn meeting_of(
    system: &StarSystem,
    (first, second): (BodyId, BodyId),
    (own, visited): (&[BodyId], &[BodyId]),
    reach_km: f64,
) -> Option<(Topic, f64)> {
    let is_comet = |body: &BodyId| system.bodies.get(*body).is_some_and(|body| body.kind == BodyKind::Comet);
    let touching = touching_km(system, first, second);
    let passage = Topic::Pair { first, second };
    let Some(comet) = [first, second].into_iter().find(is_comet) else { return Some((passage, touching)) };
    let body = if comet == first { second } else { first };
    let is_own = |body: BodyId| own.contains(&body);
    let is_visited = |body: BodyId| visited.contains(&body);
    let nearing = Topic::Comet { comet, body };
    match (is_own(comet) || is_visited(comet), is_own(body), is_visited(body)) {
        (true, true, _) => Some((nearing, touching.max(reach_km))),
        (true, false, _) => Some((passage, touching)),
        (false, true, _) => Some((nearing, wells_km(system, first, second))),
        (false, false, true) => Some((passage, wells_km(system, first, second))),
        (false, false, false) => None,
    }
}

/// The body itself, or the planet that a moon circles.
fn planet_of(system: &StarSystem, body: BodyId) -> BodyId {
    let moon = system.bodies.get(body).filter(|body| body.kind == BodyKind::Moon);
    moon.and_then(|moon| moon.parent).unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::forecast::test_support::{BASALT, COMET, ICE, MOON, at, system};

    const FLEET: FleetId = FleetId(7);

    /// The radii of the wells of the comet and of the first planet together, km.
    const WELLS_KM: f64 = 3.15e6;
    const REACH_KM: f64 = 5.0e7;

    fn reaches(fleets: &[(FleetId, DVec3)], own: &[BodyId], visited: &[BodyId]) -> BTreeMap<Topic, f64> {
        let system = system();
        let span = Span { from_jd: system.epoch_jd, until_jd: system.epoch_jd + 400.0 };
        let (resting, own, visited) = (fleets.to_vec(), own.to_vec(), visited.to_vec());
        let concerns = Concerns { resting, own, visited, reach_km: REACH_KM };
        wanted(&system, span, &concerns)
            .into_iter()
            .map(|(topic, inputs)| (topic, inputs.within_km))
            .collect()
    }

    fn topics(fleets: &[(FleetId, DVec3)], own: &[BodyId]) -> Vec<Topic> {
        reaches(fleets, own, &[]).into_keys().collect()
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
    fn a_comet_matters_only_to_factions_concerned() {
        let (comet, body) = (COMET, BASALT);
        let (first, second) = (BASALT, COMET);
        let nearing = |own: &[BodyId], visited: &[BodyId]| {
            reaches(&[], own, visited).get(&Topic::Comet { comet, body }).copied()
        };
        let passage = |own: &[BodyId], visited: &[BodyId]| {
            reaches(&[], own, visited).get(&Topic::Pair { first, second }).copied()
        };
        let is_about = |within_km: Option<f64>, km: f64| within_km.is_some_and(|it| (it - km).abs() < 1.0);
        assert_eq!((nearing(&[], &[]), passage(&[], &[])), (None, None), "nobody cares");
        assert!(is_about(nearing(&[BASALT], &[]), WELLS_KM), "its well has to reach the planet's");
        assert!(is_about(nearing(&[MOON], &[]), WELLS_KM), "its moon will do");
        assert!(is_about(nearing(&[BASALT], &[COMET]), REACH_KM), "somebody is there, or goes there");
        assert!(is_about(nearing(&[BASALT, COMET], &[]), REACH_KM), "it is the player's");
        assert_eq!(nearing(&[], &[COMET]), None, "no planet of the player's");
        assert!(is_about(passage(&[], &[COMET]), 3.0 * WELLS_KM));
        assert!(is_about(passage(&[], &[MOON]), WELLS_KM), "its well reaches who stays there");
    }

    #[test]
    fn the_well_of_a_comet_matters_to_fleets_that_rest_in_its_way() {
        let in_its_way = at(&system(), COMET, 30.0);
        assert!(topics(&[(FLEET, in_its_way)], &[]).contains(&Topic::Well { fleet: FLEET, body: COMET }));
    }

    #[test]
    fn planets_that_never_meet_are_not_watched() {
        let pair = Topic::Pair { first: BASALT, second: ICE };
        assert!(!topics(&[], &[]).contains(&pair));
    }
}
