//! The page of classes, weapons and materials, for people to read: `docs/classes.md`.
//!
//! It is made from the rules and the table of the duels; the same rules give the same text.

use xxhash_rust::xxh3::xxh3_64;

use super::field::{duellists, range_km};
use super::table::Table;
use crate::level::{
    Armour, Arms, DamageKind, Delivery, Material, Mount, Price, Shield, ShipClass, ShipKind, StructureClass,
    Weapon,
};
use crate::rules::Rules;

/// The headline above the table of the duels; the part of the page above it follows from the rules alone.
pub const DUELS_HEADLINE: &str = "## Duels";

/// The whole page.
pub fn page(rules: &Rules, duels: &Table) -> String {
    let Table { cost, fights, .. } = duels;
    format!(
        "{}{DUELS_HEADLINE}\n\nEach class against each: as many ships as {cost} buys on either side (rare \
         materials count ten times), at least one, {fights} fights with other chances. A cell belongs to the \
         class of its row: the share of fights that it wins, its remaining strength less that of the other in \
         hundredths, and the duration. The wings of a carrier are no part of its strength. `ecliptic duel ONE \
         OTHER` fights a single pair.\n\n{}\n\n{}",
        page_of_rules(rules),
        mark_of_rules(rules),
        duels.markdown(),
    )
}

/// The line that names the rules of the duels, so that a table of other rules is detected: a hash of all data that
/// decides a duel.
pub fn mark_of_rules(rules: &Rules) -> String {
    let rules = without_words(rules);
    let Rules { steering, economy, weapons, materials, combat, .. } = &rules;
    let fighters = duellists(&rules);
    let is_used = |weapon: &&Weapon| {
        fighters.iter().any(|class| class.arms.weapons.iter().any(|mount| mount.weapon == weapon.name))
    };
    let weapons: Vec<&Weapon> = weapons.iter().filter(is_used).collect();
    let aims = (&combat.gunnery, &combat.targeting, &combat.torpedoes, &combat.hangars);
    let fights = (aims, &combat.harm, &combat.conduct, &combat.wrecks);
    let all = format!("{fighters:?}{weapons:?}{materials:?}{fights:?}{:?}{steering:?}", economy.sight);
    format!("Fought by the rules with the mark {:016x}.", xxh3_64(all.as_bytes()))
}

/// The rules without their sentences for players, which decide nothing.
fn without_words(rules: &Rules) -> Rules {
    let mut rules = rules.clone();
    rules.ship_classes.iter_mut().for_each(|class| class.role.clear());
    rules.weapons.iter_mut().for_each(|weapon| weapon.role.clear());
    rules.materials.iter_mut().for_each(|material| material.role.clear());
    rules
}

/// The page above the duels.
pub fn page_of_rules(rules: &Rules) -> String {
    let mut text = "# Classes, weapons and materials\n\nMade by `scripts/balance --write` from \
                    `assets/rules/`; changes by hand are lost.\n\n## Ships\n\nPrices are \
                    money, resources and rare materials; sizes and ranges thousands of km; speeds km for a \
                    second of the calendar, inside and outside of wells.\n\n"
        .to_owned();
    let ships = rules.ship_classes.iter().map(|class| ship_row(class, &rules.weapons));
    text += &table("class|kind|price|grows|size|speed|armour|shield|weapons|prey|keeps off|besides", ships);
    text += "\n## Structures\n\n";
    let structures = rules.structure_classes.iter().map(structure_row);
    text += &table("class|price|grows|armour|shield|weapons|besides", structures);
    text += "\n## Damage and materials\n\nThe share of a hit of each kind that a material suffers, in \
             hundredths.\n\n";
    let materials = rules.materials.iter().map(material_row);
    text += &table("material|kinetic|EM|heat|electric|good for", materials);
    text += "\n## Weapons\n\nRanges are thousands of km. Grain is the radius in km of a target that is \
             hit half as often as a very large one.\n\n";
    let weapons = rules.weapons.iter().map(weapon_row);
    text += &table("weapon|damage|harm|reload|range|accuracy|grain|turns in|besides", weapons);
    text + "\n"
}

/// A table of Markdown: the heads are separated by `|`.
fn table(heads: &str, rows: impl Iterator<Item = Vec<String>>) -> String {
    let (heads, rows): (Vec<&str>, Vec<Vec<String>>) = (heads.split('|').collect(), rows.collect());
    markdown_table(&heads, &rows)
}

/// A table of Markdown.
pub fn markdown_table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = format!("| {} |\n|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
    for row in rows {
        text += &format!("| {} |\n", row.join(" | "));
    }
    text
}

fn ship_row(class: &ShipClass, weapons: &[Weapon]) -> Vec<String> {
    let Arms { armour, shield, weapons: mounts, prey, stand_off } = &class.arms;
    let length_km = class.length_km.unwrap_or(0.0).max(2.0 * class.radius_km);
    let range_km = range_km(class, weapons);
    let how = if stand_off.circles { "circles at" } else { "stands at" };
    vec![
        format!("**{}**", class.name),
        class.kind.name().to_owned(),
        price(class.price),
        if class.is_built_in_yards() { seconds(class.build_s) } else { "in hangars".to_owned() },
        thousands(length_km),
        format!("{}, {}", class.manoeuvre_km_s, class.cruise_km_s),
        armour_words(armour, 100.0),
        shield_words(shield),
        mounts_words(mounts),
        words_or_none(prey.iter().map(|kind: &ShipKind| kind.name().to_owned())),
        if range_km > 0.0 { format!("{how} {}", thousands(range_km * stand_off.share)) } else { none() },
        ship_extras(class),
    ]
}

