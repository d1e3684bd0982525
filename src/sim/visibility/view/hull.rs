//! Hull state of ships and structures: shield and armour, current and maximum.

use crate::sim::{ArmedClass, Condition};

/// A hull short of the maximum by less than this share counts as whole.
const WHOLE: f64 = 0.001;
/// Number of steps in which foreign hulls are known: the resolution of a bar on the screen.
const STEPS: f64 = 20.0;
/// Tolerance for rounding in a number of steps.
const ROUNDING: f64 = 1.0e-9;

/// Shield and armour, points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HullState {
    /// Armour that is left.
    pub armour: f64,
    /// Full armour.
    pub most_armour: f64,
    /// Shield that is left.
    pub shield: f64,
    /// Full shield; 0: no shield.
    pub most_shield: f64,
}

impl HullState {
    /// The hull state of a unit of this class. A unit has no condition before its first tick: it is whole.
    pub fn of(condition: Option<&Condition>, class: &ArmedClass) -> Self {
        Self {
            armour: condition.map_or(class.armour, |condition| condition.armour),
            most_armour: class.armour,
            shield: condition.map_or(class.shield, |condition| condition.shield),
            most_shield: class.shield,
        }
    }

    /// The state as others know it: in steps of 5 % of the whole, rounded up, so that a remainder never shows as
    /// zero.
    pub fn in_steps(self) -> Self {
        let rough = |left: f64, most: f64| {
            share(left, most).map_or(left, |share| (STEPS * share - ROUNDING).ceil() / STEPS * most)
        };
        Self {
            armour: rough(self.armour, self.most_armour),
            shield: rough(self.shield, self.most_shield),
            ..self
        }
    }

    /// Remaining share of the armour, 0 to 1.
    pub fn armour_share(&self) -> f64 {
        share(self.armour, self.most_armour).unwrap_or(1.0)
    }

    /// Remaining share of the shield, 0 to 1; `None` without a shield.
    pub fn shield_share(&self) -> Option<f64> {
        share(self.shield, self.most_shield)
    }

    /// Whether armour is missing, which only repair brings back.
    pub fn needs_repair(&self) -> bool {
        self.armour_share() < 1.0 - WHOLE
    }

    /// Whether anything is missing.
    pub fn is_damaged(&self) -> bool {
        self.armour_share().min(self.shield_share().unwrap_or(1.0)) < 1.0 - WHOLE
    }

    /// The sum of both.
    pub fn plus(self, other: Self) -> Self {
        Self {
            armour: self.armour + other.armour,
            most_armour: self.most_armour + other.most_armour,
            shield: self.shield + other.shield,
            most_shield: self.most_shield + other.most_shield,
        }
    }
}

fn share(left: f64, most: f64) -> Option<f64> {
    (most > 0.0).then(|| (left / most).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use bevy::prelude::{Entity, With, World};

    use super::*;
    use crate::sim::Ship;
    use crate::sim::visibility::test_support::{TERRA, held};
    use crate::sim::visibility::{Viewer, WorldView, with_view};

    #[test]
    fn shares_are_of_the_whole() {
        let bare = HullState { armour: 25.0, most_armour: 100.0, ..HullState::default() };
        assert_eq!((bare.armour_share(), bare.shield_share()), (0.25, None));
        assert!(bare.is_damaged());
        let whole = HullState { armour: 100.0, most_armour: 100.0, shield: 50.0, most_shield: 50.0 };
        assert!(!whole.is_damaged());
        assert!(HullState { shield: 10.0, ..whole }.is_damaged());
        let both = bare.plus(whole);
        assert_eq!((both.armour_share(), both.shield_share()), (0.625, Some(1.0)));
        assert!(!HullState::default().is_damaged(), "what has nothing can lose nothing");
    }

    #[test]
    fn others_are_known_in_steps_of_5_percent() {
        let hull = HullState { armour: 41.0, most_armour: 200.0, shield: 0.1, most_shield: 50.0 };
        let known = hull.in_steps();
        assert_eq!((known.armour, known.shield), (50.0, 2.5));
        assert_eq!(HullState { armour: 200.0, shield: 50.0, ..hull }.in_steps().shield_share(), Some(1.0));
        assert_eq!(HullState { shield: 0.0, ..hull }.in_steps().shield_share(), Some(0.0));
        assert_eq!(HullState::default().in_steps(), HullState::default());
    }

    #[test]
    fn before_its_first_tick_a_ship_is_whole() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let hull = |world: &mut World| {
            let first = |view: WorldView| view.hull_of_ship(&view.ships().next()?);
            with_view(world, Viewer::Faction(TERRA), first).flatten()
        };
        let known = hull(world);
        assert!(known.is_some_and(|hull| hull.armour > 0.0 && !hull.is_damaged()), "{known:?}");
        let scout = world.query_filtered::<Entity, With<Ship>>().single(world).expect("there is one");
        world.entity_mut(scout).remove::<Condition>();
        assert_eq!(hull(world), known);
    }
}
