//! Overlaps: pairs of balls and capsules, found among many, of whatever sizes.
//!
//! Solids are sorted into grids, one for each size (a power of two), and each looks for others of its own size and
//! of larger ones; so the cost of a crowd grows with its number, whether its sizes are alike or a thousandfold
//! apart. Every pair that is near enough to touch is found once. The check shares no code with the steering core.

use std::collections::BTreeSet;

use glam::DVec3;

use crate::sim::Sky;
use crate::sim::spatial::solid::Solid;

/// The whole space is at most this number of cells wide, so that a cell's number fits.
const MOST_CELLS: f64 = 1_048_576.0;
/// Bits of one coordinate in the number of a cell.
const COORDINATE_BITS: u32 = 21;

/// The rows of three cells in the cube of 27 about a cell, as differences of the cells' numbers.
const ROWS: [i64; 9] = {
    let mut rows = [0; 9];
    let mut index = 0;
    while index < 9 {
        let number = index as i64;
        let (x, y) = (number / 3 - 1, number % 3 - 1);
        rows[index] = x * (1 << (2 * COORDINATE_BITS)) + y * (1 << COORDINATE_BITS);
        index += 1;
    }
    rows
};

/// A cell's number and the index of a thing in it.
type Entry = (u64, u32);

/// Finds pairs; keeps its memory from one search to the next.
#[derive(Debug, Default)]
pub struct PairFinder {
    /// The size of every solid, as the exponent of the least power of two above its diameter.
    sizes: Vec<i32>,
    seekers: Vec<Entry>,
    sought: Vec<Entry>,
}

impl PairFinder {
    /// Calls `meet` once for every pair whose bounding balls could touch, and for some others nearby; always in
    /// the same order, the lower index first. Solids that are not finite are skipped.
    pub fn each_pair(&mut self, solids: &[Solid], mut meet: impl FnMut(u32, u32)) {
        self.sizes.clear();
        self.sizes.extend(solids.iter().map(size_of));
        let Some(space) = Space::around(solids) else { return };
        let sizes: BTreeSet<i32> = self.sizes.iter().copied().collect();
        for size in sizes {
            let grid = space.grid(size);
            let everyone = || (0_u32..).zip(solids).zip(self.sizes.iter().copied());
            grid.sort(&mut self.sought, everyone().filter(|(_, other)| *other == size));
            grid.sort(&mut self.seekers, everyone().filter(|(_, other)| *other < size));
            sweep(&self.sought, &self.sought, |one, other| {
                if one < other {
                    meet(one, other);
                }
            });
            sweep(&self.seekers, &self.sought, |one, other| meet(one.min(other), one.max(other)));
        }
    }
}

fn size_of(solid: &Solid) -> i32 {
    libm::frexp(2.0 * solid.reach()).1
}

/// Calls `meet` for every seeker with everything sought in the 27 cells about its own. Both lists are sorted,
/// so the beginning of a row only ever moves on.
fn sweep(seekers: &[Entry], sought: &[Entry], mut meet: impl FnMut(u32, u32)) {
    for row in ROWS {
        let mut rest = sought;
        for &(cell, seeker) in seekers {
            let first = cell.wrapping_add_signed(row - 1);
            while let Some(((cell, _), more)) = rest.split_first()
                && *cell < first
            {
                rest = more;
            }
            for &(_, other) in rest.iter().take_while(|(cell, _)| *cell <= first + 2) {
                meet(seeker, other);
            }
        }
    }
}

/// The box that holds all solids.
struct Space {
    corner: DVec3,
    /// Longest side.
    side: f64,
}

impl Space {
    /// `None` if nothing is finite.
    fn around(solids: &[Solid]) -> Option<Self> {
        let mut places = solids.iter().filter(|solid| solid.is_finite()).map(|solid| solid.center);
        let first = places.next()?;
        let (low, high) = places.fold((first, first), |(low, high), place| (low.min(place), high.max(place)));
        Some(Self { corner: low, side: (high - low).max_element() })
    }

    /// The grid for solids of a size, and for smaller ones.
    fn grid(&self, size: i32) -> Grid {
        let width = libm::ldexp(1.0, size).max(self.side / MOST_CELLS);
        Grid { corner: self.corner, width }
    }
}

struct Grid {
    corner: DVec3,
    width: f64,
}

