//! Possessions from a level into the world, and back: holdings, structures, yards, treasuries and accounts.
//!
//! A captured world that is settled in again goes on bit by bit. So nothing is kept between two ticks that a
//! level does not hold.
//!
//! A save has only the progress of a growing structure: its price never changes, so the sum paid follows. For
//! a ship in a yard it has the sum paid too, because research changes the price on the way.

use std::collections::VecDeque;

use bevy::prelude::*;
use typed_index_collections::{TiSlice, TiVec};

use crate::level::model::holdings::Account;
use crate::level::{
    self, BodyIndices, BodyKind, Construction, Level, NamedGoal, PlacedStructure, StructureClass, SystemBody,
    build_ticks,
};
use crate::rules::LevelRules;
use crate::sim::ids::{BodyId, ClassId, FactionId, StructureId};
use crate::sim::motion::names::{Names, named_goal};
use crate::sim::motion::structures::place;
use crate::sim::world::money::{Growth, Ledger};
use crate::sim::world::{
    Armoury, Condition, EconomyChoice, Factions, Goal, Growing, Holding, Holdings, Idle, Ledgers, NextIds,
    Position, RingBody, RingLayout, Rings, ShipClasses, Shipyard, SpawnError, Structure, StructureClasses,
    YardJob, structures_in_order, terrain_of,
};
use crate::sim::{Calendar, Sky};

/// Puts possessions into a world that has its [`Sky`], [`Calendar`] and [`NextIds`] already: rings, owners,
/// ledgers, structures with what grows in them, and the rules for all of it. [`NextIds::structure`] is above
/// every structure's number afterwards.
///
/// A structure without a number gets its place in the list. A yard that still grows has a queue only where
/// the level gives it one.
///
/// # Errors
/// For an unknown name; a level that was checked has none.
pub fn settle_in(world: &mut World, level: &Level, rules: &LevelRules) -> Result<(), SpawnError> {
    let sky = world.resource::<Sky>();
    let bodies = sky.system.indices();
    let reader = Reader { level, rules, armoury: Armoury::new(rules), sky, bodies };
    let rings = Rings(reader.rings());
    let holdings = Holdings(reader.holdings()?);
    let ledgers = Ledgers(reader.ledgers());
    let mut founded = reader.structures()?;
    let tick = world.resource::<Calendar>().tick;
    for one in &mut founded {
        one.position.0 = place(&one.structure, &rings, reader.sky, tick);
    }
    world.insert_resource(rings);
    world.insert_resource(holdings);
    world.insert_resource(ledgers);
    world.insert_resource(StructureClasses(rules.structure_classes.clone().into()));
    world.insert_resource(EconomyChoice(rules.economy.clone()));
    let next = founded.iter().map(|one| one.structure.id.0.saturating_add(1)).max().unwrap_or(0);
    let mut ids = world.resource_mut::<NextIds>();
    ids.structure = ids.structure.max(next);
    founded.into_iter().for_each(|one| one.spawn(world));
    Ok(())
}

/// A structure that is about to enter the world.
struct Founded {
    structure: Structure,
    position: Position,
    growing: Option<Growing>,
    yard: Option<Shipyard>,
    condition: Option<Condition>,
    is_idle: bool,
}

impl Founded {
    fn spawn(self, world: &mut World) {
        let mut entity = world.spawn((self.structure, self.position));
        if let Some(growing) = self.growing {
            entity.insert(growing);
        }
        if let Some(yard) = self.yard {
            entity.insert(yard);
        }
        if let Some(condition) = self.condition {
            entity.insert(condition);
        }
        if self.is_idle {
            entity.insert(Idle);
        }
    }
}

/// Reads a level.
struct Reader<'a> {
    level: &'a Level,
    rules: &'a LevelRules,
    armoury: Armoury,
    sky: &'a Sky,
    bodies: BodyIndices,
}

