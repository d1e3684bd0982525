//! From encounters to rows of words.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{au, date_words, duration};
use crate::client::widgets::{LOSS, QUIET, STRONG};
use crate::level::{BodyKind, FULL_HOLD, Faction, StarSystem};
use crate::level::{BodyKind, StarSystem};
use crate::orbit::GameClock;
use crate::sim::forecast::Nearing;
use crate::sim::forecast::encounters::{Aim, Topic};
use crate::sim::visibility::WorldView;
use crate::sim::{BodyId, FleetId};

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

/// All warnings about coming encounters, soonest first. A moon whose planet reaches the same fleet before it is
/// left out.
pub fn compose(
    found: impl Iterator<Item = (Topic, Aim, Nearing)>,
    now_jd: f64,
    view: WorldView,
) -> Vec<Warning> {
    let ahead = found.filter(|(topic, _, nearing)| topic.date_of(nearing) > now_jd);
    let mut all: Vec<Warning> =
        ahead.map(|(topic, aim, nearing)| warning(view, topic, &aim, &nearing)).collect();
    all.sort_by(|one, other| one.jd.total_cmp(&other.jd).then(one.topic.cmp(&other.topic)));
    let dates: BTreeMap<Topic, f64> = all.iter().map(|one| (one.topic, one.jd)).collect();
    all.retain(|one| {
        let planet = planets_topic(&view.almanac().sky.system, one.topic).and_then(|topic| dates.get(&topic));
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

fn warning(view: WorldView, topic: Topic, aim: &Aim, nearing: &Nearing) -> Warning {
    let system = &view.almanac().sky.system;
    let well_km = |body: &BodyId| system.bodies.get(*body).map_or(0.0, |body| body.well_radius_km);
    let widest_km = topic.bodies().iter().map(well_km).fold(0.0, f64::max);
    let jd = topic.date_of(nearing);
    let (place, size_km) = match topic {
        Topic::Well { .. } => (aim.point, widest_km),
        Topic::Pair { .. } | Topic::Comet { .. } => {
            (middle(system, &topic.bodies(), jd), nearing.nearest_km.max(widest_km))
        }
    };
    let name = |body: BodyId| view.almanac().body_name(body);
    let (weight, words) = match topic {
        Topic::Well { fleet, body } => {
            well_words(view, fleet, body, nearing.nearest_km > FULL_HOLD * widest_km)
        }
        Topic::Pair { first, second } => {
            let apart = au(nearing.nearest_km);
            (Weight::Slight, format!("{} and {} pass at {apart}", name(first), name(second)))
        }
        Topic::Comet { comet, body } => {
            let apart = au(nearing.nearest_km);
            (Weight::Notable, format!("{} comes within {apart} of {}", name(comet), name(body)))
        }
    };
    Warning { topic, jd, place, size_km, weight, words }
}

/// The middle between bodies at a date.
fn middle(system: &StarSystem, bodies: &[BodyId], jd: f64) -> DVec3 {
    let there = bodies.iter().filter(|body| system.bodies.get(**body).is_some());
    let places: Vec<DVec3> = there.map(|body| system.displayed_state(*body, jd).position).collect();
    places.iter().sum::<DVec3>() / places.len().max(1) as f64
}

fn well_words(view: WorldView, fleet: FleetId, body: BodyId, is_shallow: bool) -> (Weight, String) {
    let fleet = view.own_fleet_name(fleet).unwrap_or("a fleet");
    let does = if is_shallow { "brushes" } else { "reaches" };
    let name = view.almanac().body_name(body);
    match view.foe_at(body).map(|foe| view.almanac().faction_name(foe)) {
        Some(foe) => (Weight::Grave, format!("{name} ({foe}): its well {does} {fleet}")),
        None => (Weight::Notable, format!("{} well {does} {fleet}", possessive(&name))),
    }
}

/// The possessive form: `Mars'`, `Earth's`.
fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::parse_level;
    use crate::orbit::J2000_JD;
    use crate::rules::trial;
    use crate::sim::visibility::{Viewer, with_view};
    use crate::sim::world::Position;
    use crate::sim::{FactionId, Ship, Simulation, Sky};

    /// Terra's scouts look at the Moon, which belongs to an ally, and at Mars, which belongs to a foe.
    const ALLIES: &str = r##"(
        schema_version: 1, title: "test", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Earth"), body("Moon"), body("Mars"), body("Encke")],
        factions: [
            (name: "Terra", color: "#4aa8ff", home: "Earth", team: "inner"),
            (name: "Luna", color: "#aaaaaa", home: "Moon", team: "inner"),
            (name: "Ares", color: "#ff7a45", home: "Mars"),
        ],
        fleets: [(name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "scout", count: 2)])],
    )"##;
    const FLEET: FleetId = FleetId(0);
    const EARTH: BodyId = BodyId(1);
    const MOON: BodyId = BodyId(2);
    const MARS: BodyId = BodyId(3);
    const COMET: BodyId = BodyId(4);

    fn nearing(days: f64, nearest_km: f64) -> Nearing {
        let enters_jd = J2000_JD + days;
        Nearing { enters_jd, nearest_jd: enters_jd + 1.0, nearest_km, leaves_jd: Some(enters_jd + 2.0) }
    }

    fn world_of_allies() -> Simulation {
        let rules = trial::shipped();
        let level = parse_level("allies.ron", ALLIES.as_bytes(), &rules.surroundings());
        let level = level.unwrap_or_else(|faults| panic!("{faults}")).level;
        let mut simulation = Simulation::new(&level, &rules.for_level(&level), 1).expect("it spawns");
        simulation.run(1);
        let world = simulation.world_mut();
        let places = [MOON, MARS].map(|body| world.resource::<Sky>().now[body].position);
        let mut scouts = world.query_filtered::<&mut Position, With<Ship>>();
        scouts.iter_mut(world).zip(places).for_each(|(mut position, place)| position.0 = place);
        simulation
    }

    fn composed(found: Vec<(Topic, Nearing)>) -> Vec<(Weight, String)> {
        let aim = Aim { point: DVec3::X, within_km: 3.0e6 };
        let found = found.into_iter().map(|(topic, nearing)| (topic, aim, nearing));
        let terra = Viewer::Faction(FactionId(0));
        let composed = |view: WorldView| compose(found, J2000_JD, view);
        let composed = with_view(world_of_allies().world_mut(), terra, composed).expect("there is a world");
        composed.into_iter().map(|one| (one.weight, one.words)).collect()
    }

    fn well(body: BodyId) -> Topic {
        Topic::Well { fleet: FLEET, body }
    }

    #[test]
    fn the_well_of_a_foe_is_grave_and_that_of_an_ally_is_not() {
        let found = [MOON, MARS, EARTH].map(|body| (well(body), nearing(5.0, 0.0)));
        let expected = [
            (Weight::Notable, "Earth's well reaches First"),
            (Weight::Grave, "Mars (Ares): its well reaches First"),
        ];
        assert_eq!(composed(found.to_vec()), expected.map(|(weight, words)| (weight, words.to_owned())));
        let ally = composed(vec![(well(MOON), nearing(5.0, 0.0))]);
        assert_eq!(ally, [(Weight::Notable, "Moon's well reaches First".to_owned())]);
        assert_eq!(composed(vec![(well(EARTH), nearing(5.0, 1.0e9))])[0].1, "Earth's well brushes First");
    }

    #[test]
    fn the_soonest_comes_first_and_past_ones_are_left_out() {
        let pair = Topic::Pair { first: EARTH, second: MARS };
        let comet = Topic::Comet { comet: COMET, body: EARTH };
        let found = vec![
            (pair, nearing(30.0, 1.496e7)),
            (comet, nearing(20.0, 1.496e7)),
            (well(EARTH), nearing(10.0, 0.0)),
            (well(MARS), nearing(-1.0, 0.0)),
        ];
        let words: Vec<String> = composed(found).into_iter().map(|(_, words)| words).collect();
        let (comet, pair) = ("Encke comes within 0.10 AU of Earth", "Earth and Mars pass at 0.10 AU");
        assert_eq!(words, ["Earth's well reaches First", comet, pair]);
    }

    #[test]
    fn a_moon_behind_its_planet_needs_no_words() {
        let both = |moon: f64| vec![(well(MOON), nearing(moon, 0.0)), (well(EARTH), nearing(10.0, 0.0))];
        assert_eq!(composed(both(11.0)).len(), 1);
        assert_eq!(composed(both(9.0)).len(), 2, "it comes first");
    }

    #[test]
    fn a_row_ends_with_its_time() {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let warning = Warning {
            topic: well(EARTH),
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
