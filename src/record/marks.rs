//! Moments worth looking at in a replay.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::level::{BodyId, FactionId};
use crate::sim::event::{Events, GameEvent};
use crate::sim::outcome::History;
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
        let battles = new.map(|battle| Mark { tick, body: battle.body, kind: MarkKind::Battle });
        marks.extend(battles);
        for entry in world.resource::<Events>().of_tick(tick.saturating_sub(1)) {
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
            marks.push(Mark { tick, body, kind });
        }
    }
}

/// The first body of a faction's side; the first one of the sky if it has none.
fn body_of(world: &World, faction: FactionId) -> BodyId {
    let (holdings, sides) = (world.resource::<Holdings>(), world.resource::<Sides>());
    let is_own = |owner: FactionId| !sides.are_foes(owner, faction);
    let mut own = holdings.0.iter_enumerated().filter(|(_, holding)| holding.owner.is_some_and(is_own));
    own.next().map_or(BodyId(0), |(body, _)| body)
}
