//! Weapons and the materials of armour and shields, as `assets/rules/weapons.ron` says them.
//!
//! - Enters: the text of the file, and the classes that use what it lists.
//! - Leaves: [`Armaments`], or the first fault with the name of what is faulty.
//! - Must never: know a fight.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::level::{Arms, Material, Weapon};

/// What there is to fight with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armaments {
    /// What armour and shields are made of.
    pub materials: Vec<Material>,
    /// The weapons.
    pub weapons: Vec<Weapon>,
}

impl Armaments {
    /// The name of the first faulty weapon or material, and what is wrong with it.
    pub(super) fn check(&self) -> Result<(), (String, String)> {
        unique("material", self.materials.iter().map(|material| material.name.as_str()))?;
        unique("weapon", self.weapons.iter().map(|weapon| weapon.name.as_str()))?;
        let materials = self.materials.iter().map(|material| (&material.name, material.fault()));
        let weapons = self.weapons.iter().map(|weapon| (&weapon.name, weapon.fault()));
        for (name, fault) in materials.chain(weapons) {
            if let Some((field, message)) = fault {
                return Err((name.clone(), format!("`{field}` of {name:?} {message}")));
            }
        }
        Ok(())
    }

    /// What is wrong with the arms of a class called `name`.
    pub(super) fn check_class(&self, name: &str, arms: &Arms) -> Result<(), (String, String)> {
        let weapon = |name: &str| self.weapons.iter().any(|weapon| weapon.name == name);
        let material = |name: &str| self.materials.iter().any(|material| material.name == name);
        match arms.fault(weapon, material) {
            Some((field, message)) => {
                Err((name.to_owned(), format!("`arms.{field}` of {name:?}: {message}")))
            }
            None => Ok(()),
        }
    }
}

fn unique<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), (String, String)> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for name in names {
        if name.trim().is_empty() {
            return Err((String::new(), format!("a {what} has no name")));
        }
        if !known.insert(name) {
            return Err((name.to_owned(), format!("the {what} {name:?} is there twice")));
        }
    }
    Ok(())
}
