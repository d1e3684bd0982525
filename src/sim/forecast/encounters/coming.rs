//! Coming encounters: the found ones that matter to a faction, with their dates, places and weights.

use std::collections::BTreeMap;

use glam::DVec3;

use super::{Nearing, Topic, TopicInputs};
use crate::level::{BodyKind, FULL_HOLD, StarSystem};
use crate::sim::{BodyId, FactionId};

/// The importance of an encounter for a faction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Good to know: two bodies pass each other.
    Slight,
    /// It concerns the faction's possessions.
    Notable,
    /// It concerns the faction's possessions, and brings a foe.
    Grave,
}

/// A coming encounter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComingEncounter {
    /// Topic.
    pub topic: Topic,
    /// When it happens, Julian date (TDB).
    pub jd: f64,
    /// Place, heliocentric ecliptic km.
    pub place: DVec3,
    /// Size of the place, km: for a well its radius.
    pub size_km: f64,
    /// Least distance from the fleet to the body, or between the bodies, km.
    pub nearest_km: f64,
    /// The known foe whose well reaches the fleet.
    pub foe: Option<FactionId>,
}

impl ComingEncounter {
    /// The importance.
    pub fn weight(&self) -> Weight {
        match self.topic {
            Topic::Pair { .. } => Weight::Slight,
            Topic::Well { .. } if self.foe.is_some() => Weight::Grave,
            Topic::Well { .. } | Topic::Comet { .. } => Weight::Notable,
        }
    }

    /// Whether a well reaches its fleet only with the rim, which does not carry it away completely.
    pub fn is_shallow(&self) -> bool {
        self.nearest_km > FULL_HOLD * self.size_km
    }

    fn of(
        (topic, inputs, nearing): (Topic, TopicInputs, Nearing),
        system: &StarSystem,
        foe_at: impl Fn(BodyId) -> Option<FactionId>,
    ) -> Self {
        let (bodies, jd) = (topic.bodies(), topic.date_of(&nearing));
        let well_km = |body: &BodyId| system.bodies.get(*body).map_or(0.0, |body| body.well_radius_km);
        let widest_km = bodies.iter().map(well_km).fold(0.0, f64::max);
        let nearest_km = nearing.nearest_km;
        let (place, size_km, foe) = match topic {
            Topic::Well { body, .. } => (inputs.point, widest_km, foe_at(body)),
            Topic::Pair { .. } | Topic::Comet { .. } => {
                (middle(system, &bodies, jd), nearest_km.max(widest_km), None)
            }
        };
        Self { topic, jd, place, size_km, nearest_km, foe }
    }
}

/// The found encounters after `now_jd`, soonest first; `foe_at` is the known foe at a body. A moon whose planet
/// reaches the same fleet before it is left out.
pub fn coming(
    found: impl Iterator<Item = (Topic, TopicInputs, Nearing)>,
    system: &StarSystem,
    now_jd: f64,
    foe_at: impl Fn(BodyId) -> Option<FactionId>,
) -> Vec<ComingEncounter> {
    let all = found.map(|found| ComingEncounter::of(found, system, &foe_at));
    let mut all: Vec<ComingEncounter> = all.filter(|one| one.jd > now_jd).collect();
    all.sort_by(|one, other| one.jd.total_cmp(&other.jd).then(one.topic.cmp(&other.topic)));
    let dates: BTreeMap<Topic, f64> = all.iter().map(|one| (one.topic, one.jd)).collect();
    all.retain(|one| {
        let planet = planets_topic(system, one.topic).and_then(|topic| dates.get(&topic));
        planet.is_none_or(|planet| *planet > one.jd)
    });
    all
}

/// The topic of the moon's planet.
fn planets_topic(system: &StarSystem, topic: Topic) -> Option<Topic> {
    let Topic::Well { fleet, body } = topic else { return None };
    let moon = system.bodies.get(body).filter(|body| body.kind == BodyKind::Moon)?;
    moon.parent.map(|planet| Topic::Well { fleet, body: planet })
}

/// The middle between bodies at a date.
fn middle(system: &StarSystem, bodies: &[BodyId], jd: f64) -> DVec3 {
    let there = bodies.iter().filter(|body| system.bodies.get(**body).is_some());
    let places: Vec<DVec3> = there.map(|body| system.displayed_state(*body, jd).position).collect();
    places.iter().sum::<DVec3>() / places.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::J2000_JD;
    use crate::sim::FleetId;
    use crate::sim::forecast::test_support::{BASALT, COMET, ICE, MOON, system};

    const ARES: FactionId = FactionId(1);

    fn well(body: BodyId) -> Topic {
        Topic::Well { fleet: FleetId(4), body }
    }

    /// The encounters of these topics after this many days and at this least distance, km. Ice belongs to a foe.
    fn all_coming(found: &[(Topic, f64, f64)]) -> Vec<ComingEncounter> {
        let found = found.iter().map(|&(topic, days, nearest_km)| {
            let enters_jd = J2000_JD + days;
            let nearing = Nearing { enters_jd, nearest_jd: enters_jd + 1.0, nearest_km, leaves_jd: None };
            (topic, TopicInputs { point: DVec3::X, within_km: 3.0e6 }, nearing)
        });
        coming(found, &system(), J2000_JD, |body| (body == ICE).then_some(ARES))
    }

    fn topics(found: &[(Topic, f64, f64)]) -> Vec<Topic> {
        all_coming(found).iter().map(|one| one.topic).collect()
    }

    #[test]
    fn only_the_well_of_a_foe_is_grave() {
        let (pair, comet) =
            (Topic::Pair { first: BASALT, second: ICE }, Topic::Comet { comet: COMET, body: ICE });
        for (topic, weight, foe) in [
            (well(ICE), Weight::Grave, Some(ARES)),
            (well(BASALT), Weight::Notable, None),
            (comet, Weight::Notable, None),
            (pair, Weight::Slight, None),
        ] {
            let one = all_coming(&[(topic, 5.0, 1.0e5)])[0];
            assert_eq!((one.weight(), one.foe), (weight, foe), "{topic:?}");
        }
    }

    #[test]
    fn the_rim_of_a_well_is_shallow() {
        let is_shallow = |nearest_km: f64| all_coming(&[(well(BASALT), 5.0, nearest_km)])[0].is_shallow();
        assert!(!is_shallow(1.0e5) && is_shallow(2.9e6));
    }

    #[test]
    fn the_soonest_comes_first_and_what_is_past_is_left_out() {
        let pair = Topic::Pair { first: BASALT, second: ICE };
        let found = [(pair, 30.0, 1.0e7), (well(BASALT), 10.0, 0.0), (well(ICE), -1.0, 0.0)];
        assert_eq!(topics(&found), [well(BASALT), pair]);
    }

    #[test]
    fn a_moon_behind_its_planet_is_left_out() {
        let both = |moon: f64| topics(&[(well(MOON), moon, 0.0), (well(BASALT), 10.0, 0.0)]);
        assert_eq!(both(11.0), [well(BASALT)]);
        assert_eq!(both(9.0), [well(MOON), well(BASALT)], "it comes first");
    }
}
