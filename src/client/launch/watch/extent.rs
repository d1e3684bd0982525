//! The extent of a scenario: a bounding ball for the first view, in the scenario's moving frame.

use bevy::prelude::*;
use glam::DVec3;

use crate::arena::{Body, BodyPath, Scenario};

/// A ball that holds all starts, targets and ways of bodies.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Its centre.
    pub middle: Vec3,
    /// Its radius.
    pub radius: f32,
    /// Radius of the smallest ship.
    pub smallest_ship: f32,
}

impl Extent {
    /// The ball about a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let mut things: Vec<(DVec3, f64)> = Vec::new();
        for ship in &scenario.ships {
            let reach = ship.radius + ship.half_length;
            things.extend([(DVec3::from(ship.at), reach), (DVec3::from(ship.to), reach)]);
        }
        things.extend(scenario.bodies.iter().map(|body| (DVec3::from(body.at), reach_of(body))));
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for &(place, reach) in &things {
            low = low.min(place - reach);
            high = high.max(place + reach);
        }
        let middle = 0.5 * (low + high);
        let radius = things.iter().map(|(place, reach)| place.distance(middle) + reach).fold(0.0, f64::max);
        let smallest_ship = scenario.ships.iter().map(|ship| ship.radius).fold(radius, f64::min);
        Self { middle: middle.as_vec3(), radius: radius as f32, smallest_ship: smallest_ship as f32 }
    }
}

/// How far a body and its way reach from the middle of the way.
fn reach_of(body: &Body) -> f64 {
    let way = match body.path {
        BodyPath::Still => 0.0,
        BodyPath::Ellipse { a, b, .. } => DVec3::from(a).length().max(DVec3::from(b).length()),
    };
    body.radius + way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Ship;

    #[test]
    fn holds_ships_targets_and_ways() {
        let ships = vec![Ship::new(DVec3::new(-10.0, 0.0, 0.0), DVec3::new(30.0, 0.0, 0.0), 1.0, 4.0)];
        let mut scenario = Scenario::of_ships("test", 1.0, ships);
        let extent = Extent::of(&scenario);
        assert_eq!((extent.middle, extent.radius), (Vec3::X * 10.0, 21.0));
        assert_eq!(extent.smallest_ship, 1.0);
        let path = BodyPath::Ellipse { a: (50.0, 0.0, 0.0), b: (0.0, 20.0, 0.0), rate: 1.0, phase: 0.0 };
        scenario.bodies.push(Body { at: (10.0, 0.0, 0.0), radius: 5.0, path });
        assert_eq!(Extent::of(&scenario).radius, 55.0);
    }
}
