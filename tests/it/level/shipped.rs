//! The shipped levels.

use ecliptic::level::{BodyEntry, read_level};

use super::{project, rules};

#[test]
fn are_sound_and_without_warnings() {
    let rules = rules();
    let surroundings = rules.class_catalog();
    let mut count = 0;
    for entry in std::fs::read_dir(project("levels")).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "ron") {
            count += 1;
            let loaded = read_level(&path, &surroundings).unwrap_or_else(|error| panic!("{error}"));
            assert!(loaded.warnings.is_empty(), "{}", loaded.warnings);
        }
    }
    assert!(count >= 2, "only {count} levels");
}

#[test]
fn one_is_tied_to_nothing_real() {
    let rules = rules();
    let surroundings = rules.class_catalog();
    let level = read_level(&project("levels/binary-dawn.ron"), &surroundings).expect("it is sound").level;
    assert!(level.bodies.iter().all(|body| matches!(body, BodyEntry::Own(_))));
}
