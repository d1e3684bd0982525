//! Structures in the rings of gravity wells: their classes, the structures themselves, and the work of their
//! yards.
//!
//! Plain data, with one answer: whether a class is allowed in a ring, because levels, orders and menus need it
//! alike.

use serde::{Deserialize, Serialize};

use crate::level::ranges::{BUILD_S, HULL_RADIUS_KM, PERCENT, SIGHT_KM};
use crate::level::{Arms, NamedGoal, Price, RingZone, is_one, is_usual, one};
use crate::orbit::TICKS_PER_SECOND;

/// A class of structures. `assets/rules/structures.ron` lists classes; a level may add others or replace them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StructureClass {
    /// Name, `"shipyard"`.
    pub name: String,
    /// Use, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// The rings in which it may stand; at least one zone.
    pub zones: Vec<RingZone>,
    /// Number of neighbouring slots occupied.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub slots: u8,
    /// Price, paid while it grows.
    #[serde(default, skip_serializing_if = "Price::is_free")]
    pub price: Price,
    /// Building time, seconds of play.
    pub build_s: f64,
    /// Upkeep in each economy tick once it stands.
    #[serde(default, skip_serializing_if = "Price::is_free")]
    pub upkeep: Price,
    /// Hit points.
    pub hull: u32,
    /// Bounding radius, km; structures, like ships, are far larger than real ones.
    pub radius_km: f64,
    /// Range of sight, km, before the size and the engines of the target count; 0: it is blind.
    #[serde(default)]
    pub sight_km: f64,
    /// Income for its owner in each economy tick.
    #[serde(default, skip_serializing_if = "Price::is_free")]
    pub earns: Price,
    /// Building speed of its yard: 1 builds a ship in the time of its class, 2 in half of that; 0: no yard.
    #[serde(default)]
    pub yard_speed: f64,
    /// Increase of the economics of its body, percent.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub economy_percent: u32,
    /// Discount on the price of its owner's ships, percent.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub research_percent: u32,
    /// Weapons and armour. The armour has `hull` points by default.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub arms: Arms,
    /// Increase of the garrison of its body, percent.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub garrison_percent: u32,
    /// Shape.
    #[serde(default)]
    pub shape: StructureShape,
}

ranges!(StructureClass {
    slots: 1.0..=4.0,
    build_s: BUILD_S,
    hull: 1.0..=f64::from(u32::MAX),
    radius_km: HULL_RADIUS_KM,
    sight_km: SIGHT_KM,
    yard_speed: 0.0..=1000.0,
    economy_percent: PERCENT,
    research_percent: 0.0..=100.0,
    arms,
    garrison_percent: PERCENT,
});

impl StructureClass {
    /// Building time, ticks.
    pub fn build_ticks(&self) -> u32 {
        build_ticks(self.build_s, 1.0)
    }

    /// Whether it builds ships.
    pub fn is_yard(&self) -> bool {
        self.yard_speed > 0.0
    }

    /// Whether the class is allowed in a ring, 0 being the innermost, of a well of `count` rings.
    pub fn fits(&self, ring: u8, count: u8) -> bool {
        self.zones.iter().any(|zone| zone.holds(ring, count))
    }

    /// The reason why the class is not allowed in a ring of a well of `count` rings; `None` if it is allowed.
    pub fn refusal(&self, ring: u8, count: u8) -> Option<RingRefusal> {
        if ring >= count {
            Some(RingRefusal::NoSuchRing)
        } else if self.fits(ring, count) {
            None
        } else if (ring..count).any(|farther| self.fits(farther, count)) {
            Some(RingRefusal::TooNear)
        } else {
            Some(RingRefusal::TooFar)
        }
    }
}

/// The reason why a structure is not allowed in a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RingRefusal {
    /// The well has fewer rings.
    #[error("there is no such ring")]
    NoSuchRing,
    /// Only rings farther out are allowed.
    #[error("it cannot bear the stress so far inside")]
    TooNear,
    /// Only rings nearer to the body are allowed.
    #[error("so far outside it is of no use")]
    TooFar,
}

/// Building time in ticks for `build_s` seconds of play at speed 1; at least one. At speed 0 the time is longer
/// than any game.
pub fn build_ticks(build_s: f64, speed: f64) -> u32 {
    let ticks = build_s / speed * TICKS_PER_SECOND;
    // The cast saturates.
    ticks.round().max(1.0) as u32
}

/// The shape of a structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StructureShape {
    /// A box with two wings.
    #[default]
    Satellite,
    /// A dish on a stem.
    Dish,
    /// A turret.
    Gun,
    /// A cage in which ships grow.
    Dock,
    /// Halls and pipes.
    Works,
    /// A wheel with spokes.
    Wheel,
    /// A dome on a disc.
    Dome,
    /// A field of antennas.
    Array,
    /// A heavy ring of towers.
    Bastion,
}

