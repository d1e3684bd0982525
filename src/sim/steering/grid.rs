//! Grids over the ships of one frame, one for each class of size: the ships near a place.
//!
//! Ships are sorted into seats so that those of neighbouring cells lie side by side in memory. Nothing is
//! allocated once a crowd of this size has been seen.
//!
//! A cell is half as wide as a look, which measured best: wider cells hold too many distant ships, narrower ones
//! are too many to visit. Ships whose sizes differ more than four times are in different grids, so that a hundred
//! small ones next to a station do not share one huge cell.

use glam::Vec3;

/// Ratio of ship sizes between consecutive grids.
const SIZE_STEP: f32 = 4.0;
/// The most grids.
pub const LEVELS: usize = 6;
/// Width of a cell along each axis, as shares of the cube's of the same room. Ships of a row of cells lie
/// side by side in memory: few wide rows of short cells cost less than many narrow ones.
const CELL_SHAPE: Vec3 = Vec3::new(0.25, 2.0, 2.0);
/// Cells for every ship at the most; larger spaces get wider cells.
const CELLS_PER_SHIP: usize = 2;
const LEAST_CELLS: usize = 64;

/// A grid over the ships of one class of size.
#[derive(Clone, Debug, Default)]
pub struct GridLevel {
    origin: Vec3,
    inverse_cell: Vec3,
    counts: [i32; 3],
    /// For each cell, the first of its seats; one more at the end.
    starts: Vec<u32>,
    /// The first seat of the level, and one past the last.
    pub seats: (u32, u32),
    /// The largest bounding radius in it.
    pub largest: f32,
}

/// The room and the number of the ships of a level.
struct Extent {
    low: Vec3,
    high: Vec3,
    /// The largest bounding radius.
    largest: f32,
    count: u32,
}

/// All grids of a step.
#[derive(Clone, Debug, Default)]
pub struct Grids {
    levels: [GridLevel; LEVELS],
    /// Ship of each seat.
    pub ships: Vec<u32>,
    /// Seat of each ship.
    pub seats: Vec<u32>,
    /// Level of each ship, then its cell: kept between the two passes of the sort.
    keys: Vec<(u8, u32)>,
}

impl Grids {
    /// Sorts ships into seats. `bounds` are bounding radii, and a look goes `look_radii` from hull to hull.
    pub fn rebuild(&mut self, places: &[Vec3], bounds: &[f32], look_radii: f32) {
        let count = places.len();
        self.ships.resize(count, 0);
        self.seats.resize(count, 0);
        self.keys.clear();
        let smallest = bounds.iter().copied().fold(f32::INFINITY, f32::min);
        self.keys.extend(bounds.iter().map(|&bound| (level_of(bound, smallest), 0)));
        let mut first = 0;
        for number in 0..LEVELS {
            first = self.fill_level(number, first, places, bounds, look_radii);
        }
    }

    /// Sorts the ships of a level into seats, from `first` on. Returns the seat after them.
    fn fill_level(
        &mut self,
        number: usize,
        first: u32,
        places: &[Vec3],
        bounds: &[f32],
        look_radii: f32,
    ) -> u32 {
        let Extent { low, high, largest, count } = self.extent_of(number, places, bounds);
        let level = &mut self.levels[number];
        level.largest = largest;
        level.seats = (first, first + count);
        if count > 0 {
            let look = (2.0 + look_radii) * largest;
            level.lay_out(low, high, 0.33 * look, count as usize);
            self.sort_by_cell(number, first, places);
        }
        first + count
    }

    fn extent_of(&self, number: usize, places: &[Vec3], bounds: &[f32]) -> Extent {
        let (low, high) = (Vec3::splat(f32::INFINITY), Vec3::splat(f32::NEG_INFINITY));
        let mut extent = Extent { low, high, largest: 0.0, count: 0 };
        for (ship, key) in self.keys.iter().enumerate() {
            if usize::from(key.0) == number {
                extent.low = extent.low.min(places[ship]);
                extent.high = extent.high.max(places[ship]);
                extent.largest = extent.largest.max(bounds[ship]);
                extent.count += 1;
            }
        }
        extent
    }

