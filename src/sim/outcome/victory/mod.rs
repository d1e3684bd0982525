//! Victory.
//!
//! - Enters: the level's conditions of victory, owners, yards, armed ships and those with troopers.
//! - Leaves: a [`Verdict`], and the progress of every side ([`Contests`]); a [`GameEvent::Decided`] when it
//!   falls.
//! - Must never: end the world or change anything in it: after a decision everything goes on, and nothing is
//!   decided again.
//!
//! Sides win, not factions: the possessions of allies count together. They are judged every [`JUDGE_TICKS`]
//! ticks. The first condition of the list that a side meets decides; of several sides that meet it at once,
//! the one whose faction comes first in the level. Unpaid ships and yards still count.
//!
//! Elimination does not wait for the last ships: a side wins if the others have had nothing but ships without
//! troopers for some time, see [`VictoryNumbers`](crate::rules::combat::VictoryNumbers).
//!
//! Every condition can be decided: if the last sides fall together, the first of the level wins; if a side fails
//! to survive, another one wins, see [`VictoryGoal::Survive`].
//!
//! | file | has |
//! |---|---|
//! | `mod.rs` | the judgement, and the progress of sides |
//! | `race.rs` | this progress for display |
//! | `reason.rs` | the words about a decision |
//! | `levels.rs` | reads levels and writes saves |

mod levels;
mod race;
mod reason;

use std::cmp::Reverse;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use levels::{begin_contests, faults, resume};
pub use race::{Progress, Race, SideProgress};
pub use reason::winners_of;
use typed_index_collections::TiVec;

use self::reason::{Merit, WordsOf};
use super::history::{History, note_battles};
use crate::level::SystemBody;
use crate::sim::event::{Events, GameEvent};
use crate::sim::{
    ArmedClass, ArmsTable, BodyId, Calendar, Condition, FactionId, Factions, Fleet, Growing, Holdings,
    MemberOf, OfWorld, Ship, Shipyard, Sides, SimSystems, Sky, Structure, Tick, ticks,
};

pub use crate::sim::world::{Decision, Verdict};

/// Ticks between two judgements.
pub const JUDGE_TICKS: u32 = 10;

/// The conditions of victory, each with the progress of all sides.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contests(Vec<Contest>);

/// A condition of victory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Contest {
    goal: VictoryGoal,
    /// Ticks for which each side has met the condition without a break, by the side's number; with `Eliminate`, for
    /// which no other side has had more than ships.
    met: Vec<u32>,
}

/// The goal of a condition, with bodies and factions as indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VictoryGoal {
    /// To be the only remaining side: the others have nothing, or for some time nothing but ships without troopers.
    Eliminate,
    /// To hold this many bodies for this time, comets not counted.
    HoldPlanets {
        /// Count.
        count: u32,
        /// Required time, ticks.
        ticks: u32,
    },
    /// To hold for this time a body that was not the own side's at the start.
    HoldBody {
        /// The body.
        body: BodyId,
        /// Owner at the start.
        first_owner: Option<FactionId>,
        /// Required time, ticks.
        ticks: u32,
    },
    /// This side must still hold a body when this time has passed. If it has no body then, or is eliminated
    /// before, another side wins: of the remaining sides the one with the most bodies, of equals the first.
    Survive {
        /// A faction of the side that must survive.
        faction: FactionId,
        /// Ticks since the start.
        ticks: u32,
    },
}

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_of_world::<Contests>().init_of_world::<Verdict>();
    app.add_systems(Tick, judge.in_set(SimSystems::Judge).before(note_battles));
}

/// Query bundle for the possessions of sides.
#[derive(SystemParam)]
pub(in crate::sim) struct Possessions<'w, 's> {
    holdings: Res<'w, Holdings>,
    sides: Res<'w, Sides>,
    factions: Res<'w, Factions>,
    sky: Res<'w, Sky>,
    arms_table: Res<'w, ArmsTable>,
    ships: Query<'w, 's, (&'static Ship, &'static MemberOf, Option<&'static Condition>)>,
    fleets: Query<'w, 's, &'static Fleet>,
    yards: Query<'w, 's, &'static Structure, (With<Shipyard>, Without<Growing>)>,
}

/// The numbers of a side's bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::sim) struct Held {
    /// All.
    pub(in crate::sim) bodies: u32,
    /// Those that `hold_planets` counts.
    pub(in crate::sim) planets: u32,
}

