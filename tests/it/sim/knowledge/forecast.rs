//! Predicted encounters happen, and no others.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use ecliptic::level::{BodyKind, StarSystem};
use ecliptic::orbit::{AU_KM, Conic, GM_SUN_KM3_S2, Orbit, SECONDS_PER_DAY};
use ecliptic::sim::forecast::{
    Looks, Nearing, OrbitBounds, Outlook, Span, next_approach, next_passage, pairs, touching_km,
};
use ecliptic::sim::ids::BodyId;
use glam::DVec3;
use proptest::prelude::*;

use super::worlds::{shipped, written};

/// More looks than any search of these tests needs.
const ENOUGH: u32 = 20_000;
/// Days for which random systems are watched.
const DAYS: f64 = 900.0;
/// Tolerance of the distance to the rim at times of entry and exit, km: the way in a hundredth of a second, and
/// the rounding of a Julian date.
const RIM_KM: f64 = 5.0;

/// The Sun and two planets, whose orbits and wells the tests choose.
static TWO: LazyLock<StarSystem> = LazyLock::new(|| {
    let text = r##"(
        schema_version: 1, title: "test", epoch: date("2026-11-21"),
        bodies: [
            body("Sun"),
            own(name: "Kael", kind: planet, parent: "Sun", radius_km: 6000, orbit: (semi_major_axis: au(1))),
            own(name: "Mira", kind: planet, parent: "Sun", radius_km: 6000, orbit: (semi_major_axis: au(2))),
        ],
        factions: [(name: "Terra", color: "#4aa8ff")],
    )"##;
    let (level, _) = written(text);
    StarSystem::build(&level).expect("a checked level has a sky")
});

fn sky(name: &str) -> StarSystem {
    StarSystem::build(&shipped(name).0).expect("a shipped level has a sky")
}

fn two(first: Conic, second: Conic) -> StarSystem {
    let mut system = TWO.clone();
    system.bodies[BodyId(1)].orbit = Orbit::Conic(first);
    system.bodies[BodyId(2)].orbit = Orbit::Conic(second);
    system
}

fn span(system: &StarSystem, days: f64) -> Span {
    Span { from_jd: system.epoch_jd, until_jd: system.epoch_jd + days }
}

fn place(system: &StarSystem, body: BodyId, jd: f64) -> DVec3 {
    system.displayed_state(body, jd).position
}

fn body(system: &StarSystem, name: &str) -> BodyId {
    system.find(name).expect("the body is in the level")
}

fn any_conic() -> impl Strategy<Value = Conic> {
    let shape = (0.4..3.0_f64, 0.0..0.6_f64);
    let angles = (0.0..0.5_f64, 0.0..TAU, 0.0..TAU);
    (shape, angles, -400.0..400.0_f64).prop_map(|((periapsis_au, eccentricity), angles, days)| Conic {
        periapsis_km: periapsis_au * AU_KM,
        eccentricity,
        inclination: angles.0,
        ascending_node: angles.1,
        argument_of_periapsis: angles.2,
        periapsis_time_jd: TWO.epoch_jd + days,
        gm_km3_s2: GM_SUN_KM3_S2,
    })
}

