//! What fights have left of a ship or a structure.
//!
//! - Enters: the class, or what a save says.
//! - Leaves: a [`Condition`].
//! - Must never: decide who is hit.

use bevy::prelude::*;
use glam::Vec3;

use super::super::holdings::StructureId;
use super::super::ships::ShipId;
use super::{ArmedClass, Mark};
use crate::level::{ConditionState, MOST_MOUNTS, MarkState};

/// The longest that calm is counted, ticks: beyond a minute nothing depends on it.
pub const MOST_CALM_TICKS: u32 = 1800;

/// The state of a ship or a finished structure in fights. Neither armour nor shield is ever below 0 or above
/// what the class has.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Condition {
    /// Armour that is left, points. At 0 it is gone.
    pub armour: f64,
    /// Shield that is left, points.
    pub shield: f64,
    /// Ticks since it was last hit, up to [`MOST_CALM_TICKS`].
    pub calm_ticks: u32,
    /// Heat that still burns in its armour, points.
    pub burning: f64,
    /// Ticks for which its weapons are silent yet.
    pub silenced_ticks: u32,
    /// Harm that it has done, points.
    pub experience: f64,
    /// Troopers aboard.
    pub troopers: f64,
    /// What it aims at.
    pub target: Option<Mark>,
    /// Its mounts, in the order of its class.
    pub mounts: [MountState; MOST_MOUNTS],
}

/// A mount: some weapons that aim and fire together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MountState {
    /// Ticks until it can fire.
    pub reload_ticks: u16,
    /// Where it points, a unit vector in the ecliptic frame; zero: along its facing.
    pub aim: Vec3,
}

impl Condition {
    /// Whole and rested.
    pub fn whole(class: &ArmedClass) -> Self {
        Self {
            armour: class.armour,
            shield: class.shield,
            calm_ticks: MOST_CALM_TICKS,
            burning: 0.0,
            silenced_ticks: 0,
            experience: 0.0,
            troopers: class.troopers,
            target: None,
            mounts: [MountState::default(); MOST_MOUNTS],
        }
    }

    /// As a save says it; what is out of bounds is brought within them.
    pub fn resumed(class: &ArmedClass, state: &ConditionState) -> Self {
        let mut mounts = [MountState::default(); MOST_MOUNTS];
        for (mount, (reload_ticks, aim)) in mounts.iter_mut().zip(&state.mounts) {
            *mount = MountState { reload_ticks: *reload_ticks, aim: Vec3::from(*aim) };
        }
        Self {
            armour: state.armour.clamp(f64::MIN_POSITIVE, class.armour),
            shield: state.shield.clamp(0.0, class.shield),
            calm_ticks: state.calm_ticks.min(MOST_CALM_TICKS),
            burning: state.burning.clamp(0.0, class.armour),
            silenced_ticks: state.silenced_ticks,
            experience: state.experience,
            troopers: state.troopers,
            target: state.target.map(Mark::from),
            mounts,
        }
    }

    /// For a save; `None` for what is whole and rested.
    pub fn state(&self, class: &ArmedClass) -> Option<ConditionState> {
        (*self != Self::whole(class)).then(|| self.written(class))
    }

    /// The same, of what is whole and rested too.
    pub fn written(&self, class: &ArmedClass) -> ConditionState {
        let count = class.mounts.len().min(MOST_MOUNTS);
        let mounts =
            self.mounts[..count].iter().map(|mount| (mount.reload_ticks, mount.aim.into())).collect();
        ConditionState {
            armour: self.armour,
            shield: self.shield,
            calm_ticks: self.calm_ticks,
            burning: self.burning,
            silenced_ticks: self.silenced_ticks,
            experience: self.experience,
            troopers: self.troopers,
            wings: 0,
            wing_ticks: 0,
            alert_ticks: 0,
            target: self.target.map(MarkState::from),
            mounts,
        }
    }

    /// Share of armour and shield together that is left, 0 to 1.
    pub fn share(&self, class: &ArmedClass) -> f64 {
        (self.armour + self.shield) / (class.armour + class.shield).max(f64::MIN_POSITIVE)
    }

    /// Everything that decides about the future, for the hash.
    pub fn write(&self, write: &mut impl FnMut(u64)) {
        for value in [self.armour, self.shield, self.burning, self.experience, self.troopers] {
            write(value.to_bits());
        }
        write(u64::from(self.calm_ticks));
        write(u64::from(self.silenced_ticks));
        write(self.target.map_or(u64::MAX, Mark::bits));
        // Most mounts are as they were built; only the others are worth the time.
        for (number, mount) in self.mounts.iter().enumerate() {
            if *mount != MountState::default() {
                write(number as u64 | u64::from(mount.reload_ticks) << 8);
                mount.aim.to_array().into_iter().for_each(|part| write(u64::from(part.to_bits())));
            }
        }
    }
}

impl From<MarkState> for Mark {
    fn from(state: MarkState) -> Self {
        match state {
            MarkState::Ship(id) => Self::Ship(ShipId(id)),
            MarkState::Structure(id) => Self::Structure(StructureId(id)),
        }
    }
}

impl From<Mark> for MarkState {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::Ship(id) => Self::Ship(id.0),
            Mark::Structure(id) => Self::Structure(id.0),
        }
    }
}
