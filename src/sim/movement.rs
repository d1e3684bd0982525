//! The end of a tick's flight: wishes are fulfilled as far as nothing overlaps.

use bevy::prelude::*;
use glam::DVec3;

use super::contact::{self, ContactRoom};
use super::traffic::{Traffic, scatter};
use super::{Calendar, SimSystems, Sky, steer};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (fly, scatter).chain().in_set(SimSystems::Move));
}

fn fly(mut traffic: ResMut<Traffic>, sky: Res<Sky>, calendar: Res<Calendar>, mut room: Local<ContactRoom>) {
    let Traffic { ships, positions, carriages, wishes, flights, goals, ends, .. } = &mut *traffic;
    for index in 0..ships.len() {
        ends[index] = positions[index] + carriages[index].step + wishes[index];
    }
    contact::resolve(&sky, ships, positions, ends, &mut room);
    for index in 0..ships.len() {
        let made = ends[index] - positions[index] - carriages[index].step;
        let flight = &mut flights[index];
        flight.position_before = positions[index];
        flight.own_velocity = made.clamp_length_max(carriages[index].reach) / calendar.tick_seconds();
        flight.impatience = if goals[index].ordered && !flight.arrived {
            steer::next_impatience(flight.impatience, wishes[index], made)
        } else {
            0.0
        };
        flight.heading = turned(flight.heading, made, carriages[index].reach);
    }
}

/// The bow follows the way made, unless the ship all but rests.
fn turned(heading: DVec3, made: DVec3, reach: f64) -> DVec3 {
    const TURN_SHARE: f64 = 0.15;
    const RESTING_SHARE: f64 = 0.002;
    if made.length() < reach * RESTING_SHARE {
        return heading;
    }
    let bow = made.normalize_or(heading);
    // Straight astern has no side to turn to: take the common one.
    let toward =
        if heading.dot(bow) < -0.999 { heading.cross(steer::TURNING_AXIS).normalize_or(bow) } else { bow };
    heading.lerp(toward, TURN_SHARE).normalize_or(bow)
}
