//! Damage: losses never exceed the points left, destroyed units are gone, and a save keeps all damage.

use ecliptic::sim::ids::{ClassId, FactionId};
use std::sync::LazyLock;

use bevy::prelude::{Component, Entity, With};
use ecliptic::level::{self, DamageKind, Level};
use ecliptic::rules::Rules;
use ecliptic::rules::combat::HarmNumbers;
use ecliptic::sim::combat::battlefield::Battlefield;
use ecliptic::sim::combat::damage::chain_damage::ChainDamage;
use ecliptic::sim::combat::damage::losses::Toll;
use ecliptic::sim::combat::damage::model::{apply_damage, burnt_share, pass_tick};
use ecliptic::sim::combat::repair::{add_armour, can_recover, recover_shield};
use ecliptic::sim::combat::{Battlefields, Combatant, Hit, Losses, Wreck};
use ecliptic::sim::event::{Events, GameEvent};
use ecliptic::sim::ids::ShipId;
use ecliptic::sim::ids::TargetId;
use ecliptic::sim::world::{ArmedClass, ArmsTable};
use ecliptic::sim::world::{Condition, Igniter};
use ecliptic::sim::world::{Idle, Structure};
use ecliptic::sim::{Position, Ship, Simulation};
use glam::DVec3;
use proptest::prelude::*;

use crate::sim::worlds::{fleet_sizes, legs_left, near_earth, rules, shipped, ships, world, written};

/// A class of the rules.
fn plain() -> ArmedClass {
    static PLAIN: LazyLock<ArmedClass> = LazyLock::new(|| {
        let (_, classes) = shipped("sol.ron");
        ArmsTable::new(&classes).ships.swap_remove(ClassId::FIRST)
    });
    PLAIN.clone()
}

/// A class of any materials.
fn any_class() -> impl Strategy<Value = ArmedClass> {
    let shares = || prop::array::uniform4(0.0..4.0_f64);
    (0.001..1.0e4_f64, 0.0..1.0e4_f64, 0.0..100.0_f64, shares(), shares()).prop_map(
        |(armour, shield, recovery, armour_shares, shield_shares)| ArmedClass {
            armour,
            shield,
            recovery,
            armour_shares,
            shield_shares,
            ..plain()
        },
    )
}

fn any_kind() -> impl Strategy<Value = DamageKind> {
    prop::sample::select(DamageKind::ALL.to_vec())
}

fn is_within_bounds(condition: &Condition, class: &ArmedClass) -> bool {
    (0.0..=class.shield).contains(&condition.shield)
        && (0.0..=class.armour).contains(&condition.armour)
        && (0.0..=class.armour).contains(&condition.burning)
}

