//! What the crews of a side scuttle when it surrenders is lost in no battle: the line about the surrender tells it, and
//! the page of the result counts it apart.

use crate::client::scene::battle::FreshEvent;
use crate::sim::FactionId;
use crate::sim::event::GameEvent;

/// The sides that surrendered, each with the tick in which its crews scuttled everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenUp(Vec<(u64, FactionId)>);

impl GivenUp {
    /// Those among some events.
    pub fn among(fresh: &[FreshEvent]) -> Self {
        let surrendered = |one: &FreshEvent| match one.event {
            GameEvent::Surrendered { faction } => Some((one.tick, faction)),
            _ => None,
        };
        Self(fresh.iter().filter_map(surrendered).collect())
    }

    /// Whether a faction has surrendered.
    pub fn has(&self, faction: FactionId) -> bool {
        self.0.iter().any(|(_, one)| *one == faction)
    }

    /// Whether an event is the end of a unit that was scuttled in a surrender: nobody attacked it.
    pub fn includes(&self, one: &FreshEvent) -> bool {
        let GameEvent::Destroyed { what, by: None, .. } = one.event else { return false };
        self.0.contains(&(one.tick, what.faction))
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::sim::event::Party;
    use crate::sim::{ClassId, ShipId, TargetId};

    #[test]
    fn what_is_scuttled_in_a_surrender_is_no_loss_in_a_fight() {
        let fresh = |tick: u64, event: GameEvent| FreshEvent { number: 0, tick, born_s: 0.0, event };
        let destroyed = |faction: usize, by: Option<FactionId>| {
            let what = Party { id: TargetId::Ship(ShipId(1)), faction: FactionId(faction) };
            let (class, fleet, place, radius_km) = (ClassId::FIRST, None, DVec3::ZERO, 1.0);
            GameEvent::Destroyed { what, class, fleet, by, place, radius_km }
        };
        let surrendered = fresh(7, GameEvent::Surrendered { faction: FactionId(1) });
        let given_up = GivenUp::among(&[fresh(7, destroyed(1, None)), surrendered]);
        assert!(given_up.has(FactionId(1)) && !given_up.has(FactionId(0)));
        let includes = |tick: u64, event: GameEvent| given_up.includes(&fresh(tick, event));
        assert!(includes(7, destroyed(1, None)));
        assert!(!includes(6, destroyed(1, None)), "it was lost before");
        assert!(!includes(7, destroyed(1, Some(FactionId(0)))), "it was shot");
        assert!(!includes(7, destroyed(0, None)), "its side fights on");
    }
}
