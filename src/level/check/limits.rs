//! Limits on numbers of levels without a table of ranges: places, speeds and times.

use crate::level::ranges::Limits;

/// Time for one turn about the parent, days: from a minute and a half to about three million years.
pub(super) const PERIOD_DAYS: Limits = 0.001..=1.0e9;
/// Time for one turn about the axis, hours, either way round: from four seconds to a million years.
pub(super) const DAY_HOURS: Limits = 0.001..=1.0e10;
/// Duration of a condition of victory, seconds of play; the most is about eleven days.
pub(super) const VICTORY_S: Limits = 0.001..=1.0e6;

/// Limit on distances from the centre, or from a body, in destinations and places, AU.
pub(super) const MAX_DISTANCE_AU: f64 = 1.0e5;
/// The farthest from the centre that a body may come before the calendar ends, AU.
pub(super) const MAX_REACH_AU: f64 = 1.0e6;
/// The largest body at the level's scale, and the widest well, AU.
pub(super) const MAX_EXTENT_AU: f64 = 1.0e4;
/// Limit on the distance of a place from the centre, AU: next to the farthest possible body.
pub(super) const MAX_PLACE_AU: f64 = 2.0 * MAX_REACH_AU;
