//! Coming to rest: a ship that has arrived holds, and so does a ship that is stopped by one that holds its
//! target. So a rally point fills as a ball, without grinding.

use crate::sim::steering::SteeringRules;

/// Hulls nearer than this many radii stop one another.
const STOPPING_GAP_RADII: f32 = 0.8;
/// A stopped ship seeks its place again once the gap to the other exceeds this many radii.
const FREED_GAP_RADII: f32 = 1.6;
/// Targets nearer to each other than this share of both radii are one place: both hulls cannot be there.
pub const SAME_PLACE: f32 = 0.99;
/// Among rivals for one place, a ship within this number of its radii occupies it.
const RALLY_RADII: f32 = 1.5;
/// The radius for a ship that comes no nearer, if no rival near it is nearer.
const TURNING_RADII: f32 = 4.0;
/// A ship that approaches its target at more than this share of its greatest speed is not stopped: it may still
/// slide into a hollow.
const SLIDING: f32 = 0.15;

/// A neighbour, as seen by a ship under way.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour {
    /// Whether it holds its place.
    pub holding: bool,
    /// From hull to hull.
    pub gap: f32,
    /// From it to the ship's target.
    pub to_target: f32,
    /// From its own target to the ship's.
    pub between_targets: f32,
    /// Sum of both radii.
    pub touching: f32,
}

/// A ship at the end of its step.
#[derive(Clone, Copy, Debug)]
pub struct Settler {
    /// Distance from its target.
    pub distance: f32,
    /// Hull radius.
    pub radius: f32,
    /// Speed of approach to its target, as a share of its greatest.
    pub closing: f32,
    /// Whether it held its place before the step.
    pub held: bool,
}

impl Settler {
    /// Whether it is too far from its target to have a place there among rivals: then only neighbours that
    /// hold decide.
    pub fn is_far(&self) -> bool {
        self.distance > TURNING_RADII * self.radius
    }
}

/// Whether the ship holds after this step. [Far](Settler::is_far) ships only need their neighbours that hold.
pub fn holds(rules: &SteeringRules, ship: &Settler, neighbours: impl Iterator<Item = Neighbour>) -> bool {
    let near = if ship.held { rules.release_radii } else { rules.hold_radii };
    if ship.distance <= near * ship.radius {
        return true;
    }
    let is_stopped = ship.held || ship.closing <= SLIDING;
    let stopping = if ship.held { FREED_GAP_RADII } else { STOPPING_GAP_RADII } * ship.radius;
    let (mut has_rivals, mut is_nearest) = (false, true);
    for other in neighbours {
        let is_rival = other.between_targets < SAME_PLACE * other.touching;
        if is_stopped && other.holding && other.gap < stopping && is_in_the_place(ship, &other, is_rival) {
            return true;
        }
        has_rivals |= is_rival;
        is_nearest &= !is_rival || other.to_target > ship.distance;
    }
    // Rivals cannot all reach the very middle: the first ship close to it occupies it, or the nearest ship of
    // those that only turn about it.
    let close = if is_stopped && is_nearest { TURNING_RADII } else { RALLY_RADII };
    has_rivals && ship.distance <= close * ship.radius
}

/// Whether the other occupies the ship's place, or is nearer to a common place.
fn is_in_the_place(ship: &Settler, other: &Neighbour, is_rival: bool) -> bool {
    other.to_target < other.touching || (is_rival && other.to_target < ship.distance)
}
