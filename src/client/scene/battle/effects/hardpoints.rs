//! Hardpoints: where the shots of a unit begin. They follow from the numbers of unit and weapon, on the side that is
//! turned to the target.

use glam::DVec3;

use crate::client::models::Dice;
use crate::client::scene::battle::effects::paint::scattered;
use crate::client::scene::battle::{SpottedUnit, UnitShape};
use crate::sim::{TargetId, WeaponId};

/// Hardpoints of a hull, from the bow on: the place along the axis, in bounding radii, and the distance from the axis,
/// in radii of the hull.
const ON_HULL: [(f64, f64); 6] =
    [(0.93, 0.05), (0.74, 0.1), (0.45, 0.17), (0.12, 0.24), (-0.22, 0.28), (-0.52, 0.3)];
/// How many of them fire straight ahead, or astern: a shot from another one would run along the own deck.
const FEWEST: usize = 2;
/// Hardpoints of a weapon.
const MOUNTS: u64 = 4;
/// Deviation of hardpoints from the side that is turned to the target, about a cosine.
const SIDE_SCATTER: f64 = 0.45;

/// The seed of the hardpoint from which a unit fires a shot with this number.
pub fn mount_of(unit: TargetId, weapon: WeaponId, shot: u64) -> u64 {
    let of_unit = match unit {
        TargetId::Ship(ship) => u64::from(ship.0),
        TargetId::Structure(structure) => u64::from(structure.0) | (1 << 32),
    };
    let of_weapon = usize::from(weapon) as u64;
    (of_unit << 16) ^ (of_weapon << 3) ^ (shot % MOUNTS)
}

/// The hardpoint of a unit that follows from a seed, for a shot in a direction of any length: offset from the middle,
/// km.
pub fn hardpoint(spot: &SpottedUnit, seed: u64, toward: DVec3) -> DVec3 {
    let mut dice = Dice::new(seed);
    let (roll, toward) = (dice.roll(), toward.normalize_or(spot.axis()));
    let side = toward + scattered(&mut dice, SIDE_SCATTER);
    match spot.shape {
        UnitShape::Hull { heading, .. } => {
            let (along, aside) = station(heading.dot(toward), roll);
            let outward = side.reject_from_normalized(heading).normalize_or_zero();
            heading * (along * spot.bound_km()) + outward * (aside * spot.radius_km)
        }
        UnitShape::Ball => spot.on_hull(0.0, side),
    }
}

/// The hardpoint on a hull that follows from a roll of dice, for a target that is so far ahead, a cosine.
fn station(ahead: f64, roll: f32) -> (f64, f64) {
    let closed = ((ON_HULL.len() - FEWEST) as f64 * (ahead * ahead).min(1.0)).round() as usize;
    let open = ON_HULL.len() - closed;
    let index = ((roll * open as f32) as usize).min(open - 1);
    ON_HULL[if ahead < 0.0 { ON_HULL.len() - 1 - index } else { index }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::ShipId;

    /// A hull along the x axis.
    fn hull() -> SpottedUnit {
        let shape = UnitShape::Hull { heading: DVec3::X, half_length_km: 900.0 };
        SpottedUnit { radius_km: 100.0, shape, ..SpottedUnit::default() }
    }

    #[test]
    fn shots_ahead_leave_the_bow_and_broadsides_the_whole_hull() {
        let along = |toward: DVec3| (0..60).map(move |seed| hardpoint(&hull(), seed, toward).x);
        assert!(along(DVec3::X).all(|x| x > 700.0), "none runs along the own deck");
        assert!(along(DVec3::NEG_X).all(|x| x < 0.0));
        let (low, high) =
            along(DVec3::Y).fold((0.0_f64, 0.0_f64), |(low, high), x| (low.min(x), high.max(x)));
        assert!(low < -500.0 && high > 900.0, "{low} {high}");
    }

    #[test]
    fn hardpoints_face_the_target_and_stay_where_they_are() {
        for (seed, toward) in (0..60).zip([DVec3::Y, DVec3::NEG_Z].into_iter().cycle()) {
            let place = hardpoint(&hull(), seed, 8.0 * toward);
            assert!(place.dot(toward) > 0.0, "{place}");
            assert!(place.reject_from(DVec3::X).length() < 0.5 * hull().radius_km, "{place}");
            assert_eq!(place, hardpoint(&hull(), seed, toward));
            let ball = SpottedUnit { radius_km: 100.0, ..SpottedUnit::default() };
            assert!(hardpoint(&ball, seed, toward).dot(toward) > 0.0);
        }
    }

    #[test]
    fn a_weapon_of_a_ship_has_a_few_hardpoints_of_its_own() {
        let mount = |ship: u32, weapon: usize, shot: u64| {
            mount_of(TargetId::Ship(ShipId(ship)), WeaponId::from(weapon), shot)
        };
        assert_eq!(mount(3, 1, 2), mount(3, 1, 2 + MOUNTS));
        let others = [mount(3, 1, 3), mount(3, 2, 2), mount(4, 1, 2)];
        assert!(others.iter().all(|other| *other != mount(3, 1, 2)), "{others:?}");
    }
}
