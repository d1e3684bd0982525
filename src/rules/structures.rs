//! Whether a list of structure classes makes sense, as `assets/rules/structures.ron` says it.
//!
//! - Enters: the classes, in the order of the file.
//! - Leaves: nothing, or the first fault with the name of the class.
//! - Must never: know a level; what a level adds is checked where levels are.

use std::collections::BTreeSet;

use crate::level::holdings::{MOST_SLOTS, StructureClass};

/// The name of the first faulty class, and what is wrong with it.
pub(super) fn check_structure_classes(classes: &[StructureClass]) -> Result<(), (String, String)> {
    if classes.is_empty() {
        return Err((String::new(), "there are no structure classes".to_owned()));
    }
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for class in classes {
        let fault = if names.insert(&class.name) {
            fault_of(class)
        } else {
            Some(format!("the structure class {:?} is there twice", class.name))
        };
        if let Some(message) = fault {
            return Err((class.name.clone(), message));
        }
    }
    Ok(())
}

fn fault_of(class: &StructureClass) -> Option<String> {
    if class.name.trim().is_empty() {
        return Some("a structure class has no name".to_owned());
    }
    if class.zones.is_empty() {
        return Some(format!("{:?} may stand nowhere: `zones` is empty", class.name));
    }
    if !(1..=MOST_SLOTS).contains(&class.slots) {
        let message =
            format!("`slots` of {:?} is {}, but must be 1 to {MOST_SLOTS}", class.name, class.slots);
        return Some(message);
    }
    if class.hull == 0 {
        return Some(format!("`hull` of {:?} is 0, but must be above 0", class.name));
    }
    size_fault(class).or_else(|| factor_fault(class))
}

/// What must be above 0.
fn size_fault(class: &StructureClass) -> Option<String> {
    let sizes = [("build_s", class.build_s), ("radius_km", class.radius_km)];
    let (field, value) = sizes.into_iter().find(|(_, value)| !(value.is_finite() && *value > 0.0))?;
    Some(format!("`{field}` of {:?} is {value}, but must be above 0", class.name))
}

/// What may be 0 too.
fn factor_fault(class: &StructureClass) -> Option<String> {
    let factors = [("sight_km", class.sight_km), ("yard_speed", class.yard_speed)];
    let (field, value) = factors.into_iter().find(|(_, value)| !(value.is_finite() && *value >= 0.0))?;
    Some(format!("`{field}` of {:?} is {value}, but must not be below 0", class.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::holdings::{RingZone, StructureShape};

    fn classes(text: &str) -> Vec<StructureClass> {
        let dialect =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        dialect.from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    fn shipped() -> Vec<StructureClass> {
        classes(include_str!("../../assets/rules/structures.ron"))
    }

    #[test]
    fn the_shipped_ones_are_sound_and_complete() {
        let shipped = shipped();
        assert_eq!(check_structure_classes(&shipped), Ok(()));
        let names: Vec<&str> = shipped.iter().map(|class| class.name.as_str()).collect();
        for name in [
            "satellite",
            "research station",
            "sentry",
            "factory",
            "shipyard",
            "trade station",
            "habitat",
            "sensor array",
            "fortress",
        ] {
            assert!(names.contains(&name), "{name} is not there");
        }
    }

    #[test]
    fn each_of_the_shipped_ones_is_for_something() {
        for class in shipped() {
            let works = class.is_yard() || class.economy_percent > 0 || class.research_percent > 0;
            let is_armed = matches!(class.shape, StructureShape::Gun | StructureShape::Bastion);
            let is_of_use = works || is_armed || !class.earns.is_free() || class.sight_km > 0.0;
            assert!(is_of_use && !class.price.is_free() && !class.role.is_empty(), "{}", class.name);
        }
    }

    #[test]
    fn each_of_the_shipped_ones_fits_into_every_well() {
        use crate::level::holdings::{FEWEST_RINGS, MOST_RINGS};
        for class in shipped() {
            for count in FEWEST_RINGS..=MOST_RINGS {
                assert!((0..count).any(|ring| class.fits(ring, count)), "{} in {count}", class.name);
            }
        }
        let shipyard = shipped().into_iter().find(StructureClass::is_yard).expect("there is a yard");
        assert_eq!(shipyard.zones, [RingZone::Outer]);
    }

    #[test]
    fn faults_are_told_with_the_class() {
        let class = r#"(name: "a", zones: [inner], build_s: 1, hull: 1, radius_km: 1)"#;
        for (text, part) in [
            (format!("[{class}, {class}]"), "twice"),
            ("[]".to_owned(), "no structure classes"),
            (format!("[{}]", class.replace("\"a\"", "\" \"")), "no name"),
            (format!("[{}]", class.replace("[inner]", "[]")), "`zones` is empty"),
            (format!("[{}]", class.replace("hull: 1", "hull: 0")), "`hull`"),
            (format!("[{}]", class.replace("hull: 1", "hull: 1, slots: 5")), "is 5, but must be 1 to 4"),
            (format!("[{}]", class.replace("build_s: 1", "build_s: 0")), "`build_s`"),
            (format!("[{}]", class.replace("build_s: 1", "build_s: inf")), "`build_s`"),
            (format!("[{}]", class.replace("hull: 1", "hull: 1, yard_speed: -1")), "`yard_speed`"),
        ] {
            let (_, message) = check_structure_classes(&classes(&text)).expect_err("faulty");
            assert!(message.contains(part), "{message}");
        }
    }
}
