//! How much light the parts of a mesh leave to each other: where they meet, it is darker than in the open. It is found
//! once, when a mesh is made, and darkens the colours of its vertices.
//!
//! From each corner of a face a few rays go out. What they meet within reach keeps light off: the more, the nearer it
//! is. Long faces are divided before, or the light would change along the whole of them.

use std::f32::consts::TAU;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::Finish;
use super::face::Triangle;

/// Longer edges are halved. All lengths are in units of half the width of the mesh.
const LONGEST_EDGE: f32 = 0.7;
/// Edges shorter than this share of the longest half size of the mesh are not halved: needles have few faces.
const LEAST_PIECE: f32 = 0.08;
/// How far rays reach.
const REACH: f32 = 0.5;
/// How far above a face they begin.
const LIFT: f32 = 0.012;
/// Rays about the normal of a face: the sine of their angle from it, and their number.
const RINGS: [(f32, u8); 3] = [(0.0, 1), (0.5, 3), (0.87, 5)];
/// The number of all rays.
const RAYS: usize = 9;
/// The share of light that a place loses if all its rays end at once, and the least light of any place.
const DARKNESS: f32 = 1.3;
const LEAST_LIGHT: f32 = 0.35;
/// The share of darkness if a ray meets the inside of a face: its place lies within another part, and a corner that is
/// not seen shall not blacken the face that leads to it.
const INSIDE: f32 = 0.35;
/// Places are the same in the same cell of this size, in units of the mesh, and normals in the same cell of that one.
const CELLS: (f32, f32) = (1.0e-4, 0.02);

/// A face, or a part of one, with what changes over it.
#[derive(Clone, Copy, Debug)]
pub struct Facet {
    /// Number of the face.
    pub face: usize,
    /// Its corners, in their order.
    pub corners: [Corner; 3],
}

/// A corner of a facet.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// Its place in the mesh.
    pub place: Vec3,
    /// Its distances from edges of the face, as [`edge_distances`](super::edges::edge_distances) has them.
    pub edges: [f32; 2],
    /// The share of light that reaches it.
    pub light: f32,
}

/// The facets of faces with these distances from edges. Faces with a common edge are divided at the same places.
pub fn facets(triangles: &[Triangle], edges: &[[[f32; 2]; 3]], finish: &Finish) -> Vec<Facet> {
    let whole = triangles.iter().zip(edges).enumerate().map(|(face, (triangle, edges))| {
        let corner = |at: usize| Corner { place: triangle.corners[at], edges: edges[at], light: 1.0 };
        Facet { face, corners: [0, 1, 2].map(corner) }
    });
    if !finish.is_worn() {
        return whole.collect();
    }
    let mut all = Vec::with_capacity(triangles.len());
    let longest = LONGEST_EDGE.max(LEAST_PIECE * finish.in_half_widths(Vec3::ONE).max_element());
    whole.for_each(|facet| divide(facet, longest, finish, &mut all));
    shade(&mut all, triangles, finish);
    all
}

/// Halves a facet at its longest edge until none is longer than this.
fn divide(facet: Facet, longest: f32, finish: &Finish, all: &mut Vec<Facet>) {
    let length = |edge: usize| {
        let [from, to] = [edge, (edge + 1) % 3].map(|at| finish.in_half_widths(facet.corners[at].place));
        from.distance(to)
    };
    let lengths = [0, 1, 2].map(length);
    let edge = if lengths[0] >= lengths[1].max(lengths[2]) {
        0
    } else if lengths[1] >= lengths[2] {
        1
    } else {
        2
    };
    let is_long = lengths[edge] > longest;
    if !is_long {
        all.push(facet);
        return;
    }
    let [from, to, across] = [0, 1, 2].map(|step| facet.corners[(edge + step) % 3]);
    let middle = from.halfway(to);
    for corners in [[from, middle, across], [middle, to, across]] {
        divide(Facet { corners, ..facet }, longest, finish, all);
    }
}

impl Corner {
    /// The middle between two corners.
    fn halfway(self, other: Self) -> Self {
        Self {
            place: self.place.midpoint(other.place),
            edges: [0, 1].map(|slot| 0.5 * (self.edges[slot] + other.edges[slot])),
            light: 1.0,
        }
    }
}

