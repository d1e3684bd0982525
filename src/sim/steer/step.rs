//! One step of a crowd: the parts of steering in their order.
//!
//! - Enters: a [`Crowd`], the [`Bodies`] of this step, and its length.
//! - Leaves: the crowd at the end of the step, with nothing inside anything else.
//! - Must never: allocate once it has seen as many ships, or let the number of threads or the order of
//!   work change a bit of the result.
//!
//! 1. Seats: ships are sorted so that neighbours lie side by side ([`super::grid`]).
//! 2. Pull: what the target alone makes of everyone's flight ([`super::pull`]).
//! 3. Push: what the others make of it ([`super::push`]), and what the engines can do ([`super::thrust`]).
//! 4. Touch: who could touch whom ([`super::contact`]), correction, exact limits.
//! 5. Settle: everyone is moved; who has arrived holds ([`super::settle`]).
//!
//! Every part reads what the parts before it have written and writes an array of its own, a piece of
//! 256 seats at a time; pieces are what threads share.

use glam::Vec3;
use rayon::prelude::*;

use super::SteeringRules;
use super::bodies::Bodies;
use super::contact::{self, BODY, Scene, Touch, TouchList};
use super::crowd::{Craft, Crowd};
use super::grid::Grids;
use super::hull;
use super::neighbours::Neighbours;
use super::pull::{self, BODY_SKIN, Pull, TURNING_AXIS};
use super::push::{self, Pushed, Pusher};
use super::settle::{self, Neighbour, Settler};
use super::thrust::{thrust, turn_toward};

/// Seats in one piece of work.
const PIECE: usize = 256;
/// Passes of the exact limits; each one can only lower them, so the last changes nothing long before.
const MOST_LIMITING_PASSES: usize = 64;
/// How often whoever is near at the end of a step is looked for anew while hulls are parted.
const MOST_PARTING_ROUNDS: usize = 32;
/// Ships whose largest neighbours are smaller than this share of them are not pushed by these.
const NOTICED_SIZE: f32 = 0.2;
/// A ship looks farther for larger ones, but no more than for this many of its own radii.
const LARGE_RADII: f32 = 4.0;
/// A touch matters to correction if this share of what correction may do would use up its gap.
const PRESSING_SHARE: f32 = 0.35;
/// How fast a ball's bow follows its velocity, s.
const BOW_S: f32 = 0.25;
/// Below this share of its greatest speed a ship keeps its bow.
const BOW_SPEED: f32 = 0.02;
/// How fast one who holds steps aside for a full push, in its radii a second,
const STEPPING_ASIDE_RADII_S: f32 = 2.0;
/// and at most in shares of its greatest speed.
const STEPPING_ASIDE_SHARE: f32 = 0.5;

/// The steering of one frame, with room for its work.
pub struct Steering {
    rules: SteeringRules,
    pool: Option<rayon::ThreadPool>,
    room: Room,
}

/// What is kept between the parts of a step, by seat.
#[derive(Default)]
struct Room {
    bounds: Vec<f32>,
    longest_steps: Vec<f32>,
    /// How far correction may take a ship from its wish.
    caps: Vec<f32>,
    /// The steps that pushes and engines ask for.
    wished: Vec<Vec3>,
    grids: Grids,
    crew: Vec<Craft>,
    places: Vec<Vec3>,
    all_balls: bool,
    radii: Vec<f32>,
    axes: Vec<Vec3>,
    pulls: Vec<Pull>,
    intended: Vec<Vec3>,
    flights: Vec<Flight>,
    steps: Vec<Vec3>,
    next_steps: Vec<Vec3>,
    bases: Vec<Vec3>,
    moved: Vec<bool>,
    next: Vec<(Vec3, bool)>,
    lists: Vec<TouchList>,
    ends: Vec<Vec3>,
    end_grids: Grids,
    near: Vec<(u32, Touch)>,
    free_gaps: Vec<f32>,
    results: Vec<Outcome>,
}

/// What the pushes and the engines make of a pull.
#[derive(Clone, Copy, Debug, Default)]
struct Flight {
    pushes: Vec3,
    velocity: Vec3,
    wished_speed: f32,
}

/// A ship after its step.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    position: Vec3,
    velocity: Vec3,
    heading: Vec3,
    impatience: f32,
    holding: bool,
}

