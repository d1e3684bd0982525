//! The vocabulary of fighting in rules and levels: kinds of damage, materials, weapons, classes, doctrines, and
//! conditions of victory.
//!
//! Plain data of files, independent of any world; `sim/combat` gives it effect.

use serde::{Deserialize, Serialize};

use super::model::{is_one, is_usual, one};
use super::ranges::{BUILD_S, FieldFault, HULL_RADIUS_KM, POINTS, Ranged, SHARE, SPEED_KM_S, WEAPON_S};

/// The most kinds of mounts that a class may have, each in any number.
pub const MOST_MOUNTS: usize = 6;

named! {
    /// A kind of damage.
    pub enum DamageKind {
        /// Slugs and splinters: breaks armour.
        Kinetic = "kinetic",
        /// Particle and radio pulses: strips shields.
        Em = "EM",
        /// Lasers and plasma: burns on in armour after it has hit.
        Heat = "heat",
        /// Arcs: leaps to neighbours, and silences weapons for a moment.
        Electric = "electric",
    }
}

/// A material of armour or shields: the share of a hit of each kind that it suffers, 1 for all of the hit, 0 for
/// none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// Name, `"plate"`.
    pub name: String,
    /// Use, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// Share of kinetic damage suffered, 0 to 4.
    pub kinetic: f64,
    /// Share of EM damage suffered, 0 to 4.
    pub em: f64,
    /// Share of heat suffered, 0 to 4.
    pub heat: f64,
    /// Share of electric damage suffered, 0 to 4.
    pub electric: f64,
}

ranges!(Material { kinetic: 0.0..=4.0, em: 0.0..=4.0, heat: 0.0..=4.0, electric: 0.0..=4.0 });

impl Material {
    /// Share of a hit of a kind that is suffered.
    pub fn share(&self, kind: DamageKind) -> f64 {
        match kind {
            DamageKind::Kinetic => self.kinetic,
            DamageKind::Em => self.em,
            DamageKind::Heat => self.heat,
            DamageKind::Electric => self.electric,
        }
    }
}

/// A weapon. `assets/rules/weapons.ron` lists weapons; a level may add others or replace them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Name, `"railgun"`.
    pub name: String,
    /// Use, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// The kind of its damage.
    pub damage: DamageKind,
    /// Damage of a hit, points.
    pub harm: f64,
    /// Seconds of play between two shots.
    pub reload_s: f64,
    /// Range, km.
    pub range_km: f64,
    /// Share of hits on a large, still target close by, 0 to 1.
    #[serde(default = "one")]
    pub accuracy: f64,
    /// A target of this radius is hit half as often as a very large one, km.
    #[serde(default)]
    pub grain_km: f64,
    /// Least bounding radius of targets, km.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub smallest_km: f64,
    /// Seconds of play in which it turns about; targets that cross faster are hit more seldom.
    #[serde(default = "one")]
    pub turn_s: f64,
    /// Form of delivery to the target.
    #[serde(default)]
    pub delivery: Delivery,
    /// Whether it shoots at torpedoes first: point defence.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub intercepts: bool,
    /// Whether it can be turned on the ground of a planet; torpedoes have to fly there.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub bombards: bool,
}

ranges!(Weapon {
    harm: 0.0..=1.0e6,
    reload_s: WEAPON_S,
    range_km: 1.0..=1.0e9,
    accuracy: SHARE,
    grain_km: 0.0..=1.0e6,
    smallest_km: 0.0..=1.0e6,
    turn_s: WEAPON_S,
    delivery,
});

impl Weapon {
    /// The torpedo that the weapon launches, if any.
    pub fn torpedo(&self) -> Option<&Torpedo> {
        match &self.delivery {
            Delivery::Torpedo(torpedo) => Some(torpedo),
            Delivery::Tracer | Delivery::Beam | Delivery::Arc => None,
        }
    }
}

/// The form of a weapon's delivery to its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// At once, drawn as tracers.
    #[default]
    Tracer,
    /// At once, drawn as a line of light.
    Beam,
    /// At once, drawn as a flash that leaps.
    Arc,
    /// A torpedo flies there.
    Torpedo(Torpedo),
}

impl Ranged for Delivery {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        if let Self::Torpedo(torpedo) = self {
            torpedo.check_ranges(path, faults);
        }
    }
}

