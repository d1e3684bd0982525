//! Sound parts of levels, for tests.

#[cfg(feature = "client")]
use super::StructureShape;
use super::{Faction, RingZone, StructureClass};
use crate::level::source::parse::dialect;

/// A faction in no team, with the treasury of the rules.
pub fn faction(name: &str) -> Faction {
    Faction {
        name: name.to_owned(),
        color: "#ffffff".to_owned(),
        style: None,
        home: None,
        team: None,
        treasury: None,
        mind: None,
        handicap: crate::level::Handicap::default(),
    }
}

/// A faction of a team; without one it is alone.
pub fn faction_of(team: Option<&str>) -> Faction {
    Faction { team: team.map(str::to_owned), ..faction("a") }
}

/// A class of structures for some rings, which grows for two seconds, costs nothing and has no function.
pub fn structure_class(zones: &[RingZone]) -> StructureClass {
    let text = r#"(name: "orbital yard", zones: [], build_s: 2, hull: 1, radius_km: 1)"#;
    let class: StructureClass = dialect().from_str(text).expect("it is sound");
    StructureClass { zones: zones.to_vec(), ..class }
}

/// Every shape of structures.
#[cfg(feature = "client")]
pub const SHAPES: [StructureShape; 9] = [
    StructureShape::Satellite,
    StructureShape::Dish,
    StructureShape::Gun,
    StructureShape::Dock,
    StructureShape::Works,
    StructureShape::Wheel,
    StructureShape::Dome,
    StructureShape::Array,
    StructureShape::Bastion,
];
