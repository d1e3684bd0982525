//! Counts the forces at battle sites, forecasts how their battles end, and finds how large their hulls are.

use bevy::prelude::*;

use super::sites::Sites;
use crate::client::frame::Player;
use crate::client::scene::battle::BattleClock;
use crate::client::view::Sight;
use crate::sim::forecast::{BattleForces, UnitCount};
use crate::sim::{ArmedClass, ArmsTable, Calendar, Sides, Sky};

/// Time between two counts of a battle, s.
const REST_S: f64 = 1.0;

/// Counts the forces of each battle about once a second. The forecast is made again only for other forces.
pub fn count(
    sight: Sight,
    player: Res<Player>,
    clock: Res<BattleClock>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    sides: Res<Sides>,
    arms_table: Res<ArmsTable>,
    mut sites: ResMut<Sites>,
) {
    for site in sites.uncounted(clock.now_s, REST_S) {
        let (place, reach_km) = site.fought();
        let area = (place.now(&sky), reach_km);
        let before = site.forces.as_ref();
        let forces = BattleForces::about(sight.view(), player.faction, area, &sides, &arms_table, before);
        if before != Some(&forces) {
            site.estimate = forces.is_contested().then(|| forces.estimate(&arms_table));
        }
        site.hull_km = usual_hull_km(&forces, &arms_table);
        site.note_forces(clock.now_s, calendar.tick, forces);
    }
}

/// Half the length of the usual hull of a battle, km: of its ships, or of its structures if it has no ships; 0 without
/// any.
fn usual_hull_km(forces: &BattleForces, arms_table: &ArmsTable) -> f64 {
    let ships = forces.sides.iter().flat_map(|side| &side.ships);
    let of_ships = middle_km(hulls(ships, |part| arms_table.ships.get(part.class)));
    let structures = forces.sides.iter().flat_map(|side| &side.structures);
    of_ships
        .or_else(|| middle_km(hulls(structures, |part| arms_table.structures.get(part.class))))
        .unwrap_or(0.0)
}

/// Half lengths of hulls, km, with their numbers.
fn hulls<'a>(
    parts: impl Iterator<Item = &'a UnitCount>,
    class_of: impl Fn(&UnitCount) -> Option<&'a ArmedClass>,
) -> Vec<(f64, u32)> {
    parts.filter_map(|part| Some((class_of(part)?.bound_km, part.count))).collect()
}

/// The hull in the middle of these by size, if each counts by its length: neither one giant among many small ones nor
/// the wings about a giant say how large the hulls of a battle are. `None` without any.
fn middle_km(mut hulls: Vec<(f64, u32)>) -> Option<f64> {
    hulls.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
    let length = |(half_km, count): &(f64, u32)| half_km * f64::from(*count);
    let whole: f64 = hulls.iter().map(length).sum();
    let mut run = 0.0;
    let middle = hulls.iter().find(|&hull| {
        run += length(hull);
        2.0 * run >= whole
    });
    middle.map(|(half_km, _)| *half_km)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ClassId;
    use crate::sim::combat::test_support::shipped;

    #[test]
    fn one_giant_does_not_say_how_large_the_hulls_of_a_battle_are() {
        let middle = |hulls: &[(f64, u32)]| middle_km(hulls.to_vec());
        let (giant, cruiser, wing) = (4200.0, 1200.0, 40.0);
        assert_eq!(middle(&[(giant, 2), (cruiser, 7), (850.0, 4), (600.0, 4), (400.0, 4)]), Some(cruiser));
        assert_eq!(middle(&[(giant, 1), (wing, 30)]), Some(giant), "wings are hardly seen beside it");
        assert_eq!(middle(&[(wing, 30), (cruiser, 0)]), Some(wing));
        assert_eq!(middle(&[]), None);
    }

    #[test]
    fn structures_count_where_no_ship_is() {
        let arms_table = shipped();
        let half_km = |class: Option<&ArmedClass>| class.map_or(0.0, |class| class.bound_km);
        let part =
            |count: u32| UnitCount { class: ClassId::FIRST, level: 0, count, armour: 100, shield: 100 };
        let mut forces = BattleForces::default();
        assert_eq!(usual_hull_km(&forces, &arms_table), 0.0);
        forces.sides[1].structures = vec![part(9)];
        assert_eq!(usual_hull_km(&forces, &arms_table), half_km(arms_table.structures.first()));
        forces.sides[0].ships = vec![part(1)];
        assert_eq!(usual_hull_km(&forces, &arms_table), half_km(arms_table.ships.first()));
    }
}
