//! The edges of a mesh that stand out, where paint wears off first: how far the corners of its faces are from them.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::Finish;
use super::face::Triangle;

/// Faces whose normals differ by less than this, a cosine, bend into each other without an edge.
const SMOOTH: f32 = 0.75;
/// A corner of the next face that is less than this above the plane of a face, as a share of its distance, is in it.
const FLAT: f32 = 1.0e-3;
/// Corners are the same in the same cell of this size, in units of the mesh.
const CELL: f32 = 1.0e-4;
/// Distances are shares of this one, km; a farther edge is as good as none. `EDGE_REACH` in `hull.wgsl`.
pub const EDGE_REACH_KM: f32 = 4096.0;

/// An edge by the cells of its two ends, in their order.
type EdgeKey = [IVec3; 2];

/// For each corner of each face its distances from two edges of the face that stand out, as shares of
/// [`EDGE_REACH_KM`]; 1 without such an edge. Over a face they change linearly. Of three such edges the two longest
/// count.
pub fn edge_distances(triangles: &[Triangle], finish: &Finish) -> Vec<[[f32; 2]; 3]> {
    if !finish.is_worn() {
        return vec![[[1.0; 2]; 3]; triangles.len()];
    }
    let faces: Vec<Face> = triangles.iter().map(|triangle| Face::of(triangle, finish)).collect();
    let mut beside: HashMap<EdgeKey, Vec<usize>> = HashMap::default();
    for (index, triangle) in triangles.iter().enumerate() {
        for edge in 0..3 {
            beside.entry(key(triangle, edge)).or_default().push(index);
        }
    }
    let stands_out = |index: usize, edge: usize| {
        let others = beside.get(&key(&triangles[index], edge)).into_iter().flatten();
        others.filter(|other| **other != index).all(|other| faces[index].bends_away_from(&faces[*other]))
    };
    let distances = |(index, face): (usize, &Face)| {
        let mut edges: Vec<usize> = (0..3).filter(|edge| stands_out(index, *edge)).collect();
        edges.sort_by(|one, other| face.length(*other).total_cmp(&face.length(*one)));
        let from = |slot: usize, corner: usize| edges.get(slot).map_or(1.0, |edge| face.share(*edge, corner));
        [0, 1, 2].map(|corner| [from(0, corner), from(1, corner)])
    };
    faces.iter().enumerate().map(distances).collect()
}

/// The cells of the ends of an edge, from a corner to the next.
fn key(triangle: &Triangle, edge: usize) -> EdgeKey {
    let cell = |corner: usize| (triangle.corners[corner % 3] / CELL).round().as_ivec3();
    let (from, to) = (cell(edge), cell(edge + 1));
    if from.to_array() <= to.to_array() { [from, to] } else { [to, from] }
}

/// A face in its true size, km.
struct Face {
    corners: [Vec3; 3],
    normal: Vec3,
}

impl Face {
    fn of(triangle: &Triangle, finish: &Finish) -> Self {
        let corners = triangle.corners.map(|corner| finish.true_place(corner));
        Self { corners, normal: finish.true_normal(triangle.normal) }
    }

    /// Whether the edge to a face beside this one stands out.
    fn bends_away_from(&self, other: &Self) -> bool {
        let is_below = |corner: &Vec3| {
            let way = *corner - self.corners[0];
            way.dot(self.normal) <= FLAT * way.length()
        };
        self.normal.dot(other.normal) < SMOOTH && other.corners.iter().all(is_below)
    }

    fn length(&self, edge: usize) -> f32 {
        self.corners[edge].distance(self.corners[(edge + 1) % 3])
    }

    /// The distance of a corner from the line of an edge.
    fn share(&self, edge: usize, corner: usize) -> f32 {
        if corner != (edge + 2) % 3 {
            return 0.0;
        }
        let (from, to) = (self.corners[edge], self.corners[(edge + 1) % 3]);
        let along = (to - from).normalize_or(Vec3::X);
        ((self.corners[corner] - from).reject_from_normalized(along).length() / EDGE_REACH_KM).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Coat, MeshKit, Section, end};
    use super::*;

    /// A hundred km in a unit of the mesh.
    fn finish() -> Finish {
        Finish::of_structure(100.0)
    }

    #[test]
    fn the_edges_of_a_block_stand_out_and_the_diagonals_of_its_sides_do_not() {
        let mut kit = MeshKit::default();
        kit.block(Vec3::ZERO, Vec3::new(0.2, 0.3, 0.4), Coat::HULL);
        for (face, corners) in kit.triangles().iter().zip(edge_distances(kit.triangles(), &finish())) {
            assert!(corners.iter().flatten().all(|share| *share < 1.0), "two edges each");
            let on_edges = corners.iter().filter(|both| both.contains(&0.0)).count();
            assert_eq!(on_edges, 3, "{face:?}");
            let farthest =
                EDGE_REACH_KM * corners.iter().flatten().fold(0.0_f32, |most, share| most.max(*share));
            let is_a_side = |side: f32| (farthest - side).abs() < 0.1;
            assert!(is_a_side(60.0) || is_a_side(80.0), "{farthest}");
        }
    }

    #[test]
    fn round_bodies_have_edges_at_their_ends_alone() {
        let mut kit = MeshKit::default();
        let ends = [end(0.0, 0.0, 0.5, 0.3, 0.3), end(0.0, 0.0, -0.5, 0.3, 0.3)];
        kit.loft(&ends, Section::Round, Coat::HULL);
        for (face, corners) in kit.triangles().iter().zip(edge_distances(kit.triangles(), &finish())) {
            let edges = [0, 1].map(|slot| corners.iter().any(|both| both[slot] < 1.0));
            let is_side = face.normal.z.abs() < 0.5;
            assert!(!is_side || edges == [true, false], "{face:?}: {corners:?}");
        }
    }

    #[test]
    fn burnt_plates_are_not_worn() {
        let mut kit = MeshKit::default();
        kit.block(Vec3::ZERO, Vec3::splat(0.5), Coat::HULL);
        let distances = edge_distances(kit.triangles(), &Finish::of_wreck());
        assert!(distances.iter().flatten().flatten().all(|share| *share == 1.0));
    }
}
