//! A group of sensors that looks at the units of another group.

use fixedbitset::FixedBitSet;

use super::group::{Group, Member, SLACK_KM};
use super::seeing::{Occluder, is_within_range};

/// A group of sensors, and what may lie between it and the units at which it looks.
pub(in crate::sim) struct Watch<'a> {
    /// The group.
    pub(in crate::sim) group: &'a Group,
    /// Its sensors, those with the longest range first.
    pub(in crate::sim) sensors: &'a [Member],
    /// The occluders that may hide some of the units.
    pub(in crate::sim) between: &'a [Occluder],
}

impl Watch<'_> {
    /// Marks the units that are seen, and returns the number of new ones. The sensor of the last hit is asked first
    /// about the next unit, which is mostly near.
    pub(in crate::sim) fn look(&self, things: &[Member], seen: &mut FixedBitSet) -> usize {
        let (mut found, mut first) = (0, 0);
        for thing in things {
            if seen.contains(thing.index) {
                continue;
            }
            if let Some(sensor) = self.seeing_sensor(first, thing) {
                first = sensor;
                found += 1;
                seen.insert(thing.index);
            }
        }
        found
    }

    /// The first sensor that sees a unit; the sensor `first` is asked before all others.
    fn seeing_sensor(&self, first: usize, thing: &Member) -> Option<usize> {
        let sees = |sensor: &Member| {
            is_within_range(sensor.position, sensor.strength, thing.position, thing.strength)
                && !self.between.iter().any(|occluder| occluder.hides(sensor.position, thing.position))
        };
        // No sensor of the group is nearer than this; the sensors with the longest range come first.
        let least = self.group.middle.distance(thing.position) - self.group.radius - SLACK_KM;
        if self.group.strength * thing.strength < least {
            return None;
        }
        if self.sensors.get(first).is_some_and(&sees) {
            return Some(first);
        }
        self.sensors.iter().take_while(|sensor| sensor.strength * thing.strength >= least).position(sees)
    }
}
