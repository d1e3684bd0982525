//! Who is near whom: a hashed grid over points that may lie anywhere in a very large space.
//!
//! Positions come in, lists of neighbours leave, always in the same order. Building and asking are linear
//! in the number of points as long as no cell holds many of them.

use glam::DVec3;

/// A grid of cubes, of which only those that hold a point exist.
#[derive(Debug, Default)]
pub struct Grid {
    cell_km: f64,
    /// (hash of the cell, index of the point), sorted.
    entries: Vec<(u64, u32)>,
}

impl Grid {
    /// Sorts points into cubes of `cell_km`; nothing farther apart than that is found by [`Self::near`].
    pub fn rebuild(&mut self, points: &[DVec3], cell_km: f64) {
        self.cell_km = cell_km.max(f64::MIN_POSITIVE);
        self.entries.clear();
        let cell_km = self.cell_km;
        self.entries
            .extend((0u32..).zip(points).map(|(index, &point)| (hash_of(cell_of(point, cell_km)), index)));
        self.entries.sort_unstable();
    }

    /// Indices of the points in the cube round `point` and the 26 about it. A few may be far away
    /// (two cubes may share a hash); the caller looks at the distance anyway.
    pub fn near(&self, point: DVec3) -> impl Iterator<Item = usize> + '_ {
        let [x, y, z] = cell_of(point, self.cell_km);
        AROUND.iter().flat_map(move |&[dx, dy, dz]| {
            let hash = hash_of([x.wrapping_add(dx), y.wrapping_add(dy), z.wrapping_add(dz)]);
            let start = self.entries.partition_point(|&(known, _)| known < hash);
            self.entries[start..]
                .iter()
                .take_while(move |&&(known, _)| known == hash)
                .map(|&(_, index)| index as usize)
        })
    }
}

/// The cube itself and the 26 about it.
const AROUND: [[i64; 3]; 27] = {
    let mut around = [[0i64; 3]; 27];
    let mut index = 0;
    while index < 27 {
        let number = index as i64;
        around[index] = [number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1];
        index += 1;
    }
    around
};

fn cell_of(point: DVec3, cell_km: f64) -> [i64; 3] {
    // `as` saturates, so that a point at the end of the world lands in the last cell.
    let cell = (point / cell_km).floor();
    [cell.x as i64, cell.y as i64, cell.z as i64]
}

/// Mixes three coordinates into one number (large odd factors, as in a multiplicative hash).
fn hash_of([x, y, z]: [i64; 3]) -> u64 {
    let mut hash = (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ (y as u64)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 29) ^ (z as u64)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_all_that_are_nearer_than_a_cell() {
        let points: Vec<DVec3> = (0..500u32)
            .map(|n| {
                let spread = |factor: u32| f64::from(n.wrapping_mul(factor) % 1009) - 504.0;
                DVec3::new(spread(7), spread(31), spread(101)) * 1.0e6
            })
            .collect();
        let mut grid = Grid::default();
        grid.rebuild(&points, 2.0e8);
        for (index, point) in points.iter().enumerate() {
            let found: Vec<usize> = grid.near(*point).collect();
            for (other, place) in points.iter().enumerate() {
                if place.distance(*point) < 2.0e8 {
                    assert!(found.contains(&other), "{index} does not see {other}");
                }
            }
        }
    }
}