/// Self-propelled ordnance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Torpedo {
    /// Speed relative to the frame that carries it, km/s of the calendar.
    pub speed_km_s: f64,
    /// Seconds of play in which it turns about.
    pub turn_s: f64,
    /// Seconds of play for which its fuel lasts.
    pub fuel_s: f64,
    /// Radius, km.
    pub radius_km: f64,
    /// Hit points.
    pub points: f64,
    /// Radius of its blast beyond the contact, km; the damage falls to zero there.
    #[serde(default)]
    pub blast_km: f64,
}

ranges!(Torpedo {
    speed_km_s: SPEED_KM_S,
    turn_s: WEAPON_S,
    fuel_s: WEAPON_S,
    radius_km: HULL_RADIUS_KM,
    points: 0.001..=1.0e6,
    blast_km: 0.0..=1.0e7,
});

/// The weapons, armour and doctrine of a class.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Arms {
    /// Armour; at 0 points the unit is destroyed.
    pub armour: Armour,
    /// Shield.
    pub shield: Shield,
    /// Weapons, at most [`MOST_MOUNTS`] kinds of mounts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Mount>,
    /// Favourite targets, before the nearest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prey: Vec<ShipKind>,
    /// The preferred distance in a fight.
    pub stand_off: StandOff,
}

ranges!(Arms { armour, shield, weapons, stand_off });

/// Armour.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Armour {
    /// Points; absent: 100 for a ship, `hull` for a structure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// Material; empty: full damage of every kind.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub material: String,
}

ranges!(Armour { points: 0.001..=1.0e9 });

/// A shield.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Shield {
    /// Points; 0: no shield.
    pub points: f64,
    /// Material; empty: full damage of every kind.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub material: String,
    /// Recovery per second of play.
    pub recovery: f64,
    /// Seconds of play without a hit before the recovery begins.
    pub pause_s: f64,
}

ranges!(Shield { points: POINTS, recovery: POINTS, pause_s: 0.0..=600.0 });

impl Default for Shield {
    fn default() -> Self {
        Self { points: 0.0, material: String::new(), recovery: 0.0, pause_s: 4.0 }
    }
}

/// Weapons of one kind with a common facing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mount {
    /// The name of the weapon.
    pub weapon: String,
    /// Number of weapons; they aim and fire together.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u8,
    /// Middle of the arc of fire, degrees from the bow to port about the ship's upright axis.
    #[serde(default)]
    pub facing_deg: f64,
    /// Opening angle of the arc of fire, degrees; 360: all round.
    #[serde(default = "all_round")]
    pub arc_deg: f64,
}

ranges!(Mount { count: 1.0..=255.0, facing_deg: -360.0..=360.0, arc_deg: 1.0..=360.0 });

/// A ship's preferred distance to its target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StandOff {
    /// Whether the class circles its target (`true`) or holds its distance.
    #[serde(skip_serializing_if = "is_usual")]
    pub circles: bool,
    /// The distance, as a share of the range of its farthest weapon.
    pub share: f64,
}

ranges!(StandOff { share: 0.05..=1.0 });

impl Default for StandOff {
    fn default() -> Self {
        Self { circles: false, share: 0.7 }
    }
}

named! {
    /// The role of a ship, for the choice of targets.
    #[derive(Default)]
    pub enum ShipKind {
        /// A wing of small craft from a carrier.
        Wing = "wings",
        /// Small and quick.
        #[default]
        Escort = "escorts",
        /// Bears the fight.
        Line = "ships of the line",
        /// The largest: carriers and dreadnoughts.
        Capital = "capital ships",
        /// Brings troopers.
        Troops = "troop ships",
        /// Repairs, mines, constructs.
        Support = "support ships",
        /// A structure in a ring.
        Structure = "structures",
    }
}

/// A hangar: small craft that are built, launched and taken in again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hangar {
    /// The class of the craft.
    pub class: String,
    /// Number of craft.
    pub count: u8,
    /// Seconds of play in which a lost craft is replaced.
    pub build_s: f64,
}

ranges!(Hangar { count: 1.0..=255.0, build_s: BUILD_S });

