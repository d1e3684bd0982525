//! Hits, kinds of damage, materials, crews, repair, and all weapons.

use crate::client::frame::{capital, length};
use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Line, Sign};
use crate::client::hud::help::encyclopedia::topics::lines::{damage_cells, damage_head, icon_of};
use crate::client::hud::planet::classes::numbers::{listed, plain, share};
use crate::client::widgets::Icon;
use crate::level::{Arms, DamageKind, Delivery, Torpedo};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{ArmedClass, WeaponId, WeaponNumbers};

/// The entries: first what holds for all weapons.
pub fn entries(facts: &Facts) -> Vec<Entry> {
    let kinds = DamageKind::ALL.map(|kind| of_kind(facts, kind));
    let weapons = facts.arms.weapons.iter_enumerated().map(|(id, weapon)| of_weapon(facts, id, weapon));
    let first = std::iter::once(hits(facts)).chain(kinds);
    first.chain([materials(facts), crews(facts), repair(facts)]).chain(weapons).collect()
}

fn hits(facts: &Facts) -> Entry {
    let gunnery = &facts.arms.rules.gunnery;
    Entry::new("Hits")
        .signed(Sign::Icon(Icon::Attack))
        .says(
            "A hit falls on the shield first. What the shield does not hold off falls on the armour. Without \
             armour a ship or a structure is lost. Shields recover by themselves, armour only by repair.",
        )
        .says(format!(
            "At full range a weapon hits {} as often as close by. Small targets and targets that cross fast are \
             hit less often. Bodies, wrecks and friends in the line of fire stop a shot.",
            share(gunnery.share_at_range)
        ))
}

/// A kind of damage, and the weapons that deal it.
fn of_kind(facts: &Facts, kind: DamageKind) -> Entry {
    let weapons = facts.arms.weapons.iter().filter(|weapon| weapon.kind == kind);
    let weapons = listed(weapons.map(|weapon| weapon.name.as_str()));
    let entry = Entry::new(format!("{} damage", capital(kind.name())))
        .signed(Sign::Icon(icon_of(kind)))
        .says(effect(facts, kind));
    if weapons.is_empty() {
        return entry;
    }
    entry.with([Line::figure("Weapons", icon_of(kind), capital(&weapons))])
}

fn effect(facts: &Facts, kind: DamageKind) -> String {
    let harm = &facts.arms.rules.harm;
    match kind {
        DamageKind::Kinetic => "Slugs and splinters. They break armour.".to_owned(),
        DamageKind::Em => "Particle and radio pulses. They strip shields.".to_owned(),
        DamageKind::Heat => format!(
            "Beams and plasma. A hit on armour burns on: {} of its damage once more, half of that in {} s.",
            share(harm.burn_share),
            plain(harm.burn_half_s)
        ),
        DamageKind::Electric => format!(
            "Arcs. A hit leaps to {} neighbours at most, within {}, with {} of its damage. On armour it silences \
             weapons for {} s.",
            harm.leaps,
            length(harm.leap_km),
            share(harm.leap_share),
            plain(harm.silence_s)
        ),
    }
}

/// The materials of the classes, in the order in which they first occur.
fn materials(facts: &Facts) -> Entry {
    let mut found: Vec<(&str, [f64; 4])> = Vec::new();
    let ships = facts.ships.0.iter().map(|class| &class.arms).zip(&facts.arms.ships);
    let structures = facts.structures.0.iter().map(|class| &class.arms).zip(&facts.arms.structures);
    for (name, shares) in ships.chain(structures).flat_map(of_hull) {
        if !name.is_empty() && found.iter().all(|(known, _)| *known != name) {
            found.push((name, shares));
        }
    }
    Entry::new("Materials")
        .signed(Sign::Icon(Icon::Armour))
        .says("Armour and shields are made of materials. A material suffers a share of a hit of each kind.")
        .with([damage_head("Share suffered")])
        .with(found.into_iter().map(|(name, shares)| damage_cells(&capital(name), shares)))
}