fn ship_extras(class: &ShipClass) -> String {
    let mut extras = Vec::new();
    if class.troopers > 0 {
        extras.push(format!("{} troopers", class.troopers));
    }
    if let Some(hangar) = &class.hangar {
        extras.push(format!("{} × {}, one in {}", hangar.count, hangar.class, seconds(hangar.build_s)));
    }
    if class.repairs > 0.0 {
        extras.push(format!("repairs {} a second", class.repairs));
    }
    if class.builds_percent > 0 {
        extras.push(format!("builds {} % faster", class.builds_percent));
    }
    if class.mines > 0 {
        extras.push(format!("mines {}", class.mines));
    }
    words_or_none(extras.into_iter())
}

fn structure_row(class: &StructureClass) -> Vec<String> {
    let Arms { armour, shield, weapons: mounts, .. } = &class.arms;
    let mut extras = Vec::new();
    if class.garrison_percent > 0 {
        extras.push(format!("{} % more defenders", class.garrison_percent));
    }
    if class.is_yard() {
        extras.push("builds ships, repairs ships and stations, fills up troop ships".to_owned());
    }
    vec![
        format!("**{}**", class.name),
        price(class.price),
        seconds(class.build_s),
        armour_words(armour, f64::from(class.hull)),
        shield_words(shield),
        mounts_words(mounts),
        words_or_none(extras.into_iter()),
    ]
}

fn material_row(material: &Material) -> Vec<String> {
    let mut row = vec![format!("**{}**", material.name)];
    row.extend(DamageKind::ALL.map(|kind| format!("{:.0}", 100.0 * material.share(kind))));
    row.push(material.role.clone());
    row
}

fn weapon_row(weapon: &Weapon) -> Vec<String> {
    let mut extras = Vec::new();
    if let Delivery::Torpedo(torpedo) = weapon.delivery {
        let (speed, points) = (torpedo.speed_km_s, torpedo.points);
        extras.push(format!("flies at {speed} km/s for {}", seconds(torpedo.fuel_s)));
        extras.push(format!("bears {points} points"));
    }
    if weapon.smallest_km > 0.0 {
        extras.push(format!("not at what is smaller than {}", thousands(2.0 * weapon.smallest_km)));
    }
    if weapon.intercepts {
        extras.push("point defence".to_owned());
    }
    if weapon.bombards {
        extras.push("bombards".to_owned());
    }
    vec![
        format!("**{}**", weapon.name),
        weapon.damage.name().to_owned(),
        weapon.harm.to_string(),
        seconds(weapon.reload_s),
        thousands(weapon.range_km),
        format!("{:.0} %", 100.0 * weapon.accuracy),
        weapon.grain_km.to_string(),
        seconds(weapon.turn_s),
        words_or_none(extras.into_iter()),
    ]
}

fn price(price: Price) -> String {
    format!("{}, {}, {}", price.money, price.resources, price.rare)
}

fn seconds(seconds: f64) -> String {
    format!("{seconds} s")
}

/// Thousands of km, with a sensible number of digits.
fn thousands(km: f64) -> String {
    let hundredths = (km / 10.0).round();
    (hundredths / 100.0).to_string()
}

fn armour_words(armour: &Armour, usual: f64) -> String {
    with_material(armour.points.unwrap_or(usual), &armour.material)
}

fn shield_words(shield: &Shield) -> String {
    if shield.points <= 0.0 {
        return none();
    }
    let points = with_material(shield.points, &shield.material);
    format!("{points}, {} a second after {}", shield.recovery, seconds(shield.pause_s))
}

fn with_material(points: f64, material: &str) -> String {
    if material.is_empty() { points.to_string() } else { format!("{points} {material}") }
}

fn mounts_words(mounts: &[Mount]) -> String {
    words_or_none(mounts.iter().map(|mount| format!("{} × {}", mount.count, mount.weapon)))
}

fn words_or_none(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { none() } else { words.join(", ") }
}

fn none() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_row_for_everything() {
        let rules = crate::rules::test_support::shipped();
        let text = page_of_rules(&rules);
        let names = rules.ship_classes.iter().map(|class| &class.name);
        let names = names.chain(rules.structure_classes.iter().map(|class| &class.name));
        let names = names.chain(rules.weapons.iter().map(|weapon| &weapon.name));
        for name in names.chain(rules.materials.iter().map(|material| &material.name)) {
            assert!(text.contains(&format!("\n| **{name}** | ")), "{name}");
        }
    }

    #[test]
    fn sentences_for_players_leave_the_mark_of_the_rules() {
        let rules = crate::rules::test_support::shipped();
        let mut other = rules.clone();
        other.weapons[0].role = "another use".to_owned();
        assert_eq!(mark_of_rules(&rules), mark_of_rules(&other));
        other.weapons[0].harm += 1.0;
        assert_ne!(mark_of_rules(&rules), mark_of_rules(&other));
    }

    #[test]
    fn lengths_have_separators_of_thousands() {
        assert_eq!(thousands(420_000.0), "420");
        assert_eq!(thousands(80.0), "0.08");
        assert_eq!(thousands(8400.0), "8.4");
    }
}
