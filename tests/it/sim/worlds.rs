//! Worlds for tests, and queries.

use std::path::Path;

use ecliptic::level::{self, Assault, Level};
use ecliptic::rules::{Rules, find_assets_dir};
use ecliptic::sim::ids::{BodyId, ClassId, FactionId, FleetId};
use ecliptic::sim::motion::wells::all_about;
use ecliptic::sim::world::{
    Fleet, Flight, Holdings, MemberOf, Position, Route, Ship, ShipClasses, StructureClasses,
};
use ecliptic::sim::{AttackTarget, Goal, Order, OrderQueue, Refusal, Simulation, Sky, Units};
use glam::DVec3;

/// A number of the environment.
pub fn from_environment(name: &str, usual: u64) -> u64 {
    let said = std::env::var(name).ok();
    said.map_or(usual, |text| text.parse().unwrap_or_else(|error| panic!("{name}={text}: {error}")))
}

/// The rules as shipped.
pub fn rules() -> Rules {
    Rules::load(&find_assets_dir().expect("the assets folder")).expect("the rules")
}

/// A level of the folder `levels`.
pub fn shipped(name: &str) -> (Level, Rules) {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(name))
}

/// A level or a save from a file.
pub fn read(path: &Path) -> (Level, Rules) {
    let rules = rules();
    let loaded = level::read_level(path, &rules.class_catalog()).unwrap_or_else(|error| panic!("{error}"));
    let classes = rules.for_level(&loaded.level);
    (loaded.level, classes)
}

/// A level from text.
pub fn written(text: &str) -> (Level, Rules) {
    let rules = rules();
    let surroundings = rules.class_catalog();
    let loaded = level::parse_level("test.ron", text.as_bytes(), &surroundings)
        .unwrap_or_else(|faults| panic!("{faults}"));
    let classes = rules.for_level(&loaded.level);
    (loaded.level, classes)
}

/// A world from a level's text.
pub fn world(text: &str) -> Simulation {
    let (level, classes) = written(text);
    Simulation::new(&level, &classes, 1).expect("a checked level spawns")
}

/// A level with the Sun, Earth and Mars, and the given fleets, rich enough for their upkeep.
pub fn near_earth(fleets: &str) -> String {
    format!(
        r##"(
            schema_version: 1, title: "test", epoch: date("2026-11-21"),
            bodies: [body("Sun"), body("Earth"), body("Moon"), body("Mars")],
            factions: [
                (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 1000000, resources: 1000000)),
                (name: "Ares", color: "#ff7a45", treasury: (money: 1000000, resources: 1000000)),
            ],
            fleets: [{fleets}],
        )"##
    )
}

/// A level of Terra and Ares, without homes and rich enough for upkeep: its bodies besides the Sun, and its other
/// fields.
pub fn of_two(bodies: &str, fields: &str) -> String {
    format!(
        r##"(
            schema_version: 1, title: "test", epoch: date("2026-11-21"),
            bodies: [body("Sun"), {bodies}],
            factions: [
                (name: "Terra", color: "#4aa8ff", treasury: (money: 1000000, resources: 1000000)),
                (name: "Ares", color: "#ff7a45", treasury: (money: 1000000, resources: 1000000)),
            ],
            {fields}
        )"##
    )
}

/// A world as a save, written as text and read again.
pub fn reread(simulation: &mut Simulation) -> (Level, Rules) {
    let save = simulation.capture().expect("there is a world");
    written(&level::to_ron(&save).expect("a level can be written"))
}

/// The first difference of two levels as text, with the lines before; `None` for equal ones.
pub fn difference(one: &Level, other: &Level) -> Option<String> {
    const LINES_BEFORE: usize = 12;
    if one == other {
        return None;
    }
    let [one, other] = [one, other].map(|level| level::to_ron(level).expect("a level can be written"));
    let same = one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count();
    let [one, other] = [one, other].map(|text| {
        let lines = text.lines().skip(same.saturating_sub(LINES_BEFORE)).take(LINES_BEFORE + 3);
        lines.collect::<Vec<&str>>().join("\n")
    });
    Some(format!("line {same}:\n{one}\nbut\n{other}"))
}

/// Orders to a world, whose things have names in tests.
pub trait ByName {
    /// The body with a name, in upper or lower case.
    fn body(&self, name: &str) -> BodyId;
    /// The owner of a body.
    fn owner(&self, body: &str) -> Option<FactionId>;
    /// The fleet with a name; of several the first.
    fn fleet_id(&self, name: &str) -> FleetId;
    /// The ship class with a name.
    fn ship_class(&self, name: &str) -> ClassId;
    /// The structure class with a name.
    fn structure_class(&self, name: &str) -> ClassId;
    /// Hands in an order of the first faction.
    fn order(&mut self, order: Order);
    /// Gives an order of a faction and returns its result, a tick later.
    fn give(&mut self, player: usize, order: Order) -> Result<(), Refusal>;

    /// Beside a fleet.
    fn beside(&self, name: &str, guard: bool) -> Goal {
        Goal::Fleet { fleet: self.fleet_id(name), guard }
    }

    /// A landing on a body.
    fn landing(&self, body: &str) -> Goal {
        Goal::Ground { body: self.body(body), assault: Assault::Land }
    }

