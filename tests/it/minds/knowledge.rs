//! No mind knows what its faction may not know: alter everything hidden, and it gives the same orders.

use std::collections::BTreeSet;

use bevy::math::DVec3;
use bevy::prelude::*;
use ecliptic::ai::{LoggedOrder, MindLog};
use ecliptic::level::{Amount, Doctrine};
use ecliptic::rules::Rules;
use ecliptic::sim::ids::ClassId;
use ecliptic::sim::visibility::{LastKnown, Viewer, with_view};
use ecliptic::sim::{
    BodyId, Calendar, Condition, FactionId, Fleet, FleetId, Grounds, Holdings, Ledger, Ledgers, MemberOf,
    Mind, Minds, Position, Route, Seats, Ship, ShipId, Shipyard, Simulation, Sky, Structure,
    StructureClasses, TargetId,
};

use super::{duel, played, war, warning};

/// Greater than the number of any ship or fleet here.
const MOST_NUMBER: u32 = 1_000_000;
/// More orders than any skill gives at once.
const AT_LEISURE: f64 = 50.0;
/// A mind of this attention gives no order.
const BUSY: f64 = 0.0;

/// A mind that is asked, and the other side, of which it may know but a part.
#[derive(Clone, Copy, Debug)]
struct Asked {
    me: FactionId,
    foe: FactionId,
}

const FIRST: Asked = Asked { me: FactionId(0), foe: FactionId(1) };
const SECOND: Asked = Asked { me: FactionId(1), foe: FactionId(0) };

/// How many hidden things were altered.
#[derive(Clone, Copy, Debug, Default)]
struct Altered {
    renumbered: usize,
    damaged: usize,
    structures: usize,
    owners: usize,
    added: usize,
    removed: usize,
}

/// A ship with its entity and its fleet.
type FoundShip = (Entity, Ship, Entity);

impl Asked {
    fn viewer(self) -> Viewer {
        Viewer::Faction(self.me)
    }

    /// Whether the mind thinks in the next tick.
    fn thinks_next(self, simulation: &Simulation) -> bool {
        (simulation.tick_count() + 3 * self.me.0 as u64).is_multiple_of(10)
    }

    /// Sets how many orders the mind may give at once.
    fn set_attention(self, simulation: &mut Simulation, attention: f64) {
        let mut minds = simulation.world_mut().resource_mut::<Minds>();
        if let Some(Some(mind)) = minds.0.get_mut(self.me) {
            mind.attention = attention;
        }
    }

    /// The orders of the next thought, and the memory after it. Only the thought itself sees an altered world: the tick
    /// in which the mind thinks. `at_leisure`: attention is no limit to its orders.
    fn thought(self, simulation: &mut Simulation, at_leisure: bool) -> (Vec<LoggedOrder>, Option<Mind>) {
        let begun = simulation.world().resource::<MindLog>().0.len();
        if at_leisure {
            self.set_attention(simulation, AT_LEISURE);
        }
        simulation.run(1);
        let given = simulation.world().resource::<MindLog>().0[begun..].iter();
        let given = given.filter(|order| order.faction == self.me).cloned().collect();
        (given, simulation.world().resource::<Minds>().0.get(self.me).cloned().flatten())
    }

    /// Lets the mind think at its next turn in this world, and in one in which all is altered that it may not know:
    /// orders and memories are the same. Returns the number of orders.
    fn ask(self, simulation: &mut Simulation, rules: &Rules, at_leisure: bool, sum: &mut Altered) -> usize {
        while !self.thinks_next(simulation) {
            simulation.run(1);
        }
        let save = simulation.capture().expect("there is a world");
        let [mut plain, mut altered] = [(); 2].map(|()| played(1, &save, rules, 1));
        self.alter(altered.world_mut(), sum);
        let (orders, memory) = self.thought(&mut plain, at_leisure);
        let (others, other_memory) = self.thought(&mut altered, at_leisure);
        assert_eq!(others, orders, "{self:?} at tick {}", simulation.tick_count());
        assert_eq!(other_memory, memory, "{self:?} at tick {}", simulation.tick_count());
        orders.len()
    }

