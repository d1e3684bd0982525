//! Wars of more than two sides: foes of each other do not add up.

use std::collections::BTreeSet;

use ecliptic::ai::{self, MindLog};
use ecliptic::level::MindChoice;
use ecliptic::sim::steering::system::Sharing;
use ecliptic::sim::{
    ArmsTable, FactionId, Fleet as FlyingFleet, Holdings, MemberOf, Minds, Operation, OperationKind, Order,
    Ship, Simulation, Stage,
};

use super::{played, shipped};

/// Ticks between two looks at a war.
const LOOK_TICKS: u64 = 30;
/// A war is looked at for this long at least: nobody surrenders in the first three minutes,
const LEAST_TICKS: u64 = 6_300;
/// and for this long at most.
const MOST_TICKS: u64 = 12_000;
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
