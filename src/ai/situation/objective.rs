//! What decides the war besides the end of all foes, for one side: the bodies that count, and the time that is left.
//! The conditions of victory and their progress are no secret.

use typed_index_collections::{TiSlice, TiVec};

use crate::level::duration;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::outcome::victory::{Progress, SideProgress, VictoryGoal};
use crate::sim::{BodyId, FactionId, Sides};

/// The stake of a body that alone decides the war, in the terms of the values of targets: about twice a home with a
/// yard.
const STAKE: f64 = 300.0;
/// The stake of a body grows by this many times itself while the time of the foe that wins with it runs out.
const URGENCY: f64 = 2.0;
/// Haste grows over this time to the last departure that comes in time, seconds of play.
const SLACK_S: f64 = 60.0;
/// A journey that any departure has to expect, seconds of play.
const JOURNEY_S: f64 = 60.0;
/// A side that has to survive guards its bodies when it has no more than this many.
const LAST_BODIES: u32 = 2;

/// What decides the war for a side besides the end of all foes. With elimination alone nothing counts and nothing
/// hastens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Objective {
    /// How much each body counts, in the order of the sky.
    stakes: TiVec<BodyId, BodyStake>,
    /// Time until the own side wins if nothing changes, seconds of play; `None` if it does not.
    own_wins_s: Option<f64>,
    /// The same of the first of the other sides.
    foes_win_s: Option<f64>,
    /// The bodies of the own side, those of allies included; `None` where no condition tells it.
    pub side_bodies: Option<u32>,
    /// Whether a side of foes holds more bodies than are known to be its own. The numbers are no secret.
    pub foes_hide_bodies: bool,
}

/// Who holds a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The side, as far as known.
    pub side: Option<u16>,
    /// Whether [`VictoryGoal::HoldPlanets`] counts the body.
    pub is_planet: bool,
}

/// How much a body counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct BodyStake {
    /// See [`Objective::stake`].
    stake: f64,
    /// Time until the other side that holds the body wins with it, seconds of play; `None` if it does not.
    left_s: Option<f64>,
}

impl Objective {
    /// The objective of the side `me`, with the holders of all bodies.
    pub fn of(progress: &[Progress], (me, sides): (u16, &Sides), holders: &TiSlice<BodyId, Holder>) -> Self {
        let times = |is_own: bool| {
            let all = progress.iter().flat_map(|one| one.sides.iter().map(move |side| (one.goal, side)));
            let left = all.filter(|(_, side)| (side.side == me) == is_own);
            left.filter_map(|(goal, side)| left_s(goal, side)).min_by(f64::total_cmp)
        };
        let stakes = holders.iter_enumerated().map(|(body, holder)| {
            let stakes = progress.iter().map(|one| body_stake(one, (me, sides), (body, *holder)));
            stakes.max_by(|one, other| one.stake.total_cmp(&other.stake)).unwrap_or_default()
        });
        Self {
            stakes: stakes.collect(),
            own_wins_s: times(true),
            foes_win_s: times(false),
            side_bodies: progress.first().and_then(|one| side_of(one, me)).map(|side| side.bodies),
            foes_hide_bodies: progress.first().is_some_and(|one| hide_bodies(one, me, holders)),
        }
    }

    /// How much a body counts, in the terms of the values of targets. Foreign bodies count for those that may take
    /// them; own ones if the war may be lost with them.
    pub fn stake(&self, body: BodyId) -> f64 {
        self.stakes.get(body).map_or(0.0, |body| body.stake)
    }

    /// How late it is for a journey of so many seconds of play to a body with which a foe wins: from 0 to 1, when it
    /// would hardly come in time.
    pub fn haste(&self, body: BodyId, journey_s: f64) -> f64 {
        self.stakes.get(body).map_or(0.0, |body| haste(body.left_s, journey_s))
    }

    /// Whether a foe wins soon if nothing changes.
    pub fn is_urgent(&self) -> bool {
        haste(self.foes_win_s, JOURNEY_S) > 0.0
    }

    /// Whether the own side wins first if nothing changes.
    pub fn time_is_ours(&self) -> bool {
        self.own_wins_s.is_some_and(|own| self.foes_win_s.is_none_or(|foes| own <= foes))
    }

