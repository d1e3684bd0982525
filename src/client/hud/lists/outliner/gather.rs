//! What there is to list: the player's planets and fleets, and the enemies that are known.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{age, capital};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::jump::idle_yards;
use crate::client::input::Selected;
use crate::client::input::selection::Groups;
use crate::client::scene::invasions::{Stake, known};
use crate::client::scene::sight_view::ghosts::strength;
use crate::client::view::{FocusTarget, SeenShips};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::motion::wells::well_among;
use crate::sim::task::describe;
use crate::sim::visibility::{KnownFleet, UnitClass};
use crate::sim::{BodyId, Calendar, FactionId};

/// A planet of the player's.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanetEntry {
    /// The body.
    pub body: BodyId,
    /// Its name.
    pub name: String,
    /// Yards that build nothing.
    pub idle_yards: usize,
    /// Whether troopers of others fight on it.
    pub is_invaded: bool,
}

/// A fleet of the player's.
#[derive(Clone, Debug, PartialEq)]
pub struct FleetEntry {
    /// Its entity.
    pub fleet: Entity,
    /// Its name.
    pub name: String,
    /// Number of its ships.
    pub ships: usize,
    /// What it does; empty for one at rest.
    pub task: String,
    /// The body in whose well it is.
    pub place: String,
    /// The control group of its first ship.
    pub group: Option<u8>,
    /// Whether all of its ships are selected.
    pub is_selected: bool,
}

/// Enemies of one owner in one well, or outside of all.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactEntry {
    /// Whose they are.
    pub owner: String,
    /// The colour of the owner.
    pub color: Color,
    /// Number of ships.
    pub ships: usize,
    /// The body of the well; empty in open space.
    pub place: String,
    /// How long ago they were seen; empty for ships in sight.
    pub age: String,
    /// Opacity by that age.
    pub strength: f32,
    /// Where to look.
    pub target: FocusTarget,
}

/// All that is listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// The player's planets, in the order of the sky.
    pub planets: Vec<PlanetEntry>,
    /// The player's fleets, by number.
    pub fleets: Vec<FleetEntry>,
    /// Enemies: first those in sight.
    pub contacts: Vec<ContactEntry>,
    /// The colour of the player.
    pub color: Color,
}

/// Query bundle for the outliner.
#[derive(SystemParam)]
pub struct Known<'w, 's> {
    planet_data: PlanetData<'w, 's>,
    ships: SeenShips<'w, 's>,
    selected: Query<'w, 's, (), With<Selected>>,
    groups: Res<'w, Groups>,
    calendar: Res<'w, Calendar>,
}

/// Ships of one owner in one well: their number, and the sum of their places.
type Sums = BTreeMap<(FactionId, Option<BodyId>), (usize, DVec3)>;

impl Known<'_, '_> {
    /// All that is listed now.
    pub fn outline(&self) -> Outline {
        let mut contacts = self.in_sight();
        contacts.extend(self.remembered());
        let color = self.planet_data.colors.of(self.planet_data.me());
        Outline { planets: self.planets(), fleets: self.fleets(), contacts, color }
    }

    fn planets(&self) -> Vec<PlanetEntry> {
        let data = &self.planet_data;
        let idle = idle_yards(data);
        let invasions = known(&data.view(), data.me(), &data.colors);
        let is_invaded = |body: BodyId| {
            invasions.iter().any(|invasion| invasion.body == body && invasion.stake == Stake::Invaded)
        };
        let entry = |body: BodyId| PlanetEntry {
            body,
            name: data.body_name(body).to_owned(),
            idle_yards: idle.iter().filter(|(_, at)| *at == body).count(),
            is_invaded: is_invaded(body),
        };
        data.own_bodies().into_iter().map(entry).collect()
    }

