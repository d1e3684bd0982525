//! Openings: what a mind builds in its first minute.
//!
//! - Enters: the openings of the rules, the situation at the beginning.
//! - Leaves: the chosen opening, by a forecast of income and fleet; its present step.
//! - Must never: last longer than the danger allows: a mind that is pressed leaves its opening.
//!
//! `mod.rs` chooses an opening and gives its steps; `forecast.rs` is the model of the ledger.

mod forecast;

use crate::ai::situation::Situation;
use crate::ai::thought::Thought;
use crate::level::{Opening, OpeningStep};
use crate::sim::{ClassId, Mind};
pub use forecast::{Outlook, outlook};

/// An opening lasts no longer than this, seconds of play.
const LONGEST_S: f64 = 60.0;
/// A mind that begins later than this has none, seconds of play.
const BEGINS_S: f64 = 5.0;
/// The forecast looks this far ahead, seconds of play, if the mind's horizon does.
const AHEAD_S: f64 = 100.0;
/// Openings within this share of the best score are as good: chance takes one.
const AS_GOOD: f64 = 0.06;

/// Whether the game has only just begun.
pub fn begins(situation: &Situation) -> bool {
    Situation::seconds(situation.tick) <= BEGINS_S
}

/// Chooses an opening at the beginning of a game; `forced` is the one that the level demands.
pub fn choose(mind: &mut Mind, thought: &Thought, forced: Option<&str>) {
    let situation = thought.situation;
    if !begins(situation) {
        return;
    }
    let all = &situation.almanac().minds.0.openings;
    let chosen = match forced {
        Some(name) => all.iter().find(|opening| opening.name == name),
        None => best(thought, all),
    };
    mind.opening = chosen.map(|opening| opening.name.clone()).unwrap_or_default();
}

/// One of the openings with the best scores.
fn best<'o>(thought: &Thought, all: &'o [Opening]) -> Option<&'o Opening> {
    let seconds = AHEAD_S.min(thought.skill.horizon_s);
    let outlooks: Vec<Outlook> = all
        .iter()
        .map(|opening| outlook(thought.situation, thought.skill, &opening.steps, seconds))
        .collect();
    let income = |one: &Outlook| thought.situation.value(one.money, one.resources);
    let most_income = outlooks.iter().map(income).fold(1.0, f64::max);
    let most_fleet = outlooks.iter().map(|one| one.fleet).fold(1.0, f64::max);
    let arms = 0.3 * thought.personality.aggression;
    let score = |one: &Outlook| (1.0 - arms) * income(one) / most_income + arms * one.fleet / most_fleet;
    let best = outlooks.iter().map(score).fold(f64::MIN, f64::max);
    let good: Vec<usize> = (0..all.len()).filter(|one| score(&outlooks[*one]) >= best - AS_GOOD).collect();
    let drawn = (thought.chance.of([0x6f70_656e]) * good.len() as f64) as usize;
    all.get(*good.get(drawn)?)
}

/// The present step of the opening, and how many are missing; `None` once it is over.
pub fn step<'t>(mind: &Mind, thought: &Thought<'t, '_>) -> Option<(&'t OpeningStep, usize)> {
    let situation = thought.situation;
    if Situation::seconds(situation.tick) > LONGEST_S || thought.posture.is_pressed {
        return None;
    }
    let opening = situation.almanac().minds.0.opening(&mind.opening)?;
    opening.steps.iter().find_map(|step| {
        let missing = missing(situation, step)?;
        (missing > 0).then_some((step, missing))
    })
}

/// The reason for what an opening builds.
pub fn reason(mind: &Mind) -> String {
    format!("opening: {}", mind.opening)
}

/// How many a step still lacks; `None` for a class that the rules do not have.
fn missing(situation: &Situation, step: &OpeningStep) -> Option<usize> {
    let (has, count) = match step {
        OpeningStep::Works { class, count } => {
            let class = structure_class(situation, class)?;
            (situation.structures.iter().filter(|one| one.class == class).count(), count)
        }
        OpeningStep::Ships { class, count } => {
            let class = ship_class(situation, class)?;
            let there =
                situation.ships.iter().map(|ship| ship.class).chain(situation.in_build.iter().copied());
            (there.filter(|one| *one == class).count(), count)
        }
    };
    Some((*count as usize).saturating_sub(has))
}

/// The class of structures of this name.
pub fn structure_class(situation: &Situation, name: &str) -> Option<ClassId> {
    situation.almanac().structures.0.position(|class| class.name == name)
}

/// The class of ships of this name.
pub fn ship_class(situation: &Situation, name: &str) -> Option<ClassId> {
    situation.almanac().ships.0.position(|class| class.name == name)
}
