//! The last part of a step: all ships are moved, those that have arrived hold, and bows turn.

use glam::Vec3;

use super::{StepBuffers, StepResult, Work};
use crate::sim::steering::crowd::Craft;
use crate::sim::steering::forces::settle;
use crate::sim::steering::forces::settle::{Neighbour, Settler};
use crate::sim::steering::forces::thrust::turn_toward;
use crate::sim::steering::hulls::contact::{BODY, Touch};

/// Below this share of its greatest speed a ship keeps its bow.
const BOW_SPEED: f32 = 0.02;
/// A ship is held up at less than half of the speed that it wishes: the square of that share.
const BLOCKED_SQUARE: f32 = 0.25;
/// The share of the gap to the nearest ship that each end of a hull may use up in turning: the end of the other hull
/// uses up as much, and they must not meet.
const TURNING_SHARE: f32 = 0.49;

impl Work<'_> {
    /// The result of the step for every ship; `facings` are those of the crowd.
    pub fn settle(&self, room: &mut StepBuffers, facings: &[Vec3]) {
        let mut results = std::mem::take(&mut room.results);
        results.resize(room.places.len(), StepResult::default());
        let seen: &StepBuffers = room;
        self.spread(&mut results, self.piece, |first, results| {
            let list = &seen.lists[first / self.piece];
            let mut touched = list.iter().peekable();
            for (offset, result) in results.iter_mut().enumerate() {
                let seat = first + offset;
                let touches =
                    touched.next_if(|(next, _)| *next == seat).map_or(&[][..], |(_, touches)| touches);
                let facing = facings.get(seen.grids.ships[seat] as usize).copied().unwrap_or_default();
                *result = self.outcome(seen, seat, touches, facing);
            }
        });
        room.results = results;
    }

    fn outcome(&self, room: &StepBuffers, seat: usize, touches: &[Touch], facing: Vec3) -> StepResult {
        let craft = &room.crew[seat];
        let flight = &room.flights[seat];
        let position = room.places[seat] + room.steps[seat];
        let velocity = room.steps[seat] / self.dt - craft.carried;
        let is_blocked =
            velocity.length_squared() < BLOCKED_SQUARE * flight.wished_speed * flight.wished_speed;
        let change =
            if is_blocked { self.rules.impatience_growth } else { -self.rules.impatience_fall } * self.dt;
        let holding = self.holds(room, seat, touches);
        let impatience = if holding { 0.0 } else { (craft.impatience + change).clamp(0.0, 1.0) };
        let heading = self.bow(room, seat, velocity, facing);
        StepResult {
            position,
            velocity: velocity.clamp_length_max(craft.limits.speed),
            heading,
            impatience,
            holding,
        }
    }

    fn holds(&self, room: &StepBuffers, seat: usize, touches: &[Touch]) -> bool {
        let craft = &room.crew[seat];
        if !craft.arrive {
            return false;
        }
        let distance = craft.target.distance(craft.position);
        let farther = craft.target.distance(craft.position + room.steps[seat]);
        let settler = Settler {
            distance,
            closing: (distance - farther) / (craft.limits.speed * self.dt),
            radius: craft.hull.radius,
            held: craft.holding,
        };
        // Far from its target a ship is stopped only by ships that hold.
        let is_far = settler.is_far();
        let ships = touches.iter().filter(|touch| touch.other & BODY == 0);
        let seen = ships.map(|touch| (touch, &room.crew[touch.other as usize]));
        let neighbours = seen.filter(|(_, other)| other.holding || !is_far).map(|(touch, other)| Neighbour {
            holding: other.holding,
            gap: touch.gap,
            to_target: craft.target.distance(other.position),
            between_targets: craft.target.distance(other.target),
            touching: touch.touching,
        });
        settle::holds(self.rules, &settler, neighbours)
    }

    /// The bow follows the velocity, within the ship's turn rate and the room of its hull; that of a ship which
    /// hardly moves turns to its facing, if it has one.
    fn bow(&self, room: &StepBuffers, seat: usize, velocity: Vec3, facing: Vec3) -> Vec3 {
        let Craft { heading, limits, hull, .. } = room.crew[seat];
        let speed = velocity.length();
        let toward = if speed >= BOW_SPEED * limits.speed {
            heading.lerp(velocity / speed, self.follow_bow).normalize_or(heading)
        } else if facing != Vec3::ZERO {
            facing
        } else {
            return heading;
        };
        let mut angle = limits.turn_rate * self.dt;
        if hull.half_length > 0.0 {
            angle = angle.min(TURNING_SHARE * room.free_gaps[seat] / hull.half_length);
        }
        turn_toward(heading, toward, angle)
    }
}