    /// Changes what the mind may not know.
    fn alter(self, world: &mut World, sum: &mut Altered) {
        self.alter_ships(world, sum);
        self.alter_fleets_and_yards(world);
        self.alter_structures(world, sum);
        self.alter_grounds(world);
        self.swap_owners(world, sum);
        self.alter_seat(world);
        sum.renumbered += self.renumber_the_unknown(world);
        self.add_and_remove(world, sum);
    }

    /// The ships of the foe that are out of sight, by number.
    fn hidden_ships(self, world: &mut World) -> Vec<FoundShip> {
        let mut ships = world.query::<(Entity, &Ship, &MemberOf)>();
        let all: Vec<FoundShip> =
            ships.iter(world).map(|(entity, ship, fleet)| (entity, ship.clone(), fleet.0)).collect();
        let is_foes =
            |fleet: Entity| world.get::<Fleet>(fleet).is_some_and(|fleet| fleet.faction == self.foe);
        let mut foreign: Vec<FoundShip> = all.into_iter().filter(|(.., fleet)| is_foes(*fleet)).collect();
        foreign.sort_by_key(|(_, ship, _)| ship.id);
        let hidden = with_view(world, self.viewer(), |view| {
            foreign.retain(|(_, ship, _)| !view.sees_ship(self.foe, ship.id));
            foreign
        });
        hidden.unwrap_or_default()
    }

    /// Changes places, classes, hulls and troopers of ships out of sight.
    fn alter_ships(self, world: &mut World, sum: &mut Altered) {
        for (entity, ship, _) in self.hidden_ships(world) {
            if let Some(mut position) = world.get_mut::<Position>(entity) {
                position.0 += DVec3::new(3.0e6, -2.0e6, 1.0e6);
            }
            if let Some(mut condition) = world.get_mut::<Condition>(entity) {
                (condition.armour, condition.shield) = (0.5 * condition.armour, 0.0);
                (condition.troopers, condition.calm_ticks) = (0.0, 0);
                sum.damaged += 1;
            }
            world.entity_mut(entity).insert(Ship { class: ClassId::FIRST, ..ship });
        }
    }

    /// Changes routes, doctrines, queues and the treasury of the foe.
    fn alter_fleets_and_yards(self, world: &mut World) {
        let mut fleets = world.query::<(Entity, &Fleet)>();
        let foreign = fleets.iter(world).filter(|(_, fleet)| fleet.faction == self.foe);
        let foreign: Vec<Entity> = foreign.map(|(entity, _)| entity).collect();
        for fleet in foreign {
            if let Some(mut route) = world.get_mut::<Route>(fleet) {
                route.0.clear();
            }
            let doctrine = Doctrine { withdraw_percent: 77, ..default() };
            world.entity_mut(fleet).insert(ecliptic::sim::Doctrine(doctrine));
        }
        let mut yards = world.query::<(&Structure, &mut Shipyard)>();
        for (_, mut yard) in yards.iter_mut(world).filter(|(structure, _)| structure.faction == self.foe) {
            yard.queue.clear();
            yard.built += 100;
        }
        let treasury = Amount { money: 1, resources: 2, rare: 3 };
        world.resource_mut::<Ledgers>().0[self.foe] = Ledger::opened(treasury);
    }

    /// Gives structures out of sight another class.
    fn alter_structures(self, world: &mut World, sum: &mut Altered) {
        let mut structures = world.query::<(Entity, &Structure)>();
        let foreign = structures.iter(world).filter(|(_, one)| one.faction == self.foe);
        let mut hidden: Vec<(Entity, Structure)> =
            foreign.map(|(entity, one)| (entity, one.clone())).collect();
        with_view(world, self.viewer(), |view| {
            hidden.retain(|(_, one)| !view.sees_structure(self.foe, one.id));
        });
        let classes = world.resource::<StructureClasses>().0.len();
        for (entity, one) in hidden {
            let class = ClassId::from((usize::from(one.class) + 1) % classes);
            world.entity_mut(entity).insert(Structure { class, ..one });
            sum.structures += 1;
        }
    }