impl Grid {
    /// Fills `list` with the finite ones of the `members`, each a solid with its index and its size.
    fn sort<'a>(&self, list: &mut Vec<Entry>, members: impl Iterator<Item = ((u32, &'a Solid), i32)>) {
        let finite = members.map(|(member, _)| member).filter(|(_, solid)| solid.is_finite());
        list.clear();
        list.extend(finite.map(|(index, solid)| (self.number_of(solid.center), index)));
        list.sort_unstable();
    }

    /// The number of the cell around a point. Coordinates begin at 1 and end well below their bits, so the
    /// neighbours of every cell have numbers too, and numbers of a row are consecutive.
    fn number_of(&self, point: DVec3) -> u64 {
        let cell = (point - self.corner) / self.width;
        let [x, y, z] = [cell.x, cell.y, cell.z].map(|coordinate| coordinate as u64 + 1);
        (x << (2 * COORDINATE_BITS)) | (y << COORDINATE_BITS) | z
    }
}

/// Two solids overlap when they are nearer than this share of the sum of the radii: the rest is rounding.
const TOUCHING: f64 = 0.999;

/// Number of overlapping pairs of ships, and of ships and bodies, now, and the greatest depth, km.
pub fn overlaps(sky: &Sky, ships: &[Solid]) -> (usize, f64) {
    let (mut count, mut deepest) = (0, 0.0f64);
    let mut look = |one: &Solid, other: &Solid| {
        if let Some(depth_km) = overlap_km(one, other) {
            count += 1;
            deepest = deepest.max(depth_km);
        }
    };
    PairFinder::default().each_pair(ships, |one, other| look(&ships[one as usize], &ships[other as usize]));
    for (body, state) in sky.system.bodies.iter().zip(&sky.now) {
        let body = Solid::ball(state.position, body.displayed_radius_km);
        ships.iter().for_each(|ship| look(ship, &body));
    }
    (count, deepest)
}

/// Number of overlapping pairs of a ship and a structure, and the greatest depth, km.
pub fn overlaps_with_structures(ships: &[Solid], structures: &[Solid]) -> (usize, f64) {
    let (mut count, mut deepest) = (0, 0.0f64);
    let all: Vec<Solid> = ships.iter().chain(structures).copied().collect();
    PairFinder::default().each_pair(&all, |one, other| {
        let (one, other) = (one as usize, other as usize);
        let is_mixed = one < ships.len() && other >= ships.len();
        if is_mixed && let Some(depth_km) = overlap_km(&all[one], &all[other]) {
            count += 1;
            deepest = deepest.max(depth_km);
        }
    });
    (count, deepest)
}

/// Depth of the overlap of two solids, km; `None` without one.
fn overlap_km(one: &Solid, other: &Solid) -> Option<f64> {
    let (distance, touching) = (one.axis_distance(other), one.radius + other.radius);
    (distance < TOUCHING * touching).then_some(touching - distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_axes() {
        let along = |center, half_axis| Solid { center, half_axis, radius: 1.0 };
        let one = along(DVec3::ZERO, DVec3::X * 3.0);
        let cases = [
            (Solid::ball(DVec3::new(0.0, 2.0, 0.0), 1.0), 2.0),
            (Solid::ball(DVec3::new(5.0, 0.0, 0.0), 1.0), 2.0),
            (along(DVec3::new(1.0, 2.4, 0.0), DVec3::X * -3.0), 2.4),
            (along(DVec3::new(8.0, 0.0, 0.0), DVec3::X * 3.0), 2.0),
            (along(DVec3::new(0.0, 0.0, 1.5), DVec3::Y * 3.0), 1.5),
            (along(DVec3::new(0.0, 5.0, 0.0), DVec3::Y * 3.0), 2.0),
            (along(DVec3::new(2.0, 0.0, 0.0), DVec3::Y * 3.0), 0.0),
        ];
        for (other, distance) in cases {
            assert!((one.axis_distance(&other) - distance).abs() < 1e-9, "{other:?}");
            assert!((other.axis_distance(&one) - distance).abs() < 1e-9, "{other:?}");
        }
    }

    #[test]
    fn structures_do_not_overlap_each_other() {
        let ball = |x: f64| Solid::ball(DVec3::X * x, 1.0);
        let (count, deepest) = overlaps_with_structures(&[ball(0.0), ball(0.5)], &[ball(1.8), ball(2.0)]);
        assert_eq!(count, 3, "the first ship only touches the second structure");
        assert!((deepest - 0.7).abs() < 1.0e-12, "{deepest}");
    }

    #[test]
    fn what_is_not_a_number_meets_nobody() {
        let solids = [Solid::ball(DVec3::NAN, 1.0), Solid::ball(DVec3::ZERO, 1.0)];
        PairFinder::default().each_pair(&solids, |_, _| panic!("nobody is there"));
    }
}
