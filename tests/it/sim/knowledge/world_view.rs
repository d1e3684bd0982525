//! A faction's view of the world depends on all facts that it may know, and on no others.

use bevy::ecs::system::SystemState;
use bevy::prelude::{Entity, World};
use ecliptic::level::Assault;
use ecliptic::sim::economy::{Economies, EconomyView};
use ecliptic::sim::ids::{BodyId, ClassId, FactionId, FleetId, ShipId, StructureId, TargetId};
use ecliptic::sim::order::{Plot, abilities, check, check_each, check_goal};
use ecliptic::sim::visibility::{Knowledge, Viewer, Views, WorldView, look_now, with_view};
use ecliptic::sim::world::{
    Condition, Fleet, Grounds, Growing, Holdings, Idle, Ledgers, MemberOf, Position, Route, Ship, Shipyard,
    Structure,
};
use ecliptic::sim::{
    AttackTarget, Command, ConstructionOrder, Goal, Order, RouteEdit, Simulation, Units, When,
};
use glam::DVec3;

use super::secrets::{by_numbers, secret_world};
use super::worlds::world;
use ecliptic::sim::Sky;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const TERRA: FactionId = FactionId(0);
const ARES: FactionId = FactionId(1);
/// Terra's own scout, and the scouts of Ares: one in sight and one hidden.
const OWN_SHIP: ShipId = ShipId(0);
const SEEN_SHIP: ShipId = ShipId(2);
const HIDDEN_SHIP: ShipId = ShipId(3);
/// Terra's yard; then structures of Ares: a yard in sight, a growing station in sight, and a hidden one.
const OWN_YARD: StructureId = StructureId(0);
const SEEN_YARD: StructureId = StructureId(1);
const SEEN_SITE: StructureId = StructureId(2);
const HIDDEN: StructureId = StructureId(3);
/// The names of all fleets, and one that no fleet has at first.
const FLEETS: [&str; 5] = ["Eye", "Home", "Red", "Blue", "Renamed"];

/// Terra observes Venus, which is Ares', and not Mars and Jupiter, which are Ares' as well.
const LEVEL: &str = r##"(
    schema_version: 1, title: "test", epoch: date("2026-11-21"),
    bodies: [body("Sun"), body("Venus"), body("Earth"), body("Mars"), body("Jupiter")],
    factions: [
        (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 1000000, resources: 1000000)),
        (name: "Ares", color: "#ff7a45", home: "Mars", treasury: (money: 1000000, resources: 1000000)),
    ],
    fleets: [
        (name: "Eye", faction: "Terra", at: beside(body: "Venus", radii: 3, bearing_deg: 0),
            ships: [(class: "scout")]),
        (name: "Home", faction: "Terra", at: near("Earth"), ships: [(class: "scout")]),
        (name: "Red", faction: "Ares", at: beside(body: "Venus", radii: 3, bearing_deg: 30),
            ships: [(class: "corvette")]),
        (name: "Blue", faction: "Ares", at: near("Mars"), ships: [(class: "corvette")]),
    ],
    structures: [
        (class: "shipyard", faction: "Terra", body: "Earth", ring: 3, slot: 0),
        (class: "shipyard", faction: "Ares", body: "Venus", ring: 3, slot: 0),
        (class: "trade station", faction: "Ares", body: "Venus", ring: 3, slot: 5),
        (class: "satellite", faction: "Ares", body: "Mars", ring: 0, slot: 0),
    ],
    holdings: [
        (body: "Earth", owner: "Terra", ground: (defenders: 200)),
        (body: "Venus", owner: "Ares", ground: (defenders: 120)),
        (body: "Jupiter", owner: "Ares", ground: (defenders: 120)),
    ],
    settings: (player: "Terra"),
)"##;

