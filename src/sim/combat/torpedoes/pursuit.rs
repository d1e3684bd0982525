//! The way of a torpedo to the predicted meeting with its target.

use glam::DVec3;

use super::pilot::{Pilot, TorpedoTarget};

/// A target within this multiple of the torpedo's sharpest turning circle is too near for a turn.
const TURNING_ROOM: f64 = 1.1;
/// From a near target that is not ahead a torpedo flies away, to a distance of this many radii of that circle.
const RUN_UP: f64 = 3.0;
/// Cosine of the greatest angle from the heading that counts as ahead: 75 degrees.
const COS_AHEAD: f64 = 0.26;

/// The way under the target alone.
pub(super) struct Pull {
    /// The unit vector to follow.
    pub way: DVec3,
    /// Ticks until they meet; infinite: never.
    pub ticks: f64,
    /// The meeting place relative to the torpedo, in the frame that carries it.
    pub place: Option<DVec3>,
}

/// Toward the predicted meeting; in pursuit of a target that it cannot meet; straight on while it cannot turn
/// there.
pub(super) fn pull(pilot: &Pilot, goal: &TorpedoTarget) -> Pull {
    let (offset, step) = (goal.place - pilot.place, goal.step - pilot.carried);
    let ticks = meeting_ticks(offset, step, pilot.reach);
    let place = ticks.map(|ticks| offset + step * ticks);
    let aim = place.unwrap_or(offset);
    let way = if is_inside_turn(pilot, aim) { pilot.heading } else { aim.normalize_or(pilot.heading) };
    Pull { way, ticks: ticks.unwrap_or(f64::INFINITY), place }
}

/// Whether a place, relative to the torpedo, lies within its circle of sharpest turn, or near and not ahead.
/// Turning toward such a place the torpedo would circle it for ever. So it flies on until there is room, with a
/// margin: on the very edge of the circle it would circle as well.
fn is_inside_turn(pilot: &Pilot, aim: DVec3) -> bool {
    let (across, square) = (pilot.heading.cross(aim).length(), aim.length_squared());
    let is_near = square * pilot.turn * pilot.turn < RUN_UP * RUN_UP * pilot.reach * pilot.reach;
    if is_near && pilot.heading.dot(aim) < COS_AHEAD * square.sqrt() {
        return true;
    }
    // Seen at an angle a to the heading, the circle of radius r begins at 2 r sin(a).
    let is_inside = square * pilot.turn < 2.0 * TURNING_ROOM * pilot.reach * across;
    let is_ahead = pilot.heading.dot(aim) > 0.0 && across * across <= square * pilot.turn * pilot.turn;
    is_inside && !is_ahead
}

/// Ticks until a flyer that makes `reach` in a tick can first meet a thing at `offset` that moves by `step`:
/// the smaller positive root of |offset + step t| = reach t.
pub fn meeting_ticks(offset: DVec3, step: DVec3, reach: f64) -> Option<f64> {
    let slower_by = reach * reach - step.length_squared();
    let fleeing = offset.dot(step);
    let discriminant = fleeing * fleeing + slower_by * offset.length_squared();
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    // Both forms give the same root; each is used where it does not cancel.
    let ticks =
        if fleeing > 0.0 { (fleeing + root) / slower_by } else { offset.length_squared() / (root - fleeing) };
    (ticks.is_finite() && ticks > 0.0).then_some(ticks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meetings_are_where_both_are() {
        let offset = DVec3::new(300.0, -40.0, 7.0);
        for step in [DVec3::ZERO, DVec3::new(3.0, 8.0, 1.0), DVec3::new(-30.0, 2.0, 0.0), DVec3::X * -10.0] {
            let ticks = meeting_ticks(offset, step, 10.0).expect("they meet");
            assert!(((offset + step * ticks).length() - 10.0 * ticks).abs() < 1.0e-9, "{step}");
        }
        assert_eq!(meeting_ticks(DVec3::X * 300.0, DVec3::X * 10.0, 10.0), None, "as fast, and away");
        assert_eq!(meeting_ticks(offset, offset.normalize() * 12.0, 10.0), None, "faster, and away");
        assert_eq!(meeting_ticks(offset, DVec3::Y * 30.0, 10.0), None, "faster, and past");
    }
}
