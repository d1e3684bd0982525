//! The class of the player's yards that is forecast to do best against some foes at equal cost, and why, by the damage
//! that their weapons do to armour and shields.

use std::collections::BTreeMap;

use typed_index_collections::TiSlice;

use super::super::names::LogNames;
use super::battle_reports::{Attacker, BattleReport, UnitKind};
use crate::client::hud::planet::classes::arms::{STRONG, WEAK};
use crate::client::hud::planet::classes::numbers::{plain, share};
use crate::client::hud::planet::gather::PlanetData;
use crate::duels::USUAL_COST;
use crate::level::{DamageKind, ShipClass, plural};
use crate::sim::combat::estimate::{Contingent, duel_estimate};
use crate::sim::economy::yards::ship_price;
use crate::sim::world::money::Amount;
use crate::sim::{ArmedClass, ArmsTable, ClassId, Ledger};

/// How much farther the weapons of a class reach, in ranges of its foe, for that to be its merit.
const FARTHER: f64 = 1.1;

/// The layers of a hull in words.
const SHIELDS: &str = "shields";
const ARMOUR: &str = "armour";

/// Classes of foes with their parts of the damage, tenths.
pub(super) type Foes = Vec<(UnitKind, u32)>;

/// A class, its main foe, and why it does best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BestClass {
    class: ClassId,
    foe: UnitKind,
    reason: Reason,
}

/// Why a class beats a foe, by the first of these that is true.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reason {
    /// A layer of the foe suffers more than a plain hit.
    Weakness { kind: DamageKind, layer: &'static str, times: f64 },
    /// A layer of the class suffers less than a plain hit.
    Strength { kind: DamageKind, layer: &'static str, times: f64 },
    /// Its weapons reach farther.
    Reach,
    /// Only all of its numbers together: what is left of it, by the forecast.
    Forecast { left: f64 },
}

/// The foes of a battle: the classes that did the damage. None if units that the player did not see did most of it.
pub(super) fn foes_of(report: &BattleReport) -> Foes {
    let (mut parts, mut unseen) = (BTreeMap::<UnitKind, f64>::new(), 0.0);
    for ((attacker, _), points) in &report.damage {
        match attacker {
            Attacker::Known(_, kind) => *parts.entry(*kind).or_default() += *points,
            Attacker::Unseen => unseen += *points,
            Attacker::Own => {}
        }
    }
    let known: f64 = parts.values().sum();
    if known <= unseen {
        return Foes::new();
    }
    let tenths = |points: f64| (10.0 * points / known).round() as u32;
    let parts = parts.into_iter().map(|(kind, points)| (kind, tenths(points)));
    parts.filter(|(_, tenths)| *tenths > 0).collect()
}

/// The classes that the player's yards can build with the present rare materials; none without a yard.
pub(super) fn buildable(data: &PlanetData) -> Vec<ClassId> {
    let economy = data.economy();
    if economy.yards().is_empty() {
        return Vec::new();
    }
    let rare = economy.ledger().map_or(Amount::ZERO, Ledger::balance).rare;
    within_rare(&data.ship_classes.0, rare, economy.research_percent())
}

/// The classes of yards that this amount of rare materials suffices for, while research lowers prices by
/// `research_percent`.
fn within_rare(classes: &TiSlice<ClassId, ShipClass>, rare: i64, research_percent: u32) -> Vec<ClassId> {
    let suffices = |class: &ShipClass| i64::from(ship_price(class, research_percent).rare) <= rare;
    let built = classes.iter_enumerated();
    let built = built.filter(|(_, class)| class.is_built_in_yards() && suffices(class));
    built.map(|(class, _)| class).collect()
}

/// The class out of some that is forecast to beat foes at equal cost, with most left; `None` if none does.
pub(super) fn best_class(
    foes: &[(UnitKind, u32)],
    classes: &[ClassId],
    arms: &ArmsTable,
) -> Option<BestClass> {
    let (main, _) = *foes.iter().max_by_key(|(_, tenths)| *tenths)?;
    let foe = main.armed(arms)?;
    let sides = foes.iter().filter_map(|(kind, tenths)| contingent(*kind, f64::from(*tenths) / 10.0, arms));
    let sides: Vec<Contingent> = sides.collect();
    let winners = classes.iter().filter_map(|class| {
        let own = contingent(UnitKind::Ship(*class), 1.0, arms).filter(|own| own.class.is_armed())?;
        let result = duel_estimate(&[own], &sides, arms);
        let wins = result.share_left_one > 0.0 && result.share_left_other <= 0.0;
        wins.then_some((*class, own.class, result.share_left_one))
    });
    let best = winners.filter(|_| !sides.is_empty()).max_by(|one, other| one.2.total_cmp(&other.2));
    best.map(|(class, own, left)| BestClass { class, foe: main, reason: Reason::of(own, foe, arms, left) })
}

/// Units of a class for this part of the usual cost. Small craft cost what their carrier does.
fn contingent(kind: UnitKind, part: f64, arms: &ArmsTable) -> Option<Contingent<'_>> {
    let class = kind.armed(arms)?;
    let worth = match kind {
        UnitKind::Ship(craft) if class.worth <= 0.0 => worth_in_hangar(craft, arms)?,
        _ => class.worth,
    };
    let count = (part * f64::from(USUAL_COST) / worth).max(1.0) as u32;
    (worth > 0.0).then_some(Contingent { class, count, armour: 1.0, shield: 1.0, level: 0 })
}