    /// Changes the garrisons of bodies whose ground is out of sight.
    fn alter_grounds(self, world: &mut World) {
        let known: Vec<bool> = with_view(world, self.viewer(), |view| {
            view.known_bodies().iter().map(|known| known.sees_ground).collect()
        })
        .unwrap_or_default();
        for (ground, known) in world.resource_mut::<Grounds>().0.iter_mut().zip(&known) {
            if !known {
                ground.defenders += 1_234.0;
                ground.unrest = 0.5;
            }
        }
    }

    /// Takes a body out of sight from the foe, and gives it another one: how many bodies a side holds is public.
    fn swap_owners(self, world: &mut World, sum: &mut Altered) {
        let hidden: Vec<BodyId> = with_view(world, self.viewer(), |view| {
            let known = view.known_bodies();
            let hidden = known.iter_enumerated().filter(|(body, known)| {
                known.owner.is_none() && !known.sees_ground && view.structures_at(*body).is_empty()
            });
            hidden.map(|(body, _)| body).collect()
        })
        .unwrap_or_default();
        let system = &world.resource::<Sky>().system;
        let is_planet = |body: &BodyId| system.bodies[*body].counts_as_planet();
        let (planets, comets): (Vec<BodyId>, Vec<BodyId>) = hidden.into_iter().partition(is_planet);
        let mut holdings = world.resource_mut::<Holdings>();
        let holdings = &mut holdings.0;
        for group in [planets, comets] {
            let with = |owner: Option<FactionId>| group.iter().find(|body| holdings[**body].owner == owner);
            let (Some(held), Some(free)) = (with(Some(self.foe)), with(None)) else { continue };
            holdings[*held].owner = None;
            holdings[*free].owner = Some(self.foe);
            sum.owners += 1;
        }
    }

    /// No mind knows who is a person, nor what another mind has in mind.
    fn alter_seat(self, world: &mut World) {
        let is_suspended = (world.resource::<Calendar>().tick / 10).is_multiple_of(2);
        let mut seats = world.resource_mut::<Seats>();
        let seat = &mut seats.0[self.foe];
        if is_suspended {
            seat.suspended = seat.mind.is_some();
        } else {
            seat.mind = None;
        }
        if let Some(mind) = world.resource_mut::<Minds>().0.get_mut(self.foe) {
            *mind = None;
        }
    }

    /// Gives the foe's ships that are neither seen nor remembered, and fleets of such ships alone, other numbers in the
    /// opposite order; returns the number of the ships.
    fn renumber_the_unknown(self, world: &mut World) -> usize {
        let remembered: BTreeSet<TargetId> =
            with_view(world, self.viewer(), |view| view.ghosts().map(LastKnown::id).collect())
                .unwrap_or_default();
        let mut unknown = self.hidden_ships(world);
        unknown.retain(|(_, ship, _)| !remembered.contains(&TargetId::Ship(ship.id)));
        for (entity, ship, _) in &unknown {
            let id = ShipId(MOST_NUMBER - ship.id.0);
            world.entity_mut(*entity).insert(Ship { id, ..ship.clone() });
        }
        let entities: BTreeSet<Entity> = unknown.iter().map(|(entity, ..)| *entity).collect();
        let mut members = world.query::<(Entity, &MemberOf)>();
        let known: BTreeSet<Entity> = members
            .iter(world)
            .filter(|(entity, _)| !entities.contains(entity))
            .map(|(_, fleet)| fleet.0)
            .collect();
        let mut fleets = world.query::<(Entity, &Fleet)>();
        let fleets = fleets.iter(world).filter(|(_, fleet)| fleet.faction == self.foe);
        let fleets: Vec<(Entity, Fleet)> = fleets.map(|(entity, fleet)| (entity, fleet.clone())).collect();
        for (entity, fleet) in fleets.into_iter().filter(|(entity, _)| !known.contains(entity)) {
            let id = FleetId(MOST_NUMBER - fleet.id.0);
            world.entity_mut(entity).insert(Fleet { id, ..fleet });
        }
        unknown.len()
    }

