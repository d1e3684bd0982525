//! What the player knows at a moment, asked of the world a few times a second.
//!
//! - Enters: the player's ships, structures, bodies and fleets; of others what the view shows; the warnings.
//! - Leaves: [`Snapshot`]s, compared one with the next, and the events between them in the log.
//! - Must never: look at what others have but through the door of `seen.rs`.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiSlice;

use super::EventLog;
use super::diff::{Foreign, OwnFleet, OwnShip, OwnStructure, Snapshot, Told, events};
use super::sources::Sources;
use crate::client::estate::Beat;
use crate::client::warnings::Warnings;
use crate::client::worlds::Kept;
use crate::level::Sighted;
use crate::sim::ids::{BodyId, FactionId, FleetId};
use crate::sim::world::{Fleet, Flight, Members, Position, Route, Ship};

/// So many looks at the world pass before warnings are news: at first all of them are.
const SETTLING_BEATS: u32 = 40;

/// What snapshots are made of.
#[derive(SystemParam)]
pub struct Watched<'w, 's> {
    sources: Sources<'w, 's>,
    warnings: Res<'w, Warnings>,
    fleets: Query<'w, 's, (&'static Fleet, &'static Route, &'static Members)>,
    crews: Query<'w, 's, (&'static Position, &'static Flight), With<Ship>>,
    standing: Query<'w, 's, &'static Position>,
}

impl Watched<'_, '_> {
    fn snapshot(&self, places: &TiSlice<BodyId, DVec3>) -> Snapshot {
        let me = self.sources.player.faction;
        let mut now = Snapshot {
            tick: self.sources.calendar.tick,
            jd: self.sources.calendar.now_jd(),
            bodies: self.sources.estate.own_bodies().into_iter().collect(),
            fleets: self.own_fleets(),
            warnings: self.warnings.rows().to_vec(),
            ..Snapshot::default()
        };
        for seen in self.sources.ships.iter() {
            let place = self.standing.get(seen.entity).map_or(DVec3::ZERO, |position| position.0);
            let class = seen.ship.class;
            if seen.owner == me {
                now.ships.insert(seen.ship.id, OwnShip { class, place });
            } else {
                let foreign = Foreign { owner: seen.owner, class, place };
                now.foreign.insert(Sighted::Ship(seen.ship.id.0), foreign);
            }
        }
        let growing = self.sources.estate.growing_now();
        for one in self.sources.structures.iter() {
            let (id, class, body) = (one.structure.id, one.structure.class, one.structure.body);
            if one.structure.faction == me {
                let is_halted = growing.contains(&id)
                    && one.growing.is_some_and(|growing| !self.sources.estate.can_grow(&growing.growth));
                let is_finished = one.grown.is_none();
                now.structures.insert(id, OwnStructure { class, body, is_finished, is_halted });
            } else {
                let place = places.get(body).copied().unwrap_or_default();
                let foreign = Foreign { owner: one.structure.faction, class, place };
                now.foreign.insert(Sighted::Structure(id.0), foreign);
            }
        }
        now
    }

    /// Who owns what was the player's at the moment `before`, and is no longer so now.
    fn takers(&self, before: &Snapshot, now: &Snapshot) -> BTreeMap<BodyId, FactionId> {
        let lost = before.bodies.difference(&now.bodies);
        lost.filter_map(|body| Some((*body, self.sources.estate.taker(*body)?))).collect()
    }

    fn own_fleets(&self) -> BTreeMap<FleetId, OwnFleet> {
        let me = self.sources.player.faction;
        let own = self.fleets.iter().filter(|(fleet, ..)| fleet.faction == me);
        let noted = own.filter_map(|(fleet, route, members)| {
            let (mut sum, mut count, mut has_arrived) = (DVec3::ZERO, 0_u32, true);
            for (position, flight) in members.iter().filter_map(|ship| self.crews.get(ship).ok()) {
                sum += position.0;
                count += 1;
                has_arrived &= flight.arrived;
            }
            let place = (count > 0).then(|| sum / f64::from(count))?;
            Some((fleet.id, OwnFleet { name: fleet.name.clone(), legs: route.0.len(), has_arrived, place }))
        });
        noted.collect()
    }
}

/// What has to be remembered from look to look.
#[derive(Default)]
pub struct Memory {
    /// Who was looking.
    seat: Option<FactionId>,
    before: Option<Snapshot>,
    told: Told,
    beats: u32,
}

/// Looks at the world a few times a second, and writes down what has happened since the last look.
pub fn watch(
    world: Watched,
    time: Res<Time<Real>>,
    mut log: ResMut<EventLog>,
    mut beat: Kept<Beat>,
    mut memory: Kept<Memory>,
) {
    let beat = beat.now();
    let memory = memory.now();
    if !beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    let places = world.sources.places();
    let mut now = world.snapshot(&places);
    let names = world.sources.names(&places);
    let seat = world.sources.player.faction;
    if memory.seat.replace(seat) != Some(seat) {
        // What others knew tells nothing to who looks now.
        (memory.before, memory.beats) = (None, 0);
    }
    let Memory { before, told, beats, .. } = &mut *memory;
    if let Some(before) = before.as_ref() {
        now.takers = world.takers(before, &now);
    }
    *beats = beats.saturating_add(1);
    if *beats < SETTLING_BEATS {
        told.accept_warnings(&now);
    }
    match before.as_ref().filter(|before| before.tick <= now.tick) {
        Some(before) => events(before, &now, told, &names).into_iter().for_each(|event| log.note(event)),
        // The first look, or another world: all that there is, is no news.
        None => {
            *told = Told::default();
            told.accept(&now);
        }
    }
    *before = Some(now);
}
