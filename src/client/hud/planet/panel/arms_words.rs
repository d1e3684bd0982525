//! Combat numbers of a class in words: a sentence for a tip, and a table of the damage that armour and shield
//! suffer.

use crate::client::frame::{capital, grouped};
use crate::level::DamageKind;
use crate::sim::{ArmedClass, ArmsTable, MountedWeapon};

/// Letters of the columns of the table, and of the heading before the columns.
const COLUMNS: [usize; 4] = [9, 7, 7, 9];
const HEAD: usize = 12;
/// The word for a class without weapons.
const UNARMED: &str = "unarmed";
/// Ticks in a second of play.
const TICKS: f64 = crate::orbit::TICKS_PER_SECOND;

/// Armour, shield, and every weapon with its damage per second and its range.
pub fn arms_words(class: &ArmedClass, arms_table: &ArmsTable) -> String {
    arms_after("", class, arms_table)
}

/// [`arms_words`] after the role of the class, which may have said that it has no weapon.
pub fn arms_after(role: &str, class: &ArmedClass, arms_table: &ArmsTable) -> String {
    let mut words = format!("Armour {:.0}", class.armour);
    if class.shield > 0.0 {
        words += &format!(", shield {:.0}", class.shield);
    }
    let weapons: Vec<String> =
        class.mounts.iter().filter_map(|mount| weapon_words(mount, arms_table)).collect();
    if !weapons.is_empty() {
        words += &format!("; {}", weapons.join("; "));
    } else if !role.to_lowercase().contains(UNARMED) {
        words += &format!(", {UNARMED}");
    }
    if class.troopers > 0.0 {
        words += &format!("; {:.0} troopers", class.troopers);
    }
    words + "."
}

/// Weapons of a mount: `2 × railgun: 14 kinetic damage/s, range 90,000 km`, and their special uses.
fn weapon_words(mount: &MountedWeapon, arms_table: &ArmsTable) -> Option<String> {
    let weapon = arms_table.weapons.get(mount.weapon)?;
    let harm = weapon.harm * f64::from(mount.count) * TICKS / f64::from(weapon.reload_ticks.max(1));
    let count = if mount.count == 1 { String::new() } else { format!("{} × ", mount.count) };
    let digits = usize::from(harm < 10.0);
    let uses = [
        (weapon.smallest_km > 0.0, ", not against small craft"),
        (weapon.intercepts, ", stops torpedoes"),
        (weapon.bombards, ", can bombard"),
    ];
    let uses: String = uses.into_iter().filter(|(is_one, _)| *is_one).map(|(_, words)| words).collect();
    Some(format!(
        "{count}{}: {harm:.digits$} {} damage/s, range {} km{uses}",
        weapon.name,
        weapon.kind.name(),
        grouped(weapon.range_km.round() as i64)
    ))
}

/// Shares of each kind of damage that armour and shield of a class suffer, percent, in columns.
pub fn table_words(class: &ArmedClass) -> String {
    let row = |head: &str, cells: [String; 4]| {
        let cells = cells.into_iter().zip(COLUMNS);
        let cells: Vec<String> = cells.map(|(cell, width)| format!("{cell:>width$}")).collect();
        format!("{head:<HEAD$}{}", cells.concat())
    };
    let shares = |shares: [f64; 4]| shares.map(|share| format!("{:.0} %", 100.0 * share));
    let shield =
        if class.shield > 0.0 { row("Shield", shares(class.shield_shares)) } else { "No shield".to_owned() };
    let head = row("Damage taken", DamageKind::ALL.map(|kind| capital(kind.name())));
    [head, row("Armour", shares(class.armour_shares)), shield].join("\n")
}

/// A tip with the table of a class below it.
pub fn with_table(tip: String, class: Option<&ArmedClass>) -> String {
    match class {
        Some(class) => format!("{tip}\n{}", table_words(class)),
        None => tip,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;
    use crate::sim::world::WeaponNumbers;

    /// Letters of a line of a table that have room in a tip.
    const LINE_LETTERS: usize = 48;

    #[test]
    fn a_class_shows_the_damage_that_it_takes_and_deals() {
        let name = "railgun".to_owned();
        let railgun = WeaponNumbers { name, reload_ticks: 30, range_km: 90_000.0, ..test_support::gun() };
        let arms_table = ArmsTable { weapons: vec![railgun].into(), ..ArmsTable::default() };
        let mounts = vec![MountedWeapon { count: 2, ..test_support::mounted() }];
        let mut class = ArmedClass {
            armour: 400.0,
            shield: 150.0,
            mounts,
            range_km: 90_000.0,
            ..test_support::unarmed()
        };
        let words = arms_words(&class, &arms_table);
        assert_eq!(words, "Armour 400, shield 150; 2 × railgun: 20 kinetic damage/s, range 90,000 km.");
        class.mounts.clear();
        (class.shield, class.troopers) = (0.0, 60.0);
        assert_eq!(arms_words(&class, &arms_table), "Armour 400, unarmed; 60 troopers.");
        let after = |role: &str| arms_after(role, &class, &arms_table);
        assert_eq!(after("Sees far; unarmed."), "Armour 400; 60 troopers.", "it is said once");
        assert_eq!(after("Carries troopers."), arms_words(&class, &arms_table));
    }

    #[test]
    fn the_table_has_a_column_for_every_kind_of_damage() {
        let class =
            ArmedClass { armour: 10.0, armour_shares: [1.2, 0.5, 0.0, 1.0], ..test_support::unarmed() };
        let table = table_words(&class);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[0], "Damage taken  Kinetic     EM   Heat Electric");
        assert_eq!(lines[1], "Armour          120 %   50 %    0 %    100 %");
        assert_eq!(lines[2], "No shield");
        assert!(lines.iter().all(|line| line.chars().count() <= LINE_LETTERS), "{table}");
        let shielded = ArmedClass { shield: 5.0, ..class };
        assert!(table_words(&shielded).ends_with("Shield          100 %  100 %  100 %    100 %"));
    }

    #[test]
    fn a_tip_ends_with_the_table() {
        let tip = with_table("Scouts.".to_owned(), Some(&test_support::unarmed()));
        assert!(tip.starts_with("Scouts.\nDamage taken ") && tip.ends_with("No shield"), "{tip}");
        assert_eq!(with_table("Scouts.".to_owned(), None), "Scouts.");
    }
}
