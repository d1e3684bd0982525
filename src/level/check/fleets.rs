//! Factions, fleets, ships and their orders.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;

use super::classes::ship_class_name;
use super::header::date;
use super::limits::{self, LEEWAY, MAX_DISTANCE_AU, MAX_PLACE_AU};
use super::sky::Sky;
use super::structures::{RingCounts, ring_to_circle_in};
use super::{Examiner, MAX_BESIDE_KM, MAX_FACTIONS, MAX_SHIPS};
use crate::level::model::goal::{NamedGoal, NamedQuarry};
use crate::level::model::waits::Until;
use crate::level::model::{
    BodyEntry, Epoch, Fleet, LONGEST_ROUTE, Moment, Place, Ship, ShipClass, ShipState, Station, Waypoint,
};
use crate::level::ranges::{ANGLE_DEG, Limits, number};
use crate::level::system::SystemBody;
use crate::orbit::AU_KM;

/// The greatest coordinate of a direction: its square is still a number.
const MAX_FACING: f64 = 1.0e100;
/// The angle ahead of a body, or behind it, degrees.
const AHEAD_DEG: Limits = -180.0..=180.0;
/// How many comparisons of fleets with bodies are affordable.
const MAX_COMPARISONS: usize = 5_000_000;

pub(super) fn check(examiner: &mut Examiner<'_>, sky: Option<&Sky>, rings: Option<&RingCounts>) {
    factions(examiner);
    ship_count(examiner);
    let level = examiner.level;
    let mut ships = SavedShips { numbers: BTreeSet::new(), rings };
    for (index, entry) in level.fleets.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        fleet(examiner, index, entry, &mut ships);
    }
    duplicate_fleets(examiner);
    if let Some(moment) = &level.start {
        numbers_to_come(examiner, moment, &ships);
    }
    numbers_suffice(examiner, &ships);
    if let Some(sky) = sky {
        starts_are_near(examiner, sky);
        starts_are_free(examiner, sky);
        ships_outrun_planets(examiner, sky);
    }
}

fn factions(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    if level.factions.len() > MAX_FACTIONS {
        let message = format!("{} factions are too many", level.factions.len());
        examiner.error("factions", message, format!("up to {MAX_FACTIONS} are possible"));
    }
    for (index, faction) in level.factions.iter().enumerate().take(MAX_FACTIONS) {
        let path = format!("factions[{index}]");
        examiner.name(&format!("{path}.name"), &faction.name);
        examiner.color(&format!("{path}.color"), &faction.color);
        if let Some(home) = &faction.home {
            body_name(examiner, &format!("{path}.home"), home);
        }
    }
    examiner.unique(
        ("factions", "name"),
        level.factions.iter().take(MAX_FACTIONS).map(|faction| faction.name.as_str()),
    );
}

fn ship_count(examiner: &mut Examiner<'_>) {
    let ships = examiner.level.fleets.iter().flat_map(|fleet| &fleet.ships);
    let count: u64 = ships.map(|ship| u64::from(ship.count)).fold(0, u64::saturating_add);
    let most = examiner.room_for(MAX_SHIPS);
    if count > most {
        let message = format!("{count} ships are too many");
        examiner.error("fleets", message, format!("up to {most} are possible"));
    }
}

/// The ships of a save.
struct SavedShips<'a> {
    /// Their numbers, as far as they were seen.
    numbers: BTreeSet<u32>,
    /// The rings in which they may be.
    rings: Option<&'a RingCounts>,
}

