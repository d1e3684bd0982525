//! The sides of a level: factions, with the possessions of the sides of The duel.

use super::bodies::angle;
use super::chance::{Chance, Subject};
use super::parameters::Plan;
use super::words;
use crate::level::{
    Amount, Beside, Doctrine, Faction, Fleet, Formation, Handicap, Holding, OwnBody, PlacedStructure,
    RingNumbers, RoutePreference, Ship, StartPlace,
};

/// Colours of factions in their order: neighbours in the list differ for every kind of eyes.
const COLORS: [&str; 8] =
    ["#5ab0ff", "#ff9248", "#7ddc6f", "#e86bd0", "#f2d94e", "#b08cff", "#5fe0d8", "#ff6b6b"];
/// Money, resources and rare materials at the beginning.
const TREASURY: Amount = Amount { money: 5000, resources: 4000, rare: 40 };
/// Economics and resources of a home.
const HOME_WORTH: (u32, u32) = (120, 100);
/// Resources of a comet.
const COMET_RESOURCES: u32 = 60;
/// The structures of a home: classes with their rings.
const STRUCTURES: [(&str, u8); 3] = [("shipyard", 3), ("sentry", 1), ("satellite", 0)];
/// A fleet of each side.
struct StartFleet {
    name: &'static str,
    /// Bearing from the home, degrees from the direction away from the star.
    aside_deg: f64,
    /// Ship classes with their numbers.
    ships: &'static [(&'static str, u32)],
}

const FLEETS: [StartFleet; 2] = [
    StartFleet { name: "guard", aside_deg: 0.0, ships: &[("frigate", 2), ("corvette", 4)] },
    StartFleet { name: "scouts", aside_deg: 60.0, ships: &[("scout", 2)] },
];
/// Distance of fleets from the middle of their home, in its radii.
const FLEET_RADII: f64 = 4.0;

/// A faction for each home.
pub(super) fn factions(plan: &Plan, homes: &[OwnBody]) -> Vec<Faction> {
    let mut chance = Chance::of(plan.seed, Subject::Factions);
    let names = words::factions(&mut chance);
    let sides = names.into_iter().zip(COLORS).zip(homes);
    let faction = |((name, color), home): ((&str, &str), &OwnBody)| Faction {
        name: name.to_owned(),
        color: color.to_owned(),
        style: None,
        home: Some(home.name.clone()),
        team: None,
        treasury: Some(TREASURY),
        mind: None,
        handicap: Handicap::default(),
    };
    sides.map(faction).collect()
}

/// The worth of homes and comets; planets and moons have that of their kind and size.
pub(super) fn holdings(factions: &[Faction], comets: &[OwnBody]) -> Vec<Holding> {
    let (economics, resources) = HOME_WORTH;
    let homes = factions.iter().map(|faction| Holding {
        body: home_of(faction),
        owner: Some(faction.name.clone()),
        economics: Some(economics),
        resources: Some(resources),
        ..Holding::default()
    });
    let comets = comets.iter().map(|comet| Holding {
        body: comet.name.clone(),
        resources: Some(COMET_RESOURCES),
        ..Holding::default()
    });
    homes.chain(comets).collect()
}

fn home_of(faction: &Faction) -> String {
    faction.home.clone().unwrap_or_default()
}

/// The structures of all homes.
pub(super) fn structures(factions: &[Faction]) -> Vec<PlacedStructure> {
    let of_side = |(side, faction): (usize, &Faction)| {
        STRUCTURES.map(|(class, ring)| PlacedStructure {
            class: class.to_owned(),
            faction: faction.name.clone(),
            body: home_of(faction),
            ring,
            slot: turned_slot(ring, side, factions.len()),
            construction: None,
            yard: None,
        })
    };
    factions.iter().enumerate().flat_map(of_side).collect()
}

/// The slot into which the first one of a ring is turned for a side, as near as there is one.
fn turned_slot(ring: u8, side: usize, sides: usize) -> u16 {
    let slots = RingNumbers::default().slots(ring);
    let turned = side as f64 / sides as f64 * f64::from(slots);
    turned.round() as u16 % slots.max(1)
}

/// The fleets of all sides.
pub(super) fn fleets(factions: &[Faction], homes: &[OwnBody]) -> Vec<Fleet> {
    let sides = factions.iter().zip(homes);
    sides.flat_map(|(faction, home)| FLEETS.iter().map(move |start| fleet(faction, home, start))).collect()
}

fn fleet(faction: &Faction, home: &OwnBody, start: &StartFleet) -> Fleet {
    let ship =
        |(class, count): &(&str, u32)| Ship { class: (*class).to_owned(), count: *count, posted: None };
    Fleet {
        name: format!("{} {}", faction.name, start.name),
        faction: faction.name.clone(),
        at: Some(StartPlace::Beside(Beside {
            body: home.name.clone(),
            radii: FLEET_RADII,
            bearing_deg: angle(longitude_deg(home) + start.aside_deg),
        })),
        ships: start.ships.iter().map(ship).collect(),
        route: Vec::new(),
        formation: Formation::default(),
        wish: RoutePreference::default(),
        repeats: false,
        doctrine: Doctrine::default(),
    }
}

/// About the ecliptic longitude of a planet at the beginning, degrees: exact for a circle in the ecliptic.
fn longitude_deg(planet: &OwnBody) -> f64 {
    planet.orbit.as_ref().map_or(0.0, |orbit| {
        orbit.ascending_node_deg
            + orbit.argument_of_periapsis_deg
            + orbit.mean_anomaly_deg.unwrap_or_default()
    })
}
