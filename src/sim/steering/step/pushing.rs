//! The part of a step that finds where ships would fly: the pull of each one's target, the pushes of its neighbours,
//! and the limits of its engines.

use glam::Vec3;

use super::{ByLevel, PlannedMove, StepBuffers, Work, refill};
use crate::sim::steering::crowd::Craft;
use crate::sim::steering::forces::pull::Pull;
use crate::sim::steering::forces::push::{Pushed, Pusher};
use crate::sim::steering::forces::thrust::thrust;
use crate::sim::steering::forces::{pull, push, settle};
use crate::sim::steering::hulls::contact::TouchList;
use crate::sim::steering::hulls::hull;
use crate::sim::steering::neighbours::Neighbours;
use crate::sim::steering::turning::TURNING_AXIS;

/// A ship is not pushed by neighbours smaller than this share of it.
const NOTICED_SIZE: f32 = 0.2;
/// A ship looks farther for larger ones, but no more than for this many of its own radii.
const LARGE_RADII: f32 = 4.0;
/// The speed at which a holding ship steps aside for a full push, in its radii a second,
const STEPPING_ASIDE_RADII_S: f32 = 2.0;
/// and at most in shares of its greatest speed.
const STEPPING_ASIDE_SHARE: f32 = 0.5;

impl Work<'_> {
    /// The pull of every ship's target, and what others presume of the ship.
    pub fn pull(&self, room: &mut StepBuffers) {
        let StepBuffers { pulls, pushers, crew, .. } = room;
        pulls.resize(crew.len(), Pull::default());
        pushers.resize(crew.len(), Pusher::default());
        let crew: &[Craft] = crew;
        self.spread_both(pulls, pushers, |first, pulls, pushers| {
            for ((pull, pusher), craft) in pulls.iter_mut().zip(pushers).zip(&crew[first..]) {
                *pull = pull::pull(self.rules, self.bodies, craft);
                let is_off = pull.to_place.length() > self.rules.release_radii * craft.hull.radius;
                if craft.holding && is_off && !pull.stands_aside {
                    // Stopped by a ship that holds: wait, do not press.
                    pull.speed = 0.0;
                }
                // Others presume half of a ship's motion and half of its wish as its intention.
                let intended = craft.carried + (craft.velocity + pull.way * pull.speed) * 0.5;
                *pusher = Pusher::new(craft.position, craft.hull.radius, intended);
            }
        });
    }

    /// The steps that ships wish to make. Possible touches are recorded in passing.
    pub fn push(&self, room: &mut StepBuffers) {
        let count = room.places.len();
        let (mut flights, mut lists) = (std::mem::take(&mut room.flights), std::mem::take(&mut room.lists));
        flights.resize(count, PlannedMove::default());
        lists.resize_with(count.div_ceil(self.piece), || TouchList::with_room_for(self.piece.min(count)));
        let seen: &StepBuffers = room;
        let farthest = seen.grids.greatest_by_level(&seen.farthest);
        self.spread_lists(&mut lists, &mut flights, |first, list, flights| {
            list.clear();
            let mut near = Neighbours::room(self.rules.company);
            for (offset, flight) in flights.iter_mut().enumerate() {
                *flight = self.flight(seen, first + offset, &farthest, &mut near, list);
            }
        });
        room.lists = lists;
        let total = |(flight, craft): (&PlannedMove, &Craft)| (flight.velocity + craft.carried) * self.dt;
        refill(&mut room.steps, flights.iter().zip(&room.crew).map(total));
        room.flights = flights;
    }

    /// The flight of one ship: its pull, the pushes, and the limits of its engines.
    fn flight(
        &self,
        room: &StepBuffers,
        seat: usize,
        farthest: &ByLevel,
        near: &mut Neighbours,
        list: &mut TouchList,
    ) -> PlannedMove {
        let craft = &room.crew[seat];
        let pull = &room.pulls[seat];
        let way = if craft.holding { Vec3::ZERO } else { pull.way };
        // Between balls the offset of the centres suffices; others need offsets from axis to axis.
        let place = if room.all_balls { room.places[seat] } else { Vec3::ZERO };
        let pushed =
            Pushed { place, way, intended: room.pushers[seat].intended(), radius: craft.hull.radius };
        let pushes = self.sum_of_pushes(room, seat, &pushed, farthest, near, list);
        let wish = if craft.holding {
            pull.way * pull.speed + pushes.clamp_length_max(1.0) * stepping_aside(craft)
        } else {
            let across = pushes - pull.way * pushes.dot(pull.way);
            let aside = pull.way.cross(TURNING_AXIS).normalize_or_zero();
            let turn = aside * (self.rules.impatience_turn * craft.impatience);
            (pull.way + across + turn).normalize_or(pull.way) * pull.speed
        };
        let velocity = thrust(craft.velocity, wish, &craft.limits, self.follow, self.dt);
        // A ship that nobody pushes is slow only because its engines are: that is no reason for impatience.
        let wished_speed = if pushes == Vec3::ZERO { velocity.length() } else { wish.length() };
        PlannedMove { pushes, velocity, wished_speed }
    }

    /// The sum of the pushes of all neighbours. Possible touches are recorded in passing, as far as the ship
    /// looks.
    fn sum_of_pushes(
        &self,
        room: &StepBuffers,
        seat: usize,
        ship: &Pushed,
        farthest: &ByLevel,
        near: &mut Neighbours,
        list: &mut TouchList,
    ) -> Vec3 {
        let (craft, place, bound) = (&room.crew[seat], room.places[seat], room.bounds[seat]);
        let mut sum = Vec3::ZERO;
        let mut has_seen_all = true;
        for (number, level) in room.grids.numbered_levels() {
            if level.largest < NOTICED_SIZE * ship.radius {
                has_seen_all = false;
                continue;
            }
            let look = self.rules.look_radii * ship.radius.max(level.largest.min(LARGE_RADII * ship.radius));
            let reach = bound + level.largest + look;
            near.begin_look(reach, level.expected_within(place, reach));
            level.visit(place, near.reach(), |run| near.look_at(place, &room.places, run));
            near.look_less_far();
            let skin = self.rules.skin_radii * ship.radius.min(level.largest);
            let touching = bound + level.largest + room.farthest[seat] + farthest[number] + skin;
            has_seen_all &= near.reach() >= touching;
            // Offsets between long hulls are not known yet.
            let matters = |other: usize| !room.all_balls || room.pushers[other].matters(self.rules, ship);
            list.candidates.extend_from_slice(near.sieve(touching, |other| (other != seat) & matters(other)));
            // A separate pass: inside the sieve this test costs every ship, and a step takes 3 % longer.
            if craft.holding {
                near.keep(|other| !are_rivals(craft, &room.crew[other]));
            }
            sum += self.pushes_of(room, seat, ship, near);
        }
        list.candidate_ends.push((list.candidates.len() as u32, has_seen_all));
        sum
    }

    /// The pushes of some neighbours.
    fn pushes_of(&self, room: &StepBuffers, seat: usize, ship: &Pushed, near: &Neighbours) -> Vec3 {
        if room.all_balls {
            let others = near.iter().map(|&(other, _)| room.pushers[other as usize]);
            return push::sum_of_pushes(self.rules, ship, others);
        }
        let others = near.iter().map(|&(other, _)| {
            let other = other as usize;
            let offset = room.places[other] - room.places[seat];
            let offset = hull::nearest_offset(offset, room.axes[seat], room.axes[other]);
            room.pushers[other].seen_at(offset)
        });
        push::sum_of_pushes(self.rules, ship, others)
    }
}

/// Speed at which a ship that holds its place gives way.
fn stepping_aside(craft: &Craft) -> f32 {
    (STEPPING_ASIDE_RADII_S * craft.hull.radius).min(STEPPING_ASIDE_SHARE * craft.limits.speed)
}

/// Whether two ships have the same target: a ship that holds it does not give way to the other.
fn are_rivals(one: &Craft, other: &Craft) -> bool {
    one.target.distance(other.target) < settle::SAME_PLACE * (one.hull.radius + other.hull.radius)
}
