//! The structures of a tick, and the subset that a neighbourhood of ships could meet. They are sorted by body and
//! number, so that storage order does not matter.

use glam::DVec3;

use crate::orbit::TICKS_PER_SECOND;
use crate::sim::steering::frame::Frame;
use crate::sim::steering::{Bodies, CirclingObstacle};
use crate::sim::{BodyId, Position, Rings, Sky, Structure};

/// Share by which structures count as larger than they are: a little more than the tolerance of the count of
/// overlaps.
const SKIN: f64 = 2.0e-3;
/// Hulls of all kinds count as larger by this share of their distance from the origin of a frame: the frame's
/// single precision may lose that much.
pub(in crate::sim) const ROUNDING: f64 = 3.0e-7;

/// All structures of a tick, growing ones too.
#[derive(Debug, Default)]
pub struct Structures {
    /// By body, then by number.
    all: Vec<StructureNow>,
    wells: Vec<WellOfStructures>,
}

/// A structure in this tick.
#[derive(Clone, Copy, Debug)]
struct StructureNow {
    body: BodyId,
    id: u32,
    radius_km: f64,
    /// Position at the beginning and at the end of the tick, km.
    before: DVec3,
    after: DVec3,
    /// From its body to `before`, and the same a quarter turn ahead, km.
    spoke: DVec3,
    swing: DVec3,
    /// Angular speed of its ring, radians a second of play.
    rate: f64,
}

/// The structures of one body.
#[derive(Clone, Copy, Debug)]
struct WellOfStructures {
    body: BodyId,
    /// Index of the first one among all.
    first: usize,
    end: usize,
    /// Greatest extent from the body's centre, km.
    reach_km: f64,
}

/// The box that the ships of a neighbourhood do not leave within a time, relative to their frame.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Lowest corner, km.
    pub low: DVec3,
    /// Highest corner, km.
    pub high: DVec3,
    /// The time, seconds of play.
    pub ahead_s: f64,
}

impl Reach {
    /// Whether a thing at `place` that moves no farther than `reach_km` could enter the box.
    fn meets(&self, place: DVec3, reach_km: f64) -> bool {
        place.max(self.low).min(self.high).distance_squared(place) <= reach_km * reach_km
    }
}

impl Structures {
    /// Records the positions of all structures in this tick. They have been carried to its end already.
    pub fn gather<'a>(
        &mut self,
        structures: impl Iterator<Item = (&'a Structure, &'a Position)>,
        rings: &Rings,
        sky: &Sky,
        tick: u64,
    ) {
        self.all.clear();
        self.all.extend(structures.filter_map(|(one, position)| {
            let layout = rings.of(one.body)?;
            let ring = usize::from(one.ring);
            let spoke = layout.run_offset(ring, one.slot, one.slots, tick);
            Some(StructureNow {
                body: one.body,
                id: one.id.0,
                radius_km: one.radius_km,
                before: sky.before.get(one.body)?.position + spoke,
                after: position.0,
                spoke,
                swing: layout.plane.pole.cross(spoke),
                rate: layout.rate_rad_s(ring),
            })
        }));
        self.all.sort_unstable_by_key(|one| (one.body, one.id));
        self.find_wells();
    }

    fn find_wells(&mut self) {
        self.wells.clear();
        let mut first = 0;
        for well in self.all.chunk_by(|one, other| one.body == other.body) {
            let end = first + well.len();
            let reach_km = well.iter().map(|one| one.spoke.length() + one.radius_km).fold(0.0, f64::max);
            self.wells.extend(well.first().map(|one| WellOfStructures {
                body: one.body,
                first,
                end,
                reach_km,
            }));
            first = end;
        }
    }

    /// Adds the structures that ships within `reach` could meet to the bodies of their frame.
    pub(in crate::sim) fn hand_in(&self, bodies: &mut Bodies, sky: &Sky, frame: &Frame, reach: &Reach) {
        let ticks = reach.ahead_s * TICKS_PER_SECOND;
        for well in &self.wells {
            let step = sky.now[well.body].position - sky.before[well.body].position;
            let drift_km = (step - frame.step).length() * ticks;
            if !reach.meets(sky.before[well.body].position, well.reach_km + drift_km) {
                continue;
            }
            for one in self.all.get(well.first..well.end).unwrap_or_default() {
                let way_km = one.rate.abs() * one.spoke.length() * reach.ahead_s;
                if reach.meets(one.before, one.radius_km + drift_km + way_km) {
                    bodies.add_circling(one.seen_from(frame, step));
                }
            }
        }
    }
}

impl StructureNow {
    /// The structure in the core's form; `step` is the motion of its body.
    fn seen_from(&self, frame: &Frame, step: DVec3) -> CirclingObstacle {
        let radius_km = self.radius_km * (1.0 + SKIN) + self.before.distance(frame.origin) * ROUNDING;
        CirclingObstacle {
            radius: radius_km as f32,
            before: frame.point(self.before),
            after: frame.point(self.after - frame.step),
            drift: frame.velocity(step),
            spoke: self.spoke.as_vec3(),
            swing: self.swing.as_vec3(),
            rate: self.rate as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_box_meets_structures_that_can_come_into_it() {
        let reach = Reach { low: DVec3::ZERO, high: DVec3::new(2.0, 4.0, 6.0), ahead_s: 1.0 };
        let (beside, beyond) = (DVec3::new(-1.0, 1.0, 1.0), DVec3::new(3.0, 5.0, 7.0));
        assert!(reach.meets(DVec3::ONE, 0.0));
        assert!(reach.meets(beside, 1.1) && !reach.meets(beside, 0.9));
        assert!(reach.meets(beyond, 1.8) && !reach.meets(beyond, 1.7));
    }
}