fn fleet(examiner: &mut Examiner<'_>, index: usize, fleet: &Fleet, ships: &mut SavedShips<'_>) {
    let path = format!("fleets[{index}]");
    examiner.name(&format!("{path}.name"), &fleet.name);
    faction_name(examiner, &format!("{path}.faction"), &fleet.faction);
    match &fleet.at {
        Some(at) => place(examiner, &format!("{path}.at"), at),
        None if fleet.ships.iter().any(|ship| ship.state.is_none()) => {
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
        ship(examiner, &format!("{path}.ships[{index}]"), entry, ships);
    }
    for (index, bend) in fleet.course.iter().flatten().enumerate() {
        kept_station(examiner, &format!("{path}.course[{index}]"), bend);
    }
    if fleet.route.len() > LONGEST_ROUTE {
        let message = format!("{} legs are too many", fleet.route.len());
        examiner.error(&format!("{path}.route"), message, format!("up to {LONGEST_ROUTE} are possible"));
    }
    for (index, leg) in fleet.route.iter().enumerate().take(LONGEST_ROUTE) {
        waypoint(examiner, &format!("{path}.route[{index}]"), leg, ships.rings);
    }
}

fn ship(examiner: &mut Examiner<'_>, path: &str, ship: &Ship, ships: &mut SavedShips<'_>) {
    ship_class_name(examiner, &format!("{path}.class"), &ship.class);
    if ship.count == 0 {
        examiner.error(&format!("{path}.count"), "0 ships are none", "write 1 or more, or remove the ship");
    }
    if let Some(state) = &ship.state {
        if ship.count > 1 {
            let message = format!("{} ships cannot be in one state", ship.count);
            examiner.error(&format!("{path}.count"), message, "write every ship by itself");
        }
        ship_state(examiner, &format!("{path}.state"), state, ships);
    }
}

fn ship_state(examiner: &mut Examiner<'_>, path: &str, state: &ShipState, ships: &mut SavedShips<'_>) {
    if state.id == u32::MAX {
        examiner.error(&format!("{path}.id"), "this number is too large", "take a smaller one");
    }
    if !ships.numbers.insert(state.id) {
        let message = format!("another ship has the number {} already", state.id);
        examiner.error(&format!("{path}.id"), message, "every ship has a number of its own");
    }
    examiner.coordinates(&format!("{path}.position_km"), state.position_km, LEEWAY * MAX_PLACE_AU * AU_KM);
    examiner.coordinates(&format!("{path}.place_km"), state.place_km, MAX_BESIDE_KM);
    let velocity_path = format!("{path}.own_velocity_km_s");
    examiner.coordinates(&velocity_path, state.own_velocity_km_s, limits::MAX_OWN_SPEED_KM_S);
    examiner.heading(&format!("{path}.heading"), state.heading);
    examiner.ranges(path, state);
    kept_station(examiner, &format!("{path}.station"), &state.station);
    if let Some(ring) = state.ring {
        let ring_path = format!("{path}.ring");
        match state.station.body.as_ref().filter(|_| state.station.ahead_deg.is_none()) {
            Some(body) => {
                let body_path = format!("{path}.station.body");
                ring_to_circle_in(examiner, (&body_path, &ring_path), body, ring, ships.rings);
            }
            None => {
                let remedy = "give `station` a `body`, or remove `ring`";
                examiner.error(&ring_path, "a ring belongs to a body", remedy);
            }
        }
    }
}

/// A place that is to be kept.
pub(super) fn station(examiner: &mut Examiner<'_>, path: &str, station: &Station) {
    station_within(examiner, path, station, 1.0);
}

/// A place that a save tells of.
pub(super) fn kept_station(examiner: &mut Examiner<'_>, path: &str, station: &Station) {
    station_within(examiner, path, station, LEEWAY);
}

fn station_within(examiner: &mut Examiner<'_>, path: &str, station: &Station, leeway: f64) {
    if let Some(body) = &station.body {
        body_name(examiner, &format!("{path}.body"), body);
    }
    let far_au = if station.body.is_some() { MAX_DISTANCE_AU } else { MAX_PLACE_AU };
    examiner.coordinates(&format!("{path}.offset_km"), station.offset_km, leeway * far_au * AU_KM);
    if let Some(degrees) = station.ahead_deg {
        let degrees_path = format!("{path}.ahead_deg");
        examiner.within(&degrees_path, degrees, AHEAD_DEG);
        if station.body.is_none() {
            examiner.error(&degrees_path, "nothing is ahead of no body", "give it a `body`, or remove it");
        }
    }
}

fn place(examiner: &mut Examiner<'_>, path: &str, place: &Place) {
    match place {
        Place::Near(body) => body_name(examiner, path, body),
        Place::Beside(beside) => {
            body_name(examiner, &format!("{path}.body"), &beside.body);
            if beside.radii <= 1.0 {
                let message = format!("at {} radii the fleet is inside of the body", number(beside.radii));
                examiner.error(&format!("{path}.radii"), message, "write more than 1");
            } else {
                examiner.within(&format!("{path}.radii"), beside.radii, 1.0..=1.0e6);
            }
            examiner.within(&format!("{path}.bearing_deg"), beside.bearing_deg, ANGLE_DEG);
        }
        Place::Au(x, y, z) => {
            examiner.coordinates(path, (*x, *y, *z), MAX_DISTANCE_AU);
        }
        Place::Km(x, y, z) => {
            examiner.coordinates(path, (*x, *y, *z), MAX_DISTANCE_AU * AU_KM);
        }
    }
}

fn waypoint(examiner: &mut Examiner<'_>, path: &str, waypoint: &Waypoint, rings: Option<&RingCounts>) {
    let to = format!("{path}.to");
    match &waypoint.to {
        NamedGoal::Au(x, y, z) => {
            examiner.coordinates(&to, (*x, *y, *z), MAX_DISTANCE_AU);
        }
        NamedGoal::Km(x, y, z) => {
            examiner.coordinates(&to, (*x, *y, *z), MAX_DISTANCE_AU * AU_KM);
        }
        NamedGoal::Body(body) => body_name(examiner, &to, body),
        NamedGoal::Ring { body, ring } => {
            let (body_path, ring_path) = (format!("{to}.body"), format!("{to}.ring"));
            body_name(examiner, &body_path, body);
            ring_to_circle_in(examiner, (&body_path, &ring_path), body, *ring, rings);
        }
        NamedGoal::Keep(place) => station(examiner, &to, place),
        NamedGoal::Ahead { body, degrees } => {
            body_name(examiner, &format!("{to}.body"), body);
            examiner.within(&format!("{to}.degrees"), *degrees, AHEAD_DEG);
        }
        NamedGoal::Fleet { name, .. } => fleet_name(examiner, &format!("{to}.name"), name),
        NamedGoal::FleetNumber { number, .. } => {
            fleet_number(examiner, &format!("{to}.number"), *number);
        }
        NamedGoal::FleetOf { .. } => fleet_of(examiner, &to),
        NamedGoal::Wait { until } => wait(examiner, &to, until),
        NamedGoal::Attack(prey) => quarry(examiner, &to, prey),
        NamedGoal::Land(body) | NamedGoal::Bombard(body) => body_name(examiner, &to, body),
    }
    if let Some(berth) = &waypoint.berth {
        berth_of_leg(examiner, &format!("{path}.berth"), berth, &waypoint.to);
    }
    if let Some(jd) = waypoint.until_jd {
        date(examiner, &format!("{path}.until_jd"), &Epoch::Jd(jd));
    }
    if let Some(ring) = waypoint.ring {
        let ring_path = format!("{path}.ring");
        match &waypoint.to {
            NamedGoal::Keep(Station { body: Some(body), ahead_deg: None, .. }) => {
                ring_to_circle_in(examiner, (&format!("{to}.body"), &ring_path), body, ring, rings);
            }
            _ => {
                let remedy = "write `to: ring(body: \"Mars\", ring: 1)` instead";
                examiner.error(&ring_path, "only a place that goes along with a body is in a ring", remedy);
            }
        }
    }
    examiner.coordinates(&format!("{path}.beside_km"), waypoint.beside_km, MAX_BESIDE_KM);
    examiner.within(&format!("{path}.spacing_km"), waypoint.spacing_km, 0.0..=AU_KM);
}

/// Where beside a body the fleet of a leg stays.
fn berth_of_leg(examiner: &mut Examiner<'_>, path: &str, berth: &Station, to: &NamedGoal) {
    kept_station(examiner, path, berth);
    let body = match to {
        NamedGoal::Body(body) | NamedGoal::Ring { body, .. } => body,
        _ => {
            let remedy = "remove it, or write `to: body(..)` or `to: ring(..)`";
            return examiner.error(path, "only a leg to a body or a ring has a berth", remedy);
        }
    };
    let is_there = berth.body.as_ref().is_some_and(|there| there.eq_ignore_ascii_case(body));
    if !is_there || berth.ahead_deg.is_some() {
        examiner.error(path, format!("the berth is not beside {body:?}"), "give it that `body`");
    }
}

/// What a fleet is to attack. Ships and structures need not be there any more.
fn quarry(examiner: &mut Examiner<'_>, path: &str, quarry: &NamedQuarry) {
    match quarry {
        NamedQuarry::Fleet(name) => fleet_name(examiner, path, name),
        NamedQuarry::FleetNumber(number) => fleet_number(examiner, path, *number),
        NamedQuarry::FleetOf(_) => fleet_of(examiner, path),
        NamedQuarry::Ship(_) | NamedQuarry::Structure(_) => {}
        NamedQuarry::Class { class, body } => {
            ship_class_name(examiner, &format!("{path}.class"), class);
            if let Some(body) = body {
                body_name(examiner, &format!("{path}.body"), body);
            }
        }
        NamedQuarry::Well(body) => body_name(examiner, path, body),
        NamedQuarry::Area { at, radius_km } => {
            station(examiner, &format!("{path}.at"), at);
            examiner.above_zero(&format!("{path}.radius_km"), *radius_km, MAX_DISTANCE_AU * AU_KM);
        }
        NamedQuarry::Around { km, radius_km } => {
            examiner.coordinates(&format!("{path}.km"), *km, MAX_DISTANCE_AU * AU_KM);
            examiner.above_zero(&format!("{path}.radius_km"), *radius_km, MAX_DISTANCE_AU * AU_KM);
        }
    }
}

/// What a fleet waits for.
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
        examiner.error(path, message, "give it a name that no other has, of whatever faction");
    }
    if called_so == 0 && examiner.is_whole("fleets") {
        let names = fleets.iter().map(|fleet| fleet.name.as_str());
        let remedy = examiner.meant(name, names, "name one of the level's fleets");
        examiner.error(path, format!("no fleet is called {name:?}"), remedy);
    }
}