    /// A counting sort: count, sum up, place. Ships of a cell stay in the order of their indices.
    fn sort_by_cell(&mut self, number: usize, first: u32, places: &[Vec3]) {
        let level = &mut self.levels[number];
        for (ship, key) in self.keys.iter_mut().enumerate() {
            if usize::from(key.0) == number {
                key.1 = level.cell_of(places[ship]);
                level.starts[key.1 as usize + 1] += 1;
            }
        }
        let mut sum = first;
        for start in &mut level.starts {
            sum += *start;
            *start = sum;
        }
        for (ship, key) in self.keys.iter().enumerate() {
            if usize::from(key.0) == number {
                let start = &mut level.starts[key.1 as usize];
                self.ships[*start as usize] = ship as u32;
                self.seats[ship] = *start;
                *start += 1;
            }
        }
        // Every start has moved on to the next cell's: move them back by one.
        level.starts.rotate_right(1);
        level.starts[0] = first;
    }

    /// The greatest of the seats' values in each level; 0 in an empty one.
    pub fn greatest_by_level(&self, values: &[f32]) -> [f32; LEVELS] {
        std::array::from_fn(|number| {
            let (first, end) = self.levels[number].seats;
            values[first as usize..end as usize].iter().copied().fold(0.0, f32::max)
        })
    }

    /// The levels that hold ships with their numbers, the smallest first.
    pub fn numbered_levels(&self) -> impl Iterator<Item = (usize, &GridLevel)> {
        self.levels.iter().enumerate().filter(|(_, level)| level.seats.0 < level.seats.1)
    }

    /// The levels that hold ships, the smallest first.
    pub fn levels(&self) -> impl Iterator<Item = &GridLevel> {
        self.levels.iter().filter(|level| level.seats.0 < level.seats.1)
    }
}

fn level_of(bound: f32, smallest: f32) -> u8 {
    let (mut level, mut largest) = (0u8, smallest * SIZE_STEP);
    while bound > largest && usize::from(level) + 1 < LEVELS {
        level += 1;
        largest *= SIZE_STEP;
    }
    level
}

impl GridLevel {
    fn lay_out(&mut self, low: Vec3, high: Vec3, cell: f32, ships: usize) {
        let extent = (high - low).max(Vec3::splat(cell * 0.01)) / CELL_SHAPE;
        let most = (ships * CELLS_PER_SHIP).max(LEAST_CELLS) as f32;
        let mut cell = cell.max(f32::MIN_POSITIVE);
        let cells = |cell: f32| (extent / cell + Vec3::ONE).floor();
        // A flat or long crowd needs fewer cells than a cube: widen only until they fit.
        while cells(cell).element_product() > most {
            cell *= 1.2;
        }
        let counts = cells(cell);
        self.origin = low;
        self.inverse_cell = 1.0 / (CELL_SHAPE * cell);
        self.counts = [counts.x as i32, counts.y as i32, counts.z as i32];
        let total = (counts.x * counts.y * counts.z) as usize;
        self.starts.clear();
        self.starts.resize(total + 1, 0);
    }

    fn cell_of(&self, place: Vec3) -> u32 {
        let at = (place - self.origin) * self.inverse_cell;
        let [nx, ny, nz] = self.counts;
        let x = (at.x as i32).clamp(0, nx - 1);
        let y = (at.y as i32).clamp(0, ny - 1);
        let z = (at.z as i32).clamp(0, nz - 1);
        ((z * ny + y) * nx + x) as u32
    }

