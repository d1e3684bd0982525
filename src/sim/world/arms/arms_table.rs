//! Combat numbers of every class, resolved once from rules and level: indices instead of names, ticks instead of
//! seconds.

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::{TiSlice, TiVec};

use crate::level::{Arms, DamageKind, Delivery, Hangar, Material, Price, ShipKind, Weapon};
use crate::orbit::TICKS_PER_SECOND;
use crate::rules::{CombatRules, Rules};
use crate::sim::{ClassId, WeaponId};

/// Default armour of a ship class, points.
const USUAL_ARMOUR: f64 = 100.0;
/// A mount turns its aim by at most half a turn in a tick.
const HALF_TURN: f64 = std::f64::consts::PI;

/// Everything that fights need to know about classes and weapons.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ArmsTable {
    /// The weapons.
    pub weapons: TiVec<WeaponId, WeaponNumbers>,
    /// The ship classes, in the order of [`crate::sim::world::ships::ShipClasses`].
    pub ships: TiVec<ClassId, ArmedClass>,
    /// The structure classes, in the order of [`crate::sim::world::structures::StructureClasses`].
    pub structures: TiVec<ClassId, ArmedClass>,
    /// The rules of fights and of conquest.
    pub rules: CombatRules,
    /// The longest reach of any weapon of any class, km.
    pub farthest_km: f64,
    /// The troopers aboard a new ship of the class that carries the fewest; 0 if none carries any.
    pub least_troopers: f64,
}

/// A weapon in ticks and km.
#[derive(Clone, Debug, PartialEq)]
pub struct WeaponNumbers {
    /// Name.
    pub name: String,
    /// The kind of its damage.
    pub kind: DamageKind,
    /// Damage of a hit, points.
    pub harm: f64,
    /// Ticks between two shots, at least 1.
    pub reload_ticks: u16,
    /// Range, km.
    pub range_km: f64,
    /// Hit rate against a large, still target close by, 0 to 1.
    pub accuracy: f64,
    /// A target of this radius is hit half as often as a very large one, km.
    pub grain_km: f64,
    /// Least bounding radius of a target, km: the weapon does not fire at anything smaller.
    pub smallest_km: f64,
    /// Turn per tick, radians, at most half a turn.
    pub turn: f64,
    /// Form of delivery to the target.
    pub delivery: Delivery,
    /// Whether it shoots at torpedoes first.
    pub intercepts: bool,
    /// Whether it can be turned on the ground of a planet.
    pub bombards: bool,
}

impl WeaponNumbers {
    /// Whether the weapon fires at targets of this bounding radius, km.
    pub fn is_for(&self, bound_km: f64) -> bool {
        bound_km >= self.smallest_km
    }

    fn of(weapon: &Weapon) -> Self {
        let turn = HALF_TURN / (weapon.turn_s * TICKS_PER_SECOND);
        Self {
            name: weapon.name.clone(),
            kind: weapon.damage,
            harm: weapon.harm,
            reload_ticks: ticks(weapon.reload_s).clamp(1, u32::from(u16::MAX)) as u16,
            range_km: weapon.range_km,
            accuracy: weapon.accuracy,
            grain_km: weapon.grain_km,
            smallest_km: weapon.smallest_km,
            turn: (2.0 * turn).min(HALF_TURN),
            delivery: weapon.delivery,
            intercepts: weapon.intercepts,
            bombards: weapon.bombards,
        }
    }
}

/// A mount: identical weapons that aim and fire together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MountedWeapon {
    /// The weapon.
    pub weapon: WeaponId,
    /// Number of weapons.
    pub count: u8,
    /// Middle of the arc of fire, a unit vector in the frame of the hull: x to the bow, y to port, z upward.
    pub facing: DVec3,
    /// Cosine of half the opening angle of the arc of fire; -1: all round.
    pub cos_half_arc: f64,
}

/// The hangar of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HangarNumbers {
    /// The class of the craft: a place in [`ArmsTable::ships`].
    pub class: ClassId,
    /// Number of craft.
    pub count: u8,
    /// Ticks until a lost craft is replaced, at least 1.
    pub build_ticks: u32,
}

