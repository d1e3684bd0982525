//! A landing on a free body that resists a founding: the nearest troop ships go, and few are compared.

use ecliptic::sim::{Operation, OperationKind, ShipId};

use super::{Scene, body, operations};

/// The troop ships near the free body; eight others, with lower numbers, are at home.
const NEAR: [ShipId; 2] = [ShipId(8), ShipId(9)];

/// The troop ships that a mind sends to Fulcrum, which has so many defenders and no owner; `None` if it sends none.
/// Each has 80 troopers. On the ground of a planet, with the margin of minds, 100 defenders want 154 troopers.
fn landers(defenders: u32) -> Option<Vec<ShipId>> {
    let mut simulation = Scene::with(&["Fulcrum"])
        // Out of sight it is believed to have as many defenders as its worth.
        .holding("Fulcrum", None, defenders, f64::from(defenders))
        .ships("Rivalry", ("Brome", 3.0, 0.0), &[("troop ship", 8)])
        .ships("Rivalry", ("Fulcrum", 14.0, 0.0), &[("troop ship", 2)])
        .played_by("merciless", "steward");
    simulation.run(20);
    let fulcrum = body(&simulation, "Fulcrum");
    let is_landing = |one: &&Operation| one.kind == OperationKind::Settle && one.target == fulcrum;
    let landing = operations(&simulation).iter().find(is_landing)?;
    Some(landing.landers.clone())
}

#[test]
fn the_nearest_troop_ships_win_a_free_body() {
    assert_eq!(landers(80), Some(NEAR.to_vec()), "123 troopers are needed");
}

/// A journey is computed for each ship that is compared.
#[test]
fn no_more_than_eight_troop_ships_are_compared_for_a_free_body() {
    let eight = landers(390).expect("600 troopers are needed, and eight ships have 640");
    assert_eq!(eight.len(), 8);
    assert!(NEAR.iter().all(|ship| eight.contains(ship)), "{eight:?}");
    assert_eq!(landers(440), None, "677 troopers are needed: ten ships have them, and eight do not");
}
