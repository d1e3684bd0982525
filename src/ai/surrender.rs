//! The end: a mind that has lost says so and stops.

use super::thought::Thought;
use super::wish::{Urgency, Wish};
use crate::level::grouped;
use crate::sim::order::check;
use crate::sim::{ClassId, FactionId, Order};

/// A faction may still hope with armed ships of this worth,
const HOPE: f64 = 900.0;
/// or with this much money for a new beginning.
const HOPE_MONEY: i64 = 1500;

/// What the treasury and the income can pay for within this many economy ticks, a minute of play, counts as own
/// strength.
const REBUILT_TICKS: i64 = 30;

/// Nobody surrenders before this tick.
const BEGINS_TICK: u64 = 5400;

/// Surrenders if the war is lost and anything is left to give up: a mind of which nothing is left is silent.
pub fn consider(thought: &Thought) -> Option<Wish> {
    let standing = Standing::of(thought);
    let may_surrender = || check(thought.situation.view, &Order::Surrender).is_ok();
    (standing.is_lost(thought.skill.surrenders_at) && may_surrender()).then(|| Wish {
        order: Order::Surrender,
        urgency: Urgency::Fight,
        why: format!(
            "the war is lost: a fleet value of {} against {} of the enemies seen lately, and {} money",
            grouped(standing.armed as i64),
            grouped(standing.armed_foes as i64),
            grouped(standing.money)
        ),
    })
}

/// How a faction stands in the war, as far as its mind knows.
#[derive(Clone, Copy, Debug)]
struct Standing {
    tick: u64,
    /// Whether it has foes, and no ally is left, as far as it knows.
    fights_alone: bool,
    /// Whether its side wins by time alone if nothing changes.
    time_is_ours: bool,
    /// The worth of its armed ships,
    armed: f64,
    /// and of those of its foes that were seen lately.
    armed_foes: f64,
    /// Its money, now
    money: i64,
    /// and in a minute of play.
    money_soon: i64,
    /// Whether it has a yard, finished or not,
    has_yard: bool,
    /// and whether one works.
    has_working_yard: bool,
    /// The number of its bodies,
    bodies: usize,
    /// and of those of its foes.
    bodies_of_foes: usize,
}

impl Standing {
    fn of(thought: &Thought) -> Self {
        let situation = thought.situation;
        let (me, almanac) = (situation.me, situation.almanac());
        let is_yard = |class: ClassId| almanac.structures.0.get(class).is_some_and(|class| class.is_yard());
        let is_ally = |other: FactionId| other != me && !almanac.sides.are_foes(other, me);
        let has_allies = almanac.factions.0.keys().any(is_ally);
        let bodies = situation.own_bodies().count();
        let sees_ally = || situation.view.ships().any(|seen| is_ally(seen.owner));
        Self {
            tick: situation.tick,
            fights_alone: almanac.sides.has_foes(me)
                && (!has_allies || have_fallen(situation.objective.side_bodies, bodies, sees_ally)),
            time_is_ours: situation.objective.time_is_ours(),
            armed: situation.armed_worth(),
            armed_foes: thought.belief.army.seen_worth(),
            money: situation.balance.money,
            money_soon: situation.balance_after(REBUILT_TICKS).money,
            has_yard: situation.structures.iter().any(|one| is_yard(one.class)),
            has_working_yard: situation.yards().next().is_some(),
            bodies,
            bodies_of_foes: situation.bodies.iter().filter(|known| known.is_foes).count(),
        }
    }

    /// Whether the war is lost for a mind that surrenders to foes of so many times its strength.
    fn is_lost(&self, surrenders_at: f64) -> bool {
        let is_beaten = !self.has_hope() || self.is_overrun(surrenders_at);
        self.tick > BEGINS_TICK && self.fights_alone && !self.time_is_ours && is_beaten
    }

    /// Whether anything is left to come back with: a yard, armed ships, or money for a yard.
    fn has_hope(&self) -> bool {
        self.has_yard || self.armed >= HOPE || (self.money >= HOPE_MONEY && self.bodies > 0)
    }

