//! The bodies of a system: a star, and wheels of homes, planets, moons and comets about it.
//!
//! Planets circle in lanes, which are so far apart that no wells overlap. All sides have a planet in each lane.

use super::chance::{Chance, Subject, rounded};
use super::looks;
use super::looks::{COLD, GAS, HOT, MILD, PlanetKind, STARS};
use super::parameters::Plan;
use super::words::Words;
use crate::level::{BodyKind, Length, Look, OrbitPlane, OrbitSpec, OwnBody, RingSpec, RotationSpec};

/// Distance of homes from the star with two sides, AU,
const HOME_AU: f64 = 0.62;
/// and the addition for each further side, AU: neighbours stay about half a minute of flight apart.
const HOME_AU_A_SIDE: f64 = 0.075;
/// Radius and gravitational parameter of homes: those of The duel. Their wells have four rings.
const HOME_RADIUS_KM: f64 = 6200.0;
const HOME_GM_KM3_S2: f64 = 3.7e5;
/// Density of giants, in that of homes.
const GIANT_DENSITY: f64 = 0.25;
/// Greatest eccentricity of planets and moons: nearly a circle.
const MOST_ROUND: f64 = 0.03;
/// The lanes differ from their usual distances by this share at most.
const LANE_SHIFT: f64 = 0.02;
/// Distance of the first moon of a planet, in its radii, and of a giant; each further moon has half as much again.
const MOON_RADII: f64 = 26.0;
const GIANT_MOON_RADII: f64 = 13.0;
const NEXT_MOON: f64 = 1.5;
/// Magnification of comets, and the width of their wells: there is room for a battle.
const COMET_MAGNIFY: f64 = 3000.0;
const COMET_WELL_RADII: f64 = 75.0;

/// A place for planets without an owner.
struct Lane {
    /// Distance from the star, in that of the homes.
    distance: f64,
    kinds: &'static [&'static PlanetKind],
}

/// The lane of the homes; its other planets stay half way between two homes.
const SHARED: f64 = 1.0;
/// The least distance of a giant's lane, in that of the homes. No other planets are beyond a giant.
const GIANTS_FROM: f64 = 1.5;
/// The probability of a giant in the outermost lane.
const GIANTS_LIKELY: f64 = 0.6;

const LANES: [Lane; 6] = [
    Lane { distance: 0.46, kinds: &HOT },
    Lane { distance: 0.70, kinds: &HOT },
    Lane { distance: SHARED, kinds: &MILD },
    Lane { distance: 1.32, kinds: &MILD },
    Lane { distance: 1.70, kinds: &COLD },
    Lane { distance: 2.12, kinds: &COLD },
];

/// A body of each side, in the order of the sides: the first, and the others turned about the star.
type Wheel = Vec<OwnBody>;

/// All bodies of a system.
pub(super) struct Bodies {
    pub(super) star: OwnBody,
    pub(super) homes: Wheel,
    planets: Vec<Wheel>,
    moons: Vec<Wheel>,
    pub(super) comets: Vec<OwnBody>,
}

impl Bodies {
    pub(super) fn of(plan: &Plan, words: &mut Words) -> Self {
        let star = star(plan, words);
        let homes = homes(plan, &star, words);
        let planets = planets(plan, &homes[0], words);
        let moons = moons(plan, &homes, &planets, words);
        let comets = comets(plan, &star, words);
        Self { star, homes, planets, moons, comets }
    }

    /// All of them: the star, homes, planets from inside, moons, comets.
    pub(super) fn into_list(self) -> impl Iterator<Item = OwnBody> {
        let Self { star, homes, planets, moons, comets } = self;
        let circling = planets.into_iter().chain(moons).flatten();
        std::iter::once(star).chain(homes).chain(circling).chain(comets)
    }
}

fn star(plan: &Plan, words: &mut Words) -> OwnBody {
    let mut chance = Chance::of(plan.seed, Subject::Star);
    let kind = chance.one_of(&STARS);
    OwnBody {
        name: words.another(),
        gm_km3_s2: Some(significant(chance.between(kind.gm_km3_s2, 0))),
        // Upright, so that its rings favour no side.
        rotation: Some(RotationSpec {
            day_hours: chance.between((300.0, 800.0), 0),
            ..RotationSpec::default()
        }),
        look: Some(looks::of_star(kind, &mut chance)),
        ..new_body(BodyKind::Star, 1000.0 * chance.between(kind.radius_1000_km, 0))
    }
}

/// The distance of homes from the star, AU.
fn home_au(plan: &Plan) -> f64 {
    plan.distances * (HOME_AU + HOME_AU_A_SIDE * f64::from(plan.sides - 2))
}

