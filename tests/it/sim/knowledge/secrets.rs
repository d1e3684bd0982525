//! A player's information: answers, notices, names, legs and known events depend on nothing that the player cannot
//! know.
//!
//! Two worlds from one level differ in facts that the player neither sees nor remembers: owners of bodies, ships,
//! routes and structures, and possessions of others. Both get the same orders.

use std::fmt::Write;

use bevy::prelude::{Entity, World};
use ecliptic::level::{Assault, Cohesion, Doctrine, RoutePreference, Shape, Stance, to_ron};
use ecliptic::sim::event::{Entry, Events, GameEvent};
use ecliptic::sim::ids::{BodyId, ClassId, FactionId, FleetId, ShipId, StructureId, TargetId};
use ecliptic::sim::motion::wells::all_about;
use ecliptic::sim::order::file::parse_orders;
use ecliptic::sim::order::{OrderResult, check};
use ecliptic::sim::visibility::knowledge::Knowledge;
use ecliptic::sim::visibility::{Viewer, WorldView, look_now, with_view};
use ecliptic::sim::world::{Condition, Fleet, MemberOf, Members, NextIds, Notices, Route, Ship, Structure};
use ecliptic::sim::{
    AnchoredPlace, AttackTarget, Command, ConstructionOrder, Goal, Order, OrderQueue, Refusal, RouteEdit,
    Simulation, Sky, Units, WaitEvent, When,
};
use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::worlds::{ByName, middle, of_two, world, written};

/// The asking player.
const TERRA: FactionId = FactionId(0);
/// Number of compared pairs of worlds.
const ROUNDS: u64 = 24;
/// Orders are given in the first of these ticks and in the next; then the worlds run on to the last.
const TICKS: [u64; 3] = [0, 12, 24];
/// Number of orders given each time.
const ORDERS: usize = 150;
/// The first numbers of the player's new units in both worlds.
const NEXT: u32 = 1000;
/// A ship out of sight that belongs, in some worlds, to the foe's fleet in sight.
const FAR_SHIP: u32 = 11;

/// A number of bodies and classes that no world has.
const NOTHING: usize = 99;
/// The bodies of the worlds, and one that they do not have.
const BODIES: [BodyId; 7] = [BodyId(0), BodyId(1), EARTH, BodyId(3), MARS, JUPITER, BodyId(NOTHING)];
const EARTH: BodyId = BodyId(2);
const MARS: BodyId = BodyId(4);
const JUPITER: BodyId = BodyId(5);
/// Names that the player's fleets have or could get, and some names of hidden foreign fleets.
const NAMES: [&str; 9] =
    ["First", "Second", "Picket", "Probe", "First 2", "First 3", "Second 2", "Reserve", "Nobody"];

/// One of some things.
fn any<T: Copy>(all: &[T], chance: &mut ChaCha8Rng) -> T {
    all[chance.random_range(0..all.len())]
}

/// A wait for a date far in the future.
const FAR_DATE: Goal = Goal::Wait(WaitEvent::Date(2_480_000.5));

fn one_in(count: u32, chance: &mut ChaCha8Rng) -> bool {
    chance.random_range(0..count) == 0
}

