//! Solid things do not overlap: the guarantee under all steering.
//!
//! Where ships would end a tick comes in, where they may end it leaves. Bodies are on rails and yield to
//! nothing; a ship that would fly through one is stopped at its surface and slides along it
//! ([`keep_outside`]). Ships that would overlap are moved apart, the smaller more than the larger
//! (`separate`); this is repeated until nothing overlaps.

use glam::DVec3;

use super::Sky;
use super::neighbours::Grid;
use super::ships::Ship;

/// Part of the sum of the radii that is kept between ships beyond touching.
const SHIP_SKIN: f64 = 0.02;
/// Part of a body's radius that is kept beyond touching.
pub const BODY_SKIN: f64 = 1.0e-4;
/// Passes after which a jam is left for the next tick.
const MOST_PASSES: usize = 400;

/// Room for the work, kept between ticks.
#[derive(Debug, Default)]
pub struct ContactRoom {
    grid: Grid,
    pairs: Vec<(usize, usize)>,
}

/// Moves `ends` as little as it can so that nothing overlaps at the end of the tick.
pub fn resolve(sky: &Sky, ships: &[Ship], starts: &[DVec3], ends: &mut [DVec3], room: &mut ContactRoom) {
    for index in 0..ships.len() {
        ends[index] = keep_outside(sky, starts[index], ends[index], ships[index].radius_km);
    }
    let largest = ships.iter().map(|ship| ship.radius_km).fold(0.0, f64::max);
    for pass in 0..MOST_PASSES {
        // Ships drift as they are moved apart, so who is near whom is asked anew now and then.
        if pass % 8 == 0 {
            find_pairs(ships, ends, largest, room);
        }
        let mut moved = false;
        for &(one, other) in &room.pairs {
            moved |= separate(ships, ends, one, other);
        }
        if !moved && pass % 8 == 0 {
            return;
        }
        for index in 0..ships.len() {
            ends[index] = push_out(sky, ends[index], ships[index].radius_km);
        }
    }
}

fn find_pairs(ships: &[Ship], ends: &[DVec3], largest: f64, room: &mut ContactRoom) {
    room.grid.rebuild(ends, 4.0 * largest);
    room.pairs.clear();
    for (index, &end) in ends.iter().enumerate() {
        let near = room.grid.near(end).filter(|&other| other > index);
        room.pairs.extend(near.filter_map(|other| {
            let reach = ships[index].radius_km + ships[other].radius_km + largest;
            (end.distance_squared(ends[other]) < reach * reach).then_some((index, other))
        }));
    }
    room.pairs.sort_unstable();
    room.pairs.dedup();
}

/// Moves two ships apart that overlap; tells whether they did.
fn separate(ships: &[Ship], ends: &mut [DVec3], one: usize, other: usize) -> bool {
    let (r1, r2) = (ships[one].radius_km, ships[other].radius_km);
    let offset = ends[other] - ends[one];
    let touching = r1 + r2;
    if offset.length_squared() >= touching * touching {
        return false;
    }
    let apart = offset.try_normalize().unwrap_or_else(|| fallback_direction(one, other));
    let excess = touching * (1.0 + SHIP_SKIN) - offset.length();
    // By area: the small one yields to the large one.
    let share = r2 * r2 / (r1 * r1 + r2 * r2);
    ends[one] -= apart * (excess * share);
    ends[other] += apart * (excess * (1.0 - share));
    true
}

/// A direction for two ships in the same place: differs from pair to pair, so that heaps come apart.
fn fallback_direction(one: usize, other: usize) -> DVec3 {
    let angle = (one * 7 + other * 13) as f64;
    DVec3::new(libm::cos(angle), libm::sin(angle), libm::sin(angle * 0.7)).normalize()
}

