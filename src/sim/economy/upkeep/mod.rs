//! The economy tick: the incomes from bodies and structures, and the upkeep of ships and structures.
//!
//! - Enters: owners and worth of bodies, their ground, structures, ships, the ledgers of factions.
//! - Leaves: settled ledgers; a mark on each unit that is unpaid ([`Idle`](crate::sim::Idle)); [`Reserves`] in every
//!   tick.
//! - Must never: let a treasury fall below zero, or depend on the order in which things are stored.
//!
//! An idle structure or ship is due again at the next economy tick, and works nothing until it is paid: it earns
//! nothing, raises nothing and mines nothing. A structure earns for its own owner at any body. It raises the value
//! of a body only if the body belongs to the same faction.
//!
//! A comet yields rare materials to its holder, and more to miners near it. While it has no holder anyone may mine
//! there, after that only the holder's side.
//!
//! | file | does |
//! |---|---|
//! | `mod.rs` | the settlement, and the reserve for the next one |
//! | `books.rs` | what every faction earns and owes; miners; the marks of the unpaid |

mod books;

use bevy::prelude::*;
use typed_index_collections::TiVec;

use super::HoldSystems;
use crate::level::Price;
use crate::rules::economy::IncomeNumbers;
use crate::sim::world::money::{Unpaid, reserve, settle, ticks_per_economy_tick};
use crate::sim::{Calendar, FactionId, Ledgers, OfWorld, Tick};
use books::Property;

/// The reserve that building must leave in the treasury of each faction, in their order, for the upkeep of the
/// next economy tick. Recomputed in every tick, before anything is built.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Reserves(pub TiVec<FactionId, Price>);

impl Reserves {
    /// The reserve of a faction; zero for an unknown one.
    pub fn of(&self, faction: FactionId) -> Price {
        self.0.get(faction).copied().unwrap_or(Price::ZERO)
    }
}

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_scratch::<Reserves>("computed again in every tick");
    app.add_systems(Tick, forecast_reserves.in_set(HoldSystems::Forecast));
    app.add_systems(Tick, settle_accounts.in_set(HoldSystems::Settle));
}

fn forecast_reserves(property: Property, ledgers: Res<Ledgers>, mut reserves: ResMut<Reserves>) {
    let rules = &property.rules.0.income;
    let books = property.books(ledgers.0.len());
    reserves.0.clear();
    reserves
        .0
        .extend(books.iter().map(|books| reserve(&books.income(rules), &books.structures, &books.ships)));
}

fn settle_accounts(
    property: Property,
    calendar: Res<Calendar>,
    mut ledgers: ResMut<Ledgers>,
    mut commands: Commands,
) {
    let rules = &property.rules.0.income;
    if !ends_economy_tick(&calendar, rules) {
        return;
    }
    let books = property.books(ledgers.0.len());
    let unpaid: TiVec<FactionId, Unpaid> = ledgers
        .0
        .iter_mut()
        .zip(&books)
        .map(|(ledger, books)| settle(ledger, &books.income(rules), &books.structures, &books.ships))
        .collect();
    property.mine(&mut ledgers.0);
    property.mark_idle(&unpaid, &mut commands);
    for ledger in &mut ledgers.0 {
        ledger.close_tick();
    }
}

