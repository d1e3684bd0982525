//! Counts of a displayed flight: arrivals, and pairs that have overlapped, by the definitions of the arena's
//! report.

use crate::arena::overlaps::Overlaps;
use crate::arena::voyage::Voyage;
use crate::arena::{Frame, Scenario};

/// With more ships than this, overlaps are not looked for: that would take longer than the flight.
pub const MOST_JUDGED: usize = 2000;

/// The counts of a flight.
pub struct Tally {
    voyages: Vec<Voyage>,
    /// `None` where there are too many ships.
    overlaps: Option<Overlaps>,
}

impl Tally {
    /// Before the first step.
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            voyages: scenario.ships.iter().map(|ship| Voyage::of(ship, scenario.tolerance)).collect(),
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

    /// Number of distinct pairs that have overlapped at the end of some step; `None` if overlaps are not checked.
    pub fn overlapping_pairs(&self) -> Option<usize> {
        self.overlaps.as_ref().map(Overlaps::pairs)
    }
}
