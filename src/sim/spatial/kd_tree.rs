//! A k-d tree for neighbours of a place (J. L. Bentley, "Multidimensional binary search trees used for associative
//! searching", 1975), rebuilt whenever things have moved.
//!
//! [`KdTree::search`] finds the numbers of places with the squares of their distances, nearer parts of space
//! first. A part of space is left out where a plane before it is already farther away than the limit. That holds
//! for rounded squares, too: a sum of squares is never rounded to less than one of them. So a search finds the
//! same, bit by bit, as a scan of all places.

use glam::DVec3;

/// Parts of at most this many places are scanned one by one.
const FEW: usize = 8;

/// Places, sorted by proximity.
#[derive(Clone, Debug, Default)]
pub struct KdTree {
    /// A tree without links: the middle node of a part divides it by the plane through its place across its axis;
    /// nodes before it lie below that plane, nodes after it above.
    nodes: Vec<TreeNode>,
}

#[derive(Clone, Copy, Debug)]
struct TreeNode {
    place: DVec3,
    number: usize,
    /// The axis across which it divides its part, 0 to 2.
    axis: usize,
}

impl KdTree {
    /// Removes all places, and keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
    }

    /// Whether there is no place.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Replaces the places, heliocentric, km. They are numbered from 0.
    pub fn fill(&mut self, places: impl Iterator<Item = DVec3>) {
        self.nodes.clear();
        self.nodes.extend(places.enumerate().map(|(number, place)| TreeNode { place, number, axis: 0 }));
        divide(&mut self.nodes);
    }

    /// Passes the places within a limit to `look`, by number and squared distance, km². `look` returns the new
    /// limit, squared as well; `limit` applies at first.
    pub fn search(&self, place: DVec3, limit: f64, look: impl FnMut(usize, f64) -> f64) {
        TreeSearch { place, limit, look }.go_through(&self.nodes);
    }
}

/// Moves the median along the longest axis of a part into its middle, then divides both sides likewise.
fn divide(nodes: &mut [TreeNode]) {
    if nodes.len() <= FEW {
        return;
    }
    let axis = longest_axis(nodes);
    let middle = nodes.len() / 2;
    let by_place = |one: &TreeNode, other: &TreeNode| {
        one.place[axis].total_cmp(&other.place[axis]).then(one.number.cmp(&other.number))
    };
    let (below, divider, above) = nodes.select_nth_unstable_by(middle, by_place);
    divider.axis = axis;
    divide(below);
    divide(above);
}

/// The axis along which places lie farthest apart.
fn longest_axis(nodes: &[TreeNode]) -> usize {
    let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for node in nodes {
        least = least.min(node.place);
        most = most.max(node.place);
    }
    let length = most - least;
    if length.x >= length.y && length.x >= length.z {
        0
    } else if length.y >= length.z {
        1
    } else {
        2
    }
}

struct TreeSearch<F> {
    place: DVec3,
    limit: f64,
    look: F,
}

impl<F: FnMut(usize, f64) -> f64> TreeSearch<F> {
    fn go_through(&mut self, nodes: &[TreeNode]) {
        let middle = nodes.len() / 2;
        let Some((divider, above)) = nodes.get(middle..).and_then(<[TreeNode]>::split_first) else { return };
        let below = nodes.get(..middle).unwrap_or_default();
        if nodes.len() <= FEW {
            nodes.iter().for_each(|node| self.look_at(node));
            return;
        }
        let beyond = self.place[divider.axis] - divider.place[divider.axis];
        let (near, far) = if beyond < 0.0 { (below, above) } else { (above, below) };
        self.go_through(near);
        self.look_at(divider);
        // With a NaN no part is left out.
        if beyond.is_nan() || beyond * beyond <= self.limit {
            self.go_through(far);
        }
    }

    fn look_at(&mut self, node: &TreeNode) {
        let square = node.place.distance_squared(self.place);
        if square <= self.limit {
            self.limit = (self.look)(node.number, square);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support::on_grid;

    /// Many places, some of them equal.
    fn places(case: u32) -> Vec<DVec3> {
        (0..case * 3).map(|number| on_grid(case * 1000 + number, 500.0, 9.0)).collect()
    }

    #[test]
    fn all_within_a_limit_are_found_and_nobody_else() {
        let mut nearby = KdTree::default();
        nearby.search(DVec3::ZERO, f64::INFINITY, |_, _| unreachable!("there is nobody"));
        for case in 0..60 {
            let places = places(case);
            nearby.fill(places.iter().copied());
            let from = on_grid(500_000 + case, 300.0, 20.0);
            for limit in [0.0, 90.0 * 90.0, 250.0 * 250.0, f64::INFINITY] {
                let mut found = Vec::new();
                nearby.search(from, limit, |number, square| {
                    assert_eq!(square, places[number].distance_squared(from));
                    found.push(number);
                    limit
                });
                found.sort_unstable();
                let within = |number: &usize| places[*number].distance_squared(from) <= limit;
                assert!(found.into_iter().eq((0..places.len()).filter(within)), "case {case}, {limit}");
            }
        }
    }

    #[test]
    fn a_limit_that_shrinks_leaves_the_nearest() {
        let (mut nearby, mut looked_at, mut all) = (KdTree::default(), 0, 0);
        for case in 1..60 {
            let places = places(case);
            nearby.fill(places.iter().copied());
            let from = on_grid(700_000 + case, 300.0, 20.0);
            let mut least = f64::INFINITY;
            all += places.len();
            nearby.search(from, least, |_, square| {
                looked_at += 1;
                least = least.min(square);
                least
            });
            let nearest = places.iter().map(|place| place.distance_squared(from)).fold(f64::MAX, f64::min);
            assert_eq!(least, nearest);
        }
        assert!(looked_at < all / 2, "{looked_at} of {all}");
    }

    #[test]
    fn searches_with_nan_end() {
        let mut nearby = KdTree::default();
        nearby.fill((0..40).map(|number| DVec3::splat(if number % 2 == 0 { f64::NAN } else { 1.0 })));
        let mut looked_at = 0;
        nearby.search(DVec3::splat(1.0), 1.0, |number, _| {
            assert_eq!(number % 2, 1);
            looked_at += 1;
            1.0
        });
        assert_eq!(looked_at, 20);
    }
}