    fn fleets(&self) -> Vec<FleetEntry> {
        let me = self.planet_data.me();
        let view = self.planet_data.view();
        let mut ships: HashMap<Entity, Vec<(Entity, DVec3)>> = HashMap::default();
        for seen in self.ships.iter().filter(|seen| seen.owner == me) {
            ships.entry(seen.fleet).or_default().push((seen.entity, seen.position));
        }
        let mut fleets: Vec<KnownFleet> = view.fleets(|fleet| fleet.faction == me).collect();
        fleets.sort_by_key(|known| known.fleet.id);
        let entry = |known: KnownFleet| {
            let ships = ships.get(&known.entity)?;
            let leg = known.route.and_then(|route| route.0.back());
            let mining = || view.mining_words(known.entity).unwrap_or_default();
            let task = capital(&leg.map_or_else(mining, |leg| describe(view, leg)));
            Some(FleetEntry {
                fleet: known.entity,
                name: known.fleet.name.clone(),
                ships: ships.len(),
                task: if leg.is_some() && task.is_empty() { "Under way".to_owned() } else { task },
                place: self.place_name(self.well_at(ships.first()?.1)),
                group: ships.iter().find_map(|(ship, _)| self.groups.number_of(*ship)),
                is_selected: ships.iter().all(|(ship, _)| self.selected.contains(*ship)),
            })
        };
        fleets.into_iter().filter_map(entry).collect()
    }

    /// Enemies in sight.
    fn in_sight(&self) -> Vec<ContactEntry> {
        let view = self.planet_data.view();
        let mut sums = Sums::new();
        for seen in self.ships.iter().filter(|seen| view.is_foe(seen.owner)) {
            let sum = sums.entry((seen.owner, self.well_at(seen.position))).or_insert((0, DVec3::ZERO));
            *sum = (sum.0 + 1, sum.1 + seen.position);
        }
        sums.into_iter().map(|(key, sum)| self.contact(key, sum, None)).collect()
    }

    /// Enemy ships that were seen before, the last seen first.
    fn remembered(&self) -> Vec<ContactEntry> {
        let view = self.planet_data.view();
        let (mut sums, mut last) = (Sums::new(), BTreeMap::new());
        for ghost in view
            .ghosts()
            .filter(|ghost| matches!(ghost.of, UnitClass::Ship(..)) && view.is_foe(ghost.faction))
        {
            let key = (ghost.faction, ghost.anchor);
            let sum = sums.entry(key).or_insert((0, DVec3::ZERO));
            *sum = (sum.0 + 1, sum.1 + view.place_of(ghost));
            let tick = last.entry(key).or_insert(ghost.seen_tick);
            *tick = ghost.seen_tick.max(*tick);
        }
        let mut found: Vec<(u64, ContactEntry)> = Vec::new();
        for (key, sum) in sums {
            let tick = last.get(&key).copied().unwrap_or_default();
            let seconds = self.calendar.tick.saturating_sub(tick) as f64 / TICKS_PER_SECOND;
            found.push((tick, self.contact(key, sum, Some(seconds))));
        }
        found.sort_by_key(|(tick, _)| std::cmp::Reverse(*tick));
        found.into_iter().map(|(_, contact)| contact).collect()
    }

    fn contact(
        &self,
        (owner, well): (FactionId, Option<BodyId>),
        (ships, sum): (usize, DVec3),
        age_s: Option<f64>,
    ) -> ContactEntry {
        let middle = sum / ships.max(1) as f64;
        let center = well.and_then(|body| self.place_of(body).map(|center| (body, center)));
        ContactEntry {
            owner: self.planet_data.faction_name(owner).to_owned(),
            color: self.planet_data.colors.of(owner),
            ships,
            place: self.place_name(well),
            age: age_s.map_or_else(String::new, age),
            strength: age_s.map_or(1.0, strength),
            target: match center {
                Some((body, center)) => FocusTarget::Beside(body, middle - center),
                None => FocusTarget::Point(middle),
            },
        }
    }

    fn place_of(&self, body: BodyId) -> Option<DVec3> {
        self.planet_data.sky.now.get(body).map(|state| state.position)
    }

    fn well_at(&self, place: DVec3) -> Option<BodyId> {
        well_among(&self.planet_data.sky.system, place, |body| self.place_of(body))
    }

    /// The name of a well; empty for none.
    fn place_name(&self, well: Option<BodyId>) -> String {
        well.map_or_else(String::new, |body| self.planet_data.body_name(body).to_owned())
    }
}