    /// A body in words as what decides the war; `None` if it does not.
    pub fn words(&self, body: BodyId) -> Option<String> {
        let body = self.stakes.get(body).filter(|body| body.stake > 0.0)?;
        let words = |left_s: f64| format!("the objective, which wins for enemies in {}", duration(left_s));
        Some(body.left_s.map_or_else(|| "the objective".to_owned(), words))
    }
}

/// The bodies that a side is publicly known to hold, while its time runs, with its first faction.
pub fn told_holders(progress: &[Progress]) -> impl Iterator<Item = (BodyId, FactionId)> + '_ {
    progress.iter().filter_map(|one| {
        let VictoryGoal::HoldBody { body, .. } = one.goal else { return None };
        let holder = one.sides.iter().find(|side| side.met_ticks > 0)?;
        Some((body, FactionId(usize::from(holder.side))))
    })
}

/// Whether a side other than `me` holds more bodies than are known to be its own.
fn hide_bodies(progress: &Progress, me: u16, holders: &TiSlice<BodyId, Holder>) -> bool {
    let known = |side: u16| holders.iter().filter(|holder| holder.side == Some(side)).count();
    progress.sides.iter().any(|one| one.side != me && one.bodies as usize > known(one.side))
}

/// The progress of a side.
fn side_of(progress: &Progress, number: u16) -> Option<&SideProgress> {
    progress.sides.iter().find(|side| side.side == number)
}

/// Seconds of play until a side meets its goal if nothing changes; `None` if its time does not run.
fn left_s(goal: VictoryGoal, side: &SideProgress) -> Option<f64> {
    let ticks = match goal {
        VictoryGoal::Eliminate => return None,
        VictoryGoal::HoldPlanets { ticks, .. }
        | VictoryGoal::HoldBody { ticks, .. }
        | VictoryGoal::Survive { ticks, .. } => ticks,
    };
    (side.met_ticks > 0).then(|| f64::from(ticks.saturating_sub(side.met_ticks)) / TICKS_PER_SECOND)
}

/// See [`Objective::haste`].
fn haste(left_s: Option<f64>, journey_s: f64) -> f64 {
    left_s.map_or(0.0, |left_s| (1.0 - (left_s - journey_s) / SLACK_S).clamp(0.0, 1.0))
}

/// How much a body counts for the side `me` by a condition.
fn body_stake(
    progress: &Progress,
    (me, sides): (u16, &Sides),
    (body, holder): (BodyId, Holder),
) -> BodyStake {
    let stake = stake(progress, (me, sides), (body, holder));
    let foe = holder.side.filter(|side| *side != me && stake > 0.0).and_then(|side| side_of(progress, side));
    let left_s = foe.and_then(|foe| left_s(progress.goal, foe));
    BodyStake { stake: stake * (1.0 + URGENCY * haste(left_s, JOURNEY_S)), left_s }
}