/// A fleet that is called by one of its ships, which only an order may do.
fn fleet_of(examiner: &mut Examiner<'_>, path: &str) {
    let message = "only an order calls a fleet by a ship of it";
    examiner.error(path, message, "write `fleet(..)` with the name of the fleet");
}

/// The number of a fleet of the level, or in a save of one that was.
fn fleet_number(examiner: &mut Examiner<'_>, path: &str, number: u32) {
    let level = examiner.level;
    let was = level.start.is_some_and(|moment| number < moment.next_fleet);
    if !was && !examiner.known.fleet_numbers.contains(&number) && examiner.is_whole("fleets") {
        examiner.error(path, format!("no fleet has the number {number}"), "name one of the level's fleets");
    }
}

/// A faction that the level has.
pub(super) fn faction_name(examiner: &mut Examiner<'_>, path: &str, name: &str) {
    let factions = &examiner.level.factions;
    if !examiner.known.factions.contains(name) && examiner.is_whole("factions") {
        let names = factions.iter().map(|faction| faction.name.as_str());
        let remedy = examiner.meant(name, names, "name one of the level's factions");
        examiner.error(path, format!("no faction is called {name:?}"), remedy);
    }
}

/// A body that the level has.
pub(super) fn body_name(examiner: &mut Examiner<'_>, path: &str, name: &str) {
    let bodies = &examiner.level.bodies;
    if !examiner.known.has_body(name) && examiner.is_whole("bodies") {
        let remedy = examiner.meant(name, bodies.iter().map(BodyEntry::name), "name a body of this level");
        examiner.error(path, format!("no body of this level is called {name:?}"), remedy);
    }
}

