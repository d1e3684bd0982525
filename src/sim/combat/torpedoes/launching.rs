//! Launches of torpedoes: their targets, initial places and numbers.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::TorpedoLaunch;
use crate::level;
use crate::sim::combat::Combatant;
use crate::sim::{BodyId, MountedWeapon, TargetId};

/// Torpedoes that are launched together start this number of their radii apart.
const SPACING_RADII: f64 = 4.0;

/// The target of a torpedo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AimedAt {
    /// A ship or a structure.
    Hull(TargetId),
    /// The ground of a body.
    Ground(BodyId),
}

impl AimedAt {
    /// The ship or structure.
    pub fn hull(self) -> Option<TargetId> {
        match self {
            Self::Hull(mark) => Some(mark),
            Self::Ground(_) => None,
        }
    }

    /// The body.
    pub fn ground(self) -> Option<BodyId> {
        match self {
            Self::Hull(_) => None,
            Self::Ground(body) => Some(body),
        }
    }
}

impl From<TargetId> for AimedAt {
    fn from(mark: TargetId) -> Self {
        Self::Hull(mark)
    }
}

/// The torpedoes of a mount, which leave its hull side by side in a direction, a unit vector.
pub fn launched_by(
    shooter: &Combatant,
    mount: &MountedWeapon,
    class: &level::Torpedo,
    direction: DVec3,
    target: AimedAt,
) -> impl Iterator<Item = TorpedoLaunch> {
    let ahead_km = shooter.hull_reach_km(direction) + 2.0 * class.radius_km;
    let (middle, aside) = (shooter.position + direction * ahead_km, direction.any_orthonormal_vector());
    let (count, spacing_km) = (mount.count, SPACING_RADII * class.radius_km);
    let launch = TorpedoLaunch {
        weapon: mount.weapon,
        by: shooter.mark,
        faction: shooter.faction,
        target,
        position: middle,
        direction,
        well: shooter.well,
    };
    (0..count).map(move |number| {
        let place = f64::from(number) - 0.5 * (f64::from(count) - 1.0);
        TorpedoLaunch { position: middle + aside * (place * spacing_km), ..launch }
    })
}

/// The free numbers, in the order of use: first those above all taken ones, then the gaps from the lowest on.
/// `taken` is ascending.
pub fn free_numbers(taken: &[u32]) -> impl Iterator<Item = u32> {
    let above = taken.last().map_or(Some(0), |last| last.checked_add(1));
    let below = 0..taken.last().copied().unwrap_or(0);
    let gaps = below.filter(move |number| taken.binary_search(number).is_err());
    above.into_iter().flat_map(|first| first..=u32::MAX).chain(gaps)
}

#[cfg(test)]
mod tests {
    use super::super::super::test_support;
    use super::*;
    use crate::sim::ids::ShipId;

    #[test]
    fn hulls_and_grounds_are_distinct_targets() {
        let ship = TargetId::Ship(ShipId(7));
        assert_eq!((AimedAt::from(ship).hull(), AimedAt::from(ship).ground()), (Some(ship), None));
        assert_eq!(
            (AimedAt::Ground(BodyId(7)).hull(), AimedAt::Ground(BodyId(7)).ground()),
            (None, Some(BodyId(7)))
        );
    }

    #[test]
    fn torpedoes_leave_ahead_of_the_hull_and_apart() {
        let mount = MountedWeapon { count: 3, ..test_support::mounted() };
        let shooter = test_support::ship(1, 0, DVec3::ZERO);
        let launches: Vec<TorpedoLaunch> =
            launched_by(&shooter, &mount, &test_support::torpedo(), DVec3::Y, AimedAt::Ground(BodyId(2)))
                .collect();
        assert_eq!(launches.len(), 3);
        for launch in &launches {
            assert!((launch.position.y - 500.0).abs() < 1.0e-9, "{}", launch.position);
            assert_eq!((launch.target, launch.by), (AimedAt::Ground(BodyId(2)), shooter.mark));
        }
        let apart = launches[0].position.distance(launches[2].position);
        assert!((apart - 400.0).abs() < 1.0e-9, "{apart}");
    }

    #[test]
    fn no_number_is_given_twice() {
        let first = |taken: &[u32]| free_numbers(taken).take(3).collect::<Vec<u32>>();
        assert_eq!(first(&[]), [0, 1, 2]);
        assert_eq!(first(&[0, 4]), [5, 6, 7], "gaps are left where there is room above");
        assert_eq!(first(&[1, u32::MAX - 1]), [u32::MAX, 0, 2]);
        assert_eq!(first(&[0, 1, 3, u32::MAX]), [2, 4, 5]);
    }
}
