//! What saves tell of fights: what is left of ships and structures, what flies and drifts, what was lost, and
//! what goes on upon the ground of bodies.
//!
//! - Enters: words and numbers of saves.
//! - Leaves: the same; `sim` turns them into a world and back.
//! - Must never: know a world or a tick.

use serde::{Deserialize, Serialize};

use super::super::model::{is_nought, is_zero};
use super::super::ranges::{POINTS, SHARE, STRENGTH, TROOPERS};
use super::is_nothing;

/// In a save: the state that fights have left a ship or a structure in. What is whole and rested has none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ConditionState {
    /// Armour that is left, points.
    pub armour: f64,
    /// Shield that is left, points.
    pub shield: f64,
    /// Ticks since it was last hit, as far as they matter.
    #[serde(skip_serializing_if = "is_zero")]
    pub calm_ticks: u32,
    /// Heat that still burns in its armour, points.
    #[serde(skip_serializing_if = "is_nought")]
    pub burning: f64,
    /// The foe that set it on fire; absent: nobody is credited with what burns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lit_by: Option<IgniterState>,
    /// Ticks for which its weapons are silent yet.
    #[serde(skip_serializing_if = "is_zero")]
    pub silenced_ticks: u32,
    /// What it has learnt in fights: harm done, points.
    #[serde(skip_serializing_if = "is_nought")]
    pub experience: f64,
    /// Troopers aboard.
    #[serde(skip_serializing_if = "is_nought")]
    pub troopers: f64,
    /// Small craft in its hangar.
    #[serde(skip_serializing_if = "is_nothing")]
    pub wings: u8,
    /// Ticks of work on the next of them.
    #[serde(skip_serializing_if = "is_zero")]
    pub wing_ticks: u32,
    /// Ticks for which its small craft stay out yet.
    #[serde(skip_serializing_if = "is_zero")]
    pub alert_ticks: u32,
    /// What it aims at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<MarkState>,
    /// Its mounts, in the order of its class: ticks until they can fire, and where they point.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mounts: Vec<(u16, (f32, f32, f32))>,
}

ranges!(ConditionState {
    armour: POINTS,
    shield: POINTS,
    burning: POINTS,
    experience: 0.0..=1.0e15,
    troopers: TROOPERS,
});

/// In a save: who set something on fire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IgniterState {
    /// Who fired; it may be gone.
    pub by: MarkState,
    /// The faction of that.
    pub faction: String,
}

/// Something that may be shot at, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkState {
    /// A ship.
    Ship(u32),
    /// A structure.
    Structure(u32),
}

/// In a save: a torpedo under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TorpedoState {
    /// Its number.
    pub id: u32,
    /// The name of the weapon that it was launched by.
    pub weapon: String,
    /// The faction that launched it.
    pub faction: String,
    /// Who launched it.
    pub by: MarkState,
    /// What it flies at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<MarkState>,
    /// The body whose ground it flies at, in place of a `target`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<String>,
    /// Where it is: heliocentric, km.
    pub position_km: (f64, f64, f64),
    /// Its velocity relative to what carries it, km/s.
    pub own_velocity_km_s: (f64, f64, f64),
    /// Ticks for which its fuel lasts yet.
    pub fuel_ticks: u32,
    /// Ticks since it was launched.
    pub age_ticks: u32,
    /// Harm that it bears yet.
    pub points: f64,
}

/// In a save: a piece of a wreck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WreckState {
    /// Its number.
    pub id: u32,
    /// The body in whose well it drifts; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Where it is, from the body or from the star, km.
    pub offset_km: (f64, f64, f64),
    /// Its velocity there, km in a tick.
    pub step_km: (f64, f64, f64),
    /// How it is turned: a quaternion x, y, z, w.
    pub turn: (f32, f32, f32, f32),
    /// How it tumbles, radians in a tick about each axis.
    pub spin: (f32, f32, f32),
    /// Its radius, km.
    pub radius_km: f64,
    /// Ticks until it has faded.
    pub ticks_left: u32,
}

/// In a save: what a faction has lost and destroyed since the start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossState {
    /// The faction.
    pub faction: String,
    /// Ships that it has lost.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ships: u32,
    /// Structures that it has lost.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub structures: u32,
    /// What these were worth: money and resources, with rare materials ten times.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub worth: f64,
    /// Ships and structures of foes that it has destroyed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kills: u32,
    /// What these were worth.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub worth_destroyed: f64,
}

ranges!(LossState { worth: STRENGTH, worth_destroyed: STRENGTH });

/// In a save: what is going on upon the ground of a body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GroundState {
    /// Defenders, troopers; absent: as many as there can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defenders: Option<f64>,
    /// Who has landed: the faction and its troopers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invaders: Option<(String, f64)>,
    /// Unrest: the share of its income that is lost.
    #[serde(skip_serializing_if = "is_nought")]
    pub unrest: f64,
    /// Damage to its values by bombardment, as a share of them.
    #[serde(skip_serializing_if = "is_nought")]
    pub ruin: f64,
    /// Ticks until it brings something to its new owner.
    #[serde(skip_serializing_if = "is_zero")]
    pub delay_ticks: u32,
    /// Ticks for which one faction has had its well for itself, of a body that is taken in this way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<(String, u32)>,
}

ranges!(GroundState { defenders: 0.0..=1.0e9, unrest: SHARE, ruin: SHARE });