impl Reader<'_> {
    fn rings(&self) -> TiVec<BodyId, Option<RingLayout>> {
        let numbers = &self.rules.economy.rings;
        let layout = |body: &SystemBody| {
            let ring_body = RingBody {
                displayed_radius_km: body.displayed_radius_km,
                well_radius_km: body.well_radius_km,
                // Poles wander a little with the date; rings stay as they are at tick 0.
                pole: body.rotation.spin_axis(self.sky.system.epoch_jd),
                is_star: body.kind == BodyKind::Star,
            };
            RingLayout::new(&ring_body, numbers.count(body), body.rings.innermost_period_s, numbers)
        };
        self.sky.system.bodies.iter().map(layout).collect()
    }

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
            let treasury = faction.treasury.unwrap_or(self.rules.economy.income.start);
            match self.level.accounts.iter().find(|account| account.faction == faction.name) {
                Some(account) => Ledger::reopened(treasury, account),
                None => Ledger::opened(treasury),
            }
        };
        self.level.factions.iter().map(ledger).collect()
    }

    fn structures(&self) -> Result<Vec<Founded>, SpawnError> {
        (0..).zip(&self.level.structures).map(|(index, placed)| self.structure(index, placed)).collect()
    }

    fn structure(&self, index: u32, placed: &PlacedStructure) -> Result<Founded, SpawnError> {
        let user = format!("structures[{index}]");
        let mut classes = self.rules.structure_classes.iter().enumerate();
        let (class, rules) = classes
            .find(|(_, class)| class.name == placed.class)
            .ok_or_else(|| unknown(&user, "structure class", &placed.class))?;
        let structure = Structure {
            id: StructureId(placed.id.unwrap_or(index)),
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
        let armed = self.armoury.structures.get(structure.class);
        let said = placed.condition.as_ref().zip(armed);
        let condition = said
            .map(|(said, armed)| Condition::resumed(armed, said, TiSlice::from_ref(&self.level.factions)));
        let position = Position::default();
        Ok(Founded { structure, position, growing, yard, condition, is_idle: placed.idle })
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
        Ok(Shipyard { queue, repeats: yard.repeat, rally, built: yard.built, fleets: yard.fleets })
    }

    fn job(&self, user: &str, job: &level::YardJob, yard_speed: f64) -> Result<YardJob, SpawnError> {
        let mut classes = self.rules.ship_classes.iter().enumerate();
        let (class, rules) = classes
            .find(|(_, class)| class.name == job.class)
            .ok_or_else(|| unknown(user, "ship class", &job.class))?;
        let total_ticks = build_ticks(rules.build_s, yard_speed);
        let growth = Growth { done_ticks: job.done_ticks, total_ticks, price: rules.price, paid: job.paid };
        Ok(YardJob { class: class.into(), growth })
    }

    fn rally(&self, user: &str, rally: &NamedGoal) -> Result<Goal, SpawnError> {
        let body = |name: &str| self.bodies.find(name);
        let classes = TiSlice::from_ref(&self.rules.ship_classes);
        let names = Names { sky: self.sky, body: &body, classes, fleet: &|_| None };
        names.goal(rally).map_err(|missing| unknown(user, "rally", &missing.to_string()))
    }

    fn faction(&self, user: &str, name: &str) -> Result<FactionId, SpawnError> {
        self.level.faction_id(name).ok_or_else(|| unknown(user, "faction", name))
    }

    fn body(&self, user: &str, name: &str) -> Result<BodyId, SpawnError> {
        self.bodies.find(name).ok_or_else(|| unknown(user, "body", name))
    }
}

fn unknown(user: &str, what: &'static str, name: &str) -> SpawnError {
    SpawnError::UnknownThing { user: user.to_owned(), what, name: name.to_owned() }
}

/// Writes the possessions of a world into the level that it is captured in: every body that is held or has an
/// unusual worth, every treasury and account, and every structure with its number.
///
/// `level` is the one that the world was made from. A world without settled possessions leaves it unchanged.
pub fn capture_into(world: &mut World, level: &mut Level) {
    let order = structures_in_order(world);
    let Some(writer) = Writer::of(world) else { return };
    level.structures = order.iter().filter_map(|(_, entity)| writer.structure(*entity)).collect();
    level.holdings = writer.holdings(level);
    for (faction, ledger) in level.factions.iter_mut().zip(&writer.ledgers.0) {
        faction.treasury = Some(ledger.treasury());
    }
    let accounts = level.factions.iter().zip(&writer.ledgers.0);
    let accounts = accounts.map(|(faction, ledger)| ledger.account(&faction.name));
    let says_something =
        |account: &Account| *account != Account { faction: account.faction.clone(), ..Account::default() };
    level.accounts = accounts.filter(says_something).collect();
}

/// Writes a level.
struct Writer<'w> {
    world: &'w World,
    sky: &'w Sky,
    factions: &'w Factions,
    holdings: &'w Holdings,
    ledgers: &'w Ledgers,
    ship_classes: &'w ShipClasses,
    structure_classes: &'w StructureClasses,
    rules: &'w EconomyChoice,
}

impl<'w> Writer<'w> {
    fn of(world: &'w World) -> Option<Self> {
        Some(Self {
            world,
            sky: world.get_resource()?,
            factions: world.get_resource()?,
            holdings: world.get_resource()?,
            ledgers: world.get_resource()?,
            ship_classes: world.get_resource()?,
            structure_classes: world.get_resource()?,
            rules: world.get_resource()?,
        })
    }

