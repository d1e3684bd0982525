//! A scenario as the text of a level, so that the game can show it: every ship is a fleet under way to its target.
//!
//! The game's world adds parts beyond steering: orders, formations of single ships, courses round bodies. Bodies
//! stay at their initial places, because a level has only paths of the sky, and must not overlap; the frame's
//! motion and the ships' initial velocities are left out.

use std::fmt::Write;

use glam::DVec3;

use super::scenario::{ArenaBody, Scenario, Ship};
use crate::level::ranges::ENGINE_S;

/// A scenario's unit of length, km: a usual ship is as large as a corvette.
const LENGTH_KM: f64 = 400.0;
/// Days of the calendar per second of play: few, because ships fly few lengths per second.
const DAYS_PER_SECOND: f64 = 0.001;
/// Seconds of the calendar in a second of play.
const CALENDAR_S: f64 = DAYS_PER_SECOND * 86_400.0;
/// The radius of the level's star, and the height of the scenario above it, both as shares of the scenario's
/// radius: the game's first view shows both.
const STAR: (f64, f64) = (0.4, 2.0);

/// The text of a level with the ships and bodies of a scenario. The level's check reports sizes and numbers out of
/// range.
pub fn level_text(scenario: &Scenario) -> String {
    let reach_km = reach_km(scenario);
    let middle = DVec3::Z * (STAR.1 * reach_km);
    let mut classes: Vec<String> = Vec::new();
    let mut fleets = String::new();
    for (index, ship) in scenario.ships.iter().enumerate() {
        let class = class_of(ship);
        let number = classes.iter().position(|known| *known == class).unwrap_or_else(|| {
            classes.push(class);
            classes.len() - 1
        });
        // Writing into a text cannot fail.
        let _ = write!(fleets, "{}", fleet_text(index, ship, number, middle));
    }
    let classes = classes
        .iter()
        .enumerate()
        .fold(String::new(), |text, (number, class)| text + &format!("(name: \"Class {number}\", {class}),"));
    let bodies = scenario.bodies.iter().enumerate();
    let bodies: String = bodies.map(|(index, body)| body_text(index, body, middle)).collect();
    format!(
        r##"(
            schema_version: 1, title: {:?}, epoch: jd(2461365.5), clock: (days_per_second: {DAYS_PER_SECOND}),
            scale: (magnify: 1, magnify_star: 1, slow: 1, well_radii: 1, least_well_km: 0),
            bodies: [own(name: "Sun", kind: star, radius_km: {}), {bodies}],
            ship_classes: [{classes}],
            factions: [(name: "Arena", color: "#5ab0ff", home: "Sun")],
            fleets: [{fleets}],
        )"##,
        scenario.title,
        STAR.0 * reach_km,
    )
}

/// Greatest distance of starts, targets and bodies from the origin of the scenario, km; not zero.
fn reach_km(scenario: &Scenario) -> f64 {
    let ships = scenario.ships.iter().flat_map(|ship| [ship.at, ship.to]).map(|place| (place, 0.0));
    let bodies = scenario.bodies.iter().map(|body| (body.place(0.0).into(), body.radius));
    let reaches = ships.chain(bodies).map(|(place, radius)| DVec3::from(place).length() + radius);
    reaches.fold(1.0, f64::max) * LENGTH_KM
}

/// A place of the scenario in the level, whose origin there is `middle`, km.
fn place_km(place: impl Into<DVec3>, middle: DVec3) -> DVec3 {
    place.into() * LENGTH_KM + middle
}

/// The fields of a ship's class without its name.
fn class_of(ship: &Ship) -> String {
    let seconds = |time: f64| time.clamp(*ENGINE_S.start(), *ENGINE_S.end());
    let speed = ship.speed * LENGTH_KM / CALENDAR_S;
    format!(
        "radius_km: {}, length_km: {}, cruise_km_s: {speed}, manoeuvre_km_s: {speed}, thrust_s: {}, turn_s: {}",
        ship.radius * LENGTH_KM,
        2.0 * (ship.radius + ship.half_length) * LENGTH_KM,
        seconds(ship.speed / ship.acceleration),
        seconds(std::f64::consts::PI / ship.turn_rate),
    )
}

/// A fleet of one ship, under way to its target.
fn fleet_text(index: usize, ship: &Ship, class: usize, middle: DVec3) -> String {
    let (at, to) = (place_km(ship.at, middle), place_km(ship.to, middle));
    let heading = (to - at).normalize_or(DVec3::X);
    let route = if at == to { String::new() } else { format!("(to: km{})", triple(to)) };
    format!(
        "(name: \"Ship {index}\", faction: \"Arena\", route: [{route}], ships: [
            (class: \"Class {class}\", posted: (km: {}, heading: {}))]),",
        triple(at),
        triple(heading),
    )
}

/// A body at its initial place: on a circle through the poles of the star, with invisible motion.
fn body_text(index: usize, body: &ArenaBody, middle: DVec3) -> String {
    let place = place_km(body.place(0.0), middle);
    format!(
        "own(name: \"Body {index}\", kind: dwarf, parent: \"Sun\", radius_km: {}, orbit: (
            semi_major_axis: km({}), inclination_deg: 90, ascending_node_deg: {}, mean_anomaly_deg: {},
            period_days: 1.0e9)),",
        body.radius * LENGTH_KM,
        place.length(),
        libm::atan2(place.y, place.x).to_degrees(),
        libm::asin(place.z / place.length()).to_degrees(),
    )
}

fn triple(vector: DVec3) -> String {
    format!("({:?}, {:?}, {:?})", vector.x, vector.y, vector.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::named;
    use crate::arena::named::{ALL, Ships};
    use crate::level::parse_level;
    use crate::rules::test_support::shipped;
    use crate::sim::Simulation;
    use crate::sim::world::{Position, Ship};
    use bevy::prelude::With;

    #[test]
    fn named_scenarios_are_sound_levels_unless_bodies_overlap() {
        let rules = shipped();
        for known in &ALL {
            let ships = if matches!(known.ships, Ships::Always(_)) { None } else { Some(100) };
            let scenario = named(known.name, ships).expect("it is known");
            let text = level_text(&scenario);
            let loaded = parse_level(known.name, text.as_bytes(), &rules.class_catalog());
            // Its cup is made of overlapping balls, which no sky may have.
            if known.name == "utrap" {
                assert!(loaded.is_err());
                continue;
            }
            let level = loaded.unwrap_or_else(|faults| panic!("{faults}")).level;
            assert_eq!(level.fleets.len(), scenario.ships.len());
            assert_eq!(level.bodies.len(), scenario.bodies.len() + 1);
        }
    }

    #[test]
    fn ships_of_the_level_fly_to_their_targets() {
        let rules = shipped();
        let scenario = named("behind", None).expect("it is known");
        let text = level_text(&scenario);
        let loaded = parse_level("behind", text.as_bytes(), &rules.class_catalog()).expect("it is sound");
        let mut world =
            Simulation::new(&loaded.level, &rules.for_level(&loaded.level), 0).expect("it spawns");
        world.run(scenario.steps().into());
        let mut ships = world.world_mut().query_filtered::<&Position, With<Ship>>();
        let place = ships.single(world.world()).expect("one ship").0;
        let middle = DVec3::Z * (STAR.1 * reach_km(&scenario));
        let left = place.distance(place_km(scenario.ships[0].to, middle));
        assert!(left < scenario.tolerance * LENGTH_KM, "{left} km are left");
    }
}
