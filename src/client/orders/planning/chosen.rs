//! The selected ships, by fleet.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::input::Selected;
use crate::level::{Doctrine, RoutePreference};
use crate::sim::{
    Fleet, FleetId, Formation, Leg, MemberOf, Repeats, Route, RouteWish, Ship, ShipId, Units, world,
};

type FleetParts =
    (&'static Fleet, &'static Formation, &'static RouteWish, &'static Repeats, &'static world::Doctrine);

/// The selected ships with their fleets.
#[derive(SystemParam)]
pub struct Chosen<'w, 's> {
    ships: Query<'w, 's, (&'static Ship, &'static MemberOf), With<Selected>>,
    fleets: Query<'w, 's, FleetParts>,
    routes: Query<'w, 's, &'static Route>,
}

/// The settings of a fleet that its player chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FleetSettings {
    /// Formation.
    pub formation: Formation,
    /// Which ways it wishes.
    pub wish: RoutePreference,
    /// Doctrine.
    pub doctrine: Doctrine,
}

/// A fleet with selected ships: these ships, and the fleet's settings.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenFleet {
    /// Number.
    pub id: FleetId,
    /// Name.
    pub name: String,
    /// Those of its ships that are selected, in the order of their numbers.
    pub ships: Vec<ShipId>,
    /// Whether it goes through its route again and again.
    pub repeats: bool,
    /// Settings.
    pub settings: FleetSettings,
}

impl Chosen<'_, '_> {
    /// Whether the selection is empty.
    pub fn is_empty(&self) -> bool {
        self.ships.is_empty()
    }

    /// The ships' numbers, in their order.
    pub fn ids(&self) -> Vec<ShipId> {
        let mut ids: Vec<ShipId> = self.ships.iter().map(|(ship, _)| ship.id).collect();
        ids.sort_unstable();
        ids
    }

    /// The selected ships, for an order.
    pub fn units(&self) -> Units {
        Units::Ships(self.ids())
    }

    /// The fleets, sorted by the lowest number of their ships.
    pub fn fleets(&self) -> Vec<ChosenFleet> {
        let fleets = ships_by_fleet(self.ships.iter().map(|(ship, fleet)| (ship.id, fleet.0)));
        let chosen = fleets.into_iter().filter_map(|(fleet, ships)| {
            let (fleet, formation, wish, repeats, doctrine) = self.fleets.get(fleet).ok()?;
            Some(ChosenFleet {
                id: fleet.id,
                name: fleet.name.clone(),
                ships,
                repeats: repeats.0,
                settings: FleetSettings { formation: *formation, wish: wish.0, doctrine: doctrine.0 },
            })
        });
        chosen.collect()
    }

    /// Whether the present leg of one of the fleets is such a one.
    pub fn has_leg(&self, is_such: impl Fn(&Leg) -> bool) -> bool {
        let present = |fleet: Entity| self.routes.get(fleet).ok()?.0.front();
        self.ships.iter().any(|(_, of)| present(of.0).is_some_and(&is_such))
    }

    /// Whether a fleet is one of these.
    pub fn holds(&self, fleet: Entity) -> bool {
        self.ships.iter().any(|(_, of)| of.0 == fleet)
    }
}

/// The ships of each fleet in the order of their numbers: the fleet of the ship with the least number first.
fn ships_by_fleet(ships: impl Iterator<Item = (ShipId, Entity)>) -> Vec<(Entity, Vec<ShipId>)> {
    let mut ships: Vec<(ShipId, Entity)> = ships.collect();
    ships.sort_unstable();
    let mut fleets: Vec<(Entity, Vec<ShipId>)> = Vec::new();
    for (ship, fleet) in ships {
        match fleets.iter_mut().find(|(known, _)| *known == fleet) {
            Some((_, of_it)) => of_it.push(ship),
            None => fleets.push((fleet, vec![ship])),
        }
    }
    fleets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_are_told_apart_by_their_fleets() {
        let mut world = World::new();
        let [one, two] = [world.spawn_empty().id(), world.spawn_empty().id()];
        let ships = [(ShipId(7), one), (ShipId(2), two), (ShipId(3), one), (ShipId(9), two)];
        let found = ships_by_fleet(ships.into_iter());
        assert_eq!(found, [(two, vec![ShipId(2), ShipId(9)]), (one, vec![ShipId(3), ShipId(7)])]);
    }
}
