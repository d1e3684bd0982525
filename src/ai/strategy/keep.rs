//! Bodies that were just taken: a small part of the fleet stays while foes could take them back.

use super::attack::{force, least_force, worth};
use super::defend::ENOUGH;
use super::{Plan, fewest};
use crate::ai::operations::{RETURN_S, latest_departure, wants_guard};
use crate::ai::situation::{OwnShip, cheapest_first, sorted_ids};
use crate::level::duration;
use crate::sim::{BodyId, OperationKind, Stage};

/// At most this share of the worth of the ships at a body stays there: the main force goes on.
const MOST_SHARE: f64 = 0.5;

/// Leaves guards at bodies that were just taken. A mind that does one thing at a time leaves none.
pub fn keep(plan: &mut Plan) {
    let situation = plan.thought.situation;
    if plan.thought.skill.operations < 2 {
        return;
    }
    let is_new = |body: &BodyId| situation.bodies.get(*body).is_some_and(|known| known.is_new);
    let taken: Vec<BodyId> = situation.own_bodies().filter(is_new).collect();
    taken.into_iter().for_each(|body| leave_guard(plan, body));
}

/// Leaves the fewest ships at a body that hold it against the foes that were seen lately; none where half of the ships
/// that are there would not hold it, or where the others would be too few for the next attack.
fn leave_guard(plan: &mut Plan, body: BodyId) {
    let (situation, belief) = (plan.thought.situation, plan.thought.belief);
    if plan.is_pursued(OperationKind::Defend, body) || !wants_guard(plan.thought, body) {
        return;
    }
    let is_fit = |ship: &&OwnShip| !ship.needs_yard() && situation.is_in_well(body, ship.position);
    let force = force(plan);
    let all = worth(&force);
    let mut ships: Vec<&OwnShip> = force.into_iter().filter(is_fit).collect();
    cheapest_first(&mut ships);
    let worths: Vec<f64> = ships.iter().map(|ship| ship.worth).collect();
    ships.truncate(most_that_stay(&worths));
    let margin = |some: &[&OwnShip]| belief.margin_against_seen(some.iter().copied(), body, RETURN_S);
    let guard = fewest(&ships, |some| margin(some) >= ENOUGH);
    let margin = margin(guard);
    if guard.is_empty() || margin < ENOUGH || cripples(all, worth(guard), least_force(plan)) {
        return;
    }
    let why = format!(
        "its garrison of {:.0} is weak, and enemies could come within {}",
        belief.defenders(body),
        duration(RETURN_S)
    );
    let operation = plan.begin_with_odds((OperationKind::Defend, body), sorted_ids(guard), margin, why);
    operation.stage = Stage::Act;
    operation.arrives_tick = situation.tick;
    operation.departs_tick = latest_departure(situation);
}

/// Whether a force could attack with all its worth, and could not without that of a guard.
fn cripples(all: f64, guard: f64, least: f64) -> bool {
    all >= least && all - guard < least
}

/// How many ships of these worths may stay, from the first on.
fn most_that_stay(worths: &[f64]) -> usize {
    let most = MOST_SHARE * worths.iter().sum::<f64>();
    let sums = worths.iter().scan(0.0_f64, |sum, worth| {
        *sum += worth;
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= most).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_half_of_a_fleet_stays() {
        assert_eq!(most_that_stay(&[]), 0);
        assert_eq!(most_that_stay(&[500.0]), 0, "the only ship goes on");
        assert_eq!(most_that_stay(&[500.0, 500.0]), 1);
        assert_eq!(most_that_stay(&[500.0, 500.0, 2000.0]), 2, "the great one goes on");
    }

    #[test]
    fn no_guard_stays_that_the_next_attack_wants() {
        assert!(cripples(2000.0, 800.0, 1500.0));
        assert!(!cripples(3200.0, 800.0, 1500.0), "the others are enough");
        assert!(!cripples(1200.0, 400.0, 1500.0), "there is no attack to wait for");
    }
}
