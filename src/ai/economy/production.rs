//! Ships by need: explorers, troopers, miners, and warships against the foes that were seen.

use std::cell::LazyCell;

use super::{opening, too_few_words};
use crate::ai::belief::{Forces, outcome_words};
use crate::ai::operations::{comets, troopers_needed};
use crate::ai::thought::Thought;
use crate::ai::wish::{Urgency, Wishes};
use crate::level::{OpeningStep, ShipClass};
use crate::sim::{BodyId, ClassId, ConstructionOrder, Mind, OperationKind, Stage};

/// Jobs that a yard is given ahead.
const AHEAD: usize = 2;
/// The most warships in one order.
const MOST_AT_ONCE: i64 = 3;
/// Scouts that are wanted
const MOST_SCOUTS: usize = 3;
/// while more bodies than this have no owner; else one is enough.
const FEW_BODIES: usize = 3;
/// Miners are built from this income on, money of an economy tick.
const MINERS_INCOME: i64 = 60;
/// A force of this worth on each side is compared to choose a class.
const COMPARED_WORTH: f64 = 12_000.0;
/// Armed ships of this worth want a troop ship beside them.
const WORTH_PER_LANDER: f64 = 2500.0;
/// The most troop ships at once: they take a full garrison of a large planet.
const MOST_LANDERS: f64 = 10.0;
/// After bombardment this many troopers are enough.
const AFTER_BOMBARDMENT: f64 = 70.0;

/// Keeps the yards busy with what is needed most.
pub fn build_ships(mind: &Mind, thought: &Thought, wishes: &mut Wishes) {
    let situation = thought.situation;
    match opening::step(mind, thought) {
        Some((OpeningStep::Ships { class, .. }, missing)) => {
            return opening_ships(mind, thought, (class, missing), wishes);
        }
        Some((OpeningStep::Works { .. }, _)) => return,
        None => {}
    }
    let yards = situation.structures.iter().filter(|one| one.queue.is_some_and(|jobs| jobs < AHEAD));
    let mut ordered: Vec<ClassId> = Vec::new();
    // The choice of a warship is the costliest part, and the same for all yards.
    let best = LazyCell::new(|| thought.posture.arms().then(|| warship(thought)).flatten());
    let at_once = LazyCell::new(|| best.as_ref().map_or(1, |(class, _)| in_one_order(thought, *class)));
    for yard in yards {
        let need = || next_class(mind, thought, &ordered).map(|(class, why)| (class, 1, why));
        let arm = || best.clone().map(|(class, why)| (class, *at_once, why));
        let arms_first = thought.posture.is_pressed && !awaits_troopers(mind);
        let choice = if arms_first { arm().or_else(need) } else { need().or_else(arm) };
        let Some((class, count, why)) = choice else { return };
        ordered.push(class);
        let order = ConstructionOrder::BuildShips { yard: yard.id, class, count };
        wishes.construct(order, Urgency::Growth, why);
    }
}

/// The number of warships that one order asks for: as many as the treasury pays for at each yard. One without the
/// materials for it would block its yard.
fn in_one_order(thought: &Thought, class: ClassId) -> u8 {
    let situation = thought.situation;
    let Some(class) = situation.almanac().ships.0.get(class) else { return 1 };
    let (balance, price) = (situation.balance, class.price);
    let parts =
        [(balance.money, price.money), (balance.resources, price.resources), (balance.rare, price.rare)];
    let paid = parts.into_iter().filter(|(_, price)| *price > 0).map(|(sum, price)| sum / i64::from(price));
    let each = paid.min().unwrap_or(1) / situation.yards().count().max(1) as i64;
    each.clamp(1, MOST_AT_ONCE) as u8
}

/// Whether an attack has broken what defended its target, and has no troopers.
fn awaits_troopers(mind: &Mind) -> bool {
    let mut sieges = mind.operations.iter().filter(|one| one.kind == OperationKind::Take);
    sieges.any(|siege| siege.stage == Stage::Act && siege.landers.is_empty())
}

/// Orders the ships of an opening, shared among the yards.
fn opening_ships(mind: &Mind, thought: &Thought, (class, missing): (&str, usize), wishes: &mut Wishes) {
    let situation = thought.situation;
    let Some(class) = opening::ship_class(situation, class) else { return };
    let yards = situation.yards().count().max(1);
    let count = u8::try_from(missing.div_ceil(yards)).unwrap_or(u8::MAX);
    for yard in situation.yards() {
        let order = ConstructionOrder::BuildShips { yard: yard.id, class, count };
        wishes.construct(order, Urgency::Operation, opening::reason(mind));
    }
}

