//! Battles of the player's that turn to a defeat, by their forecast: an alert for each turn, which slows the clock. At
//! a fast pace the rest of such a battle takes seconds.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use bevy::prelude::*;

use super::super::looks::focus_of;
use super::super::{Event, EventKind, EventLog};
use super::witnessed::Witnessed;
use crate::client::frame::capital;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::worlds::Kept;
use crate::sim::combat::estimate::Estimate;

/// A battle turns to a defeat once at least this share of the foes is forecast to survive, and none of the player's
/// side.
const LOST_SHARE: f64 = 0.1;
/// It turns back once the share that survives of the player's side is greater than that of the foes by this. Between
/// both the forecast may waver.
const SAVED_LEAD: f64 = 0.25;

/// State kept from frame to frame: the battles of the player's, by their numbers.
#[derive(Default)]
pub struct TurnMemory(BTreeMap<u64, Fortune>);

/// How a battle stands.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fortune {
    /// Whether it is a defeat, by its forecast.
    is_lost: bool,
    /// The number of the entry about that, while it holds.
    told: Option<u64>,
}

impl Fortune {
    /// That of a battle at its first forecast, which is no turn.
    fn of(first: &Estimate) -> Self {
        Self { is_lost: first.share_left_one <= 0.0 && first.share_left_other > 0.0, told: None }
    }

    /// Follows the forecast; returns whether it has turned, one way or the other.
    fn turns(&mut self, now: &Estimate) -> bool {
        let Estimate { share_left_one: own, share_left_other: foes, .. } = *now;
        let has_turned =
            if self.is_lost { own - foes >= SAVED_LEAD } else { own <= 0.0 && foes >= LOST_SHARE };
        self.is_lost ^= has_turned;
        has_turned
    }
}

/// What has changed.
#[derive(Clone, Debug, Default, PartialEq)]
struct Turns {
    /// The battles that have turned to a defeat.
    lost: Vec<u64>,
    /// The entries whose alerts are over: their battles have turned back, or have ended.
    over: Vec<u64>,
}

impl TurnMemory {
    /// Follows the forecasts of all battles.
    fn follow(&mut self, sites: &Sites) -> Turns {
        let mut turns = Turns::default();
        self.0.retain(|battle, fortune| {
            let site = sites.get(*battle);
            if site.is_none_or(|site| site.has_ceased()) {
                turns.over.extend(fortune.told.take());
            }
            site.is_some()
        });
        for site in sites.iter().filter(|site| !site.has_ceased()) {
            let Some(estimate) = &site.estimate else { continue };
            match self.0.entry(site.number) {
                Entry::Vacant(new) => {
                    new.insert(Fortune::of(estimate));
                }
                Entry::Occupied(mut known) => {
                    let fortune = known.get_mut();
                    match (fortune.turns(estimate), fortune.is_lost) {
                        (true, true) => turns.lost.push(site.number),
                        (true, false) => turns.over.extend(fortune.told.take()),
                        (false, _) => {}
                    }
                }
            }
        }
        turns
    }

    /// Notes the entry about a battle that has turned to a defeat.
    fn note_told(&mut self, battle: u64, entry: u64) {
        if let Some(fortune) = self.0.get_mut(&battle) {
            fortune.told = Some(entry);
        }
    }
}

/// Writes lines about battles that turn to a defeat, and ends the alerts of those that do not hold any more.
pub fn write(seen: Witnessed, mut log: ResMut<EventLog>, mut memory: Kept<TurnMemory>) {
    let memory = memory.now();
    if seen.sources.player.is_changed() {
        // The acting player must not learn of the battles of others.
        *memory = TurnMemory::default();
        return;
    }
    let Turns { lost, over } = memory.follow(&seen.sites);
    if !over.is_empty() {
        log.end_alerts(&over);
    }
    if lost.is_empty() {
        return;
    }
    let jd = seen.sources.calendar.now_jd();
    let places = seen.sources.places();
    let names = seen.sources.names(&places);
    for site in lost.into_iter().filter_map(|battle| seen.sites.get(battle)) {
        let words = lost_words(site.body.map(|body| names.body(body)));
        memory.note_told(site.number, log.count);
        let event = Event { jd, words, spot: Some(focus_of(site)), kind: EventKind::Losing };
        log.note_of_battle(event, Some(site.number));
    }
}