fn any_offset() -> impl Strategy<Value = DVec3> {
    (-1.0..1.0_f64, -1.0..1.0_f64, -1.0..1.0_f64).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

/// Compares a result with the distance at many dates: none before the entry is within `radius_km`.
fn none_before(
    outlook: Outlook,
    radius_km: f64,
    span: Span,
    distance_km: &impl Fn(f64) -> f64,
) -> Result<(), TestCaseError> {
    let end = outlook.nearing().map_or(span.until_jd, |found| found.enters_jd);
    // A body inside from the beginning has nothing before it.
    let samples = if end > span.from_jd { 4_000 } else { 0 };
    for sample in 0..samples {
        let jd = span.from_jd + (end - span.from_jd) * (f64::from(sample) / 4_000.0);
        prop_assert!(distance_km(jd) > radius_km - RIM_KM, "inside at {jd}, found {outlook:?}");
    }
    Ok(())
}

/// Checks the prediction, and that no distance during the stay is below its nearest.
fn is_the_first(
    outlook: Outlook,
    radius_km: f64,
    span: Span,
    distance_km: impl Fn(f64) -> f64,
) -> Result<(), TestCaseError> {
    none_before(outlook, radius_km, span, &distance_km)?;
    let Some(found) = outlook.nearing() else { return Ok(()) };
    let Nearing { enters_jd, nearest_jd, nearest_km, leaves_jd } = found;
    let at_entry = distance_km(enters_jd);
    let is_at_rim = (at_entry - radius_km).abs() < RIM_KM;
    let is_inside_at_once = enters_jd == span.from_jd && at_entry < radius_km;
    prop_assert!(is_at_rim || is_inside_at_once, "{at_entry} at {found:?}");
    prop_assert!(enters_jd <= nearest_jd && leaves_jd.is_none_or(|leaves| nearest_jd <= leaves));
    prop_assert!((distance_km(nearest_jd) - nearest_km).abs() < RIM_KM, "{found:?}");
    let Some(leaves) = leaves_jd else { return Ok(()) };
    prop_assert!((distance_km(leaves) - radius_km).abs() < RIM_KM, "{found:?}");
    for sample in 0..500 {
        let distance = distance_km(enters_jd + (leaves - enters_jd) * (f64::from(sample) / 500.0));
        let is_between = distance > nearest_km - RIM_KM && distance < radius_km + RIM_KM;
        prop_assert!(is_between, "{distance}: {found:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_well_is_forecast_before_it_reaches_any_point(
        conic in any_conic(),
        well_km in 2.0e5..2.0e7_f64,
        days in 0.0..DAYS,
        offset in any_offset(),
    ) {
        let mut system = two(conic, conic);
        system.bodies[BodyId(1)].well_radius_km = well_km;
        // Near the path, so that most of the points are reached.
        let point = place(&system, BodyId(1), system.epoch_jd + days) + offset * 1.2 * well_km;
        let span = span(&system, DAYS);
        let outlook = next_passage(&system, BodyId(1), point, span, &Looks::new(ENOUGH));
        is_the_first(outlook, well_km, span, |jd| place(&system, BodyId(1), jd).distance(point))?;
        if offset.length() < 0.8 {
            prop_assert!(outlook.nearing().is_some(), "the point is inside at day {days}");
        }
    }

    #[test]
    fn an_approach_is_forecast_before_it_happens(
        first in any_conic(),
        second in any_conic(),
        within_au in 0.005..0.1_f64,
    ) {
        let system = two(first, second);
        let span = span(&system, DAYS);
        let within_km = within_au * AU_KM;
        let outlook = next_approach(&system, BodyId(1), BodyId(2), within_km, span, &Looks::new(ENOUGH));
        // Two bodies can be nearest twice in one stay: only its beginning is held against the samples.
        let apart = |jd: f64| place(&system, BodyId(1), jd).distance(place(&system, BodyId(2), jd));
        none_before(outlook, within_km, span, &apart)?;
        if let Some(found) = outlook.nearing() {
            prop_assert!(apart(found.enters_jd) < within_km + RIM_KM);
            prop_assert!((apart(found.nearest_jd) - found.nearest_km).abs() < RIM_KM);
            prop_assert!(found.nearest_km < within_km + RIM_KM);
        }
    }

    #[test]
    fn every_body_stays_within_the_bounds_of_its_orbit(which in 0_usize..28, days in 0.0..4_000.0_f64) {
        static SOL: LazyLock<StarSystem> = LazyLock::new(|| sky("sol.ron"));
        let system = &*SOL;
        let which = which % system.bodies.len();
        let bounds = OrbitBounds::of(system, BodyId(which), span(system, 4_000.0));
        let place = place(system, BodyId(which), system.epoch_jd + days);
        prop_assert_eq!(bounds.distance_from(place), 0.0, "{} at {}", &system.bodies[BodyId(which)].name, place);
    }
}

/// Ticks from the epoch to the first at whose end a body's well has reached a point.
fn ticks_until_reached(system: &StarSystem, which: BodyId, point: DVec3) -> Option<u64> {
    let radius_km = system.bodies[which].well_radius_km;
    (0..100_000).find(|tick| place(system, which, system.clock.jd_at(*tick)).distance(point) <= radius_km)
}

#[test]
fn earths_well_comes_in_the_tick_that_was_forecast() {
    let system = sky("sol.ron");
    let earth = body(&system, "Earth");
    let point = place(&system, earth, system.epoch_jd + 30.0);
    let looks = Looks::new(ENOUGH);
    let outlook = next_passage(&system, earth, point, span(&system, 400.0), &looks);
    let found = outlook.nearing().expect("Earth comes there in thirty days");
    let tick = ticks_until_reached(&system, earth, point).expect("it comes");
    let forecast = system.clock.tick_at(found.enters_jd);
    assert!(forecast > tick as f64 - 1.001 && forecast < tick as f64 + 0.001, "{forecast}, came in {tick}");
    let days = found.nearest_jd - system.epoch_jd;
    assert!((days - 30.0).abs() < 0.01 && found.nearest_km < 5_000.0, "{found:?}");
    assert!(found.leaves_jd.is_some_and(|leaves| leaves > found.nearest_jd), "{found:?}");
    assert!(looks.taken() < 200, "{} looks", looks.taken());
}

#[test]
fn a_year_later_the_well_is_back() {
    let system = sky("sol.ron");
    let earth = body(&system, "Earth");
    let point = place(&system, earth, system.epoch_jd + 30.0);
    let passage = |span| next_passage(&system, earth, point, span, &Looks::new(ENOUGH)).nearing();
    let first = passage(span(&system, 400.0)).expect("it comes");
    let from_jd = first.leaves_jd.expect("it goes") + 0.1;
    let again = passage(Span { from_jd, until_jd: from_jd + 400.0 }).expect("it comes again");
    assert!((again.nearest_jd - first.nearest_jd - 365.25).abs() < 1.0, "{first:?}, {again:?}");
    assert_eq!(passage(Span { from_jd, until_jd: from_jd + 300.0 }), None);
}

#[test]
fn a_point_far_off_is_never_reached() {
    let system = sky("sol.ron");
    for point in [DVec3::Z * 3.0 * AU_KM, DVec3::X * 150.0 * AU_KM] {
        for which in system.bodies.keys() {
            let looks = Looks::new(ENOUGH);
            let span = span(&system, 600.0);
            let outlook = next_passage(&system, which, point, span, &looks);
            assert_eq!(outlook, Outlook::Clear { until_jd: span.until_jd });
            let is_planet = system.bodies[which].kind == BodyKind::Planet;
            assert!(!is_planet || looks.taken() == 0, "a planet need not be looked at");
        }
    }
}

#[test]
fn an_interrupted_search_finds_the_same() {
    let system = sky("sol.ron");
    let mars = body(&system, "Mars");
    let point = place(&system, mars, system.epoch_jd + 200.0);
    let whole = next_passage(&system, mars, point, span(&system, 400.0), &Looks::new(ENOUGH));
    let whole = whole.nearing().expect("Mars comes");
    let mut rest = span(&system, 400.0);
    for _ in 0..1_000 {
        match next_passage(&system, mars, point, rest, &Looks::new(3)) {
            Outlook::Near(found) => {
                let apart_s = (found.enters_jd - whole.enters_jd).abs() * SECONDS_PER_DAY;
                assert!(apart_s < 1.0, "{found:?}, was {whole:?}");
                return;
            }
            Outlook::Clear { until_jd } => rest.from_jd = until_jd,
        }
    }
    panic!("the search never came to an end");
}

#[test]
fn every_pair_of_first_light_meets_as_forecast() {
    let system = sky("first-light.ron");
    let all = pairs(&system);
    assert_eq!(all.len(), 10, "four planets and a comet");
    assert!(all.iter().all(|(first, second)| first < second));
    let span = span(&system, 1_500.0);
    for (first, second) in all {
        let within_km = touching_km(&system, first, second);
        let outlook = next_approach(&system, first, second, within_km, span, &Looks::new(ENOUGH));
        let is_near = |day: &u32| {
            let jd = span.from_jd + f64::from(*day) * 0.1;
            place(&system, first, jd).distance(place(&system, second, jd)) <= within_km
        };
        let seen = (0..15_000_u32).find(is_near).map(|day| span.from_jd + f64::from(day) * 0.1);
        match (outlook.nearing(), seen) {
            (Some(found), Some(seen)) => {
                assert!(found.enters_jd <= seen + 1e-6, "{first:?} and {second:?}: {found:?}, seen {seen}");
            }
            // The stay may be shorter than a sample, or begin after the last one.
            (Some(found), None) => {
                let end = found.leaves_jd.map_or(span.until_jd, |leaves| leaves.min(span.until_jd));
                assert!(end - found.enters_jd < 0.11, "{first:?} and {second:?}: {found:?}, not seen");
            }
            (None, seen) => assert_eq!(seen, None, "{first:?} and {second:?} were not forecast"),
        }
    }
}

#[test]
fn moons_are_not_compared_with_their_planets() {
    let system = sky("sol.ron");
    let (earth, moon) = (body(&system, "Earth"), body(&system, "Moon"));
    let span = span(&system, 10.0);
    let near = next_approach(&system, earth, moon, AU_KM, span, &Looks::new(ENOUGH));
    assert_eq!(near, Outlook::Clear { until_jd: span.until_jd });
    let is_moon = |which: BodyId| system.bodies[which].kind == BodyKind::Moon;
    assert!(pairs(&system).iter().all(|(first, second)| !is_moon(*first) && !is_moon(*second)));
    let (encke, halley) = (body(&system, "Encke"), body(&system, "Halley"));
    assert!(!pairs(&system).contains(&(encke.min(halley), encke.max(halley))));
    assert!(touching_km(&system, earth, encke) > touching_km(&system, earth, body(&system, "Mercury")));
}
