//! The end: a mind that has lost says so and stops.

use super::thought::Thought;
use super::wish::{Urgency, Wish};
use crate::level::grouped;
use crate::sim::{ClassId, Order, Sides};

/// A faction may still hope with armed ships of this worth,
const HOPE: f64 = 900.0;
/// or with this much money for a new beginning.
const HOPE_MONEY: i64 = 1500;

/// What the treasury and the income can pay for within this many economy ticks, a minute of play, counts as own
/// strength.
const REBUILT_TICKS: i64 = 30;

/// Nobody surrenders before this tick.
const BEGINS_TICK: u64 = 5400;

/// Surrenders if nothing is left to come back with: no yard, hardly an armed ship, no money for a yard; and no ally
/// fights on.
pub fn consider(thought: &Thought) -> Option<Wish> {
    let situation = thought.situation;
    let almanac = situation.almanac();
    let is_yard = |class: ClassId| almanac.structures.0.get(class).is_some_and(|class| class.is_yard());
    let armed = situation.armed_worth();
    let has_hope = situation.structures.iter().any(|one| is_yard(one.class))
        || armed >= HOPE
        || (situation.balance.money >= HOPE_MONEY && situation.own_bodies().next().is_some());
    let is_overrun = is_overrun(thought, armed);
    let sides: &Sides = &almanac.sides;
    let has_allies =
        almanac.factions.0.keys().any(|other| other != situation.me && !sides.are_foes(other, situation.me));
    let has_foes = sides.has_foes(situation.me);
    let began = situation.tick > BEGINS_TICK;
    (began && has_foes && (!has_hope || is_overrun) && !has_allies).then(|| Wish {
        order: Order::Surrender,
        urgency: Urgency::Fight,
        why: format!(
            "the war is lost: a fleet value of {} against {} of the enemies seen lately, and {} money",
            grouped(armed as i64),
            grouped(thought.belief.army.seen_worth() as i64),
            grouped(situation.balance.money)
        ),
    })
}

/// Whether the armed foes that were seen are too many times what it has and could soon have, and hold no fewer bodies.
fn is_overrun(thought: &Thought, armed: f64) -> bool {
    let situation = thought.situation;
    let theirs = situation.bodies.iter().filter(|known| known.is_foes).count();
    let has_yard = situation.yards().next().is_some();
    let money = situation.balance_after(REBUILT_TICKS).money;
    let rebuilt = if has_yard { money.max(0) as f64 } else { 0.0 };
    let own = armed + HOPE + rebuilt;
    thought.belief.army.seen_worth() > thought.skill.surrenders_at * own
        && situation.own_bodies().count() <= theirs
}