impl HangarNumbers {
    /// `None` if no class has the craft's name.
    fn of(hangar: &Hangar, rules: &Rules) -> Option<Self> {
        let class = rules.ship_classes.iter().position(|class| class.name == hangar.class)?;
        Some(Self { class: class.into(), count: hangar.count, build_ticks: ticks(hangar.build_s).max(1) })
    }
}

/// Combat numbers of a ship or structure class.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmedClass {
    /// The role of the class, for target selection.
    pub kind: ShipKind,
    /// Bounding radius, km.
    pub bound_km: f64,
    /// Full armour, points.
    pub armour: f64,
    /// Share of a hit that the armour suffers, by kind of damage, in the order of [`DamageKind::ALL`].
    pub armour_shares: [f64; 4],
    /// Full shield, points.
    pub shield: f64,
    /// Share of a hit that the shield suffers, by kind of damage.
    pub shield_shares: [f64; 4],
    /// Recovery of the shield per tick, points.
    pub recovery: f64,
    /// Ticks without a hit before the shield begins to recover.
    pub pause_ticks: u32,
    /// Weapons.
    pub mounts: Vec<MountedWeapon>,
    /// The range of its farthest weapon, km; 0: it is unarmed.
    pub range_km: f64,
    /// Preferred distance to a target, as a share of [`Self::range_against`] that target.
    pub stand_off_share: f64,
    /// Whether the ship circles its target.
    pub circles: bool,
    /// Preferred bearing of a target, so that the mounts with the narrowest arcs can fire: the angle from the bow
    /// to port, radians.
    pub bears_at: f64,
    /// Preferred kinds of target, the first first.
    pub prey: Vec<ShipKind>,
    /// Troopers aboard a new ship.
    pub troopers: f64,
    /// Armour of friends that it repairs per tick, points.
    pub repairs: f64,
    /// The small craft that it launches.
    pub hangar: Option<HangarNumbers>,
    /// Value of the class: its price in money and resources, with rare materials counted ten times.
    pub worth: f64,
}

impl ArmedClass {
    /// Whether it can shoot at ships.
    pub fn is_armed(&self) -> bool {
        self.range_km > 0.0
    }

    /// Range of the farthest weapon that fires at targets of this bounding radius, km; range of the farthest
    /// weapon of all if none fires at anything so small.
    pub fn range_against(&self, bound_km: f64, weapons: &TiSlice<WeaponId, WeaponNumbers>) -> f64 {
        self.reach_against(bound_km, weapons).unwrap_or(self.range_km)
    }

    /// Range of the farthest weapon that fires at targets of this bounding radius, km; `None` if no weapon does.
    pub fn reach_against(&self, bound_km: f64, weapons: &TiSlice<WeaponId, WeaponNumbers>) -> Option<f64> {
        let fired = self.fired(weapons).filter(|weapon| weapon.is_for(bound_km));
        fired.map(|weapon| weapon.range_km).reduce(f64::max)
    }

    /// The least bounding radius of a target that one of its weapons fires at, km; `None` without weapons.
    pub fn smallest_target_km(&self, weapons: &TiSlice<WeaponId, WeaponNumbers>) -> Option<f64> {
        self.fired(weapons).map(|weapon| weapon.smallest_km).reduce(f64::min)
    }

    /// The weapons of its mounts.
    fn fired<'a>(
        &'a self,
        weapons: &'a TiSlice<WeaponId, WeaponNumbers>,
    ) -> impl Iterator<Item = &'a WeaponNumbers> {
        self.mounts.iter().filter_map(move |mount| weapons.get(mount.weapon))
    }
}

impl ArmsTable {
    /// The arms table of a level.
    pub fn new(rules: &Rules) -> Self {
        let weapons: TiVec<WeaponId, WeaponNumbers> = rules.weapons.iter().map(WeaponNumbers::of).collect();
        let resolver = Resolver { materials: &rules.materials, weapons: &weapons };
        let ships: TiVec<ClassId, ArmedClass> = rules
            .ship_classes
            .iter()
            .map(|class| ArmedClass {
                bound_km: class.bound_km(),
                troopers: f64::from(class.troopers),
                repairs: class.repairs / TICKS_PER_SECOND,
                hangar: class.hangar.as_ref().and_then(|hangar| HangarNumbers::of(hangar, rules)),
                worth: worth(class.price),
                ..resolver.class(class.kind, &class.arms, USUAL_ARMOUR)
            })
            .collect();
        let structures: TiVec<ClassId, ArmedClass> = rules
            .structure_classes
            .iter()
            .map(|class| ArmedClass {
                bound_km: class.radius_km,
                worth: worth(class.price),
                ..resolver.class(ShipKind::Structure, &class.arms, f64::from(class.hull))
            })
            .collect();
        let ranges = ships.iter().chain(&structures).map(|class| class.range_km);
        let farthest_km = ranges.fold(0.0, f64::max);
        let loads = ships.iter().map(|class| class.troopers).filter(|troopers| *troopers > 0.0);
        let least_troopers = loads.min_by(f64::total_cmp).unwrap_or(0.0);
        Self { weapons, ships, structures, rules: rules.combat, farthest_km, least_troopers }
    }
}

