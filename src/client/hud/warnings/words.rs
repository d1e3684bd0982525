//! From encounters to rows of words.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiSlice;

use crate::client::frame::{au, date_words, duration};
use crate::client::widgets::{LOSS, QUIET, STRONG};
use crate::level::{BodyKind, FULL_HOLD, Faction, StarSystem};
use crate::orbit::GameClock;
use crate::sim::forecast::Nearing;
use crate::sim::forecast::encounters::{Aim, Topic};
use crate::sim::{BodyId, FactionId, FleetId};

/// The importance of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Good to know: two bodies pass each other.
    Slight,
    /// It concerns the player's possessions.
    Notable,
    /// It concerns the player's possessions, and brings a foe.
    Grave,
}

impl Weight {
    /// The colour of its sign.
    pub fn color(self) -> Color {
        match self {
            Self::Slight => QUIET,
            Self::Notable => STRONG,
            Self::Grave => LOSS,
        }
    }
}

/// A coming encounter.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// Topic.
    pub topic: Topic,
    /// The date of the encounter, Julian date (TDB).
    pub jd: f64,
    /// Place, heliocentric ecliptic km.
    pub place: DVec3,
    /// Size of the place, km.
    pub size_km: f64,
    /// Importance.
    pub weight: Weight,
    /// The text without the time.
    pub words: String,
}

impl Warning {
    /// Seconds of play at pace 1 until the encounter.
    pub fn seconds_left(&self, clock: &GameClock, now_jd: f64) -> f64 {
        (self.jd - now_jd) / clock.days_per_second
    }

    /// The whole row: the encounter, the time until the encounter, and the date.
    pub fn line(&self, clock: &GameClock, now_jd: f64) -> String {
        let left = duration(self.seconds_left(clock, now_jd));
        format!("{} in {left} ({})", self.words, date_words(self.jd))
    }
}

/// Known identities and owners.
pub struct KnownUnits<'a> {
    /// The bodies.
    pub system: &'a StarSystem,
    /// The names of the player's fleets.
    pub fleets: &'a BTreeMap<FleetId, String>,
    /// The sides.
    pub factions: &'a TiSlice<FactionId, Faction>,
    /// The player's faction.
    pub me: FactionId,
    /// The owner of a body, as far as the player knows.
    pub owner_of: &'a dyn Fn(BodyId) -> Option<FactionId>,
}

/// All warnings about coming encounters, soonest first. A moon whose planet reaches the same fleet before it is
/// left out.
pub fn compose(
    found: impl Iterator<Item = (Topic, Aim, Nearing)>,
    now_jd: f64,
    known: &KnownUnits,
) -> Vec<Warning> {
    let ahead = found.filter(|(topic, _, nearing)| topic.date_of(nearing) > now_jd);
    let mut all: Vec<Warning> =
        ahead.map(|(topic, aim, nearing)| known.warning(topic, &aim, &nearing)).collect();
    all.sort_by(|one, other| one.jd.total_cmp(&other.jd).then(one.topic.cmp(&other.topic)));
    let dates: BTreeMap<Topic, f64> = all.iter().map(|one| (one.topic, one.jd)).collect();
    all.retain(|one| {
        let planet = known.planets_topic(one.topic).and_then(|topic| dates.get(&topic));
        planet.is_none_or(|planet| *planet > one.jd)
    });
    all
}

impl KnownUnits<'_> {
    fn name(&self, body: BodyId) -> &str {
        self.system.bodies.get(body).map_or("something", |body| body.name.as_str())
    }

    /// A hostile owner of a body, as far as known.
    fn foe(&self, body: BodyId) -> Option<&str> {
        let owner = (self.owner_of)(body).filter(|owner| *owner != self.me)?;
        self.factions.get(owner).map(|faction| faction.name.as_str())
    }

    /// The topic of the moon's planet.
    fn planets_topic(&self, topic: Topic) -> Option<Topic> {
        let Topic::Well { fleet, body } = topic else { return None };
        let moon = self.system.bodies.get(body).filter(|body| body.kind == BodyKind::Moon)?;
        moon.parent.map(|planet| Topic::Well { fleet, body: planet })
    }

    fn warning(&self, topic: Topic, aim: &Aim, nearing: &Nearing) -> Warning {
        let well_km = |body: &BodyId| self.system.bodies.get(*body).map_or(0.0, |body| body.well_radius_km);
        let widest_km = topic.bodies().iter().map(well_km).fold(0.0, f64::max);
        let jd = topic.date_of(nearing);
        let (place, size_km) = match topic {
            Topic::Well { .. } => (aim.point, widest_km),
            Topic::Pair { .. } | Topic::Comet { .. } => {
                (self.middle(&topic.bodies(), jd), nearing.nearest_km.max(widest_km))
            }
        };
        let (weight, words) = match topic {
            Topic::Well { fleet, body } => {
                self.well_words(fleet, body, nearing.nearest_km > FULL_HOLD * widest_km)
            }
            Topic::Pair { first, second } => {
                let apart = au(nearing.nearest_km);
                (Weight::Slight, format!("{} and {} pass at {apart}", self.name(first), self.name(second)))
            }
            Topic::Comet { comet, body } => {
                let apart = au(nearing.nearest_km);
                (Weight::Notable, format!("{} comes within {apart} of {}", self.name(comet), self.name(body)))
            }
        };
        Warning { topic, jd, place, size_km, weight, words }
    }

    /// The middle between bodies at a date.
    fn middle(&self, bodies: &[BodyId], jd: f64) -> DVec3 {
        let there = bodies.iter().filter(|body| self.system.bodies.get(**body).is_some());
        let places: Vec<DVec3> = there.map(|body| self.system.displayed_state(*body, jd).position).collect();
        places.iter().sum::<DVec3>() / places.len().max(1) as f64
    }

    fn well_words(&self, fleet: FleetId, body: BodyId, is_shallow: bool) -> (Weight, String) {
        let fleet = self.fleets.get(&fleet).map_or("a fleet", String::as_str);
        let does = if is_shallow { "brushes" } else { "reaches" };
        let name = self.name(body);
        match self.foe(body) {
            Some(foe) => (Weight::Grave, format!("{name} ({foe}): its well {does} {fleet}")),
            None => (Weight::Notable, format!("{} well {does} {fleet}", possessive(name))),
        }
    }
}

