//! What tests of fighting fight with.

use std::path::Path;

use bevy::prelude::*;
use glam::DVec3;

use super::{Armoury, Combatant, Mark, MountedWeapon};
use crate::rules::{LevelRules, Rules};
use crate::sim::ShipId;

/// An armoury as shipped, but with a plain gun as its first weapon, one of which is all that its first ship
/// class has: it hits every time, reaches 100,000 km, fires every ten ticks and turns by a tenth in one.
pub fn armoury() -> Armoury {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let rules = Rules::load(&assets).expect("the rules are sound");
    let level = crate::level::parse_level(
        "a",
        br#"(schema_version: 1, title: "a", epoch: jd(2461365.5), bodies: [body("Sun")])"#,
        &rules.surroundings(),
    );
    let rules: LevelRules = rules.for_level(&level.expect("it is sound").level);
    let mut armoury = Armoury::new(&rules);
    let gun = &mut armoury.weapons[0];
    gun.kind = crate::level::DamageKind::Kinetic;
    gun.delivery = crate::level::Delivery::Tracer;
    (gun.harm, gun.reload_ticks, gun.range_km) = (10.0, 10, 1.0e5);
    (gun.accuracy, gun.grain_km, gun.turn) = (1.0, 0.0, 0.1);
    (gun.intercepts, gun.bombards) = (false, false);
    let class = &mut armoury.ships[0];
    class.mounts = vec![MountedWeapon { weapon: 0, count: 1, facing: DVec3::X, cos_half_arc: -1.0 }];
    class.range_km = 1.0e5;
    (class.armour, class.shield) = (100.0, 0.0);
    class.prey = Vec::new();
    armoury.rules.gunnery.share_at_range = 0.5;
    armoury
}

/// A ball of a ship that looks along x and does not move.
pub fn ship(number: u32, side: u16, position: DVec3) -> Combatant {
    Combatant {
        entity: Entity::PLACEHOLDER,
        mark: Mark::Ship(ShipId(number)),
        faction: usize::from(side),
        side,
        fleet: None,
        class: 0,
        position,
        step: DVec3::ZERO,
        heading: DVec3::X,
        radius_km: 400.0,
        half_length_km: 0.0,
        well: None,
        acts: true,
    }
}
