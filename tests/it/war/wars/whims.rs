//! Random orders: every kind, for every fleet, in its player's name and in another's; and orders to destroyed
//! units.

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::Entity;
use ecliptic::level::{Assault, Cohesion, RoutePreference, Shape};
use ecliptic::orbit::SECONDS_PER_DAY;
use ecliptic::rules::Rules;
use ecliptic::sim::ids::{BodyId, ClassId, FactionId, FleetId, ShipId, StructureId, TargetId};
use ecliptic::sim::motion::wells::all_about;
use ecliptic::sim::order::{ConstructionRefusal, Missing, apply_orders};
use ecliptic::sim::visibility::{Viewer, WorldView, with_view};
use ecliptic::sim::world::{Factions, Fleet, Structure, members_in_order};
use ecliptic::sim::{
    AnchoredPlace, AttackTarget, Calendar, Command, ConstructionOrder, Goal, Order, Refusal, RouteEdit,
    Simulation, Sky, TaskRefusal, Units, WaitEvent, When,
};
use glam::DVec3;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::muster::doctrine;
use super::witness::Grave;
use super::{Expected, Whim};
use crate::sim::worlds::{ByName, body_place, body_radius};

/// Greatest distance of destinations from the middle of the body, in its radii,
const REACH_RADII: f64 = 5.0;
/// but a small body counts as one of this radius, km.
const LEAST_RADIUS_KM: f64 = 1.8e5;
/// Number of last destroyed units that are given orders.
const LAST_DEAD: usize = 4;
/// Greatest time ahead of waits for dates, ticks.
const WAIT_TICKS: f64 = 150.0;
/// A number that no player has.
const NOBODY: FactionId = FactionId(99);

/// A fleet with its owner, and its ships in the order of their numbers.
struct Troupe {
    id: FleetId,
    faction: FactionId,
    ships: Vec<ShipId>,
}

/// The subjects of orders.
pub struct Stage {
    troupes: Vec<Troupe>,
    /// Structures and their owners.
    structures: Vec<(StructureId, FactionId)>,
    ship_classes: Vec<ClassId>,
    structure_classes: Vec<ClassId>,
    /// Every body with all foes about it.
    bodies: Vec<(BodyId, AttackTarget)>,
    /// Number of players.
    players: usize,
    /// The body of the war.
    ground: (BodyId, AttackTarget),
    /// Its position, km.
    center: DVec3,
    /// Greatest distance of destinations from there, km.
    reach_km: f64,
    /// The date, Julian date (TDB), and the days that a tick lasts.
    now_jd: f64,
    tick_days: f64,
}

/// A stand-in for the fleet of a ship while orders before this one may divide it.
fn later_fleet_of(ship: ShipId) -> FleetId {
    FleetId(u32::MAX - ship.0)
}

/// Replaces a stand-in for the fleet of a ship, once the orders before have been carried out. Without the ship in
/// sight the stand-in stays, and the order is refused.
pub fn settle(simulation: &mut Simulation, whim: &mut Whim) {
    let Order::Fleet { command: Command::Go { goal, .. }, .. } = &mut whim.order else { return };
    let Goal::Attack(AttackTarget::Fleet(fleet)) = goal else { return };
    let ship = ShipId(u32::MAX - fleet.0);
    if ship.0 > fleet.0 {
        return;
    }
    let world = simulation.world_mut();
    world.run_system_once(apply_orders).expect("it runs");
    let fleet_of = |view: WorldView| {
        let seen = view.ships_that(|known| known.id == ship).next()?;
        Some(view.fleet(seen.fleet)?.fleet.id)
    };
    let found = with_view(world, Viewer::Faction(whim.player), fleet_of).expect("there is a world");
    *fleet = found.unwrap_or(*fleet);
}

/// A random item of a list that is not empty.
fn any<'a, T>(all: &'a [T], chance: &mut ChaCha8Rng) -> &'a T {
    &all[chance.random_range(0..all.len())]
}