/// Where a ship ends its tick that flies from `start` to `end` while bodies move: never inside one, and
/// never on its far side through it.
pub fn keep_outside(sky: &Sky, start: DVec3, end: DVec3, radius_km: f64) -> DVec3 {
    let mut end = end;
    for body in 0..sky.system.bodies.len() {
        let solid = solid_radius(sky, body, radius_km);
        let body_step = sky.now[body].position - sky.before[body].position;
        let from = start - sky.before[body].position;
        // As seen from the body, which stands still in this picture.
        let way = end - start - body_step;
        let reach = solid + way.length();
        if from.length_squared() > reach * reach {
            continue;
        }
        if let Some(hit) = first_touch(from, way, solid) {
            let slid = from + way;
            let surface = slide(from + way * hit, slid - (from + way * hit), solid);
            end = sky.now[body].position + surface;
        }
    }
    push_out(sky, end, radius_km)
}

/// The share of the way from `from` at which a point comes within `radius` of the origin.
fn first_touch(from: DVec3, way: DVec3, radius: f64) -> Option<f64> {
    let a = way.length_squared();
    let b = from.dot(way);
    let c = from.length_squared() - radius * radius;
    let discriminant = b * b - a * c;
    if a == 0.0 || b >= 0.0 || discriminant <= 0.0 {
        return None;
    }
    let share = (-b - discriminant.sqrt()) / a;
    (share <= 1.0).then_some(share.max(0.0))
}

/// Goes on from a point of a sphere's surface by the part of `rest` that leads along it.
fn slide(touch: DVec3, rest: DVec3, radius: f64) -> DVec3 {
    let Some(outward) = touch.try_normalize() else { return DVec3::X * radius };
    let along = rest - outward * rest.dot(outward);
    (touch + along).normalize_or(outward) * radius
}

/// Moves a point that is inside a body to its surface.
fn push_out(sky: &Sky, end: DVec3, radius_km: f64) -> DVec3 {
    let mut end = end;
    for body in 0..sky.system.bodies.len() {
        let solid = solid_radius(sky, body, radius_km);
        let center = sky.now[body].position;
        let offset = end - center;
        if offset.length_squared() < solid * solid {
            end = center + offset.try_normalize().unwrap_or(DVec3::X) * solid;
        }
    }
    end
}

fn solid_radius(sky: &Sky, body: usize, radius_km: f64) -> f64 {
    let body_radius = sky.system.bodies[body].displayed_radius_km;
    body_radius * (1.0 + BODY_SKIN) + radius_km
}

/// How deep the deepest overlap of any two solid things is (km), and how many overlap.
pub fn overlaps(sky: &Sky, ships: &[(f64, DVec3)]) -> (usize, f64) {
    let (mut count, mut deepest) = (0, 0.0f64);
    let mut note = |depth: f64| {
        if depth > 0.0 {
            count += 1;
            deepest = deepest.max(depth);
        }
    };
    let positions: Vec<DVec3> = ships.iter().map(|(_, position)| *position).collect();
    let largest = ships.iter().map(|(radius, _)| *radius).fold(0.0, f64::max);
    let mut grid = Grid::default();
    grid.rebuild(&positions, 2.0 * largest);
    for (index, &(radius, position)) in ships.iter().enumerate() {
        let mut near: Vec<usize> = grid.near(position).filter(|&other| other > index).collect();
        near.sort_unstable();
        near.dedup();
        near.into_iter().for_each(|other| note(radius + ships[other].0 - position.distance(ships[other].1)));
        for (body, state) in sky.system.bodies.iter().zip(&sky.now) {
            note(radius + body.displayed_radius_km - position.distance(state.position));
        }
    }
    (count, deepest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_through_a_sphere_is_stopped_at_its_surface() {
        let hit = first_touch(DVec3::new(-10.0, 0.0, 0.0), DVec3::new(20.0, 0.0, 0.0), 2.0);
        assert_eq!(hit, Some(0.4));
        assert_eq!(first_touch(DVec3::new(-10.0, 3.0, 0.0), DVec3::new(20.0, 0.0, 0.0), 2.0), None);
        assert_eq!(first_touch(DVec3::new(-10.0, 0.0, 0.0), DVec3::new(-20.0, 0.0, 0.0), 2.0), None);
        assert_eq!(first_touch(DVec3::new(-10.0, 0.0, 0.0), DVec3::new(5.0, 0.0, 0.0), 2.0), None);
    }
}