/// The part of a carrier's worth for each of its craft; `None` if nobody carries the class.
fn worth_in_hangar(craft: ClassId, arms: &ArmsTable) -> Option<f64> {
    let hangars = arms.ships.iter().filter_map(|carrier| Some((carrier.worth, carrier.hangar.as_ref()?)));
    let mut of_it = hangars.filter(|(_, hangar)| hangar.class == craft && hangar.count > 0);
    of_it.next().map(|(worth, hangar)| worth / f64::from(hangar.count))
}

impl Reason {
    fn of(own: &ArmedClass, foe: &ArmedClass, arms: &ArmsTable, left: f64) -> Self {
        let weakness = main_kind(own, foe, arms).and_then(|kind| Some((kind, weakest_layer(foe, kind)?)));
        if let Some((kind, (layer, times))) = weakness {
            return Self::Weakness { kind, layer, times };
        }
        let strength = main_kind(foe, own, arms).and_then(|kind| Some((kind, strongest_layer(own, kind)?)));
        if let Some((kind, (layer, times))) = strength {
            return Self::Strength { kind, layer, times };
        }
        let reach_km =
            |one: &ArmedClass, other: &ArmedClass| one.range_against(other.bound_km, &arms.weapons);
        if reach_km(own, foe) > FARTHER * reach_km(foe, own) { Self::Reach } else { Self::Forecast { left } }
    }
}

/// The kind of most of the damage that a class does to another.
fn main_kind(shooter: &ArmedClass, target: &ArmedClass, arms: &ArmsTable) -> Option<DamageKind> {
    let weapons =
        shooter.mounts.iter().filter_map(|mount| Some((arms.weapons.get(mount.weapon)?, mount.count)));
    let used = weapons.filter(|(weapon, _)| weapon.is_for(target.bound_km));
    greatest(used.map(|(weapon, count)| {
        (weapon.kind, weapon.harm * f64::from(count) / f64::from(weapon.reload_ticks.max(1)))
    }))
}

/// The key with the greatest sum.
pub(super) fn greatest<K: Ord + Copy>(parts: impl Iterator<Item = (K, f64)>) -> Option<K> {
    let mut sums: BTreeMap<K, f64> = BTreeMap::new();
    for (key, part) in parts {
        *sums.entry(key).or_default() += part;
    }
    sums.into_iter().max_by(|one, other| one.1.total_cmp(&other.1)).map(|(key, _)| key)
}

/// The layer of a hull that suffers more than a plain hit of a kind, and how much; of two the weaker one.
pub(super) fn weakest_layer(class: &ArmedClass, kind: DamageKind) -> Option<(&'static str, f64)> {
    let shield = if class.shield > 0.0 { class.shield_shares[kind as usize] } else { 0.0 };
    let armour = class.armour_shares[kind as usize];
    let weakest = if shield > armour { (SHIELDS, shield) } else { (ARMOUR, armour) };
    (weakest.1 >= WEAK).then_some(weakest)
}