/// The materials of a hull, with the shares that they suffer.
fn of_hull<'a>((arms, armed): (&'a Arms, &ArmedClass)) -> [(&'a str, [f64; 4]); 2] {
    [
        (arms.armour.material.as_str(), armed.armour_shares),
        (arms.shield.material.as_str(), armed.shield_shares),
    ]
}

fn crews(facts: &Facts) -> Entry {
    let (gunnery, skills) = (&facts.arms.rules.gunnery, &facts.arms.rules.skills);
    Entry::new("Crews").signed(Sign::Icon(Icon::Crew)).says(format!(
        "A crew gains a level for each {} points of damage that its ship does, {} levels at most. With each level \
         it hits {} more often. From level {} on it is trained, from {} on a veteran crew, from {} on an elite \
         crew.",
        plain(gunnery.points_per_level),
        gunnery.most_levels,
        share(gunnery.accuracy_per_level),
        skills.trained,
        skills.veteran,
        skills.elite
    ))
}

fn repair(facts: &Facts) -> Entry {
    let repair = &facts.arms.rules.repair;
    Entry::new("Repair").signed(Sign::Icon(Icon::Build)).says(format!(
        "A finished shipyard repairs {} points of armour a second, for nothing. All damaged structures of your \
         side at its body share them with the damaged ships in its ring or within {}. Repair ships repair the \
         worst damage within {}. Repair begins {} s after the last hit.",
        plain(repair.yard_points_per_s),
        length(repair.reach_km),
        length(repair.ship_reach_km),
        plain(repair.calm_s)
    ))
}

fn of_weapon(facts: &Facts, id: WeaponId, weapon: &WeaponNumbers) -> Entry {
    Entry::new(capital(&weapon.name))
        .signed(Sign::Icon(icon_of(weapon.kind)))
        .noted(delivery_words(&weapon.delivery))
        .with([
            damage(weapon),
            Line::figure("Range", Icon::Move, length(weapon.range_km)),
            Line::figure("Accuracy", Icon::Objective, accuracy_words(weapon)),
        ])
        .with(torpedo(&weapon.delivery).map(flight))
        .with(uses(weapon))
        .with([Line::figure("Carried by", Icon::Fleet, carriers(facts, id))])
}

fn delivery_words(delivery: &Delivery) -> &'static str {
    match delivery {
        Delivery::Tracer => "Hits at once",
        Delivery::Beam => "Beam, hits at once",
        Delivery::Arc => "Arc, hits at once",
        Delivery::Torpedo(_) => "Flies to its target",
    }
}

fn damage(weapon: &WeaponNumbers) -> Line {
    let reload_s = f64::from(weapon.reload_ticks) / TICKS_PER_SECOND;
    let per_second = weapon.harm / reload_s;
    let words = format!(
        "{} {} a hit, a shot every {} s: {} a second",
        plain(weapon.harm),
        weapon.kind.name(),
        plain(reload_s),
        plain((10.0 * per_second).round() / 10.0)
    );
    Line::figure("Damage", icon_of(weapon.kind), words)
}

fn accuracy_words(weapon: &WeaponNumbers) -> String {
    let close_by = format!("{} at something large close by", share(weapon.accuracy));
    if weapon.grain_km <= 0.0 {
        return close_by;
    }
    format!("{close_by}; half of that at a target of {} radius", length(weapon.grain_km))
}

fn torpedo(delivery: &Delivery) -> Option<&Torpedo> {
    match delivery {
        Delivery::Torpedo(torpedo) => Some(torpedo),
        Delivery::Tracer | Delivery::Beam | Delivery::Arc => None,
    }
}

fn flight(torpedo: &Torpedo) -> Line {
    let blast = if torpedo.blast_km > 0.0 {
        format!("; its blast reaches {}, friends included", length(torpedo.blast_km))
    } else {
        String::new()
    };
    let words = format!(
        "{} km/s for {} s; point defence needs {} points to stop it{blast}",
        plain(torpedo.speed_km_s),
        plain(torpedo.fuel_s),
        plain(torpedo.points)
    );
    Line::figure("Torpedo", Icon::Arrival, words)
}