/// A ring that most bodies have.
fn any_ring(chance: &mut ChaCha8Rng) -> u8 {
    chance.random_range(0..4)
}

/// Some way ahead of a body on its path, or behind it, degrees.
fn any_angle(chance: &mut ChaCha8Rng) -> f64 {
    chance.random_range(-5.0..5.0)
}

/// An order with an unpredictable result.
fn may_be(player: FactionId, order: Order) -> Whim {
    Whim { player, order, expected: Expected::Either }
}

/// An order that must be refused for this reason.
fn refused(player: FactionId, order: Order, refusal: impl Into<Refusal>) -> Whim {
    Whim { player, order, expected: Expected::For(refusal.into()) }
}

fn one_in(count: u32, chance: &mut ChaCha8Rng) -> bool {
    chance.random_range(0..count) == 0
}

impl Stage {
    /// The subjects of orders in the present state of a world.
    pub fn of(simulation: &mut Simulation, rules: &Rules, ground: &str) -> Self {
        let (center, radius_km) = (body_place(simulation, ground), body_radius(simulation, ground));
        let ground = simulation.body(ground);
        let world = simulation.world_mut();
        let mut fleets = world.query::<(Entity, &Fleet)>();
        let mut structures = world.query::<&Structure>();
        let world = &*world;
        let mut troupes: Vec<Troupe> = fleets
            .iter(world)
            .map(|(entity, fleet)| Troupe {
                id: fleet.id,
                faction: fleet.faction,
                ships: members_in_order(world, entity).into_iter().map(|(id, _)| id).collect(),
            })
            .collect();
        troupes.retain(|troupe| !troupe.ships.is_empty());
        troupes.sort_by_key(|troupe| troupe.id);
        let mut standing: Vec<(StructureId, FactionId)> =
            structures.iter(world).map(|one| (one.id, one.faction)).collect();
        standing.sort_unstable();
        let sky = world.resource::<Sky>();
        let with_foes = |body: BodyId| (body, all_about(sky, body));
        let calendar = world.resource::<Calendar>();
        Self {
            troupes,
            structures: standing,
            ship_classes: (0..rules.ship_classes.len()).map(ClassId::from).collect(),
            structure_classes: (0..rules.structure_classes.len()).map(ClassId::from).collect(),
            bodies: sky.system.bodies.keys().map(with_foes).collect(),
            players: world.resource::<Factions>().0.len(),
            ground: with_foes(ground),
            center,
            reach_km: REACH_RADII * radius_km.max(LEAST_RADIUS_KM),
            now_jd: calendar.now_jd(),
            tick_days: calendar.tick_seconds() / SECONDS_PER_DAY,
        }
    }

    /// Orders for every fleet.
    pub fn to_everyone(&self, chance: &mut ChaCha8Rng) -> Vec<Whim> {
        let mut orders: Vec<Whim> = Vec::new();
        for troupe in &self.troupes {
            let player = troupe.faction;
            orders.push(may_be(player, self.order(troupe, chance)));
            // A second order, after the first.
            if one_in(3, chance) {
                orders.push(may_be(player, self.queued(troupe, chance)));
            }
        }
        for player in 0..self.players {
            orders.push(may_be(FactionId(player), self.estate_order(chance)));
        }
        orders
    }

    /// Orders to the fleets and structures of others, and from no faction.
    pub fn in_others_names(&self, chance: &mut ChaCha8Rng) -> Vec<Whim> {
        let mut orders: Vec<Whim> = Vec::new();
        for troupe in &self.troupes {
            let other = FactionId((troupe.faction.0 + 1) % self.players);
            let player = if one_in(4, chance) { NOBODY } else { other };
            orders.push(Whim { player, order: self.order(troupe, chance), expected: Expected::Refused });
        }
        for &(structure, faction) in &self.structures {
            let player = FactionId((faction.0 + 1) % self.players);
            let order = match chance.random_range(0_u32..5) {
                0 => ConstructionOrder::Cancel { structure },
                1 => ConstructionOrder::Pause { structure, paused: true },
                2 => ConstructionOrder::CancelShip { yard: structure, index: 0 },
                3 => ConstructionOrder::RallyTo { yard: structure, rally: None },
                _ => ConstructionOrder::Repeat { yard: structure, repeats: true },
            };
            let refusal = ConstructionRefusal::NoSuchStructure(structure.0);
            orders.push(refused(player, Order::Construction(order), refusal));
        }
        orders
    }

