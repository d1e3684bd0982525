//! What there is to list: the player's aims, planets, fleets and groups, and the enemies that are known.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;

use super::entries::{
    ContactEntry, FleetEntry, GroupEntry, LandingEntry, ObjectiveEntry, Outline, PlanetEntry,
};
use super::steady::{GONE, LOST, MERGED};
use crate::client::frame::{age, capital};
use crate::client::hud::aim_words::{Aim, aims};
use crate::client::hud::news::log::alerts::Alerts;
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::panel::yards::job_share;
use crate::client::hud::planet::words::per_minute;
use crate::client::input::Selected;
use crate::client::input::selection::Groups;
use crate::client::scene::invasions::{Invasion, Invasions, Stake, known};
use crate::client::scene::sight_view::ghosts::strength;
use crate::client::view::{FocusTarget, Objectives, Onlooker, SeenShips};
use crate::client::widgets::Icon;
use crate::level::{Assault, ShipClass, plural};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::motion::wells::well_among;
use crate::sim::outcome::victory::Race;
use crate::sim::task::{describe, verb};
use crate::sim::visibility::{KnownFleet, SeenShip, UnitClass};
use crate::sim::{AnchoredPlace, AttackTarget, BodyId, Calendar, ClassId, FactionId, FleetId, Goal, Leg};

/// An attacked area in open space: its whole words are in the tip.
pub(super) const AN_AREA: &str = "An area";
/// The goal of a way that ends at no body: "Open space" would be cut.
pub(super) const SPACE: &str = "Space";

/// Query bundle for the outliner.
#[derive(SystemParam)]
pub struct Known<'w, 's> {
    planet_data: PlanetData<'w, 's>,
    ships: SeenShips<'w, 's>,
    selected: Query<'w, 's, (), With<Selected>>,
    groups: Res<'w, Groups>,
    alerts: Res<'w, Alerts>,
    calendar: Res<'w, Calendar>,
    onlooker: Res<'w, Onlooker>,
    objectives: Res<'w, Objectives>,
    invasions: Res<'w, Invasions>,
    race: Race<'w>,
}

/// The sign of the order that a leg carries out.
fn sign_of(leg: &Leg) -> Icon {
    match leg.goal {
        Goal::Attack(_) => Icon::Attack,
        Goal::Ground { assault: Assault::Land, .. } => Icon::Land,
        Goal::Ground { assault: Assault::Bombard, .. } => Icon::Bombard,
        _ if leg.engage => Icon::Attack,
        Goal::Fleet { guard: true, .. } => Icon::Guard,
        Goal::Wait(_) => Icon::Wait,
        Goal::Body(_) | Goal::Ring { .. } | Goal::Place(_) | Goal::Fleet { .. } => Icon::Move,
    }
}

/// The words about a goal without verb and article: the sign stands for the verb, and the row is narrow.
fn without_verb<'a>(goal: &Goal, words: &'a str) -> &'a str {
    let target = verb(goal).and_then(|verb| words.strip_prefix(verb)).unwrap_or(words).trim_start();
    target.strip_prefix("a ").unwrap_or(target)
}

/// Ships of one owner in one well.
#[derive(Default)]
struct Band {
    /// Their classes.
    classes: Vec<ClassId>,
    /// The sum of their places.
    places: DVec3,
    /// The fleet of the first of them, if it is in sight.
    fleet: Option<FleetId>,
}

impl Band {
    fn add(&mut self, class: ClassId, place: DVec3) {
        self.classes.push(class);
        self.places += place;
    }
}

type Bands = BTreeMap<(FactionId, Option<BodyId>), Band>;

impl Known<'_, '_> {
    /// Whether somebody else looks at the list than a frame before.
    pub fn has_other_viewer(&self) -> bool {
        self.planet_data.player.is_changed() || self.onlooker.is_changed()
    }

