//! The desk of a script: what its faction knows, and the orders that it gives.

use std::collections::BTreeMap;

use glam::DVec3;

use crate::level::{Amount, Assault};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::economy::EconomyView;
use crate::sim::economy::building::resists;
use crate::sim::order::file::WrittenOrder;
use crate::sim::order::{Abilities, Plot, abilities};
use crate::sim::visibility::{Almanac, SeenShip, SeenStructure, WorldView};
use crate::sim::{
    ArmedClass, AttackTarget, BodyId, ClassId, Command, ConstructionOrder, FactionId, Goal, Order, ShipId,
    StructureId, TargetId, Units, When, by_number,
};

/// A script repeats an order to ships that rest after this time, ticks.
const REPEAT_TICKS: u64 = 300;

/// What a faction knows at a moment, and the orders that it gives.
pub struct Desk<'a> {
    view: WorldView<'a>,
    economy: EconomyView<'a>,
    me: FactionId,
    /// Own ships, by number.
    ships: Vec<SeenShip<'a>>,
    /// Own structures, by number.
    structures: Vec<SeenStructure<'a>>,
    /// Rings with the slots that this script has asked for now: two orders at once must not name the same slot.
    plots: BTreeMap<BodyId, Plot<'a>>,
    given: Vec<Order>,
    /// The most orders.
    most: usize,
}

/// What a group of ships was ordered last.
#[derive(Clone, Debug, Default)]
pub struct Errand {
    goal: Option<Goal>,
    crew: Vec<ShipId>,
    tick: u64,
}

impl Errand {
    /// Whether it has a ship land on a body.
    pub fn lands_at(&self, body: BodyId, ship: ShipId) -> bool {
        self.goal == Some(landing_on(body)) && self.crew.contains(&ship)
    }
}

/// The goal of troop ships that land on a body.
fn landing_on(body: BodyId) -> Goal {
    Goal::Ground { body, assault: Assault::Land }
}

impl<'a> Desk<'a> {
    /// The desk of the viewer's faction; `None` for a viewer that is no faction.
    pub fn of(view: WorldView<'a>, economy: EconomyView<'a>) -> Option<Self> {
        let me = view.faction()?;
        let ships = by_number(view.ships().filter(|seen| seen.owner == me), |seen| seen.ship.id);
        let own = view.structures().filter(|seen| seen.structure.faction == me);
        let structures = by_number(own, |seen| seen.structure.id);
        Some(Self {
            view,
            economy,
            me,
            ships,
            structures,
            plots: BTreeMap::new(),
            given: Vec::new(),
            most: usize::MAX,
        })
    }

    /// The orders given.
    pub fn into_orders(self) -> Vec<Order> {
        self.given
    }

    /// Gives an order, unless the desk is full.
    pub fn give(&mut self, order: Order) {
        if !self.is_full() {
            self.given.push(order);
        }
    }

    /// Gives an order by names, unless one stands for nothing that the faction knows of now.
    pub fn give_by_names(&mut self, order: WrittenOrder) {
        if let Ok(order) = order.by_numbers(self.view) {
            self.give(order);
        }
    }

    /// Takes no more than this number of orders.
    pub fn limit_to(&mut self, most: usize) {
        self.most = most;
    }

    /// Whether no more orders are taken.
    pub fn is_full(&self) -> bool {
        self.given.len() >= self.most
    }