/// The numbers of the bodies of `count` sides, by side number.
fn held_by_sides(count: usize, holdings: &Holdings, sides: &Sides, sky: &Sky) -> Vec<Held> {
    let mut all = vec![Held::default(); count];
    for (body, holding) in holdings.0.iter_enumerated() {
        let Some(owner) = holding.owner else { continue };
        let Some(held) = all.get_mut(usize::from(sides.side(owner))) else { continue };
        let is_planet = sky.system.bodies.get(body).is_some_and(SystemBody::counts_as_planet);
        held.bodies += 1;
        held.planets += u32::from(is_planet);
    }
    all
}

/// The possessions of sides, by side number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
    /// For each number, whether a side has it.
    is_side: Vec<bool>,
    /// The numbers of its bodies.
    held: Vec<Held>,
    /// Whether it has a body, a yard or troopers aboard a ship.
    is_based: Vec<bool>,
    /// Whether it has one of these, or an armed ship.
    is_left: Vec<bool>,
    /// The side that holds each body, in the order of the sky.
    holders: TiVec<BodyId, Option<u16>>,
}

impl Possessions<'_, '_> {
    /// Ticks after which nobody has to hunt the last ships.
    fn ships_only_ticks(&self) -> u32 {
        ticks(self.arms_table.rules.victory.ships_only_s)
    }

    /// The result does not depend on storage order.
    fn tally(&self) -> Tally {
        let count = self.factions.0.len();
        let mut tally = Tally {
            is_side: vec![false; count],
            held: held_by_sides(count, &self.holdings, &self.sides, &self.sky),
            is_based: vec![false; count],
            is_left: vec![false; count],
            holders: TiVec::with_capacity(self.holdings.0.len()),
        };
        self.factions.0.keys().for_each(|faction| mark(&mut tally.is_side, self.sides.side(faction)));
        for holding in &self.holdings.0 {
            let side = holding.owner.map(|owner| self.sides.side(owner));
            tally.holders.push(side);
            if let Some(side) = side {
                mark(&mut tally.is_based, side);
            }
        }
        self.yards.iter().for_each(|yard| mark(&mut tally.is_based, self.sides.side(yard.faction)));
        for (ship, member, condition) in &self.ships {
            let class = self.arms_table.ships.get(ship.class);
            // No condition yet: the ship is as built.
            let as_built = class.map_or(0.0, |class| class.troopers);
            let troopers = condition.map_or(as_built, |condition| condition.troopers);
            let Ok(fleet) = self.fleets.get(member.0) else { continue };
            let side = self.sides.side(fleet.faction);
            if troopers > 0.0 {
                mark(&mut tally.is_based, side);
            }
            if class.is_some_and(ArmedClass::is_armed) {
                mark(&mut tally.is_left, side);
            }
        }
        for (is_left, is_based) in tally.is_left.iter_mut().zip(&tally.is_based) {
            *is_left |= is_based;
        }
        tally
    }
}

fn mark(flags: &mut [bool], side: u16) {
    if let Some(flag) = flags.get_mut(usize::from(side)) {
        *flag = true;
    }
}

pub(in crate::sim) fn judge(
    standing: Possessions,
    history: Res<History>,
    calendar: Res<Calendar>,
    mut contests: ResMut<Contests>,
    mut verdict: ResMut<Verdict>,
    mut events: ResMut<Events>,
) {
    let tick = calendar.tick + 1;
    let is_due = tick.is_multiple_of(u64::from(JUDGE_TICKS));
    if !is_due || verdict.0.is_some() || contests.0.is_empty() {
        return;
    }
    let tally = standing.tally();
    let ships_only = standing.ships_only_ticks();
    let mut won = None;
    for (condition, contest) in contests.0.iter_mut().enumerate() {
        if let Some(side) =
            contest.advance(&tally, &standing.sides, tick, ships_only).filter(|_| won.is_none())
        {
            won = Some((condition, side, contest.goal));
        }
    }
    let Some((condition, side, goal)) = won else { return };
    let (factions, sides, sky) = (&standing.factions, &standing.sides, &standing.sky);
    let words = WordsOf { factions, sides, sky, past: &history };
    let Merit { words: reason, surrendered } = words.merit(goal, side);
    let winners = winners_of(side, factions, sides);
    verdict.0 = Some(Decision { side, winners, condition, reason, surrendered, tick });
    events.record(calendar.tick, GameEvent::Decided { winner: FactionId(usize::from(side)) });
}