/// The value of a price in one number: rare materials count ten times.
pub fn worth(price: Price) -> f64 {
    f64::from(price.money) + f64::from(price.resources) + 10.0 * f64::from(price.rare)
}

/// Converts seconds of play to ticks, rounded to the nearest.
pub fn ticks(seconds: f64) -> u32 {
    // The cast saturates at the largest number.
    (seconds * TICKS_PER_SECOND).round() as u32
}

/// Facing of the first mount with the narrowest arc: the angle from the bow to port, radians; 0 if all mounts turn
/// all round.
fn bears_at(mounts: &[MountedWeapon]) -> f64 {
    let bound = mounts.iter().filter(|mount| mount.cos_half_arc > -1.0);
    let narrowest =
        bound.reduce(|one, other| if other.cos_half_arc > one.cos_half_arc { other } else { one });
    narrowest.map_or(0.0, |mount| libm::atan2(mount.facing.y, mount.facing.x))
}

/// Resolves the names that classes refer to.
struct Resolver<'a> {
    materials: &'a [Material],
    weapons: &'a TiSlice<WeaponId, WeaponNumbers>,
}

impl Resolver<'_> {
    fn class(&self, kind: ShipKind, arms: &Arms, usual_armour: f64) -> ArmedClass {
        let mounts: Vec<MountedWeapon> = arms
            .weapons
            .iter()
            .filter_map(|mount| {
                let weapon = self.weapons.position(|weapon| weapon.name == mount.weapon)?;
                let (facing, half) = (mount.facing_deg.to_radians(), 0.5 * mount.arc_deg.to_radians());
                Some(MountedWeapon {
                    weapon,
                    count: mount.count,
                    facing: DVec3::new(libm::cos(facing), libm::sin(facing), 0.0),
                    cos_half_arc: if mount.arc_deg >= 360.0 { -1.0 } else { libm::cos(half) },
                })
            })
            .collect();
        let ranges = mounts.iter().filter_map(|mount| self.weapons.get(mount.weapon));
        let range_km = ranges.map(|weapon| weapon.range_km).fold(0.0, f64::max);
        ArmedClass {
            kind,
            bound_km: 0.0,
            armour: arms.armour.points.unwrap_or(usual_armour),
            armour_shares: self.shares(&arms.armour.material),
            shield: arms.shield.points,
            shield_shares: self.shares(&arms.shield.material),
            recovery: arms.shield.recovery / TICKS_PER_SECOND,
            pause_ticks: ticks(arms.shield.pause_s),
            range_km,
            stand_off_share: arms.stand_off.share,
            circles: arms.stand_off.circles,
            bears_at: bears_at(&mounts),
            mounts,
            prey: arms.prey.clone(),
            troopers: 0.0,
            repairs: 0.0,
            hangar: None,
            worth: 0.0,
        }
    }

    /// Damage shares of a material by kind of damage; 1 for an unknown material.
    fn shares(&self, material: &str) -> [f64; 4] {
        let found = self.materials.iter().find(|known| known.name == material);
        DamageKind::ALL.map(|kind| found.map_or(1.0, |material| material.share(kind)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support::shipped;

    #[test]
    fn the_least_load_is_that_of_a_class_that_carries_troopers() {
        let mut rules = shipped();
        rules.ship_classes.iter_mut().for_each(|class| class.troopers = 0);
        assert_eq!(ArmsTable::new(&rules).least_troopers, 0.0);
        rules.ship_classes[1].troopers = 50;
        rules.ship_classes[2].troopers = 20;
        assert_eq!(ArmsTable::new(&rules).least_troopers, 20.0);
    }
}