    fn holdings(&self, level: &Level) -> Vec<level::Holding> {
        let bodies = self.sky.system.bodies.iter().zip(&self.holdings.0);
        bodies.filter_map(|(body, holding)| self.holding(level, body, holding)).collect()
    }

    /// The entry of a body in a save; none for a body without an owner that has the usual worth.
    fn holding(&self, level: &Level, body: &SystemBody, holding: &Holding) -> Option<level::Holding> {
        let said = level.holding(&body.name);
        let (usual_economics, usual_resources) = self.rules.0.income.worth_of(body.kind, body.radius_km);
        // Values that the level gave are written again, even if they are the usual ones: the rules may
        // change, a save may not.
        let says_economics = said.is_some_and(|said| said.economics.is_some());
        let says_resources = said.is_some_and(|said| said.resources.is_some());
        let written = level::Holding {
            body: body.name.clone(),
            owner: holding.owner.and_then(|owner| self.faction(owner)),
            economics: (says_economics || holding.economics != usual_economics).then_some(holding.economics),
            resources: (says_resources || holding.resources != usual_resources).then_some(holding.resources),
            terrain: said.and_then(|said| said.terrain),
            ground: None,
        };
        let worth = written.economics.or(written.resources);
        let says_something = written.owner.is_some() || worth.is_some() || written.terrain.is_some();
        says_something.then_some(written)
    }

    fn structure(&self, entity: Entity) -> Option<PlacedStructure> {
        let structure = self.world.get::<Structure>(entity)?;
        let growing = self.world.get::<Growing>(entity);
        let construction = growing
            .map(|growing| Construction { done_ticks: growing.growth.done_ticks, paused: growing.paused });
        let yard = self.world.get::<Shipyard>(entity).filter(|yard| **yard != Shipyard::default());
        Some(PlacedStructure {
            class: self.structure_classes.0.get(structure.class)?.name.clone(),
            faction: self.faction(structure.faction)?,
            body: self.body(structure.body)?,
            ring: structure.ring,
            slot: structure.slot,
            id: Some(structure.id.0),
            construction,
            yard: yard.map(|yard| self.yard(yard)),
            idle: self.world.get::<Idle>(entity).is_some(),
            condition: self.condition(entity, structure.class),
        })
    }

    fn condition(&self, entity: Entity, class: ClassId) -> Option<level::ConditionState> {
        let class = self.world.get_resource::<Armoury>()?.structures.get(class)?;
        self.world.get::<Condition>(entity)?.state(class, &self.factions.0)
    }

    fn yard(&self, yard: &Shipyard) -> level::Yard {
        level::Yard {
            queue: yard.queue.iter().filter_map(|job| self.job(job)).collect(),
            repeat: yard.repeats,
            rally: yard.rally.and_then(|rally| self.rally(rally)),
            built: yard.built,
            fleets: yard.fleets,
        }
    }

    fn job(&self, job: &YardJob) -> Option<level::YardJob> {
        let class = self.ship_classes.0.get(job.class)?.name.clone();
        Some(level::YardJob { class, done_ticks: job.growth.done_ticks, paid: job.growth.paid })
    }

    fn rally(&self, rally: Goal) -> Option<NamedGoal> {
        named_goal(&rally, self.sky, &self.ship_classes.0)
    }

    fn faction(&self, index: FactionId) -> Option<String> {
        self.factions.0.get(index).map(|faction| faction.name.clone())
    }

    fn body(&self, index: BodyId) -> Option<String> {
        self.sky.system.bodies.get(index).map(|body| body.name.clone())
    }
}

