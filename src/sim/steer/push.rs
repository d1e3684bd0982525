//! Repulsion: who will come too near pushes, the harder the sooner, and everyone turns to the same side.
//!
//! - Enters: a ship and one of its neighbours, with the velocities that both intend.
//! - Leaves: the push, to be added to the unit vector of the ship's way.
//! - Must never: ask who is on whose side, or in which order neighbours come.

use glam::Vec3;

use super::SteeringRules;
use super::pull::TURNING_AXIS;

/// What comes no nearer than this does not pass.
const STILL: f32 = 1.0e-9;

/// The ship that is pushed.
#[derive(Clone, Copy, Debug)]
pub struct Pushed {
    /// Unit vector of its way; zero for a ship that holds its place.
    pub way: Vec3,
    /// The velocity that it intends.
    pub intended: Vec3,
    /// Hull radius.
    pub radius: f32,
}

/// A neighbour.
#[derive(Clone, Copy, Debug)]
pub struct Pusher {
    /// Hull radius.
    pub radius: f32,
    /// The velocity that it intends.
    pub intended: Vec3,
}

/// The push of a neighbour at `offset` from hull axis to hull axis, `square` its squared length.
#[inline]
pub fn push(rules: &SteeringRules, ship: &Pushed, offset: Vec3, square: f32, other: &Pusher) -> Vec3 {
    let touching = ship.radius + other.radius;
    let comfort = touching + rules.spacing_radii * ship.radius;
    let is_close = square < comfort * comfort;
    let passing = passing(rules, ship, offset, touching, other.intended);
    if !is_close && passing.is_none() {
        return Vec3::ZERO;
    }
    let distance = square.sqrt();
    let toward = offset / distance.max(f32::MIN_POSITIVE);
    let facing = cardioid(ship.way, toward);
    if facing <= 0.0 {
        return Vec3::ZERO;
    }
    let mut sum = Vec3::ZERO;
    if is_close {
        sum -= toward * (rules.spacing_push * spacing(distance, touching, comfort));
    }
    if let Some(passing) = passing {
        sum += away_and_aside(rules, toward, &passing, touching) * (passing.strength * facing);
    }
    sum * share_by_size(rules, ship.radius, other.radius)
}

/// How much what lies at `toward` counts: all of it ahead, less aside, nothing behind.
fn cardioid(way: Vec3, toward: Vec3) -> f32 {
    if way == Vec3::ZERO {
        return 1.0;
    }
    let half = 0.5 * (1.0 + way.dot(toward));
    // About 100 degrees from the way.
    if half < 0.41 { 0.0 } else { half * half * half }
}

/// Small ships yield to large ones.
fn share_by_size(rules: &SteeringRules, own: f32, other: f32) -> f32 {
    let square = other * other;
    (rules.yielding * square / (own * own + square)).min(1.0)
}

/// How much closer than comfortable hulls are, 0 to 1 where they touch.
fn spacing(distance: f32, touching: f32, comfort: f32) -> f32 {
    ((comfort - distance) / (comfort - touching).max(f32::MIN_POSITIVE)).min(1.0)
}

/// A passing that will be too close.
struct Passing {
    /// From the ship to the other when they are nearest.
    miss: Vec3,
    miss_length: f32,
    strength: f32,
}

/// The passing of the two, where it is too close and within the horizon.
#[inline]
fn passing(
    rules: &SteeringRules,
    ship: &Pushed,
    offset: Vec3,
    touching: f32,
    other_intended: Vec3,
) -> Option<Passing> {
    let relative = ship.intended - other_intended;
    let square = relative.length_squared();
    let closing = offset.dot(relative);
    if closing <= STILL || closing > rules.horizon_s * square {
        return None;
    }
    let wanted = touching * rules.personal_space;
    let passing_s = closing / square;
    let miss = offset - relative * passing_s;
    let miss_square = miss.length_squared();
    if miss_square >= wanted * wanted {
        return None;
    }
    let urgency = rules.horizon_s / (passing_s + rules.softening_s) - 0.9;
    let miss_length = miss_square.sqrt();
    let strength = rules.push * urgency.max(0.0) * (1.0 - miss_length / wanted);
    Some(Passing { miss, miss_length, strength })
}

/// The direction of a push: away from where the other will pass, turned to the common side; wholly to the
/// side where the two meet head-on, because there is no other way to tell.
fn away_and_aside(rules: &SteeringRules, toward: Vec3, passing: &Passing, touching: f32) -> Vec3 {
    let side = common_side(toward);
    let away = -passing.miss / passing.miss_length.max(f32::MIN_POSITIVE);
    let head_on = 1.0 - (passing.miss_length / (0.3 * touching)).min(1.0);
    let turned = rules.side_share + (1.0 - rules.side_share) * head_on;
    away * (1.0 - turned) + side * turned
}

/// The side to which everyone turns who meets something at `toward`.
pub fn common_side(toward: Vec3) -> Vec3 {
    toward.cross(TURNING_AXIS).try_normalize().unwrap_or(Vec3::X)
}
