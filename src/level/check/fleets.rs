//! Factions, fleets, ships and their orders.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;

use super::classes::ship_class_name;
use super::header::date;
use super::limits::{MAX_DISTANCE_AU, MAX_PLACE_AU};
use super::sky::EpochSky;
use super::structures::{RingCounts, ring_to_circle_in};
use super::{Examiner, MAX_BESIDE_KM, MAX_FACTIONS, MAX_SHIPS};
use crate::level::ranges::{AHEAD_DEG, ANGLE_DEG, number};
use crate::level::{
    BodyEntry, Fleet, LONGEST_ROUTE, NamedAttackTarget, NamedGoal, NamedPlace, Ship, ShipClass, StartPlace,
    SystemBody, Until, Waypoint,
};
use crate::orbit::AU_KM;

/// The greatest coordinate of a direction: its square is still a number.
const MAX_FACING: f64 = 1.0e100;
/// Limit on comparisons of fleets with bodies.
const MAX_COMPARISONS: usize = 5_000_000;

pub(super) fn check(examiner: &mut Examiner<'_>, sky: Option<&EpochSky>, rings: Option<&RingCounts>) {
    factions(examiner);
    ship_count(examiner);
    let level = examiner.level;
    for (index, entry) in level.fleets.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        fleet(examiner, index, entry, rings);
    }
    let names = level.fleets.iter().map(|fleet| ((&fleet.faction, &fleet.name), fleet.name.as_str()));
    examiner.unique("fleets", names, |index| format!("fleets[{index}].name"), "give it another name");
    if let Some(sky) = sky {
        starts_are_near(examiner, sky);
        starts_are_free(examiner, sky);
        ships_outrun_planets(examiner, sky);
    }
}

/// The factions, and the player's among them.
pub(super) fn factions(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    examiner.at_most("factions", level.factions.len(), MAX_FACTIONS, "factions");
    for (index, faction) in level.factions.iter().enumerate().take(MAX_FACTIONS) {
        let path = format!("factions[{index}]");
        examiner.name(&format!("{path}.name"), &faction.name);
        examiner.color(&format!("{path}.color"), &faction.color);
        if let Some(home) = &faction.home {
            body_name(examiner, &format!("{path}.home"), home);
        }
    }
    let names = level.factions.iter().take(MAX_FACTIONS).map(|faction| faction.name.as_str());
    examiner.unique_names("factions", names);
    if let Some(player) = &level.settings.player {
        faction_name(examiner, "settings.player", player);
    }
}

fn ship_count(examiner: &mut Examiner<'_>) {
    let ships = examiner.level.fleets.iter().flat_map(|fleet| &fleet.ships);
    let count: u64 = ships.map(|ship| u64::from(ship.count)).fold(0, u64::saturating_add);
    examiner.at_most("fleets", count, MAX_SHIPS, "ships");
}

fn fleet(examiner: &mut Examiner<'_>, index: usize, fleet: &Fleet, rings: Option<&RingCounts>) {
    let path = format!("fleets[{index}]");
    examiner.name(&format!("{path}.name"), &fleet.name);
    faction_name(examiner, &format!("{path}.faction"), &fleet.faction);
    match &fleet.at {
        Some(at) => place(examiner, &format!("{path}.at"), at),
        None if fleet.ships.iter().any(|ship| ship.posted.is_none()) => {
            let remedy = "write `at: near(\"Earth\")` or another place";
            examiner.missing(&path, "the fleet has no place: `at` is missing", remedy);
        }
        None => {}
    }
    if fleet.ships.is_empty() && examiner.is_whole("fleets") {
        examiner.warn(&format!("{path}.ships"), "the fleet has no ships", "give it ships or remove it");
    }
    if let Some(facing) = fleet.formation.facing {
        let path = format!("{path}.formation.facing");
        let is_told = !examiner.coordinates(&path, facing, MAX_FACING);
        if !is_told && DVec3::from(facing).try_normalize().is_none() {
            examiner.error(&path, "a direction of no length", "write a direction, or leave it out");
        }
    }
    examiner.ranges(&path, fleet);
    for (index, entry) in fleet.ships.iter().enumerate() {
        ship(examiner, &format!("{path}.ships[{index}]"), entry);
    }
    examiner.at_most(&format!("{path}.route"), fleet.route.len(), LONGEST_ROUTE, "legs");
    for (index, leg) in fleet.route.iter().enumerate().take(LONGEST_ROUTE) {
        waypoint(examiner, &format!("{path}.route[{index}]"), leg, rings);
    }
}

