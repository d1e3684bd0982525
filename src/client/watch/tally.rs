//! What is counted while one watches: who has arrived, and which pairs have overlapped.
//!
//! The state after every step comes in, counts leave; they mean what the arena's report means by them.

use std::collections::HashSet;

use glam::DVec3;

use crate::arena::voyage::Voyage;
use crate::arena::{Frame, Scenario};
use crate::sim::overlap::{PairFinder, Solid};

/// With more ships than this, overlaps are not looked for: that would take longer than the flight.
pub const MOST_JUDGED: usize = 2000;
/// Two solids overlap when they are nearer than this share of the sum of their radii, as in the report.
const TOUCHING_SHARE: f64 = 0.999;

/// The counts of a flight.
pub struct Tally {
    voyages: Vec<Voyage>,
    /// `None` where there are too many ships.
    overlaps: Option<Overlaps>,
}

impl Tally {
    /// Before the first step.
    pub fn new(scenario: &Scenario) -> Self {
        let voyage = |ship: &crate::arena::Ship| {
            Voyage::new(DVec3::from(ship.at), DVec3::from(ship.to), scenario.tolerance, ship.speed)
        };
        Self {
            voyages: scenario.ships.iter().map(voyage).collect(),
            overlaps: (scenario.ships.len() <= MOST_JUDGED).then(Overlaps::default),
        }
    }

    /// Notes the state after a step.
    pub fn note(&mut self, scenario: &Scenario, frame: &Frame<'_>) {
        let (began, drift) = (frame.time - scenario.dt, scenario.drift(frame.time));
        for (voyage, place) in self.voyages.iter_mut().zip(&frame.crowd.positions) {
            voyage.advance(place.as_dvec3() - drift, began, scenario.dt);
        }
        if let Some(overlaps) = &mut self.overlaps {
            overlaps.note(scenario, frame);
        }
    }

    /// Whether a ship has been at its target.
    pub fn has_arrived(&self, ship: usize) -> bool {
        self.voyages.get(ship).is_some_and(|voyage| !voyage.is_under_way())
    }

    /// How many have been at their targets.
    pub fn arrived(&self) -> usize {
        self.voyages.iter().filter(|voyage| !voyage.is_under_way()).count()
    }

    /// How many distinct pairs have overlapped at the end of some step; `None` where nobody looks.
    pub fn overlapping_pairs(&self) -> Option<usize> {
        self.overlaps.as_ref().map(|overlaps| overlaps.pairs.len())
    }
}

/// Who overlapped whom.
#[derive(Default)]
struct Overlaps {
    finder: PairFinder,
    solids: Vec<Solid>,
    /// Bodies have the indices after the ships'. Only ever counted, never listed.
    pairs: HashSet<(u32, u32)>,
}

impl Overlaps {
    fn note(&mut self, scenario: &Scenario, frame: &Frame<'_>) {
        let ships = scenario.ships.len();
        let Self { finder, solids, pairs } = self;
        gather(scenario, frame, solids);
        let solids: &[Solid] = solids;
        finder.each_pair(solids, |first, second| {
            let [one, other] = [first, second].map(|index| solids.get(index as usize));
            if let (Some(one), Some(other)) = (one, other)
                && (first as usize) < ships
                && one.axis_distance(other) < TOUCHING_SHARE * (one.radius + other.radius)
            {
                pairs.insert((first, second));
            }
        });
    }
}

/// Ships first, then bodies, as they are now.
fn gather(scenario: &Scenario, frame: &Frame<'_>, solids: &mut Vec<Solid>) {
    solids.clear();
    let crowd = frame.crowd.positions.iter().zip(&frame.crowd.headings);
    solids.extend(crowd.zip(&scenario.ships).map(|((place, heading), ship)| Solid {
        center: place.as_dvec3(),
        half_axis: heading.as_dvec3() * ship.half_length,
        radius: ship.radius,
    }));
    let bodies = frame.bodies.iter().zip(&scenario.bodies);
    solids.extend(bodies.map(|(&place, body)| Solid::ball(place, body.radius)));
}
