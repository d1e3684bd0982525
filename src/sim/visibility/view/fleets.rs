//! Fleets: all of the viewer's own, and foreign ones with a ship in sight.

use bevy::prelude::*;

use super::{Found, SeenShip, WorldView};
use crate::sim::{Doctrine, Fleet, FleetId, Formation, Members, Route, RouteWish, by_number};

pub(super) type FleetParts = (
    Entity,
    &'static Fleet,
    Option<&'static Members>,
    Option<&'static Route>,
    Option<&'static Doctrine>,
    Option<&'static Formation>,
    Option<&'static RouteWish>,
);

/// A fleet that the viewer knows.
#[derive(Clone, Copy, Debug)]
pub struct KnownFleet<'a> {
    /// Its entity.
    pub entity: Entity,
    /// The fleet. [`WorldView::fleet_name`] says whether its name may be known.
    pub fleet: &'a Fleet,
    /// Its route; `None` of fleets of others.
    pub route: Option<&'a Route>,
    /// Its doctrine; `None` of fleets of others.
    pub doctrine: Option<&'a Doctrine>,
    /// Its formation; `None` of fleets of others.
    pub formation: Option<&'a Formation>,
    /// Which ways it wishes; `None` of fleets of others.
    pub wish: Option<&'a RouteWish>,
    /// Number of its ships; `None` of fleets of others.
    pub ships: Option<usize>,
}

impl<'a> WorldView<'a> {
    /// Known fleets of some kind, in no particular order.
    pub fn fleets(self, is_wanted: impl Fn(&Fleet) -> bool) -> impl Iterator<Item = KnownFleet<'a>> {
        let wanted = self.views.fleets.iter().filter(move |(_, fleet, ..)| is_wanted(fleet));
        wanted.filter_map(move |parts| self.known_fleet(parts))
    }

    /// The fleet of an entity; `None` for an unknown fleet and for a missing one.
    pub fn fleet(self, entity: Entity) -> Option<KnownFleet<'a>> {
        self.known_fleet(self.views.fleets.get(entity).ok()?)
    }

    /// The name of a fleet whose secrets the viewer knows, by its number, though it may have been destroyed lately;
    /// `None` for others.
    pub fn own_fleet_name(self, id: FleetId) -> Option<&'a str> {
        let mut fleets = self.views.fleets.iter().map(|(_, fleet, ..)| fleet);
        let fleet = fleets.find(|fleet| fleet.id == id).or_else(|| self.views.events.lost_fleet(id))?;
        self.knows_secrets_of(fleet.faction).then_some(fleet.name.as_str())
    }

    /// The ships of a fleet that are in sight, by their numbers.
    pub fn ships_of(self, fleet: Entity) -> Vec<SeenShip<'a>> {
        let members = self.views.fleets.get(fleet).ok().and_then(|(_, _, members, ..)| members);
        let seen = members.into_iter().flat_map(Members::iter).filter_map(|ship| self.ship(ship));
        by_number(seen, |seen| seen.ship.id)
    }

    fn known_fleet(
        self,
        (entity, fleet, members, route, doctrine, formation, wish): Found<'a, FleetParts>,
    ) -> Option<KnownFleet<'a>> {
        let is_own = self.knows_secrets_of(fleet.faction);
        if !is_own && !members?.iter().any(|ship| self.ship(ship).is_some()) {
            return None;
        }
        Some(KnownFleet {
            entity,
            fleet,
            route: route.filter(|_| is_own),
            doctrine: doctrine.filter(|_| is_own),
            formation: formation.filter(|_| is_own),
            wish: wish.filter(|_| is_own),
            ships: is_own.then(|| members.map_or(0, Members::len)),
        })
    }
}