    /// Doubles every second ship out of sight, far from it, and removes one of each fleet of several.
    fn add_and_remove(self, world: &mut World, sum: &mut Altered) {
        let hidden = self.hidden_ships(world);
        for (number, (entity, ship, fleet)) in (1_u32..).zip(&hidden).step_by(2) {
            let twin = world.entity_mut(*entity).clone_and_spawn();
            let id = ShipId(MOST_NUMBER + number);
            world.entity_mut(twin).insert((Ship { id, ..ship.clone() }, MemberOf(*fleet)));
            if let Some(mut position) = world.get_mut::<Position>(twin) {
                position.0 += DVec3::new(-4.0e6, 5.0e6, 2.0e6);
            }
            sum.added += 1;
        }
        let (mut met, mut thinned) = (BTreeSet::new(), BTreeSet::new());
        for (entity, _, fleet) in hidden {
            // The second that is found of a fleet.
            if !met.insert(fleet) && thinned.insert(fleet) {
                world.despawn(entity);
                sum.removed += 1;
            }
        }
    }
}

#[test]
fn a_mind_gives_the_same_orders_whatever_is_hidden_from_it() {
    let (level, rules) = duel(["merciless", "captain"]);
    let (mut given, mut altered) = (0, Altered::default());
    let mut simulation = played(1, &level, &rules, 1);
    // The paces of all layers: every thought of a while, then now and then.
    let early = (0..12).map(|thought| 10 * thought);
    let later = (1..14).map(|look| 310 * look);
    for ticks in early.chain(later) {
        simulation.run(ticks - simulation.tick_count());
        given += FIRST.ask(&mut simulation, &rules, false, &mut altered);
    }
    assert!(given > 5, "it gives orders: {given}");
    assert!(altered.renumbered > 20, "hidden ships get other numbers: {altered:?}");
}

/// Sieges, raids and defence of both sides. They give all the orders that they wish for, and between two looks none:
/// a few orders would show little.
#[test]
fn a_mind_at_war_gives_the_same_orders_whatever_is_hidden_from_it() {
    let (save, mut rules) = war::departed();
    // Their attention is what is set below.
    rules.minds.skills.iter_mut().for_each(|skill| skill.orders_per_minute = 0.0);
    let mut simulation = played(1, &save, &rules, 0);
    let begun = simulation.tick_count();
    let (mut given, mut altered) = (0, Altered::default());
    // Eleven thoughts from one to the next: so each layer has its turns.
    for look in 0..36 {
        simulation.run(begun + 110 * look - simulation.tick_count());
        for asked in [FIRST, SECOND] {
            given += asked.ask(&mut simulation, &rules, true, &mut altered);
        }
        for (attention, ticks) in [(AT_LEISURE, 10), (BUSY, 0)] {
            [FIRST, SECOND].iter().for_each(|asked| asked.set_attention(&mut simulation, attention));
            simulation.run(ticks);
        }
    }
    assert!(given > 20, "they give orders: {given}");
    let Altered { renumbered, damaged, structures, owners, added, removed } = altered;
    let all = [renumbered, damaged, structures, owners, added, removed];
    assert!(all.iter().all(|count| *count > 0), "something of each kind is hidden: {altered:?}");
}

/// The attack of a cadet, which lets itself be seen, from its departure on.
#[test]
fn a_mind_that_warns_gives_the_same_orders_whatever_is_hidden_from_it() {
    let (level, rules) = warning::against_works("cadet", &[("corvette", 3)]);
    let mut simulation = played(1, &level, &rules, 1);
    while warning::attackers(&simulation).is_empty() {
        assert!(simulation.tick_count() < 9_000, "it does not attack");
        simulation.run(30);
    }
    let (mut given, mut altered) = (0, Altered::default());
    for _ in 0..28 {
        given += SECOND.ask(&mut simulation, &rules, true, &mut altered);
        simulation.run(50);
    }
    assert!(given > 5 && altered.structures > 0, "it gives {given} orders; {altered:?}");
}

#[test]
fn no_file_of_minds_but_the_system_names_the_world() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ai");
    let mut folders = vec![folder];
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            read += 1;
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            let is_system = path.file_name().is_some_and(|name| name == "system.rs");
            let eyes = ["Viewer::Everything", "Viewer::Revealed"];
            for word in ["&World", "&mut World", "Query<", "ResMut<", "Instant"].into_iter().chain(eyes) {
                assert!(is_system || !text.contains(word), "{} names {word}", path.display());
            }
        }
    }
    assert!(read > 15, "the files are found");
}