proptest! {
    #[test]
    fn harm_takes_no_more_than_there_is_and_the_shield_first(
        class in any_class(),
        hits in prop::collection::vec((any_kind(), 0.0..1.0e4_f64), 1..40),
    ) {
        let rules = HarmNumbers::default();
        let burnt_share = burnt_share(&rules);
        let mut condition = Condition::whole(&class);
        for (kind, harm) in hits {
            let before = condition;
            let suffered = apply_damage(&mut condition, &class, kind, harm, &rules);
            prop_assert!(suffered.shield >= 0.0 && suffered.armour >= 0.0);
            prop_assert_eq!(condition.shield, before.shield - suffered.shield);
            prop_assert_eq!(condition.armour, before.armour - suffered.armour);
            prop_assert!(suffered.armour == 0.0 || condition.shield == 0.0);
            prop_assert!(is_within_bounds(&condition, &class), "{:?}", condition);
            prop_assert_eq!(condition.calm_ticks, 0);
            prop_assert_eq!(suffered.destroyed, condition.armour <= 0.0);
            if suffered.destroyed || pass_tick(&mut condition, burnt_share) {
                break;
            }
            prop_assert!(is_within_bounds(&condition, &class), "{:?}", condition);
            if can_recover(&condition, &class) {
                recover_shield(&mut condition, &class);
            }
            add_armour(&mut condition, &class, harm);
            prop_assert!(is_within_bounds(&condition, &class), "{:?}", condition);
        }
    }

    #[test]
    fn leaps_hit_the_nearest_foes_of_who_fired_and_no_friends(
        places in prop::collection::vec((0_u16..3, -2.0e4..2.0e4_f64, -2.0e4..2.0e4_f64), 1..40),
        target in 0_usize..40,
        side in 0_u16..3,
    ) {
        let rules = HarmNumbers::default();
        let members: Vec<Combatant> = (0_u32..).zip(places).map(combatant).collect();
        let target = target % members.len();
        let battlefields = one_battlefield(members.clone());
        let hit = Hit {
            target,
            kind: DamageKind::Electric,
            harm: 1.0,
            by: TargetId::Ship(ShipId(999)),
            faction: FactionId(usize::from(side)),
            leaps: true,
            from: DVec3::ZERO,
        };
        let mut chain = ChainDamage::default();
        let near = chain.targets(&battlefields, &hit, side, &rules, |_| true);
        prop_assert!(near.len() <= rules.leaps as usize);
        let away = |at: usize| members[at].position.distance(members[target].position);
        let chosen: Vec<usize> = near.iter().map(|(_, at)| *at).collect();
        for &at in &chosen {
            prop_assert!(members[at].side != side && at != target && away(at) <= rules.leap_km);
        }
        let farthest = chosen.iter().map(|at| away(*at)).fold(0.0, f64::max);
        for (at, member) in members.iter().enumerate() {
            let is_possible = member.side != side && at != target && away(at) <= rules.leap_km;
            let is_left_out = is_possible && !chosen.contains(&at);
            let is_full = chosen.len() == rules.leaps as usize;
            prop_assert!(!is_left_out || (is_full && away(at) >= farthest));
        }
    }
}

/// All members on one battlefield.
fn one_battlefield(members: Vec<Combatant>) -> Battlefields {
    let field = Battlefield { origin: DVec3::ZERO, step: DVec3::ZERO, members: 0..members.len() };
    let mut battlefields = Battlefields::default();
    (battlefields.members, battlefields.fields) = (members, vec![field]);
    battlefields
}

fn combatant((number, (side, x, y)): (u32, (u16, f64, f64))) -> Combatant {
    Combatant {
        entity: Entity::PLACEHOLDER,
        mark: TargetId::Ship(ShipId(number)),
        faction: FactionId(usize::from(side)),
        side,
        fleet: None,
        class: ClassId::FIRST,
        position: DVec3::new(x, y, 0.0),
        step: DVec3::ZERO,
        heading: DVec3::X,
        radius_km: 1.0,
        half_length_km: 0.0,
        well: None,
        acts: true,
    }
}

#[test]
fn harm_that_is_no_number_does_nothing() {
    let class = plain();
    for harm in [f64::NAN, f64::INFINITY, -5.0] {
        let mut condition = Condition::whole(&class);
        apply_damage(&mut condition, &class, DamageKind::Kinetic, harm, &HarmNumbers::default());
        assert_eq!((condition.armour, condition.shield), (class.armour, class.shield));
    }
}

/// Sets ships on fire so that they are destroyed in the next tick.
pub fn set_on_fire(simulation: &mut Simulation, doomed: impl Fn(ShipId) -> bool) {
    let world = simulation.world_mut();
    let mut query = world.query::<(&Ship, &mut Condition)>();
    for (_, mut condition) in query.iter_mut(world).filter(|(ship, _)| doomed(ship.id)) {
        condition.armour = 1.0;
        condition.burning = 1000.0;
    }
}

/// Writes a world as text and reads it again.
fn reread(simulation: &mut Simulation) -> (Level, Rules) {
    let save = simulation.capture().expect("there is a world");
    let text = level::to_ron(&save).expect("a level can be written");
    let (again, classes) = written(&text);
    assert_eq!(again, save);
    (again, classes)
}