/// How much a body counts for the side `me` by a condition, at any time.
fn stake(progress: &Progress, (me, sides): (u16, &Sides), (body, holder): (BodyId, Holder)) -> f64 {
    let Holder { side: holder, is_planet } = holder;
    let counts_planets = matches!(progress.goal, VictoryGoal::HoldPlanets { .. });
    let counted = |side: &SideProgress| if counts_planets { side.planets } else { side.bodies };
    let bodies = |side: u16| side_of(progress, side).map_or(0, counted);
    let is_own = holder == Some(me);
    let held = holder.map_or(0, bodies);
    // One of so many that would have to be taken to decide the war.
    let one_of = |count: u32| STAKE / f64::from(count.max(1));
    match progress.goal {
        VictoryGoal::HoldBody { body: prize, .. } if prize == body => STAKE,
        // The more the own side has, the more each further body counts.
        VictoryGoal::HoldPlanets { count, .. } if is_planet && !is_own && held < count => {
            one_of(1 + count.saturating_sub(bodies(me)).max(1))
        }
        VictoryGoal::HoldPlanets { count, .. } if is_planet && (!is_own || held == count) => {
            one_of(1 + held - count)
        }
        VictoryGoal::Survive { faction, .. } if holder == Some(sides.side(faction)) => {
            if is_own && held > LAST_BODIES { 0.0 } else { one_of(held) }
        }
        VictoryGoal::Eliminate
        | VictoryGoal::HoldBody { .. }
        | VictoryGoal::HoldPlanets { .. }
        | VictoryGoal::Survive { .. } => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction_of;

    const ME: u16 = 0;
    const FOE: u16 = 1;
    const HOME: BodyId = BodyId(0);
    const HEARTH: BodyId = BodyId(1);
    const FOES_HOME: BodyId = BodyId(2);

    /// The number of bodies and the seconds of the own side, then of the foe.
    type Standings = [(u32, f64); 2];

    fn ticks(seconds: f64) -> u32 {
        (seconds * TICKS_PER_SECOND) as u32
    }

    /// The objective by a goal, where a side holds Hearth, a planet.
    fn objective(goal: VictoryGoal, standings: Standings, hearth: Option<u16>) -> Objective {
        objective_with(goal, standings, planet(hearth))
    }

    fn planet(side: Option<u16>) -> Holder {
        Holder { side, is_planet: true }
    }

    fn objective_with(goal: VictoryGoal, standings: Standings, hearth: Holder) -> Objective {
        let sides = Sides::of(&[faction_of(None), faction_of(None)]);
        let side = |(side, (bodies, seconds))| SideProgress {
            side,
            bodies,
            planets: bodies,
            met_ticks: ticks(seconds),
        };
        let progress = Progress {
            goal,
            sides: (0_u16..).zip(standings).map(side).collect(),
            ships_only_ticks: ticks(60.0),
        };
        let holders: TiVec<BodyId, Holder> = vec![planet(Some(ME)), hearth, planet(Some(FOE))].into();
        Objective::of(&[progress], (ME, &sides), &holders)
    }

    fn hold_hearth(standings: Standings, hearth: Option<u16>) -> Objective {
        let goal = VictoryGoal::HoldBody { body: HEARTH, first_owner: None, ticks: ticks(300.0) };
        objective(goal, standings, hearth)
    }

    fn hold_three(standings: Standings, hearth: Option<u16>) -> Objective {
        objective(VictoryGoal::HoldPlanets { count: 3, ticks: ticks(300.0) }, standings, hearth)
    }

    #[test]
    fn elimination_alone_changes_no_value() {
        let objective = objective(VictoryGoal::Eliminate, [(1, 0.0), (1, 50.0)], Some(FOE));
        for body in [HOME, HEARTH, FOES_HOME] {
            assert_eq!((objective.stake(body), objective.haste(body, 60.0)), (0.0, 0.0));
            assert_eq!(objective.words(body), None);
        }
        assert!(!objective.is_urgent() && !objective.time_is_ours());
        assert_eq!(Objective::default().stake(HEARTH), 0.0);
    }

    #[test]
    fn the_public_numbers_tell_that_foes_hold_bodies_out_of_sight() {
        let hide = |foes: u32, hearth: Option<u16>| {
            objective(VictoryGoal::Eliminate, [(4, 0.0), (foes, 0.0)], hearth).foes_hide_bodies
        };
        assert!(!hide(1, None), "it is known that they hold their home");
        assert!(hide(2, None) && hide(2, Some(ME)));
        assert!(!hide(2, Some(FOE)));
        assert!(!hide(0, Some(FOE)), "what was seen last is no longer so");
    }

    #[test]
    fn the_body_to_hold_counts_for_everyone_and_more_as_the_time_of_a_foe_runs_out() {
        let early = [None, Some(ME), Some(FOE)].map(|side| hold_hearth([(1, 0.0), (1, 0.0)], side));
        for one in &early {
            assert_eq!([HOME, HEARTH, FOES_HOME].map(|body| one.stake(body)), [0.0, STAKE, 0.0]);
            assert_eq!(one.words(HEARTH).as_deref(), Some("the objective"));
            assert!(!one.is_urgent());
        }
        let late = |seconds: f64| hold_hearth([(1, 0.0), (2, seconds)], Some(FOE));
        assert_eq!([100.0, 210.0, 240.0].map(|seconds| late(seconds).stake(HEARTH) / STAKE), [1.0, 2.0, 3.0]);
        assert_eq!([100.0, 200.0].map(|seconds| late(seconds).is_urgent()), [false, true]);
        let words = late(200.0).words(HEARTH).unwrap_or_default();
        assert_eq!(words, format!("the objective, which wins for enemies in {}", duration(100.0)));
    }

    #[test]
    fn haste_comes_with_the_last_departure_in_time() {
        let haste = |journey_s: f64| hold_hearth([(1, 0.0), (2, 200.0)], Some(FOE)).haste(HEARTH, journey_s);
        assert_eq!([10.0, 40.0, 70.0, 100.0, 400.0].map(haste), [0.0, 0.0, 0.5, 1.0, 1.0]);
    }

    #[test]
    fn time_is_on_the_side_that_wins_first() {
        let ours = |own: f64, foes: f64| hold_hearth([(2, own), (1, foes)], Some(ME)).time_is_ours();
        assert!(!ours(0.0, 0.0) && ours(10.0, 0.0), "it runs for us");
        assert!(ours(20.0, 10.0) && !ours(10.0, 20.0));
    }

    #[test]
    fn each_further_body_counts_more_and_the_foe_is_stopped_at_any_of_his() {
        let free = |own: u32| hold_three([(own, 0.0), (1, 0.0)], None).stake(HEARTH);
        assert!(0.0 < free(0) && free(0) < free(1) && free(1) < free(2), "the own side comes nearer");
        let running = |bodies: u32| hold_three([(1, 0.0), (bodies, 200.0)], Some(FOE));
        let [few, many] = [3, 5].map(running);
        assert!(few.stake(FOES_HOME) > many.stake(FOES_HOME), "more would have to be taken");
        assert!(few.haste(HEARTH, 70.0) > 0.0);
        let quiet = |own: u32| hold_three([(own, 0.0), (2, 0.0)], None).stake(HOME);
        assert_eq!([2, 3, 4].map(quiet), [0.0, STAKE, 0.0], "with exactly enough none may be lost");
    }

    #[test]
    fn a_comet_counts_nothing_where_planets_must_be_held() {
        let goal = VictoryGoal::HoldPlanets { count: 3, ticks: ticks(300.0) };
        let stake = |side: Option<u16>, is_planet: bool, seconds: f64| {
            let standings = [(3, 0.0), (3, seconds)];
            objective_with(goal, standings, Holder { side, is_planet }).stake(HEARTH)
        };
        for (side, seconds) in [(None, 0.0), (Some(ME), 0.0), (Some(FOE), 200.0)] {
            assert!(stake(side, true, seconds) > 0.0, "{side:?}");
            assert_eq!(stake(side, false, seconds), 0.0, "{side:?}");
        }
    }

    #[test]
    fn who_has_to_survive_guards_the_last_bodies_and_others_take_them() {
        let survive = |faction: u16, bodies: u32| {
            let goal = VictoryGoal::Survive { faction: FactionId(usize::from(faction)), ticks: ticks(300.0) };
            let mut standings = [(1, 0.0), (1, 0.0)];
            standings[usize::from(faction)] = (bodies, 250.0);
            objective(goal, standings, Some(faction))
        };
        let own = |bodies: u32| survive(ME, bodies);
        assert_eq!([1, 2, 3].map(|bodies| own(bodies).stake(HOME)), [STAKE, STAKE / 2.0, 0.0]);
        assert!(own(3).time_is_ours() && !own(3).is_urgent());
        let others = survive(FOE, 3);
        assert!(others.stake(FOES_HOME) > 0.0 && others.stake(HOME) == 0.0);
        assert!(others.is_urgent() && !others.time_is_ours());
        assert_eq!(others.haste(FOES_HOME, 60.0), 1.0);
    }

    #[test]
    fn all_know_who_holds_the_body_while_the_time_runs() {
        let goal = VictoryGoal::HoldBody { body: HEARTH, first_owner: None, ticks: ticks(60.0) };
        let progress = |seconds: f64| {
            let side = |side, met_ticks| SideProgress { side, bodies: 1, planets: 1, met_ticks };
            let sides = vec![side(ME, 0), side(FOE, ticks(seconds))];
            vec![Progress { goal, sides, ships_only_ticks: 0 }]
        };
        assert_eq!(told_holders(&progress(0.0)).next(), None);
        assert_eq!(told_holders(&progress(1.0)).next(), Some((HEARTH, FactionId(usize::from(FOE)))));
    }
}