fn duplicate_fleets(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    let mut names: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (index, fleet) in level.fleets.iter().enumerate() {
        let earlier = *names.entry((fleet.faction.as_str(), fleet.name.as_str())).or_insert(index);
        if earlier != index {
            let message = format!("{:?} is there already, as fleets[{earlier}]", fleet.name);
            examiner.error(&format!("fleets[{index}].name"), message, "give it another name");
        }
    }
    examiner.unique_numbers("fleets", (0..).zip(&level.fleets).map(|(at, fleet)| fleet.id.unwrap_or(at)));
}

/// The next number of a save must not be taken.
fn numbers_to_come(examiner: &mut Examiner<'_>, moment: &Moment, ships: &SavedShips<'_>) {
    let last_ship = ships.numbers.last().copied();
    if last_ship.is_some_and(|last| last >= moment.next_ship) {
        let message = format!("a ship has the number {} already", last_ship.unwrap_or_default());
        examiner.error("start.next_ship", message, "take the largest number of a ship, plus 1");
    }
    let last_fleet = examiner.level.fleets.iter().filter_map(|fleet| fleet.id).max();
    if last_fleet.is_some_and(|last| last >= moment.next_fleet) {
        let message = format!("a fleet has the number {} already", last_fleet.unwrap_or_default());
        examiner.error("start.next_fleet", message, "take the largest number of a fleet, plus 1");
    }
}

