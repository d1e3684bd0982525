//! Duels: the classes that fight, reproducible results, and an up-to-date page of the rules.

use ecliptic::duels::field::{DuelSetting, duellists};
use ecliptic::duels::page::{DUELS_HEADLINE, mark_of_rules, page_of_rules};
use ecliptic::duels::{DuelFault, duel, fight};

use crate::sim::worlds::rules;

#[test]
fn a_fight_with_the_same_seed_ends_the_same() {
    let rules = rules();
    let field = DuelSetting::new(&rules, ["corvette", "frigate"], 1600).expect("there is such a field");
    assert_eq!(field.counts, [4, 2]);
    let first = fight(&field, 3).expect("it is fought");
    assert_eq!(fight(&field, 3), Ok(first));
    for left in first.left {
        assert!((0.0..=1.0).contains(&left), "{first:?}");
    }
    assert!(first.seconds > 0.0 && first.seconds <= 60.0, "{first:?}");
}

/// A wing is hard to see, and a destroyer's torpedoes reach far.
#[test]
fn a_class_that_is_hard_to_see_is_found_and_fought() {
    let field =
        DuelSetting::new(&rules(), ["fighter wing", "destroyer"], 2600).expect("there is such a field");
    let outcome = fight(&field, 1).expect("it is fought");
    assert!(outcome.left.iter().any(|left| *left < 1.0), "nobody was hurt: {outcome:?}");
}

#[test]
fn the_number_of_threads_does_not_change_a_score() {
    let rules = rules();
    let score = |threads| duel(&rules, ["corvette", "corvette"], 720, 3, threads).expect("it is fought");
    let one = score(1);
    assert_eq!((one.fights, one.ships), (3, [2, 2]));
    assert_eq!(score(3), one);
}

#[test]
fn nobody_fights_a_class_that_is_not_there() {
    let fault = duel(&rules(), ["corvette", "battleship"], 1000, 1, 1).expect_err("there is none");
    assert!(matches!(&fault, DuelFault::NoSuchClass(name, _) if name == "battleship"), "{fault}");
    assert!(fault.to_string().contains("dreadnought"), "{fault}");
}

#[test]
fn the_dearest_class_can_be_bought_once() {
    let rules = rules();
    for class in duellists(&rules) {
        let names = [class.name.as_str(), "dreadnought"];
        let field =
            DuelSetting::new(&rules, names, ecliptic::duels::USUAL_COST).expect("there is such a field");
        assert_eq!(field.counts[1], 1);
        let spent = ecliptic::sim::world::worth(class.price) * f64::from(field.counts[0]);
        let usual = f64::from(ecliptic::duels::USUAL_COST);
        assert!(spent <= usual && spent > 0.9 * usual, "{}: {spent}", class.name);
    }
}

/// `scripts/balance --write` rewrites it.
#[test]
fn the_page_has_the_numbers_of_the_rules() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/classes.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let (above, duels) = page.split_once(DUELS_HEADLINE).expect("it tells of duels");
    assert_eq!(above, page_of_rules(&rules()));
    assert!(duels.contains(&mark_of_rules(&rules())), "the duels are of other rules");
    assert!(duels.contains(", 1000 fights"), "fewer fights than the script makes");
}
