//! Steering: attraction and repulsion give every ship a wish for a velocity.
//!
//! What enters: the gathered ships with their goals, and the sky. What leaves: `Traffic::wishes`. The goal
//! pulls ([`pull`]), what is near pushes ([`push`]), and of the push only what is *across* the way counts:
//! ships swerve, they do not brake. A ship that is blocked grows impatient and turns aside, everyone to
//! the same side, which dissolves stalemates. Nothing here moves a ship; that a wish can never lead into
//! something solid is the business of `movement.rs`.
//!
//! Lengths are km; velocities are km per tick, because all of steering is about what happens within the
//! next few ticks.

pub mod pull;
pub mod push;

use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, ParallelSliceMut};
use glam::DVec3;

use super::neighbours::Grid;
use super::traffic::Traffic;
use super::{Calendar, SimSystems, Sky};
use crate::orbit::TICKS_PER_SECOND;

/// A ship brakes evenly over the way that it makes at full speed in this many ticks.
pub const ARRIVAL_TICKS: f64 = 0.67 * TICKS_PER_SECOND;
/// The last of the way to its place shrinks with this time constant, ticks.
pub const SETTLING_TICKS: f64 = 0.17 * TICKS_PER_SECOND;
/// Velocity follows the wish with this time constant, ticks.
const SMOOTHING_TICKS: f64 = 0.17 * TICKS_PER_SECOND;
/// The same close to the place, where a slower answer would swing about it, ticks.
const CLOSE_SMOOTHING_TICKS: f64 = 0.07 * TICKS_PER_SECOND;
/// Close to the place is what can be reached within this many ticks at full speed.
const CLOSE_TICKS: f64 = 2.0;
/// Growth of impatience per tick while a ship makes less than half of its way.
const IMPATIENCE_GROWTH: f64 = 1.5 / TICKS_PER_SECOND;
/// Its fall per tick otherwise.
const IMPATIENCE_FALL: f64 = 0.7 / TICKS_PER_SECOND;
/// Ships in one piece of work for a thread.
const SHIPS_PER_TASK: usize = 128;

/// Everyone turns to the same side of this axis: north.
pub const TURNING_AXIS: DVec3 = DVec3::Z;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, steer.in_set(SimSystems::Steer));
}

fn steer(mut traffic: ResMut<Traffic>, sky: Res<Sky>, calendar: Res<Calendar>, mut grid: Local<Grid>) {
    if traffic.is_empty() {
        return;
    }
    let largest = traffic.ships.iter().map(|ship| ship.radius_km).fold(0.0, f64::max);
    grid.rebuild(&traffic.positions, push::REACH_RADII * 2.0 * largest);
    let tick_seconds = calendar.tick_seconds();
    let mut wishes = std::mem::take(&mut traffic.wishes);
    let seen: &Traffic = &traffic;
    let fill = |first: usize, wishes: &mut [DVec3]| {
        for (offset, wish) in wishes.iter_mut().enumerate() {
            *wish = wish_of(seen, &sky, &grid, first + offset, tick_seconds);
        }
    };
    // Every wish depends on the state before the tick alone, so threads cannot change the result.
    match ComputeTaskPool::try_get().filter(|_| wishes.len() > SHIPS_PER_TASK) {
        None => fill(0, &mut wishes),
        Some(pool) => {
            wishes.par_chunk_map_mut(pool, SHIPS_PER_TASK, |chunk, wishes| {
                fill(chunk * SHIPS_PER_TASK, wishes)
            });
        }
    }
    traffic.wishes = wishes;
}

/// How far a ship wants to go by itself in this tick, km.
fn wish_of(traffic: &Traffic, sky: &Sky, grid: &Grid, index: usize, tick_seconds: f64) -> DVec3 {
    let flight = &traffic.flights[index];
    let own_step = flight.own_velocity * tick_seconds;
    let pulled = pull::pulled_step(sky, traffic, index);
    let wanted = pulled.length();
    let smoothing = smoothing_ticks(traffic, index);
    let Some(ahead) = pulled.try_normalize() else { return own_step * (1.0 - 1.0 / smoothing) };
    let pushes = push::sum(traffic, grid, index, ahead, tick_seconds);
    let side = ahead.cross(TURNING_AXIS).normalize_or_zero();
    let direction = (ahead + across(pushes, ahead) + side * (2.0 * flight.impatience)).normalize_or(ahead);
    let wish = direction * wanted;
    own_step + (wish - own_step) / smoothing
}

fn smoothing_ticks(traffic: &Traffic, index: usize) -> f64 {
    let distance = traffic.goals[index].place.distance(traffic.positions[index]);
    let is_close = distance < CLOSE_TICKS * traffic.carriages[index].reach;
    if is_close { CLOSE_SMOOTHING_TICKS } else { SMOOTHING_TICKS }
}

/// The part of `vector` across the unit vector `along`.
fn across(vector: DVec3, along: DVec3) -> DVec3 {
    vector - along * vector.dot(along)
}

/// A ship's impatience after a tick in which it wished for one way and made another.
pub fn next_impatience(impatience: f64, wished: DVec3, made: DVec3) -> f64 {
    let is_blocked = made.length_squared() < 0.25 * wished.length_squared();
    let change = if is_blocked { IMPATIENCE_GROWTH } else { -IMPATIENCE_FALL };
    (impatience + change).clamp(0.0, 1.0)
}
