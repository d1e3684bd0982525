//! The end: a mind that has lost says so and stops.

use super::thought::Thought;
use super::wish::{Urgency, Wish};
use crate::level::grouped;
use crate::sim::order::check;
use crate::sim::{ClassId, Order};

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
            "the war is lost: a fleet value of {} against {} of the strongest enemy seen lately, and {} money",
            grouped(standing.armed as i64),
            grouped(standing.foes.armed as i64),
            grouped(standing.money)
        ),
        operation: None,
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
    /// The worth of its armed ships.
    armed: f64,
    /// The side of its foes that could take what it has.
    foes: Foes,
    /// Its money, now
    money: i64,
    /// and in a minute of play.
    money_soon: i64,
    /// Whether it has a yard, finished or not,
    has_yard: bool,
    /// and whether one works.
    has_working_yard: bool,
    /// The number of its bodies.
    bodies: usize,
}

/// A side of foes, as far as known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Foes {
    /// The worth of its armed ships that were seen lately.
    armed: f64,
    /// The number of its bodies.
    bodies: usize,
}

impl Foes {
    /// The side that could take what a faction with so many bodies has: of those with no fewer bodies, or else of all,
    /// the one with the most armed ships. Sides that are foes of each other do not add up.
    fn strongest(sides: impl Iterator<Item = Self>, bodies: usize) -> Self {
        let could_take = |foes: &Self| foes.bodies >= bodies;
        let strongest = sides.max_by(|one, other| {
            could_take(one).cmp(&could_take(other)).then(one.armed.total_cmp(&other.armed))
        });
        strongest.unwrap_or_default()
    }
}

impl Standing {
    fn of(thought: &Thought) -> Self {
        let situation = thought.situation;
        let (me, almanac) = (situation.me, situation.almanac());
        let is_yard = |class: ClassId| almanac.structures.0.get(class).is_some_and(|class| class.is_yard());
        let has_allies = almanac.factions.0.keys().any(|other| situation.is_ally(other));
        let bodies = situation.own_bodies().count();
        let sees_ally = || situation.view.ships().any(|seen| situation.is_ally(seen.owner));
        let held =
            |side: u16| situation.bodies.keys().filter(|body| situation.foes_of(*body) == Some(side)).count();
        let foes = situation
            .foe_sides()
            .into_iter()
            .map(|side| Foes { armed: thought.belief.army.seen_worth_of(side), bodies: held(side) });
        Self {
            tick: situation.tick,
            fights_alone: almanac.sides.has_foes(me)
                && (!has_allies || have_fallen(situation.objective.side_bodies, bodies, sees_ally)),
            time_is_ours: situation.objective.time_is_ours(),
            armed: situation.armed_worth(),
            foes: Foes::strongest(foes, bodies),
            money: situation.balance.money,
            money_soon: situation.balance_after(REBUILT_TICKS).money,
            has_yard: situation.structures.iter().any(|one| is_yard(one.class)),
            has_working_yard: situation.yards().next().is_some(),
            bodies,
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

    /// Whether the armed ships of one side that were seen are too many times what it has and could soon have, and that
    /// side holds no fewer bodies.
    fn is_overrun(&self, surrenders_at: f64) -> bool {
        let rebuilt = if self.has_working_yard { self.money_soon.max(0) as f64 } else { 0.0 };
        let own = self.armed + HOPE + rebuilt;
        self.foes.armed > surrenders_at * own && self.bodies <= self.foes.bodies
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
        foes: Foes { armed: 0.0, bodies: 2 },
        money: 0,
        money_soon: 0,
        has_yard: true,
        has_working_yard: true,
        bodies: 2,
    };

    /// The same against foes of more than twice its strength.
    const OVERRUN: Standing = against(2.0 * STRENGTH + 1.0);

    /// The same against armed foes of so much worth.
    const fn against(armed: f64) -> Standing {
        Standing { foes: Foes { armed, bodies: 2 }, ..BESET }
    }

    #[test]
    fn each_skill_surrenders_to_foes_of_more_than_so_many_times_its_strength() {
        for skill in &test_support::shipped().minds.skills {
            let most = skill.surrenders_at * STRENGTH;
            let is_lost = |armed: f64| against(armed).is_lost(skill.surrenders_at);
            assert_eq!([0.0, most, most + 1.0].map(is_lost), [false, false, true], "{}", skill.name);
        }
    }

    #[test]
    fn three_equal_foes_are_no_reason_to_give_up() {
        let bodies = OVERRUN.bodies;
        let is_lost = |sides: &[Foes]| {
            let foes = Foes::strongest(sides.iter().copied(), bodies);
            Standing { foes, ..BESET }.is_lost(2.0)
        };
        let equal = Foes { armed: STRENGTH, bodies };
        assert!(!is_lost(&[equal; 3]), "they are foes of each other");
        assert!(is_lost(&[equal, OVERRUN.foes, equal]), "one of them could take everything");
        let homeless = Foes { armed: 9.0 * STRENGTH, bodies: 0 };
        assert!(!is_lost(&[homeless, equal]) && is_lost(&[homeless, OVERRUN.foes]));
        assert!(!is_lost(&[]), "there is nobody");
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
        let indebted = Standing { money_soon: -1000, ..against(2.0 * STRENGTH) };
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