/// The losses of the first faction.
fn losses(simulation: &Simulation) -> Toll {
    simulation.world().resource::<Losses>().0[FactionId(0)]
}

fn wrecks(simulation: &mut Simulation) -> usize {
    let world = simulation.world_mut();
    world.query::<&Wreck>().iter(world).count()
}

fn assert_nobody_is_undead(simulation: &mut Simulation) {
    let world = simulation.world_mut();
    assert!(world.query::<&Condition>().iter(world).all(|condition| condition.armour > 0.0));
}

const LEADER_AND_FOLLOWER: &str = r#"
    (name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "cruiser", count: 3)]),
    (name: "Second", faction: "Terra", at: near("Mars"), ships: [(class: "corvette", count: 2)],
        route: [(to: fleet(name: "First"))]),
"#;

#[test]
fn a_destroyed_ship_is_gone_with_its_fleet_and_leaves_wrecks() {
    let mut simulation = world(&near_earth(LEADER_AND_FOLLOWER));
    simulation.run(1);
    set_on_fire(&mut simulation, |id| id.0 == 1);
    simulation.run(1);
    assert_eq!(fleet_sizes(&mut simulation), [("First".to_owned(), 2), ("Second".to_owned(), 2)]);
    assert_eq!(legs_left(&mut simulation, "Second"), 1);
    let wrecks_of_one = wrecks(&mut simulation);
    assert!(wrecks_of_one > 0);
    set_on_fire(&mut simulation, |id| id.0 < 3);
    simulation.run(1);
    assert_nobody_is_undead(&mut simulation);
    let left: Vec<u32> = ships(&mut simulation).iter().map(|(ship, ..)| ship.id.0).collect();
    assert_eq!(left, [3, 4]);
    assert_eq!(fleet_sizes(&mut simulation), [("Second".to_owned(), 2)]);
    assert_eq!(wrecks(&mut simulation), 3 * wrecks_of_one);
    let losses = simulation.world().resource::<Losses>();
    assert_eq!(
        (losses.of(FactionId(0)).ships, losses.of(FactionId(0)).structures, losses.of(FactionId(1)).kills),
        (3, 0, 0)
    );
    simulation.run(1);
    assert_eq!(legs_left(&mut simulation, "Second"), 0, "there is nobody to follow");
    let events = simulation.world().resource::<Events>();
    let fallen = events.since(0).filter(|entry| matches!(entry.event, GameEvent::Destroyed { by: None, .. }));
    assert_eq!(fallen.count(), 3);
}

#[test]
fn a_ship_that_burns_down_is_credited_to_its_igniter() {
    let mut simulation = world(&near_earth(LEADER_AND_FOLLOWER));
    simulation.run(1);
    set_on_fire(&mut simulation, |id| id.0 < 2);
    {
        let world = simulation.world_mut();
        let mut query = world.query::<(&Ship, &mut Condition)>();
        for (_, mut condition) in query.iter_mut(world).filter(|(ship, _)| ship.id.0 == 1) {
            // The attacker may be gone already.
            condition.lit_by = Some(Igniter { by: TargetId::Ship(ShipId(99)), faction: FactionId(1) });
        }
    }
    simulation.run(1);
    let losses = simulation.world().resource::<Losses>();
    assert_eq!((losses.of(FactionId(0)).ships, losses.of(FactionId(1)).kills), (2, 1));
    assert_eq!(losses.of(FactionId(0)).worth, 2.0 * losses.of(FactionId(1)).worth_destroyed);
    let events = simulation.world().resource::<Events>();
    let fallen: Vec<(TargetId, Option<FactionId>)> = events
        .since(0)
        .filter_map(|entry| match entry.event {
            GameEvent::Destroyed { what, by, .. } => Some((what.id, by)),
            _ => None,
        })
        .collect();
    assert_eq!(fallen, [(TargetId::Ship(ShipId(0)), None), (TargetId::Ship(ShipId(1)), Some(FactionId(1)))]);
}

