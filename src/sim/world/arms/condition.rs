//! What fights have left of a ship or a structure.
//!
//! - Enters: the class, or what a save says.
//! - Leaves: a [`Condition`].
//! - Must never: decide who is hit.

use bevy::prelude::*;
use glam::Vec3;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiSlice;

use super::armoury::ArmedClass;
use crate::level::{ConditionState, Faction, IgniterState, MOST_MOUNTS, MarkState};
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
    pub burning: f64,
    /// The foe that set it on fire last; `None` where nothing burns, or where it was no foe.
    pub lit_by: Option<Igniter>,
    /// Ticks for which its weapons are silent yet.
    pub silenced_ticks: u32,
    /// Harm that it has done, points.
    pub experience: f64,
    /// Troopers aboard.
    pub troopers: f64,
    /// What it aims at.
    pub target: Option<TargetId>,
    /// Its mounts, in the order of its class.
    pub mounts: [MountState; MOST_MOUNTS],
}

/// Who set something on fire, to be credited with what burns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Igniter {
    /// Who fired; it may be gone.
    pub by: TargetId,
    /// The faction of that.
    pub faction: FactionId,
}

impl Igniter {
    /// As a save says it; `None` where there is no such faction.
    fn resumed(state: &IgniterState, factions: &TiSlice<FactionId, Faction>) -> Option<Self> {
        let faction = factions.position(|faction| faction.name == state.faction)?;
        Some(Self { by: state.by.into(), faction })
    }

    /// For a save.
    fn state(self, factions: &TiSlice<FactionId, Faction>) -> Option<IgniterState> {
        let faction = factions.get(self.faction)?.name.clone();
        Some(IgniterState { by: self.by.into(), faction })
    }
}

/// A mount: some weapons that aim and fire together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
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
            lit_by: None,
            silenced_ticks: 0,
            experience: 0.0,
            troopers: class.troopers,
            target: None,
            mounts: [MountState::default(); MOST_MOUNTS],
        }
    }

    /// As a save says it; what is out of bounds is brought within them. `factions` are those of the level.
    pub fn resumed(
        class: &ArmedClass,
        state: &ConditionState,
        factions: &TiSlice<FactionId, Faction>,
    ) -> Self {
        let mut mounts = [MountState::default(); MOST_MOUNTS];
        for (mount, (reload_ticks, aim)) in mounts.iter_mut().zip(&state.mounts) {
            *mount = MountState { reload_ticks: *reload_ticks, aim: Vec3::from(*aim) };
        }
        let igniter = state.lit_by.as_ref().filter(|_| state.burning > 0.0);
        Self {
            armour: state.armour.clamp(f64::MIN_POSITIVE, class.armour),
            shield: state.shield.clamp(0.0, class.shield),
            calm_ticks: state.calm_ticks.min(MOST_CALM_TICKS),
            burning: state.burning.clamp(0.0, class.armour),
            lit_by: igniter.and_then(|igniter| Igniter::resumed(igniter, factions)),
            silenced_ticks: state.silenced_ticks,
            experience: state.experience,
            troopers: state.troopers,
            target: state.target.map(TargetId::from),
            mounts,
        }
    }

    /// For a save; `None` for what is whole and rested. `factions` are those of the world.
    pub fn state(
        &self,
        class: &ArmedClass,
        factions: &TiSlice<FactionId, Faction>,
    ) -> Option<ConditionState> {
        (*self != Self::whole(class)).then(|| self.written(class, factions))
    }

    /// The same, of what is whole and rested too.
    pub fn written(&self, class: &ArmedClass, factions: &TiSlice<FactionId, Faction>) -> ConditionState {
        let count = class.mounts.len().min(MOST_MOUNTS);
        let mounts =
            self.mounts[..count].iter().map(|mount| (mount.reload_ticks, mount.aim.into())).collect();
        ConditionState {
            armour: self.armour,
            shield: self.shield,
            calm_ticks: self.calm_ticks,
            burning: self.burning,
            lit_by: self.lit_by.and_then(|igniter| igniter.state(factions)),
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::trial;
    use crate::sim::ids::ClassId;
    use crate::sim::ids::StructureId;

    fn factions() -> Vec<Faction> {
        let faction = |name: &str| Faction {
            name: name.to_owned(),
            color: "#ffffff".to_owned(),
            home: None,
            team: None,
            treasury: None,
        };
        vec![faction("Terra"), faction("Ares")]
    }

    #[test]
    fn a_save_knows_who_has_lit_a_fire() {
        let armoury = trial::armoury();
        let class = &armoury.ships[ClassId::FIRST];
        let igniter = Igniter { by: TargetId::Structure(StructureId(7)), faction: FactionId(1) };
        let lit = Condition { burning: 5.0, lit_by: Some(igniter), ..Condition::whole(class) };
        let state = lit.state(class, TiSlice::from_ref(&factions())).expect("it is not whole");
        let expected = IgniterState { by: MarkState::Structure(7), faction: "Ares".to_owned() };
        assert_eq!(state.lit_by, Some(expected));
        assert_eq!(Condition::resumed(class, &state, TiSlice::from_ref(&factions())), lit);
        assert_eq!(
            Condition::resumed(class, &state, TiSlice::from_ref(&[])).lit_by,
            None,
            "there is no such faction"
        );
        let out = ConditionState { burning: 0.0, ..state };
        assert_eq!(
            Condition::resumed(class, &out, TiSlice::from_ref(&factions())).lit_by,
            None,
            "nothing burns"
        );
    }
}
