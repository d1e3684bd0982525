//! Growth: stations by payback, yards by the rate at which they eat, guns by taste and danger.

use std::collections::BTreeMap;

use glam::DVec3;

use super::{opening, too_few_words};
use crate::ai::belief::outcome_words;
use crate::ai::operations::first_start;
use crate::ai::situation::Situation;
use crate::ai::thought::Thought;
use crate::ai::wish::{Urgency, Wishes};
use crate::level::{OpeningStep, Price, StructureClass, duration};
use crate::sim::order::Plot;
use crate::sim::{BodyId, ClassId, ConstructionOrder, Mind};

/// Seconds of play of an economy tick, for payback.
const TICK_S: f64 = 2.0;
/// Money that a working yard eats in an economy tick,
const YARD_EATS: f64 = 75.0;
/// beside what growth takes.
const GROWTH_EATS: f64 = 45.0;
/// Money left over that asks for another yard.
const IDLE_MONEY: f64 = 2500.0;
/// Before this time no money is left over, seconds of play.
const OPENING_S: f64 = 60.0;
/// A station has to pay itself back within this time, seconds of play, for a mind without greed,
const PAYBACK_S: f64 = 80.0;
/// and this much longer for the greediest.
const GREED_S: f64 = 200.0;
/// A war is believed to last this long, seconds of play: the later, the sooner a station has to pay itself back.
const WAR_S: f64 = 750.0;
/// Structures that a mind begins while its yards are in danger.
const PRESSED: usize = 2;

/// Orders the structures that pay best, as far as the money lasts.
pub fn grow(mind: &Mind, thought: &Thought, wishes: &mut Wishes) {
    let situation = thought.situation;
    let step = opening::step(mind, thought);
    if let Some((OpeningStep::Ships { .. }, _)) = step {
        return;
    }
    let mut funds = Funds::of(situation);
    let mut plots: BTreeMap<BodyId, Plot> = situation
        .own_bodies()
        .filter(|body| !thought.belief.is_threatened(*body))
        .filter_map(|body| Some((body, Plot::of(situation.view, situation.me, body).ok()?)))
        .collect();
    let (options, mut left, urgency) = match step {
        Some((OpeningStep::Works { class, .. }, missing)) => {
            (opening_structures(mind, thought, class, missing), missing, Urgency::Operation)
        }
        _ => (best_options(thought, plots.keys().copied()), most_at_once(thought), Urgency::Growth),
    };
    for option in options {
        let Some(class) = situation.almanac().structures.0.get(option.class) else { continue };
        let Some(plot) = plots.get_mut(&option.body) else { continue };
        let mut wanted = option.count;
        while let (Some(fewer), Some((ring, slot))) = (wanted.checked_sub(1), place(plot, class)) {
            if left == 0 || !funds.spend(&class.price) {
                return;
            }
            (wanted, left) = (fewer, left - 1);
            plot.take(class, ring, slot);
            let order = ConstructionOrder::Build { class: option.class, body: option.body, ring, slot };
            wishes.construct(order, urgency, option.why.as_str());
        }
    }
}

/// The structures of an opening, at the bodies with yards.
fn opening_structures(mind: &Mind, thought: &Thought, class: &str, count: usize) -> Vec<BuildOption> {
    let Some(class) = opening::structure_class(thought.situation, class) else { return Vec::new() };
    let bodies = thought.situation.yard_bodies().into_iter();
    bodies.map(|body| BuildOption { score: 1.0, body, class, count, why: opening::reason(mind) }).collect()
}

/// The number of structures that a mind begins now: an aggressive one leaves more of its money to its yards.
fn most_at_once(thought: &Thought) -> usize {
    let situation = thought.situation;
    let growing = situation.structures.iter().filter(|one| !one.is_finished).count();
    let at_once = situation.almanac().economy.0.building.growing_at_once as f64;
    let share = thought.skill.growth * (1.2 - 0.6 * thought.personality.aggression).min(1.0);
    let most = ((at_once * share).round() as usize).max(1);
    let most = if thought.posture.is_pressed { most.min(PRESSED) } else { most };
    most.saturating_sub(growing)
}

/// The first place for a class in the rings of a body.
fn place(plot: &Plot, class: &StructureClass) -> Option<(u8, u16)> {
    first_start(&plot.starts(class).ok()?)
}

/// What may be spent on structures now.
struct Funds {
    money: f64,
    resources: f64,
}

impl Funds {
    /// The treasury without what is bound in structures that grow, with what comes in while the next ones grow.
    fn of(situation: &Situation) -> Self {
        /// Economy ticks of income that may be spent in advance.
        const ADVANCE_TICKS: i64 = 8;
        // A negative income does not reduce what may be spent now.
        let soon = situation.balance_after(ADVANCE_TICKS).at_least(situation.balance);
        let mut funds = Self { money: soon.money as f64, resources: soon.resources as f64 };
        for one in situation.structures.iter().filter(|one| !one.is_finished) {
            if let Some(class) = situation.almanac().structures.0.get(one.class) {
                funds.take(&class.price, one.unpaid_share);
            }
        }
        funds
    }