fn homes(plan: &Plan, star: &OwnBody, words: &mut Words) -> Wheel {
    let mut chance = Chance::of(plan.seed, Subject::Homes);
    let tilt_deg = plan.incline_deg * chance.between((0.2, 0.7), 3);
    let first = OwnBody {
        parent: Some(star.name.clone()),
        gm_km3_s2: Some(HOME_GM_KM3_S2),
        orbit: Some(planet_orbit(home_au(plan), tilt_deg, &mut chance)),
        rotation: Some(rotation((18.0, 32.0), &mut chance)),
        ..new_body(BodyKind::Planet, HOME_RADIUS_KM)
    };
    wheel(plan, &first, looks::of_homes(&mut chance), words)
}

/// The planets without an owner, from inside.
fn planets(plan: &Plan, home: &OwnBody, words: &mut Words) -> Vec<Wheel> {
    let mut chance = Chance::of(plan.seed, Subject::Planets);
    let mut lanes: Vec<usize> = chance.shuffled(&[0, 1, 2, 3, 4, 5]);
    lanes.truncate(plan.planets.into());
    lanes.sort_unstable();
    let last = lanes.last().copied();
    let mut wheels = Vec::new();
    for index in lanes {
        let lane = &LANES[index];
        let may_be_giant = Some(index) == last && lane.distance > GIANTS_FROM;
        let is_giant = may_be_giant && chance.happens(GIANTS_LIKELY);
        let kind = if is_giant { &GAS } else { *chance.one_of(lane.kinds) };
        let first = planet(plan, kind, lane, home, &mut chance);
        let rings = if is_giant { looks::dust_rings(&mut chance) } else { None };
        let looks = kind.looks(plan.sides, rings.as_ref(), &mut chance);
        wheels.push(wheel(plan, &first, looks, words));
    }
    wheels
}

/// The first planet of a lane.
fn planet(plan: &Plan, kind: &PlanetKind, lane: &Lane, home: &OwnBody, chance: &mut Chance) -> OwnBody {
    let radius_km = significant(chance.between(kind.radius_km, 0));
    let orbit = if lane.distance == SHARED {
        home.orbit.as_ref().map(|orbit| turned_orbit(orbit, plan.turn_deg(1) / 2.0))
    } else {
        let shift = chance.between((1.0 - LANE_SHIFT, 1.0 + LANE_SHIFT), 3);
        let tilt_deg = plan.incline_deg * chance.between((0.0, 1.0), 3);
        Some(planet_orbit(home_au(plan) * lane.distance * shift, tilt_deg, chance))
    };
    OwnBody {
        parent: home.parent.clone(),
        gm_km3_s2: Some(gm_km3_s2(radius_km)),
        orbit,
        rotation: Some(rotation((9.0, 60.0), chance)),
        ..new_body(BodyKind::Planet, radius_km)
    }
}

/// The moons: the homes get the first ones, then the planets from outside; then all the next.
fn moons(plan: &Plan, homes: &Wheel, planets: &[Wheel], words: &mut Words) -> Vec<Wheel> {
    let mut chance = Chance::of(plan.seed, Subject::Moons);
    let hosts: Vec<&Wheel> = std::iter::once(homes).chain(planets.iter().rev()).collect();
    let moon = |number: usize| {
        let host = hosts[number % hosts.len()];
        moons_of(host, number / hosts.len(), &mut chance, words)
    };
    (0..plan.moons.into()).map(moon).collect()
}

/// A moon of each of some mirrored planets, beyond their first `inside` moons.
fn moons_of(hosts: &Wheel, inside: usize, chance: &mut Chance, words: &mut Words) -> Wheel {
    let host_radius_km = hosts[0].radius_km;
    let usual = if is_giant(host_radius_km) { GIANT_MOON_RADII } else { MOON_RADII };
    let radii = usual * libm::pow(NEXT_MOON, inside as f64) * chance.between((0.95, 1.05), 3);
    let orbit = OrbitSpec {
        semi_major_axis: Some(Length::Km(significant(radii * host_radius_km))),
        plane: OrbitPlane::ParentEquator,
        ..orbit(chance.between((0.0, 6.0), 1), chance)
    };
    let radius_km = significant(chance.between((1000.0, 1600.0), 0));
    let looks = looks::of_moons(hosts.len(), chance);
    let moon = |(host, look): (&OwnBody, Look)| OwnBody {
        name: words.another(),
        parent: Some(host.name.clone()),
        orbit: Some(orbit.clone()),
        look: Some(look),
        ..new_body(BodyKind::Moon, radius_km)
    };
    hosts.iter().zip(looks).map(moon).collect()
}

