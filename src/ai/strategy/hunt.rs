//! Hunts: known units of foes about own bodies, and all that is left of foes who hold no body any more.

use super::attack::{MOST_TARGETS, PART_MARGIN, force, peace_s};
use super::{Plan, fewest, in_order_of_arrival};
use crate::ai::belief::outcome_words;
use crate::ai::situation::{Contact, OwnShip, Situation, sorted_ids};
use crate::ai::travel;
use crate::sim::{BodyId, OperationKind, TargetId};

/// An intruder that was seen longer ago is not looked for, ticks.
const COLD_TICKS: u64 = 3600;

/// Ships that would be at an intruder later than this do not hunt it, seconds of play: it would be elsewhere.
const LONGEST_WAY_S: f64 = 60.0;

/// Factor from worth for distance, km, to the points of a goal.
const VALUE_OF_PREY: f64 = 1.0e4;
/// The most hunts that are noted as declined.
const MOST_DECLINED: usize = 2;

/// Begins hunts with free ships.
pub fn hunt(plan: &mut Plan) {
    let fronts = plan.thought.skill.operations as usize;
    if Situation::seconds(plan.thought.situation.tick) >= peace_s(plan) {
        while plan.count(|kind| kind == OperationKind::Hunt) < fronts && begin_hunt(plan) {}
    }
}

/// Hunts a unit of a foe that is at no known body of foes: what is left of a beaten foe, or an intruder.
fn begin_hunt(plan: &mut Plan) -> bool {
    let force = force(plan);
    if force.is_empty() {
        return false;
    }
    let belief = plan.thought.belief;
    let least = plan.thought.personality.launch_at;
    let longest_s = if is_over(plan.thought.situation) { f64::INFINITY } else { LONGEST_WAY_S };
    let (mut hunts, mut declined) = (Vec::new(), Vec::new());
    for (score, quarry) in quarries(plan, &force) {
        let hunters = by_arrival_at(plan.thought.situation, &force, quarry.place, longest_s);
        if hunters.is_empty() {
            continue;
        }
        let margin = belief.margin_of_hunt(hunters.iter().copied(), quarry);
        if margin >= least {
            hunts.push((score, quarry, hunters));
        } else {
            declined.push((score, nearest_body(plan.thought.situation, quarry.place), margin));
        }
    }
    declined.retain(|(_, near, _)| !plan.is_pursued(OperationKind::Hunt, *near));
    plan.decline_best(OperationKind::Hunt, MOST_DECLINED, declined, |_, margin| {
        format!("{}; it wants {:.0} % of the fleet to survive", outcome_words(margin), 100.0 * least)
    });
    let scores: Vec<f64> = hunts.iter().map(|(score, ..)| *score).collect();
    let Some(picked) = plan.pick(&scores, 4) else { return false };
    let (score, quarry, nearest) = hunts.swap_remove(picked.index);
    let margin = |ships: &[&OwnShip]| belief.margin_of_hunt(ships.iter().copied(), quarry);
    let party = fewest(&nearest, |ships| margin(ships) >= PART_MARGIN);
    let margin = margin(party);
    let near = nearest_body(plan.thought.situation, quarry.place);
    let (ships, why) = (sorted_ids(party), picked.because(String::new()));
    let operation = plan.begin_with_odds((OperationKind::Hunt, near), ships, margin, why);
    (operation.quarry, operation.score) = (Some(quarry.id), score);
    true
}

/// What may be hunted, the most rewarding first, by worth and distance: armed ships and troop ships about own bodies,
/// and anything once foes hold no body that is known.
fn quarries<'t>(plan: &Plan<'_, 't, '_>, force: &[&OwnShip]) -> Vec<(f64, &'t Contact)> {
    let situation = plan.thought.situation;
    let is_over = is_over(situation);
    let is_hunted = |id: TargetId| plan.mind.operations.iter().any(|one| one.quarry == Some(id));
    let is_at_home = |place| {
        let near = situation.bodies.get(nearest_body(situation, place));
        near.is_some_and(|known| known.owner == Some(situation.me))
    };
    let is_prey = |one: &&Contact| {
        let is_wanted = is_over || one.fights_or_lands() && is_at_home(one.place);
        let is_fresh = is_over || one.in_sight || one.age_ticks <= COLD_TICKS;
        is_wanted && is_fresh && !is_hunted(one.id)
    };
    let score = |one: &Contact| VALUE_OF_PREY * one.worth / (1.0e6 + force[0].position.distance(one.place));
    let prey = situation.contacts.iter().filter(is_prey);
    let mut found: Vec<(f64, &Contact)> = prey.map(|one| (score(one), one)).collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.id.cmp(&other.1.id)));
    found.truncate(MOST_TARGETS);
    found
}

/// Whether foes hold no body that is known: all that is left of them is hunted, wherever it is.
fn is_over(situation: &Situation) -> bool {
    !situation.bodies.iter().any(|known| known.is_foes)
}

/// The ships of some that can be at a place within some seconds of play, the first there first.
fn by_arrival_at<'t>(
    situation: &Situation,
    ships: &[&'t OwnShip],
    place: glam::DVec3,
    longest_s: f64,
) -> Vec<&'t OwnShip> {
    let way_s = |ship: &OwnShip| travel::straight_s(situation, ship.position, place, ship.cruise_km_s);
    let timed = ships.iter().map(|ship| (way_s(ship), *ship));
    in_order_of_arrival(timed.filter(|(seconds, _)| *seconds <= longest_s))
}

/// The body nearest to a place, km.
pub fn nearest_body(situation: &Situation, place: glam::DVec3) -> BodyId {
    let all = situation.bodies.keys();
    let distance = |body: &BodyId| situation.place(*body).distance_squared(place);
    all.min_by(|one, other| distance(one).total_cmp(&distance(other))).unwrap_or(BodyId(0))
}
