//! Random wars: a shipped level, with other fleets at one of its bodies.

use std::path::Path;

use ecliptic::level::{
    self, Amount, Beside, BodyKind, Doctrine, Garrison, Holding, Level, PlacedStructure, RoutePreference,
    ShipKind, Stance, StarSystem, StartPlace, SystemBody,
};
use ecliptic::rules::Rules;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::sim::worlds::shipped;

/// Greatest radius of a body for a war, km: about larger planets fleets begin too far from each other.
const LARGEST_GROUND_KM: f64 = 5.0e5;
/// Least radius of a planet in the initial distance of fleets, km.
const LEAST_GROUND_KM: f64 = 1.8e5;
/// A comet whose well is narrower than this has no room for a war, km.
const LEAST_WELL_KM: f64 = 1.2e6;
/// Garrisons are so low that a few ships take a planet, troopers.
const MOST_DEFENDERS: f64 = 20.0;
/// Fleets in a war.
const FLEETS: u32 = 6;

/// A war.
pub struct War {
    pub level: Level,
    pub rules: Rules,
    /// The body.
    pub ground: String,
}

/// A level of the folder for such a war; the duel if present.
fn level_for(seed: u64) -> (Level, Rules) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let is_duel = !seed.is_multiple_of(2) && folder.join("duel.ron").exists();
    shipped(if is_duel { "duel.ron" } else { "first-light.ron" })
}

/// A random war.
pub fn war(seed: u64, chance: &mut ChaCha8Rng) -> War {
    let (mut level, rules) = level_for(seed);
    let bodies = StarSystem::build(&level).expect("a checked level has a sky").bodies;
    let grounds: Vec<&SystemBody> = bodies.iter().filter(|body| is_fit(body)).collect();
    let ground = grounds[chance.random_range(0..grounds.len())];
    let riches = Amount { money: 1_000_000_000, resources: 1_000_000_000, rare: 1_000_000_000 };
    level.factions.iter_mut().for_each(|faction| faction.treasury = Some(riches));
    // Without conditions of victory these wars go on to their last tick.
    level.victory.clear();
    let factions: Vec<String> = level.factions.iter().map(|faction| faction.name.clone()).collect();
    settle(&mut level, &rules, ground, &factions, chance);
    level.fleets = (0..FLEETS)
        .map(|number| {
            let faction = factions[number as usize % factions.len()].clone();
            fleet(number, faction, ground, &rules, chance)
        })
        .collect();
    War { level, rules, ground: ground.name.clone() }
}

/// Whether a war can be about a body.
fn is_fit(body: &SystemBody) -> bool {
    match body.kind {
        BodyKind::Planet => body.displayed_radius_km < LARGEST_GROUND_KM,
        BodyKind::Comet => body.well_radius_km > LEAST_WELL_KM,
        BodyKind::Star | BodyKind::Dwarf | BodyKind::Moon => false,
    }
}

/// Gives a body a low garrison and, by chance if it has no owner, an owner with a shipyard and a sentry.
fn settle(
    level: &mut Level,
    rules: &Rules,
    ground: &SystemBody,
    factions: &[String],
    chance: &mut ChaCha8Rng,
) {
    let chosen = chance.random_range(0..=factions.len());
    let is_free = level.owner_of(&ground.name).is_none();
    let owner = factions.get(chosen).filter(|_| is_free).cloned();
    if let Some(owner) = &owner {
        let rings = rules.economy.rings.count(ground);
        for (class, ring) in [("shipyard", rings.saturating_sub(1)), ("sentry", 0)] {
            level.structures.extend((rings > 0).then(|| structure(class, owner, &ground.name, ring)));
        }
    }
    // Half of all garrisons are gone already.
    let defenders = (MOST_DEFENDERS * chance.random_range(-1.0_f64..1.0)).max(0.0);
    let state = (ground.kind != BodyKind::Comet)
        .then(|| Garrison { defenders: Some(defenders), ..Garrison::default() });
    match level.holdings.iter_mut().find(|one| one.body.eq_ignore_ascii_case(&ground.name)) {
        Some(holding) => {
            holding.ground = state;
            holding.owner = holding.owner.take().or(owner);
        }
        None => level.holdings.push(Holding {
            body: ground.name.clone(),
            owner,
            ground: state,
            ..Holding::default()
        }),
    }
}

/// A finished structure in the first slots of a ring.
fn structure(class: &str, faction: &str, body: &str, ring: u8) -> PlacedStructure {
    PlacedStructure {
        class: class.to_owned(),
        faction: faction.to_owned(),
        body: body.to_owned(),
        ring,
        slot: 0,
        construction: None,
        yard: None,
    }
}

/// A fleet beside a body; every other one has troop ships.
fn fleet(
    number: u32,
    faction: String,
    ground: &SystemBody,
    rules: &Rules,
    chance: &mut ChaCha8Rng,
) -> level::Fleet {
    let kinds: u32 = chance.random_range(1..4);
    let mut ships: Vec<level::Ship> = (0..kinds)
        .map(|_| {
            let class = chance.random_range(0..rules.ship_classes.len());
            ship(&rules.ship_classes[class].name, chance.random_range(1..5))
        })
        .collect();
    if chance.random_range(0_u32..2) == 0 {
        ships.push(ship("troop ship", chance.random_range(1..4)));
    }
    let radius_km = ground.displayed_radius_km;
    let radii = chance.random_range(3.0_f64..5.0) * radius_km.max(LEAST_GROUND_KM) / radius_km;
    let bearing_deg = 25.0 * f64::from(number) + chance.random_range(0.0_f64..5.0);
    level::Fleet {
        name: format!("Fleet {number}"),
        faction,
        at: Some(StartPlace::Beside(Beside { body: ground.name.clone(), radii, bearing_deg })),
        ships,
        route: Vec::new(),
        formation: level::Formation::default(),
        wish: RoutePreference::ALL[chance.random_range(0..RoutePreference::ALL.len())],
        repeats: false,
        doctrine: doctrine(chance),
    }
}

fn ship(class: &str, count: u32) -> level::Ship {
    level::Ship { class: class.to_owned(), count, posted: None }
}

/// Any way to fight; half of all fleets go for everyone.
pub fn doctrine(chance: &mut ChaCha8Rng) -> Doctrine {
    let is_aggressive = chance.random_range(0_u32..2) == 0;
    let stance = Stance::ALL[chance.random_range(0..Stance::ALL.len())];
    let prey = ShipKind::ALL.get(chance.random_range(0..2 * ShipKind::ALL.len())).copied();
    let withdraws = chance.random_range(0_u32..2) == 0;
    Doctrine {
        stance: if is_aggressive { Stance::Aggressive } else { stance },
        withdraw_percent: if withdraws { chance.random_range(1..=100) } else { 0 },
        prey,
    }
}
