//! What happened in fights, for whoever looks: effects, sounds, the log.
//!
//! - Enters: what the parts of a fight note.
//! - Leaves: the last [`MOST_EVENTS`] events, numbered, so that everyone can see what is new to them.
//! - Must never: decide anything in the world. It is no part of its state, neither saved nor hashed; of the
//!   world only `outcome/history.rs` reads it, right after it was written.

use std::collections::VecDeque;

use bevy::prelude::*;
use glam::DVec3;

use crate::level::DamageKind;
use crate::sim::ids::{BodyId, ClassId, FactionId, TargetId};

/// The most events that are kept.
pub const MOST_EVENTS: usize = 8192;

/// How a shot ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It went past.
    Missed,
    /// A body or a wreck stood in its way.
    Stopped,
    /// It hit a shield.
    HitShield,
    /// It hit armour.
    HitArmour,
}

/// Something that happened. Places are heliocentric, km, at the end of the tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A shot was fired.
    Shot {
        /// Who fired.
        by: TargetId,
        /// Whom it hit; at whom it was fired, if it hit nobody.
        at: TargetId,
        /// Place of the weapon in the armoury.
        weapon: usize,
        /// From where.
        from: DVec3,
        /// To where.
        to: DVec3,
        /// How it ended.
        outcome: Outcome,
    },
    /// A torpedo was launched.
    Launched {
        /// By whom.
        by: TargetId,
        /// Place of the weapon in the armoury.
        weapon: usize,
        /// Where.
        place: DVec3,
    },
    /// Point defence shot at a torpedo.
    Intercepted {
        /// Who fired.
        by: TargetId,
        /// Place of the weapon in the armoury.
        weapon: usize,
        /// From where.
        from: DVec3,
        /// Where the torpedo was.
        to: DVec3,
        /// Whether any shot of the salvo hit it.
        hit: bool,
    },
    /// A torpedo burst: it touched something, was shot down, or had no fuel any more.
    Burst {
        /// Where.
        place: DVec3,
        /// How far its blast reached, km; 0: it was shot down, or had no fuel.
        blast_km: f64,
        /// What it touched.
        touched: Option<TargetId>,
        /// What the ground of the body suffers that it touched, if its weapon bombards.
        ground: Option<GroundHit>,
    },
    /// A ship or a structure has lost shield or armour: all that it suffered in a tick by hits, leaps and
    /// blasts, and what has burnt since it was told of last.
    Suffered {
        /// What.
        what: TargetId,
        /// What its shield has lost, points.
        shield: f64,
        /// What its armour has lost, points.
        armour: f64,
        /// The kind of the hit that took most from the shield, or, where none touched that, from the armour.
        kind: DamageKind,
        /// From its middle to where that hit came from, a unit vector; zero where it only burns.
        toward: DVec3,
        /// Where it was.
        place: DVec3,
    },
    /// A ship or a structure was destroyed.
    Destroyed {
        /// What.
        what: TargetId,
        /// Its class: a place among the ship or the structure classes.
        class: ClassId,
        /// Whose it was.
        faction: FactionId,
        /// Whose shot it was, or whose fire; absent: an own torpedo, or a fire that no foe has lit.
        by: Option<FactionId>,
        /// Where.
        place: DVec3,
        /// How far it reached, km.
        radius_km: f64,
    },
    /// Troopers landed.
    Landed {
        /// On which body.
        body: BodyId,
        /// Whose.
        faction: FactionId,
    },
    /// Troopers began to go ashore where others of their side fight already.
    Reinforced {
        /// On which body.
        body: BodyId,
        /// Whose.
        faction: FactionId,
        /// Whom they join: whoever landed first, or whose the body is.
        side: FactionId,
        /// Whether these defend it.
        defends: bool,
        /// Against whom these defend it: whoever landed first; absent where they do not.
        against: Option<FactionId>,
    },
    /// Of those who had landed on a body nobody is left, and nobody goes ashore any more.
    Repelled {
        /// On which body.
        body: BodyId,
        /// Whose landing it was.
        faction: FactionId,
        /// Whose the body is.
        owner: Option<FactionId>,
    },
    /// A body was taken.
    Taken {
        /// Which body.
        body: BodyId,
        /// By whom.
        by: FactionId,
        /// From whom.
        from: Option<FactionId>,
    },
    /// A ship fired at the ground of a body, with what hits at once; torpedoes are launched there.
    Bombarded {
        /// Who fired.
        by: TargetId,
        /// Place of the weapon in the armoury.
        weapon: usize,
        /// From where.
        from: DVec3,
        /// To where: a point of the surface.
        to: DVec3,
        /// At which body.
        body: BodyId,
    },
    /// Somebody has won; the world goes on.
    Decided {
        /// The first faction of the side that has won.
        winner: FactionId,
    },
}

/// The last events, with the tick of each.
#[derive(Resource, Clone, Debug, Default)]
pub struct Report {
    events: VecDeque<(u64, Event)>,
    /// How many have ever been noted.
    count: u64,
}

impl Report {
    /// Notes what happened in a tick.
    pub fn note(&mut self, tick: u64, event: Event) {
        if self.events.len() == MOST_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back((tick, event));
        self.count += 1;
    }

    /// How many events have ever been noted: what to ask [`Report::since`] with the next time.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The events after the first `seen`, as far as they are kept, each with its tick.
    pub fn since(&self, seen: u64) -> impl Iterator<Item = &(u64, Event)> {
        let first = self.count - self.events.len() as u64;
        let skipped = usize::try_from(seen.saturating_sub(first)).unwrap_or(usize::MAX);
        self.events.iter().skip(skipped)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.events.clear();
    }
}

/// Something that came down on a body in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundHit {
    /// The body.
    pub body: BodyId,
    /// The faction that did it.
    pub faction: FactionId,
    /// How hard it was, points.
    pub harm: f64,
}

/// What came down on bodies in this tick and has not been suffered yet, in the order in which it did.
/// Ordnance adds to it; whoever fights on the ground takes it out.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct GroundHits(pub Vec<GroundHit>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_sees_what_is_new_to_them() {
        let mut report = Report::default();
        let taken = |body| Event::Taken { body, by: FactionId(0), from: None };
        for body in 0..3 {
            report.note(body as u64, taken(BodyId(body)));
        }
        assert_eq!(report.since(2).copied().collect::<Vec<_>>(), [(2, taken(BodyId(2)))]);
        for body in 0..MOST_EVENTS {
            report.note(9, taken(BodyId(body)));
        }
        assert_eq!(report.since(0).count(), MOST_EVENTS);
        assert_eq!(report.since(report.count()).count(), 0);
    }
}