    /// Estimated number of ships within `reach` of `place`, from those in its own row of cells.
    #[inline]
    pub fn expected_within(&self, place: Vec3, reach: f32) -> f32 {
        const BALL: f32 = 4.0 / 3.0 * std::f32::consts::PI;
        let at = (place - self.origin) * self.inverse_cell;
        let reach_cells = reach * self.inverse_cell;
        let [nx, ny, nz] = self.counts;
        let x0 = ((at.x - reach_cells.x) as i32).clamp(0, nx - 1);
        let x1 = ((at.x + reach_cells.x) as i32).clamp(0, nx - 1);
        let y = (at.y as i32).clamp(0, ny - 1);
        let z = (at.z as i32).clamp(0, nz - 1);
        let row = (z * ny + y) * nx;
        let count = self.starts[(row + x1 + 1) as usize] - self.starts[(row + x0) as usize];
        let expected = count as f32 / (x1 - x0 + 1) as f32 * (BALL * reach_cells.element_product());
        expected.min((self.seats.1 - self.seats.0) as f32)
    }

    /// Hands over every run of seats that may hold a ship within `reach` of `place`, in a fixed order.
    #[inline]
    pub fn visit(&self, place: Vec3, reach: f32, mut look: impl FnMut(std::ops::Range<usize>)) {
        let [nx, ny, nz] = self.counts;
        let low = (place - self.origin - reach) * self.inverse_cell;
        let high = (place - self.origin + reach) * self.inverse_cell;
        let (x0, x1) = ((low.x as i32).max(0), (high.x as i32).min(nx - 1));
        let (y0, y1) = ((low.y as i32).max(0), (high.y as i32).min(ny - 1));
        let (z0, z1) = ((low.z as i32).max(0), (high.z as i32).min(nz - 1));
        if x0 > x1 {
            return;
        }
        let at = (place - self.origin) * self.inverse_cell;
        for z in z0..=z1 {
            let is_edge = z == z0 || z == z1;
            for y in y0..=y1 {
                // Rows at the corners of the box may be out of reach; the others hardly ever are.
                if is_edge && (y == y0 || y == y1) && self.is_beyond(at, reach, y, z) {
                    continue;
                }
                let row = (z * ny + y) * nx;
                let start = self.starts[(row + x0) as usize] as usize;
                let end = self.starts[(row + x1 + 1) as usize] as usize;
                if start < end {
                    look(start..end);
                }
            }
        }
    }

    /// Whether a row of cells lies farther than `reach` from a place, given in cells.
    #[inline]
    fn is_beyond(&self, at: Vec3, reach: f32, y: i32, z: i32) -> bool {
        let aside_y = outside(at.y, y) / self.inverse_cell.y;
        let aside_z = outside(at.z, z) / self.inverse_cell.z;
        aside_y * aside_y + aside_z * aside_z > reach * reach
    }
}

/// The distance of a place from a cell, in cells; the cells at the ends extend outward without limit.
#[inline]
fn outside(at: f32, number: i32) -> f32 {
    let below = number as f32 - at;
    below.max(-1.0 - below).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scattered(count: u32, spread: f32) -> Vec<Vec3> {
        (0..count)
            .map(|n| {
                let part = |factor: u32| (n.wrapping_mul(factor) % 1009) as f32 / 1009.0 * spread;
                Vec3::new(part(7), part(31), part(101))
            })
            .collect()
    }

    #[test]
    fn finds_everyone_within_reach_among_all_sizes() {
        let places = scattered(700, 60.0);
        let bounds: Vec<f32> = (0..700u32).map(|n| if n % 50 == 0 { 9.0 } else { 0.3 }).collect();
        let mut grids = Grids::default();
        grids.rebuild(&places, &bounds, 5.0);
        let mut seated: Vec<u32> = grids.ships.clone();
        seated.sort_unstable();
        assert!(seated.iter().zip(0u32..).all(|(ship, n)| *ship == n));
        for (ship, &place) in places.iter().enumerate() {
            let mut found = vec![];
            for level in grids.levels() {
                level.visit(place, 12.0, |run| found.extend(run.map(|seat| grids.ships[seat] as usize)));
            }
            for (other, there) in places.iter().enumerate() {
                assert!(there.distance(place) > 12.0 || found.contains(&other), "{ship} misses {other}");
            }
        }
    }
}