    /// Pays a price, if the funds suffice for it; returns whether they do.
    fn spend(&mut self, price: &Price) -> bool {
        let suffices = f64::from(price.money) <= self.money && f64::from(price.resources) <= self.resources;
        if suffices {
            self.take(price, 1.0);
        }
        suffices
    }

    fn take(&mut self, price: &Price, share: f64) {
        self.money -= share * f64::from(price.money);
        self.resources -= share * f64::from(price.resources);
    }
}

/// Structures of a class that may be built at a body.
struct BuildOption {
    score: f64,
    body: BodyId,
    class: ClassId,
    /// The most of them at once.
    count: usize,
    why: String,
}

/// The structures that are wanted at some bodies, the best first.
fn best_options(thought: &Thought, bodies: impl Iterator<Item = BodyId>) -> Vec<BuildOption> {
    let mut options: Vec<BuildOption> = bodies.flat_map(|body| options(thought, body)).collect();
    options.sort_by(|one, other| {
        other.score.total_cmp(&one.score).then((one.body, one.class).cmp(&(other.body, other.class)))
    });
    options
}

/// The structures that are wanted at a body.
fn options(thought: &Thought, body: BodyId) -> impl Iterator<Item = BuildOption> {
    let situation = thought.situation;
    let classes = situation.almanac().structures.0.iter_enumerated();
    classes.filter_map(move |(id, class)| {
        let (score, count, why) = wanted(thought, body, id, class)?;
        Some(BuildOption { score, body, class: id, count, why })
    })
}

/// The score of a class at a body, the most of them at once, and why; `None` if it is not wanted.
fn wanted(
    thought: &Thought,
    body: BodyId,
    id: ClassId,
    class: &StructureClass,
) -> Option<(f64, usize, String)> {
    let situation = thought.situation;
    if class.price.rare > 0 && i64::from(class.price.rare) > situation.balance.rare {
        return None;
    }
    let here = situation.structures.iter().filter(|one| one.body == body && one.class == id).count();
    if class.is_yard() {
        return yard(thought, body, here).map(|(score, why)| (score, 1, why));
    }
    if !class.arms.weapons.is_empty() {
        return guns(thought, body, class, here).map(|(score, why)| (score, 1, why));
    }
    if !thought.posture.grows() {
        return None;
    }
    let payback_s = payback_s(situation, body, class)?;
    let late = 1.3 - Situation::seconds(situation.tick) / WAR_S;
    let limit_s = (PAYBACK_S + GREED_S * thought.personality.greed) * late.clamp(0.3, 1.0);
    let why = || format!("pays itself back in {}", duration(payback_s));
    (payback_s <= limit_s).then(|| (100.0 / payback_s, usize::MAX, why()))
}

/// What a structure brings in an economy tick at a body, in money.
pub fn gain(situation: &Situation, body: BodyId, class: &StructureClass) -> f64 {
    let rules = &situation.almanac().economy.0.income;
    let economics = situation.bodies.get(body).map_or(0, |known| known.economics);
    let people = f64::from(economics) * f64::from(rules.money_per_economics_percent) / 100.0;
    let money = f64::from(class.earns.money) + people * f64::from(class.economy_percent) / 100.0
        - f64::from(class.upkeep.money);
    let resources = f64::from(class.earns.resources) - f64::from(class.upkeep.resources);
    situation.value(money, resources)
}

/// Seconds of play until a structure has earned its price; `None` if it earns nothing.
fn payback_s(situation: &Situation, body: BodyId, class: &StructureClass) -> Option<f64> {
    let gain = gain(situation, body, class);
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
    let growth = if thought.posture.grows() { GROWTH_EATS } else { 0.0 };
    let fed = (situation.income.money as f64 - growth) / YARD_EATS;
    let is_early = Situation::seconds(situation.tick) < OPENING_S;
    let rich = if is_early { 0.0 } else { situation.balance.money as f64 / IDLE_MONEY };
    let wanted = 1 + (fed.max(rich).max(0.0) as usize).min(5);
    if all >= wanted || all > 0 && !is_on_own_side(situation, body) {
        return None;
    }
    let first = if all == 0 { 5.0 } else { 0.8 };
    // Yards apart are not lost together.
    let apart = if here == 0 { 1.2 } else { 1.0 };
    let economics = situation.bodies.get(body).map_or(0, |known| known.economics);
    let why = match (all, fed >= rich) {
        (0, _) => "there is no shipyard yet".to_owned(),
        (_, true) => format!("{}: the income feeds them", too_few_words(all, wanted, "shipyard")),
        (_, false) => format!("{}: money is left over", too_few_words(all, wanted, "shipyard")),
    };
    Some((first * apart * (1.0 + f64::from(economics) / 1000.0), why))
}

/// Whether a body is no nearer to a known yard of foes than to an own one: a mind would fear for a yard beside theirs
/// all the time, and put its money into guns there.
fn is_on_own_side(situation: &Situation, body: BodyId) -> bool {
    let place = situation.place(body);
    let nearest = |yards: &mut dyn Iterator<Item = DVec3>| {
        yards.map(|yard| yard.distance_squared(place)).fold(f64::MAX, f64::min)
    };
    let own = nearest(&mut situation.yards().map(|yard| situation.place(yard.body)));
    let theirs = nearest(&mut situation.contacts.iter().filter(|one| one.is_yard).map(|one| one.place));
    own <= theirs
}

