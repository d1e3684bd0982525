//! What belongs to whom: bodies, structures in the rings of their wells, what grows there, and the ledgers.
//!
//! - Enters: a level's holdings, and orders that build.
//! - Leaves: structures with their places, ships from yards, ledgers.
//! - Must never: move a ship, or change a treasury but through its [`Ledger`].
//!
//! This file says what there is; `carry.rs` places structures, `building.rs` lets them grow, `yards.rs`
//! builds ships, `constructors.rs` speeds up both, `refitting.rs` fills up troop ships, `upkeep.rs` is the
//! economy tick, `levels.rs` reads and writes all of it as a level does.

pub mod building;
pub mod carry;
pub mod constructors;
pub mod levels;
pub mod refitting;
pub mod upkeep;
pub mod yards;

use std::collections::VecDeque;

use bevy::prelude::*;

use super::SimSystems;
use super::economy::{Growth, Ledger};
use super::rings::RingLayout;
use super::ships::Station;
use super::sight::RingPlace;
use crate::level::holdings::StructureClass;
use crate::rules::EconomyRules;

/// A structure's number, unique and never reused in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructureId(pub u32);

/// Something that stands in a ring, finished or growing.
#[derive(Component, Clone, Debug, PartialEq)]
#[component(immutable)]
#[require(super::ships::Position)]
pub struct Structure {
    /// Its number.
    pub id: StructureId,
    /// Index of its class in [`StructureClasses`].
    pub class: usize,
    /// The faction that owns it, an index into [`super::fleets::Factions`].
    pub faction: usize,
    /// The body in whose well it stands, an index into the sky.
    pub body: usize,
    /// The ring, 0 is the innermost.
    pub ring: u8,
    /// Its first slot.
    pub slot: u16,
    /// How many slots it takes, in the sense in which the ring turns.
    pub slots: u8,
    /// How far it reaches from its middle, km.
    pub radius_km: f64,
}

impl Structure {
    /// Where it stands in the rings of its body.
    pub fn ring_place(&self) -> RingPlace {
        RingPlace { ring: self.ring, slot: self.slot, slots: self.slots }
    }
}

/// A structure that is not finished. The component is gone once it is.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Growing {
    /// How far it is, and what has been paid.
    pub growth: Growth,
    /// Whether its owner has it wait.
    pub paused: bool,
}

/// What a finished structure of a class with a yard builds.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Shipyard {
    /// The ships that it will build; the first grows.
    pub queue: VecDeque<YardJob>,
    /// Whether what is finished goes to the end of the queue again.
    pub repeats: bool,
    /// Where new ships go.
    pub rally: Option<Rally>,
    /// How many ships it has built.
    pub built: u32,
    /// How many fleets it has founded, those that are gone too.
    pub fleets: u32,
}

/// A ship that grows in a yard, or waits for its turn.
#[derive(Clone, Debug, PartialEq)]
pub struct YardJob {
    /// Index of its class in [`super::ships::ShipClasses`].
    pub class: usize,
    /// How far it is, and what has been paid.
    pub growth: Growth,
}

/// Where new ships go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rally {
    /// A place, fixed in space or going along with a body.
    Place(Station),
    /// A ring of a well.
    Ring {
        /// The body, an index into the sky.
        body: usize,
        /// The ring.
        ring: u8,
    },
    /// A body: beside it.
    Body(usize),
}

/// A ship or a structure that could not be paid for at the last economy tick: engines, yards and works
/// stand still until it can.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Idle;

/// A body as a property.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Holding {
    /// The faction that owns it.
    pub owner: Option<usize>,
    /// What it is worth in money before structures raise it.
    pub economics: u32,
    /// What it is worth in resources.
    pub resources: u32,
    /// By what defenders are stronger on its ground, above 0.
    pub terrain: f64,
}

impl Default for Holding {
    fn default() -> Self {
        Self { owner: None, economics: 0, resources: 0, terrain: 1.0 }
    }
}

/// All bodies as properties, in the order of the sky.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Holdings(pub Vec<Holding>);

/// The rings of all bodies, in the order of the sky; `None` where there are none.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Rings(pub Vec<Option<RingLayout>>);

impl Rings {
    /// The rings of a body.
    pub fn of(&self, body: usize) -> Option<&RingLayout> {
        self.0.get(body).and_then(Option::as_ref)
    }
}

/// The ledgers of all factions, in their order.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Ledgers(pub Vec<Ledger>);

/// The structure classes of this world: those of the rules, with the level's own.
#[derive(Resource, Clone, Debug, Default)]
pub struct StructureClasses(pub Vec<StructureClass>);

/// The numbers of the economy that hold in this world.
#[derive(Resource, Clone, Debug)]
pub struct EconomyChoice(pub EconomyRules);

/// The parts of [`SimSystems::Hold`], in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HoldSystems {
    /// What building must leave for the next upkeep.
    Forecast,
    /// Structures grow.
    Build,
    /// Yards build ships.
    Yards,
    /// Yards fill up troop ships.
    Refit,
    /// The economy tick, when it is due.
    Settle,
}

pub(super) fn plugin(app: &mut App) {
    let parts = (
        HoldSystems::Forecast,
        HoldSystems::Build,
        HoldSystems::Yards,
        HoldSystems::Refit,
        HoldSystems::Settle,
    );
    app.configure_sets(FixedUpdate, parts.chain().in_set(SimSystems::Hold));
    app.add_plugins((carry::plugin, building::plugin, yards::plugin, refitting::plugin, upkeep::plugin));
}

/// The entities of all structures, in the order of their numbers.
pub fn structures_in_order(world: &mut World) -> Vec<(StructureId, Entity)> {
    let mut found: Vec<(StructureId, Entity)> =
        world.query::<(&Structure, Entity)>().iter(world).map(|(one, entity)| (one.id, entity)).collect();
    found.sort_unstable();
    found
}

/// Finds a structure by its number.
pub fn find_structure(world: &mut World, id: StructureId) -> Option<Entity> {
    world.query::<(&Structure, Entity)>().iter(world).find(|(one, _)| one.id == id).map(|(_, entity)| entity)
}

/// Which slots of a ring are taken.
pub fn taken_slots<'a>(
    layout: &RingLayout,
    body: usize,
    ring: u8,
    structures: impl Iterator<Item = &'a Structure>,
) -> Vec<bool> {
    let here = structures.filter(|one| one.body == body);
    slots_taken(layout, ring, here.map(Structure::ring_place))
}

/// Which slots of a ring are taken by what stands in these places of its body.
pub fn slots_taken(layout: &RingLayout, ring: u8, places: impl Iterator<Item = RingPlace>) -> Vec<bool> {
    let mut taken = vec![false; usize::from(layout.slot_count(usize::from(ring)))];
    for one in places.filter(|one| one.ring == ring) {
        for slot in layout.run(usize::from(ring), one.slot, one.slots) {
            if let Some(taken) = taken.get_mut(usize::from(slot)) {
                *taken = true;
            }
        }
    }
    taken
}

/// By how many hundredths research lowers the price of a faction's ships.
pub fn research_percent<'a>(
    classes: &StructureClasses,
    rules: &EconomyRules,
    working: impl Iterator<Item = &'a Structure>,
) -> u32 {
    let percent = |one: &Structure| classes.0.get(one.class).map_or(0, |class| class.research_percent);
    let sum = working.map(percent).fold(0, u32::saturating_add);
    sum.min(rules.income.most_research_percent).min(100)
}