    /// Orders to units destroyed last and to their fleets if these are gone, and orders to attack them.
    pub fn to_the_dead(&self, graves: &[Grave], chance: &mut ChaCha8Rng) -> Vec<Whim> {
        let mut orders: Vec<Whim> = Vec::new();
        for grave in graves.iter().rev().take(LAST_DEAD) {
            let player = grave.faction;
            match grave.who {
                TargetId::Ship(id) => {
                    let order = self.plain(Units::Ships(vec![id]), chance);
                    orders.push(refused(player, order, Refusal::NoShips));
                }
                TargetId::Structure(structure) => {
                    let order = Order::Construction(ConstructionOrder::Cancel { structure });
                    let refusal = ConstructionRefusal::NoSuchStructure(structure.0);
                    orders.push(refused(player, order, refusal));
                }
            }
            if let Some(fleet) = grave.fleet.filter(|id| self.troupes.iter().all(|troupe| troupe.id != *id)) {
                let refusal = Missing::Fleet(fleet.0.to_string());
                orders.push(refused(player, self.plain(Units::Fleet(fleet), chance), refusal));
            }
            if let Some(foe) = self.troupes.iter().find(|troupe| troupe.faction != grave.faction) {
                let dead = Goal::Attack(AttackTarget::Target(grave.who));
                let attack = Order::fleet(Units::Fleet(foe.id), Command::go(dead, When::Now));
                orders.push(refused(foe.faction, attack, TaskRefusal::NotThere));
            }
        }
        orders
    }

    /// An order that is valid except for its units.
    fn plain(&self, units: Units, chance: &mut ChaCha8Rng) -> Order {
        let to = self.place(chance);
        match chance.random_range(0_u32..9) {
            0 => Order::fleet(units, Command::go(Goal::point(to), When::queued(one_in(2, chance)))),
            1 => Order::fleet(units, Command::go(Goal::Body(self.ground.0), When::Now)),
            2 => Order::fleet(units, Command::Patrol { to: Goal::point(to) }),
            3 => Order::fleet(units, Command::go(Goal::point(to), When::Before(0))),
            4 => Order::fleet(units, Command::Prefer(RoutePreference::default())),
            5 => Order::fleet(units, Command::engage(Goal::point(to), When::Now)),
            6 => Order::fleet(units, Command::Doctrine(doctrine(chance))),
            7 => Order::fleet(units, Command::Retreat),
            _ => Order::fleet(units, Command::Stop),
        }
    }

