//! The player's fleets with their forecasts.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::view::Sight;
use crate::level::StarSystem;
use crate::sim::forecast::FleetForecast;
use crate::sim::visibility::KnownFleet;
use crate::sim::{Calendar, Fleet, Goal, Sky};

/// A fleet of the player with its forecast.
#[derive(Clone, Copy, Debug)]
pub struct OwnFleet<'a> {
    /// The fleet.
    pub fleet: &'a Fleet,
    /// Destination of its last leg; `None` without a route.
    pub goal: Option<Goal>,
    /// Forecast.
    pub forecast: &'a FleetForecast,
}

/// Query bundle for the player's fleets with their forecasts.
#[derive(SystemParam)]
pub struct OwnFleets<'w, 's> {
    sight: Sight<'w, 's>,
    forecasts: Query<'w, 's, &'static FleetForecast>,
    sky: Res<'w, Sky>,
    calendar: Res<'w, Calendar>,
    player: Res<'w, Player>,
}

impl OwnFleets<'_, '_> {
    /// The bodies.
    pub fn system(&self) -> &StarSystem {
        &self.sky.system
    }

    /// The date of the last tick, Julian date (TDB).
    pub fn now_jd(&self) -> f64 {
        self.calendar.now_jd()
    }

    /// The player's fleets with their entities, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (Entity, OwnFleet<'_>)> {
        let own = self.sight.view().fleets(|fleet| fleet.faction == self.player.faction);
        own.filter_map(|KnownFleet { entity, fleet, route, .. }| {
            let goal = route?.0.back().map(|leg| leg.goal);
            Some((entity, OwnFleet { fleet, goal, forecast: self.forecasts.get(entity).ok()? }))
        })
    }

    /// A fleet with its forecast; `None` for a foreign one.
    pub fn get(&self, entity: Entity) -> Option<OwnFleet<'_>> {
        self.iter().find(|(other, _)| *other == entity).map(|(_, one)| one)
    }
}