#[test]
fn a_save_amid_wrecks_and_wounds_goes_on_bit_by_bit() {
    let mut whole = world(&near_earth(LEADER_AND_FOLLOWER));
    whole.run(40);
    {
        let world = whole.world_mut();
        let mut query = world.query::<(&Ship, &mut Condition)>();
        for (_, mut condition) in query.iter_mut(world).filter(|(ship, _)| ship.id.0 == 3) {
            condition.armour *= 0.5;
            condition.burning = 10.0;
            condition.lit_by = Some(Igniter { by: TargetId::Ship(ShipId(0)), faction: FactionId(1) });
            condition.calm_ticks = 3;
            condition.experience = 0.1 + 0.2;
        }
    }
    set_on_fire(&mut whole, |id| id.0 < 3);
    // The save is made in the very tick in which the followed fleet is lost.
    whole.run(1);
    assert!(wrecks(&mut whole) > 0);
    let (save, classes) = reread(&mut whole);
    let mut resumed = Simulation::new(&save, &classes, 99).expect("a save spawns");
    assert!(wrecks(&mut resumed) > 0 && losses(&resumed).ships == 3);
    for tick in 0..500 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
        if tick == 100 {
            assert_eq!(whole.capture(), resumed.capture());
        }
    }
    assert_eq!(wrecks(&mut whole), 0, "they have faded");
}

#[test]
fn a_save_in_a_fight_goes_on_bit_by_bit_and_nobody_is_undead() {
    let text = r##"(
        schema_version: 1, title: "fight", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Earth")],
        ship_classes: [(
            name: "gunboat", radius_km: 300, length_km: 1500, cruise_km_s: 200, manoeuvre_km_s: 40,
            arms: (
                armour: (points: 60, material: "plate"),
                shield: (points: 30, material: "screen", recovery: 6, pause_s: 1),
                weapons: [
                    (weapon: "laser"), (weapon: "arc projector"), (weapon: "autocannon", count: 3),
                    (weapon: "torpedo"),
                ],
            ),
        )],
        factions: [(name: "Terra", color: "#4aa8ff"), (name: "Ares", color: "#ff7a45")],
        fleets: [
            (name: "A", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 0),
                ships: [(class: "gunboat", count: 12)]),
            (name: "B", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 4),
                ships: [(class: "gunboat", count: 12)]),
        ],
    )"##;
    let mut whole = world(text);
    for _ in 0..60 {
        whole.run(1);
        assert_nobody_is_undead(&mut whole);
    }
    set_on_fire(&mut whole, |id| id.0.is_multiple_of(5));
    for _ in 0..30 {
        whole.run(1);
        assert_nobody_is_undead(&mut whole);
    }
    assert!(wrecks(&mut whole) > 0);
    let (save, classes) = reread(&mut whole);
    let mut resumed = Simulation::new(&save, &classes, 99).expect("a save spawns");
    for tick in 0..200 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
        assert_nobody_is_undead(&mut whole);
    }
}

/// A ship, a shipyard and a satellite on the other side of Earth.
fn yard_and_ship() -> Simulation {
    let text = near_earth(
        r#"(name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette", count: 1)])"#,
    );
    let yard = r#"structures: [(class: "shipyard", faction: "Terra", body: "Earth", ring: 3, slot: 1),
        (class: "satellite", faction: "Terra", body: "Earth", ring: 0, slot: 5)],"#;
    let text = text.replace("fleets:", &format!("{yard} fleets:"));
    let mut simulation = world(&text);
    simulation.run(1);
    simulation
}