    /// Any order for a fleet, or for some of its ships.
    fn order(&self, troupe: &Troupe, chance: &mut ChaCha8Rng) -> Order {
        let units = self.units(troupe, chance);
        let (to, queue) = (self.place(chance), one_in(3, chance));
        match chance.random_range(0_u32..24) {
            0 => Order::fleet(units, Command::go(Goal::point(to), When::queued(queue))),
            1 => Order::fleet(units, Command::go(Goal::Body(self.body(chance)), When::queued(queue))),
            2 => Order::fleet(
                units,
                Command::go(
                    Goal::Ring { body: self.body(chance), ring: any_ring(chance) },
                    When::queued(queue),
                ),
            ),
            3 => Order::fleet(units, Command::go(self.beside(chance), When::queued(queue))),
            4 => Order::fleet(units, Command::Patrol { to: Goal::point(to) }),
            5 => Order::fleet(units, Command::Stop),
            6 => {
                let (shape, conduct) = (*any(&Shape::ALL, chance), *any(&Cohesion::ALL, chance));
                let facing = one_in(2, chance).then(|| self.place(chance) - self.center);
                Order::fleet(units, Command::Form { shape, conduct, facing })
            }
            7 => Order::fleet(units, self.edit(chance)),
            8..=10 => {
                let target = self.attack_target(troupe.faction, chance);
                Order::fleet(units, Command::go(Goal::Attack(target), When::queued(queue)))
            }
            11 if one_in(2, chance) => {
                Order::fleet(units, Command::engage(Goal::Body(self.body(chance)), When::queued(queue)))
            }
            11 => Order::fleet(units, Command::engage(Goal::point(to), When::queued(queue))),
            12 => Order::fleet(units, Command::Doctrine(doctrine(chance))),
            13 => Order::fleet(units, Command::Retreat),
            14 | 15 => Order::fleet(
                units,
                Command::go(self.on_ground(Assault::Bombard, chance), When::queued(queue)),
            ),
            16 => Order::fleet(units, Command::Prefer(*any(&RoutePreference::ALL, chance))),
            17 => Order::fleet(units, Command::go(Goal::Wait(self.event(chance)), When::Last)),
            18 => Order::fleet(
                units,
                Command::go(Goal::ahead(self.body(chance), any_angle(chance)), When::queued(queue)),
            ),
            _ => Order::fleet(units, Command::go(self.on_ground(Assault::Land, chance), When::queued(queue))),
        }
    }

    /// An order to be appended.
    fn queued(&self, troupe: &Troupe, chance: &mut ChaCha8Rng) -> Order {
        let (units, queue) = (Units::Fleet(troupe.id), true);
        match chance.random_range(0_u32..7) {
            0 => Order::fleet(
                units,
                Command::go(
                    Goal::Ring { body: self.body(chance), ring: any_ring(chance) },
                    When::queued(queue),
                ),
            ),
            1 => Order::fleet(units, Command::engage(Goal::point(self.place(chance)), When::queued(queue))),
            2 => Order::fleet(
                units,
                Command::go(Goal::Attack(self.attack_target(troupe.faction, chance)), When::queued(queue)),
            ),
            3 => Order::fleet(
                units,
                Command::go(self.on_ground(Assault::Bombard, chance), When::queued(queue)),
            ),
            4 => Order::fleet(units, Command::go(self.on_ground(Assault::Land, chance), When::queued(queue))),
            5 => Order::fleet(units, Command::go(Goal::Wait(self.event(chance)), When::Last)),
            _ => Order::fleet(units, Command::Edit(RouteEdit::Repeat(true))),
        }
    }

    fn edit(&self, chance: &mut ChaCha8Rng) -> Command {
        let at = chance.random_range(0..3);
        match chance.random_range(0_u32..12) {
            0 => Command::engage(Goal::point(self.place(chance)), When::Before(at)),
            1 => Command::go(self.on_ground(Assault::Land, chance), When::Before(at)),
            2 => Command::go(self.on_ground(Assault::Bombard, chance), When::Before(at)),
            3 => Command::go(Goal::Attack(self.well(chance)), When::Before(at)),
            4 => Command::engage(Goal::Body(self.body(chance)), When::Before(at)),
            5 => Command::go(Goal::Body(self.body(chance)), When::Before(at)),
            6 => Command::go(Goal::Wait(self.event(chance)), When::Before(at)),
            7 => {
                let leg = Goal::ahead(self.body(chance), any_angle(chance));
                Command::go(leg, When::Before(at))
            }
            8 => Command::go(self.beside(chance), When::Before(at)),
            9 => Command::Edit(RouteEdit::Remove { at }),
            10 => Command::Edit(RouteEdit::Move { at, to: Goal::point(self.place(chance)) }),
            _ => Command::Edit(RouteEdit::Repeat(one_in(2, chance))),
        }
    }

    /// An event that comes soon, or in many years.
    fn event(&self, chance: &mut ChaCha8Rng) -> WaitEvent {
        if one_in(4, chance) {
            return WaitEvent::Nearest { body: self.body(chance), to: None };
        }
        let ticks = chance.random_range(0.0..WAIT_TICKS);
        WaitEvent::Date(self.now_jd + ticks * self.tick_days)
    }