/// Finds the light at the corners of facets, which stand in the order of their faces.
fn shade(facets: &mut [Facet], triangles: &[Triangle], finish: &Finish) {
    let blockers: Vec<Blocker> = triangles.iter().map(|triangle| Blocker::of(triangle, finish)).collect();
    let rays = rays();
    let mut known: HashMap<[IVec3; 2], f32> = HashMap::default();
    for of_face in facets.chunk_by_mut(|one, other| one.face == other.face) {
        let Some(face) = of_face.first().and_then(|facet| blockers.get(facet.face)) else { continue };
        let near: Vec<&Blocker> = blockers.iter().filter(|other| face.may_be_shaded_by(other)).collect();
        for corner in of_face.iter_mut().flat_map(|facet| &mut facet.corners) {
            let cells = [corner.place / CELLS.0, face.normal / CELLS.1];
            let light = known.entry(cells.map(|cell| cell.round().as_ivec3())).or_insert_with(|| {
                let place = finish.in_half_widths(corner.place) + LIFT * face.normal;
                light_at(place, face.normal, &rays, &near)
            });
            corner.light = *light;
        }
    }
}

/// The directions of rays about the z axis.
fn rays() -> [Vec3; RAYS] {
    let mut rays = [Vec3::Z; RAYS];
    let of_rings = RINGS.into_iter().flat_map(|(sine, count)| {
        (0..count).map(move |ray| {
            let (y, x) = (TAU * f32::from(ray) / f32::from(count)).sin_cos();
            Vec3::new(sine * x, sine * y, (1.0 - sine * sine).sqrt())
        })
    });
    rays.iter_mut().zip(of_rings).for_each(|(ray, direction)| *ray = direction);
    rays
}

/// The share of light that reaches a place with this normal past some faces.
fn light_at(place: Vec3, normal: Vec3, rays: &[Vec3], near: &[&Blocker]) -> f32 {
    if near.is_empty() {
        return 1.0;
    }
    let along = normal.any_orthonormal_vector();
    let frame = Mat3::from_cols(along, normal.cross(along), normal);
    let darkness = |ray: &Vec3| {
        let direction = frame * *ray;
        let met = near.iter().filter_map(|blocker| blocker.meets(place, direction));
        let nearest = met.min_by(|one, other| one.0.total_cmp(&other.0));
        nearest.map_or(0.0, |(distance, share)| share * (1.0 - distance / REACH))
    };
    let dark = rays.iter().map(darkness).sum::<f32>() / rays.len() as f32;
    (1.0 - DARKNESS * dark).max(LEAST_LIGHT)
}

/// A face that keeps light off others, in units of half the width of the mesh.
struct Blocker {
    corners: [Vec3; 3],
    normal: Vec3,
    /// The middle and the radius of a ball about it.
    middle: Vec3,
    radius: f32,
}

impl Blocker {
    fn of(triangle: &Triangle, finish: &Finish) -> Self {
        let corners = triangle.corners.map(|corner| finish.in_half_widths(corner));
        let middle = corners.iter().sum::<Vec3>() / 3.0;
        let radius = corners.iter().map(|corner| corner.distance(middle)).fold(0.0, f32::max);
        Self { corners, normal: finish.true_normal(triangle.normal), middle, radius }
    }

    /// Whether a part of another face is within reach, and before this one.
    fn may_be_shaded_by(&self, other: &Self) -> bool {
        let reach = self.radius + other.radius + REACH;
        let is_before = |corner: &Vec3| (*corner - self.corners[0]).dot(self.normal) > LIFT;
        self.middle.distance_squared(other.middle) < reach * reach && other.corners.iter().any(is_before)
    }

