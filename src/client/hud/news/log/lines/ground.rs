//! Fights for the ground in the log: landings, bombardments, reinforcements, and how landings end.

use std::hash::Hash;

use bevy::platform::collections::HashMap;

use super::super::names::LogNames;
use super::super::{EventKind, Line};
use super::witnessed::Witnessed;
use crate::client::frame::capital;
use crate::client::scene::battle::FreshEvent;
use crate::client::view::FocusTarget;
use crate::sim::event::GameEvent;
use crate::sim::{BodyId, FactionId};

/// Least time between lines about landings on one body, s.
const LANDING_REST_S: f64 = 20.0;

/// What was reported not long ago.
#[derive(Default)]
pub(super) struct GroundMemory {
    /// When a landing on a body, or its bombardment, was last reported.
    landed_s: HashMap<(BodyId, Option<FactionId>), f64>,
    /// When reinforcements of a faction for another's troopers, or for its own, were last reported on a body.
    joined_s: HashMap<(BodyId, FactionId, FactionId), f64>,
}

/// Lines about what is new on the ground.
pub(super) fn lines(seen: &Witnessed, names: &LogNames, memory: &mut GroundMemory) -> Vec<Line> {
    let mut lines = landings(seen, names, memory);
    lines.extend(reinforcements(seen, names, memory));
    lines.extend(fates(seen, names));
    lines
}

/// Whether a subject may be reported at this time, s, because the last report is old enough; if so, notes the
/// time.
fn may_report<K: Eq + Hash>(reported_s: &mut HashMap<K, f64>, what: K, now_s: f64) -> bool {
    if reported_s.get(&what).is_some_and(|last_s| now_s - last_s < LANDING_REST_S) {
        return false;
    }
    reported_s.insert(what, now_s);
    true
}

/// Troopers that land, and bodies of the player's that are bombarded; not again and again.
fn landings(seen: &Witnessed, names: &LogNames, memory: &mut GroundMemory) -> Vec<Line> {
    let now_s = seen.clock.now_s;
    let me = seen.sources.player.faction;
    let own_bodies = seen.sources.planet_data.own_bodies();
    let mut lines = Vec::new();
    for news in &seen.news.fresh {
        // A bombardment has no landing faction.
        let (body, faction) = match news.event {
            GameEvent::Landed { body, faction } => (body, Some(faction)),
            GameEvent::Bombarded { body, .. } => (body, None),
            GameEvent::Burst { ground: Some(body), by, .. } if by != me => (body, None),
            _ => continue,
        };
        if !may_report(&mut memory.landed_s, (body, faction), now_s) {
            continue;
        }
        let is_own_body = own_bodies.contains(&body) || is_taken_from(me, body, &seen.news.fresh);
        let body_name = names.body(body);
        let words = match faction {
            Some(faction) if faction == me => {
                format!("Your troopers land on {body_name}: its panel shows both sides")
            }
            Some(faction) => format!("Troopers of {} land on {body_name}", names.faction(faction)),
            None if is_own_body => format!("{} is being bombarded", capital(body_name)),
            None => continue,
        };
        let kind = match faction {
            _ if !is_own_body || faction == Some(me) => EventKind::Note,
            Some(_) => EventKind::Landing,
            None => EventKind::Bombarded,
        };
        lines.push((words, FocusTarget::Body(body), kind, None));
    }
    lines
}

/// Whether some news say that a body was captured from a faction: at a fast pace that is news together with the
/// landing.
fn is_taken_from(faction: FactionId, body: BodyId, news: &[FreshEvent]) -> bool {
    news.iter().any(|one| match one.event {
        GameEvent::Taken { body: taken, from, .. } => taken == body && from == Some(faction),
        _ => false,
    })
}

/// Lines about troopers that join a battle on the ground, not repeated too soon.
fn reinforcements(seen: &Witnessed, names: &LogNames, memory: &mut GroundMemory) -> Vec<Line> {
    let now_s = seen.clock.now_s;
    let me = seen.sources.player.faction;
    let mut lines = Vec::new();
    for news in &seen.news.fresh {
        let GameEvent::Reinforced { body, faction, side, defends, .. } = news.event else { continue };
        if !may_report(&mut memory.joined_s, (body, faction, side), now_s) {
            continue;
        }
        let is_attack = !defends && faction != me && seen.sources.planet_data.own_bodies().contains(&body);
        let kind = if is_attack { EventKind::Landing } else { EventKind::Note };
        let words = reinforced_words(names.body(body), (faction, side), defends, me, names);
        lines.push((words, FocusTarget::Body(body), kind, None));
    }
    lines
}