named! {
    /// The behaviour of a fleet near foes.
    #[derive(Default)]
    pub enum Stance {
        /// Attacks every foe that it sees in the same well, or within some times its range in open space.
        Aggressive = "aggressive",
        /// Attacks foes that come within its range, or into the well of a body of its own side at which it
        /// rests, and pursues them while they are near.
        #[default]
        Defensive = "defensive",
        /// Like [`Self::Defensive`], but goes back to its place when the foes are gone.
        Return = "defensive, and back",
        /// Stays in place, and fires at targets in range.
        HoldPosition = "hold position",
        /// Stays in place and does not fire.
        HoldFire = "hold fire",
    }
}

/// The way in which a fleet fights, besides its orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Doctrine {
    /// Reaction to foes nearby.
    pub stance: Stance,
    /// Percentage of its remaining strength at which the fleet withdraws to the nearest own shipyard; 0: never.
    #[serde(skip_serializing_if = "is_usual")]
    pub withdraw_percent: u8,
    /// First targets; absent: as set by its classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prey: Option<ShipKind>,
}

ranges!(Doctrine { withdraw_percent: 0.0..=100.0 });

/// The fate of the structures about a captured planet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Surrender {
    /// They change to the new owner.
    #[default]
    Yield,
    /// They are destroyed by their crews.
    Scuttle,
}

/// A condition of victory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Victory {
    /// `eliminate`: the last side with a body, a yard, an armed ship or a ship with troopers wins; armed ships alone
    /// save the others for a while only. If the last sides fall together, the first of the level wins.
    Eliminate,
    /// `hold_planets(count: 3, seconds: 120)`: a side that holds this many bodies for this time wins. Comets do
    /// not count.
    HoldPlanets {
        /// Count.
        count: u32,
        /// Seconds of play.
        seconds: f64,
    },
    /// `hold_body(body: "Hearth", seconds: 60)`: a side that holds a body, not its own at the start, for this
    /// time wins.
    HoldBody {
        /// The body.
        body: String,
        /// Seconds of play.
        seconds: f64,
    },
    /// `survive(faction: "Lumen", seconds: 600)`: the side must still hold a body after this time. If it holds
    /// none, or is eliminated before, the other side with the most bodies wins.
    Survive {
        /// The faction.
        faction: String,
        /// Seconds of play since the start.
        seconds: f64,
    },
}

fn all_round() -> f64 {
    360.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;

    #[test]
    fn arms_read_as_people_write_them() {
        let text = r#"(
            armour: (points: 400, material: "plate"),
            shield: (points: 150, material: "screen", recovery: 12, pause_s: 3),
            weapons: [(weapon: "railgun", count: 2, arc_deg: 120), (weapon: "flak")],
            prey: [capital, line],
            stand_off: (circles: true, share: 0.5),
        )"#;
        let arms: Arms = dialect().from_str(text).expect("it is sound");
        assert_eq!(arms.armour.points, Some(400.0));
        assert_eq!((arms.weapons[0].count, arms.weapons[1].arc_deg), (2, 360.0));
        assert_eq!(arms.prey, [ShipKind::Capital, ShipKind::Line]);
        let written = dialect().to_string(&arms).expect("it can be written");
        assert_eq!(dialect().from_str::<Arms>(&written), Ok(arms));
    }

    #[test]
    fn weapons_and_victories_read_as_people_write_them() {
        let text = r#"(name: "torpedo", damage: kinetic, harm: 60, reload_s: 6, range_km: 9e5,
            delivery: torpedo(speed_km_s: 12, turn_s: 1, fuel_s: 4, radius_km: 40, points: 8))"#;
        let weapon: Weapon = dialect().from_str(text).expect("it is sound");
        assert!(matches!(weapon.delivery, Delivery::Torpedo(Torpedo { fuel_s: 4.0, .. })));
        for (text, victory) in [
            ("eliminate", Victory::Eliminate),
            ("hold_planets(count: 3, seconds: 120)", Victory::HoldPlanets { count: 3, seconds: 120.0 }),
        ] {
            assert_eq!(dialect().from_str::<Victory>(text), Ok(victory));
        }
    }

    #[test]
    fn defaults_are_not_written() {
        assert_eq!(dialect().to_string(&Doctrine::default()), Ok("(stance:defensive)".to_owned()));
    }
}
