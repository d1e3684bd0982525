//! The player's fleets with their forecasts.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::Player;
use crate::level::StarSystem;
use crate::sim::forecast::FleetForecast;
use crate::sim::{Calendar, Fleet, Goal, Route, Sky};

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
    fleets: Query<'w, 's, (Entity, &'static Fleet, &'static Route, &'static FleetForecast)>,
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
        let own = self.fleets.iter().filter(|(_, fleet, ..)| fleet.faction == self.player.faction);
        own.map(|(entity, fleet, route, forecast)| {
            let goal = route.0.back().map(|leg| leg.goal);
            (entity, OwnFleet { fleet, goal, forecast })
        })
    }

    /// A fleet with its forecast; `None` for a foreign one.
    pub fn get(&self, entity: Entity) -> Option<OwnFleet<'_>> {
        self.iter().find(|(other, _)| *other == entity).map(|(_, one)| one)
    }
}