/// The layer of a hull that suffers less than a plain hit of a kind, and how much; of two the stronger one.
fn strongest_layer(class: &ArmedClass, kind: DamageKind) -> Option<(&'static str, f64)> {
    let shield = if class.shield > 0.0 { class.shield_shares[kind as usize] } else { f64::INFINITY };
    let armour = class.armour_shares[kind as usize];
    let strongest = if shield < armour { (SHIELDS, shield) } else { (ARMOUR, armour) };
    (strongest.1 <= STRONG).then_some(strongest)
}

impl BestClass {
    /// The advice in two sentences: the class, and the reason.
    pub(super) fn words(&self, names: &LogNames) -> String {
        let (best, foes) = (plural(names.ship(self.class)), plural(name_of(self.foe, names)));
        let reason = match self.reason {
            Reason::Weakness { kind, layer, times } => {
                let times = plain((100.0 * times).round() / 100.0);
                format!("Their {} damage counts {times} times against the {layer} of {foes}", kind.name())
            }
            Reason::Strength { kind, layer, times } => {
                let (part, kind) = (share(1.0 - times), kind.name());
                let stops = if layer == ARMOUR { "stops" } else { "stop" };
                format!("Their {layer} {stops} {part} of the {kind} damage of {foes}")
            }
            Reason::Reach => format!("They shoot farther than {foes}"),
            Reason::Forecast { left } => {
                format!("At equal cost {} of them are forecast to survive {foes}", share(left))
            }
        };
        format!("Best against them: {best}. {reason}")
    }
}

