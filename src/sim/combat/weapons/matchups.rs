//! The preferences between classes: favourite prey, and targets that are vulnerable to the own weapons.

use crate::level::ShipKind;
use crate::sim::combat::Combatant;
use crate::sim::{ArmedClass, ArmsTable, TargetId};

/// Preference of every class for every other as a target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matchups {
    /// Number of ship classes; the structure classes follow them.
    ships: usize,
    classes: usize,
    /// A row for each class that shoots.
    wants: Vec<f64>,
}

impl Matchups {
    /// The preferences between the classes of an arms table.
    pub fn new(arms_table: &ArmsTable) -> Self {
        let all: Vec<&ArmedClass> = arms_table.ships.iter().chain(&arms_table.structures).collect();
        let wants = all.iter().flat_map(|shooter| {
            let want = |target: &&ArmedClass| want(shooter, target, arms_table);
            all.iter().map(want).collect::<Vec<f64>>()
        });
        Self { ships: arms_table.ships.len(), classes: all.len(), wants: wants.collect() }
    }

    /// Index of a combatant's class among all classes.
    pub fn place_of(&self, one: &Combatant) -> usize {
        match one.mark {
            TargetId::Ship(_) => one.class.into(),
            TargetId::Structure(_) => self.ships + usize::from(one.class),
        }
    }

    /// The preferences of the class at an index.
    pub fn row(&self, place: usize) -> &[f64] {
        let first = place.saturating_mul(self.classes);
        self.wants.get(first..first.saturating_add(self.classes)).unwrap_or_default()
    }
}

/// Preference of a class for another as a target.
fn want(shooter: &ArmedClass, target: &ArmedClass, arms_table: &ArmsTable) -> f64 {
    let numbers = &arms_table.rules.targeting;
    let effect = effect(shooter, target, arms_table).max(numbers.least_effect);
    let can_do_harm = target.is_armed() || target.troopers > 0.0;
    let hunted = prey_factor(&shooter.prey, target.kind, numbers.first_prey);
    hunted * effect * if can_do_harm { 1.0 } else { numbers.harmless }
}

/// The factor of a kind for a class with favourite prey: earlier is better, the first by `first_prey`.
fn prey_factor(prey: &[ShipKind], kind: ShipKind, first_prey: f64) -> f64 {
    let Some(place) = prey.iter().position(|hunted| *hunted == kind) else { return 1.0 };
    1.0 + (first_prey - 1.0) * (1.0 - place as f64 / prey.len() as f64)
}

/// The share of a class's damage that shield and armour of another class suffer if everything hits, 0 to 4.
fn effect(shooter: &ArmedClass, target: &ArmedClass, arms_table: &ArmsTable) -> f64 {
    let whole = (target.shield + target.armour).max(f64::MIN_POSITIVE);
    let (mut done, mut suffered) = (0.0, 0.0);
    for mount in &shooter.mounts {
        let Some(weapon) = arms_table.weapons.get(mount.weapon) else { continue };
        let harm = weapon.harm * f64::from(mount.count) / f64::from(weapon.reload_ticks.max(1));
        done += harm;
        if !weapon.is_for(target.bound_km) {
            continue;
        }
        let kind = weapon.kind as usize;
        let shield = target.shield * target.shield_shares[kind];
        let armour = target.armour * target.armour_shares[kind];
        suffered += harm * (shield + armour) / whole;
    }
    if done > 0.0 { suffered / done } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;
    use crate::sim::ids::ClassId;

    #[test]
    fn classes_prefer_their_prey_and_vulnerable_targets() {
        let mut arms_table = test_support::arms_table();
        arms_table.ships.truncate(1);
        arms_table.structures.clear();
        let plain = arms_table.ships[ClassId::FIRST].clone();
        let with = |change: &dyn Fn(&mut ArmedClass)| {
            let mut class = plain.clone();
            class.prey = vec![ShipKind::Capital, ShipKind::Wing];
            class.kind = ShipKind::Line;
            class.armour_shares = [1.0; 4];
            change(&mut class);
            class
        };
        arms_table.ships = vec![
            with(&|_| ()),
            with(&|class| class.kind = ShipKind::Capital),
            with(&|class| class.kind = ShipKind::Wing),
            with(&|class| class.armour_shares = [0.5; 4]),
            with(&|class| class.range_km = 0.0),
        ]
        .into();
        let matchups = Matchups::new(&arms_table);
        let row = matchups.row(0);
        let expected = [1.0, 3.0, 2.0, 0.5, 0.3];
        assert_eq!(row.len(), expected.len());
        for (found, right) in row.iter().zip(expected) {
            assert!((found - right).abs() < 1.0e-12, "{row:?}");
        }
        assert!(matchups.row(5).is_empty());
    }
}