/// The text about a battle at a body, or in open space.
fn lost_words(body: Option<&str>) -> String {
    format!("{}: the battle turns against you, defeat is likely", capital(body.unwrap_or("open space")))
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::client::scene::battle::sources::site::example;

    /// A battle with a forecast, the shares of both sides that are left, and with signs of this opacity.
    fn battle(shares: Option<[f64; 2]>, opacity: f32) -> Sites {
        let mut site = example(DVec3::X, None);
        site.estimate =
            shares.map(|[own, foes]| Estimate { share_left_one: own, share_left_other: foes, seconds: 20.0 });
        site.opacity = opacity;
        let mut sites = Sites::default();
        sites.add(site);
        sites
    }

    /// Whether a battle turns to a defeat at each of these forecasts.
    fn turns<const COUNT: usize>(forecasts: [[f64; 2]; COUNT]) -> [bool; COUNT] {
        let mut memory = TurnMemory::default();
        forecasts.map(|shares| !memory.follow(&battle(Some(shares), 1.0)).lost.is_empty())
    }

    #[test]
    fn a_battle_turns_to_a_defeat_once() {
        assert_eq!(turns([[0.6, 0.0], [0.0, 0.05], [0.0, 0.3], [0.0, 0.4]]), [false, false, true, false]);
        assert_eq!(turns([[1.0, 1.0], [0.0, 0.5]]), [false, true], "from a stalemate as well");
        assert_eq!(turns([[0.5, 0.0], [0.2, 0.6]]), [false; 2], "it is undecided");
        assert_eq!(turns([[0.0, 0.2], [0.0, 0.9]]), [false; 2], "it was a defeat from its begin");
    }

    #[test]
    fn a_forecast_that_wavers_is_one_turn_until_fortune_is_back() {
        let wavering = [[0.5, 0.0], [0.0, 0.2], [0.1, 0.0], [0.0, 0.2], [0.3, 0.0], [0.0, 0.2]];
        assert_eq!(turns(wavering), [false, true, false, false, false, true]);
    }

    #[test]
    fn the_alert_of_a_turn_ends_with_it_and_with_its_battle() {
        let mut memory = TurnMemory::default();
        let lost = Some([0.0, 0.5]);
        let mut follow = |sites: &Sites| {
            let Turns { lost, over } = memory.follow(sites);
            lost.iter().for_each(|battle| memory.note_told(*battle, 7));
            (lost.len(), over)
        };
        let won = battle(Some([0.5, 0.0]), 1.0);
        assert_eq!(follow(&won), (0, vec![]));
        assert_eq!(follow(&battle(lost, 1.0)), (1, vec![]));
        assert_eq!(follow(&battle(None, 1.0)), (0, vec![]), "no foe is in sight for a moment");
        assert_eq!(follow(&won), (0, vec![7]));
        assert_eq!(follow(&battle(lost, 1.0)), (1, vec![]));
        assert_eq!(follow(&battle(lost, 0.1)), (0, vec![7]), "the fire has ceased");
        assert_eq!(follow(&battle(lost, 1.0)), (0, vec![]), "they fight on, and it is no other turn");
        assert_eq!(follow(&Sites::default()), (0, vec![]));
    }

    #[test]
    fn the_line_names_the_place() {
        let words = [Some("Rowan"), None].map(lost_words);
        assert_eq!(words[0], "Rowan: the battle turns against you, defeat is likely");
        assert!(words[1].starts_with("Open space: "), "{}", words[1]);
    }
}
