//! Asks the world what is worth watching, and keeps the list of warnings.
//!
//! - Enters: the player's fleets, structures and bodies, the sky, and what the player knows of owners.
//! - Leaves: [`Warnings`], up to date.
//! - Must never: spend more than [`LOOKS_PER_FRAME`] looks on a frame, but for the end of one stay.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::topics::{Interests, wanted};
use super::visits::Visits;
use super::words::{Known, compose};
use super::{Warnings, horizon_days};
use crate::client::frame::Beat;
use crate::client::frame::Player;
use crate::client::view::seen::Sight;
use crate::client::worlds::Kept;
use crate::orbit::{AU_KM, SECONDS_PER_DAY};
use crate::sim::forecast::Span;
use crate::sim::ids::{BodyId, FleetId};
use crate::sim::world::{Factions, Flight, Gait, Members, Position, ShipClasses, Station};
use crate::sim::{Anchor, Calendar, Fleet, Route, Sky};

/// Looks at a path in a frame. One at a pair asks for two bodies.
pub const LOOKS_PER_FRAME: u32 = 40;
/// A comet is within reach that the slowest class of ships gets to in so many days at cruise.
const REACH_DAYS: f64 = 4.0;
/// It is not farther than this, whatever ships can, AU.
const FARTHEST_REACH_AU: f64 = 0.5;

/// What is asked of the world.
#[derive(SystemParam)]
pub struct Surroundings<'w, 's> {
    sky: Res<'w, Sky>,
    calendar: Res<'w, Calendar>,
    player: Res<'w, Player>,
    factions: Res<'w, Factions>,
    classes: Res<'w, ShipClasses>,
    sight: Sight<'w, 's>,
    fleets: Query<'w, 's, (&'static Fleet, &'static Route, &'static Members)>,
    ships: Query<'w, 's, (&'static Position, &'static Station, &'static Flight)>,
}

impl Surroundings<'_, '_> {
    /// The player's fleets that rest in open space, by their numbers: the middle and the name of each.
    fn resting(&self) -> BTreeMap<FleetId, (DVec3, String)> {
        let own = self
            .fleets
            .iter()
            .filter(|(fleet, route, _)| fleet.faction == self.player.faction && route.rests());
        let resting = own.filter_map(|(fleet, _, members)| {
            self.resting_place(members).map(|place| (fleet.id, (place, fleet.name.clone())))
        });
        resting.collect()
    }

    /// The middle of ships that all keep a place in space and are in no well; `None` for others.
    fn resting_place(&self, members: &Members) -> Option<DVec3> {
        let (mut sum, mut count) = (DVec3::ZERO, 0_u32);
        for (position, station, flight) in members.iter().filter_map(|ship| self.ships.get(ship).ok()) {
            if station.anchor != Anchor::Space || flight.gait == Gait::Manoeuvre {
                return None;
            }
            sum += position.0;
            count += 1;
        }
        (count > 0).then(|| sum / f64::from(count))
    }

    /// The player's bodies.
    fn own_bodies(&self) -> Vec<BodyId> {
        self.sight.view().bodies_of(self.player.faction)
    }

    /// The bodies in whose wells the player has ships or structures, or to which routes of the player's lead.
    fn visited(&self) -> Vec<BodyId> {
        let me = self.player.faction;
        let centers: Vec<DVec3> = self.sky.now.iter().map(|state| state.position).collect();
        let mut visits = Visits::new(&self.sky.system, &centers);
        for seen in self.sight.view().structures().filter(|seen| seen.structure.faction == me) {
            visits.note_body(seen.structure.body);
        }
        for (_, route, members) in self.fleets.iter().filter(|(fleet, ..)| fleet.faction == me) {
            route.0.iter().for_each(|leg| visits.note_leg(leg));
            for (position, ..) in members.iter().filter_map(|ship| self.ships.get(ship).ok()) {
                visits.note_place(position.0);
            }
        }
        visits.bodies()
    }

    /// How near a comet has to come to be worth a word, km.
    fn reach_km(&self) -> f64 {
        let cruise_km_s = self.classes.0.iter().map(|class| class.cruise_km_s).fold(f64::INFINITY, f64::min);
        (cruise_km_s * REACH_DAYS * SECONDS_PER_DAY).min(FARTHEST_REACH_AU * AU_KM)
    }
}

/// Looks at the sky, a little.
pub fn look_ahead(sky: Res<Sky>, calendar: Res<Calendar>, mut warnings: ResMut<Warnings>) {
    let horizon_days = horizon_days(&calendar);
    warnings.lookout.look(&sky.system, calendar.now_jd(), horizon_days, LOOKS_PER_FRAME);
}

/// Asks a few times a second what is to be watched, and writes down what has been found.
pub fn survey(
    world: Surroundings,
    time: Res<Time<Real>>,
    mut beat: Kept<Beat>,
    mut warnings: ResMut<Warnings>,
) {
    let beat = beat.now();
    if !beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    let now_jd = world.calendar.now_jd();
    let span = Span { from_jd: now_jd, until_jd: now_jd + horizon_days(&world.calendar) };
    let resting = world.resting();
    let places: Vec<(FleetId, DVec3)> = resting.iter().map(|(fleet, (place, _))| (*fleet, *place)).collect();
    let (own, visited) = (world.own_bodies(), world.visited());
    let interests = Interests { fleets: &places, own: &own, visited: &visited, reach_km: world.reach_km() };
    warnings.lookout.follow(wanted(&world.sky.system, span, interests), now_jd);

    let names: BTreeMap<FleetId, String> =
        resting.into_iter().map(|(fleet, (_, name))| (fleet, name)).collect();
    let owner_of = |body: BodyId| world.sight.view().owner(body);
    let known = Known {
        system: &world.sky.system,
        fleets: &names,
        factions: &world.factions.0,
        me: world.player.faction,
        owner_of: &owner_of,
    };
    let all = compose(warnings.lookout.found(), now_jd, &known);
    warnings.show(all);
}
