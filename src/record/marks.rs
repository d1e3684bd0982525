//! Moments worth looking at in a replay.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::level::{BodyId, FactionId, named_together};
use crate::sim::event::{Events, FactionSet, GameEvent};
use crate::sim::outcome::History;
use crate::sim::outcome::history::Battle;
use crate::sim::{Calendar, Holdings, Sides};

/// A moment worth looking at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The tick after which the world shows it.
    pub tick: u64,
    /// The body at which it happened.
    pub body: BodyId,
    /// What happened.
    pub kind: MarkKind,
    /// The factions that knew of it at once; all of them in a log of a version that did not tell.
    pub known_to: FactionSet,
}

/// A mark of a version that did not tell who knew of it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct OldMark {
    tick: u64,
    body: BodyId,
    kind: MarkKind,
}

impl From<OldMark> for Mark {
    fn from(OldMark { tick, body, kind }: OldMark) -> Self {
        Self::known_to_all(tick, body, kind)
    }
}

/// What happened at a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MarkKind {
    /// The first loss of a battle.
    Battle,
    /// A faction took the body, or settled on it.
    Taken {
        /// The faction.
        by: FactionId,
    },
    /// The first landing of the log.
    FirstLanding {
        /// The faction whose troopers landed.
        by: FactionId,
    },
    /// The war was decided. The body is one of the winners, to look at.
    Decided {
        /// The first faction of the side that has won.
        winner: FactionId,
    },
}

/// The names that the words about marks need. A log may come from anyone: any of them may be unknown.
pub struct MarkNames<'a> {
    /// The name of a body.
    pub body: &'a dyn Fn(BodyId) -> Option<&'a str>,
    /// The name of a faction.
    pub faction: &'a dyn Fn(FactionId) -> Option<&'a str>,
    /// The names of all factions of a faction's side.
    pub side: &'a dyn Fn(FactionId) -> Vec<String>,
}

impl Mark {
    /// A mark of which all factions know.
    pub fn known_to_all(tick: u64, body: BodyId, kind: MarkKind) -> Self {
        Self { tick, body, kind, known_to: FactionSet::ALL }
    }

    /// Whether a mark of a log tells the same as this one, which was found. One of an older version does not tell who
    /// knew of it.
    pub(super) fn agrees(&self, logged: &Self) -> bool {
        *self == *logged || *logged == Self { known_to: FactionSet::ALL, ..*self }
    }

    /// What happened, and where.
    pub fn words(&self, names: &MarkNames) -> String {
        let body = (names.body)(self.body).map_or_else(|| format!("body {}", self.body.0), str::to_owned);
        let name = |faction: FactionId| (names.faction)(faction).unwrap_or("Somebody");
        match self.kind {
            MarkKind::Battle => format!("Battle at {body}"),
            MarkKind::Taken { by } => format!("{} takes {body}", name(by)),
            MarkKind::FirstLanding { by } => format!("First landing at {body}, by {}", name(by)),
            MarkKind::Decided { winner } => {
                let side = (names.side)(winner);
                let alone = || name(winner).to_owned();
                format!("Won by {}", if side.is_empty() { alone() } else { named_together(&side) })
            }
        }
    }
}

/// Finds the marks of a world, tick by tick.
#[derive(Clone, Debug, Default)]
pub(super) struct MarkFinder {
    has_landed: bool,
}

impl MarkFinder {
    /// Goes on after a first landing, if there was one.
    pub(super) fn after(first_landing: Option<u64>) -> Self {
        Self { has_landed: first_landing.is_some() }
    }

    /// Adds the marks of the last tick.
    pub(super) fn look(&mut self, world: &World, marks: &mut Vec<Mark>) {
        let tick = world.resource::<Calendar>().tick;
        let new = world.resource::<History>().battles.iter().rev().take_while(|battle| battle.tick == tick);
        let events = world.resource::<Events>();
        let battles = new.map(|battle| {
            let known_to = witnesses(events, battle, tick);
            Mark { tick, body: battle.body, kind: MarkKind::Battle, known_to }
        });
        marks.extend(battles);
        for entry in events.of_tick(tick.saturating_sub(1)) {
            let (body, kind) = match entry.event {
                GameEvent::Taken { body, by, .. } | GameEvent::Founded { body, by } => {
                    (body, MarkKind::Taken { by })
                }
                GameEvent::Landed { body, faction: by } if !self.has_landed => {
                    self.has_landed = true;
                    (body, MarkKind::FirstLanding { by })
                }
                GameEvent::Decided { winner } => (body_of(world, winner), MarkKind::Decided { winner }),
                _ => continue,
            };
            marks.push(Mark { tick, body, kind, known_to: entry.known_to });
        }
    }
}

/// The factions that know of a loss in a battle that began in the last tick.
fn witnesses(events: &Events, battle: &Battle, tick: u64) -> FactionSet {
    let mut known_to = FactionSet::default();
    for entry in events.of_tick(tick.saturating_sub(1)) {
        if let GameEvent::Destroyed { what, .. } = entry.event
            && battle.losses.get(what.faction).is_some_and(|lost| *lost > 0)
        {
            known_to.insert_all(entry.known_to);
        }
    }
    known_to
}

/// The first body of a faction's side; the first one of the sky if it has none.
fn body_of(world: &World, faction: FactionId) -> BodyId {
    let (holdings, sides) = (world.resource::<Holdings>(), world.resource::<Sides>());
    let is_own = |owner: FactionId| !sides.are_foes(owner, faction);
    let mut own = holdings.0.iter_enumerated().filter(|(_, holding)| holding.owner.is_some_and(is_own));
    own.next().map_or(BodyId(0), |(body, _)| body)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERRA: FactionId = FactionId(0);

    fn words(kind: MarkKind, body: Option<&str>) -> String {
        let of_body = |_: BodyId| body;
        let of_faction = |faction: FactionId| (faction == TERRA).then_some("Terra");
        let allies = |faction: FactionId| {
            let names: &[&str] = if faction == TERRA { &["Terra", "Pax"] } else { &[] };
            names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>()
        };
        let names = MarkNames { body: &of_body, faction: &of_faction, side: &allies };
        Mark::known_to_all(3, BodyId(4), kind).words(&names)
    }

    #[test]
    fn marks_of_older_logs_are_known_to_all_and_agree_with_what_is_found() {
        let old = OldMark { tick: 3, body: BodyId(4), kind: MarkKind::Battle };
        let found = Mark { known_to: FactionSet::default(), ..Mark::from(old) };
        assert!(Mark::from(old).known_to.contains(FactionId(9)) && found.agrees(&old.into()));
        let mut by_terra = FactionSet::default();
        by_terra.insert(TERRA);
        assert!(found.agrees(&found) && !found.agrees(&Mark { known_to: by_terra, ..found }));
        assert!(!found.agrees(&Mark { tick: 4, ..old.into() }));
    }

    #[test]
    fn marks_are_told_by_the_names_that_are_known() {
        let told = |kind| words(kind, Some("Mars"));
        assert_eq!(told(MarkKind::Battle), "Battle at Mars");
        assert_eq!(told(MarkKind::Taken { by: TERRA }), "Terra takes Mars");
        assert_eq!(told(MarkKind::FirstLanding { by: TERRA }), "First landing at Mars, by Terra");
        assert_eq!(told(MarkKind::Decided { winner: TERRA }), "Won by Terra and Pax");
        let nobody = FactionId(7);
        assert_eq!(words(MarkKind::Taken { by: nobody }, None), "Somebody takes body 4");
        assert_eq!(words(MarkKind::Decided { winner: nobody }, None), "Won by Somebody");
    }
}
