//! Fixtures for tests of fighting.

use bevy::prelude::*;
use glam::DVec3;

use super::Combatant;
use super::battlefield::Battlefield;
use super::chance::{About, Question};
use super::colliders::{Colliders, Globe};
use super::estimate::Contingent;
use super::torpedoes::hulls::MovingHull;
use crate::level::{DamageKind, Delivery, ShipKind, Torpedo, parse_level};
use crate::sim::spatial::test_support::first_touch;
use crate::sim::{
    ArmedClass, ArmsTable, ClassId, FactionId, MountedWeapon, ShipId, TargetId, WeaponId, WeaponNumbers,
};

/// The arms table of the rules as shipped.
pub fn shipped() -> ArmsTable {
    let rules = crate::rules::test_support::shipped();
    let level = parse_level(
        "a",
        br#"(schema_version: 1, title: "a", epoch: jd(2461365.5), bodies: [body("Sun")])"#,
        &rules.class_catalog(),
    );
    ArmsTable::new(&rules.for_level(&level.expect("it is sound").level))
}

/// An arms table as shipped, but with a plain gun as its first weapon, and one such gun on its first ship class.
pub fn arms_table() -> ArmsTable {
    let mut arms_table = shipped();
    arms_table.weapons[WeaponId::FIRST] = gun();
    let class = &mut arms_table.ships[ClassId::FIRST];
    class.mounts = vec![mounted()];
    class.range_km = 1.0e5;
    (class.armour, class.shield) = (100.0, 0.0);
    class.prey = Vec::new();
    arms_table.rules.gunnery.share_at_range = 0.5;
    arms_table
}

/// A plain gun: it hits every time, reaches 100,000 km, fires every ten ticks and turns by a tenth in one.
pub fn gun() -> WeaponNumbers {
    WeaponNumbers {
        smallest_km: 0.0,
        name: "gun".to_owned(),
        kind: DamageKind::Kinetic,
        harm: 10.0,
        reload_ticks: 10,
        range_km: 1.0e5,
        accuracy: 1.0,
        grain_km: 0.0,
        turn: 0.1,
        delivery: Delivery::Tracer,
        intercepts: false,
        bombards: false,
    }
}

/// The first weapon, which can turn all round.
pub fn mounted() -> MountedWeapon {
    MountedWeapon { weapon: WeaponId::FIRST, count: 1, facing: DVec3::X, cos_half_arc: -1.0 }
}

/// An ordinary torpedo.
pub fn torpedo() -> Torpedo {
    Torpedo { speed_km_s: 10.0, turn_s: 1.0, fuel_s: 5.0, radius_km: 50.0, points: 5.0, blast_km: 0.0 }
}

/// A class with a single point of plain armour.
pub fn unarmed() -> ArmedClass {
    ArmedClass {
        kind: ShipKind::Line,
        bound_km: 1.0,
        armour: 1.0,
        armour_shares: [1.0; 4],
        shield: 0.0,
        shield_shares: [1.0; 4],
        recovery: 0.0,
        pause_ticks: 0,
        mounts: Vec::new(),
        range_km: 0.0,
        stand_off_share: 0.0,
        circles: false,
        bears_at: 0.0,
        prey: Vec::new(),
        troopers: 0.0,
        repairs: 0.0,
        hangar: None,
        worth: 0.0,
    }
}

/// A class with 100 points of armour and some of shield, of materials that suffer the same share of every
/// kind; the shield recovers a point in a tick after a pause of ten.
pub fn class(armour_share: f64, shield: f64, shield_share: f64) -> ArmedClass {
    ArmedClass {
        armour: 100.0,
        armour_shares: [armour_share; 4],
        shield,
        shield_shares: [shield_share; 4],
        recovery: 1.0,
        pause_ticks: 10,
        ..unarmed()
    }
}

/// A pseudo-random number from 0 to below 1, a function of the count.
pub fn random(count: u32) -> f64 {
    Question { seed: 11, tick: 0, who: TargetId::Ship(ShipId(1)), about: About::Scatter, count }.answer()
}

/// A random place at most `most` grains from the origin along every axis, on a grid of that grain: on a coarse
/// grid many distances are equal.
pub fn on_grid(count: u32, grain_km: f64, most: f64) -> DVec3 {
    let along = |axis: u32| ((2.0 * random(3 * count + axis) - 1.0) * most).round() * grain_km;
    DVec3::new(along(0), along(1), along(2))
}

/// A ball of a ship that looks along x and does not move.
pub fn ship(number: u32, side: u16, position: DVec3) -> Combatant {
    Combatant {
        entity: Entity::PLACEHOLDER,
        mark: TargetId::Ship(ShipId(number)),
        faction: FactionId(usize::from(side)),
        side,
        fleet: None,
        class: ClassId::FIRST,
        position,
        step: DVec3::ZERO,
        heading: DVec3::X,
        radius_km: 400.0,
        half_length_km: 0.0,
        well: None,
        acts: true,
    }
}

/// A ship of side 0 at the origin and a foe of side 1 at x = 50,000 km, and after them these others.
pub fn line_up(others: &[Combatant]) -> Vec<Combatant> {
    let duellists = [ship(0, 0, DVec3::ZERO), ship(1, 1, DVec3::X * 5.0e4)];
    [&duellists[..], others].concat()
}

/// The battlefield of all these members.
pub fn battlefield(members: &[Combatant]) -> Battlefield {
    Battlefield { origin: members[0].position, step: DVec3::ZERO, members: 0..members.len() }
}

/// The obstacles on the battlefield of all these members.
pub fn colliders(members: &[Combatant], wrecks: &[Globe], bodies: &[Globe]) -> Colliders {
    Colliders::new(&battlefield(members), members, wrecks, bodies)
}

impl MovingHull {
    /// The share of the tick after which a ball of `radius_km` that flies straight from one place to another
    /// touches it, exactly.
    pub fn touched_by(&self, from: DVec3, to: DVec3, radius_km: f64) -> Option<f64> {
        let (start, way) = (from - self.before, to - from - self.step);
        first_touch(start, way, self.half_axis, self.radius_km + radius_km)
    }
}

impl<'a> Contingent<'a> {
    /// This number of undamaged ships of a class, with crews without experience.
    pub fn whole(class: &'a ArmedClass, count: u32) -> Self {
        Self { class, count, armour: 1.0, shield: 1.0, level: 0 }
    }
}
