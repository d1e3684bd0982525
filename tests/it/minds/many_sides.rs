//! Wars of more than two sides: foes of each other do not add up, and allies help each other.

use std::collections::BTreeSet;

use ecliptic::ai::{self, MindLog};
use ecliptic::level::{Beside, Fleet, MindChoice, StartPlace};
use ecliptic::sim::steering::system::Sharing;
use ecliptic::sim::{
    ArmsTable, FactionId, Fleet as FlyingFleet, Holdings, MemberOf, Minds, Operation, OperationKind, Order,
    Ship, Simulation, Sky, Stage,
};

use super::threats::with;
use super::{played, shipped};

/// Ticks between two looks at a war.
const LOOK_TICKS: u64 = 30;
/// A war is looked at for this long at least: nobody surrenders in the first three minutes,
const LEAST_TICKS: u64 = 6_300;
/// and for this long at most.
const MOST_TICKS: u64 = 18_000;
/// A second world runs along on two threads for this long.
const SHARED_TICKS: u64 = 3_600;
/// Who gives up has to be this many times weaker than another one.
const UNEVEN: f64 = 1.5;

/// What a war of four has shown so far.
#[derive(Default)]
struct Shown {
    /// The pairs of factions of which one has attacked the other, by operations that have departed.
    pairs: BTreeSet<[FactionId; 2]>,
    /// The most bodies that each has held.
    bodies: [usize; 4],
    /// The worth of the armed ships of each, by the last look.
    armed: [f64; 4],
    /// Orders of minds that have been read.
    read: usize,
}

impl Shown {
    fn look(&mut self, war: &mut Simulation) {
        self.read_orders(war);
        self.armed = armed(war);
        let world = war.world();
        let holdings = &world.resource::<Holdings>().0;
        for (faction, most) in self.bodies.iter_mut().enumerate() {
            let held = holdings.iter().filter(|holding| holding.owner == Some(FactionId(faction)));
            *most = held.count().max(*most);
        }
        for (faction, mind) in world.resource::<Minds>().0.iter_enumerated() {
            let operations = mind.iter().flat_map(|mind| &mind.operations);
            let departed = operations.filter(|one| is_attack(one) && one.stage >= Stage::Advance);
            let owners = departed.filter_map(|attack| holdings.get(attack.target)?.owner);
            let met = owners.filter(|owner| *owner != faction);
            self.pairs.extend(met.map(|owner| [faction.min(owner), faction.max(owner)]));
        }
    }

    /// Reads what the minds have ordered since the last look: nobody gives up while it is even with all others.
    fn read_orders(&mut self, war: &Simulation) {
        let orders = &war.world().resource::<MindLog>().0;
        for given in &orders[self.read..] {
            assert!(!given.why.is_empty());
            if given.order == Order::Surrender {
                let (own, all) = (self.armed[given.faction.0], self.armed);
                let greatest = all.into_iter().fold(0.0, f64::max);
                assert!(UNEVEN * own < greatest, "{:?} gives up with {own} of {all:?}", given.faction);
            }
        }
        self.read = orders.len();
    }

    /// Whether everybody grows, and not two alone fight.
    fn is_war(&self) -> bool {
        self.pairs.len() > 1 && self.bodies.iter().all(|most| *most > 1)
    }
}

/// Whether an operation attacks a body.
fn is_attack(operation: &Operation) -> bool {
    matches!(operation.kind, OperationKind::Take | OperationKind::Raid)
}

/// The worth of the armed ships of each of four factions.
fn armed(war: &mut Simulation) -> [f64; 4] {
    let world = war.world_mut();
    let mut ships = world.query::<(&Ship, &MemberOf)>();
    let mut fleets = world.query::<&FlyingFleet>();
    let world = &*world;
    let table = world.resource::<ArmsTable>();
    let mut worths = [0.0; 4];
    for (ship, of) in ships.iter(world) {
        let class = table.ships.get(ship.class).filter(|class| class.is_armed());
        if let (Some(class), Ok(fleet)) = (class, fleets.get(world, of.0)) {
            worths[fleet.faction.0] += class.worth;
        }
    }
    worths
}

/// Plays a level with four captains until their war has shown what it should.
fn war_of_four(file: &str) {
    let (mut level, mut rules) = shipped(file);
    rules.minds.personalities.iter_mut().for_each(|personality| personality.musters_s = 0.0);
    let personalities = ["steward", "corsair", "prospector", "steward"];
    assert_eq!(level.factions.len(), personalities.len());
    for (faction, personality) in level.factions.iter_mut().zip(personalities) {
        faction.mind = Some(MindChoice::new("captain", personality));
    }
    let mut war = played(1, &level, &rules, 1);
    // Even a few ships in one place are shared.
    let sharing = Sharing { threads: 2, piece: 4, ..Sharing::default() };
    let mut shared = ai::simulation(sharing, &level, &rules, 1).expect("a checked level spawns");
    let mut shown = Shown::default();
    while war.tick_count() < LEAST_TICKS || war.tick_count() < MOST_TICKS && !shown.is_war() {
        war.run(LOOK_TICKS);
        if war.tick_count() <= SHARED_TICKS {
            shared.run(LOOK_TICKS);
            assert_eq!(shared.hash(), war.hash(), "two threads, at tick {}", war.tick_count());
        }
        shown.look(&mut war);
    }
    let Shown { pairs, bodies, .. } = &shown;
    assert!(bodies.iter().all(|most| *most > 1), "everybody takes free bodies: {bodies:?}");
    assert!(pairs.len() > 1, "not two alone fight: {pairs:?}");
}

