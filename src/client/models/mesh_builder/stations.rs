//! Structures in rings, built with the mesh kit: one silhouette for each shape.
//!
//! - Enters: a shape, whose recipe stands in `assets/models/stations.ron`, and a seed for its plates and windows.
//! - Leaves: a [`MeshKit`] within a ball of radius 1 that faces its planet along -z, with the pole of its ring
//!   along y; and the scaffold of a growing one.
//! - Must never: let two shapes look alike from far away. A test compares them at 30 pixels.

use std::collections::HashMap;
use std::sync::LazyLock;

use bevy::prelude::*;

use super::recipe::{Piece, Pose};
use super::{Coat, Dice, MeshKit};
use crate::level::StructureShape;

const TEXT: &str = include_str!("../../../../assets/models/stations.ron");

/// The recipe of each shape.
static RECIPES: LazyLock<HashMap<StructureShape, Vec<Piece>>> =
    LazyLock::new(|| ron::from_str(TEXT).unwrap_or_default());

/// Size of a scaffold relative to the structure in it.
const SCAFFOLD_TIMES: f32 = 1.06;
/// Half the width of a scaffold's trusses.
const SCAFFOLD_HALF: f32 = 0.03;
/// Bays of a truss of a scaffold.
const SCAFFOLD_BAYS: u8 = 5;

/// A structure of a shape.
pub fn build(shape: StructureShape, seed: u64) -> MeshKit {
    let mut kit = MeshKit::default();
    let pieces = RECIPES.get(&shape).map_or(&[][..], Vec::as_slice);
    kit.assemble(pieces, Pose::default(), &mut Dice::new(seed));
    kit.fit();
    kit
}

/// The scaffold round a structure that grows along z: four trusses along its edges, and a frame at each end.
pub fn scaffold(within: &MeshKit) -> MeshKit {
    let (low, high) = within.bounds();
    let (low, high) = (low * SCAFFOLD_TIMES, high * SCAFFOLD_TIMES);
    let corners = [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)];
    let mut kit = MeshKit::default();
    for (x, y) in corners {
        let (back, front) = (Vec3::new(x, y, high.z), Vec3::new(x, y, low.z));
        kit.truss(back, front, SCAFFOLD_HALF, SCAFFOLD_BAYS, Coat::METAL);
        kit.block(back, Vec3::splat(2.0 * SCAFFOLD_HALF), Coat::STRIPE);
        kit.block(front, Vec3::splat(2.0 * SCAFFOLD_HALF), Coat::STRIPE);
    }
    for z in [low.z, high.z] {
        for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let (from, to) = (Vec3::new(from.0, from.1, z), Vec3::new(to.0, to.1, z));
            kit.beam(from, to, 0.5 * SCAFFOLD_HALF, Coat::METAL);
        }
    }
    kit
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{is_sound, likeness, silhouette};
    use super::*;
    use crate::level::test_support::SHAPES;

    /// The most triangles of a structure or its scaffold.
    const MOST_TRIANGLES: usize = 1_500;
    /// The most that two silhouettes may have in common.
    const MOST_LIKENESS: f32 = 0.8;

    #[test]
    fn the_recipes_of_all_shapes_can_be_read() {
        let recipes = ron::from_str::<HashMap<StructureShape, Vec<Piece>>>(TEXT);
        let recipes = recipes.unwrap_or_else(|error| panic!("assets/models/stations.ron:{error}"));
        assert!(SHAPES.iter().all(|shape| recipes.contains_key(shape)));
    }

    #[test]
    fn structures_are_sound_small_and_within_their_ball() {
        for shape in SHAPES {
            for seed in [1, 2, 3] {
                let kit = build(shape, seed);
                assert!(is_sound(&kit), "{shape:?}");
                assert!((100..MOST_TRIANGLES).contains(&kit.triangles().len()), "{shape:?}");
                let corners = kit.triangles().iter().flat_map(|triangle| triangle.corners);
                assert!(corners.map(Vec3::length).all(|length| length < 1.0 + 1e-4), "{shape:?}");
            }
        }
    }

    #[test]
    fn the_same_seed_builds_the_same_structure() {
        for shape in SHAPES {
            assert_eq!(build(shape, 5), build(shape, 5), "{shape:?}");
        }
    }

    #[test]
    fn no_two_structures_look_alike_at_30_pixels() {
        let seen = SHAPES.map(|shape| (shape, silhouette(&build(shape, 1), Vec3::ONE)));
        for (index, (shape, one)) in seen.iter().enumerate() {
            for (other_shape, other) in seen.iter().skip(index + 1) {
                let likeness = likeness(one, other);
                assert!(likeness < MOST_LIKENESS, "{shape:?} and {other_shape:?}: {likeness}");
            }
        }
    }

    #[test]
    fn scaffolds_are_round_growing_parts() {
        for shape in SHAPES {
            let kit = build(shape, 1);
            let around = scaffold(&kit);
            assert!(is_sound(&around) && around.triangles().len() < MOST_TRIANGLES, "{shape:?}");
            let ((low, high), (outer_low, outer_high)) = (kit.bounds(), around.bounds());
            assert!(outer_low.cmplt(low).all() && outer_high.cmpgt(high).all(), "{shape:?}");
        }
    }
}
