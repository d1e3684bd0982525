//! The words of formations: shapes, conduct, ranks, facing, and the pace at which a formation waits.
//! `plan.rs` has the places of a shape, and `assign.rs` their distribution.

use glam::DVec3;

pub use crate::level::{Cohesion, FormationRole, Shape};

/// A ship this many spacings behind its place is not late yet.
pub const SLACK_SPACINGS: f64 = 1.0;
/// For a ship this many spacings behind its place, or more, the formation slows down the most.
pub const WAITING_SPACINGS: f64 = 6.0;
/// A ship more than this many spacings behind its place is given up: the formation flies on without it.
pub const GIVEN_UP_SPACINGS: f64 = 60.0;
/// The least share of the slowest member's speed at which a formation moves while it waits: enough to be visible,
/// and little enough for a ship of the same speed to catch up.
pub const LEAST_SHARE: f64 = 0.3;

/// A ship as a member of a formation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Position now, km.
    pub place: DVec3,
    /// Radius of the hull across its bow, km.
    pub half_width: f64,
    /// Half the length of the hull along its bow, km; of long hulls more than `half_width`.
    pub half_length: f64,
    /// Part.
    pub rank: FormationRole,
}

/// The facing of a formation: three unit vectors at right angles to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facing {
    /// Ahead.
    pub forward: DVec3,
    /// To the left, level: at right angles to north.
    pub left: DVec3,
    /// Up: as near to north (0, 0, 1) as possible.
    pub up: DVec3,
}

impl Facing {
    /// The facing in a direction of any length. Straight north or south, left is (0, 1, 0); without a
    /// direction (zero, or not a number) a formation looks along (1, 0, 0).
    pub fn from_direction(direction: DVec3) -> Self {
        let forward = direction.try_normalize().unwrap_or(DVec3::X);
        let level = DVec3::Z.cross(forward);
        let side = if level.length_squared() > 1.0e-12 { level } else { DVec3::Y };
        let up = forward.cross(side).normalize_or(DVec3::Z);
        Self { forward, left: up.cross(forward), up }
    }

    /// Turns an offset with x ahead, y to the left and z up into one of the world.
    pub fn turned(&self, local: DVec3) -> DVec3 {
        self.forward * local.x + self.left * local.y + self.up * local.z
    }
}

/// How far the worst straggler is behind its place, of those for which the formation still waits, km: the largest of
/// `behind_km` within [`GIVEN_UP_SPACINGS`]; 0 if there is none.
pub fn worst_straggler(behind_km: impl IntoIterator<Item = f64>, spacing_km: f64) -> f64 {
    let limit = GIVEN_UP_SPACINGS * spacing_km;
    behind_km.into_iter().filter(|behind| *behind <= limit).fold(0.0, f64::max)
}

/// The speed of a formation's middle, as a share of the speed of its slowest member. The worst straggler is
/// `behind_km` behind its place, and neighbours are `spacing_km` apart.
///
/// 1 up to [`SLACK_SPACINGS`]; from there it falls smoothly (3 t^2 - 2 t^3) to [`LEAST_SHARE`] at
/// [`WAITING_SPACINGS`]. Beyond [`GIVEN_UP_SPACINGS`] the fleet waits no longer, and the share is 1 again. It is
/// also 1 without a spacing, and for NaN.
pub fn speed_share(behind_km: f64, spacing_km: f64) -> f64 {
    let is_within_reason = spacing_km > 0.0 && behind_km <= GIVEN_UP_SPACINGS * spacing_km;
    if !is_within_reason {
        return 1.0;
    }
    let late = (behind_km / spacing_km - SLACK_SPACINGS) / (WAITING_SPACINGS - SLACK_SPACINGS);
    let late = late.clamp(0.0, 1.0);
    1.0 - (1.0 - LEAST_SHARE) * late * late * (3.0 - 2.0 * late)
}
