//! The last part of contact: hulls that would overlap all the same are moved apart, and the room to turn in
//! is measured.
//!
//! Hulls that overlapped before are only kept from getting any deeper into each other; they come apart
//! gently, in their own time.

use super::touching::touch_of;
use super::{StepBuffers, Work, refill, resize};
use crate::sim::steering::hulls::contact;
use crate::sim::steering::hulls::contact::{BODY, Touch, TouchList};
use crate::sim::steering::obstacles::BODY_SKIN;

/// The most rounds of parting, each with a new search for neighbours at the end of the step.
const MOST_PARTING_ROUNDS: usize = 32;

impl Work<'_> {
    /// The last resort: hulls that still overlap at the end of the step are separated. In a crowd where no ship
    /// moves farther than its own size, all possible neighbours are known already; otherwise they are searched
    /// again.
    pub fn part(&self, room: &mut StepBuffers) {
        let is_fast = room.longest_steps.iter().zip(&room.radii).any(|(step, radius)| step > &(2.0 * radius))
            || self.is_swept(room)
            || is_held_up(room);
        for _ in 0..MOST_PARTING_ROUNDS {
            let mut near = std::mem::take(&mut room.near);
            near.clear();
            near.reserve(room.places.len());
            if is_fast {
                self.near_at_the_end(room, &mut near);
            } else {
                let touches = room.lists.iter().flat_map(TouchList::iter);
                // A ship that is not bound keeps clear by the limits already.
                let concerned = |touch: &&Touch| touch.bound || touch.other & BODY != 0;
                near.extend(touches.flat_map(|(seat, touches)| {
                    touches.iter().filter(concerned).map(move |touch| (seat as u32, no_deeper(*touch)))
                }));
            }
            let mut steps = std::mem::take(&mut room.steps);
            let had_to = contact::part_by_force(&self.scene(room), &near, &mut steps);
            (room.steps, room.near) = (steps, near);
            if !had_to {
                break;
            }
        }
        self.find_free_gaps(room, is_fast);
    }

    /// Whether any ship could touch a circling body. Such a body may push a ship beyond the searched range.
    fn is_swept(&self, room: &StepBuffers) -> bool {
        let circles = |touch: &Touch| touch.body().is_some_and(|body| self.bodies.is_circling(body));
        let mut touches = room.lists.iter().flat_map(TouchList::iter);
        !self.bodies.circling.is_empty() && touches.any(|(_, touches)| touches.iter().any(circles))
    }

    /// Distance of the nearest other ship from each long hull at the end of the step, before any rotation.
    fn find_free_gaps(&self, room: &mut StepBuffers, is_fast: bool) {
        let mut gaps = std::mem::take(&mut room.free_gaps);
        resize(&mut gaps, room.places.len(), f32::INFINITY);
        if !room.all_balls {
            let scene = self.scene(room);
            let mut note = |seat: usize, touch: &Touch| {
                let gap = scene.gap_after(seat, touch, &room.steps).max(0.0);
                gaps[seat] = gaps[seat].min(gap);
                if touch.other & BODY == 0 {
                    let other = touch.other as usize;
                    gaps[other] = gaps[other].min(gap);
                }
            };
            if is_fast {
                room.near.iter().for_each(|(seat, touch)| note(*seat as usize, touch));
            } else {
                let lists = room.lists.iter().flat_map(TouchList::iter);
                lists.for_each(|(seat, touches)| touches.iter().for_each(|touch| note(seat, touch)));
            }
        }
        room.free_gaps = gaps;
    }

    /// All ships near enough to another, or to a body, at the end of the step for parting to matter.
    fn near_at_the_end(&self, room: &mut StepBuffers, near: &mut Vec<(u32, Touch)>) {
        let mut ends = std::mem::take(&mut room.ends);
        refill(&mut ends, room.places.iter().zip(&room.steps).map(|(place, step)| *place + *step));
        let mut grids = std::mem::take(&mut room.end_grids);
        grids.rebuild(&ends, &room.bounds, 1.0);
        for (seat, &end) in ends.iter().enumerate() {
            for level in grids.levels() {
                let reach = room.bounds[seat] + 1.5 * level.largest;
                level.visit(end, reach, |run| {
                    for &other in &grids.ships[run] {
                        let other = other as usize;
                        let is_near = end.distance_squared(ends[other]) < reach * reach;
                        if is_near && other > seat {
                            near.push((seat as u32, no_deeper(touch_of(room, seat, other))));
                        }
                    }
                });
            }
            for body in 0..self.bodies.len() {
                let touching = self.bodies.radii[body] * (1.0 + BODY_SKIN) + room.radii[seat];
                if end.distance(self.bodies.afters[body]) < touching + 2.0 * room.bounds[seat] {
                    near.push((seat as u32, no_deeper(self.touch_of_body(room, seat, body))));
                }
            }
        }
        (room.ends, room.end_grids) = (ends, grids);
    }
}

/// Whether the limits have held a ship back by more than its own size, as a planet does with a squadron that flies
/// at it. Then ships may meet that were not expected to come near each other.
fn is_held_up(room: &StepBuffers) -> bool {
    let steps = room.steps.iter().zip(&room.wished).zip(&room.radii);
    steps.into_iter().any(|((step, wished), radius)| step.distance_squared(*wished) > radius * radius)
}

/// The touch, with overlapping hulls counted as apart while they get no deeper into each other.
fn no_deeper(touch: Touch) -> Touch {
    Touch { touching: touch.touching + touch.gap.min(0.0), ..touch }
}
