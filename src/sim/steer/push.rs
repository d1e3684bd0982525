//! Repulsion: near ships push, the harder the closer they come; those behind push less.

use glam::DVec3;

use super::super::neighbours::Grid;
use super::super::traffic::Traffic;
use super::TURNING_AXIS;
use crate::orbit::TICKS_PER_SECOND;

/// A ship notices others within this many of its own radii from its surface.
pub const REACH_RADII: f64 = 5.0;
/// Two ships that will pass closer than the sum of their radii times this push each other.
const PERSONAL_SPACE: f64 = 1.3;
/// How far ahead passing is looked at, ticks.
const HORIZON_TICKS: f64 = 2.0 * TICKS_PER_SECOND;
/// The push grows as this over the time to the passing, ticks.
const URGENCY_TICKS: f64 = 2.0 * TICKS_PER_SECOND;
/// Keeps the urgency finite, ticks.
const SOFTENING_TICKS: f64 = 0.2 * TICKS_PER_SECOND;
/// The part of every push that is turned to the common side.
const SIDE_SHARE: f64 = 0.35;
/// Ships nearer than this share of their radius from surface to surface push straight apart.
const SPACING_SHARE: f64 = 0.5;

/// The sum of all pushes on a ship, as a vector to be added to the unit vector `ahead`.
pub fn sum(traffic: &Traffic, grid: &Grid, index: usize, ahead: DVec3, tick_seconds: f64) -> DVec3 {
    let mut sum = DVec3::ZERO;
    for other in grid.near(traffic.positions[index]) {
        if other != index {
            sum += push_of(traffic, index, other, ahead, tick_seconds);
        }
    }
    sum
}

fn push_of(traffic: &Traffic, index: usize, other: usize, ahead: DVec3, tick_seconds: f64) -> DVec3 {
    let offset = traffic.positions[other] - traffic.positions[index];
    let distance = offset.length();
    let (own, others) = (traffic.ships[index].radius_km, traffic.ships[other].radius_km);
    let gap = distance - own - others;
    if gap > REACH_RADII * own {
        return DVec3::ZERO;
    }
    let Some(toward) = offset.try_normalize() else {
        // Exactly in the same place: the one with the higher number goes north.
        return if index > other { TURNING_AXIS } else { -TURNING_AXIS };
    };
    let share = (2.0 * others * others / (own * own + others * others)).min(1.0);
    let spacing = (1.0 - gap / (SPACING_SHARE * own)).clamp(0.0, 1.0) * 0.5;
    let relative_step =
        (traffic.flights[index].own_velocity - traffic.flights[other].own_velocity) * tick_seconds;
    let passing = passing_push(offset, relative_step, own + others);
    (passing * cardioid(ahead.dot(toward)) - toward * spacing) * share
}

/// The push from a ship that will pass too close, by how soon and how close.
fn passing_push(offset: DVec3, relative_step: DVec3, touching: f64) -> DVec3 {
    let speed_squared = relative_step.length_squared();
    let approach = offset.dot(relative_step);
    if speed_squared == 0.0 || approach <= 0.0 {
        return DVec3::ZERO;
    }
    let time = approach / speed_squared;
    let miss = offset - relative_step * time;
    let space = touching * PERSONAL_SPACE;
    let miss_distance = miss.length();
    if time > HORIZON_TICKS || miss_distance >= space {
        return DVec3::ZERO;
    }
    let urgency = (URGENCY_TICKS / (time + SOFTENING_TICKS) - 0.9).max(0.0);
    let strength = 2.0 * (1.0 - miss_distance / space) * urgency;
    let aside = relative_step.cross(TURNING_AXIS).normalize_or_zero();
    // Nearly head-on there is no side to swerve to but the common one.
    let away = if miss_distance > 1.0e-3 * space { -miss / miss_distance } else { aside };
    (away * (1.0 - SIDE_SHARE) + aside * SIDE_SHARE) * strength
}

/// Weight of what stands at an angle with the given cosine to the way: 1 ahead, falling to 0 behind.
fn cardioid(cosine: f64) -> f64 {
    let half = (1.0 + cosine) * 0.5;
    half * half * half
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_behind_pushes_less() {
        assert_eq!(cardioid(1.0), 1.0);
        assert_eq!(cardioid(-1.0), 0.0);
        assert!(cardioid(0.0) < 0.2);
    }

    #[test]
    fn the_closer_the_harder() {
        let near = passing_push(DVec3::new(10.0, 0.5, 0.0), DVec3::X, 2.0).length();
        let far = passing_push(DVec3::new(40.0, 0.5, 0.0), DVec3::X, 2.0).length();
        let wide = passing_push(DVec3::new(10.0, 2.0, 0.0), DVec3::X, 2.0).length();
        assert!(near > far && near > wide && far > 0.0 && wide > 0.0);
        assert_eq!(passing_push(DVec3::new(10.0, 3.0, 0.0), DVec3::X, 2.0), DVec3::ZERO);
        assert_eq!(passing_push(DVec3::new(-10.0, 0.0, 0.0), DVec3::X, 2.0), DVec3::ZERO);
    }

    #[test]
    fn two_ships_head_on_swerve_to_the_same_hand() {
        let one = passing_push(DVec3::new(10.0, 0.0, 0.0), DVec3::X, 2.0);
        let other = passing_push(DVec3::new(-10.0, 0.0, 0.0), -DVec3::X, 2.0);
        assert!(one.length() > 0.1);
        assert!((one + other).length() < 1e-12, "each goes to its own right: {one} {other}");
    }
}
