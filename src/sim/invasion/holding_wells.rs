//! Comets have no ground to land on: a side takes one by having its well to itself.
//!
//! Only ships take a comet; armed structures of foes contest it as ships do. While both sides are present, the
//! time runs backward; when neither is present, it is lost.

use bevy::prelude::*;
use typed_index_collections::TiVec;

use super::Theatre;
use crate::level::BodyKind;
use crate::sim::{ArmedClass, BodyId, FactionId, Grounds, Growing, Idle, Ship, Sides, Structure};

/// The armed presence in a well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::sim) struct Presence {
    /// The faction of the ship there with the lowest number.
    first: Option<FactionId>,
    /// Whether its foes are there, too.
    is_contested: bool,
}

impl Presence {
    fn enter(&mut self, faction: FactionId, sides: &Sides) {
        match self.first {
            None => self.first = Some(faction),
            Some(_) => self.face(faction, sides),
        }
    }

    /// A unit of a faction that cannot take the well, but contests it.
    fn face(&mut self, faction: FactionId, sides: &Sides) {
        self.is_contested |= self.first.is_some_and(|first| sides.are_foes(first, faction));
    }
}

pub(in crate::sim) fn hold_wells(
    theatre: Theatre,
    alive: Query<(), With<Ship>>,
    structures: Query<(&Structure, Has<Growing>, Has<Idle>)>,
    mut grounds: ResMut<Grounds>,
    mut wells: Local<TiVec<BodyId, Presence>>,
) {
    let bodies = &theatre.sky.system.bodies;
    let is_comet = |body: BodyId| bodies.get(body).is_some_and(|body| body.kind == BodyKind::Comet);
    if !bodies.iter().any(|body| body.kind == BodyKind::Comet) {
        return;
    }
    wells.clear();
    wells.resize(bodies.len(), Presence::default());
    let table = &theatre.table;
    for at in 0..table.len() {
        let Some(body) = table.carriages[at].well.filter(|body| is_comet(*body)) else { continue };
        let class = theatre.arms_table.ships.get(table.ships[at].class);
        let acts = !table.idle[at] && class.is_some_and(ArmedClass::is_armed);
        if !acts || !alive.contains(table.entities[at]) {
            continue;
        }
        if let Ok((fleet, ..)) = theatre.fleets.get(table.fleets[at]) {
            wells[body].enter(fleet.faction, &theatre.sides);
        }
    }
    for (structure, is_growing, is_idle) in &structures {
        let class = theatre.arms_table.structures.get(structure.class);
        let acts = !is_growing && !is_idle && class.is_some_and(ArmedClass::is_armed);
        if let Some(well) = wells.get_mut(structure.body).filter(|_| acts) {
            well.face(structure.faction, &theatre.sides);
        }
    }
    for (body, ground) in grounds.0.iter_mut_enumerated().filter(|(body, _)| is_comet(*body)) {
        let owner = theatre.holdings.0.get(body).and_then(|holding| holding.owner);
        let well = wells.get(body).copied().unwrap_or_default();
        ground.held = next_hold(ground.held, well, owner, &theatre.sides);
    }
}

/// The faction that has a well to itself after this tick, and its time; `None` for the owner of the comet.
fn next_hold(
    held: Option<(FactionId, u32)>,
    well: Presence,
    owner: Option<FactionId>,
    sides: &Sides,
) -> Option<(FactionId, u32)> {
    let first = well.first?;
    if well.is_contested {
        return held.filter(|(_, ticks)| *ticks > 1).map(|(faction, ticks)| (faction, ticks - 1));
    }
    if owner.is_some_and(|owner| !sides.are_foes(owner, first)) {
        return None;
    }
    match held {
        Some((faction, ticks)) if !sides.are_foes(faction, first) => Some((faction, ticks.saturating_add(1))),
        _ => Some((first, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction_of;

    /// The first two are allies.
    fn sides() -> Sides {
        Sides::of(&[faction_of(Some("x")), faction_of(Some("x")), faction_of(None)])
    }

    fn well(present: &[usize]) -> Presence {
        let mut well = Presence::default();
        present.iter().for_each(|faction| well.enter(FactionId(*faction), &sides()));
        well
    }

    #[test]
    fn a_side_alone_gains_time_and_a_contested_one_loses_it() {
        let next = |held, present: &[usize], owner| next_hold(held, well(present), owner, &sides());
        assert_eq!(next(None, &[0, 1], None), Some((FactionId(0), 1)));
        assert_eq!(
            next(Some((FactionId(0), 8)), &[1], Some(FactionId(2))),
            Some((FactionId(0), 9)),
            "an ally goes on"
        );
        assert_eq!(next(Some((FactionId(0), 8)), &[2], None), Some((FactionId(2), 1)));
        assert_eq!(next(Some((FactionId(0), 8)), &[1, 2], None), Some((FactionId(0), 7)));
        assert_eq!(next(Some((FactionId(0), 1)), &[2, 0], None), None);
        assert_eq!(next(Some((FactionId(0), 8)), &[], None), None);
        assert_eq!(next(None, &[0], Some(FactionId(1))), None, "it is one's own side's already");
    }

    #[test]
    fn structures_are_in_the_way_and_take_nothing() {
        let mut alone = Presence::default();
        alone.face(FactionId(2), &sides());
        assert_eq!(alone, Presence::default());
        let mut guarded = well(&[0]);
        guarded.face(FactionId(1), &sides());
        assert!(!guarded.is_contested);
        guarded.face(FactionId(2), &sides());
        assert!(guarded.is_contested);
    }
}