fn ship(examiner: &mut Examiner<'_>, path: &str, ship: &Ship) {
    ship_class_name(examiner, &format!("{path}.class"), &ship.class);
    if ship.count == 0 {
        examiner.error(&format!("{path}.count"), "0 ships are none", "write 1 or more, or remove the ship");
    }
    if let Some(posted) = &ship.posted {
        if ship.count > 1 {
            let message = format!("{} ships cannot stand at one place", ship.count);
            examiner.error(&format!("{path}.count"), message, "write every ship by itself");
        }
        examiner.coordinates(&format!("{path}.posted.km"), posted.km, MAX_DISTANCE_AU * AU_KM);
        examiner.heading(&format!("{path}.posted.heading"), posted.heading);
    }
}

/// A place that is to be kept.
pub(super) fn station(examiner: &mut Examiner<'_>, path: &str, station: &NamedPlace) {
    if let Some(body) = &station.body {
        body_name(examiner, &format!("{path}.body"), body);
    }
    let far_au = if station.body.is_some() { MAX_DISTANCE_AU } else { MAX_PLACE_AU };
    examiner.coordinates(&format!("{path}.offset_km"), station.offset_km, far_au * AU_KM);
    if let Some(degrees) = station.ahead_deg {
        let degrees_path = format!("{path}.ahead_deg");
        examiner.within(&degrees_path, degrees, AHEAD_DEG);
        if station.body.is_none() {
            examiner.error(&degrees_path, "nothing is ahead of no body", "give it a `body`, or remove it");
        }
    }
}

fn place(examiner: &mut Examiner<'_>, path: &str, place: &StartPlace) {
    match place {
        StartPlace::Near(body) => body_name(examiner, path, body),
        StartPlace::Beside(beside) => {
            body_name(examiner, &format!("{path}.body"), &beside.body);
            if beside.radii <= 1.0 {
                let message = format!("at {} radii the fleet is inside of the body", number(beside.radii));
                examiner.error(&format!("{path}.radii"), message, "write more than 1");
            } else {
                examiner.within(&format!("{path}.radii"), beside.radii, 1.0..=1.0e6);
            }
            examiner.within(&format!("{path}.bearing_deg"), beside.bearing_deg, ANGLE_DEG);
        }
        StartPlace::Au(x, y, z) => {
            examiner.coordinates(path, (*x, *y, *z), MAX_DISTANCE_AU);
        }
        StartPlace::Km(x, y, z) => {
            examiner.coordinates(path, (*x, *y, *z), MAX_DISTANCE_AU * AU_KM);
        }
    }
}

/// The fleets that routes name.
pub(super) fn fleets_on_routes(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    for (index, fleet) in level.fleets.iter().enumerate() {
        for (leg, waypoint) in fleet.route.iter().enumerate().take(LONGEST_ROUTE) {
            fleet_of_goal(examiner, &format!("fleets[{index}].route[{leg}].to"), &waypoint.to);
        }
    }
}

/// The fleet that a goal names, if it names one.
fn fleet_of_goal(examiner: &mut Examiner<'_>, path: &str, goal: &NamedGoal) {
    match goal {
        NamedGoal::Fleet { name, .. } => fleet_name(examiner, &format!("{path}.name"), name),
        NamedGoal::FleetNumber { number, .. } => {
            fleet_number(examiner, &format!("{path}.number"), *number);
        }
        NamedGoal::Attack(NamedAttackTarget::Fleet(name)) => fleet_name(examiner, path, name),
        NamedGoal::Attack(NamedAttackTarget::FleetNumber(number)) => fleet_number(examiner, path, *number),
        _ => {}
    }
}

