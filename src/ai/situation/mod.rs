//! What a faction knows, as plain lists in the order of numbers, made again for each thought.
//!
//! - Enters: the views of one faction, with its memory of the owners of bodies; the public progress of all sides.
//! - Leaves: own ships and structures, foreign units of foes in sight or in memory and of allies in sight, bodies,
//!   money, what decides the war.
//! - Must never: hold anything that the faction may not know.
//!
//! | file | lists |
//! |---|---|
//! | `own.rs` | own ships and structures, yards, income |
//! | `units.rs` | foreign units |
//! | `bodies.rs` | bodies |
//! | `objective.rs` | bodies that decide the war, and the time that is left |

mod bodies;
mod objective;
mod own;
mod units;

use std::collections::BTreeSet;

use glam::DVec3;
use typed_index_collections::TiVec;

use crate::level::{Amount, SystemBody};
use crate::orbit::{SECONDS_PER_DAY, TICKS_PER_SECOND};
use crate::sim::economy::EconomyView;
use crate::sim::outcome::victory::Progress;
use crate::sim::visibility::{Almanac, WorldView};
use crate::sim::{BodyId, ClassId, FactionId, Operation, ShipId, Sides};

pub use bodies::BodyFacts;
pub use objective::{Holder, Objective};
pub use own::{OwnShip, OwnStructure, cheapest_first, slowest_km_s, sorted_ids};
pub use units::Contact;

/// What a faction knows in this moment.
pub struct Situation<'a> {
    /// The faction.
    pub me: FactionId,
    /// Its view, for questions about orders.
    pub view: WorldView<'a>,
    /// Its own economy.
    pub economy: EconomyView<'a>,
    /// Ticks since the level's epoch.
    pub tick: u64,
    /// The bodies, in the order of the sky.
    pub bodies: TiVec<BodyId, BodyFacts>,
    /// Its ships, by number.
    pub ships: Vec<OwnShip>,
    /// Its structures, by number.
    pub structures: Vec<OwnStructure>,
    /// The classes of the ships in the queues of its yards.
    pub in_build: Vec<ClassId>,
    /// Foreign units of foes in sight or in memory, by number.
    pub contacts: Vec<Contact>,
    /// Units of allies in sight, by number.
    pub allied: Vec<Contact>,
    /// Its treasury.
    pub balance: Amount,
    /// Its net income of the last economy tick, without what it spent on building.
    pub income: Amount,
    /// What decides the war besides the end of all foes.
    pub objective: Objective,
}

impl<'a> Situation<'a> {
    /// The situation of the viewer's faction, with the progress of all sides towards victory, which everybody knows;
    /// `None` for a viewer that is no faction.
    pub fn of(view: WorldView<'a>, economy: EconomyView<'a>, progress: &[Progress]) -> Option<Self> {
        let me = view.faction()?;
        let tick = view.almanac().calendar.tick;
        let bodies = bodies::facts_of_bodies(view, me, progress);
        let sides: &Sides = &view.almanac().sides;
        let system = &view.almanac().sky.system;
        let holders = bodies.iter_enumerated().map(|(body, known)| Holder {
            side: known.owner.map(|owner| sides.side(owner)),
            is_planet: system.bodies.get(body).is_some_and(SystemBody::counts_as_planet),
        });
        let holders: TiVec<BodyId, Holder> = holders.collect();
        let ledger = economy.ledger();
        Some(Self {
            me,
            view,
            economy,
            tick,
            ships: own::ships(view, me),
            structures: own::structures(view, me),
            in_build: own::in_build(economy),
            contacts: units::contacts(view, tick),
            allied: units::allied(view, me, tick),
            bodies,
            balance: ledger.map_or(Amount::ZERO, |ledger| ledger.balance()),
            income: ledger.map_or(Amount::ZERO, own::net_income),
            objective: Objective::of(progress, (sides.side(me), sides), &holders),
        })
    }

    /// Facts that everybody knows.
    pub fn almanac(&self) -> &'a Almanac<'a> {
        self.view.almanac()
    }

    /// The name of a body within a sentence.
    pub fn name(&self, body: BodyId) -> String {
        self.almanac().body_in_words(body)
    }

    /// A ship of the faction.
    pub fn ship(&self, id: ShipId) -> Option<&OwnShip> {
        self.ships.binary_search_by_key(&id, |ship| ship.id).ok().map(|index| &self.ships[index])
    }

    /// Present place of a body, km.
    pub fn place(&self, body: BodyId) -> DVec3 {
        self.almanac().body_place(body)
    }

