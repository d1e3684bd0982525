//! Combat numbers of a class: armour, shield and weapons, and the damage that armour and shield suffer; and all of them
//! in a few rows.

use super::Figure;
use super::numbers::{listed, plain, share};
use crate::client::frame::{capital, grouped, length};
use crate::client::widgets::Icon;
use crate::level::DamageKind;
use crate::sim::world::WeaponNumbers;
use crate::sim::{ArmedClass, ArmsTable, MountedWeapon};

/// Letters of the columns of the table, and of the heading before the columns.
const COLUMNS: [usize; 4] = [9, 7, 7, 9];
const HEAD: usize = 12;
/// Ticks in a second of play.
const TICKS: f64 = crate::orbit::TICKS_PER_SECOND;
/// The name of the table of the damage that a class suffers.
pub const DAMAGE_TAKEN: &str = "Damage taken";

/// A material is weak against a kind of damage if it suffers at least this share of a hit; a hull is, if it suffers at
/// least so many times the median of all kinds.
pub const WEAK: f64 = 1.05;
/// It is strong against a kind of which it suffers at most this share.
pub const STRONG: f64 = 1.0 / WEAK;

/// The combat numbers in a few rows: the hull, the damage of all weapons, what they shoot at first, and the kinds of
/// damage that do more or less to the hull than others.
pub fn summary(class: &ArmedClass, arms_table: &ArmsTable) -> Vec<Figure> {
    let shield = (class.shield > 0.0).then(|| format!(", shield {}", points(class.shield)));
    let hull = format!("Armour {}{}", points(class.armour), shield.unwrap_or_default());
    let prey = capital(&listed(class.prey.iter().map(|kind| kind.name())));
    let rows = [
        ("Hull", Icon::Armour, hull),
        ("Weapons", Icon::Attack, fire(class, arms_table)),
        ("First targets", Icon::Objective, prey),
        ("Weak against", Icon::Loss, kinds(class, |suffered| suffered >= WEAK)),
        ("Strong against", Icon::Shield, kinds(class, |suffered| suffered <= STRONG)),
    ];
    let known = rows.into_iter().filter(|(.., words)| !words.is_empty());
    known.map(|(name, icon, words)| Figure::new(name, icon, words)).collect()
}

/// The kinds of damage of which a hull suffers such a share, compared with the median of all kinds; empty for none. A
/// hull that resists all kinds alike is strong against none of them: the player chooses between kinds.
fn kinds(class: &ArmedClass, is_meant: impl Fn(f64) -> bool) -> String {
    let median = median_share(class);
    let meant = DamageKind::ALL.into_iter().filter(|kind| is_meant(suffered(class, *kind) / median));
    let names = listed(meant.map(DamageKind::name));
    if names.is_empty() { names } else { capital(&format!("{names} damage")) }
}

/// The median of the shares of hits that a hull suffers from all kinds.
fn median_share(class: &ArmedClass) -> f64 {
    let mut shares = DamageKind::ALL.map(|kind| suffered(class, kind));
    shares.sort_by(f64::total_cmp);
    0.5 * (shares[(shares.len() - 1) / 2] + shares[shares.len() / 2])
}

/// The share of hits of a kind that a hull suffers, over its shield and its armour.
fn suffered(class: &ArmedClass, kind: DamageKind) -> f64 {
    let layers = [
        (class.armour, class.armour_shares[kind as usize]),
        (class.shield, class.shield_shares[kind as usize]),
    ];
    let layers = layers.into_iter().filter(|(points, _)| *points > 0.0);
    let (whole, hits) = layers.fold((0.0, 0.0), |(whole, hits), (points, share)| {
        (whole + points, hits + points / share.max(f64::MIN_POSITIVE))
    });
    if hits > 0.0 { whole / hits } else { 1.0 }
}

/// The shield of a class and the damage of all its weapons in a few words; `None` without weapons that do damage.
pub fn brief(class: &ArmedClass, arms_table: &ArmsTable) -> Option<String> {
    let harm = harm(class, arms_table);
    let shield =
        if class.shield > 0.0 { format!("shield {}, ", points(class.shield)) } else { String::new() };
    (harm > 0.0).then(|| capital(&format!("{shield}{harm:.0} damage/s")))
}

/// The damage of all weapons of a class per second.
pub fn harm(class: &ArmedClass, arms_table: &ArmsTable) -> f64 {
    harms(class, arms_table).iter().map(|(_, harm)| harm).sum()
}

/// The weapons of a class, with the damage of each mount per second.
fn harms<'a>(class: &ArmedClass, arms_table: &'a ArmsTable) -> Vec<(&'a WeaponNumbers, f64)> {
    let harms = class.mounts.iter().filter_map(|mount| {
        let weapon = arms_table.weapons.get(mount.weapon)?;
        Some((weapon, harm_per_s(weapon, mount.count)))
    });
    harms.collect()
}

