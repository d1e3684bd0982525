//! The world of a duel: one small sun with a wide well, and a fleet on each side of its northern sky.
//!
//! It favours no side. The fleets are alike but for their classes, and face each other in walls, so that every
//! ship sees a foe and none is in a friend's line of fire.
//!
//! Ships manoeuvre in a well as they do near planets, where fights are; the sun is far below and too small to hide
//! any ship.

use std::fmt::Write;

use super::DuelFault;
use crate::level;
use crate::level::{Level, ShipClass, ShipKind, Weapon};
use crate::rules::Rules;
use crate::sim::{ArmedClass, ArmsTable, ClassId, worth};

/// The most ships of a side.
pub const MOST_SHIPS: u32 = 1000;
/// The distance of the fleets at the start, in ranges of the farthest weapon of both,
const APART: f64 = 1.5;
/// but at most this share of the distance at which each fleet sees the other at rest.
const IN_SIGHT: f64 = 0.9;
/// The distance of neighbours in a wall from middle to middle, in their radii,
const SPACING_RADII: f64 = 6.0;
/// and at least this, km.
const LEAST_SPACING_KM: f64 = 1500.0;
/// Height of the fight above the sun, km.
const HEIGHT_KM: f64 = 1.0e6;

/// The setting of a duel between two classes.
pub struct DuelSetting {
    /// The names of the classes.
    pub classes: [String; 2],
    /// Number of ships of each side.
    pub counts: [u32; 2],
    /// The budget of each side.
    pub cost: u32,
    /// The level; fleets and factions are in the order of the classes.
    pub level: Level,
    /// The rules of the level.
    pub rules: Rules,
}

impl DuelSetting {
    /// The field of a duel.
    ///
    /// # Errors
    /// See [`DuelFault`].
    pub fn new(rules: &Rules, names: [&str; 2], cost: u32) -> Result<Self, DuelFault> {
        let classes = [class_named(rules, names[0])?, class_named(rules, names[1])?];
        let counts = [count(classes[0], cost)?, count(classes[1], cost)?];
        let text = level_text(classes, counts, apart_km(rules, classes));
        let loaded = level::parse_level("duel", text.as_bytes(), &rules.class_catalog())
            .map_err(|faults| DuelFault::World(faults.to_string()))?;
        let rules = rules.for_level(&loaded.level);
        let arms_table = ArmsTable::new(&rules);
        for name in names {
            let place = rules.ship_classes.iter().position(|class| class.name == name);
            let arms = place.and_then(|place| arms_table.ships.get(ClassId::from(place)));
            if !arms.is_some_and(ArmedClass::is_armed) {
                return Err(DuelFault::Unarmed(name.to_owned()));
            }
        }
        let classes = classes.map(|class| class.name.clone());
        Ok(Self { classes, counts, cost, level: loaded.level, rules })
    }
}

/// The classes that fight duels: armed ones with a combat role.
pub fn duellists(rules: &Rules) -> Vec<&ShipClass> {
    let fights = |class: &&ShipClass| {
        !class.arms.weapons.is_empty() && !matches!(class.kind, ShipKind::Troops | ShipKind::Support)
    };
    rules.ship_classes.iter().filter(fights).collect()
}

fn class_named<'a>(rules: &'a Rules, name: &str) -> Result<&'a ShipClass, DuelFault> {
    let found = rules.ship_classes.iter().find(|class| class.name == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = rules.ship_classes.iter().map(|class| class.name.as_str()).collect();
        DuelFault::NoSuchClass(name.to_owned(), known.join(", "))
    })
}

/// Number of ships of a class that a sum buys, at least one.
fn count(class: &ShipClass, cost: u32) -> Result<u32, DuelFault> {
    // The cast saturates.
    let count = (f64::from(cost) / worth(class.price).max(1.0)) as u32;
    let count = count.max(1);
    if count > MOST_SHIPS {
        return Err(DuelFault::TooMany { class: class.name.clone(), count });
    }
    Ok(count)
}

/// Initial distance of the fleets, km: beyond their weapons, and within their sight.
fn apart_km(rules: &Rules, classes: [&ShipClass; 2]) -> f64 {
    let [one, other] = classes;
    let reach_km = range_km(one, &rules.weapons).max(range_km(other, &rules.weapons));
    let sees_km = |eye: &ShipClass, thing: &ShipClass| {
        eye.sight_km * rules.economy.sight.visibility(thing.bound_km(), false)
    };
    let sight_km = sees_km(one, other).min(sees_km(other, one));
    (APART * reach_km).min(IN_SIGHT * sight_km)
}

/// Longest weapon range of a class, km.
pub(super) fn range_km(class: &ShipClass, weapons: &[Weapon]) -> f64 {
    let weapon = |name: &str| weapons.iter().find(|weapon| weapon.name == name);
    let ranges = class.arms.weapons.iter().filter_map(|mount| weapon(&mount.weapon));
    ranges.map(|weapon| weapon.range_km).fold(0.0, f64::max)
}

