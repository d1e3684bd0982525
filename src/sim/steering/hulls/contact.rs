//! The hard guarantee: no two hulls overlap at the end of a step, for any desired motion.
//!
//! Three parts, from style to certainty. [`corrected_step`] gives back the part of a step beyond a gap, shared by
//! size, so that ships slide along each other. [`collides`] then looks exactly at the straight relative motion of
//! every pair, and [`bound_step`] keeps the pairs that would touch to their own sides of a plane between them. A
//! plane leaves them all of their motion along it; a shorter step would freeze a crowd. [`part_by_force`] is the
//! last resort, for bodies that squeeze a crowd, and ships that pass at many radii a step.
//!
//! Every pass reads one set of steps and writes another, so that the order of ships does not matter.

use glam::Vec3;

use crate::sim::steering::SteeringRules;
use crate::sim::steering::hulls::hull;
use crate::sim::steering::neighbours::ShipsInReach;
use crate::sim::steering::obstacles::bodies::Bodies;
use crate::sim::steering::turning::common_side;

/// Marks a body in [`Touch::other`].
pub const BODY: u32 = 1 << 31;
/// The share of a gap that two ships may use up between them, against rounding.
const USABLE: f32 = 0.998;
/// An obstacle passed earlier in a step than after this share of it cannot be avoided by a straight step.
const EARLIEST_ASIDE: f32 = 0.25;
/// Faster than this many sums of radii in a step, two ships pass rather than meet.
const PASSING_SIZES: f32 = 1.0;
/// Touches of a ship in a dense crowd; there is room for this many from the start.
const USUAL_TOUCHES: usize = 32;
/// Rounds in which a step is taken back behind its planes.
const PLANE_PASSES: usize = 4;
/// Hulls are parted by this share of the sum of their radii more than needed.
const PARTED: f32 = 1.0e-4;
/// Passes of the last resort.
const MOST_PARTINGS: usize = 200;

/// A ship or body that a ship could touch within this step.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// The seat of the other, or a body with [`BODY`] set.
    pub other: u32,
    /// Whether both are bound to their sides of the plane between them.
    pub bound: bool,
    /// Sum of both radii.
    pub touching: f32,
    /// From hull axis to hull axis, at the beginning of the step.
    pub offset: Vec3,
    /// The length of `offset` less `touching`: negative for hulls that overlap.
    pub gap: f32,
}

impl Touch {
    /// The number of the touched body; `None` for a ship.
    pub fn body(&self) -> Option<usize> {
        (self.other & BODY != 0).then_some((self.other & !BODY) as usize)
    }

    /// Toward the other, of a length of about 1; zero if both are in the same place.
    fn normal(&self) -> Vec3 {
        let distance = self.gap + self.touching;
        // A gap that rounding loses next to the radii still has a direction.
        if distance > 0.0 { self.offset / distance } else { self.offset.normalize_or_zero() }
    }
}

/// The part of a [`Touch`] needed for correction, compact because it is read many times.
#[derive(Clone, Copy, Debug)]
pub struct PressedTouch {
    /// The seat of the other, or a body with [`BODY`] set.
    other: u32,
    /// Share of an excess that the ship gives back itself.
    share: f32,
    /// Toward the other.
    normal: Vec3,
    /// Distance that the two may close in this step.
    room: f32,
}

/// The possible touches of the ships in one piece of work.
#[derive(Clone, Debug, Default)]
pub struct TouchList {
    /// All touches, ship after ship.
    pub touches: Vec<Touch>,
    /// The ships with entries: seat, and one past its last touch.
    pub ends: Vec<(u32, u32)>,
    /// The touches that correction examines, ship after ship.
    pub presses: Vec<PressedTouch>,
    /// The ships with entries: seat, and one past its last press.
    pub press_ends: Vec<(u32, u32)>,
    /// The neighbours of the present ship.
    pub seen: ShipsInReach,
    /// Possible touches among the ships that the pushes have examined, ship after ship.
    pub candidates: Vec<u32>,
    /// For each ship one past its last candidate, and whether there can be no others.
    pub candidate_ends: Vec<(u32, bool)>,
    /// Whether the last pass changed anything.
    pub changed: bool,
}

impl TouchList {
    /// Memory for the touches of this number of ships, more than they are ever likely to have.
    pub fn with_room_for(ships: usize) -> Self {
        Self {
            touches: Vec::with_capacity(ships * USUAL_TOUCHES),
            ends: Vec::with_capacity(ships),
            presses: Vec::with_capacity(ships * USUAL_TOUCHES),
            press_ends: Vec::with_capacity(ships),
            seen: ShipsInReach::with_room(),
            candidates: Vec::with_capacity(ships * USUAL_TOUCHES),
            candidate_ends: Vec::with_capacity(ships),
            changed: false,
        }
    }