fn comets(plan: &Plan, star: &OwnBody, words: &mut Words) -> Vec<OwnBody> {
    let mut chance = Chance::of(plan.seed, Subject::Comets);
    let mut comets = Vec::new();
    for _ in 0..plan.comets {
        let tilt_deg = plan.incline_deg * chance.between((1.0, 2.0), 3);
        let periapsis_au = home_au(plan) * chance.between((0.55, 0.9), 3);
        let first = OwnBody {
            parent: Some(star.name.clone()),
            orbit: Some(OrbitSpec {
                periapsis: Some(Length::Au(rounded(periapsis_au, 3))),
                eccentricity: chance.between((0.35, 0.5), 2),
                ..orbit(tilt_deg, &mut chance)
            }),
            magnify: Some(COMET_MAGNIFY),
            well_radii: Some(COMET_WELL_RADII),
            ..new_body(BodyKind::Comet, chance.between((5.0, 7.0), 1))
        };
        let looks = (0..plan.sides).map(|_| looks::of_comet(&mut chance)).collect();
        comets.extend(wheel(plan, &first, looks, words));
    }
    comets
}

/// A body for each side.
fn wheel(plan: &Plan, first: &OwnBody, looks: Vec<Look>, words: &mut Words) -> Wheel {
    let sides = 0..usize::from(plan.sides);
    let of_side = |(side, look)| OwnBody {
        name: words.another(),
        look: Some(look),
        ..turned(first, plan.turn_deg(side))
    };
    sides.zip(looks).map(of_side).collect()
}

/// A body turned about the star: its orbit and its axis.
fn turned(body: &OwnBody, by_deg: f64) -> OwnBody {
    let mut body = body.clone();
    body.orbit = body.orbit.map(|orbit| turned_orbit(&orbit, by_deg));
    if let Some(rotation) = &mut body.rotation {
        rotation.pole_longitude_deg = angle(rotation.pole_longitude_deg + by_deg);
    }
    body
}

fn turned_orbit(orbit: &OrbitSpec, by_deg: f64) -> OrbitSpec {
    OrbitSpec { ascending_node_deg: angle(orbit.ascending_node_deg + by_deg), ..orbit.clone() }
}

/// An angle from 0 to 360 degrees. Nine places are some metres at the distance of a planet.
pub(super) fn angle(degrees: f64) -> f64 {
    const PLACES: u8 = 9;
    rounded(degrees.rem_euclid(360.0), PLACES)
}

fn planet_orbit(au: f64, tilt_deg: f64, chance: &mut Chance) -> OrbitSpec {
    OrbitSpec { semi_major_axis: Some(Length::Au(rounded(au, 3))), ..orbit(tilt_deg, chance) }
}

/// A nearly round orbit without a size.
fn orbit(tilt_deg: f64, chance: &mut Chance) -> OrbitSpec {
    OrbitSpec {
        eccentricity: chance.between((0.0, MOST_ROUND), 3),
        inclination_deg: rounded(tilt_deg, 1),
        ascending_node_deg: chance.angle_deg(),
        argument_of_periapsis_deg: chance.angle_deg(),
        mean_anomaly_deg: Some(chance.angle_deg()),
        ..OrbitSpec::default()
    }
}

/// The rotation of a planet whose day has some hours. Its axis leans: the moons of a planet that stood upright
/// would have no node to be turned.
fn rotation(hours: (f64, f64), chance: &mut Chance) -> RotationSpec {
    RotationSpec {
        day_hours: chance.between(hours, 0),
        pole_longitude_deg: chance.angle_deg(),
        pole_latitude_deg: chance.between((60.0, 85.0), 0),
        ..RotationSpec::default()
    }
}

fn is_giant(radius_km: f64) -> bool {
    radius_km >= GAS.radius_km.0
}

/// The gravitational parameter of a planet, by its volume.
fn gm_km3_s2(radius_km: f64) -> f64 {
    let density = if is_giant(radius_km) { GIANT_DENSITY } else { 1.0 };
    significant(HOME_GM_KM3_S2 * density * libm::pow(radius_km / HOME_RADIUS_KM, 3.0))
}

/// A number with two significant digits, as a person would write it.
fn significant(number: f64) -> f64 {
    format!("{number:.1e}").parse().unwrap_or(number)
}

/// A body without a name, a place and a look.
fn new_body(kind: BodyKind, radius_km: f64) -> OwnBody {
    OwnBody {
        name: String::new(),
        kind,
        parent: None,
        radius_km,
        gm_km3_s2: None,
        orbit: None,
        rotation: None,
        look: None,
        magnify: None,
        well_radii: None,
        rings: RingSpec::default(),
    }
}