/// The damage of all weapons per second, its kinds with their shares if there are several, the greatest first, and the
/// range of the farthest weapon.
pub fn fire(class: &ArmedClass, arms_table: &ArmsTable) -> String {
    let weapons = harms(class, arms_table);
    let of = |kind: DamageKind| {
        weapons.iter().filter(|(weapon, _)| weapon.kind == kind).map(|(_, harm)| *harm).sum::<f64>()
    };
    let mut by_kind: Vec<(DamageKind, f64)> =
        DamageKind::ALL.into_iter().map(|kind| (kind, of(kind))).filter(|(_, harm)| *harm > 0.0).collect();
    by_kind.sort_by(|one, other| other.1.total_cmp(&one.1));
    let whole: f64 = by_kind.iter().map(|(_, harm)| harm).sum();
    let digits = usize::from(whole < 10.0);
    let damage = match by_kind.as_slice() {
        [] => return "None".to_owned(),
        [(only, _)] => format!("{whole:.digits$} {} damage/s", only.name()),
        several => {
            let share_of =
                |(kind, harm): &(DamageKind, f64)| format!("{} {}", kind.name(), part(harm / whole));
            let shares: Vec<String> = several.iter().map(share_of).collect();
            format!("{whole:.digits$} damage/s ({})", shares.join(", "))
        }
    };
    let range_km = weapons.iter().map(|(weapon, _)| weapon.range_km).fold(0.0, f64::max);
    format!("{damage}, range {}", length(range_km))
}

