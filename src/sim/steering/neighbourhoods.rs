//! Neighbourhoods: ships that share a frame in this tick, because space is far too large for one frame.
//!
//! Ships of different neighbourhoods can neither touch nor push one another in this tick. Ships that start the
//! tick in the same cell of a coarse grid form a cluster; most cells are empty. Clusters whose boxes meet form a
//! neighbourhood. So a frame is about as small as its contents, and single precision suffices inside. Ships are
//! sorted by number; storage order does not matter.

use glam::DVec3;

/// Side of a cell of the coarse grid, km: some fleets wide.
const CELL_KM: f64 = 1.0e6;

/// The neighbourhoods of a tick, with room for finding them.
#[derive(Debug, Default)]
pub struct Neighbourhoods {
    /// Ships by cell, then by index.
    sorted: Vec<([i64; 3], u32)>,
    clusters: Vec<Cluster>,
    /// Clusters by their least x.
    order: Vec<u32>,
    /// For each cluster, another cluster of the same neighbourhood, or itself.
    parents: Vec<u32>,
    /// Clusters by neighbourhood.
    grouped: Vec<(u32, u32)>,
    ships: Vec<u32>,
    ends: Vec<u32>,
}

/// Ships that start in one cell, and a box that bounds their motion.
#[derive(Clone, Copy, Debug)]
struct Cluster {
    first: u32,
    end: u32,
    low: DVec3,
    high: DVec3,
}

impl Neighbourhoods {
    /// Finds the neighbourhoods of ships at `places`, carried by `carried` and able to move and look as far as
    /// `reach` from there.
    pub fn find(&mut self, places: &[DVec3], carried: &[DVec3], reach: &[f64]) {
        self.sorted.clear();
        self.sorted.extend(places.iter().zip(0u32..).map(|(&place, ship)| (cell_of(place), ship)));
        self.sorted.sort_unstable();
        self.gather_clusters(places, carried, reach);
        self.join_clusters();
        self.list();
    }

    fn gather_clusters(&mut self, places: &[DVec3], carried: &[DVec3], reach: &[f64]) {
        self.clusters.clear();
        let mut first = 0;
        for cell in self.sorted.chunk_by(|one, other| one.0 == other.0) {
            let (mut low, mut high) = (DVec3::splat(f64::INFINITY), DVec3::splat(f64::NEG_INFINITY));
            for &(_, ship) in cell {
                let ship = ship as usize;
                let (start, end) = (places[ship], places[ship] + carried[ship]);
                low = low.min(start.min(end) - reach[ship]);
                high = high.max(start.max(end) + reach[ship]);
            }
            let end = first + cell.len() as u32;
            self.clusters.push(Cluster { first, end, low, high });
            first = end;
        }
    }

    /// Joins clusters whose boxes meet: sorted along x, so that only boxes that overlap there are compared.
    fn join_clusters(&mut self) {
        let clusters = &self.clusters;
        self.order.clear();
        self.order.extend(0..clusters.len() as u32);
        let low = |index: u32| clusters[index as usize].low.x;
        self.order.sort_by(|&one, &other| low(one).total_cmp(&low(other)).then(one.cmp(&other)));
        self.parents.clear();
        self.parents.extend(0..clusters.len() as u32);
        for (at, &one) in self.order.iter().enumerate() {
            let this = &clusters[one as usize];
            for &other in self.order[at + 1..].iter().take_while(|&&other| low(other) <= this.high.x) {
                if meet(this, &clusters[other as usize]) {
                    join(&mut self.parents, one, other);
                }
            }
        }
    }

    fn list(&mut self) {
        self.grouped.clear();
        for cluster in 0..self.clusters.len() as u32 {
            self.grouped.push((root(&mut self.parents, cluster), cluster));
        }
        self.grouped.sort_unstable();
        self.ships.clear();
        self.ends.clear();
        for group in self.grouped.chunk_by(|one, other| one.0 == other.0) {
            let first = self.ships.len();
            for &(_, cluster) in group {
                let Cluster { first, end, .. } = self.clusters[cluster as usize];
                self.ships.extend(self.sorted[first as usize..end as usize].iter().map(|(_, ship)| ship));
            }
            self.ships[first..].sort_unstable();
            self.ends.push(self.ships.len() as u32);
        }
    }

    /// Count.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The ships of a neighbourhood, in the order of their indices.
    pub fn ships(&self, number: usize) -> &[u32] {
        let first = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.ships[first as usize..self.ends[number] as usize]
    }
}

fn cell_of(place: DVec3) -> [i64; 3] {
    // `as` saturates, so that a point at the end of the world lands in the last cell.
    let cell = (place / CELL_KM).floor();
    [cell.x as i64, cell.y as i64, cell.z as i64]
}

fn meet(one: &Cluster, other: &Cluster) -> bool {
    one.low.cmple(other.high).all() && other.low.cmple(one.high).all()
}

fn root(parents: &mut [u32], cluster: u32) -> u32 {
    let mut at = cluster;
    while parents[at as usize] != at {
        // Path halving: later searches are short.
        parents[at as usize] = parents[parents[at as usize] as usize];
        at = parents[at as usize];
    }
    at
}

fn join(parents: &mut [u32], one: u32, other: u32) {
    let (one, other) = (root(parents, one), root(parents, other));
    // The lesser number stays: the result does not depend on the order of joining.
    parents[one.max(other) as usize] = one.min(other);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_that_may_meet_share_a_neighbourhood() {
        let at = |x: f64| DVec3::new(x, 0.0, 0.0);
        let places = [at(0.0), at(5.0e6), at(1.9e6), at(9.0e7), at(9.0e7 + 10.0)];
        let mut found = Neighbourhoods::default();
        found.find(&places, &[DVec3::ZERO; 5], &[1.0e6; 5]);
        let all: Vec<&[u32]> = (0..found.len()).map(|number| found.ships(number)).collect();
        assert_eq!(all, [&[0, 2][..], &[1], &[3, 4]]);
        found.find(&places, &[DVec3::ZERO, at(-1.2e6), DVec3::ZERO, DVec3::ZERO, DVec3::ZERO], &[1.0e6; 5]);
        assert_eq!(found.ships(0), [0, 1, 2]);
    }
}