/// Whether the tick that is being worked on is the last of an economy tick.
fn ends_economy_tick(calendar: &Calendar, rules: &IncomeNumbers) -> bool {
    let every = ticks_per_economy_tick(calendar.clock.days_per_tick(), rules);
    (calendar.tick + 1).is_multiple_of(u64::from(every))
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::super::test_support::world_of;
    use super::*;
    use crate::level::{Handicap, LedgerSource};
    use crate::sim::ids::{BodyId, FleetId, ShipId, StructureId};
    use crate::sim::world::{
        Factions, Fleet, Ground, Grounds, Holdings, Idle, MemberOf, Position, Ship, ShipClasses, Sky,
        Structure, StructureClasses,
    };

    /// Earth brings 2 money, and 2 resources; a satellite is finished, a sentry grows.
    const POOR: &str = r##"(
        schema_version: 1, title: "Poor", epoch: jd(2461365.5), clock: (days_per_second: 0.5),
        bodies: [body("Sun"), body("Earth"), body("Mars"), body("Halley")],
        factions: [
            (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 3)),
            (name: "Ares", color: "#ff7a45", home: "Mars"),
        ],
        holdings: [(body: "Earth", economics: 5, resources: 8), (body: "Mars", economics: 0, resources: 0)],
        structures: [
            (class: "satellite", faction: "Terra", body: "Earth", ring: 0, slot: 0),
            (class: "sentry", faction: "Terra", body: "Earth", ring: 0, slot: 1, construction: ()),
        ],
    )"##;
    /// The last tick of the first economy tick of that level; economy ticks last 60 ticks.
    const LAST_TICK: u64 = 59;

    /// A world with ships of Terra, all at one place; the first has the number 0.
    fn world_with(ships: &[&str], position: impl Fn(&Sky) -> DVec3) -> World {
        let mut world = world_of(POOR);
        world.resource_mut::<Calendar>().tick = LAST_TICK;
        let position = position(world.resource::<Sky>());
        let fleet =
            world.spawn(Fleet { id: FleetId(0), name: "First".to_owned(), faction: FactionId(0) }).id();
        for (id, name) in (0..).zip(ships) {
            let classes = &world.resource::<ShipClasses>().0;
            let class = classes.position(|class| class.name == *name).expect("there is such a class");
            let ship = Ship::new(ShipId(id), class, &classes[class]);
            world.spawn((ship, MemberOf(fleet), Position(position)));
        }
        world
    }

    fn settle_once(world: &mut World) {
        world.run_system_once(settle_accounts).expect("it runs");
    }

    fn money(world: &World) -> i64 {
        world.resource::<Ledgers>().0[FactionId(0)].balance().money
    }

    fn idle_ships(world: &mut World) -> Vec<u32> {
        let mut idle: Vec<u32> =
            world.query_filtered::<&Ship, With<Idle>>().iter(world).map(|ship| ship.id.0).collect();
        idle.sort_unstable();
        idle
    }

    fn idle_structures(world: &mut World) -> Vec<StructureId> {
        let mut query = world.query_filtered::<&Structure, With<Idle>>();
        query.iter(world).map(|structure| structure.id).collect()
    }

    #[test]
    fn the_newest_wait_until_they_are_paid_again() {
        let mut world = world_with(&["scout", "scout", "scout"], |_| DVec3::ZERO);
        // 3 in the treasury, 2 of income, 1 for the satellite and 3 for the ships; growing structures cost no
        // upkeep.
        settle_once(&mut world);
        assert_eq!((money(&world), idle_ships(&mut world)), (1, vec![]));
        settle_once(&mut world);
        assert_eq!((money(&world), idle_ships(&mut world)), (0, vec![2]));
        settle_once(&mut world);
        assert_eq!((money(&world), idle_ships(&mut world)), (0, vec![1, 2]));
        let gift = Price { money: 2, ..Price::ZERO };
        world.resource_mut::<Ledgers>().0[FactionId(0)].earn(LedgerSource::Planets, gift);
        settle_once(&mut world);
        assert_eq!((money(&world), idle_ships(&mut world)), (0, vec![]));
        assert!(idle_structures(&mut world).is_empty());
        assert!(world.resource::<Ledgers>().0.iter().all(|ledger| ledger.check().is_ok()));
    }

    #[test]
    fn structures_go_idle_after_all_ships() {
        let mut world = world_with(&["scout"], |_| DVec3::ZERO);
        let everything = Price { money: 3, ..Price::ZERO };
        world.resource_mut::<Ledgers>().0[FactionId(0)].spend_up_to(LedgerSource::Ships, everything);
        world.resource_mut::<Holdings>().0.iter_mut().for_each(|holding| holding.economics = 0);
        settle_once(&mut world);
        assert_eq!(idle_ships(&mut world), [0]);
        assert_eq!(idle_structures(&mut world), [StructureId(0)]);
    }

    #[test]
    fn unrest_ruin_and_delay_lower_the_income() {
        let mut world = world_with(&[], |_| DVec3::ZERO);
        let (bodies, earth) = {
            let system = &world.resource::<Sky>().system;
            (system.bodies.len(), system.find("Earth").expect("a body"))
        };
        for (unrest, delay_ticks, economics) in [(0.5, 0, 2), (0.0, 1, 0), (0.0, 0, 5)] {
            let mut grounds: TiVec<BodyId, Ground> = vec![Ground::default(); bodies].into();
            grounds[earth] = Ground { unrest, delay_ticks, ..Ground::default() };
            world.insert_resource(Grounds(grounds));
            let books = world.run_system_once(|property: Property| property.books(2)).expect("it runs");
            assert_eq!(books[FactionId(0)].planets[0].economics, economics);
        }
    }

    #[test]
    fn a_handicap_changes_the_income_of_everything_and_no_expense() {
        let at_the_comet = |sky: &Sky| sky.now[sky.system.find("Halley").expect("the comet")].position;
        let settled = |income_percent| {
            let mut world = world_with(&["miner", "miner"], at_the_comet);
            let handicap = Handicap { income_percent, ..Handicap::default() };
            world.resource_mut::<Factions>().0[FactionId(0)].handicap = handicap;
            world.resource_mut::<Holdings>().0.iter_mut().for_each(|holding| holding.economics *= 20);
            world.resource_mut::<StructureClasses>().0.iter_mut().for_each(|class| class.earns.money = 6);
            for economy_tick in 0..5 {
                world.resource_mut::<Calendar>().tick = LAST_TICK + 60 * economy_tick;
                settle_once(&mut world);
            }
            let flows = world.resource::<Ledgers>().0[FactionId(0)].since_start();
            let of = |source: LedgerSource| flows.of(source);
            assert_eq!(of(LedgerSource::FleetUpkeep).money, -5 * 2 * 2, "{income_percent}");
            [
                of(LedgerSource::Planets).money,
                of(LedgerSource::Planets).resources,
                of(LedgerSource::Structures).money,
                of(LedgerSource::Mining).rare,
            ]
        };
        let usual = settled(100);
        assert_eq!(usual, [5 * 40, 5 * 2, 5 * 6, 5 * 2]);
        assert_eq!(settled(200), usual.map(|sum| 2 * sum));
        assert_eq!(settled(50), usual.map(|sum| sum / 2));
    }

    #[test]
    fn nothing_is_settled_in_between() {
        let mut world = world_with(&["scout"], |_| DVec3::ZERO);
        for tick in [0, 58, 60, 118] {
            world.resource_mut::<Calendar>().tick = tick;
            settle_once(&mut world);
            assert_eq!(money(&world), 3, "tick {tick}");
        }
        world.resource_mut::<Calendar>().tick = 119;
        settle_once(&mut world);
        assert_eq!(money(&world), 3, "2 came, 2 went");
        assert_eq!(world.resource::<Ledgers>().0[FactionId(0)].history().count(), 1);
    }

    #[test]
    fn building_leaves_the_next_upkeep() {
        let mut world = world_with(&["scout", "scout", "scout"], |_| DVec3::ZERO);
        world.init_resource::<Reserves>();
        world.run_system_once(forecast_reserves).expect("it runs");
        let reserves = world.resource::<Reserves>();
        assert_eq!(reserves.of(FactionId(0)), Price { money: 2, ..Price::ZERO });
        assert_eq!((reserves.of(FactionId(1)), reserves.of(FactionId(9))), (Price::ZERO, Price::ZERO));
    }

    #[test]
    fn miners_gain_only_near_comets_and_only_while_they_are_paid() {
        let at_the_comet = |sky: &Sky| sky.now[sky.system.find("Halley").expect("the comet")].position;
        let rare = |world: &World| world.resource::<Ledgers>().0[FactionId(0)].balance().rare;
        let mut world = world_with(&["miner", "scout"], at_the_comet);
        settle_once(&mut world);
        assert_eq!(rare(&world), 1);
        assert_eq!(
            world.resource::<Ledgers>().0[FactionId(0)].since_start().of(LedgerSource::Mining).rare,
            1
        );
        let mut query = world.query_filtered::<Entity, With<Ship>>();
        let ships: Vec<Entity> = query.iter(&world).collect();
        for ship in ships {
            world.entity_mut(ship).insert(Idle);
        }
        settle_once(&mut world);
        assert_eq!(rare(&world), 1);
        let mut held = world_with(&["miner"], at_the_comet);
        let comet = held.resource::<Sky>().system.find("Halley").expect("the comet");
        held.resource_mut::<Holdings>().0[comet].owner = Some(FactionId(1));
        settle_once(&mut held);
        assert_eq!(rare(&held), 0, "others hold it");
        let mut far_away = world_with(&["miner"], |_| DVec3::ZERO);
        settle_once(&mut far_away);
        assert_eq!(rare(&far_away), 0);
    }

    #[test]
    fn a_comet_brings_rare_materials_to_its_holder_and_more_with_a_miner() {
        let at_the_comet = |sky: &Sky| sky.now[sky.system.find("Halley").expect("the comet")].position;
        let by_itself = i64::from(IncomeNumbers::default().rare_of_comets);
        assert!(by_itself > 0, "it is worth holding");
        let (nobody, miner): (&[&str], &[&str]) = (&[], &["miner"]);
        for (ships, owner, expected) in [
            (nobody, None, [0, 0]),
            (nobody, Some(0), [by_itself, 0]),
            (nobody, Some(1), [0, by_itself]),
            (miner, Some(0), [by_itself + 1, 0]),
            (miner, Some(1), [0, by_itself]),
        ] {
            let mut world = world_with(ships, at_the_comet);
            let comet = world.resource::<Sky>().system.find("Halley").expect("the comet");
            world.resource_mut::<Holdings>().0[comet].owner = owner.map(FactionId);
            settle_once(&mut world);
            let ledgers = &world.resource::<Ledgers>().0;
            assert_eq!(
                [0, 1].map(|faction| ledgers[FactionId(faction)].balance().rare),
                expected,
                "{owner:?}"
            );
            assert!(ledgers.iter().all(|ledger| ledger.check().is_ok()));
        }
    }
}
