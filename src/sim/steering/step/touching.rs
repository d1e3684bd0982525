//! The part of a step that keeps hulls apart: possible touches, correction, exact limits. A pair that could
//! touch is in at least one of both lists.

use glam::Vec3;

use super::{ByLevel, StepBuffers, Work, refill};
use crate::sim::steering::hulls::contact::{BODY, ContactInputs, Touch, TouchList};
use crate::sim::steering::hulls::{contact, hull};
use crate::sim::steering::obstacles::BODY_SKIN;

/// Limit on passes of the exact limits; each pass can only lower them, so the last changes nothing long before.
const MOST_LIMITING_PASSES: usize = 64;
/// A ship moves along with a body that is nearer than this multiple of the difference of their steps.
const BASE_STEPS: f32 = 8.0;
/// Margin for rounding in the distance of a body from all ships, as a share.
const ROUNDING: f32 = 1.0e-3;
/// A touch matters to correction if this share of the greatest correction would use up its gap.
const PRESSING_SHARE: f32 = 0.35;

impl Work<'_> {
    pub fn find_touches(&self, room: &mut StepBuffers) {
        let count = room.places.len();
        let mean = room.steps.iter().sum::<Vec3>() / count as f32;
        // Bound on the deviation of any ship from the mean step: its own step, and the correction.
        refill(
            &mut room.longest_steps,
            room.steps.iter().zip(&room.caps).map(|(step, cap)| (*step - mean).length() + cap),
        );
        self.find_near_bodies(room);
        self.set_bases(room, mean);
        let StepBuffers { touching, places, bounds, steps, caps, .. } = &mut *room;
        let seats = places.iter().zip(bounds).zip(steps.iter().zip(caps));
        refill(
            touching,
            seats.map(|((&place, &mut bound), (&step, &mut cap))| TouchingShip { place, bound, step, cap }),
        );
        let mut lists = std::mem::take(&mut room.lists);
        let seen: &StepBuffers = room;
        let longest = seen.grids.greatest_by_level(&seen.longest_steps);
        self.spread(&mut lists, 1, |piece, lists| {
            let first = piece * self.piece;
            for list in lists {
                let mut start = 0;
                for (offset, seat) in (first..(first + self.piece).min(count)).enumerate() {
                    let before = list.touches.len();
                    let (end, has_seen_all) = list.candidate_ends[offset];
                    if has_seen_all {
                        self.touches_among(seen, seat, start as usize..end as usize, list);
                    } else {
                        self.touches_of(seen, seat, &longest, list);
                    }
                    start = end;
                    self.touches_of_bodies(seen, seat, list);
                    if list.touches.len() == before {
                        continue;
                    }
                    list.ends.push((seat as u32, list.touches.len() as u32));
                    self.presses_of(seen, seat, before, list);
                }
            }
        });
        room.lists = lists;
    }

    /// Most bodies are far from all ships: they are left out once for all.
    fn find_near_bodies(&self, room: &mut StepBuffers) {
        let most = |all: &[f32]| all.iter().copied().fold(0.0, f32::max);
        let (low, high) =
            room.places.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), place| {
                (low.min(*place), high.max(*place))
            });
        let (middle, extent) = (low.midpoint(high), 0.5 * low.distance(high));
        let step = room.steps.iter().map(|step| step.length()).fold(0.0, f32::max);
        let reach = extent + 3.0 * most(&room.bounds) + most(&room.longest_steps);
        let bodies = self.bodies;
        let is_near = |body: &usize| {
            let steps = BASE_STEPS * (bodies.step_of(*body).length() + step);
            let far = (bodies.radii[*body] + reach + steps) * (1.0 + ROUNDING);
            let is_far = bodies.befores[*body].distance_squared(middle) > far * far;
            !is_far
        };
        refill(&mut room.near_bodies, (0..bodies.len()).filter(is_near));
    }

    fn set_bases(&self, room: &mut StepBuffers, mean: Vec3) {
        let bodies = self.bodies;
        let near = &room.near_bodies;
        refill(
            &mut room.bases,
            room.places.iter().zip(&room.bounds).map(|(&place, &bound)| {
                let mut base = mean;
                let mut nearest = 1.0;
                for body in near.iter().copied().take_while(|body| !bodies.is_circling(*body)) {
                    let step = bodies.step_of(body);
                    let margin = BASE_STEPS * (step - mean).length() + bound;
                    let gap = place.distance(bodies.befores[body]) - bodies.radii[body] - bound;
                    let share = (gap / margin).clamp(0.0, 1.0);
                    if share < nearest {
                        nearest = share;
                        base = step + (mean - step) * share;
                    }
                }
                base
            }),
        );
    }

    fn touches_of(&self, room: &StepBuffers, seat: usize, longest: &ByLevel, list: &mut TouchList) {
        let TouchList { seen, touches, .. } = list;
        let (place, bound, radius) = (room.places[seat], room.bounds[seat], room.radii[seat]);
        let own = room.longest_steps[seat];
        for (number, level) in room.grids.numbered_levels() {
            let skin = self.rules.skin_radii * radius.min(level.largest);
            let reach = bound + level.largest + own + longest[number] + skin;
            seen.begin_look();
            level.visit(place, reach, |run| seen.look_at(place, reach, &room.places, run));
            touches.extend(seen.iter().filter_map(|&other| self.possible_touch(room, seat, other as usize)));
        }
    }

    /// Touches among the candidates recorded by the pushes.
    fn touches_among(
        &self,
        room: &StepBuffers,
        seat: usize,
        range: std::ops::Range<usize>,
        list: &mut TouchList,
    ) {
        let TouchList { candidates, touches, .. } = list;
        let others = candidates[range].iter();
        touches.extend(others.filter_map(|&other| self.possible_touch(room, seat, other as usize)));
    }

    /// Two ships that could touch in this step, correction included.
    #[inline]
    fn possible_touch(&self, room: &StepBuffers, seat: usize, other: usize) -> Option<Touch> {
        let (one, another) = (&room.touching[seat], &room.touching[other]);
        let (offset, way) = (another.place - one.place, another.step - one.step);
        // The skin depends on radii, which are no larger than bounds.
        let skin = self.rules.skin_radii * one.bound.min(another.bound);
        let wanted = one.bound + another.bound + skin + one.cap + another.cap;
        let nearest = hull::nearest_on_way(offset, way);
        let could_touch = other != seat && nearest.length_squared() <= wanted * wanted;
        could_touch.then(|| touch_at(room, seat, other, offset))
    }

    fn touches_of_bodies(&self, room: &StepBuffers, seat: usize, list: &mut TouchList) {
        let (place, bound, radius) = (room.places[seat], room.bounds[seat], room.radii[seat]);
        let own = room.longest_steps[seat];
        for &body in &room.near_bodies {
            let offset = self.bodies.befores[body] - place;
            let way = self.bodies.step_of(body) - room.steps[seat];
            let touching = self.bodies.radii[body] * (1.0 + BODY_SKIN) + radius;
            let near = touching + bound - radius + own + way.length() + radius;
            if offset.length_squared() > near * near {
                continue;
            }
            list.touches.push(self.touch_of_body(room, seat, body));
        }
    }

    /// A hull and a body that could touch.
    pub fn touch_of_body(&self, room: &StepBuffers, seat: usize, body: usize) -> Touch {
        let offset = self.bodies.befores[body] - room.places[seat];
        let offset = hull::nearest_offset(offset, room.axes[seat], Vec3::ZERO);
        let touching = self.bodies.radii[body] * (1.0 + BODY_SKIN) + room.radii[seat];
        Touch { other: body as u32 | BODY, bound: false, touching, offset, gap: offset.length() - touching }
    }

    fn presses_of(&self, room: &StepBuffers, seat: usize, first: usize, list: &mut TouchList) {
        let scene = self.scene(room);
        let before = list.presses.len();
        for touch in &list.touches[first..] {
            let cap = if touch.other & BODY != 0 { 0.0 } else { room.caps[touch.other as usize] };
            let slack = PRESSING_SHARE * (room.caps[seat] + cap);
            list.presses.extend(contact::press(&scene, seat, touch, &room.steps, slack));
        }
        if list.presses.len() > before {
            list.press_ends.push((seat as u32, list.presses.len() as u32));
        }
    }

    pub fn scene<'a>(&'a self, room: &'a StepBuffers) -> ContactInputs<'a> {
        ContactInputs {
            rules: self.rules,
            bodies: self.bodies,
            radii: &room.radii,
            axes: &room.axes,
            places: &room.places,
            bases: &room.bases,
            dt: self.dt,
        }
    }

    /// Lets ships slide along each other: passes of [`contact::corrected_step`]. A ship without any change since
    /// the pass before would get the same result again, and is left out.
    pub fn correct(&self, room: &mut StepBuffers) {
        refill(&mut room.wished, room.steps.iter().copied());
        refill(&mut room.tried, room.steps.iter().map(|step| (*step, false)));
        refill(&mut room.next, room.steps.iter().map(|step| (*step, false)));
        for pass in 0..self.rules.contact_passes {
            let (mut lists, mut next) = (std::mem::take(&mut room.lists), std::mem::take(&mut room.next));
            let scene = self.scene(room);
            let (tried, wished, caps) = (&room.tried, &room.wished, &room.caps);
            self.spread_lists(&mut lists, &mut next, |first, list, next| {
                let mut changed = false;
                for (seat, presses) in list.iter_presses() {
                    let (known, moved) = tried[seat];
                    let mut step = known;
                    if pass == 0 || moved || contact::has_moved(presses, tried) {
                        step = contact::corrected_step(&scene, seat, presses, tried);
                        step = contact::clipped(wished[seat], step, caps[seat]);
                    }
                    changed |= step != known;
                    next[seat - first] = (step, step != known);
                }
                list.changed = changed;
            });
            let changed = lists.iter().any(|list| list.changed);
            room.lists = lists;
            room.next = std::mem::replace(&mut room.tried, next);
            if !changed {
                break;
            }
        }
        refill(&mut room.steps, room.tried.iter().map(|(step, _)| *step));
    }

    /// Makes overlap impossible: ships that would touch are bound to the plane between, until none would.
    pub fn limit(&self, room: &mut StepBuffers) {
        // The corrected steps stay in `wished`; `steps` keeps their allowed part.
        refill(&mut room.wished, room.steps.iter().copied());
        refill(&mut room.affected, room.steps.iter().map(|_| true));
        refill(&mut room.next, room.steps.iter().map(|step| (*step, false)));
        for _ in 0..MOST_LIMITING_PASSES {
            let (mut lists, mut next) = (std::mem::take(&mut room.lists), std::mem::take(&mut room.next));
            let scene = self.scene(room);
            let (steps, wished, affected) = (&room.steps, &room.wished, &room.affected);
            self.spread_lists(&mut lists, &mut next, |first, list, next| {
                list.changed = false;
                let mut start = 0;
                for &(seat, end) in &list.ends {
                    let (seat, end) = (seat as usize, end as usize);
                    let touches = &mut list.touches[start..end];
                    start = end;
                    if !affected[seat] {
                        next[seat - first].1 = false;
                        continue;
                    }
                    let mut changed = false;
                    for touch in touches.iter_mut().filter(|touch| !touch.bound) {
                        touch.bound = contact::collides(&scene, seat, touch, steps);
                        changed |= touch.bound;
                    }
                    next[seat - first].1 = changed;
                    if changed {
                        next[seat - first].0 = contact::bound_step(&scene, seat, touches, wished);
                        list.changed = true;
                    }
                }
            });
            let changed = lists.iter().any(|list| list.changed);
            if changed {
                take_over(&lists, &next, room);
            }
            (room.lists, room.next) = (lists, next);
            if !changed {
                break;
            }
        }
    }
}