fn waypoint(examiner: &mut Examiner<'_>, path: &str, waypoint: &Waypoint, rings: Option<&RingCounts>) {
    let to = format!("{path}.to");
    fleet_of_goal(examiner, &to, &waypoint.to);
    match &waypoint.to {
        NamedGoal::Au(x, y, z) => {
            examiner.coordinates(&to, (*x, *y, *z), MAX_DISTANCE_AU);
        }
        NamedGoal::Km(x, y, z) => {
            examiner.coordinates(&to, (*x, *y, *z), MAX_DISTANCE_AU * AU_KM);
        }
        NamedGoal::Body(body) => body_name(examiner, &to, body),
        NamedGoal::Ring { body, ring } => {
            ring_to_circle_in(examiner, &to, body, *ring, rings);
        }
        NamedGoal::Keep(place) => station(examiner, &to, place),
        NamedGoal::Ahead { body, degrees } => {
            body_name(examiner, &format!("{to}.body"), body);
            examiner.within(&format!("{to}.degrees"), *degrees, AHEAD_DEG);
        }
        // See `fleet_of_goal`.
        NamedGoal::Fleet { .. } | NamedGoal::FleetNumber { .. } => {}
        NamedGoal::Wait { until } => wait(examiner, &to, until),
        NamedGoal::Attack(target) => attack_target(examiner, &to, target),
        NamedGoal::Land(body) | NamedGoal::Bombard(body) => body_name(examiner, &to, body),
    }
    examiner.coordinates(&format!("{path}.beside_km"), waypoint.beside_km, MAX_BESIDE_KM);
    examiner.within(&format!("{path}.spacing_km"), waypoint.spacing_km, 0.0..=AU_KM);
}

/// Checks the target of an attack, but for fleets ([`fleet_of_goal`]). Ships and structures may be gone already.
fn attack_target(examiner: &mut Examiner<'_>, path: &str, target: &NamedAttackTarget) {
    match target {
        NamedAttackTarget::Fleet(_)
        | NamedAttackTarget::FleetNumber(_)
        | NamedAttackTarget::Ship(_)
        | NamedAttackTarget::Structure(_) => {}
        NamedAttackTarget::Class { class, body } => {
            ship_class_name(examiner, &format!("{path}.class"), class);
            if let Some(body) = body {
                body_name(examiner, &format!("{path}.body"), body);
            }
        }
        NamedAttackTarget::Well(body) => body_name(examiner, path, body),
        NamedAttackTarget::Area { at, radius_km } => {
            station(examiner, &format!("{path}.at"), at);
            examiner.above_zero(&format!("{path}.radius_km"), *radius_km, MAX_DISTANCE_AU * AU_KM);
        }
        NamedAttackTarget::Around { km, radius_km } => {
            examiner.coordinates(&format!("{path}.km"), *km, MAX_DISTANCE_AU * AU_KM);
            examiner.above_zero(&format!("{path}.radius_km"), *radius_km, MAX_DISTANCE_AU * AU_KM);
        }
    }
}

/// Checks the event that a fleet waits for.
fn wait(examiner: &mut Examiner<'_>, path: &str, until: &Until) {
    let until_path = format!("{path}.until");
    if let Until::On(day) = until {
        date(examiner, &until_path, day);
    }
    let names: Vec<&str> = until.bodies().collect();
    names.iter().for_each(|name| body_name(examiner, &until_path, name));
    if let [one, other] = names[..]
        && one.eq_ignore_ascii_case(other)
    {
        let message = format!("{one:?} cannot be waited for beside itself");
        examiner.error(&until_path, message, "name two bodies");
    }
}

/// Another fleet of the level.
fn fleet_name(examiner: &mut Examiner<'_>, path: &str, name: &str) {
    let fleets = &examiner.level.fleets;
    let called_so = examiner.known.fleets.get(name).copied().unwrap_or(0);
    if called_so > 1 {
        let message = format!("{called_so} fleets are called {name:?}");
        examiner.error(path, message, "give the fleet a name of its own, across all factions");
    }
    if called_so == 0 && examiner.is_whole("fleets") {
        let names = fleets.iter().map(|fleet| fleet.name.as_str());
        let remedy = examiner.suggestion(name, names, "name one of the level's fleets");
        examiner.error(path, format!("no fleet is called {name:?}"), remedy);
    }
}

/// The number of a fleet of the level: its place in the list.
fn fleet_number(examiner: &mut Examiner<'_>, path: &str, number: u32) {
    let is_there = usize::try_from(number).is_ok_and(|number| number < examiner.level.fleets.len());
    if !is_there && examiner.is_whole("fleets") {
        examiner.error(path, format!("no fleet has the number {number}"), "name one of the level's fleets");
    }
}