    /// Any attack target, more often foreign than own.
    fn attack_target(&self, faction: FactionId, chance: &mut ChaCha8Rng) -> AttackTarget {
        let foes: Vec<&Troupe> = self.troupes.iter().filter(|troupe| troupe.faction != faction).collect();
        let is_foe = !foes.is_empty() && !one_in(5, chance);
        let troupe = if is_foe { *any(&foes, chance) } else { any(&self.troupes, chance) };
        match chance.random_range(0_u32..6) {
            0 => AttackTarget::Target(TargetId::Ship(*any(&troupe.ships, chance))),
            1 if !self.structures.is_empty() => {
                AttackTarget::Target(TargetId::Structure(any(&self.structures, chance).0))
            }
            2 => {
                let body = one_in(2, chance).then_some(self.ground.0);
                AttackTarget::Class { class: *any(&self.ship_classes, chance), body }
            }
            3 => self.well(chance),
            4 => {
                let radius_km = self.reach_km * chance.random_range(-0.05_f64..0.6);
                AttackTarget::Area { middle: AnchoredPlace::free(self.place(chance)), radius_km }
            }
            _ => match self.units(troupe, chance) {
                Units::Fleet(id) => AttackTarget::Fleet(id),
                Units::Ships(ships) => AttackTarget::Fleet(later_fleet_of(ships[0])),
            },
        }
    }

    /// Orders for yards and construction; mostly refused.
    fn estate_order(&self, chance: &mut ChaCha8Rng) -> Order {
        let yard = self.structures.get(chance.random_range(0..=self.structures.len())).map(|(id, _)| *id);
        Order::Construction(match yard {
            Some(yard) if one_in(2, chance) => ConstructionOrder::BuildShips {
                yard,
                class: *any(&self.ship_classes, chance),
                count: chance.random_range(0..3),
            },
            Some(yard) if one_in(2, chance) => {
                let (body, ring) = (self.body(chance), any_ring(chance));
                ConstructionOrder::RallyTo { yard, rally: Some(Goal::Ring { body, ring }) }
            }
            _ => ConstructionOrder::Build {
                class: *any(&self.structure_classes, chance),
                body: self.body(chance),
                ring: any_ring(chance),
                slot: chance.random_range(0..16),
            },
        })
    }

    /// A fleet; sometimes only some of its ships.
    fn units(&self, troupe: &Troupe, chance: &mut ChaCha8Rng) -> Units {
        if !one_in(8, chance) {
            return Units::Fleet(troupe.id);
        }
        let first = chance.random_range(0..troupe.ships.len());
        Units::Ships(troupe.ships[first..].to_vec())
    }

    /// The body of the war; sometimes another.
    fn body(&self, chance: &mut ChaCha8Rng) -> BodyId {
        self.body_with_foes(chance).0
    }

    /// All foes about such a body.
    fn well(&self, chance: &mut ChaCha8Rng) -> AttackTarget {
        self.body_with_foes(chance).1
    }

    fn body_with_foes(&self, chance: &mut ChaCha8Rng) -> (BodyId, AttackTarget) {
        if one_in(5, chance) { *any(&self.bodies, chance) } else { self.ground }
    }

    /// An assault on such a body.
    fn on_ground(&self, assault: Assault, chance: &mut ChaCha8Rng) -> Goal {
        Goal::Ground { body: self.body(chance), assault }
    }

    /// Beside any fleet.
    fn beside(&self, chance: &mut ChaCha8Rng) -> Goal {
        Goal::Fleet { fleet: any(&self.troupes, chance).id, guard: one_in(2, chance) }
    }

    /// A place about that body.
    fn place(&self, chance: &mut ChaCha8Rng) -> DVec3 {
        let mut part = || chance.random_range(-1.0_f64..1.0) * self.reach_km;
        self.center + DVec3::new(part(), part(), 0.2 * part())
    }
}
