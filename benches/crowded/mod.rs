//! Busy worlds for benchmarks.

use ecliptic::level::NamedGoal;
use ecliptic::level::{self, Level};
use ecliptic::rules::{Rules, find_assets_dir};
use ron::extensions::Extensions;

/// The small bodies of the belt circle the Sun between these distances, AU; fleets fly through the belt.
const BELT_AU: (f64, f64) = (1.5, 5.0);
/// Angle from a body of the belt to the next, degrees: the golden angle spreads them evenly.
const NEXT_ANOMALY_DEG: f64 = 137.507_764;

#[allow(dead_code, reason = "not every benchmark needs bodies")]
/// The solar system with a belt of this many bodies, each with a well, and this many ships under way in fleets of
/// twenty.
pub fn among(bodies: u32, ships: u32) -> (Level, ecliptic::rules::Rules) {
    let (mut level, rules) = crowded(ships);
    level.bodies.extend((0..bodies).map(|number| rock(number, f64::from(number) / f64::from(bodies))));
    (level, rules)
}

/// A body of the belt, `share` of the way through it.
fn rock(number: u32, share: f64) -> level::BodyEntry {
    let (inner, outer) = BELT_AU;
    let (axis, anomaly) =
        (inner + (outer - inner) * share.sqrt(), NEXT_ANOMALY_DEG * f64::from(number) % 360.0);
    let text = format!(
        r#"own(name: "Rock {number}", kind: comet, parent: "Sun", radius_km: 1,
            orbit: (semi_major_axis: au({axis}), mean_anomaly_deg: {anomaly}))"#
    );
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES)
        .from_str(&text)
        .expect("a body")
}

/// The solar system with this many ships under way in fleets of twenty.
pub fn crowded(ships: u32) -> (Level, ecliptic::rules::Rules) {
    let assets = find_assets_dir().expect("the assets folder");
    let rules = Rules::load(&assets).expect("the rules");
    let surroundings = rules.class_catalog();
    let path = assets.with_file_name("levels").join("sol.ron");
    let mut level = level::read_level(&path, &surroundings).expect("sol.ron").level;
    // Without this treasury the upkeep of so many ships could not be paid, and the ships would soon stand still.
    let treasury =
        level::holdings::Amount { money: i64::from(u32::MAX), resources: i64::from(u32::MAX), rare: 0 };
    level.factions.iter_mut().for_each(|faction| faction.treasury = Some(treasury));
    level.fleets = (0..ships.div_ceil(20))
        .map(|number| level::Fleet {
            name: format!("Fleet {number}"),
            faction: level.factions[0].name.clone(),
            at: Some(level::StartPlace::Au(1.5 + f64::from(number) * 0.01, 0.5, 0.0)),
            ships: vec![level::Ship { class: "corvette".into(), count: 20.min(ships), posted: None }],
            route: vec![level::Waypoint {
                to: NamedGoal::Body("Jupiter".into()),
                beside_km: (0.0, f64::from(number) * 30_000.0, 0.0),
                spacing_km: None,
                attack: false,
            }],
            formation: level::Formation::default(),
            repeats: false,
            doctrine: level::Doctrine::default(),
            wish: level::RoutePreference::default(),
        })
        .collect();
    let classes = rules.for_level(&level);
    (level, classes)
}