    /// A bombardment of a body.
    fn bombardment(&self, body: &str) -> Goal {
        Goal::Ground { body: self.body(body), assault: Assault::Bombard }
    }

    /// All foes about a body.
    fn foes_about(&self, body: &str) -> AttackTarget;

    /// The units of a fleet.
    fn fleet(&self, name: &str) -> Units {
        Units::Fleet(self.fleet_id(name))
    }
}

impl ByName for Simulation {
    fn body(&self, name: &str) -> BodyId {
        self.world().resource::<Sky>().system.find(name).expect("the body is in the level")
    }

    fn owner(&self, body: &str) -> Option<FactionId> {
        self.world().resource::<Holdings>().0[self.body(body)].owner
    }

    fn fleet_id(&self, name: &str) -> FleetId {
        let mut fleets = self.world().try_query::<&Fleet>().expect("there are fleets");
        let found = fleets.iter(self.world()).filter(|fleet| fleet.name == name).map(|fleet| fleet.id);
        found.min().expect("the fleet is there")
    }

    fn ship_class(&self, name: &str) -> ClassId {
        let classes = &self.world().resource::<ShipClasses>().0;
        classes.position(|class| class.name == name).expect("there is such a class")
    }

    fn structure_class(&self, name: &str) -> ClassId {
        let classes = &self.world().resource::<StructureClasses>().0;
        classes.position(|class| class.name == name).expect("there is such a class")
    }

    fn foes_about(&self, body: &str) -> AttackTarget {
        all_about(self.world().resource::<Sky>(), self.body(body))
    }

    fn order(&mut self, order: Order) {
        self.world_mut().resource_mut::<OrderQueue>().give(FactionId(0), order);
    }

    fn give(&mut self, player: usize, order: Order) -> Result<(), Refusal> {
        self.world_mut().resource_mut::<OrderQueue>().give(FactionId(player), order);
        self.run(1);
        let answers = self.world_mut().resource_mut::<OrderQueue>().take_answers(FactionId(player));
        answers.into_iter().next_back().expect("an answer").outcome
    }
}

/// All ships in the order of their numbers.
pub fn ships(simulation: &mut Simulation) -> Vec<(Ship, DVec3, Flight)> {
    let world = simulation.world_mut();
    let mut ships: Vec<_> = world
        .query::<(&Ship, &Position, &Flight)>()
        .iter(world)
        .map(|(ship, position, flight)| (ship.clone(), position.0, *flight))
        .collect();
    ships.sort_by_key(|(ship, ..)| ship.id);
    ships
}

/// The middle of all ships, km.
pub fn middle_of_all(simulation: &mut Simulation) -> DVec3 {
    let ships = ships(simulation);
    ships.iter().map(|(_, place, _)| *place).sum::<DVec3>() / ships.len() as f64
}

/// The middle of a fleet, km.
pub fn middle(simulation: &mut Simulation, name: &str) -> DVec3 {
    let world = simulation.world_mut();
    let mut ships = world.query::<(&Position, &MemberOf)>();
    let is_its = |member: &MemberOf| world.get::<Fleet>(member.0).is_some_and(|fleet| fleet.name == name);
    let places: Vec<DVec3> =
        ships.iter(world).filter(|(_, member)| is_its(member)).map(|(position, _)| position.0).collect();
    places.iter().sum::<DVec3>() / places.len() as f64
}

/// The legs that a fleet has yet to fly.
pub fn legs_left(simulation: &mut Simulation, name: &str) -> usize {
    let world = simulation.world_mut();
    world
        .query::<(&Fleet, &Route)>()
        .iter(world)
        .find(|(fleet, _)| fleet.name == name)
        .map_or(0, |(_, route)| route.0.len())
}

/// Number of ships of each fleet.
pub fn fleet_sizes(simulation: &mut Simulation) -> Vec<(String, usize)> {
    let world = simulation.world_mut();
    let fleets: Vec<_> = world.query::<&MemberOf>().iter(world).map(|fleet| fleet.0).collect();
    let mut sizes: Vec<(String, usize)> = world
        .query::<(bevy::prelude::Entity, &Fleet)>()
        .iter(world)
        .map(|(entity, fleet)| (fleet.name.clone(), fleets.iter().filter(|other| **other == entity).count()))
        .collect();
    sizes.sort();
    sizes
}

/// Present position of a body.
pub fn body_place(simulation: &Simulation, name: &str) -> DVec3 {
    let sky = simulation.world().resource::<Sky>();
    sky.now[simulation.body(name)].position
}

/// The magnified radius of a body.
pub fn body_radius(simulation: &Simulation, name: &str) -> f64 {
    let sky = simulation.world().resource::<Sky>();
    sky.system.bodies[simulation.body(name)].displayed_radius_km
}

/// The number of overlaps of solid things now, and the deepest one.
pub fn overlaps(simulation: &mut Simulation) -> (usize, f64) {
    let solid: Vec<_> =
        ships(simulation).iter().map(|(ship, position, flight)| ship.solid(*position, flight)).collect();
    ecliptic::sim::simulation::overlap::overlaps(simulation.world().resource::<Sky>(), &solid)
}