/// The unarmed class that is needed most, and why; `ordered` counts as there already.
fn next_class(mind: &Mind, thought: &Thought, ordered: &[ClassId]) -> Option<(ClassId, String)> {
    let situation = thought.situation;
    let lacks = |(class, wanted): (ClassId, usize)| {
        let there = situation.ships.iter().filter(|ship| ship.class == class).count();
        let in_build = situation.in_build.iter().chain(ordered).filter(|one| **one == class).count();
        let has = there + in_build;
        let name = situation.almanac().ships.0.get(class).map_or("ship", |class| class.name.as_str());
        (has < wanted).then(|| (class, too_few_words(has, wanted, name)))
    };
    // Each need is counted only if the one before is met: that of troop ships is costly.
    let scouts = scouts(thought).and_then(lacks);
    let scouts_or_landers = scouts.or_else(|| troop_ships(mind, thought).and_then(lacks));
    scouts_or_landers.or_else(|| miners(thought).and_then(lacks))
}

/// The cheapest class of ships of a kind that yards build.
fn cheapest(thought: &Thought, is_it: impl Fn(&ShipClass) -> bool) -> Option<ClassId> {
    let classes = thought.situation.almanac().ships.0.iter_enumerated();
    let fit = classes.filter(|(_, class)| class.is_built_in_yards() && is_it(class));
    fit.min_by_key(|(_, class)| class.price.money).map(|(id, _)| id)
}

/// The class of scouts, and how many are wanted.
fn scouts(thought: &Thought) -> Option<(ClassId, usize)> {
    let has_no_work = |class: &ShipClass| {
        class.arms.weapons.is_empty() && class.troopers == 0 && class.mines == 0 && class.builds_percent == 0
    };
    let free = thought.situation.bodies.iter().filter(|known| known.owner.is_none() && known.has_ground);
    Some((cheapest(thought, has_no_work)?, if free.count() > FEW_BODIES { MOST_SCOUTS } else { 1 }))
}

/// The class of troop ships, and how many are wanted.
fn troop_ships(mind: &Mind, thought: &Thought) -> Option<(ClassId, usize)> {
    let lander = cheapest(thought, |class| class.troopers > 0)?;
    let class = thought.situation.almanac().ships.0.get(lander);
    let aboard = f64::from(class.map_or(0, |class| class.troopers));
    Some((lander, landers_wanted(mind, thought, aboard)))
}

/// The class of miners, and how many are wanted: a mind with an income and a comet that no foe comes to, and with a
/// taste for it.
fn miners(thought: &Thought) -> Option<(ClassId, usize)> {
    let situation = thought.situation;
    let is_comet = |body: &BodyId| situation.bodies.get(*body).is_some_and(|known| known.is_comet);
    let pays = || situation.own_bodies().filter(is_comet).any(|body| comets::is_calm(thought, body));
    let is_rich = situation.income.money > MINERS_INCOME;
    let wanted = if is_rich && pays() { comets::miners_wanted(thought.personality.comets) } else { 0 };
    Some((cheapest(thought, |class| class.mines > 0)?, wanted))
}

/// The number of troop ships that attacks need.
fn landers_wanted(mind: &Mind, thought: &Thought, aboard: f64) -> usize {
    let situation = thought.situation;
    let armed = situation.armed_worth();
    // Guns that bombard come before more troop ships.
    let needed_at = |body: BodyId| troopers_needed(thought, body).min(AFTER_BOMBARDMENT);
    let ships_at = |body: BodyId| (needed_at(body) / aboard.max(1.0)).ceil();
    let sieges = mind.operations.iter().filter(|one| one.kind == OperationKind::Take);
    let for_sieges: f64 = sieges.map(|siege| 1.0 + ships_at(siege.target)).sum();
    let of_foes = situation.bodies.iter_enumerated().filter(|(_, known)| known.is_foes && known.has_ground);
    let weakest = of_foes.map(|(body, _)| ships_at(body)).min_by(f64::total_cmp);
    let planned = weakest.filter(|_| armed >= WORTH_PER_LANDER).unwrap_or(0.0);
    let for_sieges = for_sieges.max(planned);
    let beside = (armed / WORTH_PER_LANDER).floor().min(3.0);
    let knows_foes = situation.bodies.iter().any(|known| known.is_foes);
    let wanted = if knows_foes { for_sieges.max(beside.min(2.0)) } else { 0.0 };
    let wanted = wanted.max(for_settling(thought, aboard));
    wanted.min(MOST_LANDERS) as usize
}

/// The number of troop ships that the weakest body without an owner needs that resists a founding.
fn for_settling(thought: &Thought, aboard: f64) -> f64 {
    let resisting = thought.belief.resisting_bodies();
    let weakest = resisting.map(|body| troopers_needed(thought, body)).min_by(f64::total_cmp);
    weakest.map_or(0.0, |troopers| (troopers / aboard.max(1.0)).ceil()).min(3.0)
}