impl Steering {
    /// Steering by these rules with so many threads. One thread needs no pool, and where a pool cannot be
    /// had the work is done by one.
    #[must_use]
    pub fn new(rules: SteeringRules, threads: usize) -> Self {
        let pool = (threads > 1)
            .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok())
            .flatten();
        Self { rules, pool, room: Room::default() }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &SteeringRules {
        &self.rules
    }

    /// Moves a crowd on by `dt` seconds.
    pub fn step(&mut self, crowd: &mut Crowd, bodies: &Bodies, dt: f32) {
        if crowd.is_empty() || dt <= 0.0 {
            return;
        }
        let Self { rules, pool, room } = self;
        let work = Work {
            rules,
            bodies,
            dt,
            follow: follow_share(dt, rules.smoothing_s),
            follow_bow: follow_share(dt, BOW_S),
            threaded: pool.is_some(),
        };
        match pool {
            None => work.run(crowd, room),
            Some(pool) => pool.install(|| work.run(crowd, room)),
        }
    }
}

fn follow_share(dt: f32, time: f32) -> f32 {
    1.0 - libm::expf(-dt / time.max(f32::MIN_POSITIVE))
}

/// What all parts of a step read.
struct Work<'a> {
    rules: &'a SteeringRules,
    bodies: &'a Bodies,
    dt: f32,
    /// Share of the difference between wish and velocity that is made up in this step.
    follow: f32,
    /// The same for a bow that follows a velocity.
    follow_bow: f32,
    threaded: bool,
}