/// Guns where taste wants them, and where a yard would not hold against what foes could bring.
fn guns(thought: &Thought, body: BodyId, class: &StructureClass, here: usize) -> Option<(f64, String)> {
    let situation = thought.situation;
    let is_home = situation.has_yard(body);
    let fortify = thought.personality.fortify;
    let is_pressed = is_home && thought.posture.is_pressed;
    let part = part_of_next_gun(fortify, is_home, is_pressed, here);
    if part <= 0.0 || thought.belief.is_threatened(body) {
        return None;
    }
    if is_pressed && part >= 1.0 {
        let outcome = outcome_words(thought.posture.margin);
        let why = format!("a shipyard needs cover against what enemies could bring: {outcome}");
        return Some((3.0, why));
    }
    is_affordable(f64::from(class.price.money), part, situation.income.money as f64)
        .then(|| (0.3 + 0.6 * fortify, too_few_words(here, here + 1, &class.name)))
}

/// How much of the next gun is wanted at a body that has some, by the taste of a personality: 1 for a whole one, and 0
/// or less for none. A home, a body with a yard, is pressed if it would not hold.
fn part_of_next_gun(fortify: f64, is_home: bool, is_pressed: bool, here: usize) -> f64 {
    // Bodies without a yard need few: what stands there decides no war.
    let taste = if is_home { 1.0 + 4.0 * fortify } else { 2.0 * fortify };
    let wanted = if is_pressed { taste + 3.0 } else { taste };
    (wanted - here as f64).min(1.0)
}

/// Whether an income, money of an economy tick, suffices for the next gun: the less of it is wanted, the more income it
/// waits for.
fn is_affordable(price: f64, part: f64, income: f64) -> bool {
    price < 6.0 * part * income
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a body is a home and whether it is pressed: the more guns are wanted, the later.
    const PLACES: [(bool, bool); 3] = [(false, false), (true, false), (true, true)];

    /// Tastes from none to the greatest.
    fn tastes() -> impl Iterator<Item = f64> {
        (0..=100).map(|percent| f64::from(percent) / 100.0)
    }

    /// The guns that an income without limit builds at a body, one after the other.
    fn guns_in_the_end(fortify: f64, is_home: bool, is_pressed: bool) -> usize {
        (0..100).take_while(|here| part_of_next_gun(fortify, is_home, is_pressed, *here) > 0.0).count()
    }

    #[test]
    fn more_taste_and_more_danger_want_no_fewer_guns() {
        for here in 0..12 {
            for (is_home, is_pressed) in PLACES {
                let parts: Vec<f64> =
                    tastes().map(|fortify| part_of_next_gun(fortify, is_home, is_pressed, here)).collect();
                assert!(parts.is_sorted(), "{parts:?} beside {here} guns");
            }
            for fortify in tastes() {
                let parts =
                    PLACES.map(|(is_home, is_pressed)| part_of_next_gun(fortify, is_home, is_pressed, here));
                assert!(parts.is_sorted(), "{parts:?} beside {here} guns, with a taste of {fortify}");
            }
        }
    }

    #[test]
    fn without_a_taste_for_guns_only_homes_have_them() {
        let guns = PLACES.map(|(is_home, is_pressed)| guns_in_the_end(0.0, is_home, is_pressed));
        assert_eq!(guns, [0, 1, 4]);
    }

    #[test]
    fn guns_have_a_bound() {
        let guns = PLACES.map(|(is_home, is_pressed)| guns_in_the_end(1.0, is_home, is_pressed));
        assert_eq!(guns, [2, 5, 8], "at the greatest taste");
        let parts = PLACES.map(|(is_home, is_pressed)| part_of_next_gun(1.0, is_home, is_pressed, 0));
        assert_eq!(parts, [1.0; 3], "one after the other");
    }

    #[test]
    fn a_little_more_taste_is_a_little_more_of_a_gun() {
        for ((is_home, is_pressed), here) in
            PLACES.into_iter().flat_map(|place| (0..12).map(move |n| (place, n)))
        {
            let parts: Vec<f64> =
                tastes().map(|fortify| part_of_next_gun(fortify, is_home, is_pressed, here)).collect();
            let steps = parts.windows(2).map(|pair| pair[1] - pair[0]);
            // At a home a hundredth of the taste is a twenty-fifth of a gun.
            assert!(steps.fold(0.0, f64::max) < 0.041, "{parts:?} beside {here} guns");
        }
    }

    #[test]
    fn the_less_of_a_gun_is_wanted_the_more_income_it_waits_for() {
        assert_eq!([100.0, 101.0].map(|income| is_affordable(600.0, 1.0, income)), [false, true]);
        assert_eq!([400.0, 401.0].map(|income| is_affordable(600.0, 0.25, income)), [false, true]);
        assert!(!is_affordable(600.0, 1.0, -200.0), "without an income it waits");
    }
}
