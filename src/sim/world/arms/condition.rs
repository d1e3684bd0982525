//! What fights have left of a ship or a structure.

use bevy::prelude::*;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::armoury::ArmedClass;
use crate::level::MOST_MOUNTS;
use crate::level::model::{is_nought, is_usual, is_zero};
use crate::level::ranges::{POINTS, TROOPERS, UNIT};
use crate::sim::ids::{FactionId, TargetId};

/// The longest that calm is counted, ticks: beyond a minute nothing depends on it.
pub const MOST_CALM_TICKS: u32 = 1800;

/// The state of a ship or a finished structure in fights. Neither armour nor shield is ever below 0 or above
/// what the class has.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// Armour that is left, points. At 0 it is gone.
    pub armour: f64,
    /// Shield that is left, points.
    pub shield: f64,
    /// Ticks since it was last hit, up to [`MOST_CALM_TICKS`].
    pub calm_ticks: u32,
    /// Heat that still burns in its armour, points.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub burning: f64,
    /// The foe that set it on fire last; `None` where nothing burns, or where it was no foe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lit_by: Option<Igniter>,
    /// Ticks for which its weapons are silent yet.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub silenced_ticks: u32,
    /// Harm that it has done, points.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub experience: f64,
    /// Troopers aboard.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub troopers: f64,
    /// What it aims at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetId>,
    /// Its mounts, in the order of its class.
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

/// Who set something on fire, to be credited with what burns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Igniter {
    /// Who fired; it may be gone.
    pub by: TargetId,
    /// The faction of that.
    pub faction: FactionId,
}

/// A mount: some weapons that aim and fire together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MountState {
    /// Ticks until it can fire.
    #[serde(skip_serializing_if = "is_usual")]
    pub reload_ticks: u16,
    /// Where it points, a unit vector in the ecliptic frame; zero: along its facing.
    #[serde(skip_serializing_if = "is_usual")]
    pub aim: Vec3,
}

ranges!(MountState { aim: UNIT });

impl Condition {
    /// Whole and rested.
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

    /// The same, with what is out of the bounds of a class brought within them: classes may have changed since a
    /// save.
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
    use crate::sim::combat::trial;
    use crate::sim::ids::{ClassId, StructureId};

    #[test]
    fn what_a_class_cannot_have_is_brought_within_its_bounds() {
        let armoury = trial::armoury();
        let class = &armoury.ships[ClassId::FIRST];
        let igniter = Igniter { by: TargetId::Structure(StructureId(7)), faction: FactionId(1) };
        let lit = Condition { burning: 5.0, lit_by: Some(igniter), ..Condition::whole(class) };
        assert_eq!(lit.within(class), lit);
        assert_eq!(Condition { burning: 0.0, ..lit }.within(class).lit_by, None, "nothing burns");
        let beyond = Condition { armour: 1.0e9, shield: 1.0e9, calm_ticks: u32::MAX, ..lit };
        assert_eq!(beyond.within(class), lit);
        assert!(Condition { armour: 0.0, ..lit }.within(class).armour > 0.0, "it is not destroyed");
    }
}