/// The special uses of a weapon, and its limits.
fn uses(weapon: &WeaponNumbers) -> Option<Line> {
    let small = format!("not fired at targets with a radius below {}", length(weapon.smallest_km));
    let uses = [
        (weapon.intercepts, "shoots at torpedoes first"),
        (weapon.bombards, "can bombard the ground"),
        (weapon.smallest_km > 0.0, small.as_str()),
    ];
    let uses = listed(uses.into_iter().filter(|(is_one, _)| *is_one).map(|(_, words)| words));
    (!uses.is_empty()).then(|| Line::figure("Uses", Icon::Note, capital(&uses)))
}

/// The classes that carry a weapon.
fn carriers(facts: &Facts, weapon: WeaponId) -> String {
    let ships = facts.ships.0.iter().map(|class| class.name.as_str()).zip(&facts.arms.ships);
    let structures = facts.structures.0.iter().map(|class| class.name.as_str()).zip(&facts.arms.structures);
    let carriers = ships.chain(structures).filter(|(_, armed)| carries(armed, weapon)).map(|(name, _)| name);
    let carriers = listed(carriers);
    if carriers.is_empty() { "No class".to_owned() } else { capital(&carriers) }
}

fn carries(class: &ArmedClass, weapon: WeaponId) -> bool {
    class.mounts.iter().any(|mount| mount.weapon == weapon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::test_support::shipped;
    use crate::client::hud::planet::classes::Figure;

    /// The words of an entry, in one text.
    fn text(title: &str) -> String {
        let game = shipped();
        let entry = entries(&game.facts()).into_iter().find(|entry| entry.title == title);
        let lines = entry.expect("it has an entry").lines.into_iter();
        let words = lines.map(|line| match line {
            Line::Words(words) | Line::Figure(Figure { words, .. }) | Line::Mark { words, .. } => words,
            Line::Measured(Figure { words, .. }, _) => words,
            Line::Head { .. } | Line::ComparedHead(_) | Line::Compared(_) => String::new(),
            Line::Cells { name, cells } => {
                let cells: Vec<&str> = cells.iter().map(|(words, _)| words.as_str()).collect();
                format!("{name} {}", cells.join(" "))
            }
        });
        words.collect::<Vec<String>>().join("\n")
    }

    #[test]
    fn kinds_of_damage_have_their_numbers_and_weapons() {
        let game = shipped();
        let harm = &game.arms.rules.harm;
        assert!(text("Kinetic damage").contains("Autocannon, flak, railgun"));
        assert!(text("EM damage").contains("Pulse gun"));
        assert!(text("Heat damage").contains(&share(harm.burn_share)));
        assert!(text("Electric damage").contains(&length(harm.leap_km)));
    }

    #[test]
    fn every_material_of_the_rules_has_a_row() {
        let rules = crate::rules::test_support::shipped();
        let text = text("Materials");
        for material in &rules.materials {
            let shares = DamageKind::ALL.map(|kind| share(material.share(kind)));
            let row = format!("{} {}", capital(&material.name), shares.join(" "));
            assert!(text.lines().any(|line| line == row), "{row} is not in\n{text}");
        }
    }

    #[test]
    fn weapons_have_their_numbers_and_carriers() {
        let railgun = text("Railgun");
        assert!(railgun.contains("60 kinetic a hit, a shot every 2.4 s: 25 a second"), "{railgun}");
        assert!(railgun.contains("Can bombard the ground") && railgun.contains("Cruiser, dreadnought"));
        assert!(text("Flak").contains("Shoots at torpedoes first"));
        let torpedo = text("Heavy torpedo");
        assert!(torpedo.contains("9 km/s for 6 s") && torpedo.contains("Destroyer, fortress"), "{torpedo}");
    }
}