/// The shipyard and the satellite.
fn stations(simulation: &mut Simulation) -> [Entity; 2] {
    let world = simulation.world_mut();
    let mut query = world.query::<(Entity, &Structure)>();
    let mut found: Vec<_> = query.iter(world).map(|(entity, one)| (one.id, entity)).collect();
    found.sort_unstable();
    [found[0].1, found[1].1]
}

/// The only entity with a component of this kind.
fn only<C: Component>(simulation: &mut Simulation) -> Entity {
    let world = simulation.world_mut();
    let mut query = world.query_filtered::<Entity, With<C>>();
    let mut found = query.iter(world);
    let first = found.next().expect("there is one");
    assert!(found.next().is_none(), "there is only one");
    first
}

fn armour(simulation: &Simulation, entity: Entity) -> f64 {
    simulation.world().get::<Condition>(entity).expect("it has one").armour
}

#[test]
fn yards_mend_ships_near_them_and_all_stations_of_their_planet() {
    let mut simulation = yard_and_ship();
    let (ship, [yard, satellite]) = (only::<Ship>(&mut simulation), stations(&mut simulation));
    let numbers = rules().combat.repair;
    let world = simulation.world_mut();
    let place = world.get::<Position>(yard).expect("a place").0;
    world.get_mut::<Position>(ship).expect("a place").0 = place + DVec3::new(0.0, 0.0, 30_000.0);
    for entity in [ship, yard, satellite] {
        world.get_mut::<Condition>(entity).expect("it has one").armour *= 0.5;
    }
    let before = [ship, yard, satellite].map(|entity| armour(&simulation, entity));
    simulation.run(1);
    for (entity, before) in [ship, yard, satellite].into_iter().zip(before) {
        let gained = armour(&simulation, entity) - before;
        assert!((gained - numbers.yard_points_per_s / 90.0).abs() < 1.0e-9, "{gained}");
    }
    // A ship that was just hit has to wait.
    simulation.world_mut().get_mut::<Condition>(ship).expect("it has one").calm_ticks = 0;
    let of_ship = armour(&simulation, ship);
    simulation.run(1);
    assert_eq!(armour(&simulation, ship), of_ship);
}

#[test]
fn shields_recover_only_where_the_crew_is_paid() {
    let mut simulation = yard_and_ship();
    let crews = [only::<Ship>(&mut simulation), stations(&mut simulation)[0]];
    let world = simulation.world_mut();
    for crew in crews {
        let mut condition = world.get_mut::<Condition>(crew).expect("it has one");
        (condition.shield, condition.calm_ticks) = (0.0, 1000);
    }
    let shields = |simulation: &Simulation| {
        crews.map(|crew| simulation.world().get::<Condition>(crew).expect("it has one").shield)
    };
    for _ in 0..5 {
        for crew in crews {
            simulation.world_mut().entity_mut(crew).insert(Idle);
        }
        simulation.run(1);
    }
    assert_eq!(shields(&simulation), [0.0, 0.0]);
    for crew in crews {
        simulation.world_mut().entity_mut(crew).remove::<Idle>();
    }
    simulation.run(1);
    assert!(shields(&simulation).iter().all(|shield| *shield > 0.0));
}

#[test]
fn a_structure_that_is_destroyed_frees_its_slots() {
    let mut simulation = yard_and_ship();
    let yard = stations(&mut simulation)[0];
    {
        let mut condition = simulation.world_mut().get_mut::<Condition>(yard).expect("it has one");
        condition.armour = 1.0;
        condition.burning = 1000.0;
    }
    simulation.run(1);
    assert!(simulation.world().get_entity(yard).is_err());
    assert!(wrecks(&mut simulation) > 0);
    let (save, classes) = reread(&mut simulation);
    let mut resumed = Simulation::new(&save, &classes, 1).expect("a save spawns");
    let world = resumed.world_mut();
    assert_eq!(world.query::<&Structure>().iter(world).count(), 1, "the satellite");
    assert_eq!(losses(&resumed).structures, 1);
    simulation.run(30);
    assert_nobody_is_undead(&mut simulation);
}
