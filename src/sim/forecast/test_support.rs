//! For tests of forecasts: a small system, with a star, two planets on circles, a moon and a comet; and a war.

use glam::DVec3;

use crate::level::{BodyKind, RingSpec, StarSystem, SystemBody};
use crate::orbit::{AU_KM, Conic, GM_SUN_KM3_S2, GameClock, J2000_JD, Orbit, Rotation};
use crate::sim::simulation::test_support::begun;
use crate::sim::{BodyId, Simulation};

/// The planet at 1 AU.
pub const BASALT: BodyId = BodyId(1);
/// Its moon.
pub const MOON: BodyId = BodyId(2);
/// The planet at 3 AU.
pub const ICE: BodyId = BodyId(3);
/// The comet, which passes the first planet after some 54 days.
pub const COMET: BodyId = BodyId(4);

/// Terra's first fleet attacks. Ares has an attacked fleet, some fleets beside it, a distant fleet, and a
/// fleet out of Terra's sight.
const WAR: &str = r##"(
    schema_version: 1, title: "test", epoch: date("2026-11-21"),
    bodies: [body("Sun"), body("Earth"), body("Moon"), body("Mars")],
    factions: [
        (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 1000000, resources: 1000000)),
        (name: "Ares", color: "#ff7a45", treasury: (money: 1000000, resources: 1000000)),
    ],
    fleets: [
        (name: "First", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 0),
            ships: [(class: "corvette", count: 2)]),
        (name: "Prey", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 15),
            ships: [(class: "corvette")]),
        (name: "Near", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 30),
            ships: [(class: "corvette", count: 2)]),
        (name: "Beside", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 45),
            ships: [(class: "corvette")]),
        (name: "Far", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 60),
            ships: [(class: "corvette")]),
        (name: "Second", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 345),
            ships: [(class: "corvette")]),
        (name: "Hidden", faction: "Ares", at: near("Mars"), ships: [(class: "corvette")]),
    ],
    settings: (player: "Terra"),
)"##;

/// The war after its first tick.
pub fn war() -> Simulation {
    begun(WAR)
}

/// The system.
pub fn system() -> StarSystem {
    let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
    let planet = |au: f64, eccentricity: f64| Conic {
        periapsis_km: au * AU_KM,
        eccentricity,
        inclination: 0.0,
        ascending_node: 0.0,
        argument_of_periapsis: 0.0,
        periapsis_time_jd: J2000_JD,
        gm_km3_s2: GM_SUN_KM3_S2,
    };
    // It comes out to 1 AU after 54 days, where the planet is by then.
    let comet = Conic { argument_of_periapsis: -0.98, ..planet(0.5, 0.6) };
    let moon = Conic { periapsis_km: 4.0e5, gm_km3_s2: 4.0e5, ..planet(1.0, 0.0) };
    let bodies = vec![
        body("Sun", BodyKind::Star, None, Orbit::FIXED, 0.0),
        body("Basalt", BodyKind::Planet, Some(0), Orbit::Conic(planet(1.0, 0.0)), 3.0e6),
        body("Pebble", BodyKind::Moon, Some(1), Orbit::Conic(moon), 1.0e5),
        body("Ice", BodyKind::Planet, Some(0), Orbit::Conic(planet(3.0, 0.0)), 3.0e6),
        body("Wisp", BodyKind::Comet, Some(0), Orbit::Conic(comet), 1.5e5),
    ];
    StarSystem { bodies: bodies.into(), epoch_jd: J2000_JD, clock }
}

/// The place of a body this many days after the epoch.
pub fn at(system: &StarSystem, body: BodyId, days: f64) -> DVec3 {
    system.displayed_state(body, system.epoch_jd + days).position
}

fn body(name: &str, kind: BodyKind, parent: Option<usize>, orbit: Orbit, well_radius_km: f64) -> SystemBody {
    SystemBody {
        name: name.to_owned(),
        in_words: name.to_owned(),
        kind,
        parent: parent.map(BodyId),
        entry: 0,
        orbit,
        rotation: Rotation::about_ecliptic_pole(0.0, 1.5, 24.0, 0.0, J2000_JD),
        radius_km: 6_000.0,
        displayed_radius_km: 6_000.0,
        gm_km3_s2: None,
        magnify: 1.0,
        path_magnify: 1.0,
        slow: 1.0,
        well_radius_km,
        rings: RingSpec::default(),
        look: None,
    }
}