/// A part of a whole in percent, rounded: the parts of a whole should add up to 100.
fn part(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// The damage of so many weapons per second of play.
fn harm_per_s(weapon: &WeaponNumbers, count: u8) -> f64 {
    weapon.harm * f64::from(count) * TICKS / f64::from(weapon.reload_ticks.max(1))
}

/// Armour, shield, and every weapon with its damage per second and its range.
pub fn figures(class: &ArmedClass, arms_table: &ArmsTable) -> Vec<Figure> {
    let armour = Figure::new("Armour", Icon::Armour, points(class.armour));
    let weapons: Vec<Figure> =
        kinds_of_mounts(class).iter().filter_map(|mount| weapon(mount, arms_table)).collect();
    let none = weapons.is_empty().then(|| Figure::new("Weapons", Icon::Attack, "None"));
    std::iter::once(armour).chain(shield(class)).chain(weapons).chain(none).collect()
}

fn shield(class: &ArmedClass) -> Option<Figure> {
    let words = || {
        format!(
            "{}; recovers {} a second, from {} s after the last hit on",
            points(class.shield),
            plain(class.recovery * TICKS),
            plain(f64::from(class.pause_ticks) / TICKS)
        )
    };
    (class.shield > 0.0).then(|| Figure::new("Shield", Icon::Shield, words()))
}

/// Points of armour or shield, in whole numbers.
fn points(value: f64) -> String {
    grouped(value.round() as i64)
}

/// The mounts of a class: one for each weapon, with the number of all.
fn kinds_of_mounts(class: &ArmedClass) -> Vec<MountedWeapon> {
    let mut kinds: Vec<MountedWeapon> = Vec::new();
    for mount in &class.mounts {
        match kinds.iter_mut().find(|kind| kind.weapon == mount.weapon) {
            Some(kind) => kind.count = kind.count.saturating_add(mount.count),
            None => kinds.push(*mount),
        }
    }
    kinds
}

/// The weapons of a mount: their damage per second and range, and their special uses.
fn weapon(mount: &MountedWeapon, arms_table: &ArmsTable) -> Option<Figure> {
    let weapon = arms_table.weapons.get(mount.weapon)?;
    let harm = harm_per_s(weapon, mount.count);
    let name = match mount.count {
        1 => capital(&weapon.name),
        count => format!("{count} × {}", weapon.name),
    };
    let digits = usize::from(harm < 10.0);
    let uses = [
        (weapon.smallest_km > 0.0, ", not against small craft"),
        (weapon.intercepts, ", stops torpedoes"),
        (weapon.bombards, ", can bombard"),
    ];
    let uses: String = uses.into_iter().filter(|(is_one, _)| *is_one).map(|(_, words)| words).collect();
    let (kind, range) = (weapon.kind.name(), length(weapon.range_km));
    Some(Figure::new(name, Icon::Attack, format!("{harm:.digits$} {kind} damage/s, range {range}{uses}")))
}

/// The shares of a hit of each kind of damage that armour and shield of a class suffer, with their names.
pub fn damage_taken(class: &ArmedClass) -> Vec<(&'static str, [f64; 4])> {
    let shield = (class.shield > 0.0).then_some(("Shield", class.shield_shares));
    std::iter::once(("Armour", class.armour_shares)).chain(shield).collect()
}

/// [`damage_taken`] as a table with letters of equal width.
pub fn table_words(class: &ArmedClass) -> String {
    let row = |head: &str, cells: [String; 4]| {
        let cells = cells.into_iter().zip(COLUMNS);
        let cells: Vec<String> = cells.map(|(cell, width)| format!("{cell:>width$}")).collect();
        format!("{head:<HEAD$}{}", cells.concat())
    };
    let head = row(DAMAGE_TAKEN, DamageKind::ALL.map(|kind| capital(kind.name())));
    let taken = damage_taken(class).into_iter().map(|(name, shares)| row(name, shares.map(share)));
    let none = (class.shield <= 0.0).then(|| "No shield".to_owned());
    std::iter::once(head).chain(taken).chain(none).collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;

    /// Letters of a line of a table that have room in a label.
    const LINE_LETTERS: usize = 48;

    #[test]
    fn a_class_shows_the_damage_that_it_takes_and_deals() {
        let name = "railgun".to_owned();
        let railgun = WeaponNumbers { name, reload_ticks: 30, range_km: 90_000.0, ..test_support::gun() };
        let arms_table = ArmsTable { weapons: vec![railgun].into(), ..ArmsTable::default() };
        let mount = MountedWeapon { count: 1, ..test_support::mounted() };
        let mut class = ArmedClass {
            armour: 400.0,
            shield: 150.0,
            recovery: 0.4,
            pause_ticks: 150,
            mounts: vec![mount, mount],
            range_km: 90_000.0,
            ..test_support::unarmed()
        };
        let told = |class: &ArmedClass| -> Vec<String> {
            let figures = figures(class, &arms_table).into_iter();
            figures.map(|Figure { name, words, .. }| format!("{name}: {words}")).collect()
        };
        let wanted = [
            "Armour: 400",
            "Shield: 150; recovers 12 a second, from 5 s after the last hit on",
            "2 × railgun: 20 kinetic damage/s, range 90,000 km",
        ];
        assert_eq!(told(&class), wanted, "both mounts of a weapon are one row");
        class.mounts.truncate(1);
        assert_eq!(told(&class)[2], "Railgun: 10 kinetic damage/s, range 90,000 km");
        class.mounts.clear();
        class.shield = 0.0;
        assert_eq!(told(&class), ["Armour: 400", "Weapons: None"]);
        class.armour = 6_500.0;
        assert_eq!(told(&class)[0], "Armour: 6,500", "as prices are written");
    }

    #[test]
    fn a_summary_has_the_hull_the_damage_and_what_is_strong_or_weak() {
        let arms_table = test_support::arms_table();
        let class = ArmedClass {
            armour: 60.0,
            armour_shares: [1.2, 0.5, 1.0, 1.0],
            shield: 20.0,
            shield_shares: [1.2, 1.4, 1.0, 1.0],
            mounts: vec![test_support::mounted(), test_support::mounted()],
            ..test_support::unarmed()
        };
        let told = |class: &ArmedClass| -> Vec<String> {
            let figures = summary(class, &arms_table).into_iter();
            figures.map(|Figure { name, words, .. }| format!("{name}: {words}")).collect()
        };
        let wanted = [
            "Hull: Armour 60, shield 20",
            "Weapons: 60 kinetic damage/s, range 100,000 km",
            "Weak against: Kinetic damage",
            "Strong against: EM damage",
        ];
        assert_eq!(told(&class), wanted, "the armour decides about EM");
        let hard = ArmedClass { armour_shares: [0.8, 0.7, 0.6, 0.7], shield: 0.0, ..class };
        let told_of_hard = told(&hard);
        assert_eq!(told_of_hard[2..], ["Weak against: Kinetic damage", "Strong against: Heat damage"]);
        assert_eq!(told(&test_support::unarmed()), ["Hull: Armour 1", "Weapons: None"]);
    }

    #[test]
    fn the_kinds_of_damage_are_named_with_their_shares_the_greatest_first() {
        let mut arms_table = test_support::arms_table();
        let laser = WeaponNumbers { kind: DamageKind::Heat, ..test_support::gun() };
        let laser =
            MountedWeapon { weapon: arms_table.weapons.push_and_get_key(laser), ..test_support::mounted() };
        let told = |lasers: u8| {
            let lasers = MountedWeapon { count: lasers, ..laser };
            let class =
                ArmedClass { mounts: vec![test_support::mounted(), lasers], ..test_support::unarmed() };
            fire(&class, &arms_table)
        };
        assert_eq!(told(1), "60 damage/s (kinetic 50 %, heat 50 %), range 100,000 km");
        assert_eq!(told(2), "90 damage/s (heat 67 %, kinetic 33 %), range 100,000 km");
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
}