    /// Takes the orders given so far back.
    pub fn take_back(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.given)
    }

    /// Ticks since the beginning.
    pub fn tick(&self) -> u64 {
        self.almanac().calendar.tick
    }

    /// Seconds of play since the beginning.
    pub fn seconds(&self) -> f64 {
        self.tick() as f64 / TICKS_PER_SECOND
    }

    /// The name of the faction.
    pub fn name(&self) -> &'a str {
        self.almanac().faction_name(self.me)
    }

    /// What everybody knows.
    pub fn almanac(&self) -> &'a Almanac<'a> {
        self.view.almanac()
    }

    fn home_of(&self, faction: FactionId) -> Option<BodyId> {
        let almanac = self.almanac();
        almanac.sky.system.find(almanac.factions.0.get(faction)?.home.as_deref()?)
    }

    /// The body where the faction builds: its home, or another body of its own once that is lost.
    pub fn base(&self) -> Option<BodyId> {
        let own = self.view.bodies_of(self.me);
        self.home_of(self.me).filter(|home| own.contains(home)).or(own.first().copied())
    }

    /// The home of the first foe.
    fn foe_home(&self) -> Option<BodyId> {
        let foe = self.almanac().factions.0.keys().find(|other| self.view.is_foe(*other))?;
        self.home_of(foe)
    }

    /// The body to take: the nearest that a foe is known to own, or the first foe's home unless it is taken.
    pub fn target(&self) -> Option<BodyId> {
        let from = self.base_place()?;
        let distance = |body: &BodyId| self.place_of(*body).distance(from);
        let bodies = self.almanac().sky.system.bodies.keys();
        let nearest = bodies
            .filter(|body| self.view.foe_at(*body).is_some() && self.can_be_landed_on(*body))
            .min_by(|one, other| distance(one).total_cmp(&distance(other)));
        nearest.or_else(|| self.foe_home().filter(|home| self.view.owner(*home) != Some(self.me)))
    }

    /// What is left to do where no body is to be taken: to shoot at the first foe in sight, to go where one was
    /// seen last, or to search all bodies in turn, half a minute each.
    pub fn hunt(&self) -> Option<Goal> {
        let foes = self.view.ships().filter(|seen| self.view.is_foe(seen.owner));
        if let Some(foe) = foes.map(|seen| seen.ship.id).min() {
            return Some(Goal::Attack(AttackTarget::Target(TargetId::Ship(foe))));
        }
        let ghosts = self.view.ghosts().filter(|ghost| self.view.is_foe(ghost.faction));
        if let Some(ghost) = ghosts.max_by_key(|ghost| ghost.seen_tick) {
            return Some(Goal::point(self.view.place_of(ghost)));
        }
        let bodies: Vec<BodyId> = self.almanac().sky.system.bodies.keys().collect();
        let turn = (self.seconds() / 30.0) as usize;
        bodies.get(turn % bodies.len().max(1)).map(|body| Goal::Body(*body))
    }

    /// The place of the base; of the home once all bodies are lost.
    pub fn base_place(&self) -> Option<DVec3> {
        Some(self.place_of(self.base().or(self.home_of(self.me))?))
    }

    fn can_be_landed_on(&self, body: BodyId) -> bool {
        let kind = self.almanac().sky.system.bodies.get(body).map(|body| body.kind);
        kind.is_some_and(crate::sim::has_ground)
    }

    /// Heliocentric place of a body, km.
    pub fn place_of(&self, body: BodyId) -> DVec3 {
        self.almanac().body_place(body)
    }

    /// Radius of the well of a body, km.
    pub fn well_km(&self, body: BodyId) -> f64 {
        self.almanac().sky.system.bodies.get(body).map_or(0.0, |body| body.well_radius_km)
    }

    /// The combat numbers of a ship.
    fn arms(&self, seen: &SeenShip) -> Option<&'a ArmedClass> {
        self.almanac().arms_table.ships.get(seen.ship.class)
    }

    fn is_armed(&self, seen: &SeenShip) -> bool {
        self.arms(seen).is_some_and(ArmedClass::is_armed)
    }

    /// Own ships of a class.
    pub fn ships(&self, class: &str) -> Vec<SeenShip<'a>> {
        let class = self.ship_class(class);
        self.ships.iter().filter(|seen| Some(seen.ship.class) == class).copied().collect()
    }

    /// Own armed ships.
    pub fn armed(&self) -> Vec<SeenShip<'a>> {
        self.ships.iter().filter(|seen| self.is_armed(seen)).copied().collect()
    }

    /// What ships can do.
    pub fn abilities(&self, ships: &[SeenShip]) -> Abilities {
        let ids: Vec<ShipId> = ships.iter().map(|seen| seen.ship.id).collect();
        abilities(self.view, &ids)
    }

    /// Worth of ships.
    pub fn worth(&self, ships: &[SeenShip]) -> f64 {
        ships.iter().filter_map(|seen| self.arms(seen)).map(|class| class.worth).sum()
    }

    /// The armed foes in sight in the well of a body, by number.
    pub fn foes_at(&self, body: BodyId) -> Vec<SeenShip<'a>> {
        let is_near = |seen: &SeenShip| self.almanac().sky.is_in_well(body, seen.position);
        let foes = self.view.ships().filter(|seen| self.view.is_foe(seen.owner) && self.is_armed(seen));
        by_number(foes.filter(is_near), |seen| seen.ship.id)
    }

    /// The armed structures of foes in sight at a body, by number.
    pub fn guns_at(&self, body: BodyId) -> Vec<SeenStructure<'a>> {
        let is_armed = |seen: &SeenStructure| {
            let class = self.almanac().arms_table.structures.get(seen.structure.class);
            class.is_some_and(ArmedClass::is_armed)
        };
        self.foreign_structures_at(body).into_iter().filter(is_armed).collect()
    }

    /// The structures of foes in sight at a body, by number.
    pub fn foreign_structures_at(&self, body: BodyId) -> Vec<SeenStructure<'a>> {
        let at_body = self.view.structures_at(body).into_iter();
        at_body.filter(|seen| self.view.is_foe(seen.structure.faction)).collect()
    }

    /// The strength of the defenders of a body, troopers that are as strong; `None` if unknown.
    pub fn garrison(&self, body: BodyId) -> Option<f64> {
        let ground = self.view.ground(body)?.ground;
        Some(ground.defenders * self.view.holding(body).terrain)
    }

    /// Whether a body is seen to resist a founding.
    pub fn resists(&self, body: BodyId) -> bool {
        let rules = &self.almanac().economy.0.building;
        self.view.ground(body).is_some_and(|known| resists(known.ground.defenders, rules))
    }

    /// The bodies without a known owner that can be claimed or taken, the nearest to a place first.
    pub fn free_bodies(&self, from: DVec3) -> Vec<BodyId> {
        let almanac = self.almanac();
        let is_free = |body: &BodyId| {
            self.view.owner(*body).is_none()
                && almanac.rings.of(*body).is_some()
                && self.can_be_landed_on(*body)
        };
        let mut free: Vec<BodyId> = almanac.sky.system.bodies.keys().filter(is_free).collect();
        let distance = |body: &BodyId| self.place_of(*body).distance(from);
        free.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
        free
    }

    fn ship_class(&self, name: &str) -> Option<ClassId> {
        self.almanac().ships.0.position(|class| class.name == name)
    }

    /// What the faction has, and owes if it is negative.
    pub fn balance(&self) -> Amount {
        self.economy.ledger().map_or(Amount::ZERO, |ledger| ledger.balance())
    }

    /// Number of own structures of a class, growing ones too.
    pub fn count_structures(&self, class: &str) -> usize {
        let class = self.almanac().structures.0.position(|rules| rules.name == class);
        self.structures.iter().filter(|seen| Some(seen.structure.class) == class).count()
    }

    /// Whether something of the faction grows at a body, or stands there.
    pub fn is_settled(&self, body: BodyId) -> bool {
        self.structures.iter().any(|seen| seen.structure.body == body)
    }

    /// Begins a structure of a class at a body, in its first free slot; at most one for each body at a time.
    pub fn build(&mut self, class: &str, body: BodyId) {
        if !self.plots.contains_key(&body) {
            self.build_another(class, body);
        }
    }

    /// Begins a structure of a class at a body beside those of this look; returns whether it did.
    fn build_another(&mut self, class: &str, body: BodyId) -> bool {
        let almanac = self.almanac();
        let Some(id) = almanac.structures.0.position(|rules| rules.name == class) else { return false };
        let class = &almanac.structures.0[id];
        let known = self.plots.get(&body).cloned();
        let known = known.map_or_else(|| Plot::of(self.view, self.me, body), Ok);
        let Ok(mut plot) = known else { return false };
        let starts = plot.starts(class).unwrap_or_default();
        let rings = (0_u8..).zip(&starts);
        let mut places = rings.flat_map(|(ring, slots)| {
            let slots = (0_u16..).zip(slots).filter(|(_, is_free)| **is_free);
            slots.map(move |(slot, _)| (ring, slot))
        });
        let place = places.next();
        if let Some((ring, slot)) = place {
            plot.take(class, ring, slot);
            self.give(Order::Construction(ConstructionOrder::Build { class: id, body, ring, slot }));
            self.plots.insert(body, plot);
        }
        place.is_some()
    }

    /// Begins structures of a class at the base until there are this many, all at once.
    pub fn have_at_once(&mut self, class: &str, count: usize) {
        let Some(base) = self.base() else { return };
        for _ in self.count_structures(class)..count {
            if self.is_full() || !self.build_another(class, base) {
                return;
            }
        }
    }

    /// Begins structures of a class at the base until there are this many, one at a time.
    pub fn have_structures(&mut self, class: &str, count: usize) {
        if let Some(base) = self.base().filter(|_| self.count_structures(class) < count) {
            self.build(class, base);
        }
    }

    /// Finished yards with nothing to do.
    pub fn idle_yards(&self) -> Vec<StructureId> {
        let is_idle =
            |seen: &&SeenStructure| seen.works() && seen.yard.is_some_and(|yard| yard.queue.is_empty());
        self.structures.iter().filter(is_idle).map(|seen| seen.structure.id).collect()
    }

    /// Puts ships into the queue of a yard.
    pub fn build_ships(&mut self, yard: StructureId, class: &str, count: u8) {
        if let Some(class) = self.ship_class(class) {
            let order = ConstructionOrder::BuildShips { yard, class, count };
            self.give(Order::Construction(order));
        }
    }

    /// Has all idle yards build a ship of a class.
    pub fn keep_building(&mut self, class: &str) {
        for yard in self.idle_yards() {
            self.build_ships(yard, class, 1);
        }
    }

    /// Sends ships to a goal, unless they are under way to it.
    pub fn send(&mut self, errand: &mut Errand, ships: &[SeenShip], goal: Goal, engage: bool) {
        let crew: Vec<ShipId> = ships.iter().map(|seen| seen.ship.id).collect();
        let tick = self.tick();
        let rests = || {
            ships.iter().any(|seen| {
                let route = self.view.fleet(seen.fleet).and_then(|fleet| fleet.route);
                route.is_none_or(|route| route.has_ended())
            })
        };
        let joined = crew.iter().any(|ship| errand.crew.binary_search(ship).is_err());
        let is_new = errand.goal != Some(goal) || joined;
        if self.is_full() || crew.is_empty() || !(is_new || tick >= errand.tick + REPEAT_TICKS && rests()) {
            return;
        }
        *errand = Errand { goal: Some(goal), crew: crew.clone(), tick };
        // Unarmed ships refuse to engage.
        let engage = engage && ships.iter().all(|seen| self.is_armed(seen));
        self.give(Order::fleet(Units::Ships(crew), Command::Go { goal, engage, when: When::Now }));
    }

    /// Has troop ships land on a body.
    pub fn land(&mut self, errand: &mut Errand, ships: &[SeenShip], body: BodyId) {
        self.send(errand, ships, landing_on(body), false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_errand_tells_which_ships_land_where() {
        let (mars, moon) = (BodyId(3), BodyId(4));
        let errand = Errand { goal: Some(landing_on(mars)), crew: vec![ShipId(1), ShipId(5)], tick: 60 };
        let lands = |body: BodyId| [1, 4, 5].map(|ship| errand.lands_at(body, ShipId(ship)));
        assert_eq!(lands(mars), [true, false, true]);
        assert_eq!(lands(moon), [false; 3], "they were sent elsewhere");
        let guard = Errand { goal: Some(Goal::Body(mars)), ..errand.clone() };
        assert!(!guard.lands_at(mars, ShipId(1)), "they only go there");
        assert!(!Errand::default().lands_at(mars, ShipId(1)));
    }
}
