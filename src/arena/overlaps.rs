//! The overlaps of a flight, step by step. They are found independently of the core under test.

use std::collections::HashSet;

use glam::DVec3;

use super::run::StepFrame;
use super::scenario::Scenario;
use crate::sim::simulation::overlap::each_pair;
use crate::sim::spatial::solid::Solid;

/// Two solids overlap when they are nearer than this share of the sum of their radii.
const TOUCHING_SHARE: f64 = 0.999;

/// The overlaps of a flight.
#[derive(Default)]
pub struct Overlaps {
    solids: Vec<Solid>,
    /// Bodies have the indices after the ships'. Only ever counted, never listed.
    pairs: HashSet<(u32, u32)>,
    max_depth: f64,
}

impl Overlaps {
    /// The number of distinct pairs that have overlapped up to now.
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// Depth of the deepest overlap, in units of the smaller radius.
    pub fn max_depth(&self) -> f64 {
        self.max_depth
    }

    /// Records the state after a step.
    pub fn note(&mut self, scenario: &Scenario, frame: &StepFrame<'_>) {
        self.gather(scenario, frame);
        let ships = scenario.ships.len();
        let Self { solids, pairs, max_depth } = self;
        let solids: &[Solid] = solids;
        for (index, _) in (0_u32..).zip(solids).filter(|(_, solid)| !solid.is_finite()) {
            pairs.insert((index, index));
        }
        each_pair(solids, |first, second| {
            let [one, other] = [first, second].map(|index| solids.get(index as usize));
            if let (Some(one), Some(other)) = (one, other)
                && (first as usize) < ships
                && one.axis_distance(other) < TOUCHING_SHARE * (one.radius + other.radius)
            {
                pairs.insert((first, second));
                *max_depth = max_depth.max(one.depth(other));
            }
        });
    }

    /// Gathers the present solids: ships first, then bodies.
    fn gather(&mut self, scenario: &Scenario, frame: &StepFrame<'_>) {
        self.solids.clear();
        let crowd = frame.crowd.positions.iter().zip(&frame.crowd.headings);
        self.solids.extend(crowd.zip(&scenario.ships).map(|((place, heading), ship)| Solid {
            center: place.as_dvec3(),
            half_axis: if ship.half_length > 0.0 {
                heading.as_dvec3() * ship.half_length
            } else {
                DVec3::ZERO
            },
            radius: ship.radius,
        }));
        let bodies = frame.bodies.iter().zip(&scenario.bodies);
        self.solids.extend(bodies.map(|(&place, body)| Solid::ball(place, body.radius)));
    }
}