/// The armed class that does best for its price against the foes that were seen, or against a mix of all.
fn warship(thought: &Thought) -> Option<(ClassId, String)> {
    let situation = thought.situation;
    let almanac = situation.almanac();
    // Ships that cannot be paid for crawl: rather wait for stations.
    if thought.posture.is_poor {
        return None;
    }
    let rare = situation.balance.rare;
    let buildable = almanac.ships.0.iter_enumerated().filter(|(id, class)| {
        let armed = almanac.arms_table.ships.get(*id).is_some_and(|class| class.is_armed());
        armed && class.is_built_in_yards() && i64::from(class.price.rare) <= rare
    });
    let affordable = buildable.filter(|(_, class)| {
        // A ship that takes longer than this to pay for blocks the yard.
        let income = situation.income.money.max(15) as f64;
        let goods = situation.income.resources.max(5) as f64;
        f64::from(class.price.money) <= situation.balance.money.max(0) as f64 + 30.0 * income
            && f64::from(class.price.resources) <= situation.balance.resources.max(0) as f64 + 30.0 * goods
    });
    let (foes, are_seen) = expected_foes(thought);
    let bombards = |class: &ShipClass| {
        let mounts = class.arms.weapons.iter();
        let weapon = |name: &str| almanac.arms_table.weapons.iter().find(|weapon| weapon.name == name);
        mounts.filter_map(|mount| weapon(&mount.weapon)).any(|weapon| weapon.bombards)
    };
    let has_bombers = situation.ships.iter().any(|ship| ship.bombards);
    let options = affordable.map(|(id, class)| {
        let duel = duel_score(thought, id, &foes);
        let liked = if thought.personality.likes.contains(&class.name) { 0.25 } else { 0.0 };
        let needed = if bombards(class) && !has_bombers { 0.5 } else { 0.0 };
        (duel + liked + needed, id, duel)
    });
    let (_, class, duel) =
        options.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)))?;
    Some((class, words_of_choice(duel, are_seen)))
}

/// Why a class of warships was chosen, with its margin against foes of equal cost: those that were seen, or a mix. The
/// best of a few classes may be a bad one.
fn words_of_choice(duel: f64, are_seen: bool) -> String {
    let foes = if are_seen { "the enemies that it has seen" } else { "a mix of all classes" };
    format!("the best choice that it can pay for; against {foes} of equal cost: {}", outcome_words(duel))
}

/// The foes to build against, of the compared worth, and whether they were seen: if too few were, they are an even mix.
fn expected_foes(thought: &Thought) -> (Forces, bool) {
    /// Fewer ships than this say little about what is to come.
    const FEW: u32 = 3;
    let almanac = thought.situation.almanac();
    let mut seen: std::collections::BTreeMap<ClassId, u32> = std::collections::BTreeMap::new();
    if thought.skill.counters {
        for contact in &thought.belief.army.seen {
            *seen.entry(contact.class).or_default() += 1;
        }
    }
    let cheap = |worth: f64| worth <= 2500.0;
    let are_seen = seen.values().sum::<u32>() >= FEW;
    if !are_seen {
        for (class, armed) in almanac.arms_table.ships.iter_enumerated() {
            let built = almanac.ships.0.get(class).is_some_and(ShipClass::is_built_in_yards);
            if armed.is_armed() && built && cheap(armed.worth) {
                *seen.entry(class).or_default() += 1;
            }
        }
    }
    let worth = |class: ClassId| almanac.arms_table.ships.get(class).map_or(1.0, |one| one.worth.max(1.0));
    let total: f64 = seen.iter().map(|(class, count)| f64::from(*count) * worth(*class)).sum();
    let scale = COMPARED_WORTH / total.max(1.0);
    let mut foes = Forces::default();
    for (class, count) in seen {
        foes.add_ships(class, (f64::from(count) * scale).round().max(1.0) as u32);
    }
    (foes, are_seen)
}

/// How ships of a class of the compared worth do against some foes, see [`Forces::margin`].
fn duel_score(thought: &Thought, class: ClassId, foes: &Forces) -> f64 {
    let table = &thought.situation.almanac().arms_table;
    let worth = table.ships.get(class).map_or(1.0, |one| one.worth.max(1.0));
    Forces::whole(class, (COMPARED_WORTH / worth).round().max(1.0) as u32).margin(foes, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_that_loses_is_told_to_be_the_best_that_can_be_paid() {
        let told = words_of_choice(-0.52, false);
        let expected =
            "the best choice that it can pay for; against a mix of all classes of equal cost: defeat likely";
        assert!(told.starts_with(expected), "{told}");
        assert!(words_of_choice(0.3, true).contains("against the enemies that it has seen"));
    }
}