/// A world with random secrets; Terra's knowledge is always the same.
pub fn secret_world(chance: &mut ChaCha8Rng) -> Simulation {
    let mut fleets = String::new();
    // The foe in sight waits for ever; its later legs are secret.
    let route = any(&["", r#"(to: fleet(name: "Picket")),"#, r#"(to: fleet(name: "First")),"#], chance);
    let red = any(&["Red", "Raiders 7"], chance);
    write!(
        fleets,
        r#"(name: "{red}", faction: "Ares", at: au(0.012, -1.6, 0), ships: [(class: "scout")],
            route: [(to: wait(until: on(date("2099-01-01")))), {route}]),
        (name: "Reserve", faction: "Ares", at: near("Mars"), ships: [(class: "corvette")]),"#
    )
    .expect("a text can grow");
    for name in ["First 2", "First 3", "Second 2", "Probe 2"] {
        let faction = any(&["Ares", "Pax"], chance);
        let (body, class) = (any(&["Mars", "Venus"], chance), any(&["corvette", "frigate"], chance));
        let count = chance.random_range(1..4);
        if one_in(2, chance) {
            write!(
                fleets,
                r#"(name: "{name}", faction: "{faction}", at: near("{body}"),
                    ships: [(class: "{class}", count: {count})]),"#
            )
            .expect("a text can grow");
        }
    }
    let mut structures = String::new();
    for body in ["Mars", "Venus", "Jupiter"] {
        for (class, ring, slot) in
            [("satellite", 0, 3), ("sentry", 0, 5), ("shipyard", 3, 6), ("trade station", 3, 9)]
        {
            // In the well of Jupiter they are too far from the probe to be seen.
            let faction = any(&["Ares", "Pax"], chance);
            let fits = body == "Jupiter" || ring == 0;
            if fits && one_in(2, chance) {
                write!(
                    structures,
                    r#"(class: "{class}", faction: "{faction}", body: "{body}", ring: {ring}, slot: {slot}),"#
                )
                .expect("a text can grow");
            }
        }
    }
    let mut holdings = String::new();
    for body in ["Mars", "Venus", "Jupiter"] {
        let owner = any(&["", r#"owner: "Ares","#, r#"owner: "Pax","#], chance);
        let invaders =
            if owner.contains("Pax") && one_in(2, chance) { r#"invaders: ("Ares", 90),"# } else { "" };
        write!(holdings, r#"(body: "{body}", {owner} ground: (defenders: 50, {invaders})),"#)
            .expect("a text can grow");
    }
    let money = chance.random_range(0..90_000);
    let mut simulation = world(&format!(
        r##"(
            schema_version: 1, title: "test", epoch: date("2026-11-21"),
            bodies: [body("Sun"), body("Venus"), body("Earth"), body("Moon"), body("Mars"), body("Jupiter")],
            factions: [
                (name: "Terra", color: "#4aa8ff", home: "Earth", team: "blue",
                    treasury: (money: 1000000, resources: 1000000)),
                (name: "Pax", color: "#4aff7a", team: "blue", treasury: (money: {money})),
                (name: "Ares", color: "#ff7a45", treasury: (money: {money}, resources: 9)),
            ],
            holdings: [(body: "Earth", owner: "Terra", economics: 50), {holdings}],
            fleets: [
                (name: "First", faction: "Terra", at: beside(body: "Earth", radii: 5, bearing_deg: 0),
                    ships: [(class: "cruiser", count: 2), (class: "corvette", count: 3)]),
                (name: "Second", faction: "Terra", at: beside(body: "Earth", radii: 5, bearing_deg: 90),
                    ships: [(class: "troop ship", count: 3)]),
                (name: "Picket", faction: "Terra", at: au(0, -1.6, 0), ships: [(class: "scout")]),
                (name: "Probe", faction: "Terra", at: beside(body: "Jupiter", radii: 3, bearing_deg: 0),
                    ships: [(class: "scout")]),
                {fleets}
            ],
            structures: [
                (class: "satellite", faction: "Terra", body: "Earth", ring: 0, slot: 0),
                (class: "shipyard", faction: "Terra", body: "Earth", ring: 3, slot: 0),
                {structures}
            ],
        )"##
    ));
    let world = simulation.world_mut();
    // Numbers are common to the whole world, so they are made equal here.
    *world.resource_mut::<NextIds>() = NextIds { ship: NEXT, fleet: NEXT, structure: NEXT };
    if one_in(2, chance) {
        lend_far_ship(world, red);
    }
    look_now(world);
    simulation
}

/// Moves the ship alone in the reserve into the fleet in sight.
fn lend_far_ship(world: &mut World, red: &str) {
    let named = |world: &mut World, name: &str| -> Entity {
        let mut fleets = world.query::<(Entity, &Fleet)>();
        fleets.iter(world).find(|(_, fleet)| fleet.name == name).expect("it is there").0
    };
    let (red, reserve) = (named(world, red), named(world, "Reserve"));
    let ship = world.get::<Members>(reserve).and_then(|crew| crew.iter().next()).expect("it has a ship");
    assert_eq!(world.get::<Ship>(ship).map(|ship| ship.id), Some(ShipId(FAR_SHIP)));
    world.entity_mut(ship).insert(MemberOf(red));
    world.despawn(reserve);
}

/// The foreign units that Terra sees, and those that it remembers, by number.
fn known(simulation: &Simulation) -> [Vec<TargetId>; 2] {
    let knowledge = simulation.world().resource::<Knowledge>();
    let remembered = knowledge.ghosts(TERRA).map(|ghost| ghost.id());
    [knowledge.seen(TERRA).collect(), remembered.collect()]
}

/// Orders of every kind.
struct Whims<'a> {
    chance: &'a mut ChaCha8Rng,
    sky: Sky,
    /// Classes, and one of each kind that does not exist.
    ship_classes: [ClassId; 4],
    structure_classes: [ClassId; 5],
}

impl<'a> Whims<'a> {
    fn of(simulation: &Simulation, chance: &'a mut ChaCha8Rng) -> Self {
        let [corvette, frigate, troop_ship] =
            ["corvette", "frigate", "troop ship"].map(|name| simulation.ship_class(name));
        let [satellite, sentry, shipyard, trade] =
            ["satellite", "sentry", "shipyard", "trade station"].map(|name| simulation.structure_class(name));
        let nothing = ClassId::from(NOTHING);
        Self {
            chance,
            sky: simulation.world().resource::<Sky>().clone(),
            ship_classes: [corvette, frigate, troop_ship, nothing],
            structure_classes: [satellite, sentry, shipyard, trade, nothing],
        }
    }

    fn draw<T: Copy>(&mut self, all: &[T]) -> T {
        any(all, self.chance)
    }

    fn one_in(&mut self, count: u32) -> bool {
        one_in(count, self.chance)
    }

    fn below(&mut self, count: u32) -> u32 {
        self.chance.random_range(0..count)
    }

    fn body(&mut self) -> BodyId {
        self.draw(&BODIES)
    }

    fn ship_class(&mut self) -> ClassId {
        any(&self.ship_classes, self.chance)
    }

    fn place(&mut self) -> DVec3 {
        let mut part = || self.chance.random_range(-2.0e6_f64..2.0e6);
        let offset = DVec3::new(part(), part(), 0.1 * part());
        self.sky.now[EARTH].position + offset
    }

    fn number(&mut self, least: u32) -> u32 {
        if self.one_in(3) { NEXT + self.below(6) } else { self.below(least) }
    }

    fn any_fleet(&mut self) -> FleetId {
        FleetId(self.number(12))
    }

    /// Some fleet or ships, known or not.
    fn any_units(&mut self) -> Units {
        if self.one_in(3) {
            return Units::Fleet(self.any_fleet());
        }
        Units::Ships((0..1 + self.below(2)).map(|_| ShipId(self.below(24))).collect())
    }

    fn beside(&mut self) -> Goal {
        Goal::Fleet { fleet: self.any_fleet(), guard: self.one_in(2) }
    }

    fn assault(&mut self, assault: Assault) -> Goal {
        Goal::Ground { body: self.body(), assault }
    }

    /// Mostly the player's own.
    fn units(&mut self) -> Units {
        match self.below(6) {
            0 => self.any_units(),
            1 => Units::Ships(vec![ShipId(self.below(10))]),
            _ => Units::Fleet(FleetId(self.below(4))),
        }
    }

    fn attack_target(&mut self) -> AttackTarget {
        match self.below(6) {
            0 => AttackTarget::Target(TargetId::Ship(ShipId(self.below(24)))),
            1 => AttackTarget::Target(TargetId::Structure(StructureId(self.below(14)))),
            2 => {
                let class = self.ship_class();
                AttackTarget::Class { class, body: self.one_in(2).then(|| self.body()) }
            }
            3 => {
                let body = self.body();
                all_about(&self.sky, body)
            }
            4 => AttackTarget::Area { middle: AnchoredPlace::free(self.place()), radius_km: 1.0e6 },
            _ => AttackTarget::Fleet(self.any_fleet()),
        }
    }

    /// A leg to be put in at a place of the route.
    fn leg(&mut self, at: usize) -> Command {
        let when = When::Before(at);
        let goal = match self.below(10) {
            0 => Goal::point(self.place()),
            1 => Goal::Body(self.body()),
            2 => Goal::Ring { body: self.body(), ring: self.below(4) as u8 },
            3 => Goal::ahead(self.body(), 40.0),
            4 => self.beside(),
            5 => FAR_DATE,
            6 => Goal::Attack(self.attack_target()),
            7 => return Command::engage(Goal::Body(self.body()), when),
            8 => self.assault(Assault::Land),
            _ => self.assault(Assault::Bombard),
        };
        Command::go(goal, when)
    }

    fn edit(&mut self) -> Command {
        let at = self.below(4) as usize;
        match self.below(5) {
            0 => Command::Edit(RouteEdit::Remove { at }),
            1 => Command::Edit(RouteEdit::Move { at, to: Goal::point(self.place()) }),
            2 => Command::Edit(RouteEdit::Repeat(self.one_in(3))),
            _ => self.leg(at),
        }
    }

    fn estate(&mut self) -> ConstructionOrder {
        let yard = StructureId(self.number(14));
        match self.below(12) {
            0 => ConstructionOrder::Pause { structure: yard, paused: self.one_in(2) },
            1 => ConstructionOrder::Cancel { structure: yard },
            2 => ConstructionOrder::BuildShips { yard, class: self.ship_class(), count: 1 },
            3 => ConstructionOrder::CancelShip { yard, index: 0 },
            4 => ConstructionOrder::Repeat { yard, repeats: self.one_in(2) },
            5 => {
                let rally = Goal::Ring { body: self.body(), ring: self.below(5) as u8 };
                ConstructionOrder::RallyTo { yard, rally: Some(rally) }
            }
            _ => {
                // The obstacles at a site at Jupiter, where the probe is, are found on the spot.
                let body = Some(self.body()).filter(|body| *body != JUPITER);
                self.build(body.unwrap_or(MARS))
            }
        }
    }

    fn build(&mut self, body: BodyId) -> ConstructionOrder {
        ConstructionOrder::Build {
            class: any(&self.structure_classes, self.chance),
            body,
            ring: self.below(6) as u8,
            slot: self.below(10) as u16,
        }
    }

    fn war(&mut self, units: Units, queue: bool) -> Order {
        let body = self.body();
        match self.below(8) {
            0 => Order::fleet(units, Command::engage(Goal::point(self.place()), When::queued(queue))),
            1 => Order::fleet(units, Command::engage(Goal::Body(body), When::queued(queue))),
            2 => {
                let stance = self.draw(&[Stance::Defensive, Stance::Aggressive]);
                Order::fleet(units, Command::Doctrine(Doctrine { stance, ..Doctrine::default() }))
            }
            3 => Order::fleet(units, Command::Retreat),
            4 => Order::fleet(
                units,
                Command::go(Goal::Ground { body, assault: Assault::Bombard }, When::queued(queue)),
            ),
            5 => Order::fleet(
                units,
                Command::go(Goal::Ground { body, assault: Assault::Land }, When::queued(queue)),
            ),
            _ => Order::fleet(units, Command::go(Goal::Attack(self.attack_target()), When::queued(queue))),
        }
    }

    fn order(&mut self) -> Order {
        let (units, queue) = (self.units(), self.one_in(2));
        match self.below(16) {
            0 => Order::fleet(units, Command::go(Goal::point(self.place()), When::queued(queue))),
            1 => Order::fleet(units, Command::go(Goal::Body(self.body()), When::queued(queue))),
            2 => Order::fleet(
                units,
                Command::go(Goal::Ring { body: self.body(), ring: self.below(5) as u8 }, When::queued(queue)),
            ),
            3 => Order::fleet(units, Command::go(Goal::ahead(self.body(), 40.0), When::queued(queue))),
            4 | 5 => Order::fleet(units, Command::go(self.beside(), When::queued(queue))),
            6 => Order::fleet(units, Command::go(FAR_DATE, When::Last)),
            7 => Order::fleet(units, Command::Patrol { to: Goal::point(self.place()) }),
            8 => Order::fleet(units, self.edit()),
            9 => {
                let shape = self.draw(&Shape::ALL);
                Order::fleet(units, Command::Form { shape, conduct: Cohesion::default(), facing: None })
            }
            10 => Order::fleet(units, Command::Prefer(RoutePreference::default())),
            11 => Order::fleet(units, Command::Stop),
            12 | 13 => Order::Construction(self.estate()),
            _ => self.war(units, queue),
        }
    }
}

/// The player's information and possessions, without any that depends on places.
#[derive(Debug, PartialEq)]
struct Information {
    answers: Vec<OrderResult>,
    /// The words of notices. The places of their fleets depend on ships nearby.
    notes: Vec<String>,
    /// The player's fleets: numbers, names and numbers of legs.
    fleets: Vec<(FleetId, String, usize)>,
    /// The player's known events of the last tick, without the places of arrivals.
    events: Vec<GameEvent>,
    /// The meanings of names in a file of orders.
    names: Vec<Result<Order, Refusal>>,
}

/// The order of a file as Terra gives it.
pub fn by_numbers(view: WorldView, order: &str) -> Result<Order, Refusal> {
    let text = format!(r#"[(tick: 0, player: "Terra", order: {order})]"#);
    let mut orders = parse_orders(&text).expect("it can be read");
    orders.remove(0).order.by_numbers(view)
}

/// The meanings of all names, of own fleets and of any.
fn meanings(view: WorldView) -> Vec<Result<Order, Refusal>> {
    let orders = NAMES.map(|name| {
        [format!(r#"Stop(fleet: "{name}")"#), format!(r#"Follow(fleet: "First", leader: "{name}")"#)]
    });
    orders.as_flattened().iter().map(|order| by_numbers(view, order)).collect()
}

/// Terra's known events of the last tick.
fn known_events(simulation: &Simulation) -> Vec<GameEvent> {
    let events = simulation.world().resource::<Events>();
    let known = events.since(0).filter(|entry| entry.known_to.contains(TERRA));
    let fresh = known.filter(|entry| entry.tick + 1 == simulation.tick_count());
    let without_place = |entry: &Entry| match entry.event {
        GameEvent::FleetArrived { fleet, faction, .. } => {
            GameEvent::FleetArrived { fleet, faction, place: DVec3::ZERO }
        }
        event => event,
    };
    fresh.map(without_place).collect()
}

fn information_of(simulation: &mut Simulation) -> Information {
    let world = simulation.world_mut();
    let mut query = world.query::<(&Fleet, &Route)>();
    let mut fleets: Vec<(FleetId, String, usize)> = query
        .iter(world)
        .filter(|(fleet, _)| fleet.faction == FactionId(TERRA.0))
        .map(|(fleet, route)| (fleet.id, fleet.name.clone(), route.0.len()))
        .collect();
    fleets.sort();
    let answers = world.resource_mut::<OrderQueue>().take_answers(TERRA);
    let notes = world.resource_mut::<Notices>().take(TERRA);
    let events = known_events(simulation);
    let names = with_view(simulation.world_mut(), Viewer::Faction(TERRA), meanings).expect("a view");
    Information { answers, notes: notes.into_iter().map(|note| note.words).collect(), fleets, events, names }
}

/// Gives both worlds the same orders, and checks that Terra's information is the same as long as its knowledge is.
/// Returns the numbers of executed and of refused orders.
fn compare(worlds: &mut [Simulation; 2], chance: &mut ChaCha8Rng, round: u64) -> (usize, usize) {
    let (mut done, mut refused) = (0, 0);
    for tick in TICKS[0]..TICKS[2] {
        if known(&worlds[0]) != known(&worlds[1]) {
            break;
        }
        if TICKS[..2].contains(&tick) {
            let mut whims = Whims::of(&worlds[0], chance);
            let orders: Vec<Order> = (0..ORDERS).map(|_| whims.order()).collect();
            for simulation in worlds.iter_mut() {
                let mut door = simulation.world_mut().resource_mut::<OrderQueue>();
                orders.iter().for_each(|order| door.give(TERRA, order.clone()));
            }
        }
        worlds.iter_mut().for_each(|simulation| simulation.run(1));
        let [mut one, mut other] = worlds.each_mut().map(information_of);
        if known(&worlds[0]) != known(&worlds[1]) {
            // A sighting in only one of them is an event there.
            [&mut one, &mut other].into_iter().for_each(|each| each.events.clear());
        }
        for (one, other) in one.answers.iter().zip(&other.answers) {
            assert_eq!(one.outcome, other.outcome, "round {round}, tick {tick}: {:?}", one.order);
        }
        assert_eq!(one, other, "round {round}, tick {tick}");
        done += one.answers.iter().filter(|answer| answer.outcome.is_ok()).count();
        refused += one.answers.iter().filter(|answer| answer.outcome.is_err()).count();
    }
    (done, refused)
}

#[test]
fn answers_reveal_nothing_unknown_to_the_player() {
    let (mut done, mut refused) = (0, 0);
    for round in 0..ROUNDS {
        let mut chance = ChaCha8Rng::seed_from_u64(round);
        let mut worlds = [secret_world(&mut chance), secret_world(&mut chance)];
        let all = known(&worlds[0]);
        assert_eq!(all, known(&worlds[1]), "round {round}: only secrets differ");
        assert!(!all[0].is_empty(), "a foe is in sight");
        let (more_done, more_refused) = compare(&mut worlds, &mut chance, round);
        (done, refused) = (done + more_done, refused + more_refused);
    }
    assert!(done > 1_000 && refused > 1_000, "{done} orders were carried out, {refused} refused");
}

#[test]
fn checks_of_sites_follow_from_sight() {
    let mut found_out = 0;
    for round in 0..ROUNDS {
        let mut chance = ChaCha8Rng::seed_from_u64(1_000 + round);
        let mut worlds = [secret_world(&mut chance), secret_world(&mut chance)];
        for tick in 0..12 {
            assert_eq!(known(&worlds[0]), known(&worlds[1]), "round {round}, tick {tick}");
            let order = Order::Construction(Whims::of(&worlds[0], &mut chance).build(JUPITER));
            let [predicted, other] = worlds.each_mut().map(|one| {
                with_view(one.world_mut(), Viewer::Faction(TERRA), |view| check(view, &order))
                    .expect("a view")
            });
            assert_eq!(predicted, other, "round {round}, tick {tick}: {order:?}");
            let [one, other] = worlds.each_mut().map(|one| one.give(0, order.clone()));
            if one != other {
                // The builders have met an obstacle, so more is known from now on.
                assert_eq!(predicted, Ok(()), "round {round}, tick {tick}: {order:?}");
                found_out += 1;
                break;
            }
        }
    }
    assert!(found_out > 3, "only {found_out} secrets stood against a site");
}

/// A level of Terra and Ares, with plenty for both.
fn two_sides(fleets: &str, others: &str) -> Simulation {
    let bodies = r#"body("Earth"), body("Mars"), body("Jupiter")"#;
    world(&of_two(bodies, &format!("fleets: [{fleets}], {others}")))
}

#[test]
fn builders_learn_unknown_facts_on_the_spot() {
    let probe = r#"(name: "Probe", faction: "Terra", at: beside(body: "Jupiter", radii: 3, bearing_deg: 0),
        ships: [(class: "scout")])"#;
    let build = |simulation: &Simulation, body: &str, slot: u16| {
        let (class, body) = (simulation.structure_class("satellite"), simulation.body(body));
        Order::Construction(ConstructionOrder::Build { class, body, ring: 0, slot })
    };
    let count = |simulation: &mut Simulation| {
        let world = simulation.world_mut();
        world.query::<&Structure>().iter(world).count()
    };
    let refused = |simulation: &mut Simulation, body: &str, slot: u16| {
        simulation.give(0, build(simulation, body, slot)).expect_err("it is refused").to_string()
    };
    let nobody_there = "none of your ships is near Mars: bring one into its well first";

    let taken = r#"holdings: [(body: "Jupiter", economics: 40)],
        structures: [(class: "satellite", faction: "Ares", body: "Jupiter", ring: 0, slot: 3)],"#;
    let mut simulation = two_sides(probe, taken);
    let order = build(&simulation, "Jupiter", 3);
    let view = |view: WorldView| check(view, &order);
    let predicted = with_view(simulation.world_mut(), Viewer::Faction(TERRA), view);
    assert_eq!(predicted, Some(Ok(())), "nothing is seen there");
    let words = "the satellite at Jupiter cannot be begun: slot 4 of ring 1 of Jupiter is taken";
    assert_eq!((refused(&mut simulation, "Jupiter", 3).as_str(), count(&mut simulation)), (words, 1));
    assert_eq!(simulation.give(0, build(&simulation, "Jupiter", 4)), Ok(()));
    assert_eq!(count(&mut simulation), 2, "it grows");
    assert_eq!(refused(&mut simulation, "Mars", 3), nobody_there);

    let owned = r#"holdings: [(body: "Jupiter", owner: "Ares"), (body: "Mars", owner: "Ares")],"#;
    let mut simulation = two_sides(probe, owned);
    let words = "the satellite at Jupiter cannot be begun: Jupiter belongs to Ares: \
        you can build at your own bodies and at those without an owner";
    assert_eq!((refused(&mut simulation, "Jupiter", 3).as_str(), count(&mut simulation)), (words, 0));
    assert_eq!(refused(&mut simulation, "Mars", 3), nobody_there);

    let mut simulation = two_sides(probe, "");
    let words = "the satellite at Jupiter cannot be begun: Jupiter has 80 defenders of its own: \
        land troopers, or bombard it down to 40";
    assert_eq!((refused(&mut simulation, "Jupiter", 3).as_str(), count(&mut simulation)), (words, 0));
}

fn follow(simulation: &Simulation, fleet: &str, led: &str) -> Order {
    Order::fleet(simulation.fleet(fleet), Command::go(simulation.beside(led, false), When::Now))
}

/// A save of a world.
fn resumed(simulation: &mut Simulation) -> Simulation {
    let text = to_ron(&simulation.capture().expect("a world")).expect("it is written");
    let (level, classes) = written(&text);
    Simulation::new(&level, &classes, 9).expect("a save spawns")
}

#[test]
fn foes_that_follow_each_other_come_together_and_stay() {
    for ticks in [0, 5, 40] {
        let mut simulation = two_sides(
            r#"(name: "Eye", faction: "Terra", at: km(0, -2.4e8, 0), ships: [(class: "scout", count: 2)]),
            (name: "Shadow", faction: "Ares", at: km(1.5e6, -2.4e8, 0), ships: [(class: "scout", count: 3)])"#,
            "",
        );
        assert_eq!(simulation.give(1, follow(&simulation, "Shadow", "Eye")), Ok(()));
        // The followed fleet flies aside, and then follows in turn: neither fleet is at the place where the other
        // looked for it.
        let to = DVec3::new(0.0, -2.42e8, 0.0);
        assert_eq!(
            simulation
                .give(0, Order::fleet(simulation.fleet("Eye"), Command::go(Goal::point(to), When::Now))),
            Ok(())
        );
        simulation.run(ticks);
        assert_eq!(
            simulation.give(0, follow(&simulation, "Eye", "Shadow")),
            Ok(()),
            "Terra does not know who follows"
        );
        simulation.run(1_000);
        let before = middle(&mut simulation, "Eye");
        let mut again = resumed(&mut simulation);
        for tick in 0..300 {
            simulation.run(1);
            again.run(1);
            assert_eq!(
                simulation.digests().difference(&again.digests()),
                None,
                "{tick} ticks after the save"
            );
        }
        let (eye, shadow) = (middle(&mut simulation, "Eye"), middle(&mut simulation, "Shadow"));
        println!("after {ticks} ticks: {} km on, {} km apart", eye.distance(before), eye.distance(shadow));
        assert!(eye.distance(before) < 1_000.0, "it goes on for {} km", eye.distance(before));
        assert!(eye.distance(shadow) < 1.0e5, "they are {} km apart", eye.distance(shadow));
        let mut notices = simulation.world_mut().resource_mut::<Notices>();
        let notices = [0, 1].map(|player| notices.take(FactionId(player)));
        assert!(notices.concat().is_empty(), "nobody has lost anybody");
    }
}

/// Makes all ships of a fleet burn down.
fn burn_down(simulation: &mut Simulation, name: &str) {
    let world = simulation.world_mut();
    let mut fleets = world.query::<(Entity, &Fleet)>();
    let found = fleets.iter(world).find(|(_, fleet)| fleet.name == name).map(|(entity, _)| entity);
    let fleet = found.expect("it is there");
    let mut ships = world.query::<(&MemberOf, &mut Condition)>();
    for (_, mut condition) in ships.iter_mut(world).filter(|(member, _)| member.0 == fleet) {
        (condition.armour, condition.burning) = (1.0, 1000.0);
    }
}

#[test]
fn hidden_fleets_end_without_a_notice() {
    let fleets = r#"
        (name: "Eye", faction: "Terra", at: km(0, -2.4e8, 0), ships: [(class: "scout")]),
        (name: "Guns", faction: "Terra", at: km(-1e5, -2.4e8, 0), ships: [(class: "corvette", count: 2)]),
        (name: "Other", faction: "Ares", at: km(1.5e6, -2.4e8, 0), ships: [(class: "scout", count: 2)]),
        (name: "Rest", faction: "Ares", at: km(0, 9e8, 0), ships: [(class: "scout")])"#;
    let mut worlds = [two_sides(fleets, ""), two_sides(fleets, "")];
    for simulation in &mut worlds {
        let away = |y: f64, name: &str| {
            let to = DVec3::new(-3.0e7, -2.4e8 + y, 0.0);
            Order::fleet(simulation.fleet(name), Command::go(Goal::point(to), When::Now))
        };
        let follow =
            Order::fleet(simulation.fleet("Eye"), Command::go(simulation.beside("Other", false), When::Last));
        let target = AttackTarget::Fleet(simulation.fleet_id("Other"));
        let attack = Order::fleet(simulation.fleet("Guns"), Command::go(Goal::Attack(target), When::Last));
        for order in [away(0.0, "Eye"), away(2.0e6, "Guns"), follow, attack] {
            assert_eq!(simulation.give(0, order), Ok(()));
        }
    }
    for tick in 0..900 {
        if tick == 60 {
            let hidden = worlds[0].world().resource::<Knowledge>().seen(FactionId(0)).count();
            assert_eq!(hidden, 0, "it is out of sight");
            burn_down(&mut worlds[1], "Other");
        }
        if tick == 61 {
            worlds[1] = resumed(&mut worlds[1]);
        }
        worlds.iter_mut().for_each(|simulation| simulation.run(1));
        let [one, other] = worlds.each_mut().map(information_of);
        // They look for it where it was last seen, and find it in one of the worlds.
        if known(&worlds[0]) == known(&worlds[1]) {
            assert_eq!(one, other, "tick {tick}");
        } else {
            assert!(tick > 120, "tick {tick}");
        }
    }
    let last = information_of(&mut worlds[1]);
    assert!(last.fleets.iter().all(|(_, _, legs)| *legs == 0), "the orders have ended: {last:?}");
}

#[test]
fn a_save_keeps_the_routes_to_unseen_fleets() {
    let mut simulation = two_sides(
        r#"(name: "Eye", faction: "Terra", at: km(0, -2.4e8, 0), ships: [(class: "scout")]),
        (name: "Other", faction: "Ares", at: km(1.5e6, -2.4e8, 0), ships: [(class: "scout", count: 2)])"#,
        "",
    );
    let to = DVec3::new(-3.0e7, -2.4e8, 0.0);
    let away = Order::fleet(simulation.fleet("Eye"), Command::go(Goal::point(to), When::Now));
    let back =
        Order::fleet(simulation.fleet("Eye"), Command::go(simulation.beside("Other", false), When::Last));
    for order in [away, back] {
        assert_eq!(simulation.give(0, order), Ok(()));
    }
    while simulation.world().resource::<Knowledge>().seen(FactionId(0)).count() > 0 {
        simulation.run(1);
        assert!(simulation.tick_count() < 600, "it stays in sight");
    }
    simulation.run(7);
    let mut again = resumed(&mut simulation);
    // The direction from which a fleet comes to a body decides its side there.
    let on =
        Order::fleet(simulation.fleet("Eye"), Command::go(Goal::Body(simulation.body("Mars")), When::Last));
    for one in [&mut simulation, &mut again] {
        assert_eq!(one.give(0, on.clone()), Ok(()));
    }
    for _ in 0..300 {
        assert_eq!(
            simulation.digests().difference(&again.digests()),
            None,
            "tick {}",
            simulation.tick_count()
        );
        simulation.run(1);
        again.run(1);
    }
}

#[test]
fn names_of_others_are_as_if_they_were_free() {
    let mut simulation = two_sides(
        r#"(name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette", count: 3)]),
        (name: "First", faction: "Ares", at: near("Mars"), ships: [(class: "corvette", count: 3)]),
        (name: "First 2", faction: "Ares", at: near("Mars"), ships: [(class: "corvette", count: 3)])"#,
        "",
    );
    let stop = |units: Units| Order::fleet(units, Command::Stop);
    assert_eq!(simulation.give(0, stop(Units::Ships(vec![ShipId(0)]))), Ok(()));
    let names = |simulation: &mut Simulation| -> Vec<String> {
        information_of(simulation).fleets.into_iter().map(|(_, name, _)| name).collect()
    };
    assert_eq!(names(&mut simulation), ["First", "First 2"]);
    // For each player a name means its own fleet.
    for player in ["Terra", "Ares"] {
        for order in [r#"Stop(fleet: "First 2")"#, r#"Follow(fleet: "First 2", leader: "First")"#] {
            let tick = simulation.tick_count();
            let text = format!(r#"[(tick: {tick}, player: "{player}", order: {order})]"#);
            simulation.set_script(parse_orders(&text).expect("it can be read"));
            simulation.tick().expect("there is such a player");
            assert_eq!(simulation.take_refusals(), [], "{player}: {order}");
        }
    }
    let mut again = resumed(&mut simulation);
    assert_eq!(names(&mut again), ["First", "First 2"]);
    for tick in 0..60 {
        simulation.run(1);
        again.run(1);
        assert_eq!(simulation.digests().difference(&again.digests()), None, "{tick} ticks after the save");
    }
}
