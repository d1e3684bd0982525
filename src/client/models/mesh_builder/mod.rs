//! A kit that builds the meshes of ships and structures.
//!
//! - Enters: the kind of object, and a seed for the small differences.
//! - Leaves: a mesh of flat faces with normals, colours and emission, all within a ball of radius 1, looking along
//!   -z with y up.
//! - Must never: know the world, a place or a size; or use the clock or random numbers, so that the same seed
//!   gives the same mesh.
//!
//! | file | subject |
//! |---|---|
//! | `paint.rs` | coats of faces, and their colours for an owner |
//! | `edges.rs` | distances from the edges where paint wears off |
//! | `face.rs` | a triangle of a mesh |
//! | `occlusion.rs` | the light that parts of a mesh leave to each other |
//! | `finish.rs` | kinds of faces and places on them, for the shader of hulls |
//! | `dice.rs` | small differences from a seed |
//! | `builder.rs` | [`MeshKit`], the mesh under construction, and its solid pieces |
//! | `details.rs` | plates, windows, sails, trusses and dishes |
//! | `recipe.rs` | pieces as files list them, and their assembly |
//! | `style.rs` | how the style of a builder shapes pieces |
//! | `plume.rs` | engine jets |
//! | `stations.rs` | structures; the hulls of ships are in `models/hulls.rs` |

pub mod builder;
pub mod details;
pub mod dice;
pub mod edges;
mod face;
pub mod finish;
mod occlusion;
pub mod paint;
pub mod plume;
pub(in crate::client::models) mod recipe;
pub mod stations;
pub(in crate::client::models) mod style;
#[cfg(test)]
pub mod test_support;

pub use builder::{End, MeshKit, Nozzle, Section, end};
pub use details::Patch;
pub use dice::{Dice, seed_of};
pub use face::Triangle;
pub use finish::Finish;
pub use paint::{Coat, FaceKind, FacePaint, OwnerPaint};