    /// Whether a control group was set or used.
    pub fn has_new_groups(&self) -> bool {
        self.groups.is_changed()
    }

    /// What became of a fleet of the player's that is listed no longer, in a word.
    pub fn fate_of(&self, entry: &FleetEntry) -> &'static str {
        let view = self.planet_data.view();
        let is_destroyed = view.fleet(entry.fleet).is_none() && view.own_fleet_name(entry.id).is_some();
        if is_destroyed {
            LOST
        } else if self.ships.shows(entry.ship) {
            MERGED
        } else {
            GONE
        }
    }

    /// All that is listed now.
    pub fn outline(&self) -> Outline {
        let mut contacts = self.in_sight();
        contacts.extend(self.remembered());
        let color = self.planet_data.colors.of(self.planet_data.me());
        let (planets, fleets, groups) = (self.planets(), self.fleets(), self.groups());
        let counts = [planets.len(), fleets.len(), groups.len(), contacts.len()];
        let search = self.objectives.search_words().unwrap_or_default();
        Outline {
            aims: self.aims(),
            objectives: self.objectives(),
            search,
            planets,
            fleets,
            groups,
            contacts,
            landings: self.landings(),
            color,
            counts,
        }
    }

    /// The aims; none after the war.
    fn aims(&self) -> Vec<Aim> {
        let data = &self.planet_data;
        let is_over = data.view().almanac().verdict.0.is_some();
        if is_over { Vec::new() } else { aims(&self.race, &data.sky, &data.player, &self.objectives) }
    }

    fn objectives(&self) -> Vec<ObjectiveEntry> {
        let name = |body: BodyId| self.planet_data.almanac().body_name(body);
        self.objectives.bodies.iter().map(|body| ObjectiveEntry { body: *body, name: name(*body) }).collect()
    }

    /// The fights on the ground in which the player's troopers are.
    fn landings(&self) -> Vec<LandingEntry> {
        let own = self.invasions.0.iter().filter(|invasion| invasion.stake != Stake::Foreign);
        let entry = |invasion: &Invasion| LandingEntry {
            body: invasion.body,
            name: self.planet_data.almanac().body_name(invasion.body),
            strengths: invasion.strengths.clone(),
            is_invaded: invasion.stake == Stake::Invaded,
            share: invasion.share,
        };
        own.map(entry).collect()
    }

    fn planets(&self) -> Vec<PlanetEntry> {
        let data = &self.planet_data;
        let economy = data.economy();
        let (yards, tick_s) = (economy.yards(), economy.tick_s());
        let jobs_at = |body: BodyId| {
            let here = yards.iter().filter(move |yard| yard.structure.body == body);
            here.map(|yard| yard.yard.queue.front())
        };
        let invasions = known(&data.view(), data.me(), &data.colors);
        // Against a large garrison the troopers fall as they come: the row must not flicker.
        let is_invaded = |body: BodyId| {
            self.alerts.has_landing(body)
                || invasions.iter().any(|invasion| invasion.body == body && invasion.stake == Stake::Invaded)
        };
        let entry = |body: BodyId| PlanetEntry {
            body,
            name: data.almanac().body_name(body),
            idle_yards: jobs_at(body).filter(Option::is_none).count(),
            building: jobs_at(body).flatten().map(|job| job_share(data, job)).collect(),
            income: per_minute(economy.gain(body).0.net(), tick_s),
            unrest: data.view().ground(body).map_or(0.0, |known| known.ground.unrest),
            is_invaded: is_invaded(body),
            gone: None,
        };
        data.own_bodies().into_iter().map(entry).collect()
    }

    fn fleets(&self) -> Vec<FleetEntry> {
        let me = self.planet_data.me();
        let view = self.planet_data.view();
        let mut ships: HashMap<Entity, Vec<(Entity, ClassId, DVec3)>> = HashMap::default();
        for seen in self.ships.iter().filter(|seen| seen.owner == me) {
            ships.entry(seen.fleet).or_default().push((seen.entity, seen.ship.class, seen.position));
        }
        let mut fleets: Vec<KnownFleet> = view.fleets(|fleet| fleet.faction == me).collect();
        fleets.sort_by_key(|known| known.fleet.id);
        let entry = |known: KnownFleet| {
            let ships = ships.get(&known.entity)?;
            let (first, _, place) = *ships.first()?;
            let leg = known.route.and_then(|route| route.0.back());
            let mining = || view.mining_words(known.entity).unwrap_or_default();
            let task = capital(&leg.map_or_else(mining, |leg| describe(view, leg)));
            Some(FleetEntry {
                fleet: known.entity,
                id: known.fleet.id,
                ship: first,
                name: known.fleet.name.clone(),
                mark: self.mark_of_largest(ships.iter().map(|(_, class, _)| *class), true),
                ships: ships.len(),
                goal: leg.map(|leg| (sign_of(leg), self.goal_words(leg))),
                task: if leg.is_some() && task.is_empty() { "Under way".to_owned() } else { task },
                place: self.place_name(self.well_at(place)),
                group: ships.iter().find_map(|(ship, ..)| self.groups.number_of(*ship)),
                is_selected: ships.iter().all(|(ship, ..)| self.selected.contains(*ship)),
                gone: None,
            })
        };
        fleets.into_iter().filter_map(entry).collect()
    }

    /// The control groups with ships of the player's.
    fn groups(&self) -> Vec<GroupEntry> {
        let me = self.planet_data.me();
        let view = self.planet_data.view();
        let entry = |(number, ships): (u8, &[Entity])| {
            let seen = ships.iter().filter_map(|ship| self.ships.get(*ship));
            let ships: Vec<SeenShip> = seen.filter(|seen| seen.owner == me).collect();
            let place = ships.first()?.position;
            let fleets = ships.iter().filter_map(|seen| view.fleet(seen.fleet));
            let names: BTreeMap<FleetId, &str> =
                fleets.map(|known| (known.fleet.id, known.fleet.name.as_str())).collect();
            Some(GroupEntry {
                number,
                fleets: names.into_values().collect::<Vec<_>>().join(", "),
                mark: self.mark_of_largest(ships.iter().map(|seen| seen.ship.class), true),
                ships: ships.len(),
                place: self.place_name(self.well_at(place)),
                is_selected: ships.iter().all(|seen| self.selected.contains(seen.entity)),
                gone: None,
            })
        };
        self.groups.all().filter_map(entry).collect()
    }

    /// Where a leg leads, in a word or two.
    fn goal_words(&self, leg: &Leg) -> String {
        let view = self.planet_data.view();
        let body = match leg.goal {
            Goal::Body(body) | Goal::Ring { body, .. } | Goal::Ground { body, .. } => Some(body),
            Goal::Place(AnchoredPlace { anchor, .. }) => anchor.named_after(),
            Goal::Attack(target) => target.about(),
            Goal::Fleet { .. } | Goal::Wait(_) => None,
        };
        match (body, leg.goal) {
            (Some(body), _) => self.planet_data.almanac().body_name(body),
            (None, Goal::Place(_)) => SPACE.to_owned(),
            (None, Goal::Attack(AttackTarget::Area { .. })) => AN_AREA.to_owned(),
            (None, Goal::Attack(AttackTarget::Class { class, .. })) => {
                let class = self.planet_data.ship_classes.0.get(class);
                capital(&plural(class.map_or("ship", |class| class.name.as_str())))
            }
            (None, goal) => {
                let words = describe(view, leg);
                capital(without_verb(&goal, &words))
            }
        }
    }

    /// Enemies in sight.
    fn in_sight(&self) -> Vec<ContactEntry> {
        let view = self.planet_data.view();
        let mut bands = Bands::new();
        for seen in self.ships.iter().filter(|seen| view.is_foe(seen.owner)) {
            let band = bands.entry((seen.owner, self.well_at(seen.position))).or_default();
            band.add(seen.ship.class, seen.position);
            band.fleet = band.fleet.or_else(|| self.ships.fleet_of(&seen));
        }
        bands.into_iter().map(|(key, band)| self.contact(key, &band, None)).collect()
    }

    /// Enemy ships that were seen before, the last seen first.
    fn remembered(&self) -> Vec<ContactEntry> {
        let view = self.planet_data.view();
        let (mut bands, mut last) = (Bands::new(), BTreeMap::new());
        for ghost in view.ghosts().filter(|ghost| view.is_foe(ghost.faction)) {
            let UnitClass::Ship(_, class) = ghost.of else { continue };
            let key = (ghost.faction, ghost.anchor);
            bands.entry(key).or_default().add(class, view.place_of(ghost));
            let tick = last.entry(key).or_insert(ghost.seen_tick);
            *tick = ghost.seen_tick.max(*tick);
        }
        let mut found: Vec<(u64, ContactEntry)> = Vec::new();
        for (key, band) in bands {
            let tick = last.get(&key).copied().unwrap_or_default();
            let seconds = self.calendar.tick.saturating_sub(tick) as f64 / TICKS_PER_SECOND;
            found.push((tick, self.contact(key, &band, Some(seconds))));
        }
        found.sort_by_key(|(tick, _)| std::cmp::Reverse(*tick));
        found.into_iter().map(|(_, contact)| contact).collect()
    }

    fn contact(
        &self,
        (owner, well): (FactionId, Option<BodyId>),
        band: &Band,
        age_s: Option<f64>,
    ) -> ContactEntry {
        let ships = band.classes.len();
        let middle = band.places / ships.max(1) as f64;
        let center = well.and_then(|body| self.place_of(body).map(|center| (body, center)));
        ContactEntry {
            owner: self.planet_data.almanac().faction_name(owner).to_owned(),
            color: self.planet_data.colors.of(owner),
            mark: self.mark_of_largest(band.classes.iter().copied(), false),
            ships,
            place: self.place_name(well),
            age: age_s.map_or_else(String::new, age),
            strength: age_s.map_or(1.0, strength),
            target: match center {
                Some((body, center)) => FocusTarget::Beside(body, middle - center),
                None => FocusTarget::Point(middle),
            },
            fleet: band.fleet.filter(|_| well.is_none()),
            gone: None,
        }
    }

    /// The mark of the largest of some classes, filled for own ships.
    fn mark_of_largest(&self, classes: impl Iterator<Item = ClassId>, is_filled: bool) -> Handle<Image> {
        let sizes = &self.planet_data.ship_classes.0;
        let size = |class: ClassId| sizes.get(class).map_or(0.0, ShipClass::bound_km);
        let largest = classes.max_by(|one, other| size(*one).total_cmp(&size(*other)));
        largest.map_or_else(Handle::default, |class| self.planet_data.ship_mark(class, is_filled))
    }

    fn place_of(&self, body: BodyId) -> Option<DVec3> {
        self.planet_data.sky.now.get(body).map(|state| state.position)
    }

    fn well_at(&self, place: DVec3) -> Option<BodyId> {
        well_among(&self.planet_data.sky.system, place, |body| self.place_of(body))
    }

    /// The name of a well; empty for none.
    fn place_name(&self, well: Option<BodyId>) -> String {
        well.map_or_else(String::new, |body| self.planet_data.almanac().body_name(body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_neither_verb_nor_article() {
        let attack = Goal::Attack(AttackTarget::Fleet(FleetId(1)));
        assert_eq!(without_verb(&attack, "attacks a structure"), "structure");
        let follow = Goal::Fleet { fleet: FleetId(1), guard: true };
        assert_eq!(without_verb(&follow, "guards Eye"), "guards Eye");
    }
}