/// A viewer's knowledge, a line for each thing, without entities, which differ between worlds.
fn lines(view: WorldView) -> Vec<String> {
    let mut lines: Vec<String> = view
        .ships()
        .map(|one| {
            let hull = view.hull_of_ship(&one);
            let (fleet, meant) =
                (view.name_of_fleet(&one), view.ship_meant_by(one.fleet).map(|one| one.ship.id));
            let flight = (one.position, one.heading, one.own_velocity);
            format!(
                "ship {:?} {:?} {flight:?} {} {:?} {hull:?} {fleet} {meant:?}",
                one.ship, one.owner, one.is_idle, one.experience
            )
        })
        .collect();
    lines.extend(view.structures().map(|one| {
        let (hull, states) = (view.hull_of_structure(&one), (one.grown, one.growing, one.yard, one.is_idle));
        format!("structure {:?} {} {states:?} {hull:?}", one.structure, one.position)
    }));
    lines.extend(view.ghosts().map(|ghost| format!("ghost {ghost:?} {}", view.place_of(ghost))));
    let bodies = view.known_bodies();
    lines.extend(bodies.iter_enumerated().map(|(body, known)| {
        assert_eq!(view.known_body(body), *known, "all bodies are known as one of them is");
        let (holding, ground, taken) = (view.holding(body), view.ground(body), view.taken_slots(body));
        let standing: Vec<_> = view.structures_at(body).iter().map(|one| one.structure.id).collect();
        format!("body {body:?} {known:?} {holding:?} {ground:?} {taken:?} {standing:?}")
    }));
    let owned = |faction| (view.knows_secrets_of(faction), view.bodies_of(faction));
    lines.push(format!("factions {:?}", [TERRA, ARES].map(owned)));
    lines.push(format!("invasions {:?}", view.invasions()));
    lines.push(format!("last known {:?}", view.last_known_bodies()));
    lines.extend(view.events(0).map(|entry| format!("event {:?}", (entry.tick, entry.event))));
    lines.sort();
    lines
}

/// The lines of an economy.
fn lines_of_economy(economy: EconomyView, bodies: &[BodyId]) -> Vec<String> {
    let mut lines = vec![format!("treasury {:?}", economy.ledger().map(|ledger| ledger.balance()))];
    lines.extend(bodies.iter().map(|body| {
        let (claim, books) = (economy.claim(*body), economy.books(*body));
        format!("worth {body:?} {claim:?} {books:?} {:?} {:?}", economy.gain(*body), economy.upkeep_at(*body))
    }));
    lines.extend(economy.yards().iter().map(|yard| format!("yard {yard:?} {:?}", economy.care(yard))));
    lines.push(format!("building {:?} {}", economy.growing_now(), economy.research_percent()));
    lines
}

/// The abilities of a ship and the check of a goal, which together must answer as the check of the order.
fn lines_of_halves(view: WorldView, goals: &[Goal]) -> Vec<String> {
    let mut lines = Vec::new();
    for ship in [0, 1, 2, 3, 900].map(ShipId) {
        let able = abilities(view, &[ship]);
        for goal in goals {
            let why_not_there = check_goal(view, goal);
            let order = Order::fleet(Units::Ships(vec![ship]), Command::go(*goal, When::Now));
            let crew = match *goal {
                Goal::Attack(_) => able.no_attack.clone(),
                Goal::Ground { assault, .. } => able.no_assault(assault).cloned(),
                _ => None,
            };
            let is_led = matches!(goal, Goal::Fleet { .. });
            if able.ships > 0 && !is_led {
                assert_eq!(
                    check(view, &order),
                    why_not_there.clone().and(crew.map_or(Ok(()), Err)),
                    "{order:?}"
                );
            }
            lines.push(format!("goal {goal:?} {why_not_there:?}"));
        }
        lines.push(format!("abilities {ship:?} {able:?}"));
    }
    lines
}

fn ship_class(view: WorldView, name: &str) -> ClassId {
    view.almanac().ships.0.position(|class| class.name == name).expect("there is such a class")
}