/// The text about reinforcements on a body: `who` sends them, and whom they join.
fn reinforced_words(
    body: &str,
    who: (FactionId, FactionId),
    defends: bool,
    me: FactionId,
    names: &LogNames,
) -> String {
    let (faction, side) = who;
    let whose = if faction == me {
        "Your reinforcements".to_owned()
    } else {
        format!("Reinforcements of {}", names.faction(faction))
    };
    let what = if defends { "defenders" } else { "landing" };
    let joined = if side == me {
        format!("your {what}")
    } else if side == faction {
        format!("their {what}")
    } else {
        format!("the {what} of {}", names.faction(side))
    };
    format!("{whose} land on {body} and join {joined}")
}

/// Lines about finished landings, and about bodies that changed hands between others; `progress.rs` has those of
/// the player.
fn fates(seen: &Witnessed, names: &LogNames) -> Vec<Line> {
    let me = seen.sources.player.faction;
    let told = seen.news.fresh.iter().filter_map(|news| match news.event {
        GameEvent::Repelled { body, faction, owner } => {
            let (words, kind) = repelled_words(body, faction, owner, me, names);
            Some((words, FocusTarget::Body(body), kind, None))
        }
        GameEvent::Taken { body, by, from } if by != me && from != Some(me) => {
            Some((taken_words(body, by, from, names), FocusTarget::Body(body), EventKind::Note, None))
        }
        _ => None,
    });
    told.collect()
}

/// The text about a repelled landing, for the invader, for the owner of the body, and for others.
fn repelled_words(
    body: BodyId,
    faction: FactionId,
    owner: Option<FactionId>,
    me: FactionId,
    names: &LogNames,
) -> (String, EventKind) {
    let body = names.body(body);
    if faction == me {
        let words = format!("Your landing on {body} was repelled: all your troopers there are lost");
        return (words, EventKind::Trouble);
    }
    let kind = if owner == Some(me) { EventKind::Finished } else { EventKind::Note };
    (format!("The landing of {} on {body} was repelled", names.faction(faction)), kind)
}

/// The text about a body taken by others.
fn taken_words(body: BodyId, by: FactionId, from: Option<FactionId>, names: &LogNames) -> String {
    let from = from.map_or_else(String::new, |from| format!(" from {}", names.faction(from)));
    format!("{} has captured {}{from}", names.faction(by), names.body(body))
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn both_sides_learn_how_a_landing_ended() {
        let names = LogNames::of_factions(&["Terra", "Cairn", "Ember"]);
        let told = |faction: FactionId, owner: Option<FactionId>| {
            repelled_words(BodyId(4), faction, owner, FactionId(0), &names)
        };
        let (words, kind) = told(FactionId(0), Some(FactionId(1)));
        assert_eq!(words, "Your landing on nowhere was repelled: all your troopers there are lost");
        assert_eq!(kind, EventKind::Trouble);
        let held = "The landing of Cairn on nowhere was repelled".to_owned();
        assert_eq!(told(FactionId(1), Some(FactionId(0))), (held.clone(), EventKind::Finished));
        assert_eq!(told(FactionId(1), Some(FactionId(2))), (held, EventKind::Note));
        assert_eq!(
            taken_words(BodyId(4), FactionId(1), Some(FactionId(2)), &names),
            "Cairn has captured nowhere from Ember"
        );
        assert_eq!(taken_words(BodyId(4), FactionId(1), None, &names), "Cairn has captured nowhere");
    }

    #[test]
    fn a_landing_that_has_taken_an_own_body_is_one_on_an_own_body() {
        let taken = GameEvent::Taken { body: BodyId(4), by: FactionId(1), from: Some(FactionId(0)) };
        let news = [FreshEvent { number: 1, tick: 7, born_s: 0.0, event: taken }];
        let is_taken = |faction: usize, body: usize| is_taken_from(FactionId(faction), BodyId(body), &news);
        assert!(is_taken(0, 4) && !is_taken(1, 4) && !is_taken(0, 5));
    }

    #[test]
    fn reinforcements_are_told_with_whom_they_join() {
        let names = LogNames::of_factions(&["Terra", "Cairn", "Ember"]);
        let told = |faction: FactionId, side: FactionId, defends: bool| {
            reinforced_words("Hearth", (faction, side), defends, FactionId(0), &names)
        };
        assert_eq!(
            told(FactionId(0), FactionId(0), false),
            "Your reinforcements land on Hearth and join your landing"
        );
        assert_eq!(
            told(FactionId(0), FactionId(1), true),
            "Your reinforcements land on Hearth and join the defenders of Cairn"
        );
        assert_eq!(
            told(FactionId(1), FactionId(0), true),
            "Reinforcements of Cairn land on Hearth and join your defenders"
        );
        assert_eq!(
            told(FactionId(1), FactionId(1), false),
            "Reinforcements of Cairn land on Hearth and join their landing"
        );
        let allied = "Reinforcements of Cairn land on Hearth and join the landing of Ember";
        assert_eq!(told(FactionId(1), FactionId(2), false), allied);
    }
}
