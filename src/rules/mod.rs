//! The rules of the game as data, from `assets/rules/`.
//!
//! - Enters: the path of the assets folder.
//! - Leaves: [`Rules`], checked like levels: the classes of ships and structures, weapons and materials, to which a
//!   level may add its own; the skills and personalities of minds; the numbers of steering, of economy, building and
//!   sight, of fights and conquest. Also the hash of each file.
//! - Must never: know a world, a tick or a screen, or hold a number that a designer would want to change. Defaults
//!   of the level format, such as the sizes of wells, are no rules: they stand with their fields.
//!
//! A number stands once, in its file. Its meaning, unit and range stand at its field here, and the file has at
//! most the reason for its value. Those of classes, weapons and minds stand in [`crate::level`], because levels have
//! them too.
//!
//! | file | has |
//! |---|---|
//! | `mod.rs` | the rules as a whole, and the rules of a level |
//! | `steering.rs` | the numbers of steering |
//! | `economy.rs` | the numbers of rings, economy, building and sight |
//! | `combat.rs` | the numbers of fights and of conquest |
//! | `files.rs` | where the files are, and their bytes |
//! | `shipped.rs` | the shipped files as the defaults of the types |
//! | `test_support.rs`, `tests.rs` | the rules for tests; tests of the rules |

pub mod combat;
pub mod economy;
mod files;
mod shipped;
pub mod steering;
#[cfg(test)]
pub(crate) mod test_support;
#[cfg(test)]
mod tests;

use std::path::Path;

pub use combat::CombatRules;
pub use economy::EconomyRules;
pub use files::{ASSETS_VARIABLE, RulesError, file_hashes, find_assets_dir};
use files::{
    COMBAT_FILE, ECONOMY_FILE, MINDS_FILE, SHIPS_FILE, STEERING_FILE, STRUCTURES_FILE, WEAPONS_FILE, read,
};
use serde::de::DeserializeOwned;
pub use steering::SteeringRules;

use crate::level::ranges::Ranged;
use crate::level::source::read::{parse_classes, parse_numbers};
use crate::level::{ClassCatalog, Level, Material, MindRules, ShipClass, StructureClass, Weapon};

/// The rules that apply to every level unless it overrides them, or those of one level ([`Rules::for_level`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The ship classes, in the order of the file.
    pub ship_classes: Vec<ShipClass>,
    /// The structure classes, in the order of the file.
    pub structure_classes: Vec<StructureClass>,
    /// The numbers of steering.
    pub steering: SteeringRules,
    /// The numbers of rings, economy, building and sight.
    pub economy: EconomyRules,
    /// The weapons, in the order of the file.
    pub weapons: Vec<Weapon>,
    /// The materials of armour and shields, in the order of the file.
    pub materials: Vec<Material>,
    /// The numbers of fights and of conquest.
    pub combat: CombatRules,
    /// The skills and personalities of minds.
    pub minds: MindRules,
}

impl Rules {
    /// Reads the rules from the assets folder.
    ///
    /// # Errors
    /// If a file is missing or faulty; the message says which, where, and how to fix it.
    pub fn load(assets_dir: &Path) -> Result<Self, RulesError> {
        let mut rules = Self {
            ship_classes: Vec::new(),
            structure_classes: Vec::new(),
            steering: numbers(assets_dir, STEERING_FILE)?,
            economy: numbers(assets_dir, ECONOMY_FILE)?,
            weapons: Vec::new(),
            materials: Vec::new(),
            combat: numbers(assets_dir, COMBAT_FILE)?,
            minds: numbers(assets_dir, MINDS_FILE)?,
        };
        // Weapons come before the ships that name them, ships before the structures that name them.
        for name in [WEAPONS_FILE, SHIPS_FILE, STRUCTURES_FILE] {
            let (path, bytes) = read(assets_dir, name)?;
            let classes = parse_classes(&path, &bytes, &rules.class_catalog()).map_err(RulesError::Faulty)?;
            rules.materials.extend(classes.materials);
            rules.weapons.extend(classes.weapons);
            rules.ship_classes.extend(classes.ship_classes);
            rules.structure_classes.extend(classes.structure_classes);
        }
        Ok(rules)
    }

    /// Everything that a level may refer to without defining it.
    pub fn class_catalog(&self) -> ClassCatalog<'_> {
        ClassCatalog {
            ship_classes: &self.ship_classes,
            structure_classes: &self.structure_classes,
            weapons: &self.weapons,
            materials: &self.materials,
            minds: Some(&self.minds),
            rings: self.economy.rings,
        }
    }

    /// The rules of a level: the level's classes replace classes of the same name, or are added after them.
    pub fn for_level(&self, level: &Level) -> Self {
        Self {
            ship_classes: merged(&self.ship_classes, &level.ship_classes, |class| &class.name),
            structure_classes: merged(&self.structure_classes, &level.structure_classes, |class| &class.name),
            weapons: merged(&self.weapons, &level.weapons, |weapon| &weapon.name),
            materials: merged(&self.materials, &level.materials, |material| &material.name),
            ..self.clone()
        }
    }
}

/// The classes of the rules, with a level's own classes in place of classes of the same name, or after them.
fn merged<T: Clone>(of_rules: &[T], of_level: &[T], name: impl Fn(&T) -> &str) -> Vec<T> {
    let mut classes = of_rules.to_vec();
    for own in of_level {
        match classes.iter_mut().find(|class| name(class) == name(own)) {
            Some(class) => *class = own.clone(),
            None => classes.push(own.clone()),
        }
    }
    classes
}

/// The numbers of a file, each within its range.
fn numbers<T: DeserializeOwned + Ranged>(assets_dir: &Path, name: &str) -> Result<T, RulesError> {
    let (path, bytes) = read(assets_dir, name)?;
    parse_numbers(&path, &bytes).map_err(RulesError::Faulty)
}