impl Contest {
    /// Adds the ticks since the last look for every side that meets the goal now, and returns the first that has
    /// met it for long enough. `ships_only` is the time after which nobody has to hunt the last ships, ticks.
    fn advance(&mut self, tally: &Tally, sides: &Sides, tick: u64, ships_only: u32) -> Option<u16> {
        let mut winner = None;
        for (side, met) in (0_u16..).zip(&mut self.met) {
            let is_side = tally.is_side.get(usize::from(side)).copied().unwrap_or(false);
            if !is_side || !self.goal.is_met(side, tally, sides, tick) {
                *met = 0;
                continue;
            }
            *met = met.saturating_add(JUDGE_TICKS);
            let is_enough = match self.goal {
                VictoryGoal::HoldPlanets { ticks, .. } | VictoryGoal::HoldBody { ticks, .. } => *met >= ticks,
                VictoryGoal::Eliminate => {
                    *met >= ships_only || !tally.others(side).any(|foe| tally.is_left(foe))
                }
                VictoryGoal::Survive { .. } => true,
            };
            if is_enough && winner.is_none() {
                winner = Some(side);
            }
        }
        winner
    }
}

impl VictoryGoal {
    /// Whether a side meets its goal now, regardless of the required duration.
    fn is_met(self, side: u16, tally: &Tally, sides: &Sides, tick: u64) -> bool {
        match self {
            Self::Eliminate => {
                // If the last sides have fallen together, all of them meet this.
                let mut foes = tally.others(side).peekable();
                foes.peek().is_some() && !foes.any(|foe| tally.is_based(foe))
            }
            Self::HoldPlanets { count, .. } => tally.held(side).planets >= count,
            Self::HoldBody { body, first_owner, .. } => {
                let is_held = tally.holders.get(body).copied().flatten() == Some(side);
                is_held && first_owner.is_none_or(|owner| sides.side(owner) != side)
            }
            Self::Survive { faction, ticks } => {
                let (survivor, is_time) = (sides.side(faction), tick >= u64::from(ticks));
                if survivor == side {
                    tally.held(side).bodies > 0 && is_time
                } else {
                    tally.has_fallen(survivor, is_time) && tally.heir_of(survivor) == Some(side)
                }
            }
        }
    }
}

impl Tally {
    fn is_left(&self, side: u16) -> bool {
        self.is_left.get(usize::from(side)).copied().unwrap_or(false)
    }

    fn is_based(&self, side: u16) -> bool {
        self.is_based.get(usize::from(side)).copied().unwrap_or(false)
    }

    fn held(&self, side: u16) -> Held {
        self.held.get(usize::from(side)).copied().unwrap_or_default()
    }