#[test]
fn four_captains_fight_a_war_at_four_corners() {
    war_of_four("four-corners.ron");
}

#[test]
fn four_captains_fight_a_war_in_the_solar_system() {
    war_of_four("sol-war.ron");
}

/// A fleet beside a body: the faction, the body, the ships.
type Placed<'a> = (&'a str, &'a str, &'a [(&'a str, u32)]);

/// Four corners, where a merciless mind plays Azure, and nothing stands but shipyards: with these teams and fleets, and
/// with constructors of Azure, which stay where they are, about the bodies that it watches.
fn corners(teams: [Option<&str>; 4], watched: [&str; 2], fleets: &[Placed]) -> Simulation {
    let (mut level, mut rules) = shipped("four-corners.ron");
    for personality in &mut rules.minds.personalities {
        // Nothing draws its ships away.
        (personality.musters_s, personality.comets, personality.raids) = (0.0, 0.0, 0.0);
    }
    for (faction, team) in level.factions.iter_mut().zip(teams) {
        faction.team = team.map(str::to_owned);
    }
    level.factions[0].mind = Some(MindChoice::new("merciless", "corsair"));
    level.structures.retain(|one| one.class == "shipyard");
    let first = level.fleets[0].clone();
    let placed = |(faction, body, ships): Placed, bearing_deg: f64| {
        let name = format!("{faction} at {bearing_deg} of {body}");
        let at = Some(StartPlace::Beside(Beside { body: body.to_owned(), radii: 2.5, bearing_deg }));
        with(ships, Fleet { name, faction: faction.to_owned(), at, ..first.clone() })
    };
    // So many see the shipyard wherever it is in its ring: who has not seen it fears a whole fleet.
    let bearings = [0.0, 60.0, 120.0, 180.0, 240.0, 300.0];
    let watches = watched.into_iter().flat_map(|body| bearings.map(|bearing_deg| (body, bearing_deg)));
    let watches =
        watches.map(|(body, bearing_deg)| placed(("Azure", body, &[("constructor", 1)]), bearing_deg));
    let others = (0_u8..).zip(fleets).map(|(index, fleet)| placed(*fleet, 30.0 + 40.0 * f64::from(index)));
    level.fleets = watches.chain(others).collect();
    played(1, &level, &rules, 1)
}

/// The name of the body of the first operation of Azure of some kind, within eight seconds.
fn first_target(mut world: Simulation, is_wanted: impl Fn(&Operation) -> bool) -> Option<String> {
    for _ in 0..24 {
        world.run(10);
        let mind = world.world().resource::<Minds>().0.get(FactionId(0)).and_then(Option::as_ref);
        let mut operations = mind.into_iter().flat_map(|mind| &mind.operations);
        if let Some(operation) = operations.find(|one| is_wanted(one)) {
            let system = &world.world().resource::<Sky>().system;
            return system.bodies.get(operation.target).map(|body| body.name.clone());
        }
    }
    None
}

#[test]
fn an_attack_on_an_ally_is_answered() {
    let defended = |ally: Option<&str>, others: &[(&str, u32)]| {
        let fleets = [("Azure", "Westmark", &[("cruiser", 6)][..]), ("Jade", "Westmark", others)];
        let world = corners([ally, ally, None, None], ["Sounder", "Easting"], &fleets);
        first_target(world, |one| one.kind == OperationKind::Defend)
    };
    assert_eq!(defended(Some("west"), &[("cruiser", 2)]).as_deref(), Some("Westmark"));
    assert_eq!(defended(Some("west"), &[("scout", 1)]), None, "nobody attacks");
    assert_eq!(defended(None, &[("cruiser", 2)]), None, "it is no ally");
}

/// Both neighbours are alike: the one that an ally attacks comes first.
#[test]
fn an_attack_is_joined_where_an_ally_attacks() {
    for neighbour in ["Westmark", "Easting"] {
        let fleets = [
            ("Azure", "Norrow", &[("cruiser", 8), ("troop ship", 16)][..]),
            ("Jade", neighbour, &[("corvette", 4)][..]),
        ];
        let teams = [Some("one"), None, Some("one"), None];
        let world = corners(teams, ["Westmark", "Easting"], &fleets);
        assert_eq!(first_target(world, is_attack).as_deref(), Some(neighbour));
    }
}
