//! The surroundings of one ship as steering sees them, for a picture of its field. The tick never asks.

use bevy::prelude::Entity;

use crate::orbit::TICKS_PER_SECOND;
use crate::sim::ids::BodyId;
use crate::sim::motion::ship_table::ShipTable;
use crate::sim::steering::frame::Frame;
use crate::sim::steering::obstacles::body_paths::BodyPaths;
use crate::sim::steering::obstacles::structures::Structures;
use crate::sim::steering::obstacles::ways::Ways;
use crate::sim::steering::system::{craft, place_bodies, reach_of};
use crate::sim::steering::{Bodies, Crowd, SteeringRules};
use crate::sim::world::{Position, Rings, Structure};
use crate::sim::{Calendar, Sky};

/// Ships within this number of radii of the ship matter, plus their own extent,
const ABOUT_RADII: f64 = 30.0;
/// Limit on the number of ships: the nearest are kept.
const MOST_SHIPS: usize = 256;

/// The world after a tick, as far as steering needs it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The ships of the tick.
    pub table: &'a ShipTable,
    /// The bodies before and after it.
    pub sky: &'a Sky,
    /// The date after it.
    pub calendar: &'a Calendar,
    /// The rings.
    pub rings: &'a Rings,
    /// The numbers of steering.
    pub rules: &'a SteeringRules,
}

/// The surroundings of one ship. Axes are those of the world, lengths km, times seconds of play; the origin
/// is the place of the ship at the beginning of the last tick, and moves with its carrier.
#[derive(Debug, Default)]
pub struct Surroundings {
    crowd: Crowd,
    bodies: Bodies,
    paths: BodyPaths,
    structures: Structures,
    members: Vec<u32>,
    matters: Vec<BodyId>,
    ways: Ways,
    near: Vec<(f64, u32)>,
}

impl Surroundings {
    /// Empty surroundings.
    pub fn new() -> Self {
        Self::default()
    }

    /// The ships, in the order of their numbers.
    pub fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// The bodies and structures within their reach.
    pub fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// Gathers the surroundings of a ship, without stepping it. Other ships count only if `is_known` says so, and
    /// structures only if they are passed in: a picture of the result must not reveal anything else. Returns the
    /// ship's index in the crowd; `None` for a ship that was not in the last tick.
    pub fn gather<'a>(
        &mut self,
        scene: &Scene<'_>,
        ship: Entity,
        is_known: impl Fn(Entity) -> bool,
        structures: impl Iterator<Item = (&'a Structure, &'a Position)>,
    ) -> Option<usize> {
        let table = scene.table;
        let subject = table.entities.iter().position(|entity| *entity == ship)?;
        let (origin, step) = (*table.positions.get(subject)?, table.carriages.get(subject)?.step);
        let frame = Frame { origin, step };
        // The tick that table is about has been counted since.
        let calendar = Calendar { tick: scene.calendar.tick.saturating_sub(1), ..*scene.calendar };
        self.find_members(scene, subject, is_known);
        self.paths.look_up(scene.sky, &calendar);
        self.structures.gather(structures, scene.rings, scene.sky, calendar.tick);
        self.crowd.clear();
        let seconds = calendar.tick_seconds() * TICKS_PER_SECOND;
        for &member in &self.members {
            self.crowd.push(&craft(table, member as usize, &frame, seconds));
        }
        let (bodies, sky) = (&mut self.bodies, scene.sky);
        bodies.clear();
        let reach = reach_of(table, &self.members, &frame, scene.rules.horizon_s);
        self.structures.hand_in(bodies, sky, &frame, &reach);
        let scratch = (&mut self.matters, &mut self.ways);
        place_bodies(bodies, scratch, (sky, &self.paths), &frame, (table, &self.members));
        self.members.iter().position(|member| *member as usize == subject)
    }

    /// The ship and the known ships about it, sorted by number.
    fn find_members(&mut self, scene: &Scene<'_>, subject: usize, is_known: impl Fn(Entity) -> bool) {
        let table = scene.table;
        let look = f64::from(scene.rules.look_radii);
        let (center, own_km) = (table.positions[subject], table.ships[subject].bound_km());
        self.near.clear();
        for (index, ship) in table.ships.iter().enumerate() {
            let reach = (ABOUT_RADII + look) * own_km + look * ship.bound_km();
            let distance_squared = table.positions[index].distance_squared(center);
            let is_near = distance_squared < reach * reach;
            if index == subject || (is_near && is_known(table.entities[index])) {
                // The ship itself comes first.
                let rank = if index == subject { -1.0 } else { distance_squared };
                self.near.push((rank, index as u32));
            }
        }
        self.near.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        self.near.truncate(MOST_SHIPS);
        self.members.clear();
        self.members.extend(self.near.iter().map(|(_, index)| *index));
        self.members.sort_unstable();
    }
}