/// The text of the level, in the form of hand-written levels.
fn level_text(classes: [&ShipClass; 2], counts: [u32; 2], apart_km: f64) -> String {
    let fleet = |side: usize| {
        let toward = if side == 0 { 1.0 } else { -1.0 };
        let ships = ships_text(classes[side], counts[side], -0.5 * toward * apart_km, toward);
        let (name, faction) = (format!("Fleet {side}"), format!("Side {side}"));
        format!("(name: {name:?}, faction: {faction:?}, doctrine: (stance: aggressive), ships: [{ships}]),")
    };
    let treasury = "treasury: (money: 1000000000, resources: 1000000000, rare: 1000000000)";
    format!(
        r##"(
            schema_version: 1, title: "A duel", epoch: jd(2461365.5), clock: (days_per_second: 0.4),
            scale: (magnify: 1, magnify_star: 1, slow: 1),
            bodies: [own(name: "Sun", kind: star, radius_km: 3000, well_radii: 10000)],
            factions: [
                (name: "Side 0", color: "#5ab0ff", {treasury}),
                (name: "Side 1", color: "#ff9248", {treasury}),
            ],
            fleets: [{}{}],
        )"##,
        fleet(0),
        fleet(1),
    )
}

/// The ships of a side, in a wall across the way to the other: their number, the place of the wall, and the
/// direction of the foe along x.
fn ships_text(class: &ShipClass, count: u32, x_km: f64, toward: f64) -> String {
    let spacing = (SPACING_RADII * class.bound_km()).max(LEAST_SPACING_KM);
    let columns = f64::from(count).sqrt().ceil().max(1.0);
    let rows = (f64::from(count) / columns).ceil();
    let mut text = String::new();
    for index in 0..count {
        let row = (f64::from(index) / columns).floor();
        let column = f64::from(index) - row * columns;
        let y = (column - 0.5 * (columns - 1.0)) * spacing;
        let z = HEIGHT_KM + (row - 0.5 * (rows - 1.0)) * spacing;
        let place = format!("({x_km:.1}, {y:.1}, {z:.1})");
        // Writing into a text cannot fail.
        let _ = write!(text, "(class: {:?}, posted: (km: {place}, heading: ({toward}, 0, 0))),", class.name,);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support::shipped as rules;

    #[test]
    fn both_sides_spend_the_same() {
        let field =
            DuelSetting::new(&rules(), ["corvette", "dreadnought"], 12_600).expect("there is such a field");
        assert_eq!(field.counts, [35, 1]);
        assert_eq!(field.level.fleets[0].ships.len(), 35);
        assert!(field.level.fleets[0].ships.iter().all(|ship| ship.posted.is_some()));
        let little =
            DuelSetting::new(&rules(), ["corvette", "dreadnought"], 1).expect("there is such a field");
        assert_eq!(little.counts, [1, 1], "nobody comes alone");
    }

    #[test]
    fn everyone_begins_in_the_sight_of_a_foe() {
        let rules = rules();
        let classes = duellists(&rules);
        let named = |name: &str| *classes.iter().find(|class| class.name == name).expect("there is one");
        let sees = |eye: &ShipClass, thing: &ShipClass, km: f64| {
            km < eye.sight_km * rules.economy.sight.visibility(thing.bound_km(), false)
        };
        for one in &classes {
            for other in &classes {
                let km = apart_km(&rules, [one, other]);
                assert!(sees(one, other, km) && sees(other, one, km), "{} and {}", one.name, other.name);
            }
        }
        let farthest = APART * range_km(named("destroyer"), &rules.weapons);
        assert_eq!(apart_km(&rules, [named("destroyer"), named("cruiser")]), farthest);
        assert!(apart_km(&rules, [named("destroyer"), named("fighter wing")]) < farthest);
    }

    #[test]
    fn impossible_duels_are_reported() {
        let fault = |names, cost| DuelSetting::new(&rules(), names, cost).err().expect("no such field");
        assert!(matches!(fault(["corvete", "frigate"], 5000), DuelFault::NoSuchClass(..)));
        assert_eq!(fault(["corvette", "miner"], 5000), DuelFault::Unarmed("miner".to_owned()));
        assert!(matches!(fault(["corvette", "frigate"], 1_000_000), DuelFault::TooMany { .. }));
    }

    #[test]
    fn the_table_has_every_class_that_can_fight() {
        let rules = rules();
        let names: Vec<&str> = duellists(&rules).iter().map(|class| class.name.as_str()).collect();
        for name in ["fighter wing", "corvette", "frigate", "destroyer", "cruiser", "carrier"] {
            assert!(names.contains(&name), "{name}");
        }
        assert!(!names.contains(&"scout") && !names.contains(&"repair ship"), "{names:?}");
    }
}