    /// Whether a place, km, is in the well of a body, or within two radii of the body if its well is smaller or it has
    /// none. [`Sky::is_in_well`](crate::sim::Sky::is_in_well) knows the well alone.
    pub fn is_in_well(&self, body: BodyId, place: DVec3) -> bool {
        let this = self.almanac().sky.system.bodies.get(body);
        let reach_km = this.map_or(0.0, |this| this.well_radius_km.max(2.0 * this.displayed_radius_km));
        place.distance_squared(self.place(body)) <= reach_km * reach_km
    }

    /// The unit that an operation hunts, as far as known; `None` once it is gone.
    pub fn quarry_of(&self, operation: &Operation) -> Option<&Contact> {
        self.contacts.iter().find(|contact| Some(contact.id) == operation.quarry)
    }

    /// Whether the faction owns a body.
    pub fn owns(&self, body: BodyId) -> bool {
        self.bodies.get(body).is_some_and(|known| known.owner == Some(self.me))
    }

    /// The bodies that the faction owns.
    pub fn own_bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.bodies.iter_enumerated().filter(|(_, known)| known.owner == Some(self.me)).map(|(body, _)| body)
    }

    /// Whether a faction is another one of its side.
    pub fn is_ally(&self, faction: FactionId) -> bool {
        faction != self.me && !self.almanac().sides.are_foes(faction, self.me)
    }

    /// The sides of its foes, those that have fallen included.
    pub fn foe_sides(&self) -> BTreeSet<u16> {
        let Almanac { factions, sides, .. } = self.almanac();
        let foes = factions.0.keys().filter(|faction| sides.are_foes(*faction, self.me));
        foes.map(|faction| sides.side(faction)).collect()
    }

    /// The side of the foes that own a body, as far as known; `None` if none of them does.
    pub fn foes_of(&self, body: BodyId) -> Option<u16> {
        let owner = self.bodies.get(body).filter(|known| known.is_foes)?.owner?;
        Some(self.almanac().sides.side(owner))
    }

    /// Its working yards, by number.
    pub fn yards(&self) -> impl Iterator<Item = &OwnStructure> + '_ {
        self.structures.iter().filter(|one| one.queue.is_some())
    }

    /// Whether a working yard of the faction is at a body.
    pub fn has_yard(&self, body: BodyId) -> bool {
        self.yards().any(|yard| yard.body == body)
    }

    /// Whether an own body must not fall: it has a working yard, or the war may be lost with it.
    pub fn is_vital(&self, body: BodyId) -> bool {
        self.has_yard(body) || self.objective.stake(body) > 0.0
    }

    /// The bodies with working yards, each once, by the first of its yards.
    pub fn yard_bodies(&self) -> Vec<BodyId> {
        let mut bodies = Vec::new();
        for yard in self.yards() {
            if !bodies.contains(&yard.body) {
                bodies.push(yard.body);
            }
        }
        bodies
    }

    /// The worth of its armed ships.
    pub fn armed_worth(&self) -> f64 {
        self.ships.iter().filter(|ship| ship.is_armed).map(|ship| ship.worth).sum()
    }

    /// Seconds of play of some ticks.
    pub fn seconds(ticks: u64) -> f64 {
        ticks as f64 / TICKS_PER_SECOND
    }

    /// Days of the calendar in a second of play.
    pub fn days_per_second(&self) -> f64 {
        self.almanac().calendar.tick_seconds() * TICKS_PER_SECOND / SECONDS_PER_DAY
    }

    /// The value of a sum for the faction, in money: what it has little of is worth more.
    pub fn value(&self, money: f64, resources: f64) -> f64 {
        money + resources * self.resource_weight()
    }

    /// The treasury after so many economy ticks of the present income, if nothing is spent on building. It may fall
    /// below zero.
    pub fn balance_after(&self, economy_ticks: i64) -> Amount {
        let after = |balance: i64, income: i64| balance + economy_ticks * income;
        Amount {
            money: after(self.balance.money, self.income.money),
            resources: after(self.balance.resources, self.income.resources),
            rare: after(self.balance.rare, self.income.rare),
        }
    }

    /// Money that a unit of resources is worth, by what there will be soon. Ships take about three units of resources
    /// for four of money.
    fn resource_weight(&self) -> f64 {
        /// Economy ticks of income that count as if they were there.
        const SOON_TICKS: i64 = 15;
        let soon = self.balance_after(SOON_TICKS);
        let (money, resources) = (soon.money as f64, soon.resources as f64);
        (0.75 + (0.75 * money - resources) / 1500.0).clamp(0.15, 2.0)
    }
}
