//! What a class can take and deal, in words.
//!
//! A class of the armoury comes in, a sentence for a tip leaves. Must never know a ship.

use crate::sim::fight::{ArmedClass, Armoury, MountedWeapon};

/// Ticks in a second of play.
const TICKS: f64 = crate::orbit::TICKS_PER_SECOND;

/// Armour, shield, and every weapon with its harm in a second and its range.
pub fn arms_words(class: &ArmedClass, armoury: &Armoury) -> String {
    let mut words = format!("Armour {:.0}", class.armour);
    if class.shield > 0.0 {
        words += &format!(", shield {:.0}", class.shield);
    }
    let weapons: Vec<String> = class.mounts.iter().filter_map(|mount| weapon_words(mount, armoury)).collect();
    if weapons.is_empty() {
        words += ", unarmed";
    } else {
        words += &format!("; {}", weapons.join("; "));
    }
    if class.troopers > 0.0 {
        words += &format!("; {:.0} troopers", class.troopers);
    }
    words + "."
}

/// Weapons of a kind: `2 railgun, 14 kinetic a second up to 90000 km`.
fn weapon_words(mount: &MountedWeapon, armoury: &Armoury) -> Option<String> {
    let weapon = armoury.weapons.get(mount.weapon)?;
    let harm = weapon.harm * f64::from(mount.count) * TICKS / f64::from(weapon.reload_ticks.max(1));
    let count = if mount.count == 1 { String::new() } else { format!("{} ", mount.count) };
    let digits = usize::from(harm < 10.0);
    Some(format!(
        "{count}{}, {harm:.digits$} {} a second up to {:.0} km",
        weapon.name,
        weapon.kind.name(),
        weapon.range_km
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{DamageKind, Delivery, ShipKind};
    use crate::sim::fight::WeaponNumbers;
    use glam::DVec3;

    #[test]
    fn a_class_tells_what_it_takes_and_deals() {
        let railgun = WeaponNumbers {
            name: "railgun".to_owned(),
            kind: DamageKind::Kinetic,
            harm: 10.0,
            reload_ticks: 30,
            range_km: 90_000.0,
            accuracy: 1.0,
            grain_km: 0.0,
            turn: 1.0,
            delivery: Delivery::Tracer,
            intercepts: false,
            bombards: false,
        };
        let armoury = Armoury { weapons: vec![railgun], ..Armoury::default() };
        let mut class = ArmedClass {
            kind: ShipKind::Line,
            bound_km: 1.0,
            armour: 400.0,
            armour_shares: [1.0; 4],
            shield: 150.0,
            shield_shares: [1.0; 4],
            recovery: 0.0,
            pause_ticks: 0,
            mounts: vec![MountedWeapon { weapon: 0, count: 2, facing: DVec3::X, cos_half_arc: -1.0 }],
            range_km: 90_000.0,
            stand_off_km: 0.0,
            circles: false,
            prey: vec![],
            troopers: 0.0,
            repairs: 0.0,
            hangar: None,
            worth: 0.0,
        };
        let words = arms_words(&class, &armoury);
        assert_eq!(words, "Armour 400, shield 150; 2 railgun, 20 kinetic a second up to 90000 km.");
        class.mounts.clear();
        (class.shield, class.troopers) = (0.0, 60.0);
        assert_eq!(arms_words(&class, &armoury), "Armour 400, unarmed; 60 troopers.");
    }
}
