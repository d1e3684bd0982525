//! The subjects of encounters that concern a faction: its fleets at rest in open space, its bodies, and bodies at
//! which it is active.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::topics::Concerns;
use super::visits::Visits;
use crate::orbit::{AU_KM, SECONDS_PER_DAY};
use crate::sim::visibility::WorldView;
use crate::sim::{
    Anchor, AnchoredPlace, BodyId, FactionId, Fleet, FleetId, Gait, LastTick, Members, Position, Route,
    ShipClasses, Sky, by_number,
};

/// A comet is within reach if the slowest class of ships gets there at cruise in this many days.
const REACH_DAYS: f64 = 4.0;
/// Limit on that reach, AU.
const FARTHEST_REACH_AU: f64 = 0.5;

/// The inputs of [`Concerns`], besides the [`WorldView`].
#[derive(SystemParam)]
pub struct ConcernedFleets<'w, 's> {
    sky: Res<'w, Sky>,
    classes: Res<'w, ShipClasses>,
    fleets: Query<'w, 's, (&'static Fleet, &'static Route, &'static Members)>,
    ships: Query<'w, 's, (&'static Position, &'static AnchoredPlace, &'static LastTick)>,
}

impl ConcernedFleets<'_, '_> {
    /// The concerns of a faction, from its view of the world.
    pub fn of(&self, faction: FactionId, view: WorldView) -> Concerns {
        Concerns {
            resting: self.resting(faction),
            own: view.bodies_of(faction),
            visited: self.visited(faction, view),
            reach_km: self.reach_km(),
        }
    }

    fn resting(&self, faction: FactionId) -> Vec<(FleetId, DVec3)> {
        let own = self.fleets.iter().filter(|(fleet, route, _)| fleet.faction == faction && route.rests());
        let places = own.filter_map(|(fleet, _, members)| Some((fleet.id, self.resting_place(members)?)));
        by_number(places, |(fleet, _)| *fleet)
    }

    /// The middle of ships that all hold a place in space, outside wells; `None` for others.
    fn resting_place(&self, members: &Members) -> Option<DVec3> {
        let (mut sum, mut count) = (DVec3::ZERO, 0_u32);
        for (position, place, last) in members.iter().filter_map(|ship| self.ships.get(ship).ok()) {
            if place.anchor != Anchor::Space || last.gait == Gait::Manoeuvre {
                return None;
            }
            sum += position.0;
            count += 1;
        }
        (count > 0).then(|| sum / f64::from(count))
    }

    fn visited(&self, faction: FactionId, view: WorldView) -> Vec<BodyId> {
        let centers: Vec<DVec3> = self.sky.now.iter().map(|state| state.position).collect();
        let mut visits = Visits::new(&self.sky.system, &centers);
        for seen in view.structures().filter(|seen| seen.structure.faction == faction) {
            visits.note_body(seen.structure.body);
        }
        for (_, route, members) in self.fleets.iter().filter(|(fleet, ..)| fleet.faction == faction) {
            route.0.iter().for_each(|leg| visits.note_leg(leg));
            for (position, ..) in members.iter().filter_map(|ship| self.ships.get(ship).ok()) {
                visits.note_place(position.0);
            }
        }
        visits.bodies()
    }

    fn reach_km(&self) -> f64 {
        let cruise_km_s = self.classes.0.iter().map(|class| class.cruise_km_s).fold(f64::INFINITY, f64::min);
        (cruise_km_s * REACH_DAYS * SECONDS_PER_DAY).min(FARTHEST_REACH_AU * AU_KM)
    }
}