    /// The distance at which a ray meets this face within reach, and the share of darkness there (Möller and Trumbore,
    /// "Fast, Minimum Storage Ray/Triangle Intersection", 1997).
    fn meets(&self, from: Vec3, direction: Vec3) -> Option<(f32, f32)> {
        let [first, second, third] = self.corners;
        let (one, other) = (second - first, third - first);
        let across = direction.cross(other);
        let slant = one.dot(across);
        let way = from - first;
        let right = way.dot(across) / slant;
        if !(0.0..=1.0).contains(&right) {
            return None;
        }
        let turned = way.cross(one);
        let up = direction.dot(turned) / slant;
        let distance = other.dot(turned) / slant;
        let is_met = up >= 0.0 && right + up <= 1.0 && distance > 0.0 && distance < REACH;
        is_met.then_some((distance, if slant > 0.0 { 1.0 } else { INSIDE }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::edges::edge_distances;
    use super::super::{Coat, MeshKit};
    use super::*;

    fn facets_of(kit: &MeshKit) -> Vec<Facet> {
        let finish = Finish::of_structure(100.0);
        facets(kit.triangles(), &edge_distances(kit.triangles(), &finish), &finish)
    }

    /// A flat block.
    fn deck() -> MeshKit {
        let mut kit = MeshKit::default();
        kit.block(Vec3::ZERO, Vec3::new(0.5, 0.05, 0.9), Coat::HULL);
        kit
    }

    #[test]
    fn a_part_alone_is_in_full_light() {
        let facets = facets_of(&deck());
        assert!(facets.iter().flat_map(|facet| facet.corners).all(|corner| corner.light == 1.0));
    }

    #[test]
    fn a_tower_darkens_the_deck_about_it_and_its_own_foot() {
        let mut kit = deck();
        let of_deck = kit.triangles().len();
        kit.block(Vec3::new(0.0, 0.22, 0.0), Vec3::new(0.1, 0.2, 0.1), Coat::HULL);
        let facets = facets_of(&kit);
        let corners = |is_wanted: fn(Vec3) -> bool, of_tower: bool| -> Vec<f32> {
            let faces = facets.iter().filter(|facet| (facet.face >= of_deck) == of_tower);
            let all = faces.flat_map(|facet| facet.corners).filter(|corner| is_wanted(corner.place));
            all.map(|corner| corner.light).collect()
        };
        let lightest = |lights: &[f32]| lights.iter().copied().fold(0.0, f32::max);
        let darkest = |lights: &[f32]| lights.iter().copied().fold(1.0, f32::min);
        let top = corners(|place| place.y > 0.04, false);
        assert!(darkest(&top) < 0.95 && lightest(&top) == 1.0, "{top:?}");
        let bottom = corners(|place| place.y < -0.04, false);
        assert_eq!(darkest(&bottom), 1.0);
        let foot = corners(|place| place.y < 0.1, true);
        let roof = corners(|place| place.y > 0.4, true);
        assert!(darkest(&foot) < 0.85 && darkest(&foot) >= LEAST_LIGHT, "{foot:?}");
        assert_eq!(lightest(&roof), 1.0);
    }

    #[test]
    fn long_faces_are_divided_at_the_same_places_on_both_sides_of_an_edge() {
        let facets = facets_of(&deck());
        assert!(facets.len() > 12);
        let cell = |corner: Corner| (corner.place / CELLS.0).round().as_ivec3().to_array();
        let mut beside: HashMap<[[i32; 3]; 2], usize> = HashMap::default();
        for facet in &facets {
            for edge in 0..3 {
                let mut ends = [edge, (edge + 1) % 3].map(|at| cell(facet.corners[at]));
                ends.sort_unstable();
                *beside.entry(ends).or_default() += 1;
            }
        }
        assert!(beside.values().all(|count| *count == 2));
    }

    #[test]
    fn a_needle_has_few_facets() {
        let mut kit = MeshKit::default();
        kit.block(Vec3::ZERO, Vec3::new(0.5, 0.5, 0.8), Coat::HULL);
        let finish = Finish::of_ship(1.0, 100_000.0, 0.1);
        let edges = edge_distances(kit.triangles(), &finish);
        assert!(facets(kit.triangles(), &edges, &finish).len() < 2_000);
    }

    #[test]
    fn there_are_as_many_rays_as_the_rings_have() {
        assert_eq!(RINGS.iter().map(|(_, count)| usize::from(*count)).sum::<usize>(), RAYS);
        assert!(rays().iter().all(|ray| (ray.length() - 1.0).abs() < 1e-5));
    }
}
