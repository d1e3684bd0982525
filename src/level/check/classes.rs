//! Checks of the classes of ships and structures, and of their weapons and materials, in levels and in files
//! of the rules.

use std::collections::BTreeMap;

use super::Examiner;
use crate::level::ranges::Ranged;
use crate::level::{Arms, Hangar, MOST_MOUNTS, ShipClass};

pub(super) fn check(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    list(examiner, "materials", &level.materials, |material| (&material.name, &material.role));
    list(examiner, "weapons", &level.weapons, |weapon| (&weapon.name, &weapon.role));
    list(examiner, "ship_classes", &level.ship_classes, |class| (&class.name, &class.role));
    list(examiner, "structure_classes", &level.structure_classes, |class| (&class.name, &class.role));
    for (index, class) in level.ship_classes.iter().enumerate() {
        let path = format!("ship_classes[{index}]");
        arms(examiner, &format!("{path}.arms"), &class.arms);
        if let Some(entry) = &class.hangar {
            hangar(examiner, &format!("{path}.hangar.class"), entry, class);
        }
    }
    for (index, class) in level.structure_classes.iter().enumerate() {
        let path = format!("structure_classes[{index}]");
        if class.zones.is_empty() && examiner.is_whole("structure_classes") {
            let remedy = "write `zones: [inner]` or another of `innermost`, `outer` and `outermost`";
            examiner.error(&format!("{path}.zones"), "it may stand in no ring", remedy);
        }
        arms(examiner, &format!("{path}.arms"), &class.arms);
    }
}

/// Common checks of class lists: unique names, roles, and numbers.
fn list<T: Ranged>(
    examiner: &mut Examiner<'_>,
    list: &str,
    entries: &[T],
    words: fn(&T) -> (&String, &String),
) {
    for (index, entry) in entries.iter().enumerate() {
        let path = format!("{list}[{index}]");
        let (name, role) = words(entry);
        examiner.name(&format!("{path}.name"), name);
        examiner.line(&format!("{path}.role"), role);
        examiner.ranges(&path, entry);
    }
    examiner.unique_names(list, entries.iter().map(|entry| words(entry).0.as_str()));
}

/// Checks the arms of a class. `path` is the path of its `arms`.
fn arms(examiner: &mut Examiner<'_>, path: &str, arms: &Arms) {
    let known = examiner.known;
    for (part, material) in [("armour", &arms.armour.material), ("shield", &arms.shield.material)] {
        if !material.is_empty() {
            let path = format!("{path}.{part}.material");
            is_known(examiner, &path, material, ("material", "materials"), &known.materials);
        }
    }
    examiner.at_most(&format!("{path}.weapons"), arms.weapons.len(), MOST_MOUNTS, "kinds of mounts");
    for (index, mount) in arms.weapons.iter().enumerate().take(MOST_MOUNTS) {
        weapon_name(examiner, &format!("{path}.weapons[{index}].weapon"), &mount.weapon);
    }
}

/// The class in a hangar must not have a hangar itself. `path` is the path of the hangar's `class`.
fn hangar(examiner: &mut Examiner<'_>, path: &str, hangar: &Hangar, class: &ShipClass) {
    ship_class_name(examiner, path, &hangar.class);
    let craft = examiner.ship_class(&hangar.class);
    if hangar.class == class.name || craft.is_some_and(|craft| craft.hangar.is_some()) {
        let message = format!("{:?} has a hangar itself", hangar.class);
        examiner.error(path, message, "take a class without one");
    }
}

/// Checks that the level or the rules have a ship class.
pub(super) fn ship_class_name(examiner: &mut Examiner<'_>, path: &str, name: &str) {
    let known = examiner.known;
    is_known(examiner, path, name, ("ship class", "ship_classes"), &known.ship_classes);
}

/// Checks that the level or the rules have a structure class.
pub(super) fn structure_class_name(examiner: &mut Examiner<'_>, path: &str, name: &str) {
    let known = examiner.known;
    is_known(examiner, path, name, ("structure class", "structure_classes"), &known.structure_classes);
}

/// Checks that the level or the rules have a weapon.
fn weapon_name(examiner: &mut Examiner<'_>, path: &str, name: &str) {
    let known = examiner.known;
    is_known(examiner, path, name, ("weapon", "weapons"), &known.weapons);
}

/// Checks that a name is in a list of the level or of the rules.
fn is_known<T>(
    examiner: &mut Examiner<'_>,
    path: &str,
    name: &str,
    (kind, list): (&str, &str),
    known: &BTreeMap<&str, T>,
) {
    if !known.contains_key(name) && examiner.is_whole(list) {
        let otherwise = format!("take a {kind} of the rules, or add it to `{list}`");
        let remedy = examiner.suggestion(name, known.keys().copied(), &otherwise);
        examiner.error(path, format!("no {kind} is called {name:?}"), remedy);
    }
}
