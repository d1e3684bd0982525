//! The obstacles of one plan, as outlines in its plane, with a grid that finds those along a straight way.
//!
//! A chart answers which obstacle blocks a way, how far the way is free, where the nearest free point is, and
//! where the corners lie that a route may touch. It does not search.
//!
//! Every obstacle has two outlines that differ by a hair: the inner one blocks, routes touch the corners of the
//! outer one. So rounding never blocks a way from corner to corner of the same obstacle, and no obstacle comes
//! nearer than its clearance.

use glam::{DVec2, DVec3};

use super::outline::{Outline, crossing, nearest_on};
use super::plane::Plane;

/// Distance of the outer outline, in sizes of the obstacle; the inner one lies halfway.
pub const HAIR: f64 = 2.0e-6;
/// Least distance of the outer outline, as a share of the distance from the origin of all coordinates: for small
/// obstacles far away.
const ROUNDING: f64 = 1.0e-14;
/// The grid has about as many cells as there are obstacles, but never more than this to a side.
const MOST_CELLS: usize = 64;
/// Limit on the rounds in which the search for a free point adds obstacles.
const FREEING_ROUNDS: usize = 16;

/// An obstacle at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Its radius, km.
    pub radius: f64,
    /// Centre, km.
    pub place: DVec3,
    /// The traveller's distance from it, km, 0 or more.
    pub clearance: f64,
}

impl Placed {
    fn hair(&self) -> f64 {
        HAIR * (self.radius + self.clearance) + ROUNDING * self.place.length()
    }

    fn outline(&self, plane: &Plane, hairs: f64) -> Option<Outline> {
        plane.section(self.radius, self.place, self.clearance + hairs * self.hair())
    }
}

/// The part of an obstacle that reaches the plane.
#[derive(Debug)]
struct Charted<'a> {
    placed: &'a Placed,
    outline: Outline,
    low: DVec2,
    high: DVec2,
}

impl<'a> Charted<'a> {
    fn new(placed: &'a Placed, plane: &Plane) -> Option<Self> {
        let outline = placed.outline(plane, 0.5)?;
        let (low, high) = outline.bounds();
        Some(Self { placed, outline, low, high })
    }
}

/// All obstacles that reach the plane of a plan, numbered from 0.
#[derive(Debug)]
pub struct Chart<'a> {
    plane: Plane,
    charted: Vec<Charted<'a>>,
    grid: Grid,
}

impl<'a> Chart<'a> {
    /// Draws obstacles into a plane. Obstacles out of its reach and malformed ones are left out.
    pub fn new(plane: Plane, placed: &'a [Placed]) -> Self {
        let charted: Vec<_> = placed.iter().filter_map(|placed| Charted::new(placed, &plane)).collect();
        let grid = Grid::new(&charted, plane.length());
        Self { plane, charted, grid }
    }

    /// Number of obstacles that reach the plane.
    pub fn count(&self) -> usize {
        self.charted.len()
    }

    /// The area that an obstacle blocks; `index` is less than [`Self::count`].
    pub fn outline(&self, index: usize) -> &Outline {
        &self.charted[index].outline
    }

    /// The corners at which a route may touch an obstacle, counter-clockwise; `index` is less than
    /// [`Self::count`].
    pub fn corners(&self, index: usize) -> Vec<DVec2> {
        self.outer_outline(index).map_or_else(Vec::new, |outline| outline.corners)
    }

    fn outer_outline(&self, index: usize) -> Option<Outline> {
        self.charted[index].placed.outline(&self.plane, 1.0)
    }

    /// Whether an obstacle blocks the straight way between two points.
    pub fn is_crossed(&self, index: usize, from: DVec2, to: DVec2) -> bool {
        self.charted[index].outline.is_crossed(from, to)
    }

    /// An obstacle that blocks the straight way between two points; `None` for a free way.
    pub fn blocker(&self, from: DVec2, to: DVec2) -> Option<usize> {
        let (low, high) = (from.min(to), from.max(to));
        self.grid.find_along(from, to, |index| {
            let charted = &self.charted[index];
            let is_near = low.cmplt(charted.high).all() && high.cmpgt(charted.low).all();
            is_near && charted.outline.is_crossed(from, to)
        })
    }

    /// The share of the straight way between two points, 0 to 1, up to the first obstacle.
    pub fn free_share(&self, from: DVec2, to: DVec2) -> f64 {
        let mut free = 1.0_f64;
        self.grid.find_along(from, to, |index| {
            free = self.charted[index].outline.entry(from, to).map_or(free, |entry| entry.min(free));
            false
        });
        free
    }

    /// Some obstacle that contains a point.
    pub fn holder(&self, point: DVec2) -> Option<usize> {
        self.holders(point).next()
    }