    /// Empties the lists and keeps the memory.
    pub fn clear(&mut self) {
        self.candidates.clear();
        self.candidate_ends.clear();
        self.touches.clear();
        self.ends.clear();
        self.presses.clear();
        self.press_ends.clear();
    }

    /// Every seat with its touches.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &[Touch])> {
        parts(&self.touches, &self.ends)
    }

    /// Every seat with its presses.
    pub fn iter_presses(&self) -> impl Iterator<Item = (usize, &[PressedTouch])> {
        parts(&self.presses, &self.press_ends)
    }
}

/// Cuts `items` at the recorded ends of each seat.
fn parts<'a, T>(items: &'a [T], ends: &'a [(u32, u32)]) -> impl Iterator<Item = (usize, &'a [T])> {
    let mut start = 0;
    ends.iter().map(move |&(seat, end)| {
        let part = &items[start..end as usize];
        start = end as usize;
        (seat as usize, part)
    })
}

/// The inputs of contact, in the order of seats.
#[derive(Clone, Copy)]
pub struct ContactInputs<'a> {
    /// The numbers.
    pub rules: &'a SteeringRules,
    /// The bodies on rails.
    pub bodies: &'a Bodies,
    /// Hull radii.
    pub radii: &'a [f32],
    /// From centre to the end of the hull's axis.
    pub axes: &'a [Vec3],
    /// Centres at the beginning of the step.
    pub places: &'a [Vec3],
    /// The steps that are safe if all else fails: with the crowd, or with a body close by.
    pub bases: &'a [Vec3],
    /// Seconds.
    pub dt: f32,
}

impl ContactInputs<'_> {
    fn other_step(&self, touch: &Touch, steps: &[Vec3]) -> Vec3 {
        if touch.other & BODY != 0 {
            self.bodies.step_of((touch.other & !BODY) as usize)
        } else {
            steps[touch.other as usize]
        }
    }

    fn is_circling(&self, touch: &Touch) -> bool {
        touch.body().is_some_and(|body| self.bodies.is_circling(body))
    }

    /// Share of an excess that a ship gives back: small ships more, all of it against bodies.
    fn share(&self, seat: usize, touch: &Touch) -> f32 {
        if touch.other & BODY != 0 {
            return 1.0;
        }
        let (own, other) = (self.radii[seat], self.radii[touch.other as usize]);
        other * other / (own * own + other * other)
    }

    fn smaller_radius(&self, seat: usize, touch: &Touch) -> f32 {
        if touch.other & BODY != 0 { self.radii[seat] } else { touch.touching - self.radii[seat] }
            .min(self.radii[seat])
    }

    fn would_touch(&self, seat: usize, touch: &Touch, way: Vec3) -> bool {
        let own_axis = self.axes[seat];
        if touch.other & BODY != 0 {
            let center = self.bodies.befores[(touch.other & !BODY) as usize];
            return hull::touches(center - self.places[seat], way, own_axis, Vec3::ZERO, touch.touching);
        }
        let other = touch.other as usize;
        let offset = self.places[other] - self.places[seat];
        hull::touches(offset, way, own_axis, self.axes[other], touch.touching)
    }

    /// The gap to another at the end of the step.
    pub fn gap_after(&self, seat: usize, touch: &Touch, steps: &[Vec3]) -> f32 {
        let way = self.other_step(touch, steps) - steps[seat];
        self.offset_after(seat, touch, way).length() - touch.touching
    }

    /// From hull axis to hull axis at the end of the step.
    fn offset_after(&self, seat: usize, touch: &Touch, way: Vec3) -> Vec3 {
        if touch.other & BODY != 0 {
            let center = self.bodies.befores[(touch.other & !BODY) as usize];
            return hull::nearest_offset(center - self.places[seat] + way, self.axes[seat], Vec3::ZERO);
        }
        let other = touch.other as usize;
        let offset = self.places[other] - self.places[seat] + way;
        hull::nearest_offset(offset, self.axes[seat], self.axes[other])
    }
}

