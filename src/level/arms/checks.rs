//! What numbers of weapons, materials and arms make sense.
//!
//! What a file says comes in, the first field that makes no sense leaves, with what is wrong with it. Must
//! never know where that stands in the file: whoever asks does.

use super::{Arms, Delivery, MOST_MOUNTS, Material, Torpedo, Weapon};

/// A field's name, its value and the range that it must lie in.
type Range = (&'static str, f64, f64, f64);

/// What is wrong with the first of some fields that is not within its range.
fn range_fault(ranges: &[Range]) -> Option<(&'static str, String)> {
    let (field, value, low, high) =
        ranges.iter().find(|(_, value, low, high)| !(low..=high).contains(&value))?;
    Some((field, format!("is {value}, but must be from {low} to {high}")))
}

impl Material {
    /// The first field that makes no sense, and what is wrong with it.
    pub fn fault(&self) -> Option<(&'static str, String)> {
        range_fault(&[
            ("kinetic", self.kinetic, 0.0, 4.0),
            ("em", self.em, 0.0, 4.0),
            ("heat", self.heat, 0.0, 4.0),
            ("electric", self.electric, 0.0, 4.0),
        ])
    }
}

impl Weapon {
    /// The first field that makes no sense, and what is wrong with it.
    pub fn fault(&self) -> Option<(&'static str, String)> {
        let own = range_fault(&[
            ("harm", self.harm, 0.0, 1.0e6),
            ("reload_s", self.reload_s, 0.03, 600.0),
            ("range_km", self.range_km, 1.0, 1.0e9),
            ("accuracy", self.accuracy, 0.0, 1.0),
            ("grain_km", self.grain_km, 0.0, 1.0e6),
            ("smallest_km", self.smallest_km, 0.0, 1.0e6),
            ("turn_s", self.turn_s, 0.03, 600.0),
        ]);
        own.or_else(|| match self.delivery {
            Delivery::Torpedo(torpedo) => torpedo.fault(),
            Delivery::Tracer | Delivery::Beam | Delivery::Arc => None,
        })
    }
}

impl Torpedo {
    fn fault(&self) -> Option<(&'static str, String)> {
        range_fault(&[
            ("speed_km_s", self.speed_km_s, 0.001, 299_792.458),
            ("turn_s", self.turn_s, 0.03, 600.0),
            ("fuel_s", self.fuel_s, 0.03, 600.0),
            ("radius_km", self.radius_km, 0.001, 1.0e6),
            ("points", self.points, 0.001, 1.0e6),
            ("blast_km", self.blast_km, 0.0, 1.0e7),
        ])
    }
}

impl Arms {
    /// The first field that makes no sense, and what is wrong with it. `weapon` and `material` tell whether
    /// there is one of that name.
    pub fn fault(
        &self,
        weapon: impl Fn(&str) -> bool,
        material: impl Fn(&str) -> bool,
    ) -> Option<(&'static str, String)> {
        let numbers = range_fault(&[
            ("armour.points", self.armour.points.unwrap_or(1.0), 0.001, 1.0e9),
            ("shield.points", self.shield.points, 0.0, 1.0e9),
            ("shield.recovery", self.shield.recovery, 0.0, 1.0e9),
            ("shield.pause_s", self.shield.pause_s, 0.0, 600.0),
            ("stand_off.share", self.stand_off.share, 0.05, 1.0),
        ]);
        numbers.or_else(|| self.name_fault(weapon, material)).or_else(|| self.mount_fault())
    }

    fn name_fault(
        &self,
        weapon: impl Fn(&str) -> bool,
        material: impl Fn(&str) -> bool,
    ) -> Option<(&'static str, String)> {
        let parts = [("armour.material", &self.armour.material), ("shield.material", &self.shield.material)];
        let unknown = parts.into_iter().find(|(_, name)| !name.is_empty() && !material(name));
        if let Some((field, name)) = unknown {
            return Some((field, format!("there is no material called {name:?}")));
        }
        let mount = self.weapons.iter().find(|mount| !weapon(&mount.weapon))?;
        Some(("weapons", format!("there is no weapon called {:?}", mount.weapon)))
    }

    fn mount_fault(&self) -> Option<(&'static str, String)> {
        if self.weapons.len() > MOST_MOUNTS {
            return Some(("weapons", format!("has more than {MOST_MOUNTS} kinds of mounts")));
        }
        self.weapons.iter().find_map(|mount| {
            let ranges = [
                ("count", f64::from(mount.count), 1.0, 255.0),
                ("facing_deg", mount.facing_deg, -360.0, 360.0),
                ("arc_deg", mount.arc_deg, 1.0, 360.0),
            ];
            range_fault(&ranges)
                .map(|(field, message)| ("weapons", format!("has a mount whose `{field}` {message}")))
        })
    }
}