/// A structure in a ring, finished or growing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedStructure {
    /// The name of its class.
    pub class: String,
    /// Owner.
    pub faction: String,
    /// The body round which it circles.
    pub body: String,
    /// Ring; 0 is the innermost.
    pub ring: u8,
    /// The first of its slots, from 0; the others follow, wrapping from the last slot to the first.
    pub slot: u16,
    /// Growth; absent: finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub construction: Option<Construction>,
    /// Yard, if its class is one; absent: it builds nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yard: Option<Yard>,
}

/// The growth of a structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Construction {
    /// Ticks of growth done, of [`StructureClass::build_ticks`].
    #[serde(skip_serializing_if = "is_usual")]
    pub done_ticks: u32,
    /// Whether its owner has stopped it.
    #[serde(skip_serializing_if = "is_usual")]
    pub paused: bool,
}

/// The production of a yard, and the destination of its ships.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Yard {
    /// Ships to be built, one after the other; the first one grows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queue: Vec<YardJob>,
    /// Whether finished ships return to the end of the queue.
    #[serde(skip_serializing_if = "is_usual")]
    pub repeat: bool,
    /// The rally point of new ships; absent: they wait next to the yard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rally: Option<NamedGoal>,
}

/// A ship in the queue of a yard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct YardJob {
    /// The name of its class.
    pub class: String,
    /// Ticks of growth done, of [`build_ticks`] at the yard's speed.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub done_ticks: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;
    use crate::level::test_support::structure_class as class;

    #[test]
    fn refusals_say_on_which_side_it_is_wrong() {
        let shipyard = class(&[RingZone::Outer]);
        assert_eq!(shipyard.refusal(0, 4), Some(RingRefusal::TooNear));
        assert_eq!(shipyard.refusal(2, 4), None);
        assert_eq!(shipyard.refusal(4, 4), Some(RingRefusal::NoSuchRing));
        let sentry = class(&[RingZone::Inner]);
        assert_eq!(sentry.refusal(3, 4), Some(RingRefusal::TooFar));
        assert_eq!(sentry.refusal(1, 4), None);
        let both_ends = class(&[RingZone::Innermost, RingZone::Outermost]);
        assert_eq!(both_ends.refusal(2, 6), Some(RingRefusal::TooNear));
    }

    #[test]
    fn growth_is_counted_in_ticks() {
        assert_eq!(build_ticks(2.0, 1.0), 60);
        assert_eq!(build_ticks(2.0, 0.5), 120);
        assert_eq!(build_ticks(0.1, 1.0), 3);
        assert_eq!(build_ticks(1.0e-9, 1.0), 1, "nothing is there at once");
        assert_eq!(build_ticks(2.0, 0.0), u32::MAX);
        assert_eq!(class(&[]).build_ticks(), 60);
    }

    #[test]
    fn defaults_are_not_written() {
        let yard = Yard {
            queue: vec![YardJob { class: "scout".to_owned(), ..YardJob::default() }],
            ..Yard::default()
        };
        let structure = PlacedStructure {
            class: "shipyard".to_owned(),
            faction: "Terra".to_owned(),
            body: "Earth".to_owned(),
            ring: 2,
            slot: 5,
            construction: Some(Construction::default()),
            yard: Some(yard),
        };
        let text = dialect().to_string(&structure).expect("it can be written");
        let expected = "(class:\"shipyard\",faction:\"Terra\",body:\"Earth\",ring:2,slot:5,construction:(),\
                        yard:(queue:[(class:\"scout\")]))";
        assert_eq!(text, expected);
        assert_eq!(dialect().from_str::<PlacedStructure>(&text), Ok(structure));
    }

    #[test]
    fn classes_read_back() {
        let text = r#"(
            name: "works", role: "Makes things.", zones: [inner, outermost], slots: 3,
            price: (money: 900, rare: 5), build_s: 30.5, upkeep: (money: 2), hull: 400, radius_km: 900,
            sight_km: 1.0e6, earns: (resources: 8), yard_speed: 0.5, economy_percent: 20,
            research_percent: 5, shape: works,
        )"#;
        let class: StructureClass = dialect().from_str(text).expect("it is sound");
        assert_eq!(class.zones, [RingZone::Inner, RingZone::Outermost]);
        assert!(class.is_yard());
        let written = dialect().to_string(&class).expect("it can be written");
        assert_eq!(dialect().from_str::<StructureClass>(&written), Ok(class));
    }
}