/// Ships without a number of their own get those after the highest, and the very last one is never given.
fn numbers_suffice(examiner: &mut Examiner<'_>, ships: &SavedShips<'_>) {
    let level = examiner.level;
    let after_last = ships.numbers.last().map_or(0, |last| u64::from(*last) + 1);
    let next = level.start.map_or(0, |moment| u64::from(moment.next_ship)).max(after_last);
    let new_ships = level.fleets.iter().flat_map(|fleet| &fleet.ships).filter(|ship| ship.state.is_none());
    let count = new_ships.map(|ship| u64::from(ship.count)).fold(0, u64::saturating_add);
    // Too many ships are reported where they are counted.
    if (1..=examiner.room_for(MAX_SHIPS)).contains(&count) && next + count > u64::from(u32::MAX) {
        let message = format!("{count} ships need numbers, but the next would be {next}");
        examiner.error("fleets", message, "take smaller numbers of ships, and a smaller `start.next_ship`");
    }
}

/// A fleet that starts next to a body must not start beyond all reason.
fn starts_are_near(examiner: &mut Examiner<'_>, sky: &Sky) {
    let level = examiner.level;
    let radius_of = |body: &SystemBody| (body.name.to_ascii_lowercase(), body.displayed_radius_km);
    let radii_km: BTreeMap<String, f64> = sky.system.bodies.iter().map(radius_of).collect();
    for (index, fleet) in level.fleets.iter().enumerate() {
        let Some(Place::Beside(beside)) = &fleet.at else { continue };
        let Some(radius_km) = radii_km.get(&beside.body.to_ascii_lowercase()) else { continue };
        let most = MAX_DISTANCE_AU * AU_KM / radius_km;
        if beside.radii > most {
            let message = format!("{} radii are more than {MAX_DISTANCE_AU} AU here", number(beside.radii));
            let remedy = format!("up to {} is possible", number(most.floor()));
            examiner.error(&format!("fleets[{index}].at.radii"), message, remedy);
        }
    }
}

/// A fleet that starts at coordinates must not start inside of a body.
fn starts_are_free(examiner: &mut Examiner<'_>, sky: &Sky) {
    let level = examiner.level;
    if level.fleets.len().saturating_mul(sky.states.len()) > MAX_COMPARISONS {
        return;
    }
    for (index, fleet) in level.fleets.iter().enumerate() {
        let start = match &fleet.at {
            Some(Place::Au(x, y, z)) => DVec3::new(*x, *y, *z) * AU_KM,
            Some(Place::Km(x, y, z)) => DVec3::new(*x, *y, *z),
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

/// Ships must be able to catch every planet. Reported once a class, where the level defines or first uses it.
fn ships_outrun_planets(examiner: &mut Examiner<'_>, sky: &Sky) {
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