    fn holders(&self, point: DVec2) -> impl Iterator<Item = usize> + '_ {
        self.grid.at(point).iter().copied().filter(move |&index| self.charted[index].outline.holds(point))
    }

    /// The point nearest to `point` outside all obstacles: `point` itself, or a point on the border of the heap of
    /// obstacles around it. `point` itself also if none is found, as in a very large heap.
    ///
    /// On the border of a heap the nearest point is on a side or at a crossing of two sides. The heap is found
    /// step by step: obstacles around the best point up to now are added, until there is none.
    pub fn nearest_free(&self, point: DVec2) -> DVec2 {
        let mut heap: Vec<usize> = Vec::new();
        let mut sides: Vec<(DVec2, DVec2)> = Vec::new();
        let mut found = point;
        for _ in 0..FREEING_ROUNDS {
            let known = heap.len();
            heap.extend(self.holders(found));
            if heap.len() == known {
                return found;
            }
            for outline in heap[known..].iter().filter_map(|&index| self.outer_outline(index)) {
                sides.extend(outline.sides());
            }
            match self.nearest_outside(point, &heap, &sides) {
                Some(better) => found = better,
                None => break,
            }
        }
        point
    }

    /// The nearest of all points on sides and of all crossings that is outside the heap.
    fn nearest_outside(&self, point: DVec2, heap: &[usize], sides: &[(DVec2, DVec2)]) -> Option<DVec2> {
        let on_sides = sides.iter().map(|side| nearest_on(side.0, side.1, point));
        let crossings = sides.iter().enumerate().flat_map(|(number, &side)| {
            sides.iter().skip(number + 1).filter_map(move |&other| crossing(side, other))
        });
        on_sides
            .chain(crossings)
            .filter(|candidate| !heap.iter().any(|&index| self.charted[index].outline.holds(*candidate)))
            .min_by(|one, other| one.distance_squared(point).total_cmp(&other.distance_squared(point)))
    }
}

/// For each cell the obstacles that reach into it. The cells at the edge extend to infinity.
#[derive(Debug)]
struct Grid {
    low: DVec2,
    cell: DVec2,
    side: usize,
    cells: Vec<Vec<usize>>,
}

impl Grid {
    /// A grid over the centres of obstacles about a straight way of the given length from the origin along the
    /// first axis.
    fn new(charted: &[Charted], length: f64) -> Self {
        let side = ((charted.len() as f64).sqrt().ceil() as usize).clamp(1, MOST_CELLS);
        let (least, greatest) = (DVec2::new(-length, -length), DVec2::new(2.0 * length, length));
        let centers = charted.iter().map(|charted| charted.outline.center);
        let low = centers.clone().fold(greatest, DVec2::min).max(least);
        let high = centers.fold(least, DVec2::max).min(greatest);
        let cell = ((high - low) / side as f64).max(DVec2::splat(f64::MIN_POSITIVE));
        let mut grid = Self { low, cell, side, cells: vec![Vec::new(); side * side] };
        for (index, charted) in charted.iter().enumerate() {
            grid.insert(index, charted.low, charted.high);
        }
        grid
    }

    fn insert(&mut self, index: usize, low: DVec2, high: DVec2) {
        for row in self.row(low.y)..=self.row(high.y) {
            for column in self.column(low.x)..=self.column(high.x) {
                self.cells[row * self.side + column].push(index);
            }
        }
    }

    // `as` saturates, and turns NaN into 0.
    fn column(&self, x: f64) -> usize {
        (((x - self.low.x) / self.cell.x).max(0.0) as usize).min(self.side - 1)
    }

    fn row(&self, y: f64) -> usize {
        (((y - self.low.y) / self.cell.y).max(0.0) as usize).min(self.side - 1)
    }

    fn at(&self, point: DVec2) -> &[usize] {
        &self.cells[self.row(point.y) * self.side + self.column(point.x)]
    }

    /// The first obstacle for which `is_it` holds, among those in the cells along a straight way, row by row. An
    /// obstacle in several cells may be tested more than once.
    fn find_along(&self, from: DVec2, to: DVec2, mut is_it: impl FnMut(usize) -> bool) -> Option<usize> {
        let (from, to) = if from.y <= to.y { (from, to) } else { (to, from) };
        let way = to - from;
        let (first, last) = (self.row(from.y), self.row(to.y));
        let share_below = |row: usize| (self.low.y + row as f64 * self.cell.y - from.y) / way.y;
        for row in first..=last {
            let enter = if row == first { 0.0 } else { share_below(row) };
            let leave = if row == last { 1.0 } else { share_below(row + 1) };
            let (one, other) = (self.column(from.x + way.x * enter), self.column(from.x + way.x * leave));
            let cells = &self.cells[row * self.side..][one.min(other)..=one.max(other)];
            if let Some(found) = cells.iter().flatten().copied().find(|&index| is_it(index)) {
                return Some(found);
            }
        }
        None
    }
}