/// The press of a touch, if the two come close enough to the end of their gap that `slack` more could matter.
pub fn press(
    scene: &ContactInputs,
    seat: usize,
    touch: &Touch,
    steps: &[Vec3],
    slack: f32,
) -> Option<PressedTouch> {
    let size = scene.smaller_radius(seat, touch);
    let skin = scene.rules.skin_radii * size;
    // Inside the skin they come apart again, but not with a jump.
    let room = (touch.gap - skin).max(-scene.rules.parting_radii_s * size * scene.dt);
    let distance = touch.gap + touch.touching;
    let way = scene.other_step(touch, steps) - steps[seat];
    let normal = if distance > 0.0 { touch.offset / distance } else { parting_direction(seat, touch) };
    let share = scene.share(seat, touch);
    let fast = PASSING_SIZES * touch.touching;
    if way.length_squared() > fast * fast {
        let aside = sideways_excess(touch, way, skin)?;
        // As a plane across the miss: the way now goes `aside` beyond it.
        let normal = aside.normalize_or(normal);
        return Some(PressedTouch {
            other: touch.other,
            share,
            normal,
            room: -way.dot(normal) - aside.length(),
        });
    }
    let matters = -way.dot(normal) > room - slack;
    matters.then_some(PressedTouch { other: touch.other, share, normal, room })
}

/// Whether the last pass has changed the step of any of the pressing ships.
#[inline]
pub fn has_moved(presses: &[PressedTouch], steps: &[(Vec3, bool)]) -> bool {
    presses.iter().any(|press| press.other & BODY == 0 && steps[press.other as usize].1)
}

/// The step of a ship after one pass, without the part beyond its gaps. Each of `steps` has a mark: whether the
/// last pass changed it.
#[inline]
pub fn corrected_step(
    scene: &ContactInputs,
    seat: usize,
    presses: &[PressedTouch],
    steps: &[(Vec3, bool)],
) -> Vec3 {
    let (mut sum, mut count) = (Vec3::ZERO, 0.0f32);
    let own = steps[seat].0;
    for press in presses {
        let other = if press.other & BODY != 0 {
            scene.bodies.step_of((press.other & !BODY) as usize)
        } else {
            steps[press.other as usize].0
        };
        // Half of the pairs have no excess, unpredictably: so it counts as zero instead of a branch.
        let excess = ((own - other).dot(press.normal) - press.room).max(0.0);
        sum -= press.normal * (excess * press.share);
        count += f32::from(u8::from(excess > 0.0));
    }
    if count == 0.0 { own } else { own + sum * (scene.rules.relaxation / count) }
}

/// A direction for two hulls in the same place: opposite for the two, and different for every pair, so that
/// heaps come apart.
fn parting_direction(seat: usize, touch: &Touch) -> Vec3 {
    let (one, other) = (seat as u32, touch.other & !BODY);
    let (low, high) = (one.min(other), one.max(other));
    let angle = (low * 7 + high * 13) as f32;
    let direction = Vec3::new(libm::cosf(angle), libm::sinf(angle), libm::sinf(angle * 0.7));
    direction.normalize_or(Vec3::X) * if one == low { 1.0 } else { -1.0 }
}

/// For two ships that fly past each other within one step: the distance that they must move aside to avoid a
/// touch.
fn sideways_excess(touch: &Touch, way: Vec3, skin: f32) -> Option<Vec3> {
    let share = hull::passing(touch.offset, way);
    let miss = touch.offset + way * share;
    let wanted = touch.touching + skin;
    let length = miss.length();
    if length >= wanted {
        return None;
    }
    let toward =
        if length > 1.0e-3 * wanted { miss / length } else { -common_side(way.normalize_or(Vec3::X)) };
    Some(toward * ((wanted - length) / share.max(EARLIEST_ASIDE)))
}

/// Whether two would touch if both made these steps.
pub fn collides(scene: &ContactInputs, seat: usize, touch: &Touch, steps: &[Vec3]) -> bool {
    let way = scene.other_step(touch, steps) - steps[seat];
    if touch.gap <= 0.0 {
        // Hulls that overlap already must only not come nearer.
        return way.dot(touch.offset) < 0.0;
    }
    // A gap longer than the way cannot be used up.
    way.length_squared() >= touch.gap * touch.gap && scene.would_touch(seat, touch, way)
}

/// The step nearest to `wished` that keeps a ship on its side of the plane between it and each ship to which it is
/// bound. Planes divide a gap as the two wished to use it. So a ship that keeps to its side is safe from the
/// other, however the other moves on the other side.
pub fn bound_step(scene: &ContactInputs, seat: usize, touches: &[Touch], wished: &[Vec3]) -> Vec3 {
    let base = scene.bases[seat];
    let mut step = wished[seat] - base;
    let bounds = || touches.iter().filter(|touch| touch.bound).map(|touch| plane(scene, seat, touch, wished));
    for _ in 0..PLANE_PASSES {
        for (normal, room) in bounds() {
            let excess = step.dot(normal) - room;
            if excess > 0.0 {
                step -= normal * excess;
            }
        }
    }
    // The excess over several planes together shortens the whole step: its base is always safe.
    let mut share = 1.0f32;
    for (normal, room) in bounds() {
        let along = step.dot(normal);
        if room >= 0.0 && along > room {
            share = share.min(room / along);
        }
    }
    base + step * share
}

