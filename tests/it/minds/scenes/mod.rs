//! Scenes with one right answer: small worlds in which a mind has one thing to do.
//!
//! They are Twins with few of its bodies: two homes, each with a shipyard, that of Rivalry with a sentry, too. There
//! are no ships but those that a scene adds, which are numbered in that order, and no money. A mind plays Rivalry, and
//! may attack from the beginning; nobody plays Concord, unless a scene says so.

mod claim;
mod defence;
mod departure;
mod endgame;
mod fronts;
mod repair;
mod settle;
mod siege;
mod window;
mod withdrawal;

use std::ops::Range;

use ecliptic::ai::MindLog;
use ecliptic::level::{
    Amount, Beside, Doctrine, Fleet, Formation, Garrison, Holding, Level, MindChoice, NamedGoal,
    PlacedStructure, RoutePreference, Ship, StartPlace, Waypoint,
};
use ecliptic::rules::Rules;
use ecliptic::sim::{
    BodyId, Command, FactionId, Goal, Holdings, Minds, Operation, Order, ShipId, Simulation, Sky, Units,
};

use super::{played, shipped};

/// The side that nobody plays, for most scenes.
const CONCORD: FactionId = FactionId(0);
/// The side that a mind plays.
const RIVALRY: FactionId = FactionId(1);

/// A world that is being made.
struct Scene {
    level: Level,
    rules: Rules,
}

impl Scene {
    /// A world with some bodies of Twins beside the star and the homes, Thale of Concord and Brome of Rivalry.
    fn with(bodies: &[&str]) -> Self {
        let (mut level, mut rules) = shipped("twins.ron");
        rules.minds.personalities.iter_mut().for_each(|personality| personality.musters_s = 0.0);
        let stays = |body: &str| ["Evenlight", "Thale", "Brome"].contains(&body) || bodies.contains(&body);
        level.bodies.retain(|entry| stays(entry.name()));
        level.holdings.retain(|holding| stays(&holding.body));
        level
            .structures
            .retain(|one| one.class == "shipyard" || (one.class == "sentry" && one.faction == "Rivalry"));
        level.fleets.clear();
        Self { level, rules }.money(0)
    }

    /// As much money and as many resources for each side.
    fn money(mut self, sum: i64) -> Self {
        let treasury = Amount { money: sum, resources: sum, rare: 0 };
        self.level.factions.iter_mut().for_each(|faction| faction.treasury = Some(treasury));
        self
    }

    /// Adds a fleet beside a body, at a distance in radii and a bearing in degrees.
    fn ships(
        self,
        faction: &str,
        (body, radii, bearing_deg): (&str, f64, f64),
        ships: &[(&str, u32)],
    ) -> Self {
        let at = StartPlace::Beside(Beside { body: body.to_owned(), radii, bearing_deg });
        self.ships_at(faction, at, ships)
    }

    /// Adds a fleet.
    fn ships_at(mut self, faction: &str, at: StartPlace, ships: &[(&str, u32)]) -> Self {
        let ship =
            |(class, count): &(&str, u32)| Ship { class: (*class).to_owned(), count: *count, posted: None };
        let fleet = Fleet {
            name: format!("Fleet {}", self.level.fleets.len()),
            faction: faction.to_owned(),
            at: Some(at),
            ships: ships.iter().map(ship).collect(),
            route: Vec::new(),
            formation: Formation::default(),
            wish: RoutePreference::default(),
            repeats: false,
            doctrine: Doctrine::default(),
        };
        self.level.fleets.push(fleet);
        self
    }

    /// Adds a constructor of Rivalry, which stays where it is, and looks at a body.
    fn watch(self, body: &str) -> Self {
        self.ships("Rivalry", (body, 2.5, 0.0), &[("constructor", 1)])
    }

    /// The fleet that was added last flies to a body, and fights on its way.
    fn bound_for(mut self, body: &str) -> Self {
        let leg = Waypoint {
            to: NamedGoal::Body(body.to_owned()),
            beside_km: (0.0, 0.0, 0.0),
            spacing_km: None,
            attack: true,
        };
        self.level.fleets.last_mut().expect("a fleet was added").route.push(leg);
        self
    }

    /// Adds a structure in a slot of a ring of a body.
    fn structure(mut self, faction: &str, class: &str, (body, ring, slot): (&str, u8, u16)) -> Self {
        self.level.structures.push(PlacedStructure {
            class: class.to_owned(),
            faction: faction.to_owned(),
            body: body.to_owned(),
            ring,
            slot,
            construction: None,
            yard: None,
        });
        self
    }

    /// Says whose a body is, what it is worth to trade, and how many defenders it has.
    fn holding(mut self, body: &str, owner: Option<&str>, economics: u32, defenders: f64) -> Self {
        self.level.holdings.retain(|holding| holding.body != body);
        self.level.holdings.push(Holding {
            body: body.to_owned(),
            owner: owner.map(str::to_owned),
            economics: Some(economics),
            ground: Some(Garrison { defenders: Some(defenders), ..Garrison::default() }),
            ..Holding::default()
        });
        self
    }

    /// The world, with a mind of a skill and a personality in the seat of Rivalry.
    fn played_by(mut self, skill: &str, personality: &str) -> Simulation {
        self.level.factions[RIVALRY.0].mind = Some(MindChoice::new(skill, personality));
        played(1, &self.level, &self.rules, 1)
    }
}

/// A body by its name.
fn body(simulation: &Simulation, name: &str) -> BodyId {
    simulation.world().resource::<Sky>().system.find(name).expect("the scene has it")
}

/// The owner of a body.
fn owner(simulation: &Simulation, name: &str) -> Option<FactionId> {
    let body = body(simulation, name);
    simulation.world().resource::<Holdings>().0[body].owner
}

/// The operations of the mind.
fn operations(simulation: &Simulation) -> &[Operation] {
    let mind = simulation.world().resource::<Minds>().0.get(RIVALRY).and_then(Option::as_ref);
    mind.map(|mind| mind.operations.as_slice()).unwrap_or_default()
}

/// The commands that the mind gave to ships, each with its tick and the ships.
fn commands(simulation: &Simulation) -> impl Iterator<Item = (u64, &[ShipId], &Command)> {
    let log = &simulation.world().resource::<MindLog>().0;
    let given = log.iter().filter(|given| given.faction == RIVALRY && given.refusal.is_none());
    given.filter_map(|given| match &given.order {
        Order::Fleet { units: Units::Ships(ships), command } => Some((given.tick, ships.as_slice(), command)),
        _ => None,
    })
}

/// The tick of the first order to go to a goal.
fn first_order(simulation: &Simulation, wanted: Goal) -> Option<u64> {
    commands(simulation).find_map(|(tick, _, command)| match command {
        Command::Go { goal, .. } if *goal == wanted => Some(tick),
        _ => None,
    })
}

/// How many ships of some numbers exist.
fn left(simulation: &mut Simulation, numbers: Range<u32>) -> usize {
    let world = simulation.world_mut();
    let mut ships = world.query::<&ecliptic::sim::Ship>();
    ships.iter(world).filter(|ship| numbers.contains(&ship.id.0)).count()
}
