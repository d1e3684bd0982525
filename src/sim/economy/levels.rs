//! Possessions in a level: holdings, structures, yards and treasuries.

use std::collections::VecDeque;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use typed_index_collections::{TiSlice, TiVec};

use crate::level;
use crate::level::{
    BodyIndices, BodyKind, Level, NamedGoal, PlacedStructure, StructureClass, SystemBody, build_ticks,
    is_usual,
};
use crate::rules::Rules;
use crate::sim::motion::NameLookup;
use crate::sim::motion::structures::place;
use crate::sim::{
    BodyId, Calendar, Condition, EconomyChoice, FactionId, Goal, Growing, Growth, Holding, Holdings, Idle,
    Ledger, Ledgers, NextIds, Position, RingBody, RingLayout, Rings, Shipyard, Sky, SpawnError, Structure,
    StructureClasses, StructureId, YardJob, terrain_of,
};

/// Adds the rules about possessions to a world that has its [`Sky`]: rings, classes, and the numbers of the
/// economy.
pub fn lay_rings(world: &mut World, rules: &Rules) {
    let rings = rings_of(world.resource::<Sky>(), rules);
    world.insert_resource(rings);
    world.insert_resource(StructureClasses(rules.structure_classes.clone().into()));
    world.insert_resource(EconomyChoice(rules.economy.clone()));
}

fn rings_of(sky: &Sky, rules: &Rules) -> Rings {
    let numbers = &rules.economy.rings;
    let layout = |body: &SystemBody| {
        let ring_body = RingBody {
            displayed_radius_km: body.displayed_radius_km,
            well_radius_km: body.well_radius_km,
            // Poles wander a little with the date; rings stay as they are at tick 0.
            pole: body.rotation.spin_axis(sky.system.epoch_jd),
            is_star: body.kind == BodyKind::Star,
        };
        RingLayout::new(&ring_body, numbers.count(body), body.rings.innermost_period_s, numbers)
    };
    Rings(sky.system.bodies.iter().map(layout).collect())
}

/// Adds the initial possessions of a level to a world that has its [`Sky`], [`Calendar`], [`NextIds`] and
/// [`Rings`] already: owners, ledgers, and structures with their growth and queues. The number of a structure is
/// its index in the list.
///
/// A yard under construction has a queue only if the level gives it one.
///
/// # Errors
/// For an unknown name; a checked level has none.
pub fn enter_possessions(world: &mut World, level: &Level, rules: &Rules) -> Result<(), SpawnError> {
    let sky = world.resource::<Sky>();
    let bodies = sky.system.indices();
    let reader = Reader { level, rules, sky, bodies };
    let holdings = Holdings(reader.holdings()?);
    let ledgers = Ledgers(reader.ledgers());
    let founded = reader.structures()?;
    world.insert_resource(holdings);
    world.insert_resource(ledgers);
    let next = founded.iter().map(|one| one.structure.id.0.saturating_add(1)).max().unwrap_or(0);
    let mut ids = world.resource_mut::<NextIds>();
    ids.structure = ids.structure.max(next);
    founded.into_iter().for_each(|one| one.spawn(world));
    Ok(())
}

/// A structure with all that belongs to it, in a save or about to enter the world.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StructureState {
    /// The structure and its place.
    pub structure: Structure,
    /// Growth; absent: finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growing: Option<Growing>,
    /// Yard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yard: Option<Shipyard>,
    /// Whether it could not be paid for.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub idle: bool,
    /// Combat state; absent: new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

ranges!(StructureState { condition });

impl StructureState {
    /// Puts it into a world that has its [`Sky`], [`Calendar`] and [`Rings`].
    pub fn spawn(self, world: &mut World) {
        let (rings, sky) = (world.resource::<Rings>(), world.resource::<Sky>());
        let position = place(&self.structure, rings, sky, world.resource::<Calendar>().tick);
        let mut entity = world.spawn((self.structure, Position(position)));
        insert_some(&mut entity, self.growing);
        insert_some(&mut entity, self.yard);
        insert_some(&mut entity, self.condition);
        insert_some(&mut entity, self.idle.then_some(Idle));
    }
}

/// Adds an optional component to an entity.
pub(in crate::sim) fn insert_some(entity: &mut EntityWorldMut, component: Option<impl Component>) {
    if let Some(component) = component {
        entity.insert(component);
    }
}

/// Reads a level.
struct Reader<'a> {
    level: &'a Level,
    rules: &'a Rules,
    sky: &'a Sky,
    bodies: BodyIndices,
}