/// The plane that bounds a ship's step, from its base: toward the other, and how far it may go that way.
fn plane(scene: &ContactInputs, seat: usize, touch: &Touch, wished: &[Vec3]) -> (Vec3, f32) {
    if scene.is_circling(touch) {
        return circling_plane(scene, seat, touch, wished);
    }
    let normal = touch.normal();
    let other_base = scene.other_step(touch, scene.bases);
    let free = (touch.gap - normal.dot(scene.bases[seat] - other_base)).max(0.0) * USABLE;
    if touch.other & BODY != 0 {
        return (normal, free);
    }
    let own = normal.dot(wished[seat] - scene.bases[seat]).max(0.0);
    let others = -normal.dot(wished[touch.other as usize] - other_base).min(0.0);
    let part = if own + others > 0.0 { own / (own + others) } else { 0.5 };
    (normal, free * part)
}

/// The plane against a circling obstacle. No base moves with that, so the room may be negative: then the ship
/// has to make way. Where the two fly past each other, the plane lies across their miss.
fn circling_plane(scene: &ContactInputs, seat: usize, touch: &Touch, wished: &[Vec3]) -> (Vec3, f32) {
    let (base, other) = (scene.bases[seat], scene.other_step(touch, wished));
    if let Some(aside) = aside_of_circling(scene, seat, touch, other - wished[seat]) {
        let excess = aside.length();
        let normal = aside / excess.max(f32::MIN_POSITIVE);
        return (normal, (wished[seat] - base).dot(normal) - excess / USABLE);
    }
    let normal = touch.normal();
    let room = touch.gap.max(0.0) - normal.dot(base - other);
    (normal, if room > 0.0 { room * USABLE } else { room / USABLE })
}

/// How far beyond its room a ship flies past a circling structure; `None` for a collision course, or if the
/// passage is too early in the step.
fn aside_of_circling(scene: &ContactInputs, seat: usize, touch: &Touch, way: Vec3) -> Option<Vec3> {
    let fast = PASSING_SIZES * touch.touching;
    if touch.gap <= 0.0 || way.length_squared() <= fast * fast {
        return None;
    }
    // A long hull counts as its bounding ball.
    let offset = scene.bodies.befores[touch.body()?] - scene.places[seat];
    let touching = touch.touching + scene.axes[seat].length();
    let skin = scene.rules.skin_radii * scene.radii[seat];
    if hull::passing(offset, way) < EARLIEST_ASIDE {
        return None;
    }
    sideways_excess(&Touch { offset, touching, ..*touch }, way, skin)
}

/// A step that goes no farther than `allowed` from its base.
pub fn clipped(base: Vec3, step: Vec3, allowed: f32) -> Vec3 {
    base + (step - base).clamp_length_max(allowed)
}

/// Separates hulls that would overlap at the end of the step until none does; returns whether it had to.
///
/// It is needed in two cases: bodies on rails press ships together faster than these can give way, or ships had to be
/// stopped that fly past each other at many radii a step. Both are rare, so it runs on one thread.
pub fn part_by_force(scene: &ContactInputs, touches: &[(u32, Touch)], steps: &mut [Vec3]) -> bool {
    let mut had_to = false;
    for _ in 0..MOST_PARTINGS {
        let mut moved = false;
        for (seat, touch) in touches {
            moved |= part(scene, *seat as usize, touch, steps);
        }
        if !moved {
            break;
        }
        had_to = true;
    }
    had_to
}

fn part(scene: &ContactInputs, seat: usize, touch: &Touch, steps: &mut [Vec3]) -> bool {
    let way = scene.other_step(touch, steps) - steps[seat];
    let after = scene.offset_after(seat, touch, way);
    let lacking = touch.touching - after.length();
    if lacking <= 0.0 {
        return false;
    }
    let direction = after.try_normalize().unwrap_or_else(|| parting_direction(seat, touch));
    let apart = direction * (lacking + PARTED * touch.touching);
    let share = scene.share(seat, touch);
    steps[seat] -= apart * share;
    if touch.other & BODY == 0 {
        steps[touch.other as usize] += apart * (1.0 - share);
    }
    true
}