/// A faction that the level has.
pub(super) fn faction_name(examiner: &mut Examiner<'_>, path: &str, name: &str) {
    let factions = &examiner.level.factions;
    if !examiner.known.factions.contains(name) && examiner.is_whole("factions") {
        let names = factions.iter().map(|faction| faction.name.as_str());
        let remedy = examiner.suggestion(name, names, "name one of the level's factions");
        examiner.error(path, format!("no faction is called {name:?}"), remedy);
    }
}

/// A body that the level has.
pub(super) fn body_name(examiner: &mut Examiner<'_>, path: &str, name: &str) {
    let bodies = &examiner.level.bodies;
    if !examiner.known.has_body(name) && examiner.is_whole("bodies") {
        let remedy =
            examiner.suggestion(name, bodies.iter().map(BodyEntry::name), "name a body of this level");
        examiner.error(path, format!("no body of this level is called {name:?}"), remedy);
    }
}

/// A fleet that starts next to a body must be within a reasonable distance.
fn starts_are_near(examiner: &mut Examiner<'_>, sky: &EpochSky) {
    let level = examiner.level;
    let radius_of = |body: &SystemBody| (body.name.to_ascii_lowercase(), body.displayed_radius_km);
    let radii_km: BTreeMap<String, f64> = sky.system.bodies.iter().map(radius_of).collect();
    for (index, fleet) in level.fleets.iter().enumerate() {
        let Some(StartPlace::Beside(beside)) = &fleet.at else { continue };
        let Some(radius_km) = radii_km.get(&beside.body.to_ascii_lowercase()) else { continue };
        let most = MAX_DISTANCE_AU * AU_KM / radius_km;
        if beside.radii > most {
            let message = format!("{} radii are more than {MAX_DISTANCE_AU} AU here", number(beside.radii));
            let remedy = format!("up to {} is possible", number(most.floor()));
            examiner.error(&format!("fleets[{index}].at.radii"), message, remedy);
        }
    }
}

/// A fleet that starts at coordinates must not start inside a body.
fn starts_are_free(examiner: &mut Examiner<'_>, sky: &EpochSky) {
    let level = examiner.level;
    if level.fleets.len().saturating_mul(sky.states.len()) > MAX_COMPARISONS {
        return;
    }
    for (index, fleet) in level.fleets.iter().enumerate() {
        let start = match &fleet.at {
            Some(StartPlace::Au(x, y, z)) => DVec3::new(*x, *y, *z) * AU_KM,
            Some(StartPlace::Km(x, y, z)) => DVec3::new(*x, *y, *z),
            _ => continue,
        };
        let mut bodies = sky.system.bodies.iter().zip(&sky.states);
        let around = bodies.find(|(body, state)| state.position.distance(start) <= body.displayed_radius_km);
        if let Some((body, _)) = around {
            let message = format!("the fleet starts inside of {:?} at the level's scale", body.name);
            let remedy = format!("write `at: near({:?})`, or take another place", body.name);
            examiner.error(&format!("fleets[{index}].at"), message, remedy);
        }
    }
}

/// Ships must be able to catch every planet. Reported once a class, at its definition or first use.
fn ships_outrun_planets(examiner: &mut Examiner<'_>, sky: &EpochSky) {
    let Some((planet, planet_km_s)) = sky.fastest_planet() else { return };
    let level = examiner.level;
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (index, class) in level.ship_classes.iter().enumerate() {
        seen.insert(&class.name);
        outruns(examiner, &format!("ship_classes[{index}].cruise_km_s"), class, planet, planet_km_s);
    }
    for (fleet_index, fleet) in level.fleets.iter().enumerate() {
        for (ship_index, ship) in fleet.ships.iter().enumerate() {
            if let Some(class) = examiner.ship_class(&ship.class)
                && seen.insert(&ship.class)
            {
                let path = format!("fleets[{fleet_index}].ships[{ship_index}].class");
                outruns(examiner, &path, class, planet, planet_km_s);
            }
        }
    }
}

fn outruns(examiner: &mut Examiner<'_>, path: &str, class: &ShipClass, planet: &str, planet_km_s: f64) {
    if class.cruise_km_s > 0.0 && class.cruise_km_s <= planet_km_s {
        let message = format!(
            "{:?} cruises at {} km/s, but {planet:?} moves at up to {planet_km_s:.1} km/s",
            class.name,
            number(class.cruise_km_s),
        );
        examiner.error(path, message, format!("a `cruise_km_s` above {planet_km_s:.1} is needed"));
    }
}