/// Adopts the steps that a pass of the limits has changed; the next pass examines these ships and those that they
/// could touch.
fn take_over(lists: &[TouchList], next: &[(Vec3, bool)], room: &mut StepBuffers) {
    room.affected.fill(false);
    for (seat, touches) in lists.iter().filter(|list| list.changed).flat_map(TouchList::iter) {
        let (step, changed) = next[seat];
        if changed {
            room.steps[seat] = step;
            room.affected[seat] = true;
            for touch in touches.iter().filter(|touch| touch.other & BODY == 0) {
                room.affected[touch.other as usize] = true;
            }
        }
    }
}

/// A ship as a neighbour, with its properties side by side in memory.
#[derive(Clone, Copy, Debug)]
pub struct TouchingShip {
    place: Vec3,
    /// Bounding radius.
    bound: f32,
    /// Desired step.
    step: Vec3,
    /// Limit on its correction.
    cap: f32,
}

/// Two hulls that could touch.
pub fn touch_of(room: &StepBuffers, seat: usize, other: usize) -> Touch {
    touch_at(room, seat, other, room.places[other] - room.places[seat])
}

/// A touch with a known offset from centre to centre.
fn touch_at(room: &StepBuffers, seat: usize, other: usize, offset: Vec3) -> Touch {
    let offset =
        if room.all_balls { offset } else { hull::nearest_offset(offset, room.axes[seat], room.axes[other]) };
    let touching = room.radii[seat] + room.radii[other];
    Touch { other: other as u32, bound: false, touching, offset, gap: offset.length() - touching }
}
