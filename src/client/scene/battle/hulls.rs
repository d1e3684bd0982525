//! How whole ships and structures are: shield and armour, what is left and what there could be.
//!
//! - Enters: conditions of the world, and what classes have when they are whole.
//! - Leaves: [`HullState`]s, of one or of several together.
//! - Must never: be asked about what is not in sight. What is, shows its wounds to everyone.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::sim::world::{ArmedClass, Armoury, Condition, Ship, Structure};

/// What is less than this share short of the whole counts as whole.
const WHOLE: f64 = 0.001;

/// Shield and armour, points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HullState {
    /// Armour that is left.
    pub armour: f64,
    /// Armour when whole.
    pub most_armour: f64,
    /// Shield that is left.
    pub shield: f64,
    /// Shield when whole; 0: there is none.
    pub most_shield: f64,
}

impl HullState {
    /// That of one of a class.
    pub fn of(condition: &Condition, class: &ArmedClass) -> Self {
        Self {
            armour: condition.armour,
            most_armour: class.armour,
            shield: condition.shield,
            most_shield: class.shield,
        }
    }

    /// How much of the armour is left, 0 to 1.
    pub fn armour_share(&self) -> f64 {
        share(self.armour, self.most_armour).unwrap_or(1.0)
    }

    /// How much of the shield is left, 0 to 1; `None` where there is none.
    pub fn shield_share(&self) -> Option<f64> {
        share(self.shield, self.most_shield)
    }

    /// Whether anything is missing.
    pub fn is_damaged(&self) -> bool {
        self.armour_share().min(self.shield_share().unwrap_or(1.0)) < 1.0 - WHOLE
    }

    /// Both together.
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

type HullParts = (&'static Condition, Option<&'static Ship>, Option<&'static Structure>);

/// The states of ships and structures.
#[derive(SystemParam)]
pub struct HullStates<'w, 's> {
    hulls: Query<'w, 's, HullParts>,
    armoury: Res<'w, Armoury>,
}

impl HullStates<'_, '_> {
    /// The state of someone in sight; `None` for one that has none.
    pub fn of(&self, entity: Entity) -> Option<HullState> {
        let (condition, ship, structure) = self.hulls.get(entity).ok()?;
        let class = match (ship, structure) {
            (Some(ship), _) => self.armoury.ships.get(ship.class),
            (None, Some(structure)) => self.armoury.structures.get(structure.class),
            (None, None) => None,
        };
        class.map(|class| HullState::of(condition, class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_what_there_is() {
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
}