    /// The sides but one, in their order.
    fn others(&self, side: u16) -> impl Iterator<Item = u16> + '_ {
        let sides = (0_u16..).zip(&self.is_side).filter(|(_, is_side)| **is_side);
        sides.map(|(other, _)| other).filter(move |other| *other != side)
    }

    /// Whether a side that must survive has failed: nothing of it is left, or no body when it `is_time`.
    fn has_fallen(&self, survivor: u16, is_time: bool) -> bool {
        !self.is_left(survivor) || (is_time && self.held(survivor).bodies == 0)
    }

    /// The winner when a side has failed to survive: the remaining side, or else any side, with the most bodies,
    /// and of equals the first.
    fn heir_of(&self, fallen: u16) -> Option<u16> {
        self.others(fallen).min_by_key(|side| (!self.is_left(*side), Reverse(self.held(*side).bodies)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction_of;

    /// Ticks after which nobody has to hunt the last ships.
    const SHIPS_ONLY: u32 = 30;

    /// The first and the third are allies.
    fn sides() -> Sides {
        Sides::of(&[faction_of(Some("red")), faction_of(None), faction_of(Some("red"))])
    }

    /// Bodies of which none is a comet.
    fn planets(bodies: u32) -> Held {
        Held { bodies, planets: bodies }
    }

    /// The possessions of sides 0 and 1: for each the number of its bodies, and whether it is left.
    fn tally(bodies: [u32; 2], is_left: [bool; 2], holders: &[Option<u16>]) -> Tally {
        Tally {
            is_based: vec![is_left[0], is_left[1], false],
            is_side: vec![true, true, false],
            held: vec![planets(bodies[0]), planets(bodies[1]), Held::default()],
            is_left: vec![is_left[0], is_left[1], false],
            holders: holders.to_vec().into(),
        }
    }

    fn contest(goal: VictoryGoal) -> Contest {
        Contest { goal, met: vec![0; 3] }
    }

    #[test]
    fn the_last_side_wins() {
        let mut contest = contest(VictoryGoal::Eliminate);
        let mut judged = |is_left| contest.advance(&tally([0, 0], is_left, &[]), &sides(), 10, SHIPS_ONLY);
        assert_eq!(judged([true, true]), None);
        assert_eq!(judged([false, true]), Some(1));
        assert_eq!(judged([false, false]), Some(0), "they fell together: the first of the level has won");
        let alone =
            Tally { is_side: vec![true], is_based: vec![true], is_left: vec![true], ..Tally::default() };
        assert!(!VictoryGoal::Eliminate.is_met(0, &alone, &sides(), 10), "who is alone has beaten nobody");
    }

    #[test]
    fn the_last_ships_do_not_hold_up_the_end() {
        let mut one = contest(VictoryGoal::Eliminate);
        let mut judged = |is_based| {
            let tally = Tally { is_based, ..tally([0, 0], [true, true], &[]) };
            one.advance(&tally, &sides(), 10, SHIPS_ONLY)
        };
        let ships_only = vec![true, false, false];
        assert_eq!([judged(ships_only.clone()), judged(ships_only.clone())], [None, None]);
        assert_eq!(judged(vec![true, true, false]), None, "it has taken a body");
        assert_eq!(
            [judged(ships_only.clone()), judged(ships_only.clone())],
            [None, None],
            "from the beginning"
        );
        assert_eq!(judged(ships_only), Some(0));
        let mut other = contest(VictoryGoal::Eliminate);
        let both = Tally { is_based: vec![false; 3], ..tally([0, 0], [true, true], &[]) };
        let mut judged = || other.advance(&both, &sides(), 10, SHIPS_ONLY);
        assert_eq!([judged(), judged(), judged()], [None, None, Some(0)], "they fall together");
    }

    #[test]
    fn planets_are_held_without_a_break() {
        let mut contest = contest(VictoryGoal::HoldPlanets { count: 3, ticks: 30 });
        let mut judged =
            |bodies| contest.advance(&tally(bodies, [true, true], &[]), &sides(), 10, SHIPS_ONLY);
        assert_eq!([judged([3, 1]), judged([4, 1]), judged([2, 1])], [None; 3]);
        assert_eq!([judged([1, 3]), judged([3, 3]), judged([3, 3])], [None, None, Some(1)]);
    }

    #[test]
    fn comets_do_not_count_as_planets_but_keep_a_side_alive() {
        let with_comets = Tally {
            held: vec![Held { bodies: 3, planets: 2 }, planets(1), Held::default()],
            ..tally([0, 0], [true, true], &[])
        };
        let hold = |count| VictoryGoal::HoldPlanets { count, ticks: 30 };
        let is_met = |goal: VictoryGoal| goal.is_met(0, &with_comets, &sides(), 10);
        assert_eq!([2, 3].map(|count| is_met(hold(count))), [true, false]);
        let comet_alone =
            Tally { held: vec![Held { bodies: 1, planets: 0 }, planets(1), Held::default()], ..with_comets };
        let survive = VictoryGoal::Survive { faction: FactionId(0), ticks: 10 };
        assert!(survive.is_met(0, &comet_alone, &sides(), 10));
    }

    #[test]
    fn only_a_body_of_others_is_worth_holding() {
        let mut contest =
            contest(VictoryGoal::HoldBody { body: BodyId(1), first_owner: Some(FactionId(2)), ticks: 20 });
        let mut judged = |holder| {
            let tally = tally([1, 1], [true, true], &[Some(0), holder]);
            contest.advance(&tally, &sides(), 10, SHIPS_ONLY)
        };
        let of_its_ally = [judged(Some(0)), judged(Some(0)), judged(Some(0))];
        assert_eq!(of_its_ally, [None; 3], "it was theirs from the start");
        assert_eq!([judged(Some(1)), judged(None)], [None; 2]);
        assert_eq!([judged(Some(1)), judged(Some(1))], [None, Some(1)]);
    }

    #[test]
    fn everyone_may_know_how_far_sides_are() {
        let mut held = contest(VictoryGoal::HoldPlanets { count: 3, ticks: 30 });
        held.met[1] = 20;
        let side = |side, bodies, met_ticks| SideProgress { side, bodies, planets: bodies, met_ticks };
        assert_eq!(
            held.progress(&[2, 4, 0].map(planets), &sides(), 90, SHIPS_ONLY).sides,
            [side(0, 2, 0), side(1, 4, 20)]
        );
        let survivor = contest(VictoryGoal::Survive { faction: FactionId(2), ticks: 100 });
        assert_eq!(
            survivor.progress(&[1, 4, 0].map(planets), &sides(), 90, SHIPS_ONLY).sides,
            [side(0, 1, 90), side(1, 4, 0)]
        );
        assert_eq!(
            survivor.progress(&[0, 4, 0].map(planets), &sides(), 90, SHIPS_ONLY).sides[0].met_ticks,
            0,
            "it has no body"
        );
    }

    #[test]
    fn a_surviving_side_wins() {
        let goal = VictoryGoal::Survive { faction: FactionId(2), ticks: 100 };
        let met = |side, bodies, tick| goal.is_met(side, &tally(bodies, [true, true], &[]), &sides(), tick);
        assert!(met(0, [1, 1], 100) && !met(0, [1, 1], 90), "its side has a body");
        assert!(!met(0, [0, 1], 100) && !met(1, [1, 1], 100));
    }

    #[test]
    fn without_survival_the_victory_goes_to_others() {
        let goal = VictoryGoal::Survive { faction: FactionId(2), ticks: 100 };
        let judged = |bodies, is_left, tick| {
            let tally = tally(bodies, is_left, &[]);
            contest(goal).advance(&tally, &sides(), tick, SHIPS_ONLY)
        };
        assert_eq!(judged([0, 1], [true, true], 90), None, "its ships may take a body yet");
        assert_eq!(judged([0, 1], [true, true], 100), Some(1), "its time has come");
        assert_eq!(judged([0, 0], [false, true], 10), Some(1), "nothing of it is left");
        assert_eq!(judged([0, 0], [false, false], 10), Some(1), "both have fallen");
        let alone = Tally { is_side: vec![true], is_left: vec![false], ..Tally::default() };
        assert_eq!(contest(goal).advance(&alone, &sides(), 100, SHIPS_ONLY), None, "there is nobody else");
        let several = |bodies: [u32; 4], is_left: [bool; 4]| {
            let (held, is_left) = (bodies.map(planets).to_vec(), is_left.to_vec());
            Tally { is_side: vec![true; 4], held, is_left, ..Tally::default() }.heir_of(0)
        };
        assert_eq!(several([0, 1, 3, 2], [false, true, true, true]), Some(2), "it has the most bodies");
        assert_eq!(several([0, 1, 2, 2], [false, true, true, true]), Some(2), "the first of equals");
        assert_eq!(several([0, 0, 0, 0], [false, false, true, true]), Some(2), "the other has fallen, too");
    }
}