/// The predicted answers to orders about all units and places, known or not.
fn lines_of_orders(view: WorldView) -> Vec<String> {
    let sky = &view.almanac().sky;
    let bodies: Vec<BodyId> = sky.system.bodies.keys().collect();
    let ships = [0, 1, 2, 3, 900];
    let mut goals: Vec<Goal> = bodies.iter().copied().map(Goal::Body).collect();
    let grounds = |body: &BodyId| Assault::ALL.map(|assault| Goal::Ground { body: *body, assault });
    goals.extend(bodies.iter().flat_map(grounds));
    goals.extend(ships.map(|id| Goal::Fleet { fleet: FleetId(id), guard: false }));
    let mut targets = vec![];
    targets.extend(ships.map(|id| AttackTarget::Target(TargetId::Ship(ShipId(id)))));
    targets.extend(ships.map(|id| AttackTarget::Fleet(FleetId(id))));
    targets.extend((0..5).map(|id| AttackTarget::Target(TargetId::Structure(StructureId(id)))));
    let mars = sky.system.find("Mars");
    let classes = ["corvette", "scout", "frigate"].map(|name| ship_class(view, name));
    targets.extend(classes.map(|class| AttackTarget::Class { class, body: mars }));
    targets.extend(classes.map(|class| AttackTarget::Class { class, body: None }));
    goals.extend(targets.into_iter().map(Goal::Attack));
    let mut units: Vec<Units> = ships.map(|ship| Units::Ships(vec![ShipId(ship)])).into();
    units.extend(ships.map(|fleet| Units::Fleet(FleetId(fleet))));
    let others = units.clone();
    let mut orders: Vec<Order> = goals
        .iter()
        .flat_map(|goal| units.iter().map(|units| Order::fleet(units.clone(), Command::go(*goal, When::Now))))
        .collect();
    for units in units {
        let commands = [
            Command::Stop,
            Command::Retreat,
            Command::Scrap,
            Command::Rename("Red".to_owned()),
            Command::Join { others: others.clone() },
            Command::Edit(RouteEdit::Remove { at: 0 }),
        ];
        let one_by_one = commands.clone().map(|command| check(view, &Order::fleet(units.clone(), command)));
        assert_eq!(check_each(view, &units, &commands), one_by_one, "{units:?}");
        orders.extend(commands.map(|command| Order::fleet(units.clone(), command)));
    }
    for structure in (0..5).map(StructureId) {
        let class = ship_class(view, "scout");
        orders.push(Order::Construction(ConstructionOrder::BuildShips { yard: structure, class, count: 1 }));
        orders.push(Order::Construction(ConstructionOrder::Pause { structure, paused: true }));
    }
    orders.push(Order::Surrender);
    let written = FLEETS.map(|name| {
        let order = format!(r#"Stop(fleet: "{name}")"#);
        format!("written {order} {:?}", by_numbers(view, &order))
    });
    let answers = orders.iter().map(|order| format!("order {order:?} {:?}", check(view, order)));
    answers.chain(written).chain(lines_of_halves(view, &goals)).chain(lines_of_plots(view)).collect()
}

/// The slots where structures can begin, which must be those where an order to build is accepted.
fn lines_of_plots(view: WorldView) -> Vec<String> {
    let Some(faction) = view.faction() else { return Vec::new() };
    let mut lines = Vec::new();
    for (body, this) in view.almanac().sky.system.bodies.iter_enumerated() {
        let plot = Plot::of(view, faction, body);
        let classes = view.almanac().structures.0.iter_enumerated();
        for (id, class) in
            classes.filter(|(_, class)| ["satellite", "shipyard", "trade station"].contains(&&*class.name))
        {
            let starts = plot.as_ref().map_err(Clone::clone).and_then(|plot| plot.starts(class));
            for (ring, slot) in (0_u8..5).flat_map(|ring| (0_u16..14).map(move |slot| (ring, slot))) {
                let order = Order::Construction(ConstructionOrder::Build { class: id, body, ring, slot });
                let starts = starts.as_ref().ok().and_then(|starts| starts.get(usize::from(ring)));
                let is_lit = starts.and_then(|ring| ring.get(usize::from(slot))) == Some(&true);
                let outcome = check(view, &order);
                assert_eq!(outcome.is_ok(), is_lit, "{order:?}");
                lines.push(format!("order {order:?} {outcome:?}"));
            }
            lines.push(format!("plot of {} for {}: {starts:?}", this.name, class.name));
        }
    }
    lines
}

/// A viewer's knowledge of a world.
fn known_now(simulation: &mut Simulation, viewer: Viewer) -> Vec<String> {
    let world = simulation.world_mut();
    let mut state = SystemState::<(Views, Economies)>::new(world);
    let (views, economies) = state.get(world).expect("the world is there");
    let view = views.by(viewer);
    let bodies: Vec<BodyId> = view.known_bodies().keys().collect();
    let mut all = lines(view);
    all.extend(lines_of_orders(view));
    for faction in [TERRA, ARES] {
        all.extend(lines_of_economy(economies.of(faction, view), &bodies));
    }
    all
}

/// A viewer's knowledge after a look.
fn view_lines(simulation: &mut Simulation, viewer: Viewer) -> Vec<String> {
    look_now(simulation.world_mut());
    known_now(simulation, viewer)
}

/// The world after a tick, when everything is in its place.
fn war() -> Simulation {
    let mut simulation = world(LEVEL);
    let world = simulation.world_mut();
    let site = structure(world, SEEN_SITE);
    let growth = ecliptic::sim::world::money::Growth::new(600, ecliptic::level::model::holdings::Price::ZERO);
    world.entity_mut(site).insert(Growing { growth, paused: false });
    simulation.run(1);
    simulation
}

/// A change of a world, with its name.
type Change = (&'static str, fn(&mut World));

fn ship(world: &mut World, id: ShipId) -> Entity {
    let mut ships = world.query::<(Entity, &Ship)>();
    ships.iter(world).find(|(_, ship)| ship.id == id).expect("it is there").0
}

fn structure(world: &mut World, id: StructureId) -> Entity {
    let mut structures = world.query::<(Entity, &Structure)>();
    structures.iter(world).find(|(_, one)| one.id == id).expect("it stands").0
}

fn body(world: &World, name: &str) -> BodyId {
    world.resource::<Sky>().system.find(name).expect("it is there")
}

fn move_ship(world: &mut World, id: ShipId) {
    let entity = ship(world, id);
    world.get_mut::<Position>(entity).expect("it is somewhere").0 += DVec3::X * 1.0e4;
}

fn reclass_ship(world: &mut World, id: ShipId) {
    let entity = ship(world, id);
    let known = world.get::<Ship>(entity).expect("it is a ship").clone();
    world.entity_mut(entity).insert(Ship { class: ClassId::FIRST, ..known });
}

fn reclass_structure(world: &mut World, id: StructureId) {
    let entity = structure(world, id);
    let known = world.get::<Structure>(entity).expect("it stands").clone();
    world.entity_mut(entity).insert(Structure { class: ClassId::FIRST, slot: known.slot + 1, ..known });
}

/// Removes this share of a ship's armour, percent.
fn damage(world: &mut World, id: ShipId, hundredths: f64) {
    let entity = ship(world, id);
    let mut condition = world.get_mut::<Condition>(entity).expect("it has armour");
    condition.armour *= 1.0 - hundredths / 100.0;
}

fn add_defenders(world: &mut World, name: &str, count: f64) {
    let body = body(world, name);
    world.resource_mut::<Grounds>().0[body].defenders += count;
}

fn rename_fleet(world: &mut World, id: ShipId) {
    let entity = ship(world, id);
    let fleet = world.get::<MemberOf>(entity).expect("it has a fleet").0;
    world.get_mut::<Fleet>(fleet).expect("it is a fleet").name = "Renamed".to_owned();
}

fn give_away(world: &mut World, name: &str) {
    let body = body(world, name);
    world.resource_mut::<Holdings>().0[body].owner = None;
}

/// Facts that Terra may not know.
const SECRETS: [Change; 17] = [
    ("a hidden ship moves", |world| move_ship(world, HIDDEN_SHIP)),
    ("a hidden ship is of another class", |world| reclass_ship(world, HIDDEN_SHIP)),
    ("a hidden ship is gone", |world| {
        let entity = ship(world, HIDDEN_SHIP);
        world.despawn(entity);
    }),
    ("a hidden ship is added", |world| {
        let entity = ship(world, HIDDEN_SHIP);
        let known = world.get::<Ship>(entity).expect("it is a ship").clone();
        let (place, fleet) = (
            *world.get::<Position>(entity).expect("it is somewhere"),
            world.get::<MemberOf>(entity).expect("it has one").0,
        );
        world.spawn((Ship { id: ShipId(900), ..known }, place, MemberOf(fleet)));
    }),
    ("a hidden structure is another", |world| reclass_structure(world, HIDDEN)),
    ("a hidden structure is gone", |world| {
        let entity = structure(world, HIDDEN);
        world.despawn(entity);
    }),
    ("a hidden body is nobody's", |world| give_away(world, "Jupiter")),
    ("a hidden garrison grows", |world| add_defenders(world, "Jupiter", 500.0)),
    ("a garrison in sight grows by less than can be made out", |world| add_defenders(world, "Venus", 3.0)),
    ("there is unrest on a ground of others in sight", |world| {
        let body = body(world, "Venus");
        let mut grounds = world.resource_mut::<Grounds>();
        (grounds.0[body].unrest, grounds.0[body].delay_ticks) = (0.5, 90);
    }),
    ("the treasury of others is another", |world| {
        let mut ledgers = world.resource_mut::<Ledgers>();
        ledgers.0[ARES] = ecliptic::sim::world::money::Ledger::default();
    }),
    ("others in sight are not paid for", |world| {
        for entity in [ship(world, SEEN_SHIP), structure(world, SEEN_YARD)] {
            world.entity_mut(entity).insert(Idle);
        }
    }),
    ("a yard of others in sight has built something", |world| {
        let entity = structure(world, SEEN_YARD);
        world.get_mut::<Shipyard>(entity).expect("it is a yard").built += 1;
    }),
    ("what grows in sight of others is paused", |world| {
        let entity = structure(world, SEEN_SITE);
        world.get_mut::<Growing>(entity).expect("it grows").paused = true;
    }),
    ("a fleet of others in sight has another name", |world| rename_fleet(world, SEEN_SHIP)),
    ("a crew of others in sight has learnt something", |world| {
        let entity = ship(world, SEEN_SHIP);
        world.get_mut::<Condition>(entity).expect("it has one").experience = 1.0e9;
        damage(world, SEEN_SHIP, 1.0);
    }),
    ("a fleet of others in sight has another route", |world| {
        let entity = ship(world, SEEN_SHIP);
        let fleet = world.get::<MemberOf>(entity).expect("it has a fleet").0;
        world.entity_mut(fleet).insert(Route::default());
    }),
];

/// Facts that Terra may know.
const FACTS: [Change; 15] = [
    ("its own ship moves", |world| move_ship(world, OWN_SHIP)),
    ("its own ship is damaged a little", |world| damage(world, OWN_SHIP, 1.0)),
    ("its own ship is not paid for", |world| {
        let entity = ship(world, OWN_SHIP);
        world.entity_mut(entity).insert(Idle);
    }),
    ("its own fleet has another name", |world| rename_fleet(world, OWN_SHIP)),
    ("its own yard has built something", |world| {
        let entity = structure(world, OWN_YARD);
        world.get_mut::<Shipyard>(entity).expect("it is a yard").built += 1;
    }),
    ("its own garrison grows by one", |world| add_defenders(world, "Earth", 1.0)),
    ("a ship in sight moves", |world| move_ship(world, SEEN_SHIP)),
    ("a ship in sight is of another class", |world| reclass_ship(world, SEEN_SHIP)),
    ("a ship in sight is damaged", |world| damage(world, SEEN_SHIP, 10.0)),
    ("a ship in sight goes away", |world| {
        let entity = ship(world, SEEN_SHIP);
        world.get_mut::<Position>(entity).expect("it is somewhere").0 += DVec3::Z * 9.0e8;
    }),
    ("a structure in sight is another", |world| reclass_structure(world, SEEN_YARD)),
    ("a structure in sight is finished", |world| {
        let entity = structure(world, SEEN_SITE);
        world.entity_mut(entity).remove::<Growing>();
    }),
    ("a garrison in sight grows", |world| add_defenders(world, "Venus", 30.0)),
    ("a body in sight is nobody's", |world| give_away(world, "Venus")),
    ("its troops have landed out of sight", |world| {
        let jupiter = body(world, "Jupiter");
        world.resource_mut::<Grounds>().0[jupiter].invaders = Some((TERRA, 50.0));
    }),
];

#[test]
fn secrets_leave_the_view_of_a_faction_as_it_is() {
    let expected = view_lines(&mut war(), Viewer::Faction(TERRA));
    let count = |word: &str| expected.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!(["ship", "structure", "body"].map(count), [3, 3, 5], "{expected:#?}");
    let allowed =
        expected.iter().filter(|line| line.starts_with("order") && line.ends_with("Ok(())")).count();
    assert!((30..count("order") / 2).contains(&allowed), "{allowed} of {} orders", count("order"));
    let mut all = war();
    for (name, change) in SECRETS {
        let mut simulation = war();
        change(simulation.world_mut());
        assert_eq!(view_lines(&mut simulation, Viewer::Faction(TERRA)), expected, "{name}");
        if !name.ends_with("is gone") {
            change(all.world_mut());
        }
    }
    assert_eq!(view_lines(&mut all, Viewer::Faction(TERRA)), expected, "all of it together");
    let of_nobody = with_view(all.world_mut(), Viewer::Nobody, |view| view.ships().count());
    assert_eq!(of_nobody, Some(0));
}

#[test]
fn secrets_are_in_the_views_of_those_who_may_know() {
    let of_ares = view_lines(&mut war(), Viewer::Faction(ARES));
    let of_all = view_lines(&mut war(), Viewer::Everything);
    for (name, change) in SECRETS {
        let mut simulation = war();
        change(simulation.world_mut());
        // Routes are read from the components of own fleets.
        if name.contains("route") {
            continue;
        }
        assert_ne!(view_lines(&mut simulation, Viewer::Faction(ARES)), of_ares, "{name}");
        assert_ne!(view_lines(&mut simulation, Viewer::Everything), of_all, "{name}");
    }
}

#[test]
fn known_facts_change_the_view_of_a_faction() {
    let expected = view_lines(&mut war(), Viewer::Faction(TERRA));
    for (name, change) in FACTS {
        let mut simulation = war();
        change(simulation.world_mut());
        assert_ne!(view_lines(&mut simulation, Viewer::Faction(TERRA)), expected, "{name}");
    }
}

#[test]
fn ghosts_are_in_the_view() {
    let mut simulation = war();
    look_now(simulation.world_mut());
    let away = ship(simulation.world_mut(), SEEN_SHIP);
    simulation.world_mut().get_mut::<Position>(away).expect("it is somewhere").0 += DVec3::Z * 9.0e8;
    let lines = view_lines(&mut simulation, Viewer::Faction(TERRA));
    assert_eq!(lines.iter().filter(|line| line.starts_with("ghost")).count(), 1, "{lines:#?}");
    assert_eq!(simulation.world().resource::<Knowledge>().ghosts(TERRA).count(), 1);
}

#[test]
fn worlds_that_differ_in_secrets_look_alike() {
    let mut differ = 0;
    for round in 0..40 {
        let mut chance = ChaCha8Rng::seed_from_u64(500 + round);
        let mut worlds = [secret_world(&mut chance), secret_world(&mut chance)];
        let [one, other] = worlds.each_mut().map(|one| known_now(one, Viewer::Faction(TERRA)));
        assert_eq!(one, other, "round {round}");
        let [one, other] = worlds.each_mut().map(|one| known_now(one, Viewer::Everything));
        differ += usize::from(one != other);
    }
    assert!(differ > 30, "only {differ} pairs of worlds are not the same");
}
