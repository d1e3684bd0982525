//! Fair levels: a turn about the star maps each side onto the next one.

use ecliptic::level::{BodyId, Fleet, Level, StarSystem, StartPlace};
use glam::DVec3;

use crate::sim::worlds::shipped;

/// The turn about the star is as exact as this, km.
pub const EXACT_KM: f64 = 1.0;
/// The moments at which the sky is looked at.
const TICKS: [u64; 3] = [0, 1_000, 20_000];

/// The sky of a level.
pub fn sky(level: &Level) -> StarSystem {
    StarSystem::build(level).unwrap_or_else(|fault| panic!("{fault}"))
}

/// A place that is turned about the star.
pub fn turned(place: DVec3, degrees: f64) -> DVec3 {
    let (sine, cosine) = libm::sincos(degrees.to_radians());
    DVec3::new(place.x * cosine - place.y * sine, place.x * sine + place.y * cosine, place.z)
}

/// The place of a body in the sky of the game after some ticks, km.
pub fn place(sky: &StarSystem, body: BodyId, tick: u64) -> DVec3 {
    sky.displayed_state(body, sky.clock.jd_at(tick)).position
}

/// The place of the home of a side at the beginning, km.
pub fn home_place(level: &Level, sky: &StarSystem, side: usize) -> DVec3 {
    let home = level.factions[side].home.as_deref().and_then(|home| sky.find(home));
    place(sky, home.expect("every side has a home"), 0)
}

/// Checks that a turn by 360 degrees / sides maps each side of a level onto the next one, with all that it has,
/// and all bodies onto bodies of the same worth.
///
/// # Panics
/// If it does not; `name` is the level's in the message.
pub fn assert_fair(name: &str, level: &Level) {
    let sky = sky(level);
    let turn = Turn { name, level, sky: &sky, degrees: 360.0 / level.factions.len() as f64 };
    turn.maps_bodies();
    (0..level.factions.len()).for_each(|side| turn.maps_side(side));
}

/// The turn that maps each side onto the next.
struct Turn<'a> {
    name: &'a str,
    level: &'a Level,
    sky: &'a StarSystem,
    degrees: f64,
}

impl Turn<'_> {
    /// The body into whose place a body is turned at the beginning.
    fn image(&self, body: BodyId) -> BodyId {
        let target = turned(place(self.sky, body, 0), self.degrees);
        let mut bodies = self.sky.bodies.keys();
        let found = bodies.find(|other| place(self.sky, *other, 0).distance(target) < EXACT_KM);
        let body = &self.sky.bodies[body].name;
        found.unwrap_or_else(|| panic!("{}: nothing is where {body} is turned to", self.name))
    }

    fn maps_bodies(&self) {
        let worth = |body: BodyId| {
            let body = &self.sky.bodies[body];
            let holding = self.level.holding(&body.name);
            let said = holding.map(|holding| (holding.economics, holding.resources, holding.terrain));
            (body.kind, body.radius_km, body.well_radius_km, body.gm_km3_s2, body.rings, said)
        };
        for body in self.sky.bodies.keys() {
            let other = self.image(body);
            assert_eq!(worth(body), worth(other), "{}", self.name);
            for tick in TICKS {
                let there = turned(place(self.sky, body, tick), self.degrees);
                let off_km = there.distance(place(self.sky, other, tick));
                let body = &self.sky.bodies[body].name;
                assert!(off_km < EXACT_KM, "{}: {body} is off by {off_km} km in tick {tick}", self.name);
            }
        }
    }

    fn maps_side(&self, side: usize) {
        let next = (side + 1) % self.level.factions.len();
        let (one, other) = (&self.level.factions[side], &self.level.factions[next]);
        let home = one.home.as_deref().and_then(|home| self.sky.find(home)).expect("every side has a home");
        let image = &self.sky.bodies[self.image(home)].name;
        assert_eq!(Some(image), other.home.as_ref(), "{}", self.name);
        assert_eq!((one.treasury, one.handicap), (other.treasury, other.handicap), "{}", self.name);
        assert_eq!(self.structures(&one.name), self.structures(&other.name), "{}", self.name);
        let (fleets, mirrored) = (self.fleets(&one.name), self.fleets(&other.name));
        assert!(!fleets.is_empty() && fleets.len() == mirrored.len(), "{}", self.name);
        for (fleet, mirrored) in fleets.iter().zip(mirrored) {
            assert_eq!(fleet.ships, mirrored.ships, "{}", self.name);
            let off_km = turned(self.start(fleet), self.degrees).distance(self.start(mirrored));
            assert!(off_km < EXACT_KM, "{}: {} is off by {off_km} km", self.name, fleet.name);
        }
    }

    fn structures(&self, faction: &str) -> Vec<(&str, u8)> {
        let of_faction = self.level.structures.iter().filter(|structure| structure.faction == faction);
        of_faction.map(|structure| (structure.class.as_str(), structure.ring)).collect()
    }

    fn fleets(&self, faction: &str) -> Vec<&Fleet> {
        self.level.fleets.iter().filter(|fleet| fleet.faction == faction).collect()
    }

    /// The place of a fleet at the beginning, km.
    fn start(&self, fleet: &Fleet) -> DVec3 {
        let Some(StartPlace::Beside(beside)) = &fleet.at else { panic!("{} is beside no body", fleet.name) };
        let body = self.sky.find(&beside.body).expect("it is there");
        let offset_km = beside.radii * self.sky.bodies[body].displayed_radius_km;
        place(self.sky, body, 0) + turned(DVec3::X, beside.bearing_deg) * offset_km
    }
}

#[test]
fn mirrored_levels_favour_no_side() {
    for name in ["twins.ron", "four-corners.ron"] {
        assert_fair(name, &shipped(name).0);
    }
}

#[test]
#[should_panic(expected = "nothing is where")]
fn a_level_that_is_not_mirrored_is_found() {
    assert_fair("duel.ron", &shipped("duel.ron").0);
}
