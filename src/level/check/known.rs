//! The names that a level may refer to, sorted for fast search: a save may have a hundred thousand ships, each
//! with the names of its class and its body.

use std::collections::{BTreeMap, BTreeSet};

use crate::level::{ClassCatalog, Level, Material, ShipClass, StructureClass, Weapon};

/// All known names.
pub(super) struct KnownNames<'a> {
    /// The names of the bodies, in small letters.
    bodies: BTreeSet<String>,
    pub(super) factions: BTreeSet<&'a str>,
    /// The number of fleets of each name, in all factions.
    pub(super) fleets: BTreeMap<&'a str, usize>,
    pub(super) ship_classes: BTreeMap<&'a str, &'a ShipClass>,
    pub(super) structure_classes: BTreeMap<&'a str, &'a StructureClass>,
    pub(super) weapons: BTreeMap<&'a str, &'a Weapon>,
    pub(super) materials: BTreeMap<&'a str, &'a Material>,
}

impl<'a> KnownNames<'a> {
    pub(super) fn of(level: &'a Level, catalog: &'a ClassCatalog<'a>) -> Self {
        let mut fleets = BTreeMap::new();
        for fleet in &level.fleets {
            *fleets.entry(fleet.name.as_str()).or_insert(0) += 1;
        }
        Self {
            bodies: level.bodies.iter().map(|body| body.name().to_ascii_lowercase()).collect(),
            factions: level.factions.iter().map(|faction| faction.name.as_str()).collect(),
            fleets,
            ship_classes: by_name(&level.ship_classes, catalog.ship_classes, |one| &one.name),
            structure_classes: by_name(&level.structure_classes, catalog.structure_classes, |one| &one.name),
            weapons: by_name(&level.weapons, catalog.weapons, |one| &one.name),
            materials: by_name(&level.materials, catalog.materials, |one| &one.name),
        }
    }

    /// Whether a body has this name; capitals do not matter.
    pub(super) fn has_body(&self, name: &str) -> bool {
        self.bodies.contains(&name.to_ascii_lowercase())
    }
}

/// The items of a kind by name: the level's items, and the rules' items whose names the level does not use. Of
/// duplicates in a list the first counts.
fn by_name<'a, T>(of_level: &'a [T], of_rules: &'a [T], name: fn(&T) -> &str) -> BTreeMap<&'a str, &'a T> {
    let mut all = BTreeMap::new();
    for one in of_level.iter().chain(of_rules) {
        all.entry(name(one)).or_insert(one);
    }
    all
}