#[cfg(test)]
pub(in crate::sim) mod tests {
    use super::*;
    use crate::level::source::parse::dialect;
    use crate::level::{LedgerSource, Moment, Price, StarSystem, Treasury};
    use crate::rules::trial::shipped;

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
                class: "shipyard", faction: "Terra", body: "Earth", ring: 3, slot: 1, id: 7, idle: true,
                yard: (
                    queue: [
                        (class: "scout", done_ticks: 40, paid: (money: 31, resources: 9)), (class: "miner"),
                    ],
                    repeat: true, rally: place(body: "Mars", offset_km: (900000.0, 0.0, 1.5)), built: 3,
                    fleets: 2,
                ),
            ),
            (
                class: "factory", faction: "Ares", body: "Mars", ring: 0, slot: 5, id: 5,
                construction: (done_ticks: 100, paused: true),
            ),
            (class: "shipyard", faction: "Ares", body: "Mars", ring: 2, slot: 0),
        ],
        accounts: [(faction: "Terra", entries: [(planets, 900, 0, 0), (ships, -300, 0, 0)])],
    )"##;

    fn level_of(text: &str) -> Level {
        dialect().from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    fn world_from(level: &Level) -> Result<World, SpawnError> {
        let rules = shipped().for_level(level);
        let system = StarSystem::build(level).expect("the sky is sound");
        let calendar = Calendar { clock: system.clock, tick: 0, seed: 0 };
        let mut world = World::new();
        world.insert_resource(Sky::new(system, calendar.now_jd()));
        world.insert_resource(calendar);
        world.insert_resource(Factions(level.factions.clone().into()));
        world.insert_resource(ShipClasses(rules.ship_classes.clone().into()));
        world.insert_resource(NextIds::default());
        settle_in(&mut world, level, &rules)?;
        Ok(world)
    }

    /// The world of a level's text at tick 0, with its possessions and without fleets.
    pub fn world_of(text: &str) -> World {
        world_from(&level_of(text)).expect("every name is known")
    }

    fn captured(world: &mut World, level: &Level) -> Level {
        let moment = Moment { tick: 0, seed: 0, next_ship: 0, next_fleet: 0, next_structure: 8 };
        let mut save = Level { start: Some(moment), ..level.clone() };
        capture_into(world, &mut save);
        save
    }

    #[test]
    fn a_level_says_what_belongs_to_whom() {
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
        assert_eq!(ledgers[FactionId(0)].treasury(), Treasury { money: 700, resources: 0, rare: 2 });
        let start = ledgers[FactionId(0)].since_start().of(LedgerSource::Start);
        assert_eq!(start.money, 100, "what the account leaves open");
        assert_eq!(ledgers[FactionId(1)].treasury(), world.resource::<EconomyChoice>().0.income.start);
        assert!(ledgers.iter().all(|ledger| ledger.check().is_ok()));
        assert_eq!(world.resource::<NextIds>().structure, 8);
    }

    #[test]
    fn structures_stand_in_their_rings() {
        let mut world = world_of(HELD);
        let order = structures_in_order(&mut world);
        let ids: Vec<u32> = order.iter().map(|(id, _)| id.0).collect();
        assert_eq!(ids, [0, 3, 5, 7]);
        let (sky, rings) = (world.resource::<Sky>(), world.resource::<Rings>());
        for &(_, entity) in &order {
            let structure = world.get::<Structure>(entity).expect("a structure");
            let position = world.get::<Position>(entity).expect("a place").0;
            let layout = rings.of(structure.body).expect("its body has rings");
            let distance = position.distance(sky.now[structure.body].position);
            let radius = layout.radius_km(usize::from(structure.ring));
            assert!((distance - radius).abs() < 1.0e-6 * radius, "{distance} {radius}");
        }
        assert!(world.get::<Shipyard>(order[1].1).is_some(), "a yard that the level does not speak of");
        let growing = world.get::<Growing>(order[2].1).expect("it grows");
        assert!(growing.paused);
        // 100 of 750 ticks of 600 money and 150 resources.
        assert_eq!(growing.growth.paid, Price { money: 80, resources: 20, rare: 0 });
    }

    #[test]
    fn what_is_captured_is_what_was_settled() {
        let level = level_of(HELD);
        let mut world = world_from(&level).expect("every name is known");
        let save = captured(&mut world, &level);
        let mut expected: Vec<PlacedStructure> = level.structures.clone();
        for (index, structure) in (0..).zip(&mut expected) {
            structure.id = structure.id.or(Some(index));
        }
        expected.sort_unstable_by_key(|structure| structure.id);
        assert_eq!(save.structures, expected);
        assert_eq!(save.factions[0].treasury, level.factions[0].treasury);
        let mut held: Vec<(&str, Option<&str>, Option<u32>)> = save
            .holdings
            .iter()
            .map(|holding| (holding.body.as_str(), holding.owner.as_deref(), holding.economics))
            .collect();
        held.sort_unstable();
        let terra = ("Earth", Some("Terra"), Some(120));
        assert_eq!(held, [terra, ("Mars", Some("Ares"), None), ("Moon", Some("Ares"), None)]);
        let terrain = |body: &str| save.holding(body).and_then(|holding| holding.terrain);
        assert_eq!((terrain("Earth"), terrain("Moon")), (Some(3.0), None));
        let mut again = world_from(&save).expect("every name is known");
        assert_eq!(captured(&mut again, &save), save);
        assert_eq!(again.resource::<Ledgers>(), world.resource::<Ledgers>());
        assert_eq!(again.resource::<Holdings>(), world.resource::<Holdings>());
    }

    #[test]
    fn a_name_that_nothing_has_is_told_with_its_place() {
        let level = level_of(&HELD.replace("class: \"miner\"", "class: \"minor\""));
        let Err(error) = world_from(&level) else { panic!("there is no such class") };
        assert_eq!(error.to_string(), "structures[1]: there is no ship class called `minor`");
    }
}
