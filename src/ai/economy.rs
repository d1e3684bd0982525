//! Growth: stations by payback, yards by the rate at which they eat, guns by taste and danger.

use super::operations::first_start;
use super::situation::Situation;
use super::thought::Thought;
use super::wish::{Urgency, Wishes};
use crate::level::StructureClass;
use crate::sim::order::Plot;
use crate::sim::{BodyId, ClassId, ConstructionOrder};

/// Seconds of play of an economy tick, for payback.
const TICK_S: f64 = 2.0;
/// Money that a working yard eats in an economy tick.
const YARD_EATS: f64 = 70.0;
/// A station has to pay itself back within this time, seconds of play, for a mind without greed,
const PAYBACK_S: f64 = 170.0;
/// and this much longer for the greediest.
const GREED_S: f64 = 200.0;

/// Orders the structures that pay best, as far as the money lasts.
pub fn grow(thought: &Thought, wishes: &mut Wishes) {
    let situation = thought.situation;
    let mut money = free_money(situation);
    let mut plots: Vec<(BodyId, Plot)> = situation
        .own_bodies()
        .filter_map(|body| Some((body, Plot::of(situation.view, situation.me, body).ok()?)))
        .collect();
    plots.retain(|(body, _)| !thought.belief.is_threatened(*body));
    let mut options: Vec<BuildOption> =
        plots.iter().flat_map(|(body, plot)| options(thought, *body, plot)).collect();
    options.sort_by(|one, other| {
        other.score.total_cmp(&one.score).then((one.body, one.class).cmp(&(other.body, other.class)))
    });
    let growing = situation.structures.iter().filter(|one| !one.is_finished).count();
    let at_once = situation.almanac().economy.0.building.growing_at_once as usize;
    let most = ((at_once as f64 * thought.skill.growth) as usize).max(1).saturating_sub(growing);
    let mut built: Vec<BodyId> = Vec::new();
    for option in options {
        if built.len() >= most || option.price > money {
            return;
        }
        // A place may be taken only once a thought.
        if built.contains(&option.body) {
            continue;
        }
        built.push(option.body);
        money -= option.price;
        wishes.construct(option.order, Urgency::Growth, option.why);
    }
}

/// The treasury without what is bound in structures that grow.
fn free_money(situation: &Situation) -> f64 {
    let growing = situation.structures.iter().filter(|one| !one.is_finished);
    let price = |class: ClassId| {
        situation.almanac().structures.0.get(class).map_or(0.0, |class| f64::from(class.price.money))
    };
    let bound: f64 = growing.map(|one| price(one.class) * one.unpaid_share).sum();
    // What comes in while the next ones grow may be spent, too.
    situation.balance.money as f64 - bound + 8.0 * situation.income.money.max(0) as f64
}

/// A structure that may be built.
struct BuildOption {
    score: f64,
    price: f64,
    body: BodyId,
    class: ClassId,
    order: ConstructionOrder,
    why: String,
}

fn options(thought: &Thought, body: BodyId, plot: &Plot) -> Vec<BuildOption> {
    let situation = thought.situation;
    let classes = situation.almanac().structures.0.iter_enumerated();
    let found = classes.filter_map(|(id, class)| {
        let (score, why) = wanted(thought, body, id, class)?;
        let (ring, slot) = first_start(&plot.starts(class).ok()?)?;
        let order = ConstructionOrder::Build { class: id, body, ring, slot };
        let why = format!("{} at {}: {why}", class.name, situation.name(body));
        Some(BuildOption { score, price: f64::from(class.price.money), body, class: id, order, why })
    });
    found.collect()
}

/// The score of a class at a body, and why; `None` if it is not wanted.
fn wanted(thought: &Thought, body: BodyId, id: ClassId, class: &StructureClass) -> Option<(f64, String)> {
    let situation = thought.situation;
    if class.price.rare > 0 && i64::from(class.price.rare) > situation.balance.rare {
        return None;
    }
    let here = situation.structures.iter().filter(|one| one.body == body && one.class == id).count();
    if class.is_yard() {
        return yard(thought, body, here);
    }
    if !class.arms.weapons.is_empty() {
        return guns(thought, body, class, here);
    }
    let payback_s = payback_s(situation, body, class)?;
    let limit_s = PAYBACK_S + GREED_S * thought.personality.greed;
    (payback_s <= limit_s).then(|| (100.0 / payback_s, format!("pays itself back in {payback_s:.0} s")))
}

/// Seconds of play until a structure has earned its price; `None` if it earns nothing.
fn payback_s(situation: &Situation, body: BodyId, class: &StructureClass) -> Option<f64> {
    let rules = &situation.almanac().economy.0.income;
    let known = situation.bodies.get(body)?;
    let people = f64::from(known.economics) * f64::from(rules.money_per_economics_percent) / 100.0;
    let money = f64::from(class.earns.money) + people * f64::from(class.economy_percent) / 100.0
        - f64::from(class.upkeep.money);
    let resources = f64::from(class.earns.resources) - f64::from(class.upkeep.resources);
    let gain = situation.value(money, resources);
    let price = situation.value(f64::from(class.price.money), f64::from(class.price.resources));
    (gain > 0.0).then(|| TICK_S * price / gain + class.build_s)
}

/// A yard where there is none at all; another one as soon as the income feeds it.
fn yard(thought: &Thought, body: BodyId, here: usize) -> Option<(f64, String)> {
    let situation = thought.situation;
    if !situation.bodies.get(body)?.has_ground {
        return None;
    }
    let is_yard =
        |class: ClassId| situation.almanac().structures.0.get(class).is_some_and(StructureClass::is_yard);
    let all = situation.structures.iter().filter(|one| is_yard(one.class)).count();
    let fed = situation.income.money as f64 / YARD_EATS;
    let rich = situation.balance.money as f64 / 4000.0;
    let wanted = 1 + ((fed + rich).max(0.0) as usize).min(5);
    if all >= wanted {
        return None;
    }
    let first = if all == 0 { 5.0 } else { 0.8 };
    // Yards apart are not lost together.
    let apart = if here == 0 { 1.2 } else { 1.0 };
    let economics = situation.bodies.get(body).map_or(0, |known| known.economics);
    let why = format!("{} yards, an income for {wanted}", all);
    Some((first * apart * (1.0 + f64::from(economics) / 1000.0), why))
}

/// Guns where foes were seen or taste wants them.
fn guns(thought: &Thought, body: BodyId, class: &StructureClass, here: usize) -> Option<(f64, String)> {
    let situation = thought.situation;
    let is_home = situation.structures.iter().any(|one| one.body == body && one.queue.is_some());
    let is_beaten = thought.belief.is_threatened(body);
    let fortify = thought.personality.fortify;
    let wanted = if is_home { 1.0 + 4.0 * fortify } else { 2.0 * fortify };
    let income = situation.income.money as f64;
    let affordable = f64::from(class.price.money) < 12.0 * income.max(0.0);
    let is_wanted = (here as f64) < wanted.floor() && affordable && !is_beaten;
    is_wanted.then(|| (0.3 + 0.4 * fortify, format!("{here} of {:.0} guns", wanted.floor())))
}