/// The possessive form: `Mars'`, `Earth's`.
fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

#[cfg(test)]
mod tests {
    use super::super::example::{BASALT, COMET, ICE, MOON, system};
    use super::*;
    use crate::level::trial::faction;
    use crate::orbit::J2000_JD;

    const FLEET: FleetId = FleetId(4);

    fn nearing(days: f64, nearest_km: f64) -> Nearing {
        let enters_jd = J2000_JD + days;
        Nearing { enters_jd, nearest_jd: enters_jd + 1.0, nearest_km, leaves_jd: Some(enters_jd + 2.0) }
    }

    fn composed(found: Vec<(Topic, Nearing)>, owner: Option<FactionId>) -> Vec<(Weight, String)> {
        let system = system();
        let fleets = BTreeMap::from([(FLEET, "First".to_owned())]);
        let factions = [faction("Terra"), faction("Ares")];
        let owner_of = move |_body: BodyId| owner;
        let known = KnownUnits {
            system: &system,
            fleets: &fleets,
            factions: TiSlice::from_ref(&factions),
            me: FactionId(0),
            owner_of: &owner_of,
        };
        let aim = Aim { point: DVec3::X, within_km: 3.0e6 };
        let found = found.into_iter().map(|(topic, nearing)| (topic, aim, nearing));
        compose(found, J2000_JD, &known).into_iter().map(|one| (one.weight, one.words)).collect()
    }

    fn well(body: BodyId) -> Topic {
        Topic::Well { fleet: FLEET, body }
    }

    #[test]
    fn a_foes_well_is_named_with_its_owner() {
        let deep = || vec![(well(BASALT), nearing(5.0, 1.0e5))];
        assert_eq!(composed(deep(), None), [(Weight::Notable, "Basalt's well reaches First".to_owned())]);
        assert_eq!(
            composed(deep(), Some(FactionId(0))),
            [(Weight::Notable, "Basalt's well reaches First".to_owned())]
        );
        let foes = (Weight::Grave, "Basalt (Ares): its well reaches First".to_owned());
        assert_eq!(composed(deep(), Some(FactionId(1))), [foes]);
        let shallow = vec![(well(BASALT), nearing(5.0, 2.9e6))];
        assert_eq!(composed(shallow, None)[0].1, "Basalt's well brushes First");
    }

    #[test]
    fn the_soonest_comes_first_and_past_ones_are_left_out() {
        let pair = Topic::Pair { first: BASALT, second: ICE };
        let comet = Topic::Comet { comet: COMET, body: BASALT };
        let found = vec![
            (pair, nearing(30.0, 1.496e7)),
            (comet, nearing(20.0, 1.496e7)),
            (well(BASALT), nearing(10.0, 0.0)),
            (well(ICE), nearing(-1.0, 0.0)),
        ];
        let words: Vec<String> = composed(found, None).into_iter().map(|(_, words)| words).collect();
        let (comet, pair) = ("Wisp comes within 0.10 AU of Basalt", "Basalt and Ice pass at 0.10 AU");
        assert_eq!(words, ["Basalt's well reaches First", comet, pair]);
    }

    #[test]
    fn a_moon_behind_its_planet_needs_no_words() {
        let both = |moon: f64| vec![(well(MOON), nearing(moon, 0.0)), (well(BASALT), nearing(10.0, 0.0))];
        assert_eq!(composed(both(11.0), None).len(), 1);
        assert_eq!(composed(both(9.0), None).len(), 2, "it comes first");
    }

    #[test]
    fn a_row_ends_with_its_time() {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let warning = Warning {
            topic: well(BASALT),
            jd: J2000_JD + 65.0,
            place: DVec3::ZERO,
            size_km: 1.0,
            weight: Weight::Notable,
            words: "Mars' well reaches First".to_owned(),
        };
        let line = warning.line(&clock, J2000_JD);
        assert_eq!(line, "Mars' well reaches First in 2 min 10 s (2000-03-06)");
    }

    #[test]
    fn names_that_end_in_s_take_only_the_sign() {
        assert_eq!((possessive("Mars").as_str(), possessive("Earth").as_str()), ("Mars'", "Earth's"));
    }
}
