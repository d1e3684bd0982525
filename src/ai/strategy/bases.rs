//! Bases: the own bodies where the force of an attack gathers.
//!
//! Bodies move: one that passes the target when the force has gathered is a better base than one that is near now.

use super::Plan;
use crate::ai::situation::{OwnShip, slowest_km_s};
use crate::ai::travel::{self, From};
use crate::sim::BodyId;

/// Bases that are compared with the one that is nearest now.
const OTHERS: usize = 2;
/// A force does not gather where foes could be within this time, seconds of play: it would meet them in parts.
const SAFE_S: f64 = 10.0;
/// A base without a yard, where nothing is repaired, has to be better by this factor.
const WITHOUT_YARD: f64 = 1.25;

/// The base from which a party is at its target first, if it gathers there now: the one that is nearest now, or one of
/// the bodies that will be nearest to the target when it has gathered.
pub fn quickest(plan: &Plan, nearest: BodyId, party: &[&OwnShip], target: BodyId) -> BodyId {
    let (situation, belief) = (plan.thought.situation, plan.thought.belief);
    if !plan.thought.skill.windows {
        return nearest;
    }
    let slowest = slowest_km_s(party.iter().copied());
    let gather_s = |base: BodyId| {
        let place = situation.place(base);
        let ways =
            party.iter().map(|ship| travel::straight_s(situation, ship.position, place, ship.cruise_km_s));
        ways.fold(0.0, f64::max)
    };
    let gathered_s = gather_s(nearest);
    let then = |body: BodyId| travel::place_in(situation, body, gathered_s);
    let goal = then(target);
    let is_safe =
        |body: BodyId| !belief.is_threatened(body) && !belief.army.could_come(situation, body, SAFE_S);
    let others = situation.own_bodies().filter(|body| *body != nearest && is_safe(*body));
    let mut others: Vec<(f64, BodyId)> =
        others.map(|body| (then(body).distance_squared(goal), body)).collect();
    others.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let others = others.into_iter().take(OTHERS).map(|(_, body)| body);
    let timed = std::iter::once(nearest).chain(others).filter_map(|base| {
        let gather_s = gather_s(base);
        let journey_s = travel::seconds_to(situation, From::Body(base), slowest, target, gather_s)?;
        Some((gather_s + journey_s, situation.has_yard(base), base))
    });
    first_of(timed).unwrap_or(nearest)
}

/// The best of some bases, each with the seconds of play until the force is at its target, and whether it has a yard;
/// the first of equals.
fn first_of(bases: impl Iterator<Item = (f64, bool, BodyId)>) -> Option<BodyId> {
    let costs = bases.map(|(seconds, has_yard, base)| {
        let factor = if has_yard { 1.0 } else { WITHOUT_YARD };
        (factor * seconds, base)
    });
    costs.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, base)| base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_is_where_the_whole_way_is_shortest() {
        let [near, passing] = [BodyId(3), BodyId(4)];
        let best = |bases: &[(f64, bool, BodyId)]| first_of(bases.iter().copied());
        assert_eq!(best(&[(30.0, true, near), (20.0, true, passing)]), Some(passing));
        assert_eq!(best(&[(30.0, true, near), (30.0, true, passing)]), Some(near), "the first of equals");
        assert_eq!(best(&[(30.0, true, near), (26.0, false, passing)]), Some(near), "it has no yard");
        assert_eq!(best(&[(30.0, true, near), (20.0, false, passing)]), Some(passing));
        assert_eq!(best(&[]), None);
    }
}
