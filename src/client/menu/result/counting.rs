//! The losses of the player in a row: wars against minds that others won, and those that the player gave up while they
//! were as good as lost. A game counts once.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::settings::Settings;
use crate::client::settings::skirmish::MindWar;
use crate::client::worlds::{Kept, Playback};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::outcome::history::{Figures, HistoryEntry};
use crate::sim::outcome::{History, Verdict};
use crate::sim::{Calendar, FactionId, Factions, Seats, Sides, SourceLevel};

/// Before this time, seconds of play, no war is as good as lost: who begins anew may have disliked the start.
const EARLY_S: f64 = 300.0;
/// A foe that has more than this many times as much is far ahead.
const FAR_AHEAD: u64 = 2;

/// How the present world was entered, and whether its end has been counted.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LossCount {
    /// The tick at which it was entered; 0: a new game.
    begun_tick: u64,
    /// Whether a loss of it has been counted.
    is_counted: bool,
}

/// Query bundle for counting losses.
#[derive(SystemParam)]
pub struct Counting<'w> {
    verdict: Res<'w, Verdict>,
    history: Res<'w, History>,
    calendar: Res<'w, Calendar>,
    factions: Res<'w, Factions>,
    sides: Res<'w, Sides>,
    seats: Res<'w, Seats>,
    player: Res<'w, Player>,
    source: Res<'w, SourceLevel>,
    count: ResMut<'w, LossCount>,
    settings: ResMut<'w, Settings>,
}

impl Counting<'_> {
    /// The skill of the foes of the player; `None` without minds among them, and for a spectator.
    fn skill(&self) -> Option<String> {
        let me = self.player.faction;
        self.factions.0.get(me)?;
        skill_of_foes(me, &self.sides, &self.seats).map(str::to_owned)
    }

    /// Counts the end of the war for the player.
    fn end(&mut self, has_won: bool) {
        let Some(skill) = self.skill().filter(|_| has_won || !self.count.is_counted) else { return };
        let war = MindWar {
            level: &self.source.0.title,
            skill: &skill,
            seed: self.calendar.seed,
            is_resumed: self.count.begun_tick > 0,
        };
        self.settings.skirmish.count(war, has_won);
        self.count.is_counted = true;
    }

    /// Whether the player's side is so far behind a foe that the war is as good as lost.
    fn is_as_good_as_lost(&self) -> bool {
        let is_early = (self.calendar.tick as f64) < EARLY_S * TICKS_PER_SECOND;
        let mine = self.sides.side(self.player.faction);
        let is_behind = |last: &HistoryEntry| is_far_behind(last, mine, |faction| self.sides.side(faction));
        !is_early && self.history.entries.last().is_some_and(is_behind)
    }
}

/// The skill of the first mind that is a foe of a faction.
pub fn skill_of_foes<'a>(me: FactionId, sides: &Sides, seats: &'a Seats) -> Option<&'a str> {
    let mut foes = seats.0.keys().filter(|faction| sides.are_foes(me, *faction));
    foes.find_map(|faction| seats.playing(faction)).map(|mind| mind.skill.as_str())
}

/// Whether another side has more bodies and a more valuable fleet than this one, and more than twice as much of one of
/// the two.
fn is_far_behind(standing: &HistoryEntry, mine: u16, side_of: impl Fn(FactionId) -> u16) -> bool {
    let of_side = |side: u16| {
        let factions = standing.factions.iter_enumerated().filter(|(faction, _)| side_of(*faction) == side);
        factions.fold((0, 0), |(bodies, fleet): (u64, u64), (_, figures): (_, &Figures)| {
            (bodies + u64::from(figures.bodies), fleet.saturating_add(figures.fleet))
        })
    };
    let own = of_side(mine);
    let mut foes = standing.factions.keys().map(&side_of).filter(|side| *side != mine);
    foes.any(|side| {
        let foe = of_side(side);
        let is_far = foe.0 > FAR_AHEAD * own.0 || foe.1 > own.1.saturating_mul(FAR_AHEAD);
        foe.0 > own.0 && foe.1 > own.1 && is_far
    })
}

/// A world is entered.
pub fn begin(calendar: Res<Calendar>, mut count: ResMut<LossCount>) {
    *count = LossCount { begun_tick: calendar.tick, is_counted: false };
}

/// Counts a war that has been decided.
pub fn note_decision(mut counting: Counting, mut known: Kept<Option<bool>>) {
    let is_decided = counting.verdict.0.is_some();
    let is_new = known.now().replace(is_decided) == Some(false) && is_decided;
    let winner = counting.verdict.0.as_ref().filter(|_| is_new).map(|decision| decision.side);
    if let Some(winner) = winner {
        let has_won = counting.sides.side(counting.player.faction) == winner;
        counting.end(has_won);
    }
}

/// Counts the war that the player gives up, if there is one and it is as good as lost. A decided one has been counted.
pub fn count_given_up(world: &mut World) {
    // Without a world there is nothing to count.
    world.run_system_cached(give_up).ok();
}

fn give_up(mut counting: Counting, playback: Option<Res<Playback>>) {
    let goes_on = counting.verdict.0.is_none() && playback.is_none();
    if goes_on && counting.is_as_good_as_lost() {
        counting.end(false);
    }
}

/// A lost war, for tests.
#[cfg(test)]
pub mod test_support {
    use super::*;
    use crate::level::MindChoice;
    use crate::rules::test_support::shipped_level;
    use crate::sim::Simulation;
    use crate::sim::outcome::history::Past;
    use crate::sim::simulation::test_support::world_of;

