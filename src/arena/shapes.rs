//! Places of ships and bodies in the named scenarios: spheres, lattices, sheets, and random places, which are
//! the same in every run.

use std::collections::{BTreeSet, HashMap};
use std::f64::consts::{PI, TAU};

use glam::DVec3;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Draws after which a place is taken even if it is not free. At the densities used here, one in five at most,
/// this is practically impossible.
const MOST_DRAWS: u32 = 10_000;

/// Points spread evenly over a sphere about the origin: a Fibonacci spiral from pole to pole.
pub fn fibonacci_sphere(count: u32, radius: f64) -> Vec<DVec3> {
    let golden_angle = PI * (3.0 - 5.0_f64.sqrt());
    (0..count)
        .map(|index| {
            let height = 1.0 - (2.0 * f64::from(index) + 1.0) / f64::from(count);
            direction(height, golden_angle * f64::from(index)) * radius
        })
        .collect()
}

/// The radius of a sphere with this surface area.
pub fn radius_of_sphere(area: f64) -> f64 {
    (area / (4.0 * PI)).sqrt()
}

/// The first points of the smallest cubic lattice about the origin with `count` points.
pub fn lattice(count: u32, spacing: f64) -> Vec<DVec3> {
    let side = least_side(count, 3);
    let middle = 0.5 * (f64::from(side) - 1.0);
    (0..count)
        .map(|index| {
            let place = DVec3::new(
                f64::from(index % side),
                f64::from(index / side % side),
                f64::from(index / (side * side)),
            );
            (place - DVec3::splat(middle)) * spacing
        })
        .collect()
}

/// Points side by side in the plane x = 0, nearly in a square.
pub fn sheet(count: u32, spacing: f64) -> Vec<DVec3> {
    let columns = least_side(count, 2);
    let rows = count.div_ceil(columns);
    let middle = DVec3::new(0.0, 0.5 * (f64::from(columns) - 1.0), 0.5 * (f64::from(rows) - 1.0));
    (0..count)
        .map(|index| {
            let place = DVec3::new(0.0, f64::from(index % columns), f64::from(index / columns));
            (place - middle) * spacing
        })
        .collect()
}

/// The least number whose power is at least `count`, and at least 1.
fn least_side(count: u32, power: u32) -> u32 {
    let mut side = 1_u32;
    while side.saturating_pow(power) < count {
        side += 1;
    }
    side
}

/// The unit vector at a height above the plane z = 0, -1 to 1, and at an angle in that plane, radians.
fn direction(height: f64, angle: f64) -> DVec3 {
    let across = (1.0 - height * height).max(0.0).sqrt();
    DVec3::new(across * libm::cos(angle), across * libm::sin(angle), height)
}

/// A random unit vector, evenly distributed.
pub fn random_direction(chance: &mut ChaCha8Rng) -> DVec3 {
    let height = chance.random_range(-1.0_f64..1.0);
    direction(height, chance.random_range(0.0..TAU))
}

/// A random point in a box about the origin.
pub fn random_in_box(chance: &mut ChaCha8Rng, half_size: DVec3) -> DVec3 {
    let mut coordinate = || chance.random_range(-1.0_f64..1.0);
    DVec3::new(coordinate(), coordinate(), coordinate()) * half_size
}

/// A cell of the grid of one size of ball.
type Cell = (i32, [i64; 3]);

/// Balls that keep clear of each other. Large ones should be placed first: then every look-up is short.
#[derive(Default)]
pub struct Scatter {
    /// Only single cells are looked up, so the order of the map does not matter.
    cells: HashMap<Cell, Vec<(DVec3, f64)>>,
    /// Exponents of the present sizes.
    sizes: BTreeSet<i32>,
}

impl Scatter {
    /// Draws candidates until a ball of radius `reach` is free there, and places it.
    pub fn draw(&mut self, reach: f64, mut candidate: impl FnMut() -> DVec3) -> DVec3 {
        let mut center = candidate();
        for _ in 0..MOST_DRAWS {
            if self.is_free(center, reach) {
                break;
            }
            center = candidate();
        }
        self.place(center, reach);
        center
    }

    fn place(&mut self, center: DVec3, reach: f64) {
        let size = size_of(reach);
        self.sizes.insert(size);
        self.cells.entry((size, cell_of(center, size))).or_default().push((center, reach));
    }

    fn is_free(&self, center: DVec3, reach: f64) -> bool {
        self.sizes.iter().all(|&size| {
            // No ball of this size reaches farther than half a cell.
            let margin = DVec3::splat(reach + 0.5 * cell_width(size));
            let (low, high) = (cell_of(center - margin, size), cell_of(center + margin, size));
            cells_between(low, high).all(|cell| {
                let mut known = self.cells.get(&(size, cell)).into_iter().flatten();
                known.all(|&(other, others)| center.distance(other) >= reach + others)
            })
        })
    }
}

/// The exponent of the least power of two above the diameter.
fn size_of(reach: f64) -> i32 {
    libm::frexp(2.0 * reach).1
}

fn cell_width(size: i32) -> f64 {
    libm::ldexp(1.0, size)
}

fn cell_of(point: DVec3, size: i32) -> [i64; 3] {
    let cell = (point / cell_width(size)).floor();
    [cell.x as i64, cell.y as i64, cell.z as i64]
}

fn cells_between(low: [i64; 3], high: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    let ([x0, y0, z0], [x1, y1, z1]) = (low, high);
    (x0..=x1).flat_map(move |x| (y0..=y1).flat_map(move |y| (z0..=z1).map(move |z| [x, y, z])))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn lattices_and_sheets_are_centred_and_spaced() {
        for points in [lattice(1000, 4.0), sheet(30, 4.0)] {
            let middle = points.iter().sum::<DVec3>() / points.len() as f64;
            assert!(middle.length() < 1e-9, "{middle}");
            for (index, one) in points.iter().enumerate() {
                assert!(points.iter().skip(index + 1).all(|other| one.distance(*other) > 3.999));
            }
        }
        assert_eq!(sheet(30, 4.0).iter().map(|point| point.y).fold(0.0, f64::max), 10.0);
    }

    #[test]
    fn points_of_a_sphere_lie_on_it_and_apart() {
        let radius = radius_of_sphere(25.0 * 500.0);
        let points = fibonacci_sphere(500, radius);
        for (index, one) in points.iter().enumerate() {
            assert!((one.length() - radius).abs() < 1e-9);
            assert!(points.iter().skip(index + 1).all(|other| one.distance(*other) > 3.0));
        }
    }

    #[test]
    fn scattered_balls_of_all_sizes_keep_clear() {
        let mut chance = ChaCha8Rng::seed_from_u64(3);
        let mut scatter = Scatter::default();
        let mut balls: Vec<(DVec3, f64)> = Vec::new();
        for reach in std::iter::repeat_n(10.0, 8).chain(std::iter::repeat_n(0.1, 200)) {
            let center = scatter.draw(reach, || random_in_box(&mut chance, DVec3::splat(60.0)));
            balls.push((center, reach));
        }
        for (index, (one, reach)) in balls.iter().enumerate() {
            for (other, others) in &balls[index + 1..] {
                assert!(one.distance(*other) >= reach + others);
            }
        }
    }
}