/// The name of a class.
pub(super) fn name_of<'a>(kind: UnitKind, names: &'a LogNames) -> &'a str {
    match kind {
        UnitKind::Ship(class) => names.ship(class),
        UnitKind::Structure(class) => names.structure(class),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::help::encyclopedia::entry::RuleBook;
    use crate::client::hud::help::encyclopedia::test_support::shipped;
    use crate::sim::combat::test_support::{gun, mounted, unarmed};
    use crate::sim::ids::FactionId;

    const SHIP: UnitKind = UnitKind::Ship(ClassId::FIRST);

    /// The best class of all that yards build.
    fn best_of_all(foe: UnitKind, game: &RuleBook) -> Option<BestClass> {
        let built = game.ships.0.iter_enumerated().filter(|(_, class)| class.is_built_in_yards());
        let built: Vec<ClassId> = built.map(|(class, _)| class).collect();
        best_class(&[(foe, 10)], &built, &game.arms)
    }

    #[test]
    fn advice_is_a_class_that_is_forecast_to_win() {
        let game = shipped();
        let mut found = 0;
        for foe in game.ships.0.keys() {
            let Some(best) = best_of_all(UnitKind::Ship(foe), &game) else { continue };
            found += 1;
            assert!(best.class != foe, "equals do not beat each other");
            assert!(game.ships.0[best.class].is_built_in_yards() && game.arms.ships[best.class].is_armed());
        }
        assert!(found > 2, "advice against {found} classes only");
    }

    #[test]
    fn small_craft_cost_what_their_carrier_does() {
        let game = shipped();
        let wing = game.ships.0.iter_enumerated().find(|(_, class)| !class.is_built_in_yards());
        let (wing, _) = wing.expect("there are wings");
        let count = |part: f64| contingent(UnitKind::Ship(wing), part, &game.arms).map(|some| some.count);
        assert!(count(1.0).is_some_and(|count| count > 1) && count(0.5) < count(1.0));
    }

    #[test]
    fn research_lets_rare_materials_suffice_for_more_classes() {
        let game = shipped();
        let needs_rare = |class: &ShipClass| class.is_built_in_yards() && class.price.rare >= 10;
        let (class, numbers) =
            game.ships.0.iter_enumerated().find(|(_, class)| needs_rare(class)).expect("there is one");
        let just_below = i64::from(numbers.price.rare) - 1;
        assert!(!within_rare(&game.ships.0, just_below, 0).contains(&class));
        assert!(within_rare(&game.ships.0, just_below, 10).contains(&class), "a tenth less is needed");
        assert!(
            within_rare(&game.ships.0, i64::MAX, 0).iter().all(|of| game.ships.0[*of].is_built_in_yards())
        );
    }

    #[test]
    fn without_a_class_that_wins_there_is_no_advice() {
        let game = shipped();
        let foes = [(SHIP, 10)];
        assert_eq!(best_class(&foes, &[], &game.arms), None, "nothing can be built");
        assert_eq!(best_class(&foes, &[ClassId::FIRST], &game.arms), None, "equals do not beat each other");
        assert_eq!(best_class(&Foes::new(), &[ClassId::FIRST], &game.arms), None, "the foes were not seen");
    }

    #[test]
    fn foes_are_those_that_the_player_saw_and_that_did_most() {
        let known = |kind: UnitKind| Attacker::Known(FactionId(1), kind);
        let station = UnitKind::Structure(ClassId::FIRST);
        let mut report = BattleReport {
            damage: BTreeMap::from([
                ((known(SHIP), DamageKind::Kinetic), 30.0),
                ((known(SHIP), DamageKind::Heat), 40.0),
                ((known(station), DamageKind::Heat), 30.0),
                ((Attacker::Unseen, DamageKind::Em), 60.0),
                ((Attacker::Own, DamageKind::Heat), 900.0),
            ]),
            ..BattleReport::default()
        };
        assert_eq!(foes_of(&report), [(SHIP, 7), (station, 3)]);
        report.damage.insert((Attacker::Unseen, DamageKind::Heat), 60.0);
        assert_eq!(foes_of(&report), Foes::new());
    }

    /// The words of an advice about ships against ships.
    fn words(reason: Reason) -> String {
        let names = LogNames::of_factions(&["Terra", "Ares"]);
        BestClass { class: ClassId::FIRST, foe: SHIP, reason }.words(&names)
    }

    #[test]
    fn the_reason_is_what_armour_and_shields_suffer_and_then_the_reach() {
        let mut arms = ArmsTable { weapons: vec![gun()].into(), ..ArmsTable::default() };
        let armed = |range_km: f64| ArmedClass { mounts: vec![mounted()], range_km, ..unarmed() };
        let plain = armed(1.0e5);
        let reason = |own: &ArmedClass, foe: &ArmedClass, arms: &ArmsTable| Reason::of(own, foe, arms, 0.4);
        let weak = ArmedClass { armour_shares: [1.4, 1.0, 1.0, 1.0], ..plain.clone() };
        let strong = ArmedClass { armour_shares: [0.7, 1.0, 1.0, 1.0], ..plain.clone() };
        let told = words(reason(&strong, &weak, &arms));
        let expected = "Their kinetic damage counts 1.4 times against the armour of ships";
        assert_eq!(told, format!("Best against them: ships. {expected}"));
        let told = words(reason(&strong, &plain, &arms));
        assert!(told.ends_with(". Their armour stops 30 % of the kinetic damage of ships"), "{told}");
        let told = words(reason(&plain, &plain, &arms));
        assert!(told.ends_with("At equal cost 40 % of them are forecast to survive ships"), "{told}");
        arms.weapons.clear();
        assert_eq!(reason(&armed(2.0e5), &plain, &arms), Reason::Reach);
    }

    #[test]
    fn the_weaker_of_two_layers_counts() {
        let class = ArmedClass {
            shield: 50.0,
            shield_shares: [0.5, 1.6, 1.0, 1.0],
            armour_shares: [1.2, 1.3, 0.4, 1.0],
            ..unarmed()
        };
        assert_eq!(weakest_layer(&class, DamageKind::Kinetic), Some(("armour", 1.2)));
        assert_eq!(weakest_layer(&class, DamageKind::Em), Some(("shields", 1.6)));
        assert_eq!(weakest_layer(&class, DamageKind::Heat), None);
        assert_eq!(strongest_layer(&class, DamageKind::Kinetic), Some(("shields", 0.5)));
        assert_eq!(strongest_layer(&class, DamageKind::Em), None);
        let bare = ArmedClass { shield: 0.0, ..class };
        assert_eq!(weakest_layer(&bare, DamageKind::Em), Some(("armour", 1.3)));
        assert_eq!(strongest_layer(&bare, DamageKind::Heat), Some(("armour", 0.4)));
    }
}
