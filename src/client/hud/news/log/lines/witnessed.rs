//! Query bundle for lines about fights.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::super::Thing;
use super::super::names::LogNames;
use super::super::queries::Sources;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::scene::battle::sources::wells::WellPlace;
use crate::client::scene::battle::{BattleClock, FreshEvent, FreshEvents, VisibleUnits};
use crate::sim::event::GameEvent;
use crate::sim::{FactionId, FleetId, TargetId};

/// Query bundle for lines about fights.
#[derive(SystemParam)]
pub struct Witnessed<'w, 's> {
    pub(super) news: Res<'w, FreshEvents>,
    pub(super) sites: Res<'w, Sites>,
    pub(super) clock: Res<'w, BattleClock>,
    roster: Res<'w, VisibleUnits>,
    pub(super) sources: Sources<'w, 's>,
}

impl Witnessed<'_, '_> {
    /// The name of an attacked unit: the fleet's name, or the structure's class.
    pub(super) fn name_of(&self, mark: TargetId, names: &LogNames) -> Option<String> {
        match mark {
            TargetId::Ship(_) => {
                let seen = self.roster.get(mark).and_then(|spot| self.sources.ships.get(spot.entity))?;
                Some(self.sources.ships.name_of_fleet(&seen).to_owned())
            }
            TargetId::Structure(id) => {
                let found = self.sources.structures.iter().find(|one| one.structure.id == id)?;
                Some(names.structure(found.structure.class).to_owned())
            }
        }
    }

    /// An attacked unit, as what is looked at: a ship's fleet, which outlives the ship.
    pub(super) fn thing_of(&self, mark: TargetId) -> Thing {
        let spot = self.roster.get(mark).filter(|_| matches!(mark, TargetId::Ship(_)));
        let seen = spot.and_then(|spot| self.sources.ships.get(spot.entity));
        let fleet = seen.and_then(|seen| self.sources.ships.fleet_of(&seen));
        let fleet = fleet.or_else(|| fleet_of_lost(&self.news.fresh, mark));
        fleet.map_or(Thing::Unit(mark), Thing::Fleet)
    }

    /// The battle at a place now, km.
    pub(super) fn battle_now(&self, place: DVec3) -> Option<u64> {
        let Sources { sky, calendar, .. } = &self.sources;
        let last_tick = calendar.tick.saturating_sub(1);
        self.sites.battle_at(WellPlace::of_event(sky, calendar, place, last_tick))
    }

    /// Whether there is no fleet with this number.
    pub(super) fn is_gone(&self, fleet: FleetId) -> bool {
        self.sources.planet_data.view().fleets(|one| one.id == fleet).next().is_none()
    }

    /// Whether a unit of a faction is in sight, so that the faction can be identified.
    pub(super) fn is_known(&self, faction: FactionId) -> bool {
        faction == self.sources.player.faction
            || self.sources.ships.iter().any(|seen| seen.owner == faction)
            || self.sources.structures.iter().any(|one| one.structure.faction == faction)
    }
}

/// The fleet of a ship that is among the losses of this frame: there is no such ship any more.
fn fleet_of_lost(fresh: &[FreshEvent], mark: TargetId) -> Option<FleetId> {
    fresh.iter().find_map(|one| match one.event {
        GameEvent::Destroyed { what, fleet, .. } if what.id == mark => fleet,
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::event::Party;
    use crate::sim::{ClassId, ShipId};

    #[test]
    fn an_attack_on_a_ship_that_is_lost_at_once_is_about_its_fleet() {
        let (id, fleet) = (TargetId::Ship(ShipId(1)), Some(FleetId(5)));
        let what = Party { id, faction: FactionId(0) };
        let (class, place) = (ClassId::FIRST, DVec3::ZERO);
        let event = GameEvent::Destroyed { what, class, fleet, by: None, place, radius_km: 1.0 };
        let fresh = [FreshEvent { number: 0, tick: 0, born_s: 0.0, event }];
        assert_eq!(fleet_of_lost(&fresh, id), fleet);
        assert_eq!(fleet_of_lost(&fresh, TargetId::Ship(ShipId(2))), None);
    }
}