impl Work<'_> {
    fn run(&self, crowd: &mut Crowd, room: &mut Room) {
        self.take_seats(crowd, room);
        self.pull(room);
        self.push(room);
        self.find_touches(room);
        self.correct(room);
        self.limit(room);
        self.part(room);
        self.settle(room);
        scatter(crowd, room);
    }

    /// Works on all items, a piece at a time; `job` is told the first index of its piece.
    fn spread<T: Send>(&self, items: &mut [T], piece: usize, job: impl Fn(usize, &mut [T]) + Sync + Send) {
        if self.threaded {
            items.par_chunks_mut(piece).enumerate().for_each(|(number, items)| job(number * piece, items));
        } else {
            items.chunks_mut(piece).enumerate().for_each(|(number, items)| job(number * piece, items));
        }
    }

    fn take_seats(&self, crowd: &Crowd, room: &mut Room) {
        refill(&mut room.bounds, crowd.hulls.iter().map(|hull| hull.bound()));
        let dt = self.dt;
        room.grids.rebuild(&crowd.positions, &room.bounds, self.rules.look_radii);
        room.all_balls = crowd.hulls.iter().all(|hull| hull.half_length == 0.0);
        // Everything is fetched once, so that all that follows runs along its own memory.
        refill(&mut room.crew, room.grids.ships.iter().map(|&ship| crowd.craft(ship as usize)));
        let crew = &room.crew;
        refill(&mut room.places, crew.iter().map(|craft| craft.position));
        refill(&mut room.bounds, crew.iter().map(|craft| craft.hull.bound()));
        refill(&mut room.caps, crew.iter().map(|craft| (craft.limits.speed * dt).min(craft.hull.radius)));
        refill(&mut room.radii, crew.iter().map(|craft| craft.hull.radius));
        refill(&mut room.axes, crew.iter().map(|craft| craft.heading * craft.hull.half_length));
    }

    fn pull(&self, room: &mut Room) {
        let Room { pulls, intended, crew, .. } = room;
        resize(pulls, crew.len(), Pull::default());
        let crew: &[Craft] = crew;
        self.spread(pulls, PIECE, |first, pulls| {
            for (pull, craft) in pulls.iter_mut().zip(&crew[first..]) {
                *pull = pull::pull(self.rules, self.bodies, craft);
                if craft.holding && pull.to_place.length() > self.rules.release_radii * craft.hull.radius {
                    // Stopped by one who holds: wait, do not press.
                    pull.speed = 0.0;
                }
            }
        });
        // Half of what a ship does and half of what it wishes is what others take it to intend.
        refill(
            intended,
            pulls
                .iter()
                .zip(crew)
                .map(|(pull, craft)| craft.carried + (craft.velocity + pull.way * pull.speed) * 0.5),
        );
    }

    fn push(&self, room: &mut Room) {
        let mut flights = std::mem::take(&mut room.flights);
        resize(&mut flights, room.places.len(), Flight::default());
        let seen: &Room = room;
        self.spread(&mut flights, PIECE, |first, flights| {
            let mut near = Neighbours::room(self.rules.company);
            for (offset, flight) in flights.iter_mut().enumerate() {
                *flight = self.flight(seen, first + offset, &mut near);
            }
        });
        let total = |(flight, craft): (&Flight, &Craft)| (flight.velocity + craft.carried) * self.dt;
        refill(&mut room.steps, flights.iter().zip(&room.crew).map(total));
        room.flights = flights;
    }

    /// What the pushes and the engines make of the pull on one ship.
    fn flight(&self, room: &Room, seat: usize, near: &mut Neighbours) -> Flight {
        let craft = &room.crew[seat];
        let pull = &room.pulls[seat];
        let way = if craft.holding { Vec3::ZERO } else { pull.way };
        let pushed = Pushed { way, intended: room.intended[seat], radius: craft.hull.radius };
        let pushes = self.sum_of_pushes(room, seat, &pushed, near);
        let wish = if craft.holding {
            pull.way * pull.speed + pushes.clamp_length_max(1.0) * stepping_aside(craft)
        } else {
            let across = pushes - pull.way * pushes.dot(pull.way);
            let aside = pull.way.cross(TURNING_AXIS).normalize_or_zero();
            let turn = aside * (self.rules.impatience_turn * craft.impatience);
            (pull.way + across + turn).normalize_or(pull.way) * pull.speed
        };
        let velocity = thrust(craft.velocity, wish, &craft.limits, self.follow, self.dt);
        Flight { pushes, velocity, wished_speed: wish.length() }
    }

    fn sum_of_pushes(&self, room: &Room, seat: usize, ship: &Pushed, near: &mut Neighbours) -> Vec3 {
        let (place, bound, axis) = (room.places[seat], room.bounds[seat], room.axes[seat]);
        let holding = room.crew[seat].holding;
        let mut sum = Vec3::ZERO;
        for level in room.grids.levels() {
            if level.largest < NOTICED_SIZE * ship.radius {
                continue;
            }
            let look = self.rules.look_radii * ship.radius.max(level.largest.min(LARGE_RADII * ship.radius));
            let reach = bound + level.largest + look;
            near.look_anew(reach, level.expected_within(place, reach));
            level.visit(place, near.reach(), |run| near.look_at(place, &room.places, run));
            near.look_less_far();
            for &(other, square) in near.iter() {
                let other = other as usize;
                if other == seat || (holding && are_rivals(&room.crew[seat], &room.crew[other])) {
                    continue;
                }
                let offset = room.places[other] - place;
                let other_ship = Pusher { radius: room.radii[other], intended: room.intended[other] };
                sum += if room.all_balls {
                    push::push(self.rules, ship, offset, square, &other_ship)
                } else {
                    let offset = hull::nearest_offset(offset, axis, room.axes[other]);
                    push::push(self.rules, ship, offset, offset.length_squared(), &other_ship)
                };
            }
        }
        sum
    }

    fn find_touches(&self, room: &mut Room) {
        let count = room.places.len();
        let mean = room.steps.iter().sum::<Vec3>() / count as f32;
        self.set_bases(room, mean);
        // How far from the mean step anyone may end: by its own step, and what correction may add.
        refill(
            &mut room.longest_steps,
            room.steps.iter().zip(&room.caps).map(|(step, cap)| (*step - mean).length() + cap),
        );
        let mut lists = std::mem::take(&mut room.lists);
        lists.resize_with(count.div_ceil(PIECE), || TouchList::with_room_for(PIECE.min(count)));
        let seen: &Room = room;
        let longest: [f32; super::grid::LEVELS] = std::array::from_fn(|number| {
            let (first, end) = seen.grids.level_seats(number);
            seen.longest_steps[first..end].iter().copied().fold(0.0, f32::max)
        });
        self.spread(&mut lists, 1, |piece, lists| {
            let first = piece * PIECE;
            for list in lists {
                list.clear();
                for seat in first..(first + PIECE).min(count) {
                    let before = list.touches.len();
                    self.touches_of(seen, seat, &longest, list);
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

    fn set_bases(&self, room: &mut Room, mean: Vec3) {
        let bodies = self.bodies;
        refill(
            &mut room.bases,
            room.places.iter().zip(&room.bounds).map(|(&place, &bound)| {
                let mut base = mean;
                let mut nearest = 1.0;
                for body in 0..bodies.len() {
                    let step = bodies.step_of(body);
                    let margin = 8.0 * (step - mean).length() + bound;
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

    fn touches_of(
        &self,
        room: &Room,
        seat: usize,
        longest: &[f32; super::grid::LEVELS],
        list: &mut TouchList,
    ) {
        let TouchList { seen, touches, .. } = list;
        let (place, bound, radius) = (room.places[seat], room.bounds[seat], room.radii[seat]);
        let own = room.longest_steps[seat];
        for (number, level) in room.grids.numbered_levels() {
            let skin = self.rules.skin_radii * radius.min(level.largest);
            let reach = bound + level.largest + own + longest[number] + skin;
            seen.look_anew();
            level.visit(place, reach, |run| seen.look_at(place, reach, &room.places, run));
            for &other in seen.iter() {
                let other = other as usize;
                let way = room.steps[other] - room.steps[seat];
                let slack = skin + room.caps[seat] + room.caps[other];
                let wanted = bound + room.bounds[other] + slack;
                let nearest = hull::nearest_on_way(room.places[other] - place, way);
                if other != seat && nearest.length_squared() <= wanted * wanted {
                    touches.push(touch_of(room, seat, other));
                }
            }
        }
        for body in 0..self.bodies.len() {
            let offset = self.bodies.befores[body] - place;
            let way = self.bodies.step_of(body) - room.steps[seat];
            let touching = self.bodies.radii[body] * (1.0 + BODY_SKIN) + radius;
            let near = touching + bound - radius + own + way.length() + radius;
            if offset.length_squared() > near * near {
                continue;
            }
            touches.push(self.touch_of_body(room, seat, body));
        }
    }

    /// A hull and a body that could touch.
    fn touch_of_body(&self, room: &Room, seat: usize, body: usize) -> Touch {
        let offset = self.bodies.befores[body] - room.places[seat];
        let offset = hull::nearest_offset(offset, room.axes[seat], Vec3::ZERO);
        let touching = self.bodies.radii[body] * (1.0 + BODY_SKIN) + room.radii[seat];
        Touch { other: body as u32 | BODY, bound: false, touching, offset, gap: offset.length() - touching }
    }

    fn presses_of(&self, room: &Room, seat: usize, first: usize, list: &mut TouchList) {
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

    fn scene<'a>(&'a self, room: &'a Room) -> Scene<'a> {
        Scene {
            rules: self.rules,
            bodies: self.bodies,
            radii: &room.radii,
            axes: &room.axes,
            places: &room.places,
            bases: &room.bases,
            dt: self.dt,
        }
    }

    /// Lets ships slide along each other: passes of [`contact::corrected_step`].
    fn correct(&self, room: &mut Room) {
        refill(&mut room.next_steps, room.steps.iter().copied());
        refill(&mut room.wished, room.steps.iter().copied());
        for _ in 0..self.rules.contact_passes {
            let (mut lists, mut next) =
                (std::mem::take(&mut room.lists), std::mem::take(&mut room.next_steps));
            let scene = self.scene(room);
            let (steps, wished, caps) = (&room.steps, &room.wished, &room.caps);
            self.spread_lists(&mut lists, &mut next, |first, list, next| {
                let mut changed = false;
                for (seat, presses) in list.iter_presses() {
                    let step = contact::corrected_step(&scene, seat, presses, steps);
                    let step = contact::clipped(wished[seat], step, caps[seat]);
                    changed |= step != steps[seat];
                    next[seat - first] = step;
                }
                list.changed = changed;
            });
            let changed = lists.iter().any(|list| list.changed);
            room.lists = lists;
            room.next_steps = std::mem::replace(&mut room.steps, next);
            if !changed {
                break;
            }
        }
    }

    /// Makes overlap impossible: whoever would touch is bound to the plane between, until nobody would.
    fn limit(&self, room: &mut Room) {
        // What was corrected stays in `wished`; `steps` is what is allowed of it.
        refill(&mut room.wished, room.steps.iter().copied());
        refill(&mut room.moved, room.steps.iter().map(|_| true));
        refill(&mut room.next, room.steps.iter().map(|step| (*step, false)));
        for _ in 0..MOST_LIMITING_PASSES {
            let (mut lists, mut next) = (std::mem::take(&mut room.lists), std::mem::take(&mut room.next));
            let scene = self.scene(room);
            let (steps, wished, moved) = (&room.steps, &room.wished, &room.moved);
            self.spread_lists(&mut lists, &mut next, |first, list, next| {
                list.changed = false;
                let mut start = 0;
                for &(seat, end) in &list.ends {
                    let (seat, end) = (seat as usize, end as usize);
                    let touches = &mut list.touches[start..end];
                    start = end;
                    let mut changed = false;
                    for touch in touches.iter_mut().filter(|touch| !touch.bound) {
                        let other_moved = touch.other & BODY == 0 && moved[touch.other as usize];
                        if moved[seat] || other_moved {
                            touch.bound = contact::collides(&scene, seat, touch, steps);
                            changed |= touch.bound;
                        }
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
                let Room { steps, moved, .. } = &mut *room;
                for (seat, _) in lists.iter().flat_map(TouchList::iter) {
                    (steps[seat], moved[seat]) = next[seat];
                }
            }
            (room.lists, room.next) = (lists, next);
            if !changed {
                break;
            }
        }
    }

    /// The last resort: hulls that overlap at the end of the step all the same are moved apart. In a crowd
    /// where nobody goes farther than its own size, everyone who could be concerned has been looked at
    /// already; else whoever is near at the end is looked for anew.
    fn part(&self, room: &mut Room) {
        let is_fast = room.longest_steps.iter().zip(&room.radii).any(|(step, radius)| step > &(2.0 * radius));
        for _ in 0..MOST_PARTING_ROUNDS {
            let mut near = std::mem::take(&mut room.near);
            near.clear();
            if is_fast {
                self.near_at_the_end(room, &mut near);
            } else {
                let touches = room.lists.iter().flat_map(TouchList::iter);
                // Whoever is not bound keeps clear by what the limits have looked at.
                let apart_before =
                    |touch: &&Touch| touch.gap > 0.0 && (touch.bound || touch.other & BODY != 0);
                near.extend(touches.flat_map(|(seat, touches)| {
                    touches.iter().filter(apart_before).map(move |touch| (seat as u32, *touch))
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

    /// How near the nearest other is to each long hull at the end of the step, before anyone turns.
    fn find_free_gaps(&self, room: &mut Room, is_fast: bool) {
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

    /// Everyone who is so near to another, or to a body, at the end of the step that parting could matter.
    fn near_at_the_end(&self, room: &mut Room, near: &mut Vec<(u32, Touch)>) {
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
                        if is_near && other > seat && !overlapped_before(room, seat, other) {
                            near.push((seat as u32, touch_of(room, seat, other)));
                        }
                    }
                });
            }
            for body in 0..self.bodies.len() {
                let touching = self.bodies.radii[body] * (1.0 + BODY_SKIN) + room.radii[seat];
                if end.distance(self.bodies.afters[body]) < touching + 2.0 * room.bounds[seat] {
                    near.push((seat as u32, self.touch_of_body(room, seat, body)));
                }
            }
        }
        (room.ends, room.end_grids) = (ends, grids);
    }

    fn spread_lists<T: Send>(
        &self,
        lists: &mut [TouchList],
        items: &mut [T],
        job: impl Fn(usize, &mut TouchList, &mut [T]) + Sync + Send,
    ) {
        if self.threaded {
            lists
                .par_iter_mut()
                .zip(items.par_chunks_mut(PIECE))
                .enumerate()
                .for_each(|(piece, (list, items))| job(piece * PIECE, list, items));
        } else {
            let pieces = lists.iter_mut().zip(items.chunks_mut(PIECE)).enumerate();
            pieces.for_each(|(piece, (list, items))| job(piece * PIECE, list, items));
        }
    }

    fn settle(&self, room: &mut Room) {
        let mut results = std::mem::take(&mut room.results);
        resize(&mut results, room.places.len(), Outcome::default());
        let seen: &Room = room;
        self.spread(&mut results, PIECE, |first, results| {
            let list = &seen.lists[first / PIECE];
            let mut touched = list.iter().peekable();
            for (offset, result) in results.iter_mut().enumerate() {
                let seat = first + offset;
                let touches =
                    touched.next_if(|(next, _)| *next == seat).map_or(&[][..], |(_, touches)| touches);
                *result = self.outcome(seen, seat, touches);
            }
        });
        room.results = results;
    }

    fn outcome(&self, room: &Room, seat: usize, touches: &[Touch]) -> Outcome {
        let craft = &room.crew[seat];
        let flight = &room.flights[seat];
        let position = room.places[seat] + room.steps[seat];
        let velocity = room.steps[seat] / self.dt - craft.carried;
        let is_blocked = velocity.length_squared() < 0.25 * flight.wished_speed * flight.wished_speed;
        let change =
            if is_blocked { self.rules.impatience_growth } else { -self.rules.impatience_fall } * self.dt;
        let holding = self.holds(room, seat, touches);
        let impatience = if holding { 0.0 } else { (craft.impatience + change).clamp(0.0, 1.0) };
        let heading = self.bow(room, seat, velocity);
        Outcome {
            position,
            velocity: velocity.clamp_length_max(craft.limits.speed),
            heading,
            impatience,
            holding,
        }
    }

    fn holds(&self, room: &Room, seat: usize, touches: &[Touch]) -> bool {
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
        let neighbours = touches.iter().filter(|touch| touch.other & BODY == 0).map(|touch| {
            let other = &room.crew[touch.other as usize];
            Neighbour {
                holding: other.holding,
                gap: touch.gap,
                to_target: craft.target.distance(other.position),
                between_targets: craft.target.distance(other.target),
                touching: touch.touching,
            }
        });
        settle::holds(self.rules, &settler, neighbours)
    }

    /// The bow follows the velocity, as far as the ship can turn and its hull has room to.
    fn bow(&self, room: &Room, seat: usize, velocity: Vec3) -> Vec3 {
        let Craft { heading, limits, hull, .. } = room.crew[seat];
        let speed = velocity.length();
        if speed < BOW_SPEED * limits.speed {
            return heading;
        }
        let toward = heading.lerp(velocity / speed, self.follow_bow).normalize_or(heading);
        let mut angle = limits.turn_rate * self.dt;
        if hull.half_length > 0.0 {
            // Both ends of both hulls use up less than half of what is between them.
            angle = angle.min(0.49 * room.free_gaps[seat] / hull.half_length);
        }
        turn_toward(heading, toward, angle)
    }
}

/// Two hulls that could touch.
fn touch_of(room: &Room, seat: usize, other: usize) -> Touch {
    let offset =
        hull::nearest_offset(room.places[other] - room.places[seat], room.axes[seat], room.axes[other]);
    let touching = room.radii[seat] + room.radii[other];
    Touch { other: other as u32, bound: false, touching, offset, gap: offset.length() - touching }
}

/// Whether two hulls overlapped already: those come apart gently, in their own time.
fn overlapped_before(room: &Room, seat: usize, other: usize) -> bool {
    touch_of(room, seat, other).gap <= 0.0
}

/// How fast a ship that holds its place gives way.
fn stepping_aside(craft: &Craft) -> f32 {
    (STEPPING_ASIDE_RADII_S * craft.hull.radius).min(STEPPING_ASIDE_SHARE * craft.limits.speed)
}

/// Whether two ships want to the same place: who holds it does not step aside for the other.
fn are_rivals(one: &Craft, other: &Craft) -> bool {
    one.target.distance(other.target) < settle::SAME_PLACE * (one.hull.radius + other.hull.radius)
}

/// Writes the outcomes back in the crowd's own order.
fn scatter(crowd: &mut Crowd, room: &Room) {
    for (seat, &ship) in room.grids.ships.iter().enumerate() {
        let ship = ship as usize;
        let result = &room.results[seat];
        crowd.positions[ship] = result.position;
        crowd.velocities[ship] = result.velocity;
        crowd.headings[ship] = result.heading;
        crowd.impatience[ship] = result.impatience;
        crowd.holding[ship] = result.holding;
        crowd.steps[ship] = room.steps[seat];
        crowd.pushes[ship] = room.flights[seat].pushes;
    }
}

fn refill<T>(items: &mut Vec<T>, with: impl Iterator<Item = T>) {
    items.clear();
    items.extend(with);
}

fn resize<T: Clone>(items: &mut Vec<T>, count: usize, with: T) {
    items.clear();
    items.resize(count, with);
}