    /// Whether the armed foes that were seen are too many times what it has and could soon have, and hold no fewer
    /// bodies.
    fn is_overrun(&self, surrenders_at: f64) -> bool {
        let rebuilt = if self.has_working_yard { self.money_soon.max(0) as f64 } else { 0.0 };
        let own = self.armed + HOPE + rebuilt;
        self.armed_foes > surrenders_at * own && self.bodies <= self.bodies_of_foes
    }
}

/// Whether the allies of a faction have fallen: their side has no more bodies, which everybody knows, than its own, and
/// it sees no ship of an ally. Where no condition of victory tells the bodies of the sides, they may be there yet.
fn have_fallen(side_bodies: Option<u32>, own_bodies: usize, sees_ally: impl FnOnce() -> bool) -> bool {
    side_bodies.is_some_and(|bodies| bodies as usize <= own_bodies) && !sees_ally()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support;

    /// The strength of [`BESET`].
    const STRENGTH: f64 = 2000.0;

    /// A faction after the peace of the beginning, with a yard and no money. It has seen no foe.
    const BESET: Standing = Standing {
        tick: BEGINS_TICK + 1,
        fights_alone: true,
        time_is_ours: false,
        armed: STRENGTH - HOPE,
        armed_foes: 0.0,
        money: 0,
        money_soon: 0,
        has_yard: true,
        has_working_yard: true,
        bodies: 2,
        bodies_of_foes: 2,
    };

    /// The same against foes of more than twice its strength.
    const OVERRUN: Standing = Standing { armed_foes: 2.0 * STRENGTH + 1.0, ..BESET };

    #[test]
    fn each_skill_surrenders_to_foes_of_more_than_so_many_times_its_strength() {
        for skill in &test_support::shipped().minds.skills {
            let most = skill.surrenders_at * STRENGTH;
            let is_lost = |armed_foes: f64| Standing { armed_foes, ..BESET }.is_lost(skill.surrenders_at);
            assert_eq!([0.0, most, most + 1.0].map(is_lost), [false, false, true], "{}", skill.name);
        }
    }

    #[test]
    fn nobody_surrenders_early_or_without_foes_or_beside_allies_or_with_more_bodies_or_with_time() {
        let others = [
            Standing { tick: BEGINS_TICK, ..OVERRUN },
            Standing { fights_alone: false, ..OVERRUN },
            Standing { bodies: 3, ..OVERRUN },
            Standing { time_is_ours: true, ..OVERRUN },
        ];
        assert!(OVERRUN.is_lost(2.0));
        assert_eq!(others.map(|standing| standing.is_lost(2.0)), [false; 4]);
    }

    #[test]
    fn allies_have_fallen_when_their_bodies_and_ships_are_gone() {
        assert!(have_fallen(Some(2), 2, || false));
        assert!(!have_fallen(Some(3), 2, || false), "one holds a body");
        assert!(!have_fallen(Some(2), 2, || true), "a ship of one is in sight");
        assert!(!have_fallen(None, 2, || false), "nothing tells");
    }

    #[test]
    fn money_is_strength_where_a_yard_can_spend_it() {
        let rich = Standing { money_soon: 1, ..OVERRUN };
        assert!(!rich.is_lost(2.0));
        assert!(Standing { has_working_yard: false, ..rich }.is_lost(2.0));
        let indebted = Standing { money_soon: -1000, armed_foes: 2.0 * STRENGTH, ..BESET };
        assert!(!indebted.is_lost(2.0), "debts are no weakness");
    }

    #[test]
    fn without_any_hope_a_war_is_lost_to_foes_out_of_sight_too() {
        let ruined = Standing { armed: HOPE - 1.0, has_yard: false, has_working_yard: false, ..BESET };
        let poor = Standing { money: HOPE_MONEY - 1, ..ruined };
        let homeless = Standing { money: HOPE_MONEY, bodies: 0, ..ruined };
        let hopes = [
            Standing { has_yard: true, ..ruined },
            Standing { armed: HOPE, ..ruined },
            Standing { money: HOPE_MONEY, bodies: 1, ..ruined },
        ];
        assert_eq!([ruined, poor, homeless].map(|standing| standing.is_lost(2.0)), [true; 3]);
        assert_eq!(hopes.map(|standing| standing.is_lost(2.0)), [false; 3]);
        assert!(!Standing { tick: 0, ..ruined }.is_lost(2.0), "nobody surrenders early");
    }
}
