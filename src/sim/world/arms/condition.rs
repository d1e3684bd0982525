//! Combat state of a ship or a structure.

use bevy::prelude::*;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::arms_table::ArmedClass;
use crate::level::ranges::{POINTS, TROOPERS, UNIT};
use crate::level::{MOST_MOUNTS, is_usual};
use crate::sim::{FactionId, TargetId};

/// Upper limit of the calm counter, ticks: nothing depends on calm beyond a minute.
pub const MOST_CALM_TICKS: u32 = 1800;

/// Combat state of a ship or a structure. Armour and shield are never below 0 or above the maximum of the
/// class.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// Armour left, points. At 0 the unit is destroyed.
    pub armour: f64,
    /// Shield left, points.
    pub shield: f64,
    /// Ticks since the last hit, up to [`MOST_CALM_TICKS`].
    pub calm_ticks: u32,
    /// Heat still burning in the armour, points.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub burning: f64,
    /// The foe that set the unit on fire last; `None` if nothing burns, or if no foe lit the fire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lit_by: Option<Igniter>,
    /// Remaining ticks for which the weapons are silenced.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub silenced_ticks: u32,
    /// Damage dealt by the unit, points.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub experience: f64,
    /// Troopers aboard.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub troopers: f64,
    /// The target that the unit aims at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetId>,
    /// Mounts, in the order of its class.
    pub mounts: [MountState; MOST_MOUNTS],
}

ranges!(Condition {
    armour: POINTS,
    shield: POINTS,
    burning: POINTS,
    experience: 0.0..=1.0e15,
    troopers: TROOPERS,
    mounts,
});

/// The attacker that set a unit on fire, credited with the burn damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Igniter {
    /// The attacker, which may be destroyed by now.
    pub by: TargetId,
    /// The attacker's faction.
    pub faction: FactionId,
}

/// State of a mount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MountState {
    /// Ticks until the mount can fire.
    #[serde(skip_serializing_if = "is_usual")]
    pub reload_ticks: u16,
    /// Direction of aim, a unit vector in the ecliptic frame; zero: along the mount's facing.
    #[serde(skip_serializing_if = "is_usual")]
    pub aim: Vec3,
}

ranges!(MountState { aim: UNIT });

impl Condition {
    /// A unit of this class with full armour, full shield and loaded weapons.
    pub fn whole(class: &ArmedClass) -> Self {
        Self {
            armour: class.armour,
            shield: class.shield,
            calm_ticks: MOST_CALM_TICKS,
            burning: 0.0,
            lit_by: None,
            silenced_ticks: 0,
            experience: 0.0,
            troopers: class.troopers,
            target: None,
            mounts: [MountState::default(); MOST_MOUNTS],
        }
    }

    /// Clamps the condition to the limits of its class: classes may have changed since the save.
    pub fn within(self, class: &ArmedClass) -> Self {
        Self {
            armour: self.armour.clamp(f64::MIN_POSITIVE, class.armour),
            shield: self.shield.clamp(0.0, class.shield),
            calm_ticks: self.calm_ticks.min(MOST_CALM_TICKS),
            burning: self.burning.clamp(0.0, class.armour),
            lit_by: self.lit_by.filter(|_| self.burning > 0.0),
            ..self
        }
    }

    /// Share of armour and shield together that is left, 0 to 1.
    pub fn share(&self, class: &ArmedClass) -> f64 {
        (self.armour + self.shield) / (class.armour + class.shield).max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;
    use crate::sim::ids::{ClassId, StructureId};

    #[test]
    fn values_beyond_a_class_are_clamped_to_its_bounds() {
        let arms_table = test_support::arms_table();
        let class = &arms_table.ships[ClassId::FIRST];
        let igniter = Igniter { by: TargetId::Structure(StructureId(7)), faction: FactionId(1) };
        let lit = Condition { burning: 5.0, lit_by: Some(igniter), ..Condition::whole(class) };
        assert_eq!(lit.within(class), lit);
        assert_eq!(Condition { burning: 0.0, ..lit }.within(class).lit_by, None, "nothing burns");
        let beyond = Condition { armour: 1.0e9, shield: 1.0e9, calm_ticks: u32::MAX, ..lit };
        assert_eq!(beyond.within(class), lit);
        assert!(Condition { armour: 0.0, ..lit }.within(class).armour > 0.0, "it is not destroyed");
    }
}