    /// The player.
    pub const ME: FactionId = FactionId(0);

    /// A standing: the bodies and the fleet value of each faction.
    pub fn standing(figures: &[(u32, u64)]) -> HistoryEntry {
        let of = |&(bodies, fleet): &(u32, u64)| Figures { bodies, fleet, ..Figures::default() };
        HistoryEntry { tick: 9_000, factions: figures.iter().map(of).collect() }
    }

    /// The duel of a person with a mind, with the player far behind, at a second of play.
    pub fn losing(second: u64) -> Simulation {
        let mut level = shipped_level("duel.ron");
        level.factions[1].mind = Some(MindChoice::new("captain", "corsair"));
        let mut simulation = world_of(&level, 7);
        let world = simulation.world_mut();
        world.resource_mut::<Calendar>().tick = second * TICKS_PER_SECOND as u64;
        world.insert_resource(Player { faction: ME, home: None });
        let entries = vec![standing(&[(1, 100), (7, 900)])];
        world.insert_resource(History::from(Past { entries, ..Past::default() }));
        world.init_resource::<LossCount>();
        world.init_resource::<Settings>();
        simulation
    }

    /// The losses in a row.
    pub fn losses(world: &World) -> u32 {
        world.resource::<Settings>().skirmish.losses.as_ref().map_or(0, |run| run.count)
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::test_support::*;
    use super::*;
    use crate::sim::Simulation;
    use crate::sim::outcome::test_support::decided;

    /// Whether the first faction is far behind. The last two of four are allies.
    fn is_behind(figures: &[(u32, u64)]) -> bool {
        is_far_behind(&standing(figures), 0, |faction| u16::try_from(faction.0.min(2)).unwrap())
    }

    #[test]
    fn a_side_is_far_behind_with_less_of_both_and_less_than_half_of_one() {
        assert!(is_behind(&[(2, 100), (5, 101)]) && is_behind(&[(4, 100), (5, 201)]));
        assert!(!is_behind(&[(3, 100), (5, 150)]), "less, but not by far");
        assert!(!is_behind(&[(1, 300), (9, 200)]), "with the stronger fleet there is hope");
        assert!(!is_behind(&[(5, 0), (5, 900)]), "with as many bodies it can build");
        assert!(is_behind(&[(0, 0), (1, 1)]) && !is_behind(&[(0, 0), (0, 0)]) && !is_behind(&[(1, 1)]));
        let (one, other) = ((2, 60), (2, 60));
        assert!(!is_behind(&[(3, 100), (1, 10), one]));
        assert!(is_behind(&[(3, 50), (1, 10), one, other]), "allies count together");
    }

    #[test]
    fn a_war_that_is_given_up_as_good_as_lost_counts_once() {
        let mut simulation = losing(400);
        let world = simulation.world_mut();
        count_given_up(world);
        count_given_up(world);
        assert_eq!(losses(world), 1);
        world.insert_resource(LossCount { begun_tick: 11_000, is_counted: false });
        count_given_up(world);
        assert_eq!(losses(world), 1, "its autosave was loaded: it is the same game");
        world.insert_resource(LossCount::default());
        count_given_up(world);
        assert_eq!(losses(world), 2, "the level has begun anew");
    }

    #[test]
    fn a_war_that_may_still_be_won_is_given_up_without_a_loss() {
        let lost_after = |mut simulation: Simulation, change: &dyn Fn(&mut World)| {
            let world = simulation.world_mut();
            change(world);
            count_given_up(world);
            losses(world)
        };
        assert_eq!(lost_after(losing(400), &|_| {}), 1);
        assert_eq!(lost_after(losing(200), &|_| {}), 0, "it has only begun");
        let even = |world: &mut World| world.insert_resource(History::default());
        assert_eq!(lost_after(losing(400), &even), 0);
        let decide = |world: &mut World| world.insert_resource(decided());
        assert_eq!(lost_after(losing(400), &decide), 0, "that was counted at the verdict");
        let spectator = |world: &mut World| {
            let faction = crate::client::frame::SPECTATOR;
            world.insert_resource(Player { faction, home: None });
        };
        assert_eq!(lost_after(losing(400), &spectator), 0);
        count_given_up(&mut World::new());
    }

    #[test]
    fn a_verdict_counts_once_and_a_victory_ends_the_run() {
        let mut simulation = losing(400);
        let world = simulation.world_mut();
        world.insert_resource(Player { faction: FactionId(1), home: None });
        world.resource_mut::<Seats>().0.raw.swap(0, 1);
        let note = world.register_system(note_decision);
        world.run_system(note).expect("it runs");
        assert_eq!(losses(world), 0, "nothing is decided yet");
        world.insert_resource(decided());
        world.run_system(note).expect("it runs");
        world.run_system(note).expect("it runs");
        assert_eq!(losses(world), 1, "the first side has won");
        world.run_system_once(give_up).expect("it runs");
        assert_eq!(losses(world), 1);
        world.insert_resource(Player { faction: ME, home: None });
        world.resource_mut::<Seats>().0.raw.swap(0, 1);
        let note = world.register_system(note_decision);
        world.insert_resource(Verdict(None));
        world.run_system(note).expect("it runs");
        world.insert_resource(decided());
        world.run_system(note).expect("it runs");
        assert_eq!(losses(world), 0);
    }
}