impl Reader<'_> {
    fn holdings(&self) -> Result<TiVec<BodyId, Holding>, SpawnError> {
        self.sky.system.bodies.iter().map(|body| self.holding(body)).collect()
    }

    fn holding(&self, body: &SystemBody) -> Result<Holding, SpawnError> {
        let owner = self.level.owner_of(&body.name);
        let owner = owner.map(|name| self.faction(&body.name, name)).transpose()?;
        let said = self.level.holding(&body.name);
        let (economics, resources) = self.rules.economy.income.worth_of(body.kind, body.radius_km);
        let terrain = terrain_of(body.kind, &self.rules.combat.ground.terrain);
        Ok(Holding {
            owner,
            economics: said.and_then(|said| said.economics).unwrap_or(economics),
            resources: said.and_then(|said| said.resources).unwrap_or(resources),
            terrain: said.and_then(|said| said.terrain).unwrap_or(terrain),
        })
    }

    fn ledgers(&self) -> TiVec<FactionId, Ledger> {
        let ledger = |faction: &level::Faction| {
            Ledger::opened(faction.treasury.unwrap_or(self.rules.economy.income.start))
        };
        self.level.factions.iter().map(ledger).collect()
    }

    fn structures(&self) -> Result<Vec<StructureState>, SpawnError> {
        (0..).zip(&self.level.structures).map(|(index, placed)| self.structure(index, placed)).collect()
    }

    fn structure(&self, index: u32, placed: &PlacedStructure) -> Result<StructureState, SpawnError> {
        let user = format!("structures[{index}]");
        let mut classes = self.rules.structure_classes.iter().enumerate();
        let (class, rules) = classes
            .find(|(_, class)| class.name == placed.class)
            .ok_or_else(|| SpawnError::unknown(&user, "structure class", &placed.class))?;
        let structure = Structure {
            id: StructureId(index),
            class: class.into(),
            faction: self.faction(&user, &placed.faction)?,
            body: self.body(&user, &placed.body)?,
            ring: placed.ring,
            slot: placed.slot,
            slots: rules.slots,
            radius_km: rules.radius_km,
        };
        let growing = placed.construction.map(|construction| Growing {
            growth: Growth::resumed(construction.done_ticks, rules.build_ticks(), rules.price),
            paused: construction.paused,
        });
        let has_yard = rules.is_yard() && (growing.is_none() || placed.yard.is_some());
        let yard = has_yard.then(|| self.yard(&user, rules, placed.yard.as_ref())).transpose()?;
        Ok(StructureState { structure, growing, yard, idle: false, condition: None })
    }

    fn yard(
        &self,
        user: &str,
        rules: &StructureClass,
        yard: Option<&level::Yard>,
    ) -> Result<Shipyard, SpawnError> {
        let Some(yard) = yard else { return Ok(Shipyard::default()) };
        let queue: VecDeque<YardJob> = yard
            .queue
            .iter()
            .map(|job| self.job(user, job, rules.yard_speed))
            .collect::<Result<_, SpawnError>>()?;
        let rally = yard.rally.as_ref().map(|rally| self.rally(user, rally)).transpose()?;
        Ok(Shipyard { queue, repeats: yard.repeat, rally, ..Shipyard::default() })
    }

    fn job(&self, user: &str, job: &level::YardJob, yard_speed: f64) -> Result<YardJob, SpawnError> {
        let mut classes = self.rules.ship_classes.iter().enumerate();
        let (class, rules) = classes
            .find(|(_, class)| class.name == job.class)
            .ok_or_else(|| SpawnError::unknown(user, "ship class", &job.class))?;
        let total_ticks = build_ticks(rules.build_s, yard_speed);
        let growth = Growth::resumed(job.done_ticks, total_ticks, rules.price);
        Ok(YardJob { class: class.into(), growth })
    }

    fn rally(&self, user: &str, rally: &NamedGoal) -> Result<Goal, SpawnError> {
        let body = |name: &str| self.bodies.find(name);
        let classes = TiSlice::from_ref(&self.rules.ship_classes);
        let names = NameLookup { sky: self.sky, body: &body, classes, fleet: &|_| None };
        names.goal(rally).map_err(|missing| SpawnError::unknown(user, "rally", &missing.to_string()))
    }

    fn faction(&self, user: &str, name: &str) -> Result<FactionId, SpawnError> {
        self.level.faction_id(name).ok_or_else(|| SpawnError::unknown(user, "faction", name))
    }

    fn body(&self, user: &str, name: &str) -> Result<BodyId, SpawnError> {
        self.bodies.find(name).ok_or_else(|| SpawnError::unknown(user, "body", name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Amount, LedgerSource, Price};
    use crate::sim::economy::test_support::{level_of, world_from, world_of};

    const HELD: &str = r##"(
        schema_version: 1, title: "Held", epoch: jd(2461365.5),
        bodies: [body("Sun"), body("Earth"), body("Moon"), body("Mars")],
        factions: [
            (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 700, rare: 2)),
            (name: "Ares", color: "#ff7a45", home: "Mars"),
        ],
        holdings: [(body: "moon", owner: "Ares"), (body: "Earth", economics: 120, terrain: 3.0)],
        structures: [
            (class: "satellite", faction: "Terra", body: "Earth", ring: 0, slot: 4),
            (
                class: "shipyard", faction: "Terra", body: "Earth", ring: 3, slot: 1,
                yard: (
                    queue: [(class: "scout", done_ticks: 40), (class: "miner")], repeat: true,
                    rally: place(body: "Mars", offset_km: (900000.0, 0.0, 1.5)),
                ),
            ),
            (
                class: "factory", faction: "Ares", body: "Mars", ring: 0, slot: 5,
                construction: (done_ticks: 100, paused: true),
            ),
            (class: "shipyard", faction: "Ares", body: "Mars", ring: 2, slot: 0),
        ],
    )"##;

    #[test]
    fn a_level_sets_owners_and_treasuries() {
        let world = world_of(HELD);
        let sky = world.resource::<Sky>();
        let holding = |name: &str| world.resource::<Holdings>().0[sky.system.find(name).expect("a body")];
        assert_eq!(
            holding("Earth"),
            Holding { owner: Some(FactionId(0)), economics: 120, resources: 100, terrain: 3.0 }
        );
        assert_eq!(
            holding("Moon"),
            Holding { owner: Some(FactionId(1)), economics: 40, resources: 60, terrain: 1.1 }
        );
        assert_eq!(holding("Mars").owner, Some(FactionId(1)), "its home");
        assert_eq!(holding("Sun"), Holding::default());
        let ledgers = &world.resource::<Ledgers>().0;
        assert_eq!(ledgers[FactionId(0)].balance(), Amount { money: 700, resources: 0, rare: 2 });
        let start = ledgers[FactionId(0)].since_start().of(LedgerSource::Start);
        assert_eq!(start.money, 700);
        assert_eq!(ledgers[FactionId(1)].balance(), world.resource::<EconomyChoice>().0.income.start);
        assert!(ledgers.iter().all(|ledger| ledger.check().is_ok()));
        assert_eq!(world.resource::<NextIds>().structure, 4);
    }

    #[test]
    fn structures_stand_in_their_rings() {
        let mut world = world_of(HELD);
        let mut structures = world.query::<(Entity, &Structure)>();
        let mut standing: Vec<(StructureId, Entity)> =
            structures.iter(&world).map(|(entity, one)| (one.id, entity)).collect();
        standing.sort();
        let order: Vec<Entity> = standing.into_iter().map(|(_, entity)| entity).collect();
        let (sky, rings) = (world.resource::<Sky>(), world.resource::<Rings>());
        for &entity in &order {
            let structure = world.get::<Structure>(entity).expect("a structure");
            let position = world.get::<Position>(entity).expect("a place").0;
            let layout = rings.of(structure.body).expect("its body has rings");
            let distance = position.distance(sky.now[structure.body].position);
            let radius = layout.radius_km(usize::from(structure.ring));
            assert!((distance - radius).abs() < 1.0e-6 * radius, "{distance} {radius}");
        }
        assert!(world.get::<Shipyard>(order[3]).is_some(), "a yard that the level does not speak of");
        let growing = world.get::<Growing>(order[2]).expect("it grows");
        assert!(growing.paused);
        // 100 of 750 ticks of 600 money and 150 resources.
        assert_eq!(growing.growth.paid, Price { money: 80, resources: 20, rare: 0 });
    }

    #[test]
    fn an_unknown_name_is_reported_with_its_place() {
        let level = level_of(&HELD.replace("class: \"miner\"", "class: \"minor\""));
        let Err(error) = world_from(&level) else { panic!("there is no such class") };
        assert_eq!(error.to_string(), "structures[1]: there is no ship class called `minor`");
    }
}
